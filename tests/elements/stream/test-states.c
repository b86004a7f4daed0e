/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements through all changes of state, repeatedly and several at once; nothing may be
 * left behind. stream.steps has what READY resets, and errors. */
#include "tests/support/elements/element.h"

/* Whole pipelines in which our element is called life. */
static const gchar *const pipelines[] = {
  "lifesrc name=life ! video/x-raw,width=64,height=48 ! fakesink",
  "lifesrc name=life is-live=true ! video/x-raw,width=64,height=48 ! fakesink",
  "lifesrc name=life world-depth=8 world-width=16 world-height=16 ! "
  "video/x-raw,width=64,height=48 ! fakesink",
  "videotestsrc ! video/x-raw,width=64,height=48,format=I420 ! "
  "lifestep name=life ! fakesink",
  "videotestsrc ! video/x-raw,width=64,height=48,format=BGRx ! "
  "lifestep name=life input=motion output=overlay ! fakesink",
  "lifesrc ! video/x-raw,width=64,height=48 ! lifestep input=replace ! "
  "lifestep name=life input=xor generations=3 ! fakesink",
};

static GstElement *
launch (const gchar *line)
{
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch (line, &error);

  g_assert_no_error (error);
  return pipeline;
}

/* Sets a state and waits until it is reached. */
static void
go (GstElement *element, GstState state)
{
  GstStateChangeReturn ret = gst_element_set_state (element, state);
  GstState reached;

  if (ret == GST_STATE_CHANGE_ASYNC)
    ret = gst_element_get_state (element, NULL, NULL, TEST_TIMEOUT);
  if (ret != GST_STATE_CHANGE_SUCCESS && ret != GST_STATE_CHANGE_NO_PREROLL)
    g_error ("%s: the change to %s ended in %s", GST_OBJECT_NAME (element),
        gst_element_state_get_name (state),
        gst_element_state_change_return_get_name (ret));
  gst_element_get_state (element, &reached, NULL, 0);
  g_assert_cmpint (reached, ==, state);
}

/* Stops @pipeline, in which there was no error. */
static void
stop (GstElement *pipeline)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message =
      gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);

  if (message) {
    g_autoptr (GError) error = NULL;
    g_autofree gchar *debug = NULL;

    gst_message_parse_error (message, &error, &debug);
    g_error ("error: %s (%s)", error->message, debug);
  }
  go (pipeline, GST_STATE_NULL);
}

/* Every change of state, each several times, in an order that contains all of
 * them. */
static void
test_all_changes_of_state (gconstpointer line)
{
  static const GstState walk[] = { GST_STATE_READY, GST_STATE_NULL,
    GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_PAUSED,
    GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_READY,
    GST_STATE_PLAYING, GST_STATE_NULL, GST_STATE_PAUSED, GST_STATE_NULL,
    GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_NULL };
  g_autoptr (GstElement) pipeline = launch (line);

  for (guint i = 0; i < 3 * G_N_ELEMENTS (walk); i++)
    go (pipeline, walk[i % G_N_ELEMENTS (walk)]);
  stop (pipeline);
}

/* Also one that is never started. */
static void
test_element_alone (void)
{
  static const gchar *const factories[] = { "lifesrc", "lifestep" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (factories); i++) {
    g_autoptr (GstElement) element =
        gst_element_factory_make (factories[i / 2], NULL);

    for (guint k = 0; k < (i % 2 ? 12 : 0); k++)
      go (element, (GstState) (GST_STATE_NULL + k % 4));
    if (i % 2)
      go (element, GST_STATE_NULL);
  }
}

/* This does not wait for any state, so streams end while they start. */
static void
test_changes_at_once_do_not_hang (gconstpointer line)
{
  g_autoptr (GstElement) pipeline = launch (line);

  for (guint i = 0; i < 40; i++) {
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    if (i % 4 == 0)
      g_usleep (2000);
    gst_element_set_state (pipeline, i % 2 ? GST_STATE_READY : GST_STATE_NULL);
  }
  stop (pipeline);
}

