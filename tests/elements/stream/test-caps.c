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
  GBytes *cells = reference_cells (world);
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
  g_bytes_unref (cells);
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
      g_assert_cmpuint (
          GST_VIDEO_FORMAT_INFO_PLANE (info, k), ==, format->places[k].plane);
      /* GStreamer counts the samples before one of 10 bits. Its row for Y210 is not that of
       * the pixels that it packs. */
      if (!g_str_equal (format->name, "Y210")) {
        g_assert_cmpuint (GST_VIDEO_FORMAT_INFO_POFFSET (info, k), ==,
            format->places[k].offset / (format->depth > 8 ? 2 : 1));
        g_assert_cmpuint (
            GST_VIDEO_FORMAT_INFO_SHIFT (info, k), ==, format->shift);
      }
      g_assert_cmpuint (
          GST_VIDEO_FORMAT_INFO_PSTRIDE (info, k), ==, format->places[k].step);
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
  GstHarness *h = gst_harness_new_with_element (source, NULL, "src");
  LifeWorld *world = reference_soup (width, height, 1, 0.5);
  gchar *text = g_strdup_printf (
      "video/x-raw,format=%s,width=%u,height=%u,framerate=30/1", format->name,
      width, height);
  gchar *what =
      g_strdup_printf ("%s, %ux%u, rows %d", format->name, width, height, rows);
  GstCaps *caps = gst_caps_from_string (text);

  g_object_set (source, "num-buffers", 2, "density", 0.5, NULL);
  if (rows == ROWS_META)
    gst_harness_add_propose_allocation_meta (h, GST_VIDEO_META_API_TYPE, NULL);
  if (rows == ROWS_PADDED)
    gst_pad_add_probe (h->sinkpad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM,
        offer_padded_pool, NULL, NULL);
  gst_harness_set_sink_caps (h, gst_caps_ref (caps));
  gst_harness_play (h);
  for (guint i = 0; i < 2; i++) {
    GstBuffer *buffer = gst_harness_pull (h);
    GBytes *pixels, *expected = expected_pixels (format, world);

    if (!buffer)
      g_error ("%s: no frame came", what);
    check_strides (buffer, caps, rows, what);
    assert_clear_padding (buffer, caps, what);
    pixels = buffer_pixels (buffer, caps);
    assert_same_pixels (
        pixels, expected, plane_row_bytes (format, 0, width), what);
    g_bytes_unref (pixels);
    g_bytes_unref (expected);
    gst_buffer_unref (buffer);
    reference_step (world, 1);
  }
  gst_harness_teardown (h);
  gst_object_unref (source);
  gst_caps_unref (caps);
  g_free (what);
  g_free (text);
  life_world_free (world);
}

static void
check_all_formats (Rows rows)
{
  for (guint i = 0; i < N_FORMATS; i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      check_frames (&formats[i], sizes[j][0], sizes[j][1], rows);
}

static void
test_formats_and_sizes_with_default_rows (void)
{
  check_all_formats (ROWS_DEFAULT);
}

static void
test_formats_and_sizes_with_video_meta (void)
{
  check_all_formats (ROWS_META);
}

static void
test_formats_and_sizes_in_a_padded_pool (void)
{
  check_all_formats (ROWS_PADDED);
}

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
test_frames_in_cuda_memory_are_clear_beside_their_pixels (void)
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
    Stream *stream;

    if (!has_cuda_memory (format))
      continue;
    stream =
        stream_new ("lifesrc name=life engine=cuda dead-color=0xffffffff "
                    "num-buffers=2 ! video/x-raw(memory:CUDAMemory),format=%s,"
                    "width=%u,height=%u,framerate=30/1",
            format, size[0], size[1]);

    stream_play (stream);
    for (guint n = 0; n < 2; n++) {
      GstSample *sample = stream_pull (stream);
      GstBuffer *copy = copy_to_host (gst_sample_get_buffer (sample));

      assert_clear_padding (copy, gst_sample_get_caps (sample), format);
      gst_buffer_unref (copy);
      gst_sample_unref (sample);
    }
    stream_free (stream);
  }
}

