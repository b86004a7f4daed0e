/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of cells into a frame, in bands of rows: a sampler says what is at the
 * pixels of a row, and the painter which bytes those are, while the samples are in the
 * cache. What a view shows is in sample-*.c, what samples look like in palette.c and
 * paint-kernels.c. */
#include "life/draw/draw.h"

#include "life/base/bits.h"
#include "life/draw/density.h"
#include "life/draw/history.h"
#include "life/draw/kernels.h"
#include "life/draw/sample-cells.h"
#include "life/draw/sample-counts.h"
#include "life/draw/sample-means.h"

/* A frame of fewer bytes is drawn faster than threads are woken. */
#define MIN_BYTES_PER_THREAD (128 * 1024)

/* So that a thread that is held up does not hold up the others for long. */
#define BANDS_PER_THREAD 4

/* One frame in the making. */
typedef struct {
  const LifeDrawer *drawer;
  const LifeCells *cells;
  const LifeFrame *frame;
  guint n_bands, band_rows;
} Drawing;

/* --- A band of rows --- */

typedef struct {
  const Drawing *drawing;
  LifeSampleWork *work;
  guint first_row, end_row;
} Band;

/* Whether row @y looks as the row @back above it does, and that is drawn. */
static gboolean
is_drawn (const Band *band, guint y, guint back)
{
  const LifeDrawer *drawer = band->drawing->drawer;
  const LifeSampler *sampler = drawer->sampler;

  return !drawer->painter.overlay && sampler->is_same_row != NULL
         && y >= band->first_row + back && y < band->end_row
         && sampler->is_same_row (sampler, y, y - back);
}

static void
copy_row (const LifeFrame *frame, guint plane, guint from, guint to)
{
  guint8 *data = frame->data[plane];
  gssize stride = frame->stride[plane];

  memcpy (data + to * stride, data + from * stride,
      life_pixel_layout_row_size (frame, plane));
}

static LifeSamples
draw_row (const Band *band, guint y)
{
  const Drawing *drawing = band->drawing;
  const LifeDrawer *drawer = drawing->drawer;
  LifeSamples samples =
      drawer->sampler->get_row (drawer->sampler, band->work, drawing->cells, y);

  if (is_drawn (band, y, 1))
    copy_row (drawing->frame, 0, y - 1, y);
  else
    drawer->paint_kernels->row (&drawer->painter, drawing->frame, y, samples);
  return samples;
}

static void
draw_chroma (const Band *band, guint y, const LifeSamples rows[2])
{
  const LifeFrame *frame = band->drawing->frame;
  const LifeDrawer *drawer = band->drawing->drawer;

  if (!is_drawn (band, y, 2) || !is_drawn (band, y + 1, 2)) {
    drawer->paint_kernels->chroma (&drawer->painter, frame, y / 2, rows);
    return;
  }
  for (guint i = 1; i < life_pixel_layout_planes (frame->format); i++)
    copy_row (frame, i, y / 2 - 1, y / 2);
}

static void
draw_band (gpointer data, gsize item)
{
  const Drawing *drawing = data;
  const LifeDrawer *drawer = drawing->drawer;
  gboolean chroma = drawer->painter.layout->chroma_planes > 0;
  Band band = { drawing, drawer->works[item],
    (guint) item * drawing->band_rows };

  band.end_row =
      MIN (band.first_row + drawing->band_rows, drawing->frame->height);
  if (drawer->sampler->start != NULL)
    drawer->sampler->start (band.work);
  for (guint y = band.first_row; y < band.end_row; y += 2) {
    LifeSamples rows[2];

    rows[0] = rows[1] = draw_row (&band, y);
    if (y + 1 < band.end_row)
      rows[1] = draw_row (&band, y + 1);
    if (chroma)
      draw_chroma (&band, y, rows);
  }
}

/* --- What stays from frame to frame --- */

/* Whether what is kept, but the colors, holds for this frame; the slice makes no
 * difference. Means of colors are made of them. */
static gboolean
is_known (const LifeDrawer *drawer, const LifeRule *rule, const LifeView *view,
    const LifeFrame *frame)
{
  const LifeView *last = &drawer->view;
  const LifeColoring *coloring = &drawer->coloring.coloring;

  return drawer->known && coloring->look == life_look_choose (view, rule)
         && last->zoom == view->zoom && last->x == view->x && last->y == view->y
         && last->axis == view->axis && last->density_gain == view->density_gain
         && (drawer->sampler->kind != LIFE_SAMPLE_COLORS
             || life_coloring_is_same (coloring, last, view, rule))
         && life_pixel_layout_is_same (&drawer->frame, frame);
}

void
life_drawer_clear (LifeDrawer *drawer)
{
  for (guint i = 0; i < drawer->n_works; i++)
    drawer->sampler->free_work (drawer->works[i]);
  g_free (drawer->works);
  if (drawer->sampler != NULL)
    drawer->sampler->free (drawer->sampler);
  memset (drawer, 0, sizeof (*drawer));
}

