/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifestep: what arriving pictures do to its world, which generation a buffer
 * shows, what passes through and what it draws. */
#include "element-test.h"

#define WIDTH 24
#define HEIGHT 18
#define CELLS (WIDTH * HEIGHT)

#define FRAME(format, width, height)                                \
  "video/x-raw,format=" #format ",width=" #width ",height=" #height \
  ",framerate=30/1"

/* A lifestep on its own, fed with GRAY8 pictures of WIDTH × HEIGHT. */
static GstHarness *
feed (const gchar *properties)
{
  gchar *line = g_strdup_printf ("lifestep name=life %s", properties);
  GstHarness *h = gst_harness_new_parse (line);

  gst_harness_set_src_caps_str (h, FRAME (GRAY8, 24, 18));
  g_free (line);
  return h;
}

static GstElement *
life_of (GstHarness *h)
{
  GstElement *life = gst_bin_get_by_name (GST_BIN (h->element), "life");

  g_assert_nonnull (life);
  gst_object_unref (life);
  return life;
}

/* Buffer number @number of a stream at 30 frames/s. */
static GstBuffer *
picture (guint number, const guint8 *pixels)
{
  GstBuffer *buffer = gray_buffer (WIDTH, HEIGHT, pixels);

  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (number, GST_SECOND, 30);
  GST_BUFFER_DURATION (buffer) = GST_SECOND / 30;
  GST_BUFFER_OFFSET (buffer) = number;
  return buffer;
}

/* A picture of white cells at random, another one for each @seed. */
static void
random_picture (guint8 pixels[CELLS], guint64 seed)
{
  LifeWorld *soup = reference_soup (WIDTH, HEIGHT, seed, 0.3);
  GBytes *cells = reference_cells (soup);

  memcpy (pixels, g_bytes_get_data (cells, NULL), CELLS);
  g_bytes_unref (cells);
  life_world_free (soup);
}

static GstBuffer *
push (GstHarness *h, guint number, const guint8 *pixels)
{
  GstBuffer *buffer = gst_harness_push_and_pull (h, picture (number, pixels));

  if (!buffer)
    g_error ("nothing came out for buffer %u", number);
  return buffer;
}

static void
assert_buffer_shows (GstBuffer *buffer, LifeWorld *world, const gchar *what)
{
  GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 24, 18));
  GBytes *pixels = buffer_pixels (buffer, caps);
  GBytes *cells = reference_cells (world);

  assert_same_pixels (pixels, cells, WIDTH, what);
  g_bytes_unref (cells);
  g_bytes_unref (pixels);
  gst_caps_unref (caps);
}

static LifeWorld *
empty_world (void)
{
  return reference_new (WIDTH, HEIGHT, 1, LIFE_TOPOLOGY_TORUS, "B3/S23");
}

