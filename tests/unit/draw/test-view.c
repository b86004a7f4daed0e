/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views: how a world becomes a frame, and how size and zoom are chosen; on a
 * world of bytes. Frames that become worlds are in test-picture.c. */
#include "tests/support/defaults.h"
#include "tests/support/draw/view.h"

/* --- Drawing --- */

static void
test_gray8_at_zoom_1_is_the_world (void)
{
  static const guint widths[] = { 1, 5, 63, 64, 65, 200 };
  LifeView view = default_view ();
  guint i, x, y;

  for (i = 0; i < G_N_ELEMENTS (widths); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (widths[i], 7, 1, 40, i);
    g_autoptr (Canvas) canvas =
        canvas_new (LIFE_PIXEL_FORMAT_GRAY8, widths[i], 7);

    draw (world, &view, canvas);
    for (y = 0; y < 7; y++)
      for (x = 0; x < widths[i]; x++)
        g_assert_cmpuint (*canvas_byte (canvas, 0, x, y), ==,
            *cell_at (world, x, y, 0) ? 255 : 0);
  }
}

static void
compare_with_slow_drawing (LifePixelFormat format, Zoom zoom, guint width,
    guint height, ByteWorld *world, gdouble x, gdouble y)
{
  g_autoptr (Canvas) drawn = canvas_new (format, width, height);
  g_autoptr (Canvas) expected = canvas_new (format, width, height);
  g_autofree gchar *what = g_strdup_printf (
      "%s, %u × %u, zoom %d/%d, world %u × %u at %g, %g", formats[format].name,
      width, height, (gint) zoom.top, (gint) zoom.bottom,
      world->engine.geometry.width, world->engine.geometry.height, x, y);
  LifeView view = default_view ();

  view.zoom = (gdouble) zoom.top / zoom.bottom;
  view.scaling = LIFE_SCALING_NEAREST;
  view.x = x;
  view.y = y;
  view.alive_color = 0x80f0a010;
  view.dead_color = 0xff103060;
  draw (world, &view, drawn);
  draw_slowly (world, &view, zoom, expected);
  assert_same_canvas (drawn, expected, what);
}

static void
test_frames_equal_a_slow_drawing (gconstpointer data)
{
  static const Zoom zooms[] = { { 1, 1 }, { 2, 1 }, { 3, 1 }, { 8, 1 },
    { 3, 2 }, { 11, 4 }, { 1, 2 }, { 1, 4 }, { 1, 8 }, { 3, 10 }, { 1, 3 },
    { 9, 10 }, { 1, 49 }, { 2, 131 } };
  static const guint frames[][2] = { { 1, 1 }, { 3, 5 }, { 17, 9 }, { 64, 33 },
    { 70, 40 } };
  static const guint worlds[][2] = { { 1, 1 }, { 13, 11 }, { 64, 32 },
    { 200, 131 } };
  static const gdouble centers[][2] = { { -1, -1 }, { 5, 3.5 }, { -7, 190 },
    { -1000, 5000 } };
  guint i, k, m, n;

  for (i = 0; i < G_N_ELEMENTS (worlds); i++) {
    g_autoptr (ByteWorld) world =
        byte_world_new (worlds[i][0], worlds[i][1], 1, 45, i);

    for (k = 0; k < G_N_ELEMENTS (zooms); k++)
      for (m = 0; m < G_N_ELEMENTS (frames); m++)
        for (n = 0; n < G_N_ELEMENTS (centers); n++)
          compare_with_slow_drawing (GPOINTER_TO_UINT (data), zooms[k],
              frames[m][0], frames[m][1], world, centers[n][0], centers[n][1]);
  }
}

static void
test_slices_are_cut_across_each_axis (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (9, 14, 20, 50, 3);
  g_autoptr (Canvas) drawn = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 31, 33);
  g_autoptr (Canvas) expected = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 31, 33);
  static const guint32 slices[] = { 19, 13, 8 };
  static const Zoom zooms[] = { { 2, 1 }, { 1, 2 } };
  guint axis, i;

  for (i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (axis = LIFE_AXIS_Z; axis <= LIFE_AXIS_X; axis++) {
      LifeView view = default_view ();

      view.zoom = (gdouble) zooms[i].top / zooms[i].bottom;
      view.axis = axis;
      view.slice = slices[axis];
      draw (world, &view, drawn);
      draw_slowly (world, &view, zooms[i], expected);
      assert_same_canvas (drawn, expected, "slice");
    }
}

