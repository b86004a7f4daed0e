/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views of hexagons, compared with the hexagon whose middle is nearest to a position; on a world of
 * bytes. */
#include "life/rule/transition.h"
#include "tests/support/draw/model.h"

/* A position, in distances between the middles of two hexagons that touch. */
typedef struct {
  gdouble x, y;
} Position;

#define ROW sqrt (0.75)

/* Each row lies half a hexagon to the left of the one above it. */
static Position
middle_of (gdouble column, gdouble row)
{
  return (Position){ column + 0.5 - (row + 0.5) / 2, (row + 0.5) * ROW };
}

static Position
position_of_frame (const ByteWorld *world, const LifeView *view,
    const Canvas *canvas, gdouble x, gdouble y)
{
  const gdouble angle = view->rotation * G_PI / 180;
  const gdouble right = (x - canvas->frame.width / 2.0) / view->zoom;
  const gdouble down = (y - canvas->frame.height / 2.0) / view->zoom;
  const gdouble column = view->x == -1 ? world->geometry.width / 2.0 : view->x;
  const gdouble row = view->y == -1 ? world->geometry.height / 2.0 : view->y;
  const Position center = middle_of (column - 0.5, row - 0.5);

  return (Position){ center.x + right * cos (angle) + down * sin (angle),
    center.y + down * cos (angle) - right * sin (angle) };
}

/* The hexagon at a position. Where that cannot be seen for rounding, *@sure is cleared. */
static void
find_nearest (Position at, gint64 *column, gint64 *row, gboolean *sure)
{
  const gint64 near_row = (gint64) floor (at.y / ROW);
  gdouble least = G_MAXDOUBLE, second = G_MAXDOUBLE;

  for (gint64 r = near_row - 2; r <= near_row + 2; r++) {
    const gint64 near_column = (gint64) floor (at.x + (r + 0.5) / 2);

    for (gint64 c = near_column - 2; c <= near_column + 2; c++) {
      const Position middle = middle_of (c, r);
      const gdouble distance = hypot (at.x - middle.x, at.y - middle.y);

      if (distance < least) {
        second = least;
        least = distance;
        *column = c;
        *row = r;
      } else {
        second = MIN (second, distance);
      }
    }
  }
  if (second - least < 1e-7)
    *sure = FALSE;
}

/* Moves a hexagon to its cell. A torus is a rectangle, in which each cell is once. */
static gboolean
find_cell (const ByteWorld *world, gint64 *column, gint64 row)
{
  const LifeGeometry *geometry = &world->geometry;
  const gint64 width = geometry->width;
  const gdouble left = -(gdouble) (geometry->height / 2) / 2 - 0.25;
  const gdouble x = middle_of (*column, row).x - left;

  if (row < 0 || row >= geometry->height)
    return FALSE;
  if (geometry->topology != LIFE_TOPOLOGY_TORUS)
    return *column >= 0 && *column < width;
  if (x < 0 || x >= width)
    return FALSE;
  *column = (*column % width + width) % width;
  return TRUE;
}

static guint32
argb_at (ByteWorld *world, const LifeView *view, Position at, gboolean *sure)
{
  gint64 column = 0, row = 0;
  guint state = 0;

  find_nearest (at, &column, &row, sure);
  if (find_cell (world, &column, row))
    state = *cell_at (world, column, row, 0);
  return argb_of_state (view, state);
}

static LifeView
hexagon_view (gdouble zoom, gdouble x, gdouble y, gdouble rotation)
{
  LifeView view = state_view (zoom, x, y);

  view.cell_shape = LIFE_CELL_SHAPE_HEXAGON;
  view.rotation = rotation;
  return view;
}

static ByteWorld *
world_of (guint32 width, guint32 height, LifeTopology topology)
{
  ByteWorld *world = state_world_new (width, height, 1, 40, 5);

  world->geometry.topology = topology;
  return world;
}

