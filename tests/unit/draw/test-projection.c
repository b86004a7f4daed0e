/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections: the first live cell along an axis, from either end of it, and the color it
 * has. */
#include "life/draw/color/coloring.h"
#include "tests/support/draw/model.h"
#include "tests/support/worlds/world.h"

static LifeView
projection (LifeAxis axis, gboolean far_side)
{
  LifeView view = default_view ();

  view.kind = LIFE_VIEW_PROJECTION;
  view.axis = axis;
  view.far_side = far_side;
  return view;
}

/* --- Soups --- */

/* How many planes lie before the first live cell, or -1. */
static gint
find_depth (ByteWorld *world, const LifeView *view, guint32 column, guint32 row)
{
  guint32 columns, rows, planes;

  life_geometry_plane (&world->geometry, view->axis, &columns, &rows, &planes);
  for (guint32 i = 0; i < planes; i++)
    if (*plane_cell (world, view->axis, view->far_side ? planes - 1 - i : i,
            column, row))
      return (gint) i;
  return -1;
}

static void
draw_soup (ByteWorld *world, const LifeView *view)
{
  guint32 columns, rows, planes;
  g_autoptr (Canvas) canvas = NULL;

  life_geometry_plane (&world->geometry, view->axis, &columns, &rows, &planes);
  canvas = drawing_of (world, view, LIFE_PIXEL_FORMAT_GRAY8, columns, rows);
  for (guint y = 0; y < rows; y++)
    for (guint x = 0; x < columns; x++) {
      gint depth = find_depth (world, view, x, y);
      gdouble part = planes > 1 ? (gdouble) depth / (planes - 1) : 0;
      guint value = canvas_get (canvas, 0, x, y);

      if (depth < 0)
        g_assert_cmpuint (value, ==, 0);
      else
        g_assert_cmpfloat_with_epsilon (value, 255 - 170 * part, 1.5);
      if (depth == 0)
        g_assert_cmpuint (value, ==, 255);
    }
}

static void
test_columns_of_soups_are_bright_where_a_cell_lives (void)
{
  static const guint32 worlds[][3] = { { 64, 64, 64 }, { 1, 1, 1 },
    { 65, 17, 300 }, { 300, 5, 9 }, { 63, 129, 2 }, { 2, 3, 600 },
    { 700, 3, 2 } };
  static const guint percents[] = { 0, 1, 20, 100 };

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    for (guint j = 0; j < G_N_ELEMENTS (percents); j++) {
      g_autoptr (ByteWorld) world = byte_world_new (
          worlds[i][0], worlds[i][1], worlds[i][2], percents[j], i + j);

      for (guint axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++)
        for (guint far_side = 0; far_side < 2; far_side++) {
          LifeView view = projection (axis, far_side);

          draw_soup (world, &view);
        }
    }
}

/* A picture of a projection at any zoom, turned and with a grid, is that of a plane with
 * the same cells, where all of them lie in front. */
static void
test_views_of_a_front_are_those_of_its_plane (gconstpointer data)
{
  static const gdouble zooms[] = { 1, 2, 3.3, 0.5, 0.3, 0.125 };
  static const gdouble angles[] = { 0, 0, 90, 31 };
  g_autoptr (ByteWorld) world = byte_world_new (70, 40, 3, 0, 0);

  for (guint i = 0; i < 70 * 40; i++)
    world->cells[i] = i * 2654435761u >> 30 == 0;
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint j = 0; j < G_N_ELEMENTS (angles); j++) {
      g_autoptr (Canvas) drawn = NULL, plane = NULL;
      LifeView view = projection (LIFE_AXIS_Z, FALSE);

      view.zoom = zooms[i];
      view.rotation = angles[j];
      view.x = j == 1 ? 11.3 : -1;
      view.y = j == 1 ? 30 : -1;
      view.grid = j == 1 ? 2 : 0;
      /* Means of indices are not rounded as those of two colors are; of states they
       * are. */
      view.color_mode = LIFE_COLOR_MODE_STATE;
      world->states = 3;
      view.state_colors[1] = view.state_colors[2] = 0xfff0c010;
      view.dead_color = 0xff102040;
      drawn = drawing_of (world, &view, GPOINTER_TO_UINT (data), 51, 37);
      view.kind = LIFE_VIEW_PLANE;
      plane = drawing_of (world, &view, GPOINTER_TO_UINT (data), 51, 37);
      assert_same_canvas (drawn, plane, "a front");
    }
}

