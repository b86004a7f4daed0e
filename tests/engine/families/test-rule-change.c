/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that a world goes on with a rule of another kind, also where another
 * engine has to run it: its cells, generation and counts stay, and snapshots of
 * the old engine are reported as lost. */
#include "tests/support/worlds/world.h"

#define TOTALISTIC(neighborhood, dimensions, states, birth, survival)     \
  {                                                                       \
    LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBORHOOD_##neighborhood, dimensions, \
        states, birth, survival                                           \
  }
#define LIFE TOTALISTIC (MOORE, 2, 2, 1 << 3, 3 << 2)
#define LARGER                                                            \
  {                                                                       \
    .family = LIFE_FAMILY_LARGER_THAN_LIFE, .dimensions = 2, .states = 7, \
    .radius = 3, .middle = TRUE, .birth_range = { 10, 15 },               \
    .survival_range = {                                                   \
      11,                                                                 \
      20                                                                  \
    }                                                                     \
  }
#define WOLFRAM                                                  \
  {                                                              \
    .family = LIFE_FAMILY_WOLFRAM, .dimensions = 2, .states = 2, \
    .wolfram = 110                                               \
  }

static const LifeRule rules_2d[] = { LIFE,
  TOTALISTIC (MOORE, 2, 3, 1 << 2, 0), /* Brian's Brain */
  LIFE, LARGER, TOTALISTIC (VON_NEUMANN, 2, 2, 0xa, 0x15), WOLFRAM,
  TOTALISTIC (HEXAGONAL, 2, 256, 4, 0x18),
  TOTALISTIC (MOORE, 2, 4, 1 << 2, 7 << 3), LIFE,
  TOTALISTIC (MOORE, 2, 2, 9 << 3, 3 << 2), LARGER, LIFE };

static const LifeRule rules_3d[] = { TOTALISTIC (MOORE, 3, 2, 1 << 6, 7 << 5),
  TOTALISTIC (MOORE, 3, 5, 1 << 4, 1 << 4),
  TOTALISTIC (MOORE, 3, 2, 1 << 6, 7 << 5),
  TOTALISTIC (VON_NEUMANN, 3, 2, 1 << 2, 0xa),
  TOTALISTIC (EDGES, 3, 9, 1 << 3, 0x3c),
  TOTALISTIC (MOORE, 3, 2, 1 << 5, 3 << 4) };

static void
set_rule (LifeWorld *world, const LifeRule *rule)
{
  GError *error = NULL;

  life_world_set_rule (world, rule, &error);
  g_assert_no_error (error);
}

static void
assert_same_counts (LifeWorld *world, LifeWorld *reference)
{
  LifeStatistics counts = statistics_of (world);
  LifeStatistics expected = statistics_of (reference);

  g_assert_cmpmem (&counts, sizeof (counts), &expected, sizeof (expected));
}

static gboolean
assert_same (LifeWorld *world, LifeWorld *reference, const gchar *what)
{
  g_autofree guint8 *expected = cells_of (reference);

  if (!assert_cells (world, expected, what))
    return FALSE;
  assert_same_counts (world, reference);
  g_assert_cmpuint (checksum_of (world), ==, checksum_of (reference));
  return TRUE;
}

static void
go_through (const LifeGeometry *geometry, const LifeRule *rules, guint n)
{
  g_autoptr (LifeWorld) world =
      new_world_with_rule (geometry, &rules[0], LIFE_KERNEL_AUTO, 2);
  g_autoptr (LifeWorld) reference =
      new_world_with_rule (geometry, &rules[0], LIFE_KERNEL_NAIVE, 1);

  fill_soup (world, 3, 0.35);
  fill_soup (reference, 3, 0.35);
  for (guint i = 0; i < n; i++) {
    g_autofree gchar *what = g_strdup_printf ("rule %u", i);

    set_rule (world, &rules[i]);
    set_rule (reference, &rules[i]);
    if (!assert_same (world, reference, what))
      return;
    step (world, 1 + i % 3);
    step (reference, 1 + i % 3);
    if (i % 2 == 0 && !assert_same (world, reference, what))
      return;
  }
  assert_same (world, reference, "at the end");
}

static void
test_cells_and_counts_stay (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
    const LifeGeometry flat = { 131, 77, 1, topologies[i] };
    const LifeGeometry tiny = { 1, 2, 1, topologies[i] };
    const LifeGeometry solid = { 70, 19, 11, topologies[i] };

    go_through (&flat, rules_2d, G_N_ELEMENTS (rules_2d));
    go_through (&tiny, rules_2d, G_N_ELEMENTS (rules_2d));
    go_through (&solid, rules_3d, G_N_ELEMENTS (rules_3d));
  }
}

/* A world wider than one read takes. */
static void
test_long_rows_move_too (void)
{
  const LifeGeometry geometry = { 600001, 3, 1, LIFE_TOPOLOGY_TORUS };

  go_through (&geometry, rules_2d, 4);
}

