/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views between whole zooms, compared with what real numbers say; on a world of
 * bytes. Whole zooms are in test-view.c. */
#include "tests/support/draw/model.h"

static ByteWorld *
camera_world (guint32 width, guint32 height, guint32 depth)
{
  return state_world_new (width, height, depth, 40, 5);
}

static void
get_plane (ByteWorld *world, const LifeView *view, guint32 sides[2])
{
  guint32 planes;

  life_geometry_plane (
      &world->geometry, view->axis, &sides[0], &sides[1], &planes);
}

/* --- Areas --- */

/* Where a place of the frame, in pixels, lies in the world, in cells. */
static void
find_position (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    gdouble x, gdouble y, gdouble position[2])
{
  const gdouble angle = view->rotation * G_PI / 180;
  const gdouble right = x - canvas->frame.width / 2.0;
  const gdouble down = y - canvas->frame.height / 2.0;
  guint32 sides[2];

  get_plane (world, view, sides);
  position[0] = (right * cos (angle) + down * sin (angle)) / view->zoom
                + (view->x == -1 ? sides[0] / 2.0 : view->x);
  position[1] = (down * cos (angle) - right * sin (angle)) / view->zoom
                + (view->y == -1 ? sides[1] / 2.0 : view->y);
}

/* Channel @k of RGBA of a cell, which may lie outside the world. */
static guint
cell_channel (ByteWorld *world, const LifeView *view, gdouble column,
    gdouble row, guint k)
{
  guint32 sides[2];
  guint state = 0;

  get_plane (world, view, sides);
  if (column >= 0 && column < sides[0] && row >= 0 && row < sides[1])
    state = *plane_cell (world, view->axis, view->slice, column, row);
  return model_color (argb_of_state (view, state), FALSE).of[k];
}

/* Its mean between two corners. */
static gdouble
mean_channel (ByteWorld *world, const LifeView *view, const gdouble first[2],
    const gdouble end[2], guint k)
{
  gdouble sum = 0;

  for (gdouble row = floor (first[1]); row < end[1]; row++)
    for (gdouble column = floor (first[0]); column < end[0]; column++)
      sum += (MIN (column + 1, end[0]) - MAX (column, first[0]))
             * (MIN (row + 1, end[1]) - MAX (row, first[1]))
             * cell_channel (world, view, column, row, k);
  return sum / ((end[0] - first[0]) * (end[1] - first[1]));
}

/* The mean of the squares of the world, from zoom 1 on cells, in which 16 places of a pixel
 * lie. Where that cannot be seen for rounding, *@sure is cleared. */
static gdouble
turned_channel (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y, guint k, gboolean *sure)
{
  gdouble side = view->zoom < 1 ? ceil (64 / view->zoom - 1e-9) / 256 : 1;
  gdouble sum = 0;

  for (guint i = 0; i < 16; i++) {
    gdouble position[2], first[2], end[2];

    find_position (world, view, canvas, x + (i % 4 + 0.5) / 4,
        y + (i / 4 + 0.5) / 4, position);
    for (guint n = 0; n < 2; n++) {
      first[n] = floor (position[n] / side) * side;
      end[n] = first[n] + side;
      if (fabs (position[n] / side - floor (position[n] / side + 0.5)) < 1e-7)
        *sure = FALSE;
    }
    sum += mean_channel (world, view, first, end, k);
  }
  return sum / 16;
}

/* What a pixel shows: that, if the view is turned, else the mean of its area, or the cell
 * under its center. */
static gdouble
expected_channel (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y, guint k, gboolean *sure)
{
  gdouble first[2], end[2];

  *sure = TRUE;
  if (view->rotation != 0)
    return turned_channel (world, view, canvas, x, y, k, sure);
  if (view->scaling == LIFE_SCALING_NEAREST) {
    find_position (world, view, canvas, x + 0.5, y + 0.5, first);
    return cell_channel (world, view, floor (first[0]), floor (first[1]), k);
  }
  find_position (world, view, canvas, x, y, first);
  find_position (world, view, canvas, x + 1, y + 1, end);
  return mean_channel (world, view, first, end, k);
}

