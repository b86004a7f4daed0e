/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views between whole zooms, compared with what real numbers say; on a world of
 * bytes. Whole zooms are in test-view.c. */
#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"

/* Views of a few states, some of them translucent. */
static LifeView
camera_view (gdouble zoom, gdouble x, gdouble y)
{
  LifeView view = default_view ();

  view.zoom = zoom;
  view.x = x;
  view.y = y;
  view.color_mode = LIFE_COLOR_MODE_STATE;
  view.dead_color = 0x90203040;
  for (guint i = 0; i < LIFE_MAX_STATES; i++)
    view.state_colors[i] = 0x70c0ff37u * (i + 3);
  return view;
}

static ByteWorld *
camera_world (guint32 width, guint32 height, guint32 depth)
{
  ByteWorld *world = byte_world_new (width, height, depth, 40, width);

  world->states = 5;
  for (gsize i = 0; i < (gsize) width * height * depth; i++)
    world->cells[i] *= 1 + i * 7 % 11 % 4;
  return world;
}

/* Channel @k of RGBA of a cell, which may lie outside the world. */
static guint
cell_channel (ByteWorld *world, const LifeView *view, gdouble column,
    gdouble row, guint k)
{
  guint32 columns, rows, planes, color = view->dead_color;
  guint shift = k < 3 ? 16 - 8 * k : 24;

  life_geometry_plane (
      &world->engine.geometry, view->axis, &columns, &rows, &planes);
  if (column >= 0 && column < columns && row >= 0 && row < rows) {
    guint state = *plane_cell (world, view->axis, view->slice, column, row);

    if (state > 0)
      color = view->color_mode == LIFE_COLOR_MODE_STATE
                  ? view->state_colors[state]
                  : view->alive_color;
  }
  return color >> shift & 255;
}

/* The place of @pixel's left edge in cells. */
static gdouble
cells_at (const LifeView *view, gdouble pixel, guint pixels, guint32 cells,
    gdouble center)
{
  return (center == -1 ? cells / 2.0 : center)
         + (pixel - pixels / 2.0) / view->zoom;
}

static gdouble
mean_channel (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y, guint k)
{
  guint width = canvas->frame.width, height = canvas->frame.height;
  gdouble left, right, upper, lower, sum = 0;
  guint32 columns, rows, planes;

  life_geometry_plane (
      &world->engine.geometry, view->axis, &columns, &rows, &planes);
  left = cells_at (view, x, width, columns, view->x);
  right = cells_at (view, x + 1.0, width, columns, view->x);
  upper = cells_at (view, y, height, rows, view->y);
  lower = cells_at (view, y + 1.0, height, rows, view->y);
  for (gdouble row = floor (upper); row < lower; row++)
    for (gdouble column = floor (left); column < right; column++)
      sum += (MIN (column + 1, right) - MAX (column, left))
             * (MIN (row + 1, lower) - MAX (row, upper))
             * cell_channel (world, view, column, row, k);
  return sum / ((right - left) * (lower - upper));
}

static void
assert_area_means (ByteWorld *world, const LifeView *view, guint width,
    guint height, gdouble tolerance)
{
  g_autoptr (Canvas) canvas =
      canvas_new (LIFE_PIXEL_FORMAT_RGBA, width, height);

  draw (world, view, canvas);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      for (guint k = 0; k < 4; k++) {
        gdouble mean = mean_channel (world, view, canvas, x, y, k);
        guint drawn = *canvas_byte (canvas, 0, 4 * x + k, y);

        if (fabs (drawn - mean) > tolerance)
          g_error ("zoom %g at %g, %g: byte %u of pixel %u, %u is %u, not %.3f",
              view->zoom, view->x, view->y, k, x, y, drawn, mean);
      }
}

static const gdouble centers[][2] = { { -1, -1 }, { 5.37, 3.21 },
  { -7.2, 40.9 }, { -1000.5, 5000.3 } };
static const guint sizes[][2] = { { 1, 1 }, { 17, 9 }, { 70, 41 } };

