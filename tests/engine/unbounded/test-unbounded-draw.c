/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of worlds without edges: the same as those of a plane with the same cells, and
 * at zooms at which no plane can be drawn as counting cell by cell says. */
#include "tests/support/worlds/unbounded-pictures.h"

#include <math.h>

static Worlds *
new_worlds (gint64 x, gint64 y)
{
  const LifeGeometry shape = { 1200, 900, 1, LIFE_TOPOLOGY_PLANE };
  Worlds *worlds =
      worlds_on_plane ("B3/S23", LIFE_KERNEL_AUTO, 2, &shape, x, y);

  worlds_fill_box (worlds, (LifeBox){ 430, 333, 0, 300, 200, 1 }, 8, 0.2);
  worlds_step (worlds, 3);
  return worlds;
}

static void
test_pictures_are_those_of_a_plane (void)
{
  static const gdouble zooms[] = { 1, 2, 3, 8, 1.5, 2.75, 0.75, 0.5, 1 / 3.0,
    0.3, 0.25, 0.125, 1 / 16.0, 1 / 32.0, 1 / 64.0 };
  static const gdouble positions[][2] = { { 580, 430 }, { 580.5, 430.25 },
    { 433.75, 333.125 }, { 731, 540 } };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_DENSITY, LIFE_COLOR_MODE_AUTO };
  static const gint64 corners[][2] = { { 0, 0 }, { -1000 * STEP, 7 * STEP },
    { -STEP, -STEP }, { G_GINT64_CONSTANT (1000000000) * STEP, STEP } };

  for (guint corner = 0; corner < G_N_ELEMENTS (corners); corner++) {
    g_autoptr (Worlds) worlds =
        new_worlds (corners[corner][0], corners[corner][1]);
    LifeView view = default_view ();

    for (guint zoom = 0; zoom < G_N_ELEMENTS (zooms); zoom++)
      for (guint position = 0; position < G_N_ELEMENTS (positions); position++)
        for (guint mode = 0; mode < G_N_ELEMENTS (modes); mode++) {
          view.zoom = zooms[zoom];
          view.x = positions[position][0];
          view.y = positions[position][1];
          view.color_mode = modes[mode];
          compare_drawn (worlds, &view, "as on a plane");
        }
  }
}

/* Views that differ in more than zoom and place. */
static void
test_other_views_are_those_of_a_plane (void)
{
  static const struct {
    gdouble zoom, rotation;
    LifeColorMode mode;
    guint grid;
    gboolean overlay;
    LifeCellShape shape;
  } views[] = {
    { 4, 0, LIFE_COLOR_MODE_AUTO, 2 },
    { 4, 0, LIFE_COLOR_MODE_NEIGHBORS, 2 },
    { 4, 0, LIFE_COLOR_MODE_NEIGHBORS, 0, TRUE },
    { 1 / 8.0, 0, LIFE_COLOR_MODE_SOLID, 0, TRUE },
    { 1, 30 },
    { 3, 30 },
    { 1.5, 30 },
    { 0.5, 30 },
    { 0.25, 30 },
    { 1, 90 },
    { 3, 180 },
    { 1.5, -90 },
    { 0.5, 271 },
    { 0.25, 90 },
    { 0.25, 271 },
    { 3, -90 },
    { 3, 0, LIFE_COLOR_MODE_NEIGHBORS, 3, FALSE, LIFE_CELL_SHAPE_HEXAGON },
    { 4.5, 30, LIFE_COLOR_MODE_SOLID, 0, TRUE, LIFE_CELL_SHAPE_HEXAGON },
  };
  g_autoptr (Worlds) worlds = new_worlds (-3 * STEP, 5 * STEP);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    LifeView view = default_view ();

    view.x = 600.25;
    view.y = 440;
    view.zoom = views[i].zoom;
    view.rotation = views[i].rotation;
    view.color_mode = views[i].mode;
    view.grid = views[i].grid;
    view.overlay = views[i].overlay;
    view.cell_shape = views[i].shape;
    view.alive_color = view.overlay ? 0x80ff2010 : view.alive_color;
    compare_drawn (worlds, &view, "as on a plane");
  }
}

