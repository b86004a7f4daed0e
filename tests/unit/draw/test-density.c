/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pixels colored by how many of their cells are alive, on a world of bytes. */
#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"

static const Zoom zooms[] = { { 1, 2 }, { 1, 4 }, { 1, 8 }, { 1, 3 }, { 3, 10 },
  { 9, 10 }, { 1, 49 }, { 1, 70 }, { 2, 131 }, { 1, 1 }, { 3, 2 }, { 4, 1 } };

static LifeView
density_view (Zoom zoom)
{
  LifeView view = default_view ();

  view.zoom = (gdouble) zoom.top / zoom.bottom;
  view.scaling = LIFE_SCALING_NEAREST;
  view.color_mode = LIFE_COLOR_MODE_DENSITY;
  view.dead_color = 0x40102030;
  return view;
}

/* Where in the palette @cells of the pixel's are; none: nowhere. 255 steps are what the
 * library rounds to. */
static gdouble
slow_position (const LifeView *view, Zoom zoom, gdouble cells)
{
  gdouble side = (gdouble) zoom.bottom / zoom.top;
  gdouble most = log2 (1 + view->density_gain * side * side);
  gdouble part = log2 (1 + view->density_gain * cells) / most;

  return 0.85 * (1 - floor (part * 254 + 0.5) / 254);
}

static guint32
slow_color (
    ByteWorld *world, const LifeView *view, Zoom zoom, gint64 x, gint64 y)
{
  gdouble cells, position;

  if (zoom.top >= zoom.bottom)
    cells = slow_index (world, view, zoom, x, y) > 0 ? 1 : 0;
  else
    cells = slow_sum (world, view, zoom, x, y) / 65536.0;
  if (cells == 0)
    return view->dead_color;
  position =
      zoom.top >= zoom.bottom ? 0 : MAX (0, slow_position (view, zoom, cells));
  position += view->palette_phase;
  if (position > 1)
    position -= 1;
  return view->palette_colors[(guint) floor (position * 255 + 0.5)];
}

static guint32
color_at (const Canvas *canvas, guint x, guint y)
{
  const guint8 *rgba = canvas_byte (canvas, 0, 4 * x, y);

  return (guint32) rgba[3] << 24 | rgba[0] << 16 | rgba[1] << 8 | rgba[2];
}

static void
compare_with_slow_colors (ByteWorld *world, const LifeView *view, Zoom zoom)
{
  const guint width = 41, height = 23;
  g_autoptr (Canvas) canvas =
      canvas_new (LIFE_PIXEL_FORMAT_RGBA, width, height);
  guint32 columns, rows, planes;

  life_geometry_plane (
      &world->engine.geometry, view->axis, &columns, &rows, &planes);
  draw (world, view, canvas);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      guint32 expected = slow_color (world, view, zoom,
          place_of (zoom, x, width, columns, view->x),
          place_of (zoom, y, height, rows, view->y));

      if (color_at (canvas, x, y) != expected)
        g_error ("zoom %g, gain %g: pixel %u, %u is %08x, not %08x", view->zoom,
            view->density_gain, x, y, color_at (canvas, x, y), expected);
    }
}

static void
test_frames_equal_a_slow_drawing (void)
{
  static const guint worlds[][3] = { { 1, 1, 100 }, { 130, 90, 1 },
    { 700, 500, 40 }, { 4000, 150, 1 }, { 300, 300, 100 } };
  static const gdouble gains[] = { 1, 0.01, 1e-6, 40, 1e6 };

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    g_autoptr (ByteWorld) world =
        byte_world_new (worlds[i][0], worlds[i][1], 1, worlds[i][2], i);

    for (guint k = 0; k < G_N_ELEMENTS (zooms); k++)
      for (guint m = 0; m < G_N_ELEMENTS (gains); m++) {
        LifeView view = density_view (zooms[k]);

        view.density_gain = gains[m];
        if (m % 2 == 1) {
          view.x = 5;
          view.y = 3.5;
        }
        compare_with_slow_colors (world, &view, zooms[k]);
      }
  }
}

/* Whatever their state. */
static void
test_cells_of_all_states_count (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (200, 150, 1, 30, 1);
  g_autoptr (ByteWorld) states = byte_world_new (200, 150, 1, 30, 1);

  states->states = 7;
  for (guint i = 0; i < 200 * 150; i++)
    states->cells[i] *= 1 + i % 6;
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_BGRA, 41, 23);
    g_autoptr (Canvas) expected = canvas_new (LIFE_PIXEL_FORMAT_BGRA, 41, 23);
    LifeView view = density_view (zooms[i]);

    draw (world, &view, expected);
    draw (states, &view, drawn);
    assert_same_canvas (drawn, expected, "states");
  }
}

static void
test_slices_are_cut_across_each_axis (void)
{
  static const guint32 slices[] = { 19, 13, 8 };
  g_autoptr (ByteWorld) world = byte_world_new (9, 14, 20, 40, 3);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
      LifeView view = density_view (zooms[i]);

      view.axis = axis;
      view.slice = slices[axis];
      compare_with_slow_colors (world, &view, zooms[i]);
    }
}