/* What a world on a GPU draws for a sink that takes system memory, with GstCuda or without. */
static void
test_frames_in_system_memory_are_pinned (void)
{
  const gint memory_type = 2, host = 1; /* in cuda.h */
  gint (*get_attribute) (gpointer, gint, guint64);
  gpointer driver = dlopen ("libcuda.so.1", RTLD_NOW);
  Stream *stream = stream_new ("lifesrc name=life engine=%s ! "
                               "video/x-raw,format=NV12,width=64,height=48",
      driver ? "cuda" : "cpu");
  GstSample *sample;
  GstMapInfo map;
  gint type = 0;

  if (!driver || !g_file_test ("/dev/nvidiactl", G_FILE_TEST_EXISTS)) {
    g_test_skip ("there is no GPU here");
    stream_free (stream);
    return;
  }
  sample = stream_pull (stream_play (stream));
  g_assert_true (
      gst_buffer_map (gst_sample_get_buffer (sample), &map, GST_MAP_READ));
  *(gpointer *) &get_attribute = dlsym (driver, "cuPointerGetAttribute");
  g_assert_nonnull (get_attribute);
  g_assert_cmpint (
      get_attribute (&type, memory_type, (guint64) (guintptr) map.data), ==, 0);
  g_assert_cmpint (type, ==, host);
  gst_buffer_unmap (gst_sample_get_buffer (sample), &map);
  gst_sample_unref (sample);
  stream_free (stream);
}

/* --- Colors --- */

/* The first pixels of a frame that shows one color only, @alive or dead. */
static GBytes *
uniform_frame (const gchar *caps, gboolean alive, guint color)
{
  Stream *stream = stream_new (
      "lifesrc name=life density=%d %s-color=%u ! %s,width=64,height=48",
      alive ? 1 : 0, alive ? "alive" : "dead", color, caps);
  GBytes *pixels = stream_pull_pixels (stream_play (stream));

  stream_free (stream);
  return pixels;
}

static void
test_colors_keep_their_bytes_in_rgb (void)
{
  const guint8 color[] = { 0x20, 0x30, 0x40, 0x80 };

  for (guint i = 0; i < 2 * N_FORMATS; i++) {
    const TestFormat *format = &formats[i / 2];
    gchar *caps = g_strdup_printf ("video/x-raw,format=%s", format->name);
    gsize size = frame_bytes (format, 64, 48);
    GBytes *pixels, *expected;
    guint8 *bytes;

    if (format->rgb) {
      pixels = uniform_frame (caps, i % 2 == 1, 0x80203040u);
      bytes = g_malloc0 (size);
      for (guint k = 0; k < format->components; k++)
        for (guint pixel = 0; pixel < 64 * 48; pixel++)
          bytes[sample_at (format, 64, 48, k, pixel % 64, pixel / 64)] =
              k == 3 && !format->alpha ? 255 : color[k];
      expected = g_bytes_new_take (bytes, size);
      assert_same_pixels (pixels, expected, size / 48, format->name);
      g_bytes_unref (expected);
      g_bytes_unref (pixels);
    }
    g_free (caps);
  }
}

/* A frame of one color through videoconvert, from RGBA to @format. */
static GBytes *
converted_frame (
    const TestFormat *format, const gchar *colorimetry, guint color)
{
  Stream *stream = stream_new (
      "lifesrc name=life density=1 alive-color=%u ! video/x-raw,format=RGBA,"
      "width=64,height=48 ! videoconvert dither=none ! "
      "video/x-raw,format=%s,colorimetry=%s",
      color, format->name, colorimetry);
  GBytes *pixels = stream_pull_pixels (stream_play (stream));

  stream_free (stream);
  return pixels;
}

static void
test_colors_are_videoconverts_of_rgba (void)
{
  static const guint colors[] = { 0xffffffff, 0xff000000, 0xffff0000,
    0xff00ff00, 0xff0000ff, 0xff4080c0, 0xffe0c020 };
  static const gchar *const codings[] = { "bt601", "bt709" };

  for (guint i = 0; i < N_FORMATS * G_N_ELEMENTS (colors); i++) {
    const TestFormat *format = &formats[i / G_N_ELEMENTS (colors)];
    const gchar *coding = codings[i % G_N_ELEMENTS (codings)];
    guint color = colors[i % G_N_ELEMENTS (colors)];
    g_autofree gchar *caps = g_strdup_printf (
        "video/x-raw,format=%s,colorimetry=%s", format->name, coding);
    GBytes *expected, *got;

    if (format->rgb || format->components == 1)
      continue;
    expected = converted_frame (format, coding, color);
    got = uniform_frame (caps, TRUE, color);
    g_assert_cmpuint (g_bytes_get_size (got), ==, g_bytes_get_size (expected));
    for (guint k = 0; k < 3; k++) {
      gsize at = sample_at (format, 64, 48, k, 7, 5);
      gint here = sample_get (
          format, (const guint8 *) g_bytes_get_data (got, NULL) + at);
      gint there = sample_get (
          format, (const guint8 *) g_bytes_get_data (expected, NULL) + at);

      /* videoconvert goes through 8 bits of RGB, and rounds its matrix. */
      if (ABS (here - there) > (format->depth > 8 ? 4 : 1))
        g_error ("%s of %08x in %s: component %u is %d, not %d", format->name,
            color, coding, k, here, there);
    }
    g_bytes_unref (expected);
    g_bytes_unref (got);
  }
}

