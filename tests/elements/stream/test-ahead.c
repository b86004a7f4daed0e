/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc looks ahead on a GPU while the last frame is downstream; except for
 * the time, frames, edits and settings must be the same as without. */
#include "tests/support/elements/element.h"

#include <glib/gstdio.h>

/* Paused after its first frame, long enough to have made the next one; the
 * tests hold however far it came. */
static Stream *
paused_stream (const gchar *properties)
{
  Stream *stream =
      stream_new ("lifesrc name=life %s ! " GRAY (40, 30), properties);

  stream_set_state (stream, GST_STATE_PAUSED);
  g_usleep (20000);
  return stream;
}

static void
play_from_second_frame (Stream *stream)
{
  stream_set_state (stream, GST_STATE_PLAYING);
  gst_sample_unref (stream_pull (stream));
}

static void
test_paste_meets_the_world_that_is_shown (void)
{
  for (guint generations = 1; generations <= 3; generations++) {
    gchar *properties = g_strdup_printf ("generations=%u", generations);
    Stream *stream = paused_stream (properties);
    LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
    gboolean done = FALSE;

    g_signal_emit_by_name (stream->life, "paste", "glider", 3, 4, -1, &done);
    g_assert_true (done);
    reference_paste (reference, "glider", 3, 4);
    reference_step (reference, generations);
    play_from_second_frame (stream);
    stream_assert_frames (stream, reference, generations, generations, 4);
    life_world_free (reference);
    stream_free (stream);
    g_free (properties);
  }
}

static void
test_save_writes_the_world_that_is_shown (void)
{
  gchar *path = g_build_filename (g_get_tmp_dir (), "life-ahead.rle", NULL);

  for (guint generations = 1; generations <= 3; generations++) {
    gchar *properties = g_strdup_printf ("generations=%u", generations);
    Stream *stream = paused_stream (properties), *loaded;
    LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
    GstSample *sample;
    gboolean done = FALSE;

    g_signal_emit_by_name (stream->life, "save", path, &done);
    g_assert_true (done);
    loaded = stream_play (stream_new (
        "lifesrc name=life location=%s zoom=1 ! " GRAY (40, 30), path));
    sample = stream_pull (loaded);
    assert_shows (sample, reference, properties);
    gst_sample_unref (sample);
    stream_free (loaded);

    play_from_second_frame (stream);
    reference_step (reference, generations);
    stream_assert_frames (stream, reference, generations, generations, 3);
    life_world_free (reference);
    stream_free (stream);
    g_free (properties);
  }
  g_assert_cmpint (g_remove (path), ==, 0);
  g_free (path);
}

static void
test_rule_begins_with_the_world_that_is_shown (void)
{
  Stream *stream = paused_stream ("generations=2");
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
  g_autoptr (LifeRule) rule = NULL;
  GError *error = NULL;

  g_object_set (stream->life, "rule", "B36/S23", NULL);
  rule = life_rule_parse ("B36/S23", 2, &error);
  g_assert_no_error (error);
  life_world_set_rule (reference, rule, &error);
  g_assert_no_error (error);
  reference_step (reference, 2);
  play_from_second_frame (stream);
  stream_assert_frames (stream, reference, 2, 2, 4);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_setting_shows_in_the_next_frame (void)
{
  Stream *stream = paused_stream ("density=1 rule=B/S012345678");
  GstSample *sample;
  GBytes *pixels;

  g_object_set (stream->life, "alive-color", 0xff808080u, NULL);
  play_from_second_frame (stream);
  sample = stream_pull (stream);
  pixels = sample_pixels (sample);
  g_assert_cmpuint (
      ((const guint8 *) g_bytes_get_data (pixels, NULL))[0], ==, 128);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
  stream_free (stream);
}

/* Electron heads that all become tails: their colors follow the properties from
 * frame to frame, and an unknown palette only warns. */
static void
test_colors_follow_the_properties_while_playing (void)
{
  Stream *stream =
      paused_stream ("density=1 rule=WireWorld alive-color=0xff808080");
  GstSample *sample;
  GBytes *pixels;

  gst_util_set_object_arg (G_OBJECT (stream->life), "color-mode", "state");
  g_object_set (stream->life, "palette", "purpel", NULL);
  gst_message_unref (stream_wait_message (stream, GST_MESSAGE_WARNING));
  play_from_second_frame (stream);
  sample = stream_pull (stream);
  pixels = sample_pixels (sample);
  g_assert_cmpuint (
      ((const guint8 *) g_bytes_get_data (pixels, NULL))[0], ==, 255);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
  stream_free (stream);
}

/* Answers the allocation query with a pool of two buffers. */
static GstPadProbeReturn
offer_two_buffers (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  GstBufferPool *pool;
  GstStructure *config;
  GstCaps *caps;

  if (GST_QUERY_TYPE (query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_parse_allocation (query, &caps, NULL);
  pool = gst_video_buffer_pool_new ();
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, 40 * 32, 2, 2);
  g_assert_true (gst_buffer_pool_set_config (pool, config));
  gst_query_add_allocation_pool (query, pool, 40 * 32, 2, 2);
  gst_object_unref (pool);
  return GST_PAD_PROBE_HANDLED;
}

static void
test_few_buffers_are_enough (void)
{
  Stream *stream = stream_new ("lifesrc name=life ! " GRAY (40, 30));
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
  GstPad *pad = gst_element_get_static_pad (stream->sink, "sink");

  gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_two_buffers, NULL, NULL);
  gst_object_unref (pad);
  stream_play (stream);
  stream_assert_frames (stream, reference, 0, 1, 12);
  life_world_free (reference);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  g_test_add_func ("/ahead/paste-meets-the-world-that-is-shown",
      test_paste_meets_the_world_that_is_shown);
  g_test_add_func ("/ahead/save-writes-the-world-that-is-shown",
      test_save_writes_the_world_that_is_shown);
  g_test_add_func ("/ahead/rule-begins-with-the-world-that-is-shown",
      test_rule_begins_with_the_world_that_is_shown);
  g_test_add_func ("/ahead/setting-shows-in-the-next-frame",
      test_setting_shows_in_the_next_frame);
  g_test_add_func ("/ahead/colors-follow-the-properties-while-playing",
      test_colors_follow_the_properties_while_playing);
  g_test_add_func (
      "/ahead/few-buffers-are-enough", test_few_buffers_are_enough);
  return g_test_run ();
}
