/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/hls.sh, logo.sh, camera.sh and zoom.sh, end to end: the films
 * that they write are decoded again. The main task is tested in test-mp4.c. */
#include <string.h>

#include "tests/support/elements/element.h"
#include "tests/support/programs/script.h"

/* --- The web page --- */

#define SEGMENT "segment0000"

static void
check_playlist (void)
{
  g_autofree gchar *path = in_folder ("web/life.m3u8");
  g_autofree gchar *page = in_folder ("web/index.html");
  g_autofree gchar *text = NULL;
  g_autofree gchar *html = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  if (text == NULL || strstr (text, SEGMENT "0.ts\n") == NULL
      || strstr (text, SEGMENT "1.ts\n") == NULL
      || strstr (text, SEGMENT "2.ts\n") == NULL
      || strstr (text, SEGMENT "3.ts") != NULL
      || !g_str_has_suffix (text, "#EXT-X-ENDLIST")
      || strstr (text, "#EXT-X-TARGETDURATION:2\n") == NULL)
    fail ("five seconds are no playlist of three segments of 2 s, ended:\n%s",
        text);
  g_file_get_contents (page, &html, NULL, NULL);
  if (html == NULL || strstr (html, "src=\"life.m3u8\"") == NULL)
    fail ("index.html does not play life.m3u8:\n%s", html);
}

/* GStreamer's own HLS player, as a user has it: how many frames of luma it
 * decodes, and what the last one shows. */
static void
check_hlsdemux (const LifePattern *pattern, const Picture *picture, guint n)
{
  static const gchar *const needed[] = { "hlsdemux", "tsdemux", "avdec_h264" };
  gsize size = (gsize) picture->width * picture->height;
  g_autofree gchar *list = in_folder ("web/life.m3u8");
  g_autofree gchar *location = g_strconcat ("location=", list, NULL);
  g_autofree gchar *raw = in_folder ("raw");
  g_autofree gchar *to = g_strconcat ("location=", raw, NULL);
  g_autofree gchar *content = NULL;
  g_autofree gchar *wrong = NULL;
  const gchar *arguments[] = { "timeout", "300", "gst-launch-1.0", "-q",
    "filesrc", location, "!", "hlsdemux", "!", "tsdemux", "!", "h264parse", "!",
    "avdec_h264", "!", "videoconvert", "!", "video/x-raw,format=GRAY8", "!",
    "filesink", to, NULL };
  g_autoptr (Outcome) outcome = NULL;
  gsize length = 0;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++) {
    GstElementFactory *factory = gst_element_factory_find (needed[i]);

    if (factory == NULL) {
      g_test_message ("not played: the element %s is not installed", needed[i]);
      return;
    }
    gst_object_unref (factory);
  }
  outcome = run_program (arguments);
  if (!succeeded (outcome))
    return;
  g_file_get_contents (raw, &content, &length, NULL);
  g_remove (raw);
  if (length != n * size)
    wrong = g_strdup_printf ("%.2f frames", (gdouble) length / size);
  else
    wrong = luma_difference (
        (const guint8 *) content + (n - 1) * size, pattern, picture, n - 1);
  if (wrong != NULL)
    fail ("hlsdemux finds: %s", wrong);
}

static void
test_web_page_plays_every_frame (void)
{
  static const Picture picture = { 1280, 720, 4 };
  g_autoptr (LifePattern) gun = pattern_of ("gosper-gun");
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *list = NULL;
  g_autofree gchar *printed = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome =
      run_script ("hls.sh", "gosper-gun", "web", "--", "num-buffers=150", NULL);
  list = in_folder ("web/life.m3u8");
  if (succeeded (outcome)) {
    check_playlist ();
    printed = probe (list);
    expect_probe (printed, "codec_name=h264");
    expect_probe (printed, "pix_fmt=yuv420p");
    expect_probe (printed, "width=1280");
    expect_probe (printed, "height=720");
    expect_probe (printed, "nb_read_frames=150");
    expect_frames (list, gun, &picture, 0, 60, 149);
    check_hlsdemux (gun, &picture, 150);
  }
  expect_only ("web", NULL);
  end_folder ();
}

/* Runs the line that hls.sh prints for the page in a shell. */
static void
test_the_printed_line_opens_the_page (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *folder = NULL;
  g_auto (GStrv) lines = NULL;

  start_folder ();
  fake_program ("gst-launch-1.0", ">segment00000.ts");
  fake_program ("python3", "printf '%s\\n' \"$@\"");
  outcome = run_script ("hls.sh", "glider", "it's \"a b\" $HOME", NULL);
  folder = in_folder ("it's \"a b\" $HOME");
  lines = g_strsplit (outcome->printed, "\n", -1);
  if (succeeded (outcome))
    for (guint i = 0; lines[i] != NULL; i++) {
      const gchar *arguments[] = { "sh", "-c", lines[i], NULL };
      g_autofree gchar *words =
          g_strdup_printf ("-m\nhttp.server\n--directory\n%s\n8000\n", folder);
      g_autoptr (Outcome) server = NULL;

      if (strstr (lines[i], "python3") == NULL)
        continue;
      server = run_program (arguments);
      g_assert_cmpstr (server->printed, ==, words);
      g_clear_pointer (&folder, g_free);
      break;
    }
  if (folder != NULL)
    fail ("hls.sh says:\n%s", outcome->printed);
  end_folder ();
}

