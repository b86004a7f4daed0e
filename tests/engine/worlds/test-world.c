/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of worlds as a caller uses them: edits, counts, rules, snapshots, marks, frames,
 * cancelling and errors, each on every engine; how cells are advanced is tested elsewhere. */
#include "life/world/world-private.h"
#include "tests/support/worlds/engines.h"

/* --- On every engine --- */

/* The same cells in worlds of any size, and other ones in another place. */
static void
test_soups_are_the_same_everywhere (gconstpointer data)
{
  const TestEngine *engine = data;
  const guint depth = engine->geometry.depth > 1 ? 2 : 1;
  const LifeGeometry other = { 333, 177, depth, LIFE_TOPOLOGY_TORUS };
  const LifeBox box = { 10, 20, 0, 110, 1, depth };
  g_autoptr (LifeWorld) world = engine_world (engine, 2);
  g_autoptr (LifeWorld) bytes = new_world (
      &other, depth > 1 ? "B6/S567" : "B3/S23", LIFE_KERNEL_NAIVE, 1);
  g_autofree guint8 *cells = NULL, *expected = NULL;

  world_soup_box (world, &box, 12345, 0.35);
  world_soup_box (bytes, &box, 12345, 0.35);
  cells = read_box (world, &box);
  expected = read_box (bytes, &box);
  g_assert_cmpmem (cells, 110 * depth, expected, 110 * depth);
  g_assert_cmpuint (
      statistics_of (world).population, ==, statistics_of (bytes).population);
}

static LifeBox
random_box (const LifeBox *area)
{
  LifeBox box = { g_test_rand_int_range (0, (gint) area->width),
    g_test_rand_int_range (0, (gint) area->height),
    g_test_rand_int_range (0, (gint) area->depth) };

  box.width = g_test_rand_int_range (1, (gint) (area->width - box.x) + 1);
  box.height = g_test_rand_int_range (1, (gint) (area->height - box.y) + 1);
  box.depth = g_test_rand_int_range (1, (gint) (area->depth - box.z) + 1);
  return box;
}

/* States above the highest one become that one. */
static void
test_boxes_are_read_and_written (gconstpointer data)
{
  const TestEngine *engine = data;
  const LifeRule rule = engine_rule (engine, 0);
  const LifeBox area = engine_area (engine);
  const gsize size = (gsize) (area.width * area.height * area.depth);
  g_autoptr (LifeWorld) world = engine_world (engine, 1);
  g_autofree guint8 *shadow = g_malloc0 (size), *cells = g_malloc (size);

  for (guint try = 0; try < 60; try++) {
    const LifeBox box = random_box (&area);
    const gsize n = (gsize) (box.width * box.height * box.depth);
    g_autofree guint8 *expected = g_malloc (n), *back = NULL, *all = NULL;

    for (gint64 i = 0; i < (gint64) n; i++) {
      const gint64 x = box.x + i % box.width,
                   y = box.y + i / box.width % box.height,
                   z = box.z + i / box.width / box.height;

      cells[i] = (guint8) (g_test_rand_bit () ? g_test_rand_int () : 0);
      expected[i] = MIN (cells[i], rule.states - 1);
      shadow[(z * area.height + y) * area.width + x] = expected[i];
    }
    write_box (world, &box, cells);
    back = read_box (world, &box);
    g_assert_cmpmem (back, n, expected, n);
    all = read_box (world, &area);
    g_assert_cmpmem (all, size, shadow, size);
  }
}

static void
test_generations_are_those_of_the_reference (gconstpointer data)
{
  static const guint64 calls[] = { 1, 1, 2, 1, 5, 1, 30, 1 };
  const TestEngine *engine = data;
  g_autoptr (Worlds) worlds = engine_worlds (engine);

  worlds->full = TRUE;
  engine_soups (engine, worlds, 3, 0.35);
  if (!worlds_same (worlds, "a soup"))
    return;
  worlds_play (worlds, calls, G_N_ELEMENTS (calls), "a generation");
}

