/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which rules the engines run that hold a bit per cell. */
#include "life/cpu/bitsliced.h"

gboolean
life_bitsliced_takes (const LifeRule *rule)
{
  if (rule->family == LIFE_FAMILY_MAP)
    return rule->dimensions == 2 && rule->states == 2;
  if (rule->family != LIFE_FAMILY_TOTALISTIC)
    return FALSE;
  switch (rule->neighborhood) {
    case LIFE_NEIGHBORHOOD_MOORE:
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return TRUE;
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      return rule->dimensions == 2;
    case LIFE_NEIGHBORHOOD_CORNERS:
    case LIFE_NEIGHBORHOOD_EDGES:
      return rule->dimensions == 3;
    default:
      return FALSE;
  }
}
