/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests what HashLife makes of cells: against the reference in a bounded world, against
 * itself in other steps, and against known facts. */
#include "tests/support/worlds/hashlife.h"

#define SIDE 5

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeHashUniverse, life_hash_universe_free)

static void
assert_text (LifeHashUniverse *universe, const gchar *expected)
{
  g_autofree gchar *text = text_of (universe);

  g_assert_cmpstr (text, ==, expected);
}

/* Takes the steps in turn; all cells stay inside the bounded world. */
static void
check_rule (
    const LifeRule *rule, const gchar *what, const guint *steps, guint n)
{
  GError *error = NULL;
  g_autoptr (LifeHashUniverse) universe =
      life_hash_universe_new (rule, 32 * MEBIBYTE, 1, &error);
  LifeWorld *world;

  g_assert_no_error (error);
  g_test_message ("%s", what);
  set_soup (universe, 7, 1);
  world = bounded_copy (universe, rule, SIDE);
  for (guint i = 0; i < n; i++) {
    run_universe (universe, steps[i]);
    step (world, steps[i]);
    assert_same_cells (universe, world, SIDE);
  }
  life_world_free (world);
}

static void
test_rules_of_every_family_are_as_in_the_reference (gconstpointer path)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S",
    "B345678/S012345678", "B1/S8", "B3678/S34678", "B2/S34H", "B13/S0123456H",
    "B3/S23V", "B1234/S01234V", "B2-a/S12", "B3-k/S23-a4i", "B8/S8" };
  static const guint steps[] = { 1, 2, 5, 16, 40 };
  static const guint more[] = { 1, 2, 4, 3, 8, 16, 21, 32, 37 };

  life_cpu_path_force (path);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    const LifeRule rule = rule_of (2, rules[i]);

    check_rule (&rule, rules[i], steps, G_N_ELEMENTS (steps));
    if (i == 0)
      check_rule (&rule, rules[i], more, G_N_ELEMENTS (more));
  }
  life_cpu_path_force (NULL);
}

static void
test_any_map_is_as_in_the_reference (void)
{
  static const guint steps[] = { 1, 3, 16, 30 };

  for (guint64 seed = 1; seed <= 5; seed++) {
    LifeRule rule = rule_of (2, "B2-a/S12");
    guint64 state = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
    g_autofree gchar *what = g_strdup_printf ("map %" G_GUINT64_FORMAT, seed);

    for (guint i = 0; i < 8; i++)
      rule.map[i] = next_random (&state);
    rule.map[0] &= ~G_GUINT64_CONSTANT (1);
    check_rule (&rule, what, steps, G_N_ELEMENTS (steps));
  }
}

static void
test_steps_add_up (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2-a/S12",
    "B2/S34H", "B3/S23V" };

  for (guint i = 0; i < 60; i++) {
    const gchar *rule = rules[i % G_N_ELEMENTS (rules)];
    g_autoptr (LifeHashUniverse) parts = new_universe (rule, 64 * MEBIBYTE, 1);
    g_autoptr (LifeHashUniverse) whole = new_universe (rule, 64 * MEBIBYTE, 1);
    guint64 state = 77 + i, a = next_random (&state) % 700;
    guint64 b = next_random (&state) % 300;
    g_autofree gchar *expected = NULL;

    set_soup (parts, i + 1, 1 + i % 2);
    set_soup (whole, i + 1, 1 + i % 2);
    run_universe (parts, a);
    run_universe (parts, b);
    run_universe (whole, a + b);
    expected = text_of (whole);
    assert_text (parts, expected);
  }
}

/* In so little memory squares are collected again and again, and what was counted of them is
 * forgotten. */
static void
test_threads_find_the_same_cells (void)
{
  static const guint steps[] = { 1024, 1024, 1000 };
  g_autoptr (LifeHashUniverse) large =
      new_universe ("B3/S23", 128 * MEBIBYTE, 1);
  LifeHashUniverse *small[5];
  LifeHashSnapshot *starts[5];
  g_autofree gchar *first = NULL;

  set_soup (large, 3, 8);
  first = text_of (large);
  for (guint i = 0; i < 5; i++) {
    small[i] = new_universe ("B3/S23", 2 * MEBIBYTE, i + 1);
    set_soup (small[i], 3, 8);
    starts[i] = life_hash_universe_snapshot (small[i]);
  }
  for (guint k = 0; k < G_N_ELEMENTS (steps); k++) {
    g_autofree gchar *expected = NULL;

    run_universe (large, steps[k]);
    expected = text_of (large);
    for (guint i = 0; i < 5; i++) {
      run_universe (small[i], steps[k]);
      assert_text (small[i], expected);
      g_assert_cmpuint (population_of (small[i]), ==, population_of (large));
    }
  }
  for (guint i = 0; i < 5; i++) {
    g_assert_cmpuint (small[i]->collections, >, 0);
    life_hash_universe_restore (small[i], starts[i]);
    assert_text (small[i], first);
    life_hash_snapshot_free (starts[i]);
    life_hash_universe_free (small[i]);
  }
}