static void
test_a_world_of_one_color_has_one_chroma (void)
{
  static const Zoom zooms[] = { { 1, 1 }, { 1, 2 } };
  g_autoptr (ByteWorld) world = byte_world_new (9, 9, 1, 50, 1);
  guint format, i;

  for (format = 0; format < N_FORMATS; format++)
    for (i = 0; i < G_N_ELEMENTS (zooms); i++) {
      g_autoptr (Canvas) drawn = canvas_new (format, 7, 5);
      g_autoptr (Canvas) expected = canvas_new (format, 7, 5);
      LifeView view = default_view ();

      view.zoom = (gdouble) zooms[i].top / zooms[i].bottom;
      view.alive_color = view.dead_color = 0xff20c0f0;
      draw (world, &view, drawn);
      draw_slowly (world, &view, zooms[i], expected);
      assert_same_canvas (drawn, expected, formats[format].name);
    }
}

/* Compared with plain division, for scales that are slightly inexact. */
static void
test_coverage_is_rounded_exactly (void)
{
  static const guint64 totals[] = { 1, 2, 3, 7, 64, 65536, 65536 * 9, 853 * 854,
    1000003, G_GUINT64_CONSTANT (1) << 40, (G_GUINT64_CONSTANT (1) << 56) - 1,
    G_GUINT64_CONSTANT (1) << 56 };
  guint i, index, wrong;
  gint k;

  for (i = 0; i < G_N_ELEMENTS (totals); i++)
    for (index = 0; index <= 255; index++)
      for (k = -1; k <= 1; k++)
        for (wrong = 0; wrong < 3; wrong++) {
          guint64 total = totals[i];
          gdouble scale = 255.0 / total * (1 + ((gint) wrong - 1) * 1e-4);
          guint64 sum = CLAMP (
              (gint64) (total / 510 * (2 * index + 1)) + k, 0, (gint64) total);

          g_assert_cmpuint (life_pixel_coverage (sum, total, scale), ==,
              (255 * sum + total / 2) / total);
        }
}

/* Every number of live cells under a pixel of 2×2, 4×4 and 8×8, in rows of several
 * dozen words. */
static void
test_squares_of_cells_are_their_means (void)
{
  for (guint side = 2; side <= 8; side *= 2) {
    guint total = side * side, width = 1100;
    g_autoptr (ByteWorld) world =
        byte_world_new (width * side, 2 * side, 1, 0, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, width, 2);
    LifeView view = default_view ();

    for (guint pixel = 0; pixel < 2 * width; pixel++)
      for (guint i = 0; i < pixel % (total + 1); i++) {
        guint cell = (i * 7 + pixel) % total; /* 7 is coprime to all totals */

        *cell_at (world, pixel % width * side + cell % side,
            pixel / width * side + cell / side, 0) = 1;
      }
    view.zoom = 1.0 / side;
    draw (world, &view, canvas);
    for (guint pixel = 0; pixel < 2 * width; pixel++)
      g_assert_cmpuint (*canvas_byte (canvas, 0, pixel % width, pixel / width),
          ==, (pixel % (total + 1) * 255 + total / 2) / total);
  }
}