static void
write_cells (LifeWorld *world, const guint8 *cells)
{
  LifeBox box = { 0, 0, 0, WIDTH, HEIGHT, 1 };
  GError *error = NULL;

  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

static void
read_cells (LifeWorld *world, guint8 *cells)
{
  LifeBox box = { 0, 0, 0, WIDTH, HEIGHT, 1 };
  GError *error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
}

/* --- What the arriving picture does --- */

/* A cell's next state from its own, the picture under it and the picture
 * before. */
typedef gboolean (*Combine) (
    guint number, gboolean cell, gboolean now, gboolean before);

static gboolean
combine_first (guint number, gboolean cell, gboolean now, gboolean before)
{
  return number == 0 ? now : cell;
}

static gboolean
combine_replace (guint number, gboolean cell, gboolean now, gboolean before)
{
  return now;
}

static gboolean
combine_or (guint number, gboolean cell, gboolean now, gboolean before)
{
  return cell || now;
}

static gboolean
combine_xor (guint number, gboolean cell, gboolean now, gboolean before)
{
  return cell != now;
}

static gboolean
combine_erase (guint number, gboolean cell, gboolean now, gboolean before)
{
  return cell && !now;
}

static gboolean
combine_motion (guint number, gboolean cell, gboolean now, gboolean before)
{
  return cell || (number > 0 && now != before);
}

static gboolean
combine_tick (guint number, gboolean cell, gboolean now, gboolean before)
{
  return cell;
}

/* Feeds five pictures and compares with @reference, which starts as the world
 * does; takes it over. */
static void
check_input (const gchar *properties, Combine combine, LifeWorld *reference)
{
  GstHarness *h = feed (properties);
  guint8 now[CELLS], before[CELLS], cells[CELLS];

  for (guint number = 0; number < 5; number++) {
    gchar *what = g_strdup_printf ("%s, buffer %u", properties, number);
    GstBuffer *buffer;

    random_picture (now, number + 10);
    read_cells (reference, cells);
    for (guint i = 0; i < CELLS; i++)
      cells[i] = combine (number, cells[i] != 0, now[i] != 0, before[i] != 0);
    write_cells (reference, cells);
    reference_step (reference, 1);
    buffer = push (h, number, now);
    assert_buffer_shows (buffer, reference, what);
    g_assert_cmpuint (buffer_generation (buffer), ==, number + 1);
    gst_buffer_unref (buffer);
    memcpy (before, now, CELLS);
    g_free (what);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_first_picture_is_generation_0 (void)
{
  check_input ("", combine_first, empty_world ());
}

static void
test_replace_takes_every_picture (void)
{
  check_input ("input=replace", combine_replace, empty_world ());
}

static void
test_or_adds_every_picture (void)
{
  check_input ("input=or", combine_or, empty_world ());
}

static void
test_xor_changes_the_cells_of_every_picture (void)
{
  check_input ("input=xor", combine_xor, empty_world ());
}

static void
test_erase_kills_the_cells_of_every_picture (void)
{
  check_input ("input=erase density=0.5", combine_erase,
      reference_soup (WIDTH, HEIGHT, 1, 0.5));
}

static void
test_motion_bears_cells_where_pictures_differ (void)
{
  check_input ("input=motion", combine_motion, empty_world ());
}

static void
test_tick_ignores_pictures_and_runs_the_soup (void)
{
  check_input (
      "input=tick", combine_tick, reference_soup (WIDTH, HEIGHT, 1, 0.35));
}

static void
test_tick_runs_a_pattern (void)
{
  check_input ("input=tick pattern=r-pentomino", combine_tick,
      reference_pattern (
          WIDTH, HEIGHT, LIFE_TOPOLOGY_TORUS, "r-pentomino", -1, -1));
}

static void
test_first_leaves_a_given_pattern_alone (void)
{
  check_input ("pattern=r-pentomino", combine_tick,
      reference_pattern (
          WIDTH, HEIGHT, LIFE_TOPOLOGY_TORUS, "r-pentomino", -1, -1));
}

static void
test_first_leaves_a_given_soup_alone (void)
{
  check_input ("density=0.2 seed=5", combine_tick,
      reference_soup (WIDTH, HEIGHT, 5, 0.2));
}

static void
test_or_adds_to_a_given_pattern (void)
{
  check_input ("input=or pattern=r-pentomino", combine_or,
      reference_pattern (
          WIDTH, HEIGHT, LIFE_TOPOLOGY_TORUS, "r-pentomino", -1, -1));
}

/* --- From luma to cells --- */

/* The population of a picture of @luma under a rule that keeps it. */
static guint64
population_of (const gchar *properties, guint8 luma)
{
  gchar *all =
      g_strdup_printf ("input=replace rule=B/S012345678 %s", properties);
  GstHarness *h = feed (all);
  guint8 pixels[CELLS];
  GstBuffer *buffer;
  guint64 population;

  memset (pixels, luma, CELLS);
  buffer = push (h, 0, pixels);
  population = buffer_population (buffer);
  gst_buffer_unref (buffer);
  gst_harness_teardown (h);
  g_free (all);
  return population;
}

static void
test_threshold_is_the_luma_from_which_a_pixel_is_alive (void)
{
  static const struct {
    const gchar *properties;
    guint8 dead, alive;
  } rows[] = {
    { "", 127, 128 },
    { "threshold=0.2", 50, 51 },
    { "threshold=1", 254, 255 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_assert_cmpuint (population_of (rows[i].properties, rows[i].dead), ==, 0);
    g_assert_cmpuint (
        population_of (rows[i].properties, rows[i].alive), ==, CELLS);
  }
  g_assert_cmpuint (population_of ("threshold=0", 0), ==, CELLS);
}

static void
test_threshold_goes_by_the_range_of_the_caps (void)
{
  static const struct {
    guint8 luma;
    guint64 population;
  } rows[] = { { 125, 0 }, { 126, 16 * 16 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    GstHarness *h =
        gst_harness_new_parse ("lifestep input=replace rule=B/S012345678");
    GstBuffer *buffer = gst_buffer_new_allocate (NULL, 16 * 16 * 3 / 2, NULL);

    gst_harness_set_src_caps_str (h, FRAME (I420, 16, 16));
    gst_buffer_memset (buffer, 0, rows[i].luma, 16 * 16);
    gst_buffer_memset (buffer, 16 * 16, 128, 16 * 16 / 2);
    buffer = gst_harness_push_and_pull (h, buffer);
    g_assert_nonnull (buffer);
    g_assert_cmpuint (buffer_population (buffer), ==, rows[i].population);
    gst_buffer_unref (buffer);
    gst_harness_teardown (h);
  }
}

static void
test_zoomed_cell_takes_the_mean_of_its_pixels (void)
{
  GstHarness *h = feed ("input=replace zoom=2 rule=B/S012345678");
  guint8 pixels[CELLS] = { 0 };
  GstBuffer *buffer;

  /* One white pixel of four is dark, two of four are bright enough. */
  pixels[0] = 255;
  pixels[2] = pixels[WIDTH + 3] = 255;
  buffer = push (h, 0, pixels);
  assert_buffer_world (buffer, WIDTH / 2, HEIGHT / 2, 1);
  g_assert_cmpuint (buffer_population (buffer), ==, 1);
  gst_buffer_unref (buffer);
  gst_harness_teardown (h);
}

static void
test_rows_of_any_stride_are_read (void)
{
  GstHarness *h = feed ("input=replace");
  gsize offset[GST_VIDEO_MAX_PLANES] = { 64 };
  gint stride[GST_VIDEO_MAX_PLANES] = { 56 };
  GstBuffer *buffer =
      gst_buffer_new_allocate (NULL, 64 + 56 * HEIGHT + 64, NULL);
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];

  random_picture (pixels, 3);
  gst_buffer_memset (buffer, 0, 255, gst_buffer_get_size (buffer));
  for (guint y = 0; y < HEIGHT; y++)
    gst_buffer_fill (buffer, 64 + 56 * y, pixels + WIDTH * y, WIDTH);
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 1, offset, stride);
  write_cells (reference, pixels);
  reference_step (reference, 1);
  buffer = gst_harness_push_and_pull (h, buffer);
  g_assert_nonnull (buffer);
  assert_buffer_shows (buffer, reference, "a padded picture");
  gst_buffer_unref (buffer);
  life_world_free (reference);
  gst_harness_teardown (h);
}

/* --- Numbering --- */

static void
test_numbering_starts_after_the_picture (void)
{
  GstHarness *h = feed ("start-generation=5 generations=3");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  reference_step (reference, 5);
  for (guint i = 0; i < 4; i++) {
    GstBuffer *buffer = push (h, i, pixels);

    reference_step (reference, 3);
    assert_buffer_shows (buffer, reference, "numbering");
    g_assert_cmpuint (buffer_generation (buffer), ==, 5 + (i + 1) * 3);
    gst_buffer_unref (buffer);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

/* Buffer i of @chain equals buffer i + @ahead of a lifesrc alone. */
static void
check_ahead (const gchar *source, const gchar *chain, guint ahead,
    const gchar *format, guint width, guint height)
{
  gchar *caps = g_strdup_printf (
      "video/x-raw,format=%s,width=%u,height=%u,framerate=30/1", format, width,
      height);
  gchar *what = g_strdup_printf (
      "lifesrc %s ! %s, %s %ux%u", source, chain, format, width, height);
  Stream *alone = stream_new ("lifesrc name=life %s ! %s", source, caps);
  Stream *stepped =
      stream_new ("lifesrc name=life %s ! %s ! %s", source, caps, chain);

  stream_play (alone);
  stream_play (stepped);
  for (guint i = 0; i < ahead; i++)
    gst_sample_unref (stream_pull (alone));
  for (guint i = 0; i < 5; i++) {
    GstSample *expected = stream_pull (alone), *got = stream_pull (stepped);
    GBytes *e = sample_pixels (expected), *g = sample_pixels (got);

    g_assert_true (gst_caps_is_equal (
        gst_sample_get_caps (expected), gst_sample_get_caps (got)));
    assert_same_pixels (g, e, width, what);
    g_bytes_unref (e);
    g_bytes_unref (g);
    gst_sample_unref (expected);
    gst_sample_unref (got);
  }
  stream_free (stepped);
  stream_free (alone);
  g_free (what);
  g_free (caps);
}

static void
test_replace_equals_lifesrc_one_frame_on (void)
{
  static const gchar *const formats[] = { "GRAY8", "I420", "NV12", "RGBA",
    "BGRA", "RGBx", "BGRx" };
  static const guint sizes[][2] = { { 1, 1 }, { 3, 5 }, { 33, 17 },
    { 64, 48 } };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      check_ahead ("density=0.5", "lifestep input=replace", 1, formats[i],
          sizes[j][0], sizes[j][1]);
}

static void
test_replace_equals_lifesrc_one_frame_on_when_zoomed (void)
{
  check_ahead ("zoom=3", "lifestep input=replace zoom=3", 1, "I420", 50, 31);
  check_ahead ("world-width=10 world-height=8",
      "lifestep input=replace world-width=10 world-height=8", 1, "NV12", 65,
      47);
}

static void
test_replace_equals_lifesrc_several_generations_on (void)
{
  check_ahead ("generations=3", "lifestep input=replace generations=3", 1,
      "GRAY8", 40, 30);
}

static void
test_first_equals_lifesrc_one_frame_on (void)
{
  check_ahead ("density=0.5", "lifestep", 1, "I420", 33, 17);
}

static void
test_lifesteps_chain (void)
{
  check_ahead ("density=0.5", "lifestep input=replace ! lifestep input=replace",
      2, "I420", 33, 17);
  check_ahead ("density=0.5", "lifestep ! lifestep input=replace ! lifestep", 3,
      "GRAY8", 40, 30);
}

static void
test_3d_worlds_step_too (void)
{
  check_ahead ("world-width=20 world-height=16 world-depth=4",
      "lifestep input=tick world-width=20 world-height=16 world-depth=4 "
      "density=0.35",
      1, "GRAY8", 20, 16);
}

/* --- What passes through --- */

static void
test_times_pass_through (void)
{
  GstHarness *h = feed ("");
  guint8 pixels[CELLS] = { 0 };
  GstBuffer *buffer = picture (0, pixels);

  GST_BUFFER_PTS (buffer) = 1234567;
  GST_BUFFER_DURATION (buffer) = 7654321;
  GST_BUFFER_OFFSET (buffer) = 99;
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  buffer = gst_harness_push_and_pull (h, buffer);
  g_assert_nonnull (buffer);
  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, 1234567);
  g_assert_cmpuint (GST_BUFFER_DURATION (buffer), ==, 7654321);
  g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, 99);
  g_assert_true (GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT));
  gst_buffer_unref (buffer);
  gst_harness_teardown (h);
}

static void
test_buffers_without_times_are_generations (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  for (guint i = 0; i < 3; i++) {
    GstBuffer *buffer =
        gst_harness_push_and_pull (h, gray_buffer (WIDTH, HEIGHT, pixels));

    g_assert_nonnull (buffer);
    reference_step (reference, 1);
    assert_buffer_shows (buffer, reference, "without times");
    g_assert_false (GST_BUFFER_PTS_IS_VALID (buffer));
    gst_buffer_unref (buffer);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_meta_is_replaced_and_not_doubled (void)
{
  Stream *stream = stream_play (stream_new ("lifesrc generations=7 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life zoom=2"));

  for (guint i = 0; i < 4; i++) {
    GstSample *sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);

    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
    assert_buffer_world (buffer, WIDTH / 2, HEIGHT / 2, 1);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_messages_and_properties_tell_every_frame (void)
{
  Stream *stream = stream_play (stream_new ("lifesrc num-buffers=3 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life post-messages=true engine=cpu"));
  LifeWorld *reference = reference_soup (WIDTH, HEIGHT, 1, 0.35);
  guint64 generation, population;
  LifeStatistics statistics;
  gchar *engine;

  for (guint i = 0; i < 3; i++) {
    GstSample *sample = stream_pull (stream);
    GstMessage *message = stream_wait_message (stream, GST_MESSAGE_ELEMENT);
    guint64 births, deaths;

    reference_step (reference, 1);
    reference_statistics (reference, &statistics);
    g_assert_true (gst_structure_get (gst_message_get_structure (message),
        "generation", G_TYPE_UINT64, &generation, "population", G_TYPE_UINT64,
        &population, "births", G_TYPE_UINT64, &births, "deaths", G_TYPE_UINT64,
        &deaths, NULL));
    g_assert_cmpuint (generation, ==, i + 1);
    g_assert_cmpuint (population, ==, statistics.population);
    g_assert_cmpuint (births, ==, statistics.births);
    g_assert_cmpuint (deaths, ==, statistics.deaths);
    gst_message_unref (message);
    gst_sample_unref (sample);
  }
  stream_expect_end (stream);
  g_object_get (stream->life, "generation", &generation, "population",
      &population, "engine-used", &engine, NULL);
  g_assert_cmpuint (generation, ==, 3);
  g_assert_cmpuint (population, ==, statistics.population);
  g_assert_cmpstr (engine, ==, "cpu");
  g_free (engine);
  life_world_free (reference);
  stream_free (stream);
}

/* --- What happens in mid-stream --- */

static void
test_late_buffers_are_generations_all_the_same (void)
{
  GstHarness *h = feed ("input=xor");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS], cells[CELLS];
  guint dropped = 0;

  for (guint number = 0; number < 12; number++) {
    GstBuffer *buffer;

    random_picture (pixels, number + 1);
    read_cells (reference, cells);
    for (guint i = 0; i < CELLS; i++)
      cells[i] = (cells[i] != 0) != (pixels[i] != 0);
    write_cells (reference, cells);
    reference_step (reference, 1);

    /* Downstream says that buffer 3 was 100 ms late. */
    if (number == 4)
      gst_harness_push_upstream_event (
          h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, 100 * GST_MSECOND,
                 100 * GST_MSECOND));
    g_assert_cmpint (
        gst_harness_push (h, picture (number, pixels)), ==, GST_FLOW_OK);
    buffer = gst_harness_try_pull (h);
    if (!buffer) {
      dropped++;
      continue;
    }
    g_assert_cmpuint (buffer_generation (buffer), ==, number + 1);
    assert_buffer_shows (buffer, reference, "after late buffers");
    gst_buffer_unref (buffer);
  }
  g_assert_cmpuint (dropped, >, 0);
  g_assert_cmpuint (dropped, <, 8);
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_late_buffers_are_told (void)
{
  GstHarness *h = feed ("");
  guint8 pixels[CELLS];
  guint64 generation;

  random_picture (pixels, 1);
  gst_buffer_unref (push (h, 0, pixels));
  gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, GST_SECOND, 0));
  g_assert_cmpint (gst_harness_push (h, picture (1, pixels)), ==, GST_FLOW_OK);
  g_assert_null (gst_harness_try_pull (h));
  g_object_get (life_of (h), "generation", &generation, NULL);
  g_assert_cmpuint (generation, ==, 2);
  gst_harness_teardown (h);
}

static void
test_flush_keeps_the_world (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = empty_world ();
  GstSegment segment;
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  for (guint i = 0; i < 6; i++) {
    GstBuffer *buffer;

    if (i == 3) {
      gst_segment_init (&segment, GST_FORMAT_TIME);
      g_assert_true (gst_harness_push_event (h, gst_event_new_flush_start ()));
      g_assert_true (
          gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
      g_assert_true (
          gst_harness_push_event (h, gst_event_new_segment (&segment)));
    }
    random_picture (pixels, i + 1);
    buffer = push (h, i, pixels);
    reference_step (reference, 1);
    assert_buffer_shows (buffer, reference, "around a flush");
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
    gst_buffer_unref (buffer);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_new_format_keeps_the_world (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];
  GstBuffer *buffer;

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  reference_step (reference, 2);
  gst_buffer_unref (push (h, 0, pixels));
  gst_harness_set_src_caps_str (h, FRAME (BGRx, 24, 18));
  buffer = gst_buffer_new_allocate (NULL, CELLS * 4, NULL);
  gst_buffer_memset (buffer, 0, 255, CELLS * 4);
  buffer = gst_harness_push_and_pull (h, buffer);
  g_assert_nonnull (buffer);
  g_assert_cmpuint (buffer_generation (buffer), ==, 2);
  {
    LifeStatistics statistics;

    reference_statistics (reference, &statistics);
    g_assert_cmpuint (buffer_population (buffer), ==, statistics.population);
  }
  gst_buffer_unref (buffer);
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_new_size_restarts_the_world (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = reference_soup (30, 20, 4, 0.3);
  GBytes *cells = reference_cells (reference);
  guint8 pixels[CELLS];
  GstBuffer *buffer;
  GstSample *sample;

  random_picture (pixels, 1);
  gst_buffer_unref (push (h, 0, pixels));
  gst_buffer_unref (push (h, 1, pixels));
  gst_harness_set_src_caps_str (h, FRAME (GRAY8, 30, 20));
  buffer = gst_harness_push_and_pull (
      h, gray_buffer (30, 20, g_bytes_get_data (cells, NULL)));
  g_assert_nonnull (buffer);
  g_assert_cmpuint (buffer_generation (buffer), ==, 1);
  reference_step (reference, 1);
  {
    GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 30, 20));

    sample = gst_sample_new (buffer, caps, NULL, NULL);
    gst_caps_unref (caps);
  }
  assert_shows (sample, reference, "the first larger frame");
  gst_sample_unref (sample);
  gst_buffer_unref (buffer);
  g_bytes_unref (cells);
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_controller_moves_the_zoom (void)
{
  Stream *stream = stream_new ("lifesrc density=0 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life input=tick density=1 "
                     "rule=B/S012345678 world-width=4 world-height=4");

  stream_control (stream, "zoom", 1.0, 100 * GST_MSECOND, 3.0);
  stream_play (stream);
  for (guint i = 0; i < 6; i++) {
    GstSample *sample = stream_pull (stream);
    GBytes *pixels = sample_pixels (sample);
    const guint8 *pixel = g_bytes_get_data (pixels, NULL);
    guint zoom = i < 3 ? 1 : 3, white = 0;

    for (guint p = 0; p < CELLS; p++)
      white += pixel[p] == 255;
    g_assert_cmpuint (white, ==, 16 * zoom * zoom);
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep/" #name, test_##name)
  TEST (first_picture_is_generation_0);
  TEST (replace_takes_every_picture);
  TEST (or_adds_every_picture);
  TEST (xor_changes_the_cells_of_every_picture);
  TEST (erase_kills_the_cells_of_every_picture);
  TEST (motion_bears_cells_where_pictures_differ);
  TEST (tick_ignores_pictures_and_runs_the_soup);
  TEST (tick_runs_a_pattern);
  TEST (first_leaves_a_given_pattern_alone);
  TEST (first_leaves_a_given_soup_alone);
  TEST (or_adds_to_a_given_pattern);
  TEST (threshold_is_the_luma_from_which_a_pixel_is_alive);
  TEST (threshold_goes_by_the_range_of_the_caps);
  TEST (zoomed_cell_takes_the_mean_of_its_pixels);
  TEST (rows_of_any_stride_are_read);
  TEST (numbering_starts_after_the_picture);
  TEST (replace_equals_lifesrc_one_frame_on);
  TEST (replace_equals_lifesrc_one_frame_on_when_zoomed);
  TEST (replace_equals_lifesrc_several_generations_on);
  TEST (first_equals_lifesrc_one_frame_on);
  TEST (lifesteps_chain);
  TEST (3d_worlds_step_too);
  TEST (times_pass_through);
  TEST (buffers_without_times_are_generations);
  TEST (meta_is_replaced_and_not_doubled);
  TEST (messages_and_properties_tell_every_frame);
  TEST (late_buffers_are_generations_all_the_same);
  TEST (late_buffers_are_told);
  TEST (flush_keeps_the_world);
  TEST (new_format_keeps_the_world);
  TEST (new_size_restarts_the_world);
  TEST (controller_moves_the_zoom);
  return g_test_run ();
}
