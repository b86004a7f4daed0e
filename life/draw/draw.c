/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of cells into a frame, in bands of rows: rows of bits or of states
 * become rows of palette indices, of colours, or at once of pixels. Where cells lie
 * is in mapping.c, means are in coverage.c and means.c, what indices look like in
 * color.c, and the inner loops in paint.c. */
#include "life/draw/draw.h"

#include "life/base/bits.h"

#include <string.h>

/* A frame of fewer bytes is drawn faster than threads are woken. */
#define MIN_BYTES_PER_THREAD (128 * 1024)

/* So that a thread that is held up does not hold up the others for long. */
#define BANDS_PER_THREAD 4

/* What drawing one band needs. */
struct _LifeBand {
  guint64 *scratch[LIFE_PAINT_SQUARE_SIDE];
  LifeCoverageWork coverage;
  LifeMeansWork means;
  guint8 *cells; /* indices of the shown cells */

  /* Two rows of indices, which row of cells each was made of (outside: none that
   * could be met again), and one of pixels that lie outside the world. */
  guint8 *indices[2];
  guint32 indices_row[2];
  guint8 *outside;
  guint8 *colors[2]; /* rows of four bytes a pixel */
};

/* One frame in the making. */
typedef struct {
  LifeDrawer *drawer;
  LifeEngine *engine;
  LifeReadRow read_row;
  LifeReadStates read_states;
  const LifeView *view;
  const LifeFrame *frame;
  guint n_bands, band_rows;
} Drawing;

/* One band of it. */
typedef struct {
  const Drawing *drawing;
  const LifeDrawer *drawer;
  const LifeFrame *frame;
  LifeBand *band;
  guint first_row;
} Stroke;

static const guint64 *
read_row (gpointer data, guint32 row, guint slot)
{
  const Stroke *stroke = data;
  const Drawing *drawing = stroke->drawing;

  return drawing->read_row (drawing->engine, drawing->view->axis,
      drawing->view->slice, row, stroke->band->scratch[slot]);
}

static const guint8 *
read_states (
    gpointer data, guint32 row, guint32 first, guint32 n, guint8 *scratch)
{
  const Stroke *stroke = data;
  const Drawing *drawing = stroke->drawing;

  return drawing->read_states (drawing->engine, drawing->view->axis,
      drawing->view->slice, row, first, n, scratch);
}

/* --- A zoom of 1 and up: a pixel shows one cell --- */

static void
find_shown_pixels (LifeDrawer *drawer)
{
  const guint32 *cells = drawer->columns.cells;
  guint first = 0, end = drawer->columns.n_pixels;

  while (first < end && cells[first] == LIFE_MAPPING_OUTSIDE)
    first++;
  while (end > first && cells[end - 1] == LIFE_MAPPING_OUTSIDE)
    end--;
  drawer->first_pixel = first;
  drawer->end_pixel = end;
}

static guint32
count_shown_cells (const LifeDrawer *drawer)
{
  const guint32 *cells = drawer->columns.cells;

  return cells[drawer->end_pixel - 1] - cells[drawer->first_pixel] + 1;
}

/* Whether pixels and shown cells are the same. */
static gboolean
is_cell_a_pixel (const LifeDrawer *drawer)
{
  return count_shown_cells (drawer) == drawer->end_pixel - drawer->first_pixel;
}

/* Each cell's index at the pixels that show it, cell by cell. */
static void
stretch_cells (
    const LifeDrawer *drawer, const guint8 *restrict cells, guint8 *out)
{
  const guint32 *columns = drawer->columns.cells;
  guint i = drawer->first_pixel, end = drawer->end_pixel;
  guint32 first_cell = columns[i];

  while (i < end) {
    guint32 cell = columns[i];
    guint8 index = cells[cell - first_cell];

    do
      out[i++] = index;
    while (i < end && columns[i] == cell);
  }
}

static void
index_states (const Stroke *stroke, guint32 row, guint8 *out)
{
  const LifeDrawer *drawer = stroke->drawer;
  guint32 first_cell = drawer->columns.cells[drawer->first_pixel];
  guint32 n_cells = count_shown_cells (drawer);
  const guint8 *states = read_states (
      (gpointer) stroke, row, first_cell, n_cells, stroke->band->cells);

  if (is_cell_a_pixel (drawer))
    memcpy (out + drawer->first_pixel, states, n_cells);
  else
    stretch_cells (drawer, states, out);
}

