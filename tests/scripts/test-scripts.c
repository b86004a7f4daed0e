/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/png.sh, gif.sh and hls.sh, end to end: what they write is decoded
 * again and compared with lifesrc's frames or the reference engine; a failed
 * run leaves nothing behind. And what all scripts print: help, progress,
 * errors. The main task is tested in test-mp4.c. */
#include <signal.h>
#include <string.h>

#include "tests/support/element.h"
#include "tests/support/script.h"

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

/* Whether @text is somewhere in bytes of any value. */
static gboolean
contains (const gchar *bytes, gsize length, const gchar *text)
{
  gsize n = strlen (text);

  for (gsize i = 0; i + n <= length; i++)
    if (memcmp (bytes + i, text, n) == 0)
      return TRUE;
  return FALSE;
}

/* @property and @other, which may be NULL, are given to the script. */
static void
check_gif (const gchar *pattern, const gchar *property, const gchar *other,
    const gchar *properties)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *printed = NULL;
  g_autofree gchar *content = NULL;
  g_autoptr (GBytes) got = NULL, expected = NULL;
  gsize length = 0;

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
    g_file_get_contents (file, &content, &length, NULL);
    if (!contains (content, length, "NETSCAPE2.0"))
      fail ("the GIF plays only once");
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
  g_autofree gchar *content = NULL;
  gsize length = 0;

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
    g_file_get_contents (file, &content, &length, NULL);
    if (!contains (content, length, "a \"b\"/c.d — B3/S23"))
      fail ("the file has no title");
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

/* --- A world without edges --- */

/* Each frame advances by twice as many generations as the one before, 2^40 together. */
static void
test_an_odyssey_goes_far (void)
{
  g_autoptr (Outcome) outcome = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = run_script ("odyssey.sh", "glider", "out.mp4", "--", "hold=0",
      "generations-growth=1", "num-buffers=40", NULL);
  if (succeeded (outcome)) {
    expect_film ("width=1920", "height=1080", "nb_read_frames=40");
  }
  expect_only ("out.mp4", NULL);
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

/* --- What goes wrong --- */

static const gchar *const scripts[] = { "png.sh", "gif.sh", "hls.sh" };

static void
test_help_is_given_at_once (void)
{
  static const gchar *const all[] = { "mp4.sh", "png.sh", "gif.sh", "hls.sh",
    "zoom.sh", "slices.sh", "volume.sh", "montage.sh", "spacetime.sh",
    "odyssey.sh", "window.sh", "logo.sh", "camera.sh", "music.sh",
    "rtsp-push.sh", "rtsp-server.sh", "web.sh" };
  static const gchar *const words[] = { "--help", "-h" };

  start_folder ();
  forbid_work ();
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint j = 0; j < G_N_ELEMENTS (words); j++) {
      g_autoptr (Outcome) outcome = run_script (all[i], words[j], NULL);

      if (succeeded (outcome)
          && (strstr (outcome->printed, "Usage:") == NULL
              || strstr (outcome->printed, all[i]) == NULL))
        fail ("%s %s says:\n%s", all[i], words[j], outcome->printed);
      expect_only (NULL, NULL);
    }
  end_folder ();
}

/* Patterns and output paths that cannot work, so nothing should be built.
 * "there" is a folder, and so is "a.rle". */
static const struct {
  const gchar *pattern, *out, *message;
} hopeless[] = {
  { "no such.rle", "out", "there is no pattern file no such.rle" },
  { "sub/glider", "out", "there is no pattern file sub/glider" },
  { "a.rle", "out", "a.rle is a folder, not a pattern file" },
  { "./there", "out", "./there is a folder, not a pattern file" },
  { "glider", "no-folder/out", "there is no folder" },
  { "glider", "/proc/out", "nothing can be written to /proc/out.part" },
  { "glider", "there", "/there " },
};

