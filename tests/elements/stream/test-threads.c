/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Threads of an application concurrent with the streaming thread: each does what it is free to
 * do at any time. Any build runs this; the thread sanitizer sees what no lock
 * guards. */
#include "tests/support/elements/element.h"

#define FRAMES 120

/* Somebody who does the same again and again until the stream was played. */
typedef struct {
  Stream *stream;
  void (*act) (Stream *stream, guint turn);
  GThread *thread;
  gint over; /* read and written atomically */
} Someone;

static gpointer
act_until_end (gpointer data)
{
  Someone *someone = data;

  for (guint turn = 0; !g_atomic_int_get (&someone->over); turn++) {
    someone->act (someone->stream, turn);
    g_usleep (50);
  }
  return NULL;
}

static void
begin (Someone *someone, Stream *stream, void (*act) (Stream *, guint))
{
  *someone = (Someone){ stream, act };
  someone->thread = g_thread_new ("someone", act_until_end, someone);
}

static void
end (Someone *someone)
{
  g_atomic_int_set (&someone->over, TRUE);
  g_thread_join (someone->thread);
}

static Stream *
source_stream (void)
{
  return gray_stream ("post-messages=true", 64, 48);
}

static Stream *
filter_stream (void)
{
  return stream_new ("videotestsrc ! " GRAY (
      64, 48) " ! lifestep name=life input=motion post-messages=true");
}

typedef Stream *(*MakeStream) (void);

static gboolean
is_source (const Stream *stream)
{
  return GST_OBJECT_FLAG_IS_SET (stream->life, GST_ELEMENT_FLAG_SOURCE);
}

/* --- What is done --- */

/* Sets and reads what can be set at any time, and reads all else. */
static void
use_properties (Stream *stream, guint turn)
{
  static const gchar *const rules[] = { "B36/S23", "B3/S23", "345/2/4" };
  static const gchar *const palettes[] = { "fire", "ice", NULL };
  guint n;
  g_autofree GParamSpec **specs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (stream->life), &n);

  g_object_set (stream->life, "rule", rules[turn % 3], "palette",
      palettes[turn % 2], "zoom", 1.0 + turn % 2, "view-x",
      (gdouble) (turn % 7), "alive-color", 0xff000000u + turn, "color-mode",
      turn % 2, NULL);
  if (!is_source (stream))
    g_object_set (stream->life, "threshold", turn % 10 / 10.0, NULL);
  for (guint i = 0; i < n; i++) {
    GValue value = G_VALUE_INIT;

    if (!(specs[i]->flags & G_PARAM_READABLE))
      continue;
    g_value_init (&value, specs[i]->value_type);
    g_object_get_property (G_OBJECT (stream->life), specs[i]->name, &value);
    g_value_unset (&value);
  }
}

static void
act_on_world (Stream *stream, guint turn)
{
  if (turn % 16 == 3)
    stream_act (stream, "clear");
  stream_paste (stream, "glider", turn % 40, turn % 30);
  if (turn % 16 == 9) {
    g_autoptr (TestFolder) folder = test_folder_new ();
    g_autofree gchar *file = g_build_filename (folder, "world.rle", NULL);
    gboolean done;

    g_signal_emit_by_name (stream->life, "save", file, &done);
  }
}

static void
request (Stream *stream, guint turn)
{
  static const GstFormat formats[] = { GST_FORMAT_TIME, GST_FORMAT_DEFAULT };
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->life, "src");
  /* videotestsrc counts no frames before it has caps. */
  GstFormat format = formats[is_source (stream) ? turn % 2 : 0];
  g_autoptr (GstQuery) seeking = gst_query_new_seeking (format);
  g_autoptr (GstQuery) latency = gst_query_new_latency ();
  gint64 value;

  gst_element_query_position (stream->pipeline, format, &value);
  gst_pad_query_position (pad, format, &value);
  gst_pad_query_duration (pad, format, &value);
  if (is_source (stream))
    gst_pad_query_convert (pad, format, 7, formats[1 - turn % 2], &value);
  gst_pad_query (pad, seeking);
  gst_pad_query (pad, latency);
  gst_caps_unref (gst_pad_query_caps (pad, NULL));
}

/* The frame that is shown now was late, every third time. */
static void
be_late (Stream *stream, guint turn)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->life, "src");
  gint64 now;

  if (!gst_element_query_position (stream->pipeline, GST_FORMAT_TIME, &now)
      || now < 0)
    return;
  gst_pad_send_event (pad, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.0,
                               turn % 3 ? 0 : 20 * GST_MSECOND, (guint64) now));
  if (is_source (stream))
    g_object_set (stream->life, "qos", turn % 2, NULL);
}

static void (*const acts[]) (
    Stream *, guint) = { use_properties, act_on_world, request, be_late };

static void
do_anything (Stream *stream, guint turn)
{
  acts[turn % G_N_ELEMENTS (acts)](stream, turn / G_N_ELEMENTS (acts));
}

/* --- While something happens --- */

/* Plays while @act is done in another thread. */
static void
play_concurrently (Stream *stream, void (*act) (Stream *, guint))
{
  Someone someone;

  stream_skip (stream_play (stream), 1);
  begin (&someone, stream, act);
  stream_skip (stream, FRAMES);
  end (&someone);
  stream_free (stream);
}

/* Properties, actions, queries and lateness. */
static void
test_each_while_frames_flow (gconstpointer make)
{
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    play_concurrently (((MakeStream) make) (), acts[i]);
}

