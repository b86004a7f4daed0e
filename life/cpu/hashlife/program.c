/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which rules HashLife runs, and their tables. */
#include "life/cpu/hashlife/hashlife-private.h"

#include "life/rule/rule-private.h"

/* The cell is the highest of the five inputs, then come the bits of the count with the cell,
 * from the ones on. Counts that do not occur have the result of the cell being counted, or of
 * the count with the same lower bits. */
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
  guint64 table;

  if (rule->bounded)
    return refuse (error, rule, "a universe without edges has no suffix");
  if (rule->dimensions != 2)
    return refuse (error, rule, "it has three dimensions");
  if (rule->alternate != NULL)
    return refuse (error, rule, "it alternates; use kernel=auto");
  if (rule->states != 2)
    return refuse (error, rule, "it has more than two states; use kernel=auto");
  if (rule->family != LIFE_FAMILY_TOTALISTIC && rule->family != LIFE_FAMILY_MAP)
    return refuse (error, rule, "it counts other cells than the 8 that touch");
  if (life_rule_has_b0 (rule))
    return refuse (error, rule,
        "births without neighbors (B0) would fill a universe without edges");
  if (rule->family == LIFE_FAMILY_MAP) {
    program->shape = LIFE_HASH_MAP;
    life_diagram_init (&program->diagram, rule->map, LIFE_HASH_MAP_INPUTS);
    return TRUE;
  }
  program->shape =
      rule->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN ? LIFE_HASH_CROSS
      : rule->neighborhood == LIFE_NEIGHBORHOOD_HEXAGONAL ? LIFE_HASH_HEXAGON
      : life_rule_is_life (rule)                          ? LIFE_HASH_LIFE
                                                          : LIFE_HASH_BLOCK;
  table = count_table (rule);
  life_diagram_init (&program->diagram, &table, LIFE_HASH_COUNT_INPUTS);
  return TRUE;
}
