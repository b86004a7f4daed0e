/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that networks of gates compute their tables, for all 512 combinations
 * of nine cells, and how many gates they take. */
#include <life/life.h>

#include "life/rule/network/aging-network.h"
#include "life/rule/network/block-network.h"
#include "life/rule/network/count-networks.h"
#include "life/rule/network/find-network.h"
#include "life/rule/network/table-network.h"
#include "life/rule/table/rule-table.h"
#include "life/rule/transition.h"

#include <string.h>

/* A generator of its own, the same on every machine. */
static guint64
next_random (guint64 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void
fill_random (guint64 map[8], guint64 seed)
{
  guint64 state = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) | 1;

  for (guint i = 0; i < 8; i++) {
    next_random (&state);
    map[i] = next_random (&state) >> 32 << 32 | next_random (&state) >> 32;
  }
}

/* Whether the cell is alive next; @index has the bits of the nine cells. */
static gboolean
evaluate (const LifeNetwork *network, guint index)
{
  guint8 cells[LIFE_NETWORK_CELLS];

  for (guint n = 0; n < LIFE_NETWORK_CELLS; n++)
    cells[n] = index >> (8 - n) & 1;
  return life_network_next (network, cells) != 0;
}
/* Compares a network with its table. */
static void
check_network (
    const LifeNetwork *network, const guint64 map[8], const gchar *what)
{
  for (guint i = 0; i < 512; i++)
    if ((guint64) evaluate (network, i) != (map[i / 64] >> i % 64 & 1)) {
      g_test_message ("%s: wrong for cells %03x", what, i);
      g_test_fail ();
      break;
    }
  for (guint i = 0; i < network->n_gates; i++)
    for (guint k = 0; k < 3; k++)
      g_assert_cmpuint (network->gates[i].inputs[k], <,
          life_network_first_gate (network) + i);
}

/* Finds a network, compares it with its table, and returns its number of
 * gates. */
static guint
check_map (const guint64 map[8], const gchar *what)
{
  LifeNetwork network;

  life_network_find (map, 1, 0, NULL, &network);
  g_test_message ("%s: %u gates, of them %u of columns", what,
      life_network_cost (&network), network.n_columns);
  check_network (&network, map, what);
  return life_network_cost (&network);
}

/* Any tables, and some with few births or few survivals, as people write them. */
static void
test_networks_compute_random_tables (void)
{
  for (guint64 seed = 1; seed <= 7; seed++) {
    const gboolean sparse = seed > 3;
    guint64 map[8], other[8];
    g_autofree gchar *what =
        g_strdup_printf ("random table %" G_GUINT64_FORMAT, seed);
    guint gates;

    fill_random (map, seed);
    for (guint i = 0; sparse && i < 4; i++) {
      fill_random (other, 10 * seed + i);
      for (guint k = 0; k < 8; k++)
        map[k] &= other[k];
    }
    gates = check_map (map, what);
    if (!sparse)
      g_assert_cmpuint (gates, <=, 80);
  }
}

static void
test_networks_compute_tables_of_one_cell (void)
{
  guint64 map[8];

  memset (map, 0, sizeof (map));
  check_map (map, "never");
  memset (map, 0xff, sizeof (map));
  check_map (map, "always");
  for (guint cell = 0; cell < LIFE_NETWORK_CELLS; cell++) {
    memset (map, 0, sizeof (map));
    for (guint i = 0; i < 512; i++)
      map[i / 64] |= (guint64) (i >> (8 - cell) & 1) << i % 64;
    g_assert_cmpuint (check_map (map, "a cell"), <=, 1);
    for (guint i = 0; i < 8; i++)
      map[i] = ~map[i];
    g_assert_cmpuint (check_map (map, "what a cell is not"), <=, 1);
  }
  for (guint i = 0; i < 512; i += 73) {
    memset (map, 0, sizeof (map));
    map[i / 64] = (guint64) 1 << i % 64;
    g_assert_cmpuint (check_map (map, "one of all"), <=, 6);
  }
}

static void
make_map (LifeNeighborhood neighborhood, guint32 birth, guint32 survival,
    guint64 map[8])
{
  LifeRule rule = { 0 };

  rule.dimensions = rule.states = 2;
  rule.neighborhood = neighborhood;
  rule.birth = birth;
  rule.survival = survival;
  life_network_map (&rule, map);
}

