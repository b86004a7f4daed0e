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
seek_and_compare (Stream *stream, GPtrArray *frames, const gchar *what)
{
  static const guint order[] = { 290, 10, 299, 0, 256, 257, 20, 150 };

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    g_autoptr (GBytes) pixels = stream_sought_pixels (stream, order[i]);

    assert_same_pixels (pixels, frames->pdata[order[i]], WIDTH, what);
  }
}

/* Played, and sought in the one without edges. */
static void
compare (Stream *without_edges, Stream *expected, const gchar *what)
{
  g_autoptr (GPtrArray) frames = NULL;

  stream_play (expected);
  stream_play (without_edges);
  frames = play_frames (expected, FRAMES);
  for (guint i = 0; i < FRAMES; i++) {
    g_autoptr (GBytes) pixels = stream_pull_pixels (without_edges);
    g_autofree gchar *frame = g_strdup_printf ("%s frame %u", what, i);

    assert_same_pixels (pixels, frames->pdata[i], WIDTH, frame);
  }
  seek_and_compare (without_edges, frames, what);
}

/* 20 × 12 random cells. */
#define SOUP                                                            \
  "\"obo3bo4b2o3bo3b$bo4b2o2bo3bo4bo$6o4b5o2bobo$b2o2b5o2b2o2b4o$"      \
  "ob2o2bo2bo2b3o2b3o$b5o8bob2o2b$3o2b5ob2o4bo2b$o5bo3bob4o2b2o$"       \
  "3o3b3o3bo2bob2ob$obo3bo2b2o2b3ob3o$o4bobobob2o2bobobo$ob3o6bob2o5b!" \
  "\""

static const struct {
  const gchar *pattern, *properties;
  gdouble x, y; /* of the view, unless a camera moves it */
} rows[] = {
  { "acorn", "color-mode=age-trail trail=100 generations=4 zoom=1", 3.5, 4 },
  { "acorn", "color-mode=age generations=4 zoom=0.125", 3, 1 },
  { "gosper-gun", "color-mode=trail trail=255 zoom=2.5", 30, 20.25 },
  { "gosper-gun", "color-mode=age-trail trail=60 zoom=0.25 rotation=30", 18,
      4 },
  { "r-pentomino",
      "color-mode=age-trail trail=40 rule=B36/S23 zoom=0.5 "
      "generations-rate=2/3",
      1.5, 2 },
  { "r-pentomino", "color-mode=trail rule=B2/S345/4 zoom=1", 1.5, 2 },
  { SOUP, "camera=follow zoom=2 generations=2 color-mode=solid" },
  { "acorn", "camera=follow zoom=1 generations=3 color-mode=solid" },
  { "gosper-gun", "camera=follow zoom=3 color-mode=solid" },
  { "r-pentomino",
      "camera=follow zoom=2 generations-rate=1/3 hold=20 color-mode=age" },
  { "glider", "camera=follow zoom=4.5 color-mode=trail" },
  { "r-pentomino", "camera=fit color-mode=age-trail" },
};

static void
test_frames_are_those_of_a_plane (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Pair pair =
        new_pair (rows[i].pattern, rows[i].properties, rows[i].x, rows[i].y);

    compare (pair.free, pair.plane, rows[i].properties);
    free_pair (&pair);
  }
}

/* Where the plane takes another kernel its colors are the same. */
static void
test_colors_by_hashlife_are_those_of_tiles (void)
{
  static const gchar *const zooms[] = { "1", "0.0625" };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    static const gchar line[] =
        "lifesrc name=life topology=unbounded pattern=acorn num-buffers=%d "
        "generations=9 color-mode=age-trail trail=200 zoom=%s kernel=%s "
        "! " GRAY (96, 72);
    g_autoptr (Stream) sparse = stream_new (line, FRAMES, zooms[i], "sparse");
    g_autoptr (Stream) hashlife =
        stream_new (line, FRAMES, zooms[i], "hashlife");

    compare (hashlife, sparse, "by HashLife");
  }
}

/* What is done in frame 30, 45 and 60. */
static void
edit (Stream *stream, guint frame, gint x, gint y)
{
  if (frame == 30) {
    g_assert_true (stream_paste (stream, "30o!", x - 10, y + 10));
  } else if (frame == 45) {
    g_assert_true (stream_act (stream, "clear"));
    g_assert_true (stream_paste (stream, "acorn", x + 3, y - 10));
  } else {
    g_assert_true (stream_paste (stream, "glider", x - 20, y - 5));
    g_assert_true (stream_act (stream, "undo"));
    g_assert_true (stream_act (stream, "undo"));
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
    gst_sample_unref (stream_sought (pair.free, edits[i]));
    gst_sample_unref (stream_sought (pair.plane, edits[i]));
    edit (pair.free, edits[i], 0, 0);
    edit (pair.plane, edits[i], AT_X, AT_Y);
    for (guint k = 0; k < G_N_ELEMENTS (looks); k++) {
      g_autoptr (GBytes) pixels = NULL;
      g_autoptr (GBytes) expected = NULL;

      /* Going back before an edit forgets none. */
      if (looks[k] <= edits[i])
        continue;
      pixels = stream_sought_pixels (pair.free, looks[k]);
      expected = stream_sought_pixels (pair.plane, looks[k]);
      assert_same_pixels (pixels, expected, WIDTH, "edited");
    }
  }
  free_pair (&pair);
}

