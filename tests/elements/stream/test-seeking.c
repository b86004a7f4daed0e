/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Seeks in lifesrc, both ways, in time and in frames: a frame is the same however
 * it was reached. */
#include "tests/support/elements/element.h"

/* The next frame, at 30 frames/s. */
static void
expect_frame (Stream *stream, guint64 number)
{
  g_autoptr (GstSample) sample = stream_pull (stream);

  assert_frame (sample, number, 30, 1);
}

static void
test_every_time_and_number_of_a_frame_seeks_to_it (void)
{
  static const gint rates[][2] = { { 30, 1 }, { 30000, 1001 }, { 7, 3 } };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    const gint n = rates[i][0], d = rates[i][1];
    g_autofree gchar *framerate = g_strdup_printf ("%d/%d", n, d);
    g_autoptr (Stream) stream = soup_stream ("", framerate);

    stream_set_state (stream, GST_STATE_PAUSED);
    for (guint frame = 0; frame < 70; frame += 3) {
      const GstClockTime start = time_of (frame, n, d);
      const GstClockTime end = time_of (frame + 1, n, d);
      const GstClockTime times[] = { start, (start + end) / 2, end - 1 };
      g_autoptr (GstSample) by_number = stream_sought (stream, frame);

      assert_frame (by_number, frame, n, d);
      for (guint t = 0; frame % 9 == 0 && t < G_N_ELEMENTS (times); t++) {
        g_autoptr (GstSample) sample = NULL;

        stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, (gint64) times[t], -1);
        sample = stream_preroll (stream);
        assert_frame (sample, frame, n, d);
      }
    }
  }
}

static void
test_frame_is_the_same_however_it_was_reached (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 120);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint number = 119; number > 80; number--)
    assert_sought (stream, frames, number);
  for (guint i = 0; i < 60; i++)
    assert_sought (stream, frames, (guint) g_rand_int_range (random, 0, 120));
}

/* --- What is played after a seek --- */

#define TIME GST_FORMAT_TIME
#define FRAME GST_FORMAT_DEFAULT
#define SET GST_SEEK_TYPE_SET
#define END GST_SEEK_TYPE_END
#define MS (gint64) GST_MSECOND
#define NOTHING 0, -1

/* What is played after a seek with a flush, to its end: frames from @first to @last, which
 * may be less. */
typedef struct {
  gboolean limited; /* to 20 frames; otherwise the stream has no end */
  gint rate;
  GstFormat format;
  GstSeekType type;   /* of @start */
  gint64 start, stop; /* -1: none */
  gint first, last;
} Seek;

static const Seek seeks[] = {
  { FALSE, 1, TIME, SET, 1000 * MS, 2000 * MS, 30, 59 },
  { FALSE, -1, TIME, SET, 0, 3000 * MS, 89, 0 },
  { FALSE, -1, TIME, SET, 1000 * MS, 2000 * MS, 59, 30 },
  /* Frames that lie partly in the segment belong to it. */
  { FALSE, -1, TIME, SET, 1010 * MS, 2010 * MS, 60, 30 },
  /* From the end, and from beyond it. */
  { TRUE, -1, TIME, SET, 0, -1, 19, 0 },
  { TRUE, -1, TIME, SET, 0, 10000 * MS, 19, 0 },
  { TRUE, -1, TIME, SET, 200 * MS, 10000 * MS, 19, 6 },
  { TRUE, 1, TIME, SET, 10000 * MS, -1, NOTHING },
  { TRUE, 1, TIME, END, -5000 * MS / 30, -1, 15, 19 },
  { TRUE, 1, FRAME, SET, 20, -1, NOTHING },
  /* Again and again. */
  { TRUE, 1, FRAME, SET, 3, -1, 3, 19 },
  { TRUE, 1, FRAME, SET, 0, -1, 0, 19 },
  { TRUE, 1, FRAME, SET, 19, -1, 19, 19 },
  /* The end is known after a seek by frames, too. */
  { TRUE, 1, TIME, END, -5000 * MS / 30, -1, 15, 19 },
};

static void
test_seeks_play_what_lies_between_their_ends (void)
{
  g_autoptr (Stream) endless = stream_play (soup_stream ("", "30/1"));
  g_autoptr (Stream) limited =
      stream_play (soup_stream ("num-buffers=20", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (endless, 90);

  stream_skip (limited, 20);
  stream_expect_end (limited);
  for (guint i = 0; i < G_N_ELEMENTS (seeks); i++) {
    const Seek *seek = &seeks[i];
    Stream *stream = seek->limited ? limited : endless;
    const gint end = seek->last + seek->rate;
    g_autofree gchar *what = g_strdup_printf ("seek %u", i);

    g_test_message ("%s", what);

    g_assert_true (gst_element_seek (stream->pipeline, seek->rate, seek->format,
        GST_SEEK_FLAG_FLUSH, seek->type, seek->start,
        seek->stop < 0 ? GST_SEEK_TYPE_NONE : SET, seek->stop));
    for (gint number = seek->first; number != end; number += seek->rate) {
      g_autoptr (GstSample) sample = stream_pull (stream);

      g_assert_cmpfloat (gst_sample_get_segment (sample)->rate, ==, seek->rate);
      assert_as_played (sample, frames, (guint) number, what);
    }
    stream_expect_end (stream);
  }
}

/* The source has made a few more frames than were pulled. */
static void
test_reverse_without_a_stop_goes_back_from_here (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 30);
  g_autoptr (GstSample) forwards = NULL;
  guint64 number = 0;

  stream_seek (stream, -1.0, TIME, 0, 0, -1);
  for (guint i = 0; i == 0 || number > 0; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    number = i == 0 ? GST_BUFFER_OFFSET (gst_sample_get_buffer (sample))
                    : number - 1;
    g_assert_cmpuint (number, >=, i == 0 ? 29 : 0);
    assert_frame (sample, number, 30, 1);
    if (number < frames->len)
      assert_as_played (sample, frames, (guint) number, "back from here");
  }
  stream_expect_end (stream);

  /* And forwards again, unchanged. */
  stream_seek (stream, 1.0, FRAME, 0, 7, -1);
  forwards = stream_pull (stream);
  assert_as_played (forwards, frames, 7, "played forwards again");
}

static void
test_reverse_of_a_still_shows_it (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "0/1"));

  for (guint i = 0; i < 2; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    g_assert_cmpuint (sample_generation (sample), ==, 0);
    stream_expect_end (stream);
    stream_seek (stream, -1.0, TIME, 0, 0, -1);
  }
}