/* --- Colors --- */

/* Cells in the nearest plane have the colors that a picture of it has. */
static void
test_the_nearest_plane_has_the_colors_of_a_slice (void)
{
  static const LifeGeometry geometry = { 70, 33, 20, LIFE_TOPOLOGY_TORUS };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_NEIGHBORS };
  static const gchar *const rules[] = { "B6/S567", "B4/S4,5/C5" };
  static const guint planes[] = { 20, 33, 70 };

  for (guint i = 0; i < 36; i++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, rules[i / 18], LIFE_KERNEL_AUTO, i % 2 ? 2 : 1);
    g_autoptr (Canvas) drawn = NULL, slice = NULL;
    LifeView view = projection (i / 2 % 3, i % 2);

    fill_soup (world, i, 0.3);
    step (world, 2);
    view.color_mode = modes[i / 6 % 3];
    view.slice = view.far_side ? planes[view.axis] - 1 : 0;
    for (guint state = 0; state < LIFE_MAX_STATES; state++)
      view.state_colors[state] = 0xff000000 | state * 2654435u;
    drawn = frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 70, 33);
    view.kind = LIFE_VIEW_PLANE;
    slice = frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 70, 33);
    for (guint y = 0; y < 33; y++)
      for (guint x = 0; x < 70; x++)
        if (rgb_at (slice, x, y) != 0xff000000)
          g_assert_cmphex (rgb_at (drawn, x, y), ==, rgb_at (slice, x, y));
  }
}

/* Cells that never die are as old as the frames. */
static void
test_ages_color_the_cells_of_all_planes (void)
{
  static const LifeGeometry geometry = { 30, 20, 10, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B26/S0..26", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GError) error = NULL;

  fill_soup (world, 5, 0.02);
  for (guint age = 1; age <= 20; age++) {
    guint class_of_age = (guint) floor (log2 (age) / 8 * 14 + 0.5);

    for (guint axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
      g_autoptr (Canvas) drawn = NULL, alive = NULL;
      LifeView view = projection (axis, age % 2);
      guint n = 0;

      alive = frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 30, 20);
      view.color_mode =
          age % 3 ? LIFE_COLOR_MODE_AGE : LIFE_COLOR_MODE_AGE_TRAIL;
      drawn = frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 30, 20);
      for (guint y = 0; y < 20; y++)
        for (guint x = 0; x < 30; x++)
          if (rgb_at (alive, x, y) == 0xffffffff) {
            n++;
            g_assert_cmphex (rgb_at (drawn, x, y), ==,
                0xff000000
                    | view.palette_colors[(
                        guint) (class_of_age / 14.0 * 255 + 0.5)]);
          }
      g_assert_cmpuint (n, >, 0);
    }
    life_world_record_history (world, &error);
    g_assert_no_error (error);
    step (world, 1);
  }
}

/* Cells of the nearest plane are in full light. */
static void
assert_front_has (LifeWorld *world, LifeView view, guint32 argb)
{
  g_autoptr (Canvas) alive =
      frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 30, 20);
  g_autoptr (Canvas) drawn = NULL;
  guint n = 0;

  view.color_mode = LIFE_COLOR_MODE_CHANGE;
  drawn = frame_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 30, 20);
  for (guint i = 0; i < 30 * 20; i++)
    if (rgb_at (alive, i % 30, i / 30) == 0xffffffff) {
      n++;
      g_assert_cmphex (rgb_at (drawn, i % 30, i / 30), ==, argb);
    } else if (rgb_at (alive, i % 30, i / 30) == 0xff000000) {
      g_assert_cmphex (rgb_at (drawn, i % 30, i / 30), ==, 0xff000000);
    }
  g_assert_cmpuint (n, >, 0);
}