static void
assert_means (ByteWorld *world, const LifeView *view, guint width, guint height)
{
  g_autoptr (Canvas) canvas =
      drawing_of (world, view, LIFE_PIXEL_FORMAT_RGBA, width, height);

  for (guint i = 0; i < width * height; i++) {
    const guint x = i % width, y = i / width;
    gdouble sums[4] = { 0 };
    gboolean sure = TRUE;

    for (guint n = 0; n < 16; n++) {
      const ModelColor color =
          model_color (argb_at (world, view,
                           position_of_frame (world, view, canvas,
                               x + (n % 4 + 0.5) / 4, y + (n / 4 + 0.5) / 4),
                           &sure),
              FALSE);

      for (guint k = 0; k < 4; k++)
        sums[k] += color.of[k] / 16.0;
    }
    for (guint k = 0; sure && k < 4; k++)
      if (fabs (canvas_get (canvas, k, x, y) - sums[k]) > 0.5 + 1e-6)
        g_error ("%ux%u cells, topology %d, zoom %g at %g, %g, turned by %g: "
                 "byte %u of pixel %u, %u of %ux%u is %u, not %.3f",
            world->geometry.width, world->geometry.height,
            world->geometry.topology, view->zoom, view->x, view->y,
            view->rotation, k, x, y, width, height,
            canvas_get (canvas, k, x, y), sums[k]);
  }
}

static const gdouble zooms[] = { 3, 3.3, 4, 8, 24, 333.3 };
static const gdouble centers[][2] = { { -1, -1 }, { 5.37, 3.21 },
  { -7.2, 40.9 }, { -1000.5, 5000.3 } };
static const LifeTopology topologies[] = { LIFE_TOPOLOGY_TORUS,
  LIFE_TOPOLOGY_PLANE, LIFE_TOPOLOGY_KLEIN };

static void
test_a_pixel_is_the_mean_of_16_points (void)
{
  static const gdouble angles[] = { 0, 90, 30, -77.7 };
  static const guint sizes[][2] = { { 17, 9 }, { 1, 1 }, { 150, 67 } };
  static const guint worlds[][2] = { { 61, 40 }, { 5, 90 }, { 33, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (zooms) * G_N_ELEMENTS (centers); i++)
    for (guint k = 0; k < 9; k++) {
      g_autoptr (ByteWorld) world =
          world_of (worlds[k % 3][0], worlds[k % 3][1], topologies[k / 3]);
      const LifeView view = hexagon_view (zooms[i / 4], centers[i % 4][0],
          centers[i % 4][1], angles[(i + k) % 4]);

      assert_means (world, &view, sizes[(i + k) % 3][0], sizes[(i + k) % 3][1]);
    }
}

/* Six hexagons touch one: those that such rules count. */
static void
test_neighbors_touch (void)
{
  for (gint dy = -2; dy <= 2; dy++)
    for (gint dx = -2; dx <= 2; dx++) {
      const Position here = middle_of (0, 0), there = middle_of (dx, dy);
      const gboolean touches =
          hypot (there.x - here.x, there.y - here.y) < 1 + 1e-9;

      g_assert_cmpint (
          life_is_neighbor (LIFE_NEIGHBORHOOD_HEXAGONAL, 1, dx, dy, 0) != 0, ==,
          touches);
    }
}

/* All of a torus is seen, and each cell in as many pixels. */
static void
test_a_torus_shows_each_cell_once (void)
{
  g_autoptr (ByteWorld) world = world_of (9, 30, LIFE_TOPOLOGY_TORUS);
  LifeView view = hexagon_view (8, -1, -1, 0);

  view.color_mode = LIFE_COLOR_MODE_SOLID;
  view.dead_color = 0xff000000;
  memset (world->cells, 0, 9 * 30);
  for (guint i = 0; i < 9 * 30; i++) {
    g_autoptr (Canvas) canvas = NULL;
    gdouble sum = 0;

    world->cells[i] = 1;
    canvas = drawing_of (world, &view, LIFE_PIXEL_FORMAT_GRAY8, 90, 230);
    world->cells[i] = 0;
    for (guint k = 0; k < 90 * 230; k++)
      sum += canvas_get (canvas, 0, k % 90, k / 90) / 255.0;
    g_assert_cmpfloat_with_epsilon (sum, 64 * ROW, 2);
  }
}

/* --- Where they are --- */

static void
test_the_hexagon_under_a_pixel_is_located (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (zooms) * G_N_ELEMENTS (centers); i++) {
    g_autoptr (ByteWorld) world = world_of (31, 40, topologies[i % 3]);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 90, 61);
    const LifeView view = hexagon_view (
        zooms[i / 4], centers[i % 4][0], centers[i % 4][1], i % 5 * 30);

    for (guint k = 0; k < 90 * 61; k++) {
      gint64 column = 0, row = 0;
      LifeLocation location;
      gboolean sure = TRUE;

      g_assert_true (life_view_locate (&view, &world->geometry, 90, 61,
          k % 90 + 0.5, k / 90 + 0.5, &location));
      find_nearest (
          position_of_frame (world, &view, canvas, k % 90 + 0.5, k / 90 + 0.5),
          &column, &row, &sure);
      find_cell (world, &column, row);
      if (!sure)
        continue;
      g_assert_cmpfloat (location.column, ==, column + 0.5);
      g_assert_cmpfloat (location.row, ==, row + 0.5);
    }
  }
}