/* Within half a step, and what weights are rounded by; below zoom 1 edges lie in 256ths of a
 * cell, and indices of what is alive are rounded before their colors are. */
static gdouble
tolerance_of (const LifeView *view)
{
  if (view->rotation == 0)
    return view->zoom < 1 ? 2.5 : view->scaling == LIFE_SCALING_AREA ? 0.7 : 0;
  return view->zoom < 1 && view->color_mode == LIFE_COLOR_MODE_SOLID
             ? 1.01
             : 0.5 + 1e-6;
}

static void
assert_areas (ByteWorld *world, const LifeView *view, guint width, guint height)
{
  g_autoptr (Canvas) canvas =
      drawing_of (world, view, LIFE_PIXEL_FORMAT_RGBA, width, height);

  for (guint i = 0; i < 4 * width * height; i++) {
    const guint k = i % 4, x = i / 4 % width, y = i / 4 / width;
    gboolean sure;
    gdouble mean = expected_channel (world, view, canvas, x, y, k, &sure);
    guint drawn = canvas_get (canvas, k, x, y);

    if (sure && fabs (drawn - mean) > tolerance_of (view))
      g_error ("zoom %g at %g, %g, axis %d, turned by %g: byte %u of pixel %u, "
               "%u is %u, not %.3f",
          view->zoom, view->x, view->y, view->axis, view->rotation, k, x, y,
          drawn, mean);
  }
}

static const gdouble centers[][2] = { { -1, -1 }, { 5.37, 3.21 },
  { -7.2, 40.9 }, { -1000.5, 5000.3 } };

/* So many angles of the list at each center, on worlds that are larger below zoom 1, whose
 * squares have so many cells that they are summed in parts. */
static void
check_areas (
    const gdouble *angles, guint n_angles, const gdouble *zooms, guint n_zooms)
{
  static const guint sizes[][2] = { { 17, 9 }, { 1, 1 }, { 70, 41 } };

  for (guint i = 0; i < n_zooms * n_angles * G_N_ELEMENTS (centers); i++) {
    const gdouble zoom = zooms[i / n_angles / G_N_ELEMENTS (centers)];
    const guint center = i / n_angles % G_N_ELEMENTS (centers);
    /* The model visits each cell. */
    const guint n_sizes = zoom < 0.1 || (zoom < 1 && angles[0] == 0) ? 1 : 3;

    for (guint m = 0; m < n_sizes; m++) {
      g_autoptr (ByteWorld) world = zoom < 1 ? camera_world (361 + m, 240, 1)
                                             : camera_world (61 + m, 40, 1);
      LifeView view = state_view (zoom, centers[center][0], centers[center][1]);

      view.rotation = angles[i % n_angles];
      if ((center + i % n_angles) % 2 == 1)
        view.color_mode = LIFE_COLOR_MODE_SOLID;
      if (zoom < 1 && view.rotation == 0)
        view.color_mode = LIFE_COLOR_MODE_STATE;
      assert_areas (world, &view, sizes[m][0], sizes[m][1]);
    }
  }
}

static void
test_a_pixel_is_the_mean_of_its_area_or_of_16_points (void)
{
  static const gdouble upright[] = { 0 };
  static const gdouble angles[] = { 1e-3, 29.7, 90.01, 134, -77.7, 301, 3599 };
  static const gdouble few[] = { 29.7, -134 };
  static const gdouble between[] = { 1.0001, 1.3, 1.99, 2.5, 3.3, 7.77, 40.5,
    333.3, 4095.9, 0.97, 0.6, 0.3, 0.11 };
  static const gdouble above[] = { 1, 1.3, 2, 2.5, 7.77, 40.5, 333.3 };
  static const gdouble below[] = { 0.97, 0.75, 0.5, 0.3, 1 / 3.0, 0.11,
    1 / 40.5 };

  check_areas (upright, 1, between, G_N_ELEMENTS (between));
  check_areas (angles, 7, above, G_N_ELEMENTS (above));
  check_areas (few, 2, below, G_N_ELEMENTS (below));
}

