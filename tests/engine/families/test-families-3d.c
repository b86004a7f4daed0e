/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of the rule families that the CPU's fast engine runs in 3D in addition
 * to B/S rules of two states: neighborhoods of faces, edges and corners, and
 * Generations. Every world is compared with the reference. */
#include "tests/support/worlds/paths.h"

static GRand *dice;

static const LifeNeighborhood neighborhoods[] = { LIFE_NEIGHBORHOOD_VON_NEUMANN,
  LIFE_NEIGHBORHOOD_EDGES, LIFE_NEIGHBORHOOD_CORNERS, LIFE_NEIGHBORHOOD_MOORE };
static const guint neighbors[] = { 6, 12, 8, 26 };

static LifeRule
rule_with_states (LifeNeighborhood neighborhood, guint states, guint32 birth,
    guint32 survival)
{
  return (LifeRule){ .family = LIFE_FAMILY_TOTALISTIC,
    .neighborhood = neighborhood,
    .dimensions = 3,
    .states = states,
    .birth = birth,
    .survival = survival };
}

/* One kind of rule after the other; new rules in each round. */
static LifeRule
deal_rule (guint number)
{
  static const guint states[] = { 2, 3, 2, 4, 5, 2, 9, 130, 256 };
  guint i = number % G_N_ELEMENTS (neighborhoods);
  guint32 counts = (2u << neighbors[i]) - 1;

  return rule_with_states (neighborhoods[i],
      states[number % G_N_ELEMENTS (states)], g_rand_int (dice) & counts,
      g_rand_int (dice) & counts);
}

/* Calls of 1, 2, … generations. */
static gboolean
compare (const LifeGeometry *geometry, const LifeRule *rule, guint threads,
    guint n_calls)
{
  static const guint64 calls[] = { 1, 2, 3, 4, 5 };

  g_assert_cmpuint (n_calls, <=, G_N_ELEMENTS (calls));
  return play_on_every_path (geometry, rule, threads, dice, calls, n_calls);
}

static void
test_sizes_equal_reference (void)
{
  static const guint32 widths[] = { 1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 192,
    256, 300, 511, 512, 513, 640, 1025 };
  static const guint32 heights[] = { 1, 2, 3, 4, 5, 8, 17, 37, 38, 39, 76 };
  guint number = 0;

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    for (guint j = 0; j < 16; j++, number++) {
      LifeGeometry geometry = { widths[i],
        heights[number * 7 % G_N_ELEMENTS (heights)], 2 + number % 5,
        topologies[number / 4 % 2] };
      LifeRule rule = deal_rule (number);
      if (!compare (&geometry, &rule, 1 + number % 3, 2))
        return;
    }
}

/* Every count of every neighborhood alone. */
static void
test_single_counts_equal_reference (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (neighborhoods); i++)
    for (guint count = 0; count <= neighbors[i]; count++)
      for (guint j = 0; j < 4; j++) {
        LifeGeometry geometry = { 70, 20, 6, topologies[j % 2] };
        LifeRule rule =
            rule_with_states (neighborhoods[i], count % 3 == 0 ? 4 : 2,
                j & 2 ? 1u << count : 0, j & 2 ? 0 : 1u << count);
        if (!compare (&geometry, &rule, 1, 1))
          return;
      }
}

static void
test_numbers_of_states_equal_reference (void)
{
  for (guint states = 2; states <= 256; states += states < 40 ? 1 : 24) {
    LifeGeometry geometry = { 66, 30, 5, topologies[states % 2] };
    LifeRule rule =
        rule_with_states (LIFE_NEIGHBORHOOD_MOORE, states, 0xf0, 0x1f0);
    if (!compare (&geometry, &rule, 1, 4))
      return;
  }
}

/* Cells of the compiled-in rule age too. */
static void
test_b6s567_of_more_states_equals_reference (void)
{
  LifeGeometry geometry = { 100, 60, 40, LIFE_TOPOLOGY_TORUS };
  LifeRule rule =
      rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 5, 1u << 6, 7u << 5);

  compare (&geometry, &rule, 2, 5);
}

/* More than one tile along every axis, shared by threads. */
static void
test_threads_change_nothing (void)
{
  for (guint number = 0; number < 9; number++) {
    LifeGeometry geometry = { 1100 + number, 90, 70, topologies[number % 2] };
    LifeRule rule = deal_rule (number);
    g_autoptr (LifeWorld) alone =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1);
    g_autoptr (LifeWorld) shared = new_world_with_rule (
        &geometry, &rule, LIFE_KERNEL_BITSLICED, 2 + number % 3);

    fill_soup (alone, number, 0.3);
    fill_soup (shared, number, 0.3);
    step (alone, 5);
    step (shared, 5);
    if (!assert_equal_worlds (shared, alone, "threads"))
      return;
  }
}

