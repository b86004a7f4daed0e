/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of worlds as a caller uses them: edits, counts, snapshots, checksums,
 * cancelling and errors; how cells are advanced is tested elsewhere. */
#include "tests/support/worlds/world.h"

static void
test_soup_has_its_density (void)
{
  LifeGeometry geometry = { 1000, 999, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);

  fill_soup (world, 1, 0.0);
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
  fill_soup (world, 1, 1.0);
  g_assert_cmpuint (statistics_of (world).population, ==, 999000);
  fill_soup (world, 1, 0.35);
  g_assert_cmpuint (statistics_of (world).population, >, 345000);
  g_assert_cmpuint (statistics_of (world).population, <, 354000);
}

static void
test_boxes_are_read_and_written (void)
{
  const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITSLICED };
  const LifeGeometry geometry = { 201, 37, 1, LIFE_TOPOLOGY_TORUS };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", kernels[k], 1);
    g_autofree guint8 *shadow = g_malloc0 (size_of (world));
    g_autofree guint8 *cells = g_malloc (size_of (world));

    for (guint try = 0; try < 300; try++) {
      guint32 x = (guint32) g_test_rand_int_range (0, 201);
      guint32 y = (guint32) g_test_rand_int_range (0, 37);
      LifeBox box = { x, y, 0,
        (guint32) g_test_rand_int_range (1, (gint) (202 - x)),
        (guint32) g_test_rand_int_range (1, (gint) (38 - y)), 1 };
      GError *error = NULL;

      for (gsize i = 0; i < (gsize) box.width * box.height; i++) {
        cells[i] = (guint8) (g_test_rand_bit () ? g_test_rand_int () : 0);
        shadow[(y + i / box.width) * 201 + x + i % box.width] = cells[i] != 0;
      }
      life_world_write (world, &box, cells, &error);
      g_assert_no_error (error);
      if (!assert_cells (world, shadow, "after a write"))
        return;
      life_world_read (world, &box, cells, &error);
      for (gsize i = 0; i < (gsize) box.width * box.height; i++)
        g_assert_cmpuint (cells[i], ==,
            shadow[(y + i / box.width) * 201 + x + i % box.width]);
    }
  }
}

static void
test_pasted_runs_wrap (void)
{
  const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITSLICED };
  const LifeGeometry geometry = { 130, 9, 1, LIFE_TOPOLOGY_TORUS };
  LifeRun runs[] = { { 0, 0, 0, 130, 1 }, { 3, 1, 0, 70, 1 },
    { 100, 2, 0, 20, 1 }, { 129, 3, 0, 1, 1 }, { 0, 8, 0, 1, 1 } };
  LifePattern pattern = { .dimensions = 2,
    .width = 130,
    .height = 9,
    .depth = 1,
    .runs = runs,
    .n_runs = G_N_ELEMENTS (runs) };
  const gint64 origin[3] = { 61, 5, 0 };
  guint8 expected[130 * 9] = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (runs); i++)
    for (guint32 j = 0; j < runs[i].length; j++)
      expected[(runs[i].y + 5) % 9 * 130 + (runs[i].x + j + 61) % 130] = 1;
  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", kernels[k], 1);
    GError *error = NULL;

    life_world_paste (world, &pattern, origin, &error);
    g_assert_no_error (error);
    assert_cells (world, expected, "after a paste");
  }
}