static void
test_slices_have_areas (void)
{
  static const guint32 slices[] = { 19, 13, 8 };
  g_autoptr (ByteWorld) world = camera_world (9, 14, 20);

  for (LifeAxis axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
    LifeView view = state_view (2.7, -1, -1);

    view.axis = axis;
    view.slice = slices[axis];
    assert_areas (world, &view, 31, 33);
  }
}

static void
test_nearest_shows_the_cell_under_the_center (void)
{
  static const gdouble zooms[] = { 1.3, 2.5, 7.77 };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < 3 * G_N_ELEMENTS (centers); i++) {
    LifeView view =
        state_view (zooms[i % 3], centers[i / 3][0], centers[i / 3][1]);

    view.scaling = LIFE_SCALING_NEAREST;
    assert_areas (world, &view, 37, 21);
  }
}

/* Whole zooms have no areas; what is no angle, and a whole turn, turn nothing. */
static void
test_some_views_are_the_same (void)
{
  static const struct {
    gdouble zoom, rotation;
    LifeScaling scaling;
  } rows[] = { { 1, 0, LIFE_SCALING_NEAREST }, { 2, 0, LIFE_SCALING_NEAREST },
    { 5, 0, LIFE_SCALING_NEAREST }, { 0.5, 0, LIFE_SCALING_NEAREST },
    { 1 / 3.0, 0, LIFE_SCALING_NEAREST }, { 0.3, 0, LIFE_SCALING_NEAREST },
    { 2.5, 360, LIFE_SCALING_AREA }, { 2.5, -720, LIFE_SCALING_AREA },
    { 2.5, 3.6e12, LIFE_SCALING_AREA }, { 2.5, NAN, LIFE_SCALING_AREA },
    { 2.5, INFINITY, LIFE_SCALING_AREA },
    { 2.5, -INFINITY, LIFE_SCALING_AREA } };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (Canvas) plain = NULL, other = NULL;
    LifeView view = state_view (rows[i].zoom, 7.3, -1);

    plain = drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 37, 21);
    view.scaling = rows[i].scaling;
    view.rotation = rows[i].rotation;
    other = drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 37, 21);
    assert_same_canvas (other, plain, "the same");
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
    g_autoptr (Canvas) canvas = NULL;
    LifeView view = default_view ();
    gdouble middle[2], exact[2];

    view.zoom = 2 + i * 0.0031;
    view.x = 50.3;
    view.y = 33.7;
    canvas = drawing_of (world, &view, LIFE_PIXEL_FORMAT_GRAY8, 160, 99);
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

/* --- Quarter turns --- */

/* As the frame that is not turned, its pixels at their places. */
static void
assert_quarter_turn (
    ByteWorld *world, LifeView *view, guint quarters, guint width, guint height)
{
  g_autoptr (Canvas) turned = NULL, upright = NULL;

  view->rotation = 0;
  upright = drawing_of (world, view, LIFE_PIXEL_FORMAT_RGBA,
      quarters % 2 ? height : width, quarters % 2 ? width : height);
  view->rotation = 90.0 * quarters - (quarters == 3 ? 720 : 0);
  turned = drawing_of (world, view, LIFE_PIXEL_FORMAT_RGBA, width, height);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      const guint from_x = quarters == 1   ? y
                           : quarters == 2 ? width - 1 - x
                                           : height - 1 - y;
      const guint from_y = quarters == 1   ? width - 1 - x
                           : quarters == 2 ? height - 1 - y
                                           : x;

      if (memcmp (canvas_byte (turned, 0, 4 * x, y),
              canvas_byte (upright, 0, 4 * from_x, from_y), 4)
          != 0)
        g_error ("zoom %g at %g, %g, axis %d, mode %d, turned by %g: pixel %u, "
                 "%u of %u × %u is another",
            view->zoom, view->x, view->y, view->axis, view->color_mode,
            view->rotation, x, y, width, height);
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
          LifeView view = state_view (zooms[i], centers[k][0], centers[k][1]);

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
        LifeView view = state_view (zooms[i], -1, 3);

        view.axis = axis;
        view.slice = slices[axis];
        assert_quarter_turn (world, &view, quarters, 31, 34);
      }
}

