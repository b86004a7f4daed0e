/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tempo: which generation each frame shows, under tempos that change, after seeks, and in
 * a filter. The sums themselves are tested in tests/unit/test-numbering.c, fading
 * in test-crossfade.c. */
#include "tests/support/elements/lifestep.h"

#define N_FRAMES 24

/* --- Properties that are set behind a frame --- */

typedef struct {
  guint64 frame;
  const gchar *property, *value;
} Change;

/* Sets what belongs to the buffer, once: before the next frame begins. */
static GstPadProbeReturn
set_behind (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstObject *life = gst_pad_get_parent (pad);

  for (Change *change = data; change->property; change++)
    if (GST_BUFFER_OFFSET (info->data) == change->frame) {
      gst_util_set_object_arg (
          G_OBJECT (life), change->property, change->value);
      change->frame = GST_BUFFER_OFFSET_NONE;
    }
  gst_object_unref (life);
  return GST_PAD_PROBE_OK;
}

static void
set_in_stream (Stream *stream, Change *changes)
{
  GstPad *pad = gst_element_get_static_pad (stream->life, "src");

  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, set_behind, changes, NULL);
  gst_object_unref (pad);
}

/* --- Numbers --- */

/* The next frame shows generation @expected of @reference, which is stepped there. */
static void
expect_frame (
    GstSample *sample, LifeWorld *reference, guint64 number, guint64 expected)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);

  g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, number);
  g_assert_cmpuint (buffer_generation (buffer), ==, expected);
  reference_step (reference, expected - life_world_get_generation (reference));
  assert_shows (sample, reference, "tempo");
}

static void
expect_generations (Stream *stream, const guint64 *expected, guint count)
{
  LifeWorld *reference = reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);

  for (guint i = 0; i < count; i++) {
    GstSample *sample = stream_pull (stream);

    expect_frame (sample, reference, i, expected[i]);
    gst_sample_unref (sample);
  }
  life_world_free (reference);
}

#define CHECK(stream, ...)                                           \
  do {                                                               \
    static const guint64 expected[] = { __VA_ARGS__ };               \
    Stream *checked = (stream);                                      \
    expect_generations (checked, expected, G_N_ELEMENTS (expected)); \
    stream_free (checked);                                           \
  } while (0)

static void
test_rates_add_up (void)
{
  CHECK (stream_play (soup_stream ("generations-rate=1/3", "30/1")), 0, 0, 0, 1,
      1, 1, 2, 2, 2, 3);
  CHECK (stream_play (soup_stream ("generations-rate=3/2", "30/1")), 0, 1, 3, 4,
      6, 7, 9);
  CHECK (stream_play (soup_stream (
             "generations-rate=2/5 start-generation=7 generations=9", "30/1")),
      7, 7, 7, 8, 8, 9, 9, 9, 10);
}

static void
test_first_generation_is_held (void)
{
  CHECK (stream_play (soup_stream ("hold=3 start-generation=2", "30/1")), 2, 2,
      2, 2, 3, 4);
}

static void
test_generations_grow (void)
{
  CHECK (stream_play (soup_stream ("generations-growth=2", "30/1")), 0, 1, 2, 4,
      6, 10, 14);
  CHECK (stream_play (
             soup_stream ("generations-growth=2 generations=3 hold=1", "30/1")),
      0, 0, 3, 6, 12, 18, 30);
}

