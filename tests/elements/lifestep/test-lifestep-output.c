/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lifestep draws: cells over the arriving picture, and frames of another
 * size or format than the picture's. */
#include "tests/support/defaults.h"
#include "tests/support/draw/formats.h"
#include "tests/support/elements/element.h"

static const guint sizes[][2] = { { 1, 1 }, { 1, 7 }, { 3, 5 }, { 33, 17 },
  { 64, 48 } };

static GstCaps *
raw_caps (const gchar *format, guint width, guint height)
{
  return gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING, format,
      "width", G_TYPE_INT, width, "height", G_TYPE_INT, height, "framerate",
      GST_TYPE_FRACTION, 30, 1, NULL);
}

/* A picture whose bytes all differ from their neighbors, where a byte is a sample; its
 * rows have default strides. */
static GstBuffer *
patterned_picture (GstCaps *caps)
{
  GstVideoFormat format;
  GstVideoInfo info;
  GstBuffer *buffer;
  GstMapInfo map;

  g_assert_true (gst_video_info_from_caps (&info, caps));
  format = GST_VIDEO_INFO_FORMAT (&info);
  buffer = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
  g_assert_true (gst_buffer_map (buffer, &map, GST_MAP_WRITE));
  for (gsize i = 0; i < map.size; i++)
    map.data[i] = (guint8) (i * 37 + i / 101);
  /* In 10 bits the other six are 0. */
  for (gsize i = 0; GST_VIDEO_INFO_COMP_DEPTH (&info, 0) > 8 && i < map.size;
       i += 2)
    if (format == GST_VIDEO_FORMAT_P010_10LE || format == GST_VIDEO_FORMAT_Y210)
      map.data[i] &= 0xc0;
    else
      map.data[i + 1] &= 0x03;
  gst_buffer_unmap (buffer, &map);
  return buffer;
}

/* --- Overlay --- */

/* Three pictures under @line, whose world is like @world, are as the library draws that over them. */
static void
check_overlay (const gchar *line, LifeWorld *world, const LifeView *view,
    guint format, const guint size[2])
{
  g_autoptr (Harness) h = gst_harness_new_parse (line);
  g_autoptr (GstCaps) caps = raw_caps (formats[format].name, size[0], size[1]);
  GstVideoInfo info;

  g_test_message ("%s %ux%u", line, size[0], size[1]);
  g_assert_true (gst_video_info_from_caps (&info, caps));
  gst_harness_set_src_caps (h, gst_caps_ref (caps));
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstBuffer) drawn = patterned_picture (caps), buffer = NULL;
    g_autoptr (GBytes) previous = buffer_pixels (drawn, caps);
    g_autoptr (GBytes) got = NULL, expected = NULL;
    LifeFrame frame = { .format = (LifePixelFormat) format,
      .colorimetry = coding_of (&formats[format],
          format == LIFE_PIXEL_FORMAT_GRAY8
              ? (LifeColorimetry){ 0.299, 0.114, 0, 255, 255 }
              : (LifeColorimetry){ 0.299, 0.114, 16, 219, 224 }),
      .width = size[0],
      .height = size[1] };
    GstVideoFrame mapped;

    buffer = gst_harness_push_and_pull (h, gst_buffer_copy_deep (drawn));
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
    reference_step (world, 1);
    g_assert_true (
        gst_video_frame_map (&mapped, &info, drawn, GST_MAP_READWRITE));
    for (guint k = 0; k < GST_VIDEO_FRAME_N_PLANES (&mapped); k++) {
      frame.data[k] = GST_VIDEO_FRAME_PLANE_DATA (&mapped, k);
      frame.stride[k] = GST_VIDEO_FRAME_PLANE_STRIDE (&mapped, k);
    }
    g_assert_true (life_world_draw (world, view, &frame, NULL));
    gst_video_frame_unmap (&mapped);
    got = buffer_pixels (buffer, caps);
    expected = buffer_pixels (drawn, caps);
    g_assert_true (size[0] < 9 || !g_bytes_equal (expected, previous));
    assert_same_pixels (
        got, expected, plane_row_bytes (&formats[format], 0, size[0]), line);
  }
}

