/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Elements that run for long: memory and descriptors do not grow from quarter to quarter. In
 * the suite the runs are short, which finds what is lost in large pieces; with
 * LIFE_LONG_RUNS=200 they make 10^5 changes of state, 10^4 of caps, 10^5 seeks, 10^6
 * changes of properties, and 12 hours of live frames on a test clock, in about a quarter of
 * an hour. */
#include "tests/support/elements/element.h"
#include "tests/support/elements/sequence-values.h"
#include "tests/support/help.h"

#include <malloc.h>
#include <unistd.h>

/* Of a run, for LIFE_LONG_RUNS=1. */
#define STATE_CHANGES 504
#define CAPS_CHANGES 50
#define SEEKS 500
#define PROPERTY_CHANGES 15000
#define LIVE_FRAMES SOME_OF (12960)

/* By how much memory may grow in each quarter of a run but the first. What is lost grows in
 * every one of them; what an allocator keeps grows in one and not in the next. */
#define SLACK (1 << 20)

static guint64 times = 1; /* as long as in the suite */

/* --- What a process holds --- */

typedef struct {
  gint64 memory; /* bytes */
  guint descriptors;
} Repeated;

/* At the end of each quarter of a run. */
typedef struct {
  Repeated after[4];
  guint n;
} Quarters;

static Repeated
measure (void)
{
  g_autofree gchar *text = NULL;
  g_auto (GStrv) pages = NULL;
  GDir *folder = g_dir_open ("/proc/self/fd", 0, NULL);
  Repeated repeated = { 0 };

  malloc_trim (0);
  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  pages = g_strsplit (text, " ", 3);
  repeated.memory =
      g_ascii_strtoll (pages[1], NULL, 10) * sysconf (_SC_PAGESIZE);
  while (g_dir_read_name (folder) != NULL)
    repeated.descriptors++;
  g_dir_close (folder);
  return repeated;
}

/* Whether turn @i of @n is the last one of a quarter. */
static gboolean
ends_quarter (guint64 i, guint64 n)
{
  return (i + 1) * 4 / n > i * 4 / n;
}

static void
end_quarter (Quarters *quarters)
{
  g_assert_cmpuint (quarters->n, <, G_N_ELEMENTS (quarters->after));
  quarters->after[quarters->n++] = measure ();
}

static void
assert_flat (const gchar *what, const Quarters *quarters)
{
  const Repeated *after = quarters->after;
  gint64 min_growth = G_MAXINT64;

  g_assert_cmpuint (quarters->n, ==, G_N_ELEMENTS (quarters->after));
  for (guint i = 1; i < quarters->n; i++)
    min_growth = MIN (min_growth, after[i].memory - after[i - 1].memory);
  g_test_message ("%s: %.1f, %.1f, %.1f and %.1f MB after each quarter; %u "
                  "descriptors",
      what, after[0].memory / 1e6, after[1].memory / 1e6, after[2].memory / 1e6,
      after[3].memory / 1e6, after[3].descriptors);
  g_assert_cmpuint (after[3].descriptors, <=, after[1].descriptors);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
  /* An emulator's own memory grows with each thread that it began. */
  if (!is_emulated ())
    g_assert_cmpint (min_growth, <, SLACK);
#endif
}

static void
drop_messages (Stream *stream)
{
  GstMessage *message;

  while ((message = g_async_queue_try_pop (stream->messages)) != NULL)
    gst_message_unref (message);
}

/* --- Runs --- */

/* Both elements, in the order in which applications and players change states. An appsink of
 * which nothing is pulled may not let go of its thread (GStreamer 1.22). */
static void
test_changes_of_state_leave_nothing (void)
{
  static const GstState walk[] = { GST_STATE_READY, GST_STATE_PAUSED,
    GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_READY,
    GST_STATE_PLAYING, GST_STATE_NULL };
  GstElement *pipeline =
      gst_parse_launch ("lifesrc ! video/x-raw,width=64,height=48 ! "
                        "lifestep input=xor ! fakesink",
          NULL);
  const guint64 n = STATE_CHANGES / G_N_ELEMENTS (walk) * times;
  Quarters quarters = { 0 };

  for (guint64 i = 0; i < n; i++) {
    for (guint k = 0; k < G_N_ELEMENTS (walk); k++) {
      GstState reached;

      g_assert_cmpint (gst_element_set_state (pipeline, walk[k]), !=,
          GST_STATE_CHANGE_FAILURE);
      g_assert_cmpint (
          gst_element_get_state (pipeline, &reached, NULL, TEST_TIMEOUT), ==,
          GST_STATE_CHANGE_SUCCESS);
      g_assert_cmpint (reached, ==, walk[k]);
    }
    if (ends_quarter (i, n))
      end_quarter (&quarters);
  }
  assert_flat ("states", &quarters);
  gst_object_unref (pipeline);
}

static void
test_changes_of_caps_leave_nothing (void)
{
  static const gchar *const formats[] = { "GRAY8", "BGRx", "I420", "NV12" };
  g_autoptr (Stream) stream =
      stream_new ("lifesrc zoom=1 ! capsfilter name=caps "
                  "caps=video/x-raw,width=64,height=48 ! lifestep name=life");
  g_autoptr (GstElement) filter =
      gst_bin_get_by_name (GST_BIN (stream->pipeline), "caps");
  const guint64 n = CAPS_CHANGES * times;
  Quarters quarters = { 0 };

  stream_play (stream);
  for (guint64 i = 0; i < n; i++) {
    const gint width = 32 + (gint) (i % 7) * 16;
    g_autofree gchar *caps =
        g_strdup_printf ("video/x-raw,format=%s,width=%d,height=48",
            formats[i % G_N_ELEMENTS (formats)], width);
    gint got = 0;

    gst_util_set_object_arg (G_OBJECT (filter), "caps", caps);
    for (guint k = 0; got != width; k++) {
      g_autoptr (GstSample) sample = stream_pull (stream);

      g_assert_cmpuint (k, <, 100);
      gst_structure_get_int (
          gst_caps_get_structure (gst_sample_get_caps (sample), 0), "width",
          &got);
    }
    drop_messages (stream);
    if (ends_quarter (i, n))
      end_quarter (&quarters);
  }
  assert_flat ("caps", &quarters);
}