/* A rule of another family, with more states or fewer, takes over the cells;
 * the counts of the last generation do not change. */
static void
test_changes_of_rule_equal_reference (void)
{
  LifeGeometry geometry = { 150, 40, 20, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_BITSLICED, 2);
  g_autoptr (LifeWorld) plain =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_NAIVE, 2);

  for (guint number = 0; number < 24; number++) {
    LifeRule rule = deal_rule (number);
    GError *error = NULL;

    if (number % 3 == 0) {
      fill_soup (fast, number, 0.3);
      fill_soup (plain, number, 0.3);
    }
    step (fast, 1 + number % 3);
    step (plain, 1 + number % 3);
    life_world_set_rule (fast, &rule, &error);
    g_assert_no_error (error);
    life_world_set_rule (plain, &rule, &error);
    g_assert_no_error (error);
    if (!assert_equal_worlds (fast, plain, "a new rule"))
      return;
  }
}

/* A snapshot of a world with one number of states, restored with another. */
static void
test_snapshots_outlive_their_rule (void)
{
  static const guint states[] = { 5, 3, 5, 6, 200, 2 };
  LifeGeometry geometry = { 100, 30, 20, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 5, 0xf0, 0x1f0);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 2);
  g_autoptr (LifeSnapshot) snapshot = NULL;
  g_autofree guint8 *saved = NULL;
  GError *error = NULL;

  fill_soup (world, 3, 0.4);
  step (world, 20);
  saved = cells_of (world);
  snapshot = life_world_snapshot (world, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++) {
    g_autofree guint8 *expected = g_memdup2 (saved, size_of (world));

    rule.states = states[i];
    for (gsize cell = 0; cell < size_of (world); cell++)
      expected[cell] = MIN (expected[cell], rule.states - 1);
    step (world, 3);
    life_world_set_rule (world, &rule, &error);
    g_assert_no_error (error);
    life_world_restore (world, snapshot, &error);
    g_assert_no_error (error);
    assert_cells (world, expected, "a snapshot");
  }
}

static void
draw_slice (LifeWorld *world, LifeAxis axis, guint32 slice, guint8 *pixels)
{
  LifeView view = default_view ();
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 64,
    .height = 48,
    .data = { pixels },
    .stride = { 64 },
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };
  GError *error = NULL;

  view.axis = axis;
  view.slice = slice;
  life_world_draw (world, &view, &frame, &error);
  g_assert_no_error (error);
}

static void
test_slices_are_drawn_alike (void)
{
  LifeGeometry geometry = { 60, 40, 30, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < 12; number++) {
    LifeRule rule = deal_rule (number);
    g_autoptr (PathWorlds) worlds = path_worlds_new (&geometry, &rule, 2);
    guint8 plain[64 * 48], fast[64 * 48];

    path_worlds_fill_states (worlds, dice, rule.states);
    draw_slice (worlds->plain, (LifeAxis) (number % 3), number, plain);
    for (guint i = 0; i < worlds->n_fast; i++) {
      /* The code that draws is chosen with the first frame. */
      life_cpu_path_force (worlds->paths[i]);
      draw_slice (worlds->fast[i], (LifeAxis) (number % 3), number, fast);
      use_any_cpu_path ();
      g_assert_cmpmem (fast, sizeof (fast), plain, sizeof (plain));
      g_assert_cmpuint (
          checksum_of (worlds->fast[i]), ==, checksum_of (worlds->plain));
    }
  }
}

static void
test_auto_takes_bits (void)
{
  LifeGeometry geometry = { 20, 20, 20, LIFE_TOPOLOGY_TORUS };

  for (guint number = 0; number < 9; number++) {
    LifeRule rule = deal_rule (number);
    g_autoptr (LifeWorld) world =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);
    g_assert_true (
        g_str_has_prefix (life_world_get_kernel_name (world), "bitsliced"));
  }
}

#define TEST(name) g_test_add_func ("/families-3d/" #name, test_##name)
/* The tests that the thread sanitizer runs. */
#define TEST_OF_THREADS(name) \
  g_test_add_func ("/families-3d/threads/" #name, test_##name)

int
main (int argc, char **argv)
{
  int failed;

  g_test_init (&argc, &argv, NULL);
  dice = g_rand_new_with_seed (20261121);
  TEST (sizes_equal_reference);
  TEST (single_counts_equal_reference);
  TEST (numbers_of_states_equal_reference);
  TEST (b6s567_of_more_states_equals_reference);
  TEST_OF_THREADS (threads_change_nothing);
  TEST (changes_of_rule_equal_reference);
  TEST (snapshots_outlive_their_rule);
  TEST (slices_are_drawn_alike);
  TEST (auto_takes_bits);
  failed = g_test_run ();
  g_rand_free (dice);
  return failed;
}
