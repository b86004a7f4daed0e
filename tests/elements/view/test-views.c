/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the cells of a world lie in frames: zooms, centers, and slices of 3D worlds. */
#include "tests/support/elements/element.h"

/* @cells, @width × @height of them, as @zoom × @zoom blocks from (@left, @top)
 * in a frame of @frame_width × @frame_height. */
static GBytes *
draw_blocks (GBytes *cells, guint width, guint height, guint zoom, gint left,
    gint top, guint frame_width, guint frame_height)
{
  const guint8 *cell = g_bytes_get_data (cells, NULL);
  guint8 *pixels = g_malloc0 (frame_width * frame_height);

  for (guint y = 0; y < frame_height; y++)
    for (guint x = 0; x < frame_width; x++) {
      gint column = (gint) x - left, row = (gint) y - top;

      if (column < 0 || row < 0 || column >= (gint) (width * zoom)
          || row >= (gint) (height * zoom))
        continue;
      pixels[y * frame_width + x] =
          cell[(guint) row / zoom * width + (guint) column / zoom];
    }
  return g_bytes_new_take (pixels, frame_width * frame_height);
}

/* The next frame shows the 16 × 12 cells of @world as blocks. */
static void
assert_blocks (Stream *stream, LifeWorld *world, guint zoom, gint left,
    gint top, guint frame_width, guint frame_height, const gchar *what)
{
  GstSample *sample = stream_pull (stream);
  GBytes *pixels = sample_pixels (sample);
  GBytes *cells = reference_cells (world);
  GBytes *expected =
      draw_blocks (cells, 16, 12, zoom, left, top, frame_width, frame_height);

  assert_same_pixels (pixels, expected, frame_width, what);
  g_bytes_unref (expected);
  g_bytes_unref (cells);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
}

static void
test_whole_world_shows_at_the_largest_zoom (void)
{
  Stream *stream =
      stream_play (gray_stream ("world-width=16 world-height=12", 163, 130));
  LifeWorld *world = reference_soup (16, 12, 1, 0.35);

  assert_blocks (stream, world, 10, 1, 5, 163, 130, "zoom 10");
  life_world_free (world);
  stream_free (stream);
}

