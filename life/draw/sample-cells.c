/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples cells at a zoom from 1 on. Where a pixel is a cell and there are two colors,
 * the engine's own row of bits is a row of samples; else cells become bytes, which are
 * repeated at the pixels that show them. */
#include "life/draw/sample-cells.h"

#include "life/base/bits.h"

typedef struct {
  LifeSampler sampler;
  const LifeSampleKernels *kernels;
  LifeMapping columns, rows;
  gboolean by_state;
  guint first_pixel, end_pixel; /* that lie in the world */
  guint32 first_cell, n_cells;  /* that are shown */
} CellSampler;

#define NO_ROW G_MAXUINT64

/* Two rows, used in turn. */
struct _LifeSampleWork {
  guint64 *bits[2]; /* of cells, as the engine fills them */
  guint64
      *samples[2]; /* of pixels, where the world is narrower than the frame */
  guint8 *cells, *bytes[2];
  guint64 row[2]; /* of cells, that @bytes hold */
  guint last;     /* of @bytes, that was returned */
};

static void
find_shown_cells (CellSampler *self)
{
  const guint32 *cells = self->columns.cells;
  guint first = 0, end = self->columns.n_pixels;

  while (first < end && cells[first] == LIFE_MAPPING_OUTSIDE)
    first++;
  while (end > first && cells[end - 1] == LIFE_MAPPING_OUTSIDE)
    end--;
  self->first_pixel = first;
  self->end_pixel = end;
  if (first < end) {
    self->first_cell = cells[first];
    self->n_cells = cells[end - 1] - cells[first] + 1;
  }
}

static gboolean
is_cell_a_pixel (const CellSampler *self)
{
  return self->n_cells == self->end_pixel - self->first_pixel;
}

static gboolean
is_inside (const CellSampler *self, guint y)
{
  return self->n_cells > 0 && self->rows.cells[y] != LIFE_MAPPING_OUTSIDE;
}

/* --- Bits --- */

/* @n bits of @from on, 64 at most; those behind the last cell are 0. */
static guint64
get_bits (const guint64 *bits, gsize from, guint n)
{
  guint shift = from % LIFE_WORD_CELLS;
  guint64 found = bits[from / LIFE_WORD_CELLS] >> shift;

  if (shift + n > LIFE_WORD_CELLS)
    found |= bits[from / LIFE_WORD_CELLS + 1] << (LIFE_WORD_CELLS - shift);
  return found & life_bits_mask (n);
}

/* The shown cells at their pixels; the pixels around them stay 0. */
static void
place_bits (const CellSampler *self, const guint64 *cells, guint64 *out)
{
  guint pixel = self->first_pixel, n;
  gsize cell = self->first_cell;

  for (; pixel < self->end_pixel; pixel += n, cell += n) {
    guint shift = pixel % LIFE_WORD_CELLS;
    guint64 *word = &out[pixel / LIFE_WORD_CELLS];

    n = MIN (self->end_pixel - pixel, LIFE_WORD_CELLS - shift);
    *word =
        (*word & life_bits_mask (shift)) | get_bits (cells, cell, n) << shift;
  }
}

static LifeSamples
get_bit_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCells *cells, guint y)
{
  const CellSampler *self = (const CellSampler *) sampler;
  guint64 *samples = work->samples[y % 2];
  const guint64 *bits;

  if (!is_inside (self, y)) {
    memset (samples, 0,
        life_bits_words (self->columns.n_pixels) * sizeof (guint64));
    return (LifeSamples){ .bits = samples };
  }
  bits = life_cells_read_row (cells, self->rows.cells[y], work->bits[y % 2]);
  if (self->n_cells == self->columns.n_pixels)
    return (LifeSamples){ .bits = bits, .first = self->first_cell };
  place_bits (self, bits, samples);
  return (LifeSamples){ .bits = samples };
}

/* --- Bytes --- */

/* Each cell's byte at the pixels that show it, cell by cell. */
static void
stretch_cells (
    const CellSampler *self, const guint8 *restrict cells, guint8 *out)
{
  const guint32 *columns = self->columns.cells;
  guint i = self->first_pixel, end = self->end_pixel;

  while (i < end) {
    guint32 cell = columns[i];
    guint8 index = cells[cell - self->first_cell];

    do
      out[i++] = index;
    while (i < end && columns[i] == cell);
  }
}