static void
test_overlay_draws_live_cells_over_the_picture (void)
{
  static const gchar *const lines[] = {
    "lifestep output=overlay input=tick density=0.5 seed=3",
    "lifestep output=overlay input=tick density=0.5 seed=3 "
    "alive-color=0x80ffffff"
  };
  LifeView view = default_view ();

  view.overlay = TRUE;
  for (guint n = 0; n < G_N_ELEMENTS (lines); n++) {
    view.alive_color = n == 0 ? 0xffffffff : 0x80ffffff;
    for (guint i = 0; i < N_FORMATS; i++)
      for (guint k = 0; k < G_N_ELEMENTS (sizes); k++) {
        g_autoptr (LifeWorld) world =
            reference_soup (sizes[k][0], sizes[k][1], 3, 0.5);

        check_overlay (lines[n], world, &view, i, sizes[k]);
      }
  }
}

/* Every state in its color, dying cells more transparent with age. */
static void
test_overlay_draws_states_over_the_picture (void)
{
  static const guint size[] = { 64, 48 };
  g_autoptr (LifeWorld) world =
      reference_new (32, 24, 1, LIFE_TOPOLOGY_TORUS, "B2/S345/6");
  g_autoptr (LifeRule) rule = life_rule_parse ("B2/S345/6", 2, NULL);
  g_autoptr (LifePalette) palette = life_palette_parse ("fire", NULL);
  LifeView view = default_view ();

  g_assert_true (life_world_soup (world, 3, 0.5, NULL));
  view.zoom = 2;
  view.overlay = TRUE;
  view.color_mode = LIFE_COLOR_MODE_STATE;
  life_view_color_states (&view, rule, palette);
  check_overlay (
      "lifestep output=overlay input=tick density=0.5 seed=3 rule=B2/S345/6 "
      "color-mode=state palette=fire zoom=2 world-width=32 world-height=24",
      world, &view, LIFE_PIXEL_FORMAT_RGBA, size);
}

/* --- Clip and mask --- */

#define DAY_AND_NIGHT "B3678/S34678"

/* A world of 32 × 24 cells in which those live that are dead in that of lifestep; so they stay under this rule. */
static LifeWorld *
complement_of_soup (void)
{
  LifeWorld *world =
      reference_new (32, 24, 1, LIFE_TOPOLOGY_TORUS, DAY_AND_NIGHT);
  guint8 cells[32 * 24];
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = 32,
    .height = 24,
    .data = { cells },
    .stride = { 32 } };
  LifeView view = default_view ();

  frame.colorimetry = (LifeColorimetry){ 0.299, 0.114, 0, 255, 255 };
  g_assert_true (life_world_soup (world, 3, 0.5, NULL));
  g_assert_true (life_world_draw (world, &view, &frame, NULL));
  for (gint i = 0; i < 32 * 24; i++) {
    const LifeLine line = { { i % 32, i / 32, 0 }, { i % 32, i / 32, 0 },
      cells[i] == 0 };

    g_assert_true (life_world_draw_line (world, &line, NULL));
  }
  return world;
}

/* What is not clipped is ground, as if dead cells lay over the picture. */
static void
test_clip_shows_the_picture_in_live_cells (void)
{
  static const guint size[] = { 64, 48 };
  LifeView view = default_view ();

  view.zoom = 2;
  view.overlay = TRUE;
  view.alive_color = 0xff000000;
  for (guint i = 0; i < N_FORMATS; i++) {
    g_autoptr (LifeWorld) world = complement_of_soup ();

    check_overlay ("lifestep output=clip input=tick density=0.5 seed=3 "
                   "rule=" DAY_AND_NIGHT " zoom=2 world-width=32 "
                   "world-height=24 alive-color=0xff808080 grid=2 "
                   "color-mode=age",
        world, &view, i, size);
  }
}

/* The bytes of a frame of RGBA, from a source of another picture each. */
static GBytes *
filtered (const gchar *filter)
{
  g_autoptr (Stream) stream = stream_play (
      stream_new ("videotestsrc pattern=smpte ! "
                  "video/x-raw,format=RGBA,width=64,height=48 ! %s ! "
                  "video/x-raw,format=RGBA",
          filter));

  return stream_pull_pixels (stream);
}

