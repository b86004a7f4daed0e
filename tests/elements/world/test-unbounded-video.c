/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges in streams: where things lie in frames, what is reported of them,
 * and what users do to them. That their cells are right is in tests/engine. */
#include "tests/support/elements/lifestep.h"
#include "tests/support/elements/pointer.h"

#include <glib/gstdio.h>

#define UNBOUNDED "topology=unbounded "

static const GstStructure *
fields_of (GstSample *sample)
{
  GstCustomMeta *meta = gst_buffer_get_custom_meta (
      gst_sample_get_buffer (sample), "GstLifeMeta");

  g_assert_nonnull (meta);
  return gst_custom_meta_get_structure (meta);
}

/* Fails unless the live cells of the frame lie in that box and are so many. */
static void
assert_box (GstSample *sample, gint64 x, gint64 y, guint64 width,
    guint64 height, const gchar *population)
{
  const GstStructure *fields = fields_of (sample);
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

static GstSample *
pull_frame (Stream *stream, guint64 frame)
{
  GstSample *sample = stream_pull (stream);

  while (GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)) < frame) {
    gst_sample_unref (sample);
    sample = stream_pull (stream);
  }
  return sample;
}

/* --- Frames --- */

static void
test_a_glider_goes_on_for_ever (void)
{
  Stream *stream = stream_play (gray_stream (
      UNBOUNDED "pattern=glider generations=1000000 zoom=1", 40, 30));

  for (guint i = 0; i < 4; i++) {
    GstSample *sample = stream_pull (stream);

    assert_box (sample, i * 250000, i * 250000, 3, 3, "5");
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_the_view_is_where_the_pattern_was (void)
{
  Stream *stream = stream_play (gray_stream (
      UNBOUNDED "pattern=blinker zoom=2 color-mode=solid", 40, 30));
  GstSample *sample = stream_pull (stream);

  /* The middle of three cells in a row, twice as large. */
  g_assert_cmpuint (pixel_of (sample, 19, 14), ==, 255);
  g_assert_cmpuint (pixel_of (sample, 20, 15), ==, 255);
  g_assert_cmpuint (pixel_of (sample, 17, 14), ==, 255);
  g_assert_cmpuint (pixel_of (sample, 16, 14), ==, 0);
  g_assert_cmpuint (pixel_of (sample, 22, 15), ==, 255);
  g_assert_cmpuint (pixel_of (sample, 23, 15), ==, 0);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_far_places_are_shown (void)
{
  Stream *stream = stream_play (gray_stream (UNBOUNDED
      "pattern=glider generations=4000000 zoom=1 color-mode=solid "
      "view-x=1000001.5 view-y=1000001.5",
      41, 31));
  GstSample *sample = pull_frame (stream, 1);

  assert_box (sample, 1000000, 1000000, 3, 3, "5");
  g_assert_cmpuint (pixel_of (sample, 20, 14), ==, 255);
  g_assert_cmpuint (pixel_of (sample, 19, 14), ==, 0);
  gst_sample_unref (sample);
  stream_free (stream);
}

/* A soup has a cell for each pixel of zoom 1, and three rows and columns of a zoom of 3. */
static void
test_soups_fill_the_first_frame (void)
{
  static const struct {
    const gchar *zoom;
    guint64 width, height;
    const gchar *population;
  } cases[] = { { "1", 40, 30, "1200" }, { "3", 14, 10, "140" },
    { "0.5", 80, 60, "4800" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Stream *stream = stream_play (stream_new (
        "lifesrc name=life " UNBOUNDED "density=1 zoom=%s ! " GRAY (40, 30),
        cases[i].zoom));
    GstSample *sample = stream_pull (stream);

    assert_box (
        sample, 0, 0, cases[i].width, cases[i].height, cases[i].population);
    g_assert_cmpuint (pixel_of (sample, 1, 1), ==, 255);
    g_assert_cmpuint (pixel_of (sample, 38, 28), ==, 255);
    gst_sample_unref (sample);
    stream_free (stream);
  }
}

static void
test_seeks_show_the_same_frames (void)
{
  Stream *stream = stream_play (gray_stream (
      UNBOUNDED "pattern=acorn generations=7 zoom=1 num-buffers=60", 64, 48));
  GBytes *frames[60];

  for (guint i = 0; i < 60; i++) {
    GstSample *sample = stream_pull (stream);

    frames[i] = sample_pixels (sample);
    gst_sample_unref (sample);
  }
  stream_free (stream);
  stream = gray_stream (
      UNBOUNDED "pattern=acorn generations=7 zoom=1 num-buffers=60", 64, 48);
  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < 6; i++) {
    static const guint order[] = { 50, 3, 59, 31, 30, 0 };
    GstSample *sample;
    GBytes *pixels;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, order[i], -1);
    sample = stream_preroll (stream);
    pixels = sample_pixels (sample);
    assert_same_pixels (pixels, frames[order[i]], 64, "after a seek");
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  for (guint i = 0; i < 60; i++)
    g_bytes_unref (frames[i]);
  stream_free (stream);
}

/* Four gliders that fly apart stay in the frame, and fill most of it. */
static void
test_the_camera_fits_what_grows (void)
{
  Stream *stream = stream_play (stream_new (
      "lifesrc name=life " UNBOUNDED "camera=fit generations-growth=15 "
      "num-buffers=300 color-mode=density pattern=\"bo8bo$2bo6bo$3o6b3o7$3o6b3o"
      "$2bo6bo$bo8bo!\" ! " GRAY (64, 64)));

  for (guint i = 0; i < 300; i++) {
    GstSample *sample = stream_pull (stream);
    g_autoptr (GBytes) pixels = sample_pixels (sample);
    const guint8 *data = g_bytes_get_data (pixels, NULL);
    guint lit = 0, edge = 0;

    for (guint k = 0; k < 64 * 64; k++)
      if (data[k] != 0) {
        lit++;
        edge += k % 64 < 24 && k / 64 < 24;
      }
    if (i % 30 == 29 && (lit < 4 || edge == 0))
      g_error ("frame %u: %u pixels are lit, %u of them up and to the left", i,
          lit, edge);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

/* --- What users do --- */

static void
test_clicks_draw_where_they_are_seen (void)
{
  static const gchar *const views[] = { "zoom=1", "zoom=4 rotation=30",
    "zoom=3 view-x=-1000000 view-y=123456789", "zoom=0.5 color-mode=solid" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    Stream *stream = stream_play (stream_new (
        "lifesrc name=life " UNBOUNDED
        "density=0 paused=true color-mode=solid %s ! " GRAY (64, 48),
        views[i]));
    GstSample *sample;

    gst_sample_unref (stream_pull (stream));
    g_assert_true (click (stream, 1, 50, 11));
    sample = pull_next_made (stream);
    g_assert_cmpstr (
        gst_structure_get_string (fields_of (sample), "population-text"), ==,
        "1");
    g_assert_cmpuint (pixel_of (sample, 50, 11), >, 16);
    gst_sample_unref (sample);
    g_assert_true (click (stream, 3, 50, 11));
    sample = pull_next_made (stream);
    g_assert_cmpuint (
        buffer_population (gst_sample_get_buffer (sample)), ==, 0);
    gst_sample_unref (sample);
    stream_free (stream);
  }
}

static gboolean
act (Stream *stream, const gchar *action)
{
  gboolean done = FALSE;

  g_signal_emit_by_name (stream->life, action, &done);
  return done;
}

static void
expect_population (Stream *stream, guint64 population)
{
  GstSample *sample = pull_next_made (stream);

  g_assert_cmpuint (
      buffer_population (gst_sample_get_buffer (sample)), ==, population);
  gst_sample_unref (sample);
}

static void
test_soups_follow_and_are_undone (void)
{
  Stream *stream = stream_play (
      gray_stream (UNBOUNDED "density=1 paused=true zoom=1", 40, 30));
  gboolean done = FALSE;

  gst_sample_unref (stream_pull (stream));
  g_assert_true (act (stream, "clear"));
  expect_population (stream, 0);
  g_signal_emit_by_name (stream->life, "paste", "glider", -70, -30, -1, &done);
  g_assert_true (done);
  expect_population (stream, 5);
  g_assert_true (act (stream, "next-soup"));
  expect_population (stream, 1200);
  g_assert_true (act (stream, "undo"));
  expect_population (stream, 5);
  g_assert_true (act (stream, "undo"));
  expect_population (stream, 0);
  g_assert_true (act (stream, "undo"));
  expect_population (stream, 1200);
  stream_free (stream);
}

/* What is saved lies in the same place when it is loaded. */
static void
test_saved_worlds_keep_their_place (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-unbounded-XXXXXX", NULL);
  g_autofree gchar *path = g_build_filename (folder, "world.rle", NULL);
  Stream *stream = gray_stream (UNBOUNDED "density=0 paused=true", 40, 30);
  gboolean pasted = FALSE, saved = FALSE;
  GstSample *sample;

  stream_set_state (stream, GST_STATE_PAUSED);
  g_signal_emit_by_name (stream->life, "paste", "glider", -30, 20, -1, &pasted);
  g_assert_true (pasted);
  g_signal_emit_by_name (stream->life, "save", path, &saved);
  g_assert_true (saved);
  stream_free (stream);
  stream = stream_new (
      "lifesrc name=life " UNBOUNDED "location=%s ! " GRAY (40, 30), path);
  stream_set_state (stream, GST_STATE_PAUSED);
  sample = stream_preroll (stream);
  assert_box (sample, -30, 20, 3, 3, "5");
  gst_sample_unref (sample);
  stream_free (stream);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_still_worlds_are_stirred (void)
{
  static const gchar *const actions[] = { "reseed", "inject" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    Stream *stream = stream_play (stream_new (
        "lifesrc name=life " UNBOUNDED "pattern=block stagnation=%s "
        "stagnation-frames=5 num-buffers=30 zoom=1 ! " GRAY (40, 30),
        actions[i]));
    guint64 most = 0;

    for (guint frame = 0; frame < 30; frame++) {
      GstSample *sample = stream_pull (stream);

      most = MAX (most, buffer_population (gst_sample_get_buffer (sample)));
      gst_sample_unref (sample);
    }
    g_assert_cmpuint (most, >, 10);
    stream_free (stream);
  }
}

/* --- Macrocell files --- */

/* 2^44 blocks and as many cells four times over, and no births that anybody saw. */
static void
test_macrocell_files_take_hashlife (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-unbounded-XXXXXX", NULL);
  g_autofree gchar *path = g_build_filename (folder, "world.mc", NULL);
  g_autofree gchar *kernel = NULL;
  GString *text = g_string_new ("[M2] (test)\n#R B3/S23\n**$**$$$$$$$\n");
  const GstStructure *fields;
  GstMessage *message;
  GstSample *sample;
  Stream *stream;

  for (guint i = 4; i <= 25; i++)
    g_string_append_printf (
        text, "%u %u %u %u %u\n", i, i - 3, i - 3, i - 3, i - 3);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_string_free (text, TRUE);
  stream = stream_play (stream_new (
      "lifesrc name=life " UNBOUNDED "location=%s post-messages=true "
      "generations=1000000 num-buffers=3 ! " GRAY (64, 48),
      path));
  gst_sample_unref (stream_pull (stream));
  sample = stream_pull (stream);
  assert_box (sample, -33554432 / 2, -33554432 / 2, 33554426, 33554426,
      "70368744177664");
  g_assert_cmpuint (pixel_of (sample, 32, 24), >, 0);
  gst_sample_unref (sample);
  g_object_get (stream->life, "kernel-used", &kernel, NULL);
  g_assert_cmpstr (kernel, ==, "hashlife");
  message = stream_wait_message (stream, GST_MESSAGE_ELEMENT);
  fields = gst_message_get_structure (message);
  g_assert_true (gst_structure_has_field (fields, "population-text"));
  g_assert_false (gst_structure_has_field (fields, "births"));
  gst_message_unref (message);
  stream_free (stream);
  g_remove (path);
  g_rmdir (folder);
}

/* --- lifestep --- */

static void
test_a_first_picture_is_the_world (void)
{
  GstHarness *h = feed (UNBOUNDED "input=first zoom=1 color-mode=solid");
  guint8 pixels[CELLS];

  random_picture (pixels, 7);
  for (guint i = 0; i < 20; i++) {
    LifeWorld *reference = reference_new (
        WIDTH + 60, HEIGHT + 60, 1, LIFE_TOPOLOGY_PLANE, "B3/S23");
    const LifeBox inside = { 30, 30, 0, WIDTH, HEIGHT, 1 };
    g_autofree guint8 *cells = g_new (guint8, CELLS);
    GstBuffer *out;
    GBytes *got, *expected;

    for (guint k = 0; k < CELLS; k++)
      cells[k] = pixels[k] > 127;
    g_assert_true (life_world_write (reference, &inside, cells, NULL));
    reference_step (reference, i + 1);
    g_assert_cmpint (
        gst_harness_push (h, picture (i, pixels)), ==, GST_FLOW_OK);
    out = gst_harness_pull (h);
    got = buffer_pixels (out, gst_pad_get_current_caps (h->sinkpad));
    expected = reference_plane (reference, &inside);
    assert_same_pixels (got, expected, WIDTH, "a picture's world");
    g_bytes_unref (got);
    g_bytes_unref (expected);
    gst_buffer_unref (out);
    life_world_free (reference);
  }
  gst_harness_teardown (h);
}

#define TEST(name) g_test_add_func ("/unbounded-video/" #name, test_##name)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (a_glider_goes_on_for_ever);
  TEST (the_view_is_where_the_pattern_was);
  TEST (far_places_are_shown);
  TEST (soups_fill_the_first_frame);
  TEST (seeks_show_the_same_frames);
  TEST (the_camera_fits_what_grows);
  TEST (clicks_draw_where_they_are_seen);
  TEST (soups_follow_and_are_undone);
  TEST (saved_worlds_keep_their_place);
  TEST (still_worlds_are_stirred);
  TEST (macrocell_files_take_hashlife);
  TEST (a_first_picture_is_the_world);
  return g_test_run ();
}
