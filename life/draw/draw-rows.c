/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of cells into a frame, in bands of rows: a sampler samples the pixels
 * of a row, and the painter turns the samples into bytes while they are in the cache.
 * What a view shows is in sample-*.c, which color that has in coloring.c, and which
 * bytes in palette.c and paint-kernels.c. */
#include "life/draw/draw-rows.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/draw/body/sample-body.h"
#include "life/draw/color/density.h"
#include "life/draw/history.h"
#include "life/draw/draw-kernels.h"
#include "life/draw/sample/samplers.h"

/* A frame of fewer bytes is drawn faster than threads are woken. */
#define MIN_BYTES_PER_THREAD (128 * 1024)

/* So that a thread that is held up does not hold up the others for long. */
#define BANDS_PER_THREAD 4
#define BANDS_PER_THREAD_UNEVEN 16

/* One frame in the making. */
typedef struct {
  const LifeDrawer *drawer;
  const LifeCellPlane *plane;
  const LifeFrame *frame;
  guint32 fade;     /* the share of the previous picture, blend.h */
  guint first, end; /* rows */
  guint n_bands, band_rows;
} RowDrawing;

/* --- A band of rows --- */

typedef struct {
  const RowDrawing *drawing;
  LifeSampleWork *work;
  guint first_row, end_row;
} RowBand;

/* Whether row @y looks as the row @back above it does, and that is drawn. */
static gboolean
is_drawn (const RowBand *band, guint y, guint back)
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

/* Of planes that have as many rows as the frame. */
static void
copy_full_rows (
    const LifeFrame *frame, const LifePixelLayout *layout, guint from, guint to)
{
  copy_row (frame, 0, from, to);
  for (guint i = 1; layout->down == 1 && i < layout->planes; i++)
    copy_row (frame, i, from, to);
}

static LifeSamples
draw_row (const RowBand *band, guint y)
{
  const RowDrawing *drawing = band->drawing;
  const LifeDrawer *drawer = drawing->drawer;
  LifeSamples samples =
      drawer->sampler->get_row (drawer->sampler, band->work, drawing->plane, y);

  if (is_drawn (band, y, 1))
    copy_full_rows (drawing->frame, drawer->painter.layout, y - 1, y);
  else
    drawer->paint_kernels->row (&drawer->painter, drawing->frame, y, samples);
  return samples;
}

static void
draw_chroma (const RowBand *band, guint y, const LifeSamples rows[2])
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

/* Lets the rows of a plane from @first to @end fade. */
static void
fade_rows (const RowDrawing *drawing, guint plane, guint first, guint end)
{
  const LifeFrame *frame = drawing->frame;
  const LifeFrame *previous = &drawing->drawer->previous.frame;

  for (guint y = first; y < end; y++)
    drawing->drawer->paint_kernels->fade (drawing->drawer->painter.layout,
        frame->data[plane] + (gssize) y * frame->stride[plane],
        previous->data[plane] + (gssize) y * previous->stride[plane],
        life_pixel_layout_row_size (frame, plane), drawing->fade);
}

static void
fade_band (const RowBand *band)
{
  const RowDrawing *drawing = band->drawing;
  const LifePixelLayout *layout = drawing->drawer->painter.layout;

  fade_rows (drawing, 0, band->first_row, band->end_row);
  for (guint i = 1; i < layout->planes; i++)
    fade_rows (drawing, i, band->first_row / layout->down,
        (band->end_row + layout->down - 1) / layout->down);
}

static void
draw_band (gpointer data, gsize item)
{
  const RowDrawing *drawing = data;
  const LifeDrawer *drawer = drawing->drawer;
  gboolean halved = drawer->painter.layout->down == 2;
  RowBand band = { drawing, drawer->works[item],
    drawing->first + (guint) item * drawing->band_rows };

  band.end_row = MIN (band.first_row + drawing->band_rows, drawing->end);
  if (drawer->sampler->start != NULL)
    drawer->sampler->start (band.work);
  for (guint y = band.first_row; y < band.end_row; y += 2) {
    LifeSamples rows[2];

    rows[0] = rows[1] = draw_row (&band, y);
    if (y + 1 < band.end_row)
      rows[1] = draw_row (&band, y + 1);
    if (halved)
      draw_chroma (&band, y, rows);
  }
  if (drawing->fade > 0)
    fade_band (&band);
}

/* --- What stays from frame to frame --- */

/* Whether what is stored, but the colors, is valid for this frame; the slice makes no
 * difference. Means of colors are made of them. */