static void
test_growth_ends_where_numbers_do (void)
{
  Stream *stream = soup_stream ("generations-growth=1", "30/1");
  GstMessage *message;
  g_autoptr (GError) error = NULL;

  stream_set_state (stream, GST_STATE_PAUSED);
  /* What lies before would take longer than there is time. */
  gst_element_seek (stream->pipeline, 1.0, GST_FORMAT_DEFAULT,
      GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 70, GST_SEEK_TYPE_NONE, -1);
  message =
      gst_bus_timed_pop_filtered (stream->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  g_assert_nonnull (strstr (error->message, "generations-growth"));
  gst_message_unref (message);
  stream_free (stream);
}

static void
test_held_frames_repeat_their_statistics (void)
{
  Stream *stream = stream_play (
      soup_stream ("generations-rate=1/3 post-messages=true", "30/1"));
  LifeWorld *reference = reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
  LifeStatistics expected;

  for (guint i = 0; i < 9; i++) {
    GstMessage *message = stream_wait_message (stream, GST_MESSAGE_ELEMENT);
    guint64 generation, population, births, deaths;

    gst_sample_unref (stream_pull (stream));
    g_assert_true (gst_structure_get (gst_message_get_structure (message),
        "generation", G_TYPE_UINT64, &generation, "population", G_TYPE_UINT64,
        &population, "births", G_TYPE_UINT64, &births, "deaths", G_TYPE_UINT64,
        &deaths, NULL));
    g_assert_cmpuint (generation, ==, i / 3);
    reference_step (reference, i / 3 - life_world_get_generation (reference));
    reference_statistics (reference, &expected);
    g_assert_cmpuint (population, ==, expected.population);
    g_assert_cmpuint (births, ==, expected.births);
    g_assert_cmpuint (deaths, ==, expected.deaths);
    gst_message_unref (message);
  }
  life_world_free (reference);
  stream_free (stream);
}

/* --- Changes --- */

/* Plays frames under @changes, and reaches each again by seeks. */
static void
check_changes (
    const gchar *properties, Change *changes, const guint64 expected[N_FRAMES])
{
  Stream *stream = soup_stream (properties, "30/1");
  GPtrArray *frames;

  set_in_stream (stream, changes);
  stream_play (stream);
  expect_generations (stream, expected, N_FRAMES);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 0, -1);
  frames = play_frames (stream, N_FRAMES);
  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < 2 * N_FRAMES; i++) {
    const guint number = (i * 7 + 5) % N_FRAMES;
    GstSample *sample;
    GBytes *pixels;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
    sample = stream_preroll (stream);
    pixels = sample_pixels (sample);
    g_assert_cmpuint (buffer_generation (gst_sample_get_buffer (sample)), ==,
        expected[number]);
    assert_same_pixels (pixels, frames->pdata[number], SOUP_WIDTH, "sought");
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_generations_change_while_playing (void)
{
  Change changes[] = { { 3, "generations", "5" }, { 6, "generations", "2" },
    { 0 } };

  check_changes ("", changes,
      (guint64[]){ 0, 1, 2, 3, 8, 13, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36,
          38, 40, 42, 44, 46, 48, 50, 52 });
}

static void
test_rate_changes_keep_their_phase (void)
{
  Change changes[] = { { 2, "generations-rate", "1/2" },
    { 9, "generations-rate", "0/1" }, { 11, "paused", "true" },
    { 15, "paused", "false" }, { 16, "generations-rate", "1/3" }, { 0 } };

  /* The sum is 2/3 at frame 2, 4 1/6 at frame 9, 7 1/6 at frame 16. */
  check_changes ("generations-rate=1/3", changes,
      (guint64[]){ 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 6, 6, 6, 7, 7, 7, 8,
          8, 8, 9, 9 });
}

static void
test_change_in_a_hold_keeps_the_hold (void)
{
  Change changes[] = { { 1, "generations", "2" }, { 0 } };

  check_changes ("hold=4", changes,
      (guint64[]){ 0, 0, 0, 0, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24,
          26, 28, 30, 32, 34, 36, 38 });
}

static guint64
sought_generation (Stream *stream, guint number)
{
  GstSample *sample;
  guint64 generation;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  generation = buffer_generation (gst_sample_get_buffer (sample));
  gst_sample_unref (sample);
  return generation;
}

static guint
get_generations (Stream *stream)
{
  guint generations;

  g_object_get (stream->life, "generations", &generations, NULL);
  return generations;
}

static void
test_change_drops_those_beyond_it (void)
{
  Change changes[] = { { 10, "generations", "3" }, { 0 } };
  Stream *stream = soup_stream ("", "30/1");
  GPtrArray *frames;

  set_in_stream (stream, changes);
  frames = play_frames (stream_play (stream), 20);
  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_cmpuint (sought_generation (stream, 15), ==, 25);
  g_assert_cmpuint (sought_generation (stream, 5), ==, 5);
  g_object_set (stream->life, "generations", 2, NULL);
  g_assert_cmpuint (sought_generation (stream, 15), ==, 25);
  g_assert_cmpuint (sought_generation (stream, 8), ==, 11);
  g_assert_cmpuint (sought_generation (stream, 5), ==, 5);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_edit_drops_the_tempos_beyond_it (void)
{
  Change changes[] = { { 10, "generations", "3" }, { 0 } };
  Stream *stream = soup_stream ("", "30/1");
  gboolean done;

  set_in_stream (stream, changes);
  g_ptr_array_unref (play_frames (stream_play (stream), 20));
  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_cmpuint (get_generations (stream), ==, 3);
  g_assert_cmpuint (sought_generation (stream, 5), ==, 5);
  g_assert_cmpuint (get_generations (stream), ==, 3);
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  g_assert_cmpuint (get_generations (stream), ==, 1);
  g_assert_cmpuint (sought_generation (stream, 15), ==, 15);
  stream_free (stream);
}

/* An edit of a held frame is there from this frame on, not from the first one that shows
 * its generation. */
static void
test_held_frame_is_edited_where_it_is (void)
{
  Stream *stream = soup_stream ("generations-rate=1/4", "30/1");
  gboolean done;
  guint64 population;
  GPtrArray *frames = play_frames (stream_play (stream), 8);

  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_cmpuint (sought_generation (stream, 6), ==, 1);
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  for (guint i = 0; i < 8; i++) {
    const guint number = (i * 3 + 7) % 8;

    g_assert_cmpuint (sought_generation (stream, number), ==, number / 4);
    g_object_get (stream->life, "population", &population, NULL);
    g_assert_true ((population == 0) == (number >= 6));
  }
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_tempo_starts_anew_with_the_element (void)
{
  Change changes[] = { { 2, "generations", "5" }, { 0 } };
  Stream *stream = soup_stream ("", "30/1");
  LifeWorld *reference = reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);

  set_in_stream (stream, changes);
  g_ptr_array_unref (play_frames (stream_play (stream), 6));
  stream_set_state (stream, GST_STATE_READY);
  stream_play (stream);
  stream_assert_frames (stream, reference, 0, 5, 5);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_live_source_changes_its_tempo (void)
{
  Change changes[] = { { 2, "generations-rate", "1/2" },
    { 5, "generations-rate", "5/2" }, { 0 } };
  Stream *stream = soup_stream ("is-live=true generations=4", "200/1");

  g_object_set (stream->life, "qos", FALSE, NULL);
  set_in_stream (stream, changes);
  CHECK (stream_play (stream), 0, 4, 8, 8, 9, 9, 12, 14, 17, 19);
}

/* --- A filter --- */

static void
test_filter_advances_by_rates (void)
{
  static const guint64 expected[] = { 0, 0, 1, 1, 1, 2, 4, 7, 10, 13, 13, 13 };
  GstHarness *h = feed ("generations-rate=1/3");
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
  gst_harness_teardown (h);
}

static void
test_negative_rates_are_out_of_range (void)
{
  g_autoptr (GstElement) source = gst_element_factory_make ("lifesrc", NULL);
  GParamSpec *pspec = g_object_class_find_property (
      G_OBJECT_GET_CLASS (gst_object_ref_sink (source)), "generations-rate");
  GValue value = G_VALUE_INIT;

  g_value_init (&value, GST_TYPE_FRACTION);
  gst_value_set_fraction (&value, -1, 2);
  g_assert_true (g_param_value_validate (pspec, &value));
  gst_value_set_fraction (&value, G_MAXINT, 1);
  g_assert_false (g_param_value_validate (pspec, &value));
  gst_value_set_fraction (&value, 1, G_MAXINT);
  g_assert_false (g_param_value_validate (pspec, &value));
  g_value_unset (&value);
}

static void
test_only_a_source_holds_and_grows (void)
{
  g_autoptr (GstElement) source = gst_element_factory_make ("lifesrc", NULL);
  g_autoptr (GstElement) filter = gst_element_factory_make ("lifestep", NULL);
  static const gchar *const names[] = { "hold", "generations-growth" };

  gst_object_ref_sink (source);
  gst_object_ref_sink (filter);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_assert_nonnull (
        g_object_class_find_property (G_OBJECT_GET_CLASS (source), names[i]));
    g_assert_null (
        g_object_class_find_property (G_OBJECT_GET_CLASS (filter), names[i]));
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/tempo/" #name, test_##name)
  TEST (rates_add_up);
  TEST (first_generation_is_held);
  TEST (generations_grow);
  TEST (growth_ends_where_numbers_do);
  TEST (held_frames_repeat_their_statistics);
  TEST (generations_change_while_playing);
  TEST (rate_changes_keep_their_phase);
  TEST (change_in_a_hold_keeps_the_hold);
  TEST (change_drops_those_beyond_it);
  TEST (edit_drops_the_tempos_beyond_it);
  TEST (held_frame_is_edited_where_it_is);
  TEST (tempo_starts_anew_with_the_element);
  TEST (live_source_changes_its_tempo);
  TEST (filter_advances_by_rates);
  TEST (negative_rates_are_out_of_range);
  TEST (only_a_source_holds_and_grows);
  return g_test_run ();
}
