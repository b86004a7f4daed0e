/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of the scripts share; see the header. */
#include "tests/support/defaults.h"
#include "tests/support/programs/script.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The least luma of a live cell's block and the most of a dead one's, which may leave
 * a trail; 16 is black, 235 is white. */
#define BRIGHT 180
#define DARK 140

static const gchar *root;
static gchar **environment;
static gchar *folder; /* of one test */
static gchar *fakes;  /* put before PATH in that test */

/* --- Programs --- */

void
outcome_free (Outcome *outcome)
{
  g_free (outcome->name);
  g_free (outcome->printed);
  g_free (outcome->errors);
  g_free (outcome);
}

gchar **
script_environment (void)
{
  return environment;
}

void
script_setenv (const gchar *name, const gchar *value)
{
  environment = value != NULL
                    ? g_environ_setenv (environment, name, value, TRUE)
                    : g_environ_unsetenv (environment, name);
}

Outcome *
run_program (const gchar *const *arguments)
{
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autoptr (GError) error = NULL;
  gint status;

  g_spawn_sync (folder, (gchar **) arguments, environment, G_SPAWN_SEARCH_PATH,
      NULL, NULL, &outcome->printed, &outcome->errors, &status, &error);
  g_assert_no_error (error);
  outcome->name = g_path_get_basename (arguments[0]);
  outcome->status = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  return outcome;
}

gchar *
script_path (const gchar *script)
{
  return g_build_filename (root, "pipelines", script, NULL);
}

Outcome *
run_script (const gchar *script, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autofree gchar *path = script_path (script);
  const gchar *argument;
  va_list rest;

  g_ptr_array_add (arguments, path);
  va_start (rest, script);
  while ((argument = va_arg (rest, const gchar *)) != NULL)
    g_ptr_array_add (arguments, (gchar *) argument);
  va_end (rest);
  g_ptr_array_add (arguments, NULL);
  return run_program ((const gchar *const *) arguments->pdata);
}

/* --- Programs that run on --- */

static void
lead_a_group (gpointer deaf)
{
  setpgid (0, 0);
  signal (SIGINT, GPOINTER_TO_INT (deaf) ? SIG_IGN : SIG_DFL);
}

static gchar *
content_of (const gchar *path)
{
  gchar *content = NULL;

  g_file_get_contents (path, &content, NULL, NULL);
  g_assert_nonnull (content);
  return content;
}

Run *
start_script (gboolean deaf, const gchar *script, ...)
{
  Run *run = g_new0 (Run, 1);
  gint printed = g_file_open_tmp ("life-printed-XXXXXX", &run->printed, NULL);
  gint errors = g_file_open_tmp ("life-errors-XXXXXX", &run->errors, NULL);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autofree gchar *path = script_path (script);
  g_autoptr (GError) error = NULL;
  const gchar *argument;
  va_list rest;

  g_ptr_array_add (arguments, path);
  va_start (rest, script);
  while ((argument = va_arg (rest, const gchar *)) != NULL)
    g_ptr_array_add (arguments, (gchar *) argument);
  va_end (rest);
  g_ptr_array_add (arguments, NULL);
  run->name = g_strdup (script);
  g_spawn_async_with_fds (folder, (gchar **) arguments->pdata, environment,
      G_SPAWN_DO_NOT_REAP_CHILD, lead_a_group, GINT_TO_POINTER (deaf),
      &run->pid, -1, printed, errors, &error);
  g_assert_no_error (error);
  close (printed);
  close (errors);
  return run;
}

void
run_prints (Run *run, const gchar *text)
{
  siginfo_t end = { 0 };

  while (end.si_pid == 0) {
    g_autofree gchar *printed = content_of (run->printed);

    if (strstr (printed, text) != NULL)
      return;
    waitid (P_PID, run->pid, &end, WEXITED | WNOHANG | WNOWAIT);
    g_usleep (10000);
  }
  fail ("%s ended before it printed \"%s\"", run->name, text);
}

