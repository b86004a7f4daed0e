/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges: what lives in them is compared with a plane that is large enough,
 * and with what is known of gliders; and what such worlds refuse. */
#include "life/cpu/sparse/sparse-private.h"
#include "tests/support/text/rule-table.h"
#include "tests/support/worlds/unbounded.h"

#define GLIDER "bo$2bo$3o!"
#define BLOCK "2o$2o!"

/* A soup of so many cells on a plane with so many beyond them on each side. */
#define SOUP 130
#define MARGIN 170
#define PLANE (SOUP + 2 * MARGIN)

static const LifeGeometry plane = { PLANE, PLANE, 1, LIFE_TOPOLOGY_PLANE };

/* The same random cells in a world without edges, around (@x, @y), and on a plane. */
static Worlds *
soup_on_plane (const gchar *rule, guint threads, gint64 x, gint64 y,
    gdouble density, guint32 seed)
{
  Worlds *worlds =
      worlds_on_plane (rule, LIFE_KERNEL_AUTO, threads, &plane, x, y);

  worlds_fill_box (
      worlds, (LifeBox){ MARGIN, MARGIN, 0, SOUP, SOUP, 1 }, seed, density);
  worlds_same (worlds, rule);
  return worlds;
}

static void
compare_soups (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S",
    "B3678/S34678", "B2/S34H", "B13/S12V", "B2-a/S12", "B3/S2-i34q",
    "B1357/S1357", "B2/S/3", "B2/S345/4", "B3/S23/9", "B2/S12/5H", "B13/S1/4V",
    "B2/S34/200" };
  static const guint64 steps[] = { 1, 1, 1, 2, 3, 8, 8, 8, 5, 16, 10, 1, 1, 7,
    40 };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint threads = 1; threads <= 3; threads += 2) {
      g_autoptr (Worlds) worlds =
          soup_on_plane (rules[i], threads, -233, 517, 0.3, i);

      worlds_play (worlds, steps, G_N_ELEMENTS (steps), rules[i]);
    }
}

static void
test_soups_are_as_on_a_plane (void)
{
  for_every_path (compare_soups);
}

static void
compare_soup_of_states (const LifeRule *rule, guint32 seed)
{
  static const guint64 steps[] = { 1, 1, 2, 3, 8, 8, 8, 1, 1, 20, 16, 7, 5, 1 };
  g_autoptr (GRand) dice = g_rand_new_with_seed (seed);
  g_autoptr (Worlds) worlds = worlds_of (
      new_world_with_rule (&no_edges, rule, LIFE_KERNEL_AUTO, 1 + seed % 2),
      new_world_with_rule (&plane, rule, LIFE_KERNEL_NAIVE, 1));

  worlds->x = -233;
  worlds->y = 517;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    /* Far out and again where cells are, so that tiles are made and woken. */
    worlds_scatter (
        worlds, dice, (LifeBox){ MARGIN + 7 * i, MARGIN, 0, 20, 50, 1 });
    if (!worlds_play (worlds, &steps[i], 1, "states"))
      return;
  }
}

static void
compare_soups_of_states (void)
{
  static const gchar *const rules[] = { "WireWorld", "JvN29", "Nobili32",
    "Hutton32", "B2-i3/S23/4", "B3/S2-i34q/256" };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    const LifeRule rule = rule_of (2, rules[i]);

    compare_soup_of_states (&rule, i);
  }
  for (guint i = 0; i < G_N_ELEMENTS (table_texts); i++) {
    const LifeRule rule = rule_of_table (table_of (table_texts[i]));

    if (!life_rule_has_b0 (&rule))
      compare_soup_of_states (&rule, i);
  }
}