static void
test_colors_follow_the_matrix_and_range_of_the_caps (void)
{
  static const struct {
    const gchar *caps;
    gdouble kr, kb, black, white, chroma;
    guint v; /* bytes from the first Cb to the first Cr */
  } rows[] = {
    { "video/x-raw,format=I420,colorimetry=bt601", 0.299, 0.114, 16, 235, 224,
        32 * 24 },
    { "video/x-raw,format=NV12,colorimetry=bt709", 0.2126, 0.0722, 16, 235, 224,
        1 },
    { "video/x-raw,format=I420,colorimetry=1:4:0:0", 0.299, 0.114, 0, 255, 255,
        32 * 24 },
  };
  const gdouble r = 0x40 / 255.0, g = 0x80 / 255.0, b = 0xc0 / 255.0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    GBytes *pixels = uniform_frame (rows[i].caps, TRUE, 0xff4080c0u);
    const guint8 *data = g_bytes_get_data (pixels, NULL);
    gdouble kr = rows[i].kr, kb = rows[i].kb;
    gdouble y = kr * r + (1 - kr - kb) * g + kb * b;
    gdouble cb = (b - y) / (1 - kb) / 2, cr = (r - y) / (1 - kr) / 2;
    gdouble luma = rows[i].black + (rows[i].white - rows[i].black) * y;
    const guint8 *chroma = data + 64 * 48;

    g_assert_cmpfloat_with_epsilon (data[0], luma, 1.0);
    g_assert_cmpfloat_with_epsilon (chroma[0], 128 + rows[i].chroma * cb, 1.0);
    g_assert_cmpfloat_with_epsilon (
        chroma[rows[i].v], 128 + rows[i].chroma * cr, 1.0);
    g_bytes_unref (pixels);
  }
}

/* --- Negotiation --- */

static void
test_the_default_is_1280x720_at_30_in_i420 (void)
{
  Stream *stream = stream_play (stream_new ("lifesrc name=life num-buffers=1"));
  GstSample *sample = stream_pull (stream);
  GstVideoInfo info;

  g_assert_true (
      gst_video_info_from_caps (&info, gst_sample_get_caps (sample)));
  g_assert_cmpstr (info.finfo->name, ==, "I420");
  g_assert_cmpint (info.width, ==, 1280);
  g_assert_cmpint (info.height, ==, 720);
  g_assert_cmpint (info.fps_n, ==, 30);
  g_assert_cmpint (info.fps_d, ==, 1);
  g_assert_cmpint (info.par_n, ==, info.par_d);
  gst_sample_unref (sample);
  stream_free (stream);
}

static Stream *
filtered_stream (const gchar *caps)
{
  return stream_play (
      stream_new ("lifesrc name=life ! capsfilter name=filter caps=%s", caps));
}

static void
set_filter (Stream *stream, const gchar *text)
{
  GstElement *filter =
      gst_bin_get_by_name (GST_BIN (stream->pipeline), "filter");
  GstCaps *caps = gst_caps_from_string (text);

  g_object_set (filter, "caps", caps, NULL);
  gst_caps_unref (caps);
  gst_object_unref (filter);
}

/* Pulls until a frame with the filter's new caps comes; frames before it must
 * also be the next ones. */
static GstSample *
pull_until (Stream *stream, const gchar *text, guint64 *next)
{
  GstCaps *caps = gst_caps_from_string (text);
  GstSample *sample;

  for (guint i = 0; i < 20; i++) {
    sample = stream_pull (stream);
    g_assert_cmpuint (
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)), ==, *next);
    g_assert_cmpuint (
        buffer_generation (gst_sample_get_buffer (sample)), ==, *next);
    (*next)++;
    if (gst_caps_is_subset (gst_sample_get_caps (sample), caps)) {
      gst_caps_unref (caps);
      return sample;
    }
    gst_sample_unref (sample);
  }
  g_error ("no frame of the caps %s came", text);
}

#define SMALL "video/x-raw,width=40,height=30,framerate=30/1,format=GRAY8"
#define SMALL_BGRA "video/x-raw,width=40,height=30,framerate=30/1,format=BGRA"
#define LARGE "video/x-raw,width=48,height=36,framerate=30/1,format=GRAY8"
#define SLOW "video/x-raw,width=40,height=30,framerate=10/1,format=GRAY8"

/* The format that @line ends in. */
static gchar *
format_of (const gchar *line)
{
  Stream *stream = stream_new ("%s", line);
  GstSample *sample = stream_pull (stream_play (stream));
  const GstStructure *caps =
      gst_caps_get_structure (gst_sample_get_caps (sample), 0);
  gchar *format = g_strdup (gst_structure_get_string (caps, "format"));

  gst_sample_unref (sample);
  stream_free (stream);
  return format;
}

