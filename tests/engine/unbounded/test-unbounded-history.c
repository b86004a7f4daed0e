/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges that look back: pictures are those of a plane whose frames were
 * counted, too; memory is that of what lives or lived, and bounded. */
#include "tests/support/draw/history.h"
#include "tests/support/worlds/unbounded-pictures.h"
#include "tests/support/worlds/unbounded-tree.h"

#include "life/render/unbounded/unbounded-renderer.h"

static const LifeGeometry shape = { 1600, 1200, 1, LIFE_TOPOLOGY_PLANE };

static Worlds *
new_worlds (const gchar *rule, LifeKernel kernel, gint64 x, gint64 y)
{
  Worlds *worlds = worlds_on_plane (rule, kernel, 2, &shape, x, y);

  worlds_fill_box (worlds, (LifeBox){ 725, 545, 0, 150, 110, 1 }, 5, 0.3);
  return worlds;
}

static void
record_both (Worlds *worlds)
{
  world_record (worlds->each[0]);
  world_record (worlds->each[1]);
}

static const struct {
  LifeColorMode mode;
  guint trail;
} modes[] = {
  { LIFE_COLOR_MODE_AGE, 16 },
  { LIFE_COLOR_MODE_TRAIL, 40 },
  { LIFE_COLOR_MODE_AGE_TRAIL, 16 },
  { LIFE_COLOR_MODE_AGE_TRAIL, 255 },
  { LIFE_COLOR_MODE_CHANGE, 16 },
};

/* Every mode, at some of the zooms and places. */
static void
compare_views (Worlds *worlds, guint salt, const gchar *what)
{
  static const gdouble zooms[] = { 1, 3, 0.125, 1.5, 0.5, 1 / 16.0, 0.25,
    1 / 3.0, 1 / 32.0, 1 / 64.0, 0.3, 1 / 128.0 };
  static const gdouble positions[][2] = { { 800, 600 }, { 744.5, 566.25 },
    { 850.75, 640.125 }, { 400, 300 }, { 1200, 700 } };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    for (guint k = 0; k < 4; k++, salt++) {
      LifeView view = history_view (modes[i].mode, modes[i].trail);

      view.zoom = zooms[salt % G_N_ELEMENTS (zooms)];
      view.x = positions[salt % G_N_ELEMENTS (positions)][0];
      view.y = positions[salt % G_N_ELEMENTS (positions)][1];
      view.overlay = salt % 7 == 0;
      if (view.zoom >= 0.25)
        view.rotation = salt % 6 == 0 ? 30 : salt % 8 == 0 ? 90 : 0;
      compare_drawn (worlds, &view, what);
    }
}

static const struct {
  const gchar *rule;
  LifeKernel kernel;
  guint generations; /* of a frame, at most */
} cases[] = {
  { "B3/S23", LIFE_KERNEL_SPARSE, 3 },
  { "B3/S23", LIFE_KERNEL_HASHLIFE, 3 },
  { "B36/S23", LIFE_KERNEL_SPARSE, 1 },
  { "B2/S345/6", LIFE_KERNEL_SPARSE, 1 },
  { "WireWorld", LIFE_KERNEL_SPARSE, 2 },
  { "B2/S34H", LIFE_KERNEL_SPARSE, 1 },
  { "B2-a/S12", LIFE_KERNEL_HASHLIFE, 1 },
};

/* What is done by hand belongs to the frame. */
static void
edit_both (Worlds *worlds, guint frame)
{
  if (frame == 170)
    worlds_clear (worlds);
  if (frame % 50 == 20)
    worlds_fill_box (worlds,
        (LifeBox){ 600 + (gint64) frame, 640 - (gint64) frame, 0, 150, 110, 1 },
        frame, 0.3);
}

static void
test_pictures_are_those_of_a_plane (gconstpointer data)
{
  static const gint64 corners[][2] = { { -STEP, -STEP }, { -1000 * STEP, STEP },
    { 0, 0 }, { G_GINT64_CONSTANT (1000000000) * STEP, -STEP } };
  const guint number = GPOINTER_TO_UINT (data);
  const guint corner = number % G_N_ELEMENTS (corners);
  g_autoptr (Worlds) worlds = new_worlds (cases[number].rule,
      cases[number].kernel, corners[corner][0], corners[corner][1]);

  for (guint frame = 0; frame < 300; frame++) {
    if (frame % 23 == 0 || frame > 297) {
      g_autofree gchar *what =
          g_strdup_printf ("%s frame %u", cases[number].rule, frame);

      compare_views (worlds, frame / 2, what);
    }
    record_both (worlds);
    worlds_step (worlds, 1 + frame % cases[number].generations);
    edit_both (worlds, frame);
  }
}