/* A value that differs from the present one, within the range. */
static void
change_property (GstElement *element, GParamSpec *pspec)
{
  const gchar *text = "3";

  if (pspec->value_type == G_TYPE_STRING)
    text = "another";
  else if (G_IS_PARAM_SPEC_ENUM (pspec))
    text = "1";
  else if (pspec->value_type == G_TYPE_BOOLEAN)
    text = "true";
  else if (pspec->value_type == G_TYPE_DOUBLE)
    text = "0.75";
  gst_util_set_object_arg (G_OBJECT (element), pspec->name, text);
}

static void
test_properties_set_in_mid_stream_do_no_harm (gconstpointer line)
{
  g_autoptr (GstElement) pipeline = launch (line);
  g_autoptr (GstElement) life =
      gst_bin_get_by_name (GST_BIN (pipeline), "life");
  g_autofree GParamSpec **pspecs = NULL;
  guint n;

  go (pipeline, GST_STATE_PLAYING);
  pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (life), &n);
  for (guint i = 0; i < n; i++)
    if (pspecs[i]->owner_type == G_OBJECT_TYPE (life)
        && (pspecs[i]->flags & G_PARAM_WRITABLE)
        && !g_str_equal (pspecs[i]->name, "is-live")) {
      change_property (life, pspecs[i]);
      g_usleep (1000);
    }
  go (pipeline, GST_STATE_PAUSED);
  go (pipeline, GST_STATE_PLAYING);
  stop (pipeline);
}

/* In READY and by a flush. */
static void
test_long_step_of_lifestep_ends_at_once (void)
{
  for (guint round = 0; round < 4; round++) {
    g_autoptr (GstElement) pipeline =
        launch ("lifesrc ! video/x-raw,width=640,height=480 ! "
                "lifestep name=life generations=4294967295 ! fakesink");
    gint64 requested;

    for (guint start = 0; start < (round < 3 ? 2 : 1); start++) {
      g_assert_cmpint (gst_element_set_state (pipeline, GST_STATE_PLAYING), ==,
          GST_STATE_CHANGE_ASYNC);
      g_usleep (G_USEC_PER_SEC / 10);
      requested = g_get_monotonic_time ();
      if (round < 3)
        go (pipeline, GST_STATE_READY);
      else
        gst_element_seek_simple (
            pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SECOND);
      g_assert_cmpint (
          g_get_monotonic_time () - requested, <, 10 * (gint64) G_USEC_PER_SEC);
    }
    stop (pipeline);
  }
}

/* A pause interrupts a live source at any point; no frame is lost. */
static void
check_pauses (Stream *live, Stream *whole, guint pauses, guint delay)
{
  for (guint i = 0; i < pauses; i++) {
    g_autoptr (GBytes) expected = stream_pull_pixels (whole);
    g_autoptr (GstSample) shown = NULL;
    g_autoptr (GBytes) pixels = NULL;

    stream_set_state (live, GST_STATE_PLAYING);
    shown = stream_pull (live);
    g_assert_cmpuint (GST_BUFFER_OFFSET (gst_sample_get_buffer (shown)), ==, i);
    pixels = sample_pixels (shown);
    assert_same_pixels (pixels, expected, 64, "after a pause");
    g_usleep (i % 8 * delay);
    stream_set_state (live, GST_STATE_PAUSED);
  }
  stream_free (whole);
  stream_free (live);
}

/* While it waits, and in a long step. */
static void
test_live_source_goes_on_after_a_pause (void)
{
#define SEEDS "rule=B2/S seed=1 generations="
  check_pauses (gray_stream ("is-live=true " SEEDS "1", 64, 48),
      stream_play (gray_stream (SEEDS "1", 64, 48)), 60, 100);
  check_pauses (gray_stream ("is-live=true " SEEDS "200000", 64, 48),
      stream_play (gray_stream (SEEDS "200000", 64, 48)), 20, 3000);
}

