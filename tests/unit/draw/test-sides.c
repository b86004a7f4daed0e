/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sides of a world: how three projections are laid out in a frame, that each looks as it does
 * alone, and which cell is at a place. */
#include "life/draw/view/sheet.h"
#include "tests/support/draw/model.h"
#include "tests/support/worlds/world.h"

static GRand *random_numbers;

static LifeView
sides (LifeColorMode mode)
{
  LifeView view = default_view ();

  view.kind = LIFE_VIEW_SIDES;
  view.color_mode = mode;
  view.dead_color = 0xff102040;
  for (guint i = 1; i < LIFE_MAX_STATES; i++)
    view.state_colors[i] = 0xff000000 | i * 2654435u;
  return view;
}

static guint
any (gint first, gint last)
{
  return (guint) g_rand_int_range (random_numbers, first, last + 1);
}

/* --- Layout --- */

/* A sheet in pixels of the frame that it lies in the middle of. */
typedef struct {
  LifeSheet sheet;
  LifeView view;       /* as it lies there */
  guint32 n;           /* cells of the sheet per pixel */
  gdouble zoom;        /* pixels per cell of the world */
  gint64 left, top;    /* of the frame */
  gint64 lines, apart; /* how wide lines are, and the gap between two */
} Layout;

static Layout
layout_of (const LifeGeometry *geometry, guint width, guint height)
{
  const LifeFrame frame = { .width = width, .height = height };
  Layout layout = { .view = sides (LIFE_COLOR_MODE_SOLID) };
  const LifeSheet *sheet = &layout.sheet;
  const LifeSheetPart *front = &sheet->parts[0], *above = &sheet->parts[1];

  life_sheet_of_view (&layout.sheet, &layout.view, geometry, &frame);
  layout.n = (guint32) floor (1 / layout.view.zoom + 0.5);
  layout.zoom = sheet->scale * layout.view.zoom;
  layout.left = floor_of ((gint64) width - sheet->n_columns / layout.n, 2);
  layout.top = floor_of ((gint64) height - sheet->n_rows / layout.n, 2);
  layout.lines = sheet->line / layout.n;
  layout.apart =
      (front->y - above->y - above->height) / layout.n - 2 * layout.lines;
  return layout;
}

static gboolean
fits (gdouble zoom, guint32 a, guint32 b, gint64 borders, guint pixels)
{
  return ceil (a * zoom - 1e-9) + ceil (b * zoom - 1e-9) + borders <= pixels;
}

static gdouble
next_zoom (gdouble zoom)
{
  return zoom >= 1 ? floor (zoom + 0.5) + 1 : 1 / (floor (1 / zoom + 0.5) - 1);
}

/* The front is below what is seen from above and next to what is seen from the right, edge to edge,
 * at the largest zoom at which all and a gap around them fit. */