Outcome *
run_end (Run *run)
{
  Outcome *outcome = g_new0 (Outcome, 1);
  gint64 deadline;
  gint status;

  g_assert_cmpint (waitpid (run->pid, &status, 0), ==, run->pid);
  deadline = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  /* What it left behind is our child now; see script_test_init(). */
  while (waitpid (-run->pid, NULL, WNOHANG) >= 0)
    if (g_get_monotonic_time () > deadline) {
      fail ("%s has left a process behind", run->name);
      kill (-run->pid, SIGKILL);
      deadline = G_MAXINT64;
    } else {
      g_usleep (10000);
    }
  outcome->name = g_steal_pointer (&run->name);
  outcome->status = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  outcome->printed = content_of (run->printed);
  outcome->errors = content_of (run->errors);
  g_remove (run->printed);
  g_remove (run->errors);
  g_free (run->printed);
  g_free (run->errors);
  g_free (run);
  return outcome;
}

void
fake_program (const gchar *name, const gchar *text)
{
  g_autofree gchar *path = NULL;
  g_autofree gchar *content = g_strconcat ("#!/bin/sh\n", text, "\n", NULL);

  if (fakes == NULL) {
    g_autofree gchar *paths = NULL;

    fakes = g_dir_make_tmp ("life-fakes-XXXXXX", NULL);
    g_assert_nonnull (fakes);
    paths = g_strconcat (fakes, ":", g_getenv ("PATH"), NULL);
    script_setenv ("PATH", paths);
  }
  path = g_build_filename (fakes, name, NULL);
  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  g_chmod (path, 0700);
}

void
forbid_work (void)
{
  static const gchar *const workers[] = { "dpkg-query", "apt-get", "sudo",
    "meson", "ninja" };
  g_autofree gchar *worked = in_folder ("worked");
  g_autofree gchar *text =
      g_strdup_printf ("echo \"$0\" \"$@\" >>'%s'\nexit 1", worked);

  for (guint i = 0; i < G_N_ELEMENTS (workers); i++)
    fake_program (workers[i], text);
}

/* --- Outcomes --- */

gboolean
succeeded (const Outcome *outcome)
{
  if (outcome->status != 0)
    fail ("%s ended with status %d:\n%s%s", outcome->name, outcome->status,
        outcome->printed, outcome->errors);
  return outcome->status == 0;
}

void
expect_refusal (const Outcome *outcome, gint status, const gchar *message)
{
  if (status < 0 ? outcome->status <= 0 : outcome->status != status)
    fail ("%s ended with status %d", outcome->name, outcome->status);
  if (strstr (outcome->errors, message) == NULL)
    fail ("%s says nothing of \"%s\":\n%s%s", outcome->name, message,
        outcome->printed, outcome->errors);
  if (strstr (outcome->printed, "Wrote") != NULL)
    fail ("%s says:\n%s", outcome->name, outcome->printed);
}

gchar *
in_folder (const gchar *name)
{
  return g_build_filename (folder, name, NULL);
}

const gchar *
script_folder (void)
{
  return folder;
}

void
start_folder (void)
{
  g_autoptr (GError) error = NULL;

  folder = g_dir_make_tmp ("life-script-XXXXXX", &error);
  g_assert_no_error (error);
}

void
end_folder (void)
{
  remove_folder (folder);
  g_clear_pointer (&folder, g_free);
  if (fakes != NULL) {
    remove_folder (fakes);
    g_clear_pointer (&fakes, g_free);
    script_setenv ("PATH", g_getenv ("PATH"));
  }
}

void
expect_only (const gchar *first, ...)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const gchar *name;
  va_list rest;

  va_start (rest, first);
  for (name = first; name != NULL; name = va_arg (rest, const gchar *))
    g_ptr_array_add (names, (gchar *) name);
  va_end (rest);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
      fail ("%s was left behind", name);
}

gboolean
lacks_decoder (void)
{
  g_autofree gchar *ffmpeg = g_find_program_in_path ("ffmpeg");
  g_autofree gchar *ffprobe = g_find_program_in_path ("ffprobe");

  if (ffmpeg != NULL && ffprobe != NULL)
    return FALSE;
  g_test_skip ("ffmpeg, which decodes the file, is not installed");
  return TRUE;
}

/* --- Decoding --- */

gchar *
probe (const gchar *file)
{
  const gchar *arguments[] = { "ffprobe", "-v", "error", "-select_streams",
    "v:0", "-count_frames", "-show_entries",
    "stream=codec_name,pix_fmt,width,height,avg_frame_rate,nb_read_frames"
    ":format=duration",
    "-of", "default=noprint_wrappers=1", file, NULL };
  g_autoptr (Outcome) outcome = run_program (arguments);

  if (outcome->status != 0 || *outcome->errors != '\0')
    fail ("ffprobe %s: %s", file, outcome->errors);
  return g_steal_pointer (&outcome->printed);
}