/* One drawer, as an engine keeps it, with a palette and views that change. */
static void
test_a_palette_turns_from_frame_to_frame (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (300, 200, 1, 10, 2);
  g_autoptr (LifePalette) ink = life_palette_parse ("ink", NULL);
  LifeDrawer drawer = { 0 };

  for (guint i = 0; i < 60; i++) {
    Zoom zoom = zooms[i / 10 % G_N_ELEMENTS (zooms)];
    g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_NV12, 64, 48);
    g_autoptr (Canvas) expected = canvas_new (LIFE_PIXEL_FORMAT_NV12, 64, 48);
    LifeView view = density_view (zoom);
    LifeDrawer fresh = { 0 };

    view.palette_phase = i % 7 / 7.0;
    view.density_gain = i % 5 == 4 ? 2 : 1;
    if (i % 10 > 6)
      life_view_set_palette (&view, ink);
    if (i % 10 == 9)
      view.color_mode = LIFE_COLOR_MODE_SOLID;
    draw_with (&drawer, NULL, world, &view, drawn);
    draw_with (&fresh, NULL, world, &view, expected);
    assert_same_canvas (drawn, expected, "a turned palette");
    life_drawer_clear (&fresh);
    if (view.color_mode == LIFE_COLOR_MODE_DENSITY)
      compare_with_slow_colors (world, &view, zoom);
  }
  life_drawer_clear (&drawer);
}

/* Below what is drawn over it, nothing changes where nothing lives. */
static void
test_an_overlay_leaves_empty_pixels_alone (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (64, 64, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 16, 16);
  g_autoptr (Canvas) before = NULL;
  LifeView view = density_view ((Zoom){ 1, 4 });

  memset (cell_at (world, 16, 16, 0), 1, 1);
  view.overlay = TRUE;
  canvas_fill (canvas, 3, 5);
  before = canvas_copy (canvas);
  draw (world, &view, canvas);
  for (guint y = 0; y < 16; y++)
    for (guint x = 0; x < 16; x++)
      if (x == 4 && y == 4)
        g_assert_cmphex (color_at (canvas, x, y) & 0xffffff, ==,
            slow_color (world, &view, (Zoom){ 1, 4 }, 4 * 8, 4 * 8) & 0xffffff);
      else
        g_assert_cmphex (color_at (canvas, x, y), ==, color_at (before, x, y));
}

/* All alive is the palette's first color; one cell of a million can be seen. */
static void
test_one_cell_and_all_of_them_can_be_seen (void)
{
  static const gchar *const light[] = { "berry", "ink", "sepia", NULL };

  for (const gchar *const *name = life_palette_names (); *name != NULL;
       name++) {
    g_autoptr (LifePalette) palette = life_palette_parse (*name, NULL);
    g_autoptr (ByteWorld) world = byte_world_new (3072, 1024, 1, 0, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 3, 1);
    LifeView view = density_view ((Zoom){ 1, 1024 });
    gint dead = g_strv_contains (light, *name) ? 255 : 0, seen[2];

    view.dead_color = dead > 0 ? 0xffffffff : 0xff000000;
    life_view_set_palette (&view, palette);
    for (guint y = 0; y < 1024; y++)
      memset (cell_at (world, 1024, y, 0), 1, 1024);
    *cell_at (world, 5, 5, 0) = 1;
    draw (world, &view, canvas);
    for (guint i = 0; i < 2; i++)
      seen[i] = ABS (*canvas_byte (canvas, 0, i, 0) - dead);
    g_assert_cmpint (*canvas_byte (canvas, 0, 2, 0), ==, dead);
    g_assert_cmpint (seen[0], >=, 24);
    if (!g_str_equal (*name, "wheel") && !g_str_equal (*name, "rainbow"))
      g_assert_cmpint (seen[1], >=, seen[0] + 60);
  }
}

/* Below zoom 1, but over no picture. */
static void
test_it_is_chosen_where_nothing_else_is (void)
{
  static const struct {
    gdouble zoom;
    gboolean overlay;
    guint states;
    LifeColorMode expected;
  } cases[] = {
    { 0.5, FALSE, 2, LIFE_COLOR_MODE_DENSITY },
    { 0.5, FALSE, 3, LIFE_COLOR_MODE_DENSITY },
    { 0.5, TRUE, 2, LIFE_COLOR_MODE_SOLID },
    { 0.5, TRUE, 3, LIFE_COLOR_MODE_STATE },
    { 1, FALSE, 2, LIFE_COLOR_MODE_SOLID },
    { 1, FALSE, 3, LIFE_COLOR_MODE_STATE },
    { 2.5, TRUE, 3, LIFE_COLOR_MODE_STATE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LifeView view = default_view ();

    g_assert_cmpint (life_colors_choose_mode (&view, cases[i].states), ==,
        LIFE_COLOR_MODE_SOLID);
    view.color_mode = LIFE_COLOR_MODE_AUTO;
    view.zoom = cases[i].zoom;
    view.overlay = cases[i].overlay;
    g_assert_cmpint (life_colors_choose_mode (&view, cases[i].states), ==,
        cases[i].expected);
  }
}

#define ADD(function) g_test_add_func ("/density/" #function, test_##function)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD (frames_equal_a_slow_drawing);
  ADD (cells_of_all_states_count);
  ADD (slices_are_cut_across_each_axis);
  ADD (a_palette_turns_from_frame_to_frame);
  ADD (an_overlay_leaves_empty_pixels_alone);
  ADD (it_is_chosen_where_nothing_else_is);
  ADD (one_cell_and_all_of_them_can_be_seen);

  return g_test_run ();
}
