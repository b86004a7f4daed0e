/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Montages: how the planes of a world are laid out in a frame, and that each looks as a
 * picture of it alone does. */
#include "life/draw/view/montage.h"
#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"
#include "tests/support/worlds/world.h"

/* --- Grids --- */

typedef struct {
  guint width, height;
  guint32 n_columns, n_rows, n_planes;
  gdouble zoom;
  guint across, down, step;
} Grid;

static void
test_the_largest_zoom_is_taken (void)
{
  static const Grid grids[] = {
    { 1280, 720, 64, 64, 64, 1, 8, 8, 1 }, /* 16 × 4 would fit, too */
    { 1920, 1080, 64, 64, 64, 2, 8, 8, 1 },
    { 1920, 1080, 128, 128, 128, 1 / 2.0, 16, 8, 1 },
    { 7, 1, 1, 1, 4, 1, 4, 1, 1 },
    { 1, 7, 1, 1, 4, 1, 1, 4, 1 },
    { 100, 100, 10, 10, 1, 10, 1, 1, 1 },
    { 33, 16, 5, 5, 2, 3, 2, 1, 1 },
    { 3, 3, 5, 9, 4, 1 / 9.0, 2, 2, 1 },
    { 3, 3, 1, 1, 5, 1, 2, 2, 2 },
    { 1, 1, 1000, 1000, 1000, 1 / 1000.0, 1, 1, 1000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (grids); i++) {
    const Grid *grid = &grids[i];
    LifeMontage montage;
    gdouble zoom = life_montage_init (&montage, grid->width, grid->height,
        grid->n_columns, grid->n_rows, grid->n_planes);

    g_test_message ("%u: zoom 1/%g, %u × %u, step %u", i, 1 / zoom,
        montage.columns.tiles, montage.rows.tiles, montage.step);
    g_assert_cmpfloat (zoom, ==, grid->zoom);
    g_assert_cmpuint (montage.columns.tiles, ==, grid->across);
    g_assert_cmpuint (montage.rows.tiles, ==, grid->down);
    g_assert_cmpuint (montage.step, ==, grid->step);
  }
}

/* The zoom of the best grid, by trying all of them from large zooms to small ones; the
 * fewest empty tiles at that. */
static gdouble
find_best (const Grid *grid, guint gap, guint *empty)
{
  for (gint i = 400; i > -400; i--) {
    gdouble zoom = i > 0 ? i : 1.0 / (2 - i);

    *empty = G_MAXUINT;
    for (guint across = 1; across <= grid->n_planes; across++) {
      guint down = (grid->n_planes + across - 1) / across;

      if (across * ceil (grid->n_columns * zoom - 1e-9) + (across - 1) * gap
              <= grid->width
          && down * ceil (grid->n_rows * zoom - 1e-9) + (down - 1) * gap
                 <= grid->height)
        *empty = MIN (*empty, across * down - grid->n_planes);
    }
    if (*empty < G_MAXUINT)
      return zoom;
  }
  g_assert_not_reached ();
}

static void
test_no_grid_fills_a_frame_better (void)
{
  for (guint i = 0; i < 2000; i++) {
    const Grid grid = { g_test_rand_int_range (30, 400),
      g_test_rand_int_range (30, 400), g_test_rand_int_range (1, 60),
      g_test_rand_int_range (1, 60), g_test_rand_int_range (1, 80) };
    LifeMontage montage;
    gdouble zoom = life_montage_init (&montage, grid.width, grid.height,
        grid.n_columns, grid.n_rows, grid.n_planes);
    guint empty;

    g_assert_cmpfloat_with_epsilon (
        zoom, find_best (&grid, montage.gap, &empty), 1e-12);
    g_assert_cmpuint (montage.step, ==, 1);
    g_assert_cmpuint (
        montage.columns.tiles * montage.rows.tiles - grid.n_planes, ==, empty);
    g_assert_cmpint (montage.columns.first, >=, 0);
    g_assert_cmpint (montage.rows.first, >=, 0);
  }
}

/* --- Pictures --- */

/* A frame as text: dead cells, live ones, lines. */
static gchar *
text_of (const Canvas *canvas)
{
  GString *text = g_string_new (NULL);

  for (guint y = 0; y < canvas->frame.height; y++) {
    for (guint x = 0; x < canvas->frame.width; x++) {
      guint value = canvas_get (canvas, 0, x, y);

      g_string_append_c (text, value == 0     ? '.'
                               : value == 255 ? '#'
                               : value == 64  ? '+'
                                              : '?');
    }
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

static void
assert_picture (
    ByteWorld *world, LifeAxis axis, guint width, guint height, const gchar *as)
{
  g_autoptr (Canvas) canvas =
      canvas_new (LIFE_PIXEL_FORMAT_GRAY8, width, height);
  g_autofree gchar *text = NULL;
  LifeView view = default_view ();

  view.kind = LIFE_VIEW_MONTAGE;
  view.axis = axis;
  /* None of these is looked at. */
  view.zoom = 3.7;
  view.x = 11;
  view.y = -4;
  view.rotation = 33;
  view.grid = 1;
  draw (world, &view, canvas);
  text = text_of (canvas);
  g_assert_cmpstr (text, ==, as);
}

/* A bar along y with a foot towards x and one towards z. */
static ByteWorld *
new_hand (void)
{
  ByteWorld *world = byte_world_new (3, 4, 5, 0, 0);

  for (guint y = 0; y < 3; y++)
    *cell_at (world, 0, y, 1) = 1;
  *cell_at (world, 1, 2, 1) = 1;
  *cell_at (world, 0, 2, 2) = 1;
  return world;
}

static void
test_planes_lie_in_rows_from_the_upper_left (void)
{
  g_autoptr (ByteWorld) world = new_hand ();

  /* clang-format off */
  assert_picture (world, LIFE_AXIS_Z, 13, 11,
      "+++++++++++++\n"
      "+...+#..+...+\n"
      "+...+#..+...+\n"
      "+...+##.+#..+\n"
      "+...+...+...+\n"
      "+++++++++++++\n"
      "+...+...+....\n"
      "+...+...+....\n"
      "+...+...+....\n"
      "+...+...+....\n"
      "+++++++++....\n");
  assert_picture (world, LIFE_AXIS_Y, 13, 11,
      "..+...+...+..\n"
      "..+#..+#..+..\n"
      "..+...+...+..\n"
      "..+...+...+..\n"
      "..+...+...+..\n"
      "..+++++++++..\n"
      "..+...+...+..\n"
      "..+##.+...+..\n"
      "..+#..+...+..\n"
      "..+...+...+..\n"
      "..+...+...+..\n");
  assert_picture (world, LIFE_AXIS_X, 13, 11,
      ".+....+....+.\n"
      ".+###.+..#.+.\n"
      ".+..#.+....+.\n"
      ".+....+....+.\n"
      ".+....+....+.\n"
      ".+++++++++++.\n"
      ".+....+......\n"
      ".+....+......\n"
      ".+....+......\n"
      ".+....+......\n"
      ".+....+......\n");
  /* clang-format on */
}

typedef void (*DrawView) (gpointer world, const LifeView *view, Canvas *canvas);

static void
draw_bytes (gpointer world, const LifeView *view, Canvas *canvas)
{
  draw (world, view, canvas);
}

static void
draw_world (gpointer world, const LifeView *view, Canvas *canvas)
{
  g_autoptr (GError) error = NULL;

  life_world_draw (world, view, &canvas->frame, &error);
  g_assert_no_error (error);
}

/* Whether each tile is as a picture of its plane alone. */
static void
compare_tiles (gpointer world, DrawView draw_view, const LifeGeometry *geometry,
    const LifeView *view, LifePixelFormat format, guint width, guint height)
{
  g_autoptr (Canvas) drawn = canvas_new (format, width, height);
  guint components = format_of (drawn)->components;
  LifeMontage montage;
  guint32 columns, rows, planes;
  LifeView plane = *view;

  life_geometry_plane (geometry, view->axis, &columns, &rows, &planes);
  plane.kind = LIFE_VIEW_PLANE;
  plane.zoom =
      life_montage_init (&montage, width, height, columns, rows, planes);
  draw_view (world, view, drawn);
  for (guint tile = 0; tile < montage.n_tiles; tile++) {
    g_autoptr (Canvas) alone =
        canvas_new (format, montage.columns.size, montage.rows.size);
    guint left = montage.columns.first
                 + tile % montage.columns.tiles * montage.columns.pitch;
    guint top =
        montage.rows.first + tile / montage.columns.tiles * montage.rows.pitch;

    plane.slice = tile * montage.step;
    draw_view (world, &plane, alone);
    for (guint y = 0; y < montage.rows.size; y++)
      for (guint x = 0; x < montage.columns.size; x++)
        for (guint k = 0; k < components; k++)
          g_assert_cmpuint (canvas_get (drawn, k, left + x, top + y), ==,
              canvas_get (alone, k, x, y));
  }
}

static void
test_tiles_are_pictures_of_their_planes (gconstpointer data)
{
  static const guint worlds[][3] = { { 5, 7, 9 }, { 70, 33, 6 }, { 1, 2, 3 },
    { 20, 30, 130 } };
  static const guint frames[][2] = { { 100, 70 }, { 33, 64 }, { 301, 207 } };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AUTO,
    LIFE_COLOR_MODE_SOLID, LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_DENSITY,
    LIFE_COLOR_MODE_POSITION, LIFE_COLOR_MODE_DEPTH };

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    for (guint j = 0; j < G_N_ELEMENTS (frames); j++)
      for (guint k = 0; k < G_N_ELEMENTS (modes); k++) {
        g_autoptr (ByteWorld) world = byte_world_new (
            worlds[i][0], worlds[i][1], worlds[i][2], 30, i + j + k);
        LifeView view = default_view ();

        world->states = 2 + (i + j) % 2 * 3;
        for (gsize c = 0;
             c < (gsize) worlds[i][0] * worlds[i][1] * worlds[i][2]; c++)
          world->cells[c] *= 1 + c * 7 % (world->states - 1);
        view.kind = LIFE_VIEW_MONTAGE;
        view.axis = (i + j + k) % 3;
        view.color_mode = modes[k];
        view.alive_color = 0xff20d0f0;
        view.dead_color = 0xff301020;
        for (guint state = 0; state < LIFE_MAX_STATES; state++)
          view.state_colors[state] = 0xff000000 | state * 2654435u;
        compare_tiles (world, draw_bytes, &world->engine.geometry, &view,
            GPOINTER_TO_UINT (data), frames[j][0], frames[j][1]);
      }
}

/* In modes that look at the frames before and at the planes beside. */
static void
test_tiles_have_ages_and_neighbors (void)
{
  static const LifeGeometry geometry = { 40, 30, 20, LIFE_TOPOLOGY_TORUS };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AGE,
    LIFE_COLOR_MODE_TRAIL, LIFE_COLOR_MODE_AGE_TRAIL,
    LIFE_COLOR_MODE_NEIGHBORS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GError) error = NULL;

  fill_soup (world, 7, 0.1);
  for (guint i = 0; i < 5; i++) {
    life_world_remember (world, &error);
    g_assert_no_error (error);
    step (world, 1);
  }
  for (guint i = 0; i < 24; i++) {
    LifeView view = default_view ();

    view.kind = LIFE_VIEW_MONTAGE;
    view.axis = i / 4 % 3;
    view.color_mode = modes[i % 4];
    compare_tiles (world, draw_world, &geometry, &view, LIFE_PIXEL_FORMAT_RGBA,
        i < 12 ? 80 : 500, i < 12 ? 70 : 300);
  }
}

static void
test_lines_differ_from_dead_cells_in_any_colors (void)
{
  static const guint32 deads[] = { 0xff000000, 0xffffffff, 0xff404040,
    0xff808080, 0xff7f7f7f, 0xff102030, 0xff505050 };
  static const guint32 grids[] = { 0xff404040, 0x00ffffff, 0x10ffffff,
    0xffffffff, 0xff000000 };

  for (guint i = 0; i < G_N_ELEMENTS (deads); i++)
    for (guint j = 0; j < G_N_ELEMENTS (grids); j++) {
      g_autoptr (ByteWorld) world = byte_world_new (4, 4, 4, 0, 0);
      g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 9, 9);
      LifeView view = default_view ();

      view.kind = LIFE_VIEW_MONTAGE;
      view.dead_color = deads[i];
      view.grid_color = grids[j];
      draw (world, &view, canvas);
      g_assert_cmpint (ABS ((gint) canvas_get (canvas, 0, 4, 0)
                            - (gint) canvas_get (canvas, 0, 0, 0)),
          >=, 20);
    }
}