/* Golly's, where they are installed, and those that are built in. */
static void
compare_networks (void)
{
  static const gchar *const names[] = { "WireWorld", "HPP", "Langtons-Ant",
    "LifeOnTheEdge", "Banks-I", "Banks-II", "TriTurmite_120010" };
  static const guint64 calls[] = { 1, 8, 3, 12 };
  const LifeGeometry wide = { 600, 400, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (GRand) dice = g_rand_new_with_seed (12);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    LifeRule *rule = life_rule_parse (names[i], 2, NULL);
    g_autoptr (Worlds) worlds = NULL;
    LifeSparse *self;

    if (rule == NULL)
      continue;
    worlds = worlds_of (
        new_world_with_rule (&no_edges, rule, LIFE_KERNEL_AUTO, 1 + i % 2),
        new_world_with_rule (&wide, rule, LIFE_KERNEL_NAIVE, 1));
    worlds->x = -233;
    worlds->y = 517;
    worlds_scatter (worlds, dice, (LifeBox){ 200, 150, 0, 150, 90, 1 });
    self = (LifeSparse *) life_world_get_engine (worlds->each[1]);
    self->looked_up = G_MAXUINT32;
    worlds_play (worlds, calls, G_N_ELEMENTS (calls), names[i]);
    g_assert_true (self->has_network);
    life_rule_unref (rule);
  }
}

static void
test_cells_by_gates_are_as_on_a_plane (void)
{
  for_every_path (compare_networks);
}

static void
test_looked_up_cells_are_as_on_a_plane (void)
{
  for_every_path (compare_soups_of_states);
}

/* What is still or has a period is skipped, and what meets it is not. */
static void
test_skipped_cells_are_as_on_a_plane (void)
{
  for (guint length = 1; length <= 13; length++) {
    g_autoptr (Worlds) worlds =
        soup_on_plane ("B3/S23", 1, 1000000007, -1000000007, 0.06, length);
    guint64 steps[20];

    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      steps[i] = length;
    steps[7] = 3;
    worlds_play (worlds, steps, MIN (G_N_ELEMENTS (steps), MARGIN / length),
        "skipped cells");
  }
}

static void
test_settled_soups_are_as_on_a_plane (void)
{
  const LifeGeometry wide = { 1600, 1600, 1, LIFE_TOPOLOGY_PLANE };
  static const guint64 steps[] = { 0, 8, 8, 8, 1, 1, 1, 1, 8, 8, 200, 8, 1000,
    200, 8, 8, 1, 1, 64, 1, 2, 4, 3 };

  for (guint seed = 0; seed < 4; seed++) {
    g_autoptr (Worlds) worlds =
        worlds_on_plane ("B3/S23", LIFE_KERNEL_AUTO, 2, &wide, 0, 0);

    worlds_fill_box (worlds, (LifeBox){ 760, 760, 0, 60, 60, 1 }, seed, 0.3);
    worlds_play (worlds, steps, G_N_ELEMENTS (steps), "settled");
  }
}

