/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements through all changes of state, repeatedly, several at once and
 * after errors; nothing may be left behind. */
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

static void
assert_no_error_message (GstElement *pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);

  if (message) {
    GError *error = NULL;
    gchar *debug = NULL;

    gst_message_parse_error (message, &error, &debug);
    g_error ("error: %s (%s)", error->message, debug);
  }
  gst_object_unref (bus);
}

/* Every change of state, each several times, in an order that contains all of
 * them. */
static void
walk_states (GstElement *pipeline)
{
  static const GstState walk[] = { GST_STATE_READY, GST_STATE_NULL,
    GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_PAUSED,
    GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_READY,
    GST_STATE_PLAYING, GST_STATE_NULL, GST_STATE_PAUSED, GST_STATE_NULL,
    GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_NULL };

  for (guint round = 0; round < 3; round++)
    for (guint i = 0; i < G_N_ELEMENTS (walk); i++)
      go (pipeline, walk[i]);
  assert_no_error_message (pipeline);
}

static void
test_all_changes_of_state (gconstpointer line)
{
  GstElement *pipeline = launch (line);

  walk_states (pipeline);
  gst_object_unref (pipeline);
}

static void
test_element_alone (gconstpointer factory)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  for (guint round = 0; round < 3; round++)
    for (gint state = GST_STATE_NULL; state <= GST_STATE_PLAYING; state++)
      go (element, (GstState) state);
  go (element, GST_STATE_NULL);
  gst_object_unref (element);
}

static void
test_never_started (gconstpointer factory)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  gst_object_unref (element);
}

static void
test_changes_at_once_do_not_hang (gconstpointer line)
{
  GstElement *pipeline = launch (line);

  /* This does not wait for any state, so streams end while they start. */
  for (guint i = 0; i < 40; i++) {
    gst_element_set_state (pipeline, GST_STATE_PLAYING);
    if (i % 4 == 0)
      g_usleep (2000);
    gst_element_set_state (pipeline, i % 2 ? GST_STATE_READY : GST_STATE_NULL);
  }
  go (pipeline, GST_STATE_NULL);
  assert_no_error_message (pipeline);
  gst_object_unref (pipeline);
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
  GstElement *pipeline = launch (line);
  GstElement *life = gst_bin_get_by_name (GST_BIN (pipeline), "life");
  GParamSpec **pspecs;
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
  go (pipeline, GST_STATE_NULL);
  assert_no_error_message (pipeline);
  g_free (pspecs);
  gst_object_unref (life);
  gst_object_unref (pipeline);
}

static void
test_long_step_of_lifestep_ends_at_once (void)
{
  GstElement *pipeline =
      launch ("videotestsrc pattern=snow ! video/x-raw,width=640,height=480 ! "
              "lifestep name=life generations=4294967295 ! fakesink");
  gint64 asked;

  for (guint round = 0; round < 3; round++) {
    g_assert_cmpint (gst_element_set_state (pipeline, GST_STATE_PLAYING), ==,
        GST_STATE_CHANGE_ASYNC);
    g_usleep (G_USEC_PER_SEC / 10);
    asked = g_get_monotonic_time ();
    go (pipeline, GST_STATE_READY);
    g_assert_cmpint (
        g_get_monotonic_time () - asked, <, 10 * (gint64) G_USEC_PER_SEC);
  }
  go (pipeline, GST_STATE_NULL);
  assert_no_error_message (pipeline);
  gst_object_unref (pipeline);
}

static void
test_flush_ends_a_long_step (void)
{
  GstElement *pipeline =
      launch ("lifesrc ! video/x-raw,width=640,height=480 ! "
              "lifestep name=life generations=4294967295 ! fakesink");
  gint64 asked;

  g_assert_cmpint (gst_element_set_state (pipeline, GST_STATE_PLAYING), ==,
      GST_STATE_CHANGE_ASYNC);
  g_usleep (G_USEC_PER_SEC / 10);
  asked = g_get_monotonic_time ();
  gst_element_seek_simple (
      pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SECOND);
  g_assert_cmpint (
      g_get_monotonic_time () - asked, <, 10 * (gint64) G_USEC_PER_SEC);
  go (pipeline, GST_STATE_NULL);
  assert_no_error_message (pipeline);
  gst_object_unref (pipeline);
}

