/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs of the scripts in pipelines/ that are interrupted, killed, meet
 * another run or a full disk: the file at OUT is complete or missing, and no process is
 * left. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/programs/script.h"

static const gchar *const writers[] = { "mp4.sh", "gif.sh", "png.sh",
  "hls.sh" };

/* --- Interrupted --- */

/* Who gets the signal: the whole group, as with Ctrl-C in a terminal, or only
 * the shell. */
static const struct {
  const gchar *name;
  gint signal;
  gboolean group, twice, deaf;
  gint status;
} manners[] = {
  { "Ctrl-C", SIGINT, TRUE, FALSE, FALSE, 130 },
  { "Ctrl-C that the shell ignores", SIGINT, TRUE, FALSE, TRUE, 130 },
  { "SIGTERM to the shell", SIGTERM, FALSE, FALSE, FALSE, 143 },
  { "Ctrl-C twice", SIGINT, TRUE, TRUE, FALSE, 130 },
  { "SIGINT to the shell", SIGINT, FALSE, FALSE, FALSE, 130 },
  { "SIGTERM to the shell twice", SIGTERM, FALSE, TRUE, FALSE, 143 },
  { "a terminal that is closed", SIGHUP, TRUE, FALSE, FALSE, 129 },
};

static void
send_signal (const Run *run, gint signal, gboolean group)
{
  kill (group ? -run->pid : run->pid, signal);
}

/* Ends a run that has begun; it must leave nothing behind. */
static void
interrupt (Run *run, guint manner)
{
  g_autoptr (Outcome) outcome = NULL;

  send_signal (run, manners[manner].signal, manners[manner].group);
  if (manners[manner].twice)
    send_signal (run, manners[manner].signal, manners[manner].group);
  outcome = run_end (run);
  g_test_message ("%s by %s", outcome->name, manners[manner].name);
  expect_refusal (outcome, manners[manner].status, "interrupted");
  expect_only (NULL, NULL);
}

/* The manners up to this one end every script, later ones only mp4.sh. */
#define EVERY_SCRIPT 2

static void
test_interrupted_run_leaves_nothing (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    for (guint j = 0; j < G_N_ELEMENTS (manners); j++) {
      Run *run;

      if (i > 0 && j > EVERY_SCRIPT)
        continue;
      start_folder ();
      run = start_script (manners[j].deaf, writers[i], "glider", "out", "--",
          "num-buffers=1000000", NULL);
      run_prints (run, "rendering (");
      interrupt (run, j);
      end_folder ();
    }
}

/* While ffmpeg turns the frames into a GIF. */
static void
test_second_step_is_interrupted_too (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (manners); i++) {
    Run *run;

    if (manners[i].deaf)
      continue;
    start_folder ();
    fake_program ("ffmpeg", "echo Working; exec sleep 1000");
    run = start_script (
        FALSE, "gif.sh", "glider", "out", "--", "num-buffers=2", NULL);
    run_prints (run, "Working");
    interrupt (run, i);
    end_folder ();
  }
}

/* A ninja that always has work to do, and never ends. */
static void
test_building_is_interrupted (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (manners); i++) {
    Run *run;

    if (manners[i].deaf)
      continue;
    start_folder ();
    fake_program ("ninja",
        "case $* in *-n*) echo '[1/1] cc'; exit ;; esac\nexec sleep 1000");
    run = start_script (FALSE, "mp4.sh", "glider", "out", NULL);
    run_prints (run, "Building build-release");
    interrupt (run, i);
    end_folder ();
  }
}

/* In the end it is killed. */
static void
test_program_that_ignores_signals_is_ended (void)
{
  Run *run;

  start_folder ();
  fake_program ("gst-launch-1.0", "trap '' HUP INT TERM\n"
                                  "echo 'rendering (1)'\n"
                                  "while :; do sleep 0.1; done");
  run = start_script (FALSE, "mp4.sh", "glider", "out", NULL);
  run_prints (run, "rendering (");
  interrupt (run, 0);
  end_folder ();
}

/* The previous file is not touched. */
static void
test_interrupted_run_keeps_the_previous_file (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *old = NULL;
  g_autofree gchar *kept = NULL;
  Run *run;

  start_folder ();
  old = in_folder ("old.mp4");
  g_file_set_contents (old, "old", -1, NULL);
  run = start_script (
      FALSE, "mp4.sh", "glider", "old.mp4", "--", "num-buffers=1000000", NULL);
  run_prints (run, "rendering (");
  send_signal (run, SIGINT, TRUE);
  outcome = run_end (run);
  expect_refusal (outcome, 130, "interrupted");
  expect_only ("old.mp4", NULL);
  g_file_get_contents (old, &kept, NULL, NULL);
  g_assert_cmpstr (kept, ==, "old");
  end_folder ();
}

