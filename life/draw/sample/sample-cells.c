/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples cells at a zoom from 1 on, one for each pixel. Where there are two colors samples are bits: the
 * engine's own where a pixel is a cell, else its bits spread over more pixels. States
 * are bytes, repeated at the pixels that show them. */
#include "life/draw/sample/samplers.h"

#include "life/base/bits.h"

typedef struct {
  LifeSampler sampler;
  LifeMapping columns, rows;
  guint first_pixel, end_pixel; /* that lie in the world */
  guint32 first_cell, n_cells;  /* that are shown */
  guint *pixels; /* the first one of each shown cell, and the end */
} CellSampler;

/* Of no cells that could be met again. */
#define NO_ROW G_MAXUINT64

/* Two rows of samples, used in turn, and the row of cells that each was made of. */
struct _LifeSampleWork {
  guint64 *bits; /* of cells, as the engine fills them */
  guint8 *states;
  gpointer samples[2];
  guint64 row[2];
  guint last; /* of @samples, that was returned */
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

static void
find_pixels (CellSampler *self)
{
  const guint32 *cells = self->columns.cells;
  guint32 cell = 0;

  self->pixels = g_new (guint, (gsize) self->n_cells + 1);
  for (guint i = self->first_pixel; i < self->end_pixel; i++)
    for (; cell <= cells[i] - self->first_cell; cell++)
      self->pixels[cell] = i;
  self->pixels[cell] = self->end_pixel;
}

/* --- Bits --- */

/* Bit i of the result: whether an odd number of bits up to i are set. */
static guint64
prefix_parity (guint64 bits)
{
  for (guint shift = 1; shift < LIFE_WORD_CELLS; shift *= 2)
    bits ^= bits << shift;
  return bits;
}

/* Each shown cell at its pixels. Where a cell is not as the one before it the pixels
 * change: those positions are marked first, and then filled between. */
static void
spread_cells (const CellSampler *self, const guint64 *cells, guint64 *out)
{
  gsize n_words = life_bits_words (self->columns.n_pixels);
  guint64 last = 0, inside = 0;
  guint n;

  memset (out, 0, n_words * sizeof *out);
  for (guint32 cell = 0; cell < self->n_cells; cell += n) {
    guint64 bits, changes;

    n = MIN (self->n_cells - cell, LIFE_WORD_CELLS);
    bits = life_bits_read (cells, (gsize) self->first_cell + cell, n);
    changes = (bits ^ (bits << 1 | last)) & life_bits_mask (n);
    last = bits >> (n - 1) & 1;
    for (; changes != 0; changes &= changes - 1) {
      guint pixel = self->pixels[cell + __builtin_ctzll (changes)];

      out[pixel / LIFE_WORD_CELLS] ^= G_GUINT64_CONSTANT (1)
                                      << pixel % LIFE_WORD_CELLS;
    }
  }
  if (last && self->end_pixel < self->columns.n_pixels)
    out[self->end_pixel / LIFE_WORD_CELLS] ^=
        G_GUINT64_CONSTANT (1) << self->end_pixel % LIFE_WORD_CELLS;
  for (gsize i = 0; i < n_words; i++) {
    out[i] = prefix_parity (out[i]) ^ inside;
    inside = out[i] >> 63 ? G_MAXUINT64 : 0;
  }
}

/* --- States --- */

/* Each cell's state at the pixels that show it. */
static void
stretch_states (
    const CellSampler *self, const guint8 *restrict states, guint8 *out)
{
  const guint32 *cells = self->columns.cells;

  for (guint i = self->first_pixel; i < self->end_pixel; i++)
    out[i] = states[cells[i] - self->first_cell];
}

static void
fill_states (const CellSampler *self, LifeSampleWork *work,
    const LifeCellPlane *plane, guint32 row, guint8 *out)
{
  gboolean stretched = !is_cell_a_pixel (self);
  guint8 *inside = stretched ? work->states : out + self->first_pixel;
  const guint8 *states = life_cell_plane_read_indices (
      plane, row, self->first_cell, self->n_cells, inside);

  if (stretched)
    stretch_states (self, states, out);
  else if (states != inside)
    memcpy (inside, states, self->n_cells);
  memset (out + self->end_pixel, 0, self->columns.n_pixels - self->end_pixel);
}

/* --- Rows --- */

static gsize
sample_bytes (const CellSampler *self)
{
  return self->sampler.kind == LIFE_SAMPLE_BITS
             ? life_bits_words (self->columns.n_pixels) * sizeof (guint64)
             : self->columns.n_pixels;
}

static LifeSamples
samples_at (const CellSampler *self, gconstpointer samples)
{
  return self->sampler.kind == LIFE_SAMPLE_BITS
             ? (LifeSamples){ .bits = samples }
             : (LifeSamples){ .bytes = samples };
}

/* The indices of pixels as samples; none but those that are alive have one where samples
 * are bits. */
static void
copy_sums (const CellSampler *self, const guint64 *sums, gpointer samples)
{
  guint64 *bits = samples;
  guint8 *bytes = samples;

  for (guint i = 0; i < self->columns.n_pixels; i++)
    if (self->sampler.kind == LIFE_SAMPLE_INDICES)
      bytes[i] = (guint8) sums[i];
    else if (sums[i] > 0)
      bits[i / LIFE_WORD_CELLS] |= G_GUINT64_CONSTANT (1)
                                   << i % LIFE_WORD_CELLS;
}

/* All sums but those of the rows of one part are 0. */
static void
sum_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y, guint32 first, guint32 end,
    guint64 *sums)
{
  const CellSampler *self = (const CellSampler *) sampler;
  const guint32 row = self->rows.cells[y];

  memset (sums, 0, self->columns.n_pixels * sizeof *sums);
  if (row == LIFE_MAPPING_OUTSIDE || row < first || row >= end
      || self->n_cells == 0)
    return;
  if (sampler->kind == LIFE_SAMPLE_INDICES) {
    const guint8 *indices = life_cell_plane_read_indices (
        plane, row, self->first_cell, self->n_cells, work->states);

    for (guint i = self->first_pixel; i < self->end_pixel; i++)
      sums[i] = indices[self->columns.cells[i] - self->first_cell];
  } else {
    const guint64 *bits = life_cell_plane_read_row (plane, row, work->bits);

    for (guint i = self->first_pixel; i < self->end_pixel; i++)
      sums[i] = life_bits_read (bits, self->columns.cells[i], 1);
  }
}

