/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for table rules of up to 64 states.
 *
 * Idea: to a table many states of a neighbor are alike: they are in one class. A class is a
 * binary number, whose bits are found from a state's planes, once for each cell of a column.
 * Where the table counts how many of eight neighbors are in the one class that is not that of
 * state 0, columns and then all nine cells are added up, as for rules of counts, and the
 * digits of the sums are what is looked at; else the classes of all neighbors are. With the
 * planes of the cell itself they are the inputs of a search, in all cases that occur; where
 * these are too many, there is no network. */
#include "life/rule/network/table-network.h"

#include "life/rule/network/cyclic-network.h"
#include "life/rule/network/history-network.h"
#include "life/rule/network/work.h"
#include "life/rule/table/rule-table.h"

#include <string.h>

/* A world waits for the search, and more starts find hardly fewer gates. */
#define STARTS 6
#define MAX_GATES 64

enum {
  XOR3 = 0x96,
  MAJORITY = 0xe8
};

#define ITSELF 4 /* among the nine cells */

/* The cells that a tree looks at, in its order; those of a hexagon or a cross among them. */
static const guint8 order_of_8[] = { 0, 2, 6, 8, 1, 3, 5, 7 };
static const guint8 order_of_6[] = { 0, 8, 1, 3, 5, 7 };
static const guint8 order_of_4[] = { 1, 3, 5, 7 };
static const guint8 order_of_2[] = { 3, 5 };

/* The classes of a neighbor's states. */
typedef struct {
  guint n;
  guint8 of_state[64];
} Classes;

typedef struct {
  const LifeRuleTable *table;
  guint states, planes, n_neighbors;
  const guint8 *cells; /* of the neighbors */
  Classes classes[8];
  gboolean counts;

  /* The inputs of the search: signals of the network. */
  guint inputs[LIFE_NETWORK_INPUTS];
  guint n_inputs;
  LifeNetworkProblem problem;
  guint n_cases;

  LifeNetwork *network;
  gboolean full; /* the network, or the problem */
} Making;

/* --- What the table looks at --- */

/* The nodes of a tree's level that can be reached from the root by the first @states states;
 * behind the last level, the next states. */
static GArray *
find_nodes (const LifeRuleTable *table, guint level, guint states)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_val (nodes, table->tree.root);
  for (guint i = 0; i < level; i++) {
    g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
    GArray *next = g_array_new (FALSE, FALSE, sizeof (guint32));

    for (guint n = 0; n < nodes->len; n++)
      for (guint state = 0; state < states; state++) {
        const guint32 child =
            table->entries[g_array_index (nodes, guint32, n) + state];

        if (g_hash_table_add (seen, GUINT_TO_POINTER (child + 1)))
          g_array_append_val (next, child);
      }
    g_array_unref (nodes);
    nodes = next;
  }
  return nodes;
}

/* The level of the first neighbor. */
static guint
first_level (const LifeRuleTable *table)
{
  return table->tree.itself_first ? 1 : 0;
}

/* Equal nodes are one node, so states are alike whose entries are the same in all of them. */
static Classes
find_classes (const LifeRuleTable *table, guint level, guint states)
{
  g_autoptr (GArray) nodes = find_nodes (table, level, states);
  Classes classes = { 0 };
  guint8 first[64];

  for (guint state = 0; state < states; state++) {
    guint class = 0;

    for (; class < classes.n; class ++) {
      guint n = 0;

      while (n < nodes->len) {
        const guint32 *node =
            table->entries + g_array_index (nodes, guint32, n);
        if (node[state] != node[first[class]])
          break;
        n++;
      }
      if (n == nodes->len)
        break;
    }
    if (class == classes.n)
      first[classes.n++] = (guint8) state;
    classes.of_state[state] = (guint8) class;
  }
  return classes;
}

/* Whether the neighbors of this level and of the next one may change places. */
static gboolean
may_swap (const LifeRuleTable *table, guint level, guint states)
{
  g_autoptr (GArray) nodes = find_nodes (table, level, states);
  const guint32 *entries = table->entries;

  for (guint n = 0; n < nodes->len; n++) {
    const guint32 *node = entries + g_array_index (nodes, guint32, n);

    for (guint a = 0; a < states; a++)
      for (guint b = 0; b < a; b++)
        if (entries[node[a] + b] != entries[node[b] + a])
          return FALSE;
  }
  return TRUE;
}