/* Places and zooms as far out as they can be are drawn without harm. */
static void
test_views_far_out_can_be_turned (void)
{
  static const gdouble zooms[] = { 1e300, 5000.3, 1, 1e-3, 1e-7, 1e-12, 0,
    NAN };
  static const gdouble positions[] = { 0, 1e18, -1e300, INFINITY, NAN, 4e9 };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (positions); k++)
      for (guint n = 0; n < 2; n++) {
        LifeView view = state_view (zooms[i], positions[k], -positions[k]);

        view.rotation = n > 0 ? 33 : 270;
        if (k % 2 == 1)
          view.color_mode = LIFE_COLOR_MODE_AUTO;
        canvas_free (drawing_of (world, &view, LIFE_PIXEL_FORMAT_NV12, 37, 21));
      }
}

/* --- Borders of cells --- */

/* Which border a place along an axis lies on: 0 none, 1 any, 2 a strong one. */
static guint
border_at (
    const LifeView *view, gdouble position, guint32 cells, gboolean *sure)
{
  gdouble cell = floor (position);
  gdouble width = (position - cell) * view->zoom;

  if (fabs (width - 1) < 1e-6 || width < 1e-6 || width > view->zoom - 1e-6)
    *sure = FALSE;
  if (position < 0 || position >= cells || width >= 1)
    return 0;
  return fmod (cell, 10) == 0 ? 2 : 1;
}

/* What borders weigh in a pixel, looked at in @side × @side places. */
static gdouble
border_weight (ByteWorld *world, const LifeView *view, const Canvas *canvas,
    guint x, guint y, guint side, gboolean *sure)
{
  gdouble sum = 0, position[2];
  guint32 sides[2];

  get_plane (world, view, sides);
  for (guint i = 0; i < side * side; i++) {
    guint across, along;

    find_position (world, view, canvas, x + (i % side + 0.5) / side,
        y + (i / side + 0.5) / side, position);
    across = border_at (view, position[0], sides[0], sure);
    along = border_at (view, position[1], sides[1], sure);
    if (position[0] >= 0 && position[0] < sides[0] && position[1] >= 0
        && position[1] < sides[1])
      sum += MAX (across, along) / 2.0;
  }
  return sum / (side * side);
}

static void
assert_borders (LifeView *view, guint side, gdouble tolerance)
{
  static const guint line[] = { 0xc0, 0x20, 0x50, 255 };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);
  g_autoptr (Canvas) with = NULL, without = NULL;

  without = drawing_of (world, view, LIFE_PIXEL_FORMAT_RGBA, 97, 51);
  view->grid = 2;
  view->grid_color = 0xe0c02050;
  with = drawing_of (world, view, LIFE_PIXEL_FORMAT_RGBA, 97, 51);
  for (guint i = 0; i < 4 * 97 * 51; i++) {
    const guint k = i % 4, x = i / 4 % 97, y = i / 4 / 97;
    gboolean sure = TRUE;
    gdouble weight =
        0xe0 / 255.0 * border_weight (world, view, with, x, y, side, &sure);
    gdouble under = canvas_get (without, k, x, y);
    gdouble drawn = canvas_get (with, k, x, y);
    gdouble expected = under + (line[k] - under) * weight;

    if ((sure || side > 4) && fabs (drawn - expected) > tolerance)
      g_error ("zoom %g turned by %g, scaling %d: byte %u of pixel %u, %u is "
               "%g, not %.3f",
          view->zoom, view->rotation, view->scaling, k, x, y, drawn, expected);
  }
}