/* Within half a step, and what weights are rounded by. */
static void
test_a_pixel_between_whole_zooms_is_its_areas_mean (void)
{
  static const gdouble zooms[] = { 1.0001, 1.3, 1.99, 2.5, 3.3, 7.77, 40.5,
    333.3, 4095.9 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (centers); k++)
      for (guint m = 0; m < G_N_ELEMENTS (sizes); m++) {
        g_autoptr (ByteWorld) world = camera_world (61 + m, 40, 1);
        LifeView view = camera_view (zooms[i], centers[k][0], centers[k][1]);

        if (k % 2 == 1)
          view.color_mode = LIFE_COLOR_MODE_SOLID;
        assert_area_means (world, &view, sizes[m][0], sizes[m][1], 0.7);
      }
}

/* Below zoom 1 edges lie in 256ths of a cell. */
static void
test_a_pixel_below_zoom_1_is_its_areas_mean (void)
{
  static const gdouble zooms[] = { 0.97, 0.6, 0.3, 0.11 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (centers); k++) {
      g_autoptr (ByteWorld) world = camera_world (61, 40, 1);
      LifeView view = camera_view (zooms[i], centers[k][0], centers[k][1]);

      assert_area_means (world, &view, 17, 9, 2.5);
    }
}

static void
test_slices_have_area_means (void)
{
  g_autoptr (ByteWorld) world = camera_world (9, 14, 20);
  static const guint32 slices[] = { 19, 13, 8 };

  for (LifeAxis axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
    LifeView view = camera_view (2.7, -1, -1);

    view.axis = axis;
    view.slice = slices[axis];
    assert_area_means (world, &view, 31, 33, 0.7);
  }
}

static void
test_nearest_shows_the_cell_under_the_center (void)
{
  static const gdouble zooms[] = { 1.3, 2.5, 7.77 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (centers); k++) {
      g_autoptr (ByteWorld) world = camera_world (61, 40, 1);
      g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 37, 21);
      LifeView view = camera_view (zooms[i], centers[k][0], centers[k][1]);

      view.scaling = LIFE_SCALING_NEAREST;
      draw (world, &view, canvas);
      for (guint y = 0; y < 21; y++)
        for (guint x = 0; x < 37; x++)
          g_assert_cmpuint (*canvas_byte (canvas, 0, 4 * x, y), ==,
              cell_channel (world, &view,
                  floor (cells_at (&view, x + 0.5, 37, 61, view.x)),
                  floor (cells_at (&view, y + 0.5, 21, 40, view.y)), 0));
    }
}

/* Whole zooms have no areas. */
static void
test_scaling_makes_no_difference_at_whole_zooms (void)
{
  static const gdouble zooms[] = { 1, 2, 5, 0.5, 1 / 3.0, 0.3 };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autoptr (Canvas) area = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 37, 21);
    g_autoptr (Canvas) nearest = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 37, 21);
    LifeView view = camera_view (zooms[i], 7.3, -1);

    draw (world, &view, area);
    view.scaling = LIFE_SCALING_NEAREST;
    draw (world, &view, nearest);
    assert_same_canvas (nearest, area, "nearest");
  }
}

/* The middle of a block's light along x, and across it. */
static void
find_middle (const Canvas *canvas, gdouble middle[2])
{
  gdouble sum = 0;

  middle[0] = middle[1] = 0;
  for (guint y = 0; y < canvas->frame.height; y++)
    for (guint x = 0; x < canvas->frame.width; x++) {
      guint light = *canvas_byte (canvas, 0, x, y);

      sum += light;
      middle[0] += light * (x + 0.5);
      middle[1] += light * (y + 0.5);
    }
  middle[0] /= sum;
  middle[1] /= sum;
}

/* A block is where it is to be within a tenth of a pixel, at each of many zooms close to
 * each other. */
static void
test_a_slow_zoom_does_not_jitter (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (101, 67, 1, 0, 0);
  gdouble last[2] = { 0, 0 };

  for (guint i = 0; i < 4; i++)
    *cell_at (world, 60 + i % 2, 30 + i / 2, 0) = 1;
  for (guint i = 1; i <= 300; i++) {
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 160, 99);
    LifeView view = default_view ();
    gdouble middle[2], exact[2];

    view.zoom = 2 + i * 0.0031;
    view.x = 50.3;
    view.y = 33.7;
    draw (world, &view, canvas);
    find_middle (canvas, middle);
    exact[0] = 80 + (61 - 50.3) * view.zoom;
    exact[1] = 49.5 + (31 - 33.7) * view.zoom;
    for (guint k = 0; k < 2; k++)
      if (fabs (middle[k] - exact[k]) > 0.1)
        g_error ("zoom %g: the block is at %g, not %g", view.zoom, middle[k],
            exact[k]);
    g_assert_cmpfloat (middle[0], >, last[0]);
    g_assert_true (i == 1 || middle[1] < last[1]);
    memcpy (last, middle, sizeof last);
  }
}