static gboolean
is_valid (const LifeDrawer *drawer, const LifeCellPlane *plane,
    const LifePictureLayout *plan, const LifeFrame *frame)
{
  const LifeView *view = &plan->view;
  const LifeRule *rule = plane->cells.rule;
  const LifeView *last = &drawer->plan.view;
  const LifeColoring *coloring = &drawer->coloring.coloring;
  const gboolean lined =
      life_grid_is_shown (view) || plan->form == LIFE_VIEW_FORM_MONTAGE;

  return drawer->valid && drawer->pixel_bytes == plane->pixel_bytes
         && last->kind == view->kind
         && life_grid_is_shown (last) == life_grid_is_shown (view)
         && (!lined || last->grid_color == view->grid_color)
         && coloring->look == life_look_choose (view, rule)
         && last->zoom == view->zoom && last->x == view->x && last->y == view->y
         && last->scaling == view->scaling && last->rotation == view->rotation
         && last->axis == view->axis && last->density_gain == view->density_gain
         && (drawer->sampler->kind != LIFE_SAMPLE_COLORS
             || drawer->sampler->prepare != NULL
             || life_coloring_is_same (coloring, last, view, rule))
         && life_pixel_layout_is_same (&drawer->frame, frame);
}

static void
invalidate (LifeDrawer *drawer)
{
  const LifeProjected projected = drawer->projected;
  const LifePreviousFrame previous = drawer->previous;
  LifeCaptionPainter *caption = drawer->caption;

  for (guint i = 0; i < drawer->n_works; i++)
    drawer->sampler->free_work (drawer->works[i]);
  g_free (drawer->works);
  if (drawer->sampler != NULL)
    drawer->sampler->free (drawer->sampler);
  memset (drawer, 0, sizeof (*drawer));
  drawer->projected = projected;
  drawer->previous = previous;
  drawer->caption = caption;
}

void
life_drawer_clear (LifeDrawer *drawer)
{
  invalidate (drawer);
  life_projected_clear (&drawer->projected);
  life_draw_drop_previous (drawer);
  life_caption_painter_free (drawer->caption);
  drawer->caption = NULL;
}

/* Of a frame of @width × @height pixels. */
static LifeSampler *
make_cell_sampler (const LifeDrawer *drawer, guint width, guint height)
{
  const LifeColoring *coloring = &drawer->coloring.coloring;
  gboolean indices = life_look_has_indices (coloring->look);
  const LifePictureLayout *plan = &drawer->plan;
  const LifeView *view = &plan->view;
  guint64 least[LIFE_DENSITY_INDICES];
  LifeMapping columns, rows;
  LifeColors colors;

  if (plan->is_turned)
    return life_turned_sampler_new (drawer->sample_kernels, plan, coloring);
  life_mapping_init (
      &columns, width, plan->n_columns, view->zoom, view->x, view->scaling);
  life_mapping_init (
      &rows, height, plan->n_rows, view->zoom, view->y, view->scaling);
  if (columns.cells != NULL)
    return life_cell_sampler_new (&columns, &rows, indices);
  if (indices || view->zoom > 1) {
    life_coloring_get_cells (coloring, &colors);
    return life_mean_sampler_new (
        drawer->sample_kernels, &columns, &rows, view->zoom, &colors);
  }
  if (coloring->look == LIFE_LOOK_ALIVE)
    return life_count_sampler_new (
        drawer->sample_kernels, &columns, &rows, view->zoom, NULL);
  life_density_init (
      least, view->density_gain, view->zoom, columns.fraction_bits);
  return life_count_sampler_new (
      drawer->sample_kernels, &columns, &rows, view->zoom, least);
}

static LifeSampler *
make_montage_sampler (const LifeDrawer *drawer)
{
  const LifeMontage *montage = &drawer->plan.montage;
  LifeSampler *tile = make_cell_sampler (
      drawer, (guint) montage->columns.size, (guint) montage->rows.size);

  return life_montage_sampler_new (drawer->sample_kernels, tile, &drawer->plan,
      &drawer->coloring.coloring.colors);
}

static LifeSampler *
make_body_sampler (const LifeDrawer *drawer)
{
  return life_body_sampler_new (drawer->body_row, drawer->frame.width,
      drawer->frame.height, &drawer->coloring.coloring);
}

static LifeSampler *
make_plane_sampler (const LifeDrawer *drawer)
{
  LifeSampler *cells =
      make_cell_sampler (drawer, drawer->frame.width, drawer->frame.height);

  if (!life_grid_is_shown (&drawer->plan.view))
    return cells;
  return life_grid_sampler_new (
      drawer->sample_kernels, cells, &drawer->plan, &drawer->coloring.coloring);
}

