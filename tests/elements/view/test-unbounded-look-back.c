/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What looks back in streams of worlds without edges, color modes and cameras: frames are
 * those of a plane whose edge nothing reaches, however they were reached. */
#include "tests/support/elements/element.h"

#define WIDTH 96
#define HEIGHT 72
#define FRAMES 300

/* Where patterns lie on the plane; without edges that is cell (0, 0). */
#define AT_X 800
#define AT_Y 600

#define COLORS "palette=0xff101010,0xfff0f0f0 alive-color=0xff808080 "

typedef struct {
  Stream *free, *plane;
} Pair;

/* The view is where the pattern is, unless a camera moves it. */
static Pair
new_pair (const gchar *pattern, const gchar *properties, gdouble x, gdouble y)
{
  static const gchar line[] =
      "lifesrc name=life pattern=%s view-x=%.3f view-y=%.3f "
      "num-buffers=%d " COLORS "%s %s ! " GRAY (96, 72);

  return (Pair){ stream_new (line, pattern, x, y, FRAMES, "topology=unbounded",
                     properties),
    stream_new (line, pattern, AT_X + x, AT_Y + y, FRAMES,
        "topology=plane world-width=1600 world-height=1200 pattern-x=800 "
        "pattern-y=600",
        properties) };
}

static void
free_pair (Pair *pair)
{
  stream_free (pair->free);
  stream_free (pair->plane);
}

static void
seek (Stream *stream, guint frame)
{
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, frame, -1);
}

static GBytes *
frame_at (Stream *stream, guint frame)
{
  g_autoptr (GstSample) sample = NULL;

  seek (stream, frame);
  sample = stream_preroll (stream);
  return sample_pixels (sample);
}

static void
seek_and_compare (Stream *stream, GPtrArray *frames, const gchar *what)
{
  static const guint order[] = { 290, 10, 299, 0, 256, 257, 20, 150 };

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    g_autoptr (GBytes) pixels = frame_at (stream, order[i]);

    assert_same_pixels (pixels, frames->pdata[order[i]], WIDTH, what);
  }
}

static void
check (const gchar *pattern, const gchar *properties, gdouble x, gdouble y)
{
  Pair pair = new_pair (pattern, properties, x, y);
  g_autoptr (GPtrArray) expected = NULL;

  stream_play (pair.plane);
  stream_play (pair.free);
  expected = play_frames (pair.plane, FRAMES);
  for (guint i = 0; i < FRAMES; i++) {
    g_autoptr (GstSample) sample = stream_pull (pair.free);
    g_autoptr (GBytes) pixels = sample_pixels (sample);
    g_autofree gchar *what =
        g_strdup_printf ("%s %s frame %u", pattern, properties, i);

    assert_same_pixels (pixels, expected->pdata[i], WIDTH, what);
  }
  seek_and_compare (pair.free, expected, properties);
  free_pair (&pair);
}

static void
test_colors_are_those_of_a_plane (void)
{
  check (
      "acorn", "color-mode=age-trail trail=100 generations=4 zoom=1", 3.5, 4);
  check ("acorn", "color-mode=age generations=4 zoom=0.125", 3, 1);
  check ("gosper-gun", "color-mode=trail trail=255 zoom=2.5", 30, 20.25);
  check ("gosper-gun", "color-mode=age-trail trail=60 zoom=0.25 rotation=30",
      18, 4);
  check ("r-pentomino",
      "color-mode=age-trail trail=40 rule=B36/S23 zoom=0.5 "
      "generations-rate=2/3",
      1.5, 2);
  check ("r-pentomino", "color-mode=trail rule=B2/S345/4 zoom=1", 1.5, 2);
}

/* Where the plane takes another kernel its colors are the same. */
static void
test_colors_by_hashlife_are_those_of_tiles (void)
{
  for (guint i = 0; i < 2; i++) {
    g_autofree gchar *line =
        g_strdup_printf ("lifesrc name=life topology=unbounded pattern=acorn "
                         "num-buffers=%d generations=9 color-mode=age-trail "
                         "trail=200 zoom=%s kernel=",
            FRAMES, i == 0 ? "1" : "0.0625");
    Stream *sparse =
        stream_play (stream_new ("%ssparse ! " GRAY (96, 72), line));
    Stream *hashlife =
        stream_play (stream_new ("%shashlife ! " GRAY (96, 72), line));
    g_autoptr (GPtrArray) expected = play_frames (sparse, FRAMES);
    g_autoptr (GPtrArray) frames = play_frames (hashlife, FRAMES);

    for (guint k = 0; k < FRAMES; k++)
      assert_same_pixels (
          frames->pdata[k], expected->pdata[k], WIDTH, "by HashLife");
    seek_and_compare (hashlife, expected, "by HashLife");
    stream_free (sparse);
    stream_free (hashlife);
  }
}

