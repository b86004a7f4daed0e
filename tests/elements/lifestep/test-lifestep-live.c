/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifestep where streams are not smooth: queues that leak, sinks that are late,
 * seeks and reverse playback. In all cases the generation is the number of
 * buffers that arrived, times `generations`. Caps that change are in
 * test-lifestep-input.c. */
#include "tests/support/elements/lifestep.h"

/* --- Buffers in against generations out --- */

typedef struct {
  guint generations;   /* per buffer */
  guint arrived, left; /* buffers */
  gint flushes;        /* since a buffer last left; atomic */
  guint flushed;       /* arrived, but dropped by a flush inside */
  gint ended;          /* the source has ended; atomic */
} Tally;

static GstPadProbeReturn
count_arrival (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Tally *tally = user_data;

  tally->arrived++;
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
count_flush (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Tally *tally = user_data;

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_FLUSH_START)
    g_atomic_int_inc (&tally->flushes);
  return GST_PAD_PROBE_OK;
}

/* A flush may drop one buffer that has arrived and not yet left. */
static GstPadProbeReturn
check_generation (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Tally *tally = user_data;
  guint64 generation = buffer_generation (GST_PAD_PROBE_INFO_BUFFER (info));
  gint flushes = g_atomic_int_and (&tally->flushes, 0);

  while (flushes-- > 0
         && generation < (guint64) (tally->arrived - tally->flushed)
                             * tally->generations)
    tally->flushed++;
  g_assert_cmpuint (generation, ==,
      (guint64) (tally->arrived - tally->flushed) * tally->generations);
  tally->left++;
  return GST_PAD_PROBE_OK;
}

/* Compares every buffer that leaves @life with the number that have arrived by
 * then. */
static void
tally_watch (Tally *tally, GstElement *life, guint generations)
{
  g_autoptr (GstPad) sink = gst_element_get_static_pad (life, "sink");
  g_autoptr (GstPad) src = gst_element_get_static_pad (life, "src");

  memset (tally, 0, sizeof *tally);
  tally->generations = generations;
  gst_pad_add_probe (
      sink, GST_PAD_PROBE_TYPE_BUFFER, count_arrival, tally, NULL);
  gst_pad_add_probe (
      sink, GST_PAD_PROBE_TYPE_EVENT_FLUSH, count_flush, tally, NULL);
  gst_pad_add_probe (
      src, GST_PAD_PROBE_TYPE_BUFFER, check_generation, tally, NULL);
}

/* --- Queues that leak --- */

static GstPadProbeReturn
note_end (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  Tally *tally = user_data;

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_EOS)
    g_atomic_int_set (&tally->ended, 1);
  return GST_PAD_PROBE_OK;
}

/* A hundred pictures run into a queue of two while none is pulled: it drops old ones, or refuses new ones. */
static void
test_queues_that_leak (void)
{
  static const gchar *const kinds[] = { "downstream", "upstream" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (Stream) stream = stream_new (
        "lifesrc name=source num-buffers=100 ! " FRAME (GRAY8, 24,
            18) " ! queue leaky=%s max-size-buffers=2 max-size-bytes=0 "
                "max-size-time=0 ! lifestep name=life input=tick generations=3",
        kinds[i]);
    g_autoptr (LifeWorld) reference = reference_soup (WIDTH, HEIGHT, 1, 0.35);
    g_autoptr (GstElement) source =
        gst_bin_get_by_name (GST_BIN (stream->pipeline), "source");
    g_autoptr (GstPad) pad = gst_element_get_static_pad (source, "src");
    GstSample *sample;
    Tally tally;

    tally_watch (&tally, stream->life, 3);
    gst_pad_add_probe (
        pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, note_end, &tally, NULL);
    stream_play (stream);
    while (!g_atomic_int_get (&tally.ended))
      g_usleep (1000);
    while ((sample = stream_pull_or_end (stream))) {
      reference_step (reference, 3);
      assert_shows (sample, reference, kinds[i]);
      gst_sample_unref (sample);
    }
    g_assert_cmpuint (tally.arrived, <, 100);
    g_assert_cmpuint (tally.left, ==, tally.arrived);
    stream_set_state (stream, GST_STATE_NULL);
  }
}

/* --- Sinks that are late --- */

/* Pictures also change the world when their buffers are not drawn: a lifestep
 * that always gets lateness events has the same world as one that gets none. */