/* The numbers of gates that earlier networks of these rules took. */
static void
test_rules_need_few_gates (void)
{
  static const struct {
    const gchar *what;
    LifeNeighborhood neighborhood;
    guint32 birth, survival;
    guint gates;
  } rules[] = {
    { "B3/S23", LIFE_NEIGHBORHOOD_MOORE, 1 << 3, 1 << 2 | 1 << 3, 12 },
    { "B2/S34H", LIFE_NEIGHBORHOOD_HEXAGONAL, 1 << 2, 1 << 3 | 1 << 4, 12 },
    { "B13/S23V", LIFE_NEIGHBORHOOD_VON_NEUMANN, 1 << 1 | 1 << 3,
        1 << 2 | 1 << 3, 7 },
    { "B0123456/S01234H", LIFE_NEIGHBORHOOD_HEXAGONAL, 0x7f, 0x1f, 12 },
    { "B1357/S02468", LIFE_NEIGHBORHOOD_MOORE, 0xaa, 0x155, 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    guint64 map[8];

    make_map (rules[i].neighborhood, rules[i].birth, rules[i].survival, map);
    g_assert_cmpuint (check_map (map, rules[i].what), <=, rules[i].gates);
  }
}

static void
test_rules_of_counts_need_no_search (void)
{
  guint64 state = 7, map[8];
  LifeNetwork network;

  for (guint i = 0; i < 2000; i++) {
    const guint32 birth = i == 0 ? 0 : next_random (&state) >> 40 & 0x1ff;
    const guint32 survival = i == 0 ? 0 : next_random (&state) >> 40 & 0x1ff;
    g_autofree gchar *what = g_strdup_printf (
        "birth %03x, survival %03x", (guint) birth, (guint) survival);

    make_map (LIFE_NEIGHBORHOOD_MOORE, birth, survival, map);
    g_assert_true (life_network_count (map, &network));
    check_network (&network, map, what);
    g_assert_cmpuint (life_network_cost (&network), >=, 11);
    g_assert_cmpuint (life_network_cost (&network), <=, 13);
  }
  make_map (LIFE_NEIGHBORHOOD_MOORE, 1 << 3, 1 << 2 | 1 << 3, map);
  g_assert_true (life_network_count (map, &network));
  check_network (&network, map, "B3/S23");
  g_assert_cmpuint (life_network_cost (&network), ==, 8);
}

static void
test_other_rules_do_not_count_as_totalistic (void)
{
  guint64 map[8];
  LifeNetwork network;

  make_map (LIFE_NEIGHBORHOOD_HEXAGONAL, 1 << 2, 1 << 3, map);
  g_assert_false (life_network_count (map, &network));
  make_map (LIFE_NEIGHBORHOOD_MOORE, 1 << 3, 1 << 2 | 1 << 3, map);
  map[7] ^= 1;
  g_assert_false (life_network_count (map, &network));
}

static void
test_the_same_network_every_time (void)
{
  LifeNetwork first, second;
  guint64 map[8];

  fill_random (map, 5);
  for (guint i = 0; i < 8; i++)
    map[i] &= map[(i + 1) % 8] << 1;
  life_network_find (map, 1, 0, NULL, &first);
  life_network_find (map, 1, 0, NULL, &second);
  g_assert_cmpmem (&first, sizeof (first), &second, sizeof (second));
}

/* Random cells, of states that the planes have; and rarer ones next to many in state 0. */
static void
check_table (LifeRuleTable *table, const LifeNetwork *network)
{
  const guint states = MIN (table->tree.states, 1u << network->planes);
  guint64 state = 11;

  for (guint i = 0; i < 200000; i++) {
    guint8 cells[LIFE_NETWORK_CELLS];

    for (guint n = 0; n < LIFE_NETWORK_CELLS; n++) {
      const guint64 random = next_random (&state) >> 20;

      cells[n] =
          i % 2 == 0 || random % 4 == 0 ? (guint8) (random / 4 % states) : 0;
    }
    if (life_network_next (network, cells)
        == life_next_tabled (table->tree, table->entries, cells))
      continue;
    g_test_message ("%s: a wrong next state", table->name);
    g_test_fail ();
    return;
  }
}

/* Cells of which many are in the state after that of the middle one. */
static void
check_cycle (const gchar *text, guint max_gates)
{
  g_autoptr (LifeRule) rule = life_rule_parse (text, 2, NULL);
  const LifeNetwork *network = life_network_of_table (rule->table);
  guint64 state = 13;

  if (network == NULL)
    g_error ("%s has no network", text);
  g_test_message ("%s: %u gates", text, life_network_cost (network));
  g_assert_cmpuint (life_network_cost (network), <=, max_gates);
  for (guint i = 0; i < 50000; i++) {
    guint8 cells[LIFE_NETWORK_CELLS];

    cells[4] = (guint8) ((next_random (&state) >> 20) % rule->states);
    for (guint n = 0; n < LIFE_NETWORK_CELLS; n++) {
      const guint64 random = next_random (&state) >> 20;

      if (n != 4)
        cells[n] =
            (guint8) ((random % 2 ? cells[4] + 1u : random / 2) % rule->states);
    }
    if (life_network_next (network, cells)
        != life_next_tabled (rule->table->tree, rule->table->entries, cells))
      g_error ("%s: a wrong next state", text);
  }
}

static void
test_cycles_need_few_gates (void)
{
  check_cycle ("R1/T3/C32/NM", 64);
  check_cycle ("R1/T1/C32/NM", 56);
  check_cycle ("R1/T3/C3/NM", 36);
  check_cycle ("R1/T2/C33/NN", 50);
  check_cycle ("R1/T5/C64/NM", 80);
  check_cycle ("R1/T4/C14/NN", 36);
}

/* Marks take about eight gates more than the rule of two states. */
static void
test_histories_need_few_gates (void)
{
  static const struct {
    const gchar *rule;
    guint max_gates;
  } rules[] = { { "LifeHistory", 20 }, { "B36/S23History", 26 },
    { "B0/S8History", 26 }, { "B13/S012VHistory", 22 },
    { "B2/S34HHistory", 24 }, { "B2-a/S12History", 30 } };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autoptr (LifeRule) rule = life_rule_parse (rules[i].rule, 2, NULL);
    const LifeNetwork *network = life_network_of_table (rule->table);

    if (network == NULL)
      g_error ("%s has no network", rules[i].rule);
    g_test_message ("%s: %u gates", rules[i].rule, life_network_cost (network));
    g_assert_cmpuint (life_network_cost (network), <=, rules[i].max_gates);
    check_table (rule->table, network);
  }
}

