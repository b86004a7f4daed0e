/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tempo: which generation each frame shows, under tempos that change, after seeks, and in
 * a filter. The sums themselves are tested in tests/unit/plugin/test-numbering.c, fading
 * in test-crossfade.c. */
#include "tests/support/elements/lifestep.h"

/* --- Properties that are set behind a frame --- */

typedef struct {
  guint64 frame;
  const gchar *property, *value;
} Change;

/* Sets what belongs to the buffer, once: before the next frame begins. */
static GstPadProbeReturn
set_behind (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  g_autoptr (GstObject) life = gst_pad_get_parent (pad);

  for (Change *change = data; change->property; change++)
    if (GST_BUFFER_OFFSET (info->data) == change->frame) {
      gst_util_set_object_arg (
          G_OBJECT (life), change->property, change->value);
      change->frame = GST_BUFFER_OFFSET_NONE;
    }
  return GST_PAD_PROBE_OK;
}

/* From now on @changes, which end with one of no property, are made. */
static void
set_in_stream (Stream *stream, Change *changes)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->life, "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, set_behind, changes, NULL);
}

/* --- Numbers --- */

/* A stream of a soup, and the generation that each of its first @n frames shows. */
typedef struct {
  const gchar *properties;
  guint n;
  guint64 expected[24];
  Change changes[6];
} Tempo;

static void
expect_generations (Stream *stream, const Tempo *tempo)
{
  g_autoptr (LifeWorld) reference =
      reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);

  for (guint i = 0; i < tempo->n; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    g_assert_cmpuint (
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)), ==, i);
    g_assert_cmpuint (sample_generation (sample), ==, tempo->expected[i]);
    reference_step (
        reference, tempo->expected[i] - life_world_get_generation (reference));
    assert_shows (sample, reference, tempo->properties);
  }
}

/* Reaches each frame again by seeks. */
static void
expect_sought (Stream *stream, const Tempo *tempo)
{
  g_autoptr (GPtrArray) frames = NULL;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 0, -1);
  frames = play_frames (stream, tempo->n);
  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < 2 * tempo->n; i++) {
    const guint number = (i * 7 + 5) % tempo->n;
    g_autoptr (GstSample) sample = stream_sought (stream, number);
    g_autoptr (GBytes) pixels = sample_pixels (sample);

    g_assert_cmpuint (sample_generation (sample), ==, tempo->expected[number]);
    assert_same_pixels (pixels, frames->pdata[number], SOUP_WIDTH, "sought");
  }
}

/* Rates add up, the first generation is held, generations grow, and changes keep the phase
 * and the hold: in the third of those the sum is 2/3 at frame 2, 4 1/6 at frame 9, 7 1/6 at
 * frame 16. */
static const Tempo tempos[] = {
  { "generations-rate=1/3", 10, { 0, 0, 0, 1, 1, 1, 2, 2, 2, 3 } },
  { "generations-rate=3/2", 7, { 0, 1, 3, 4, 6, 7, 9 } },
  { "generations-rate=2/5 start-generation=7 generations=9", 9,
      { 7, 7, 7, 8, 8, 9, 9, 9, 10 } },
  { "hold=3 start-generation=2", 6, { 2, 2, 2, 2, 3, 4 } },
  { "generations-growth=2", 7, { 0, 1, 2, 4, 6, 10, 14 } },
  { "generations-growth=2 generations=3 hold=1", 7,
      { 0, 0, 3, 6, 12, 18, 30 } },
  { "", 24,
      { 0, 1, 2, 3, 8, 13, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42,
          44, 46, 48, 50, 52 },
      { { 3, "generations", "5" }, { 6, "generations", "2" } } },
  { "generations-rate=1/3", 24,
      { 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9,
          9 },
      { { 2, "generations-rate", "1/2" }, { 9, "generations-rate", "0/1" },
          { 11, "paused", "true" }, { 15, "paused", "false" },
          { 16, "generations-rate", "1/3" } } },
  { "hold=4", 24,
      { 0, 0, 0, 0, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30,
          32, 34, 36, 38 },
      { { 1, "generations", "2" } } },
};

static void
test_frames_show_the_generations_of_their_tempo (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tempos); i++) {
    Tempo tempo = tempos[i];
    g_autoptr (Stream) stream = soup_stream (tempo.properties, "30/1");

    set_in_stream (stream, tempo.changes);
    expect_generations (stream_play (stream), &tempo);
    expect_sought (stream, &tempo);
  }
}

static void
test_live_source_changes_its_tempo (void)
{
  Tempo tempo = { "is-live=true generations=4", 10,
    { 0, 4, 8, 8, 9, 9, 12, 14, 17, 19 },
    { { 2, "generations-rate", "1/2" }, { 5, "generations-rate", "5/2" } } };
  g_autoptr (Stream) stream = soup_stream (tempo.properties, "200/1");

  g_object_set (stream->life, "qos", FALSE, NULL);
  set_in_stream (stream, tempo.changes);
  expect_generations (stream_play (stream), &tempo);
}

/* What lies before would take longer than there is time. */
static void
test_growth_ends_where_numbers_do (void)
{
  g_autoptr (Stream) stream = soup_stream ("generations-growth=1", "30/1");

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_element_seek (stream->pipeline, 1.0, GST_FORMAT_DEFAULT,
      GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 70, GST_SEEK_TYPE_NONE, -1);
  stream_assert_fails (stream, "generations-growth");
}

static void
test_repeated_frames_repeat_their_statistics (void)
{
  g_autoptr (Stream) stream = stream_play (
      soup_stream ("generations-rate=1/3 post-messages=true", "30/1"));
  g_autoptr (LifeWorld) reference =
      reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);

  for (guint i = 0; i < 9; i++) {
    stream_skip (stream, 1);
    reference_step (reference, i / 3 - life_world_get_generation (reference));
    stream_assert_reported (stream, reference);
  }
}

/* --- A filter --- */

static void
test_filter_advances_by_rates (void)
{
  static const guint64 expected[] = { 0, 0, 1, 1, 1, 2, 4, 7, 10, 13, 13, 13 };
  g_autoptr (Harness) h = feed ("generations-rate=1/3");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    GstBuffer *buffer = push (h, i, pixels);

    reference_step (
        reference, expected[i] - life_world_get_generation (reference));
    assert_buffer_shows (buffer, reference, "filter");
    g_assert_cmpuint (buffer_generation (buffer), ==, expected[i]);
    gst_buffer_unref (buffer);
    if (i == 5) /* 2 */
      gst_util_set_object_arg (
          G_OBJECT (life_of (h)), "generations-rate", "5/2");
    if (i == 7) /* 7 */
      gst_util_set_object_arg (
          G_OBJECT (life_of (h)), "generations-rate", "3/1");
    if (i == 9)
      g_object_set (life_of (h), "paused", TRUE, NULL);
  }
  life_world_free (reference);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/tempo/" #name, test_##name)
  TEST (frames_show_the_generations_of_their_tempo);
  TEST (live_source_changes_its_tempo);
  TEST (growth_ends_where_numbers_do);
  TEST (repeated_frames_repeat_their_statistics);
  TEST (filter_advances_by_rates);
  return g_test_run ();
}
