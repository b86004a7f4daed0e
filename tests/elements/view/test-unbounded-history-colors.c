/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What looks back in streams of worlds without edges: edits, and too little memory. same.tsv
 * compares their frames with those of a plane. */
#include "tests/support/elements/element.h"

/* Where patterns lie on the plane; without edges that is cell (0, 0). */
#define AT_X 800
#define AT_Y 600

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
  static const guint sought_frames[] = { 299, 31, 46, 44, 61, 75, 46 };
  static const gchar line[] =
      "lifesrc name=life pattern=r-pentomino palette=0xff101010,0xfff0f0f0 "
      "alive-color=0xff808080 color-mode=age-trail trail=60 zoom=1 "
      "view-x=%.1f view-y=%.1f %s ! " GRAY (96, 72);
  g_autoptr (Stream) unbounded =
      stream_new (line, 1.5, 2.0, "topology=unbounded");
  g_autoptr (Stream) plane = stream_new (line, AT_X + 1.5, AT_Y + 2.0,
      "topology=plane world-width=1600 world-height=1200 pattern-x=800 "
      "pattern-y=600");

  stream_set_state (unbounded, GST_STATE_PAUSED);
  stream_set_state (plane, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    gst_sample_unref (stream_sought (unbounded, edits[i]));
    gst_sample_unref (stream_sought (plane, edits[i]));
    edit (unbounded, edits[i], 0, 0);
    edit (plane, edits[i], AT_X, AT_Y);
    for (guint k = 0; k < G_N_ELEMENTS (sought_frames); k++) {
      g_autoptr (GBytes) pixels = NULL;
      g_autoptr (GBytes) expected = NULL;

      /* Going back before an edit forgets none. */
      if (sought_frames[k] <= edits[i])
        continue;
      pixels = stream_sought_pixels (unbounded, sought_frames[k]);
      expected = stream_sought_pixels (plane, sought_frames[k]);
      assert_same_pixels (pixels, expected, 96, "edited");
    }
  }
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

/* Where nothing leads back a world whose history or step does not fit pauses, with a warning,
 * and can be played on once it fits again. */
static void
test_a_live_film_goes_on_if_memory_is_short (void)
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
#define TEST(name) \
  g_test_add_func ("/unbounded-history-colors/" #name, test_##name)
  TEST (edits_are_those_of_a_plane);
  TEST (the_camera_shows_what_lives_by_hashlife);
  TEST (a_live_film_goes_on_if_memory_is_short);
  TEST (seeks_do_with_the_memory_that_there_is);
  return g_test_run ();
}
