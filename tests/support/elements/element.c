/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of the elements share; see the header. */
#include "tests/support/elements/element.h"

#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>

#include "tests/support/help.h"

void
element_test_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  gst_init (argc, argv);
  for (guint i = 0; i < 2; i++) {
    static const gchar *const names[] = { "lifesrc", "lifestep" };
    g_autoptr (GstElementFactory) factory = gst_element_factory_find (names[i]);

    if (!factory)
      g_error ("no element %s; does GST_PLUGIN_PATH_1_0 lead to the plugin?",
          names[i]);
  }
}

TestFolder *
test_folder_new (void)
{
  GError *error = NULL;
  gchar *folder = g_dir_make_tmp ("life-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
test_folder_free (TestFolder *folder)
{
  remove_folder (folder);
  g_free (folder);
}

/* --- Streams --- */

/* The first GPU context that a stream made; later ones share it, as pipelines of a program
 * do, since a driver takes long to make one. */
static GMutex context_lock;
static GstContext *shared_context;

static void
store_context (GstMessage *message)
{
  g_mutex_lock (&context_lock);
  if (!shared_context)
    gst_message_parse_have_context (message, &shared_context);
  g_mutex_unlock (&context_lock);
}

static void
share_context (GstElement *pipeline)
{
  g_mutex_lock (&context_lock);
  if (shared_context)
    gst_element_set_context (pipeline, shared_context);
  g_mutex_unlock (&context_lock);
}

/* Errors stay on the bus, where each wait finds them; all other messages are
 * kept. */
static GstBusSyncReply
sort_message (GstBus *bus, GstMessage *message, gpointer user_data)
{
  Stream *stream = user_data;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    return GST_BUS_PASS;
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_HAVE_CONTEXT)
    store_context (message);
  g_async_queue_push (stream->messages, message);
  return GST_BUS_DROP;
}

Stream *
stream_new (const gchar *format, ...)
{
  Stream *stream = g_new0 (Stream, 1);
  g_autofree gchar *line = NULL, *whole = NULL;
  GError *error = NULL;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  whole =
      g_strconcat (line, " ! appsink name=sink sync=false max-buffers=1", NULL);
  stream->pipeline = gst_parse_launch (whole, &error);
  g_assert_no_error (error);
  share_context (stream->pipeline);
  stream->life = gst_bin_get_by_name (GST_BIN (stream->pipeline), "life");
  stream->sink = gst_bin_get_by_name (GST_BIN (stream->pipeline), "sink");
  stream->bus = gst_element_get_bus (stream->pipeline);
  stream->messages =
      g_async_queue_new_full ((GDestroyNotify) gst_message_unref);
  gst_bus_set_sync_handler (stream->bus, sort_message, stream, NULL);
  if (!stream->life)
    g_error ("no element is called life in: %s", whole);
  return stream;
}

Stream *
gray_stream (const gchar *properties, guint width, guint height)
{
  return stream_new ("lifesrc name=life %s ! video/x-raw,format=GRAY8,"
                     "width=%u,height=%u,framerate=30/1",
      properties, width, height);
}

void
stream_free (Stream *stream)
{
  g_assert_cmpint (gst_element_set_state (stream->pipeline, GST_STATE_NULL), ==,
      GST_STATE_CHANGE_SUCCESS);
  gst_bus_set_sync_handler (stream->bus, NULL, NULL, NULL);
  g_async_queue_unref (stream->messages);
  gst_object_unref (stream->bus);
  gst_object_unref (stream->sink);
  gst_object_unref (stream->life);
  gst_object_unref (stream->pipeline);
  g_free (stream);
}

static void
fail_if_error (Stream *stream, const gchar *doing)
{
  GstMessage *message = gst_bus_pop_filtered (stream->bus, GST_MESSAGE_ERROR);
  GError *error = NULL;
  gchar *debug = NULL;

  if (!message)
    return;
  gst_message_parse_error (message, &error, &debug);
  g_error ("%s: error from %s: %s (%s)", doing,
      GST_OBJECT_NAME (GST_MESSAGE_SRC (message)), error->message, debug);
}

/* An appsink keeps its frames and its end-of-stream until it is stopped, which
 * a pipeline in READY does not do. */
static void
empty_sink (Stream *stream)
{
  gst_element_set_state (stream->sink, GST_STATE_NULL);
  gst_element_set_state (stream->sink, GST_STATE_READY);
}

void
stream_set_state (Stream *stream, GstState state)
{
  GstStateChangeReturn ret = gst_element_set_state (stream->pipeline, state);

  if (ret == GST_STATE_CHANGE_ASYNC)
    ret = gst_element_get_state (stream->pipeline, NULL, NULL, TEST_TIMEOUT);
  fail_if_error (stream, gst_element_state_get_name (state));
  if (ret != GST_STATE_CHANGE_SUCCESS && ret != GST_STATE_CHANGE_NO_PREROLL)
    g_error ("the state %s was not reached: %s",
        gst_element_state_get_name (state),
        gst_element_state_change_return_get_name (ret));
  if (state == GST_STATE_READY)
    empty_sink (stream);
}

Stream *
stream_play (Stream *stream)
{
  stream_set_state (stream, GST_STATE_PLAYING);
  return stream;
}

void
stream_control (Stream *stream, const gchar *property, gdouble first,
    GstClockTime change, gdouble second)
{
  GstControlSource *source = gst_interpolation_control_source_new ();
  GstTimedValueControlSource *values = GST_TIMED_VALUE_CONTROL_SOURCE (source);

  g_object_set (source, "mode", GST_INTERPOLATION_MODE_NONE, NULL);
  gst_timed_value_control_source_set (values, 0, first);
  gst_timed_value_control_source_set (values, change, second);
  g_assert_true (gst_object_add_control_binding (GST_OBJECT (stream->life),
      gst_direct_control_binding_new_absolute (
          GST_OBJECT (stream->life), property, source)));
  gst_object_unref (source);
}

GstSample *
stream_pull_or_end (Stream *stream)
{
  gint64 deadline =
      g_get_monotonic_time () + (gint64) GST_TIME_AS_USECONDS (TEST_TIMEOUT);

  while (g_get_monotonic_time () < deadline) {
    GstSample *sample = NULL;
    gboolean ended;

    g_signal_emit_by_name (
        stream->sink, "try-pull-sample", 100 * GST_MSECOND, &sample);
    if (sample) {
      GstSample *copy = gst_sample_copy (sample);

      /* appsink 1.22 writes to its sample after a flush, even if others hold it. */
      gst_sample_unref (sample);
      return copy;
    }
    fail_if_error (stream, "pulling a frame");
    g_object_get (stream->sink, "eos", &ended, NULL);
    if (ended)
      return NULL;
  }
  g_error ("no frame came");
}

GstSample *
stream_pull (Stream *stream)
{
  GstSample *sample = stream_pull_or_end (stream);

  if (!sample)
    g_error ("the stream ended where a frame was expected");
  return sample;
}

GBytes *
stream_pull_pixels (Stream *stream)
{
  g_autoptr (GstSample) sample = stream_pull (stream);

  return sample_pixels (sample);
}

void
stream_skip (Stream *stream, guint n)
{
  for (guint i = 0; i < n; i++)
    gst_sample_unref (stream_pull (stream));
}

void
stream_expect_end (Stream *stream)
{
  GstSample *sample = stream_pull_or_end (stream);

  if (sample)
    g_error ("frame %" G_GUINT64_FORMAT " came where the end was expected",
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)));
}

