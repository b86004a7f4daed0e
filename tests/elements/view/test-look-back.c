/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Color modes that look back, in streams: frames are those of a world whose frames are
 * counted one by one, and the same however they were reached. */
#include "tests/support/elements/lifestep.h"

#define COLORS "palette=0xff101010,0xfff0f0f0 alive-color=0xff808080 "

/* A world whose frames are counted as those of a stream are. */
typedef struct {
  LifeWorld *world;
  LifeView view;
  guint width, height;
} Expected;

static Expected
expect (LifeWorld *world, LifeColorMode mode, guint width, guint height)
{
  g_autoptr (LifePalette) palette =
      life_palette_parse ("0xff101010,0xfff0f0f0", NULL);
  Expected expected = { .world = world, .width = width, .height = height };

  life_view_init (&expected.view);
  expected.view.color_mode = mode;
  expected.view.alive_color = 0xff808080;
  life_view_set_palette (&expected.view, palette);
  return expected;
}

static GBytes *
expected_pixels (Expected *expected)
{
  gsize n = (gsize) expected->width * expected->height;
  guint8 *pixels = g_malloc (n);
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .colorimetry = { 0.299, 0.114, 0, 255, 255 },
    .width = expected->width,
    .height = expected->height,
    .data = { pixels },
    .stride = { (gint) expected->width } };
  GError *error = NULL;

  life_world_draw (expected->world, &expected->view, &frame, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (pixels, n);
}

/* The frame is over. */
static void
pass (Expected *expected)
{
  GError *error = NULL;

  life_world_remember (expected->world, &error);
  g_assert_no_error (error);
}

static const struct {
  const gchar *name;
  LifeColorMode mode;
} modes[] = {
  { "age", LIFE_COLOR_MODE_AGE },
  { "trail", LIFE_COLOR_MODE_TRAIL },
  { "age-trail", LIFE_COLOR_MODE_AGE_TRAIL },
  { "neighbors", LIFE_COLOR_MODE_NEIGHBORS },
};

/* --- lifesrc --- */

static void
test_frames_look_back_as_a_world_counted_by_hand (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autofree gchar *properties =
        g_strdup_printf (COLORS "color-mode=%s", modes[i].name);
    Stream *stream = stream_play (soup_stream (properties, "30/1"));
    g_autoptr (GPtrArray) frames = play_frames (stream, 300);
    g_autoptr (LifeWorld) world =
        reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
    Expected expected = expect (world, modes[i].mode, SOUP_WIDTH, SOUP_HEIGHT);

    for (guint frame = 0; frame < 300; frame++) {
      g_autoptr (GBytes) pixels = expected_pixels (&expected);

      assert_same_pixels (
          frames->pdata[frame], pixels, SOUP_WIDTH, modes[i].name);
      pass (&expected);
      reference_step (world, 1);
    }
    stream_free (stream);
  }
}

/* The same frames, each of them three times; seeks go back as many generations. */
static void
test_held_frames_leave_history_as_it_is (void)
{
  static const guint order[] = { 840, 31, 899, 765 };
  const gchar *held = COLORS "color-mode=age-trail trail=200 crossfade=true "
                             "generations-rate=1/3";
  Stream *plain = stream_play (
      soup_stream (COLORS "color-mode=age-trail trail=200", "30/1"));
  Stream *stream = stream_play (soup_stream (held, "30/1"));
  g_autoptr (GPtrArray) once = play_frames (plain, 300);
  g_autoptr (GPtrArray) frames = play_frames (stream, 900);

  for (guint i = 0; i < frames->len; i++)
    assert_same_pixels (
        frames->pdata[i], once->pdata[i / 3], SOUP_WIDTH, "held");
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    g_autoptr (GstSample) sample = NULL;
    g_autoptr (GBytes) pixels = NULL;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, order[i], -1);
    sample = stream_preroll (stream);
    pixels = sample_pixels (sample);
    assert_same_pixels (pixels, frames->pdata[order[i]], SOUP_WIDTH, "sought");
  }
  stream_free (plain);
  stream_free (stream);
}