/* --- Turned --- */

/* Channel @k of the square of the world, @side cells wide, in which a place lies. Where
 * that cannot be seen for rounding, *@sure is cleared. */
static gdouble
square_channel (ByteWorld *world, const LifeView *view, gdouble side,
    const gdouble place[2], guint k, gboolean *sure)
{
  gdouble first[2], sum = 0;

  for (guint i = 0; i < 2; i++) {
    first[i] = floor (place[i] / side) * side;
    if (fabs (place[i] / side - floor (place[i] / side + 0.5)) < 1e-7)
      *sure = FALSE;
  }
  for (gdouble row = floor (first[1]); row < first[1] + side; row++)
    for (gdouble column = floor (first[0]); column < first[0] + side; column++)
      sum += (MIN (column + 1, first[0] + side) - MAX (column, first[0]))
             * (MIN (row + 1, first[1] + side) - MAX (row, first[1]))
             * cell_channel (world, view, column, row, k);
  return sum / (side * side);
}

static gdouble
turned_channel (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y, guint k, gboolean *sure)
{
  gdouble side = view->zoom < 1 ? ceil (64 / view->zoom - 1e-9) / 256 : 1,
          sum = 0;
  gdouble sine = sin (view->rotation * G_PI / 180);
  gdouble cosine = cos (view->rotation * G_PI / 180);
  guint32 columns, rows, planes;

  life_geometry_plane (
      &world->engine.geometry, view->axis, &columns, &rows, &planes);
  for (guint i = 0; i < 16; i++) {
    gdouble right = x + (i % 4 + 0.5) / 4 - canvas->frame.width / 2.0;
    gdouble down = y + (i / 4 + 0.5) / 4 - canvas->frame.height / 2.0;
    gdouble place[2] = {
      (right * cosine + down * sine) / view->zoom
          + (view->x == -1 ? columns / 2.0 : view->x),
      (down * cosine - right * sine) / view->zoom
          + (view->y == -1 ? rows / 2.0 : view->y),
    };

    sum += square_channel (world, view, side, place, k, sure);
  }
  return sum / 16;
}

/* Indices of what is alive are rounded before their colors are. */
static void
assert_turned (
    ByteWorld *world, const LifeView *view, guint width, guint height)
{
  g_autoptr (Canvas) canvas =
      canvas_new (LIFE_PIXEL_FORMAT_RGBA, width, height);

  draw (world, view, canvas);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      for (guint k = 0; k < 4; k++) {
        gboolean sure = TRUE;
        gdouble mean = turned_channel (world, view, canvas, x, y, k, &sure);
        guint drawn = *canvas_byte (canvas, 0, 4 * x + k, y);

        if (sure
            && fabs (drawn - mean)
                   > (view->zoom < 1
                               && view->color_mode == LIFE_COLOR_MODE_SOLID
                           ? 1.01
                           : 0.5 + 1e-6))
          g_error ("zoom %g at %g, %g turned by %g: byte %u of pixel %u, %u is "
                   "%u, not %.3f",
              view->zoom, view->x, view->y, view->rotation, k, x, y, drawn,
              mean);
      }
}

static void
test_a_turned_pixel_is_the_mean_of_16_places (void)
{
  static const gdouble zooms[] = { 1, 1.3, 2, 2.5, 7.77, 40.5, 333.3 };
  static const gdouble angles[] = { 1e-3, 29.7, 90.01, 134, -77.7, 301, 3599 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint n = 0; n < G_N_ELEMENTS (angles); n++)
      for (guint k = 0; k < G_N_ELEMENTS (centers); k++)
        for (guint m = 0; m < G_N_ELEMENTS (sizes); m++) {
          g_autoptr (ByteWorld) world = camera_world (61 + m, 40, 1);
          LifeView view = camera_view (zooms[i], centers[k][0], centers[k][1]);

          view.rotation = angles[n];
          if (k % 2 == 1)
            view.color_mode = LIFE_COLOR_MODE_SOLID;
          assert_turned (world, &view, sizes[m][0], sizes[m][1]);
        }
}