static void
check_lateness (const gchar *properties)
{
  g_autofree gchar *unhurried = g_strconcat (properties, " qos=false", NULL);
  g_autoptr (Harness) late = feed (properties), calm = feed (unhurried);
  guint8 pixels[CELLS];
  guint dropped = 0;

  for (guint number = 0; number < 40; number++) {
    g_autoptr (GstBuffer) buffer = NULL, expected = NULL;
    g_autoptr (GBytes) g = NULL, e = NULL;

    random_picture (pixels, number + 1);
    expected = push (calm, number, pixels);
    g_assert_cmpuint (buffer_generation (expected), ==, 3 * (number + 1));
    if (number % 7 == 0)
      report_late (late, number, 40 * GST_MSECOND);
    buffer = push_late (late, picture (number, pixels));
    dropped += !buffer;
    if (!buffer)
      continue;
    g = buffer_cells (buffer);
    e = buffer_cells (expected);
    g_assert_cmpuint (
        buffer_generation (buffer), ==, buffer_generation (expected));
    g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, GST_BUFFER_PTS (expected));
    assert_same_pixels (g, e, WIDTH, properties);
  }
  g_assert_cmpuint (dropped, >=, 6);
  g_assert_cmpuint (dropped, <, 40);
}

static void
test_lateness_loses_no_generation_of_any_input (void)
{
  static const gchar *const inputs[] = { "first", "replace", "or", "xor",
    "erase density=0.5", "motion", "tick",
    "motion output=overlay alive-color=0x80808080" };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++) {
    g_autofree gchar *properties =
        g_strconcat ("generations=3 input=", inputs[i], NULL);

    check_lateness (properties);
  }
}

/* The picture of generation 0 may itself be late. */
static void
test_late_first_picture_is_generation_0 (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 first[CELLS], second[CELLS];
  g_autoptr (LifeWorld) reference = random_world (first, 1);

  random_picture (second, 2);
  gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.0, 0, 1));
  g_assert_null (push_late (h, picture (0, first)));
  push_and_compare (h, 1, second, reference, 2);
}

/* --- Segments --- */

/* The frames of a lifesrc alone. */
static GPtrArray *
source_frames (guint n)
{
  g_autoptr (Stream) alone =
      stream_play (gray_stream ("num-buffers=70", 24, 18));

  return play_frames (alone, n);
}

/* The next frame is number @number of the source, one generation later, at its
 * time. */
static void
expect_frame_on (Stream *stream, GPtrArray *frames, guint number)
{
  g_autoptr (GstSample) sample = stream_pull (stream);
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  g_autofree gchar *what = g_strdup_printf ("frame %u", number);

  g_assert_cmpuint (GST_BUFFER_PTS (gst_sample_get_buffer (sample)), ==,
      time_of (number, 30, 1));
  assert_same_pixels (pixels, frames->pdata[number + 1], WIDTH, what);
}

static Stream *
replacing_stream (Tally *tally)
{
  Stream *stream = stream_new ("lifesrc num-buffers=70 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life input=replace generations=1");

  tally_watch (tally, stream->life, 1);
  return stream;
}

static void
test_seeks_count_on (void)
{
  static const guint targets[] = { 50, 3, 30, 29, 0 };
  g_autoptr (GPtrArray) frames = source_frames (70);
  Tally tally;
  g_autoptr (Stream) stream = stream_play (replacing_stream (&tally));

  for (guint i = 0; i < 5; i++)
    expect_frame_on (stream, frames, i);
  for (guint t = 0; t < G_N_ELEMENTS (targets); t++) {
    stream_seek (stream, 1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_ACCURATE,
        time_of (targets[t], 30, 1), GST_CLOCK_TIME_NONE);
    for (guint i = 0; i < 5; i++)
      expect_frame_on (stream, frames, targets[t] + i);
  }
}

/* A loop of ten frames, played three times without a flush. */
static void
test_segment_seeks_loop_and_count_on (void)
{
  g_autoptr (GPtrArray) frames = source_frames (12);
  Tally tally;
  g_autoptr (Stream) stream = replacing_stream (&tally);

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_SEGMENT, 0,
      time_of (10, 30, 1));
  for (guint loop = 0; loop < 3; loop++) {
    if (loop > 0) {
      gst_message_unref (
          stream_wait_message (stream, GST_MESSAGE_SEGMENT_DONE));
      g_assert_true (gst_element_seek (stream->pipeline, 1.0, GST_FORMAT_TIME,
          GST_SEEK_FLAG_SEGMENT, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET,
          time_of (10, 30, 1)));
    }
    stream_set_state (stream, GST_STATE_PLAYING);
    for (guint i = 0; i < 10; i++)
      expect_frame_on (stream, frames, i);
  }
  g_assert_cmpuint (tally.left, >=, 30);
}

