/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the families of rules. */
#include "life/rule/families.h"

/* The first that recognizes a text reads it. What none of them reads may be the name of a
 * table rule. */
static const LifeRuleFamily families[] = {
  { LIFE_FAMILY_WOLFRAM, 2, TRUE, life_rule_is_wolfram, life_rule_read_wolfram,
      life_rule_append_wolfram, life_rule_is_same_wolfram, NULL },
  { LIFE_FAMILY_LARGER_THAN_LIFE, 2, FALSE, life_rule_is_larger,
      life_rule_read_larger, life_rule_append_larger, life_rule_is_same_larger,
      life_rule_fill_map },
  { LIFE_FAMILY_MAP, 2, FALSE, life_rule_is_map, life_rule_read_map,
      life_rule_append_map, life_rule_is_same_map, life_rule_fill_map },
  { LIFE_FAMILY_TABLE, 2, FALSE, NULL, NULL, life_rule_append_table,
      life_rule_is_same_table, NULL },
  { LIFE_FAMILY_TOTALISTIC, 0, FALSE, NULL, life_rule_read_counts,
      life_rule_append_counts, life_rule_is_same_counts, life_rule_fill_map },
};

const LifeRuleFamily *
life_family_get (LifeFamily family)
{
  gsize i = 0;

  while (families[i].family != family)
    i++;
  return &families[i];
}

const LifeRuleFamily *
life_family_recognise (LifeRuleReader *reader)
{
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i].recognises != NULL && families[i].recognises (reader))
      return &families[i];
  return life_family_get (LIFE_FAMILY_TOTALISTIC);
}
