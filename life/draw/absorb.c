/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Turns an arriving picture into cells and combines them with a world's, row by
 * row through the store's read and write. Where pixels lie on the world is
 * in life/draw/view/mapping.c. */
#include "life/draw/absorb.h"

#include "life/draw/absorb-cell.h"
#include "life/draw/color/pixel-layout.h"
#include "life/draw/view/mapping.h"

#include <string.h>

typedef struct {
  const LifeCellStore *store;
  LifePictureMemory *memory;
  const LifeView *view;
  const LifeFrame *picture;
  LifeInput input;
  guint32 threshold;

  guint32 n_columns, n_rows;
  LifeSpan *columns, *rows;
  guint n_column_spans, n_row_spans;
  guint32 first_column, n_covered;

  /* What one pixel of each luma means for its cell: most cells show no more. */
  guint8 alive_of[LIFE_PIXEL_WIDE_MAX + 1];
  guint16 mean_of[LIFE_PIXEL_WIDE_MAX + 1];

  /* One per pixel column; per span of columns; per covered cell of a row, as in the
   * picture; per cell of a row of the plane. */
  guint16 *luma;
  guint64 *sums;
  guint16 *means;
  guint8 *alive;
  guint8 *cells;
} Absorbing;

/* The luma that counts as full, as life_pixel_luma_…() return it. */
static guint
full_luma (const LifeFrame *picture)
{
  return life_pixel_layout_get (picture->format)->rgb
             ? 255
             : picture->colorimetry.luma_scale;
}

/* The luma of @width pixels, @step bytes each. */
static inline void
read_rgb (const LifePixelLayout *layout, const guint8 *in, guint step,
    guint width, guint16 *luma)
{
  guint red = layout->positions[0].offset, green = layout->positions[1].offset;
  guint blue = layout->positions[2].offset;

  for (guint i = 0; i < width; i++, in += step)
    luma[i] = life_pixel_luma_rgb (in[red], in[green], in[blue]);
}

static inline void
read_bytes (const LifeColorimetry *colorimetry, const guint8 *in, guint step,
    guint width, guint16 *luma)
{
  for (guint i = 0; i < width; i++, in += step)
    luma[i] = life_pixel_luma_range (
        *in, colorimetry->luma_offset, colorimetry->luma_scale);
}

static inline void
read_words (const LifePixelLayout *layout, const LifeColorimetry *colorimetry,
    const guint8 *in, guint width, guint16 *luma)
{
  for (guint i = 0; i < width; i++, in += layout->positions[0].step)
    luma[i] = life_pixel_luma_range (
        life_pixel_wide_sample (in[0], in[1], layout->shift),
        colorimetry->luma_offset, colorimetry->luma_scale);
}

static void
read_luma (const LifeFrame *picture, guint y, guint16 *luma)
{
  const guint8 *row = picture->data[0] + (gssize) y * picture->stride[0];
  const LifeColorimetry *colorimetry = &picture->colorimetry;
  const LifePixelLayout *layout = life_pixel_layout_get (picture->format);
  const guint8 *first = row + layout->positions[0].offset;
  guint width = picture->width;

  if (layout->packed)
    read_rgb (layout, row, 4, width, luma);
  else if (layout->rgb)
    read_rgb (layout, row, 3, width, luma);
  else if (layout->depth > 8)
    read_words (layout, colorimetry, first, width, luma);
  else if (layout->positions[0].step > 1)
    read_bytes (colorimetry, first, 2, width, luma);
  else
    read_bytes (colorimetry, first, 1, width, luma);
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
      const guint16 *luma = absorbing->luma + column->pixel;
      guint sum = luma[0];

      for (x = 1; x < column->n_pixels; x++)
        sum += luma[x];
      sums[i] += sum;
    }
  }
}

static void
judge_single_pixels (Absorbing *absorbing)
{
  guint full = full_luma (absorbing->picture);
  guint luma;

  for (luma = 0; luma <= full; luma++) {
    absorbing->alive_of[luma] =
        life_pixel_is_alive (luma, full, absorbing->threshold);
    absorbing->mean_of[luma] = life_pixel_mean_luma (luma, full);
  }
}

/* The cells of a row as the picture has them: their mean luma, one per span, for
 * motion; else whether they are alive, one per cell. */
static void
judge_row (Absorbing *absorbing, const LifeSpan *row)
{
  guint64 full_column =
      (guint64) full_luma (absorbing->picture) * row->n_pixels;
  guint8 *alive = absorbing->alive;
  guint i;

  sum_luma (absorbing, row);
  for (i = 0; i < absorbing->n_column_spans; i++) {
    const LifeSpan *column = &absorbing->columns[i];
    guint64 sum = absorbing->sums[i], full = full_column * column->n_pixels;
    gboolean single = row->n_pixels == 1 && column->n_pixels == 1;

    if (absorbing->input == LIFE_INPUT_MOTION) {
      absorbing->means[i] =
          single ? absorbing->mean_of[sum] : life_pixel_mean_luma (sum, full);
    } else {
      guint8 state =
          single ? absorbing->alive_of[sum]
                 : life_pixel_is_alive (sum, full, absorbing->threshold);
      guint32 k;

      for (k = 0; k < column->n_cells; k++)
        *alive++ = state;
    }
  }
}