/* Below zoom 1 those are areas; with so many cells that they are summed in parts. */
static void
test_a_turned_pixel_below_zoom_1_is_the_mean_of_16_areas (void)
{
  static const gdouble zooms[] = { 0.97, 0.75, 0.5, 0.3, 1 / 3.0, 0.11,
    1 / 40.5 };
  static const gdouble angles[] = { 29.7, -134 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint n = 0; n < G_N_ELEMENTS (angles); n++)
      for (guint k = 0; k < G_N_ELEMENTS (centers); k++)
        for (guint m = 0; m < G_N_ELEMENTS (sizes) - (zooms[i] < 0.1); m++) {
          g_autoptr (ByteWorld) world = camera_world (361 + m, 240, 1);
          LifeView view = camera_view (zooms[i], centers[k][0], centers[k][1]);

          view.rotation = angles[n];
          if (k % 2 == 0)
            view.color_mode = LIFE_COLOR_MODE_SOLID;
          assert_turned (world, &view, sizes[m][0], sizes[m][1]);
        }
}

/* Pixel (@x, @y) of a frame that is turned, in the one that is not. */
static guint32
unturned_pixel (const Canvas *canvas, guint quarters, guint x, guint y)
{
  guint right = canvas->frame.width - 1, bottom = canvas->frame.height - 1;
  guint from_x = quarters == 1 ? y : quarters == 2 ? right - x : right - y;
  guint from_y = quarters == 1 ? bottom - x : quarters == 2 ? bottom - y : x;
  guint32 pixel;

  memcpy (&pixel, canvas_byte (canvas, 0, 4 * from_x, from_y), 4);
  return pixel;
}

static void
assert_quarter_turn (
    ByteWorld *world, LifeView *view, guint quarters, guint width, guint height)
{
  g_autoptr (Canvas) turned =
      canvas_new (LIFE_PIXEL_FORMAT_RGBA, width, height);
  g_autoptr (Canvas) upright = canvas_new (LIFE_PIXEL_FORMAT_RGBA,
      quarters % 2 ? height : width, quarters % 2 ? width : height);

  view->rotation = 0;
  draw (world, view, upright);
  view->rotation = 90.0 * quarters - (quarters == 3 ? 720 : 0);
  draw (world, view, turned);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      guint32 pixel;

      memcpy (&pixel, canvas_byte (turned, 0, 4 * x, y), 4);
      if (pixel != unturned_pixel (upright, quarters, x, y))
        g_error ("zoom %g at %g, %g, mode %d, turned by %g: pixel %u, %u of %u "
                 "× %u is %08x, not %08x",
            view->zoom, view->x, view->y, view->color_mode, view->rotation, x,
            y, width, height, pixel, unturned_pixel (upright, quarters, x, y));
    }
}

static void
test_quarter_turns_at_whole_zooms_are_exact (void)
{
  static const gdouble zooms[] = { 1, 2, 3, 7, 20, 0.5, 1 / 3.0, 0.25, 0.2,
    1 / 6.0, 1 / 61.0 };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_STATE,
    LIFE_COLOR_MODE_SOLID, LIFE_COLOR_MODE_DENSITY };
  static const guint frames[][2] = { { 1, 1 }, { 36, 21 }, { 97, 34 },
    { 70, 40 } };
  g_autoptr (ByteWorld) world = camera_world (261, 140, 1);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint n = 0; n < G_N_ELEMENTS (modes) * G_N_ELEMENTS (frames); n++)
      for (guint k = 0; k < G_N_ELEMENTS (centers); k++)
        for (guint quarters = 1; quarters < 4; quarters++) {
          LifeView view = camera_view (zooms[i], centers[k][0], centers[k][1]);

          view.color_mode = modes[n % 3];
          view.grid = n % 2 * 2;
          assert_quarter_turn (
              world, &view, quarters, frames[n / 3][0], frames[n / 3][1]);
        }
}

