/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for "…History" rules.
 *
 * Idea: odd states are alive, so the lowest plane is a world of two states, in which the gates
 * of the rule without marks run. The walls among nine cells are or-ed together, columns first,
 * and a search finds the next state from the cell's own, its life and the walls. For Life: 18
 * gates, 5 of them for columns. */
#include "life/rule/network/history-network.h"

#include "life/rule/network/compose.h"
#include "life/rule/network/count-networks.h"
#include "life/rule/network/find-network.h"
#include "life/rule/network/network-cache.h"

enum {
  AND = 0xc0,    /* a and b */
  OR_AND = 0xf8, /* a, or b and c */
  OR = 0xfe,
};

#define WALL 6
#define PLANES 3
#define STATES 7

/* The gates of the rule of two states: without a search, from the cache, or found now. */
static void
find_base (const guint64 map[8], LifeNetwork *base)
{
  if (life_network_count (map, base) || life_network_cache_get (map, base))
    return;
  life_network_find (map, 1, 0, NULL, base);
  life_network_cache_store (map, base);
}

/* Its functions of columns, of the lowest plane; the first of them. */
static guint
add_base_columns (LifeComposition *self, const LifeNetwork *base)
{
  const guint first = self->network->n_columns;

  for (guint i = 0; i < base->n_columns; i++) {
    guint words[3];

    for (guint k = 0; k < 3; k++) {
      const guint word = base->columns[i].inputs[k];

      words[k] = word < 3 ? word * PLANES : 3 * PLANES + first + word - 3;
    }
    life_compose_column (
        self, base->columns[i].table, words[0], words[1], words[2]);
  }
  return first;
}

/* Its gates; whether the cell is alive next. */
static guint
add_base_gates (LifeComposition *self, const LifeNetwork *base, guint first)
{
  guint names[LIFE_NETWORK_SIGNALS] = { 0 };

  for (guint cell = 0; cell < LIFE_NETWORK_CELLS; cell++)
    names[cell] = life_compose_cell (self, cell, 0);
  for (guint i = 0; i < 3 * base->n_columns; i++)
    names[LIFE_NETWORK_CELLS + i] = life_network_column (PLANES, first, 0) + i;
  for (guint i = 0; i < base->n_gates; i++) {
    const LifeGate *gate = &base->gates[i];

    names[life_network_first_gate (base) + i] =
        life_compose_gate (self, gate->table, names[gate->inputs[0]],
            names[gate->inputs[1]], names[gate->inputs[2]]);
  }
  return names[base->outputs[0]];
}

/* The word of a column with a wall where @word has one, or in @row. */
static guint
add_walls_of_row (LifeComposition *self, guint word, guint row)
{
  return life_compose_column (
      self, OR_AND, word, row * PLANES + 1, row * PLANES + 2);
}

/* The words of the columns left of a cell, of its own and of the one right of it with a wall where
 * the rule sees it. */
static void
add_wall_columns (LifeComposition *self, guint neighbors, guint words[3])
{
  const guint middle =
      life_compose_column (self, AND, PLANES + 1, PLANES + 2, PLANES + 2);
  const guint upper = add_walls_of_row (self, middle, 0);

  words[1] = add_walls_of_row (self, upper, 2);
  words[0] = neighbors == 8 ? words[1] : neighbors == 6 ? upper : middle;
  words[2] = neighbors == 8   ? words[1]
             : neighbors == 6 ? add_walls_of_row (self, middle, 2)
                              : middle;
}

/* The next state's planes. A wall is near itself. */
static void
add_next (LifeComposition *self, const LifeTableHistory *history, guint lives,
    guint wall)
{
  g_autofree LifeNetworkProblem *problem =
      life_compose_problem (PLANES + 2, PLANES);
  guint inputs[PLANES + 2];

  for (guint number = 0; number < 4 * (1 << PLANES); number++) {
    const guint state = number % (1 << PLANES);
    const gboolean is_near = number >> (PLANES + 1) & 1;

    if (state < STATES && (state != WALL || is_near))
      life_compose_case (problem, number,
          history->next (
              state, (guint64) is_near << WALL, number >> PLANES & 1));
  }
  for (guint plane = 0; plane < PLANES; plane++)
    inputs[plane] = life_compose_cell (self, LIFE_COMPOSE_ITSELF, plane);
  inputs[PLANES] = lives;
  inputs[PLANES + 1] = wall;
  life_compose_search (self, problem, inputs, self->network->outputs);
}

LifeNetwork *
life_network_of_history (const LifeTableHistory *history, guint neighbors)
{
  g_autofree LifeNetwork *base = g_new0 (LifeNetwork, 1);
  g_autofree LifeNetwork *network = g_new0 (LifeNetwork, 1);
  LifeComposition composition = { network };
  guint walls[3], first, lives, wall;

  network->planes = PLANES;
  find_base (history->map, base);
  first = add_base_columns (&composition, base);
  add_wall_columns (&composition, neighbors, walls);
  lives = add_base_gates (&composition, base, first);
  wall = life_compose_gate (&composition, OR, life_network_word (walls[0], 0),
      life_network_word (walls[1], 1), life_network_word (walls[2], 2));
  add_next (&composition, history, lives, wall);
  return composition.full ? NULL : g_steal_pointer (&network);
}