static void
test_formats_with_alpha_come_first_where_a_color_has_it (void)
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
    g_autofree gchar *format = format_of (lines[i].line);

    g_test_message ("%s", lines[i].line);
    g_assert_cmpstr (format, ==, lines[i].format);
  }
}

/* interlace leaves the frame rate out; a critical message ends the test. */
static void
test_a_peer_may_leave_fields_out (void)
{
  g_autofree gchar *format = format_of ("lifesrc name=life ! interlace");

  g_assert_cmpstr (format, ==, "I420");
}

/* Through an encoder that chooses. */
static void
test_a_png_of_transparent_cells_is_transparent (void)
{
  Stream *stream = stream_new (
      "lifesrc name=life dead-color=0 zoom=1 num-buffers=1 ! "
      "video/x-raw,width=40,height=30 ! videoconvert ! pngenc ! pngdec ! "
      "video/x-raw,format=RGBA");
  GBytes *pixels = stream_pull_pixels (stream_play (stream));
  const guint8 *bytes = g_bytes_get_data (pixels, NULL);
  guint opaque = 0, clear = 0;

  for (guint i = 0; i < 40 * 30; i++) {
    opaque += bytes[4 * i + 3] == 255;
    clear += bytes[4 * i + 3] == 0;
  }
  g_assert_cmpuint (opaque, >, 0);
  g_assert_cmpuint (clear, >, opaque);
  g_assert_cmpuint (opaque + clear, ==, 40 * 30);
  g_bytes_unref (pixels);
  stream_free (stream);
}

static void
test_new_format_keeps_the_world (void)
{
  Stream *stream = filtered_stream (SMALL);
  GstSample *sample;
  guint64 next = 0;
  gboolean done;

  gst_sample_unref (pull_until (stream, SMALL, &next));
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  set_filter (stream, SMALL_BGRA);
  sample = pull_until (stream, SMALL_BGRA, &next);
  g_assert_cmpuint (buffer_population (gst_sample_get_buffer (sample)), ==, 0);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_new_size_restarts_the_world (void)
{
  Stream *stream = filtered_stream (SMALL);
  LifeWorld *reference = reference_soup (48, 36, 1, 0.35);
  GstSample *sample;
  guint64 next = 0;
  gboolean done;

  gst_sample_unref (pull_until (stream, SMALL, &next));
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  set_filter (stream, LARGE);
  sample = pull_until (stream, LARGE, &next);
  reference_step (reference, next - 1);
  assert_shows (sample, reference, "the first larger frame");
  gst_sample_unref (sample);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_new_frame_rate_goes_on_in_time (void)
{
  Stream *stream = filtered_stream (SMALL);
  GstSample *sample = NULL;
  GstClockTime last_end = 0;
  guint64 next = 0;

  gst_sample_unref (pull_until (stream, SMALL, &next));
  set_filter (stream, SLOW);
  for (guint i = 0; i < 20 && !sample; i++) {
    GstBuffer *buffer;
    GstCaps *slow = gst_caps_from_string (SLOW);

    sample = stream_pull (stream);
    buffer = gst_sample_get_buffer (sample);
    if (!gst_caps_is_subset (gst_sample_get_caps (sample), slow)) {
      last_end = GST_BUFFER_PTS (buffer) + GST_BUFFER_DURATION (buffer);
      g_clear_pointer (&sample, gst_sample_unref);
    } else {
      if (last_end)
        g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, last_end);
      g_assert_cmpuint (GST_BUFFER_DURATION (buffer), ==, 100 * GST_MSECOND);
    }
    gst_caps_unref (slow);
  }
  g_assert_nonnull (sample);
  gst_sample_unref (sample);
  stream_free (stream);
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
  TEST (formats_and_sizes_with_default_rows);
  TEST (formats_and_sizes_with_video_meta);
  TEST (formats_and_sizes_in_a_padded_pool);
  TEST (frames_in_cuda_memory_are_clear_beside_their_pixels);
  TEST (frames_in_system_memory_are_pinned);
  TEST (colors_keep_their_bytes_in_rgb);
  TEST (colors_are_videoconverts_of_rgba);
  TEST (colors_follow_the_matrix_and_range_of_the_caps);
  TEST (the_default_is_1280x720_at_30_in_i420);
  TEST (formats_with_alpha_come_first_where_a_color_has_it);
  TEST (a_peer_may_leave_fields_out);
  TEST (a_png_of_transparent_cells_is_transparent);
  TEST (new_format_keeps_the_world);
  TEST (new_size_restarts_the_world);
  TEST (new_frame_rate_goes_on_in_time);
  return g_test_run ();
}
