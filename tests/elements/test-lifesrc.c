/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc: which cells its frames show, in which pixels, and what it reports
 * about them. Formats and caps are in test-caps.c, seeks and clocks in
 * test-seeking.c, actions in test-actions.c, property tables in
 * test-properties.c. */
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/support/element.h"

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

/* --- Which generation a frame shows --- */

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
    "[M2]\n1 0 1 0 0\n1 0 0 1 0\n"
    "1 1 1 0 0\n1 1 0 0 0\n2 1 2 3 4\n",
    "#MCell 4.00\n#GAME Life\n#RULE 23/3\n#L .A$..A$3A\n",
    "P1 3 3\n0 1 0\n0 0 1\n1 1 1\n", "P2 3 3 9\n0 9 0\n0 0 9\n9 5 9\n" };
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

/* --- How large the world is --- */

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

/* --- Where the cells lie in the frame --- */

/* @cells, @width × @height of them, as @zoom × @zoom blocks from (@left, @top)
 * in a frame of @frame_width × @frame_height. */
static GBytes *
draw_blocks (GBytes *cells, guint width, guint height, guint zoom, gint left,
    gint top, guint frame_width, guint frame_height)
{
  const guint8 *cell = g_bytes_get_data (cells, NULL);
  guint8 *pixels = g_malloc0 (frame_width * frame_height);

  for (guint y = 0; y < frame_height; y++)
    for (guint x = 0; x < frame_width; x++) {
      gint column = (gint) x - left, row = (gint) y - top;

      if (column < 0 || row < 0 || column >= (gint) (width * zoom)
          || row >= (gint) (height * zoom))
        continue;
      pixels[y * frame_width + x] =
          cell[(guint) row / zoom * width + (guint) column / zoom];
    }
  return g_bytes_new_take (pixels, frame_width * frame_height);
}

/* The next frame shows the 16 × 12 cells of @world as blocks. */
static void
assert_blocks (Stream *stream, LifeWorld *world, guint zoom, gint left,
    gint top, guint frame_width, guint frame_height, const gchar *what)
{
  GstSample *sample = stream_pull (stream);
  GBytes *pixels = sample_pixels (sample);
  GBytes *cells = reference_cells (world);
  GBytes *expected =
      draw_blocks (cells, 16, 12, zoom, left, top, frame_width, frame_height);

  assert_same_pixels (pixels, expected, frame_width, what);
  g_bytes_unref (expected);
  g_bytes_unref (cells);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
}

static void
test_whole_world_shows_at_the_largest_zoom (void)
{
  Stream *stream =
      stream_play (gray_stream ("world-width=16 world-height=12", 163, 130));
  LifeWorld *world = reference_soup (16, 12, 1, 0.35);

  assert_blocks (stream, world, 10, 1, 5, 163, 130, "zoom 10");
  life_world_free (world);
  stream_free (stream);
}