/* Cells of a plane's row, which runs along x or, across the x axis, along y. */
static LifeBox
row_box (const Absorbing *absorbing, guint32 row, guint32 column, guint32 n)
{
  guint32 slice = (guint32) absorbing->view->slice;

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

    if (!absorbing->store->write (
            absorbing->store->data, &box, absorbing->cells, error))
      return FALSE;
  }
  return TRUE;
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
    judge_row (absorbing, row);
    memcpy (absorbing->cells + absorbing->first_column, absorbing->alive,
        absorbing->n_covered);
    next = row->cell + row->n_cells;
    if (!replace_rows (absorbing, row->cell, next, error))
      return FALSE;
  }
  memset (absorbing->cells, 0, absorbing->n_columns);
  return replace_rows (absorbing, next, absorbing->n_rows, error);
}

/* Combines cells with the picture's; returns whether any of them changed. */
static gboolean
combine_cells (LifeInput input, guint8 *restrict cells,
    const guint8 *restrict alive, guint32 n)
{
  guint8 changed = 0;
  guint32 i;

  for (i = 0; i < n; i++) {
    guint8 old = cells[i];

    cells[i] = life_absorb_combine (input, old, alive[i]);
    changed |= cells[i] ^ old;
  }
  return changed != 0;
}

/* Stores each cell's luma; cells whose luma moved are born. */
static gboolean
move_cells (Absorbing *absorbing, guint32 row)
{
  guint16 *stored = absorbing->memory->luma + (gsize) row * absorbing->n_columns
                    + absorbing->first_column;
  guint8 *cells = absorbing->cells;
  guint8 changed = 0;
  guint32 k;
  guint i;

  for (i = 0; i < absorbing->n_column_spans; i++) {
    guint16 mean = absorbing->means[i];

    for (k = absorbing->columns[i].n_cells; k > 0; k--, stored++, cells++) {
      guint8 old = *cells;

      *cells = life_absorb_combine (LIFE_INPUT_MOTION, old,
          life_absorb_moves (stored, mean, absorbing->threshold));
      changed |= *cells ^ old;
    }
  }
  return changed != 0;
}

static gboolean
combine_row (Absorbing *absorbing, guint32 row, GError **error)
{
  const LifeCellStore *store = absorbing->store;
  LifeBox box =
      row_box (absorbing, row, absorbing->first_column, absorbing->n_covered);
  gboolean changed;

  if (!store->read (store->data, &box, absorbing->cells, error))
    return FALSE;

  if (absorbing->input == LIFE_INPUT_MOTION)
    changed = move_cells (absorbing, row);
  else
    changed = combine_cells (absorbing->input, absorbing->cells,
        absorbing->alive, absorbing->n_covered);
  return !changed || store->write (store->data, &box, absorbing->cells, error);
}

/* The cells under the picture only. */
static gboolean
combine (Absorbing *absorbing, GError **error)
{
  guint32 k;
  guint i;

  for (i = 0; i < absorbing->n_row_spans; i++) {
    const LifeSpan *row = &absorbing->rows[i];

    judge_row (absorbing, row);
    for (k = 0; k < row->n_cells; k++)
      if (!combine_row (absorbing, row->cell + k, error))
        return FALSE;
  }
  return TRUE;
}

/* Memory for one luma per cell of the plane, reset when its size changes. */
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

  life_picture_reset (memory);
  if ((guint64) columns * rows <= G_MAXSIZE / sizeof (guint16))
    memory->luma = g_try_new0 (guint16, (gsize) columns * rows);
  if (memory->luma == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "Recording the picture on a plane of %u × %u cells needs %.0f bytes, "
        "more than there are",
        columns, rows, 2.0 * columns * rows);
    return FALSE;
  }
  memory->columns = columns;
  memory->rows = rows;
  return TRUE;
}

static gboolean
absorbing_init (Absorbing *absorbing, GError **error)
{
  const LifeView *view = absorbing->view;
  const LifeFrame *picture = absorbing->picture;
  guint32 n_planes;
  guint n;

  life_geometry_plane (&absorbing->store->geometry, view->axis,
      &absorbing->n_columns, &absorbing->n_rows, &n_planes);
  absorbing->columns = g_new (LifeSpan, picture->width);
  absorbing->rows = g_new (LifeSpan, picture->height);
  n = life_mapping_find_spans (picture->width, absorbing->n_columns, view->zoom,
      view->x, absorbing->columns);
  absorbing->n_column_spans = n;
  if (n > 0) {
    const LifeSpan *last = &absorbing->columns[n - 1];

    absorbing->first_column = absorbing->columns[0].cell;
    absorbing->n_covered = last->cell + last->n_cells - absorbing->first_column;
  }
  absorbing->n_row_spans = life_mapping_find_spans (
      picture->height, absorbing->n_rows, view->zoom, view->y, absorbing->rows);

  absorbing->luma = g_new (guint16, picture->width);
  absorbing->sums = g_new (guint64, picture->width);
  absorbing->means = g_new (guint16, picture->width);
  judge_single_pixels (absorbing);
  absorbing->alive = g_try_malloc (absorbing->n_covered + 1);
  absorbing->cells = g_try_malloc0 (absorbing->n_columns);
  if (absorbing->alive == NULL || absorbing->cells == NULL) {
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
life_picture_absorb (const LifeCellStore *store, LifePictureMemory *memory,
    const LifeArrivingPicture *picture, GError **error)
{
  Absorbing absorbing = { store, memory, picture->view, picture->frame,
    picture->input, life_pixel_threshold (picture->threshold) };
  gboolean success = absorbing_init (&absorbing, error);

  if (success && picture->input == LIFE_INPUT_REPLACE)
    success = replace (&absorbing, error);
  else if (success && absorbing.n_column_spans > 0)
    success = combine (&absorbing, error);
  absorbing_clear (&absorbing);
  return success;
}

void
life_picture_reset (LifePictureMemory *memory)
{
  g_clear_pointer (&memory->luma, g_free);
  memory->columns = 0;
  memory->rows = 0;
}