/* Where the engine's own row of bits is the row of samples. */
static LifeSamples
get_own_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const CellSampler *self = (const CellSampler *) sampler;
  const guint64 *bits;

  if (plane->sums != NULL) {
    memset (work->samples[y % 2], 0, sample_bytes (self));
    copy_sums (self,
        life_sampler_sums (sampler, plane, self->columns.n_pixels, y),
        work->samples[y % 2]);
    return samples_at (self, work->samples[y % 2]);
  }
  bits = life_cell_plane_read_row (
      plane, self->rows.cells[y], work->samples[y % 2]);

  return (LifeSamples){ .bits = bits, .first = self->first_cell };
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const CellSampler *self = (const CellSampler *) sampler;
  guint32 row = self->rows.cells[y];
  guint slot = work->row[work->last] == row ? work->last : 1 - work->last;

  work->last = slot;
  if (work->row[slot] == row)
    return samples_at (self, work->samples[slot]);
  work->row[slot] = row;
  if (self->n_cells == 0 || row == LIFE_MAPPING_OUTSIDE || plane->sums != NULL)
    memset (work->samples[slot], 0, sample_bytes (self));
  if (self->n_cells == 0 || row == LIFE_MAPPING_OUTSIDE)
    return samples_at (self, work->samples[slot]);
  if (plane->sums != NULL)
    copy_sums (self,
        life_sampler_sums (sampler, plane, self->columns.n_pixels, y),
        work->samples[slot]);
  else if (sampler->kind == LIFE_SAMPLE_BITS)
    spread_cells (self, life_cell_plane_read_row (plane, row, work->bits),
        work->samples[slot]);
  else
    fill_states (self, work, plane, row, work->samples[slot]);
  return samples_at (self, work->samples[slot]);
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
  g_free (work->bits);
  g_free (work->states);
  g_free (work->samples[0]);
  g_free (work->samples[1]);
  g_free (work);
}

/* A row of samples has room for a row of cells too: get_own_row(). */
static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const CellSampler *self = (const CellSampler *) sampler;
  gsize cells = life_bits_words (self->columns.n_cells) * sizeof (guint64);
  gsize samples = MAX (cells, self->columns.n_pixels + LIFE_CELLS_PADDING);
  LifeSampleWork *work = g_new0 (LifeSampleWork, 1);

  work->bits = g_try_malloc (cells);
  work->samples[0] = g_try_malloc0 (samples);
  work->samples[1] = g_try_malloc0 (samples);
  work->states = g_malloc ((gsize) self->n_cells + LIFE_CELLS_PADDING);
  if (work->bits != NULL && work->samples[0] != NULL
      && work->samples[1] != NULL) {
    start (work);
    return work;
  }
  free_work (work);
  return NULL;
}

static void
free_sampler (LifeSampler *sampler)
{
  CellSampler *self = (CellSampler *) sampler;

  g_free (self->pixels);
  g_free (self);
}

/* Whether every pixel shows a cell of its own, and all lie in the world. */
static gboolean
is_covered (const CellSampler *self)
{
  const LifeMapping *rows = &self->rows;

  return self->n_cells == self->columns.n_pixels
         && rows->cells[0] != LIFE_MAPPING_OUTSIDE
         && rows->cells[rows->n_pixels - 1] != LIFE_MAPPING_OUTSIDE;
}

/* Whether all cells are shown, a pixel each. */
static gboolean
shows_each_once (const LifeMapping *mapping)
{
  guint32 next = 0;

  for (guint i = 0; i < mapping->n_pixels; i++)
    if (mapping->cells[i] != LIFE_MAPPING_OUTSIDE
        && mapping->cells[i] != next++)
      return FALSE;
  return next == mapping->n_cells;
}

LifeSampler *
life_cell_sampler_new (const LifePicturePlan *plan)
{
  const LifeMapping *columns = &plan->columns.mapping;
  const LifeMapping *rows = &plan->rows.mapping;
  const gboolean indices =
      life_color_source_has_indices (plan->coloring.source);
  CellSampler *self = g_new0 (CellSampler, 1);
  LifeSampler *sampler = &self->sampler;

  self->columns = *columns;
  self->rows = *rows;
  find_shown_cells (self);
  find_pixels (self);
  sampler->reads_rows_once =
      shows_each_once (columns) && shows_each_once (rows);
  sampler->kind = indices ? LIFE_SAMPLE_INDICES : LIFE_SAMPLE_BITS;
  sampler->n_sums = 1;
  sampler->sum_row = sum_row;
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->free = free_sampler;
  if (!indices && is_covered (self)) {
    sampler->get_row = get_own_row;
    return sampler;
  }
  sampler->start = start;
  sampler->get_row = get_row;
  sampler->is_same_row = is_same_row;
  return sampler;
}