static void
index_cells (const Stroke *stroke, guint32 row, guint8 *out)
{
  const LifeDrawer *drawer = stroke->drawer;
  guint first = drawer->first_pixel;
  const guint64 *bits;
  guint32 first_cell, n_cells;

  if (first == drawer->end_pixel)
    return;
  if (drawer->by_state) {
    index_states (stroke, row, out);
    return;
  }
  first_cell = drawer->columns.cells[first];
  n_cells = count_shown_cells (drawer);
  bits = read_row ((gpointer) stroke, row, 0);
  if (is_cell_a_pixel (drawer)) {
    drawer->kernels.cells (bits, first_cell, n_cells, 0, 255, out + first);
    return;
  }
  drawer->kernels.cells (
      bits, first_cell, n_cells, 0, 255, stroke->band->cells);
  stretch_cells (drawer, stroke->band->cells, out);
}

/* --- Rows of indices onto the frame --- */

/* The indices of the frame's row @y, in a slot that does not hold @keep. */
static guint8 *
index_row (const Stroke *stroke, guint y, const guint8 *keep)
{
  const LifeDrawer *drawer = stroke->drawer;
  LifeBand *band = stroke->band;
  guint slot = keep == band->indices[0] ? 1 : 0;
  guint8 *out = band->indices[slot];
  guint width = stroke->frame->width;

  if (drawer->rows.edges != NULL) {
    life_coverage_index (&drawer->coverage, &band->coverage, read_row,
        (gpointer) stroke, y, out);
  } else {
    guint32 row = drawer->rows.cells[y];

    if (row == LIFE_MAPPING_OUTSIDE)
      return band->outside;
    if (row == band->indices_row[0])
      return band->indices[0];
    if (row == band->indices_row[1])
      return band->indices[1];
    band->indices_row[slot] = row;
    index_cells (stroke, row, out);
  }
  out[width] = out[width - 1];
  return out;
}

/* Whether row @y looks as the row @back before it does, and that is drawn. */
static gboolean
is_same_row (const Stroke *stroke, guint y, guint back)
{
  const LifeDrawer *drawer = stroke->drawer;

  return y >= stroke->first_row + back && drawer->rows.cells != NULL
         && !drawer->view.overlay
         && drawer->rows.cells[y] == drawer->rows.cells[y - back];
}

static void
copy_row (const LifeFrame *frame, guint plane, guint from, guint to)
{
  guint8 *data = frame->data[plane];
  gssize stride = frame->stride[plane];

  memcpy (data + to * stride, data + from * stride,
      life_palette_row_size (frame, plane));
}

static void
paint_row (const Stroke *stroke, guint y, const guint8 *indices)
{
  const LifeDrawer *drawer = stroke->drawer;

  if (is_same_row (stroke, y, 1))
    copy_row (stroke->frame, 0, y - 1, y);
  else if (drawer->paint == LIFE_PAINT_STATES_OVERLAY)
    drawer->kernels.pixels (&drawer->palette, drawer->paint, stroke->frame, y,
        (LifePaintPixels){ .states = indices });
  else
    drawer->kernels.row (
        &drawer->palette, drawer->paint, stroke->frame, y, indices);
}

static void
paint_chroma (
    const Stroke *stroke, guint y, const guint8 *top, const guint8 *bottom)
{
  const LifeDrawer *drawer = stroke->drawer;
  guint n_planes = life_palette_chroma_planes (stroke->frame->format);
  const LifePaintPixels rows[2] = { { .states = top }, { .states = bottom } };

  if (n_planes == 0)
    return;
  if (y + 1 < stroke->frame->height && is_same_row (stroke, y, 2)
      && is_same_row (stroke, y + 1, 2)) {
    for (guint i = 1; i <= n_planes; i++)
      copy_row (stroke->frame, i, y / 2 - 1, y / 2);
    return;
  }
  if (drawer->paint == LIFE_PAINT_STATES_OVERLAY)
    drawer->kernels.pixels_chroma (
        &drawer->palette, drawer->paint, stroke->frame, y / 2, rows);
  else
    drawer->kernels.chroma (
        &drawer->palette, drawer->paint, stroke->frame, y / 2, top, bottom);
}

