/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges: what lives in them is compared with a plane that is large enough,
 * and with what is known of gliders; and what such worlds refuse. */
#include "tests/support/worlds/unbounded.h"

#define GLIDER "bo$2bo$3o!"
#define BLOCK "2o$2o!"

/* A soup of so many cells on a plane with so many beyond them on each side. */
#define SOUP 130
#define MARGIN 170
#define PLANE (SOUP + 2 * MARGIN)

typedef struct {
  LifeWorld *world, *plane;
  gint64 x, y;
} Pair;

/* The same random cells in a world without edges, around (@x, @y), and on a plane. */
static Pair
new_pair (const gchar *rule, guint threads, gint64 x, gint64 y, gdouble density,
    guint32 seed)
{
  const LifeGeometry shape = { PLANE, PLANE, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree guint8 *cells = random_cells (random, SOUP * SOUP, density);
  LifeBox box = { MARGIN, MARGIN, 0, SOUP, SOUP, 1 };
  Pair pair = { new_unbounded (rule, threads),
    new_world (&shape, rule, LIFE_KERNEL_BITSLICED, 1), x, y };

  write_box (pair.plane, &box, cells);
  box.x += x;
  box.y += y;
  write_box (pair.world, &box, cells);
  return pair;
}

static void
free_pair (Pair *pair)
{
  life_world_free (pair->world);
  life_world_free (pair->plane);
}

/* Snapshots go before their worlds. */
static void
free_pair_with (Pair *pair, LifeSnapshot **kept, LifeSnapshot **there)
{
  g_clear_pointer (kept, life_snapshot_free);
  g_clear_pointer (there, life_snapshot_free);
  free_pair (pair);
}

/* Steps both by so many generations at a time, and compares them. */
static void
run_pair (Pair *pair, const guint *steps, guint n)
{
  assert_same_as_plane (pair->world, pair->plane, pair->x, pair->y);
  for (guint i = 0; i < n; i++) {
    step (pair->world, steps[i]);
    step (pair->plane, steps[i]);
    if (!assert_same_as_plane (pair->world, pair->plane, pair->x, pair->y))
      return;
  }
}

static void
test_soups_are_as_on_a_plane (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S",
    "B3678/S34678", "B2/S34H", "B13/S12V", "B2-a/S12", "B3/S2-i34q",
    "B1357/S1357", "B2/S/3", "B2/S345/4", "B3/S23/9", "B2/S12/5H", "B13/S1/4V",
    "B2/S34/200" };
  static const guint steps[] = { 1, 1, 1, 2, 3, 8, 8, 8, 5, 16, 10, 1, 1, 7,
    40 };

  for (guint path = 0; path < G_N_ELEMENTS (cpu_paths); path++) {
    if (!use_cpu_path (cpu_paths[path]))
      continue;
    for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
      for (guint threads = 1; threads <= 3; threads += 2) {
        Pair pair = new_pair (rules[i], threads, -233, 517, 0.3, i);

        run_pair (&pair, steps, G_N_ELEMENTS (steps));
        free_pair (&pair);
      }
  }
  use_any_cpu_path ();
}

/* What is still or has a period is skipped, and what meets it is not. */
static void
test_skipped_cells_are_as_on_a_plane (void)
{
  for (guint length = 1; length <= 13; length++) {
    Pair pair = new_pair ("B3/S23", 1, 1000000007, -1000000007, 0.06, length);
    guint steps[20];

    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      steps[i] = length;
    steps[7] = 3;
    run_pair (&pair, steps, MIN (G_N_ELEMENTS (steps), MARGIN / length));
    free_pair (&pair);
  }
}

static void
test_settled_soups_are_as_on_a_plane (void)
{
  const LifeGeometry shape = { 1600, 1600, 1, LIFE_TOPOLOGY_PLANE };
  static const guint steps[] = { 8, 8, 8, 1, 1, 1, 1, 8, 8, 200, 8, 1000, 200,
    8, 8, 1, 1, 64, 1, 2, 4, 3 };
  LifeBox box = { 760, 760, 0, 60, 60, 1 };

  for (guint seed = 0; seed < 4; seed++) {
    g_autoptr (GRand) random = g_rand_new_with_seed (seed);
    g_autofree guint8 *cells = random_cells (random, 60 * 60, 0.3);
    Pair pair = { new_unbounded ("B3/S23", 2),
      new_world (&shape, "B3/S23", LIFE_KERNEL_AUTO, 2), 0, 0 };

    write_box (pair.world, &box, cells);
    write_box (pair.plane, &box, cells);
    run_pair (&pair, steps, G_N_ELEMENTS (steps));
    free_pair (&pair);
  }
}

