/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A rule as choices between signals: its table is halved by one input after the other,
 * and equal halves are one choice (R. E. Bryant's decision diagrams). */
#include "life/cpu/hashlife/private.h"

#include <string.h>

#include "life/rule/private.h"
#include "life/rule/transition.h"

/* @table has a bit for each state of the inputs from the one after @input on, the first of
 * them the highest bit of its number. */
typedef struct {
  LifeHashProgram *program;
  guint n_inputs;
  /* Of each choice, its table and how many inputs that has. */
  guint64 tables[LIFE_HASH_MOST_CHOICES][8];
  guint inputs[LIFE_HASH_MOST_CHOICES];
} Diagram;

static gboolean
get_bit (const guint64 *table, guint i)
{
  return table[i / 64] >> i % 64 & 1;
}

static void
get_half (const guint64 *table, guint half, guint n, guint64 part[8])
{
  memset (part, 0, 8 * sizeof (guint64));
  for (guint i = 0; i < n; i++)
    part[i / 64] |= (guint64) get_bit (table, half * n + i) << i % 64;
}

/* The signal whose value @table has, of the last @left inputs. */
static guint8
make_signal (Diagram *diagram, const guint64 table[8], guint left)
{
  LifeHashProgram *program = diagram->program;
  const guint half = left > 0 ? 1u << (left - 1) : 0;
  guint64 zeros[8], ones[8];
  guint8 zero, one;

  if (left == 0)
    return get_bit (table, 0) ? LIFE_HASH_ALWAYS : LIFE_HASH_NEVER;
  get_half (table, 0, half, zeros);
  get_half (table, 1, half, ones);
  zero = make_signal (diagram, zeros, left - 1);
  if (memcmp (zeros, ones, sizeof (zeros)) == 0)
    return zero;
  for (guint i = 0; i < program->n_choices; i++)
    if (diagram->inputs[i] == left
        && memcmp (diagram->tables[i], table, sizeof (zeros)) == 0)
      return (guint8) (LIFE_HASH_INPUTS + diagram->n_inputs + i);
  one = make_signal (diagram, ones, left - 1);
  memcpy (diagram->tables[program->n_choices], table, sizeof (zeros));
  diagram->inputs[program->n_choices] = left;
  program->choices[program->n_choices] =
      (LifeHashChoice){ (guint8) (LIFE_HASH_INPUTS + diagram->n_inputs - left),
        one, zero };
  return (guint8) (LIFE_HASH_INPUTS + diagram->n_inputs + program->n_choices++);
}

/* Inputs are tried from the first signal on: for counts the highest bit would do better
 * first, but the count's bits come from the ones on. */
static void
make_choices (LifeHashProgram *program, const guint64 table[8], guint n_inputs)
{
  g_autofree Diagram *diagram = g_new0 (Diagram, 1);

  diagram->program = program;
  diagram->n_inputs = n_inputs;
  program->n_choices = 0;
  program->output = make_signal (diagram, table, n_inputs);
}

/* The five inputs: the cell, then the count with the cell, from the ones on. Counts that do
 * not occur are as if the cell were in them, or as the one with the same lower bits. */
static guint64
count_table (const LifeRule *rule)
{
  guint64 table = 0;

  for (guint i = 0; i < 32; i++) {
    const guint alive = i >> 4 & 1;
    guint count =
        (i >> 3 & 1) | (i >> 2 & 1) << 1 | (i >> 1 & 1) << 2 | (i & 1) << 3;

    if (count > 9)
      count &= 7;
    if (alive && count == 0)
      count = 1;
    if (alive ? rule->survival >> (count - 1) & 1 : rule->birth >> count & 1)
      table |= G_GUINT64_CONSTANT (1) << i;
  }
  return table;
}

static gboolean
refuse (GError **error, const LifeRule *rule, const gchar *why)
{
  g_autofree gchar *text = life_rule_to_string (rule);

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "HashLife does not run %s: %s", text, why);
  return FALSE;
}

gboolean
life_hash_program_make (
    const LifeRule *rule, LifeHashProgram *program, GError **error)
{
  guint64 table[8] = { 0 };

  if (rule->bounded)
    return refuse (error, rule, "a universe without edges has no suffix");
  if (rule->dimensions != 2)
    return refuse (error, rule, "it has three dimensions");
  if (rule->states != 2)
    return refuse (error, rule, "it has more than two states; use kernel=auto");
  if (rule->family != LIFE_FAMILY_TOTALISTIC && rule->family != LIFE_FAMILY_MAP)
    return refuse (
        error, rule, "it looks at other cells than the 8 that touch");
  if (life_rule_has_b0 (rule))
    return refuse (error, rule,
        "births without neighbors (B0) would fill a universe without edges");
  if (rule->family == LIFE_FAMILY_MAP) {
    program->shape = LIFE_HASH_MAP;
    for (guint i = 0; i < 512; i++)
      table[i / 64] |= (guint64) life_next_mapped (rule->map, i) << i % 64;
    make_choices (program, table, LIFE_HASH_MAP_INPUTS);
    return TRUE;
  }
  program->shape =
      rule->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN ? LIFE_HASH_CROSS
      : rule->neighborhood == LIFE_NEIGHBORHOOD_HEXAGONAL ? LIFE_HASH_HEXAGON
      : rule->birth == 1u << 3 && rule->survival == (1u << 2 | 1u << 3)
          ? LIFE_HASH_LIFE
          : LIFE_HASH_BLOCK;
  table[0] = count_table (rule);
  make_choices (program, table, LIFE_HASH_COUNT_INPUTS);
  return TRUE;
}
