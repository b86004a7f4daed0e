/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How large a world of lifesrc is, and what lies beyond its edges, by what was said of it
 * and by the frame. */
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

/* Plays until the first frame and checks the world's size; frees the stream. */
static void
check_world_size (Stream *stream, guint width, guint height, guint depth)
{
  GstSample *sample;

  stream_play (stream);
  sample = stream_pull (stream);
  assert_buffer_world (gst_sample_get_buffer (sample), width, height, depth);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_world_is_as_large_as_the_frame (void)
{
  check_world_size (gray_stream ("zoom=2", 33, 25), 17, 13, 1);
}

static void
test_rule_suffix_sets_size_and_topology (void)
{
  Stream *stream = gray_stream ("zoom=1 pattern-x=17 pattern-y=7", 20, 10);

  check_world_size (gray_stream ("rule=B3/S23:T64,48", 640, 500), 64, 48, 1);
  check_world_size (gray_stream ("rule=B3/S23:T64", 64, 64), 64, 64, 1);
  check_world_size (gray_stream ("rule=clouds:T16", 64, 64), 16, 16, 16);
  check_world_size (gray_stream ("rule=B6/S567:T16,12,10", 64, 64), 16, 12, 10);
  g_object_set (
      stream->life, "rule", "B3/S23:P20,10", "pattern", "bo$2bo$3o!", NULL);
  check_frames (stream,
      reference_pattern (20, 10, LIFE_TOPOLOGY_PLANE, "bo$2bo$3o!", 17, 7), 0,
      1, 8);
}

/* Where all of the world is seen, a pattern needs no room out of sight. */
static void
test_spacetime_of_a_pattern_is_as_large_as_the_frame (void)
{
  check_world_size (
      gray_stream ("pattern=glider zoom=2 history=4 view=spacetime", 66, 50),
      33, 25, 1);
  check_world_size (gray_stream ("pattern=glider zoom=2", 66, 50), 66, 50, 1);
}

static void
test_pattern_chooses_a_zoom_that_leaves_it_room (void)
{
  Stream *stream = gray_stream ("topology=plane", 1280, 720);

  g_object_set (stream->life, "pattern", "200o!", NULL);
  check_world_size (stream, 640, 360, 1);
}

static void
test_world_is_never_smaller_than_its_pattern (void)
{
  Stream *stream = gray_stream ("zoom=1 topology=plane", 40, 30);

  g_object_set (stream->life, "pattern", "100o!", NULL);
  check_world_size (stream, 100, 30, 1);
}

static void
test_a_soup_shows_180_cells_across_the_shorter_side (void)
{
  check_world_size (gray_stream ("", 1280, 720), 320, 180, 1);
  check_world_size (gray_stream ("", 720, 1280), 180, 320, 1);
}

/* --- What lies beyond the edges of a world that nothing was said about --- */

static void
test_a_soup_lies_on_a_torus (void)
{
  check_frames (gray_stream ("topology=auto", 40, 30),
      reference_soup (40, 30, 1, 0.35), 0, 1, 4);
}

/* The frame is the middle of a plane twice as wide and as high. */
static void
test_a_pattern_has_a_plane_beyond_the_frame (void)
{
  Stream *stream = stream_play (gray_stream ("pattern=r-pentomino", 33, 25));
  LifeWorld *world =
      reference_pattern (66, 50, LIFE_TOPOLOGY_PLANE, "r-pentomino", -1, -1);
  const LifeBox frame = { 17, 13, 0, 33, 25, 1 };

  for (guint i = 0; i < 60; i++) {
    GstSample *sample = stream_pull (stream);
    GBytes *got = sample_pixels (sample);
    GBytes *expected = reference_plane (world, &frame);

    assert_buffer_world (gst_sample_get_buffer (sample), 66, 50, 1);
    assert_same_pixels (got, expected, 33, "the middle of the plane");
    reference_step (world, 1);
    g_bytes_unref (got);
    g_bytes_unref (expected);
    gst_sample_unref (sample);
  }
  life_world_free (world);
  stream_free (stream);
}

/* Who says where the pattern or an edge is gets a plane that ends there. */
static void
test_a_pattern_whose_place_is_given_has_a_plane_of_the_frame (void)
{
  static const struct {
    const gchar *properties;
    gint x, y;
  } cases[] = {
    { "pattern-x=5", 5, -1 },
    { "pattern-y=0", -1, 0 },
    { "world-width=20", -1, -1 },
    { "world-height=16", -1, -1 },
    { "topology=plane", -1, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Stream *stream =
        stream_new ("lifesrc name=life pattern=glider %s ! " GRAY (20, 16),
            cases[i].properties);

    g_test_message ("%s", cases[i].properties);
    check_frames (stream,
        reference_pattern (
            20, 16, LIFE_TOPOLOGY_PLANE, "glider", cases[i].x, cases[i].y),
        0, 1, 60);
  }
}

static void
test_a_suffix_wins_over_an_automatic_topology (void)
{
  check_frames (
      gray_stream ("rule=B3/S23:T20,16 pattern=glider topology=auto", 20, 16),
      reference_pattern (20, 16, LIFE_TOPOLOGY_TORUS, "glider", -1, -1), 0, 1,
      60);
}

static void
test_a_3d_pattern_has_a_plane_of_the_usual_size (void)
{
  check_world_size (
      gray_stream ("pattern=glider world-depth=0", 32, 32), 128, 128, 128);
}

static void
test_3d_world_has_128_cells_per_side (void)
{
  check_world_size (gray_stream ("world-depth=2", 32, 32), 128, 128, 2);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/world-size/" #name, test_##name)
  TEST (world_is_as_large_as_the_frame);
  TEST (rule_suffix_sets_size_and_topology);
  TEST (spacetime_of_a_pattern_is_as_large_as_the_frame);
  TEST (pattern_chooses_a_zoom_that_leaves_it_room);
  TEST (a_soup_shows_180_cells_across_the_shorter_side);
  TEST (a_soup_lies_on_a_torus);
  TEST (a_pattern_has_a_plane_beyond_the_frame);
  TEST (a_pattern_whose_place_is_given_has_a_plane_of_the_frame);
  TEST (a_suffix_wins_over_an_automatic_topology);
  TEST (a_3d_pattern_has_a_plane_of_the_usual_size);
  TEST (world_is_never_smaller_than_its_pattern);
  TEST (3d_world_has_128_cells_per_side);
  return g_test_run ();
}