/* A frame of one color: Y, U and V as in the standards' own tables. */
static void
test_colors_have_textbook_values (void)
{
  static const struct {
    LifeColorimetry coding;
    guint32 color;
    guint8 yuv[3];
  } cases[] = {
    { { BT601, LIMITED }, 0x000000, { 16, 128, 128 } },
    { { BT601, LIMITED }, 0xffffff, { 235, 128, 128 } },
    { { BT601, LIMITED }, 0xff0000, { 81, 90, 240 } },
    { { BT601, LIMITED }, 0x00ff00, { 145, 54, 34 } },
    { { BT601, LIMITED }, 0x0000ff, { 41, 240, 110 } },
    { { BT709, LIMITED }, 0x000000, { 16, 128, 128 } },
    { { BT709, LIMITED }, 0xffffff, { 235, 128, 128 } },
    { { BT709, LIMITED }, 0xff0000, { 63, 102, 240 } },
    { { BT709, LIMITED }, 0x00ff00, { 173, 42, 26 } },
    { { BT709, LIMITED }, 0x0000ff, { 32, 240, 118 } },
    { { BT601, FULL }, 0x000000, { 0, 128, 128 } },
    { { BT601, FULL }, 0xffffff, { 255, 128, 128 } },
    { { BT601, FULL }, 0xff0000, { 76, 85, 255 } },
    { { BT601, FULL }, 0x00ff00, { 150, 44, 21 } },
    { { BT601, FULL }, 0x0000ff, { 29, 255, 107 } },
    { { BT709, FULL }, 0x000000, { 0, 128, 128 } },
    { { BT709, FULL }, 0xffffff, { 255, 128, 128 } },
    { { BT709, FULL }, 0xff0000, { 54, 99, 255 } },
    { { BT709, FULL }, 0x00ff00, { 182, 30, 12 } },
    { { BT709, FULL }, 0x0000ff, { 18, 255, 116 } },
  };
  g_autoptr (ByteWorld) world = byte_world_new (2, 2, 1, 100, 0);
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Canvas) i420 = canvas_new (LIFE_PIXEL_FORMAT_I420, 2, 2);
    g_autoptr (Canvas) nv12 = canvas_new (LIFE_PIXEL_FORMAT_NV12, 2, 2);
    LifeView view = default_view ();

    view.alive_color = 0xff000000 | cases[i].color;
    i420->frame.colorimetry = nv12->frame.colorimetry = cases[i].coding;
    draw (world, &view, i420);
    draw (world, &view, nv12);
    g_assert_cmpuint (*canvas_byte (i420, 0, 1, 1), ==, cases[i].yuv[0]);
    g_assert_cmpuint (*canvas_byte (i420, 1, 0, 0), ==, cases[i].yuv[1]);
    g_assert_cmpuint (*canvas_byte (i420, 2, 0, 0), ==, cases[i].yuv[2]);
    g_assert_cmpuint (*canvas_byte (nv12, 0, 1, 1), ==, cases[i].yuv[0]);
    g_assert_cmpuint (*canvas_byte (nv12, 1, 0, 0), ==, cases[i].yuv[1]);
    g_assert_cmpuint (*canvas_byte (nv12, 1, 1, 0), ==, cases[i].yuv[2]);
  }
}

/* In 3 × 3 pixels the corner has chroma of its own, at an edge chroma is the
 * mean of two. */
static void
test_chroma_at_odd_edges_is_the_mean_of_what_is_there (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (3, 3, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_I420, 3, 3);
  LifeView view = default_view ();

  view.alive_color = 0xff0000ff;
  *cell_at (world, 0, 0, 0) = 1;
  *cell_at (world, 2, 1, 0) = 1;
  *cell_at (world, 2, 2, 0) = 1;
  draw (world, &view, canvas);
  g_assert_cmpuint (
      *canvas_byte (canvas, 1, 0, 0), ==, (240 + 3 * 128 + 2) / 4);
  g_assert_cmpuint (*canvas_byte (canvas, 1, 1, 0), ==, (240 + 128) / 2);
  g_assert_cmpuint (*canvas_byte (canvas, 1, 0, 1), ==, 128);
  g_assert_cmpuint (*canvas_byte (canvas, 1, 1, 1), ==, 240);
}

/* The first live pixel of a row of live cells, or -1. */
static gint
first_live_pixel (guint width, guint32 cells, gdouble zoom, gdouble x)
{
  g_autoptr (ByteWorld) world = byte_world_new (cells, 40, 1, 100, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, width, 1);
  LifeView view = default_view ();
  guint i;

  view.zoom = zoom;
  view.x = x;
  draw (world, &view, canvas);
  for (i = 0; i < width; i++)
    if (*canvas_byte (canvas, 0, i, 0) > 0)
      return i;
  return -1;
}

static void
test_a_small_world_is_centered_downwards (void)
{
  g_assert_cmpint (first_live_pixel (10, 4, 1, -1), ==, 3);
  g_assert_cmpint (first_live_pixel (10, 5, 1, -1), ==, 2);
  g_assert_cmpint (first_live_pixel (11, 2, 3, -1), ==, 2);
  g_assert_cmpint (first_live_pixel (10, 3, 1.5, -1), ==, 2);
  g_assert_cmpint (first_live_pixel (10, 12, 0.25, -1), ==, 3);
  g_assert_cmpint (first_live_pixel (1000, 49, 1 / 49.0, -1), ==, 499);
}