static void
test_a_glider_goes_as_far_as_it_is_let (void)
{
  static const gint64 places[][2] = { { 0, 0 }, { -1, -1 },
    { -(G_GINT64_CONSTANT (1) << 61), (G_GINT64_CONSTANT (1) << 61) - 5 },
    { (G_GINT64_CONSTANT (1) << 53) + 1, -48 } };
  static const guint8 glider[] = { 0, 1, 0, 0, 0, 1, 1, 1, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
    LifeBox box = { places[i][0], places[i][1], 0, 3, 3, 1 };
    g_autofree guint8 *cells = NULL;

    write_box (world, &box, glider);
    step (world, 40000);
    box.x += 10000;
    box.y += 10000;
    cells = read_box (world, &box);
    g_assert_cmpmem (cells, 9, glider, 9);
    g_assert_cmpuint (statistics_of (world).population, ==, 5);
    g_assert_cmpint (box_of (world).x, ==, box.x);
    g_assert_cmpint (box_of (world).y, ==, box.y);
  }
}

/* Tiles are freed where life left: a glider and its trail fit a snapshot of few. */
static void
test_what_a_glider_leaves_is_freed (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autoptr (LifeSnapshot) snapshot = NULL;

  paste_text (world, GLIDER, 0, 0);
  step (world, 1000000);
  snapshot = life_world_snapshot (world, NULL);
  g_assert_nonnull (snapshot);
  g_assert_cmpuint (life_snapshot_get_size (snapshot), <, 1000000);
}

static void
test_gliders_meet_a_block_far_away (void)
{
  const LifeGeometry shape = { 900, 900, 1, LIFE_TOPOLOGY_PLANE };
  static const guint steps[] = { 8, 8, 8, 8, 800, 8, 8, 8, 400, 1, 1, 200, 8, 8,
    8, 8, 100 };
  Pair pair = { new_unbounded ("B3/S23", 1),
    new_world (&shape, "B3/S23", LIFE_KERNEL_AUTO, 1), 0, 0 };

  for (guint i = 0; i < 2; i++) {
    LifeWorld *world = i == 0 ? pair.world : pair.plane;

    paste_text (world, GLIDER, 100, 100);
    paste_text (world, BLOCK, 430, 432);
    paste_text (world, "3o!", 500, 520);
  }
  run_pair (&pair, steps, G_N_ELEMENTS (steps));
  free_pair (&pair);
}

static void
test_edits_between_steps_are_as_on_a_plane (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (99);
  Pair pair = new_pair ("B3/S23", 1, 31, -77, 0.1, 5);

  for (guint i = 0; i < 30; i++) {
    const guint length = (guint) g_rand_int_range (random, 1, 6);
    const LifeLine line = { { MARGIN + i, MARGIN, 0 },
      { MARGIN + 3, MARGIN + 2 * i, 0 }, i % 2 };
    LifeLine moved = line;

    for (guint axis = 0; axis < 2; axis++) {
      moved.from[axis] += axis == 0 ? pair.x : pair.y;
      moved.to[axis] += axis == 0 ? pair.x : pair.y;
    }
    g_assert_true (life_world_draw_line (pair.plane, &line, NULL));
    g_assert_true (life_world_draw_line (pair.world, &moved, NULL));
    run_pair (&pair, &length, 1);
  }
  free_pair (&pair);
}

static void
test_cleared_worlds_are_empty (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);

  paste_text (world, GLIDER, -3, -3);
  step (world, 10);
  g_assert_true (life_world_clear (world, NULL));
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
  g_assert_cmpint (box_of (world).width, ==, 0);
  g_assert_cmpuint (life_world_get_generation (world), ==, 10);
  step (world, 10);
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
  paste_text (world, GLIDER, -3, -3);
  step (world, 4);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
  g_assert_true (life_world_reset (world, NULL));
  g_assert_cmpuint (life_world_get_generation (world), ==, 0);
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
}

static void
test_snapshots_bring_cells_back (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autoptr (LifeSnapshot) snapshot = NULL;
  const LifeBox box = { -50, -50, 0, 200, 200, 1 };
  g_autofree guint8 *first = NULL, *kept = NULL, *later = NULL, *again = NULL;
  LifeStatistics statistics;
  GError *error = NULL;

  g_assert_true (life_world_soup_box (
      world, &(LifeBox){ 0, 0, 0, 100, 100, 1 }, 7, 0.4, NULL));
  step (world, 13);
  kept = read_box (world, &box);
  statistics = statistics_of (world);
  snapshot = life_world_snapshot (world, &error);
  g_assert_no_error (error);
  step (world, 9);
  later = read_box (world, &box);
  g_assert_true (life_world_restore (world, snapshot, NULL));
  again = read_box (world, &box);
  g_assert_cmpmem (again, 200 * 200, kept, 200 * 200);
  g_assert_cmpuint (life_world_get_generation (world), ==, 13);
  g_assert_cmpuint (statistics_of (world).births, ==, statistics.births);
  step (world, 9);
  first = read_box (world, &box);
  g_assert_cmpmem (first, 200 * 200, later, 200 * 200);
}