/* The last picture comes first; each advances the world by one generation all
 * the same. */
static void
test_reverse_playback_replaces_backwards (void)
{
  g_autoptr (GPtrArray) frames = source_frames (22);
  Tally tally;
  g_autoptr (Stream) stream = replacing_stream (&tally);

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, time_of (5, 30, 1),
      time_of (20, 30, 1));
  stream_set_state (stream, GST_STATE_PLAYING);
  for (guint i = 20; i-- > 5;)
    expect_frame_on (stream, frames, i);
  stream_expect_end (stream);
}

/* lifestep's own world goes forwards even if the times go backwards. */
static void
test_reverse_playback_ticks_forwards (void)
{
  Tally tally;
  g_autoptr (Stream) stream = stream_new ("lifesrc num-buffers=70 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life input=tick generations=2");
  g_autoptr (LifeWorld) reference = reference_soup (WIDTH, HEIGHT, 1, 0.35);
  guint64 first = 0;

  tally_watch (&tally, stream->life, 2);
  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, 0, time_of (20, 30, 1));
  stream_set_state (stream, GST_STATE_PLAYING);
  for (guint i = 20; i-- > 0;) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    const guint64 generation = sample_generation (sample);

    if (first == 0)
      first = generation;
    g_assert_cmpuint (generation, ==, first + 2 * (19 - i));
    g_assert_cmpuint (GST_BUFFER_PTS (gst_sample_get_buffer (sample)), ==,
        time_of (i, 30, 1));
    reference_step (
        reference, generation - life_world_get_generation (reference));
    assert_shows (sample, reference, "reverse");
  }
  stream_expect_end (stream);
}

/* Late in reverse: running time goes forwards although stream time goes
 * backwards. */
static void
test_lateness_in_reverse_loses_no_generation (void)
{
  g_autoptr (Harness) h = feed ("generations=2");
  guint8 pixels[CELLS];
  guint dropped = 0;

  random_picture (pixels, 1);
  push_segment (h, GST_FORMAT_TIME, -1);
  for (guint i = 0; i < 12; i++) {
    g_autoptr (GstBuffer) buffer = NULL;

    if (i == 4)
      report_late (h, i, 40 * GST_MSECOND);
    buffer = push_late (h, picture (29 - i, pixels));
    dropped += !buffer;
    if (buffer)
      g_assert_cmpuint (buffer_generation (buffer), ==, 2 * (i + 1));
  }
  g_assert_cmpuint (dropped, >, 0);
  g_assert_cmpuint (dropped, <, 8);
}

/* As from `filesrc ! video/x-raw,…`. */
static void
test_segment_in_bytes_is_no_reason_to_fail (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 1);

  push_segment (h, GST_FORMAT_BYTES, 1);
  for (guint i = 0; i < 3; i++)
    push_and_compare (h, i, pixels, reference, 1);
}

/* --- Other interruptions --- */

/* A gap is not a buffer, and passes through. */
static void
test_gap_is_no_generation (void)
{
  g_autoptr (Harness) h = feed ("");
  gboolean seen = FALSE;
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 1);
  GstEvent *event;

  push_and_compare (h, 0, pixels, reference, 1);
  g_assert_true (gst_harness_push_event (
      h, gst_event_new_gap (time_of (1, 30, 1), GST_SECOND)));
  while ((event = gst_harness_try_pull_event (h))) {
    seen |= GST_EVENT_TYPE (event) == GST_EVENT_GAP;
    gst_event_unref (event);
  }
  g_assert_true (seen);
  push_and_compare (h, 31, pixels, reference, 1);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep-live/" #name, test_##name)
  TEST (queues_that_leak);
  TEST (lateness_loses_no_generation_of_any_input);
  TEST (late_first_picture_is_generation_0);
  TEST (seeks_count_on);
  TEST (segment_seeks_loop_and_count_on);
  TEST (reverse_playback_replaces_backwards);
  TEST (reverse_playback_ticks_forwards);
  TEST (lateness_in_reverse_loses_no_generation);
  TEST (segment_in_bytes_is_no_reason_to_fail);
  TEST (gap_is_no_generation);
  return g_test_run ();
}