/* Those of the last generation stay whatever is done by hand. */
static void
test_edits_leave_the_changes (gconstpointer data)
{
  const TestEngine *engine = data;
  g_autoptr (LifeWorld) world = engine_world (engine, 1);
  LifeStatistics expected, counts;
  GError *error = NULL;

  engine_soup (engine, world, 1, 0.35);
  g_assert_cmpuint (statistics_of (world).births, ==, 0);
  step (world, 3);
  expected = statistics_of (world);
  g_assert_cmpint (expected.births > 0, ==, counts_changes (world));
  engine_soup (engine, world, 2, 0.5);
  world_clear (world);
  expected.population = 0;
  counts = statistics_of (world);
  g_assert_cmpmem (&counts, sizeof counts, &expected, sizeof expected);
  step (world, 1);
  g_assert_cmpuint (statistics_of (world).births, ==, 0);
  g_assert_cmpuint (life_world_get_generation (world), ==, 4);

  engine_soup (engine, world, 1, 0.35);
  step (world, 3);
  life_world_reset (world, &error);
  g_assert_no_error (error);
  counts = statistics_of (world);
  expected = (LifeStatistics){ 0 };
  g_assert_cmpmem (&counts, sizeof counts, &expected, sizeof expected);
}

/* Of two, and in any order; cells alone come back to the present generation. */
static void
test_snapshots_return (gconstpointer data)
{
  static const guint64 calls[] = { 1, 8 };
  const TestEngine *engine = data;
  const LifeBox area = engine_area (engine);
  const gsize size = (gsize) (area.width * area.height * area.depth);
  g_autoptr (Worlds) worlds = engine_worlds (engine);
  LifeWorld *world = worlds->each[1];
  g_autoptr (LifeSnapshot) first = NULL, second = NULL;
  g_autofree guint8 *stored = NULL, *again = NULL;
  LifeStatistics previous, after;
  GError *error = NULL;

  engine_soups (engine, worlds, 5, 0.35);
  worlds_step (worlds, 4);
  previous = statistics_of (world);
  stored = read_box (world, &area);
  first = world_snapshot (world);
  g_assert_cmpuint (life_snapshot_get_generation (first), ==, 4);
  g_assert_cmpuint (life_snapshot_get_size (first), >, 0);
  step (world, 9);
  second = world_snapshot (world);
  step (world, 7);

  world_restore (world, first);
  after = statistics_of (world);
  g_assert_cmpmem (&previous, sizeof previous, &after, sizeof after);
  worlds_same (worlds, "the first snapshot");
  worlds_play (worlds, calls, 2, "after the first snapshot");
  step (world, 3);
  world_restore (world, second);
  worlds_same (worlds, "the second snapshot");
  previous = statistics_of (world);
  life_world_restore_cells (world, first, &error);
  g_assert_no_error (error);
  again = read_box (world, &area);
  g_assert_cmpmem (again, size, stored, size);
  after = statistics_of (world);
  g_assert_cmpuint (after.generation, ==, 13);
  g_assert_cmpuint (after.births, ==, previous.births);
  g_assert_cmpuint (after.deaths, ==, previous.deaths);
  g_assert_cmpuint (after.population, !=, previous.population);
}

/* Of two generations, while the world is at a third. */
static void
test_saved_cells_become_patterns (gconstpointer data)
{
  const TestEngine *engine = data;
  g_autoptr (Worlds) worlds = engine_worlds (engine);
  LifeWorld *world = worlds->each[1];
  LifeSavedCells stored[2];
  gchar *texts[2];

  engine_soups (engine, worlds, 5, 0.35);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (LifePattern) pattern = world_to_pattern (world);

    texts[i] = life_pattern_write (pattern, pattern->format, NULL);
    g_assert_nonnull (texts[i]);
    g_assert_true (life_world_save_cells (world, &stored[i], NULL));
    step (world, 3);
  }
  g_assert_cmpstr (texts[0], !=, texts[1]);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (LifePattern) pattern =
        life_saved_cells_to_pattern (&stored[i], NULL);
    g_autofree gchar *text = NULL;

    g_assert_nonnull (pattern);
    text = life_pattern_write (pattern, pattern->format, NULL);
    g_assert_cmpstr (text, ==, texts[i]);
    life_saved_cells_release (&stored[i]);
    life_saved_cells_clear (&stored[i]);
    g_free (texts[i]);
  }
}

