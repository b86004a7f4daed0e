/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes a rule's table, for all states of nine cells. */
#include "life/rule/network/network.h"

#include "life/rule/transition.h"

#include <string.h>

void
life_network_map (const LifeRule *rule, guint64 map[8])
{
  if (rule->family == LIFE_FAMILY_MAP) {
    memcpy (map, rule->map, sizeof (rule->map));
    return;
  }
  memset (map, 0, sizeof (rule->map));
  for (guint i = 0; i < LIFE_NETWORK_PATTERNS; i++) {
    guint32 count = 0, cell = i >> 4 & 1;

    for (gint n = 0; n < LIFE_NETWORK_CELLS; n++)
      if (n != 4
          && life_is_neighbor (rule->neighborhood, 1, n % 3 - 1, n / 3 - 1, 0))
        count += i >> (8 - n) & 1;
    if (life_next_totalistic (cell, 2, count, rule->birth, rule->survival))
      map[i / 64] |= (guint64) 1 << i % 64;
  }
}