static void
test_a_soup_is_that_of_other_worlds (void)
{
  const LifeGeometry shape = { 300, 200, 1, LIFE_TOPOLOGY_TORUS };
  const LifeBox box = { 10, 20, 0, 250, 150, 1 };
  g_autoptr (LifeWorld) torus =
      new_world (&shape, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autofree guint8 *cells = NULL, *expected = NULL;

  g_assert_true (life_world_soup_box (torus, &box, 5, 0.3, NULL));
  g_assert_true (life_world_soup_box (world, &box, 5, 0.3, NULL));
  cells = read_box (world, &box);
  expected = read_box (torus, &box);
  g_assert_cmpmem (cells, 250 * 150, expected, 250 * 150);
}

static void
test_checksums_follow_from_cells_and_places (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autoptr (LifeWorld) other = new_unbounded ("B3/S23", 1);
  guint64 checksum;

  g_assert_cmpuint (checksum_of (world), ==, 0);
  paste_text (world, BLOCK, 47, 47);
  checksum = checksum_of (world);
  paste_text (other, BLOCK, 47, 48);
  g_assert_cmpuint (checksum_of (other), !=, checksum);
  g_assert_true (life_world_clear (other, NULL));
  paste_text (other, GLIDER, 300, 300);
  step (other, 50);
  g_assert_true (life_world_clear (other, NULL));
  paste_text (other, BLOCK, 47, 47);
  step (other, 3);
  g_assert_cmpuint (checksum_of (other), ==, checksum);
}

static void
test_patterns_are_written_with_their_place (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autoptr (LifePattern) pattern = NULL, again = NULL;
  g_autofree gchar *text = NULL;
  gint64 position[3] = { 0, 0, 0 }, size[3], origin[3];
  static const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED };
  GError *error = NULL;

  paste_text (world, GLIDER, -100000, 70);
  paste_text (world, BLOCK, 5000000, 200);
  pattern = life_world_to_pattern (world, &error);
  g_assert_no_error (error);
  life_pattern_get_size (pattern, size);
  g_assert_cmpint (size[0], ==, 5100002);
  g_assert_cmpint (size[1], ==, 132);
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "#CXRLE Pos=-100000,70"));
  g_assert_nonnull (strstr (text, "rule = B3/S23\n"));
  again = life_pattern_parse (text, strlen (text), &error);
  g_assert_no_error (error);
  g_assert_true (life_pattern_get_position (again, position));
  g_assert_cmpint (position[0], ==, -100000);
  life_pattern_place (again, &no_edges, FALSE, anywhere, origin, &error);
  g_assert_no_error (error);
  g_assert_cmpint (origin[0], ==, -100000);
  g_assert_cmpint (origin[1], ==, 70);
  g_assert_true (life_world_clear (world, NULL));
  life_world_paste (world, again, origin, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (statistics_of (world).population, ==, 9);
  g_assert_cmpint (box_of (world).width, ==, 5100002);
}

static void
test_patterns_without_a_place_begin_at_0 (void)
{
  g_autoptr (LifePattern) pattern = life_pattern_from_string (GLIDER, NULL);
  static const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED };
  static const gint64 far_out[3] = { LIFE_MAX_PLACE - 3, -LIFE_MAX_PLACE, 0 };
  static const gint64 too_far[3] = { LIFE_MAX_PLACE - 2, 0, 0 };
  g_autoptr (GError) error = NULL;
  gint64 origin[3];

  g_assert_true (
      life_pattern_place (pattern, &no_edges, FALSE, anywhere, origin, NULL));
  g_assert_cmpint (origin[0], ==, 0);
  g_assert_cmpint (origin[1], ==, 0);
  g_assert_true (
      life_pattern_place (pattern, &no_edges, FALSE, far_out, origin, NULL));
  g_assert_cmpint (origin[0], ==, far_out[0]);
  g_assert_false (
      life_pattern_place (pattern, &no_edges, FALSE, too_far, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
}

static void
test_populations_are_texts (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autofree gchar *text = NULL;

  paste_text (world, GLIDER, 0, 0);
  text = life_world_get_population_text (world, NULL);
  g_assert_cmpstr (text, ==, "5");
}

static void
test_the_center_is_that_of_the_first_generation (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  gdouble center[2];

  g_assert_true (life_world_get_center (world, center, NULL));
  g_assert_cmpfloat (center[0], ==, 0);
  paste_text (world, GLIDER, 100, 200);
  g_assert_true (life_world_get_center (world, center, NULL));
  g_assert_cmpfloat (center[0], ==, 101.5);
  g_assert_cmpfloat (center[1], ==, 201.5);
  step (world, 400);
  paste_text (world, GLIDER, 1000, 2000);
  g_assert_true (life_world_get_center (world, center, NULL));
  g_assert_cmpfloat (center[0], ==, 101.5);
  g_assert_true (life_world_reset (world, NULL));
  g_assert_true (life_world_get_center (world, center, NULL));
  g_assert_cmpfloat (center[0], ==, 0);
}

static void
test_a_long_step_can_be_cancelled (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 2);

  paste_text (world, GLIDER, 0, 0);
  step_until_cancelled (world);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
}

