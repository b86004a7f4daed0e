/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checkpoints of every kind of world: written while the world goes on, read back into equal
 * cells, and worlds that go on from them as those that were never stopped. */
#include "tests/support/worlds/checkpoint.h"

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
} Shape;

static const Shape shapes[] = {
  { "B3/S23", { 201, 37, 1, LIFE_TOPOLOGY_TORUS } },
  { "B3/S23", { 64, 64, 1, LIFE_TOPOLOGY_PLANE } },
  { "B3/S23", { 1, 1, 1, LIFE_TOPOLOGY_TORUS } },
  { "B3/S23", { 1, 200, 1, LIFE_TOPOLOGY_TORUS } },
  { "B3/S23", { 300001, 3, 1, LIFE_TOPOLOGY_TORUS } },
  { "B3/S23", { 1500, 700, 1, LIFE_TOPOLOGY_TORUS } },
  { "B3/S23", { 30, 21, 1, LIFE_TOPOLOGY_TORUS, FALSE, 5, 0 } },
  { "B3/S23", { 30, 21, 1, LIFE_TOPOLOGY_TORUS, FALSE, 0, -2 } },
  { "B36/S23", { 77, 50, 1, LIFE_TOPOLOGY_KLEIN } },
  { "B3/S23", { 77, 50, 1, LIFE_TOPOLOGY_KLEIN, TRUE } },
  { "B3/S23", { 77, 50, 1, LIFE_TOPOLOGY_CROSS_SURFACE } },
  { "B3/S23", { 65, 65, 1, LIFE_TOPOLOGY_SPHERE } },
  { "B0123478/S34678", { 130, 40, 1, LIFE_TOPOLOGY_TORUS } },
  { "B2/S34H", { 100, 60, 1, LIFE_TOPOLOGY_TORUS } },
  { "B2-a/S12", { 90, 90, 1, LIFE_TOPOLOGY_PLANE } },
  { "B2/S345/4", { 120, 80, 1, LIFE_TOPOLOGY_TORUS } },
  { "B2/S/256", { 120, 80, 1, LIFE_TOPOLOGY_TORUS } },
  { "WireWorld", { 70, 90, 1, LIFE_TOPOLOGY_PLANE } },
  { "W30", { 99, 45, 1, LIFE_TOPOLOGY_TORUS } },
  { "R5,C0,M1,S34..58,B34..45,NM", { 140, 90, 1, LIFE_TOPOLOGY_TORUS } },
  { "B6/S567", { 40, 31, 22, LIFE_TOPOLOGY_TORUS } },
  { "B6/S567", { 33, 20, 11, LIFE_TOPOLOGY_PLANE } },
  { "B4/S4/5", { 40, 31, 22, LIFE_TOPOLOGY_TORUS } },
};

/* A checkpoint of a world, which is stepped while that is written. Its file is removed: what is
 * open is read without it, again and again. */
static LifeCheckpoint *
make_checkpoint (LifeWorld *world, guint64 generations)
{
  g_autofree gchar *folder = new_folder (), *path = NULL;
  g_autoptr (LifeCheckpointWriter) writer = life_checkpoint_writer_new (folder);
  LifeCheckpoint *checkpoint;

  begin_checkpoint (writer, world);
  step (world, generations);
  path = end_checkpoint (writer);
  checkpoint = load_checkpoint (path);
  remove_folder (folder);
  return checkpoint;
}

