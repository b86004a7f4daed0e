/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Places of a frame found in the world, compared with what drawing shows there. */
#include "tests/support/draw/model.h"

#define N_VIEWS 400
#define N_PIXELS 6

static GRand *random_numbers;

static gint
any (gint first, gint last)
{
  return g_rand_int_range (random_numbers, first, last + 1);
}

static gdouble
any_position (guint32 cells)
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
  view.x = any_position (columns);
  view.y = any_position (rows);
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

/* The cell around @location, or NULL where that lies outside the world. */
static guint8 *
spotted (ByteWorld *world, LifeAxis axis, const LifeLocation *location)
{
  guint32 columns, rows, planes;

  life_geometry_plane (&world->geometry, axis, &columns, &rows, &planes);
  g_assert_cmpuint (location->plane, <, planes);
  if (!(location->column >= 0 && location->column < columns
          && location->row >= 0 && location->row < rows))
    return NULL;
  return plane_cell (world, axis, location->plane,
      (guint32) floor (location->column), (guint32) floor (location->row));
}

static guint8 *
cell_under (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y)
{
  LifeLocation location;

  if (life_view_locate (view, &world->geometry, canvas->frame.width,
          canvas->frame.height, x + 0.5, y + 0.5, &location))
    return spotted (world, view->axis, &location);
  g_assert_cmpint (view->kind, ==, LIFE_VIEW_MONTAGE);
  return NULL;
}

static gchar *
describe (const ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y)
{
  const LifeGeometry *geometry = &world->geometry;

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

  if (view->kind == LIFE_VIEW_MONTAGE)
    return FALSE;
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
  return view->kind == LIFE_VIEW_PLANE && view->zoom <= 0.25
         && fmod (view->rotation, 90) != 0;
}

/* Where a pixel shows a place, the cell there changes it. */
static void
check_pixel (ByteWorld *world, const LifeView *view, Canvas *canvas)
{
  const guint x = (guint) any (0, (gint) canvas->frame.width - 1);
  const guint y = (guint) any (0, (gint) canvas->frame.height - 1);
  guint8 *cell = cell_under (world, view, canvas, x, y);
  g_autoptr (Canvas) changed = NULL;

  if (!cell || may_miss_squares (view))
    return;
  *cell ^= 1;
  changed = drawing_of (world, view, LIFE_PIXEL_FORMAT_GRAY8,
      canvas->frame.width, canvas->frame.height);
  *cell ^= 1;
  if (canvas_get (changed, 0, x, y) == canvas_get (canvas, 0, x, y)) {
    g_autofree gchar *what = describe (world, view, canvas, x, y);

    g_error ("%s stays as it is when the cell there changes", what);
  }
}

/* Also tile by tile in a montage, which has but few pixels that show no cell. */
static void
test_the_cell_that_is_located_is_what_the_pixel_shows (void)
{
  guint n_whole = 0;

  random_numbers = g_rand_new_with_seed (11);
  for (guint i = 0; i < N_VIEWS; i++) {
    const gboolean montage = i % 10 == 9;
    const gint maximum = montage ? 130 : 50;
    g_autoptr (ByteWorld) world = any_world ();
    LifeView view = any_view (&world->geometry);
    g_autoptr (Canvas) canvas = NULL;

    view.kind = montage ? LIFE_VIEW_MONTAGE : LIFE_VIEW_PLANE;
    canvas = drawing_of (world, &view, LIFE_PIXEL_FORMAT_GRAY8,
        (guint) any (1, maximum), (guint) any (1, maximum));
    if (shows_single_cells (&view)) {
      check_every_pixel (world, &view, canvas);
      n_whole++;
    }
    for (guint k = 0; k < (montage ? 40 : N_PIXELS); k++)
      check_pixel (world, &view, canvas);
  }
  g_assert_cmpuint (n_whole, >, N_VIEWS / 8);
  g_rand_free (random_numbers);
}

