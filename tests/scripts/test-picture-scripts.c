/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/png.sh and gif.sh, end to end: what they write is decoded again and compared
 * with lifesrc's frames; and tools/make-gallery.sh. */
#include "tests/support/elements/element.h"
#include "tests/support/programs/script.h"

/* --- Without loss --- */

/* The frames of a lifesrc in RGBA, one after the other. */
static GBytes *
source_frames (
    const gchar *properties, guint n, guint width, guint height, guint fps)
{
  Stream *stream = stream_play (
      stream_new ("lifesrc name=life engine=cpu %s ! video/x-raw,format=RGBA,"
                  "width=%u,height=%u,framerate=%u/1",
          properties, width, height, fps));
  GByteArray *all = g_byte_array_new ();

  for (guint i = 0; i < n; i++) {
    GstSample *sample = stream_pull (stream);
    GBytes *pixels = sample_pixels (sample);

    g_byte_array_append (
        all, g_bytes_get_data (pixels, NULL), g_bytes_get_size (pixels));
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  stream_free (stream);
  return g_byte_array_free_to_bytes (all);
}

static void
expect_same_frames (GBytes *got, GBytes *expected, gsize size)
{
  const guint8 *g, *e;

  if (got == NULL)
    return;
  if (g_bytes_get_size (got) != g_bytes_get_size (expected)) {
    fail ("%.2f frames came out, not %.2f",
        (gdouble) g_bytes_get_size (got) / size,
        (gdouble) g_bytes_get_size (expected) / size);
    return;
  }
  g = g_bytes_get_data (got, NULL);
  e = g_bytes_get_data (expected, NULL);
  for (gsize i = 0; i < g_bytes_get_size (expected); i++)
    if (g[i] != e[i]) {
      fail ("byte %" G_GSIZE_FORMAT " of frame %" G_GSIZE_FORMAT
            " is %u, not %u",
          i % size, i / size, g[i], e[i]);
      return;
    }
}

static void
test_png_frames_are_those_of_the_source (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *numbered = NULL;
  g_autoptr (GBytes) got = NULL, expected = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = run_script ("png.sh", "acorn", "a folder", "--", "num-buffers=4",
      "alive-color=0xffffb347", "dead-color=0x80141430", NULL);
  numbered = in_folder ("a folder/%05d.png");
  if (succeeded (outcome)) {
    expected = source_frames ("pattern=acorn num-buffers=4 "
                              "alive-color=0xffffb347 dead-color=0x80141430",
        4, 1920, 1080, 60);
    got = decode_rgba (numbered);
    expect_same_frames (got, expected, 1920 * 1080 * 4);
  }
  expect_only ("a folder", NULL);
  end_folder ();
}

/* @property and @other, which may be NULL, are given to the script. */
static void
check_gif (const gchar *pattern, const gchar *property, const gchar *other,
    const gchar *properties)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *printed = NULL;
  g_autoptr (GBytes) got = NULL, expected = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = run_script ("gif.sh", pattern, "out.gif", "--", "num-buffers=12",
      property, other, NULL);
  file = in_folder ("out.gif");
  if (succeeded (outcome)) {
    printed = probe (file);
    expect_probe (printed, "codec_name=gif");
    expect_probe (printed, "width=640");
    expect_probe (printed, "height=360");
    expect_probe (printed, "avg_frame_rate=25/1");
    expected = source_frames (properties, 12, 640, 360, 25);
    got = decode_rgba (file);
    expect_same_frames (got, expected, 640 * 360 * 4);
    /* The extension that makes a GIF repeat. */
    expect_bytes (file, "NETSCAPE2.0");
  }
  expect_only ("out.gif", NULL);
  end_folder ();
}

static void
test_gif_frames_are_those_of_the_source (void)
{
  check_gif ("gosper-gun", "alive-color=0xffffb347", NULL,
      "pattern=gosper-gun num-buffers=12 "
      "alive-color=0xffffb347");
}

static void
test_gif_has_a_look (void)
{
  check_gif ("glider", "zoom=4", NULL,
      "pattern=glider num-buffers=12 zoom=4 @preset=phosphor");
}

/* Trails would hide that its cells have three states. */
static void
test_gif_shows_states (void)
{
  check_gif ("glider", "rule=brians-brain", NULL,
      "pattern=glider num-buffers=12 rule=brians-brain @preset=phosphor "
      "color-mode=auto");
}

static void
test_gif_takes_a_preset (void)
{
  check_gif ("glider", "@preset=blueprint", NULL,
      "pattern=glider num-buffers=12 @preset=blueprint");
}

/* Eight by eight cells per pixel: 65 grays. */
static void
test_gif_keeps_every_gray (void)
{
  check_gif ("r-pentomino", "zoom=0.125", "color-mode=solid",
      "pattern=r-pentomino num-buffers=12 zoom=0.125 "
      "color-mode=solid");
}

/* --- The gallery --- */

static void
expect_same_picture (const gchar *name)
{
  g_autofree gchar *path = script_path ("../docs/gallery");
  g_autofree gchar *shown = g_build_filename (path, name, NULL);
  g_autofree gchar *made = in_folder (name);
  g_autoptr (GBytes) expected = decode_rgba (shown), got = decode_rgba (made);

  if (expected != NULL && got != NULL)
    expect_same_frames (got, expected, 800 * 450 * 4);
}

static void
test_gallery_shows_what_its_lines_make (void)
{
  static const gchar *const names[] = { "marble.png", "one-cell.png" };
  g_autoptr (Outcome) outcome = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = run_script (
      "../tools/make-gallery.sh", "--into", ".", names[0], names[1], NULL);
  for (guint i = 0; succeeded (outcome) && i < G_N_ELEMENTS (names); i++)
    expect_same_picture (names[i]);
  expect_only (names[0], names[1], NULL);
  end_folder ();
}

static void
test_gallery_refuses_pictures_that_it_does_not_have (void)
{
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  outcome = run_script (
      "../tools/make-gallery.sh", "--into", ".", "no-such.png", NULL);
  expect_refusal (outcome, 1, "the pages have no picture no-such.png");
  expect_only (NULL, NULL);
  end_folder ();
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  script_test_init ();
  script_setenv ("DISPLAY", NULL);
  script_setenv ("WAYLAND_DISPLAY", NULL);
#define TEST(name) g_test_add_func ("/picture-scripts/" #name, test_##name)
  TEST (png_frames_are_those_of_the_source);
  TEST (gif_frames_are_those_of_the_source);
  TEST (gif_has_a_look);
  TEST (gif_shows_states);
  TEST (gif_takes_a_preset);
  TEST (gif_keeps_every_gray);
  TEST (gallery_shows_what_its_lines_make);
  TEST (gallery_refuses_pictures_that_it_does_not_have);
  return g_test_run ();
}
