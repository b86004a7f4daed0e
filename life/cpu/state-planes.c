/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the states of cells lie in planes of bits, for the CPU's fast engines.
 *
 * The first plane has the cells in state 1. The others, where there are more
 * states, count how many generations a cell above state 1 has yet to age, one
 * binary digit each: one in the highest state, and 0 in states 0 and 1. With @digits each
 * plane is a digit of the state itself, the first one the lowest. */
#include "life/cpu/state-planes.h"

#include "life/base/bits.h"

/* How many planes @states states need. */
gsize
life_planes_count (guint states)
{
  gsize planes = 1;

  for (guint ages = life_planes_first_age (states); ages > 0; ages >>= 1)
    planes++;
  return planes;
}

LifePlanes
life_planes_of_rule (const LifeRule *rule)
{
  const gboolean digits = rule->family == LIFE_FAMILY_TABLE;

  return (LifePlanes){ .states = rule->states,
    .n = digits ? g_bit_storage (rule->states - 1)
                : life_planes_count (rule->states),
    .digits = digits };
}

/* The bits of a state, the first plane's the lowest. */
static guint
bits_of_state (const LifePlanes *self, guint state)
{
  state = MIN (state, self->states - 1);
  return state < 2 || self->digits ? state : (self->states - state) << 1;
}

/* The state whose bits but the lowest are @age, which is not 0; its lowest bit is added. */
static guint8
state_of_age (const LifePlanes *self, guint age)
{
  return (guint8) (self->digits ? 2 * age : self->states - age);
}

void
life_planes_get (
    const LifePlanes *self, gconstpointer row, gsize x, gsize n, guint8 *cells)
{
  if (self->n == 0) {
    memcpy (cells, (const guint8 *) row + x, n);
    return;
  }
  while (n > 0) {
    guint shift = x % LIFE_WORD_CELLS;
    guint part = MIN (n, LIFE_WORD_CELLS - shift);
    const guint64 *word = (const guint64 *) row + x / LIFE_WORD_CELLS;
    guint8 bits[LIFE_WORD_CELLS], ages[LIFE_WORD_CELLS] = { 0 };

    life_bits_unpack (*word >> shift, cells, part);
    for (gsize plane = 1; plane < self->n; plane++) {
      life_bits_unpack (word[plane * self->step] >> shift, bits, part);
      for (guint i = 0; i < part; i++)
        ages[i] |= bits[i] << (plane - 1);
    }
    if (self->n > 1)
      for (guint i = 0; i < part; i++)
        cells[i] |= ages[i] ? state_of_age (self, ages[i]) : 0;
    cells += part;
    x += part;
    n -= part;
  }
}

void
life_planes_read (const LifePlanes *self, const LifeStatesKernel *kernel,
    const guint64 *row, guint32 x, guint32 n, guint8 *cells)
{
  const guint64 *ages[8];
  guint8 states_of_age[256] = { 0 };

  for (guint age = 1; age < 1u << (self->n - 1); age++)
    states_of_age[age] = state_of_age (self, age);
  for (gsize plane = 1; plane < self->n; plane++)
    ages[plane - 1] = row + plane * self->step;
  kernel->read (row, ages, self->n - 1, states_of_age, x, n, cells);
}

void
life_planes_set (
    const LifePlanes *self, gpointer row, gsize x, gsize n, const guint8 *cells)
{
  if (self->n == 0) {
    guint8 *to = (guint8 *) row + x;

    for (gsize i = 0; i < n; i++)
      to[i] = MIN (cells[i], self->states - 1);
    return;
  }
  while (n > 0) {
    guint shift = x % LIFE_WORD_CELLS;
    guint part = MIN (n, LIFE_WORD_CELLS - shift);
    guint64 *word = (guint64 *) row + x / LIFE_WORD_CELLS;
    guint64 rest = ~(life_bits_mask (part) << shift);
    guint bits[LIFE_WORD_CELLS];

    for (guint i = 0; i < part; i++)
      bits[i] = bits_of_state (self, cells[i]);
    for (gsize plane = 0; plane < self->n; plane++, word += self->step) {
      guint64 set = 0;
      for (guint i = 0; i < part; i++)
        set |= (guint64) (bits[i] >> plane & 1) << i;
      *word = (*word & rest) | set << shift;
    }
    cells += part;
    x += part;
    n -= part;
  }
}

void
life_planes_fill (
    const LifePlanes *self, gpointer row, gsize x, gsize n, guint state)
{
  guint bits = bits_of_state (self, state);

  if (self->n == 0) {
    memset ((guint8 *) row + x, MIN (state, self->states - 1), n);
    return;
  }
  while (n > 0) {
    guint shift = x % LIFE_WORD_CELLS;
    guint part = MIN (n, LIFE_WORD_CELLS - shift);
    guint64 *word = (guint64 *) row + x / LIFE_WORD_CELLS;
    guint64 mask = life_bits_mask (part) << shift;

    for (gsize plane = 0; plane < self->n; plane++, word += self->step)
      *word = bits >> plane & 1 ? *word | mask : *word & ~mask;
    x += part;
    n -= part;
  }
}

const guint64 *
life_planes_any (
    const LifePlanes *self, const guint64 *row, gsize words, guint64 *scratch)
{
  if (self->n == 1)
    return row;
  memcpy (scratch, row, words * sizeof (guint64));
  for (gsize plane = 1; plane < self->n; plane++)
    for (gsize i = 0; i < words; i++)
      scratch[i] |= row[plane * self->step + i];
  return scratch;
}

/* Words whose bits are found together. */
#define BITS_WORDS 64

/* A state above 1 is the number of states less the age: subtracted bit by bit, with a
 * borrow, in all cells of a word at once. */
static void
get_state_bits (const LifePlanes *self, const guint64 *row, gsize words,
    gsize step, guint64 *bits)
{
  const gsize n = g_bit_storage (self->states - 1);
  guint64 aging[BITS_WORDS] = { 0 }, borrow[BITS_WORDS] = { 0 };

  for (gsize plane = 1; plane < self->n; plane++)
    for (gsize i = 0; i < words; i++)
      aging[i] |= row[plane * self->step + i];
  for (gsize bit = 0; bit < n; bit++) {
    const guint64 all = self->states >> bit & 1 ? G_MAXUINT64 : 0;
    const gboolean has_ages = bit + 1 < self->n;
    const guint64 *ages = has_ages ? row + (bit + 1) * self->step : row;
    const guint64 used = has_ages ? G_MAXUINT64 : 0;

    for (gsize i = 0; i < words; i++) {
      guint64 age = ages[i] & used, other = all ^ age;

      bits[bit * step + i] = (other ^ borrow[i]) & aging[i];
      borrow[i] = (~all & age) | (~other & borrow[i]);
    }
  }
  for (gsize i = 0; i < words; i++)
    bits[i] |= row[i];
}

const guint64 *
life_planes_bits (const LifePlanes *self, const guint64 *row, gsize words,
    gsize step, guint64 *scratch)
{
  if (self->n == 1)
    return row;
  if (self->digits) {
    for (gsize plane = 0; plane < self->n; plane++)
      memcpy (scratch + plane * step, row + plane * self->step,
          words * sizeof (guint64));
    for (gsize bit = self->n; bit < g_bit_storage (self->states - 1); bit++)
      memset (scratch + bit * step, 0, words * sizeof (guint64));
    return scratch;
  }
  for (gsize i = 0; i < words; i += BITS_WORDS)
    get_state_bits (
        self, row + i, MIN (words - i, BITS_WORDS), step, scratch + i);
  return scratch;
}