/* A program that is ended by a signal makes the run fail with a message. */
static void
test_program_that_is_killed_is_named (void)
{
  g_autoptr (Outcome) outcome = NULL;

  start_folder ();
  fake_program ("gst-launch-1.0", "kill -KILL $$");
  outcome = run_script ("mp4.sh", "glider", "out", NULL);
  expect_refusal (outcome, 137, "gst-launch-1.0 was ended by signal 9");
  expect_only (NULL, NULL);
  end_folder ();
}

/* --- A full disk --- */

/* Whether a file system may be made here for one program, as anybody. */
static gboolean
lacks_small_disk (void)
{
  const gchar *arguments[] = { "unshare", "--user", "--map-root-user",
    "--mount", "mount", "-t", "tmpfs", "none", script_folder (), NULL };
  g_autoptr (Outcome) outcome = run_program (arguments);

  if (outcome->status != 0)
    g_test_skip ("no file system can be mounted in a namespace here");
  return outcome->status != 0;
}

/* Runs pipelines/@script for @out, on a disk of so many megabytes that is gone afterwards, but
 * for what it leaves there. */
static Outcome *
run_on_small_disk (
    const gchar *megabytes, const gchar *script, const gchar *out)
{
  static const gchar text[] =
      "mount -t tmpfs -o size=$1m none disk || exit 99\n"
      "cd disk; status=0\n"
      "[ -z \"$4\" ] || echo old >\"$4\"\n"
      "\"$2\" glider \"$3\" -- num-buffers=3000 rule=B2/S zoom=1 generations=8 "
      "|| "
      "status=$?\n"
      "cp -r . ../left; exit $status";
  g_autofree gchar *path = script_path (script);
  g_autofree gchar *disk = in_folder ("disk");
  const gchar *arguments[] = { "unshare", "--user", "--map-root-user",
    "--mount", "sh", "-c", text, "sh", megabytes, path, out,
    g_str_has_suffix (out, ".mp4") ? out : "", NULL };

  g_mkdir (disk, 0700);
  return run_program (arguments);
}

static void
test_full_disk_is_named_and_what_plays_is_kept (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *film = NULL;
  g_autofree gchar *printed = NULL;
  g_autofree gchar *old = NULL;
  g_autofree gchar *content = NULL;
  const gchar *frames;

  if (lacks_decoder ())
    return;
  start_folder ();
  if (!lacks_small_disk ()) {
    outcome = run_on_small_disk ("12", "mp4.sh", "film.mp4");
    expect_refusal (outcome, 1, "the disk is full");
    expect_refusal (outcome, 1, "film-incomplete.mp4");
    film = in_folder ("left/film-incomplete.mp4");
    old = in_folder ("left/film.mp4");
    printed = probe (film);
    frames = strstr (printed, "nb_read_frames=");
    if (frames == NULL || atoi (strchr (frames, '=') + 1) < 60)
      fail ("of the film is left:\n%s", printed);
    g_file_get_contents (old, &content, NULL, NULL);
    g_assert_cmpstr (content, ==, "old\n");
  }
  end_folder ();
}

static void
test_full_disk_keeps_pictures (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *first = NULL;

  start_folder ();
  if (!lacks_small_disk ()) {
    outcome = run_on_small_disk ("16", "png.sh", "frames");
    expect_refusal (outcome, 1, "frames-incomplete");
    first = in_folder ("left/frames-incomplete/00000.png");
    g_assert_true (g_file_test (first, G_FILE_TEST_IS_REGULAR));
  }
  end_folder ();
}

static void
test_full_disk_ends_the_playlist (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *list = NULL;
  g_autofree gchar *printed = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  if (!lacks_small_disk ()) {
    outcome = run_on_small_disk ("16", "hls.sh", "page");
    expect_refusal (outcome, 1, "page-incomplete");
    list = in_folder ("left/page-incomplete/life.m3u8");
    expect_bytes (list, "#EXT-X-ENDLIST");
    printed = probe (list);
    expect_probe (printed, "codec_name=h264");
  }
  end_folder ();
}

static void
test_full_disk_before_anything_plays_is_named (void)
{
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *left = NULL;

  start_folder ();
  if (!lacks_small_disk ()) {
    outcome = run_on_small_disk ("1", "gif.sh", "a.gif");
    expect_refusal (outcome, 1, "the disk is full; nothing was written to");
    left = in_folder ("left/a.gif.part");
    g_assert_false (g_file_test (left, G_FILE_TEST_EXISTS));
  }
  end_folder ();
}

/* --- Two runs --- */