/* A matte: the mask has the same cells, as alpha alone, and where it is clear so is the clip. */
static void
test_clip_and_mask_have_alpha (void)
{
#define WORLD "input=tick density=0.5 seed=3 zoom=4 "
  g_autoptr (GBytes) clip =
      filtered ("lifestep name=life " WORLD "output=clip dead-color=0");
  g_autoptr (GBytes) mask =
      filtered ("lifestep name=life " WORLD "output=mask palette=fire");
  g_autoptr (GBytes) cells =
      filtered ("lifestep name=life " WORLD "dead-color=0xff010101");
  g_autoptr (GBytes) picture =
      filtered ("lifestep name=life output=overlay input=tick density=0");
  const guint8 *all[4] = { g_bytes_get_data (clip, NULL),
    g_bytes_get_data (mask, NULL), g_bytes_get_data (cells, NULL),
    g_bytes_get_data (picture, NULL) };
  guint live = 0;

  for (guint i = 0; i < 64 * 48 * 4; i += 4) {
    const gboolean lives = all[2][i] == 255;

    live += lives;
    for (guint k = 0; k < 4; k++)
      g_assert_cmpuint (all[1][i + k], ==, lives ? 255 : 0);
    g_assert_cmpuint (all[0][i + 3], ==, lives ? 255 : 0);
    for (guint k = 0; k < 3 && lives; k++)
      g_assert_cmpuint (all[0][i + k], ==, all[3][i + k]);
  }
  g_assert_cmpuint (live, >, 64);
  g_assert_cmpuint (live, <, 64 * 48 - 64);
}

/* --- Frames of another size or format --- */

static void
test_output_of_another_format (void)
{
  for (guint i = 0; i < N_FORMATS; i++) {
    g_autoptr (Stream) direct = stream_play (
        stream_new ("lifesrc name=life density=0.5 start-generation=1 ! "
                    "video/x-raw,format=%s,width=33,height=17",
            formats[i].name));
    g_autoptr (Stream) stepped = stream_play (stream_new (
        "lifesrc density=0.5 ! video/x-raw,format=%s,width=33,height=17 ! "
        "lifestep name=life ! video/x-raw,format=%s",
        formats[(i + 3) % N_FORMATS].name, formats[i].name));
    g_autoptr (GBytes) expected = stream_pull_pixels (direct);
    g_autoptr (GBytes) got = stream_pull_pixels (stepped);

    assert_same_pixels (got, expected, 33, formats[i].name);
  }
}

/* Where cell (0, 0) of a soup of 16 × 12 cells is in a frame of another size, and how large a cell: in the middle of
 * larger ones, or it is the middle that smaller ones show. */
static void
test_output_of_another_size_shows_the_world_in_its_middle (void)
{
  static const struct {
    const gchar *properties;
    gint width, height, zoom, left, top;
  } cases[] = { { "", 33, 25, 1, 8, 6 },
    { "world-width=16 world-height=12", 50, 40, 3, 1, 2 },
    { "", 6, 4, 1, -5, -4 } };
  g_autoptr (LifeWorld) world = reference_soup (16, 12, 1, 0.35);
  g_autoptr (GBytes) cells = NULL;
  const guint8 *cell;

  reference_step (world, 1);
  cells = reference_cells (world);
  cell = g_bytes_get_data (cells, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const gint width = cases[i].width, height = cases[i].height;
    g_autoptr (Stream) stream = stream_play (
        stream_new ("lifesrc ! video/x-raw,format=GRAY8,width=16,height=12 ! "
                    "lifestep name=life %s ! video/x-raw,width=%d,height=%d",
            cases[i].properties, width, height));
    g_autoptr (GstSample) sample = stream_pull (stream);
    g_autoptr (GBytes) pixels = sample_pixels (sample), expected = NULL;
    guint8 *frame = g_malloc0 (width * height);

    for (gint y = 0; y < height; y++)
      for (gint x = 0; x < width; x++) {
        const gint column = (x - cases[i].left) / cases[i].zoom;
        const gint row = (y - cases[i].top) / cases[i].zoom;

        if (x >= cases[i].left && y >= cases[i].top && column < 16 && row < 12)
          frame[y * width + x] = cell[row * 16 + column];
      }
    expected = g_bytes_new_take (frame, width * height);
    assert_buffer_world (gst_sample_get_buffer (sample), 16, 12, 1);
    assert_same_pixels (pixels, expected, width, cases[i].properties);
  }
}