static void
test_pattern_over_the_edge_of_a_plane_is_refused (void)
{
  const LifeGeometry geometry = { 10, 10, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeRun run = { 0, 0, 0, 3, 1 };
  LifePattern pattern = { .dimensions = 2,
    .width = 3,
    .height = 1,
    .depth = 1,
    .runs = &run,
    .n_runs = 1 };
  const gint64 origin[3] = { 8, 0, 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (life_world_paste (world, &pattern, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
}

/* Places that 32 bits would take for others. */
static void
test_what_lies_outside_the_world_is_refused (void)
{
  static const gint64 far[] = { -1, 10, (G_GINT64_CONSTANT (1) << 32) + 3,
    -(G_GINT64_CONSTANT (1) << 32), G_MAXINT64, G_MININT64 };
  const LifeGeometry geometry = { 10, 10, 1, LIFE_TOPOLOGY_TORUS };
  LifeRun run = { 0, 0, 0, 1, 1 };
  LifePattern pattern = { .dimensions = 2,
    .width = 1,
    .height = 1,
    .depth = 1,
    .runs = &run,
    .n_runs = 1 };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  guint8 cell = 1;

  for (guint i = 0; i < 3 * G_N_ELEMENTS (far); i++) {
    gint64 origin[3] = { 0 }, size[3] = { 1, 1, 1 };
    g_autoptr (GError) error = NULL;
    LifeBox box;

    origin[i % 3] = far[i / 3];
    g_assert_false (life_world_paste (world, &pattern, origin, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
    for (guint sized = 0; sized < 2; sized++) {
      if (sized) {
        size[i % 3] = far[i / 3] == 10 ? 11 : far[i / 3];
        origin[i % 3] = 0;
      }
      box = (LifeBox){ origin[0], origin[1], origin[2], size[0], size[1],
        size[2] };
      g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*is_box_inside*");
      g_assert_false (life_world_write (world, &box, &cell, NULL));
      g_test_assert_expected_messages ();
      g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*is_box_inside*");
      g_assert_false (life_world_read (world, &box, &cell, NULL));
      g_test_assert_expected_messages ();
    }
  }
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
}

static void
test_a_slice_outside_the_world_is_refused (void)
{
  static const gint64 far[] = { -1, 5, (G_GINT64_CONSTANT (1) << 32) + 3 };
  const LifeGeometry geometry = { 8, 8, 5, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  guint8 pixels[64];
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 8,
    .height = 8,
    .data = { pixels },
    .stride = { 8 } };
  LifeView view = default_view ();

  for (guint i = 0; i < G_N_ELEMENTS (far); i++) {
    view.slice = far[i];
    g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*has_view*");
    g_assert_false (life_world_draw (world, &view, &frame, NULL));
    g_test_assert_expected_messages ();
    g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*has_view*");
    g_assert_false (life_world_begin_frame (
        world, &view, &frame, LIFE_COUNT_CHANGES, NULL));
    g_test_assert_expected_messages ();
    g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*has_view*");
    g_assert_false (life_world_absorb (
        world, &view, &frame, LIFE_INPUT_REPLACE, 0.5, NULL));
    g_test_assert_expected_messages ();
  }
}

static void
test_a_world_too_long_for_perspective_is_refused (void)
{
  const LifeGeometry geometry = { .width = LIFE_MAX_PERSPECTIVE_SIDE + 1,
    .height = 1,
    .depth = 1,
    .topology = LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  guint8 pixels[64];
  const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 8,
    .height = 8,
    .data = { pixels },
    .stride = { 8 } };
  LifeView view = default_view ();

  g_assert_true (life_world_draw (world, &view, &frame, NULL));
  view.kind = LIFE_VIEW_VOLUME;
  g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*has_view*");
  g_assert_false (life_world_draw (world, &view, &frame, NULL));
  g_test_assert_expected_messages ();
}

static void
test_changes_are_counted_cell_by_cell (void)
{
  const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITSLICED };
  const LifeGeometry geometry = { 203, 71, 1, LIFE_TOPOLOGY_TORUS };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", kernels[k], 1);

    fill_soup (world, 3, 0.35);
    g_assert_cmpuint (statistics_of (world).births, ==, 0);
    g_assert_cmpuint (statistics_of (world).deaths, ==, 0);
    for (guint generation = 1; generation <= 5; generation++) {
      g_autofree guint8 *before = NULL;
      g_autofree guint8 *now = NULL;
      guint64 births = 0, deaths = 0, population = 0;

      step (world, generation);
      before = cells_of (world);
      step (world, 1);
      now = cells_of (world);
      for (gsize i = 0; i < size_of (world); i++) {
        births += now[i] && !before[i];
        deaths += !now[i] && before[i];
        population += now[i];
      }
      g_assert_cmpuint (statistics_of (world).births, ==, births);
      g_assert_cmpuint (statistics_of (world).deaths, ==, deaths);
      g_assert_cmpuint (statistics_of (world).population, ==, population);
    }
  }
}

static void
test_edits_leave_the_changes_of_the_last_generation (void)
{
  const LifeGeometry geometry = { 90, 70, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) asked =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) edited =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeStatistics expected, counts;
  GError *error = NULL;

  fill_soup (asked, 1, 0.35);
  fill_soup (edited, 1, 0.35);
  step (asked, 3);
  step (edited, 3);
  expected = statistics_of (asked);
  g_assert_cmpuint (expected.births, >, 0);

  fill_soup (edited, 2, 0.5);
  life_world_clear (edited, &error);
  g_assert_no_error (error);
  counts = statistics_of (edited);
  g_assert_cmpuint (counts.generation, ==, 3);
  g_assert_cmpuint (counts.population, ==, 0);
  g_assert_cmpuint (counts.births, ==, expected.births);
  g_assert_cmpuint (counts.deaths, ==, expected.deaths);

  step (edited, 1);
  g_assert_cmpuint (statistics_of (edited).births, ==, 0);
}

static void
test_reset_makes_the_world_new (void)
{
  const LifeGeometry geometry = { 90, 70, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  GError *error = NULL;
  LifeStatistics counts;

  fill_soup (world, 1, 0.35);
  step (world, 3);
  life_world_reset (world, &error);
  g_assert_no_error (error);
  counts = statistics_of (world);
  g_assert_cmpuint (counts.generation, ==, 0);
  g_assert_cmpuint (counts.population, ==, 0);
  g_assert_cmpuint (counts.births, ==, 0);
  g_assert_cmpuint (counts.deaths, ==, 0);
}

static void
check_snapshot (const LifeGeometry *geometry, const gchar *rule)
{
  g_autoptr (LifeWorld) world = new_world (geometry, rule, LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeSnapshot) snapshot = NULL;
  g_autofree guint8 *kept = NULL;
  LifeStatistics before, after;
  GError *error = NULL;

  fill_soup (world, 5, 0.35);
  step (world, 4);
  before = statistics_of (world);
  kept = cells_of (world);
  snapshot = life_world_snapshot (world, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (life_snapshot_get_generation (snapshot), ==, 4);
  g_assert_cmpuint (life_snapshot_get_size (snapshot), >, 0);

  step (world, 9);
  life_world_restore (world, snapshot, &error);
  g_assert_no_error (error);
  assert_cells (world, kept, "restored");
  after = statistics_of (world);
  g_assert_cmpmem (&before, sizeof (before), &after, sizeof (after));
  step (world, 2);
  g_assert_cmpuint (life_world_get_generation (world), ==, 6);
}

static void
test_snapshot_returns_the_generation_and_its_counts (void)
{
  const LifeGeometry flat = { 131, 45, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry deep = { 19, 18, 17, LIFE_TOPOLOGY_PLANE };

  check_snapshot (&flat, "B3/S23");
  check_snapshot (&deep, "B6/S567");
}

static void
test_rule_changes_from_the_next_generation_on (void)
{
  const LifeGeometry geometry = { 90, 70, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);
  g_autoptr (LifeWorld) plain =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 1);
  LifeRule rule = rule_of (2, "B36/S23");
  LifeRule deep = rule_of (3, "B6/S567");
  g_autofree guint8 *expected = NULL;
  g_autoptr (GError) error = NULL;

  fill_soup (fast, 1, 0.35);
  fill_soup (plain, 1, 0.35);
  step (fast, 3);
  step (plain, 3);
  g_assert_true (life_world_set_rule (fast, &rule, NULL));
  g_assert_true (life_world_set_rule (plain, &rule, NULL));
  g_assert_false (life_world_set_rule (fast, &deep, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  step (fast, 3);
  step (plain, 3);
  expected = cells_of (plain);
  assert_cells (fast, expected, "B36/S23");
}

static void
test_pattern_of_a_world_makes_the_same_world (void)
{
  const LifeGeometry geometry = { 131, 77, 1, LIFE_TOPOLOGY_TORUS };
  const gint64 origin[3] = { 0, 0, 0 };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B36/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) again =
      new_world (&geometry, "B36/S23", LIFE_KERNEL_NAIVE, 1);
  g_autoptr (LifePattern) pattern = NULL;
  g_autofree guint8 *expected = NULL;
  GError *error = NULL;

  fill_soup (world, 5, 0.5);
  step (world, 2);
  expected = cells_of (world);
  pattern = life_world_to_pattern (world, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pattern->rule, ==, "B36/S23:T131,77");
  g_assert_cmpuint (pattern->generation, ==, 2);
  g_assert_cmpuint (pattern->width, ==, 131);
  g_assert_cmpuint (pattern->height, ==, 77);
  life_world_paste (again, pattern, origin, &error);
  g_assert_no_error (error);
  assert_cells (again, expected, "the pattern");
}

static void
test_pattern_of_a_wide_world_has_whole_runs (void)
{
  const LifeGeometry geometry = { 1000000, 2, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifePattern) pattern = NULL;
  GError *error = NULL;

  fill_soup (world, 1, 1.0);
  pattern = life_world_to_pattern (world, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pattern->n_runs, ==, 2);
  g_assert_cmpuint (pattern->runs[1].y, ==, 1);
  g_assert_cmpuint (pattern->runs[1].length, ==, 1000000);
}

static void
test_checksum_is_of_cells_and_places_alone (void)
{
  const LifeGeometry geometry = { 300000, 3, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);
  g_autoptr (LifeWorld) plain =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 1);
  LifeBox last = { 299999, 2, 0, 1, 1, 1 };
  guint8 cell;
  guint64 whole;

  g_assert_cmphex (checksum_of (fast), ==, 0);
  fill_soup (fast, 7, 0.5);
  fill_soup (plain, 7, 0.5);
  whole = checksum_of (fast);
  g_assert_cmphex (whole, ==, checksum_of (plain));
  g_assert_true (life_world_read (fast, &last, &cell, NULL));
  cell = !cell;
  g_assert_true (life_world_write (fast, &last, &cell, NULL));
  g_assert_cmphex (whole, !=, checksum_of (fast));
}

static guint64
peak_of_address_space (void)
{
  g_autofree gchar *text = NULL;
  const gchar *line = NULL;

  if (g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    line = strstr (text, "VmPeak:");
  return line != NULL ? g_ascii_strtoull (line + 7, NULL, 10) * 1024 : 0;
}

static void
refuse_too_large (guint dimensions, LifeKernel kernel)
{
  LifeGeometry geometry = { G_MAXUINT32, G_MAXUINT32,
    dimensions == 3 ? G_MAXUINT32 : 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (dimensions, dimensions == 3 ? "B6/S567" : "B3/S23");
  LifeEngineOptions options = default_options ();
  guint64 peak = peak_of_address_space ();
  g_autoptr (GError) error = NULL;

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = kernel;
  g_assert_null (life_world_new (&geometry, &rule, &options, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "available"));
  g_assert_nonnull (strstr (
      error->message, dimensions == 3 ? "4294967295 × 4294967295 × 4294967295"
                                      : "4294967295 × 4294967295 cells"));
  g_assert_nonnull (strstr (error->message, "set world-width"));
  g_assert_nonnull (strstr (error->message,
      dimensions == 3 ? "world-depth" : "or take a smaller pattern"));
  if (dimensions == 2 && kernel == LIFE_KERNEL_AUTO)
    g_assert_nonnull (strstr (error->message, " EiB of memory"));
  g_assert_cmpuint (peak_of_address_space () - peak, <, 64 * 1024 * 1024);
}

static void
test_too_large_a_world_is_refused_before_any_allocation (void)
{
  refuse_too_large (2, LIFE_KERNEL_AUTO);
  refuse_too_large (2, LIFE_KERNEL_NAIVE);
  refuse_too_large (3, LIFE_KERNEL_AUTO);
}

static void
cancel_long_step (const LifeGeometry *geometry, const gchar *rule)
{
  g_autoptr (LifeWorld) world = new_world (geometry, rule, LIFE_KERNEL_AUTO, 2);
  g_autoptr (LifeWorld) again = new_world (geometry, rule, LIFE_KERNEL_AUTO, 1);
  g_autofree guint8 *expected = NULL;

  fill_soup (world, 1, 0.35);
  fill_soup (again, 1, 0.35);
  step_until_cancelled (world);
  step (again, life_world_get_generation (world));
  expected = cells_of (again);
  assert_cells (world, expected, "cancelled");
}

static void
test_cancel_ends_a_long_step_at_a_whole_generation (void)
{
  const LifeGeometry flat = { 1500, 1200, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry deep = { 100, 100, 100, LIFE_TOPOLOGY_TORUS };

  cancel_long_step (&flat, "B3/S23");
  cancel_long_step (&deep, "B6/S567");
}

static void
test_cancelled_before_it_begins_steps_nothing (void)
{
  const LifeGeometry geometry = { 50, 50, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GError) error = NULL;
  LifeStatistics before;
  gint cancelled = 1;

  fill_soup (world, 1, 0.35);
  step (world, 1);
  before = statistics_of (world);
  g_assert_false (life_world_step (world, 5, &cancelled, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
  g_assert_cmpuint (life_world_get_generation (world), ==, 1);
  g_assert_cmpuint (statistics_of (world).births, ==, before.births);
}

static void
test_2d_rule_in_a_deep_world_is_an_error (void)
{
  LifeGeometry geometry = { 8, 8, 2, LIFE_TOPOLOGY_TORUS };
  LifeEngineOptions options = default_options ();
  LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (GError) error = NULL;

  g_assert_null (life_world_new (&geometry, &rule, &options, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
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
take_file (const gchar *path)
{
  gchar *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (g_remove (path), ==, 0);
  return text;
}

/* Whatever becomes of the world meanwhile, even another engine: a thread writes while this one
 * changes the cells, and the rule to one of more states. */
static void
test_a_saving_is_of_the_generation_that_it_began_with (void)
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
    g_assert_true (life_world_save (world, path, &error));
    g_assert_no_error (error);
    expected = take_file (path);
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
    found = take_file (path);
    g_assert_cmpstr (found, ==, expected);
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

#define TEST(name) g_test_add_func ("/world/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (soup_has_its_density);
  TEST (boxes_are_read_and_written);
  TEST (pasted_runs_wrap);
  TEST (pattern_over_the_edge_of_a_plane_is_refused);
  TEST (what_lies_outside_the_world_is_refused);
  TEST (a_slice_outside_the_world_is_refused);
  TEST (a_world_too_long_for_perspective_is_refused);
  TEST (changes_are_counted_cell_by_cell);
  TEST (edits_leave_the_changes_of_the_last_generation);
  TEST (reset_makes_the_world_new);
  TEST (snapshot_returns_the_generation_and_its_counts);
  TEST (rule_changes_from_the_next_generation_on);
  TEST (a_saving_is_of_the_generation_that_it_began_with);
  TEST (pattern_of_a_world_makes_the_same_world);
  TEST (pattern_of_a_wide_world_has_whole_runs);
  TEST (checksum_is_of_cells_and_places_alone);
  TEST (too_large_a_world_is_refused_before_any_allocation);
  TEST (cancel_ends_a_long_step_at_a_whole_generation);
  TEST (cancelled_before_it_begins_steps_nothing);
  TEST (2d_rule_in_a_deep_world_is_an_error);
  return g_test_run ();
}