/* A rule with more states or fewer takes over the cells; the counts of the last generation
 * do not change. */
static void
test_rules_change (gconstpointer data)
{
  static const guint64 calls[] = { 1, 3, 1 };
  const TestEngine *engine = data;
  const guint n = engine_n_rules (engine);
  g_autoptr (Worlds) worlds = engine_worlds (engine);

  for (guint i = 0; i < 2 * n + 1; i++) {
    const LifeRule rule = engine_rule (engine, i % n);

    engine_soups (engine, worlds, i, 0.35);
    worlds_set_rule (worlds, &rule);
    if (!worlds_same (worlds, "a new rule")
        || !worlds_play (worlds, calls, G_N_ELEMENTS (calls), "its cells"))
      return;
  }
}

/* Cells of a state that the present rule does not have take its highest one. */
static void
test_snapshots_outlive_their_rule (gconstpointer data)
{
  const TestEngine *engine = data;
  const LifeBox area = engine_area (engine);
  const gsize size = (gsize) (area.width * area.height * area.depth);
  g_autoptr (LifeWorld) world = engine_world (engine, 1);
  g_autoptr (LifeSnapshot) snapshot = NULL;
  g_autofree guint8 *stored = NULL;

  engine_soup (engine, world, 3, 0.4);
  step (world, 10);
  stored = read_box (world, &area);
  snapshot = world_snapshot (world);
  for (guint i = 1; i <= engine_n_rules (engine); i++) {
    const LifeRule rule = engine_rule (engine, i % engine_n_rules (engine));
    g_autofree guint8 *cells = NULL;

    step (world, 3);
    world_set_rule (world, &rule);
    if (life_snapshot_is_lost (snapshot)) {
      fail ("%s lost its snapshot", engine->name);
      return;
    }
    world_restore (world, snapshot);
    cells = read_box (world, &area);
    for (gsize cell = 0; cell < size; cell++)
      g_assert_cmpuint (cells[cell], ==, MIN (stored[cell], rule.states - 1));
  }
}

/* Goes ahead and back again. */
static void
test_marks_are_stored (gconstpointer data)
{
  const TestEngine *engine = data;
  g_autoptr (Worlds) worlds = engine_worlds (engine);
  LifeWorld *world = worlds->each[1];

  engine_soups (engine, worlds, 3, 0.4);
  for (guint round = 0; round < 3; round++) {
    worlds_step (worlds, 5);
    g_assert_true (life_world_mark (world, 4));
    step (world, 4);
    world_revert (world);
    if (!worlds_same (worlds, "the mark"))
      return;
  }
}

static void
test_cancelled_before_it_begins_steps_nothing (gconstpointer data)
{
  const gint cancelled = 1;
  const TestEngine *engine = data;
  g_autoptr (Worlds) worlds = engine_worlds (engine);
  GError *error = NULL;

  engine_soups (engine, worlds, 1, 0.35);
  worlds_step (worlds, 1);
  g_assert_false (life_world_step (worlds->each[1], 5, &cancelled, &error));
  assert_message (error, LIFE_ERROR_CANCELLED, "cancelled");
  worlds_same (worlds, "a cancelled step");
  worlds_play (worlds, (const guint64[]){ 3 }, 1, "after a cancelled step");
}

static void
test_cancel_ends_a_long_step_at_a_whole_generation (gconstpointer data)
{
  const TestEngine *engine = data;
  g_autoptr (LifeWorld) world = engine_world (engine, 2);
  g_autoptr (LifeWorld) again = engine_world (engine, 1);

  engine_soup (engine, world, 1, 0.35);
  engine_soup (engine, again, 1, 0.35);
  /* HashLife may come to the end; cells that are farther out are not summed up. */
  if (engine->kernel == LIFE_KERNEL_HASHLIFE)
    step_and_cancel (world, 1 << 14, 3000);
  else
    step_until_cancelled (world);
  /* In two steps, for what is counted of a generation that is cancelled and repeated. */
  step (again, life_world_get_generation (world));
  for (guint i = 0; i < 2; i++) {
    g_assert_cmphex (checksum_of (world), ==, checksum_of (again));
    step (world, 2);
    step (again, 2);
  }
}