/* A pause interrupts a live source at any point; no frame is lost. */
static void
check_pauses (Stream *live, Stream *whole, guint pauses, guint delay)
{
  for (guint i = 0; i < pauses; i++) {
    GstSample *shown, *expected = stream_pull (whole);
    GBytes *pixels, *expected_pixels = sample_pixels (expected);

    stream_set_state (live, GST_STATE_PLAYING);
    shown = stream_pull (live);
    g_assert_cmpuint (GST_BUFFER_OFFSET (gst_sample_get_buffer (shown)), ==, i);
    pixels = sample_pixels (shown);
    assert_same_pixels (pixels, expected_pixels, 64, "after a pause");
    g_bytes_unref (pixels);
    g_bytes_unref (expected_pixels);
    gst_sample_unref (shown);
    gst_sample_unref (expected);
    g_usleep (i % 8 * delay);
    stream_set_state (live, GST_STATE_PAUSED);
  }
  stream_free (whole);
  stream_free (live);
}

#define SEEDS "rule=B2/S seed=1 generations="

static void
test_live_source_goes_on_after_a_pause_while_it_waits (void)
{
  check_pauses (gray_stream ("is-live=true " SEEDS "1", 64, 48),
      stream_play (gray_stream (SEEDS "1", 64, 48)), 60, 100);
}

static void
test_live_source_goes_on_after_a_pause_in_a_long_step (void)
{
  check_pauses (gray_stream ("is-live=true " SEEDS "200000", 64, 48),
      stream_play (gray_stream (SEEDS "200000", 64, 48)), 20, 3000);
}

static void
test_ready_forgets_everything (void)
{
  Stream *stream = gray_stream ("", 40, 30);
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
  guint64 generation, population;
  gboolean done;

  stream_set_state (stream, GST_STATE_PAUSED);
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  g_object_set (stream->life, "rule", "B36/S23", NULL);
  stream_play (stream);
  for (guint i = 0; i < 5; i++)
    gst_sample_unref (stream_pull (stream));
  stream_set_state (stream, GST_STATE_READY);
  g_object_get (
      stream->life, "generation", &generation, "population", &population, NULL);
  g_assert_cmpuint (generation, ==, 0);
  g_assert_cmpuint (population, ==, 0);

  g_object_set (stream->life, "rule", "B3/S23", NULL);
  stream_play (stream);
  stream_assert_frames (stream, reference, 0, 1, 5);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_lifestep_begins_anew_after_ready (void)
{
  Stream *stream = stream_new (
      "lifesrc num-buffers=3 ! " GRAY (40, 30) " ! lifestep name=life");

  for (guint round = 0; round < 3; round++) {
    LifeWorld *reference = reference_soup (40, 30, 1, 0.35);

    stream_play (stream);
    stream_assert_frames (stream, reference, 1, 1, 3);
    stream_expect_end (stream);
    stream_set_state (stream, GST_STATE_READY);
    life_world_free (reference);
  }
  stream_free (stream);
}

static void
test_new_properties_apply_after_ready (void)
{
  Stream *stream = gray_stream ("", 40, 30);

  for (guint64 seed = 1; seed < 4; seed++) {
    LifeWorld *reference = reference_soup (40, 30, seed, 0.35);

    g_object_set (stream->life, "seed", seed, NULL);
    stream_play (stream);
    stream_assert_frames (stream, reference, 0, 1, 3);
    stream_set_state (stream, GST_STATE_READY);
    life_world_free (reference);
  }
  stream_free (stream);
}

static void
test_instances_do_not_affect_each_other (void)
{
  Stream *streams[6];
  LifeWorld *references[G_N_ELEMENTS (streams)];

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++) {
    references[i] = reference_soup (40, 30, i + 1, 0.35);
    streams[i] =
        stream_new ("lifesrc name=life seed=%u ! " GRAY (40, 30), i + 1);
    stream_play (streams[i]);
  }
  for (guint round = 0; round < 10; round++)
    for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
      stream_assert_frames (streams[i], references[i], round, 1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++) {
    stream_free (streams[i]);
    life_world_free (references[i]);
  }
}