static void
test_senseless_arguments_are_named_at_once (void)
{
  static const gchar *const writers[] = { "mp4.sh", "png.sh", "gif.sh",
    "hls.sh" };
  static const gchar *const folders[] = { "there", "a.rle" };

  start_folder ();
  forbid_work ();
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree gchar *path = in_folder (folders[i]);

    g_mkdir (path, 0700);
  }
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    for (guint j = 0; j < G_N_ELEMENTS (hopeless); j++) {
      g_autoptr (Outcome) outcome =
          run_script (writers[i], hopeless[j].pattern, hopeless[j].out, NULL);

      expect_refusal (outcome, 1, hopeless[j].message);
      if (strchr (outcome->errors, '\n') != strrchr (outcome->errors, '\n'))
        fail ("%s says more than a line:\n%s", writers[i], outcome->errors);
      expect_only ("there", "a.rle", NULL);
    }
  end_folder ();
}

/* A device at OUT must not be replaced by a film. */
static void
test_only_files_are_replaced (void)
{
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  forbid_work ();
  outcome = run_script ("mp4.sh", "glider", "/dev/null", NULL);
  expect_refusal (outcome, 1, "/dev/null is not a file");
  outcome_free (outcome);
  outcome = run_script ("mp4.sh", "glider", "out/", NULL);
  expect_refusal (outcome, 1, "out/ is a folder");
  expect_only (NULL, NULL);
  end_folder ();
}

/* sudo may ask for a password, so the reason must be printed before. */
static void
test_installing_is_announced (void)
{
  g_autofree gchar *path = script_path ("mp4.sh");
  const gchar *arguments[] = { "sh", "-c", "exec \"$0\" glider out >printed",
    path, NULL };
  g_autofree gchar *text = NULL;
  g_autofree gchar *before = NULL;
  g_autofree gchar *printed = NULL;
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  fake_program ("dpkg-query", "exit 1");
  fake_program ("id", "echo 1000");
  script_setenv ("TMPDIR", script_folder ()); /* to keep apt-get's output */
  text = g_strdup_printf ("cp '%s/printed' '%s/before'; exit 1",
      script_folder (), script_folder ());
  fake_program ("sudo", text);
  outcome = run_program (arguments);
  script_setenv ("TMPDIR", NULL);
  expect_refusal (outcome, 1, "apt-get could not install");
  before = in_folder ("before");
  g_file_get_contents (before, &printed, NULL, NULL);
  if (printed == NULL || strstr (printed, "this once: gcc") == NULL
      || strstr (printed, "password") == NULL)
    fail ("by then mp4.sh has printed:\n%s", printed);
  end_folder ();
}

/* Of the output of gst-launch-1.0 only its progress and its errors. */
static void
test_progress_and_errors_are_shown_and_nothing_else (void)
{
  static const gchar *const runs[][3] = { { "mp4.sh", "glider", "out" },
    { "png.sh", "glider", "out" }, { "gif.sh", "glider", "out" },
    { "hls.sh", "glider", "out" }, { "logo.sh", "Life", "out" },
    { "volume.sh", "out" }, { "montage.sh", "out" },
    { "spacetime.sh", "glider", "out" }, { "odyssey.sh", "glider", "out" },
    { "camera.sh", "out" }, { "camera.sh" }, { "window.sh", "glider" },
    { "rtsp-push.sh", "rtsp://127.0.0.1:1/in" } };
  static const gchar progress[] =
      "Progress: (generations) ran 1200000 of 5000000 generations, about 12 s "
      "left\n"
      "rendering (00:00:01): 1 / 10 seconds (10.0 %)\n";

  start_folder ();
  fake_program ("xdpyinfo", "exit 0");
  fake_program ("gst-launch-1.0",
      "case \" $* \" in *' -q '*) exit 1 ;; esac\n"
      "echo 'Setting pipeline to PAUSED ...'\n"
      "echo 'Progress: (open) Opening Stream'\n"
      "echo 'Progress: (generations) ran 1200000 of 5000000 generations, about "
      "12 s left'\n"
      "echo 'rendering (00:00:01): 1 / 10 seconds (10.0 %)'\n"
      "echo 'Got EOS from element \"pipeline0\".'\n"
      "echo 'ERROR: from element life: it broke' >&2\n"
      "exit 3");
  script_setenv ("DISPLAY", ":54321");
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++) {
    Run *run = start_script (FALSE, runs[i][0], runs[i][1], runs[i][2], NULL);
    g_autoptr (Outcome) outcome = run_end (run);
    gboolean window =
        g_str_equal (runs[i][0], "window.sh") || runs[i][1] == NULL;

    expect_refusal (outcome, window ? 1 : 3, "it broke");
    if (!g_str_has_suffix (outcome->printed, progress)
        || strstr (outcome->printed, "pipeline") != NULL
        || strstr (outcome->printed, "Opening") != NULL)
      fail ("%s says:\n%s", outcome->name, outcome->printed);
    expect_only (NULL, NULL);
  }
  script_setenv ("DISPLAY", NULL);
  end_folder ();
}

