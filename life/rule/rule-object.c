/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules as objects: references, copies and properties. */
#include "life/rule/rule-private.h"

#include "life/rule/larger-counts.h"
#include "life/rule/larger-weights.h"
#include "life/rule/notation.h"
#include "life/rule/table/rule-table.h"
#include "life/rule/transition.h"

/* Returns: (transfer full): a rule with one reference, its own */
static LifeRule *
copy (const LifeRule *rule)
{
  LifeRule *copy = g_new (LifeRule, 1);

  *copy = life_rule_value (rule);
  copy->references = 1;
  if (copy->table != NULL)
    life_rule_table_ref (copy->table);
  if (copy->counts != NULL)
    life_larger_counts_ref (copy->counts);
  if (copy->weights != NULL)
    life_larger_weights_ref (copy->weights);
  if (copy->alternate != NULL)
    life_rule_ref (copy->alternate);
  return copy;
}

LifeRule *
life_rule_ref (const LifeRule *rule)
{
  LifeRule *counted = (LifeRule *) rule;

  g_return_val_if_fail (rule != NULL, NULL);

  if (g_atomic_int_get (&counted->references) == 0)
    return copy (rule);
  g_atomic_int_inc (&counted->references);
  return counted;
}

void
life_rule_unref (LifeRule *rule)
{
  if (rule == NULL || !g_atomic_int_dec_and_test (&rule->references))
    return;
  g_clear_pointer (&rule->table, life_rule_table_unref);
  g_clear_pointer (&rule->counts, life_larger_counts_unref);
  g_clear_pointer (&rule->weights, life_larger_weights_unref);
  g_clear_pointer (&rule->alternate, life_rule_unref);
  g_free (rule);
}

LifeRule *
life_rule_without_grid (const LifeRule *rule)
{
  LifeRule *bare;

  g_return_val_if_fail (rule != NULL, NULL);

  if (!rule->bounded)
    return life_rule_ref (rule);
  bare = copy (rule);
  bare->bounded = FALSE;
  bare->grid = (LifeGeometry){ 0 };
  return bare;
}

guint
life_rule_get_dimensions (const LifeRule *rule)
{
  g_return_val_if_fail (rule != NULL, 0);

  return rule->dimensions;
}

guint
life_rule_get_states (const LifeRule *rule)
{
  g_return_val_if_fail (rule != NULL, 0);

  return rule->states;
}

LifeFamily
life_rule_get_family (const LifeRule *rule)
{
  g_return_val_if_fail (rule != NULL, LIFE_FAMILY_TOTALISTIC);

  return rule->family;
}

LifeNeighborhood
life_rule_get_neighborhood (const LifeRule *rule)
{
  g_return_val_if_fail (rule != NULL, LIFE_NEIGHBORHOOD_MOORE);

  return rule->neighborhood;
}

/* A map is of hexagons if it reads no cell that these do not touch, but not only those of a
 * cross. */
static gboolean
has_hexagons (const LifeRule *rule)
{
  if (rule->family == LIFE_FAMILY_MAP)
    return life_rule_map_ignores (rule->map, LIFE_MAP_OFF_HEXAGON)
           && !life_rule_map_ignores (rule->map, LIFE_MAP_CORNERS);
  return rule->neighborhood == LIFE_NEIGHBORHOOD_HEXAGONAL
         || rule->neighborhood == LIFE_NEIGHBORHOOD_ASTERISK
         || rule->neighborhood == LIFE_NEIGHBORHOOD_TRIPOD
         || (rule->weights != NULL && rule->weights->grid == 'H');
}

gboolean
life_rule_is_hexagonal (const LifeRule *rule)
{
  g_return_val_if_fail (rule != NULL, FALSE);

  return has_hexagons (rule)
         && (rule->alternate == NULL || has_hexagons (rule->alternate));
}

guint
life_rule_get_radius (const LifeRule *rule)
{
  g_return_val_if_fail (rule != NULL, 1);

  return MAX (MAX (1, rule->radius),
      rule->alternate != NULL ? rule->alternate->radius : 1);
}

const LifeGeometry *
life_rule_get_grid (const LifeRule *rule)
{
  g_return_val_if_fail (rule != NULL, NULL);

  return rule->bounded ? &rule->grid : NULL;
}

gboolean
life_rule_has_b0 (const LifeRule *rule)
{
  static const guint8 dead[9];

  g_return_val_if_fail (rule != NULL, FALSE);

  if (rule->alternate != NULL && life_rule_has_b0 (rule->alternate))
    return TRUE;
  if (rule->family == LIFE_FAMILY_MARGOLUS)
    return rule->blocks[0] != 0;
  if (rule->family == LIFE_FAMILY_TABLE)
    return life_next_tabled (rule->table->tree, rule->table->entries, dead)
           != 0;
  if (rule->family == LIFE_FAMILY_LARGER_THAN_LIFE)
    return life_larger_lives (rule, 0, life_larger_dead_count (rule));
  return life_next_of_family (rule->family, rule, 0, 0) != 0;
}

guint32
life_rule_get_color (const LifeRule *rule, guint state)
{
  g_return_val_if_fail (rule != NULL, 0);

  return rule->table != NULL ? life_rule_table_get_color (rule->table, state)
                             : 0;
}

const gchar *
life_rule_get_state_name (const LifeRule *rule, guint state)
{
  g_return_val_if_fail (rule != NULL, NULL);

  return rule->table != NULL ? life_rule_table_get_name (rule->table, state)
                             : NULL;
}