/* States have colors, and count as alive. */
static void
test_states_are_drawn_as_on_a_plane (void)
{
  static const gdouble zooms[] = { 3, 1, 0.5, 0.125, 1 / 64.0 };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_DENSITY, LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_AUTO };
  static const gchar *const rules[] = { "B2/S345/6", "JvN29", "WireWorld" };
  g_autoptr (GRand) dice = g_rand_new_with_seed (3);
  g_autoptr (Worlds) worlds = new_worlds (-3 * STEP, 5 * STEP);
  LifeView view = default_view ();

  view.x = 600;
  view.y = 440;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    const LifeRule rule = rule_of (2, rules[i]);

    worlds_set_rule (worlds, &rule);
    worlds_scatter (worlds, dice, (LifeBox){ 500, 400, 0, 200, 90, 1 });
    worlds_step (worlds, 5);
    life_view_color_states (&view, &rule, NULL);
    for (guint zoom = 0; zoom < G_N_ELEMENTS (zooms); zoom++)
      for (guint mode = 0; mode < G_N_ELEMENTS (modes); mode++) {
        view.zoom = zooms[zoom];
        view.color_mode = modes[mode];
        view.overlay = mode == 3;
        compare_drawn (worlds, &view, rules[i]);
      }
  }
}

/* Where pixels are no squares the picture is nearly that of a plane. */
static void
test_states_at_other_zooms_are_nearly_those_of_a_plane (void)
{
  static const gdouble zooms[] = { 0.2, 0.0717, 1 / 48.0, 0.0101, 0.1 };
  static const gdouble degrees[] = { 0, 0, 0, 90, 30 };
  const LifeRule rule = rule_of (2, "JvN29");
  g_autoptr (GRand) dice = g_rand_new_with_seed (4);
  g_autoptr (Worlds) worlds = new_worlds (2 * STEP, -5 * STEP);
  LifeView view = default_view ();

  worlds_set_rule (worlds, &rule);
  worlds_scatter (worlds, dice, (LifeBox){ 430, 333, 0, 300, 200, 1 });
  life_view_color_states (&view, &rule, NULL);
  view.color_mode = LIFE_COLOR_MODE_STATE;
  view.x = 600.25;
  view.y = 440;
  for (guint zoom = 0; zoom < G_N_ELEMENTS (zooms); zoom++) {
    view.zoom = zooms[zoom];
    view.rotation = degrees[zoom];
    assert_nearly_as_on_a_plane (worlds, &view, 0.15, 0.6);
  }
}

/* Where pixels are no squares the picture is nearly that of a plane. */
static void
test_other_zooms_are_nearly_those_of_a_plane (void)
{
  static const gdouble zooms[] = { 0.2, 0.1, 0.0717, 1 / 48.0, 0.0101 };
  static const gdouble degrees[] = { 0, 0, 0, 90, 30 };
  g_autoptr (Worlds) worlds = new_worlds (2 * STEP, -5 * STEP);
  LifeView view = default_view ();

  view.x = 600.25;
  view.y = 440;
  for (guint zoom = 0; zoom < G_N_ELEMENTS (zooms); zoom++) {
    view.zoom = zooms[zoom];
    view.rotation = degrees[zoom];
    assert_nearly_as_on_a_plane (worlds, &view, 0.15, 0.6);
  }
}

/* The first of so many colors, from the dead one on. */
static guint
brightness_at (const Picture *picture, guint x, guint y)
{
  return picture->pixels[(y * WIDTH + x) * 4];
}

/* A pixel of any size shows what lives in it. */
static void
test_any_zoom_shows_what_lives_where (void)
{
  for (gint level = 3; level <= 60; level++) {
    g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
    const gdouble side = ldexp (1, level);
    const gint64 pixel = G_GINT64_CONSTANT (1) << level;
    const gint64 x = level < 57 ? 20 : 1, y = level < 57 ? -13 : -2;
    LifeView view = default_view ();
    guint n_lit = 0;
    Picture picture;

    paste_text (world, "2o$2o!", x * pixel + pixel / 2, y * pixel);
    view.zoom = 1 / side;
    view.x = 0;
    view.y = 0;
    view.color_mode = LIFE_COLOR_MODE_DENSITY;
    draw_picture (world, &view, &picture);
    for (guint i = 0; i < WIDTH * HEIGHT; i++)
      n_lit += brightness_at (&picture, i % WIDTH, i / WIDTH) != 0;
    g_assert_cmpuint (n_lit, ==, 1);
    g_assert_cmpuint (brightness_at (&picture, (guint) (WIDTH / 2 + x),
                          (guint) (HEIGHT / 2 + y)),
        !=, 0);
  }
}