/* Of a change, too, live cells alone are seen: here they are born, live on, and die. */
static void
test_changes_color_what_is_born_and_survives (void)
{
  static const LifeGeometry geometry = { 30, 20, 10, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B26/S0..26", LIFE_KERNEL_AUTO, 1);
  g_autoptr (Canvas) empty = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 30, 20);
  LifeView view = projection (LIFE_AXIS_Z, FALSE);
  g_autoptr (GError) error = NULL;

  fill_soup (world, 5, 0.02);
  for (guint age = 1; age <= 3; age++) {
    for (guint axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++)
      assert_front_has (world, projection (axis, age % 2),
          0xff000000 | view.palette_colors[age == 1 ? 0 : 128]);
    life_world_record_history (world, &error);
    g_assert_no_error (error);
    step (world, 1);
  }
  fill_soup (world, 5, 0);
  view.color_mode = LIFE_COLOR_MODE_CHANGE;
  draw_world (world, &view, empty);
  for (guint i = 0; i < 30 * 20; i++)
    g_assert_cmphex (rgb_at (empty, i % 30, i / 30), ==, 0xff000000);
}

static void
test_depth_is_a_position_in_the_palette (void)
{
  static const guint entries[] = { 255, 128, 0 };
  g_autoptr (ByteWorld) world = byte_world_new (3, 3, 3, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 3, 3);
  LifeView view = projection (LIFE_AXIS_Y, TRUE);

  for (guint i = 0; i < 3; i++)
    *cell_at (world, i, i, 1) = 1;
  view.color_mode = LIFE_COLOR_MODE_DEPTH;
  draw (world, &view, canvas);
  for (guint i = 0; i < 3; i++)
    g_assert_cmphex (rgb_at (canvas, i, 1), ==,
        0xff000000 | view.palette_colors[entries[i]]);
}

/* The nearest cells of a full world: in the middle of a side the color of half of the way
 * to a corner, in corners the palette's last one. */
static void
test_distance_is_from_the_worlds_center (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (33, 33, 33, 100, 0);

  for (guint axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 33, 33);
    LifeView view = projection (axis, axis == LIFE_AXIS_Y);

    view.color_mode = LIFE_COLOR_MODE_DISTANCE;
    draw (world, &view, canvas);
    for (guint corner = 0; corner < 4; corner++)
      g_assert_cmphex (rgb_at (canvas, 32 * (corner % 2), 32 * (corner / 2)),
          ==, 0xff000000 | view.palette_colors[255]);
    /* 16 / √(3 × 16²) of 14 steps is nearest to 8 of them. */
    g_assert_cmphex (rgb_at (canvas, 16, 16), ==,
        0xff000000 | view.palette_colors[(guint) (8 / 14.0 * 255 + 0.5)]);
  }
}

/* Seen from above, hues go around, and opposite ones differ; upper cells are lighter. */
static void
test_position_is_hue_and_lightness (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (32, 32, 32, 100, 0);
  g_autoptr (Canvas) above = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 32, 32);
  g_autoptr (Canvas) front = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 32, 32);
  LifeView view = projection (LIFE_AXIS_Y, FALSE);
  GHashTable *hues = g_hash_table_new (NULL, NULL);

  view.color_mode = LIFE_COLOR_MODE_POSITION;
  draw (world, &view, above);
  for (guint i = 0; i < 32 * 32; i++)
    g_hash_table_add (hues, GUINT_TO_POINTER (rgb_at (above, i % 32, i / 32)));
  g_assert_cmpuint (g_hash_table_size (hues), ==, 16);
  g_hash_table_unref (hues);
  view.axis = LIFE_AXIS_Z;
  draw (world, &view, front);
  for (guint y = 1; y < 32; y++)
    g_assert_cmpuint (canvas_get (front, 0, 5, y) + canvas_get (front, 1, 5, y),
        <=, canvas_get (front, 0, 5, y - 1) + canvas_get (front, 1, 5, y - 1));
  g_assert_cmphex (rgb_at (front, 5, 0), !=, rgb_at (front, 5, 31));
}

