/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits and seeks in lifesrc: an edit begins a new time line, and seeks past it show
 * it again. */
#include "tests/support/elements/element.h"

/* The frame of an edit was shown before the edit. */
static void
refresh_frame (Stream *stream, GPtrArray *frames, guint number)
{
  GstSample *sample;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  assert_frame (sample, number, 30, 1);
  g_bytes_unref (frames->pdata[number]);
  frames->pdata[number] = sample_pixels (sample);
  gst_sample_unref (sample);
}

/* Seeks to a frame and compares its cells with those of @frames. */
static void
check_seek (Stream *stream, GPtrArray *frames, guint number)
{
  GstSample *sample;
  GBytes *pixels;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  assert_same_pixels (pixels, frames->pdata[number], SOUP_WIDTH, "sought");
  g_bytes_unref (frames->pdata[number]);
  frames->pdata[number] = pixels;
  gst_sample_unref (sample);
}

/* Seeks to a frame, which shows 30 live cells in the middle row. */
static void
expect_line_of_cells (Stream *stream, guint number)
{
  GstSample *sample;
  GBytes *pixels;
  const guint8 *row;
  guint live = 0;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  row = (const guint8 *) g_bytes_get_data (pixels, NULL) + 15 * SOUP_WIDTH;
  for (guint x = 5; x < 35; x++)
    live += row[x] == 255;
  g_assert_cmpuint (live, ==, 30);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
}

/* Plays on from the paused frame @from to @end and adds these frames to
 * @frames, which holds the earlier ones; then reaches them by seeks. */
static void
check_new_time_line (Stream *stream, GPtrArray *frames, guint from, guint end)
{
  stream_set_state (stream, GST_STATE_PLAYING);
  gst_sample_unref (stream_pull (stream));
  g_ptr_array_set_size (frames, from + 1);
  for (guint number = from + 1; number < end; number++) {
    GstSample *sample = stream_pull (stream);

    g_ptr_array_add (frames, sample_pixels (sample));
    gst_sample_unref (sample);
  }
  stream_set_state (stream, GST_STATE_PAUSED);
  refresh_frame (stream, frames, from);
  for (guint i = 0; i < end; i++)
    assert_sought (stream, frames, (i * 29 + 7) % end);
}

static void
test_paste_begins_a_new_time_line (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 60);
  gboolean done;

  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought (stream, frames, 50);
  assert_sought (stream, frames, 20);
  g_signal_emit_by_name (stream->life, "paste", "30o!", -1, 15, -1, &done);
  g_assert_true (done);
  check_new_time_line (stream, frames, 20, 60);

  /* A second edit, later on the time line that the first one began. */
  assert_sought (stream, frames, 37);
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  g_signal_emit_by_name (stream->life, "paste", "glider", 3, 3, -1, &done);
  g_assert_true (done);
  check_new_time_line (stream, frames, 37, 60);

  /* And one before both, which undoes them. */
  assert_sought (stream, frames, 5);
  g_signal_emit_by_name (stream->life, "paste", "20o!", 1, 1, -1, &done);
  g_assert_true (done);
  check_new_time_line (stream, frames, 5, 60);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

/* After a backward seek, every sixteenth frame is kept. A frame that was kept
 * before an edit of that very frame does not show the edit. */
static void
test_edit_of_a_kept_frame_is_there_again (void)
{
  static const gchar *const tempos[] = { "", "generations=7",
    "start-generation=90 generations=3" };

  for (guint i = 0; i < G_N_ELEMENTS (tempos); i++) {
    Stream *stream = stream_play (soup_stream (tempos[i], "30/1"));
    GPtrArray *frames = play_frames (stream, 60);
    gboolean done;

    stream_set_state (stream, GST_STATE_PAUSED);
    check_seek (stream, frames, 50);
    check_seek (stream, frames, 10);
    check_seek (stream, frames, 32);
    g_signal_emit_by_name (stream->life, "paste", "30o!", -1, 15, -1, &done);
    g_assert_true (done);
    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 55, -1);
    gst_sample_unref (stream_preroll (stream));
    expect_line_of_cells (stream, 32);
    expect_line_of_cells (stream, 32);
    check_seek (stream, frames, 31);
    g_ptr_array_unref (frames);
    stream_free (stream);
  }
}

static void
test_new_rule_begins_a_new_time_line (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 60);

  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought (stream, frames, 20);
  g_object_set (stream->life, "rule", "B36/S125", NULL);
  check_new_time_line (stream, frames, 20, 60);
  assert_sought (stream, frames, 40);
  g_object_set (stream->life, "rule", "B3678/S34678", NULL);
  check_new_time_line (stream, frames, 40, 60);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

/* Another kernel runs it, and the checkpoints of the old one are lost. */
static void
test_rule_of_another_family_begins_a_new_time_line (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 60);

  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought (stream, frames, 50);
  assert_sought (stream, frames, 20);
  g_object_set (stream->life, "rule", "WireWorld", NULL);
  check_new_time_line (stream, frames, 20, 60);
  assert_sought (stream, frames, 40);
  g_object_set (stream->life, "rule", "B36/S23", NULL);
  check_new_time_line (stream, frames, 40, 60);
  assert_sought (stream, frames, 10);
  g_object_set (stream->life, "rule", "WireWorld", NULL);
  check_new_time_line (stream, frames, 10, 60);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_new_rule_takes_effect_where_it_was_set (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 30);

  /* Set at frame 20; then the stream goes backwards before it goes on. */
  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought (stream, frames, 20);
  g_object_set (stream->life, "rule", "B36/S125", NULL);
  assert_sought (stream, frames, 10);
  assert_sought (stream, frames, 19);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static GstPadProbeReturn
set_rule_when_sought (
    GstPad *pad, GstPadProbeInfo *info, gpointer G_GNUC_UNUSED data)
{
  GstElement *source = gst_pad_get_parent_element (pad);

  if (GST_EVENT_TYPE (GST_PAD_PROBE_INFO_EVENT (info)) == GST_EVENT_FLUSH_STOP)
    g_object_set (source, "rule", "B36/S125", NULL);
  gst_object_unref (source);
  return GST_PAD_PROBE_OK;
}

/* The source has left frame 20 when the rule is set, and did not yet begin 40. */
static void
test_rule_set_after_a_seek_takes_effect_where_it_leads (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames = play_frames (stream, 50);
  GstPad *pad = gst_element_get_static_pad (stream->life, "src");
  LifeWorld *reference = reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
  gulong probe;

  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought (stream, frames, 20);
  probe = gst_pad_add_probe (pad,
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      set_rule_when_sought, NULL, NULL);
  assert_sought (stream, frames, 40);
  gst_pad_remove_probe (pad, probe);
  gst_object_unref (pad);

  reference_step (reference, 40);
  reference_set_rule (reference, "B36/S125");
  for (guint number = 40; number < 43; number++) {
    GstSample *sample;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
    sample = stream_preroll (stream);
    assert_shows (sample, reference, "after the new rule");
    gst_sample_unref (sample);
    reference_step (reference, 1);
  }
  assert_sought (stream, frames, 30);
  life_world_free (reference);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/edits/" #name, test_##name)
  TEST (paste_begins_a_new_time_line);
  TEST (edit_of_a_kept_frame_is_there_again);
  TEST (new_rule_begins_a_new_time_line);
  TEST (rule_of_another_family_begins_a_new_time_line);
  TEST (new_rule_takes_effect_where_it_was_set);
  TEST (rule_set_after_a_seek_takes_effect_where_it_leads);
  return g_test_run ();
}
