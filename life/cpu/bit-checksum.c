/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world of bits, a word at a time (life/world/checksum.h). */
#include "life/cpu/bit-engine.h"

#include "life/world/checksum.h"

#include <stdatomic.h>

/* Rows that a thread adds up at a time. */
#define SUM_ROWS 64

/* Adding a word up takes about twice as long as advancing it. */
#define WORD_COST 2

typedef struct {
  LifeBitEngine *self;
  gsize bits; /* of a state */
  _Atomic guint64 checksum;
} Sum;

static gsize
count_rows (const LifeBitEngine *self)
{
  return (gsize) self->engine.geometry.height * self->engine.geometry.depth;
}

/* Words from the factors of one bit of the states to those of the next. */
static gsize
factor_step (const LifeBitEngine *self)
{
  return (self->words + LIFE_FOLDED_WORDS - 1) / LIFE_FOLDED_WORDS
         * LIFE_FOLDED_WORDS;
}

/* The factors of the words of a row but the last, of one bit of the states after
 * another. */
static void
know_factors (LifeBitEngine *self, gsize bits)
{
  const gsize step = factor_step (self);

  if (self->factor_bits >= bits)
    return;
  g_free (self->factors);
  self->factors = g_new0 (guint64, bits * step);
  self->factor_bits = bits;
  for (gsize bit = 0; bit < bits; bit++)
    for (gsize word = 0; word + 1 < self->words; word++)
      self->factors[bit * step + word] =
          life_checksum_column (word, (guint32) bit);
}

/* What one bit of the states adds in rows of bits. */
static guint64
add_bits (const LifeBitEngine *self, LifeFoldRows rows, gsize bit)
{
  const gsize last = self->words - 1;
  const guint64 cells = life_bits_mask (life_bit_engine_last_cells (self));
  const guint64 factor = life_checksum_column (last, (guint32) bit);
  guint64 sum = 0;

  for (gsize y = 0; y < rows.rows; y++)
    sum += life_checksum_fold (rows.bits[y * rows.stride + last] & cells)
           * rows.row_factors[y];
  rows.word_factors = self->factors + bit * factor_step (self);
  rows.words = last;
  return self->counting->fold (&rows) + sum * factor;
}

/* The same of cells of several planes, row by row. */
static guint64
add_states (const LifeBitEngine *self, LifeFoldRows rows, gsize bits)
{
  const gsize step = factor_step (self);
  g_autofree guint64 *scratch = g_new0 (guint64, bits * step);
  guint64 sum = 0;

  for (gsize y = 0; y < rows.rows; y++) {
    LifeFoldRows row = { .rows = 1, .row_factors = rows.row_factors + y };

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
  Sum *sum = data;
  const LifeBitEngine *self = sum->self;
  const guint32 height = self->engine.geometry.height;
  const gsize first = part * SUM_ROWS;
  guint64 factors[SUM_ROWS];
  LifeFoldRows rows = {
    .bits = (const guint64 *) self->generations.present + first * self->stride,
    .stride = self->stride,
    .rows = MIN (SUM_ROWS, count_rows (self) - first),
    .row_factors = factors,
  };

  for (gsize i = 0; i < rows.rows; i++)
    factors[i] = life_checksum_row (
        (first + i) % height, (guint32) ((first + i) / height));
  atomic_fetch_add (&sum->checksum, self->planes.n == 1
                                        ? add_bits (self, rows, 0)
                                        : add_states (self, rows, sum->bits));
}

gboolean
life_bit_engine_checksum (LifeEngine *engine, guint64 *checksum, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;
  Sum sum = { self, g_bit_storage (self->planes.states - 1), 0 };
  LifeWork work = { (count_rows (self) - 1) / SUM_ROWS + 1, add_rows, NULL,
    NULL };

  know_factors (self, sum.bits);
  life_thread_pool_run (self->pool,
      life_thread_pool_choose (
          self->pool, life_bit_engine_bytes (self) * WORD_COST, 1),
      &work, &sum);
  *checksum = sum.checksum;
  return TRUE;
}