/* Where pixels are no squares the picture is nearly that of a plane. */
static void
test_other_zooms_are_nearly_those_of_a_plane (void)
{
  static const gdouble zooms[] = { 0.2, 0.1, 0.0717, 1 / 48.0, 0.0101, 0.1 };
  static const gdouble degrees[] = { 0, 0, 0, 0, 0, 30 };
  g_autoptr (Worlds) worlds =
      new_worlds ("B3/S23", LIFE_KERNEL_SPARSE, 2 * STEP, -5 * STEP);

  for (guint frame = 0; frame < 60; frame++) {
    record_both (worlds);
    worlds_step (worlds, 1);
  }
  for (guint zoom = 0; zoom < G_N_ELEMENTS (zooms); zoom++) {
    LifeView view = history_view (LIFE_COLOR_MODE_AGE_TRAIL, 100);

    view.zoom = zooms[zoom];
    view.rotation = degrees[zoom];
    view.x = 800.25;
    view.y = 600;
    assert_nearly_as_on_a_plane (worlds, &view, 0.1, 0.5);
  }
}

/* Places as far out as there are, and zooms at which all of them are one pixel. */
static void
test_extreme_views_are_drawn (void)
{
  static const gint64 corners[] = { 0, -(G_GINT64_CONSTANT (1) << 61),
    (G_GINT64_CONSTANT (1) << 62) - 100 };
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 2);

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    paste_text (world, "bo$2bo$3o!", corners[i], -corners[i]);
  for (guint frame = 0; frame < 20; frame++) {
    world_record (world);
    step (world, 1);
  }
  draw_extreme_views (world, history_view (LIFE_COLOR_MODE_AGE_TRAIL, 16));
}

/* A pixel of any size shows the mean of its cells: here they are all alike. */
static void
test_any_zoom_shows_means (void)
{
  for (gint level = 3; level <= 9; level++) {
    g_autoptr (LifeWorld) world = new_unbounded ("B3/S012345678", 2);
    const gint64 side = G_GINT64_CONSTANT (1) << level;
    const LifeBox box = { -3 * side, 5 * side, 0, side, side, 1 };
    LifeView view = history_view (LIFE_COLOR_MODE_TRAIL, 16);
    Picture picture;

    life_world_soup_box (world, &box, 1, 1.0, NULL);
    view.zoom = 1.0 / (gdouble) side;
    view.x = view.y = 0;
    draw_picture (world, &view, &picture);
    for (guint i = 0; i < WIDTH * HEIGHT; i++) {
      const guint32 expected = i == (HEIGHT / 2 + 5) * WIDTH + WIDTH / 2 - 3
                                   ? 0xfffffe10
                                   : 0xff102030;
      guint32 pixel;

      memcpy (&pixel, picture.pixels + 4 * (gsize) i, 4);
      g_assert_cmphex (pixel | 0xff000000, ==, expected);
    }
  }
}

/* A frame that was counted in looking ahead is taken back with the step. */
static void
test_reading_ahead_leaves_history (void)
{
  g_autoptr (Worlds) worlds =
      new_worlds ("B3/S23", LIFE_KERNEL_SPARSE, -STEP, -STEP);

  for (guint frame = 0; frame < 60; frame++) {
    g_assert_true (life_world_mark (worlds->each[1], 1));
    world_record (worlds->each[1]);
    step (worlds->each[1], 1);
    if (frame % 3 == 1) {
      world_revert (worlds->each[1]);
      compare_views (worlds, frame, "taken back");
      world_record (worlds->each[1]);
      step (worlds->each[1], 1);
    }
    world_record (worlds->each[0]);
    step (worlds->each[0], 1);
    if (frame % 7 == 0)
      compare_views (worlds, frame, "after looking ahead");
  }
}

static const LifeTileHistory *
history_of (LifeWorld *world)
{
  return &((LifeUnboundedRenderer *) life_world_get_renderer (world))->history;
}

/* A glider leaves no tile behind for longer than 255 frames. */
static void
test_tiles_are_freed_when_all_is_dropped (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  const LifeTileHistory *history = history_of (world);

  paste_text (world, "bo$2bo$3o!", -1000, -700);
  for (guint frame = 0; frame < 4000; frame++) {
    world_record (world);
    step (world, 1);
    g_assert_cmpuint (history->n, <, 8);
  }
  g_assert_cmpuint (history->free_tiles->len, >=, 56);
  life_world_clear (world, NULL);
  for (guint frame = 0; frame < 257; frame++)
    world_record (world);
  g_assert_cmpuint (history->n, ==, 0);
}

