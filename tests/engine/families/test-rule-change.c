/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that a world goes on with a rule of another kind, also where another
 * engine has to run it: its cells, generation and counts stay, and snapshots of
 * the old engine are reported as lost. */
#include "tests/support/worlds/compare.h"

#define LARGER "R3,C7,M1,S11..20,B10..15,NM"

static const gchar *const rules_2d[] = { "B3/S23", "B2/S/3", "B3/S23", LARGER,
  "B13/S024V", "W110", "B2/S34/256H", "B2/S345/4", "B3/S23", "B36/S23", LARGER,
  "B3/S23" };
static const gchar *const rules_3d[] = { "B6/S567", "B4/S4/5", "B6/S567",
  "B2/S1,3F", "B3/S2..5/C9E", "B5/S45" };

static gboolean
go_through (const LifeGeometry *geometry, const gchar *const *rules, guint n)
{
  const guint dimensions = geometry->depth > 1 ? 3 : 2;
  LifeRule rule = rule_of (dimensions, rules[0]);
  g_autoptr (Worlds) worlds = worlds_new (geometry, &rule, LIFE_KERNEL_AUTO, 2);

  worlds->full = TRUE;
  worlds_soup (worlds, 3, 0.35);
  for (guint i = 0; i < n; i++) {
    const guint64 calls[] = { 1 + i % 3 };

    rule = rule_of (dimensions, rules[i]);
    worlds_set_rule (worlds, &rule);
    if (!worlds_same (worlds, rules[i]))
      return FALSE;
    /* Every other rule ends without counts. */
    if (i % 2 != 0)
      worlds_step (worlds, calls[0]);
    else if (!worlds_play (worlds, calls, 1, rules[i]))
      return FALSE;
  }
  return worlds_same (worlds, "at the end");
}

static void
test_cells_and_counts_stay (void)
{
  const guint n_2d = G_N_ELEMENTS (rules_2d), n_3d = G_N_ELEMENTS (rules_3d);
  /* Wider than one read takes. */
  const LifeGeometry wide = { 600001, 3, 1, LIFE_TOPOLOGY_TORUS };

  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
    const LifeGeometry flat = { 131, 77, 1, topologies[i] };
    const LifeGeometry tiny = { 1, 2, 1, topologies[i] };
    const LifeGeometry solid = { 70, 19, 11, topologies[i] };

    if (!go_through (&flat, rules_2d, n_2d)
        || !go_through (&tiny, rules_2d, n_2d)
        || !go_through (&solid, rules_3d, n_3d))
      return;
  }
  go_through (&wide, rules_2d, 4);
}

static LifeWorld *
new_small (void)
{
  const LifeGeometry geometry = { 40, 30, 1, LIFE_TOPOLOGY_TORUS };
  LifeWorld *world = new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);

  fill_soup (world, 1, 0.35);
  step (world, 2);
  return world;
}

static void
test_fast_kernels_come_back (void)
{
  const LifeRule life = rule_of (2, "B3/S23"), larger = rule_of (2, LARGER);
  g_autoptr (LifeWorld) world = new_small ();
  g_autofree gchar *fast = g_strdup (life_world_get_kernel_name (world));

  world_set_rule (world, &larger);
  g_assert_cmpstr (life_world_get_kernel_name (world), !=, fast);
  world_set_rule (world, &life);
  g_assert_cmpstr (life_world_get_kernel_name (world), ==, fast);
}

static void
test_snapshots_of_another_engine_are_lost (void)
{
  const LifeRule other = rule_of (2, "B36/S23"), larger = rule_of (2, LARGER);
  g_autoptr (LifeWorld) world = new_small ();
  g_autoptr (LifeSnapshot) first = world_snapshot (world), second = NULL;
  g_autofree guint8 *stored = NULL, *present = NULL;
  GError *error = NULL;

  world_set_rule (world, &other);
  g_assert_false (life_snapshot_is_lost (first));

  world_set_rule (world, &larger);
  g_assert_true (life_snapshot_is_lost (first));
  present = cells_of (world);
  g_assert_false (life_world_restore (world, first, &error));
  assert_message (error, LIFE_ERROR_UNSUPPORTED, "");
  assert_cells (world, present, "not restored");

  step (world, 3);
  stored = cells_of (world);
  second = world_snapshot (world);
  step (world, 2);
  world_restore (world, second);
  assert_cells (world, stored, "restored");
  g_assert_cmpuint (life_world_get_generation (world), ==, 5);
}