/* Whether the next state follows from how many of eight neighbors are in class 1 of two. */
static gboolean
is_counting (const Making *making)
{
  const guint first = first_level (making->table);

  if (making->n_neighbors != 8 || making->classes[0].n != 2)
    return FALSE;
  for (guint i = 0; i + 1 < making->n_neighbors; i++)
    if (memcmp (&making->classes[i], &making->classes[i + 1], sizeof (Classes))
            != 0
        || !may_swap (making->table, first + i, making->states))
      return FALSE;
  return TRUE;
}

/* --- The network before the search --- */

static guint
add_gate (Making *making, guint table, guint a, guint b, guint c)
{
  const guint inputs[] = { a, b, c };
  const guint signal = life_network_append (making->network, table, inputs);

  making->full |= signal == 0;
  return signal;
}

/* A word of a column, of other words. Each is made once. */
static guint
add_function (Making *making, guint table, guint a, guint b, guint c)
{
  const LifeGate gate = { (guint8) table,
    { (guint8) a, (guint8) b, (guint8) c } };
  LifeNetwork *network = making->network;

  for (guint i = 0; i < network->n_columns; i++)
    if (memcmp (&network->columns[i], &gate, sizeof gate) == 0)
      return 3 * making->planes + i;
  making->full |= network->n_columns == LIFE_NETWORK_COLUMNS;
  if (making->full)
    return 0;
  network->columns[network->n_columns] = gate;
  return 3 * making->planes + network->n_columns++;
}

/* A few gates from the planes of a state to a bit of its class. */
static LifeNetworkWork *
find_bit (const Making *making, const Classes *classes, guint bit)
{
  g_autofree LifeNetworkProblem *problem = g_new0 (LifeNetworkProblem, 1);
  LifeNetworkWork *work = g_new0 (LifeNetworkWork, 1);

  problem->n_inputs = making->planes;
  problem->n_outputs = 1;
  problem->max_gates = MAX_GATES;
  for (guint state = 0; state < making->states; state++) {
    LifeTarget *target = &problem->outputs[0];
    const gboolean on = classes->of_state[state] >> bit & 1;

    (on ? &target->on : &target->off)->bits[0] |= (guint64) 1 << state;
    for (guint plane = 0; plane < making->planes; plane++)
      problem->inputs[plane].bits[0] |= (guint64) (state >> plane & 1) << state;
  }
  life_network_search (problem, STARTS, 1, NULL, work);
  work->problem = NULL;
  return work;
}

/* The word of a column that is the bit of the class of the cell in @row. */
static guint
add_bit (Making *making, const LifeNetworkWork *work, guint row)
{
  guint words[LIFE_NETWORK_SIGNALS] = { 0 };

  for (guint plane = 0; plane < making->planes; plane++)
    words[plane] = row * making->planes + plane;
  for (guint i = work->first_gate; i < work->n_signals; i++) {
    const LifeGate *gate = &work->gates[i];

    words[i] = add_function (making, gate->table, words[gate->inputs[0]],
        words[gate->inputs[1]], words[gate->inputs[2]]);
  }
  return words[work->outputs[0]];
}

/* The signals to be looked at: the cell's planes, … */
static void
add_itself (Making *making)
{
  for (guint plane = 0; plane < making->planes; plane++)
    making->inputs[making->n_inputs++] =
        life_network_word (making->planes + plane, 1);
}

/* … and the digits of how many of the nine cells are in class 1: ones, their carry, … */
static void
add_sums (Making *making)
{
  static const guint8 tables[] = { XOR3, MAJORITY };
  g_autofree LifeNetworkWork *bit = find_bit (making, &making->classes[0], 0);
  guint rows[3], sums[2];

  for (guint row = 0; row < 3; row++)
    rows[row] = add_bit (making, bit, row);
  for (guint i = 0; i < 2; i++)
    sums[i] = add_function (making, tables[i], rows[0], rows[1], rows[2]);
  for (guint i = 0; i < 4; i++)
    making->inputs[making->n_inputs++] = add_gate (making, tables[i % 2],
        life_network_word (sums[i / 2], 0), life_network_word (sums[i / 2], 1),
        life_network_word (sums[i / 2], 2));
}