static void
test_anything_while_seeks_go_in_both_directions (void)
{
  g_autoptr (Stream) stream = stream_play (source_stream ());
  Someone someone;

  stream_skip (stream, 1);
  begin (&someone, stream, do_anything);
  for (guint i = 0; i < 24; i++) {
    const guint start = i * 37 % 60;

    if (i % 3 == 2)
      stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, 0,
          (gint64) (start + 5) * GST_SECOND / 30);
    else
      stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, start, -1);
    stream_skip (stream, 4);
  }
  end (&someone);
}

/* On the way a warning says of many an action that there is no world. */
static void
test_anything_while_states_change (gconstpointer make)
{
  static const GstState states[] = { GST_STATE_PAUSED, GST_STATE_PLAYING,
    GST_STATE_READY, GST_STATE_PLAYING, GST_STATE_NULL };
  g_autoptr (Stream) stream = ((MakeStream) make) ();
  Someone someone;

  begin (&someone, stream, do_anything);
  for (guint i = 0; i < 10; i++) {
    const GstState state = states[i % G_N_ELEMENTS (states)];

    stream_set_state (stream, state);
    stream_skip (stream, state == GST_STATE_PLAYING ? 3 : 0);
  }
  end (&someone);
}

static void
set_rule (Stream *stream, guint turn)
{
  g_object_set (stream->life, "rule", turn % 2 ? "B36/S23" : "JvN29", NULL);
}

/* A rule that comes as the world ends is not leaked. */
static void
test_rules_while_states_change (void)
{
  g_autoptr (Stream) stream = source_stream ();
  Someone someone;

  begin (&someone, stream, set_rule);
  for (guint i = 0; i < 200; i++)
    stream_set_state (stream, i % 2 ? GST_STATE_READY : GST_STATE_PAUSED);
  end (&someone);
}

static void
test_anything_while_a_live_source_pauses (void)
{
  g_autoptr (Stream) stream = stream_play (
      stream_new ("lifesrc name=life is-live=true ! video/x-raw,format=GRAY8,"
                  "width=64,height=48,framerate=200/1"));
  Someone someone;

  begin (&someone, stream, do_anything);
  for (guint i = 0; i < 10; i++) {
    stream_skip (stream, 3);
    stream_set_state (stream, GST_STATE_PAUSED);
    stream_play (stream);
  }
  end (&someone);
}

static void
test_queries_while_caps_change (void)
{
  g_autoptr (Stream) stream = stream_new (
      "lifesrc name=life ! capsfilter name=caps caps=" GRAY (64, 48));
  g_autoptr (GstElement) filter =
      gst_bin_get_by_name (GST_BIN (stream->pipeline), "caps");
  Someone someone;

  stream_skip (stream_play (stream), 1);
  begin (&someone, stream, request);
  for (gint i = 0; i < 40; i++) {
    g_autofree gchar *caps = g_strdup_printf (
        "video/x-raw,format=GRAY8,width=%d,height=48,framerate=%d/1",
        64 + i % 3 * 16, 30 + i);

    gst_util_set_object_arg (G_OBJECT (filter), "caps", caps);
    stream_skip (stream, 5);
  }
  end (&someone);
}

/* --- The sanitizer itself --- */

#ifdef __SANITIZE_THREAD__

/* What the application and the streaming thread count together. */
static GMutex count_lock;
static guint count;

static GstPadProbeReturn
count_frame (GstPad *pad, GstPadProbeInfo *info, gpointer locked)
{
  if (locked)
    g_mutex_lock (&count_lock);
  count++;
  if (locked)
    g_mutex_unlock (&count_lock);
  return GST_PAD_PROBE_OK;
}

static void
count_here (Stream *stream, guint turn)
{
  count_frame (
      NULL, NULL, g_object_get_data (G_OBJECT (stream->life), "locked"));
}

static void
count_frames (gboolean locked)
{
  Stream *stream = source_stream ();
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->life, "src");

  g_object_set_data (
      G_OBJECT (stream->life), "locked", GINT_TO_POINTER (locked));
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, count_frame,
      GINT_TO_POINTER (locked), NULL);
  play_concurrently (stream, count_here);
}

static void
test_sanitizer_sees_a_race (void)
{
  if (g_test_subprocess ()) {
    count_frames (FALSE);
    return;
  }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*data race*count_frame*");
}

static void
test_sanitizer_sees_a_lock (void)
{
  if (g_test_subprocess ()) {
    count_frames (TRUE);
    return;
  }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

#endif

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST_BOTH(name)                                                       \
  g_test_add_data_func (                                                      \
      "/threads/lifesrc/" #name, (gconstpointer) source_stream, test_##name); \
  g_test_add_data_func (                                                      \
      "/threads/lifestep/" #name, (gconstpointer) filter_stream, test_##name)
#define TEST(name) g_test_add_func ("/threads/" #name, test_##name)
  TEST_BOTH (each_while_frames_flow);
  TEST (anything_while_seeks_go_in_both_directions);
  TEST_BOTH (anything_while_states_change);
  TEST (rules_while_states_change);
  TEST (anything_while_a_live_source_pauses);
  TEST (queries_while_caps_change);
#ifdef __SANITIZE_THREAD__
  TEST (sanitizer_sees_a_race);
  TEST (sanitizer_sees_a_lock);
#endif
  return g_test_run ();
}
