/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc's formats: pixels of every format and size, rows of every stride,
 * colors, and caps that change while it plays. */
#include "tests/support/draw/formats.h"
#include "tests/support/elements/element.h"

#include <dlfcn.h>
#include <malloc.h>

static const guint sizes[][2] = { { 1, 1 }, { 1, 7 }, { 2, 2 }, { 3, 5 },
  { 33, 17 }, { 64, 48 } };

/* How downstream wants rows. */
typedef enum {
  ROWS_DEFAULT, /* without GstVideoMeta */
  ROWS_META,    /* with GstVideoMeta */
  ROWS_PADDED,  /* from a pool of frames with padding around them */
} Rows;

/* White cells on black, as a frame of that format shows them. */
static GBytes *
expected_pixels (const TestFormat *format, LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  guint width = geometry->width, height = geometry->height;
  gsize size = frame_bytes (format, width, height);
  guint8 *pixels = g_malloc0 (size);
  g_autoptr (GBytes) cells = reference_cells (world);
  const guint8 *cell = g_bytes_get_data (cells, NULL);

  for (guint k = 0; k < format->components; k++)
    for (guint y = 0; y < component_height (format, k, height); y++) {
      guint n = component_width (format, k, width);

      /* The second pixel of a block at an odd edge has the luma of the first. */
      if (k == 0 && is_blocks (format))
        n += n % 2;
      for (guint x = 0; x < n; x++)
        sample_set (format, pixels + sample_at (format, width, height, k, x, y),
            gray_sample (format, k, cell[y * width + MIN (x, width - 1)]));
    }
  return g_bytes_new_take (pixels, size);
}

/* The tests' own table, and so what they find in frames, is GStreamer's. */
static void
test_formats_lie_in_memory_as_in_gstreamer (void)
{
  for (guint i = 0; i < N_FORMATS; i++) {
    const TestFormat *format = &formats[i];
    const GstVideoFormatInfo *info =
        gst_video_format_get_info (gst_video_format_from_string (format->name));
    guint components = GST_VIDEO_FORMAT_INFO_N_COMPONENTS (info);

    g_test_message ("%s", format->name);
    g_assert_cmpint (GST_VIDEO_FORMAT_INFO_IS_RGB (info), ==, format->rgb);
    g_assert_cmpint (GST_VIDEO_FORMAT_INFO_HAS_ALPHA (info), ==, format->alpha);
    g_assert_cmpuint (
        GST_VIDEO_FORMAT_INFO_N_PLANES (info), ==, format->planes);
    g_assert_cmpuint (components, >=, MIN (3, format->components));
    g_assert_cmpuint (components, <=, format->components);
    for (guint k = 0; k < components; k++) {
      g_assert_cmpuint (GST_VIDEO_FORMAT_INFO_PLANE (info, k), ==,
          format->positions[k].plane);
      /* GStreamer counts the samples before one of 10 bits. Its row for Y210 is not that of
       * the pixels that it packs. */
      if (!g_str_equal (format->name, "Y210")) {
        g_assert_cmpuint (GST_VIDEO_FORMAT_INFO_POFFSET (info, k), ==,
            format->positions[k].offset / (format->depth > 8 ? 2 : 1));
        g_assert_cmpuint (
            GST_VIDEO_FORMAT_INFO_SHIFT (info, k), ==, format->shift);
      }
      g_assert_cmpuint (GST_VIDEO_FORMAT_INFO_PSTRIDE (info, k), ==,
          format->positions[k].step);
      g_assert_cmpuint (
          GST_VIDEO_FORMAT_INFO_DEPTH (info, k), ==, format->depth);
      g_assert_cmpint (GST_VIDEO_FORMAT_INFO_SCALE_WIDTH (info, k, 7), ==,
          component_width (format, k, 7));
      g_assert_cmpint (GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT (info, k, 7), ==,
          component_height (format, k, 7));
    }
  }
}