void
expect_probe (const gchar *printed, const gchar *expected)
{
  g_auto (GStrv) lines = g_strsplit (printed, "\n", -1);

  if (!g_strv_contains ((const gchar *const *) lines, expected))
    fail ("the file is not %s:\n%s", expected, printed);
}

/* @file as raw video in the format that ffmpeg calls @pixels: all frames, or
 * those that pass @filter; NULL after the test has failed. */
static GBytes *
decode (const gchar *file, const gchar *pixels, const gchar *filter)
{
  g_autofree gchar *path = in_folder ("frames.raw");
  const gchar *arguments[] = { "ffmpeg", "-v", "error", "-y", "-i", file, "-vf",
    filter, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixels,
    path, NULL };
  g_autoptr (Outcome) outcome = run_program (arguments);
  gchar *content = NULL;
  gsize length = 0;

  if (outcome->status != 0
      || !g_file_get_contents (path, &content, &length, NULL)) {
    fail ("%s cannot be decoded: %s", file, outcome->errors);
    return NULL;
  }
  g_remove (path);
  return g_bytes_new_take (content, length);
}

void
expect_bytes (const gchar *file, const gchar *text)
{
  g_autofree gchar *content = NULL;
  const gsize n = strlen (text);
  gsize length = 0;

  g_file_get_contents (file, &content, &length, NULL);
  for (gsize i = 0; i + n <= length; i++)
    if (memcmp (content + i, text, n) == 0)
      return;
  fail ("%s has no %s", file, text);
}

GBytes *
decode_rgba (const gchar *file)
{
  return decode (file, "rgba", "null");
}

GBytes *
decode_gray (const gchar *file)
{
  return decode (file, "gray", "null");
}

/* --- What the file should show --- */

typedef struct {
  LifeWorld *world;
  gint width, height; /* of the frame */
  gint zoom;
  gint left, top; /* the pixel of cell (0, 0); may lie outside the frame */
  guint8 *cells;
} Scene;

static gint
floor_half (gint number)
{
  return number >= 0 ? number / 2 : -((1 - number) / 2);
}

/* The pattern in the center of a plane twice as large as what the frame shows of it. */
static void
scene_init (Scene *scene, const LifePattern *pattern, const Picture *picture)
{
  static const gint64 centered[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED };
  gint width = picture->width, height = picture->height, zoom = picture->zoom;
  LifeGeometry geometry = { 2 * ((width + zoom - 1) / zoom),
    2 * ((height + zoom - 1) / zoom), 1, LIFE_TOPOLOGY_PLANE };
  LifeEngineOptions options = default_options ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeRule) rule = NULL;
  gint64 origin[3];

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = LIFE_KERNEL_NAIVE;
  rule = life_rule_parse ("B3/S23", 2, &error);
  g_assert_no_error (error);
  scene->world = life_world_new (&geometry, rule, &options, &error);
  g_assert_no_error (error);
  life_pattern_place (pattern, &geometry, FALSE, centered, origin, &error);
  g_assert_no_error (error);
  life_world_paste (scene->world, pattern, origin, &error);
  g_assert_no_error (error);
  scene->width = width;
  scene->height = height;
  scene->zoom = zoom;
  scene->left = floor_half (width - (gint) geometry.width * zoom);
  scene->top = floor_half (height - (gint) geometry.height * zoom);
  scene->cells = g_malloc ((gsize) geometry.width * geometry.height);
}

static void
scene_clear (Scene *scene)
{
  life_world_free (scene->world);
  g_free (scene->cells);
}

static void
scene_go_to (Scene *scene, guint64 generation)
{
  const LifeGeometry *geometry = life_world_get_geometry (scene->world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, 1 };
  g_autoptr (GError) error = NULL;

  life_world_step (scene->world,
      generation - life_world_get_generation (scene->world), NULL, &error);
  g_assert_no_error (error);
  life_world_read (scene->world, &box, scene->cells, &error);
  g_assert_no_error (error);
}

/* The mean luma of a cell's block without its rim, where the codec blurs; -1
 * where the frame does not show all of it. */