/* @plane -1 is no place. */
static void
test_positions_are_where_they_are_reported (void)
{
  static const struct {
    LifeViewKind kind;
    LifeGeometry geometry;
    LifeView view; /* axis, far_side, zoom, x, y and rotation of it */
    guint side;
    gdouble x, y;
    gint plane;
    gdouble column, row;
  } rows[] = {
    /* Far out cells are as exact. */
    { LIFE_VIEW_PLANE, { 4000000000u, 4000000000u, 1 },
        { .zoom = 4096, .x = 3999999999.5, .y = 3999999999.5 }, 4096, 0.5,
        4095.5, 0, 3999999999 + 0.5 / 4096, 4000000000 - 0.5 / 4096 },
    { LIFE_VIEW_PLANE, { 4000000000u, 4000000000u, 1 },
        { .zoom = 4096, .x = 3999999999.5, .y = 3999999999.5 }, 4096, -0.5,
        4096.5, 0, 3999999999 - 0.5 / 4096, 4000000000 + 0.5 / 4096 },
    /* Places within pixels count. */
    { LIFE_VIEW_PLANE, { 10, 10, 1 }, { .zoom = 4, .x = -1, .y = -1 }, 40, 7, 9,
        0, 1.75, 2.25 },
    { LIFE_VIEW_PLANE, { 10, 10, 1 },
        { .zoom = 4, .x = -1, .y = -1, .rotation = 90 }, 40, 7, 9, 0, 2.25,
        8.25 },
    /* A cell of a projection is on the plane that hides all others. */
    { LIFE_VIEW_PROJECTION, { 9, 7, 7 },
        { .axis = LIFE_AXIS_X, .zoom = 1, .x = -1, .y = -1 }, 7, 3.5, 2.5, 0,
        3.5, 2.5 },
    { LIFE_VIEW_PROJECTION, { 9, 7, 7 },
        { .axis = LIFE_AXIS_X, .far_side = TRUE, .zoom = 1, .x = -1, .y = -1 },
        7, 3.5, 2.5, 8, 3.5, 2.5 },
    /* Lines of a montage are no place, nor is what lies outside. */
    { LIFE_VIEW_MONTAGE, { 10, 10, 4 }, { .zoom = 1 }, 21, 9.5, 20.5, 2, 9.5,
        9.5 },
    { LIFE_VIEW_MONTAGE, { 10, 10, 4 }, { .zoom = 1 }, 21, 10.5, 3.5, -1 },
    { LIFE_VIEW_MONTAGE, { 10, 10, 4 }, { .zoom = 1 }, 21, -0.5, 3, -1 },
    { LIFE_VIEW_MONTAGE, { 10, 10, 4 }, { .zoom = 1 }, 21, 3, 1e300, -1 },
    /* Views in perspective have none. */
    { LIFE_VIEW_XRAY, { 10, 10, 4 }, { .zoom = 1 }, 20, 9, 9, -1 },
    { LIFE_VIEW_VOLUME, { 10, 10, 4 }, { .zoom = 1 }, 20, 9, 9, -1 },
    { LIFE_VIEW_SPACETIME, { 10, 10, 4 }, { .zoom = 1 }, 20, 9, 9, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    LifeView view = default_view ();
    LifeLocation location;
    gboolean found;

    view.kind = rows[i].kind;
    view.axis = rows[i].view.axis;
    view.far_side = rows[i].view.far_side;
    view.zoom = rows[i].view.zoom;
    view.x = rows[i].view.x;
    view.y = rows[i].view.y;
    view.rotation = rows[i].view.rotation;
    found = life_view_locate (&view, &rows[i].geometry, rows[i].side,
        rows[i].side, rows[i].x, rows[i].y, &location);
    g_test_message ("row %u", i);
    g_assert_cmpint (found, ==, rows[i].plane >= 0);
    if (!found)
      continue;
    g_assert_cmpint (location.plane, ==, rows[i].plane);
    g_assert_cmpfloat_with_epsilon (
        location.column, rows[i].column, 1e-9 + 1e-15 * rows[i].column);
    g_assert_cmpfloat_with_epsilon (
        location.row, rows[i].row, 1e-9 + 1e-15 * rows[i].row);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/locate/" #name, test_##name)
  ADD (the_cell_that_is_located_is_what_the_pixel_shows);
  ADD (positions_are_where_they_are_reported);
  return g_test_run ();
}
