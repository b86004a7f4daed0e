/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world of bits, a word at a time (life/world/checksum.h). */
#include "life/cpu/bit-lines.h"

#include "life/world/checksum.h"

#include <stdatomic.h>

/* Rows that a thread adds up at a time. */
#define SUM_ROWS 64

/* Adding a word up takes about as long as advancing it. */
#define WORD_COST 1

typedef struct {
  LifeRowEngine *self;
  const LifeLines *lines;
  gsize bits; /* of a state */
  _Atomic guint64 checksum;
} ChecksumSum;

/* The words of a row, as many as are added up together. */
static gsize
padded_words (const LifeRowEngine *self)
{
  return (self->words + LIFE_SUMMED_WORDS - 1) / LIFE_SUMMED_WORDS
         * LIFE_SUMMED_WORDS;
}

/* The keys of the words of a row, of one bit of the states after another; words behind a
 * row have neither cells nor keys, and add nothing. */
static void
make_keys (LifeRowEngine *self, gsize bits)
{
  const gsize step = padded_words (self);

  if (self->key_bits >= bits)
    return;
  g_free (self->keys);
  g_free (self->cells);
  self->keys = g_new0 (guint64, bits * step);
  self->cells = g_new0 (guint64, step);
  self->key_bits = bits;
  for (gsize bit = 0; bit < bits; bit++) {
    self->empty[bit] = 0;
    for (gsize word = 0; word < self->words; word++) {
      const guint64 key = life_checksum_key (word, (guint32) bit);

      self->keys[bit * step + word] = key;
      self->empty[bit] += life_checksum_product (0, key);
    }
  }
  memset (self->cells, 0xff, self->words * sizeof (guint64));
  self->cells[self->words - 1] =
      life_bits_mask (life_row_engine_last_cells (self));
}

/* What one bit of the states adds in rows of bits. */
static guint64
add_bits (const LifeRowEngine *self, LifeSumRows rows, gsize bit)
{
  guint64 factors = 0;

  rows.words = padded_words (self);
  rows.cells = self->cells;
  rows.keys = self->keys + bit * rows.words;
  for (gsize y = 0; y < rows.rows; y++)
    factors += rows.factors[y];
  return self->counting->products (&rows) - self->empty[bit] * factors;
}

/* The same of cells of several planes, row by row. */
static guint64
add_states (const LifeRowEngine *self, LifeSumRows rows, gsize bits)
{
  const gsize step = padded_words (self);
  g_autofree guint64 *scratch = g_new0 (guint64, bits * step);
  guint64 sum = 0;

  for (gsize y = 0; y < rows.rows; y++) {
    LifeSumRows row = { .rows = 1, .factors = rows.factors + y };

    life_planes_bits (
        &self->planes, rows.bits + y * rows.stride, self->words, step, scratch);
    for (gsize bit = 0; bit < bits; bit++) {
      row.bits = scratch + bit * step;
      sum += add_bits (self, row, bit);
    }
  }
  return sum;
}

static void
add_rows (gpointer data, gsize part)
{
  ChecksumSum *sum = data;
  const LifeRowEngine *self = sum->self;
  const LifeLines *lines = sum->lines;
  const gsize first = part * SUM_ROWS;
  guint64 factors[SUM_ROWS];
  LifeSumRows rows = {
    .bits = (const guint64 *) self->generations.present
            + (lines->first + first) * self->stride,
    .stride = self->stride,
    .rows = MIN (SUM_ROWS, lines->n - first),
    .factors = factors,
  };

  for (gsize i = 0; i < rows.rows; i++)
    factors[i] = life_checksum_row (
        life_lines_y (lines, first + i), life_lines_z (lines, first + i));
  atomic_fetch_add (&sum->checksum, self->planes.n == 1
                                        ? add_bits (self, rows, 0)
                                        : add_states (self, rows, sum->bits));
}

guint64
life_lines_checksum (LifeRowEngine *self, const LifeLines *lines)
{
  ChecksumSum sum = { self, lines, g_bit_storage (self->planes.states - 1), 0 };
  LifeWork work = { (lines->n - 1) / SUM_ROWS + 1, add_rows, NULL, NULL };

  make_keys (self, sum.bits);
  life_thread_pool_run (self->pool,
      life_thread_pool_choose (
          self->pool, life_lines_bytes (self, lines->n) * WORD_COST, 1),
      &work, &sum);
  return sum.checksum;
}

guint64
life_lines_checksum_all (LifeRowEngine *self)
{
  const LifeLines all = life_lines_all (self);

  return life_lines_checksum (self, &all);
}