static GstPadProbeReturn
offer_padded_pool (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  GstVideoAlignment alignment;
  GstBufferPool *pool;
  GstStructure *config;
  GstVideoInfo video;
  GstCaps *caps;
  guint size;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_parse_allocation (query, &caps, NULL);
  g_assert_true (gst_video_info_from_caps (&video, caps));
  gst_video_alignment_reset (&alignment);
  alignment.padding_left = alignment.padding_right = 16;
  alignment.padding_top = alignment.padding_bottom = 4;

  pool = gst_video_buffer_pool_new ();
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (
      config, caps, GST_VIDEO_INFO_SIZE (&video), 2, 0);
  gst_buffer_pool_config_add_option (config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  gst_buffer_pool_config_add_option (
      config, GST_BUFFER_POOL_OPTION_VIDEO_ALIGNMENT);
  gst_buffer_pool_config_set_video_alignment (config, &alignment);
  g_assert_true (gst_buffer_pool_set_config (pool, config));
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_params (config, NULL, &size, NULL, NULL);
  gst_query_add_allocation_pool (query, pool, size, 2, 0);
  gst_structure_free (config);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  gst_object_unref (pool);
  return GST_PAD_PROBE_HANDLED;
}

/* Rows in a layout that was not negotiated would show as a wrong picture
 * downstream. */
static void
check_strides (GstBuffer *buffer, GstCaps *caps, Rows rows, const gchar *what)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  GstVideoInfo info;

  g_assert_true (gst_video_info_from_caps (&info, caps));
  if (rows == ROWS_PADDED) {
    if (!meta || meta->stride[0] < info.stride[0] + 32)
      g_error ("%s: the padded pool that was offered was not used", what);
    return;
  }
  if (gst_buffer_get_size (buffer) != GST_VIDEO_INFO_SIZE (&info))
    g_error ("%s: the buffer has %" G_GSIZE_FORMAT
             " bytes, a default frame has %" G_GSIZE_FORMAT,
        what, gst_buffer_get_size (buffer), GST_VIDEO_INFO_SIZE (&info));
  if (rows == ROWS_DEFAULT && meta)
    for (guint i = 0; i < meta->n_planes; i++)
      g_assert_cmpint (meta->stride[i], ==, info.stride[i]);
}

static void
check_frames (const TestFormat *format, guint width, guint height, Rows rows)
{
  GstElement *source = gst_element_factory_make ("lifesrc", NULL);
  g_autoptr (Harness) h = gst_harness_new_with_element (source, NULL, "src");
  g_autoptr (LifeWorld) world = reference_soup (width, height, 1, 0.5);
  g_autofree gchar *text = g_strdup_printf (
      "video/x-raw,format=%s,width=%u,height=%u,framerate=30/1", format->name,
      width, height);
  g_autofree gchar *what =
      g_strdup_printf ("%s, %ux%u, rows %d", format->name, width, height, rows);
  g_autoptr (GstCaps) caps = gst_caps_from_string (text);

  g_object_set (source, "num-buffers", 2, "density", 0.5, NULL);
  if (rows == ROWS_META)
    gst_harness_add_propose_allocation_meta (h, GST_VIDEO_META_API_TYPE, NULL);
  if (rows == ROWS_PADDED)
    gst_pad_add_probe (h->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
        offer_padded_pool, NULL, NULL);
  gst_harness_set_sink_caps (h, gst_caps_ref (caps));
  gst_harness_play (h);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GstBuffer) buffer = gst_harness_pull (h);
    g_autoptr (GBytes) expected = expected_pixels (format, world);
    g_autoptr (GBytes) pixels = NULL;

    if (!buffer)
      g_error ("%s: no frame came", what);
    check_strides (buffer, caps, rows, what);
    assert_clear_padding (buffer, caps, what);
    pixels = buffer_pixels (buffer, caps);
    assert_same_pixels (
        pixels, expected, plane_row_bytes (format, 0, width), what);
    reference_step (world, 1);
  }
  gst_object_unref (source);
}