static void
test_edges_meet_and_the_largest_zoom_is_chosen (void)
{
  for (guint i = 0; i < 2000; i++) {
    const LifeGeometry geometry = { any (1, 300), any (1, 300), any (2, 300) };
    const guint width = any (50, 900), height = any (50, 900);
    const Layout layout = layout_of (&geometry, width, height);
    const LifeSheetPart *front = &layout.sheet.parts[0];
    const LifeSheetPart *above = &layout.sheet.parts[1];
    const LifeSheetPart *right = &layout.sheet.parts[2];
    const gint64 gap = layout.apart + 2 * layout.lines;
    const gint64 borders = 3 * layout.apart + 4 * layout.lines;
    const gdouble more = next_zoom (layout.zoom);

    g_assert_cmpuint (layout.sheet.n_parts, ==, 3);
    g_assert_cmpuint (above->x, ==, front->x);
    g_assert_cmpuint (above->width, ==, front->width);
    g_assert_cmpuint (right->y, ==, front->y);
    g_assert_cmpuint (right->height, ==, front->height);
    g_assert_cmpuint (above->height, ==, right->width);
    g_assert_cmpint (right->x - front->x - front->width, ==, gap * layout.n);
    g_assert_cmpint (layout.lines, ==, MIN (width, height) >= 480 ? 2 : 1);
    g_assert_cmpint (layout.left, >=, layout.apart);
    g_assert_cmpint (layout.top, >=, layout.apart);
    g_assert_true (
        fits (layout.zoom, geometry.width, geometry.depth, borders, width)
        && fits (
            layout.zoom, geometry.height, geometry.depth, borders, height));
    g_assert_false (
        fits (more, geometry.width, geometry.depth, borders, width)
        && fits (more, geometry.height, geometry.depth, borders, height));
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

/* What a side is alone, and how it is turned to lie where it does. */
static const struct {
  LifeAxis axis;
  gboolean far_side, on_its_head, on_its_edge;
} of_parts[] = {
  { LIFE_AXIS_Z, FALSE, FALSE, FALSE },
  { LIFE_AXIS_Y, FALSE, TRUE, FALSE },
  { LIFE_AXIS_X, TRUE, FALSE, TRUE },
};

static guint32
color_at (const Canvas *canvas, guint x, guint y)
{
  guint32 color;

  memcpy (&color, canvas_byte (canvas, 0, 4 * x, y), sizeof color);
  return color;
}

/* Compares with the projection alone, and removes it, with the line around it, from @left. */
static void
check_side (const Layout *layout, guint i, const Canvas *drawn,
    const Canvas *alone, gboolean *left)
{
  const LifeSheetPart *part = &layout->sheet.parts[i];
  const gint64 x0 = layout->left + part->x / layout->n;
  const gint64 y0 = layout->top + part->y / layout->n;
  const gint64 width = part->width / layout->n;
  const gint64 height = part->height / layout->n;
  const gint64 lines = layout->lines;

  for (gint64 y = -lines; y < height + lines; y++)
    for (gint64 x = -lines; x < width + lines; x++) {
      const guint at_x = (guint) (x0 + x), at_y = (guint) (y0 + y);
      const guint32 color = color_at (drawn, at_x, at_y);

      left[at_y * drawn->frame.width + at_x] = FALSE;
      if (x < 0 || x >= width || y < 0 || y >= height)
        g_assert_cmphex (color, ==,
            color_at (drawn, (guint) (layout->left), (guint) (layout->top)));
      else if (of_parts[i].on_its_edge)
        g_assert_cmphex (color, ==, color_at (alone, (guint) y, (guint) x));
      else
        g_assert_cmphex (color, ==,
            color_at (alone, (guint) x,
                (guint) (of_parts[i].on_its_head ? height - 1 - y : y)));
    }
}

static void
check_sides (gpointer world, DrawView draw_view, const LifeGeometry *geometry,
    const LifeView *view, guint width, guint height)
{
  const Layout layout = layout_of (geometry, width, height);
  g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_RGBA, width, height);
  g_autofree gboolean *left = g_new (gboolean, (gsize) width * height);

  for (guint i = 0; i < width * height; i++)
    left[i] = TRUE;
  draw_view (world, view, drawn);
  for (guint i = 0; i < G_N_ELEMENTS (of_parts); i++) {
    const LifeSheetPart *part = &layout.sheet.parts[i];
    const guint across = part->width / layout.n, down = part->height / layout.n;
    const gboolean turned = of_parts[i].on_its_edge;
    g_autoptr (Canvas) alone = canvas_new (
        LIFE_PIXEL_FORMAT_RGBA, turned ? down : across, turned ? across : down);
    LifeView projection = *view;

    projection.kind = LIFE_VIEW_PROJECTION;
    projection.zoom = layout.zoom;
    projection.axis = of_parts[i].axis;
    projection.far_side = of_parts[i].far_side;
    draw_view (world, &projection, alone);
    check_side (&layout, i, drawn, alone, left);
  }
  for (guint i = 0; i < width * height; i++)
    if (left[i])
      g_assert_cmphex (color_at (drawn, i % width, i / width), ==, 0xff402010);
}

/* Also where whole pixels do not hold whole cells, and of a world that is longer than it is wide. */
static void
test_each_side_is_its_projection (void)
{
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_POSITION, LIFE_COLOR_MODE_DISTANCE,
    LIFE_COLOR_MODE_DEPTH };

  for (guint i = 0; i < 150; i++) {
    g_autoptr (ByteWorld) world =
        byte_world_new (any (1, 60), any (1, 60), any (1, 60), any (0, 30), i);
    const LifeView view = sides (modes[i % G_N_ELEMENTS (modes)]);

    world->states = 3;
    check_sides (world, draw_bytes, &world->geometry, &view, any (30, 260),
        any (30, 260));
  }
}