/* A signal to rtsp-push.sh reaches gst-launch-1.0. */
static void
test_push_ends_when_it_is_interrupted (void)
{
  static const gint signals[] = { SIGINT, SIGTERM, SIGKILL };

  start_folder ();
  fake_program ("gst-launch-1.0",
      "echo 'Progress: (generations) begun'; exec sleep 1000");
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++) {
    g_autoptr (Outcome) outcome = NULL;
    Run *run =
        start_script (FALSE, "rtsp-push.sh", "rtsp://127.0.0.1:1/in", NULL);

    run_prints (run, "begun");
    kill (run->pid, signals[i]);
    outcome = run_end (run);
    g_assert_cmpint (outcome->status, ==, -1);
    g_assert_cmpstr (outcome->errors, ==, "");
  }
  end_folder ();
}

/* Words of a command line, and the error message. */
static const struct {
  const gchar *words[4];
  gint status;
  const gchar *message;
} wrong[] = {
  { { "no-such-pattern", "out" }, -1, "no-such-pattern" },
  { { "no such.rle", "out" }, -1, "no such.rle" },
  { { "glider", "no-folder/out" }, -1, "no-folder" },
  { { "--fast" }, 2, "--fast" },
  { { "glider", "out", "zoom=4" }, 2, "zoom=4" },
  { { "glider", "out", "--", "zoom" }, 2, "PROPERTY=VALUE" },
  { { "glider", "out", "--", "zoomm=4" }, -1, "zoomm" },
  { { "glider", "there" }, -1, "there" },
};

/* "there" is a folder with a file in it. */
static void
test_wrong_words_are_named_and_nothing_is_left (void)
{
  g_autofree gchar *there = NULL;
  g_autofree gchar *kept = NULL;

  start_folder ();
  there = in_folder ("there");
  kept = g_build_filename (there, "kept", NULL);
  g_mkdir (there, 0700);
  g_file_set_contents (kept, "kept", -1, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (wrong); j++) {
      g_autoptr (Outcome) outcome = run_script (scripts[i], wrong[j].words[0],
          wrong[j].words[1], wrong[j].words[2], wrong[j].words[3], NULL);

      expect_refusal (outcome, wrong[j].status, wrong[j].message);
      expect_only ("there", NULL);
    }
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  end_folder ();
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  script_test_init ();
  script_setenv ("DISPLAY", NULL);
  script_setenv ("WAYLAND_DISPLAY", NULL);
#define TEST(name) g_test_add_func ("/scripts/" #name, test_##name)
  TEST (png_frames_are_those_of_the_source);
  TEST (gif_frames_are_those_of_the_source);
  TEST (gif_has_a_look);
  TEST (gif_shows_states);
  TEST (gif_takes_a_preset);
  TEST (gif_keeps_every_gray);
  TEST (gallery_shows_what_its_lines_make);
  TEST (gallery_refuses_pictures_that_it_does_not_have);
  TEST (web_page_plays_every_frame);
  TEST (the_printed_line_opens_the_page);
  TEST (words_become_a_video);
  TEST (a_test_video_stands_for_the_camera);
  TEST (a_camera_that_is_none_is_named);
  TEST (a_camera_needs_a_display_or_a_file);
  TEST (an_odyssey_goes_far);
  TEST (zoom_shows_one_cell_first_and_the_whole_world_last);
  TEST (zoom_ends_when_the_world_is_full);
  TEST (zoom_takes_sizes_that_can_be);
  TEST (help_is_given_at_once);
  TEST (senseless_arguments_are_named_at_once);
  TEST (only_files_are_replaced);
  TEST (installing_is_announced);
  TEST (progress_and_errors_are_shown_and_nothing_else);
  TEST (push_ends_when_it_is_interrupted);
  TEST (wrong_words_are_named_and_nothing_is_left);
  return g_test_run ();
}