/* A pixel wide at whole zooms and where scaling is to the nearest, an area between whole
 * zooms, and seen at 16 places where the view is turned. */
static void
test_borders_have_their_weight (void)
{
  static const gdouble whole[] = { 2, 3, 8, 40 };
  static const gdouble between[] = { 2.5, 7.77, 21.3, 2 };
  static const gdouble angles[] = { 30, -134, 89.9 };

  for (guint i = 0; i < 4; i++) {
    /* Centers at which the corner of a pixel is that of a cell. */
    const gdouble half = 0.5 / whole[i];
    LifeView views[] = { state_view (whole[i], 10 + half, 13 + half),
      state_view (whole[i], 5 * half, half) };
    LifeView view = state_view (between[i], 21.37, 13.21);

    assert_borders (&views[0], 1, 2);
    assert_borders (&views[1], 1, 2);
    for (guint k = 0; k < G_N_ELEMENTS (angles); k++) {
      view.grid = 0;
      view.rotation = angles[k];
      assert_borders (&view, 4, 2);
    }
    if (between[i] == floor (between[i]))
      continue;
    view.grid = view.rotation = 0;
    assert_borders (&view, 16, 18);
    view.grid = 0;
    view.scaling = LIFE_SCALING_NEAREST;
    assert_borders (&view, 1, 2);
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
      LifeView view = state_view (cases[i].zoom, -1, -1);
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
        g_autoptr (Canvas) previous = NULL;
        LifeView view = default_view ();

        canvas_fill (canvas, 3, 7);
        previous = canvas_copy (canvas);
        view.zoom = zooms[i];
        view.overlay = TRUE;
        view.grid = 2;
        view.rotation = 30 * turned;
        draw (world, &view, canvas);
        for (guint y = 0; y < 48; y++)
          for (guint x = 0; x < 64; x++)
            if (hypot (x - 31.5, y - 23.5) > 6.5 * 3.3 + 2)
              g_assert_cmpuint (canvas_get (canvas, 0, x, y), ==,
                  canvas_get (previous, 0, x, y));
        g_assert_cmpuint (
            memcmp (canvas_byte (canvas, 0, 0, 24),
                canvas_byte (previous, 0, 0, 24), canvas->row_bytes[0]),
            !=, 0);
      }
}

/* What is drawn in other formats are the same colors. */
static void
test_formats_agree (gconstpointer data)
{
  static const gdouble zooms[] = { 2.3, 3, 0.3 };
  g_autoptr (ByteWorld) world = camera_world (61, 40, 1);

  for (guint i = 0; i < 4 * G_N_ELEMENTS (zooms); i++) {
    g_autoptr (Canvas) rgba = NULL, drawn = NULL, expected = NULL;
    LifeView view = state_view (zooms[i / 4], -1, -1);

    view.rotation = i % 2 > 0 ? 33 : 0;
    view.grid = i / 2 % 2;
    rgba = drawing_of (world, &view, LIFE_PIXEL_FORMAT_RGBA, 37, 21);
    drawn = drawing_of (world, &view, GPOINTER_TO_UINT (data), 37, 21);
    expected = recoded (rgba, GPOINTER_TO_UINT (data));
    assert_same_canvas (drawn, expected, "another format");
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/camera/" #name, test_##name)
  ADD (a_pixel_is_the_mean_of_its_area_or_of_16_points);
  ADD (slices_have_areas);
  ADD (nearest_shows_the_cell_under_the_center);
  ADD (some_views_are_the_same);
  ADD (a_slow_zoom_does_not_jitter);
  ADD (quarter_turns_at_whole_zooms_are_exact);
  ADD (turned_slices_are_cut_across_each_axis);
  ADD (views_far_out_can_be_turned);
  ADD (borders_have_their_weight);
  ADD (borders_appear_at_their_zoom);
  ADD (borders_lie_in_the_world);
  add_formats ("/camera/formats_agree", test_formats_agree);
  return g_test_run ();
}
