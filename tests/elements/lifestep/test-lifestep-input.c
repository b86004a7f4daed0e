/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How arriving pictures change lifestep's world, and from which luma on a pixel
 * is alive. */
#include "tests/support/elements/lifestep.h"

/* A cell's next state from its own, the picture over it and the previous
 * picture. */
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

/* Feeds five pictures and compares with @reference, which starts like the
 * world; takes ownership of it. */
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
test_motion_births_cells_where_pictures_differ (void)
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

/* The population after a picture of @luma under a rule that keeps all cells. */
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

  /* One white pixel of four is too dark, two of four are bright enough. */
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

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep-input/" #name, test_##name)
  TEST (first_picture_is_generation_0);
  TEST (replace_takes_every_picture);
  TEST (or_adds_every_picture);
  TEST (xor_changes_the_cells_of_every_picture);
  TEST (erase_kills_the_cells_of_every_picture);
  TEST (motion_births_cells_where_pictures_differ);
  TEST (tick_ignores_pictures_and_runs_the_soup);
  TEST (tick_runs_a_pattern);
  TEST (first_leaves_a_given_pattern_alone);
  TEST (first_leaves_a_given_soup_alone);
  TEST (or_adds_to_a_given_pattern);
  TEST (threshold_is_the_luma_from_which_a_pixel_is_alive);
  TEST (threshold_goes_by_the_range_of_the_caps);
  TEST (zoomed_cell_takes_the_mean_of_its_pixels);
  TEST (rows_of_any_stride_are_read);
  return g_test_run ();
}
