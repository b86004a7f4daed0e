/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Turns an arriving picture into cells and combines them with a world's, row by
 * row through the engine's own read and write. Where pixels lie on the world is
 * in life/mapping.c. */
#include "life/picture.h"

#include "life/mapping.h"
#include "life/pixel.h"

#include <string.h>

/* What a cell that no picture has covered remembers; others hold their luma
 * plus 1. */
#define NEVER_SEEN 0

typedef struct {
  LifeEngine *engine;
  LifePictureMemory *memory;
  const LifeView *view;
  const LifeFrame *picture;
  LifeInput input;
  guint32 threshold;

  guint32 n_columns, n_rows;
  LifeSpan *columns, *rows;
  guint n_column_spans, n_row_spans;
  guint32 first_column, n_covered;

  /* One a pixel column, one a span, one a cell of the plane's row. */
  guint8 *luma;
  guint64 *sums;
  guint16 *means;
  guint8 *alive;
  guint8 *cells;
} Absorbing;

/* The luma that counts as full, as life_pixel_luma_…() give it. */
static guint
full_luma (const LifeFrame *picture)
{
  switch (picture->format) {
    case LIFE_PIXEL_FORMAT_GRAY8:
    case LIFE_PIXEL_FORMAT_I420:
    case LIFE_PIXEL_FORMAT_NV12:
      return picture->colorimetry.luma_scale;
    default:
      return 255;
  }
}

static void
read_luma (const LifeFrame *picture, guint y, guint8 *luma)
{
  const guint8 *in = picture->data[0] + (gssize) y * picture->stride[0];
  const LifeColorimetry *colorimetry = &picture->colorimetry;
  gboolean red_first = picture->format == LIFE_PIXEL_FORMAT_RGBA
                       || picture->format == LIFE_PIXEL_FORMAT_RGBX;
  guint red = red_first ? 0 : 2, blue = red_first ? 2 : 0;
  guint i;

  switch (picture->format) {
    case LIFE_PIXEL_FORMAT_GRAY8:
    case LIFE_PIXEL_FORMAT_I420:
    case LIFE_PIXEL_FORMAT_NV12:
      for (i = 0; i < picture->width; i++)
        luma[i] = life_pixel_luma_range (
            in[i], colorimetry->luma_offset, colorimetry->luma_scale);
      break;
    default:
      for (i = 0; i < picture->width; i++, in += 4)
        luma[i] = life_pixel_luma_rgb (in[red], in[1], in[blue]);
  }
}

/* The sum of luma under each span of columns, over the pixel rows of @row. */
static void
sum_luma (Absorbing *absorbing, const LifeSpan *row)
{
  guint64 *sums = absorbing->sums;
  guint y, i, x;

  memset (sums, 0, absorbing->n_column_spans * sizeof (guint64));
  for (y = 0; y < row->n_pixels; y++) {
    read_luma (absorbing->picture, row->pixel + y, absorbing->luma);
    for (i = 0; i < absorbing->n_column_spans; i++) {
      const LifeSpan *column = &absorbing->columns[i];
      const guint8 *luma = absorbing->luma + column->pixel;
      guint sum = 0;

      for (x = 0; x < column->n_pixels; x++)
        sum += luma[x];
      sums[i] += sum;
    }
  }
}

/* What each span of columns holds: whether it is alive, or its mean luma. */
static void
judge_spans (Absorbing *absorbing, const LifeSpan *row)
{
  guint64 full_row = (guint64) full_luma (absorbing->picture) * row->n_pixels;
  guint i;

  for (i = 0; i < absorbing->n_column_spans; i++) {
    guint64 full = full_row * absorbing->columns[i].n_pixels;

    if (absorbing->input == LIFE_INPUT_MOTION)
      absorbing->means[i] = life_pixel_mean_luma (absorbing->sums[i], full);
    else
      absorbing->alive[i] =
          life_pixel_is_alive (absorbing->sums[i], full, absorbing->threshold);
  }
}

/* Cells of a plane's row, which runs along x or, across the x axis, along y. */
static LifeBox
row_box (const Absorbing *absorbing, guint32 row, guint32 column, guint32 n)
{
  guint32 slice = absorbing->view->slice;

  switch (absorbing->view->axis) {
    case LIFE_AXIS_X:
      return (LifeBox){ slice, column, row, 1, n, 1 };
    case LIFE_AXIS_Y:
      return (LifeBox){ column, slice, row, n, 1, 1 };
    default:
      return (LifeBox){ column, row, slice, n, 1, 1 };
  }
}