/* A world of 4 cells on 3 pixels begins at ⌊-1/2⌋ = -1: cell 1 comes first. */
static void
test_a_large_world_begins_at_the_floor (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (4, 1, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 3, 1);
  LifeView view = default_view ();

  *cell_at (world, 1, 0, 0) = 1;
  draw (world, &view, canvas);
  g_assert_cmpuint (*canvas_byte (canvas, 0, 0, 0), ==, 255);
  g_assert_cmpuint (*canvas_byte (canvas, 0, 1, 0), ==, 0);
}

static void
test_view_x_of_5_is_the_left_edge_of_cell_5 (void)
{
  static const gdouble zooms[] = { 1, 2, 3, 1.6, 0.5 };
  guint i, x;

  for (i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (10, 2, 1, 0, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 20, 1);
    LifeView view = default_view ();

    for (x = zooms[i] < 1 ? 6 : 5; x < 10; x++)
      *cell_at (world, x, 0, 0) = *cell_at (world, x, 1, 0) = 1;
    view.zoom = zooms[i];
    view.x = zooms[i] < 1 ? 6 : 5;
    draw (world, &view, canvas);
    g_assert_cmpuint (*canvas_byte (canvas, 0, 9, 0), ==, 0);
    g_assert_cmpuint (*canvas_byte (canvas, 0, 10, 0), ==, 255);
  }
}

/* Only exactly -1 means the center. */
static void
test_view_x_of_nearly_minus_1_is_a_place (void)
{
  g_assert_cmpint (first_live_pixel (10, 20, 1, -1), ==, 0);
  g_assert_cmpint (first_live_pixel (10, 20, 1, -1.0001), ==, 6);
  g_assert_cmpint (first_live_pixel (10, 20, 1, -2), ==, 7);
}

static void
test_a_huge_zoom_shows_the_cell_at_the_center (void)
{
  static const gdouble zooms[] = { 1e5, 1e7, 123456789.125, 1e18, 1e300 };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (4, 4, 1, 0, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 9, 9);
    LifeView view = default_view ();

    *cell_at (world, 2, 1, 0) = 1;
    view.zoom = zooms[i];
    view.x = 2.5;
    view.y = 1.25;
    draw (world, &view, canvas);
    g_assert_cmpuint (*canvas_byte (canvas, 0, 0, 0), ==, 255);
    g_assert_cmpuint (*canvas_byte (canvas, 0, 8, 8), ==, 255);
    view.y = 2.25;
    draw (world, &view, canvas);
    g_assert_cmpuint (*canvas_byte (canvas, 0, 4, 4), ==, 0);
  }
}

static void
test_a_tiny_zoom_shows_a_whole_world_in_a_pixel (void)
{
  static const struct {
    gdouble zoom;
    guint8 center;
  } cases[] = { { 1 / 32.0, 255 }, { 1 / 64.0, 64 }, { 1e-3, 0 }, { 1e-7, 0 },
    { 1e-9, 0 }, { 1e-300, 0 }, { 4.9e-324, 0 } };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ByteWorld) world = byte_world_new (32, 32, 1, 100, 0);
    g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 1, 1);
    LifeView view = default_view ();

    view.zoom = cases[i].zoom;
    view.x = view.y = cases[i].zoom == 1 / 64.0 ? 32 : -1;
    draw (world, &view, canvas);
    g_assert_cmpuint (*canvas_byte (canvas, 0, 0, 0), ==, cases[i].center);
  }
}

static void
test_far_places_show_nothing (void)
{
  static const gdouble places[] = { 1e6, -1e6, 1e12, -1e19, 1e308, -1e308 };
  static const gdouble zooms[] = { 1e-2, 0.3, 1, 2.5, 1e9, 1e300 };
  guint i, k;

  for (i = 0; i < G_N_ELEMENTS (places); i++)
    for (k = 0; k < G_N_ELEMENTS (zooms); k++)
      g_assert_cmpint (first_live_pixel (33, 40, zooms[k], places[i]), ==, -1);
}