GstSample *
stream_preroll (Stream *stream)
{
  GstSample *sample = NULL;

  g_signal_emit_by_name (
      stream->sink, "try-pull-preroll", TEST_TIMEOUT, &sample);
  fail_if_error (stream, "waiting for the frame of a paused stream");
  if (!sample)
    g_error ("the paused stream shows no frame");
  return sample;
}

void
stream_seek (Stream *stream, gdouble rate, GstFormat format, GstSeekFlags flags,
    gint64 start, gint64 stop)
{
  if (!gst_element_seek (stream->pipeline, rate, format,
          flags | GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, start,
          GST_CLOCK_TIME_IS_VALID (stop) ? GST_SEEK_TYPE_SET
                                         : GST_SEEK_TYPE_NONE,
          stop))
    g_error ("a seek at rate %g from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
             " (%s) was refused",
        rate, start, stop, gst_format_get_name (format));
  fail_if_error (stream, "seeking");
}

GstSample *
stream_sought (Stream *stream, guint64 number)
{
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, (gint64) number, -1);
  return stream_preroll (stream);
}

GBytes *
stream_sought_pixels (Stream *stream, guint64 number)
{
  g_autoptr (GstSample) sample = stream_sought (stream, number);

  return sample_pixels (sample);
}

gboolean
stream_act (Stream *stream, const gchar *action)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, action, &done);
  return done;
}

gboolean
stream_paste (Stream *stream, const gchar *text, gint x, gint y)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "paste", text, x, y, -1, &done);
  return done;
}

guint64
stream_get_uint64 (Stream *stream, const gchar *property)
{
  guint64 number;

  g_object_get (stream->life, property, &number, NULL);
  return number;
}

