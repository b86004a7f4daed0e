/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells as rows of bits: copied in and out, read for drawing, and saved. */
#include "life/cpu/rows.h"

#include "life/base/bits.h"
#include "life/base/memory.h"

#include <string.h>

void
life_bit_rows_add_runs (const LifeBitRows *self, const LifeRun *runs,
    gsize n_runs, const guint32 origin[3])
{
  const LifeGeometry *geometry = self->geometry;

  for (gsize i = 0; i < n_runs; i++) {
    gsize x = ((gsize) origin[0] + runs[i].x) % geometry->width;
    gsize y = ((gsize) origin[1] + runs[i].y) % geometry->height;
    gsize z = ((gsize) origin[2] + runs[i].z) % geometry->depth;
    gsize length = MIN (runs[i].length, geometry->width);
    gsize straight = MIN (length, geometry->width - x);
    guint64 *row = life_bit_row (self, y, z);

    life_planes_fill (self->planes, row, x, straight, runs[i].state);
    life_planes_fill (self->planes, row, 0, length - straight, runs[i].state);
  }
}

void
life_bit_rows_get (
    const LifeBitRows *self, const LifeEngineBox *box, guint8 *cells)
{
  for (gsize z = 0; z < box->depth; z++)
    for (gsize y = 0; y < box->height; y++, cells += box->width)
      life_planes_get (self->planes,
          life_bit_row (self, box->y + y, box->z + z), box->x, box->width,
          cells);
}

void
life_bit_rows_set (
    const LifeBitRows *self, const LifeEngineBox *box, const guint8 *cells)
{
  for (gsize z = 0; z < box->depth; z++)
    for (gsize y = 0; y < box->height; y++, cells += box->width)
      life_planes_set (self->planes,
          life_bit_row (self, box->y + y, box->z + z), box->x, box->width,
          cells);
}

/* The row along x that shows row @row of a slice. */
static guint64 *
row_of_slice (
    const LifeBitRows *self, LifeAxis axis, guint32 slice, guint32 row)
{
  return axis == LIFE_AXIS_Z ? life_bit_row (self, row, slice)
                             : life_bit_row (self, slice, row);
}

const guint64 *
life_bit_rows_read (const LifeBitRows *self, LifeAxis axis, guint32 slice,
    guint32 row, guint64 *scratch)
{
  gsize height = self->geometry->height;
  const guint64 *word;

  if (axis != LIFE_AXIS_X)
    return life_planes_any (self->planes, row_of_slice (self, axis, slice, row),
        self->words, scratch);

  word = life_bit_row (self, 0, row) + slice / LIFE_WORD_CELLS;
  memset (scratch, 0, life_bits_words (height) * sizeof (guint64));
  for (gsize y = 0; y < height; y++, word += self->stride) {
    guint64 any;
    any = *life_planes_any (self->planes, word, 1, &any);
    scratch[y / LIFE_WORD_CELLS] |= (any >> slice % LIFE_WORD_CELLS & 1)
                                    << y % LIFE_WORD_CELLS;
  }
  return scratch;
}

const guint8 *
life_bit_rows_read_states (const LifeBitRows *self,
    const LifeSampleKernels *kernels, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  if (axis != LIFE_AXIS_X)
    life_planes_draw (self->planes, kernels,
        row_of_slice (self, axis, slice, row), first, n, scratch);
  for (guint32 i = 0; axis == LIFE_AXIS_X && i < n; i++)
    life_planes_get (self->planes, life_bit_row (self, first + i, row), slice,
        1, scratch + i);
  return scratch;
}

static gsize
count_rows (const LifeBitRows *self)
{
  return (gsize) self->geometry->height * self->geometry->depth;
}

void
life_bit_rows_translate (const LifeBitRows *self, const LifeBitRows *from)
{
  gsize width = self->geometry->width, n_rows = count_rows (self);
  g_autofree guint8 *cells = g_malloc (width);

  for (gsize row = 0; row < n_rows; row++) {
    life_planes_get (
        from->planes, from->first + row * from->stride, 0, width, cells);
    life_planes_set (
        self->planes, self->first + row * self->stride, 0, width, cells);
  }
}

/* Copies all words that hold cells; both have the same number of planes. */
static void
copy_words (const LifeBitRows *self, const LifeBitRows *from)
{
  gsize n_rows = count_rows (self), words = self->words;

  /* Where no row has a gap after it, all of them are copied as one. */
  if (self->stride == words && from->stride == words) {
    words *= n_rows;
    n_rows = 1;
  }
  for (gsize plane = 0; plane < self->planes->n; plane++)
    for (gsize row = 0; row < n_rows; row++)
      memcpy (self->first + plane * self->planes->step + row * self->stride,
          from->first + plane * from->planes->step + row * from->stride,
          words * sizeof (guint64));
}

/* The number of states is stored before the cells, since a snapshot may outlive
 * its rule. */
static LifeBitRows
rows_of_state (const LifeBitRows *self, gconstpointer state, LifePlanes *planes)
{
  guint64 *words = (guint64 *) state;
  LifeBitRows kept = { self->geometry, planes, words + 1, self->words,
    self->words };

  planes->states = (guint) words[0];
  planes->n = life_planes_count (planes->states);
  planes->step = count_rows (self) * self->words;
  return kept;
}

gpointer
life_bit_rows_save (
    const LifeBitRows *self, gpointer old, gsize *size, GError **error)
{
  guint64 *state = old;
  gboolean fits =
      old != NULL && life_planes_count ((guint) state[0]) == self->planes->n;
  LifePlanes planes;
  LifeBitRows kept;

  *size = (count_rows (self) * self->words * self->planes->n + 1)
          * sizeof (guint64);
  if (!fits)
    state = life_memory_reserve (*size, "a snapshot", error);
  if (state == NULL)
    return NULL;
  if (!fits)
    life_memory_release (old);
  state[0] = self->planes->states;
  kept = rows_of_state (self, state, &planes);
  copy_words (&kept, self);
  return state;
}

void
life_bit_rows_restore (const LifeBitRows *self, gconstpointer state)
{
  LifePlanes planes;
  LifeBitRows kept = rows_of_state (self, state, &planes);

  if (planes.states != self->planes->states)
    life_bit_rows_translate (self, &kept);
  else
    copy_words (self, &kept);
}
