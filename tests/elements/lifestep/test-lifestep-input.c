/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How arriving pictures change lifestep's world, from which luma on a pixel is
 * alive, and caps that change: the world stays unless its size does. */
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
combine (Combination how, guint number, gboolean cell, gboolean now,
    gboolean previous)
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
      return cell || (number > 0 && now != previous);
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
  guint8 now[CELLS], previous[CELLS], cells[CELLS];

  g_test_message ("%s", properties);
  for (guint number = 0; number < 5; number++) {
    random_picture (now, number + 10);
    read_cells (reference, cells);
    for (guint i = 0; i < CELLS; i++)
      cells[i] =
          combine (how, number, cells[i] != 0, now[i] != 0, previous[i] != 0);
    write_cells (reference, cells);
    push_and_compare (h, number, now, reference, 1);
    memcpy (previous, now, CELLS);
  }
  life_world_free (reference);
}

/* The first picture leaves a pattern or a soup that is set alone. */
static void
test_pictures_change_the_world_as_input_is_set (void)
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
test_zoomed_cell_is_the_mean_of_its_pixels (void)
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

/* --- Caps that change --- */

/* A dark frame with one square, which moves by one to the right with each
 * @number; 4:2:0 chroma is gray. */
static GstBuffer *
square (GstVideoFormat format, guint scale, guint number)
{
  guint width = WIDTH * scale, height = HEIGHT * scale;
  GstVideoInfo info;
  GstVideoFrame frame;
  GstBuffer *buffer;

  gst_video_info_set_format (&info, format, width, height);
  buffer = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
  gst_buffer_memset (buffer, 0, 128, GST_VIDEO_INFO_SIZE (&info));
  g_assert_true (gst_video_frame_map (&frame, &info, buffer, GST_MAP_WRITE));
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      gboolean lit = x / scale >= 5 + number && x / scale < 9 + number
                     && y / scale >= 5 && y / scale < 9;
      guint step = GST_VIDEO_FRAME_COMP_PSTRIDE (&frame, 0);
      guint8 *pixel = (guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&frame, 0)
                      + y * GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0) + x * step;

      if (GST_VIDEO_INFO_IS_YUV (&info))
        *pixel = lit ? 235 : 16;
      else
        memset (pixel, lit ? 255 : 0, step);
    }
  gst_video_frame_unmap (&frame);
  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (number, GST_SECOND, 30);
  GST_BUFFER_DURATION (buffer) = GST_SECOND / 30;
  return buffer;
}

/* The caps of such frames. */
static GstCaps *
square_caps (GstVideoFormat format, guint scale)
{
  return gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING,
      gst_video_format_to_string (format), "width", G_TYPE_INT, WIDTH * scale,
      "height", G_TYPE_INT, HEIGHT * scale, "framerate", GST_TYPE_FRACTION, 30,
      1, NULL);
}

/* What comes out is @generation, and so many cells live. */
static void
push_square (GstHarness *h, GstBuffer *in, GstCaps *caps, guint64 generation,
    guint64 population)
{
  g_autoptr (GstBuffer) buffer = NULL;

  gst_harness_set_src_caps (h, caps);
  buffer = gst_harness_push_and_pull (h, in);
  g_assert_cmpuint (buffer_generation (buffer), ==, generation);
  g_assert_cmpuint (buffer_population (buffer), ==, population);
}

static const GstVideoFormat changing[] = { GST_VIDEO_FORMAT_GRAY8,
  GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_BGRA, GST_VIDEO_FORMAT_RGB,
  GST_VIDEO_FORMAT_Y42B, GST_VIDEO_FORMAT_GRAY8 };

/* A picture in a new format, or of a new size on a world whose size is set, has not moved. Moved by one, four cells
 * become dark and others bright. */
static void
test_new_pictures_have_not_moved (void)
{
  static const gchar *const properties[] = { "",
    " world-width=24 world-height=18" };

  for (guint k = 0; k < 2; k++) {
    g_autofree gchar *all = g_strconcat (
        "input=motion rule=B/S012345678 threshold=0.1", properties[k], NULL);
    g_autoptr (Harness) h = feed (all);
    const GstVideoFormat last = GST_VIDEO_FORMAT_I420;

    for (guint i = 0; i < G_N_ELEMENTS (changing); i++) {
      const guint scale = k * i + 1;

      push_square (h, square (changing[i], scale, 0),
          square_caps (changing[i], scale), i + 1, 0);
    }
    push_square (h, square (last, k + 1, 1), square_caps (last, k + 1),
        G_N_ELEMENTS (changing) + 1, 8);
  }
}

/* The world has the picture's size: each change of it begins a new world, whose
 * first picture is generation 0 again. */
static void
test_each_new_size_restarts_the_world (void)
{
  static const guint scales[] = { 1, 1, 2, 2, 2, 1, 3, 3 };
  static const guint expected[] = { 1, 2, 1, 2, 3, 1, 1, 2 };
  g_autoptr (Harness) h = feed ("rule=B/S012345678");

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    push_square (h, square (changing[i % 6], scales[i], i),
        square_caps (changing[i % 6], scales[i]), expected[i],
        16 * scales[i] * scales[i]);
}

static void
test_new_frame_rate_leaves_the_world (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 1);

  for (guint i = 0; i < 4; i++) {
    if (i == 2)
      gst_harness_set_src_caps_str (
          h, "video/x-raw,format=GRAY8,width=24,height=18,framerate=5/1");
    push_and_compare (h, i, pixels, reference, 1);
  }
}

/* The picture below has the new format and size at once. */
static void
test_overlay_follows_new_caps (void)
{
  g_autoptr (Harness) h = feed ("input=tick density=0 output=overlay");

  for (guint i = 0; i < G_N_ELEMENTS (changing); i++) {
    guint scale = i / 2 + 1;
    GstBuffer *in = square (changing[i], scale, 0);
    g_autoptr (GstCaps) caps = square_caps (changing[i], scale);
    g_autoptr (GBytes) expected = buffer_pixels (in, caps), got = NULL;
    g_autoptr (GstBuffer) out = NULL;

    gst_harness_set_src_caps (h, gst_caps_ref (caps));
    out = gst_harness_push_and_pull (h, in);
    got = buffer_pixels (out, caps);
    assert_same_pixels (got, expected, WIDTH * scale, "a picture overlaid");
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep-input/" #name, test_##name)
  TEST (pictures_change_the_world_as_input_is_set);
  TEST (threshold_is_the_luma_from_which_a_pixel_is_alive);
  TEST (threshold_goes_by_the_range_of_the_caps);
  TEST (zoomed_cell_is_the_mean_of_its_pixels);
  TEST (rows_of_any_stride_are_read);
  TEST (new_pictures_have_not_moved);
  TEST (each_new_size_restarts_the_world);
  TEST (new_frame_rate_leaves_the_world);
  TEST (overlay_follows_new_caps);
  return g_test_run ();
}
