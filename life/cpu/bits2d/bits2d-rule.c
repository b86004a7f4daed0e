/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepares a rule for the kernels of the CPU's fast engine
 * (life/cpu/bits2d/bits2d-kernels.h): as terms of a polynomial, or as tables. */
#include "life/cpu/bits2d/bits2d-rule.h"

#include "life/base/cpu-path.h"
#include "life/cpu/bits2d/bits2d-private.h"
#include "life/rule/network/table-network.h"
#include "life/rule/transition.h"

/* The next state of a cell with @count live cells in its shape, itself
 * included; @alive is its present state. */
static gboolean
next_state (const LifeRule *rule, guint count, guint alive)
{
  return alive ? rule->survival >> (count - 1) & 1 : rule->birth >> count & 1;
}

/* Finds the terms of the rule's polynomial: the Möbius transform of its table. Entries for
 * blocks that cannot occur are free: 0 with a live middle is treated like 0 with a dead one, and
 * 9 with a dead middle has the value that needs no term. */
static void
find_terms (const LifeRule *rule, LifeBitslicedRule *terms)
{
  guint low[16], eight[2], nine;

  for (guint i = 0; i < 16; i++)
    low[i] = next_state (rule, i >> 1, i >> 1 ? i & 1 : 0);
  eight[0] = low[0] ^ next_state (rule, 8, 0);
  eight[1] = low[1] ^ next_state (rule, 8, 1);
  nine = low[3] ^ next_state (rule, 9, 1);

  for (guint bit = 1; bit < 16; bit *= 2)
    for (guint i = 0; i < 16; i++)
      if (i & bit)
        low[i] ^= low[i ^ bit];
  for (guint i = 0; i < 16; i++)
    terms->low[i] = low[i] ? G_MAXUINT64 : 0;
  terms->high[0] = eight[0] ? G_MAXUINT64 : 0;
  terms->high[1] = eight[0] ^ eight[1] ? G_MAXUINT64 : 0;
  terms->high[2] = eight[1] ^ nine ? G_MAXUINT64 : 0;
}

static void
find_ages (guint states, LifeBitslicedRule *rule)
{
  rule->ages = life_planes_count (states) - 1;
  for (guint i = 0; i < LIFE_MAX_AGES; i++)
    rule->first_age[i] =
        life_planes_first_age (states) >> i & 1 ? G_MAXUINT64 : 0;
}

static LifeBitslicedShape
shape_of (LifeNeighborhood neighborhood)
{
  switch (neighborhood) {
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return LIFE_SHAPE_CROSS;
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      return LIFE_SHAPE_HEXAGON;
    default:
      return LIFE_SHAPE_BLOCK;
  }
}

/* Reverses three cells: the lowest digit becomes the highest. */
static guint
turn_three (guint cells)
{
  return (cells & 1) << 2 | (cells & 2) | cells >> 2;
}

/* Looks up rows of three cells in the digit order of
 * life/cpu/bits2d/bits2d-kernels.h. */
static guint
next_mapped (const LifeRule *rule, guint north, guint here, guint south)
{
  return life_next_mapped (rule->map,
      turn_three (north) << 6 | turn_three (here) << 3 | turn_three (south));
}

static void
find_map (const LifeRule *rule, LifeBitslicedMap *map)
{
  memset (map->bytes, 0, sizeof map->bytes);
  for (guint i = 0; i < G_N_ELEMENTS (map->bytes[0]); i++)
    for (guint j = 0; j < 8; j++) {
      map->bytes[0][i] |= next_mapped (rule, j, i / 8, i % 8) << j;
      map->bytes[1][i] |= next_mapped (rule, i / 8, i % 8, j) << j;
    }
  for (guint i = 0; i < G_N_ELEMENTS (map->pairs); i++) {
    guint north = i & 15, here = i >> 4 & 15, south = i >> 8;
    map->pairs[i] =
        (guint8) (next_mapped (rule, north & 7, here & 7, south & 7)
                  | next_mapped (rule, north >> 1, here >> 1, south >> 1) << 1);
  }
}

/* --- Networks over planes --- */