static void
test_turned_slices_are_cut_across_each_axis (void)
{
  static const guint32 slices[] = { 19, 13, 8 };
  static const gdouble zooms[] = { 2, 1 / 3.0 };
  g_autoptr (ByteWorld) world = camera_world (9, 14, 20);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (LifeAxis axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++)
      for (guint quarters = 1; quarters < 4; quarters++) {
        LifeView view = camera_view (zooms[i], -1, 3);

        view.axis = axis;
        view.slice = slices[axis];
        assert_quarter_turn (world, &view, quarters, 31, 34);
      }
}

/* What is no angle turns nothing. */
static void
test_whole_turns_turn_nothing (void)
{
  static const gdouble angles[] = { 360, -720, 3.6e12, NAN, INFINITY,
    -INFINITY };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < G_N_ELEMENTS (angles); i++) {
    g_autoptr (Canvas) turned = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 37, 21);
    g_autoptr (Canvas) upright = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 37, 21);
    LifeView view = camera_view (2.5, 7.3, -1);

    draw (world, &view, upright);
    view.rotation = angles[i];
    draw (world, &view, turned);
    assert_same_canvas (turned, upright, "a whole turn");
  }
}

/* Places and zooms as far out as they can be are drawn without harm. */
static void
test_views_far_out_can_be_turned (void)
{
  static const gdouble zooms[] = { 1e300, 5000.3, 1, 1e-3, 1e-7, 1e-12, 0,
    NAN };
  static const gdouble places[] = { 0, 1e18, -1e300, INFINITY, NAN, 4e9 };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (places); k++)
      for (guint n = 0; n < 2; n++) {
        g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_NV12, 37, 21);
        LifeView view = camera_view (zooms[i], places[k], -places[k]);

        view.rotation = n > 0 ? 33 : 270;
        if (k % 2 == 1)
          view.color_mode = LIFE_COLOR_MODE_AUTO;
        draw (world, &view, canvas);
      }
}

/* --- Borders of cells --- */

/* Which border a place along an axis lies on: 0 none, 1 any, 2 a strong one. */
static guint
border_at (const LifeView *view, gdouble place, guint32 cells, gboolean *sure)
{
  gdouble cell = floor (place);
  gdouble width = (place - cell) * view->zoom;

  if (fabs (width - 1) < 1e-6 || width < 1e-6 || width > view->zoom - 1e-6)
    *sure = FALSE;
  if (place < 0 || place >= cells || width >= 1)
    return 0;
  return fmod (cell, 10) == 0 ? 2 : 1;
}

/* What borders weigh in a pixel, looked at in @side × @side places. */
static gdouble
border_weight (const LifeView *view, const Canvas *canvas, guint32 columns,
    guint32 rows, guint x, guint y, guint side, gboolean *sure)
{
  gdouble sine = sin (view->rotation * G_PI / 180), sum = 0;
  gdouble cosine = cos (view->rotation * G_PI / 180);

  for (guint i = 0; i < side * side; i++) {
    gdouble right = x + (i % side + 0.5) / side - canvas->frame.width / 2.0;
    gdouble down = y + (i / side + 0.5) / side - canvas->frame.height / 2.0;
    gdouble column = (right * cosine + down * sine) / view->zoom
                     + (view->x == -1 ? columns / 2.0 : view->x);
    gdouble row = (down * cosine - right * sine) / view->zoom
                  + (view->y == -1 ? rows / 2.0 : view->y);
    guint across = border_at (view, column, columns, sure);
    guint along = border_at (view, row, rows, sure);

    if (column >= 0 && column < columns && row >= 0 && row < rows)
      sum += MAX (across, along) / 2.0;
  }
  return sum / (side * side);
}

static void
assert_borders (LifeView *view, guint side, gdouble tolerance)
{
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);
  g_autoptr (Canvas) with = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 97, 51);
  g_autoptr (Canvas) without = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 97, 51);
  static const guint line[] = { 0xc0, 0x20, 0x50, 255 };
  gdouble alpha = 0xe0 / 255.0;

  draw (world, view, without);
  view->grid = 2;
  view->grid_color = 0xe0c02050;
  draw (world, view, with);
  for (guint y = 0; y < 51; y++)
    for (guint x = 0; x < 97; x++)
      for (guint k = 0; k < 4; k++) {
        gboolean sure = TRUE;
        gdouble weight =
            alpha * border_weight (view, with, 61, 40, x, y, side, &sure);
        guint under = *canvas_byte (without, 0, 4 * x + k, y);
        guint drawn = *canvas_byte (with, 0, 4 * x + k, y);
        gdouble expected = under + (line[k] - (gdouble) under) * weight;

        if ((sure || side > 4) && fabs (drawn - expected) > tolerance)
          g_error ("zoom %g turned by %g, scaling %d: byte %u of pixel %u, %u "
                   "is %u, not %.3f",
              view->zoom, view->rotation, view->scaling, k, x, y, drawn,
              expected);
      }
}