GstMessage *
stream_next_message (Stream *stream, GstMessageType type)
{
  GstMessage *message;

  while ((message = g_async_queue_try_pop (stream->messages))) {
    if (GST_MESSAGE_TYPE (message) & type)
      return message;
    gst_message_unref (message);
  }
  return NULL;
}

GstMessage *
stream_wait_message (Stream *stream, GstMessageType type)
{
  gint64 deadline =
      g_get_monotonic_time () + (gint64) GST_TIME_AS_USECONDS (TEST_TIMEOUT);
  GstMessage *message;

  while (!(message = stream_next_message (stream, type))) {
    fail_if_error (stream, gst_message_type_get_name (type));
    if (g_get_monotonic_time () > deadline)
      g_error ("no message of type %s came", gst_message_type_get_name (type));
    g_usleep (1000);
  }
  return message;
}

void
stream_assert_warned (Stream *stream, const gchar *about)
{
  g_autoptr (GstMessage) message =
      stream_wait_message (stream, GST_MESSAGE_WARNING);
  g_autoptr (GError) warning = NULL;

  gst_message_parse_warning (message, &warning, NULL);
  if (!strstr (warning->message, about))
    g_error (
        "the warning does not mention \"%s\": %s", about, warning->message);
}

void
stream_assert_fails (Stream *stream, const gchar *about)
{
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gchar *debug = NULL;

  if (GST_STATE_TARGET (stream->pipeline) < GST_STATE_PAUSED)
    gst_element_set_state (stream->pipeline, GST_STATE_PLAYING);
  message =
      gst_bus_timed_pop_filtered (stream->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  if (!message)
    g_error ("no error came that mentions \"%s\"", about);
  gst_message_parse_error (message, &error, &debug);
  if (!strstr (error->message, about))
    g_error ("the error does not mention \"%s\": %s (%s)", about,
        error->message, debug);
  gst_element_set_state (stream->pipeline, GST_STATE_READY);
  empty_sink (stream);
  gst_bus_set_flushing (stream->bus, TRUE);
  gst_bus_set_flushing (stream->bus, FALSE);
}

GstElement *
life_of (GstHarness *h)
{
  g_autoptr (GstElement) life =
      gst_bin_get_by_name (GST_BIN (h->element), "life");

  g_assert_nonnull (life);
  return life;
}

/* --- Frames --- */

/* Bytes of a row of plane @plane that hold pixels, and its rows. */
static void
measure_plane (const GstVideoInfo *info, guint plane, guint *bytes, guint *rows)
{
  *bytes = *rows = 0;
  for (guint i = 0; i < GST_VIDEO_INFO_N_COMPONENTS (info); i++)
    if (GST_VIDEO_INFO_COMP_PLANE (info, i) == plane) {
      *bytes = MAX (*bytes, (guint) GST_VIDEO_INFO_COMP_WIDTH (info, i)
                                * GST_VIDEO_INFO_COMP_PSTRIDE (info, i));
      *rows = GST_VIDEO_INFO_COMP_HEIGHT (info, i);
    }
}

GBytes *
buffer_pixels (GstBuffer *buffer, GstCaps *caps)
{
  GByteArray *pixels = g_byte_array_new ();
  GstVideoFrame frame;
  GstVideoInfo info;

  g_assert_true (gst_video_info_from_caps (&info, caps));
  g_assert_true (gst_video_frame_map (&frame, &info, buffer, GST_MAP_READ));
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (&frame); plane++) {
    const guint8 *row = GST_VIDEO_FRAME_PLANE_DATA (&frame, plane);
    guint width, height;

    measure_plane (&info, plane, &width, &height);
    for (guint y = 0; y < height; y++) {
      g_byte_array_append (pixels, row, width);
      row += GST_VIDEO_FRAME_PLANE_STRIDE (&frame, plane);
    }
  }
  gst_video_frame_unmap (&frame);
  return g_byte_array_free_to_bytes (pixels);
}

void
assert_clear_padding (GstBuffer *buffer, GstCaps *caps, const gchar *what)
{
  GstBuffer *rest = gst_buffer_copy_deep (buffer);
  GstVideoFrame frame;
  GstVideoInfo info;
  GstMapInfo map;

  g_assert_true (gst_video_info_from_caps (&info, caps));
  g_assert_true (gst_video_frame_map (&frame, &info, rest, GST_MAP_READWRITE));
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (&frame); plane++) {
    guint8 *row = GST_VIDEO_FRAME_PLANE_DATA (&frame, plane);
    guint width, height;

    measure_plane (&info, plane, &width, &height);
    for (guint y = 0; y < height; y++) {
      memset (row, 0, width);
      row += GST_VIDEO_FRAME_PLANE_STRIDE (&frame, plane);
    }
  }
  gst_video_frame_unmap (&frame);
  g_assert_true (gst_buffer_map (rest, &map, GST_MAP_READ));
  for (gsize i = 0; i < map.size; i++)
    if (map.data[i] != 0)
      g_error ("%s: byte %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
               " is no pixel and %u",
          what, i, map.size, map.data[i]);
  gst_buffer_unmap (rest, &map);
  gst_buffer_unref (rest);
}