/* Far away generations of a world that is held for a million frames each: a walk from
 * frame to frame would take minutes. */
static void
check_long_held_frames (const gchar *properties, gboolean back)
{
  static const guint64 held = 1000000, ends[] = { 300, 40, 299 };
  g_autofree gchar *slow =
      g_strconcat (properties, " generations-rate=1/1000000", NULL);
  Stream *often = stream_play (soup_stream (properties, "30/1"));
  Stream *stream = soup_stream (slow, "30/1");
  GPtrArray *frames = play_frames (often, 301);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < (back ? G_N_ELEMENTS (ends) : 1); i++) {
    GstSample *sample;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0,
        (gint64) (ends[i] * held + held - 1), -1);
    sample = stream_preroll (stream);
    {
      g_autoptr (GBytes) pixels = sample_pixels (sample);

      assert_same_pixels (
          pixels, frames->pdata[ends[i]], SOUP_WIDTH, "held long");
    }
    gst_sample_unref (sample);
  }
  g_ptr_array_unref (frames);
  stream_free (often);
  stream_free (stream);
}

static void
test_long_held_frames_are_passed_at_once (void)
{
  check_long_held_frames ("color-mode=solid", TRUE);
  check_long_held_frames (COLORS "color-mode=age-trail trail=200", FALSE);
  check_long_held_frames (COLORS "color-mode=age-trail trail=200", TRUE);
}

static void
test_frame_is_the_same_after_seeks (void)
{
  static const guint order[] = { 290, 10, 280, 299, 0, 256, 257, 20, 299, 1 };
  Stream *stream = stream_play (
      soup_stream (COLORS "color-mode=age-trail trail=200", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 300);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    assert_sought (stream, frames, order[i]);
  stream_free (stream);
}

static void
test_edits_have_their_place_in_history (void)
{
  static const gchar *const rules[] = { NULL, "B36/S125",
    "R2,C0,M0,S3..7,B4..6,NM" };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    Stream *stream =
        soup_stream (COLORS "threads=1 color-mode=age-trail trail=60", "30/1");

    assert_edit_is_sought (stream, rules[i], 60);
    stream_free (stream);
  }
}

/* As if it had been there from the beginning. */
static void
test_mode_set_in_mid_stream_looks_back (void)
{
  Stream *stream =
      stream_play (soup_stream (COLORS "color-mode=age-trail", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 60);

  stream_free (stream);
  stream = soup_stream (COLORS, "30/1");
  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 40, -1);
  gst_sample_unref (stream_preroll (stream));
  g_object_set (stream->life, "color-mode", LIFE_COLOR_MODE_AGE_TRAIL, NULL);
  assert_sought (stream, frames, 41);
  g_object_set (stream->life, "color-mode", LIFE_COLOR_MODE_SOLID, NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 45, -1);
  gst_sample_unref (stream_preroll (stream));
  g_object_set (stream->life, "color-mode", LIFE_COLOR_MODE_AGE_TRAIL, NULL);
  assert_sought (stream, frames, 46);
  assert_sought (stream, frames, 59);
  stream_free (stream);
}

/* Frames are counted, not generations; none before the first one. */
static void
test_history_counts_frames (void)
{
  Stream *stream = stream_play (soup_stream (
      COLORS "color-mode=age-trail generations=5 start-generation=12", "30/1"));
  g_autoptr (LifeWorld) world =
      reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
  Expected expected =
      expect (world, LIFE_COLOR_MODE_AGE_TRAIL, SOUP_WIDTH, SOUP_HEIGHT);

  reference_step (world, 12);
  for (guint frame = 0; frame < 30; frame++) {
    GstSample *sample = stream_pull (stream);
    g_autoptr (GBytes) pixels = sample_pixels (sample);
    g_autoptr (GBytes) wanted = expected_pixels (&expected);

    assert_same_pixels (pixels, wanted, SOUP_WIDTH, "every fifth generation");
    gst_sample_unref (sample);
    pass (&expected);
    reference_step (world, 5);
  }
  stream_free (stream);
}

