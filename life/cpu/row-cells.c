/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads rows of bits or bytes along every axis, as renderers do. */
#include "life/cpu/row-cells.h"

#include "life/base/bits.h"

#include <string.h>

static gboolean
has_bytes (const LifeRowCells *self)
{
  return self->planes.n == 0;
}

static gpointer
row_at (const LifeRowCells *self, gsize y, gsize z)
{
  return life_row_cells_row (self, z * self->height + y);
}

/* Packs @n bytes of cells. */
static const guint64 *
pack (const guint8 *cells, gsize n, guint64 *words)
{
  for (gsize x = 0; x < n; x += LIFE_WORD_CELLS)
    words[x / LIFE_WORD_CELLS] =
        life_bits_pack (cells + x, (guint) MIN (n - x, LIFE_WORD_CELLS));
  return words;
}

const guint64 *
life_row_cells_bits (
    const LifeRowCells *self, gconstpointer row, guint64 *scratch)
{
  return has_bytes (self)
             ? pack (row, self->words, scratch)
             : life_planes_any (&self->planes, row, self->words, scratch);
}

/* The row along x that shows row @row of a slice. */
static gconstpointer
row_of_slice (
    const LifeRowCells *self, LifeAxis axis, guint32 slice, guint32 row)
{
  return axis == LIFE_AXIS_Z ? row_at (self, row, slice)
                             : row_at (self, slice, row);
}

/* The states of the cells of an x slice in row @row of it, which runs along y. */
static void
read_along_y (const LifeRowCells *self, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *cells)
{
  if (has_bytes (self)) {
    const guint8 *cell = (const guint8 *) row_at (self, first, row) + slice;

    for (guint32 i = 0; i < n; i++, cell += self->stride)
      cells[i] = *cell;
    return;
  }
  for (guint32 i = 0; i < n; i++)
    life_planes_get (
        &self->planes, row_at (self, first + i, row), slice, 1, cells + i);
}

/* LifeHostCells.read_row. */
static const guint64 *
read_row (gconstpointer cells, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  const LifeRowCells *self = cells;
  const guint64 *word;

  if (axis != LIFE_AXIS_X)
    return life_row_cells_bits (
        self, row_of_slice (self, axis, slice, row), scratch);
  if (has_bytes (self)) {
    for (guint32 y = 0; y < self->height; y += LIFE_WORD_CELLS) {
      guint32 n = MIN (self->height - y, LIFE_WORD_CELLS);
      guint8 states[LIFE_WORD_CELLS];

      read_along_y (self, slice, row, y, n, states);
      pack (states, n, scratch + y / LIFE_WORD_CELLS);
    }
    return scratch;
  }
  word = (const guint64 *) row_at (self, 0, row) + slice / LIFE_WORD_CELLS;
  memset (scratch, 0, life_bits_words (self->height) * sizeof (guint64));
  for (guint32 y = 0; y < self->height; y++, word += self->stride) {
    guint64 any;
    any = *life_planes_any (&self->planes, word, 1, &any);
    scratch[y / LIFE_WORD_CELLS] |= (any >> slice % LIFE_WORD_CELLS & 1)
                                    << y % LIFE_WORD_CELLS;
  }
  return scratch;
}

/* LifeHostCells.read_states. */
static const guint8 *
read_states (gconstpointer cells, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  const LifeRowCells *self = cells;

  if (axis == LIFE_AXIS_X)
    read_along_y (self, slice, row, first, n, scratch);
  else if (has_bytes (self))
    return (const guint8 *) row_of_slice (self, axis, slice, row) + first;
  else
    life_planes_read (&self->planes, self->kernel,
        row_of_slice (self, axis, slice, row), first, n, scratch);
  return scratch;
}

/* LifeHostCells.read_field. */
static void
read_field (gconstpointer cells, LifeField *field)
{
  const LifeRowCells *self = cells;
  static const LifeFieldKind kinds[] = { LIFE_FIELD_BYTES, LIFE_FIELD_BIT,
    LIFE_FIELD_BITS };

  *field = (LifeField){ .kind = kinds[MIN (self->planes.n, 2)],
    .cells = self->first,
    .row = self->stride,
    .plane = (guint64) self->stride * self->height,
    .ring = (gint32) self->depth,
    .n_bits = (guint32) self->planes.n,
    .bit_plane = self->planes.step,
    .states_of_age =
        self->planes.n > 1 && !self->planes.digits ? self->planes.states : 0 };
}

LifeHostCells
life_row_cells_host (const LifeRowCells *self)
{
  return (LifeHostCells){ self, read_row, read_states, read_field };
}
