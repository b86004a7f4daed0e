/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges in streams: files, cameras, and a filter's first picture. Scripts are in unbounded.steps; that
 * their cells are right is in tests/engine. */
#include "tests/support/elements/lifestep.h"
#include "tests/support/elements/pointer.h"

#define UNBOUNDED "topology=unbounded "

/* Fails unless the live cells of the frame lie in that box and are so many. */
static void
assert_box (GstSample *sample, gint64 x, gint64 y, guint64 width,
    guint64 height, const gchar *population)
{
  const GstStructure *fields = buffer_life (gst_sample_get_buffer (sample));
  gint64 left, top;
  guint64 columns, rows;

  g_assert_true (gst_structure_get (fields, "x", G_TYPE_INT64, &left, "y",
      G_TYPE_INT64, &top, "width", G_TYPE_UINT64, &columns, "height",
      G_TYPE_UINT64, &rows, NULL));
  g_assert_cmpint (left, ==, x);
  g_assert_cmpint (top, ==, y);
  g_assert_cmpuint (columns, ==, width);
  g_assert_cmpuint (rows, ==, height);
  g_assert_cmpstr (
      gst_structure_get_string (fields, "population-text"), ==, population);
}

/* Four gliders that fly apart stay in the frame, and fill most of it. */
static void
test_the_camera_fits_what_grows (void)
{
  g_autoptr (Stream) stream = stream_play (gray_stream (UNBOUNDED
      "camera=fit generations-growth=15 color-mode=density "
      "pattern=\"bo8bo$2bo6bo$3o6b3o7$3o6b3o$2bo6bo$bo8bo!\"",
      64, 64));

  for (guint i = 0; i < 10; i++) {
    g_autoptr (GBytes) pixels = NULL;
    const guint8 *data;
    guint lit = 0, edge = 0;

    stream_skip (stream, 29);
    pixels = stream_pull_pixels (stream);
    data = g_bytes_get_data (pixels, NULL);
    for (guint k = 0; k < 64 * 64; k++)
      if (data[k] != 0) {
        lit++;
        edge += k % 64 < 24 && k / 64 < 24;
      }
    if (lit < 4 || edge == 0)
      g_error ("frame %u: %u pixels are lit, %u of them up and to the left",
          30 * i + 29, lit, edge);
  }
}

/* --- Macrocell files --- */

/* 2^44 blocks and as many cells four times over, and no births that anybody saw. */
static void
assert_hashlife_plays (const gchar *property, const gchar *value)
{
  g_autofree gchar *kernel = NULL;
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GstSample) sample = NULL;
  g_autoptr (Stream) stream =
      stream_new ("lifesrc name=life " UNBOUNDED "post-messages=true "
                  "generations=1000000 num-buffers=3 ! " GRAY (64, 48));
  const GstStructure *fields;

  g_object_set (stream->life, property, value, NULL);
  stream_skip (stream_play (stream), 1);
  sample = stream_pull (stream);
  assert_box (sample, -33554432 / 2, -33554432 / 2, 33554426, 33554426,
      "70368744177664");
  g_assert_cmpuint (pixel_of (sample, 32, 24), >, 0);
  g_object_get (stream->life, "kernel-used", &kernel, NULL);
  g_assert_cmpstr (kernel, ==, "hashlife");
  message = stream_wait_message (stream, GST_MESSAGE_ELEMENT);
  fields = gst_message_get_structure (message);
  g_assert_true (gst_structure_has_field (fields, "population-text"));
  g_assert_false (gst_structure_has_field (fields, "births"));
}

/* From a file and as text. */
static void
test_macrocells_choose_hashlife (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree gchar *path = g_build_filename (folder, "world.mc", NULL);
  g_autoptr (GString) text =
      g_string_new ("[M2] (test)\n#R B3/S23\n**$**$$$$$$$\n");

  for (guint i = 4; i <= 25; i++)
    g_string_append_printf (
        text, "%u %u %u %u %u\n", i, i - 3, i - 3, i - 3, i - 3);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  assert_hashlife_plays ("location", path);
  assert_hashlife_plays ("pattern", text->str);
}

/* --- lifestep --- */

static void
test_a_first_picture_is_the_world (void)
{
  g_autoptr (Harness) h =
      feed (UNBOUNDED "input=first zoom=1 color-mode=solid");
  guint8 pixels[CELLS];

  random_picture (pixels, 7);
  for (guint i = 0; i < 20; i++) {
    g_autoptr (LifeWorld) reference = reference_new (
        WIDTH + 60, HEIGHT + 60, 1, LIFE_TOPOLOGY_PLANE, "B3/S23");
    const LifeBox inside = { 30, 30, 0, WIDTH, HEIGHT, 1 };
    g_autoptr (GstBuffer) out = push (h, i, pixels);
    g_autoptr (GBytes) got = buffer_cells (out), expected = NULL;

    g_assert_true (life_world_write (reference, &inside, pixels, NULL));
    reference_step (reference, i + 1);
    expected = reference_plane (reference, &inside);
    assert_same_pixels (got, expected, WIDTH, "a picture's world");
  }
}

#define TEST(name) g_test_add_func ("/unbounded-video/" #name, test_##name)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (the_camera_fits_what_grows);
  TEST (macrocells_choose_hashlife);
  TEST (a_first_picture_is_the_world);
  return g_test_run ();
}