static void
test_formats_sizes_and_rows (void)
{
  for (guint i = 0; i < N_FORMATS; i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      for (Rows rows = ROWS_DEFAULT; rows <= ROWS_PADDED; rows++)
        check_frames (&formats[i], sizes[j][0], sizes[j][1], rows);
}

/* --- With a GPU --- */

/* Whether frames of @format can be had in CUDA memory. */
static gboolean
has_cuda_memory (const gchar *format)
{
  GstElementFactory *factory = gst_element_factory_find ("lifesrc");
  GstCaps *caps = gst_caps_new_simple (
      "video/x-raw", "format", G_TYPE_STRING, format, NULL);
  gboolean offered;

  gst_caps_set_features_simple (
      caps, gst_caps_features_new ("memory:CUDAMemory", NULL));
  offered = gst_element_factory_can_src_any_caps (factory, caps);
  gst_caps_unref (caps);
  gst_object_unref (factory);
  return offered && g_file_test ("/dev/nvidiactl", G_FILE_TEST_EXISTS);
}

/* The bytes of @buffer as the host sees them. */
static GstBuffer *
copy_to_host (GstBuffer *buffer)
{
  GstVideoMeta *meta = gst_buffer_get_video_meta (buffer);
  GstBuffer *copy;
  GstMapInfo map;

  g_assert_nonnull (meta);
  g_assert_true (gst_buffer_map (buffer, &map, GST_MAP_READ));
  copy = gst_buffer_new_memdup (map.data, map.size);
  gst_buffer_unmap (buffer, &map);
  gst_buffer_add_video_meta_full (copy, 0, meta->format, meta->width,
      meta->height, meta->n_planes, meta->offset, meta->stride);
  return copy;
}

/* CUDA gives freed memory again, with what was in it, and these frames are nearly white.
 * Rows of 512 bytes are as long on the device as on the host, others are longer. */
static void
test_frames_in_cuda_memory_are_clear_next_to_their_pixels (void)
{
  static const guint in_cuda[][2] = { { 33, 17 }, { 512, 48 }, { 1024, 7 },
    { 511, 33 } };

  if (!has_cuda_memory ("NV12")) {
    g_test_skip ("no frames in CUDA memory here");
    return;
  }
  for (guint i = 0; i < 3 * N_FORMATS * G_N_ELEMENTS (in_cuda); i++) {
    const guint *size = in_cuda[i / N_FORMATS % G_N_ELEMENTS (in_cuda)];
    const gchar *format = formats[i % N_FORMATS].name;
    g_autoptr (Stream) stream = NULL;

    if (!has_cuda_memory (format))
      continue;
    stream = stream_play (
        stream_new ("lifesrc name=life engine=cuda dead-color=0xffffffff "
                    "num-buffers=2 ! video/x-raw(memory:CUDAMemory),format=%s,"
                    "width=%u,height=%u,framerate=30/1",
            format, size[0], size[1]));
    for (guint n = 0; n < 2; n++) {
      g_autoptr (GstSample) sample = stream_pull (stream);
      g_autoptr (GstBuffer) copy =
          copy_to_host (gst_sample_get_buffer (sample));

      assert_clear_padding (copy, gst_sample_get_caps (sample), format);
    }
  }
}

/* What a world on a GPU draws for a sink that takes system memory, with GstCuda or without. */
static void
test_frames_in_system_memory_are_pinned (void)
{
  const gint memory_type = 2, host = 1; /* in cuda.h */
  gint (*get_attribute) (gpointer, gint, guint64);
  gpointer driver = dlopen ("libcuda.so.1", RTLD_NOW);
  g_autoptr (Stream) stream = NULL;
  g_autoptr (GstSample) sample = NULL;
  GstMapInfo map;
  gint type = 0;

  if (!driver || !g_file_test ("/dev/nvidiactl", G_FILE_TEST_EXISTS)) {
    g_test_skip ("there is no GPU here");
    return;
  }
  stream = stream_play (stream_new ("lifesrc name=life engine=cuda ! "
                                    "video/x-raw,format=NV12,width=64,"
                                    "height=48"));
  sample = stream_pull (stream);
  g_assert_true (
      gst_buffer_map (gst_sample_get_buffer (sample), &map, GST_MAP_READ));
  *(gpointer *) &get_attribute = dlsym (driver, "cuPointerGetAttribute");
  g_assert_nonnull (get_attribute);
  g_assert_cmpint (
      get_attribute (&type, memory_type, (guint64) (guintptr) map.data), ==, 0);
  g_assert_cmpint (type, ==, host);
  gst_buffer_unmap (gst_sample_get_buffer (sample), &map);
}

/* --- Colors --- */

/* A frame of 64 × 48 pixels that shows one color only, @alive or dead, after @filters. */
static GBytes *
uniform_frame (gboolean alive, guint color, const gchar *filters)
{
  g_autoptr (Stream) stream = stream_play (
      stream_new ("lifesrc name=life density=%d %s-color=%u ! %s,width=64,"
                  "height=48",
          alive ? 1 : 0, alive ? "alive" : "dead", color, filters));

  return stream_pull_pixels (stream);
}

static void
test_colors_have_their_bytes_in_rgb (void)
{
  const guint8 color[] = { 0x20, 0x30, 0x40, 0x80 };

  for (guint i = 0; i < 2 * N_FORMATS; i++) {
    const TestFormat *format = &formats[i / 2];
    g_autofree gchar *caps =
        g_strdup_printf ("video/x-raw,format=%s", format->name);
    const gsize size = frame_bytes (format, 64, 48);
    g_autofree guint8 *bytes = g_malloc0 (size);
    g_autoptr (GBytes) pixels = NULL;
    g_autoptr (GBytes) expected = NULL;

    if (!format->rgb)
      continue;
    pixels = uniform_frame (i % 2 == 1, 0x80203040u, caps);
    for (guint k = 0; k < format->components; k++)
      for (guint pixel = 0; pixel < 64 * 48; pixel++)
        bytes[sample_at (format, 64, 48, k, pixel % 64, pixel / 64)] =
            k == 3 && !format->alpha ? 255 : color[k];
    expected = g_bytes_new (bytes, size);
    assert_same_pixels (pixels, expected, size / 48, format->name);
  }
}

/* By the matrix and range of the caps: those of SD, of HD, and all of a byte. */
static void
test_colors_are_videoconverts_of_rgba (void)
{
  static const guint colors[] = { 0xffffffff, 0xff000000, 0xffff0000,
    0xff00ff00, 0xff0000ff, 0xff4080c0, 0xffe0c020 };
  static const gchar *const codings[] = { "bt601", "bt709", "1:4:0:0" };

  for (guint i = 0; i < N_FORMATS * G_N_ELEMENTS (colors); i++) {
    const TestFormat *format = &formats[i / G_N_ELEMENTS (colors)];
    const gchar *coding = codings[i % G_N_ELEMENTS (codings)];
    const guint color = colors[i % G_N_ELEMENTS (colors)];
    g_autofree gchar *caps = g_strdup_printf (
        "video/x-raw,format=%s,colorimetry=%s", format->name, coding);
    g_autofree gchar *convert = g_strconcat (
        "video/x-raw,format=RGBA ! videoconvert dither=none ! ", caps, NULL);
    g_autoptr (GBytes) expected = NULL;
    g_autoptr (GBytes) got = NULL;

    if (format->rgb || format->components == 1)
      continue;
    expected = uniform_frame (TRUE, color, convert);
    got = uniform_frame (TRUE, color, caps);
    g_assert_cmpuint (g_bytes_get_size (got), ==, g_bytes_get_size (expected));
    for (guint k = 0; k < 3; k++) {
      const gsize at = sample_at (format, 64, 48, k, 7, 5);
      const gint here = sample_get (
          format, (const guint8 *) g_bytes_get_data (got, NULL) + at);
      const gint there = sample_get (
          format, (const guint8 *) g_bytes_get_data (expected, NULL) + at);

      /* videoconvert goes through 8 bits of RGB, and rounds its matrix. */
      if (ABS (here - there) > (format->depth > 8 ? 4 : 1))
        g_error ("%s of %08x in %s: component %u is %d, not %d", format->name,
            color, coding, k, here, there);
    }
  }
}

/* --- Negotiation --- */

static void
test_the_default_is_1280x720_at_30_in_i420 (void)
{
  g_autoptr (Stream) stream =
      stream_play (stream_new ("lifesrc name=life num-buffers=1"));
  g_autoptr (GstSample) sample = stream_pull (stream);
  g_autoptr (GstCaps) expected = gst_caps_from_string (
      "video/x-raw,format=I420,width=1280,height=720,framerate=30/1,"
      "pixel-aspect-ratio=1/1");

  g_assert_true (
      gst_caps_can_intersect (gst_sample_get_caps (sample), expected));
}

static void
test_formats_with_alpha_come_first_if_a_color_has_it (void)
{
  static const struct {
    const gchar *line, *format;
  } lines[] = {
    { "lifesrc name=life", "I420" },
    { "lifesrc name=life dead-color=0", "RGBA" },
    { "lifesrc name=life alive-color=0xfeffffff", "RGBA" },
    { "lifesrc name=life palette=0xffff0000,0x800000ff", "RGBA" },
    { "lifesrc name=life dead-color=0 ! video/x-raw,format=(string){NV12,ABGR}",
        "ABGR" },
    { "lifesrc name=life dead-color=0 ! video/x-raw,format=(string){NV12,Y42B}",
        "NV12" },
    /* As ProRes has them. */
    { "lifesrc name=life dead-color=0 ! videoconvert ! "
      "video/x-raw,format=(string){I422_10LE,A444_10LE}",
        "A444_10LE" },
    { "lifesrc name=life ! videoconvert ! "
      "video/x-raw,format=(string){I422_10LE,A444_10LE}",
        "I422_10LE" },
    { "videotestsrc ! lifestep name=life dead-color=0 ! videoconvert ! "
      "video/x-raw,format=(string){I422_10LE,A444_10LE}",
        "A444_10LE" },
    { "lifesrc name=life view=volume world-depth=8 dead-color=0", "I420" },
    { "lifesrc name=life view=volume world-depth=8 background-top=0", "RGBA" },
    { "videotestsrc ! video/x-raw,format=I420 ! lifestep name=life", "I420" },
    { "videotestsrc ! video/x-raw,format=I420 ! lifestep name=life "
      "dead-color=0",
        "RGBA" },
    { "videotestsrc ! video/x-raw,format=I420 ! lifestep name=life "
      "dead-color=0 output=overlay",
        "I420" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autoptr (Stream) stream = stream_play (stream_new ("%s", lines[i].line));
    g_autoptr (GstSample) sample = stream_pull (stream);
    const GstStructure *caps =
        gst_caps_get_structure (gst_sample_get_caps (sample), 0);

    g_test_message ("%s", lines[i].line);
    g_assert_cmpstr (
        gst_structure_get_string (caps, "format"), ==, lines[i].format);
  }
}

/* It leaves the frame rate out; a critical message ends the test. */
static void
test_interlace_takes_frames (void)
{
  g_autoptr (GstElementFactory) factory =
      gst_element_factory_find ("interlace");
  g_autoptr (Stream) stream = NULL;

  if (factory == NULL) {
    g_test_skip ("there is no element interlace");
    return;
  }
  stream = stream_play (stream_new ("lifesrc name=life ! interlace"));
  stream_skip (stream, 1);
}

/* Through an encoder that chooses. */
static void
test_a_png_of_transparent_cells_is_transparent (void)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "lifesrc name=life dead-color=0 zoom=1 num-buffers=1 ! "
      "video/x-raw,width=40,height=30 ! videoconvert ! pngenc ! pngdec ! "
      "video/x-raw,format=RGBA"));
  g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
  const guint8 *bytes = g_bytes_get_data (pixels, NULL);
  guint opaque = 0, clear = 0;

  for (guint i = 0; i < 40 * 30; i++) {
    opaque += bytes[4 * i + 3] == 255;
    clear += bytes[4 * i + 3] == 0;
  }
  g_assert_cmpuint (opaque, >, 0);
  g_assert_cmpuint (clear, >, opaque);
  g_assert_cmpuint (opaque + clear, ==, 40 * 30);
}