static void
test_large_world_shows_whole (void)
{
  Stream *stream = stream_play (gray_stream (
      "world-width=64 world-height=64 density=1 rule=B/S012345678", 16, 16));
  GstSample *sample = stream_pull (stream);
  GBytes *pixels = sample_pixels (sample);
  guint8 white[16 * 16];
  GBytes *expected;

  memset (white, 255, sizeof white);
  expected = g_bytes_new (white, sizeof white);
  assert_same_pixels (pixels, expected, 16, "a world of live cells");
  g_bytes_unref (expected);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_view_puts_a_cell_at_the_center (void)
{
  Stream *stream = stream_play (gray_stream (
      "world-width=16 world-height=12 zoom=2 view-x=0 view-y=12", 20, 10));
  LifeWorld *world = reference_soup (16, 12, 1, 0.35);

  assert_blocks (stream, world, 2, 10, 5 - 24, 20, 10, "view (0, 12)");
  life_world_free (world);
  stream_free (stream);
}

static void
test_controller_moves_the_zoom (void)
{
  Stream *stream = gray_stream ("world-width=16 world-height=12", 64, 48);
  LifeWorld *world = reference_soup (16, 12, 1, 0.35);

  stream_control (stream, "zoom", 1.0, 200 * GST_MSECOND, 3.0);
  stream_play (stream);
  for (guint i = 0; i < 10; i++) {
    guint zoom = i < 6 ? 1 : 3;
    gchar *what = g_strdup_printf ("frame %u", i);

    assert_blocks (stream, world, zoom, (64 - 16 * (gint) zoom) / 2,
        (48 - 12 * (gint) zoom) / 2, 64, 48, what);
    reference_step (world, 1);
    g_free (what);
  }
  life_world_free (world);
  stream_free (stream);
}

/* --- 3D --- */

/* Frame i shows slice @first + i × @step of generation i. */
static void
check_slices (Stream *stream, LifeAxis axis, gint first, gint step, guint n)
{
  LifeWorld *world = reference_new (8, 6, 4, LIFE_TOPOLOGY_TORUS, "B6/S567");
  guint32 columns, rows, planes;

  g_assert_true (life_world_soup (world, 1, 0.35, NULL));
  life_geometry_plane (
      life_world_get_geometry (world), axis, &columns, &rows, &planes);
  stream_play (stream);
  for (guint i = 0; i < n; i++) {
    gint slice = (first + (gint) i * step + 10 * (gint) planes) % (gint) planes;
    LifeBox box = { 0, 0, 0, 8, 6, 4 };
    GstSample *sample = stream_pull (stream);
    GBytes *pixels = sample_pixels (sample), *expected;
    gchar *what = g_strdup_printf ("frame %u, plane %d", i, slice);

    if (axis == LIFE_AXIS_Z)
      box.z = slice, box.depth = 1;
    else if (axis == LIFE_AXIS_Y)
      box.y = slice, box.height = 1;
    else
      box.x = slice, box.width = 1;
    expected = reference_plane (world, &box);
    assert_same_pixels (pixels, expected, columns, what);
    assert_buffer_world (gst_sample_get_buffer (sample), 8, 6, 4);
    reference_step (world, 1);
    g_free (what);
    g_bytes_unref (expected);
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  life_world_free (world);
  stream_free (stream);
}

#define SOLID "world-width=8 world-height=6 world-depth=4 zoom=1 "

static void
test_3d_shows_the_middle_slice (void)
{
  check_slices (gray_stream (SOLID, 8, 6), LIFE_AXIS_Z, 2, 0, 4);
}

static void
test_3d_shows_the_slice_asked_for (void)
{
  check_slices (gray_stream (SOLID "slice=3", 8, 6), LIFE_AXIS_Z, 3, 0, 4);
}

static void
test_slice_step_walks_around_the_world (void)
{
  check_slices (
      gray_stream (SOLID "slice=1 slice-step=3", 8, 6), LIFE_AXIS_Z, 1, 3, 9);
}

static void
test_slice_step_walks_backwards (void)
{
  check_slices (
      gray_stream (SOLID "slice=1 slice-step=-1", 8, 6), LIFE_AXIS_Z, 1, -1, 9);
}

static void
test_slices_across_y (void)
{
  check_slices (gray_stream (SOLID "slice-axis=y slice-step=1", 8, 4),
      LIFE_AXIS_Y, 3, 1, 7);
}

static void
test_slices_across_x (void)
{
  check_slices (gray_stream (SOLID "slice-axis=x slice-step=1", 6, 4),
      LIFE_AXIS_X, 4, 1, 7);
}

/* --- What it reports --- */

static void
test_meta_holds_generation_population_and_size (void)
{
  Stream *stream = stream_play (gray_stream ("generations=2", 33, 17));
  LifeWorld *reference = reference_soup (33, 17, 1, 0.35);

  for (guint i = 0; i < 4; i++) {
    GstSample *sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);
    LifeStatistics statistics;

    reference_statistics (reference, &statistics);
    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    g_assert_cmpuint (buffer_generation (buffer), ==, 2 * i);
    g_assert_cmpuint (buffer_population (buffer), ==, statistics.population);
    assert_buffer_world (buffer, 33, 17, 1);
    gst_sample_unref (sample);
    reference_step (reference, 2);
  }
  life_world_free (reference);
  stream_free (stream);
}

static void
assert_message_field (
    const GstStructure *fields, const gchar *name, guint64 expected)
{
  guint64 value;

  if (!gst_structure_get_uint64 (fields, name, &value))
    g_error ("the message life has no uint64 called %s", name);
  if (value != expected)
    g_error ("the message life says %s=%" G_GUINT64_FORMAT
             ", expected was %" G_GUINT64_FORMAT,
        name, value, expected);
}

static void
test_messages_report_births_and_deaths (void)
{
  Stream *stream = stream_play (
      gray_stream ("post-messages=true generations=2 num-buffers=5", 40, 30));
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);

  for (guint i = 0; i < 5; i++) {
    GstSample *sample = stream_pull (stream);
    GstMessage *message = stream_wait_message (stream, GST_MESSAGE_ELEMENT);
    const GstStructure *fields = gst_message_get_structure (message);
    LifeStatistics statistics;

    reference_statistics (reference, &statistics);
    g_assert_cmpstr (gst_structure_get_name (fields), ==, "life");
    assert_message_field (fields, "generation", 2 * i);
    assert_message_field (fields, "population", statistics.population);
    assert_message_field (fields, "births", statistics.births);
    assert_message_field (fields, "deaths", statistics.deaths);
    gst_message_unref (message);
    gst_sample_unref (sample);
    reference_step (reference, 2);
  }
  stream_expect_end (stream);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_no_messages_unless_asked_for (void)
{
  Stream *stream = stream_play (gray_stream ("num-buffers=2", 40, 30));

  gst_sample_unref (stream_pull (stream));
  gst_sample_unref (stream_pull (stream));
  stream_expect_end (stream);
  g_assert_null (stream_next_message (stream, GST_MESSAGE_ELEMENT));
  stream_free (stream);
}

static void
test_properties_report_what_runs (void)
{
  Stream *stream = gray_stream ("engine=cpu num-buffers=3", 40, 30);
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
  guint64 generation, population;
  LifeStatistics statistics;
  gchar *engine;

  g_object_get (stream->life, "engine-used", &engine, NULL);
  g_assert_cmpstr (engine, ==, NULL);
  stream_play (stream);
  for (guint i = 0; i < 3; i++)
    gst_sample_unref (stream_pull (stream));
  stream_expect_end (stream);
  g_object_get (stream->life, "engine-used", &engine, "generation", &generation,
      "population", &population, NULL);
  reference_step (reference, 2);
  reference_statistics (reference, &statistics);
  g_assert_cmpstr (engine, ==, "cpu");
  g_assert_cmpuint (generation, ==, 2);
  g_assert_cmpuint (population, ==, statistics.population);
  g_free (engine);
  life_world_free (reference);
  stream_free (stream);
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
  TEST (world_is_as_large_as_the_frame);
  TEST (rule_suffix_sets_size_and_topology);
  TEST (pattern_chooses_a_zoom_that_leaves_it_room);
  TEST (a_soup_shows_180_cells_across_the_shorter_side);
  TEST (a_soup_lies_on_a_torus);
  TEST (a_pattern_has_a_plane_beyond_the_frame);
  TEST (a_pattern_whose_place_is_given_has_a_plane_of_the_frame);
  TEST (a_suffix_wins_over_an_automatic_topology);
  TEST (a_3d_pattern_has_a_plane_of_the_usual_size);
  TEST (world_is_never_smaller_than_its_pattern);
  TEST (3d_world_has_128_cells_per_side);
  TEST (whole_world_shows_at_the_largest_zoom);
  TEST (large_world_shows_whole);
  TEST (view_puts_a_cell_at_the_center);
  TEST (controller_moves_the_zoom);
  TEST (3d_shows_the_middle_slice);
  TEST (3d_shows_the_slice_asked_for);
  TEST (slice_step_walks_around_the_world);
  TEST (slice_step_walks_backwards);
  TEST (slices_across_y);
  TEST (slices_across_x);
  TEST (meta_holds_generation_population_and_size);
  TEST (messages_report_births_and_deaths);
  TEST (no_messages_unless_asked_for);
  TEST (properties_report_what_runs);
  return g_test_run ();
}