static void
draw_by_indices (const Stroke *stroke, guint end_row)
{
  for (guint y = stroke->first_row; y < end_row; y += 2) {
    guint8 *top = index_row (stroke, y, NULL);
    guint8 *bottom = top;

    paint_row (stroke, y, top);
    if (y + 1 < end_row) {
      bottom = index_row (stroke, y + 1, top);
      paint_row (stroke, y + 1, bottom);
    }
    paint_chroma (stroke, y, top, bottom);
  }
}

/* --- Means of colours onto the frame --- */

static LifePaintPixels
draw_row_of_means (const Stroke *stroke, guint y)
{
  const LifeDrawer *drawer = stroke->drawer;
  LifeBand *band = stroke->band;
  gsize width = stroke->frame->width;
  LifePaintPixels pixels = { .colors = band->colors[y % 2] };

  life_means_color (&drawer->means, &band->means, read_states,
      (gpointer) stroke, y, band->colors[y % 2]);
  memcpy (band->colors[y % 2] + 4 * width,
      band->colors[y % 2] + 4 * (width - 1), 4);
  drawer->kernels.pixels (
      &drawer->palette, drawer->paint, stroke->frame, y, pixels);
  return pixels;
}

static void
draw_by_means (const Stroke *stroke, guint end_row)
{
  const LifeDrawer *drawer = stroke->drawer;
  gboolean chroma = life_palette_chroma_planes (stroke->frame->format) > 0;

  for (guint y = stroke->first_row; y < end_row; y += 2) {
    LifePaintPixels rows[2];

    rows[0] = rows[1] = draw_row_of_means (stroke, y);
    if (y + 1 < end_row)
      rows[1] = draw_row_of_means (stroke, y + 1);
    if (chroma)
      drawer->kernels.pixels_chroma (
          &drawer->palette, drawer->paint, stroke->frame, y / 2, rows);
  }
}

/* --- Bits onto the frame at once --- */

/* Whether rows of pixels follow from rows of bits without looking at two of them
 * together: at zoom 1, where chroma is the same everywhere or absent. */
static gboolean
is_direct (const LifeDrawer *drawer)
{
  gboolean chroma = life_palette_chroma_planes (drawer->frame.format) > 0;

  return drawer->paint == LIFE_PAINT_TWO_COLORS
         && drawer->first_pixel < drawer->end_pixel && is_cell_a_pixel (drawer)
         && (!chroma || drawer->palette.flat_chroma);
}

static void
draw_row_of_bits (const Stroke *stroke, guint y)
{
  const LifeDrawer *drawer = stroke->drawer;
  const LifePalette *palette = &drawer->palette;
  guint32 row = drawer->rows.cells[y];
  guint first = drawer->first_pixel, end = drawer->end_pixel;
  guint8 *out = stroke->frame->data[0] + (gssize) y * stroke->frame->stride[0];
  gboolean packed = life_palette_is_packed (stroke->frame->format);

  if (row == LIFE_MAPPING_OUTSIDE) {
    drawer->kernels.row (
        palette, drawer->paint, stroke->frame, y, stroke->band->outside);
    return;
  }
  if (first > 0 || end < stroke->frame->width)
    drawer->kernels.row (
        palette, drawer->paint, stroke->frame, y, stroke->band->outside);
  if (packed)
    drawer->kernels.packed_cells (read_row ((gpointer) stroke, row, 0),
        drawer->columns.cells[first], end - first, palette->packed[0],
        palette->packed[255], out + 4 * (gsize) first);
  else
    drawer->kernels.cells (read_row ((gpointer) stroke, row, 0),
        drawer->columns.cells[first], end - first, palette->luma[0],
        palette->luma[255], out + first);
}

static void
draw_directly (const Stroke *stroke, guint end_row)
{
  const LifeDrawer *drawer = stroke->drawer;
  gboolean chroma = life_palette_chroma_planes (stroke->frame->format) > 0;

  for (guint y = stroke->first_row; y < end_row; y++) {
    draw_row_of_bits (stroke, y);
    if (chroma && y % 2 == 0)
      drawer->kernels.chroma (&drawer->palette, drawer->paint, stroke->frame,
          y / 2, stroke->band->outside, stroke->band->outside);
  }
}

/* --- Bands --- */

