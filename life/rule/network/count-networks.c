/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for rules that count all eight neighbors.
 *
 * Idea: the nine cells add up to total = one + 2 twos with twos = 0…4, and digits 0 and 1 of
 * twos are low and high. Two gates look (one, low, cell) up, one for few cells, twos = 0 or
 * 1, and one for many, twos = 2 or 3. The rare twos = 4 is treated as whichever of the others
 * has the same result. If none has, it is treated as 0, where one entry is free because a live
 * cell is never counted, and what still differs is flipped: all of it by one more gate, a
 * part of it by two. 11 to 13 gates with the sums' own, as in cuda/bits2d/rules.cuh; Life
 * uses the 8 that a SAT solver found (docs/explanation/kernels.md). */
#include "life/rule/network/count-networks.h"

#include <string.h>

enum {
  XOR3 = 0x96,
  MAJORITY = 0xe8,
  CHOOSE = 0xca, /* the first one ? the second : the third */
};

/* Functions of a column: digits of its sum. */
enum {
  ONES,
  TWOS
};

#define CELL 4 /* the signal of the cell itself */

/* By the number of live cells among the nine: bit n is set where a dead cell, or a live one,
 * is alive next. */
typedef struct {
  guint dead, live;
} Totals;

static gboolean
find_totals (const guint64 map[8], Totals *totals)
{
  guint seen[2] = { 0, 0 }, next[2] = { 0, 0 };

  for (guint i = 0; i < LIFE_NETWORK_PATTERNS; i++) {
    const guint total = (guint) __builtin_popcount (i), cell = i >> CELL & 1;
    const guint value = (guint) (map[i / 64] >> i % 64 & 1);

    if ((seen[cell] >> total & 1) && (next[cell] >> total & 1) != value)
      return FALSE;
    seen[cell] |= 1u << total;
    next[cell] |= value << total;
  }
  totals->dead = next[0];
  totals->live = next[1];
  return TRUE;
}

static guint
alive (const Totals *totals, guint total, guint cell)
{
  return (cell ? totals->live : totals->dead) >> total & 1;
}

static guint
add (LifeNetwork *network, guint table, guint a, guint b, guint c)
{
  LifeGate *gate = &network->gates[network->n_gates];

  *gate = (LifeGate){ (guint8) table, { (guint8) a, (guint8) b, (guint8) c } };
  return life_network_first_gate (network) + network->n_gates++;
}

/* A gate of a digit of the sums of the three columns. */
static guint
add_digit (LifeNetwork *network, guint table, guint digit)
{
  return add (network, table, life_network_column (1, digit, 0),
      life_network_column (1, digit, 1), life_network_column (1, digit, 2));
}

static void
make_life (LifeNetwork *network)
{
  const guint east = life_network_column (1, TWOS, 2),
              west = life_network_column (1, TWOS, 0);
  const guint odd = add_digit (network, XOR3, ONES);
  const guint unequal = add_digit (network, 0x7e, ONES);
  const guint both = add (network, 0x60, odd, east, west);
  const guint some =
      add (network, 0x46, both, unequal, life_network_column (1, TWOS, 1));
  const guint wrong = add (network, 0x9e, some, east, west);

  network->outputs[0] = add (network, 0x0e, wrong, odd, CELL);
}

static gboolean
is_like_four (const Totals *totals, guint twos)
{
  return alive (totals, 2 * twos, 0) == alive (totals, 8, 0)
         && (twos == 0 || alive (totals, 2 * twos, 1) == alive (totals, 8, 1))
         && alive (totals, 2 * twos + 1, 1) == alive (totals, 9, 1);
}

/* The gate from (odd, carry, pair), which make odd + carry + 2 pair twos, to digit @digit of
 * them, with four treated as @four_as. */
static guint
table_of_digit (guint digit, guint four_as)
{
  guint table = 0;

  for (guint i = 0; i < 8; i++) {
    const guint twos = (i >> 2) + (i >> 1 & 1) + 2 * (i & 1);

    table |= ((twos == 4 ? four_as : twos) >> digit & 1) << i;
  }
  return table;
}

/* The gate from (one, low, cell) for @twos and @twos + 1. */
static guint
table_of_twos (const Totals *totals, guint twos)
{
  guint table = 0;

  for (guint i = 0; i < 8; i++)
    table |= alive (totals, (i >> 2) + 2 * (twos + (i >> 1 & 1)), i & 1) << i;
  return table;
}

static void
make_counts (const Totals *totals, LifeNetwork *network)
{
  const guint one = add_digit (network, XOR3, ONES);
  const guint carry = add_digit (network, MAJORITY, ONES);
  const guint odd = add_digit (network, XOR3, TWOS);
  const guint pair = add_digit (network, MAJORITY, TWOS);
  guint few_table = table_of_twos (totals, 0);
  gboolean flips_dead = FALSE, flips_live = FALSE;
  guint four_as = 0, low, high, few, many;

  while (four_as < 4 && !is_like_four (totals, four_as))
    four_as++;
  if (four_as == 4) {
    four_as = 0;
    flips_dead = alive (totals, 8, 0) != alive (totals, 0, 0);
    flips_live = alive (totals, 9, 1) != alive (totals, 1, 1);
  }
  /* The entry of a live cell that is not counted is that of eight cells. */
  if (four_as == 0)
    few_table =
        (few_table & ~2u) | (alive (totals, 8, 1) ^ (guint) flips_dead) << 1;

  low = add (network, table_of_digit (0, four_as), odd, carry, pair);
  high = add (network, table_of_digit (1, four_as), odd, carry, pair);
  few = add (network, few_table, one, low, CELL);
  many = add (network, table_of_twos (totals, 2), one, low, CELL);
  /* Among the few, four is a pair, and not low. */
  if (flips_dead && flips_live)
    few = add (network, 0xb4, few, pair, low);
  network->outputs[0] = add (network, CHOOSE, high, many, few);
  if (flips_dead != flips_live) {
    const guint four = add (network, 0x80, pair, odd, carry);

    /* ^ (four & ~one), ^ (four & one) */
    network->outputs[0] =
        add (network, flips_dead ? 0xb4 : 0x78, network->outputs[0], four, one);
  }
}

gboolean
life_network_count (const guint64 map[8], LifeNetwork *network)
{
  const Totals life = { 1u << 3, 1u << 3 | 1u << 4 };
  Totals totals;

  if (!find_totals (map, &totals))
    return FALSE;
  memset (network, 0, sizeof *network);
  network->planes = 1;
  network->n_columns = 2;
  network->columns[ONES] = (LifeGate){ XOR3, { 0, 1, 2 } };
  network->columns[TWOS] = (LifeGate){ MAJORITY, { 0, 1, 2 } };
  if (totals.dead == life.dead && totals.live == life.live)
    make_life (network);
  else
    make_counts (&totals, network);
  return TRUE;
}
