/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that table rules by look-ups, which skip unchanged blocks, equal the
 * reference, whatever is written in between. */
#include "tests/support/text/rule-table.h"
#include "tests/support/worlds/compare.h"

static const gchar *const names[] = { "WireWorld", "JvN29", "Nobili32",
  "Hutton32" };

#define N_RULES (G_N_ELEMENTS (names) + G_N_ELEMENTS (table_texts))

static LifeRule
rule_number (guint number)
{
  if (number < G_N_ELEMENTS (names))
    return rule_of (2, names[number]);
  return rule_of_table (
      table_of (table_texts[number % G_N_ELEMENTS (table_texts)]));
}

static void
test_sizes_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 1, 1 }, { 2, 3 }, { 9, 1 }, { 63, 15 },
    { 64, 16 }, { 65, 17 }, { 66, 33 }, { 200, 50 }, { 130, 130 } };
  static const LifeTopology all[] = { LIFE_TOPOLOGY_TORUS, LIFE_TOPOLOGY_PLANE,
    LIFE_TOPOLOGY_KLEIN, LIFE_TOPOLOGY_CROSS_SURFACE, LIFE_TOPOLOGY_SPHERE };
  static const guint64 calls[] = { 1, 1, 5, 20 };
  g_autoptr (GRand) dice = g_rand_new_with_seed (5);

  for (guint i = 0; i < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (all); i++)
    for (guint number = 0; number < N_RULES; number++) {
      const guint32 *size = sizes[i / G_N_ELEMENTS (all)];
      const LifeTopology topology = all[i % G_N_ELEMENTS (all)];
      LifeGeometry geometry = { size[0], size[topology != LIFE_TOPOLOGY_SPHERE],
        1, topology };
      LifeRule rule = rule_number (number);
      g_autoptr (Worlds) worlds =
          worlds_new (&geometry, &rule, LIFE_KERNEL_AUTO, 1 + i % 3);

      worlds_scatter (worlds, dice, whole_box (worlds->each[0]));
      if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), "a size"))
        return;
    }
}

static void
test_shifted_tori_equal_reference (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (6);
  guint64 calls[60];

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    calls[i] = 1;
  for (guint number = 0; number < N_RULES; number++) {
    LifeGeometry geometry = { 150, 70, 1, LIFE_TOPOLOGY_TORUS,
      .shift_x = number % 2 ? 40 : 0, .shift_y = number % 2 ? 0 : 9 };
    LifeRule rule = rule_number (number);
    g_autoptr (Worlds) worlds =
        worlds_new (&geometry, &rule, LIFE_KERNEL_AUTO, 2);

    worlds_scatter (worlds, dice, (LifeBox){ 60, 30, 0, 30, 10, 1 });
    if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), "shifted"))
      return;
  }
}

/* A write into skipped blocks makes them advance again, in any generation. */
static void
test_skipped_blocks_are_advanced_again (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (7);

  for (guint number = 0; number < 2 * N_RULES; number++) {
    LifeGeometry geometry = { 700, 300, 1, topologies[number % 2] };
    LifeRule rule = rule_number (number / 2);
    g_autoptr (Worlds) worlds =
        worlds_new (&geometry, &rule, LIFE_KERNEL_AUTO, 2);

    for (guint64 i = 0; i < SOME_OF (40); i++) {
      const guint64 call = 1 + i % 4;

      worlds_scatter (worlds, dice,
          (LifeBox){ g_rand_int_range (dice, 0, 690),
              g_rand_int_range (dice, 0, 295), 0, 1 + i % 10, 1 + i % 5, 1 });
      if (!worlds_play (worlds, &call, 1, "woken"))
        return;
    }
  }
}

/* A world so large that its steps are shared, and its cells counted, by several
 * threads. */
static void
test_threads_change_nothing (void)
{
  static const guint64 calls[] = { 1, 2, 3 };
  LifeGeometry geometry = { 2200, 2000, 1, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < SOME_OF (N_RULES); number++) {
    LifeRule rule = rule_number (number);
    g_autoptr (Worlds) worlds =
        worlds_of (new_world_with_rule (
                       &geometry, &rule, LIFE_KERNEL_AUTO, 2 + number % 3),
            new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1));

    if (!worlds_play_soup (worlds, number, 0.1, calls, G_N_ELEMENTS (calls)))
      return;
  }
}

/* A generation that was cancelled is computed again. */
static void
test_cancelled_generations_are_repeated (void)
{
  static const guint64 calls[] = { 1, 1, 1 };
  LifeGeometry geometry = { 1500, 1200, 1, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < SOME_OF (N_RULES); number++) {
    LifeRule rule = rule_number (number);
    g_autoptr (Worlds) worlds =
        worlds_of (new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 2),
            new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1));

    worlds_soup (worlds, 1, 0.2);
    step_until_cancelled (worlds->each[1]);
    step (worlds->each[0], life_world_get_generation (worlds->each[1]));
    if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), "cancelled"))
      return;
  }
}

