/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/window.sh under a virtual X server: a screenshot of its window is
 * compared with the reference engine. */
#include "tests/support/programs/screen.h"
#include "tests/support/programs/script.h"

#define WIDTH 1280
#define HEIGHT 720
#define TIMEOUT (120 * G_USEC_PER_SEC)

static Screen screen;

static void
lead_a_group (gpointer user_data)
{
  setpgid (0, 0);
}

/* Skips the test where there is no X server, or no program to draw or take
 * screenshots with. */
static gboolean
lacks_a_screen (void)
{
  static const gchar *const programs[] = { "Xvfb", "ffmpeg", NULL };

  return lacks_programs (programs);
}

static GPid
open_window (void)
{
  g_autofree gchar *path = script_path ("window.sh");
  g_autofree gchar *log = in_folder ("window.log");
  const gchar *arguments[] = { "sh", "-c", "exec \"$0\" blinker >\"$1\" 2>&1",
    path, log, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async (script_folder (), (gchar **) arguments, script_environment (),
      G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, lead_a_group, NULL, &pid,
      &error);
  g_assert_no_error (error);
  return pid;
}

/* The present screen, one byte of luma per pixel; NULL where that failed. */
static guint8 *
look (void)
{
  g_autofree gchar *path = in_folder ("screen.gray");
  const gchar *arguments[] = { "ffmpeg", "-v", "error", "-y", "-f", "x11grab",
    "-draw_mouse", "0", "-video_size",
    G_STRINGIFY (WIDTH) "x" G_STRINGIFY (HEIGHT), "-i", screen.display,
    "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", path, NULL };
  g_autoptr (Outcome) outcome = run_program (arguments);
  gchar *pixels = NULL;
  gsize length = 0;

  if (outcome->status != 0
      || !g_file_get_contents (path, &pixels, &length, NULL))
    return NULL;
  g_assert_cmpuint (length, ==, WIDTH * HEIGHT);
  return (guint8 *) pixels;
}

/* Takes screenshots until both phases of the blinker were seen, at 4 pixels
 * per cell. */
static void
expect_both_phases (GPid window)
{
  static const Picture picture = { WIDTH, HEIGHT, HEIGHT / 180 };
  g_autoptr (LifePattern) blinker = pattern_of ("blinker");
  gint64 deadline = g_get_monotonic_time () + TIMEOUT;
  gboolean seen[2] = { FALSE, FALSE };
  g_autofree gchar *wrong = g_strdup ("nothing");

  while (!seen[0] || !seen[1]) {
    g_autofree guint8 *pixels = look ();

    for (guint phase = 0; pixels != NULL && phase < 2; phase++) {
      g_free (wrong);
      wrong = luma_difference (pixels, blinker, &picture, phase);
      seen[phase] |= wrong == NULL;
    }
    if (kill (window, 0) != 0 || g_get_monotonic_time () > deadline) {
      fail ("the window does not show both phases: %s", wrong);
      return;
    }
  }
}

/* Ctrl-C ends it with status 0, whether only the shell gets the signal or the
 * whole group; SIGTERM does not. */
static void
test_window_is_closed_by_signals (void)
{
  static const struct {
    gint signal;
    gboolean group, deaf;
    gint status;
  } manners[] = { { SIGINT, TRUE, FALSE, 0 }, { SIGINT, FALSE, FALSE, 0 },
    { SIGINT, TRUE, TRUE, 0 }, { SIGTERM, FALSE, FALSE, 143 } };
  g_autofree gchar *text = NULL;
  g_autofree gchar *real = g_find_program_in_path ("gst-launch-1.0");

  if (lacks_a_screen ())
    return;
  start_folder ();
  screen = screen_start (WIDTH, HEIGHT);
  script_setenv ("DISPLAY", screen.display);
  text = g_strdup_printf (
      "exec %s \"$@\" lifesrc num-buffers=1 ! progressreport name=rendering ! "
      "fakesink",
      real);
  fake_program ("gst-launch-1.0", text);
  for (guint i = 0; i < G_N_ELEMENTS (manners); i++) {
    g_autoptr (Outcome) outcome = NULL;
    Run *run = start_script (manners[i].deaf, "window.sh", "glider", NULL);

    /* A second stream reports once both have a frame. */
    run_prints (run, "rendering (");
    kill (manners[i].group ? -run->pid : run->pid, manners[i].signal);
    outcome = run_end (run);
    g_assert_cmpint (outcome->status, ==, manners[i].status);
    g_assert_cmpstr (outcome->errors, ==, "");
  }
  script_setenv ("DISPLAY", NULL);
  screen_stop (&screen);
  end_folder ();
}

static void
test_window_shows_the_pattern_until_interrupted (void)
{
  g_autofree gchar *log = NULL;
  g_autofree gchar *printed = NULL;
  gint status;
  GPid window;

  if (lacks_a_screen ())
    return;
  start_folder ();
  screen = screen_start (WIDTH, HEIGHT);
  script_setenv ("DISPLAY", screen.display);
  window = open_window ();
  expect_both_phases (window);
  kill (-window, SIGINT);
  g_assert_cmpint (waitpid (window, &status, 0), ==, window);
  log = in_folder ("window.log");
  g_file_get_contents (log, &printed, NULL, NULL);
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    fail ("window.sh ended with %d after Ctrl-C:\n%s", status, printed);
  script_setenv ("DISPLAY", NULL);
  screen_stop (&screen);
  end_folder ();
}

static void
expect_to_hear (const gchar *pattern, const gchar *second, gint status,
    const gchar *message)
{
  g_autoptr (Outcome) outcome = run_script ("window.sh", pattern, second, NULL);

  expect_refusal (outcome, status, message);
  expect_only (NULL, NULL);
}

static void
test_what_stands_in_the_way_is_named (void)
{
  start_folder ();
  expect_to_hear ("glider", "out", 2, "Usage:");
  expect_to_hear ("glider", NULL, 1, "there is no display");
  script_setenv ("DISPLAY", ":54321");
  expect_to_hear ("glider", NULL, 1, "the display :54321 does not answer");
  script_setenv ("DISPLAY", NULL);
  end_folder ();
}

static void
test_unknown_pattern_is_repeated (void)
{
  if (lacks_a_screen ())
    return;
  start_folder ();
  screen = screen_start (WIDTH, HEIGHT);
  script_setenv ("DISPLAY", screen.display);
  expect_to_hear ("no-such-pattern", NULL, 1, "no-such-pattern");
  script_setenv ("DISPLAY", NULL);
  screen_stop (&screen);
  end_folder ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  script_test_init ();
  script_setenv ("DISPLAY", NULL);
  script_setenv ("WAYLAND_DISPLAY", NULL);
  g_test_add_func ("/window/shows-the-pattern-until-interrupted",
      test_window_shows_the_pattern_until_interrupted);
  g_test_add_func (
      "/window/is-closed-by-signals", test_window_is_closed_by_signals);
  g_test_add_func ("/window/what-stands-in-the-way-is-named",
      test_what_stands_in_the_way_is_named);
  g_test_add_func (
      "/window/unknown-pattern-is-repeated", test_unknown_pattern_is_repeated);
  return g_test_run ();
}