/* Nothing is known of births and deaths there: the middle of what lives is held. */
static void
test_the_camera_shows_what_lives_by_hashlife (void)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "lifesrc name=life topology=unbounded kernel=hashlife camera=follow "
      "pattern=glider generations=400 zoom=2 color-mode=solid ! " GRAY (
          96, 72)));

  for (guint i = 0; i < 100; i++) {
    g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
    gsize size;
    const guint8 *data = g_bytes_get_data (pixels, &size);
    guint lit = 0;

    for (gsize k = 0; k < size; k++)
      lit += data[k] > 0;
    if (i == 0 || i >= 20)
      g_assert_cmpuint (lit, ==, 20);
  }
}

/* --- Too little memory --- */

static void
test_a_history_that_does_not_fit_is_an_error (void)
{
  static const gchar line[] =
      "lifesrc name=life topology=unbounded memory-limit=4194304 density=0.3 "
      "color-mode=age zoom=0.125 ! " GRAY (320, 240);
  static const gchar *const about[] = { "history", "memory-limit" };

  for (guint i = 0; i < G_N_ELEMENTS (about); i++) {
    g_autoptr (Stream) stream = stream_new (line);

    stream_assert_fails (stream, about[i]);
  }
}

/* Where nothing leads back a world whose history or step does not fit pauses, with a warning,
 * and can be played on once it fits again. */
static void
test_a_live_film_goes_on_where_memory_is_short (void)
{
  static const gchar *const lives[] = {
    "memory-limit=4194304 density=0.3 color-mode=age zoom=0.125",
    "memory-limit=4194304 color-mode=age rule=B2/S pattern=acorn "
    "generations=64",
    "memory-limit=4194304 color-mode=age rule=B2/S pattern=acorn "
    "generations=64 kernel=hashlife",
    "memory-limit=1048576 color-mode=solid rule=B2/S pattern=acorn "
    "generations=200",
    "memory-limit=2097152 color-mode=solid rule=B2/S pattern=acorn "
    "generations=200 kernel=hashlife",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lives); i++) {
    g_autoptr (Stream) stream = stream_play (
        stream_new ("lifesrc name=life is-live=true topology=unbounded %s "
                    "! " GRAY (320, 240),
            lives[i]));
    gboolean paused = FALSE;
    guint64 generation;

    while (!paused) {
      stream_skip (stream, 1);
      g_object_get (stream->life, "paused", &paused, NULL);
    }
    stream_assert_warned (stream, "the world is paused");
    stream_skip (stream, 1);
    generation = stream_get_uint64 (stream, "generation");
    stream_skip (stream, 20);
    g_assert_cmpuint (stream_get_uint64 (stream, "generation"), ==, generation);
    g_assert_true (stream_act (stream, "clear"));
    g_assert_true (stream_paste (stream, "block", 0, 0));
    g_object_set (stream->life, "paused", FALSE, NULL);
    while (stream_get_uint64 (stream, "generation") == generation)
      stream_skip (stream, 1);
  }
}

/* Frames to go back to are kept where that leaves cells their memory. */
static void
test_seeks_do_with_the_memory_that_there_is (void)
{
  static const guint order[] = { 350, 40, 300, 17, 350 };
  static const gchar line[] =
      "lifesrc name=life topology=unbounded memory-limit=%s density=0.3 "
      "color-mode=solid num-buffers=400 ! " GRAY (160, 120);
  g_autoptr (Stream) small = stream_new (line, "1048576");
  g_autoptr (Stream) large = stream_new (line, "0");

  stream_set_state (small, GST_STATE_PAUSED);
  stream_set_state (large, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    g_autoptr (GBytes) a = stream_sought_pixels (small, order[i]);
    g_autoptr (GBytes) b = stream_sought_pixels (large, order[i]);

    assert_same_pixels (a, b, 160, "in little memory");
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/unbounded-look-back/" #name, test_##name)
  TEST (frames_are_those_of_a_plane);
  TEST (colors_by_hashlife_are_those_of_tiles);
  TEST (edits_are_those_of_a_plane);
  TEST (the_camera_shows_what_lives_by_hashlife);
  TEST (a_history_that_does_not_fit_is_an_error);
  TEST (a_live_film_goes_on_where_memory_is_short);
  TEST (seeks_do_with_the_memory_that_there_is);
  return g_test_run ();
}