/* A view that is moved by a distance shows the same, so far away. */
static void
test_distances_move_the_picture (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autoptr (ByteWorld) world = world_of (61, 40, LIFE_TOPOLOGY_PLANE);
    LifeView view = hexagon_view (zooms[i], 30.3, 20.1, i % 2 * 30);
    g_autoptr (Canvas) before =
        drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 80, 60);
    g_autoptr (Canvas) after = NULL;
    gdouble columns, rows;
    guint n_same = 0;

    life_view_measure (&view, 7, -5, &columns, &rows);
    view.x += columns;
    view.y += rows;
    after = drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 80, 60);
    for (guint y = 5; y < 60; y++)
      for (guint x = 0; x < 73; x++)
        n_same +=
            canvas_get (after, 0, x, y) == canvas_get (before, 0, x + 7, y - 5);
    /* A point may lie on a border. */
    g_assert_cmpuint (n_same, >, 55 * 73 * 99 / 100);
  }
}

/* --- Borders --- */

/* What a point's border weighs: those to the left, the upper left and the upper right are as wide
 * as a pixel; of each tenth column or row twice as strong. */
static gdouble
border_at (
    const ByteWorld *world, const LifeView *view, Position at, gboolean *sure)
{
  gint64 column = 0, row = 0;
  gboolean is_border = FALSE, is_strong = FALSE;

  find_nearest (at, &column, &row, sure);
  for (guint i = 0; i < 3; i++) {
    const gint dx = i == 2 ? 0 : -1, dy = i == 0 ? 0 : -1;
    const Position here = middle_of (column, row);
    const Position there = middle_of (column + dx, row + dy);
    const gdouble distance = 0.5 - (at.x - here.x) * (there.x - here.x)
                             - (at.y - here.y) * (there.y - here.y);
    gint64 cell = column;

    if (fabs (distance - 1 / view->zoom) < 1e-7)
      *sure = FALSE;
    if (distance >= 1 / view->zoom || !find_cell (world, &cell, row))
      continue;
    is_border = TRUE;
    is_strong |= (dx < 0 && cell % 10 == 0) || (dy < 0 && row % 10 == 0);
  }
  return is_border ? is_strong ? 1 : 0.5 : 0;
}

