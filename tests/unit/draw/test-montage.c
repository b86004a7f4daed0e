/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Montages: how the planes of a world are laid out in a frame, and that each looks as a
 * picture of it alone does. */
#include "life/draw/view/montage.h"
#include "tests/support/draw/model.h"
#include "tests/support/worlds/world.h"

/* --- Grids --- */

typedef struct {
  guint width, height;
  guint32 n_columns, n_rows, n_planes;
  gdouble zoom;
  guint across, down, step;
} Grid;

static void
test_the_largest_zoom_is_chosen (void)
{
  static const Grid grids[] = {
    { 1280, 720, 64, 64, 64, 1, 8, 8, 1 }, /* 16 × 4 would fit, too */
    { 64, 64, 8, 5, 16, 1, 4, 4, 1 },      /* and 2 × 8 here */
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
assert_centered (const LifeMontageAxis *axis, guint gap, guint pixels)
{
  g_assert_cmpint (axis->pitch, ==, axis->size + gap);
  g_assert_cmpint (axis->first, >=, 0);
  g_assert_cmpint (
      axis->first, ==, (pixels - (axis->tiles * axis->pitch - gap)) / 2);
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
    assert_centered (&montage.columns, montage.gap, grid.width);
    assert_centered (&montage.rows, montage.gap, grid.height);
  }
}

/* --- Pictures --- */

typedef void (*DrawView) (gpointer world, const LifeView *view, Canvas *canvas);

static void
draw_bytes (gpointer world, const LifeView *view, Canvas *canvas)
{
  draw (world, view, canvas);
}

static void
draw_any (gpointer world, const LifeView *view, Canvas *canvas)
{
  draw_world (world, view, canvas);
}

/* Puts the picture of a plane alone into a tile, and a line around it as far as the frame
 * reaches. */
static void
set_tile (const LifeMontage *montage, guint tile, const Canvas *alone,
    guint32 line, ModelColor *colors, guint width, guint height)
{
  const gint64 left = montage->columns.first
                      + tile % montage->columns.tiles * montage->columns.pitch;
  const gint64 top =
      montage->rows.first + tile / montage->columns.tiles * montage->rows.pitch;
  const gint64 columns = montage->columns.size, rows = montage->rows.size;
  const gint64 gap = montage->gap;

  for (gint64 y = -gap; y < rows + gap; y++)
    for (gint64 x = -gap; x < columns + gap; x++) {
      ModelColor *color = &colors[(top + y) * width + left + x];

      if (left + x < 0 || left + x >= width || top + y < 0 || top + y >= height)
        continue;
      if (x >= 0 && x < columns && y >= 0 && y < rows)
        memcpy (color->of, canvas_byte (alone, 0, 4 * x, y), 4);
      else
        *color = model_color (line, FALSE);
    }
}

/* Each tile is as a picture of its plane alone, whatever the view of that is. */
static void
compare_tiles (gpointer world, DrawView draw_view, const LifeGeometry *geometry,
    LifeView view, LifePixelFormat format, guint width, guint height)
{
  g_autoptr (Canvas) drawn = canvas_new (format, width, height);
  g_autoptr (Canvas) expected = canvas_new (format, width, height);
  g_autofree ModelColor *colors = g_new (ModelColor, width * height);
  g_autofree gchar *what = g_strdup_printf ("%s, %u × %u, axis %d, mode %d",
      formats[format].name, width, height, view.axis, view.color_mode);
  LifeMontage montage;
  guint32 n_columns, n_rows, n_planes;
  LifeView plane = view;

  view.kind = LIFE_VIEW_MONTAGE;
  view.grid_color = 0xff00ff80;
  /* None of these is looked at. */
  view.zoom = 3.7;
  view.x = 11;
  view.y = -4;
  view.rotation = 33;
  view.grid = 1;
  draw_view (world, &view, drawn);
  for (guint i = 0; i < width * height; i++)
    colors[i] = model_color (view.dead_color, FALSE);
  life_geometry_plane (geometry, view.axis, &n_columns, &n_rows, &n_planes);
  plane.zoom =
      life_montage_init (&montage, width, height, n_columns, n_rows, n_planes);
  for (guint tile = 0; tile < montage.n_tiles; tile++) {
    g_autoptr (Canvas) alone = canvas_new (
        LIFE_PIXEL_FORMAT_RGBA, montage.columns.size, montage.rows.size);

    plane.slice = tile * montage.step;
    draw_view (world, &plane, alone);
    set_tile (&montage, tile, alone, view.grid_color, colors, width, height);
  }
  lay_colors (expected, colors, FALSE);
  assert_same_canvas (drawn, expected, what);
}

static void
test_tiles_are_pictures_of_their_planes (gconstpointer data)
{
  static const guint worlds[][3] = { { 5, 7, 9 }, { 3, 4, 5 }, { 70, 33, 6 },
    { 1, 2, 3 }, { 20, 30, 130 } };
  static const guint frames[][2] = { { 100, 70 }, { 13, 11 }, { 33, 64 },
    { 301, 207 } };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AUTO,
    LIFE_COLOR_MODE_SOLID, LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_DENSITY,
    LIFE_COLOR_MODE_POSITION, LIFE_COLOR_MODE_DEPTH };

  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    for (guint j = 0; j < G_N_ELEMENTS (frames); j++)
      for (guint k = 0; k < G_N_ELEMENTS (modes); k++) {
        g_autoptr (ByteWorld) world = state_world_new (
            worlds[i][0], worlds[i][1], worlds[i][2], 30, (i + j) % 2 ? 5 : 2);
        LifeView view = default_view ();

        view.axis = (i + j + k) % 3;
        view.color_mode = modes[k];
        view.alive_color = 0xff20d0f0;
        view.dead_color = 0xff301020;
        for (guint state = 0; state < LIFE_MAX_STATES; state++)
          view.state_colors[state] = 0xff000000 | state * 2654435u;
        compare_tiles (world, draw_bytes, &world->geometry, view,
            GPOINTER_TO_UINT (data), frames[j][0], frames[j][1]);
      }
}