/* --- Known facts --- */

static void
paste_pattern (LifeHashUniverse *universe, const gchar *name)
{
  GError *error = NULL;
  LifePattern *pattern = life_pattern_from_string (name, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < pattern->n_runs; i++)
    for (guint x = 0; x < pattern->runs[i].length; x++)
      set_cell (universe, pattern->runs[i].x + x, pattern->runs[i].y, &error);
  g_assert_no_error (error);
  life_pattern_unref (pattern);
}

/* A glider moves one cell to the right and down in four generations. */
static void
test_glider_goes_on (void)
{
  g_autoptr (LifeHashUniverse) universe =
      new_universe ("B3/S23", 8 * MEBIBYTE, 1);
  gint64 left, top, right, bottom;

  paste_pattern (universe, "bo$2bo$3o!");
  for (guint power = 2; power <= 60; power++) {
    LifeHashSnapshot *start = life_hash_universe_snapshot (universe);
    const gint64 direction = G_GINT64_CONSTANT (1) << (power - 2);

    run_universe (universe, G_GUINT64_CONSTANT (1) << power);
    assert_population (universe, "5");
    g_assert_true (
        life_hash_universe_get_box (universe, &left, &top, &right, &bottom));
    g_assert_cmpint (left, ==, direction);
    g_assert_cmpint (top, ==, direction);
    g_assert_cmpint (right, ==, direction + 2);
    g_assert_cmpint (bottom, ==, direction + 2);
    life_hash_universe_restore (universe, start);
    life_hash_snapshot_free (start);
  }
}

/* Gosper's gun makes a glider of five cells in 30 generations. */
static void
test_gun_fires (void)
{
  for (guint power = 0; power <= 50; power += 10) {
    g_autoptr (LifeHashUniverse) universe =
        new_universe ("B3/S23", 16 * MEBIBYTE, 1);
    const guint64 gliders = G_GUINT64_CONSTANT (1) << power;

    paste_pattern (universe, "gosper-gun");
    run_universe (universe, 30 * gliders);
    g_assert_cmpuint (population_of (universe), ==, 36 + 5 * gliders);
  }
}

static void
test_methuselahs_end (void)
{
  static const struct {
    const gchar *pattern;
    guint64 generation, population;
  } facts[] = {
    { "acorn", 5206, 633 },
    { "r-pentomino", 1103, 116 },
    { "rabbits", 17331, 1744 },
    { "acorn", G_GUINT64_CONSTANT (1) << 40, 633 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++) {
    g_autoptr (LifeHashUniverse) universe =
        new_universe ("B3/S23", 64 * MEBIBYTE, 2);
    const gchar *pattern = facts[i].pattern;

    paste_pattern (universe,
        g_str_equal (pattern, "rabbits") ? "o3b3o$3o2bo$bo!" : pattern);
    run_universe (universe, facts[i].generation);
    g_assert_cmpuint (population_of (universe), ==, facts[i].population);
  }
}

/* Replicators in HighLife: at generation 12 × 2^n there are two of the first one, at 12 × k
 * two to the number of ones in k. */
static void
test_replicator_replicates (void)
{
  g_autoptr (LifeHashUniverse) universe =
      new_universe ("B36/S23", 16 * MEBIBYTE, 1);

  paste_pattern (universe, "2b3o$bo2bo$o3bo$o2bo$3o!");
  run_universe (universe, G_GUINT64_CONSTANT (12) << 40);
  assert_population (universe, "24");
  run_universe (universe, 12 * 0xff);
  assert_population (universe, "6144");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cpu_paths); i++) {
    g_autofree gchar *name =
        g_strdup_printf ("/hashlife/rules/%s", cpu_paths[i]);
    LifeCpuPath path;

    life_cpu_path_force (cpu_paths[i]);
    if (life_cpu_path_choose (&path, NULL))
      g_test_add_data_func (name, cpu_paths[i],
          test_rules_of_every_family_are_as_in_the_reference);
    life_cpu_path_force (NULL);
  }
  g_test_add_func ("/hashlife/maps", test_any_map_is_as_in_the_reference);
  g_test_add_func ("/hashlife/steps-add-up", test_steps_add_up);
  g_test_add_func ("/hashlife/threads", test_threads_find_the_same_cells);
  g_test_add_func ("/hashlife/glider", test_glider_goes_on);
  g_test_add_func ("/hashlife/gun", test_gun_fires);
  g_test_add_func ("/hashlife/methuselahs", test_methuselahs_end);
  g_test_add_func ("/hashlife/replicator", test_replicator_replicates);
  return g_test_run ();
}