/* --- Overlay --- */

static void
test_an_opaque_overlay_draws_live_cells_only (void)
{
  static const Zoom zoom = { 2, 1 };
  g_autoptr (ByteWorld) world = byte_world_new (10, 8, 1, 40, 9);
  guint format, x, y;

  for (format = 0; format < N_FORMATS; format++) {
    guint full = formats[format].rgb ? formats[format].components : 1;
    g_autoptr (Canvas) canvas = canvas_new (format, 23, 19);
    g_autoptr (Canvas) before = canvas_new (format, 23, 19);
    g_autoptr (Canvas) cells = canvas_new (format, 23, 19);
    LifeView view = default_view ();

    view.zoom = 2;
    view.alive_color = 0xff30d0a0;
    canvas_fill (canvas, 3, 7);
    canvas_fill (before, 3, 7);
    draw_slowly (world, &view, zoom, cells);
    view.overlay = TRUE;
    draw (world, &view, canvas);
    for (y = 0; y < 19; y++)
      for (x = 0; x < 23; x++) {
        gboolean alive =
            slow_index (world, &view, zoom, 2 * (gint) x - 2, 2 * (gint) y - 2)
            > 0;

        for (guint k = 0; k < full; k++)
          g_assert_cmpuint (canvas_get (canvas, k, x, y), ==,
              canvas_get (alive ? cells : before, k, x, y));
      }
  }
}

/* Alpha 128 of 255 of a live color, in a block with one live pixel of four. */
static void
test_a_translucent_overlay_mixes_by_alpha_and_mean_weight (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (2, 2, 1, 0, 0);
  g_autoptr (Canvas) i420 = canvas_new (LIFE_PIXEL_FORMAT_I420, 2, 2);
  g_autoptr (Canvas) rgba = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 2, 2);
  LifeView view = default_view ();
  gdouble half = 128 / 255.0;

  *cell_at (world, 1, 0, 0) = 1;
  view.alive_color = 0x800000ff;
  view.overlay = TRUE;
  canvas_fill (i420, 100, 0);
  canvas_fill (rgba, 100, 0);
  draw (world, &view, i420);
  draw (world, &view, rgba);
  g_assert_cmpuint (*canvas_byte (i420, 0, 0, 0), ==, 100);
  g_assert_cmpuint (
      *canvas_byte (i420, 0, 1, 0), ==, round (100 + (32 - 100) * half));
  g_assert_cmpuint (
      *canvas_byte (i420, 1, 0, 0), ==, round (100 + (240 - 100) * half / 4));
  g_assert_cmpuint (*canvas_byte (rgba, 0, 0, 0), ==, 100);
  g_assert_cmpuint (*canvas_byte (rgba, 0, 4, 0), ==, round (100 - 100 * half));
  g_assert_cmpuint (
      *canvas_byte (rgba, 0, 6, 0), ==, round (100 + (255 - 100) * half));
  g_assert_cmpuint (
      *canvas_byte (rgba, 0, 7, 0), ==, round (100 + (255 - 100) * half));
}

static void
test_an_overlay_below_zoom_1_mixes_by_coverage (void)
{
  g_autoptr (ByteWorld) world = byte_world_new (2, 2, 1, 0, 0);
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_GRAY8, 1, 1);
  LifeView view = default_view ();

  *cell_at (world, 1, 0, 0) = 1;
  view.zoom = 0.5;
  view.overlay = TRUE;
  canvas_fill (canvas, 100, 0);
  draw (world, &view, canvas);
  g_assert_cmpuint (
      *canvas_byte (canvas, 0, 0, 0), ==, round (100 + 155 * 64 / 255.0));
}

/* --- Sizes --- */