GBytes *
sample_pixels (GstSample *sample)
{
  return buffer_pixels (
      gst_sample_get_buffer (sample), gst_sample_get_caps (sample));
}

const GstStructure *
buffer_life (GstBuffer *buffer)
{
  GstCustomMeta *meta = gst_buffer_get_custom_meta (buffer, "GstLifeMeta");

  if (!meta)
    g_error ("the buffer carries no GstLifeMeta");
  return gst_custom_meta_get_structure (meta);
}

static guint64
life_meta_uint64 (GstBuffer *buffer, const gchar *field)
{
  guint64 value;

  if (!gst_structure_get_uint64 (buffer_life (buffer), field, &value))
    g_error ("GstLifeMeta has no uint64 called %s", field);
  return value;
}

guint64
buffer_generation (GstBuffer *buffer)
{
  return life_meta_uint64 (buffer, "generation");
}

guint64
buffer_population (GstBuffer *buffer)
{
  return life_meta_uint64 (buffer, "population");
}

guint64
sample_generation (GstSample *sample)
{
  return buffer_generation (gst_sample_get_buffer (sample));
}

guint64
sample_population (GstSample *sample)
{
  return buffer_population (gst_sample_get_buffer (sample));
}

void
assert_buffer_world (GstBuffer *buffer, guint width, guint height, guint depth)
{
  const GstStructure *fields = buffer_life (buffer);
  guint got[3];

  if (!gst_structure_get_uint (fields, "width", &got[0])
      || !gst_structure_get_uint (fields, "height", &got[1])
      || !gst_structure_get_uint (fields, "depth", &got[2]))
    g_error ("GstLifeMeta has no uints called width, height and depth");
  if (got[0] != width || got[1] != height || got[2] != depth)
    g_error ("the world has %ux%ux%u cells, expected were %ux%ux%u", got[0],
        got[1], got[2], width, height, depth);
}

gint
buffer_slice (GstBuffer *buffer)
{
  const GstStructure *fields = buffer_life (buffer);
  gint slice = -1;

  if (gst_structure_has_field (fields, "slice")
      && (!gst_structure_get_int (fields, "slice", &slice) || slice < 0))
    g_error ("the slice of GstLifeMeta is no int from 0 on");
  return slice;
}

guint
count_life_metas (GstBuffer *buffer)
{
  gpointer state = NULL;
  GstMeta *meta;
  guint count = 0;

  while ((meta = gst_buffer_iterate_meta (buffer, &state)))
    if (gst_meta_info_is_custom (meta->info)
        && gst_custom_meta_has_name ((GstCustomMeta *) meta, "GstLifeMeta"))
      count++;
  return count;
}

void
assert_same_pixels (
    GBytes *got, GBytes *expected, guint width, const gchar *what)
{
  gsize n_got, n_expected, first, differing = 0;
  const guint8 *g = g_bytes_get_data (got, &n_got);
  const guint8 *e = g_bytes_get_data (expected, &n_expected);

  if (n_got != n_expected)
    g_error ("%s: %" G_GSIZE_FORMAT " bytes, expected were %" G_GSIZE_FORMAT,
        what, n_got, n_expected);
  for (gsize i = n_got; i > 0; i--)
    if (g[i - 1] != e[i - 1]) {
      first = i - 1;
      differing++;
    }
  if (differing > 0)
    g_error ("%s: %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
             " bytes differ, first the one at column %" G_GSIZE_FORMAT
             " of row %" G_GSIZE_FORMAT ": %u, expected was %u",
        what, differing, n_got, first % width, first / width, g[first],
        e[first]);
}

GstBuffer *
gray_buffer (guint width, guint height, const guint8 *pixels)
{
  GstVideoFrame frame;
  GstVideoInfo info;
  GstBuffer *buffer;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_GRAY8, width, height);
  buffer = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
  gst_buffer_memset (buffer, 0, 0xaa, GST_VIDEO_INFO_SIZE (&info));
  g_assert_true (gst_video_frame_map (&frame, &info, buffer, GST_MAP_WRITE));
  for (guint y = 0; y < height; y++)
    memcpy ((guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&frame, 0)
                + y * GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0),
        pixels + y * width, width);
  gst_video_frame_unmap (&frame);
  return buffer;
}