/* … or the bits of each neighbor's class. */
static void
add_classes (Making *making)
{
  for (guint i = 0; i < making->n_neighbors; i++) {
    const Classes *classes = &making->classes[i];
    const guint cell = making->cells[i];

    for (guint bit = 0; bit < g_bit_storage (classes->n - 1) && classes->n > 1;
         bit++) {
      g_autofree LifeNetworkWork *work = find_bit (making, classes, bit);

      making->full |= making->n_inputs == LIFE_NETWORK_INPUTS;
      if (making->full)
        return;
      making->inputs[making->n_inputs++] =
          life_network_word (add_bit (making, work, cell / 3), cell % 3);
    }
  }
}

/* --- The cases of the search --- */

static void
add_case (Making *making, const gboolean *values, guint next)
{
  LifeNetworkProblem *problem = &making->problem;
  const guint n = making->n_cases++;

  making->full |= n >= LIFE_NETWORK_CASES;
  if (making->full)
    return;
  for (guint i = 0; i < making->n_inputs; i++)
    problem->inputs[i].bits[n / 64] |= (guint64) values[i] << n % 64;
  for (guint plane = 0; plane < making->planes; plane++) {
    LifeTarget *target = &problem->outputs[plane];

    (next >> plane & 1 ? &target->on : &target->off)->bits[n / 64] |=
        (guint64) 1 << n % 64;
  }
}

static guint
store_planes (const Making *making, guint state, gboolean *values)
{
  for (guint plane = 0; plane < making->planes; plane++)
    values[plane] = state >> plane & 1;
  return making->planes;
}

static guint
next_of (const Making *making, const guint8 *cells)
{
  return life_next_tabled (making->table->tree, making->table->entries, cells);
}

/* Any ones and twos that add up to so many cells as may be in class 1. */
static void
add_cases_of_sums (Making *making, guint state)
{
  const Classes *classes = &making->classes[0];
  gboolean values[LIFE_NETWORK_INPUTS];
  const guint own = classes->of_state[state];
  const guint n = store_planes (making, state, values);
  guint other = 0;

  while (classes->of_state[other] == 0)
    other++;
  for (guint i = 0; i < 16; i++) {
    const guint total = i % 4 + 2 * (i / 4);
    guint8 cells[9] = { 0 };

    if (total < own || total > 8 + own)
      continue;
    for (guint k = 0; k < total - own; k++)
      cells[making->cells[k]] = (guint8) other;
    cells[ITSELF] = (guint8) state;
    for (guint bit = 0; bit < 4; bit++)
      values[n + bit] = i >> bit & 1;
    add_case (making, values, next_of (making, cells));
  }
}

/* Any classes of the neighbors from the number @i on. */
static void
add_cases_of_classes (
    Making *making, guint i, guint8 *cells, gboolean *values, guint n)
{
  const Classes *classes = &making->classes[i];
  guint seen = 0;

  if (i == making->n_neighbors) {
    add_case (making, values, next_of (making, cells));
    return;
  }
  for (guint state = 0; state < making->states && !making->full; state++) {
    const guint class = classes->of_state[state];
    guint bits = 0;

    if (class != seen)
      continue;
    seen++;
    for (; classes->n > 1 && bits < g_bit_storage (classes->n - 1); bits++)
      values[n + bits] = class >> bits & 1;
    cells[making->cells[i]] = (guint8) state;
    add_cases_of_classes (making, i + 1, cells, values, n + bits);
  }
}

static void
add_cases (Making *making)
{
  gboolean values[LIFE_NETWORK_INPUTS];
  guint8 cells[9] = { 0 };

  for (guint state = 0; state < making->states && !making->full; state++)
    if (making->counts) {
      add_cases_of_sums (making, state);
    } else {
      cells[ITSELF] = (guint8) state;
      add_cases_of_classes (
          making, 0, cells, values, store_planes (making, state, values));
    }
}

/* --- All of it --- */

/* The gates that a search found, behind those that its inputs come from. */
static void
append_gates (Making *making, const LifeNetworkWork *work)
{
  guint names[LIFE_NETWORK_SIGNALS] = { 0 };

  memcpy (names, making->inputs, making->n_inputs * sizeof (names[0]));
  for (guint i = work->first_gate; i < work->n_signals; i++) {
    const LifeGate *gate = &work->gates[i];

    names[i] = add_gate (making, gate->table, names[gate->inputs[0]],
        names[gate->inputs[1]], names[gate->inputs[2]]);
  }
  for (guint plane = 0; plane < making->planes; plane++)
    making->network->outputs[plane] = names[work->outputs[plane]];
}