/* --- lifestep --- */

/* What a picture makes alive was not alive in the frame before it. */
static void
test_lifestep_counts_the_frames_that_it_shows (void)
{
  GstHarness *h = feed (COLORS "color-mode=age-trail input=or");
  g_autoptr (LifeWorld) world = empty_world ();
  Expected expected = expect (world, LIFE_COLOR_MODE_AGE_TRAIL, WIDTH, HEIGHT);
  GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 24, 18));
  guint8 pixels[CELLS], cells[CELLS];

  for (guint number = 0; number < 40; number++) {
    GstBuffer *buffer;
    g_autoptr (GBytes) got = NULL;
    g_autoptr (GBytes) wanted = NULL;

    random_picture (pixels, number / 4 + 1);
    buffer = push (h, number, pixels);
    if (number > 0)
      pass (&expected);
    read_cells (world, cells);
    for (guint i = 0; i < CELLS; i++)
      cells[i] |= pixels[i] != 0;
    write_cells (world, cells);
    reference_step (world, 1);
    got = buffer_pixels (buffer, caps);
    wanted = expected_pixels (&expected);
    assert_same_pixels (got, wanted, WIDTH, "lifestep");
    gst_buffer_unref (buffer);
  }
  gst_caps_unref (caps);
  gst_harness_teardown (h);
}

/* Black pictures change nothing, however long a generation is held. */
static void
test_pictures_do_not_count_held_frames (void)
{
  const gchar *properties = COLORS
      "color-mode=age-trail pattern=r-pentomino generations-rate=1/3 input=%s";
  g_autofree gchar *with = g_strdup_printf (properties, "or");
  g_autofree gchar *without = g_strdup_printf (properties, "tick");
  GstHarness *got = feed (with), *wanted = feed (without);
  GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 24, 18));
  const guint8 pixels[CELLS] = { 0 };

  for (guint number = 0; number < 60; number++) {
    GstBuffer *a = push (got, number, pixels);
    GstBuffer *b = push (wanted, number, pixels);
    g_autoptr (GBytes) a_pixels = buffer_pixels (a, caps);
    g_autoptr (GBytes) b_pixels = buffer_pixels (b, caps);

    assert_same_pixels (a_pixels, b_pixels, WIDTH, "held");
    gst_buffer_unref (a);
    gst_buffer_unref (b);
  }
  gst_caps_unref (caps);
  gst_harness_teardown (got);
  gst_harness_teardown (wanted);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  g_test_add_func ("/history/frames-look-back-as-a-world-counted-by-hand",
      test_frames_look_back_as_a_world_counted_by_hand);
  g_test_add_func ("/history/held-frames-leave-history-as-it-is",
      test_held_frames_leave_history_as_it_is);
  g_test_add_func ("/history/long-held-frames-are-passed-at-once",
      test_long_held_frames_are_passed_at_once);
  g_test_add_func ("/history/frame-is-the-same-after-seeks",
      test_frame_is_the_same_after_seeks);
  g_test_add_func ("/history/edits-have-their-place",
      test_edits_have_their_place_in_history);
  g_test_add_func ("/history/mode-set-in-mid-stream-looks-back",
      test_mode_set_in_mid_stream_looks_back);
  g_test_add_func ("/history/counts-frames", test_history_counts_frames);
  g_test_add_func ("/history/lifestep-counts-the-frames-that-it-shows",
      test_lifestep_counts_the_frames_that_it_shows);
  g_test_add_func ("/history/pictures-do-not-count-held-frames",
      test_pictures_do_not_count_held_frames);
  return g_test_run ();
}