static void
test_sides_of_worlds_are_their_projections (void)
{
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_AGE, LIFE_COLOR_MODE_NEIGHBORS, LIFE_COLOR_MODE_CHANGE };
  static const LifeGeometry geometry = { 70, 33, 20, LIFE_TOPOLOGY_TORUS };
  static const gchar *const rules[] = { "B6/S567", "B4/S4,5/C5" };

  for (guint i = 0; i < 8; i++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, rules[i % 2], LIFE_KERNEL_AUTO, i / 4 ? 3 : 1);
    const LifeView view = sides (modes[i / 2]);
    g_autoptr (GError) error = NULL;

    fill_soup (world, i, 0.3);
    for (guint age = 0; age < 3; age++) {
      life_world_record_history (world, &error);
      g_assert_no_error (error);
      step (world, 1);
    }
    check_sides (world, draw_any, &geometry, &view, 500, 490);
    check_sides (world, draw_any, &geometry, &view, 61, 44);
  }
}

/* Frames in which borders would leave no room have none; all of them can be drawn. */
static void
test_sides_fit_into_any_frame (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (50, 40, 30, 100, 0);
  const LifeView view = sides (LIFE_COLOR_MODE_SOLID);

  for (guint i = 1; i < 24; i++)
    for (guint j = 1; j < 24; j++) {
      g_autoptr (Canvas) canvas G_GNUC_UNUSED =
          drawing_of (world, &view, LIFE_PIXEL_FORMAT_GRAY8, i, j);
      const Layout layout = layout_of (&world->geometry, i, j);

      if (i > 1 && j > 1) {
        g_assert_cmpint (layout.left, >=, 0);
        g_assert_cmpint (layout.top, >=, 0);
      }
    }
}

/* --- Places --- */

/* The cell at a place of a side is the nearest one: full bright where it lives. */
static void
check_positions (ByteWorld *world, const LifeView *view, const Canvas *canvas)
{
  const LifeGeometry *geometry = &world->geometry;
  const guint width = canvas->frame.width, height = canvas->frame.height;
  guint n = 0;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      LifeLocation position;

      if (!life_view_locate (
              view, geometry, width, height, x + 0.5, y + 0.5, &position)) {
        g_assert_cmpuint (canvas_get (canvas, 0, x, y), <, 255);
        continue;
      }
      n++;
      g_assert_cmpint (canvas_get (canvas, 0, x, y) == 255, ==,
          *plane_cell (world, LIFE_AXIS_Z, position.plane,
              (guint32) floor (position.column), (guint32) floor (position.row))
              != 0);
    }
  g_assert_cmpuint (n, >, 0);
}

static void
test_the_cell_at_a_position_is_the_nearest_one (void)
{
  for (guint i = 0; i < 60; i++) {
    g_autoptr (ByteWorld) world =
        byte_world_new (any (1, 20), any (1, 20), any (2, 20), 30, i);
    LifeView view = sides (LIFE_COLOR_MODE_SOLID);
    g_autoptr (Canvas) canvas = NULL;

    view.dead_color = 0xff000000;
    canvas = drawing_of (
        world, &view, LIFE_PIXEL_FORMAT_GRAY8, any (60, 200), any (60, 200));
    check_positions (world, &view, canvas);
  }
}

/* Below zoom 1 a cell at the middle of a pixel is one that it shows. */
static void
test_positions_of_many_cells_are_in_the_world (void)
{
  for (guint i = 0; i < 30; i++) {
    const LifeGeometry geometry = { any (90, 200), any (90, 200),
      any (90, 200) };
    const LifeView view = sides (LIFE_COLOR_MODE_SOLID);
    guint n = 0;

    for (guint y = 0; y < 70; y++)
      for (guint x = 0; x < 70; x++) {
        LifeLocation position;

        if (!life_view_locate (
                &view, &geometry, 70, 70, x + 0.5, y + 0.5, &position))
          continue;
        n++;
        g_assert_cmpfloat (position.column, >=, 0);
        g_assert_cmpfloat (position.column, <, geometry.width);
        g_assert_cmpfloat (position.row, >=, 0);
        g_assert_cmpfloat (position.row, <, geometry.height);
        g_assert_cmpuint (position.plane, <, geometry.depth);
      }
    g_assert_cmpuint (n, >, 0);
  }
}

int
main (int argc, char **argv)
{
  gint failed;

  g_test_init (&argc, &argv, NULL);
  random_numbers = g_rand_new_with_seed (31);
#define ADD(name) g_test_add_func ("/sides/" #name, test_##name)
  ADD (edges_meet_and_the_largest_zoom_is_chosen);
  ADD (each_side_is_its_projection);
  ADD (sides_of_worlds_are_their_projections);
  ADD (sides_fit_into_any_frame);
  ADD (the_cell_at_a_position_is_the_nearest_one);
  ADD (positions_of_many_cells_are_in_the_world);
  failed = g_test_run ();
  g_rand_free (random_numbers);
  return failed;
}