/* --- As the reference --- */

void
assert_shows (GstSample *sample, LifeWorld *world, const gchar *what)
{
  g_autoptr (GBytes) got = sample_pixels (sample);
  g_autoptr (GBytes) expected = reference_cells (world);

  assert_same_pixels (
      got, expected, life_world_get_geometry (world)->width, what);
}

void
stream_assert_frames (
    Stream *stream, LifeWorld *reference, guint64 first, guint64 step, guint n)
{
  reference_step (reference, first - life_world_get_generation (reference));
  for (guint i = 0; i < n; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    g_autofree gchar *what = g_strdup_printf ("frame %u", i);

    assert_shows (sample, reference, what);
    g_assert_cmpuint (sample_generation (sample), ==, first + i * step);
    reference_step (reference, step);
  }
}

void
stream_assert_reported (Stream *stream, LifeWorld *world)
{
  g_autoptr (GstMessage) message =
      stream_wait_message (stream, GST_MESSAGE_ELEMENT);
  guint64 generation, population, births, deaths;
  LifeStatistics statistics;

  reference_statistics (world, &statistics);
  g_assert_true (gst_structure_get (gst_message_get_structure (message),
      "generation", G_TYPE_UINT64, &generation, "population", G_TYPE_UINT64,
      &population, "births", G_TYPE_UINT64, &births, "deaths", G_TYPE_UINT64,
      &deaths, NULL));
  g_assert_cmpuint (generation, ==, life_world_get_generation (world));
  g_assert_cmpuint (population, ==, statistics.population);
  g_assert_cmpuint (births, ==, statistics.births);
  g_assert_cmpuint (deaths, ==, statistics.deaths);
}

/* --- Streams of a soup --- */

Stream *
soup_stream (const gchar *properties, const gchar *framerate)
{
  return stream_new ("lifesrc name=life %s ! video/x-raw,format=GRAY8,"
                     "width=%d,height=%d,framerate=%s",
      properties, SOUP_WIDTH, SOUP_HEIGHT, framerate);
}

GstClockTime
time_of (guint64 frame, gint fps_n, gint fps_d)
{
  return gst_util_uint64_scale (frame, fps_d * GST_SECOND, fps_n);
}

void
assert_frame (GstSample *sample, guint64 frame, gint fps_n, gint fps_d)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  GstClockTime start = time_of (frame, fps_n, fps_d);

  g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, frame);
  g_assert_cmpuint (GST_BUFFER_OFFSET_END (buffer), ==, frame + 1);
  g_assert_cmpuint (buffer_generation (buffer), ==, frame);
  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, start);
  g_assert_cmpuint (GST_BUFFER_DURATION (buffer), ==,
      time_of (frame + 1, fps_n, fps_d) - start);
}

GPtrArray *
play_frames (Stream *stream, guint n)
{
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (frames, stream_pull_pixels (stream));
  return frames;
}

void
assert_as_played (
    GstSample *sample, GPtrArray *frames, guint number, const gchar *reached)
{
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  g_autofree gchar *what = g_strdup_printf ("frame %u, %s", number, reached);

  assert_frame (sample, number, 30, 1);
  assert_same_pixels (pixels, frames->pdata[number], SOUP_WIDTH, what);
}

void
assert_sought (Stream *stream, GPtrArray *frames, guint number)
{
  g_autoptr (GstSample) sample = stream_sought (stream, number);

  assert_as_played (sample, frames, number, "sought");
}

/* Plays on from the paused frame @from, and reaches what it saw up to @end by seeks. */
static void
assert_played_is_sought (Stream *stream, guint from, guint end)
{
  g_autoptr (GPtrArray) frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_set_size (frames, (gint) from + 1);
  stream_set_state (stream, GST_STATE_PLAYING);
  stream_skip (stream, 1);
  for (guint number = from + 1; number < end; number++)
    g_ptr_array_add (frames, stream_pull_pixels (stream));
  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint number = end; number > from + 1; number--)
    assert_sought (stream, frames, number - 1);
}

void
assert_edit_is_sought (Stream *stream, const gchar *rule, guint end)
{
  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_sought (stream, 30));
  if (rule)
    g_object_set (stream->life, "rule", rule, NULL);
  else
    g_assert_true (stream_act (stream, "clear"));
  g_assert_true (stream_paste (stream, "30o!", -1, 15));
  assert_played_is_sought (stream, 30, end);
}