static void
test_cycles_of_more_than_64_states_are_looked_up (void)
{
  g_autoptr (LifeRule) rule = life_rule_parse ("R1/T3/C65/NM", 2, NULL);

  g_assert_null (life_network_of_table (rule->table));
}

/* The rules that are built in, and Golly's where they are installed. */
static void
test_networks_compute_rule_tables (void)
{
  static const gchar folder[] = "/usr/share/golly/Rules";
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  LifeRuleTable *wireworld = life_rule_table_builtin ("WireWorld", TRUE);
  const LifeNetwork *network = life_network_of_table (wireworld);
  const gchar *name;

  g_assert_nonnull (network);
  g_assert_cmpuint (life_network_cost (network), <=, 24);
  check_table (wireworld, network);
  life_rule_table_unref (wireworld);
  while (files != NULL && (name = g_dir_read_name (files)) != NULL) {
    g_autofree gchar *path = g_build_filename (folder, name, NULL);
    LifeRuleTable *table = life_rule_table_load (path, NULL);
    gint64 start = g_get_monotonic_time ();

    if (table == NULL)
      continue;
    network = life_network_of_table (table);
    g_test_message ("%s: %u states: %u gates, %.2f s", name, table->tree.states,
        network != NULL ? life_network_cost (network) : 0,
        (g_get_monotonic_time () - start) / 1e6);
    for (guint state = 1; network != NULL && state < table->tree.states;
         state = 2 * state + 1)
      check_table (table, life_network_of_state (table, state));
    if (network != NULL)
      check_table (table, network);
    life_rule_table_unref (table);
  }
}