/* Across every axis; the code that draws is chosen with the first frame. */
static void
test_frames_are_those_of_the_reference (gconstpointer data)
{
  static const gdouble zooms[] = { 1, 3, 0.5, 0.3 };
  const TestEngine *engine = data;
  const guint depth = engine->geometry.depth;

  for (guint path = 0; path < G_N_ELEMENTS (cpu_paths); path++) {
    g_autoptr (Worlds) worlds = NULL;

    if (is_unbounded (engine) || !use_cpu_path (cpu_paths[path]))
      continue;
    worlds = engine_worlds (engine);
    engine_soups (engine, worlds, 5, 0.4);
    worlds_step (worlds, 2);
    for (guint i = 0; i < G_N_ELEMENTS (zooms) * (depth > 1 ? 3 : 1); i++) {
      guint8 pixels[2][64 * 48];
      LifeView view = default_view ();

      view.zoom = zooms[i % G_N_ELEMENTS (zooms)];
      view.axis = depth > 1 ? i / G_N_ELEMENTS (zooms) : LIFE_AXIS_Z;
      view.slice = depth > 1 ? 11 : 0;
      for (guint k = 0; k < 2; k++) {
        const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
          .width = 64,
          .height = 48,
          .data = { pixels[k] },
          .stride = { 64 },
          .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };

        world_draw (worlds->each[k], &view, &frame);
      }
      g_assert_nonnull (memchr (pixels[0], 0, sizeof pixels[0]));
      g_assert_cmpmem (
          pixels[1], sizeof pixels[1], pixels[0], sizeof pixels[0]);
    }
  }
  use_any_cpu_path ();
}

static void
test_pattern_of_a_world_makes_the_same_world (gconstpointer data)
{
  const TestEngine *engine = data;
  g_autoptr (LifeWorld) world = engine_world (engine, 1);
  g_autoptr (LifeWorld) again = engine_world (engine, 1);
  g_autoptr (LifePattern) pattern = NULL;

  engine_soup (engine, world, 5, 0.5);
  step (world, 2);
  pattern = world_to_pattern (world);
  g_assert_cmpuint (pattern->generation, ==, 2);
  world_paste (again, pattern, is_unbounded (engine) ? pattern->x : 0,
      is_unbounded (engine) ? pattern->y : 0);
  g_assert_cmphex (checksum_of (again), ==, checksum_of (world));
}

/* Runs over all edges of a torus, and so into several parts. */
static void
test_pasted_runs_wrap (gconstpointer data)
{
  static const struct {
    guint x, y, length;
  } runs[] = { { 0, 0, 201 }, { 3, 1, 70 }, { 100, 2, 20 }, { 200, 3, 1 },
    { 0, 76, 1 } };
  const TestEngine *engine = data;
  const guint width = 201, height = 77;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (GString) text = g_string_new ("x = 201, y = 77\n");
  guint8 expected[201 * 77] = { 0 };

  if (is_unbounded (engine) || engine->geometry.depth > 1)
    return;
  world = engine_world (engine, 1);
  for (guint i = 0, row = 0; i < G_N_ELEMENTS (runs); row = runs[i++].y) {
    if (runs[i].y > row)
      g_string_append_printf (text, "%u$", runs[i].y - row);
    if (runs[i].x > 0)
      g_string_append_printf (text, "%ub", runs[i].x);
    g_string_append_printf (text, "%uo", runs[i].length);
    for (guint x = runs[i].x; x < runs[i].x + runs[i].length; x++)
      expected[(runs[i].y + 31) % height * width + (x + 61) % width] = 1;
  }
  g_string_append_c (text, '!');
  paste_text (world, text->str, 61, 31);
  assert_cells (world, expected, "after a paste");
}

/* --- What is refused --- */

static LifeWorld *
small_world (LifeTopology topology)
{
  const LifeGeometry geometry = { 10, 10, 1, topology };

  return new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
}

static void
test_pattern_over_the_edge_of_a_plane_is_refused (void)
{
  g_autoptr (LifeWorld) world = small_world (LIFE_TOPOLOGY_PLANE);
  g_autoptr (LifePattern) pattern = pattern_of ("3o!");
  const gint64 origin[3] = { 8, 0, 0 };
  GError *error = NULL;

  g_assert_false (life_world_paste (world, pattern, origin, &error));
  assert_message (error, LIFE_ERROR_SIZE, "");
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
}