/* What is still costs nothing, however long the step. */
static void
test_still_cells_are_stepped_at_once (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);

  paste_text (world, BLOCK, 0, 0);
  paste_text (world, "3o!", 100, 100);
  step (world, (G_GUINT64_CONSTANT (1) << 60) + 1);
  g_assert_cmpuint (statistics_of (world).population, ==, 7);
  g_assert_cmpuint (statistics_of (world).births, ==, 2);
  g_assert_cmpint (box_of (world).width, ==, 102);
}

/* Cells that have aged come back, too, and keep what they can under other rules. */
static void
test_states_are_kept (void)
{
  static const gchar *const rules[] = { "B2/S/3", "B2/S345/9", "B2/S/3",
    "B3/S23", "B2/S/4" };
  static const guint steps[] = { 1, 8, 3 };
  Pair pair = new_pair (rules[0], 2, -96, 1000, 0.3, 12);
  g_autoptr (LifeSnapshot) kept = NULL, there = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    LifeRule rule = rule_of (2, rules[i]);

    g_assert_true (life_world_set_rule (pair.world, &rule, NULL));
    g_assert_true (life_world_set_rule (pair.plane, &rule, NULL));
    run_pair (&pair, steps, G_N_ELEMENTS (steps));
    g_assert_cmpuint (checksum_of (pair.world) != 0, ==,
        statistics_of (pair.world).population != 0);
    if (i == 1) {
      kept = life_world_snapshot (pair.world, NULL);
      there = life_world_snapshot (pair.plane, NULL);
    }
  }
  g_assert_true (life_world_restore (pair.world, kept, NULL));
  if (life_snapshot_is_lost (there)
      || !life_world_restore (pair.plane, there, NULL))
    g_test_message ("the plane lost its snapshot");
  else
    assert_same_as_plane (pair.world, pair.plane, pair.x, pair.y);
  free_pair_with (&pair, &kept, &there);
}

static void
test_patterns_have_states (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B2/S345/4", 1);
  g_autoptr (LifePattern) pattern = NULL;
  g_autofree gchar *text = NULL;

  paste_text (world, "x = 4, y = 1, rule = B2/S345/4\nA.CB!", 1000, -70);
  pattern = life_world_to_pattern (world, NULL);
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, NULL);
  g_assert_nonnull (strstr (text, "A.CB!"));
}

static void
test_rules_may_change (void)
{
  static const gchar *const rules[] = { "B36/S23", "B2-a/S12", "B3/S23" };
  static const guint steps[] = { 8, 3, 8, 1 };
  Pair pair = new_pair ("B3/S23", 1, 0, 0, 0.3, 3);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    LifeRule rule = rule_of (2, rules[i]);

    g_assert_true (life_world_set_rule (pair.world, &rule, NULL));
    g_assert_true (life_world_set_rule (pair.plane, &rule, NULL));
    run_pair (&pair, steps, G_N_ELEMENTS (steps));
  }
  free_pair (&pair);
}

/* --- What is refused --- */

static void
assert_refused (const LifeGeometry *geometry, guint dimensions,
    const gchar *text, LifeEngineKind kind, LifeKernel kernel, gint code,
    const gchar *word)
{
  LifeEngineOptions options = default_options ();
  LifeRule rule = rule_of (dimensions, text);
  g_autoptr (GError) error = NULL;

  options.engine = kind;
  options.kernel = kernel;
  g_assert_null (life_world_new (geometry, &rule, &options, &error));
  g_assert_error (error, LIFE_ERROR, code);
  if (strstr (error->message, word) == NULL)
    g_error ("\"%s\" does not name \"%s\"", error->message, word);
}