static void
choose_inputs (Making *making)
{
  gdouble cases = making->states;

  for (guint i = 0; i < making->n_neighbors; i++)
    cases *= making->classes[i].n;
  making->counts = is_counting (making);
  making->full = !making->counts && cases > LIFE_NETWORK_CASES;
  if (making->full)
    return;
  add_itself (making);
  if (making->counts)
    add_sums (making);
  else
    add_classes (making);
}

/* Of the first @states states. */
static LifeNetwork *
make_network (const LifeRuleTable *table, guint states)
{
  static const guint8 *const orders[] = { order_of_2, order_of_4, order_of_6,
    order_of_8 };
  g_autofree Making *making = g_new0 (Making, 1);
  g_autofree LifeNetwork *network = g_new0 (LifeNetwork, 1);
  g_autofree LifeNetworkWork *work = g_new0 (LifeNetworkWork, 1);

  if (table->tree.words > 0)
    return NULL;
  if (table->threshold > 0)
    return life_network_of_cycle (
        table->tree.states, table->tree.neighbors, table->threshold);
  if (table->history.next != NULL)
    return life_network_of_history (&table->history, table->tree.neighbors);
  making->table = table;
  making->states = states;
  making->planes = network->planes = g_bit_storage (states - 1);
  making->network = network;
  making->n_neighbors = table->tree.neighbors;
  making->cells = orders[making->n_neighbors / 2 - 1];
  for (guint i = 0; i < making->n_neighbors; i++)
    making->classes[i] = find_classes (table, first_level (table) + i, states);
  choose_inputs (making);
  if (!making->full)
    add_cases (making);
  if (making->full)
    return NULL;
  making->problem.n_inputs = making->n_inputs;
  making->problem.n_outputs = making->planes;
  making->problem.max_gates = MAX_GATES;
  if (!life_network_search (&making->problem, STARTS, 0, NULL, work))
    return NULL;
  append_gates (making, work);
  return making->full ? NULL : g_steal_pointer (&network);
}

/* Reports the choice, for a log. */
static void
report (const LifeRuleTable *table, guint states, const LifeNetwork *network)
{
  if (network != NULL)
    g_info ("a network of %u gates for %u of the %u states of rule %s",
        life_network_cost (network), states, table->tree.states, table->name);
  else if (states == table->tree.states)
    g_info ("the table of rule %s is looked up: it has too many cases for a "
            "network of at most %u gates",
        table->name, MAX_GATES);
}

/* Whether cells in the first @states states never get into others. */
static gboolean
is_closed (const LifeRuleTable *table, guint states)
{
  g_autoptr (GArray) next = NULL;

  if (table->tree.words > 0)
    return FALSE;
  next = find_nodes (table, table->tree.neighbors + 1, states);
  for (guint i = 0; i < next->len; i++)
    if (g_array_index (next, guint32, i) >= states)
      return FALSE;
  return TRUE;
}

/* The network of @planes planes is found at the first call. */
static const LifeNetwork *
get_network (LifeRuleTable *table, guint planes)
{
  const guint states = MIN (table->tree.states, 1u << planes);
  static GMutex mutex;
  const LifeNetwork *network;

  g_mutex_lock (&mutex);
  if (!(table->networks_sought >> planes & 1)) {
    if (is_closed (table, states))
      table->networks[planes] = make_network (table, states);
    table->networks_sought |= 1u << planes;
    report (table, states, table->networks[planes]);
  }
  network = table->networks[planes];
  g_mutex_unlock (&mutex);
  return network;
}

const LifeNetwork *
life_network_of_table (LifeRuleTable *table)
{
  return table->tree.states > 64
             ? NULL
             : get_network (table, g_bit_storage (table->tree.states - 1));
}

const LifeNetwork *
life_network_of_state (LifeRuleTable *table, guint state)
{
  const LifeNetwork *whole = life_network_of_table (table);

  if (whole == NULL)
    return NULL;
  for (guint planes = MAX (g_bit_storage (state), 1); planes < whole->planes;
       planes++) {
    const LifeNetwork *network = get_network (table, planes);

    if (network != NULL)
      return network;
  }
  return whole;
}