static void
expect_critical (const gchar *function)
{
  g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, function);
}

static void
assert_is_outside (LifeWorld *world, const LifeBox *box)
{
  guint8 cell = 1;

  expect_critical ("*is_box_inside*");
  g_assert_false (life_world_write (world, box, &cell, NULL));
  expect_critical ("*is_box_inside*");
  g_assert_false (life_world_read (world, box, &cell, NULL));
  g_test_assert_expected_messages ();
}

/* Places that 32 bits would take for others. */
static void
test_what_lies_outside_the_world_is_refused (void)
{
  static const gint64 far[] = { -1, 10, (G_GINT64_CONSTANT (1) << 32) + 3,
    -(G_GINT64_CONSTANT (1) << 32), G_MAXINT64, G_MININT64 };
  g_autoptr (LifeWorld) world = small_world (LIFE_TOPOLOGY_TORUS);
  g_autoptr (LifePattern) pattern = pattern_of ("o!");

  for (guint i = 0; i < 3 * G_N_ELEMENTS (far); i++) {
    gint64 origin[3] = { 0 }, size[3] = { 1, 1, 1 };
    GError *error = NULL;

    origin[i % 3] = far[i / 3];
    g_assert_false (life_world_paste (world, pattern, origin, &error));
    assert_message (error, LIFE_ERROR_SIZE, "");
    assert_is_outside (
        world, &(LifeBox){ origin[0], origin[1], origin[2], 1, 1, 1 });
    size[i % 3] = far[i / 3] == 10 ? 11 : far[i / 3];
    assert_is_outside (world, &(LifeBox){ 0, 0, 0, size[0], size[1], size[2] });
  }
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
}

static guint8 some_pixels[64];
static const LifeFrame small_frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
  .width = 8,
  .height = 8,
  .data = { some_pixels },
  .stride = { 8 } };