/* That out.mp4 is a film of that size and length, as ffprobe says them. */
static void
expect_film (const gchar *width, const gchar *height, const gchar *frames)
{
  g_autofree gchar *file = in_folder ("out.mp4");
  g_autofree gchar *printed = probe (file);

  expect_probe (printed, "codec_name=h264");
  expect_probe (printed, width);
  expect_probe (printed, height);
  expect_probe (printed, frames);
}

/* --- Words and cameras --- */

/* Words that look like a path, in a file that players show the title of. */
static void
test_words_become_a_video (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *printed = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = run_script ("logo.sh", "a \"b\"/c.d", "out.mp4", "--",
      "num-buffers=30", "hold=10", NULL);
  file = in_folder ("out.mp4");
  if (succeeded (outcome)) {
    printed = probe (file);
    expect_probe (printed, "codec_name=h264");
    expect_probe (printed, "width=1920");
    expect_probe (printed, "height=1080");
    expect_probe (printed, "avg_frame_rate=30/1");
    expect_probe (printed, "nb_read_frames=30");
    expect_bytes (file, "a \"b\"/c.d — B3/S23");
  }
  expect_only ("out.mp4", NULL);
  end_folder ();
}

static void
test_a_test_video_stands_for_the_camera (void)
{
  g_autoptr (Outcome) outcome = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  script_setenv ("LIFE_CAMERA", "/dev/no-camera");
  outcome = run_script ("camera.sh", "out.mp4", "--", "zoom=8", NULL);
  if (succeeded (outcome)) {
    if (strstr (outcome->printed, "no camera at /dev/no-camera") == NULL)
      fail ("camera.sh says:\n%s", outcome->printed);
    expect_film ("width=1280", "height=720", "nb_read_frames=300");
  }
  expect_only ("out.mp4", NULL);
  script_setenv ("LIFE_CAMERA", NULL);
  end_folder ();
}

/* Any character device is taken for one, and what is wrong with it is shown. */
static void
test_a_camera_that_is_none_is_named (void)
{
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  script_setenv ("LIFE_CAMERA", "/dev/null");
  outcome = run_script ("camera.sh", "out.mp4", NULL);
  expect_refusal (outcome, -1, "/dev/null");
  expect_only (NULL, NULL);
  script_setenv ("LIFE_CAMERA", NULL);
  end_folder ();
}

static void
test_a_camera_needs_a_display_or_a_file (void)
{
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  forbid_work ();
  outcome = run_script ("camera.sh", NULL);
  expect_refusal (outcome, 1, "there is no display");
  expect_refusal (outcome, 1, "OUT.mp4");
  expect_only (NULL, NULL);
  end_folder ();
}

/* --- One shot out of a cell --- */

static void
test_zoom_shows_one_cell_first_and_the_whole_world_last (void)
{
  g_autoptr (Outcome) outcome = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = run_script (
      "zoom.sh", "--size", "256", "out.mp4", "--", "num-buffers=3", NULL);
  if (succeeded (outcome)) {
    expect_film ("width=1920", "height=1080", "nb_read_frames=3");
  }
  expect_only ("out.mp4", NULL);
  end_folder ();
}

/* The waypoints that the script makes, and how many frames. */
static void
test_zoom_ends_when_the_world_is_full (void)
{
  static const gchar *const expected[] = { "num-buffers=605",
    "60f 32768.5,32768.5 zoom=331200000e-6; ", "; 604f 32768.5,32768.5 zoom=" };
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  fake_program ("gst-launch-1.0", "echo \"rendering ($*)\"; exit 3");
  outcome = run_script ("zoom.sh", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    if (strstr (outcome->printed, expected[i]) == NULL)
      fail ("zoom.sh says no %s:\n%s", expected[i], outcome->printed);
  end_folder ();
}

static void
test_zoom_takes_sizes_that_can_be (void)
{
  static const gchar *const sizes[] = { "255", "65537", "-4", "1000000000000",
    "12x", "" };

  start_folder ();
  forbid_work ();
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (Outcome) outcome =
        run_script ("zoom.sh", "--size", sizes[i], NULL);

    expect_refusal (outcome, 2, "256 to 65536");
  }
  {
    g_autoptr (Outcome) other = run_script ("mp4.sh", "--size", "256", NULL);
    g_autoptr (Outcome) pattern =
        run_script ("zoom.sh", "out.mp4", "glider", NULL);

    expect_refusal (other, 2, "unknown option --size");
    expect_refusal (pattern, 2, "one argument too many");
  }
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
#define TEST(name) g_test_add_func ("/film-scripts/" #name, test_##name)
  TEST (web_page_plays_every_frame);
  TEST (the_printed_line_opens_the_page);
  TEST (words_become_a_video);
  TEST (a_test_video_stands_for_the_camera);
  TEST (a_camera_that_is_none_is_named);
  TEST (a_camera_needs_a_display_or_a_file);
  TEST (zoom_shows_one_cell_first_and_the_whole_world_last);
  TEST (zoom_ends_when_the_world_is_full);
  TEST (zoom_takes_sizes_that_can_be);
  return g_test_run ();
}