static void
test_pending_frame_is_finished_after (void)
{
  const LifeRule larger = rule_of (2, LARGER);
  static guint8 pixels[2][40 * 30];
  LifeView view = default_view ();
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .colorimetry = { 0.299, 0.114, 0, 255, 255 },
    .width = 40,
    .height = 30,
    .data = { pixels[0] },
    .stride = { 40 } };
  g_autoptr (LifeWorld) world = new_small ();
  LifeStatistics expected = statistics_of (world), counts;
  GError *error = NULL;

  view.zoom = 1;
  world_draw (world, &view, &frame);
  frame.data[0] = pixels[1];
  life_world_begin_frame (world, &view, &frame, LIFE_COUNT_CHANGES, &error);
  g_assert_no_error (error);
  world_set_rule (world, &larger);
  step (world, 4);
  life_world_finish_frame (world, &counts, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (&counts, sizeof counts, &expected, sizeof expected);
  g_assert_cmpmem (pixels[0], sizeof pixels[0], pixels[1], sizeof pixels[1]);
}

static void
test_refused_rule_changes_nothing (void)
{
  const LifeGeometry geometry = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule life = rule_of (2, "B3/S23"), larger = rule_of (2, LARGER);
  g_autoptr (Worlds) worlds =
      worlds_new (&geometry, &life, LIFE_KERNEL_BITSLICED, 1);
  g_autoptr (LifeSnapshot) stored = NULL;
  GError *error = NULL;

  worlds_soup (worlds, 1, 0.35);
  stored = world_snapshot (worlds->each[1]);
  g_assert_false (life_world_set_rule (worlds->each[1], &larger, &error));
  assert_message (error, LIFE_ERROR_UNSUPPORTED, "");
  g_assert_false (life_snapshot_is_lost (stored));
  worlds_play (worlds, (const guint64[]){ 5 }, 1, "after a rule was refused");
}

/* Two pictures, of which the second one moved by a pixel; with a rule between them that
 * another engine runs, or without. */
static gchar *
show_motion (const LifeRule *between)
{
  static guint8 pixels[40 * 30];
  const LifeRule life = rule_of (2, "B3/S23");
  const LifeFrame picture = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 40,
    .height = 30,
    .data = { pixels },
    .stride = { 40 },
    .colorimetry = { 0.299, 0.114, 0, 255, 255 } };
  const LifeBox all = { 0, 0, 0, 40, 30, 1 };
  g_autoptr (LifeWorld) world = new_small ();
  LifeView view = default_view ();
  g_autofree guint8 *cells = NULL;
  GString *text = g_string_new (NULL);
  GError *error = NULL;

  view.zoom = 1;
  for (guint i = 0; i < 2; i++) {
    life_world_clear (world, &error);
    g_assert_no_error (error);
    for (guint k = 0; k < sizeof pixels; k++)
      pixels[k] = (k % 40 + i) / 8 % 2 ? 255 : 0;
    life_world_absorb (world, &view, &picture, LIFE_INPUT_MOTION, 0.5, &error);
    g_assert_no_error (error);
    if (i == 0 && between != NULL) {
      world_set_rule (world, between);
      world_set_rule (world, &life);
    }
  }
  cells = read_box (world, &all);
  for (guint i = 0; i < sizeof pixels; i++)
    g_string_append_c (text, cells[i] ? 'o' : '.');
  return g_string_free (text, FALSE);
}

static void
test_motion_goes_on (void)
{
  const LifeRule larger = rule_of (2, LARGER);
  g_autofree gchar *expected = show_motion (NULL);
  g_autofree gchar *found = show_motion (&larger);

  g_assert_nonnull (strchr (expected, 'o'));
  g_assert_cmpstr (found, ==, expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-change/" #name, test_##name)
  TEST (cells_and_counts_stay);
  TEST (fast_kernels_come_back);
  TEST (snapshots_of_another_engine_are_lost);
  TEST (pending_frame_is_finished_after);
  TEST (refused_rule_changes_nothing);
  TEST (motion_goes_on);
  return g_test_run ();
}
