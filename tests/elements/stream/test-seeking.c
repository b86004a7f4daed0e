/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Seeks in lifesrc, both ways, in time and in frames: a frame is the same however
 * it was reached. */
#include "tests/support/elements/element.h"

static void
test_every_time_of_a_frame_seeks_to_it (void)
{
  static const gint rates[][2] = { { 30, 1 }, { 30000, 1001 }, { 7, 3 } };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++) {
    gchar *framerate = g_strdup_printf ("%d/%d", rates[i][0], rates[i][1]);
    Stream *stream = soup_stream ("", framerate);

    stream_set_state (stream, GST_STATE_PAUSED);
    for (guint frame = 1; frame < 60; frame += 19) {
      GstClockTime start = time_of (frame, rates[i][0], rates[i][1]);
      GstClockTime end = time_of (frame + 1, rates[i][0], rates[i][1]);
      const GstClockTime times[] = { start, (start + end) / 2, end - 1 };

      for (guint t = 0; t < G_N_ELEMENTS (times); t++) {
        GstSample *sample;

        stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, times[t], -1);
        sample = stream_preroll (stream);
        assert_frame (sample, frame, rates[i][0], rates[i][1]);
        gst_sample_unref (sample);
      }
    }
    stream_free (stream);
    g_free (framerate);
  }
}

static void
test_every_frame_number_seeks_to_it (void)
{
  Stream *stream = soup_stream ("", "30000/1001");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint frame = 0; frame < 70; frame += 3) {
    GstSample *sample;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, frame, -1);
    sample = stream_preroll (stream);
    assert_frame (sample, frame, 30000, 1001);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_frame_is_the_same_however_it_was_reached (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 120);
  GRand *random = g_rand_new_with_seed (1);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint number = 119; number > 80; number -= 1)
    assert_sought (stream, frames, number);
  for (guint i = 0; i < 60; i++)
    assert_sought (stream, frames, (guint) g_rand_int_range (random, 0, 120));
  g_rand_free (random);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_frame_is_the_same_with_large_steps (void)
{
  Stream *stream =
      stream_play (soup_stream ("generations=37 start-generation=11", "30/1"));
  static const guint order[] = { 20, 3, 19, 0, 7, 6, 21, 1 };
  LifeWorld *reference = reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  reference_step (reference, 11);
  for (guint i = 0; i < 22; i++) {
    g_ptr_array_add (frames, reference_cells (reference));
    reference_step (reference, 37);
  }
  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    GstSample *sample;
    GBytes *pixels;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, order[i], -1);
    sample = stream_preroll (stream);
    pixels = sample_pixels (sample);
    g_assert_cmpuint (buffer_generation (gst_sample_get_buffer (sample)), ==,
        11 + 37 * order[i]);
    assert_same_pixels (pixels, frames->pdata[order[i]], SOUP_WIDTH, "sought");
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  g_ptr_array_unref (frames);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_seek_ends_at_its_stop (void)
{
  Stream *stream = soup_stream ("", "30/1");

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, GST_SECOND, 2 * GST_SECOND);
  stream_set_state (stream, GST_STATE_PLAYING);
  for (guint frame = 30; frame < 60; frame++) {
    GstSample *sample = stream_pull (stream);

    assert_frame (sample, frame, 30, 1);
    gst_sample_unref (sample);
  }
  stream_expect_end (stream);
  stream_free (stream);
}

static void
check_backwards (Stream *stream, GPtrArray *frames, GstClockTime start,
    GstClockTime stop, guint first, guint last)
{
  stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, (gint64) start, (gint64) stop);
  for (guint number = first + 1; number-- > last;) {
    GstSample *sample = stream_pull (stream);

    g_assert_cmpfloat (gst_sample_get_segment (sample)->rate, ==, -1.0);
    assert_as_played (sample, frames, number, "played backwards");
    gst_sample_unref (sample);
  }
  stream_expect_end (stream);
}

