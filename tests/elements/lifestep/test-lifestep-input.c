/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How arriving pictures change lifestep's world, and from which luma on a pixel
 * is alive. */
#include "tests/support/elements/lifestep.h"

/* How a cell of the world is combined with the picture over it and the previous picture. */
typedef enum {
  FIRST,
  REPLACE,
  OR,
  XOR,
  ERASE,
  MOTION,
  TICK
} Combination;

static gboolean
combine (
    Combination how, guint number, gboolean cell, gboolean now, gboolean before)
{
  switch (how) {
    case FIRST:
      return number == 0 ? now : cell;
    case REPLACE:
      return now;
    case OR:
      return cell || now;
    case XOR:
      return cell != now;
    case ERASE:
      return cell && !now;
    case MOTION:
      return cell || (number > 0 && now != before);
    default:
      return cell;
  }
}

#define SOUP(seed, density) reference_soup (WIDTH, HEIGHT, seed, density)
#define PATTERN \
  reference_pattern (WIDTH, HEIGHT, LIFE_TOPOLOGY_TORUS, "r-pentomino", -1, -1)

/* Feeds five pictures and compares with @reference, which starts like the
 * world; takes ownership of it. */
static void
check_input (const gchar *properties, Combination how, LifeWorld *reference)
{
  g_autoptr (Harness) h = feed (properties);
  guint8 now[CELLS], before[CELLS], cells[CELLS];

  g_test_message ("%s", properties);
  for (guint number = 0; number < 5; number++) {
    random_picture (now, number + 10);
    read_cells (reference, cells);
    for (guint i = 0; i < CELLS; i++)
      cells[i] =
          combine (how, number, cells[i] != 0, now[i] != 0, before[i] != 0);
    write_cells (reference, cells);
    push_and_compare (h, number, now, reference, 1);
    memcpy (before, now, CELLS);
  }
  life_world_free (reference);
}

/* The first picture leaves a pattern or a soup that is set alone. */
static void
test_pictures_change_the_world_as_input_says (void)
{
  check_input ("", FIRST, empty_world ());
  check_input ("pattern=r-pentomino", TICK, PATTERN);
  check_input ("density=0.2 seed=5", TICK, SOUP (5, 0.2));
  check_input ("input=replace", REPLACE, empty_world ());
  check_input ("input=or", OR, empty_world ());
  check_input ("input=or pattern=r-pentomino", OR, PATTERN);
  check_input ("input=xor", XOR, empty_world ());
  check_input ("input=erase density=0.5", ERASE, SOUP (1, 0.5));
  check_input ("input=motion", MOTION, empty_world ());
  check_input ("input=tick", TICK, SOUP (1, 0.35));
  check_input ("input=tick pattern=r-pentomino", TICK, PATTERN);
}

/* --- From luma to cells --- */

/* The population after a picture of @luma under a rule that keeps all cells. */
static guint64
population_of (const gchar *properties, guint8 luma)
{
  g_autofree gchar *all =
      g_strdup_printf ("input=replace rule=B/S012345678 %s", properties);
  g_autoptr (Harness) h = feed (all);
  guint8 pixels[CELLS];
  g_autoptr (GstBuffer) buffer = NULL;

  memset (pixels, luma, CELLS);
  buffer = push (h, 0, pixels);
  return buffer_population (buffer);
}

static void
test_threshold_is_the_luma_from_which_a_pixel_is_alive (void)
{
  static const struct {
    const gchar *properties;
    guint8 alive;
  } rows[] = { { "", 128 }, { "threshold=0.2", 51 }, { "threshold=1", 255 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const guint8 alive = rows[i].alive;

    g_assert_cmpuint (population_of (rows[i].properties, alive - 1), ==, 0);
    g_assert_cmpuint (population_of (rows[i].properties, alive), ==, CELLS);
  }
  g_assert_cmpuint (population_of ("threshold=0", 0), ==, CELLS);
}

static void
test_threshold_goes_by_the_range_of_the_caps (void)
{
  for (guint8 luma = 125; luma <= 126; luma++) {
    g_autoptr (Harness) h =
        gst_harness_new_parse ("lifestep input=replace rule=B/S012345678");
    GstBuffer *buffer = gst_buffer_new_allocate (NULL, 16 * 16 * 3 / 2, NULL);

    gst_harness_set_src_caps_str (h, FRAME (I420, 16, 16));
    gst_buffer_memset (buffer, 0, luma, 16 * 16);
    gst_buffer_memset (buffer, 16 * 16, 128, 16 * 16 / 2);
    buffer = gst_harness_push_and_pull (h, buffer);
    g_assert_cmpuint (
        buffer_population (buffer), ==, luma == 126 ? 16 * 16 : 0);
    gst_buffer_unref (buffer);
  }
}

/* One white pixel of four is too dark, two of four are bright enough. */
static void
test_zoomed_cell_takes_the_mean_of_its_pixels (void)
{
  g_autoptr (Harness) h = feed ("input=replace zoom=2 rule=B/S012345678");
  guint8 pixels[CELLS] = { [0] = 255, [2] = 255, [WIDTH + 3] = 255 };
  g_autoptr (GstBuffer) buffer = push (h, 0, pixels);

  assert_buffer_world (buffer, WIDTH / 2, HEIGHT / 2, 1);
  g_assert_cmpuint (buffer_population (buffer), ==, 1);
}

static void
test_rows_of_any_stride_are_read (void)
{
  g_autoptr (Harness) h = feed ("input=replace");
  gsize offset[GST_VIDEO_MAX_PLANES] = { 64 };
  gint stride[GST_VIDEO_MAX_PLANES] = { 56 };
  GstBuffer *buffer =
      gst_buffer_new_allocate (NULL, 64 + 56 * HEIGHT + 64, NULL);
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 3);

  gst_buffer_memset (buffer, 0, 255, gst_buffer_get_size (buffer));
  for (guint y = 0; y < HEIGHT; y++)
    gst_buffer_fill (buffer, 64 + 56 * y, pixels + WIDTH * y, WIDTH);
  gst_buffer_add_video_meta_full (buffer, GST_VIDEO_FRAME_FLAG_NONE,
      GST_VIDEO_FORMAT_GRAY8, WIDTH, HEIGHT, 1, offset, stride);
  reference_step (reference, 1);
  buffer = gst_harness_push_and_pull (h, buffer);
  assert_buffer_shows (buffer, reference, "a padded picture");
  gst_buffer_unref (buffer);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep-input/" #name, test_##name)
  TEST (pictures_change_the_world_as_input_says);
  TEST (threshold_is_the_luma_from_which_a_pixel_is_alive);
  TEST (threshold_goes_by_the_range_of_the_caps);
  TEST (zoomed_cell_takes_the_mean_of_its_pixels);
  TEST (rows_of_any_stride_are_read);
  return g_test_run ();
}