static void
test_borders_are_a_pixel_wide (void)
{
  static const gdouble zooms[] = { 2, 3, 8, 40 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < 2; k++) {
      /* Centers at which the corner of a pixel is that of a cell. */
      LifeView view =
          camera_view (zooms[i], k > 0 ? 10 + 0.5 / zooms[i] : 2.5 / zooms[i],
              k > 0 ? 13 + 0.5 / zooms[i] : 0.5 / zooms[i]);

      assert_borders (&view, 1, 2);
    }
}

static void
test_borders_between_whole_zooms_cover_areas (void)
{
  static const gdouble zooms[] = { 2.5, 7.77, 21.3 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    LifeView view = camera_view (zooms[i], 21.37, 13.21);

    assert_borders (&view, 16, 18);
    view.grid = 0;
    view.scaling = LIFE_SCALING_NEAREST;
    assert_borders (&view, 1, 2);
  }
}

static void
test_turned_borders_are_seen_at_16_places (void)
{
  static const gdouble zooms[] = { 2, 2.5, 7.77, 21.3 };
  static const gdouble angles[] = { 30, -134, 89.9 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (angles); k++) {
      LifeView view = camera_view (zooms[i], 21.37, 13.21);

      view.rotation = angles[k];
      assert_borders (&view, 4, 2);
    }
}

/* Below the zoom that is asked for, and below 2, where there would be nothing else. */
static void
test_borders_appear_at_their_zoom (void)
{
  static const struct {
    gdouble zoom, grid;
    gboolean shown;
  } cases[] = { { 8, 8, TRUE }, { 7.99, 8, FALSE }, { 8, 0, FALSE },
    { 1.9, 0.5, FALSE }, { 2, 0.5, TRUE }, { 0.5, 0.25, FALSE },
    { 8, NAN, FALSE } };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint turned = 0; turned < 2; turned++) {
      g_autoptr (Canvas) with = canvas_new (LIFE_PIXEL_FORMAT_RGB, 64, 48);
      g_autoptr (Canvas) without = canvas_new (LIFE_PIXEL_FORMAT_RGB, 64, 48);
      LifeView view = camera_view (cases[i].zoom, -1, -1);
      gboolean differs = FALSE;

      view.rotation = turned * 20;
      draw (world, &view, without);
      view.grid = cases[i].grid;
      draw (world, &view, with);
      for (guint y = 0; y < 48 && !differs; y++)
        differs = memcmp (canvas_byte (with, 0, 0, y),
                      canvas_byte (without, 0, 0, y), 3 * 64)
                  != 0;
      g_assert_true (differs == cases[i].shown);
    }
}

/* Outside the world nothing is drawn, nor is anything changed in an overlay. */
static void
test_borders_lie_in_the_world (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (5, 4, 1, 0, 0);
  static const gdouble zooms[] = { 6, 5.3 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint format = 0; format < N_FORMATS; format++)
      for (guint turned = 0; turned < 2; turned++) {
        g_autoptr (Canvas) canvas = canvas_new (format, 64, 48);
        g_autoptr (Canvas) before = NULL;
        LifeView view = default_view ();

        canvas_fill (canvas, 3, 7);
        before = canvas_copy (canvas);
        view.zoom = zooms[i];
        view.overlay = TRUE;
        view.grid = 2;
        view.rotation = 30 * turned;
        draw (world, &view, canvas);
        for (guint y = 0; y < 48; y++)
          for (guint x = 0; x < 64; x++)
            if (hypot (x - 31.5, y - 23.5) > 6.5 * 3.3 + 2)
              g_assert_cmpuint (canvas_get (canvas, 0, x, y), ==,
                  canvas_get (before, 0, x, y));
        g_assert_cmpuint (
            memcmp (canvas_byte (canvas, 0, 0, 24),
                canvas_byte (before, 0, 0, 24), canvas->row_bytes[0]),
            !=, 0);
      }
}