static void
test_reverse_plays_the_same_frames_backwards (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 90);

  check_backwards (stream, frames, 0, 3 * GST_SECOND, 89, 0);
  check_backwards (stream, frames, GST_SECOND, 2 * GST_SECOND, 59, 30);
  /* Frames that lie partly in the segment belong to it. */
  check_backwards (
      stream, frames, 1010 * GST_MSECOND, 2010 * GST_MSECOND, 60, 30);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_reverse_from_the_end_of_a_limited_stream (void)
{
  Stream *stream = stream_play (soup_stream ("num-buffers=20", "30/1"));
  GPtrArray *frames = play_frames (stream, 20);

  stream_expect_end (stream);
  check_backwards (stream, frames, 0, GST_CLOCK_TIME_NONE, 19, 0);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_reverse_from_beyond_the_end_begins_with_the_last_frame (void)
{
  Stream *stream = stream_play (soup_stream ("num-buffers=20", "30/1"));
  GPtrArray *frames = play_frames (stream, 20);

  stream_expect_end (stream);
  check_backwards (stream, frames, 0, 10 * GST_SECOND, 19, 0);
  check_backwards (stream, frames, 200 * GST_MSECOND, 10 * GST_SECOND, 19, 6);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

/* The source has made a few more frames than were pulled. */
static void
test_reverse_without_a_stop_goes_back_from_here (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 30);
  GstSample *sample;
  guint64 number;

  stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, 0, -1);
  sample = stream_pull (stream);
  number = GST_BUFFER_OFFSET (gst_sample_get_buffer (sample));
  g_assert_cmpuint (number, >=, 29);
  assert_frame (sample, number, 30, 1);
  while (number-- > 0) {
    gst_sample_unref (sample);
    sample = stream_pull (stream);
    assert_frame (sample, number, 30, 1);
    if (number < frames->len)
      assert_as_played (sample, frames, number, "played backwards from here");
  }
  gst_sample_unref (sample);
  stream_expect_end (stream);

  /* And forwards again, unchanged. */
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 7, -1);
  sample = stream_pull (stream);
  assert_as_played (sample, frames, 7, "played forwards again");
  gst_sample_unref (sample);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_reverse_of_a_still_shows_it (void)
{
  Stream *stream = stream_play (soup_stream ("", "0/1"));
  GstSample *sample = stream_pull (stream);

  gst_sample_unref (sample);
  stream_expect_end (stream);
  stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, 0, -1);
  sample = stream_pull (stream);
  g_assert_cmpuint (buffer_generation (gst_sample_get_buffer (sample)), ==, 0);
  gst_sample_unref (sample);
  stream_expect_end (stream);
  stream_free (stream);
}

static void
test_seek_past_the_end_ends_at_once (void)
{
  Stream *stream = stream_play (soup_stream ("num-buffers=20", "30/1"));

  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, 10 * GST_SECOND, -1);
  stream_expect_end (stream);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 20, -1);
  stream_expect_end (stream);
  stream_free (stream);
}

static void
test_seek_counts_from_the_end_where_there_is_one (void)
{
  Stream *stream = stream_play (soup_stream ("num-buffers=20", "30/1"));
  GPtrArray *frames = play_frames (stream, 20);
  GstSample *sample;

  stream_expect_end (stream);
  g_assert_true (gst_element_seek (stream->pipeline, 1.0, GST_FORMAT_TIME,
      GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_END, -(gint64) time_of (5, 30, 1),
      GST_SEEK_TYPE_NONE, -1));
  sample = stream_pull (stream);
  assert_as_played (sample, frames, 15, "five frames before the end");
  gst_sample_unref (sample);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_many_seeks_at_once_end_at_the_last (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 100);
  guint number = 0;

  for (guint round = 0; round < 10; round++) {
    GstSample *sample;

    for (guint i = 0; i < 10; i++) {
      number = (number + 37) % 100;
      stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
    }
    sample = stream_pull (stream);
    assert_as_played (sample, frames, number, "after many seeks");
    gst_sample_unref (sample);
  }
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_far_seek_can_be_left (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GstSample *sample;

  gst_sample_unref (stream_pull (stream));
  stream_seek (
      stream, 1.0, GST_FORMAT_TIME, 0, 10000000 * (gint64) GST_SECOND, -1);
  g_usleep (G_USEC_PER_SEC / 20);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, GST_SECOND, -1);
  sample = stream_pull (stream);
  assert_frame (sample, 30, 30, 1);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_after_the_end_a_seek_plays_again (void)
{
  Stream *stream = stream_play (soup_stream ("num-buffers=10", "30/1"));
  GPtrArray *frames = play_frames (stream, 10);
  static const guint starts[] = { 3, 0, 9 };

  stream_expect_end (stream);
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++) {
    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, starts[i], -1);
    for (guint number = starts[i]; number < 10; number++) {
      GstSample *sample = stream_pull (stream);

      assert_as_played (sample, frames, number, "played again");
      gst_sample_unref (sample);
    }
    stream_expect_end (stream);
  }
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_segment_seek_posts_segment_done (void)
{
  Stream *stream = soup_stream ("", "30/1");
  GstMessage *message;
  GstFormat format;
  gint64 position;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (
      stream, 1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_SEGMENT, 0, GST_SECOND / 3);
  stream_set_state (stream, GST_STATE_PLAYING);
  for (guint frame = 0; frame < 10; frame++) {
    GstSample *sample = stream_pull (stream);

    assert_frame (sample, frame, 30, 1);
    gst_sample_unref (sample);
  }
  message = stream_wait_message (stream, GST_MESSAGE_SEGMENT_DONE);
  gst_message_parse_segment_done (message, &format, &position);
  g_assert_cmpint (format, ==, GST_FORMAT_TIME);
  g_assert_cmpint (position, ==, GST_SECOND / 3);
  gst_message_unref (message);

  /* The next part follows without a flush: its running time goes on. */
  g_assert_true (gst_element_seek (stream->pipeline, 1.0, GST_FORMAT_TIME,
      GST_SEEK_FLAG_SEGMENT, GST_SEEK_TYPE_SET, GST_SECOND, GST_SEEK_TYPE_SET,
      2 * GST_SECOND));
  for (guint frame = 30; frame < 60; frame++) {
    GstSample *sample = stream_pull (stream);

    assert_frame (sample, frame, 30, 1);
    g_assert_cmpuint (
        gst_segment_to_running_time (gst_sample_get_segment (sample),
            GST_FORMAT_TIME, GST_BUFFER_PTS (gst_sample_get_buffer (sample))),
        ==, GST_SECOND / 3 + time_of (frame, 30, 1) - GST_SECOND);
    gst_sample_unref (sample);
  }
  gst_message_unref (stream_wait_message (stream, GST_MESSAGE_SEGMENT_DONE));
  stream_free (stream);
}