static void
test_dropped_frames_use_no_memory (void)
{
  g_autoptr (Worlds) worlds = new_worlds ("B3/S23", LIFE_KERNEL_SPARSE, 0, 0);
  LifeView view = history_view (LIFE_COLOR_MODE_AGE_TRAIL, 16);
  const LifeTileHistory *history = history_of (worlds->each[1]);
  Picture fresh, again;

  view.x = 800;
  view.y = 600;
  draw_picture (worlds->each[1], &view, &fresh);
  record_both (worlds);
  g_assert_cmpuint (history->n, >, 0);
  g_assert_true (life_world_reset_history (worlds->each[1], NULL));
  g_assert_true (history->n == 0 && history->slabs == NULL);
  draw_picture (worlds->each[1], &view, &again);
  assert_same_pictures (&again, &fresh, &view, "forgotten");
}

static LifeWorld *
new_limited (LifeKernel kernel, guint64 memory_limit)
{
  LifeEngineOptions options = default_options ();
  LifeRule rule = rule_of (2, "B3/S23");
  LifeWorld *world;

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = kernel;
  options.memory_limit = memory_limit;
  world = life_world_new (&no_edges, &rule, &options, NULL);
  g_assert_nonnull (world);
  return world;
}

static void
assert_too_much (LifeWorld *world, const gchar *needed)
{
  LifeView view = history_view (LIFE_COLOR_MODE_AGE, 16);
  Picture picture;
  const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_BGRA,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { picture.pixels },
    .stride = { WIDTH * 4 } };
  GError *error = NULL;

  g_assert_false (life_world_record_history (world, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  if (strstr (error->message, needed) == NULL)
    g_error ("\"%s\" is not in \"%s\"", needed, error->message);
  g_clear_error (&error);
  view.zoom = 0x1p-30;
  g_assert_false (life_world_draw (world, &view, &frame, &error));
  assert_message (g_steal_pointer (&error), LIFE_ERROR_MEMORY, "");
  /* What needs no more than a window is drawn. */
  view.zoom = 1;
  g_assert_true (life_world_draw (world, &view, &frame, NULL));
}

static void
test_a_history_that_does_not_fit_reports_the_memory_needed (void)
{
  g_autoptr (LifeWorld) sparse = new_limited (LIFE_KERNEL_SPARSE, 3 << 20);
  g_autoptr (LifeWorld) hashlife = new_limited (LIFE_KERNEL_HASHLIFE, 64 << 20);
  g_autoptr (LifePattern) pattern = NULL;
  g_autofree gchar *text = full_tree (50);
  const LifeBox box = { 0, 0, 0, 2000, 2000, 1 };

  world_soup_box (sparse, &box, 1, 0.3);
  assert_too_much (sparse, "memory-limit");

  pattern = load_tree (text);
  paste_there (hashlife, pattern);
  assert_too_much (hashlife, "needs");
}

/* LifeVisitPatch. */
static gboolean
add_population (gpointer data, gint64 x, gint64 y, const guint64 *rows,
    guint n_rows, GError **error)
{
  guint64 *found = data;

  found[0]++;
  for (guint i = 0; i < n_rows; i++)
    found[1] += (guint64) __builtin_popcountll (rows[i]);
  return TRUE;
}

static void
test_patches_have_all_that_lives (void)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_SPARSE,
    LIFE_KERNEL_HASHLIFE };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++) {
    g_autoptr (LifeWorld) world = new_limited (kernels[i], 64 << 20);
    LifeEngine *engine = life_world_get_engine (world);
    const LifeUnboundedClass *klass = engine->klass->unbounded;
    const LifeBox box = { -777, -333, 0, 900, 500, 1 };

    life_world_soup_box (world, &box, 1, 0.01, NULL);
    for (guint k = 0; k < 5; k++) {
      guint64 found[2] = { 0, 0 }, patches;

      g_assert_true (klass->visit (engine, add_population, found, NULL));
      g_assert_cmpuint (found[1], ==, statistics_of (world).population);
      if (klass->count_patches != NULL) {
        g_assert_true (klass->count_patches (engine, &patches, NULL));
        g_assert_cmpuint (found[0], ==, patches);
      }
      step (world, 13);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *rule = g_strdelimit (g_strdup (cases[i].rule), "/", '-');
    g_autofree gchar *path =
        g_strdup_printf ("/unbounded-history/pictures/%s/%s", rule,
            life_engine_kernel_name (cases[i].kernel));

    g_test_add_data_func (
        path, GUINT_TO_POINTER (i), test_pictures_are_those_of_a_plane);
  }
#define TEST_HISTORY(name) \
  g_test_add_func ("/unbounded-history/" #name, test_##name)
  TEST_HISTORY (other_zooms_are_nearly_those_of_a_plane);
  TEST_HISTORY (extreme_views_are_drawn);
  TEST_HISTORY (any_zoom_shows_means);
  TEST_HISTORY (reading_ahead_leaves_history);
  TEST_HISTORY (tiles_are_freed_when_all_is_dropped);
  TEST_HISTORY (dropped_frames_use_no_memory);
  TEST_HISTORY (a_history_that_does_not_fit_reports_the_memory_needed);
  TEST_HISTORY (patches_have_all_that_lives);
  return g_test_run ();
}