static void
test_large_world_shows_whole (void)
{
  Stream *stream = stream_play (gray_stream (
      "world-width=64 world-height=64 density=1 rule=B/S012345678", 16, 16));
  GstSample *sample = stream_pull (stream);
  GBytes *pixels = sample_pixels (sample);
  guint8 white[16 * 16];
  GBytes *expected;

  memset (white, 255, sizeof white);
  expected = g_bytes_new (white, sizeof white);
  assert_same_pixels (pixels, expected, 16, "a world of live cells");
  g_bytes_unref (expected);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_view_puts_a_cell_at_the_center (void)
{
  Stream *stream = stream_play (gray_stream (
      "world-width=16 world-height=12 zoom=2 view-x=0 view-y=12", 20, 10));
  LifeWorld *world = reference_soup (16, 12, 1, 0.35);

  assert_blocks (stream, world, 2, 10, 5 - 24, 20, 10, "view (0, 12)");
  life_world_free (world);
  stream_free (stream);
}

static void
test_controller_moves_the_zoom (void)
{
  Stream *stream = gray_stream ("world-width=16 world-height=12", 64, 48);
  LifeWorld *world = reference_soup (16, 12, 1, 0.35);

  stream_control (stream, "zoom", 1.0, 200 * GST_MSECOND, 3.0);
  stream_play (stream);
  for (guint i = 0; i < 10; i++) {
    guint zoom = i < 6 ? 1 : 3;
    gchar *what = g_strdup_printf ("frame %u", i);

    assert_blocks (stream, world, zoom, (64 - 16 * (gint) zoom) / 2,
        (48 - 12 * (gint) zoom) / 2, 64, 48, what);
    reference_step (world, 1);
    g_free (what);
  }
  life_world_free (world);
  stream_free (stream);
}

/* --- 3D --- */

/* Frame i shows slice @first + i × @step of generation i. */
static void
check_slices (Stream *stream, LifeAxis axis, gint first, gint step, guint n)
{
  LifeWorld *world = reference_new (8, 6, 4, LIFE_TOPOLOGY_TORUS, "B6/S567");
  guint32 columns, rows, planes;

  g_assert_true (life_world_soup (world, 1, 0.35, NULL));
  life_geometry_plane (
      life_world_get_geometry (world), axis, &columns, &rows, &planes);
  stream_play (stream);
  for (guint i = 0; i < n; i++) {
    gint slice = (first + (gint) i * step + 10 * (gint) planes) % (gint) planes;
    LifeBox box = { 0, 0, 0, 8, 6, 4 };
    GstSample *sample = stream_pull (stream);
    GBytes *pixels = sample_pixels (sample), *expected;
    gchar *what = g_strdup_printf ("frame %u, plane %d", i, slice);

    if (axis == LIFE_AXIS_Z)
      box.z = slice, box.depth = 1;
    else if (axis == LIFE_AXIS_Y)
      box.y = slice, box.height = 1;
    else
      box.x = slice, box.width = 1;
    expected = reference_plane (world, &box);
    assert_same_pixels (pixels, expected, columns, what);
    assert_buffer_world (gst_sample_get_buffer (sample), 8, 6, 4);
    reference_step (world, 1);
    g_free (what);
    g_bytes_unref (expected);
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  life_world_free (world);
  stream_free (stream);
}

#define SOLID "world-width=8 world-height=6 world-depth=4 zoom=1 "

static void
test_3d_shows_the_middle_slice (void)
{
  check_slices (gray_stream (SOLID, 8, 6), LIFE_AXIS_Z, 2, 0, 4);
}

static void
test_3d_shows_the_slice_asked_for (void)
{
  check_slices (gray_stream (SOLID "slice=3", 8, 6), LIFE_AXIS_Z, 3, 0, 4);
}

static void
test_slice_step_walks_around_the_world (void)
{
  check_slices (
      gray_stream (SOLID "slice=1 slice-step=3", 8, 6), LIFE_AXIS_Z, 1, 3, 9);
}

static void
test_slice_step_walks_backwards (void)
{
  check_slices (
      gray_stream (SOLID "slice=1 slice-step=-1", 8, 6), LIFE_AXIS_Z, 1, -1, 9);
}

static void
test_slices_across_y (void)
{
  check_slices (gray_stream (SOLID "slice-axis=y slice-step=1", 8, 4),
      LIFE_AXIS_Y, 3, 1, 7);
}

static void
test_slices_across_x (void)
{
  check_slices (gray_stream (SOLID "slice-axis=x slice-step=1", 6, 4),
      LIFE_AXIS_X, 4, 1, 7);
}

/* How many pixels of the bottom row of @stream's next frame show life. */
static guint
count_bottom_row (Stream *stream, guint width, guint height)
{
  g_autoptr (GstSample) sample = stream_pull (stream);
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  const guint8 *row = (const guint8 *) g_bytes_get_data (pixels, NULL)
                      + (gsize) (height - 1) * width;
  guint count = 0;

  for (guint i = 0; i < width; i++)
    count += row[i] != 0;
  return count;
}

/* Of one cell, rule 90 makes as many as 2 to the power of the generation's bits. */
static void
assert_present_row (const gchar *properties, guint height, guint zoom)
{
  Stream *stream =
      stream_play (stream_new ("lifesrc name=life rule=W90 pattern=o! %s ! "
                               "video/x-raw,format=GRAY8,width=64,height=%u",
          properties, height));

  g_test_message ("%s", properties);
  for (guint generation = 0; generation < 9; generation++)
    g_assert_cmpuint (count_bottom_row (stream, 64, height), ==,
        zoom << __builtin_popcount (generation));
  stream_free (stream);
}

/* It is the bottom row of a world that is higher than the frame. */
static void
test_view_follows_the_present_row (void)
{
  assert_present_row ("zoom=1", 48, 1);
  assert_present_row ("zoom=3", 48, 3);
  assert_present_row ("zoom=3", 47, 3);
  assert_present_row ("", 48, 1);
  assert_present_row ("zoom=2 world-width=64 world-height=640", 48, 2);
}

/* A view that goes on from there by hand does not jump to the world's center. */
static void
test_moves_go_on_from_the_present_row (void)
{
  Stream *stream =
      stream_play (gray_stream ("rule=W90 pattern=o! zoom=1", 64, 48));
  gboolean done;
  gdouble y;

  count_bottom_row (stream, 64, 48);
  g_signal_emit_by_name (stream->life, "pan", 0.0, 1.0, &done);
  g_assert_true (done);
  g_object_get (stream->life, "view-y", &y, NULL);
  g_assert_cmpfloat (y, >, 96 - 24 - 2);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/views/" #name, test_##name)
  TEST (whole_world_shows_at_the_largest_zoom);
  TEST (large_world_shows_whole);
  TEST (view_puts_a_cell_at_the_center);
  TEST (controller_moves_the_zoom);
  TEST (3d_shows_the_middle_slice);
  TEST (3d_shows_the_slice_asked_for);
  TEST (slice_step_walks_around_the_world);
  TEST (slice_step_walks_backwards);
  TEST (slices_across_y);
  TEST (slices_across_x);
  TEST (view_follows_the_present_row);
  TEST (moves_go_on_from_the_present_row);
  return g_test_run ();
}