static gpointer
seek_without_flush (gpointer user_data)
{
  Stream *stream = user_data;

  return GINT_TO_POINTER (
      gst_element_seek (stream->pipeline, 1.0, GST_FORMAT_TIME, 0,
          GST_SEEK_TYPE_SET, 5 * GST_SECOND, GST_SEEK_TYPE_NONE, -1));
}

static void
test_seek_without_a_flush_loses_nothing (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GThread *seek;
  GstSample *sample;
  guint64 frame = 0;

  gst_sample_unref (stream_pull (stream));
  /* The seek takes place between two frames, so another thread has to go on
   * pulling. */
  seek = g_thread_new ("seek", seek_without_flush, stream);
  for (;;) {
    sample = stream_pull (stream);
    if (gst_sample_get_segment (sample)->start != 0)
      break;
    assert_frame (sample, ++frame, 30, 1);
    gst_sample_unref (sample);
  }
  assert_frame (sample, 150, 30, 1);
  g_assert_cmpuint (
      gst_sample_get_segment (sample)->base, ==, time_of (frame + 1, 30, 1));
  gst_sample_unref (sample);
  g_assert_true (GPOINTER_TO_INT (g_thread_join (seek)));
  stream_free (stream);
}

static void
test_seek_before_the_start_is_obeyed (void)
{
  Stream *stream = soup_stream ("", "30/1");
  GstSample *sample;

  stream_set_state (stream, GST_STATE_READY);
  g_assert_true (gst_element_send_event (stream->life,
      gst_event_new_seek (1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH,
          GST_SEEK_TYPE_SET, 2 * GST_SECOND, GST_SEEK_TYPE_NONE, -1)));
  stream_play (stream);
  sample = stream_pull (stream);
  assert_frame (sample, 60, 30, 1);
  gst_sample_unref (sample);
  stream_free (stream);
}

/* Frames before the segment are not made, because each would be dropped. */
static void
test_reverse_before_the_start_is_obeyed (void)
{
  Stream *stream = soup_stream ("", "30/1");

  stream_set_state (stream, GST_STATE_READY);
  g_assert_true (gst_element_send_event (stream->life,
      gst_event_new_seek (-1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH,
          GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET, 2 * GST_SECOND)));
  stream_play (stream);
  for (guint number = 60; number-- > 0;) {
    GstSample *sample = stream_pull (stream);

    assert_frame (sample, number, 30, 1);
    gst_sample_unref (sample);
  }
  stream_expect_end (stream);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/seeking/" #name, test_##name)
  TEST (every_time_of_a_frame_seeks_to_it);
  TEST (every_frame_number_seeks_to_it);
  TEST (frame_is_the_same_however_it_was_reached);
  TEST (frame_is_the_same_with_large_steps);
  TEST (seek_ends_at_its_stop);
  TEST (reverse_plays_the_same_frames_backwards);
  TEST (reverse_from_the_end_of_a_limited_stream);
  TEST (reverse_from_beyond_the_end_begins_with_the_last_frame);
  TEST (reverse_without_a_stop_goes_back_from_here);
  TEST (reverse_of_a_still_shows_it);
  TEST (seek_past_the_end_ends_at_once);
  TEST (seek_counts_from_the_end_where_there_is_one);
  TEST (many_seeks_at_once_end_at_the_last);
  TEST (far_seek_can_be_left);
  TEST (after_the_end_a_seek_plays_again);
  TEST (segment_seek_posts_segment_done);
  TEST (seek_without_a_flush_loses_nothing);
  TEST (seek_before_the_start_is_obeyed);
  TEST (reverse_before_the_start_is_obeyed);
  return g_test_run ();
}