/* Random cells under a rule of many gates and one of few. */
static void
test_networks_let_cells_age (void)
{
  static const guint states[] = { 3, 4, 5, 8, 9, 16, 20, 32, 33, 64 };

  guint64 maps[2][8];
  LifeNetwork bases[2];

  fill_random (maps[0], 3);
  make_map (LIFE_NEIGHBORHOOD_MOORE, 1 << 2, 1 << 3 | 1 << 4, maps[1]);
  for (guint i = 0; i < 2; i++)
    life_network_find (maps[i], 1, 0, NULL, &bases[i]);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (states); i++) {
    const guint n = states[i / 2];
    const guint64 *map = maps[i % 2];
    guint64 random[64 * LIFE_NETWORK_CELLS];
    LifeNetwork network;

    g_assert_true (life_network_age (&bases[i % 2], n, &network));
    for (guint k = 0; k < 2000; k++) {
      guint8 cells[LIFE_NETWORK_CELLS];
      guint seen = 0;

      if (k % 64 == 0)
        for (guint word = 0; word < G_N_ELEMENTS (random) / 8; word++)
          fill_random (random + 8 * word, 1000 * k + word);
      for (guint cell = 0; cell < LIFE_NETWORK_CELLS; cell++) {
        const guint64 value = random[LIFE_NETWORK_CELLS * (k % 64) + cell];

        cells[cell] = (guint8) (value % 2 ? value / 2 % 2 : value / 2 % n);
        seen = 2 * seen + (cells[cell] == 1);
      }
      g_assert_cmpuint (life_network_next (&network, cells), ==,
          life_next_state (cells[4], n, life_next_mapped (map, seen)));
    }
  }
}

static void
test_more_than_64_states_have_no_network (void)
{
  guint64 map[8];
  LifeNetwork alive, network;

  make_map (LIFE_NEIGHBORHOOD_MOORE, 1 << 3, 1 << 2, map);
  life_network_find (map, 1, 0, NULL, &alive);
  g_assert_false (life_network_age (&alive, 65, &network));
}

/* The next state of the left cell, bit 0, and of the right one; bit i of @signals has signal i. */
static guint
evaluate_blocks (const LifeBlockNetwork *network, guint signals)
{
  guint values[LIFE_BLOCK_SIGNALS + LIFE_BLOCK_GATES];

  for (guint i = 0; i < LIFE_BLOCK_SIGNALS; i++)
    values[i] = signals >> i & 1;
  for (guint i = 0; i < network->n_gates; i++) {
    const LifeGate *gate = &network->gates[i];

    values[LIFE_BLOCK_SIGNALS + i] =
        gate->table >> (4 * values[gate->inputs[0]]
                        + 2 * values[gate->inputs[1]] + values[gate->inputs[2]])
        & 1;
  }
  return values[network->outputs[0]] | values[network->outputs[1]] << 1;
}

/* In both rows of all blocks: of two cells side by side, the two in the other row, and whether
 * these are above. */
static void
test_networks_compute_blocks (void)
{
  static const struct {
    const gchar *rule;
    guint max_gates;
  } rules[] = { { "critters", 5 }, { "bbm", 5 }, { "tron", 3 },
    { "swap-on-diag", 0 }, { "sand", 7 },
    { "M0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", 2 },
    { "M5,15,1,0,3,2,12,7,9,6,14,11,4,8,10,13", 9 } };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autoptr (LifeRule) rule = life_rule_parse (rules[i].rule, 2, NULL);
    LifeBlockNetwork network;

    g_assert_true (life_block_network_find (rule->blocks, NULL, &network));
    g_assert_cmpuint (network.n_gates, <=, rules[i].max_gates);
    for (guint signals = 0; signals < 32; signals++) {
      const guint row = signals & 3, other = signals >> 2 & 3;
      const guint next = signals < 16 ? rule->blocks[row + 4 * other] & 3
                                      : rule->blocks[other + 4 * row] >> 2;

      g_assert_cmpuint (evaluate_blocks (&network, signals), ==, next);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func (
      "/network/random-tables", test_networks_compute_random_tables);
  g_test_add_func (
      "/network/tables-of-one-cell", test_networks_compute_tables_of_one_cell);
  g_test_add_func ("/network/few-gates", test_rules_need_few_gates);
  g_test_add_func (
      "/network/counts-without-search", test_rules_of_counts_need_no_search);
  g_test_add_func (
      "/network/not-counts", test_other_rules_do_not_count_as_totalistic);
  g_test_add_func (
      "/network/same-every-time", test_the_same_network_every_time);
  g_test_add_func ("/network/rule-tables", test_networks_compute_rule_tables);
  g_test_add_func ("/network/aging", test_networks_let_cells_age);
  g_test_add_func ("/network/aging-through-many-states",
      test_more_than_64_states_have_no_network);
  g_test_add_func ("/network/blocks", test_networks_compute_blocks);
  g_test_add_func ("/network/cycles", test_cycles_need_few_gates);
  g_test_add_func ("/network/histories", test_histories_need_few_gates);
  g_test_add_func ("/network/cycles-of-many-states",
      test_cycles_of_more_than_64_states_are_looked_up);
  return g_test_run ();
}