static void
test_size_and_zoom_follow_from_what_was_given (void)
{
  static const struct {
    LifeSizing sizing;
    guint32 width, height, depth;
    gdouble zoom;
  } cases[] = {
    /* A soup: as many cells as the frame shows. */
    { { 320, 240, 2 }, 320, 240, 1, 1 },
    { { 1, 1, 2 }, 1, 1, 1, 1 },
    { { 320, 240, 2, .zoom = 4 }, 80, 60, 1, 4 },
    { { 321, 241, 2, .zoom = 4 }, 81, 61, 1, 4 },
    { { 320, 240, 2, .zoom = 1.5 }, 214, 160, 1, 1.5 },
    { { 320, 240, 2, .zoom = 0.5 }, 640, 480, 1, 0.5 },
    { { 49, 3, 2, .zoom = 1 / 49.0 }, 49 * 49, 147, 1, 1 / 49.0 },
    { { 320, 240, 2, .zoom = 1e300 }, 1, 1, 1, 1e300 },
    { { 320, 240, 2, .zoom = 1e-300 }, G_MAXUINT32, G_MAXUINT32, 1, 1e-300 },
    /* About 180 cells across the shorter side. */
    { { 640, 359, 2 }, 640, 359, 1, 1 },
    { { 1280, 720, 2 }, 320, 180, 1, 4 },
    { { 720, 1280, 2 }, 180, 320, 1, 4 },
    { { 1920, 1080, 2 }, 320, 180, 1, 6 },
    { { 16384, 900, 2 }, 3277, 180, 1, 5 },
    { { 1280, 720, 2, .unit_zoom = TRUE }, 1280, 720, 1, 1 },
    /* A world with a size: it is shown whole. */
    { { 320, 240, 2, 64, 64 }, 64, 64, 1, 3 },
    { { 320, 240, 2, 320, 240 }, 320, 240, 1, 1 },
    { { 320, 240, 2, 321, 240 }, 321, 240, 1, 1 / 2.0 },
    { { 320, 240, 2, 1000, 500 }, 1000, 500, 1, 1 / 4.0 },
    { { 1, 1, 2, G_MAXUINT32, 1 }, G_MAXUINT32, 1, 1, 1.0 / G_MAXUINT32 },
    { { 320, 240, 2, 64, 64, .zoom = 2.5 }, 64, 64, 1, 2.5 },
    { { 320, 240, 2, 64, 64, .unit_zoom = TRUE }, 64, 64, 1, 3 },
    /* One side: it gives the zoom, and the zoom gives the other side. */
    { { 320, 240, 2, 32, 0 }, 32, 24, 1, 10 },
    { { 320, 240, 2, 0, 7 }, 10, 7, 1, 34 },
    { { 320, 240, 2, 640, 0 }, 640, 480, 1, 0.5 },
    { { 320, 240, 2, 32, 0, .pattern_width = 9, .pattern_height = 100 }, 32,
        100, 1, 10 },
    { { 320, 240, 2, 32, 0, .zoom = 2 }, 32, 120, 1, 2 },
    /* A pattern: at most a third of the frame, or the zoom at which it fits. */
    { { 1280, 720, 2, .pattern_width = 200, .pattern_height = 9 }, 640, 360, 1,
        2 },
    { { 1280, 720, 2, .pattern_width = 9, .pattern_height = 100 }, 640, 360, 1,
        2 },
    { { 1280, 720, 2, .pattern_width = 3, .pattern_height = 3 }, 320, 180, 1,
        4 },
    { { 320, 240, 2, .pattern_width = 3, .pattern_height = 3 }, 320, 240, 1,
        1 },
    { { 320, 240, 2, .pattern_width = 200, .pattern_height = 9 }, 320, 240, 1,
        1 },
    { { 320, 240, 2, .pattern_width = 320, .pattern_height = 240 }, 320, 240, 1,
        1 },
    { { 320, 240, 2, .pattern_width = 320, .pattern_height = 241 }, 640, 480, 1,
        0.5 },
    { { 1, 1, 2, .pattern_width = 3, .pattern_height = 3 }, 3, 3, 1, 1 / 3.0 },
    { { 320, 240, 2, .pattern_width = 36, .pattern_height = 9,
          .unit_zoom = TRUE },
        320, 240, 1, 1 },
    { { 320, 240, 2, .pattern_width = 400, .pattern_height = 9,
          .unit_zoom = TRUE },
        400, 240, 1, 1 },
    { { 320, 240, 2, .pattern_width = 400, .pattern_height = 9, .zoom = 8 },
        400, 30, 1, 8 },
    /* With a margin: twice what the frame shows, unless a side is given. */
    { { 1280, 720, 2, .pattern_width = 36, .pattern_height = 9,
          .margin = TRUE },
        640, 360, 1, 4 },
    { { 321, 241, 2, .zoom = 4, .margin = TRUE }, 162, 122, 1, 4 },
    { { 320, 240, 2, .pattern_width = 400, .pattern_height = 9, .zoom = 8,
          .margin = TRUE },
        800, 60, 1, 8 },
    { { 320, 240, 2, 32, 0, .margin = TRUE }, 32, 24, 1, 10 },
    { { 320, 240, 2, 0, 7, .margin = TRUE }, 10, 7, 1, 34 },
    { { 640, 480, 3, 0, 0, 16, .margin = TRUE }, 128, 128, 16, 3 },
    /* And room for four radii of the rule. */
    { { 320, 240, 2, .zoom = 4, .margin = TRUE, .radius = 5 }, 160, 120, 1, 4 },
    { { 320, 240, 2, .zoom = 4, .margin = TRUE, .radius = 10 }, 160, 140, 1,
        4 },
    { { 320, 240, 2, .zoom = 4, .margin = TRUE, .radius = 500 }, 4080, 4060, 1,
        4 },
    { { 320, 240, 2, .zoom = 4, .radius = 500 }, 80, 60, 1, 4 },
    { { 320, 240, 2, 32, 0, .margin = TRUE, .radius = 500 }, 32, 24, 1, 10 },
    /* As long as that is not very many cells. */
    { { 16384, 16384, 2, .zoom = 1, .margin = TRUE }, 32768, 32768, 1, 1 },
    { { 16384, 16383, 2, .zoom = 0.5, .margin = TRUE }, 32768, 32766, 1, 0.5 },
    { { 320, 240, 2, .zoom = 1e-300, .margin = TRUE }, G_MAXUINT32, G_MAXUINT32,
        1, 1e-300 },
    /* One that is larger than worlds are. */
    { { 320, 240, 2, .pattern_width = (G_GINT64_CONSTANT (1) << 32) + 3,
          .zoom = 1 },
        G_MAXUINT32, 240, 1, 1 },
    { { 320, 240, 3, 16, 16, .pattern_depth = G_MAXINT64, .zoom = 1 }, 16, 16,
        G_MAXUINT32, 1 },
    /* 3D. */
    { { 640, 480, 3, 0, 0, 16 }, 128, 128, 16, 3 },
    { { 640, 480, 3, 0, 0, 16, LIFE_AXIS_Y }, 128, 128, 16, 5 },
    { { 640, 480, 3, 0, 0, 16, LIFE_AXIS_X, .unit_zoom = TRUE }, 128, 128, 16,
        1 },
    { { 640, 480, 3, 0, 0, 0, .pattern_width = 500, .pattern_height = 3,
          .pattern_depth = 130 },
        500, 128, 130, 1 },
    { { 640, 480, 3, 32, 16, 64 }, 32, 16, 64, 20 },
    { { 640, 480, 3, 32, 16, 64, LIFE_AXIS_X }, 32, 16, 64, 7 },
    { { 640, 480, 3, 32, 16, 64, .zoom = 0.25 }, 32, 16, 64, 0.25 },
    { { 100, 100, 3, 256, 256, 256 }, 256, 256, 256, 1 / 3.0 },
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    LifeGeometry geometry = { 0, 0, 0, LIFE_TOPOLOGY_PLANE };
    gdouble zoom = 0;

    g_test_message ("case %u", i);
    life_sizing_resolve (&cases[i].sizing, &geometry, &zoom);
    g_assert_cmpuint (geometry.width, ==, cases[i].width);
    g_assert_cmpuint (geometry.height, ==, cases[i].height);
    g_assert_cmpuint (geometry.depth, ==, cases[i].depth);
    g_assert_cmpfloat (zoom, ==, cases[i].zoom);
    g_assert_cmpint (geometry.topology, ==, LIFE_TOPOLOGY_PLANE);
  }
}