/* In modes that read previous frames and adjacent planes. */
static void
test_tiles_have_ages_and_neighbors (void)
{
  static const LifeGeometry geometry = { 40, 30, 20, LIFE_TOPOLOGY_TORUS };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AGE,
    LIFE_COLOR_MODE_TRAIL, LIFE_COLOR_MODE_AGE_TRAIL, LIFE_COLOR_MODE_NEIGHBORS,
    LIFE_COLOR_MODE_CHANGE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GError) error = NULL;

  fill_soup (world, 7, 0.1);
  for (guint i = 0; i < 5; i++) {
    life_world_record_history (world, &error);
    g_assert_no_error (error);
    step (world, 1);
  }
  for (guint i = 0; i < 30; i++) {
    LifeView view = default_view ();

    view.axis = i / 5 % 3;
    view.color_mode = modes[i % 5];
    compare_tiles (world, draw_any, &geometry, view, LIFE_PIXEL_FORMAT_RGBA,
        i < 15 ? 80 : 500, i < 15 ? 70 : 300);
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
  g_autoptr (ByteWorld) world = byte_world_new (3, 4, 5, 30, 1);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 13, 11);
  g_autoptr (Canvas) previous = NULL;
  g_autoptr (Canvas) opaque = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 13, 11);
  LifeView view = default_view ();

  canvas_fill (canvas, 3, 1);
  previous = canvas_copy (canvas);
  view.kind = LIFE_VIEW_MONTAGE;
  draw (world, &view, opaque);
  view.overlay = TRUE;
  draw (world, &view, canvas);
  for (guint y = 0; y < 11; y++)
    for (guint x = 0; x < 13; x++) {
      guint drawn = canvas_get (opaque, 0, x, y);

      g_assert_cmpuint (canvas_get (canvas, 0, x, y), ==,
          drawn > 0 ? drawn : canvas_get (previous, 0, x, y));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/montage/" #name, test_##name)
  ADD (the_largest_zoom_is_chosen);
  ADD (no_grid_fills_a_frame_better);
  ADD (tiles_have_ages_and_neighbors);
  ADD (lines_differ_from_dead_cells_in_any_colors);
  ADD (an_overlay_draws_live_cells_and_lines_alone);
  add_formats ("/montage/tiles_are_pictures_of_their_planes",
      test_tiles_are_pictures_of_their_planes);
  return g_test_run ();
}
