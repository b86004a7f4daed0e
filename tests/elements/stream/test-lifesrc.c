/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc: which cells its frames show. How many there are is in test-world-size.c, where
 * they lie in a frame in test-views.c, what is reported about them in test-reports.c. */
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/support/elements/element.h"

/* Plays @stream and compares its first frames with @reference; frees both. */
static void
check_frames (
    Stream *stream, LifeWorld *reference, guint64 first, guint64 step, guint n)
{
  stream_play (stream);
  stream_assert_frames (stream, reference, first, step, n);
  stream_free (stream);
  life_world_free (reference);
}

static void
test_first_frame_is_the_pattern (void)
{
  check_frames (gray_stream ("pattern=glider zoom=1 topology=torus", 32, 24),
      reference_pattern (32, 24, LIFE_TOPOLOGY_TORUS, "glider", -1, -1), 0, 1,
      4);
}

static void
test_first_frame_is_the_soup (void)
{
  check_frames (
      gray_stream ("", 40, 30), reference_soup (40, 30, 1, 0.35), 0, 1, 4);
}

static void
test_numbering_stays_while_it_plays (void)
{
  Stream *stream = gray_stream ("generations=2", 40, 30);
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);

  stream_set_state (stream, GST_STATE_PAUSED);
  g_object_set (stream->life, "start-generation", G_GUINT64_CONSTANT (3),
      "hold", 2, "generations-growth", 1, NULL);
  stream_set_state (stream, GST_STATE_PLAYING);
  stream_assert_frames (stream, reference, 0, 2, 5);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_numbering_counts_generations_from_start_generation (void)
{
  check_frames (gray_stream ("start-generation=5 generations=3", 40, 30),
      reference_soup (40, 30, 1, 0.35), 5, 3, 5);
}

static void
test_pattern_text_is_placed_where_asked (void)
{
  Stream *stream =
      gray_stream ("pattern-x=2 pattern-y=5 zoom=1 topology=torus", 20, 16);

  g_object_set (stream->life, "pattern", "bo$2bo$3o!", NULL);
  check_frames (stream,
      reference_pattern (20, 16, LIFE_TOPOLOGY_TORUS, "bo$2bo$3o!", 2, 5), 0, 1,
      4);
}

/* A lifesrc that reads @text from a file. */
static Stream *
file_stream (const gchar *text, gchar **path)
{
  Stream *stream = gray_stream ("zoom=1 topology=torus", 20, 16);
  gint file = g_file_open_tmp ("life-XXXXXX", path, NULL);

  g_assert_cmpint (file, >=, 0);
  close (file);
  g_assert_true (g_file_set_contents (*path, text, -1, NULL));
  g_object_set (stream->life, "location", *path, NULL);
  return stream;
}

static void
test_location_shows_the_same_in_every_format (void)
{
  static const gchar *const texts[] = { "x = 3, y = 3\nbo$2bo$3o!\n",
    ".O.\n..O\nOOO\n", "!\n.O\n2.O\n3O\n",
    "#Life 1.05\n#P -1 -1\n.*.\n..*\n***\n",
    "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n", "[M2]\n.*$..*$***\n4 0 0 0 1\n",
    "[M2]\n1 0 1 0 0\n1 0 0 1 0\n1 1 1 0 0\n1 1 0 0 0\n2 1 2 3 4\n",
    "#MCell 4.00\n#GAME Life\n#RULE 23/3\n#L .A$..A$3A\n" };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree gchar *path = NULL;
    Stream *stream = file_stream (texts[i], &path);

    g_test_message ("%s", texts[i]);
    check_frames (stream,
        reference_pattern (20, 16, LIFE_TOPOLOGY_TORUS, "bo$2bo$3o!", -1, -1),
        0, 1, 4);
    g_remove (path);
  }
}

/* Golly puts the pattern's corner at (-1, -1) from the board's middle. */
static void
test_board_of_a_file_bounds_the_world (void)
{
  g_autofree gchar *path = NULL;
  Stream *stream = file_stream ("#MCell 4.00\n#GAME Life\n#RULE 23/3\n"
                                "#BOARD 20x16\n#WRAP 0\n#L .A$..A$3A\n",
      &path);

  check_frames (stream,
      reference_pattern (20, 16, LIFE_TOPOLOGY_PLANE, "bo$2bo$3o!", 9, 7), 0, 1,
      60);
  g_remove (path);
}