/* An overlay leaves what is around live cells and lines as it is. */
static void
test_an_overlay_draws_live_cells_and_lines_alone (void)
{
  g_autoptr (ByteWorld) world = new_hand ();
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 13, 11);
  g_autoptr (Canvas) before = NULL;
  g_autoptr (Canvas) opaque = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 13, 11);
  LifeView view = default_view ();

  canvas_fill (canvas, 3, 1);
  before = canvas_copy (canvas);
  view.kind = LIFE_VIEW_MONTAGE;
  draw (world, &view, opaque);
  view.overlay = TRUE;
  draw (world, &view, canvas);
  for (guint y = 0; y < 11; y++)
    for (guint x = 0; x < 13; x++) {
      guint drawn = canvas_get (opaque, 0, x, y);

      g_assert_cmpuint (canvas_get (canvas, 0, x, y), ==,
          drawn > 0 ? drawn : canvas_get (before, 0, x, y));
    }
}

/* A drawer that drew one view draws the next as a new one does. */
static void
test_views_may_follow_each_other (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (20, 14, 9, 30, 4);
  LifeDrawer drawer = { 0 };

  for (guint i = 0; i < 40; i++) {
    g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 61, 47);
    g_autoptr (Canvas) expected = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 61, 47);
    LifeView view = default_view ();

    view.kind = i * 7 % 3;
    view.axis = i / 3 % 3;
    view.far_side = i / 9 % 2;
    view.zoom = i % 4 == 0 ? 0.5 : 2;
    view.color_mode =
        i % 5 == 0 ? LIFE_COLOR_MODE_DEPTH : LIFE_COLOR_MODE_SOLID;
    view.grid_color = i % 8 < 4 ? 0xff404040 : 0xff00ff00;
    view.alive_color = i % 6 < 2 ? 0xffffffff : 0xffff0000;
    draw_with (&drawer, NULL, world, &view, drawn);
    draw (world, &view, expected);
    assert_same_canvas (drawn, expected, "a view after another");
  }
  life_drawer_clear (&drawer);
}