static void
test_a_glider_goes_as_far_as_it_is_let (void)
{
  static const gint64 positions[][2] = { { 0, 0 }, { -1, -1 },
    { -(G_GINT64_CONSTANT (1) << 61), (G_GINT64_CONSTANT (1) << 61) - 5 },
    { (G_GINT64_CONSTANT (1) << 53) + 1, -48 } };
  static const guint8 glider[] = { 0, 1, 0, 0, 0, 1, 1, 1, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (positions); i++) {
    g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
    LifeBox box = { positions[i][0], positions[i][1], 0, 3, 3, 1 };
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
  static const guint64 steps[] = { 0, 8, 8, 8, 8, 800, 8, 8, 8, 400, 1, 1, 200,
    8, 8, 8, 8, 100 };
  g_autoptr (Worlds) worlds =
      worlds_on_plane ("B3/S23", LIFE_KERNEL_AUTO, 1, &shape, 0, 0);

  worlds_paste (worlds, GLIDER, 100, 100);
  worlds_paste (worlds, BLOCK, 430, 432);
  worlds_paste (worlds, "3o!", 500, 520);
  worlds_play (worlds, steps, G_N_ELEMENTS (steps), "gliders");
}

static void
test_edits_between_steps_are_as_on_a_plane (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (99);
  g_autoptr (Worlds) worlds = soup_on_plane ("B3/S23", 1, 31, -77, 0.1, 5);

  for (guint i = 0; i < 30; i++) {
    const guint64 length = (guint) g_rand_int_range (random, 1, 6);
    LifeLine line = { { MARGIN + i, MARGIN, 0 }, { MARGIN + 3, MARGIN + 2 * i },
      i % 2 };

    g_assert_true (life_world_draw_line (worlds->each[0], &line, NULL));
    line.from[0] += worlds->x;
    line.from[1] += worlds->y;
    line.to[0] += worlds->x;
    line.to[1] += worlds->y;
    g_assert_true (life_world_draw_line (worlds->each[1], &line, NULL));
    worlds_play (worlds, &length, 1, "edits");
  }
}

static void
test_checksums_follow_from_cells_and_positions (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autoptr (LifeWorld) other = new_unbounded ("B3/S23", 1);
  guint64 checksum;

  g_assert_cmpuint (checksum_of (world), ==, 0);
  paste_text (world, BLOCK, 47, 47);
  checksum = checksum_of (world);
  paste_text (other, BLOCK, 47, 48);
  g_assert_cmpuint (checksum_of (other), !=, checksum);
  world_clear (other);
  paste_text (other, GLIDER, 300, 300);
  step (other, 50);
  world_clear (other);
  paste_text (other, BLOCK, 47, 47);
  step (other, 3);
  g_assert_cmpuint (checksum_of (other), ==, checksum);
}

static const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED,
  LIFE_CENTERED };

static void
test_patterns_are_written_with_their_position (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autoptr (LifePattern) pattern = NULL, again = NULL;
  g_autofree gchar *text = NULL;
  gint64 position[3] = { 0, 0, 0 }, size[3], origin[3];
  GError *error = NULL;

  paste_text (world, GLIDER, -100000, 70);
  paste_text (world, BLOCK, 5000000, 200);
  pattern = world_to_pattern (world);
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
  life_pattern_find_origin (again, &no_edges, FALSE, anywhere, origin, &error);
  g_assert_no_error (error);
  g_assert_cmpint (origin[0], ==, -100000);
  g_assert_cmpint (origin[1], ==, 70);
  world_clear (world);
  world_paste (world, again, origin[0], origin[1]);
  g_assert_cmpuint (statistics_of (world).population, ==, 9);
  g_assert_cmpint (box_of (world).width, ==, 5100002);
}