static void
test_a_slice_outside_the_world_is_refused (void)
{
  static const gint64 far[] = { -1, 5, (G_GINT64_CONSTANT (1) << 32) + 3 };
  const LifeGeometry geometry = { 8, 8, 5, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  LifeView view = default_view ();

  for (guint i = 0; i < G_N_ELEMENTS (far); i++) {
    view.slice = far[i];
    expect_critical ("*has_view*");
    g_assert_false (life_world_draw (world, &view, &small_frame, NULL));
    expect_critical ("*has_view*");
    g_assert_false (life_world_begin_frame (
        world, &view, &small_frame, LIFE_COUNT_CHANGES, NULL));
    expect_critical ("*has_view*");
    g_assert_false (life_world_absorb (
        world, &view, &small_frame, LIFE_INPUT_REPLACE, 0.5, NULL));
    g_test_assert_expected_messages ();
  }
}

static void
test_a_world_too_long_for_perspective_is_refused (void)
{
  const LifeGeometry geometry = { LIFE_MAX_PERSPECTIVE_SIDE + 1, 1, 1,
    LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  LifeView view = default_view ();

  world_draw (world, &view, &small_frame);
  view.kind = LIFE_VIEW_VOLUME;
  expect_critical ("*has_view*");
  g_assert_false (life_world_draw (world, &view, &small_frame, NULL));
  g_test_assert_expected_messages ();
}

static void
test_rules_of_other_dimensions_are_refused (void)
{
  const LifeGeometry deep = { 8, 8, 2, LIFE_TOPOLOGY_TORUS };
  const LifeEngineOptions options = default_options ();
  g_autoptr (LifeWorld) world = small_world (LIFE_TOPOLOGY_TORUS);
  const LifeRule flat = rule_of (2, "B3/S23"), solid = rule_of (3, "B6/S567");
  GError *error = NULL;

  g_assert_false (life_world_set_rule (world, &solid, &error));
  assert_message (g_steal_pointer (&error), LIFE_ERROR_SIZE, "");
  g_assert_null (life_world_new (&deep, &flat, &options, &error));
  assert_message (error, LIFE_ERROR_SIZE, "");
}

static void
refuse_too_large (guint dimensions, LifeKernel kernel, const gchar *words)
{
  const LifeGeometry geometry = { G_MAXUINT32, G_MAXUINT32,
    dimensions == 3 ? G_MAXUINT32 : 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (dimensions, dimensions == 3 ? "B6/S567" : "B3/S23");
  LifeEngineOptions options = default_options ();
  const guint64 peak = peak_of_address_space ();
  GError *error = NULL;

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = kernel;
  g_assert_null (life_world_new (&geometry, &rule, &options, &error));
  assert_message (error, LIFE_ERROR_MEMORY, words);
  g_assert_cmpuint (peak_of_address_space () - peak, <, 64 * 1024 * 1024);
}

static void
test_too_large_a_world_is_refused_before_any_allocation (void)
{
#define FLAT_WORDS                                           \
  "available|4294967295 × 4294967295 cells|set world-width" \
  "|or take a smaller pattern"
  refuse_too_large (2, LIFE_KERNEL_AUTO, FLAT_WORDS "| EiB of memory");
  refuse_too_large (2, LIFE_KERNEL_NAIVE, FLAT_WORDS);
  refuse_too_large (3, LIFE_KERNEL_AUTO,
      "available|4294967295 × 4294967295 × 4294967295|set world-width"
      "|world-depth");
}

/* --- Large worlds --- */

static void
test_soup_has_its_density (void)
{
  static const struct {
    gdouble density;
    guint64 minimum, maximum;
  } soups[] = { { 0, 0, 0 }, { 1, 999000, 999000 }, { 0.35, 345000, 354000 } };
  const LifeGeometry geometry = { 1000, 999, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);

  for (guint i = 0; i < G_N_ELEMENTS (soups); i++) {
    fill_soup (world, 1, soups[i].density);
    g_assert_cmpuint (statistics_of (world).population, >=, soups[i].minimum);
    g_assert_cmpuint (statistics_of (world).population, <=, soups[i].maximum);
  }
}

static void
test_patterns_have_whole_runs_and_the_rule (void)
{
  const LifeGeometry wide = { 1000000, 2, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&wide, "B36/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifePattern) pattern = NULL;

  fill_soup (world, 1, 1.0);
  pattern = world_to_pattern (world);
  g_assert_cmpstr (pattern->rule, ==, "B36/S23:P1000000,2");
  g_assert_cmpuint (pattern->n_runs, ==, 2);
  g_assert_cmpuint (pattern->runs[1].y, ==, 1);
  g_assert_cmpuint (pattern->runs[1].length, ==, 1000000);
}

/* In several passes of threads, and while others wait. */
static void
test_cancelled_large_worlds_go_on (void)
{
  static const struct {
    LifeGeometry geometry;
    const gchar *rule;
  } cases[] = { { { 1500, 1200, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23" },
    { { 1500, 1200, 1, LIFE_TOPOLOGY_TORUS }, "WireWorld" },
    { { 100, 100, 100, LIFE_TOPOLOGY_TORUS }, "B6/S567" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeRule rule =
        rule_of (cases[i].geometry.depth > 1 ? 3 : 2, cases[i].rule);
    g_autoptr (Worlds) worlds = worlds_of (
        new_world_with_rule (&cases[i].geometry, &rule, LIFE_KERNEL_AUTO, 2),
        new_world_with_rule (&cases[i].geometry, &rule, LIFE_KERNEL_AUTO, 1));

    worlds_soup (worlds, 1, 0.35);
    step_until_cancelled (worlds->each[1]);
    step (worlds->each[0], life_world_get_generation (worlds->each[1]));
    worlds_play (worlds, (const guint64[]){ 0, 1, 1, 1 }, 4, cases[i].rule);
  }
}

static gpointer
write_saving (gpointer saving)
{
  GError *error = NULL;

  g_assert_true (life_saving_write (saving, &error));
  g_assert_no_error (error);
  return NULL;
}

static gchar *
load_file (const gchar *path)
{
  gchar *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (g_remove (path), ==, 0);
  return text;
}

/* Whatever becomes of the world meanwhile, even another engine: a thread writes while this one
 * changes the cells, and the rule to one of more states. */
static void
test_a_saving_is_of_the_generation_at_its_start (void)
{
  static const struct {
    LifeGeometry shape;
    LifeKernel kernel;
    const gchar *rule, *other, *file;
  } cases[] = {
    { { 70, 400, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, "B3/S23", "/2/3",
        "world.rle" },
    { { 70, 400, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, "B3/S23",
        "R2,C0,M1,S2..3,B3..3,NM", "world.rle" },
    { { 20, 150, 9, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_AUTO, "B6/S567",
        "B6/S567/C4", "world.rle3" },
    { { .topology = LIFE_TOPOLOGY_UNBOUNDED }, LIFE_KERNEL_SPARSE, "/2/3",
        "/2/4", "world.rle" },
    { { .topology = LIFE_TOPOLOGY_UNBOUNDED }, LIFE_KERNEL_SPARSE, "B3/S23",
        "B36/S23", "world.mc" },
    { { .topology = LIFE_TOPOLOGY_UNBOUNDED }, LIFE_KERNEL_HASHLIFE, "B3/S23",
        "B36/S23", "world.rle" },
    { { .topology = LIFE_TOPOLOGY_UNBOUNDED }, LIFE_KERNEL_HASHLIFE, "B3/S23",
        "B36/S23", "world.mc.gz" },
  };
  g_autofree gchar *folder = g_dir_make_tmp ("life-saving-XXXXXX", NULL);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const guint dimensions = cases[i].shape.depth > 1 ? 3 : 2;
    g_autofree gchar *path = g_build_filename (folder, cases[i].file, NULL);
    LifeRule other = rule_of (dimensions, cases[i].other);
    LifeBox box = { 3, 2, 0, 15, 140, 1 };
    g_autofree gchar *expected = NULL, *found = NULL;
    LifeSaving *saving;
    GThread *thread;
    LifeWorld *world =
        new_world (&cases[i].shape, cases[i].rule, cases[i].kernel, 1);

    g_assert_true (life_world_soup_box (world, &box, 1, 0.5, &error));
    step (world, 2);
    life_world_save (world, path, &error);
    g_assert_no_error (error);
    expected = load_file (path);
    saving = life_world_begin_saving (world, path, &error);
    g_assert_no_error (error);
    thread = g_thread_new ("writer", write_saving, saving);
    step (world, 2);
    g_assert_true (life_world_set_rule (world, &other, &error));
    g_assert_no_error (error);
    step (world, 2);
    g_assert_true (life_world_clear (world, &error));
    g_thread_join (thread);
    life_saving_end (saving);
    life_world_free (world);
    found = load_file (path);
    g_assert_cmpstr (found, ==, expected);
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

#define TEST(name) g_test_add_func ("/world/" #name, test_##name)
#define ADD_ENGINES(name) add_engines ("/world/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_ENGINES (soups_are_the_same_everywhere);
  ADD_ENGINES (boxes_are_read_and_written);
  ADD_ENGINES (generations_are_those_of_the_reference);
  ADD_ENGINES (edits_leave_the_changes);
  ADD_ENGINES (snapshots_return);
  ADD_ENGINES (saved_cells_become_patterns);
  ADD_ENGINES (rules_change);
  ADD_ENGINES (snapshots_outlive_their_rule);
  ADD_ENGINES (marks_are_stored);
  ADD_ENGINES (cancelled_before_it_begins_steps_nothing);
  ADD_ENGINES (cancel_ends_a_long_step_at_a_whole_generation);
  ADD_ENGINES (frames_are_those_of_the_reference);
  ADD_ENGINES (pattern_of_a_world_makes_the_same_world);
  ADD_ENGINES (pasted_runs_wrap);
  TEST (pattern_over_the_edge_of_a_plane_is_refused);
  TEST (what_lies_outside_the_world_is_refused);
  TEST (a_slice_outside_the_world_is_refused);
  TEST (a_world_too_long_for_perspective_is_refused);
  TEST (rules_of_other_dimensions_are_refused);
  TEST (too_large_a_world_is_refused_before_any_allocation);
  TEST (soup_has_its_density);
  TEST (patterns_have_whole_runs_and_the_rule);
  TEST (cancelled_large_worlds_go_on);
  TEST (a_saving_is_of_the_generation_at_its_start);
  return g_test_run ();
}