static void
test_instances_do_not_affect_each_other (void)
{
  Stream *streams[6];
  LifeWorld *references[G_N_ELEMENTS (streams)];

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++) {
    references[i] = reference_soup (40, 30, i + 1, 0.35);
    streams[i] = stream_play (
        stream_new ("lifesrc name=life seed=%u ! " GRAY (40, 30), i + 1));
  }
  for (guint round = 0; round < 10; round++)
    for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
      stream_assert_frames (streams[i], references[i], round, 1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++) {
    stream_free (streams[i]);
    life_world_free (references[i]);
  }
}

/* --- Leaks --- */

static void
use_everything (const gchar *line)
{
  g_autoptr (GstElement) pipeline = launch (line);
  g_autoptr (GstElement) life =
      gst_bin_get_by_name (GST_BIN (pipeline), "life");
  gboolean done;

  g_object_set (life, "post-messages", TRUE, NULL);
  go (pipeline, GST_STATE_PAUSED);
  g_signal_emit_by_name (life, "paste", "glider", 1, 1, -1, &done);
  g_signal_emit_by_name (life, "paste", "no-such-pattern", 1, 1, -1, &done);
  gst_element_seek_simple (
      pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SECOND);
  gst_element_seek_simple (pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0);
  go (pipeline, GST_STATE_PLAYING);
  go (pipeline, GST_STATE_NULL);
  g_object_set (life, "pattern", "3o!", "location", "nowhere", NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

/* The leaks tracer checks a process when GStreamer ends in it, and warns about
 * what is left; so this needs a process of its own. */
static void
start_traced_process (void)
{
  g_setenv ("GST_TRACERS", "leaks", TRUE);
  g_setenv ("GST_DEBUG", "GST_TRACER:7", TRUE);
  g_setenv ("GST_DEBUG_NO_COLOR", "1", TRUE);
  g_unsetenv ("GST_DEBUG_FILE");
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_unsetenv ("GST_TRACERS");
  g_unsetenv ("GST_DEBUG");
}

/* Ends GStreamer in the traced process; the tracer warns where it found a
 * leak. */
static void
end_traced_process (void)
{
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  gst_deinit ();
}

static gboolean
tracer_is_there (void)
{
  GstPluginFeature *leaks = gst_registry_find_feature (
      gst_registry_get (), "leaks", GST_TYPE_TRACER_FACTORY);

  if (!leaks) {
    g_test_skip ("GStreamer was built without the leaks tracer");
    return FALSE;
  }
  gst_object_unref (leaks);
  return TRUE;
}

static void
test_leaks_tracer_finds_nothing (gconstpointer line)
{
  if (g_test_subprocess ()) {
    use_everything (line);
    end_traced_process ();
    return;
  }
  if (!tracer_is_there ())
    return;
  start_traced_process ();
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr_unmatched ("*:: object-alive,*");
}

/* Without this test the one above would also pass where the tracer does not
 * run. */
static void
test_leaks_tracer_would_find_a_leak (void)
{
  static GstElement *left;

  if (g_test_subprocess ()) {
    left = gst_element_factory_make ("lifesrc", "left-behind");
    g_assert_nonnull (left);
    end_traced_process ();
    return;
  }
  if (!tracer_is_there ())
    return;
  start_traced_process ();
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr ("*:: object-alive,*left-behind*");
}

static void
add_for_pipelines (const gchar *name, GTestDataFunc function)
{
  for (guint i = 0; i < G_N_ELEMENTS (pipelines); i++) {
    g_autofree gchar *path = g_strdup_printf ("/states/%s/%u", name, i);

    g_test_add_data_func (path, pipelines[i], function);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/states/" #name, test_##name)
#define TEST_PIPELINES(name) add_for_pipelines (#name, test_##name)
  TEST (element_alone);
  TEST_PIPELINES (all_changes_of_state);
  TEST_PIPELINES (changes_at_once_do_not_hang);
  TEST_PIPELINES (properties_set_in_mid_stream_do_no_harm);
  TEST (long_step_of_lifestep_ends_at_once);
  TEST (live_source_goes_on_after_a_pause);
  TEST (instances_do_not_affect_each_other);
  TEST_PIPELINES (leaks_tracer_finds_nothing);
  TEST (leaks_tracer_would_find_a_leak);
  return g_test_run ();
}