/* At every zoom 1/n that is chosen, no cell is outside the frame. */
static void
test_a_chosen_zoom_shows_the_whole_world (void)
{
  guint32 side;

  for (side = 1; side < 100000; side += 7) {
    LifeSizing sizing = { 31, 1000, 2, side, 1 };
    LifeGeometry geometry = { 0 };
    LifeMapping mapping;
    LifeSpan spans[31];
    gdouble zoom;
    guint n;

    life_sizing_resolve (&sizing, &geometry, &zoom);
    life_mapping_init (&mapping, 31, side, zoom, -1, LIFE_SCALING_NEAREST);
    n = life_mapping_get_spans (&mapping, spans);
    g_assert_cmpuint (spans[0].cell, ==, 0);
    g_assert_cmpuint (spans[n - 1].cell + spans[n - 1].n_cells, ==, side);
    life_mapping_clear (&mapping);
  }
}

/* A frame that is large enough for several threads, and a second one of other
 * cells, drawn with what was kept from the first. */
static void
test_frames_of_many_bands_equal_those_of_one (void)
{
  static const gdouble zooms[] = { 1, 3, 1.5, 0.5, 0.25, 0.125, 1.0 / 3, 0.0625,
    0.61 };
  static const LifePixelFormat banded_formats[] = {
    LIFE_PIXEL_FORMAT_NV12,
    LIFE_PIXEL_FORMAT_BGRA,
#ifndef __SANITIZE_THREAD__
    LIFE_PIXEL_FORMAT_GRAY8,
    LIFE_PIXEL_FORMAT_YUY2,
    LIFE_PIXEL_FORMAT_P010_10LE,
    LIFE_PIXEL_FORMAT_I422_10LE,
    LIFE_PIXEL_FORMAT_Y210,
#endif
  };
  LifeThreadPool *pool = life_thread_pool_new (3);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (banded_formats); k++) {
      g_autoptr (ByteWorld) world = byte_world_new (1203, 903, 1, 40, 7);
      g_autoptr (Canvas) whole = canvas_new (banded_formats[k], 1021, 777);
      g_autoptr (Canvas) banded = canvas_new (banded_formats[k], 1021, 777);
      LifeDrawer drawer = { 0 }, lone_drawer = { 0 };
      LifeView view = default_view ();

      view.zoom = zooms[i];
      view.alive_color = k == 0 ? 0xffff8020u : 0xffffffffu;
      for (guint frame = 0; frame < 2; frame++) {
        draw_with (&lone_drawer, NULL, world, &view, whole);
        draw_with (&drawer, pool, world, &view, banded);
        assert_same_canvas (banded, whole, formats[banded_formats[k]].name);
        for (gsize c = frame; c < 1203 * 903; c += 3)
          world->cells[c] ^= 1;
      }
      life_drawer_clear (&drawer);
      life_drawer_clear (&lone_drawer);
    }
  life_thread_pool_free (pool);
}

