/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all scripts of pipelines/ print: help, progress, errors; and that a failed run
 * leaves nothing behind. */
#include <signal.h>
#include <string.h>

#include "tests/support/elements/element.h"
#include "tests/support/programs/script.h"

static const gchar *const scripts[] = { "png.sh", "gif.sh", "hls.sh" };

static void
test_help_is_given_at_once (void)
{
  static const gchar *const all[] = { "mp4.sh", "png.sh", "gif.sh", "hls.sh",
    "zoom.sh", "slices.sh", "volume.sh", "montage.sh", "spacetime.sh",
    "odyssey.sh", "window.sh", "logo.sh", "camera.sh", "music.sh",
    "rtsp-push.sh", "rtsp-server.sh", "web.sh", "cluster.sh" };
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
  TEST (help_is_given_at_once);
  TEST (senseless_arguments_are_named_at_once);
  TEST (only_files_are_replaced);
  TEST (installing_is_announced);
  TEST (progress_and_errors_are_shown_and_nothing_else);
  TEST (push_ends_when_it_is_interrupted);
  TEST (wrong_words_are_named_and_nothing_is_left);
  return g_test_run ();
}