/* Smaller zooms, and places beyond all, are drawn like the last ones. */
static void
test_extreme_views_are_drawn (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);

  paste_text (world, "bo$2bo$3o!", 10, 10);
  draw_extreme_views (world, default_view ());
}

static void
test_the_center_is_shown (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  LifeView view = default_view ();
  Picture picture;

  paste_text (world, "2o$2o!", 1000, -3000);
  draw_picture (world, &view, &picture);
  g_assert_cmpuint (brightness_at (&picture, WIDTH / 2, HEIGHT / 2), ==, 255);
  g_assert_cmpuint (
      brightness_at (&picture, WIDTH / 2 - 1, HEIGHT / 2 - 1), ==, 255);
  g_assert_cmpuint (brightness_at (&picture, WIDTH / 2 + 1, HEIGHT / 2), ==, 0);
}

/* A place of a frame is the cell that is drawn there. */
static void
test_positions_are_found_in_the_frame (void)
{
  static const gdouble zooms[] = { 8, 2.5, 1, 0.5, 0.3, 0.125, 1e-3, 0x1p-30,
    0x1p-40 };
  static const gdouble centers[] = { 0, 1000.5, -0x1p40 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint j = 0; j < G_N_ELEMENTS (centers); j++)
      for (guint turned = 0; turned < 2; turned++) {
        LifeView view = default_view ();
        LifeLocation location;

        view.zoom = zooms[i];
        view.x = centers[j];
        view.y = -centers[j];
        view.rotation = turned * 90;
        g_assert_true (life_view_locate (&view, &no_edges, WIDTH, HEIGHT,
            WIDTH / 2 + 10, HEIGHT / 2 - 20, &location));
        g_assert_cmpfloat_with_epsilon (location.column,
            centers[j] + (turned ? -20 : 10) / view.zoom,
            1.01 + 1.01 / view.zoom);
        g_assert_cmpfloat_with_epsilon (location.row,
            -centers[j] - (turned ? 10 : 20) / view.zoom,
            1.01 + 1.01 / view.zoom);
      }
}

static void
test_frames_fade_and_are_counted (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  LifeView view = default_view ();
  LifeStatistics statistics;
  Picture picture;
  const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_BGRA,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { picture.pixels },
    .stride = { WIDTH * 4 } };

  paste_text (world, "bo$2bo$3o!", 0, 0);
  g_assert_true (life_world_capture_previous (world, &view, &frame, NULL));
  step (world, 1);
  view.fade = 1 << 23;
  g_assert_true (life_world_begin_frame (
      world, &view, &frame, LIFE_COUNT_CHANGES | LIFE_COUNT_BOX, NULL));
  g_assert_true (life_world_finish_frame (world, &statistics, NULL));
  g_assert_cmpuint (statistics.population, ==, 5);
  g_assert_cmpuint (statistics.births, ==, statistics.deaths);
  g_assert_cmpint (statistics.box.width, ==, 3);
  life_world_drop_previous (world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST_DRAW(name) g_test_add_func ("/unbounded-draw/" #name, test_##name)
  TEST_DRAW (pictures_are_those_of_a_plane);
  TEST_DRAW (other_views_are_those_of_a_plane);
  TEST_DRAW (states_are_drawn_as_on_a_plane);
  TEST_DRAW (states_at_other_zooms_are_nearly_those_of_a_plane);
  TEST_DRAW (other_zooms_are_nearly_those_of_a_plane);
  TEST_DRAW (any_zoom_shows_what_lives_where);
  TEST_DRAW (extreme_views_are_drawn);
  TEST_DRAW (the_center_is_shown);
  TEST_DRAW (positions_are_found_in_the_frame);
  TEST_DRAW (frames_fade_and_are_counted);
  return g_test_run ();
}
