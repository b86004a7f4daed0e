/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The main task, end to end: pipelines/mp4.sh makes an mp4 of a pattern, which
 * is decoded again and compared with the reference engine. */
#include <string.h>

#include "tests/support/programs/script.h"

#define WIDTH 1920
#define HEIGHT 1080
#define PICTURE(zoom) ((const Picture){ WIDTH, HEIGHT, zoom })
/* That shows 180 cells from top to bottom. */
#define DEFAULT_ZOOM (HEIGHT / 180)

#define render(...) run_script ("mp4.sh", __VA_ARGS__)

/* --- Tests --- */

static void
test_gun_becomes_ten_seconds_of_video (void)
{
  g_autoptr (LifePattern) gun = pattern_of ("gosper-gun");
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *printed = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = render (NULL);
  file = in_folder ("life.mp4");
  if (succeeded (outcome)) {
    if (strstr (outcome->printed, "rendering") == NULL)
      fail ("no progress is shown:\n%s", outcome->printed);
    printed = probe (file);
    expect_probe (printed, "codec_name=h264");
    expect_probe (printed, "pix_fmt=yuv420p");
    expect_probe (printed, "width=1920");
    expect_probe (printed, "height=1080");
    expect_probe (printed, "avg_frame_rate=60/1");
    expect_probe (printed, "nb_read_frames=600");
    expect_probe (printed, "duration=10.000000");
    expect_frames (file, gun, &PICTURE (DEFAULT_ZOOM), 0, 150, 599);
  }
  end_folder ();
}

static void
test_second_run_builds_nothing (void)
{
  static const gchar *const words[] = { "Installing", "Configuring",
    "Building" };
  g_autoptr (Outcome) first = NULL;
  g_autoptr (Outcome) second = NULL;
  guint i;

  start_folder ();
  first = render ("blinker", "a.mp4", "--", "num-buffers=2", NULL);
  second = render ("blinker", "b.mp4", "--", "num-buffers=2", NULL);
  if (succeeded (first) && succeeded (second))
    for (i = 0; i < G_N_ELEMENTS (words); i++)
      if (strstr (second->printed, words[i]) != NULL)
        fail ("the second run says:\n%s", second->printed);
  end_folder ();
}

/* An r-pentomino in a file of the user's, with a path relative to the user's
 * folder. */
static void
test_own_file_with_spaces_in_its_path_is_rendered (void)
{
  static const gchar text[] = "x = 3, y = 3, rule = B3/S23\nb2o$2ob$bob!\n";
  g_autoptr (LifePattern) pattern = pattern_of (text);
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *own = NULL;
  g_autofree gchar *path = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *printed = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  own = in_folder ("my own patterns");
  path = g_build_filename (own, "r pentomino.rle", NULL);
  g_mkdir (own, 0700);
  g_file_set_contents (path, text, -1, NULL);
  outcome = render ("my own patterns/r pentomino.rle",
      "my own patterns/r pentomino.mp4", "--", "num-buffers=60", NULL);
  file = g_build_filename (own, "r pentomino.mp4", NULL);
  if (succeeded (outcome)) {
    printed = probe (file);
    expect_probe (printed, "nb_read_frames=60");
    expect_frames (file, pattern, &PICTURE (DEFAULT_ZOOM), 0, 3, 59);
  }
  end_folder ();
}

/* A blinker in a file of that name becomes the right video. */
static void
expect_file_is_rendered (const gchar *name)
{
  g_autoptr (LifePattern) pattern = pattern_of ("3o!");
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *path = NULL;
  g_autofree gchar *out = g_strconcat (name, ".mp4", NULL);
  g_autofree gchar *file = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  path = in_folder (name);
  g_file_set_contents (path, "3o!\n", -1, NULL);
  outcome = render (name, out, "--", "num-buffers=10", NULL);
  file = in_folder (out);
  if (succeeded (outcome))
    expect_frames (file, pattern, &PICTURE (DEFAULT_ZOOM), 0, 1, 9);
  end_folder ();
}

static void
test_awkward_characters_in_names_are_kept (void)
{
  expect_file_is_rendered ("it's \"mine\" \\ (1)\t! a=b, [x].rle");
}

static void
test_file_goes_before_a_built_in_pattern (void)
{
  expect_file_is_rendered ("glider");
}

/* A folder of that name is not a pattern and does no harm. */
static void
test_name_of_a_built_in_pattern_is_rendered (void)
{
  g_autoptr (LifePattern) pattern = pattern_of ("acorn");
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *same = NULL;
  g_autofree gchar *file = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  same = in_folder ("acorn");
  g_mkdir (same, 0700);
  outcome = render ("acorn", "acorn.mp4", "--", "num-buffers=60", NULL);
  file = in_folder ("acorn.mp4");
  if (succeeded (outcome))
    expect_frames (file, pattern, &PICTURE (DEFAULT_ZOOM), 0, 30, 59);
  end_folder ();
}

