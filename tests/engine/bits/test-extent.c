/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The box around all live cells and where cells were born and died: engines on the CPU
 * against a plain model, and when there is something to count. */
#include "tests/support/worlds/extent.h"

static void
check_kernel (const ExtentCase *played, LifeKernel kernel, guint threads)
{
  LifeWorld *world =
      new_world (&played->geometry, played->rule, kernel, threads);

  check_extent (world, played);
  life_world_free (world);
}

static void
test_engines_count_as_the_model (gconstpointer data)
{
  check_kernel (data, LIFE_KERNEL_AUTO, 1);
  check_kernel (data, LIFE_KERNEL_AUTO, 3);
  check_kernel (data, LIFE_KERNEL_NAIVE, 2);
}

static LifeWorld *
glider_world (void)
{
  static const LifeGeometry geometry = { 100, 80, 1, LIFE_TOPOLOGY_TORUS };
  LifeWorld *world = new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);

  paste_text (world, "bo$2bo$3o!", 20, 30);
  return world;
}

static void
assert_box (LifeWorld *world, gint64 x, gint64 y, gint64 width, gint64 height)
{
  const LifeBox expected = { x, y, 0, width, height, width > 0 };
  LifeStatistics counts = count_extent (world);

  g_assert_cmpmem (&counts.box, sizeof expected, &expected, sizeof expected);
}

static void
test_the_box_follows_edits (void)
{
  g_autoptr (LifeWorld) world = glider_world ();
  g_autoptr (LifeSnapshot) snapshot = NULL;

  assert_box (world, 20, 30, 3, 3);
  step (world, 40);
  assert_box (world, 30, 40, 3, 3);
  snapshot = world_snapshot (world);
  world_clear (world);
  assert_box (world, 0, 0, 0, 0);
  world_restore (world, snapshot);
  assert_box (world, 30, 40, 3, 3);
  g_assert_true (life_world_mark (world, 4));
  step (world, 4);
  assert_box (world, 31, 41, 3, 3);
  world_revert (world);
  assert_box (world, 30, 40, 3, 3);
}

static void
assert_changed (LifeWorld *world, guint64 cells)
{
  g_assert_cmpuint (count_extent (world).activity.cells, ==, cells);
}

/* A glider changes four cells each generation. A snapshot has them where they were counted
 * before it was taken. */
static void
test_activity_is_that_of_a_lone_step (void)
{
  g_autoptr (LifeWorld) world = glider_world ();
  g_autoptr (LifeSnapshot) uncounted = NULL, counted = NULL;

  assert_changed (world, 0);
  step (world, 1);
  assert_changed (world, 4);
  step (world, 2);
  assert_changed (world, 0);
  step (world, 1);
  uncounted = world_snapshot (world);
  assert_changed (world, 4);
  world_clear (world);
  assert_changed (world, 4);
  world_restore (world, uncounted);
  assert_changed (world, 0);
  step (world, 1);
  assert_changed (world, 4);
  counted = world_snapshot (world);
  step (world, 5);
  world_restore (world, counted);
  assert_changed (world, 4);
  step (world, 1);
  world_clear (world);
  assert_changed (world, 0);
}

static void
begin_small_frame (LifeWorld *world, LifeCountFlags requested)
{
  static guint8 pixels[64];
  const LifeView view = default_view ();
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 8,
    .height = 8,
    .data = { pixels },
    .stride = { 8 } };
  GError *error = NULL;

  life_world_begin_frame (world, &view, &frame, requested, &error);
  g_assert_no_error (error);
}

static LifeStatistics
finish_frame (LifeWorld *world)
{
  LifeStatistics counts;
  GError *error = NULL;

  life_world_finish_frame (world, &counts, &error);
  g_assert_no_error (error);
  return counts;
}

/* Not that of a generation that another rule made, even where a frame of it is pending. */
static void
test_a_new_rule_ends_the_activity (void)
{
  const LifeRule other = rule_of (2, "B36/S23");

  for (guint i = 0; i < 2; i++) {
    g_autoptr (LifeWorld) world = glider_world ();

    step (world, 1);
    if (i > 0)
      begin_small_frame (world, LIFE_COUNT_POPULATION);
    world_set_rule (world, &other);
    if (i > 0)
      finish_frame (world);
    assert_changed (world, 0);
    step (world, 1);
    assert_changed (world, 4);
  }
}

static void
test_a_frame_counts_what_is_requested (void)
{
  static const LifeCountFlags requested[] = { LIFE_COUNT_POPULATION,
    LIFE_COUNT_BOX, LIFE_COUNT_ACTIVITY, LIFE_COUNT_CHANGES,
    LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY | LIFE_COUNT_CHANGES };
  g_autoptr (LifeWorld) world = glider_world ();

  for (guint i = 0; i < G_N_ELEMENTS (requested); i++) {
    LifeStatistics counts;

    step (world, 1);
    begin_small_frame (world, requested[i]);
    g_assert_true (life_world_is_pending (world, requested[i]));
    g_assert_cmpint (life_world_is_pending (world, LIFE_COUNT_BOX), ==,
        (requested[i] & LIFE_COUNT_BOX) != 0);
    counts = finish_frame (world);
    g_assert_cmpuint (counts.population, ==, 5);
    g_assert_cmpint (
        counts.box.width, ==, requested[i] & LIFE_COUNT_BOX ? 3 : 0);
    g_assert_cmpuint (
        counts.activity.cells, ==, requested[i] & LIFE_COUNT_ACTIVITY ? 4 : 0);
    g_assert_cmpuint (
        counts.births, ==, requested[i] & LIFE_COUNT_CHANGES ? 2 : 0);
    g_assert_false (life_world_is_pending (world, requested[i]));
  }
}

/* No sum over 2^40 cells exceeds 64 bits. */
static void
test_long_axes_are_counted_in_larger_units (void)
{
  g_assert_cmpuint (life_activity_shift (1), ==, 0);
  g_assert_cmpuint (life_activity_shift (1 << 23), ==, 0);
  g_assert_cmpuint (life_activity_shift ((1 << 23) + 1), ==, 1);
  g_assert_cmpuint (life_activity_shift (G_MAXUINT32), ==, 9);
  g_assert_cmpuint (
      life_activity_quarter (G_MAXUINT32 - 1, G_MAXUINT32), ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (extent_cases); i++) {
    g_autofree gchar *name =
        g_strdup_printf ("/extent/engines_count_as_the_model/%u", i);

    g_test_add_data_func (
        name, &extent_cases[i], test_engines_count_as_the_model);
  }
#define ADD(function) g_test_add_func ("/extent/" #function, test_##function)
  ADD (the_box_follows_edits);
  ADD (activity_is_that_of_a_lone_step);
  ADD (a_new_rule_ends_the_activity);
  ADD (a_frame_counts_what_is_requested);
  ADD (long_axes_are_counted_in_larger_units);
  return g_test_run ();
}