/* One drawer, as an engine keeps it, with threads and views that change. */
static void
test_the_camera_may_move_between_frames (void)
{
  LifeThreadPool *pool = life_thread_pool_new (3);
  LifeDrawer drawer = { 0 };
  g_autoptr (ByteWorld) world = camera_world (700, 500, 1);

  for (guint i = 0; i < 60; i++) {
    g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_I420, 640, 361);
    g_autoptr (Canvas) expected = canvas_new (LIFE_PIXEL_FORMAT_I420, 640, 361);
    LifeView view = camera_view (i / 4 % 3 ? 0.3 : 2.5, -1, -1);
    LifeDrawer fresh = { 0 };

    view.rotation = i / 3 % 4 * 20;
    view.scaling = i / 5 % 2;
    view.grid = i % 8 < 3 ? 2 : 0;
    view.grid_color = 0xff202020 + i / 8 * 16;
    view.color_mode = i % 7 < 4 ? LIFE_COLOR_MODE_STATE : LIFE_COLOR_MODE_SOLID;
    world->cells[i * 997] ^= 1;
    draw_with (&drawer, pool, world, &view, drawn);
    draw_with (&fresh, NULL, world, &view, expected);
    assert_same_canvas (drawn, expected, "a changed view");
    life_drawer_clear (&fresh);
  }
  life_drawer_clear (&drawer);
  life_thread_pool_free (pool);
}

/* --- Formats --- */

/* What is drawn in other formats are the same colors. */
static void
compare_formats (LifePixelFormat format, const LifeView *view)
{
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);
  g_autoptr (Canvas) colors = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 37, 21);
  g_autoptr (Canvas) canvas = canvas_new (format, 37, 21);

  draw (world, view, colors);
  draw (world, view, canvas);
  for (guint y = 0; y < 21; y++)
    for (guint x = 0; x < 37; x++) {
      const guint8 *rgba = canvas_byte (colors, 0, 4 * x, y);

      if (!formats[format].rgb)
        g_assert_cmpuint (canvas_get (canvas, 0, x, y), ==,
            yuv_sample (canvas, 0, rgba[0], rgba[1], rgba[2]));
      for (guint k = 0; formats[format].rgb && k < 3; k++)
        g_assert_cmpuint (canvas_get (canvas, k, x, y), ==, rgba[k]);
    }
}

static void
test_formats_agree (gconstpointer data)
{
  static const gdouble zooms[] = { 2.3, 3, 0.3 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint n = 0; n < 4; n++) {
      LifeView view = camera_view (zooms[i], -1, -1);

      view.rotation = n % 2 > 0 ? 33 : 0;
      view.grid = n / 2;
      compare_formats (GPOINTER_TO_UINT (data), &view);
    }
}

#define ADD(path, name) g_test_add_func (path #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/camera/", a_pixel_between_whole_zooms_is_its_areas_mean);
  ADD ("/camera/", a_pixel_below_zoom_1_is_its_areas_mean);
  ADD ("/camera/", slices_have_area_means);
  ADD ("/camera/", nearest_shows_the_cell_under_the_center);
  ADD ("/camera/", scaling_makes_no_difference_at_whole_zooms);
  ADD ("/camera/", a_slow_zoom_does_not_jitter);
  ADD ("/camera/", a_turned_pixel_is_the_mean_of_16_places);
  ADD ("/camera/", a_turned_pixel_below_zoom_1_is_the_mean_of_16_areas);
  ADD ("/camera/", quarter_turns_at_whole_zooms_are_exact);
  ADD ("/camera/", turned_slices_are_cut_across_each_axis);
  ADD ("/camera/", whole_turns_turn_nothing);
  ADD ("/camera/", views_far_out_can_be_turned);
  ADD ("/camera/", borders_are_a_pixel_wide);
  ADD ("/camera/", borders_between_whole_zooms_cover_areas);
  ADD ("/camera/", turned_borders_are_seen_at_16_places);
  ADD ("/camera/", borders_appear_at_their_zoom);
  ADD ("/camera/", borders_lie_in_the_world);
  ADD ("/camera/", the_camera_may_move_between_frames);
  add_formats ("/camera/formats_agree", test_formats_agree);
  return g_test_run ();
}