/* --- Caps that change --- */

#define CAPS(format, width, height, rate)                            \
  "video/x-raw,width=" #width ",height=" #height ",framerate=" #rate \
  "/1,format=" #format

/* A cleared world stays in another format and at another rate, and starts anew in another
 * size. Frames go on, in number and in time. */
static void
test_frames_go_on_in_new_caps (void)
{
  static const struct {
    const gchar *caps;
    gint rate;
    gboolean restarts;
  } rows[] = {
    { CAPS (BGRA, 40, 30, 30), 30, FALSE },
    { CAPS (GRAY8, 40, 30, 10), 10, FALSE },
    { CAPS (GRAY8, 48, 36, 30), 30, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (Stream) stream = stream_play (
        stream_new ("lifesrc name=life ! capsfilter name=filter caps=" CAPS (
            GRAY8, 40, 30, 30)));
    g_autoptr (GstElement) filter =
        gst_bin_get_by_name (GST_BIN (stream->pipeline), "filter");
    g_autoptr (GstCaps) caps = gst_caps_from_string (rows[i].caps);
    g_autoptr (LifeWorld) reference = reference_soup (48, 36, 1, 0.35);
    g_autoptr (GstSample) sample = stream_pull (stream);
    GstClockTime end = GST_SECOND / 30;
    guint64 number = 0;

    g_assert_true (stream_act (stream, "clear"));
    g_object_set (filter, "caps", caps, NULL);
    while (!gst_caps_is_subset (gst_sample_get_caps (sample), caps)) {
      GstBuffer *buffer;

      g_assert_cmpuint (++number, <, 20);
      gst_sample_unref (sample);
      sample = stream_pull (stream);
      buffer = gst_sample_get_buffer (sample);
      g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, number);
      g_assert_cmpuint (buffer_generation (buffer), ==, number);
      g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, end);
      end += GST_BUFFER_DURATION (buffer);
    }
    g_assert_cmpint (
        ABS ((gint64) GST_BUFFER_DURATION (gst_sample_get_buffer (sample))
             - (gint64) GST_SECOND / rows[i].rate),
        <=, 1);
    reference_step (reference, number);
    if (rows[i].restarts)
      assert_shows (sample, reference, rows[i].caps);
    else
      g_assert_cmpuint (sample_population (sample), ==, 0);
  }
}

int
main (int argc, char **argv)
{
#ifdef M_PERTURB
  /* Makes no byte of new memory 0. */
  mallopt (M_PERTURB, 0x5a);
#endif
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/caps/" #name, test_##name)
  TEST (formats_lie_in_memory_as_in_gstreamer);
  TEST (formats_sizes_and_rows);
  TEST (frames_in_cuda_memory_are_clear_next_to_their_pixels);
  TEST (frames_in_system_memory_are_pinned);
  TEST (colors_have_their_bytes_in_rgb);
  TEST (colors_are_videoconverts_of_rgba);
  TEST (the_default_is_1280x720_at_30_in_i420);
  TEST (formats_with_alpha_come_first_if_a_color_has_it);
  TEST (interlace_takes_frames);
  TEST (a_png_of_transparent_cells_is_transparent);
  TEST (frames_go_on_in_new_caps);
  return g_test_run ();
}
