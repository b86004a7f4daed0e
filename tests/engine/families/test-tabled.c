/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that table rules by look-ups, which skip unchanged blocks, equal the
 * reference, whatever is written in between. */
#include "tests/support/text/rule-table.h"

/* A rule of each neighborhood; one world never becomes stable, since all its
 * cells change in every generation. */
static const gchar *const texts[] = {
  HEAD ("2", "vonNeumann",
      "none") "var a={0,1}\nvar b={a}\nvar c={a}\nvar d={a}\n"
              "0,a,b,c,d,1\n1,a,b,c,d,0\n",
  HEAD ("3", "Moore", "none") "var a={0,1,2}\nvar b={a}\nvar c={a}\nvar d={a}\n"
                              "0,1,0,a,0,0,0,b,0,1\n1,a,0,0,b,0,0,0,0,2\n"
                              "2,a,b,c,d,0,0,0,0,0\n0,2,2,0,0,a,0,0,b,1\n",
  HEAD ("3", "hexagonal",
      "none") "var a={0,1,2}\nvar b={a}\nvar c={a}\n"
              "0,1,a,0,0,b,0,1\n1,a,b,c,0,0,0,2\n2,a,0,b,0,c,0,0\n",
  HEAD ("2", "oneDimensional", "none") "0,1,0,1\n1,0,0,0\n0,0,1,1\n",
};

static const gchar *const names[] = { "WireWorld", "JvN29", "Nobili32",
  "Hutton32" };

#define N_RULES (G_N_ELEMENTS (names) + G_N_ELEMENTS (texts))

static LifeRule
rule_number (guint number)
{
  if (number < G_N_ELEMENTS (names))
    return rule_of (2, names[number]);
  return rule_of_table (table_of (texts[number % G_N_ELEMENTS (texts)]));
}

typedef struct {
  LifeWorld *fast, *plain;
  guint states;
} Pair;

static Pair *
pair_new (const LifeGeometry *geometry, const LifeRule *rule, guint threads)
{
  Pair *pair = g_new (Pair, 1);

  pair->fast = new_world_with_rule (geometry, rule, LIFE_KERNEL_AUTO, threads);
  pair->plain = new_world_with_rule (geometry, rule, LIFE_KERNEL_NAIVE, 1);
  pair->states = rule->states;
  return pair;
}

static void
pair_free (Pair *pair)
{
  life_world_free (pair->fast);
  life_world_free (pair->plain);
  g_free (pair);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Pair, pair_free)

/* Cells of all states in a box of both. */
static void
scatter (Pair *pair, GRand *dice, const LifeBox *box)
{
  gsize n = (gsize) box->width * box->height;
  g_autofree guint8 *cells = g_malloc (n);
  GError *error = NULL;

  for (gsize i = 0; i < n; i++)
    cells[i] = (guint8) (g_rand_boolean (dice) ? 0
                                               : g_rand_int_range (dice, 0,
                                                   (gint32) pair->states));
  life_world_write (pair->fast, box, cells, &error);
  g_assert_no_error (error);
  life_world_write (pair->plain, box, cells, &error);
  g_assert_no_error (error);
}

static gboolean
play (Pair *pair, guint64 generations, const gchar *what)
{
  step (pair->fast, generations);
  step (pair->plain, generations);
  return assert_equal_worlds (pair->fast, pair->plain, what);
}

static void
test_sizes_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 1, 1 }, { 2, 3 }, { 9, 1 }, { 63, 15 },
    { 64, 16 }, { 65, 17 }, { 66, 33 }, { 200, 50 }, { 130, 130 } };
  static const LifeTopology all[] = { LIFE_TOPOLOGY_TORUS, LIFE_TOPOLOGY_PLANE,
    LIFE_TOPOLOGY_KLEIN, LIFE_TOPOLOGY_CROSS_SURFACE, LIFE_TOPOLOGY_SPHERE };
  g_autoptr (GRand) dice = g_rand_new_with_seed (5);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (all); j++)
      for (guint number = 0; number < N_RULES; number++) {
        guint32 height =
            all[j] == LIFE_TOPOLOGY_SPHERE ? sizes[i][0] : sizes[i][1];
        LifeGeometry geometry = { sizes[i][0], height, 1, all[j] };
        LifeBox box = { 0, 0, 0, sizes[i][0], height, 1 };
        LifeRule rule = rule_number (number);
        g_autoptr (Pair) pair = pair_new (&geometry, &rule, 1 + j % 3);

        scatter (pair, dice, &box);
        if (!play (pair, 1, "one") || !play (pair, 1, "two")
            || !play (pair, 5, "seven") || !play (pair, 20, "many"))
          return;
      }
}