#define ADD(path, function) g_test_add_func (path #function, test_##function)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/draw/", gray8_at_zoom_1_is_the_world);
  add_formats (
      "/draw/frames_equal_a_slow_drawing", test_frames_equal_a_slow_drawing);
  ADD ("/draw/", frames_of_many_bands_equal_those_of_one);
  ADD ("/draw/", slices_are_cut_across_each_axis);
  ADD ("/draw/", a_world_of_one_color_has_one_chroma);
  ADD ("/draw/", coverage_is_rounded_exactly);
  ADD ("/draw/", squares_of_cells_are_their_means);
  ADD ("/draw/", colors_have_textbook_values);
  ADD ("/draw/", chroma_at_odd_edges_is_the_mean_of_what_is_there);
  ADD ("/draw/", a_small_world_is_centered_downwards);
  ADD ("/draw/", a_large_world_begins_at_the_floor);
  ADD ("/draw/", view_x_of_5_is_the_left_edge_of_cell_5);
  ADD ("/draw/", view_x_of_nearly_minus_1_is_a_place);
  ADD ("/draw/", a_huge_zoom_shows_the_cell_at_the_center);
  ADD ("/draw/", a_tiny_zoom_shows_a_whole_world_in_a_pixel);
  ADD ("/draw/", far_places_show_nothing);
  ADD ("/overlay/", an_opaque_overlay_draws_live_cells_only);
  ADD ("/overlay/", a_translucent_overlay_mixes_by_alpha_and_mean_weight);
  ADD ("/overlay/", an_overlay_below_zoom_1_mixes_by_coverage);
  ADD ("/sizing/", size_and_zoom_follow_from_what_was_given);
  ADD ("/sizing/", a_chosen_zoom_shows_the_whole_world);

  return g_test_run ();
}