static void
test_what_worlds_without_edges_lack_is_refused (void)
{
  const LifeGeometry sized = { 64, 64, 1, LIFE_TOPOLOGY_UNBOUNDED };
  const LifeGeometry torus = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };

  assert_refused (&sized, 2, "B3/S23", LIFE_ENGINE_AUTO, LIFE_KERNEL_AUTO,
      LIFE_ERROR_SIZE, "world-width");
  assert_refused (&no_edges, 3, "B5/S45", LIFE_ENGINE_AUTO, LIFE_KERNEL_AUTO,
      LIFE_ERROR_SIZE, "two dimensions");
  assert_refused (&no_edges, 2, "B3/S23:T30,20", LIFE_ENGINE_AUTO,
      LIFE_KERNEL_AUTO, LIFE_ERROR_SIZE, "suffix");
  assert_refused (&no_edges, 2, "B03/S23", LIFE_ENGINE_CPU, LIFE_KERNEL_SPARSE,
      LIFE_ERROR_UNSUPPORTED, "B0");
  assert_refused (&no_edges, 2, "B2/S/3", LIFE_ENGINE_CUDA, LIFE_KERNEL_AUTO,
      LIFE_ERROR_UNSUPPORTED, "engine=");
  assert_refused (&no_edges, 2, "B3/S23", LIFE_ENGINE_CUDA,
      LIFE_KERNEL_HASHLIFE, LIFE_ERROR_UNSUPPORTED, "engine=cpu");
  assert_refused (&no_edges, 2, "B3/S23", LIFE_ENGINE_CPU,
      LIFE_KERNEL_BITSLICED, LIFE_ERROR_UNSUPPORTED, "kernel=sparse");
  assert_refused (&torus, 2, "B3/S23", LIFE_ENGINE_AUTO, LIFE_KERNEL_SPARSE,
      LIFE_ERROR_UNSUPPORTED, "topology=unbounded");
  assert_refused (&no_edges, 2, "R5,C2,S33..57,B34..45", LIFE_ENGINE_AUTO,
      LIFE_KERNEL_AUTO, LIFE_ERROR_UNSUPPORTED, "topology=torus");
}

static void
test_places_too_far_out_are_refused (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  static const LifeBox boxes[] = { { LIFE_MAX_PLACE, 0, 0, 1, 1, 1 },
    { -LIFE_MAX_PLACE - 1, 0, 0, 2, 1, 1 }, { 0, 0, 1, 1, 1, 1 },
    { 0, LIFE_MAX_PLACE - 1, 0, 1, 2, 1 } };
  guint8 cells[4] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (life_world_write (world, &boxes[i], cells, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
    g_clear_error (&error);
    g_assert_false (life_world_read (world, &boxes[i], cells, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  }
  g_assert_false (life_world_soup (world, 1, 0.5, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST_UNBOUNDED(name) g_test_add_func ("/unbounded/" #name, test_##name)
  TEST_UNBOUNDED (soups_are_as_on_a_plane);
  TEST_UNBOUNDED (skipped_cells_are_as_on_a_plane);
  TEST_UNBOUNDED (settled_soups_are_as_on_a_plane);
  TEST_UNBOUNDED (a_glider_goes_as_far_as_it_is_let);
  TEST_UNBOUNDED (what_a_glider_leaves_is_freed);
  TEST_UNBOUNDED (gliders_meet_a_block_far_away);
  TEST_UNBOUNDED (edits_between_steps_are_as_on_a_plane);
  TEST_UNBOUNDED (cleared_worlds_are_empty);
  TEST_UNBOUNDED (snapshots_bring_cells_back);
  TEST_UNBOUNDED (a_soup_is_that_of_other_worlds);
  TEST_UNBOUNDED (checksums_follow_from_cells_and_places);
  TEST_UNBOUNDED (patterns_are_written_with_their_place);
  TEST_UNBOUNDED (patterns_without_a_place_begin_at_0);
  TEST_UNBOUNDED (populations_are_texts);
  TEST_UNBOUNDED (the_center_is_that_of_the_first_generation);
  TEST_UNBOUNDED (a_long_step_can_be_cancelled);
  TEST_UNBOUNDED (still_cells_are_stepped_at_once);
  TEST_UNBOUNDED (rules_may_change);
  TEST_UNBOUNDED (states_are_kept);
  TEST_UNBOUNDED (patterns_have_states);
  TEST_UNBOUNDED (what_worlds_without_edges_lack_is_refused);
  TEST_UNBOUNDED (places_too_far_out_are_refused);
  return g_test_run ();
}
