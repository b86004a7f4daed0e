/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Places of a frame found in the world, compared with what drawing shows there. */
#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"

#define N_VIEWS 400
#define N_PIXELS 6

static GRand *random_numbers;

static gint
any (gint first, gint last)
{
  return g_rand_int_range (random_numbers, first, last + 1);
}

static gdouble
any_place (guint32 cells)
{
  switch (any (0, 3)) {
    case 0:
      return -1;
    case 1:
      return any (-2, (gint) cells + 2);
    case 2:
      return any (0, 2 * (gint) cells) / 2.0;
    default:
      return g_rand_double_range (random_numbers, -2, cells + 2);
  }
}

/* A whole zoom, 1 / n, or any, from a third up. */
static gdouble
any_zoom (void)
{
  switch (any (0, 3)) {
    case 0:
      return 1.0 / any (1, 7);
    case 1:
      return g_rand_double_range (random_numbers, 0.34, 1);
    case 2:
      return g_rand_double_range (random_numbers, 1, 9);
    default:
      return any (1, 12);
  }
}

static gdouble
any_rotation (void)
{
  switch (any (0, 2)) {
    case 0:
      return 0;
    case 1:
      return 90 * any (-5, 5);
    default:
      return g_rand_double_range (random_numbers, -400, 400);
  }
}

static LifeView
any_view (const LifeGeometry *geometry)
{
  LifeView view = default_view ();
  guint32 columns, rows, planes;

  view.axis = any (0, 2);
  life_geometry_plane (geometry, view.axis, &columns, &rows, &planes);
  view.slice = any (0, (gint) planes - 1);
  view.zoom = any_zoom ();
  view.x = any_place (columns);
  view.y = any_place (rows);
  view.rotation = any_rotation ();
  view.scaling = any (0, 1);
  return view;
}

static ByteWorld *
any_world (void)
{
  return byte_world_new ((guint32) any (1, 40), (guint32) any (1, 40),
      (guint32) any (1, 3), 40, g_rand_int (random_numbers));
}

/* The cell around @spot, or NULL where that lies outside the world. */
static guint8 *
spotted (ByteWorld *world, LifeAxis axis, const LifeSpot *spot)
{
  guint32 columns, rows, planes;

  life_geometry_plane (&world->engine.geometry, axis, &columns, &rows, &planes);
  g_assert_cmpuint (spot->plane, <, planes);
  if (!(spot->column >= 0 && spot->column < columns && spot->row >= 0
          && spot->row < rows))
    return NULL;
  return plane_cell (world, axis, spot->plane, (guint32) floor (spot->column),
      (guint32) floor (spot->row));
}

static guint8 *
cell_under (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y)
{
  LifeSpot spot;
  gboolean found = life_view_locate (view, &world->engine.geometry,
      canvas->frame.width, canvas->frame.height, x + 0.5, y + 0.5, &spot);

  g_assert_true (found);
  return spotted (world, view->axis, &spot);
}

static gchar *
describe (const ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y)
{
  const LifeGeometry *geometry = &world->engine.geometry;

  return g_strdup_printf ("zoom %.17g at %.17g, %.17g turned by %.17g, scaling "
                          "%d, %ux%ux%u cells, axis %d: pixel %u, %u of %ux%u",
      view->zoom, view->x, view->y, view->rotation, view->scaling,
      geometry->width, geometry->height, geometry->depth, view->axis, x, y,
      canvas->frame.width, canvas->frame.height);
}

/* Whether every pixel has the color of one cell. */
static gboolean
shows_single_cells (const LifeView *view)
{
  const gboolean whole = view->zoom >= 1 && view->zoom == floor (view->zoom);

  return view->rotation == 0
             ? whole
                   || (view->zoom > 1 && view->scaling == LIFE_SCALING_NEAREST)
             : whole && fmod (view->rotation, 90) == 0;
}

static void
check_every_pixel (ByteWorld *world, const LifeView *view, Canvas *canvas)
{
  for (guint y = 0; y < canvas->frame.height; y++)
    for (guint x = 0; x < canvas->frame.width; x++) {
      const guint8 *cell = cell_under (world, view, canvas, x, y);
      const guint expected = cell && *cell ? 255 : 0;

      if (canvas_get (canvas, 0, x, y) != expected) {
        g_autofree gchar *what = describe (world, view, canvas, x, y);

        g_error ("%s is %u, the cell there is %u", what,
            canvas_get (canvas, 0, x, y), expected);
      }
    }
}

