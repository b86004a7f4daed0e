/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc looks ahead on a GPU while the last frame is downstream; except for
 * the time, frames, edits and settings must be the same as without. */
#include "tests/support/elements/element.h"

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

/* Plays, and compares the frames after the first one. */
static void
assert_goes_on (Stream *stream, LifeWorld *reference, guint generations)
{
  stream_play (stream);
  stream_skip (stream, 1);
  stream_assert_frames (stream, reference, generations, generations, 4);
}

static void
assert_saved (Stream *stream, const gchar *path, LifeWorld *world)
{
  g_autoptr (Stream) loaded = NULL;
  g_autoptr (GstSample) sample = NULL;
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "save", path, &done);
  g_assert_true (done);
  loaded = stream_play (stream_new (
      "lifesrc name=life location=%s zoom=1 ! " GRAY (40, 30), path));
  sample = stream_pull (loaded);
  assert_shows (sample, world, "what was saved");
}

static void
test_edits_and_saving_meet_the_world_that_is_shown (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree gchar *path = g_build_filename (folder, "saved.rle", NULL);

  for (guint i = 0; i < 6; i++) {
    const guint generations = 1 + i / 2;
    g_autofree gchar *properties =
        g_strdup_printf ("generations=%u", generations);
    g_autoptr (Stream) stream = paused_stream (properties);
    g_autoptr (LifeWorld) reference = reference_soup (40, 30, 1, 0.35);

    if (i % 2 == 0) {
      g_assert_true (stream_paste (stream, "glider", 3, 4));
      reference_paste (reference, "glider", 3, 4);
    } else {
      assert_saved (stream, path, reference);
    }
    reference_step (reference, generations);
    assert_goes_on (stream, reference, generations);
  }
}

static void
test_rule_begins_with_the_world_that_is_shown (void)
{
  g_autoptr (Stream) stream = paused_stream ("generations=2");
  g_autoptr (LifeWorld) reference = reference_soup (40, 30, 1, 0.35);

  g_object_set (stream->life, "rule", "B36/S23", NULL);
  reference_set_rule (reference, "B36/S23");
  reference_step (reference, 2);
  assert_goes_on (stream, reference, 2);
}

/* Electron heads all become tails: their colors follow the properties from frame to frame,
 * and an unknown palette only warns. */
static void
test_setting_shows_in_the_next_frame (void)
{
  static const struct {
    const gchar *properties, *name, *value;
    gboolean warns;
    guint8 color;
  } rows[] = {
    { "rule=B/S012345678", "alive-color", "0xff808080", FALSE, 128 },
    { "rule=WireWorld alive-color=0xff808080 color-mode=state", "palette",
        "purpel", TRUE, 255 },
    { "rule=WireWorld alive-color=0xff808080", "color-mode", "state", FALSE,
        255 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *properties =
        g_strconcat ("density=1 ", rows[i].properties, NULL);
    g_autoptr (Stream) stream = paused_stream (properties);
    g_autoptr (GBytes) pixels = NULL;

    gst_util_set_object_arg (
        G_OBJECT (stream->life), rows[i].name, rows[i].value);
    if (rows[i].warns)
      stream_assert_warned (stream, rows[i].value);
    stream_play (stream);
    stream_skip (stream, 1);
    pixels = stream_pull_pixels (stream);
    g_assert_cmpuint (
        *(const guint8 *) g_bytes_get_data (pixels, NULL), ==, rows[i].color);
  }
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
  g_autoptr (Stream) stream = stream_new ("lifesrc name=life ! " GRAY (40, 30));
  g_autoptr (LifeWorld) reference = reference_soup (40, 30, 1, 0.35);
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->sink, "sink");

  gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_two_buffers, NULL, NULL);
  stream_play (stream);
  stream_assert_frames (stream, reference, 0, 1, 12);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/ahead/" #name, test_##name)
  TEST (edits_and_saving_meet_the_world_that_is_shown);
  TEST (rule_begins_with_the_world_that_is_shown);
  TEST (setting_shows_in_the_next_frame);
  TEST (few_buffers_are_enough);
  return g_test_run ();
}