static void
test_patterns_without_a_position_begin_at_0 (void)
{
  g_autoptr (LifePattern) pattern = pattern_of (GLIDER);
  static const gint64 far_out[3] = { LIFE_MAX_COORDINATE - 3,
    -LIFE_MAX_COORDINATE, 0 };
  static const gint64 too_far[3] = { LIFE_MAX_COORDINATE - 2, 0, 0 };
  g_autoptr (GError) error = NULL;
  gint64 origin[3];

  g_assert_true (life_pattern_find_origin (
      pattern, &no_edges, FALSE, anywhere, origin, NULL));
  g_assert_cmpint (origin[0], ==, 0);
  g_assert_cmpint (origin[1], ==, 0);
  g_assert_true (life_pattern_find_origin (
      pattern, &no_edges, FALSE, far_out, origin, NULL));
  g_assert_cmpint (origin[0], ==, far_out[0]);
  g_assert_false (life_pattern_find_origin (
      pattern, &no_edges, FALSE, too_far, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
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

/* Wherever the cells lie: around cell (0, 0), on one side of it, far out, and nowhere. */
static void
test_macrocell_files_have_states (void)
{
  static const LifeBox boxes[] = { { -31, -17, 0, 77, 60, 1 },
    { 5, 3, 0, 40, 40, 1 }, { -1, -1, 0, 1, 1, 1 }, { 0, 0, 0, 1, 1, 1 },
    { -1000000007, G_GINT64_CONSTANT (1) << 50, 0, 100, 3, 1 }, { 0 } };
  static const gchar *const names[] = { "world.mc", "world.mc.gz" };
  g_autofree gchar *folder = g_dir_make_tmp ("life-states-XXXXXX", NULL);
  g_autoptr (GRand) dice = g_rand_new_with_seed (2);
  const LifeRule rule = rule_of (2, "JvN29");
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++) {
    g_autofree gchar *path = g_build_filename (folder, names[i % 2], NULL);
    g_autofree guint8 *cells =
        g_malloc ((gsize) (boxes[i].width * boxes[i].height) + 1);
    g_autoptr (LifeWorld) world = new_unbounded ("JvN29", 1);
    g_autoptr (LifeWorld) again = new_unbounded ("JvN29", 1);
    g_autoptr (LifePattern) pattern = NULL;
    gint64 origin[3];

    for (gint64 k = 0; k < boxes[i].width * boxes[i].height; k++)
      cells[k] = (guint8) g_rand_int_range (dice, 1, (gint) rule.states);
    if (boxes[i].width > 0)
      write_box (world, &boxes[i], cells);
    step (world, i % 3);
    life_world_save (world, path, &error);
    g_assert_no_error (error);
    pattern = life_pattern_load_unbounded (path, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (life_pattern_get_rule (pattern), ==, "JvN29");
    g_assert_cmpuint (life_pattern_get_generation (pattern), ==, i % 3);
    g_assert_true (life_pattern_find_origin (
        pattern, &no_edges, FALSE, anywhere, origin, NULL));
    world_paste (again, pattern, origin[0], origin[1]);
    g_assert_cmphex (checksum_of (again), ==, checksum_of (world));
  }
  remove_folder (folder);
}

/* --- What is refused --- */

static void
test_what_worlds_without_edges_lack_is_refused (void)
{
  static const struct {
    const gchar *rule;
    LifeEngineKind engine;
    LifeKernel kernel;
    LifeError code;
    const gchar *words;
  } cases[] = {
    { "B3/S23:T30,20", 0, 0, LIFE_ERROR_SIZE, "suffix" },
    { "B03/S23", LIFE_ENGINE_CPU, LIFE_KERNEL_SPARSE, LIFE_ERROR_UNSUPPORTED,
        "B0" },
    { "B2/S/3", LIFE_ENGINE_CUDA, 0, LIFE_ERROR_UNSUPPORTED, "engine=" },
    { "JvN29", LIFE_ENGINE_CUDA, 0, LIFE_ERROR_UNSUPPORTED, "engine=" },
    { "JvN29", LIFE_ENGINE_CPU, LIFE_KERNEL_HASHLIFE, LIFE_ERROR_UNSUPPORTED,
        "JvN29|kernel=auto" },
    { "B3/S23", LIFE_ENGINE_CUDA, LIFE_KERNEL_HASHLIFE, LIFE_ERROR_UNSUPPORTED,
        "engine=cpu" },
    { "B3/S23", LIFE_ENGINE_CPU, LIFE_KERNEL_BITSLICED, LIFE_ERROR_UNSUPPORTED,
        "kernel=sparse" },
    { "R5,C2,S33..57,B34..45", 0, 0, LIFE_ERROR_UNSUPPORTED, "topology=torus" },
  };
  static const struct {
    LifeGeometry geometry;
    LifeKernel kernel;
    guint dimensions;
    LifeError code;
    const gchar *words;
  } shapes[] = {
    { { 64, 64, 1, LIFE_TOPOLOGY_UNBOUNDED }, LIFE_KERNEL_AUTO, 2,
        LIFE_ERROR_SIZE, "world-width" },
    { { .depth = 1, .topology = LIFE_TOPOLOGY_UNBOUNDED }, LIFE_KERNEL_AUTO, 3,
        LIFE_ERROR_SIZE, "two dimensions" },
    { { 64, 64, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_SPARSE, 2,
        LIFE_ERROR_UNSUPPORTED, "topology=unbounded" },
  };
  LifeEngineOptions options;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeRule rule = rule_of (2, cases[i].rule);

    options = default_options ();
    options.engine = cases[i].engine;
    options.kernel = cases[i].kernel;
    g_assert_null (life_world_new (&no_edges, &rule, &options, &error));
    assert_message (g_steal_pointer (&error), cases[i].code, cases[i].words);
  }
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    const LifeRule rule = rule_of (
        shapes[i].dimensions, shapes[i].dimensions == 3 ? "B5/S45" : "B3/S23");

    options = default_options ();
    options.kernel = shapes[i].kernel;
    g_assert_null (
        life_world_new (&shapes[i].geometry, &rule, &options, &error));
    assert_message (g_steal_pointer (&error), shapes[i].code, shapes[i].words);
  }
}

/* The error names the rule. */
static void
test_tables_under_which_state_0_changes_are_refused (void)
{
  const LifeRule rule = rule_of_table (table_of (table_texts[0]));
  const LifeEngineOptions options = default_options ();
  g_autoptr (LifeWorld) world = new_unbounded ("WireWorld", 1);
  GError *error = NULL;

  g_assert_null (life_world_new (&no_edges, &rule, &options, &error));
  assert_message (g_steal_pointer (&error), LIFE_ERROR_UNSUPPORTED, "Test|B0");
  g_assert_false (life_world_set_rule (world, &rule, &error));
  assert_message (error, LIFE_ERROR_UNSUPPORTED, "Test|B0|topology=torus");
  paste_text (world, "x = 2, y = 1, rule = WireWorld\nAB!", 0, 0);
  step (world, 1);
  g_assert_cmpuint (statistics_of (world).population, ==, 2);
}

static void
test_positions_too_far_out_are_refused (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  static const LifeBox boxes[] = { { LIFE_MAX_COORDINATE, 0, 0, 1, 1, 1 },
    { -LIFE_MAX_COORDINATE - 1, 0, 0, 2, 1, 1 }, { 0, 0, 1, 1, 1, 1 },
    { 0, LIFE_MAX_COORDINATE - 1, 0, 1, 2, 1 } };
  guint8 cells[4] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++) {
    GError *error = NULL;

    g_assert_false (life_world_write (world, &boxes[i], cells, &error));
    assert_message (g_steal_pointer (&error), LIFE_ERROR_SIZE, "");
    g_assert_false (life_world_read (world, &boxes[i], cells, &error));
    assert_message (error, LIFE_ERROR_SIZE, "");
  }
  g_assert_false (life_world_soup (world, 1, 0.5, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST_UNBOUNDED(name) g_test_add_func ("/unbounded/" #name, test_##name)
  TEST_UNBOUNDED (soups_are_as_on_a_plane);
  TEST_UNBOUNDED (looked_up_cells_are_as_on_a_plane);
  TEST_UNBOUNDED (cells_by_gates_are_as_on_a_plane);
  TEST_UNBOUNDED (skipped_cells_are_as_on_a_plane);
  TEST_UNBOUNDED (settled_soups_are_as_on_a_plane);
  TEST_UNBOUNDED (a_glider_goes_as_far_as_it_is_let);
  TEST_UNBOUNDED (what_a_glider_leaves_is_freed);
  TEST_UNBOUNDED (gliders_meet_a_block_far_away);
  TEST_UNBOUNDED (edits_between_steps_are_as_on_a_plane);
  TEST_UNBOUNDED (checksums_follow_from_cells_and_positions);
  TEST_UNBOUNDED (patterns_are_written_with_their_position);
  TEST_UNBOUNDED (patterns_without_a_position_begin_at_0);
  TEST_UNBOUNDED (the_center_is_that_of_the_first_generation);
  TEST_UNBOUNDED (still_cells_are_stepped_at_once);
  TEST_UNBOUNDED (patterns_have_states);
  TEST_UNBOUNDED (macrocell_files_have_states);
  TEST_UNBOUNDED (what_worlds_without_edges_lack_is_refused);
  TEST_UNBOUNDED (tables_under_which_state_0_changes_are_refused);
  TEST_UNBOUNDED (positions_too_far_out_are_refused);
  return g_test_run ();
}