static void
check_shape (const Shape *shape, LifeKernel kernel)
{
  LifeRule rule = rule_of (shape->geometry.depth > 1 ? 3 : 2, shape->rule);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&shape->geometry, &rule, kernel, 1);
  g_autoptr (LifeCheckpoint) checkpoint = NULL;
  g_autofree guint8 *expected = cells_of (world);

  for (gsize i = 0; i < size_of (world); i++)
    expected[i] = (guint8) (g_test_rand_bit ()
                                ? g_test_rand_int_range (0, (gint) rule.states)
                                : 0);
  set_cells (world, expected);
  step (world, 7);
  g_free (expected);
  expected = cells_of (world);
  checkpoint = make_checkpoint (world, 20);
  g_assert_cmpuint (life_checkpoint_get_generation (checkpoint), ==, 7);
  g_assert_cmpuint (life_checkpoint_get_seed (checkpoint), ==, 7);
  for (guint k = 0; k < 2; k++) {
    g_autoptr (LifeWorld) again = restore_checkpoint (
        checkpoint, k == 0 ? LIFE_KERNEL_AUTO : LIFE_KERNEL_NAIVE);

    g_assert_cmpuint (life_world_get_generation (again), ==, 7);
    assert_cells (again, expected, shape->rule);
    step (again, 20);
    assert_equal_worlds (again, world, shape->rule);
  }
}

static void
test_worlds_go_on_as_if_never_stopped (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    check_shape (&shapes[i], LIFE_KERNEL_AUTO);
    check_shape (&shapes[i], LIFE_KERNEL_NAIVE);
  }
}

/* --- Without edges --- */

static const gchar random_text[] =
    "x = 9, y = 5\n3bobo$2b2obo2bo$o3b2ob2o$bo2b2obo$2o3bo2bo!";

static void
check_free (const gchar *rule, LifeKernel from, LifeKernel to)
{
  g_autoptr (LifeWorld) world = new_world (&no_edges, rule, from, 1);
  g_autoptr (LifeCheckpoint) checkpoint = NULL;
  g_autoptr (LifeWorld) again = NULL;
  gdouble center[2], other[2];

  paste_text (world, random_text, -1000000007, 99999);
  paste_text (world, "glider", 3, -5);
  if (life_world_get_rule (world)->family == LIFE_FAMILY_TABLE)
    paste_text (world, "x = 30, y = 2, rule = JvN29\nQ20I8pA$14I9J!", -70, 40);
  step (world, 100);
  g_assert_cmpuint (statistics_of (world).population, >, 0);
  checkpoint = make_checkpoint (world, 150);
  again = restore_checkpoint (checkpoint, to);
  step (again, 150);
  g_assert_cmpuint (life_world_get_generation (again), ==, 250);
  g_assert_cmpuint (checksum_of (again), ==, checksum_of (world));
  g_assert_cmpuint (
      statistics_of (again).population, ==, statistics_of (world).population);
  life_world_get_center (world, center, NULL);
  life_world_get_center (again, other, NULL);
  g_assert_cmpmem (center, sizeof center, other, sizeof other);
}

static void
test_worlds_without_edges (void)
{
  check_free ("B3/S23", LIFE_KERNEL_SPARSE, LIFE_KERNEL_SPARSE);
  check_free ("B3/S23", LIFE_KERNEL_SPARSE, LIFE_KERNEL_HASHLIFE);
  check_free ("B3/S23", LIFE_KERNEL_HASHLIFE, LIFE_KERNEL_HASHLIFE);
  check_free ("B2/S345/4", LIFE_KERNEL_SPARSE, LIFE_KERNEL_SPARSE);
  check_free ("JvN29", LIFE_KERNEL_SPARSE, LIFE_KERNEL_SPARSE);
}

static void
test_empty_worlds (void)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_SPARSE,
    LIFE_KERNEL_HASHLIFE };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++) {
    g_autoptr (LifeWorld) world =
        new_world (&no_edges, "B3/S23", kernels[i], 1);
    g_autoptr (LifeCheckpoint) checkpoint = make_checkpoint (world, 0);
    g_autoptr (LifeWorld) again = restore_checkpoint (checkpoint, kernels[i]);

    g_assert_cmpuint (statistics_of (again).population, ==, 0);
  }
}