static void
assert_borders (ByteWorld *world, LifeView view)
{
  static const guint line[] = { 0xc0, 0x20, 0x50, 255 };
  g_autoptr (Canvas) without =
      drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 97, 51);
  g_autoptr (Canvas) with = NULL;

  view.grid = 3;
  view.grid_color = 0xe0c02050;
  with = drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 97, 51);
  for (guint i = 0; i < 4 * 97 * 51; i++) {
    const guint k = i % 4, x = i / 4 % 97, y = i / 4 / 97;
    gdouble weight = 0, under = canvas_get (without, k, x, y);
    gboolean sure = TRUE;

    for (guint n = 0; n < 16; n++)
      weight += 0xe0 / 255.0 / 16
                * border_at (world, &view,
                    position_of_frame (world, &view, with,
                        x + (n % 4 + 0.5) / 4, y + (n / 4 + 0.5) / 4),
                    &sure);
    under += (line[k] - under) * weight;
    if (sure && fabs (canvas_get (with, k, x, y) - under) > 2)
      g_error ("zoom %g turned by %g: byte %u of pixel %u, %u is %u, not %.3f",
          view.zoom, view.rotation, k, x, y, canvas_get (with, k, x, y), under);
  }
}

static void
test_borders_follow_the_shape (void)
{
  static const gdouble angles[] = { 0, 30, -134 };

  for (guint i = 0; i < 5; i++)
    for (guint k = 0; k < G_N_ELEMENTS (angles); k++) {
      g_autoptr (ByteWorld) world = world_of (61, 40, topologies[k]);

      assert_borders (world, hexagon_view (zooms[i], 21.37, 13.21, angles[k]));
    }
}

/* --- Where there are none --- */

static void
test_other_views_have_squares (void)
{
  static const struct {
    LifeViewKind kind;
    gdouble zoom;
  } rows[] = { { LIFE_VIEW_PLANE, 2.99 }, { LIFE_VIEW_PLANE, 0.5 },
    { LIFE_VIEW_PROJECTION, 8 }, { LIFE_VIEW_MONTAGE, 8 },
    { LIFE_VIEW_SIDES, 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (ByteWorld) world =
        byte_world_new (20, 12, rows[i].kind == LIFE_VIEW_PLANE ? 1 : 5, 40, 3);
    g_autoptr (Canvas) squares = NULL, hexagons = NULL;
    LifeView view = default_view ();

    view.kind = rows[i].kind;
    view.zoom = rows[i].zoom;
    squares = drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 161, 97);
    view.cell_shape = LIFE_CELL_SHAPE_HEXAGON;
    hexagons = drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 161, 97);
    assert_same_canvas (hexagons, squares, "squares");
  }
}

/* Positions and zooms as far out as they can be are drawn without harm. */
static void
test_views_far_out_are_drawn (void)
{
  static const gdouble far_zooms[] = { 1e300, 5000.3, 3 };
  static const gdouble positions[] = { 0, 1e18, -1e300, INFINITY, NAN, 4e9 };
  g_autoptr (ByteWorld) world = world_of (61, 40, LIFE_TOPOLOGY_TORUS);

  for (guint i = 0; i < G_N_ELEMENTS (far_zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (positions); k++) {
      LifeView view = hexagon_view (
          far_zooms[i], positions[k], -positions[k], 33 * (k % 2));
      LifeLocation location;

      view.grid = 3;
      canvas_free (drawing_of (world, &view, LIFE_PIXEL_FORMAT_NV12, 37, 21));
      life_view_locate (&view, &world->geometry, 37, 21, 5, -1e18, &location);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/hexagons/" #name, test_##name)
  ADD (a_pixel_is_the_mean_of_16_points);
  ADD (neighbors_touch);
  ADD (a_torus_shows_each_cell_once);
  ADD (the_hexagon_under_a_pixel_is_located);
  ADD (distances_move_the_picture);
  ADD (borders_follow_the_shape);
  ADD (other_views_have_squares);
  ADD (views_far_out_are_drawn);
  return g_test_run ();
}