static LifeSampler *
make_sampler (const LifeDrawer *drawer)
{
  static LifeSampler *(*const of_forms[]) (const LifeDrawer *drawer) = {
    [LIFE_VIEW_FORM_PLANE] = make_plane_sampler,
    [LIFE_VIEW_FORM_MONTAGE] = make_montage_sampler,
    [LIFE_VIEW_FORM_PROJECTION] = make_plane_sampler,
    [LIFE_VIEW_FORM_BODY] = make_body_sampler,
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (of_forms) == LIFE_VIEW_FORMS);
  if (drawer->pixel_bytes > 0)
    return life_pixel_sampler_new (
        drawer->frame.width, drawer->frame.height, drawer->pixel_bytes);
  return of_forms[drawer->plan.form](drawer);
}

/* The colors of the view, as bytes of the frame. */
static void
copy_colors (LifeDrawer *drawer)
{
  drawer->painter.overlay = drawer->plan.view.overlay;
  life_color_bytes_init (&drawer->painter.palette,
      &drawer->coloring.coloring.colors, drawer->plan.view.overlay,
      &drawer->frame);
}

gboolean
life_drawer_need_kernels (LifeDrawer *drawer, GError **error)
{
  LifeDrawKernels kernels;

  if (drawer->sample_kernels != NULL)
    return TRUE;
  if (!life_draw_kernels_choose (&kernels, error))
    return FALSE;
  drawer->sample_kernels = drawer->coloring.kernels = kernels.sample;
  drawer->paint_kernels = kernels.paint;
  drawer->body_row = kernels.body_row;
  return TRUE;
}

static gboolean
refresh (LifeDrawer *drawer, const LifeCellPlane *plane,
    const LifePictureLayout *plan, const LifeFrame *frame, GError **error)
{
  invalidate (drawer);
  if (!life_drawer_need_kernels (drawer, error))
    return FALSE;
  drawer->pixel_bytes = plane->pixel_bytes;
  drawer->plan = *plan;
  drawer->frame = *frame;
  life_coloring_init (
      &drawer->coloring.coloring, &plan->view, plane->cells.rule);
  drawer->sampler = make_sampler (drawer);
  drawer->painter.kind = drawer->sampler->kind;
  drawer->painter.layout = life_pixel_layout_get (frame->format);
  copy_colors (drawer);
  drawer->valid = TRUE;
  return TRUE;
}

/* The same with other colors. */
static void
change_colors (LifeDrawer *drawer, const LifeView *view, const LifeRule *rule)
{
  drawer->plan.view = *view;
  life_coloring_init (&drawer->coloring.coloring, view, rule);
  copy_colors (drawer);
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
          drawer->plan.n_columns,
          life_bits_words (drawer->plan.n_columns) * sizeof (guint64));
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

/* Where each row is read once, the frame that is late is counted as rows are read. */
static gboolean
prepare_history (const LifeDrawer *drawer, const LifeCellPlane *plane,
    LifeViewKind kind, GError **error)
{
  const LifeGeometry *geometry = &plane->cells.geometry;
  gboolean is_all = drawer->sampler->reads_rows_once && geometry->depth == 1
                    && drawer->plan.view.axis == LIFE_AXIS_Z
                    && life_view_kind_is (kind, LIFE_VIEW_FLAG_SLICE);

  return life_history_need (plane->history, geometry, error)
         && (is_all
             || life_history_settle (plane->history, plane->cells.pool, error));
}

/* Gets the drawer ready for a frame, and @plane for samplers. */
static gboolean
prepare (LifeDrawer *drawer, LifeCellPlane *plane, const LifeView *requested,
    const LifeFrame *frame, GError **error)
{
  const LifeCells *cells = &plane->cells;
  LifePictureLayout plan;
  const LifeView *view = &plan.view;

  life_picture_layout_init (&plan, requested, &cells->geometry, frame);
  if (!is_valid (drawer, plane, &plan, frame)) {
    if (!refresh (drawer, plane, &plan, frame, error))
      return FALSE;
  } else if (!life_coloring_is_same (&drawer->coloring.coloring,
                 &drawer->plan.view, view, cells->rule)) {
    change_colors (drawer, view, cells->rule);
  }
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS)
      || drawer->coloring.coloring.cells_look != LIFE_LOOK_HISTORY
      || plane->pixels != NULL)
    plane->history = NULL;
  else if (!prepare_history (drawer, plane, view->kind, error))
    return FALSE;
  life_row_coloring_apply (&drawer->coloring, plane);
  if (drawer->sampler->prepare != NULL
      && !drawer->sampler->prepare (drawer->sampler, plane, view, error))
    return FALSE;
  if (plan.form == LIFE_VIEW_FORM_PROJECTION)
    return life_project (
        &drawer->projected, &plan.sheet, &drawer->coloring, plane, error);
  life_projected_clear (&drawer->projected);
  return TRUE;
}