/* More cells than any list of them could hold. */
static void
test_squares_of_any_number_of_cells (void)
{
  g_autoptr (LifeWorld) world =
      new_world (&no_edges, "B3/S23", LIFE_KERNEL_HASHLIFE, 1);
  g_autoptr (LifeCheckpoint) checkpoint = NULL;
  g_autoptr (LifeWorld) again = NULL;
  g_autofree gchar *population = NULL, *expected = NULL;

  paste_text (world, "gosper-gun", 0, 0);
  step (world, G_GUINT64_CONSTANT (1) << 40);
  checkpoint = make_checkpoint (world, 1 << 20);
  again =
      restore_checkpoint (checkpoint, life_checkpoint_get_kernel (checkpoint));
  step (again, 1 << 20);
  population = life_world_get_population_text (again, NULL);
  expected = life_world_get_population_text (world, NULL);
  g_assert_cmpstr (population, ==, expected);
}

static void
assert_refused (LifeWorld *world, const LifeCheckpoint *checkpoint,
    LifeError code, const gchar *about)
{
  GError *error = NULL;

  g_assert_false (life_world_restore_checkpoint (world, checkpoint, &error));
  assert_message (error, code, about);
}

static void
test_other_kernels_refuse_squares (void)
{
  g_autoptr (LifeWorld) world =
      new_world (&no_edges, "B3/S23", LIFE_KERNEL_HASHLIFE, 1);
  g_autoptr (LifeWorld) sparse =
      new_world (&no_edges, "B3/S23", LIFE_KERNEL_SPARSE, 1);
  g_autoptr (LifeCheckpoint) checkpoint = make_checkpoint (world, 0);

  g_assert_cmpint (
      life_checkpoint_get_kernel (checkpoint), ==, LIFE_KERNEL_HASHLIFE);
  assert_refused (
      sparse, checkpoint, LIFE_ERROR_UNSUPPORTED, "kernel=hashlife");
}

static void
test_worlds_of_another_shape_are_refused (void)
{
  static const LifeGeometry shape = { 20, 10, 1, LIFE_TOPOLOGY_TORUS };
  static const LifeGeometry geometries[] = { { 21, 10, 1, LIFE_TOPOLOGY_TORUS },
    { 20, 10, 1, LIFE_TOPOLOGY_PLANE },
    { 20, 10, 1, LIFE_TOPOLOGY_TORUS, FALSE, 1, 0 } };
  g_autoptr (LifeWorld) world =
      new_world (&shape, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeCheckpoint) checkpoint = make_checkpoint (world, 0);

  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++) {
    g_autoptr (LifeWorld) other =
        new_world (&geometries[i], "B3/S23", LIFE_KERNEL_AUTO, 1);

    assert_refused (other, checkpoint, LIFE_ERROR_SIZE, "20×10×1");
  }
}

/* --- While the world goes on --- */

/* A rule that moves the cells to another engine, which frees the old one. */
static void
test_rules_change_while_a_checkpoint_is_written (void)
{
  static const LifeGeometry geometry = { 2000, 1500, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "R5,C0,M1,S34..58,B34..45,NM");
  g_autofree gchar *folder = new_folder ();
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 2);
  g_autoptr (LifeCheckpointWriter) writer = life_checkpoint_writer_new (folder);
  g_autoptr (LifeCheckpoint) checkpoint = NULL;
  g_autoptr (LifeWorld) again = NULL;
  g_autofree guint8 *expected = NULL;
  g_autofree gchar *path = NULL;
  GError *error = NULL;

  fill_soup (world, 3, 0.4);
  expected = cells_of (world);
  begin_checkpoint (writer, world);
  world_set_rule (world, &rule);
  life_world_clear (world, &error);
  path = end_checkpoint (writer);
  checkpoint = load_checkpoint (path);
  g_assert_cmpstr (life_checkpoint_get_rule (checkpoint), ==, "B3/S23");
  again = restore_checkpoint (checkpoint, LIFE_KERNEL_AUTO);
  assert_cells (again, expected, "after a change of rule");
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/checkpoint/" #name, test_##name)
  TEST (worlds_go_on_as_if_never_stopped);
  TEST (worlds_without_edges);
  TEST (empty_worlds);
  TEST (squares_of_any_number_of_cells);
  TEST (other_kernels_refuse_squares);
  TEST (worlds_of_another_shape_are_refused);
  TEST (rules_change_while_a_checkpoint_is_written);
  return g_test_run ();
}