/* The bytes of the shown cells of a row: in @scratch, or the engine's own. */
static const guint8 *
read_bytes (const CellSampler *self, LifeSampleWork *work,
    const LifeCells *cells, guint32 row, guint8 *scratch)
{
  if (self->by_state)
    return life_cells_read_states (
        cells, row, self->first_cell, self->n_cells, scratch);
  self->kernels->cells (life_cells_read_row (cells, row, work->bits[0]),
      self->first_cell, self->n_cells, scratch);
  return scratch;
}

static void
fill_bytes (const CellSampler *self, LifeSampleWork *work,
    const LifeCells *cells, guint32 row, guint8 *out)
{
  guint8 *inside = out + self->first_pixel;
  const guint8 *bytes;

  if (!is_cell_a_pixel (self)) {
    stretch_cells (self, read_bytes (self, work, cells, row, work->cells), out);
    return;
  }
  bytes = read_bytes (self, work, cells, row, inside);
  if (bytes != inside)
    memcpy (inside, bytes, self->n_cells);
  memset (out + self->end_pixel, 0, self->columns.n_pixels - self->end_pixel);
}

static LifeSamples
get_byte_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCells *cells, guint y)
{
  const CellSampler *self = (const CellSampler *) sampler;
  guint32 row = self->rows.cells[y];
  guint slot = 1 - work->last;

  if (work->row[work->last] == row)
    slot = work->last;
  else if (!is_inside (self, y))
    memset (work->bytes[slot], 0, self->columns.n_pixels);
  else
    fill_bytes (self, work, cells, row, work->bytes[slot]);
  work->row[slot] = row;
  work->last = slot;
  return (LifeSamples){ .bytes = work->bytes[slot] };
}

/* The cells may be others now. */
static void
start (LifeSampleWork *work)
{
  work->row[0] = work->row[1] = NO_ROW;
}

static gboolean
is_same_row (const LifeSampler *sampler, guint y, guint other)
{
  const CellSampler *self = (const CellSampler *) sampler;

  return self->rows.cells[y] == self->rows.cells[other];
}

/* --- Made and freed --- */

static void
free_work (LifeSampleWork *work)
{
  for (guint i = 0; i < 2; i++) {
    g_free (work->bits[i]);
    g_free (work->samples[i]);
    g_free (work->bytes[i]);
  }
  g_free (work->cells);
  g_free (work);
}

static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const CellSampler *self = (const CellSampler *) sampler;
  LifeSampleWork *work = g_new0 (LifeSampleWork, 1);
  guint width = self->columns.n_pixels;

  for (guint i = 0; i < 2; i++) {
    work->bits[i] =
        g_try_new (guint64, life_bits_words (self->columns.n_cells));
    if (work->bits[i] == NULL) {
      free_work (work);
      return NULL;
    }
    if (sampler->kind == LIFE_SAMPLE_BITS)
      work->samples[i] = g_new0 (guint64, life_bits_words (width));
    else
      work->bytes[i] = g_malloc0 ((gsize) width + LIFE_CELLS_PADDING);
    work->row[i] = NO_ROW;
  }
  work->cells = g_malloc ((gsize) width + LIFE_CELLS_PADDING);
  return work;
}

static void
free_sampler (LifeSampler *sampler)
{
  CellSampler *self = (CellSampler *) sampler;

  life_mapping_clear (&self->columns);
  life_mapping_clear (&self->rows);
  g_free (self);
}

LifeSampler *
life_cell_sampler_new (const LifeSampleKernels *kernels,
    const LifeMapping *columns, const LifeMapping *rows, gboolean by_state)
{
  CellSampler *self = g_new0 (CellSampler, 1);
  LifeSampler *sampler = &self->sampler;

  self->kernels = kernels;
  self->columns = *columns;
  self->rows = *rows;
  self->by_state = by_state;
  find_shown_cells (self);
  sampler->kind = by_state || !is_cell_a_pixel (self) ? LIFE_SAMPLE_INDICES
                                                      : LIFE_SAMPLE_BITS;
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->start = start;
  sampler->get_row =
      sampler->kind == LIFE_SAMPLE_BITS ? get_bit_row : get_byte_row;
  sampler->is_same_row = is_same_row;
  sampler->free = free_sampler;
  return sampler;
}