static void
test_property_after_dashes_is_obeyed (void)
{
  g_autoptr (LifePattern) pattern = pattern_of ("acorn");
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *file = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome =
      render ("acorn", "acorn.mp4", "--", "num-buffers=60", "zoom=12", NULL);
  file = in_folder ("acorn.mp4");
  if (succeeded (outcome))
    expect_frames (file, pattern, &PICTURE (12), 0, 30, 59);
  end_folder ();
}

/* Cells that change everywhere take more bits than the encoder grants by itself. */
static void
test_busy_pattern_stays_sharp (void)
{
  enum {
    COLUMNS = 200,
    ROWS = 120
  };
  g_autoptr (GString) text = g_string_new ("");
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *soup = NULL;
  g_autofree gchar *file = NULL;

  if (lacks_decoder ())
    return;
  g_string_printf (text, "x = %d, y = %d, rule = B3/S23\n", COLUMNS, ROWS);
  for (guint y = 0; y < ROWS; y++) {
    for (guint x = 0; x < COLUMNS; x++)
      g_string_append_c (text, g_rand_double (random) < 0.35 ? 'o' : 'b');
    g_string_append (text, y < ROWS - 1 ? "$\n" : "!\n");
  }
  pattern = pattern_of (text->str);
  start_folder ();
  soup = in_folder ("soup.rle");
  g_file_set_contents (soup, text->str, -1, NULL);
  outcome =
      render ("soup.rle", "soup.mp4", "--", "num-buffers=60", "zoom=6", NULL);
  file = in_folder ("soup.mp4");
  if (succeeded (outcome))
    expect_frames (file, pattern, &PICTURE (6), 0, 30, 59);
  end_folder ();
}

/* A run that fails reports why, and leaves the file at OUT unchanged. */
static void
expect_failure (const gchar *pattern, const gchar *message)
{
  g_autofree gchar *old = in_folder ("old.mp4");
  g_autofree gchar *kept = NULL;
  const gchar *const outs[] = { "new.mp4", "old.mp4" };
  guint i;

  g_file_set_contents (old, "old", -1, NULL);
  for (i = 0; i < G_N_ELEMENTS (outs); i++) {
    g_autoptr (Outcome) outcome = render (pattern, outs[i], NULL);

    expect_refusal (outcome, -1, message);
  }
  expect_only ("old.mp4", pattern, NULL);
  g_file_get_contents (old, &kept, NULL, NULL);
  g_assert_cmpstr (kept, ==, "old");
}

static void
test_missing_file_is_named (void)
{
  start_folder ();
  expect_failure ("no such.rle", "no such.rle");
  end_folder ();
}

static void
test_broken_file_is_named_with_the_place (void)
{
  g_autofree gchar *path = NULL;

  start_folder ();
  path = in_folder ("broken.rle");
  g_file_set_contents (path, "x = 3, y = 3\nbo$2b?$3o!\n", -1, NULL);
  expect_failure ("broken.rle", "broken.rle:2:6");
  end_folder ();
}

static void
test_unknown_name_is_repeated (void)
{
  start_folder ();
  expect_failure ("no-such-pattern", "no-such-pattern");
  end_folder ();
}

static void
test_third_argument_is_refused (void)
{
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  outcome = render ("glider", "a.mp4", "b.mp4", NULL);
  expect_refusal (outcome, 2, "Usage:");
  end_folder ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  script_test_init ();

  g_test_add_func ("/mp4/gun-becomes-ten-seconds-of-video",
      test_gun_becomes_ten_seconds_of_video);
  g_test_add_func (
      "/mp4/second-run-builds-nothing", test_second_run_builds_nothing);
  g_test_add_func ("/mp4/own-file-with-spaces-in-its-path-is-rendered",
      test_own_file_with_spaces_in_its_path_is_rendered);
  g_test_add_func ("/mp4/awkward-characters-in-names-are-kept",
      test_awkward_characters_in_names_are_kept);
  g_test_add_func ("/mp4/file-goes-before-a-built-in-pattern",
      test_file_goes_before_a_built_in_pattern);
  g_test_add_func ("/mp4/name-of-a-built-in-pattern-is-rendered",
      test_name_of_a_built_in_pattern_is_rendered);
  g_test_add_func ("/mp4/property-after-dashes-is-obeyed",
      test_property_after_dashes_is_obeyed);
  g_test_add_func (
      "/mp4/busy-pattern-stays-sharp", test_busy_pattern_stays_sharp);
  g_test_add_func ("/mp4/missing-file-is-named", test_missing_file_is_named);
  g_test_add_func ("/mp4/broken-file-is-named-with-the-place",
      test_broken_file_is_named_with_the_place);
  g_test_add_func (
      "/mp4/unknown-name-is-repeated", test_unknown_name_is_repeated);
  g_test_add_func (
      "/mp4/third-argument-is-refused", test_third_argument_is_refused);
  return g_test_run ();
}