/* Other rules, other cells, and back to an earlier generation. */
static void
test_every_change_of_cells_is_seen (void)
{
  static const guint64 again[] = { 1, 1, 1 };
  g_autoptr (GRand) dice = g_rand_new_with_seed (8);
  LifeGeometry geometry = { 300, 100, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_number (0);
  g_autoptr (Worlds) worlds =
      worlds_new (&geometry, &rule, LIFE_KERNEL_AUTO, 2);

  for (guint64 i = 0; i < 4 * N_RULES; i++) {
    const guint64 ahead = 7 + i % 2;
    LifeSnapshot *snapshots[2];

    rule = rule_number (i % N_RULES);
    worlds_set_rule (worlds, &rule);
    if (i % 3 == 0)
      worlds_soup (worlds, i, 0.1);
    else
      worlds_scatter (worlds, dice, (LifeBox){ 100, 40, 0, 30, 30, 1 });
    for (guint k = 0; k < 2; k++)
      snapshots[k] = world_snapshot (worlds->each[k]);
    worlds_play (worlds, &ahead, 1, "before");
    for (guint k = 0; k < 2; k++) {
      world_restore (worlds->each[k], snapshots[k]);
      life_snapshot_free (snapshots[k]);
    }
    worlds_play (worlds, again, G_N_ELEMENTS (again), "again");
    worlds_clear (worlds);
    if (!worlds_play (worlds, again, 1, "cleared") || g_test_failed ())
      return;
  }
}

/* --- Soups of cyclic rules, of all states --- */

/* Cells 0 to 15 of row 3 of the soup of seed 12345, as a program in Python computes SplitMix64. */
typedef struct {
  const gchar *rule;
  guint8 cells[16];
} CycleSoup;

static const CycleSoup cycle_soups[] = {
  { "R1/T3/C32/NM",
      { 16, 8, 27, 0, 17, 29, 29, 20, 25, 13, 8, 15, 16, 27, 12, 4 } },
  { "R1/T1/C5/NN", { 2, 2, 4, 0, 3, 4, 0, 3, 4, 2, 0, 2, 3, 0, 0, 1 } },
  { "R1/T2/C65/NM",
      { 32, 17, 56, 0, 35, 59, 59, 41, 52, 27, 16, 30, 33, 55, 25, 9 } },
  { "R3/T9/C5/NM", { 2, 2, 4, 0, 3, 4, 0, 3, 4, 2, 0, 2, 3, 0, 0, 1 } },
};

static void
check_frequencies (LifeWorld *world)
{
  const LifeBox all = whole_box (world);
  const gsize n = (gsize) all.width * all.height;
  const guint states = life_rule_get_states (life_world_get_rule (world));
  const guint expected = (guint) (n / states);
  g_autofree guint8 *cells = read_box (world, &all);
  guint found[256] = { 0 };

  for (gsize i = 0; i < n; i++)
    found[cells[i]]++;
  for (guint state = 0; state < states; state++) {
    g_assert_cmpuint (found[state], >, expected - expected / 10);
    g_assert_cmpuint (found[state], <, expected + expected / 10);
  }
}

static void
test_soups_of_cycles_have_all_states (void)
{
  const LifeGeometry geometry = { 1201, 700, 1, LIFE_TOPOLOGY_TORUS };
  const LifeBox row = { 0, 3, 0, 16, 1, 1 };
  const guint64 call = 3;

  for (guint i = 0; i < G_N_ELEMENTS (cycle_soups); i++) {
    const CycleSoup *soup = &cycle_soups[i];
    const LifeRule rule = rule_of (2, soup->rule);
    g_autoptr (Worlds) worlds = worlds_on_paths (&geometry, &rule, 2);
    g_autofree guint8 *whole = NULL, *part = NULL;

    worlds_soup (worlds, 12345, LIFE_DENSITY_DEFAULT);
    check_frequencies (worlds->each[0]);
    whole = read_box (worlds->each[0], &row);
    g_assert_cmpmem (whole, 16, soup->cells, 16);
    if (!worlds_play (worlds, &call, 1, soup->rule))
      return;
    world_clear (worlds->each[0]);
    world_soup_box (worlds->each[0], &row, 12345, LIFE_DENSITY_DEFAULT);
    part = read_box (worlds->each[0], &row);
    g_assert_cmpmem (part, 16, soup->cells, 16);
  }
}

/* The density is the share of cells that are not in state 0, and those of two states are as ever. */
static void
test_densities_choose_the_cells_of_all_soups (void)
{
  const LifeGeometry geometry = { 300, 200, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) cycle =
      new_world (&geometry, "R1/T3/C32/NM", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) life =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  const LifeBox all = whole_box (life);
  g_autofree guint8 *states = NULL, *alive = NULL;

  fill_soup (cycle, 7, 0.35);
  fill_soup (life, 7, LIFE_DENSITY_DEFAULT);
  states = read_box (cycle, &all);
  alive = read_box (life, &all);
  for (guint i = 0; i < 300 * 200; i++)
    g_assert_cmpuint (states[i] > 0, ==, alive[i]);
}

#define TEST(name) g_test_add_func ("/tabled/" #name, test_##name)
/* The tests that the thread sanitizer runs. */
#define TEST_OF_THREADS(name) \
  g_test_add_func ("/tabled/threads/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (sizes_equal_reference);
  TEST (shifted_tori_equal_reference);
  TEST (skipped_blocks_are_advanced_again);
  TEST_OF_THREADS (threads_change_nothing);
  TEST_OF_THREADS (cancelled_generations_are_repeated);
  TEST (every_change_of_cells_is_seen);
  TEST (soups_of_cycles_have_all_states);
  TEST (densities_choose_the_cells_of_all_soups);
  return g_test_run ();
}
