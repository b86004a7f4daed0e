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

/* The factors of the words of a row, of one bit of the states after another. */
static void
know_factors (LifeBitEngine *self, gsize bits)
{
  if (self->factor_bits >= bits)
    return;
  g_free (self->factors);
  self->factors = g_new (guint64, bits * self->words);
  self->factor_bits = bits;
  for (gsize bit = 0; bit < bits; bit++)
    for (gsize word = 0; word < self->words; word++)
      self->factors[bit * self->words + word] =
          life_checksum_column (word, (guint32) bit);
}

/* What one bit of the states of a row adds, before the row's own factor. */
static guint64
add_bits (const LifeBitEngine *self, const guint64 *words, gsize bit)
{
  const guint64 *factors = self->factors + bit * self->words;
  const gsize last = self->words - 1;
  const guint64 cells = life_bits_mask (life_bit_engine_last_cells (self));

  return self->counting->fold (words, factors, last)
         + life_checksum_fold (words[last] & cells) * factors[last];
}

static void
add_rows (gpointer data, gsize part)
{
  Sum *sum = data;
  const LifeBitEngine *self = sum->self;
  const guint32 height = self->engine.geometry.height;
  const gsize end = MIN ((part + 1) * SUM_ROWS, count_rows (self));
  g_autofree guint64 *scratch =
      self->planes.n > 1 ? g_new (guint64, sum->bits * self->words) : NULL;
  guint64 checksum = 0;

  for (gsize i = part * SUM_ROWS; i < end; i++) {
    const guint64 *row =
        (const guint64 *) self->generations.present + i * self->stride;
    const guint64 *states =
        life_planes_bits (&self->planes, row, self->words, scratch);
    guint64 added = 0;

    for (gsize bit = 0; bit < sum->bits; bit++)
      added += add_bits (self, states + bit * self->words, bit);
    checksum += added * life_checksum_row (i % height, (guint32) (i / height));
  }
  atomic_fetch_add (&sum->checksum, checksum);
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