static void
test_element_is_usable_after_an_error (gconstpointer line)
{
  GstElement *pipeline = launch (line);
  GstElement *life = gst_bin_get_by_name (GST_BIN (pipeline), "life");
  GstBus *bus = gst_element_get_bus (pipeline);

  for (guint round = 0; round < 3; round++) {
    GstMessage *message;

    g_object_set (life, "rule", "nonsense", NULL);
    g_assert_cmpint (gst_element_set_state (pipeline, GST_STATE_PLAYING), ==,
        GST_STATE_CHANGE_FAILURE);
    message = gst_bus_timed_pop_filtered (bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
    g_assert_nonnull (message);
    g_assert_true (GST_MESSAGE_SRC (message) == GST_OBJECT (life));
    gst_message_unref (message);
    go (pipeline, GST_STATE_NULL);
    gst_bus_set_flushing (bus, TRUE);
    gst_bus_set_flushing (bus, FALSE);

    g_object_set (life, "rule",
        strstr (line, "world-depth") ? "B6/S567" : "B3/S23", NULL);
    go (pipeline, GST_STATE_PLAYING);
    go (pipeline, GST_STATE_NULL);
    assert_no_error_message (pipeline);
  }
  gst_object_unref (bus);
  gst_object_unref (life);
  gst_object_unref (pipeline);
}

/* --- Leaks --- */

static void
use_everything (const gchar *line)
{
  GstElement *pipeline = launch (line);
  GstElement *life = gst_bin_get_by_name (GST_BIN (pipeline), "life");
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
  gst_object_unref (life);
  gst_object_unref (pipeline);
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
    gchar *path = g_strdup_printf ("/states/%s/%u", name, i);

    g_test_add_data_func (path, pipelines[i], function);
    g_free (path);
  }
}

int
main (int argc, char **argv)
{
  static const gchar *const factories[] = { "lifesrc", "lifestep" };

  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/states/" #name, test_##name)
#define TEST_PIPELINES(name) add_for_pipelines (#name, test_##name)
  for (guint i = 0; i < G_N_ELEMENTS (factories); i++) {
    gchar *path = g_strdup_printf ("/states/element_alone/%s", factories[i]);

    g_test_add_data_func (path, factories[i], test_element_alone);
    g_free (path);
    path = g_strdup_printf ("/states/never_started/%s", factories[i]);
    g_test_add_data_func (path, factories[i], test_never_started);
    g_free (path);
  }
  TEST_PIPELINES (all_changes_of_state);
  TEST_PIPELINES (changes_at_once_do_not_hang);
  TEST_PIPELINES (element_is_usable_after_an_error);
  TEST_PIPELINES (properties_set_in_mid_stream_do_no_harm);
  TEST (long_step_of_lifestep_ends_at_once);
  TEST (flush_ends_a_long_step);
  TEST (live_source_goes_on_after_a_pause_while_it_waits);
  TEST (live_source_goes_on_after_a_pause_in_a_long_step);
  TEST (ready_forgets_everything);
  TEST (lifestep_begins_anew_after_ready);
  TEST (new_properties_apply_after_ready);
  TEST (instances_do_not_affect_each_other);
  TEST_PIPELINES (leaks_tracer_finds_nothing);
  TEST (leaks_tracer_would_find_a_leak);
  return g_test_run ();
}
