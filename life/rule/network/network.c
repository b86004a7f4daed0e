/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Running a network for one cell, and a rule's table, for all states of nine cells. */
#include "life/rule/network/network.h"

#include "life/rule/table/rule-table.h"
#include "life/rule/transition.h"

#include <string.h>

/* The value of a gate whose inputs are @step apart in @values. */
static gboolean
next_of_gate (const LifeGate *gate, const gboolean *values, guint step)
{
  return gate->table >> (4 * values[step * gate->inputs[0]]
                         + 2 * values[step * gate->inputs[1]]
                         + values[step * gate->inputs[2]])
         & 1;
}

guint
life_network_append (LifeNetwork *network, guint table, const guint inputs[3])
{
  const guint signal = life_network_first_gate (network) + network->n_gates;

  if (network->n_gates == LIFE_NETWORK_GATES || signal >= LIFE_NETWORK_SIGNALS)
    return 0;
  network->gates[network->n_gates++] = (LifeGate){ (guint8) table,
    { (guint8) inputs[0], (guint8) inputs[1], (guint8) inputs[2] } };
  return signal;
}

guint
life_network_next (const LifeNetwork *network, const guint8 cells[9])
{
  gboolean values[LIFE_NETWORK_SIGNALS];
  guint n = 0, state = 0;

  for (guint row = 0; row < 3; row++)
    for (guint plane = 0; plane < network->planes; plane++)
      for (guint column = 0; column < 3; column++)
        values[n++] = cells[3 * row + column] >> plane & 1;
  for (guint i = 0; i < network->n_columns; i++)
    for (guint column = 0; column < 3; column++)
      values[n++] = next_of_gate (&network->columns[i], values + column, 3);
  for (guint i = 0; i < network->n_gates; i++)
    values[n++] = next_of_gate (&network->gates[i], values, 1);
  for (guint plane = 0; plane < network->planes; plane++)
    state |= (guint) values[network->outputs[plane]] << plane;
  return state;
}

/* Of a table of two states. */
static void
map_table (const LifeRuleTable *table, guint64 map[8])
{
  for (guint i = 0; i < LIFE_NETWORK_PATTERNS; i++) {
    guint8 cells[LIFE_NETWORK_CELLS];

    for (guint n = 0; n < LIFE_NETWORK_CELLS; n++)
      cells[n] = i >> (8 - n) & 1;
    map[i / 64] |=
        (guint64) life_next_tabled (table->tree, table->entries, cells)
        << i % 64;
  }
}

void
life_network_map (const LifeRule *rule, guint64 map[8])
{
  if (rule->family == LIFE_FAMILY_MAP) {
    memcpy (map, rule->map, sizeof (rule->map));
    return;
  }
  memset (map, 0, sizeof (rule->map));
  if (rule->family == LIFE_FAMILY_TABLE) {
    map_table (rule->table, map);
    return;
  }
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