gboolean
life_draw_rows (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, guint first, guint end,
    GError **error)
{
  LifeThreadPool *pool = cells->cells.pool;
  LifeCellPlane plane = *cells;
  RowDrawing drawing = { drawer, &plane, frame, view->fade, first, end };
  const guint rows = end - first;
  LifeWork work = { .item = draw_band };
  guint threads;

  g_return_val_if_fail (
      view->fade == 0
          || life_pixel_layout_is_same (&drawer->previous.frame, frame),
      FALSE);

  plane.axis = view->axis;
  plane.slice = view->slice;
  if (frame->width == 0 || first == end)
    return TRUE;
  if (!prepare (drawer, &plane, view, frame, error))
    return FALSE;

  threads = choose_threads (
      drawer, pool != NULL ? life_thread_pool_get_threads (pool) : 1);
  drawing.n_bands = threads == 1 ? 1
                    : drawer->sampler->is_uneven
                        ? threads * BANDS_PER_THREAD_UNEVEN
                        : threads * BANDS_PER_THREAD;
  /* Bands of whole rows of chroma. */
  drawing.band_rows =
      (rows + 2 * drawing.n_bands - 1) / (2 * drawing.n_bands) * 2;
  drawing.n_bands = (rows + drawing.band_rows - 1) / drawing.band_rows;
  if (!make_works (drawer, drawing.n_bands, error))
    return FALSE;
  work.items = drawing.n_bands;
  if (threads == 1)
    draw_band (&drawing, 0);
  else
    life_thread_pool_run (pool, threads, &work, &drawing);
  if (plane.history != NULL)
    plane.history->is_late = FALSE;
  return TRUE;
}

guint
life_draw_sums (const LifeView *view, const LifeRule *rule)
{
  const gboolean colors =
      life_look_has_indices (life_look_choose (view, rule)) || view->zoom > 1;

  return life_mapping_has_edges (view->zoom, view->scaling) && colors ? 4 : 1;
}

gboolean
life_draw_sum_rows (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, guint first, guint end,
    guint32 first_row, guint32 end_row, guint64 *sums, GError **error)
{
  const LifeSampler *sampler;
  LifeCellPlane plane = *cells;

  plane.axis = view->axis;
  plane.slice = view->slice;
  if (!prepare (drawer, &plane, view, frame, error)
      || !make_works (drawer, 1, error))
    return FALSE;
  sampler = drawer->sampler;
  g_return_val_if_fail (
      sampler->n_sums == life_draw_sums (view, plane.cells.rule), FALSE);
  if (sampler->start != NULL)
    sampler->start (drawer->works[0]);
  for (guint y = first; y < end; y++) {
    sampler->sum_row (
        sampler, drawer->works[0], &plane, y, first_row, end_row, sums);
    sums += (gsize) frame->width * sampler->n_sums;
  }
  return TRUE;
}

gboolean
life_draw (LifeDrawer *drawer, const LifeCellPlane *cells, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  return life_draw_rows (drawer, cells, view, frame, 0, frame->height, error);
}

/* --- The previous picture --- */

static void
drop_previous (LifePreviousFrame *previous)
{
  life_memory_release (previous->memory);
  memset (previous, 0, sizeof (*previous));
}

void
life_draw_drop_previous (LifeDrawer *drawer)
{
  drop_previous (&drawer->previous);
}

/* Memory for a picture of @frame's shape, without padding. */
static gboolean
make_previous (
    LifePreviousFrame *previous, const LifeFrame *frame, GError **error)
{
  if (previous->memory != NULL
      && life_pixel_layout_is_same (&previous->frame, frame))
    return TRUE;
  drop_previous (previous);
  previous->memory =
      life_memory_reserve (life_pixel_layout_bytes (frame), "a picture", error);
  if (previous->memory == NULL)
    return FALSE;
  previous->frame = *frame;
  life_pixel_layout_set_planes (&previous->frame, previous->memory);
  return TRUE;
}

gboolean
life_draw_previous (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  if (frame->width == 0 || frame->height == 0)
    return TRUE;
  if (!make_previous (&drawer->previous, frame, error))
    return FALSE;
  if (view->overlay)
    life_pixel_layout_copy (&drawer->previous.frame, frame);
  return life_draw (drawer, cells, view, &drawer->previous.frame, error);
}

gboolean
life_draw_caption (LifeDrawer *drawer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  if (drawer->caption == NULL)
    drawer->caption = life_caption_painter_new (error);
  if (drawer->caption == NULL)
    return FALSE;
  life_caption_paint (drawer->caption, frame, caption);
  return TRUE;
}
