/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A rule from inside: to the library and its engines it is a struct, of which each
 * family has its own members. Programs see the functions of life/rule.h alone. */
#pragma once

#include <string.h>

#include <life/rule.h>

G_BEGIN_DECLS

/* The highest radius of Larger than Life: that of Golly. */
#define LIFE_RADIUS_MAX 500

/* The ways in which a block of four cells may live: bit 0 its upper left one, 1 the upper right,
 * 2 the lower left and 3 the lower right one. */
#define LIFE_MARGOLUS_BLOCKS 16

/* Counts of live neighbors, both ends included; where @last is below @first: none. */
typedef struct {
  guint32 first, last;
} LifeCountRange;

/*
 * LifeRule:
 * @family: the kind of rule; members of the other ones are 0
 * @neighborhood: which cells count
 * @dimensions: 2 or 3
 * @states: 2 … 256; state 0 is dead, 1 alive
 * @birth: totalistic: bit n: a dead cell with n live neighbors is born
 * @survival: totalistic: bit n: a live cell with n live neighbors stays alive
 * @map: bit n % 64 of element n / 64: whether the cell is alive next where the
 *   cells north-west, north, north-east, west, itself, east, south-west, south and
 *   south-east, of which the first is the highest bit, read n
 * @radius: larger than life: 1 … LIFE_RADIUS_MAX; cyclic: 2 … 10
 * @middle: larger than life: the cell itself counts as a neighbor too
 * @birth_range: larger than life: a dead cell with so many is born
 * @survival_range: larger than life: a live cell with so many stays alive
 * @counts: (nullable): larger than life: counts that two ranges cannot hold, instead of
 *   them; the rule has a reference
 * @weights: (nullable): larger than life: what cells weigh, if the rule's text gives it;
 *   the rule has a reference
 * @table: (nullable): the transitions of a table rule; the rule has a reference
 * @wolfram: Wolfram's number, 0 … 255
 * @blocks: of Margolus: what becomes of each block
 * @odd_blocks: blocks begin in odd columns and rows
 * @alternate: (nullable): the rule of odd generations, where these have another one; the
 *   rule has a reference
 * @threshold: cyclic: so many neighbors in the next state change a cell
 * @bounded: the text ended in a topology suffix (`:T64,48`), stored in @grid
 * @grid: the size and topology of that suffix
 * @references: how many there are; 0: a value in some function's memory, which is not
 *   freed, and which borrows what it points to
 *
 * A rule with references does not change.
 */
struct _LifeRule {
  LifeFamily family;
  LifeNeighborhood neighborhood;
  guint dimensions;
  guint states;
  guint32 birth;
  guint32 survival;
  guint64 map[8];
  guint radius;
  gboolean middle;
  LifeCountRange birth_range, survival_range;
  struct _LifeLargerCounts *counts;
  struct _LifeLargerWeights *weights;
  struct _LifeRuleTable *table;
  guint8 wolfram;
  guint8 blocks[LIFE_MARGOLUS_BLOCKS];
  gboolean odd_blocks;
  guint threshold;
  struct _LifeRule *alternate;
  gboolean bounded;
  LifeGeometry grid;
  gint references;
};

/* What a rule is, without the count of its references, which other threads may change
 * meanwhile: a value, which borrows what it points to. */
static inline LifeRule
life_rule_value (const LifeRule *rule)
{
  LifeRule value;

  memcpy (&value, rule, G_STRUCT_OFFSET (LifeRule, references));
  value.references = 0;
  return value;
}

/* Whether it is B3/S23 in two dimensions, for which engines have gates of its own. */
static inline gboolean
life_rule_is_life (const LifeRule *rule)
{
  return rule->family == LIFE_FAMILY_TOTALISTIC
         && rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE
         && rule->dimensions == 2 && rule->states == 2 && rule->birth == 1u << 3
         && rule->survival == (1u << 2 | 1u << 3);
}

G_END_DECLS