static gboolean
replace_rows (Absorbing *absorbing, guint32 first, guint32 end, GError **error)
{
  guint32 row;

  for (row = first; row < end; row++) {
    LifeBox box = row_box (absorbing, row, 0, absorbing->n_columns);

    if (!absorbing->engine->klass->write (
            absorbing->engine, &box, absorbing->cells, error))
      return FALSE;
  }
  return TRUE;
}

/* The covered cells of a row as the picture has them. */
static void
spread_alive (Absorbing *absorbing, guint8 *out)
{
  guint i;

  for (i = 0; i < absorbing->n_column_spans; i++) {
    const LifeSpan *column = &absorbing->columns[i];

    memset (out + (column->cell - absorbing->first_column), absorbing->alive[i],
        column->n_cells);
  }
}

/* Every cell of the plane: those outside the picture are dead. */
static gboolean
replace (Absorbing *absorbing, GError **error)
{
  guint32 next = 0;
  guint i;

  for (i = 0; i < absorbing->n_row_spans; i++) {
    const LifeSpan *row = &absorbing->rows[i];

    if (i == 0 && !replace_rows (absorbing, 0, row->cell, error))
      return FALSE;
    sum_luma (absorbing, row);
    judge_spans (absorbing, row);
    spread_alive (absorbing, absorbing->cells + absorbing->first_column);
    next = row->cell + row->n_cells;
    if (!replace_rows (absorbing, row->cell, next, error))
      return FALSE;
  }
  memset (absorbing->cells, 0, absorbing->n_columns);
  return replace_rows (absorbing, next, absorbing->n_rows, error);
}

/* Whether a row's cells differ after @input. */
static gboolean
combine_span (LifeInput input, guint8 *cells, guint32 n)
{
  gboolean changed = FALSE;
  guint32 i;

  for (i = 0; i < n; i++) {
    guint8 old = cells[i];

    if (input == LIFE_INPUT_XOR)
      cells[i] = old == 0;
    else if (input == LIFE_INPUT_ERASE)
      cells[i] = 0;
    else if (old == 0)
      cells[i] = 1;
    changed |= cells[i] != old;
  }
  return changed;
}

/* Remembers a span's luma; cells whose luma moved are born. */
static gboolean
move_span (Absorbing *absorbing, guint32 row, const LifeSpan *column,
    guint16 mean, guint8 *cells)
{
  guint16 *before = absorbing->memory->luma + (gsize) row * absorbing->n_columns
                    + column->cell;
  gboolean changed = FALSE;
  guint32 i;

  for (i = 0; i < column->n_cells; i++) {
    if (before[i] != NEVER_SEEN && cells[i] == 0
        && life_pixel_has_moved (before[i] - 1, mean, absorbing->threshold)) {
      cells[i] = 1;
      changed = TRUE;
    }
    before[i] = mean + 1;
  }
  return changed;
}

static gboolean
combine_row (Absorbing *absorbing, guint32 row, GError **error)
{
  const LifeEngineClass *klass = absorbing->engine->klass;
  LifeBox box =
      row_box (absorbing, row, absorbing->first_column, absorbing->n_covered);
  gboolean changed = FALSE;
  guint i;

  if (!klass->read (absorbing->engine, &box, absorbing->cells, error))
    return FALSE;

  for (i = 0; i < absorbing->n_column_spans; i++) {
    const LifeSpan *column = &absorbing->columns[i];
    guint8 *cells = absorbing->cells + (column->cell - absorbing->first_column);

    if (absorbing->input == LIFE_INPUT_MOTION)
      changed |= move_span (absorbing, row, column, absorbing->means[i], cells);
    else if (absorbing->alive[i])
      changed |= combine_span (absorbing->input, cells, column->n_cells);
  }
  return !changed
         || klass->write (absorbing->engine, &box, absorbing->cells, error);
}