static void
paste (Stream *stream, const gchar *pattern, gint x, gint y)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, "paste", pattern, x, y, -1, &done);
  g_assert_true (done);
}

static void
act (Stream *stream, const gchar *action)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, action, &done);
  g_assert_true (done);
}

/* What is done in frame 30, 45 and 60. */
static void
edit (Stream *stream, guint frame, gint x, gint y)
{
  if (frame == 30) {
    paste (stream, "30o!", x - 10, y + 10);
  } else if (frame == 45) {
    act (stream, "clear");
    paste (stream, "acorn", x + 3, y - 10);
  } else {
    paste (stream, "glider", x - 20, y - 5);
    act (stream, "undo");
    act (stream, "undo");
  }
}

static void
test_edits_are_those_of_a_plane (void)
{
  static const guint edits[] = { 30, 45, 60 };
  static const guint looks[] = { 299, 31, 46, 44, 61, 75, 46 };
  Pair pair =
      new_pair ("r-pentomino", "color-mode=age-trail trail=60 zoom=1", 1.5, 2);

  stream_set_state (pair.free, GST_STATE_PAUSED);
  stream_set_state (pair.plane, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_bytes_unref (frame_at (pair.free, edits[i]));
    g_bytes_unref (frame_at (pair.plane, edits[i]));
    edit (pair.free, edits[i], 0, 0);
    edit (pair.plane, edits[i], AT_X, AT_Y);
    for (guint k = 0; k < G_N_ELEMENTS (looks); k++) {
      g_autoptr (GBytes) pixels = NULL;
      g_autoptr (GBytes) expected = NULL;

      /* Going back before an edit forgets none. */
      if (looks[k] <= edits[i])
        continue;
      pixels = frame_at (pair.free, looks[k]);
      expected = frame_at (pair.plane, looks[k]);
      assert_same_pixels (pixels, expected, WIDTH, "edited");
    }
  }
  free_pair (&pair);
}

/* 20 × 12 random cells. */
#define SOUP            \
  "\""                  \
  "obo3bo4b2o3bo3b$"    \
  "bo4b2o2bo3bo4bo$"    \
  "6o4b5o2bobo$"        \
  "b2o2b5o2b2o2b4o$"    \
  "ob2o2bo2bo2b3o2b3o$" \
  "b5o8bob2o2b$"        \
  "3o2b5ob2o4bo2b$"     \
  "o5bo3bob4o2b2o$"     \
  "3o3b3o3bo2bob2ob$"   \
  "obo3bo2b2o2b3ob3o$"  \
  "o4bobobob2o2bobobo$" \
  "ob3o6bob2o5b!"       \
  "\""

static void
test_the_camera_follows_as_on_a_plane (void)
{
  check (SOUP, "camera=follow zoom=2 generations=2 color-mode=solid", 0, 0);
  check ("acorn", "camera=follow zoom=1 generations=3 color-mode=solid", 0, 0);
  check ("gosper-gun", "camera=follow zoom=3 color-mode=solid", 0, 0);
  check ("r-pentomino",
      "camera=follow zoom=2 generations-rate=1/3 hold=20 color-mode=age", 0, 0);
  check ("glider", "camera=follow zoom=4.5 color-mode=trail", 0, 0);
  check ("r-pentomino", "camera=fit color-mode=age-trail", 0, 0);
}

/* Nothing is known of births and deaths there: the middle of what lives is held. */
static void
test_the_camera_shows_what_lives_by_hashlife (void)
{
  Stream *stream = stream_play (stream_new (
      "lifesrc name=life topology=unbounded kernel=hashlife camera=follow "
      "pattern=glider generations=400 zoom=2 color-mode=solid ! " GRAY (
          96, 72)));

  for (guint i = 0; i < 100; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    g_autoptr (GBytes) pixels = sample_pixels (sample);
    gsize size;
    const guint8 *data = g_bytes_get_data (pixels, &size);
    guint lit = 0;

    for (gsize k = 0; k < size; k++)
      lit += data[k] > 0;
    if (i == 0 || i >= 20)
      g_assert_cmpuint (lit, ==, 20);
  }
  stream_free (stream);
}