static void
test_modes_without_a_color_of_a_cell_are_solid (void)
{
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AUTO,
    LIFE_COLOR_MODE_DENSITY, LIFE_COLOR_MODE_TRAIL };
  g_autoptr (ByteWorld) world = byte_world_new (40, 30, 20, 20, 3);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 20, 15);
    g_autoptr (Canvas) solid = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 20, 15);
    LifeView view = projection (LIFE_AXIS_Z, FALSE);

    view.zoom = 0.5;
    draw (world, &view, solid);
    view.color_mode = modes[i];
    draw (world, &view, drawn);
    assert_same_canvas (drawn, solid, "solid");
  }
}

/* --- With others --- */

static void
test_an_overlay_is_more_transparent_far_away (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (3, 1, 3, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 4, 1);
  LifeView view = projection (LIFE_AXIS_Z, FALSE);

  *cell_at (world, 0, 0, 0) = *cell_at (world, 1, 0, 2) = 1;
  for (guint x = 0; x < 4; x++)
    canvas_set (canvas, 0, x, 0, 100);
  view.overlay = TRUE;
  view.x = 2;
  draw (world, &view, canvas);
  g_assert_cmpuint (canvas_get (canvas, 0, 0, 0), ==, 255);
  g_assert_cmpuint (canvas_get (canvas, 0, 1, 0), ==, 152);
  g_assert_cmpuint (canvas_get (canvas, 0, 2, 0), ==, 100);
  g_assert_cmpuint (canvas_get (canvas, 0, 3, 0), ==, 100);
}

static void
test_colors_are_made_anew_for_more_states (void)
{
  LifeView view = projection (LIFE_AXIS_Z, FALSE);
  LifeRule few = rule_of (3, "B6/S567/3"), many = rule_of (3, "B6/S567/5");
  LifeColoring coloring;

  view.color_mode = LIFE_COLOR_MODE_STATE;
  life_coloring_init (&coloring, &view, &few);
  g_assert_true (life_coloring_is_same (&coloring, &view, &view, &few));
  g_assert_false (life_coloring_is_same (&coloring, &view, &view, &many));
}

/* A picture fades out of that of the same view. */
static void
test_projections_and_montages_fade (void)
{
  static const LifeGeometry geometry = { 20, 20, 20, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GError) error = NULL;

  for (guint kind = LIFE_VIEW_MONTAGE; kind <= LIFE_VIEW_PROJECTION; kind++) {
    g_autoptr (Canvas) previous = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 90, 90);
    g_autoptr (Canvas) after = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 90, 90);
    g_autoptr (Canvas) faded = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 90, 90);
    LifeView view = projection (LIFE_AXIS_Z, FALSE);

    view.kind = kind;
    view.zoom = 3;
    fill_soup (world, 8, 0.1);
    draw_world (world, &view, previous);
    life_world_capture_previous (world, &view, &faded->frame, &error);
    g_assert_no_error (error);
    step (world, 1);
    draw_world (world, &view, after);
    view.fade = 1 << 23;
    draw_world (world, &view, faded);
    for (guint y = 0; y < 90; y++)
      for (guint x = 0; x < 90; x++)
        g_assert_cmpfloat_with_epsilon (canvas_get (faded, 0, x, y),
            (canvas_get (previous, 0, x, y) + canvas_get (after, 0, x, y))
                / 2.0,
            1);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/projection/" #name, test_##name)
  ADD (columns_of_soups_are_bright_where_a_cell_lives);
  ADD (the_nearest_plane_has_the_colors_of_a_slice);
  ADD (ages_color_the_cells_of_all_planes);
  ADD (changes_color_what_is_born_and_survives);
  ADD (depth_is_a_position_in_the_palette);
  ADD (distance_is_from_the_worlds_center);
  ADD (position_is_hue_and_lightness);
  ADD (modes_without_a_color_of_a_cell_are_solid);
  ADD (an_overlay_is_more_transparent_far_away);
  ADD (colors_are_made_anew_for_more_states);
  ADD (projections_and_montages_fade);
  add_formats ("/projection/views_of_a_front_are_those_of_its_plane",
      test_views_of_a_front_are_those_of_its_plane);
  return g_test_run ();
}