/* The real gst-launch-1.0, for a glider once there is a file "go". */
static void
fake_slow_launch (void)
{
  g_autofree gchar *real = g_find_program_in_path ("gst-launch-1.0");
  g_autofree gchar *go = in_folder ("go");
  g_autofree gchar *text =
      g_strdup_printf ("case $* in *glider*) echo 'rendering (waiting)'\n"
                       "until [ -e '%s' ]; do sleep 0.1; done ;; esac\n"
                       "exec %s \"$@\"",
          go, real);

  g_assert_nonnull (real);
  fake_program ("gst-launch-1.0", text);
}

static void
test_second_run_into_the_same_out_is_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++) {
    g_autoptr (Outcome) first = NULL;
    g_autoptr (Outcome) second = NULL;
    g_autofree gchar *go = NULL;
    Run *run;

    start_folder ();
    go = in_folder ("go");
    fake_slow_launch ();
    run = start_script (
        FALSE, writers[i], "glider", "out", "--", "num-buffers=3", NULL);
    run_prints (run, "rendering (waiting)");
    second =
        run_script (writers[i], "acorn", "out", "--", "num-buffers=60", NULL);
    expect_refusal (second, 1, "another run is writing");
    g_file_set_contents (go, "", 0, NULL);
    first = run_end (run);
    if (succeeded (first) && strstr (first->printed, "Wrote") == NULL)
      fail ("%s says:\n%s", writers[i], first->printed);
    expect_only ("go", "out", NULL);
    end_folder ();
  }
}

/* The film is from the run that reported success. */
static void
test_refused_run_leaves_the_film_of_the_first (void)
{
  g_autoptr (Outcome) first = NULL;
  g_autoptr (Outcome) second = NULL;
  g_autofree gchar *go = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *printed = NULL;
  Run *run;

  if (lacks_decoder ())
    return;
  start_folder ();
  go = in_folder ("go");
  file = in_folder ("two.mp4");
  fake_slow_launch ();
  run = start_script (
      FALSE, "mp4.sh", "glider", "two.mp4", "--", "num-buffers=7", NULL);
  run_prints (run, "rendering (waiting)");
  second =
      run_script ("mp4.sh", "acorn", "two.mp4", "--", "num-buffers=60", NULL);
  expect_refusal (second, 1, "two.mp4");
  g_file_set_contents (go, "", 0, NULL);
  first = run_end (run);
  if (succeeded (first)) {
    printed = probe (file);
    expect_probe (printed, "nb_read_frames=7");
  }
  end_folder ();
}

/* Two runs into two files of one folder do not affect each other. */
static void
test_runs_into_two_files_both_end_well (void)
{
  g_autoptr (Outcome) first = NULL;
  g_autoptr (Outcome) second = NULL;
  g_autofree gchar *go = NULL;
  Run *run;

  start_folder ();
  go = in_folder ("go");
  fake_slow_launch ();
  run = start_script (
      FALSE, "mp4.sh", "glider", "a.mp4", "--", "num-buffers=3", NULL);
  run_prints (run, "rendering (waiting)");
  second = run_script ("mp4.sh", "acorn", "b.mp4", "--", "num-buffers=3", NULL);
  g_file_set_contents (go, "", 0, NULL);
  first = run_end (run);
  succeeded (first);
  succeeded (second);
  expect_only ("go", "a.mp4", "b.mp4", NULL);
  end_folder ();
}

/* Neither the files of a killed run nor the program that it ran, which ends
 * when it next writes a line, block the next run. */
static void
test_killed_run_does_not_block_the_next (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (writers); i++) {
    g_autoptr (Outcome) killed = NULL;
    g_autoptr (Outcome) next = NULL;
    Run *run;

    start_folder ();
    run = start_script (
        FALSE, writers[i], "glider", "out", "--", "num-buffers=1000000", NULL);
    run_prints (run, "rendering (");
    send_signal (run, SIGKILL, FALSE);
    killed = run_end (run);
    g_assert_cmpint (killed->status, ==, -1);
    next =
        run_script (writers[i], "glider", "out", "--", "num-buffers=3", NULL);
    succeeded (next);
    expect_only ("out", NULL);
    end_folder ();
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  script_test_init ();
#define TEST(name) g_test_add_func ("/script-runs/" #name, test_##name)
  TEST (interrupted_run_leaves_nothing);
  TEST (second_step_is_interrupted_too);
  TEST (building_is_interrupted);
  TEST (full_disk_is_named_and_what_plays_is_kept);
  TEST (full_disk_keeps_pictures);
  TEST (full_disk_ends_the_playlist);
  TEST (full_disk_before_anything_plays_is_named);
  TEST (program_that_ignores_signals_is_ended);
  TEST (interrupted_run_keeps_the_previous_file);
  TEST (program_that_is_killed_is_named);
  TEST (second_run_into_the_same_out_is_refused);
  TEST (refused_run_leaves_the_film_of_the_first);
  TEST (runs_into_two_files_both_end_well);
  TEST (killed_run_does_not_block_the_next);
  return g_test_run ();
}