static void
draw_band (gpointer data, gsize item)
{
  const Drawing *drawing = data;
  LifeBand *band = &drawing->drawer->bands[item];
  Stroke stroke = { drawing, drawing->drawer, drawing->frame, band,
    (guint) item * drawing->band_rows };
  guint end_row =
      MIN (stroke.first_row + drawing->band_rows, drawing->frame->height);

  band->indices_row[0] = band->indices_row[1] = LIFE_MAPPING_OUTSIDE;
  if (is_direct (drawing->drawer))
    draw_directly (&stroke, end_row);
  else if (drawing->drawer->means.kernels != NULL)
    draw_by_means (&stroke, end_row);
  else
    draw_by_indices (&stroke, end_row);
}

static void
band_clear (LifeBand *band)
{
  for (guint i = 0; i < LIFE_PAINT_SQUARE_SIDE; i++)
    g_free (band->scratch[i]);
  life_coverage_work_clear (&band->coverage);
  life_means_work_clear (&band->means);
  g_free (band->cells);
  g_free (band->colors[0]);
  g_free (band->colors[1]);
  g_free (band->indices[0]);
  g_free (band->indices[1]);
  g_free (band->outside);
}

static gboolean
band_init (LifeBand *band, const LifeDrawer *drawer)
{
  guint width = drawer->frame.width;
  gboolean mean = drawer->columns.edges != NULL;
  gsize n_words = life_bits_words (drawer->columns.n_cells);

  band->indices[0] = g_malloc0 (width + 1);
  band->indices[1] = g_malloc0 (width + 1);
  band->outside = g_malloc0 (width + 1);
  band->cells = g_malloc (width + LIFE_PAINT_STATES_PADDING);
  if (drawer->means.kernels != NULL) {
    life_means_work_init (&band->means, &drawer->means);
    for (guint i = 0; i < 2; i++)
      band->colors[i] = g_malloc (4 * ((gsize) width + 1));
    return TRUE;
  }
  for (guint i = 0; i < (mean ? LIFE_PAINT_SQUARE_SIDE : 1); i++) {
    band->scratch[i] = g_try_new (guint64, n_words);
    if (band->scratch[i] == NULL)
      return FALSE;
  }
  return !mean || life_coverage_work_init (&band->coverage, &drawer->coverage);
}

/* Makes as many bands as are needed that are not there yet. */
static gboolean
make_bands (LifeDrawer *drawer, guint n, GError **error)
{
  if (n > drawer->n_bands)
    drawer->bands = g_renew (LifeBand, drawer->bands, n);
  for (; drawer->n_bands < n; drawer->n_bands++) {
    LifeBand *band = &drawer->bands[drawer->n_bands];

    memset (band, 0, sizeof (*band));
    if (!band_init (band, drawer)) {
      band_clear (band);
      g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
          "Drawing a world of %u columns needs rows of %" G_GSIZE_FORMAT
          " bytes, more memory than there is",
          drawer->columns.n_cells,
          life_bits_words (drawer->columns.n_cells) * sizeof (guint64));
      return FALSE;
    }
  }
  return TRUE;
}

/* --- What stays from frame to frame --- */

static gboolean
is_same_colorimetry (const LifeColorimetry *a, const LifeColorimetry *b)
{
  return a->kr == b->kr && a->kb == b->kb && a->luma_offset == b->luma_offset
         && a->luma_scale == b->luma_scale
         && a->chroma_scale == b->chroma_scale;
}

/* Whether what is kept holds for this frame; the slice makes no difference. */
static gboolean
is_known (const LifeDrawer *drawer, gboolean by_state, const LifeView *view,
    const LifeFrame *frame)
{
  const LifeView *last = &drawer->view;

  return drawer->known && drawer->by_state == by_state
         && last->zoom == view->zoom && last->x == view->x && last->y == view->y
         && last->axis == view->axis
         && life_palette_is_same (last, view, by_state)
         && drawer->frame.format == frame->format
         && drawer->frame.width == frame->width
         && drawer->frame.height == frame->height
         && is_same_colorimetry (
             &drawer->frame.colorimetry, &frame->colorimetry);
}

void
life_drawer_clear (LifeDrawer *drawer)
{
  for (guint i = 0; i < drawer->n_bands; i++)
    band_clear (&drawer->bands[i]);
  g_free (drawer->bands);
  life_mapping_clear (&drawer->columns);
  life_mapping_clear (&drawer->rows);
  life_coverage_clear (&drawer->coverage);
  life_means_clear (&drawer->means);
  memset (drawer, 0, sizeof (*drawer));
}