/* Whether some of what lies under a pixel may show in none: from 1 / 4 down a pixel looks at
 * 4 × 4 places a quarter pixel apart, each of which has the mean of a square as wide, and
 * squares lie as rows of cells do. */
static gboolean
may_miss_squares (const LifeView *view)
{
  return view->zoom <= 0.25 && fmod (view->rotation, 90) != 0;
}

/* A cell that changes shows in the pixel under whose middle it is. */
static void
check_pixel (ByteWorld *world, const LifeView *view, Canvas *canvas)
{
  const guint x = (guint) any (0, (gint) canvas->frame.width - 1);
  const guint y = (guint) any (0, (gint) canvas->frame.height - 1);
  const guint before = canvas_get (canvas, 0, x, y);
  g_autoptr (Canvas) changed = canvas_copy (canvas);
  guint8 *cell = cell_under (world, view, canvas, x, y);

  if (!cell || may_miss_squares (view))
    return;
  *cell ^= 1;
  draw (world, view, changed);
  *cell ^= 1;
  if (canvas_get (changed, 0, x, y) == before) {
    g_autofree gchar *what = describe (world, view, canvas, x, y);

    g_error ("%s stays %u when the cell there changes", what, before);
  }
}

static void
test_the_cell_that_is_located_is_what_the_pixel_shows (void)
{
  guint n_whole = 0;

  random_numbers = g_rand_new_with_seed (11);
  for (guint i = 0; i < N_VIEWS; i++) {
    g_autoptr (ByteWorld) world = any_world ();
    g_autoptr (Canvas) canvas = canvas_new (
        LIFE_PIXEL_FORMAT_GRAY8, (guint) any (1, 50), (guint) any (1, 50));
    const LifeView view = any_view (&world->engine.geometry);

    draw (world, &view, canvas);
    if (shows_single_cells (&view)) {
      check_every_pixel (world, &view, canvas);
      n_whole++;
    } else {
      for (guint k = 0; k < N_PIXELS; k++)
        check_pixel (world, &view, canvas);
    }
  }
  g_assert_cmpuint (n_whole, >, N_VIEWS / 8);
  g_rand_free (random_numbers);
}

static void
test_far_out_cells_are_as_exact (void)
{
  const LifeGeometry geometry = { 4000000000u, 4000000000u, 1,
    LIFE_TOPOLOGY_PLANE };
  LifeView view = default_view ();
  LifeSpot spot;

  view.zoom = 4096;
  view.x = view.y = 3999999999.5;
  g_assert_true (
      life_view_locate (&view, &geometry, 4096, 4096, 0.5, 4095.5, &spot));
  g_assert_cmpfloat (floor (spot.column), ==, 3999999999.0);
  g_assert_cmpfloat (floor (spot.row), ==, 3999999999.0);
  g_assert_true (
      life_view_locate (&view, &geometry, 4096, 4096, -0.5, 4096.5, &spot));
  g_assert_cmpfloat (floor (spot.column), ==, 3999999998.0);
  g_assert_cmpfloat (floor (spot.row), ==, 4000000000.0);
}

