/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the cells of a 2D world lie in frames: zooms and centers. */
#include "tests/support/elements/element.h"

#define SMALL "world-width=16 world-height=12 "

/* The 16 × 12 @cells as @zoom × @zoom blocks from (@left, @top) in a frame. */
static GBytes *
draw_blocks (GBytes *cells, guint zoom, gint left, gint top, GstVideoInfo *info)
{
  const gsize n = (gsize) info->width * info->height;
  const guint8 *cell = g_bytes_get_data (cells, NULL);
  guint8 *pixels = g_malloc0 (n);

  for (gsize i = 0; i < n; i++) {
    const gint x = (gint) (i % info->width) - left;
    const gint y = (gint) (i / info->width) - top;

    if (x >= 0 && y >= 0 && x < (gint) (16 * zoom) && y < (gint) (12 * zoom))
      pixels[i] = cell[(guint) y / zoom * 16 + (guint) x / zoom];
  }
  return g_bytes_new_take (pixels, n);
}

/* The next frame shows the 16 × 12 cells of @world as blocks. */
static void
assert_blocks (
    Stream *stream, LifeWorld *world, guint zoom, gint left, gint top)
{
  g_autoptr (GstSample) sample = stream_pull (stream);
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  g_autoptr (GBytes) cells = reference_cells (world);
  g_autoptr (GBytes) expected = NULL;
  g_autofree gchar *what =
      g_strdup_printf ("zoom %u from (%d, %d)", zoom, left, top);
  GstVideoInfo info;

  g_assert_true (
      gst_video_info_from_caps (&info, gst_sample_get_caps (sample)));
  expected = draw_blocks (cells, zoom, left, top, &info);
  assert_same_pixels (pixels, expected, (guint) info.width, what);
}

static void
test_whole_world_shows_at_the_largest_zoom (void)
{
  g_autoptr (Stream) stream = stream_play (gray_stream (SMALL, 163, 130));
  g_autoptr (LifeWorld) world = reference_soup (16, 12, 1, 0.35);

  assert_blocks (stream, world, 10, 1, 5);
}

static void
test_large_world_shows_whole (void)
{
  g_autoptr (Stream) stream = stream_play (gray_stream (
      "world-width=64 world-height=64 density=1 rule=B/S012345678", 16, 16));
  g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
  guint8 white[16 * 16];

  memset (white, 255, sizeof white);
  g_assert_cmpmem (g_bytes_get_data (pixels, NULL), g_bytes_get_size (pixels),
      white, sizeof white);
}

static void
test_view_centers_a_cell (void)
{
  g_autoptr (Stream) stream =
      stream_play (gray_stream (SMALL "zoom=2 view-x=0 view-y=12", 20, 10));
  g_autoptr (LifeWorld) world = reference_soup (16, 12, 1, 0.35);

  assert_blocks (stream, world, 2, 10, 5 - 24);
}

static void
test_controller_moves_the_zoom (void)
{
  g_autoptr (Stream) stream = gray_stream (SMALL, 64, 48);
  g_autoptr (LifeWorld) world = reference_soup (16, 12, 1, 0.35);

  stream_control (stream, "zoom", 1.0, 200 * GST_MSECOND, 3.0);
  stream_play (stream);
  for (guint i = 0; i < 10; i++) {
    const gint zoom = i < 6 ? 1 : 3;

    assert_blocks (stream, world, (guint) zoom, (64 - 16 * zoom) / 2,
        (48 - 12 * zoom) / 2);
    reference_step (world, 1);
  }
}

/* --- Worlds of rows --- */

/* How many pixels of the bottom row of @stream's next frame show life. */
static guint
count_bottom_row (Stream *stream, guint width, guint height)
{
  g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
  const guint8 *row = (const guint8 *) g_bytes_get_data (pixels, NULL)
                      + (gsize) (height - 1) * width;
  guint count = 0;

  for (guint i = 0; i < width; i++)
    count += row[i] != 0;
  return count;
}

/* It is the bottom row of a world that is higher than the frame. Of one cell, rule 90 makes
 * as many as 2 to the power of the generation's bits. */
static void
test_view_follows_the_present_row (void)
{
  static const struct {
    const gchar *properties;
    guint height, zoom;
  } rows[] = {
    { "zoom=1", 48, 1 },
    { "zoom=3", 48, 3 },
    { "zoom=3", 47, 3 },
    { "", 48, 1 },
    { "zoom=2 world-width=64 world-height=640", 48, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (Stream) stream =
        stream_play (stream_new ("lifesrc name=life rule=W90 pattern=o! %s ! "
                                 "video/x-raw,format=GRAY8,width=64,height=%u",
            rows[i].properties, rows[i].height));

    g_test_message ("%s", rows[i].properties);
    for (guint generation = 0; generation < 9; generation++)
      g_assert_cmpuint (count_bottom_row (stream, 64, rows[i].height), ==,
          rows[i].zoom << __builtin_popcount (generation));
  }
}

/* A view that goes on from there by hand does not jump to the world's center. */
static void
test_moves_go_on_from_the_present_row (void)
{
  g_autoptr (Stream) stream =
      stream_play (gray_stream ("rule=W90 pattern=o! zoom=1", 64, 48));
  gboolean done;
  gdouble y;

  stream_skip (stream, 1);
  g_signal_emit_by_name (stream->life, "pan", 0.0, 1.0, &done);
  g_assert_true (done);
  g_object_get (stream->life, "view-y", &y, NULL);
  g_assert_cmpfloat (y, >, 96 - 24 - 2);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/views/" #name, test_##name)
  TEST (whole_world_shows_at_the_largest_zoom);
  TEST (large_world_shows_whole);
  TEST (view_centers_a_cell);
  TEST (controller_moves_the_zoom);
  TEST (view_follows_the_present_row);
  TEST (moves_go_on_from_the_present_row);
  return g_test_run ();
}
