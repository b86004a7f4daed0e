/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of cells into a frame, in bands of rows: a sampler samples the pixels
 * of a row, and the painter turns the samples into bytes while they are in the cache.
 * What a view shows is in sample-*.c, which color that has in coloring.c, and which
 * bytes in palette.c and paint-kernels.c. */
#include "life/draw/draw-rows.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/draw/body/sample-body.h"
#include "life/draw/history.h"
#include "life/draw/draw-kernels.h"
#include "life/draw/sample/samplers.h"

/* A frame of fewer bytes is drawn faster than threads are woken. */
#define MIN_BYTES_PER_THREAD (128 * 1024)

/* So that a delayed thread does not delay the other ones for long. */
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

/* Whether row @y is as the row @back above it, and that is drawn. */
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

static void
drop_sampler (LifeDrawer *drawer)
{
  for (guint i = 0; i < drawer->n_works; i++)
    drawer->sampler->free_work (drawer->works[i]);
  g_clear_pointer (&drawer->works, g_free);
  drawer->n_works = 0;
  if (drawer->sampler != NULL)
    drawer->sampler->free (drawer->sampler);
  drawer->sampler = NULL;
}

void
life_drawer_clear (LifeDrawer *drawer)
{
  drop_sampler (drawer);
  life_picture_plan_clear (&drawer->plan);
  life_projected_clear (&drawer->projected);
  life_draw_drop_previous (drawer);
  life_caption_painter_free (drawer->caption);
  drawer->caption = NULL;
}

static LifeSampler *
make_cell_sampler (const LifeDrawer *drawer)
{
  const LifePicturePlan *plan = &drawer->plan;

  if (plan->layout.is_turned)
    return life_turned_sampler_new (drawer->sample_kernels, plan);
  switch (plan->content) {
    case LIFE_PIXEL_CONTENT_COUNT:
      return life_count_sampler_new (drawer->sample_kernels, plan);
    case LIFE_PIXEL_CONTENT_MEAN:
      return life_mean_sampler_new (drawer->sample_kernels, plan);
    case LIFE_PIXEL_CONTENT_CELL:
    default:
      return life_cell_sampler_new (plan);
  }
}

static LifeSampler *
make_montage_sampler (const LifeDrawer *drawer)
{
  return life_montage_sampler_new (
      drawer->sample_kernels, make_cell_sampler (drawer), &drawer->plan);
}

static LifeSampler *
make_body_sampler (const LifeDrawer *drawer)
{
  return life_body_sampler_new (drawer->body_row, &drawer->plan);
}

static LifeSampler *
make_plane_sampler (const LifeDrawer *drawer)
{
  LifeSampler *cells = make_cell_sampler (drawer);

  if (!life_grid_is_shown (&drawer->plan.layout.view))
    return cells;
  return life_grid_sampler_new (drawer->sample_kernels, cells, &drawer->plan);
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
  const LifePictureLayout *layout = &drawer->plan.layout;

  G_STATIC_ASSERT (G_N_ELEMENTS (of_forms) == LIFE_VIEW_FORMS);
  if (drawer->pixel_bytes > 0)
    return life_pixel_sampler_new (
        layout->width, layout->height, drawer->pixel_bytes);
  return of_forms[layout->form](drawer);
}

gboolean
life_drawer_need_kernels (LifeDrawer *drawer, GError **error)
{
  LifeDrawKernels kernels;

  if (drawer->sample_kernels != NULL)
    return TRUE;
  if (!life_draw_kernels_choose (&kernels, error))
    return FALSE;
  drawer->sample_kernels = kernels.sample;
  drawer->paint_kernels = kernels.paint;
  drawer->body_row = kernels.body_row;
  return TRUE;
}

/* Whether the sampler is not that of the plan, of which parts have @changed: it has its tables,
 * and where its samples are colors those of cells, but of a body, which prepares them. */
static gboolean
is_stale (const LifeDrawer *drawer, guint pixel_bytes, LifePlanParts changed)
{
  const LifeSampler *sampler = drawer->sampler;

  return sampler == NULL || drawer->pixel_bytes != pixel_bytes
         || (changed & ~LIFE_PLAN_COLORS) != 0
         || (changed != 0 && sampler->kind == LIFE_SAMPLE_COLORS
             && sampler->prepare == NULL);
}