static void
test_new_output_size_leaves_the_world (void)
{
  g_autoptr (Stream) stream = stream_play (
      stream_new ("lifesrc ! video/x-raw,format=GRAY8,width=16,height=12 ! "
                  "lifestep name=life ! capsfilter name=filter "
                  "caps=video/x-raw,width=16,height=12"));
  g_autoptr (GstElement) filter =
      gst_bin_get_by_name (GST_BIN (stream->pipeline), "filter");
  g_autoptr (LifeWorld) world = reference_soup (16, 12, 1, 0.35);
  gboolean larger = FALSE;

  for (guint i = 0; i < 20 && !larger; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    LifeStatistics statistics;
    GstVideoInfo info;

    if (i == 2)
      gst_util_set_object_arg (
          G_OBJECT (filter), "caps", "video/x-raw,width=40,height=30");
    reference_step (world, 1);
    reference_statistics (world, &statistics);
    g_assert_cmpuint (sample_generation (sample), ==, i + 1);
    g_assert_cmpuint (sample_population (sample), ==, statistics.population);
    g_assert_true (
        gst_video_info_from_caps (&info, gst_sample_get_caps (sample)));
    larger = info.width == 40;
  }
  g_assert_true (larger);
}

static void
test_the_default_output_is_as_the_picture (void)
{
  g_autoptr (GstCaps) caps = gst_caps_from_string (
      "video/x-raw,format=NV12,width=33,height=17,framerate=7/1,"
      "pixel-aspect-ratio=4/3,colorimetry=bt709");
  g_autoptr (Harness) h = gst_harness_new ("lifestep");
  g_autoptr (GstCaps) got = NULL;
  GstVideoInfo in, out;

  gst_harness_set_src_caps (h, gst_caps_ref (caps));
  gst_buffer_unref (gst_harness_push_and_pull (h, patterned_picture (caps)));
  got = gst_pad_get_current_caps (h->sinkpad);
  g_assert_true (gst_video_info_from_caps (&in, caps));
  g_assert_true (gst_video_info_from_caps (&out, got));
  g_assert_true (gst_video_info_is_equal (&in, &out));
}

static void
test_rows_have_default_strides_if_no_meta_is_accepted (void)
{
  for (guint i = 0; i < N_FORMATS; i++) {
    GstCaps *caps = raw_caps (formats[i].name, 33, 17);
    g_autoptr (Harness) h = gst_harness_new ("lifestep");
    g_autoptr (GstBuffer) buffer = NULL;
    GstVideoInfo info;
    GstVideoMeta *meta;

    g_assert_true (gst_video_info_from_caps (&info, caps));
    gst_harness_set_src_caps (h, caps);
    buffer = gst_harness_push_and_pull (h, patterned_picture (caps));
    g_assert_cmpuint (
        gst_buffer_get_size (buffer), ==, GST_VIDEO_INFO_SIZE (&info));
    meta = gst_buffer_get_video_meta (buffer);
    if (meta)
      g_assert_cmpint (meta->stride[0], ==, info.stride[0]);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep-output/" #name, test_##name)
  TEST (overlay_draws_live_cells_over_the_picture);
  TEST (overlay_draws_states_over_the_picture);
  TEST (clip_shows_the_picture_in_live_cells);
  TEST (clip_and_mask_have_alpha);
  TEST (output_of_another_format);
  TEST (output_of_another_size_shows_the_world_in_its_middle);
  TEST (new_output_size_leaves_the_world);
  TEST (the_default_output_is_as_the_picture);
  TEST (rows_have_default_strides_if_no_meta_is_accepted);
  return g_test_run ();
}