static void
test_places_within_pixels_count (void)
{
  const LifeGeometry geometry = { 10, 10, 1, LIFE_TOPOLOGY_PLANE };
  LifeView view = default_view ();
  LifeSpot spot;

  view.zoom = 4;
  g_assert_true (life_view_locate (&view, &geometry, 40, 40, 7, 9, &spot));
  g_assert_cmpfloat (spot.column, ==, 1.75);
  g_assert_cmpfloat (spot.row, ==, 2.25);
  view.rotation = 90;
  g_assert_true (life_view_locate (&view, &geometry, 40, 40, 7, 9, &spot));
  g_assert_cmpfloat_with_epsilon (spot.column, 2.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (spot.row, 8.25, 1e-9);
}

/* A cell of a projection is on the plane that hides all others. */
static void
test_a_projection_is_met_from_its_side (void)
{
  const LifeGeometry geometry = { 9, 7, 5, LIFE_TOPOLOGY_PLANE };
  LifeView view = default_view ();
  LifeSpot spot;

  view.kind = LIFE_VIEW_PROJECTION;
  view.axis = LIFE_AXIS_X;
  g_assert_true (life_view_locate (&view, &geometry, 7, 5, 3.5, 2.5, &spot));
  g_assert_cmpuint (spot.plane, ==, 0);
  g_assert_cmpfloat (spot.column, ==, 3.5);
  g_assert_cmpfloat (spot.row, ==, 2.5);
  view.far_side = TRUE;
  g_assert_true (life_view_locate (&view, &geometry, 7, 5, 3.5, 2.5, &spot));
  g_assert_cmpuint (spot.plane, ==, 8);
}

/* Which cells of a montage show where; nothing is located on lines and outside. */
static void
check_montage (guint width, guint height)
{
  g_autoptr (ByteWorld) world = any_world ();
  g_autoptr (Canvas) canvas =
      canvas_new (LIFE_PIXEL_FORMAT_GRAY8, width, height);
  LifeView view = any_view (&world->engine.geometry);

  view.kind = LIFE_VIEW_MONTAGE;
  draw (world, &view, canvas);
  for (guint k = 0; k < 40; k++) {
    const guint x = (guint) any (0, (gint) width - 1);
    const guint y = (guint) any (0, (gint) height - 1);
    g_autoptr (Canvas) changed = canvas_copy (canvas);
    guint8 *cell = NULL;
    LifeSpot spot;

    if (life_view_locate (&view, &world->engine.geometry, width, height,
            x + 0.5, y + 0.5, &spot))
      cell = spotted (world, view.axis, &spot);
    if (!cell)
      continue;
    *cell ^= 1;
    draw (world, &view, changed);
    *cell ^= 1;
    if (canvas_get (changed, 0, x, y) == canvas_get (canvas, 0, x, y)) {
      g_autofree gchar *what = describe (world, &view, canvas, x, y);

      g_error (
          "%s of a montage stays as it is when the cell there changes", what);
    }
  }
}

static void
test_a_montage_is_met_plane_by_plane (void)
{
  random_numbers = g_rand_new_with_seed (5);
  for (guint i = 0; i < 40; i++)
    check_montage ((guint) any (1, 130), (guint) any (1, 130));
  g_rand_free (random_numbers);
}

static void
test_lines_of_a_montage_are_no_place (void)
{
  const LifeGeometry geometry = { 10, 10, 4, LIFE_TOPOLOGY_PLANE };
  LifeView view = default_view ();
  LifeSpot spot;

  view.kind = LIFE_VIEW_MONTAGE;
  g_assert_true (life_view_locate (&view, &geometry, 21, 21, 9.5, 20.5, &spot));
  g_assert_cmpuint (spot.plane, ==, 2);
  g_assert_cmpfloat (spot.column, ==, 9.5);
  g_assert_cmpfloat (spot.row, ==, 9.5);
  g_assert_false (
      life_view_locate (&view, &geometry, 21, 21, 10.5, 3.5, &spot));
  g_assert_false (life_view_locate (&view, &geometry, 21, 21, -0.5, 3, &spot));
  g_assert_false (life_view_locate (&view, &geometry, 21, 21, 3, 1e300, &spot));
}

static void
test_views_in_perspective_have_no_place (void)
{
  static const LifeViewKind kinds[] = { LIFE_VIEW_XRAY, LIFE_VIEW_VOLUME,
    LIFE_VIEW_SPACETIME };
  const LifeGeometry geometry = { 10, 10, 4, LIFE_TOPOLOGY_PLANE };
  LifeView view = default_view ();
  LifeSpot spot;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    view.kind = kinds[i];
    g_assert_false (life_view_locate (&view, &geometry, 20, 20, 9, 9, &spot));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/locate/" #name, test_##name)
  TEST (the_cell_that_is_located_is_what_the_pixel_shows);
  TEST (far_out_cells_are_as_exact);
  TEST (places_within_pixels_count);
  TEST (a_projection_is_met_from_its_side);
  TEST (a_montage_is_met_plane_by_plane);
  TEST (lines_of_a_montage_are_no_place);
  TEST (views_in_perspective_have_no_place);
  return g_test_run ();
}