const LifeNetwork *
life_bitsliced_network_of (const LifeRule *rule)
{
  return rule->family == LIFE_FAMILY_TABLE ? life_network_of_table (rule->table)
                                           : NULL;
}

/* The planes of a rule's states, or those that states up to @state need, and all that ever follow
 * from them. */
LifePlanes
life_bitsliced_planes_for (const LifeRule *rule, guint state)
{
  LifePlanes planes = life_planes_of_rule (rule);

  if (planes.digits)
    planes.n = life_network_of_state (rule->table, state)->planes;
  return planes;
}

/* Sets the network of a table rule, for the planes that there are, or none. */
void
life_bitsliced_set_network (LifeBitsliced *self, const LifeRule *rule)
{
  self->rule.network = NULL;
  if (!self->bits.planes.digits)
    return;
  life_bitsliced_network_init (&self->network,
      life_network_of_state (rule->table, (1u << self->bits.planes.n) - 1));
  self->rule.network = &self->network;
}

/* Of a vector of a network in a tile, in tenths of one by about eight gates: by code, or gate
 * by gate. */
guint
life_bitsliced_tile_cost (const LifeBitsliced *self)
{
  const LifeNetwork *network = self->network.network;
  guint gates;

  if (self->rule.network == NULL)
    return 10;
  gates = life_network_cost (network) + 2 * network->planes;
  return self->kernel.lanes >= 4 ? gates : 5 * gates;
}

/* The same in a strip, which is advanced gate by gate. */
guint
life_bitsliced_strip_cost (const LifeBitsliced *self)
{
  const LifeNetwork *network = self->network.network;

  return 5 * (life_network_cost (network) + 3 * network->planes);
}

/* --- Code --- */

/* With AVX-512 that picks bytes out of a vector, a lookup of cells costs as much as so many
 * gates (docs/explanation/cpu.md). */
#define GATES_OF_LOOKUP 40

/* Code is compiled for AVX2 and AVX-512, and not for Life, which has a kernel of its own. */
static void
renew_jit (LifeBitsliced *self, const LifeRule *rule)
{
  const gboolean wide = self->kernel.lanes == 8;
  const LifeRuleJitTarget target = !wide ? LIFE_RULE_JIT_AVX2
                                   : life_cpu_path_splits_gates ()
                                       ? LIFE_RULE_JIT_AVX512_SPLIT
                                       : LIFE_RULE_JIT_AVX512;
  const gboolean has_lookup =
      self->is_mapped && wide && life_cpu_path_has_bytes (LIFE_CPU_PATH_AVX512);

  g_clear_pointer (&self->jit, life_rule_jit_free);
  if (self->kernel.lanes >= 4 && self->rule.network != NULL)
    self->jit = life_rule_jit_of_network (self->network.network, target);
  else if (self->kernel.lanes >= 4 && !self->is_life)
    self->jit = life_rule_jit_new (
        rule, target, has_lookup ? GATES_OF_LOOKUP : G_MAXUINT);
  self->rule.code = NULL;
}

void
life_bitsliced_rule_init (LifeBitslicedRule *terms, const LifeRule *rule)
{
  memset (terms, 0, sizeof (*terms));
  find_ages (rule->states, terms);
  terms->shape = shape_of (rule->neighborhood);
  find_terms (rule, terms);
}

/* To be called when the engine has the planes that the rule needs. */
void
life_bitsliced_apply_rule (LifeBitsliced *self, const LifeRule *rule)
{
  life_bitsliced_set_network (self, rule);
  find_ages (rule->states, &self->rule);
  if (self->rule.network != NULL)
    self->rule.ages = 0;
  self->is_mapped = rule->family == LIFE_FAMILY_MAP;
  self->is_life = life_rule_is_life (rule);
  self->born_of_nothing = life_rule_has_b0 (rule);
  if (self->is_mapped) {
    find_map (rule, &self->map);
  } else if (self->rule.network == NULL) {
    self->rule.shape = shape_of (rule->neighborhood);
    find_terms (rule, &self->rule);
  }
  renew_jit (self, rule);
}