static gdouble
mean_of_block (const Scene *scene, const guint8 *luma, guint x, guint y)
{
  gint rim = scene->zoom / 4;
  gint left = scene->left + (gint) x * scene->zoom;
  gint top = scene->top + (gint) y * scene->zoom;
  guint sum = 0, count = 0;
  gint column, row;

  if (left < 0 || top < 0 || left + scene->zoom > scene->width
      || top + scene->zoom > scene->height)
    return -1;
  for (row = top + rim; row < top + scene->zoom - rim; row++)
    for (column = left + rim; column < left + scene->zoom - rim; column++) {
      sum += luma[(gsize) row * scene->width + column];
      count++;
    }
  return (gdouble) sum / count;
}

/* What @luma shows wrong of a generation; NULL where all is right. */
static gchar *
difference (Scene *scene, const guint8 *luma, guint generation)
{
  const LifeGeometry *geometry = life_world_get_geometry (scene->world);
  guint x, y, live = 0;

  scene_go_to (scene, generation);
  for (y = 0; y < geometry->height; y++)
    for (x = 0; x < geometry->width; x++) {
      gboolean alive = scene->cells[y * geometry->width + x] != 0;
      gdouble mean = mean_of_block (scene, luma, x, y);

      if (mean < 0)
        continue;
      live += alive;
      if (alive ? mean <= BRIGHT : mean >= DARK)
        return g_strdup_printf ("generation %u: cell (%u, %u) is %s but its "
                                "block's mean luma is %.1f",
            generation, x, y, alive ? "alive" : "dead", mean);
    }
  return live > 0 ? NULL
                  : g_strdup_printf (
                      "generation %u: no live cell is to be seen", generation);
}

static gboolean
frame_shows (Scene *scene, const gchar *file, guint frame)
{
  g_autofree gchar *filter = g_strdup_printf ("select=eq(n\\,%u)", frame);
  g_autoptr (GBytes) pixels = decode (file, "yuv420p", filter);
  g_autofree gchar *wrong = NULL;

  if (pixels == NULL)
    return FALSE;
  if (g_bytes_get_size (pixels)
      != (gsize) scene->width * scene->height * 3 / 2) {
    fail ("frame %u of %s has %" G_GSIZE_FORMAT " bytes", frame, file,
        g_bytes_get_size (pixels));
    return FALSE;
  }
  wrong = difference (scene, g_bytes_get_data (pixels, NULL), frame);
  if (wrong != NULL)
    fail ("%s, %s", file, wrong);
  return wrong == NULL;
}

void
expect_frames (const gchar *file, const LifePattern *pattern,
    const Picture *picture, guint first, guint second, guint third)
{
  Scene scene;

  scene_init (&scene, pattern, picture);
  if (frame_shows (&scene, file, first) && frame_shows (&scene, file, second))
    frame_shows (&scene, file, third);
  scene_clear (&scene);
}

gchar *
luma_difference (const guint8 *luma, const LifePattern *pattern,
    const Picture *picture, guint generation)
{
  Scene scene;
  gchar *wrong;

  scene_init (&scene, pattern, picture);
  wrong = difference (&scene, luma, generation);
  scene_clear (&scene);
  return wrong;
}

LifePattern *
pattern_of (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  LifePattern *pattern = life_pattern_from_string (text, &error);

  g_assert_no_error (error);
  return pattern;
}

void
script_test_init (void)
{
  static const gchar *const settings[] = { "LD_PRELOAD", "LD_LIBRARY_PATH",
    "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "GST_PLUGIN_PATH",
    "GST_PLUGIN_PATH_1_0", "GST_PRESET_PATH", "GST_REGISTRY",
    "GST_REGISTRY_1_0", "GST_REGISTRY_FORK", "G_DEBUG", "G_SLICE",
    "MALLOC_PERTURB_", "MALLOC_CHECK_", "GST_DEBUG", "GST_TRACERS", "CC",
    "CFLAGS", "LDFLAGS" };
  guint i;

  prctl (PR_SET_CHILD_SUBREAPER, 1);
  root = g_getenv ("LIFE_SCRIPTS_ROOT");
  if (root == NULL)
    root = g_getenv ("LIFE_SOURCE_ROOT");
  g_assert_nonnull (root);
  environment = g_get_environ ();
  for (i = 0; i < G_N_ELEMENTS (settings); i++)
    environment = g_environ_unsetenv (environment, settings[i]);
}
