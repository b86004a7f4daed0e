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

/* How many cells lie under sample (@x, @y) of component @k, and how many of them live. */
static guint
count_cells (const TestFormat *format, const guint8 *cell, guint width,
    guint height, guint k, guint x, guint y, guint *alive)
{
  guint across = k > 0 ? format->across : 1, down = k > 0 ? format->down : 1;
  guint n = 0;

  *alive = 0;
  for (guint row = y * down; row < MIN (height, (y + 1) * down); row++)
    for (guint i = x * across; i < MIN (width, (x + 1) * across); i++, n++)
      *alive += cell[row * width + i] != 0;
  return n;
}

/* White over @picture where @cells are alive. Samples that cells cover partly are tested
 * in the library; they are copied from @got, and so is the byte x of RGBx, which is not
 * defined. */
static GBytes *
lay_over (GBytes *picture, GBytes *cells, GBytes *got, const TestFormat *format,
    guint width, guint height)
{
  gsize length;
  guint8 *bytes = g_memdup2 (
      g_bytes_get_data (picture, &length), g_bytes_get_size (picture));
  const guint8 *cell = g_bytes_get_data (cells, NULL);
  const guint8 *drawn = g_bytes_get_data (got, NULL);

  for (guint k = 0; k < format->components; k++)
    for (guint y = 0; y < component_height (format, k, height); y++)
      for (guint x = 0; x < component_width (format, k, width); x++) {
        gsize at = sample_at (format, width, height, k, x, y);
        guint alive;
        guint n = count_cells (format, cell, width, height, k, x, y, &alive);

        if (k == 3 && !format->alpha)
          bytes[at] = drawn[at];
        else if (alive == n)
          sample_set (format, bytes + at, gray_sample (format, k, TRUE));
        else if (alive > 0)
          sample_set (format, bytes + at, sample_get (format, drawn + at));
      }
  return g_bytes_new_take (bytes, length);
}

static void
check_overlay (const TestFormat *format, guint width, guint height)
{
  g_autoptr (Harness) h = gst_harness_new_parse (
      "lifestep output=overlay input=tick density=0.5 seed=3");
  g_autoptr (LifeWorld) world = reference_soup (width, height, 3, 0.5);
  g_autofree gchar *what =
      g_strdup_printf ("%s %ux%u", format->name, width, height);
  g_autoptr (GstCaps) caps = raw_caps (format->name, width, height);

  gst_harness_set_src_caps (h, gst_caps_ref (caps));
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstBuffer) in = patterned_picture (caps), buffer = NULL;
    g_autoptr (GBytes) before = buffer_pixels (in, caps);
    g_autoptr (GBytes) cells = NULL, got = NULL, expected = NULL;

    buffer = gst_harness_push_and_pull (h, g_steal_pointer (&in));
    reference_step (world, 1);
    cells = reference_cells (world);
    got = buffer_pixels (buffer, caps);
    expected = lay_over (before, cells, got, format, width, height);
    assert_same_pixels (
        got, expected, plane_row_bytes (format, 0, width), what);
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
  }
}

static void
test_overlay_draws_live_cells_over_the_picture (gconstpointer format)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    check_overlay (format, sizes[i][0], sizes[i][1]);
}

static void
test_overlay_weighs_by_the_alpha_of_the_color (void)
{
  g_autoptr (Harness) h = gst_harness_new_parse (
      "lifestep output=overlay input=tick density=1 rule=B/S012345678 "
      "alive-color=0x80ffffff");
  guint8 pixels[8 * 8], got;
  g_autoptr (GstBuffer) buffer = NULL;

  memset (pixels, 100, sizeof pixels);
  gst_harness_set_src_caps (h, raw_caps ("GRAY8", 8, 8));
  buffer = gst_harness_push_and_pull (h, gray_buffer (8, 8, pixels));
  gst_buffer_extract (buffer, 9, &got, 1);
  g_assert_cmpfloat_with_epsilon (got, 100 + (255 - 100) * 128 / 255.0, 1.0);
}

/* Every state in its color, dying cells more transparent with age: as the
 * library draws them over the same picture. */
static void
test_overlay_draws_states_over_the_picture (void)
{
  const guint width = 64, height = 48;
  g_autoptr (Harness) h = gst_harness_new_parse (
      "lifestep output=overlay input=tick density=0.5 seed=3 rule=B2/S345/6 "
      "color-mode=state palette=fire zoom=2 world-width=32 world-height=24");
  g_autoptr (LifeWorld) world =
      reference_new (32, 24, 1, LIFE_TOPOLOGY_TORUS, "B2/S345/6");
  g_autoptr (GstCaps) caps = raw_caps ("RGBA", width, height);
  g_autoptr (LifeRule) rule = life_rule_parse ("B2/S345/6", 2, NULL);
  g_autoptr (LifePalette) palette = life_palette_parse ("fire", NULL);
  LifeView view = default_view ();

  g_assert_true (life_world_soup (world, 3, 0.5, NULL));
  view.zoom = 2;
  view.overlay = TRUE;
  view.color_mode = LIFE_COLOR_MODE_STATE;
  life_view_color_states (&view, rule, palette);
  gst_harness_set_src_caps (h, gst_caps_ref (caps));
  for (guint i = 0; i < 5; i++) {
    g_autoptr (GstBuffer) in = patterned_picture (caps), buffer = NULL;
    g_autoptr (GBytes) before = buffer_pixels (in, caps);
    g_autoptr (GBytes) got = NULL, expected = NULL;
    guint8 *pixels =
        g_memdup2 (g_bytes_get_data (before, NULL), g_bytes_get_size (before));
    LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_RGBA,
      .width = width,
      .height = height,
      .data = { pixels },
      .stride = { 4 * (gint) width } };

    buffer = gst_harness_push_and_pull (h, g_steal_pointer (&in));
    reference_step (world, 1);
    g_assert_true (life_world_draw (world, &view, &frame, NULL));
    got = buffer_pixels (buffer, caps);
    expected = g_bytes_new_take (pixels, 4 * width * height);
    g_assert_false (g_bytes_equal (expected, before));
    assert_same_pixels (got, expected, 4 * width, "states");
  }
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
test_new_output_size_keeps_the_world (void)
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
test_rows_have_default_strides_where_no_meta_is_taken (void)
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
  for (guint i = 0; i < N_FORMATS; i++) {
    g_autofree gchar *path = g_strconcat (
        "/lifestep-output/overlay_draws_live_cells_over_the_picture/",
        formats[i].name, NULL);

    g_test_add_data_func (
        path, &formats[i], test_overlay_draws_live_cells_over_the_picture);
  }
#define TEST(name) g_test_add_func ("/lifestep-output/" #name, test_##name)
  TEST (overlay_weighs_by_the_alpha_of_the_color);
  TEST (overlay_draws_states_over_the_picture);
  TEST (output_of_another_format);
  TEST (output_of_another_size_shows_the_world_in_its_middle);
  TEST (new_output_size_keeps_the_world);
  TEST (the_default_output_is_as_the_picture);
  TEST (rows_have_default_strides_where_no_meta_is_taken);
  return g_test_run ();
}