static void
test_fast_kernels_come_back (void)
{
  const LifeGeometry geometry = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule life = LIFE, larger = LARGER;
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &life, LIFE_KERNEL_AUTO, 1);
  g_autofree gchar *fast = g_strdup (life_world_get_kernel_name (world));

  g_assert_true (g_str_has_prefix (fast, "bitsliced"));
  set_rule (world, &larger);
  g_assert_cmpstr (life_world_get_kernel_name (world), !=, fast);
  set_rule (world, &life);
  g_assert_cmpstr (life_world_get_kernel_name (world), ==, fast);
}

static void
test_snapshots_of_another_engine_are_lost (void)
{
  const LifeGeometry geometry = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule life = LIFE, larger = LARGER;
  LifeRule other = LIFE;
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &life, LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeSnapshot) first = NULL;
  g_autoptr (LifeSnapshot) second = NULL;
  g_autofree guint8 *kept = NULL;
  g_autofree guint8 *present = NULL;
  g_autoptr (GError) error = NULL;

  other.birth |= 1 << 6;
  fill_soup (world, 1, 0.35);
  step (world, 2);
  first = life_world_snapshot (world, NULL);
  set_rule (world, &other);
  g_assert_false (life_snapshot_is_lost (first));

  set_rule (world, &larger);
  g_assert_true (life_snapshot_is_lost (first));
  present = cells_of (world);
  g_assert_false (life_world_restore (world, first, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
  assert_cells (world, present, "not restored");

  step (world, 3);
  kept = cells_of (world);
  second = life_world_snapshot (world, NULL);
  step (world, 2);
  g_assert_true (life_world_restore (world, second, NULL));
  assert_cells (world, kept, "restored");
  g_assert_cmpuint (life_world_get_generation (world), ==, 5);
}

/* Cells of a kept generation whose state the rule does not have take its
 * highest one. */
static void
test_restored_cells_have_states_of_the_rule (void)
{
  const LifeGeometry geometry = { 9, 1, 1, LIFE_TOPOLOGY_TORUS };
  const guint8 cells[] = { 0, 1, 2, 3, 4, 5, 6, 0, 6 };
  const guint8 expected[] = { 0, 1, 2, 2, 2, 2, 2, 0, 2 };
  const LifeRule more = LARGER;
  const LifeRule fewer = TOTALISTIC (MOORE, 2, 3, 1 << 2, 0);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &more, LIFE_KERNEL_NAIVE, 1);
  g_autoptr (LifeSnapshot) kept = NULL;

  set_cells (world, cells);
  kept = life_world_snapshot (world, NULL);
  set_rule (world, &fewer);
  assert_cells (world, expected, "a rule of three states");
  g_assert_true (life_world_restore (world, kept, NULL));
  assert_cells (world, expected, "restored");
}

static void
test_frame_begun_before_is_finished_after (void)
{
  const LifeGeometry geometry = { 40, 30, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule life = LIFE, larger = LARGER;
  static guint8 pixels[2][40 * 30];
  LifeView view = default_view ();
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .colorimetry = { 0.299, 0.114, 0, 255, 255 },
    .width = 40,
    .height = 30,
    .data = { pixels[0] },
    .stride = { 40 } };
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &life, LIFE_KERNEL_AUTO, 1);
  LifeStatistics expected, counts;
  GError *error = NULL;

  view.zoom = 1;
  fill_soup (world, 1, 0.35);
  step (world, 2);
  expected = statistics_of (world);
  life_world_draw (world, &view, &frame, &error);
  g_assert_no_error (error);
  frame.data[0] = pixels[1];
  life_world_begin_frame (world, &view, &frame, LIFE_COUNT_CHANGES, &error);
  g_assert_no_error (error);
  set_rule (world, &larger);
  step (world, 4);
  life_world_finish_frame (world, &counts, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (&counts, sizeof (counts), &expected, sizeof (expected));
  g_assert_cmpmem (
      pixels[0], sizeof (pixels[0]), pixels[1], sizeof (pixels[1]));
}

static void
test_refused_rule_changes_nothing (void)
{
  const LifeGeometry geometry = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule life = LIFE, larger = LARGER;
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &life, LIFE_KERNEL_BITSLICED, 1);
  g_autoptr (LifeWorld) reference =
      new_world_with_rule (&geometry, &life, LIFE_KERNEL_NAIVE, 1);
  g_autoptr (LifeSnapshot) kept = NULL;
  g_autoptr (GError) error = NULL;

  fill_soup (world, 1, 0.35);
  fill_soup (reference, 1, 0.35);
  kept = life_world_snapshot (world, NULL);
  g_assert_false (life_world_set_rule (world, &larger, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
  g_assert_false (life_snapshot_is_lost (kept));
  step (world, 5);
  step (reference, 5);
  assert_same (world, reference, "after a rule was refused");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-change/" #name, test_##name)
  TEST (cells_and_counts_stay);
  TEST (long_rows_move_too);
  TEST (fast_kernels_come_back);
  TEST (snapshots_of_another_engine_are_lost);
  TEST (restored_cells_have_states_of_the_rule);
  TEST (frame_begun_before_is_finished_after);
  TEST (refused_rule_changes_nothing);
  return g_test_run ();
}