static void
test_seeks_leave_nothing (void)
{
  g_autoptr (Stream) stream = stream_play (gray_stream ("zoom=1", 64, 48));
  g_autoptr (GRand) lots = g_rand_new_with_seed (1);
  const guint64 n = SEEKS * times;
  Quarters quarters = { 0 };

  for (guint64 i = 0; i < n; i++) {
    const gint64 frame = g_rand_int_range (lots, 0, 200);
    g_autoptr (GstSample) sample = NULL;

    stream_seek (stream, 1, GST_FORMAT_DEFAULT, GST_SEEK_FLAG_FLUSH, frame, -1);
    sample = stream_pull (stream);
    g_assert_cmpuint (
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)), ==, frame);
    drop_messages (stream);
    if (ends_quarter (i, n))
      end_quarter (&quarters);
  }
  assert_flat ("seeks", &quarters);
}

/* Starts anew with all properties as they were at first, and plays a few frames. */
static void
start_anew (Stream *stream)
{
  stream_set_state (stream, GST_STATE_NULL);
  sequence_reset_properties (stream->life);
  stream_skip (stream_play (stream), 3);
}

/* Any property to any value, while frames leave. What cannot be played together ends the
 * stream with an error, and stagnation=eos without one; it starts anew then. */
static void
test_changes_of_properties_leave_nothing (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-long-XXXXXX", NULL);
  g_autoptr (Stream) stream =
      stream_new ("lifesrc name=life ! video/x-raw,width=32,height=24");
  g_autoptr (GRand) lots = g_rand_new_with_seed (1);
  const guint64 n = PROPERTY_CHANGES * times;
  Quarters quarters = { 0 };

  /* What is loaded once is there before. */
#ifdef TEST_WORDS
  g_object_set (stream->life, "text", "life", NULL);
  gst_util_set_object_arg (G_OBJECT (stream->life), "caption", "counter");
#endif
  stream_skip (stream_play (stream), 1);
  start_anew (stream);
  for (guint64 i = 0; i < n; i++) {
    guint8 data[64];
    Bytes bytes = { data, sizeof data };

    for (guint k = 0; k < sizeof data; k++)
      data[k] = (guint8) g_rand_int (lots);
    sequence_set_property (stream->life, &bytes, folder);
    if (i % 64 == 0) {
      g_autoptr (GstSample) sample = NULL;
      g_autoptr (GstMessage) error = NULL;
      gboolean ended;

      g_signal_emit_by_name (
          stream->sink, "try-pull-sample", GST_MSECOND, &sample);
      error = gst_bus_pop_filtered (stream->bus, GST_MESSAGE_ERROR);
      g_object_get (stream->sink, "eos", &ended, NULL);
      if (error != NULL || ended || i % 4096 == 0)
        start_anew (stream);
      drop_messages (stream);
    }
    if (ends_quarter (i, n)) {
      start_anew (stream);
      end_quarter (&quarters);
    }
  }
  assert_flat ("properties", &quarters);
  remove_folder (folder);
}

/* 1080p60 as fast as frames are made. On a CPU, as a GPU makes some of them ahead. */
static void
test_live_frames_are_whole_and_numbered (void)
{
  GstElement *source = gst_element_factory_make ("lifesrc", NULL);
  const guint64 n = LIVE_FRAMES * times;
  Quarters quarters = { 0 };
  g_autoptr (Harness) h = NULL;

  g_object_set (source, "is-live", TRUE, NULL);
  gst_util_set_object_arg (G_OBJECT (source), "engine", "cpu");
  gst_util_set_object_arg (G_OBJECT (source), "stagnation", "reseed");
  h = gst_harness_new_with_element (source, NULL, "src");
  gst_object_unref (source);
  gst_harness_use_testclock (h);
  gst_harness_set_sink_caps_str (
      h, "video/x-raw,format=NV12,width=1920,height=1080,framerate=60/1");
  gst_harness_play (h);
  for (guint64 i = 0; i < n; i++) {
    g_autoptr (GstBuffer) buffer = NULL;

    g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
    g_assert_true (gst_harness_crank_single_clock_wait (h));
    buffer = gst_harness_pull (h);
    g_assert_nonnull (buffer);
    g_assert_cmpuint (gst_buffer_get_size (buffer), ==, 1920 * 1080 * 3 / 2);
    g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, i);
    g_assert_cmpuint (
        GST_BUFFER_PTS (buffer), ==, gst_util_uint64_scale (i, GST_SECOND, 60));
    if (ends_quarter (i, n))
      end_quarter (&quarters);
  }
  assert_flat ("live", &quarters);
}

int
main (int argc, char **argv)
{
  const gchar *expected = g_getenv ("LIFE_LONG_RUNS");

  element_test_init (&argc, &argv);
  if (expected != NULL)
    times = MAX (1, g_ascii_strtoull (expected, NULL, 10));
#define TEST(name) g_test_add_func ("/long-runs/" #name, test_##name)
  TEST (changes_of_state_leave_nothing);
  TEST (changes_of_caps_leave_nothing);
  TEST (seeks_leave_nothing);
  TEST (changes_of_properties_leave_nothing);
  TEST (live_frames_are_whole_and_numbered);
  return g_test_run ();
}