/* The cells under the picture only. */
static gboolean
combine (Absorbing *absorbing, GError **error)
{
  guint32 k;
  guint i;

  for (i = 0; i < absorbing->n_row_spans; i++) {
    const LifeSpan *row = &absorbing->rows[i];

    sum_luma (absorbing, row);
    judge_spans (absorbing, row);
    for (k = 0; k < row->n_cells; k++)
      if (!combine_row (absorbing, row->cell + k, error))
        return FALSE;
  }
  return TRUE;
}

/* Memory for one luma a cell of the plane, forgotten when its size changes. */
static gboolean
prepare_memory (Absorbing *absorbing, GError **error)
{
  LifePictureMemory *memory = absorbing->memory;
  guint32 columns = absorbing->n_columns, rows = absorbing->n_rows;

  if (absorbing->input != LIFE_INPUT_MOTION)
    return TRUE;
  if (memory->luma != NULL && memory->columns == columns
      && memory->rows == rows)
    return TRUE;

  life_picture_forget (memory);
  if ((guint64) columns * rows <= G_MAXSIZE / sizeof (guint16))
    memory->luma = g_try_new0 (guint16, (gsize) columns * rows);
  if (memory->luma == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "Remembering the picture on a plane of %u × %u cells needs %.0f bytes, "
        "more than there are",
        columns, rows, 2.0 * columns * rows);
    return FALSE;
  }
  memory->columns = columns;
  memory->rows = rows;
  return TRUE;
}

static guint
find_spans (guint n_pixels, guint32 n_cells, gdouble zoom, gdouble center,
    LifeSpan **out)
{
  LifeMapping mapping;
  guint n;

  life_mapping_init (&mapping, n_pixels, n_cells, zoom, center);
  *out = g_new (LifeSpan, n_pixels);
  n = life_mapping_get_spans (&mapping, *out);
  life_mapping_clear (&mapping);
  return n;
}

static gboolean
absorbing_init (Absorbing *absorbing, GError **error)
{
  const LifeView *view = absorbing->view;
  const LifeFrame *picture = absorbing->picture;
  guint32 n_planes;
  guint n;

  life_geometry_plane (&absorbing->engine->geometry, view->axis,
      &absorbing->n_columns, &absorbing->n_rows, &n_planes);
  n = find_spans (picture->width, absorbing->n_columns, view->zoom, view->x,
      &absorbing->columns);
  absorbing->n_column_spans = n;
  if (n > 0) {
    const LifeSpan *last = &absorbing->columns[n - 1];

    absorbing->first_column = absorbing->columns[0].cell;
    absorbing->n_covered = last->cell + last->n_cells - absorbing->first_column;
  }
  absorbing->n_row_spans = find_spans (picture->height, absorbing->n_rows,
      view->zoom, view->y, &absorbing->rows);

  absorbing->luma = g_malloc (picture->width);
  absorbing->sums = g_new (guint64, picture->width);
  absorbing->means = g_new (guint16, picture->width);
  absorbing->alive = g_malloc (picture->width);
  absorbing->cells = g_try_malloc0 (absorbing->n_columns);
  if (absorbing->cells == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "A row of %u cells needs more memory than there is",
        absorbing->n_columns);
    return FALSE;
  }
  return prepare_memory (absorbing, error);
}

static void
absorbing_clear (Absorbing *absorbing)
{
  g_free (absorbing->columns);
  g_free (absorbing->rows);
  g_free (absorbing->luma);
  g_free (absorbing->sums);
  g_free (absorbing->means);
  g_free (absorbing->alive);
  g_free (absorbing->cells);
}

gboolean
life_picture_absorb (LifeEngine *engine, LifePictureMemory *memory,
    const LifeView *view, const LifeFrame *picture, LifeInput input,
    gdouble threshold, GError **error)
{
  Absorbing absorbing = { engine, memory, view, picture, input,
    life_pixel_threshold (threshold) };
  gboolean success = absorbing_init (&absorbing, error);

  if (success && input == LIFE_INPUT_REPLACE)
    success = replace (&absorbing, error);
  else if (success && absorbing.n_column_spans > 0)
    success = combine (&absorbing, error);
  absorbing_clear (&absorbing);
  return success;
}

void
life_picture_forget (LifePictureMemory *memory)
{
  g_clear_pointer (&memory->luma, g_free);
  memory->columns = 0;
  memory->rows = 0;
}