static void
test_plane_kills_at_its_edges (void)
{
  Stream *stream =
      gray_stream ("pattern-x=13 pattern-y=9 topology=plane zoom=1", 16, 12);

  g_object_set (stream->life, "pattern", "bo$2bo$3o!", NULL);
  check_frames (stream,
      reference_pattern (16, 12, LIFE_TOPOLOGY_PLANE, "bo$2bo$3o!", 13, 9), 0,
      1, 8);
}

static void
test_rule_is_obeyed (void)
{
  LifeWorld *reference =
      reference_new (33, 17, 1, LIFE_TOPOLOGY_TORUS, "B36/S125");

  g_assert_true (life_world_soup (reference, 9, 0.5, NULL));
  check_frames (gray_stream ("rule=B36/S125 seed=9 density=0.5", 33, 17),
      reference, 0, 1, 5);
}

static void
test_pattern_rule_applies_where_rule_is_not_set (void)
{
  Stream *stream = gray_stream ("zoom=1", 12, 12);
  LifeWorld *reference = reference_new (12, 12, 1, LIFE_TOPOLOGY_TORUS, "B2/S");

  reference_paste (reference, "2o!", -1, -1);
  g_object_set (
      stream->life, "pattern", "x = 2, y = 1, rule = B2/S\n2o!", NULL);
  check_frames (stream, reference, 0, 1, 4);
}

static void
test_rule_property_beats_pattern_rule (void)
{
  Stream *stream = gray_stream ("rule=B3/S23 zoom=1", 12, 12);

  g_object_set (
      stream->life, "pattern", "x = 3, y = 1, rule = B2/S\n3o!", NULL);
  check_frames (stream,
      reference_pattern (12, 12, LIFE_TOPOLOGY_TORUS, "3o!", -1, -1), 0, 1, 4);
}

static void
test_soup_depends_on_the_seed_only (void)
{
  static const gchar *const engines[] = { "kernel=naive", "threads=1",
    "threads=3" };
  LifeWorld *wide = reference_soup (200, 90, 77, 0.35);
  LifeBox corner = { 0, 0, 0, 40, 30, 1 };
  GBytes *expected = reference_plane (wide, &corner);

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++) {
    Stream *stream = stream_play (
        stream_new ("lifesrc name=life engine=cpu seed=77 %s ! " GRAY (40, 30),
            engines[i]));
    GstSample *sample = stream_pull (stream);
    GBytes *pixels = sample_pixels (sample);

    assert_same_pixels (pixels, expected, 40, engines[i]);
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
    stream_free (stream);
  }
  g_bytes_unref (expected);
  life_world_free (wide);
}

static void
test_seed_0_is_taken_from_the_clock_and_read_back (void)
{
  Stream *stream = stream_play (gray_stream ("seed=0", 40, 30));
  guint64 seed;

  g_object_get (stream->life, "seed", &seed, NULL);
  g_assert_cmpuint (seed, !=, 0);
  check_frames (stream, reference_soup (40, 30, seed, 0.35), 0, 1, 2);
}

static void
test_long_start_generation_ends_at_once (void)
{
  Stream *stream = gray_stream ("start-generation=1000000000000", 64, 48);
  gint64 asked;

  g_assert_cmpint (gst_element_set_state (stream->pipeline, GST_STATE_PLAYING),
      ==, GST_STATE_CHANGE_ASYNC);
  g_usleep (G_USEC_PER_SEC / 5);
  asked = g_get_monotonic_time ();
  g_assert_cmpint (gst_element_set_state (stream->pipeline, GST_STATE_READY),
      ==, GST_STATE_CHANGE_SUCCESS);
  g_assert_cmpint (
      g_get_monotonic_time () - asked, <, 10 * (gint64) G_USEC_PER_SEC);

  /* An interrupted start leaves nothing behind. */
  g_object_set (stream->life, "start-generation", (guint64) 2, NULL);
  check_frames (stream, reference_soup (64, 48, 1, 0.35), 2, 1, 2);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifesrc/" #name, test_##name)
  TEST (first_frame_is_the_pattern);
  TEST (first_frame_is_the_soup);
  TEST (numbering_stays_while_it_plays);
  TEST (numbering_counts_generations_from_start_generation);
  TEST (pattern_text_is_placed_where_asked);
  TEST (location_shows_the_same_in_every_format);
  TEST (board_of_a_file_bounds_the_world);
  TEST (plane_kills_at_its_edges);
  TEST (rule_is_obeyed);
  TEST (pattern_rule_applies_where_rule_is_not_set);
  TEST (rule_property_beats_pattern_rule);
  TEST (soup_depends_on_the_seed_only);
  TEST (seed_0_is_taken_from_the_clock_and_read_back);
  TEST (long_start_generation_ends_at_once);
  return g_test_run ();
}