int
main (int argc, char **argv)
{
  static const LifePixelFormat tile_formats[] = { LIFE_PIXEL_FORMAT_GRAY8,
    LIFE_PIXEL_FORMAT_RGBA, LIFE_PIXEL_FORMAT_XBGR, LIFE_PIXEL_FORMAT_Y444 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func (
      "/montage/the-largest-zoom-is-taken", test_the_largest_zoom_is_taken);
  g_test_add_func ("/montage/no-grid-fills-a-frame-better",
      test_no_grid_fills_a_frame_better);
  g_test_add_func ("/montage/planes-lie-in-rows-from-the-upper-left",
      test_planes_lie_in_rows_from_the_upper_left);
  for (guint i = 0; i < G_N_ELEMENTS (tile_formats); i++) {
    g_autofree gchar *path =
        g_strdup_printf ("/montage/tiles-are-pictures-of-their-planes/%s",
            formats[tile_formats[i]].name);

    g_test_add_data_func (path, GUINT_TO_POINTER (tile_formats[i]),
        test_tiles_are_pictures_of_their_planes);
  }
  g_test_add_func ("/montage/tiles-have-ages-and-neighbors",
      test_tiles_have_ages_and_neighbors);
  g_test_add_func ("/montage/lines-differ-from-dead-cells-in-any-colors",
      test_lines_differ_from_dead_cells_in_any_colors);
  g_test_add_func ("/montage/an-overlay-draws-live-cells-and-lines-alone",
      test_an_overlay_draws_live_cells_and_lines_alone);
  g_test_add_func (
      "/montage/views-may-follow-each-other", test_views_may_follow_each_other);
  return g_test_run ();
}