/* Gets what draws by the plan. */
static gboolean
refresh (LifeDrawer *drawer, guint pixel_bytes, LifePlanParts changed,
    GError **error)
{
  const LifePicturePlan *plan = &drawer->plan;
  LifePainter *painter = &drawer->painter;

  if (is_stale (drawer, pixel_bytes, changed)) {
    drop_sampler (drawer);
    if (!life_drawer_need_kernels (drawer, error))
      return FALSE;
    drawer->pixel_bytes = pixel_bytes;
    drawer->sampler = make_sampler (drawer);
    drawer->coloring =
        (LifeRowColoring){ &plan->coloring, drawer->sample_kernels };
  } else if (changed == 0) {
    return TRUE;
  }
  painter->kind = drawer->sampler->kind;
  painter->overlay = plan->layout.view.overlay;
  painter->layout = life_pixel_layout_get (plan->frame.format);
  painter->palette = plan->bytes;
  return TRUE;
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
          drawer->plan.layout.n_columns,
          life_bits_words (drawer->plan.layout.n_columns) * sizeof (guint64));
      return FALSE;
    }
    drawer->works[drawer->n_works] = work;
  }
  return TRUE;
}

/* How many threads gain by sharing a frame, of @maximum. */
static guint
choose_threads (const LifeDrawer *drawer, guint maximum)
{
  const LifeFrame *frame = &drawer->plan.frame;
  gdouble bytes =
      drawer->sampler->bytes
      + (gdouble) life_pixel_layout_row_size (frame, 0) * frame->height;

  return (guint) CLAMP (bytes / MIN_BYTES_PER_THREAD, 1.0, (gdouble) maximum);
}

/* Where each row is read once, the frame that is late is counted as rows are read. */
static gboolean
prepare_history (
    const LifeDrawer *drawer, const LifeCellPlane *plane, GError **error)
{
  const LifeGeometry *geometry = &plane->cells.geometry;
  gboolean is_all = drawer->sampler->reads_rows_once && geometry->depth == 1
                    && plane->axis == LIFE_AXIS_Z
                    && life_view_kind_is (
                        drawer->plan.layout.view.kind, LIFE_VIEW_FLAG_SLICE);

  return life_history_need (plane->history, geometry, error)
         && (is_all
             || life_history_settle (plane->history, plane->cells.pool, error));
}

/* Gets the drawer ready for a frame, and @plane for samplers. */
static gboolean
prepare (LifeDrawer *drawer, LifeCellPlane *plane, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const LifePictureRequest request = { view, frame, &plane->cells.geometry,
    plane->cells.rule };
  const LifePicturePlan *plan = &drawer->plan;

  plane->axis = view->axis;
  plane->slice = view->slice;
  if (!refresh (drawer, plane->pixel_bytes,
          life_picture_plan_update (&drawer->plan, &request), error))
    return FALSE;
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS)
      || plan->coloring.cells_source != LIFE_COLOR_SOURCE_HISTORY
      || plane->pixels != NULL)
    plane->history = NULL;
  else if (!prepare_history (drawer, plane, error))
    return FALSE;
  life_row_coloring_apply (&drawer->coloring, plane);
  if (drawer->sampler->prepare != NULL
      && !drawer->sampler->prepare (drawer->sampler, plane, view, error))
    return FALSE;
  if (plan->layout.form == LIFE_VIEW_FORM_PROJECTION)
    return life_project (&drawer->projected, &plan->layout.sheet,
        &drawer->coloring, plane, error);
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
  const LifeColorSource source = life_color_source_choose (view, rule);

  return life_pixel_content (view, source) == LIFE_PIXEL_CONTENT_MEAN ? 4 : 1;
}

gboolean
life_draw_sum_rows (LifeDrawer *drawer, const LifeCellPlane *cells,
    const LifeView *view, const LifeFrame *frame, guint first, guint end,
    guint32 first_row, guint32 end_row, guint64 *sums, GError **error)
{
  const LifeSampler *sampler;
  LifeCellPlane plane = *cells;

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