static LifeSampler *
make_sampler (const LifeDrawer *drawer, guint32 n_rows)
{
  const LifeColoring *coloring = &drawer->coloring.coloring;
  gboolean indices = life_look_has_indices (coloring->look);
  const LifeView *view = &drawer->view;
  const LifeFrame *frame = &drawer->frame;
  guint64 least[LIFE_DENSITY_INDICES];
  LifeMapping columns, rows;

  life_mapping_init (
      &columns, frame->width, drawer->n_columns, view->zoom, view->x);
  life_mapping_init (&rows, frame->height, n_rows, view->zoom, view->y);
  if (columns.cells != NULL)
    return life_cell_sampler_new (&columns, &rows, indices);
  if (indices)
    return life_mean_sampler_new (
        drawer->sample_kernels, &columns, &rows, view->zoom, &coloring->colors);
  if (coloring->look == LIFE_LOOK_ALIVE)
    return life_count_sampler_new (
        drawer->sample_kernels, &columns, &rows, view->zoom, NULL);
  life_density_init (
      least, view->density_gain, view->zoom, columns.fraction_bits);
  return life_count_sampler_new (
      drawer->sample_kernels, &columns, &rows, view->zoom, least);
}

/* The colors of the view, as bytes of the frame. */
static void
take_colors (LifeDrawer *drawer)
{
  drawer->painter.overlay = drawer->view.overlay;
  life_color_bytes_init (&drawer->painter.palette,
      &drawer->coloring.coloring.colors, drawer->view.overlay, &drawer->frame);
}

static gboolean
get_to_know (LifeDrawer *drawer, const LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  guint32 n_rows, n_planes;
  LifeDrawKernels kernels;

  life_drawer_clear (drawer);
  if (!life_draw_kernels_choose (&kernels, error))
    return FALSE;
  drawer->sample_kernels = drawer->coloring.kernels = kernels.sample;
  drawer->paint_kernels = kernels.paint;
  life_geometry_plane (
      &engine->geometry, view->axis, &drawer->n_columns, &n_rows, &n_planes);
  drawer->view = *view;
  drawer->frame = *frame;
  life_coloring_init (&drawer->coloring.coloring, view, engine->rule);
  drawer->sampler = make_sampler (drawer, n_rows);
  drawer->painter.kind = drawer->sampler->kind;
  drawer->painter.layout = life_pixel_layout_get (frame->format);
  take_colors (drawer);
  drawer->known = TRUE;
  return TRUE;
}

/* The same with other colors. */
static void
change_colors (LifeDrawer *drawer, const LifeView *view, const LifeRule *rule)
{
  drawer->view = *view;
  life_coloring_init (&drawer->coloring.coloring, view, rule);
  take_colors (drawer);
}

/* Makes as many works as are needed that are not there yet. */
static gboolean
make_works (LifeDrawer *drawer, guint n, GError **error)
{
  if (n > drawer->n_works)
    drawer->works = g_renew (LifeSampleWork *, drawer->works, n);
  for (; drawer->n_works < n; drawer->n_works++) {
    LifeSampleWork *work = drawer->sampler->new_work (drawer->sampler);

    if (work == NULL) {
      g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
          "Drawing a world of %u columns needs rows of %" G_GSIZE_FORMAT
          " bytes, more memory than there is",
          drawer->n_columns,
          life_bits_words (drawer->n_columns) * sizeof (guint64));
      return FALSE;
    }
    drawer->works[drawer->n_works] = work;
  }
  return TRUE;
}

/* How many threads gain by sharing a frame, of @most. */
static guint
choose_threads (const LifeDrawer *drawer, guint most)
{
  const LifeFrame *frame = &drawer->frame;
  gdouble bytes =
      drawer->sampler->bytes
      + (gdouble) life_pixel_layout_row_size (frame, 0) * frame->height;

  return (guint) CLAMP (bytes / MIN_BYTES_PER_THREAD, 1.0, (gdouble) most);
}

gboolean
life_draw (LifeDrawer *drawer, const LifeCells *cells, LifeThreadPool *pool,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  LifeCells plane = *cells;
  Drawing drawing = { drawer, &plane, frame };
  const LifeEngine *engine = cells->engine;
  LifeWork work = { .item = draw_band };
  guint threads;

  plane.axis = view->axis;
  plane.slice = view->slice;
  if (frame->width == 0 || frame->height == 0)
    return TRUE;
  if (!is_known (drawer, engine->rule, view, frame)) {
    if (!get_to_know (drawer, engine, view, frame, error))
      return FALSE;
  } else if (!life_coloring_is_same (&drawer->coloring.coloring, &drawer->view,
                 view, engine->rule)) {
    change_colors (drawer, view, engine->rule);
  }
  if (drawer->coloring.coloring.look == LIFE_LOOK_HISTORY
      && !life_history_need (engine->history, &engine->geometry, error))
    return FALSE;
  life_row_coloring_apply (&drawer->coloring, &plane);

  threads = choose_threads (
      drawer, pool != NULL ? life_thread_pool_get_threads (pool) : 1);
  drawing.n_bands = threads > 1 ? threads * BANDS_PER_THREAD : 1;
  /* Bands of whole rows of chroma. */
  drawing.band_rows =
      (frame->height + 2 * drawing.n_bands - 1) / (2 * drawing.n_bands) * 2;
  drawing.n_bands = (frame->height + drawing.band_rows - 1) / drawing.band_rows;
  if (!make_works (drawer, drawing.n_bands, error))
    return FALSE;
  if (threads == 1) {
    draw_band (&drawing, 0);
    return TRUE;
  }
  work.items = drawing.n_bands;
  life_thread_pool_run (pool, threads, &work, &drawing);
  return TRUE;
}