static gboolean
choose_kernels (LifePaintKernels *kernels, GError **error)
{
  LifeCpuPath path;

  if (!life_cpu_path_choose (&path, error))
    return FALSE;
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX512)
    *kernels = life_cpu_path_has_bytes (path) ? life_paint_avx512vbmi
                                              : life_paint_avx512;
  else if (path == LIFE_CPU_PATH_AVX2)
    *kernels = life_paint_avx2;
  else
#endif
    *kernels = life_paint_portable;
  return TRUE;
}

static LifePaint
choose_paint (const LifeDrawer *drawer)
{
  if (drawer->view.overlay)
    return drawer->by_state ? LIFE_PAINT_STATES_OVERLAY : LIFE_PAINT_OVERLAY;
  return drawer->by_state || drawer->columns.edges != NULL
             ? LIFE_PAINT_MANY_COLORS
             : LIFE_PAINT_TWO_COLORS;
}

static gboolean
get_to_know (LifeDrawer *drawer, gboolean by_state,
    const LifeGeometry *geometry, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  guint32 n_columns, n_rows, n_planes;

  life_drawer_clear (drawer);
  if (!choose_kernels (&drawer->kernels, error))
    return FALSE;
  life_geometry_plane (geometry, view->axis, &n_columns, &n_rows, &n_planes);
  life_mapping_init (
      &drawer->columns, frame->width, n_columns, view->zoom, view->x);
  life_mapping_init (&drawer->rows, frame->height, n_rows, view->zoom, view->y);
  if (by_state)
    life_palette_init_states (&drawer->palette, view, frame);
  else
    life_palette_init (&drawer->palette, view, frame);
  drawer->by_state = by_state;
  drawer->view = *view;
  drawer->frame = *frame;
  drawer->paint = choose_paint (drawer);
  if (drawer->columns.cells != NULL)
    find_shown_pixels (drawer);
  else if (by_state)
    life_means_init (&drawer->means, &drawer->kernels, &drawer->columns,
        &drawer->rows, view, frame->format);
  else
    life_coverage_init (&drawer->coverage, &drawer->kernels, &drawer->columns,
        &drawer->rows, view->zoom);
  drawer->known = TRUE;
  return TRUE;
}

/* The bytes that drawing a frame reads and writes, about. */
static guint64
count_bytes (const LifeDrawer *drawer, const LifeFrame *frame)
{
  guint64 pixels = (guint64) frame->width * frame->height;
  guint64 bytes = pixels * life_palette_row_size (frame, 0) / frame->width;

  if (drawer->view.zoom < 1)
    bytes += (guint64) (pixels / (drawer->view.zoom * drawer->view.zoom)
                        / (drawer->by_state ? 1 : 8));
  return bytes;
}

gboolean
life_draw_states (LifeDrawer *drawer, LifeEngine *engine, LifeThreadPool *pool,
    LifeReadRow read_row_of_engine, LifeReadStates read_states_of_engine,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  Drawing drawing = { drawer, engine, read_row_of_engine, read_states_of_engine,
    view, frame };
  gboolean by_state = view->color_mode == LIFE_COLOR_MODE_STATE
                      && read_states_of_engine != NULL;
  guint threads = pool != NULL ? life_thread_pool_get_threads (pool) : 1;
  LifeWork work = { .item = draw_band };

  if (frame->width == 0 || frame->height == 0)
    return TRUE;
  if (!is_known (drawer, by_state, view, frame)
      && !get_to_know (drawer, by_state, &engine->geometry, view, frame, error))
    return FALSE;

  threads =
      CLAMP (count_bytes (drawer, frame) / MIN_BYTES_PER_THREAD, 1, threads);
  drawing.n_bands = threads > 1 ? threads * BANDS_PER_THREAD : 1;
  /* Bands of whole rows of chroma. */
  drawing.band_rows =
      (frame->height + 2 * drawing.n_bands - 1) / (2 * drawing.n_bands) * 2;
  drawing.n_bands = (frame->height + drawing.band_rows - 1) / drawing.band_rows;
  if (!make_bands (drawer, drawing.n_bands, error))
    return FALSE;
  if (threads == 1) {
    draw_band (&drawing, 0);
    return TRUE;
  }
  work.items = drawing.n_bands;
  life_thread_pool_run (pool, threads, &work, &drawing);
  return TRUE;
}