static void
test_a_history_that_does_not_fit_is_an_error (void)
{
  Stream *stream = stream_new (
      "lifesrc name=life topology=unbounded memory-limit=4194304 density=0.3 "
      "color-mode=age zoom=0.125 ! " GRAY (320, 240));
  g_autoptr (GError) error = NULL;
  GstMessage *message;

  gst_element_set_state (stream->pipeline, GST_STATE_PLAYING);
  message =
      gst_bus_timed_pop_filtered (stream->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  if (strstr (error->message, "history") == NULL
      || strstr (error->message, "memory-limit") == NULL)
    g_error ("%s", error->message);
  gst_message_unref (message);
  stream_free (stream);
}

static guint64
generation_of (Stream *stream)
{
  guint64 generation;

  g_object_get (stream->life, "generation", &generation, NULL);
  return generation;
}

/* Where nothing leads back a world that does not fit pauses, with a warning, and can be played
 * on once it fits again. */
static void
check_live (const gchar *properties)
{
  Stream *stream = stream_play (stream_new (
      "lifesrc name=life is-live=true topology=unbounded %s ! " GRAY (320, 240),
      properties));
  gboolean paused = FALSE, done;
  guint64 generation;

  while (!paused) {
    gst_sample_unref (stream_pull (stream));
    g_object_get (stream->life, "paused", &paused, NULL);
  }
  stream_assert_warned (stream, "the world is paused");
  gst_sample_unref (stream_pull (stream));
  generation = generation_of (stream);
  for (guint i = 0; i < 20; i++)
    gst_sample_unref (stream_pull (stream));
  g_assert_cmpuint (generation_of (stream), ==, generation);
  g_signal_emit_by_name (stream->life, "clear", &done);
  g_assert_true (done);
  g_signal_emit_by_name (stream->life, "paste", "block", 0, 0, 0, &done);
  g_assert_true (done);
  g_object_set (stream->life, "paused", FALSE, NULL);
  while (generation_of (stream) == generation)
    gst_sample_unref (stream_pull (stream));
  stream_free (stream);
}

static void
test_a_live_film_goes_on_where_a_history_does_not_fit (void)
{
  check_live ("memory-limit=4194304 density=0.3 color-mode=age zoom=0.125");
  check_live ("memory-limit=4194304 color-mode=age rule=B2/S pattern=acorn "
              "generations=64");
  check_live ("memory-limit=4194304 color-mode=age rule=B2/S pattern=acorn "
              "generations=64 kernel=hashlife");
}

static void
test_a_live_film_goes_on_where_a_step_does_not_fit (void)
{
  check_live ("memory-limit=1048576 color-mode=solid rule=B2/S pattern=acorn "
              "generations=200");
  check_live ("memory-limit=2097152 color-mode=solid rule=B2/S pattern=acorn "
              "generations=200 kernel=hashlife");
}

/* Frames to go back to are kept where that leaves cells their memory. */
static void
test_seeks_do_with_the_memory_that_there_is (void)
{
  static const guint wanted[] = { 350, 40, 300, 17, 350 };
  static const gchar line[] =
      "lifesrc name=life topology=unbounded memory-limit=%s density=0.3 "
      "color-mode=solid num-buffers=400 ! " GRAY (160, 120);
  Stream *small = stream_new (line, "1048576"), *large = stream_new (line, "0");

  stream_set_state (small, GST_STATE_PAUSED);
  stream_set_state (large, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++) {
    g_autoptr (GBytes) a = frame_at (small, wanted[i]);
    g_autoptr (GBytes) b = frame_at (large, wanted[i]);

    g_assert_true (g_bytes_equal (a, b));
  }
  stream_free (small);
  stream_free (large);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST_LOOK(name) \
  g_test_add_func ("/unbounded-look-back/" #name, test_##name)
  TEST_LOOK (colors_are_those_of_a_plane);
  TEST_LOOK (colors_by_hashlife_are_those_of_tiles);
  TEST_LOOK (edits_are_those_of_a_plane);
  TEST_LOOK (the_camera_follows_as_on_a_plane);
  TEST_LOOK (the_camera_shows_what_lives_by_hashlife);
  TEST_LOOK (a_history_that_does_not_fit_is_an_error);
  TEST_LOOK (a_live_film_goes_on_where_a_history_does_not_fit);
  TEST_LOOK (a_live_film_goes_on_where_a_step_does_not_fit);
  TEST_LOOK (seeks_do_with_the_memory_that_there_is);
  return g_test_run ();
}
