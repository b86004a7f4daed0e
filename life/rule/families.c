/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the families of rules, whose rows are in the files of each. */
#include "life/rule/families.h"

#define ROW(name) &life_family_##name,

static const LifeRuleFamily *const families[] = { LIFE_RULE_FAMILIES (ROW) };

const LifeRuleFamily *
life_family_get (LifeFamily family)
{
  gsize i = 0;

  while (families[i]->family != family)
    i++;
  return families[i];
}

guint
life_family_live_states (const LifeRule *rule)
{
  const LifeRuleFamily *family = life_family_get (rule->family);

  return family->is_cyclic != NULL && family->is_cyclic (rule)
             ? rule->states - 1
             : 1;
}

const LifeRuleFamily *
life_family_recognize (LifeRuleReader *reader)
{
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (families[i]->recognizes != NULL && families[i]->recognizes (reader))
      return families[i];
  return &life_family_counts;
}