static void
test_shifted_tori_equal_reference (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (6);

  for (guint number = 0; number < N_RULES; number++) {
    LifeGeometry geometry = { .width = 150,
      .height = 70,
      .depth = 1,
      .topology = LIFE_TOPOLOGY_TORUS,
      .shift_x = number % 2 ? 40 : 0,
      .shift_y = number % 2 ? 0 : 9 };
    LifeBox box = { 60, 30, 0, 30, 10, 1 };
    LifeRule rule = rule_number (number);
    g_autoptr (Pair) pair = pair_new (&geometry, &rule, 2);

    scatter (pair, dice, &box);
    for (guint i = 0; i < 60; i++)
      if (!play (pair, 1, "shifted"))
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
    g_autoptr (Pair) pair = pair_new (&geometry, &rule, 2);

    for (guint i = 0; i < SOME_OF (40); i++) {
      LifeBox box = { (guint32) g_rand_int_range (dice, 0, 690),
        (guint32) g_rand_int_range (dice, 0, 295), 0, 1 + i % 10, 1 + i % 5,
        1 };

      scatter (pair, dice, &box);
      if (!play (pair, 1 + i % 4, "woken"))
        return;
    }
  }
}

/* A world so large that its steps are shared, and its cells counted, by several
 * threads. */
static void
test_threads_change_nothing (void)
{
  LifeGeometry geometry = { 2200, 2000, 1, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < SOME_OF (N_RULES); number++) {
    LifeRule rule = rule_number (number);
    g_autoptr (LifeWorld) alone =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);
    g_autoptr (LifeWorld) shared = new_world_with_rule (
        &geometry, &rule, LIFE_KERNEL_AUTO, 2 + number % 3);

    fill_soup (alone, number, 0.1);
    fill_soup (shared, number, 0.1);
    for (guint i = 0; i < 3; i++) {
      step (alone, 1 + i);
      step (shared, 1 + i);
      if (!assert_equal_worlds (shared, alone, "threads"))
        return;
    }
  }
}

/* A generation that was cancelled is computed again. */
static void
test_cancelled_generations_are_repeated (void)
{
  LifeGeometry geometry = { 1500, 1200, 1, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < SOME_OF (N_RULES); number++) {
    LifeRule rule = rule_number (number);
    g_autoptr (LifeWorld) world =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 2);
    g_autoptr (LifeWorld) again =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);

    fill_soup (world, 1, 0.2);
    fill_soup (again, 1, 0.2);
    step_until_cancelled (world);
    step (again, life_world_get_generation (world));
    for (guint i = 0; i < 3; i++) {
      step (world, 1);
      step (again, 1);
      if (!assert_equal_worlds (world, again, "cancelled"))
        return;
    }
  }
}

/* Other rules, other cells, and back to an earlier generation. */
static void
test_every_change_of_cells_is_seen (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (8);
  LifeGeometry geometry = { 300, 100, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_number (0);
  g_autoptr (Pair) pair = pair_new (&geometry, &rule, 2);
  GError *error = NULL;

  for (guint i = 0; i < 4 * N_RULES; i++) {
    LifeBox box = { 100, 40, 0, 30, 30, 1 };
    g_autoptr (LifeSnapshot) fast = NULL, plain = NULL;

    rule = rule_number (i % N_RULES);
    life_world_set_rule (pair->fast, &rule, &error);
    g_assert_no_error (error);
    life_world_set_rule (pair->plain, &rule, &error);
    g_assert_no_error (error);
    pair->states = rule.states;
    if (i % 3 == 0) {
      fill_soup (pair->fast, i, 0.1);
      fill_soup (pair->plain, i, 0.1);
    } else {
      scatter (pair, dice, &box);
    }
    fast = life_world_snapshot (pair->fast, &error);
    g_assert_no_error (error);
    plain = life_world_snapshot (pair->plain, &error);
    g_assert_no_error (error);
    if (!play (pair, 7 + i % 2, "before"))
      return;
    life_world_restore (pair->fast, fast, &error);
    g_assert_no_error (error);
    life_world_restore (pair->plain, plain, &error);
    g_assert_no_error (error);
    for (guint k = 0; k < 3; k++)
      if (!play (pair, 1, "again"))
        return;
    life_world_clear (pair->fast, &error);
    life_world_clear (pair->plain, &error);
    g_assert_no_error (error);
    if (!play (pair, 1, "cleared"))
      return;
  }
}

static void
test_auto_uses_look_ups (void)
{
  LifeGeometry geometry = { 20, 20, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_number (0);
  g_autoptr (Pair) pair = pair_new (&geometry, &rule, 1);

  g_assert_cmpstr (life_world_get_kernel_name (pair->fast), ==, "look-ups");
  g_assert_cmpstr (life_world_get_kernel_name (pair->plain), ==, "naive");
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
  TEST (auto_uses_look_ups);
  return g_test_run ();
}