static void
test_many_seeks_at_once_end_at_the_last (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 100);
  guint number = 0;

  for (guint round = 0; round < 10; round++) {
    g_autoptr (GstSample) sample = NULL;

    for (guint i = 0; i < 10; i++) {
      number = (number + 37) % 100;
      stream_seek (stream, 1.0, FRAME, 0, number, -1);
    }
    sample = stream_pull (stream);
    assert_as_played (sample, frames, number, "after many seeks");
  }
}

static void
test_far_seek_can_be_left (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "30/1"));

  stream_skip (stream, 1);
  stream_seek (stream, 1.0, TIME, 0, 10000000 * (gint64) GST_SECOND, -1);
  g_usleep (G_USEC_PER_SEC / 20);
  stream_seek (stream, 1.0, TIME, 0, GST_SECOND, -1);
  expect_frame (stream, 30);
}

/* --- Segments --- */

static void
test_segment_seek_posts_segment_done (void)
{
  g_autoptr (Stream) stream = soup_stream ("", "30/1");
  g_autoptr (GstMessage) message = NULL;
  GstFormat format;
  gint64 position;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, TIME, GST_SEEK_FLAG_SEGMENT, 0, GST_SECOND / 3);
  stream_play (stream);
  for (guint frame = 0; frame < 10; frame++)
    expect_frame (stream, frame);
  message = stream_wait_message (stream, GST_MESSAGE_SEGMENT_DONE);
  gst_message_parse_segment_done (message, &format, &position);
  g_assert_cmpint (format, ==, TIME);
  g_assert_cmpint (position, ==, GST_SECOND / 3);

  /* The next part follows without a flush: its running time goes on. */
  g_assert_true (gst_element_seek (stream->pipeline, 1.0, TIME,
      GST_SEEK_FLAG_SEGMENT, SET, GST_SECOND, SET, 2 * GST_SECOND));
  for (guint frame = 30; frame < 60; frame++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    assert_frame (sample, frame, 30, 1);
    g_assert_cmpuint (
        gst_segment_to_running_time (gst_sample_get_segment (sample), TIME,
            GST_BUFFER_PTS (gst_sample_get_buffer (sample))),
        ==, GST_SECOND / 3 + time_of (frame, 30, 1) - GST_SECOND);
  }
  gst_message_unref (stream_wait_message (stream, GST_MESSAGE_SEGMENT_DONE));
}

static gpointer
seek_without_flush (gpointer data)
{
  Stream *stream = data;

  return GINT_TO_POINTER (gst_element_seek (stream->pipeline, 1.0, TIME, 0, SET,
      5 * GST_SECOND, GST_SEEK_TYPE_NONE, -1));
}

/* The seek takes place between two frames, so another thread has to go on pulling. */
static void
test_seek_without_a_flush_loses_nothing (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "30/1"));
  GThread *seek;

  stream_skip (stream, 1);
  seek = g_thread_new ("seek", seek_without_flush, stream);
  for (guint64 frame = 1;; frame++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    const GstSegment *segment = gst_sample_get_segment (sample);

    assert_frame (sample, segment->start == 0 ? frame : 150, 30, 1);
    if (segment->start == 0)
      continue;
    g_assert_cmpuint (segment->base, ==, time_of (frame, 30, 1));
    break;
  }
  g_assert_true (GPOINTER_TO_INT (g_thread_join (seek)));
}

/* Frames before the segment are not made, because each would be dropped. */
static void
test_seek_before_the_start_is_obeyed (void)
{
  for (gint rate = -1; rate <= 1; rate += 2) {
    g_autoptr (Stream) stream = soup_stream ("", "30/1");

    stream_set_state (stream, GST_STATE_READY);
    g_assert_true (gst_element_send_event (stream->life,
        gst_event_new_seek (rate, TIME, GST_SEEK_FLAG_FLUSH, SET,
            rate > 0 ? 2 * GST_SECOND : 0, rate > 0 ? GST_SEEK_TYPE_NONE : SET,
            2 * GST_SECOND)));
    stream_play (stream);
    if (rate > 0) {
      expect_frame (stream, 60);
      continue;
    }
    for (guint number = 60; number-- > 0;)
      expect_frame (stream, number);
    stream_expect_end (stream);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/seeking/" #name, test_##name)
  TEST (every_time_and_number_of_a_frame_seeks_to_it);
  TEST (frame_is_the_same_however_it_was_reached);
  TEST (seeks_play_what_lies_between_their_ends);
  TEST (reverse_without_a_stop_goes_back_from_here);
  TEST (reverse_of_a_still_shows_it);
  TEST (many_seeks_at_once_end_at_the_last);
  TEST (far_seek_can_be_left);
  TEST (segment_seek_posts_segment_done);
  TEST (seek_without_a_flush_loses_nothing);
  TEST (seek_before_the_start_is_obeyed);
  return g_test_run ();
}
