/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The main job, end to end: pipelines/mp4.sh makes a pattern an mp4; it is
 * decoded again and compared with what the reference engine makes of it. */
#include <life/life.h>

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#include "test-help.h"

#define WIDTH 1920
#define HEIGHT 1080
#define LUMA ((gsize) WIDTH * HEIGHT)

/* What a live and a dead cell's block must show at least and at most; 16 is
 * black, 235 is white. */
#define BRIGHT 180
#define DARK 60

static const gchar *root;
static gchar **environment;
static gchar *folder; /* of one test */

/* --- Programs --- */

typedef struct {
  gint status; /* -1 where a signal ended it */
  gchar *said;
  gchar *complained;
} Outcome;

static void
outcome_free (Outcome *outcome)
{
  g_free (outcome->said);
  g_free (outcome->complained);
  g_free (outcome);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outcome, outcome_free)

/* Runs a program in the test's folder, as a user would: without the settings
 * of the test run. */
static Outcome *
run (const gchar *const *arguments)
{
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autoptr (GError) error = NULL;
  gint status;

  g_spawn_sync (folder, (gchar **) arguments, environment, G_SPAWN_SEARCH_PATH,
      NULL, NULL, &outcome->said, &outcome->complained, &status, &error);
  g_assert_no_error (error);
  outcome->status = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  return outcome;
}

/* Runs mp4.sh with these arguments, up to NULL. */
static Outcome *G_GNUC_NULL_TERMINATED
render (const gchar *first, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autofree gchar *script =
      g_build_filename (root, "pipelines", "mp4.sh", NULL);
  const gchar *argument;
  va_list rest;

  g_ptr_array_add (arguments, script);
  va_start (rest, first);
  for (argument = first; argument != NULL;
       argument = va_arg (rest, const gchar *))
    g_ptr_array_add (arguments, (gchar *) argument);
  va_end (rest);
  g_ptr_array_add (arguments, NULL);
  return run ((const gchar *const *) arguments->pdata);
}

static gboolean
succeeded (const Outcome *outcome)
{
  if (outcome->status != 0)
    fail ("mp4.sh ended with status %d:\n%s%s", outcome->status, outcome->said,
        outcome->complained);
  return outcome->status == 0;
}

static gchar *
in_folder (const gchar *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
start_folder (void)
{
  g_autoptr (GError) error = NULL;

  folder = g_dir_make_tmp ("life-mp4-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
end_folder (void)
{
  remove_folder (folder);
  g_clear_pointer (&folder, g_free);
}

static gboolean
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

/* Decodes every frame and says what the stream is: "codec_name=h264", …. */
static gchar *
probe (const gchar *file)
{
  const gchar *arguments[] = { "ffprobe", "-v", "error", "-select_streams",
    "v:0", "-count_frames", "-show_entries",
    "stream=codec_name,pix_fmt,width,height,avg_frame_rate,nb_read_frames"
    ":format=duration",
    "-of", "default=noprint_wrappers=1", file, NULL };
  g_autoptr (Outcome) outcome = run (arguments);

  if (outcome->status != 0 || *outcome->complained != '\0')
    fail ("ffprobe %s: %s", file, outcome->complained);
  return g_steal_pointer (&outcome->said);
}

static void
expect_probe (const gchar *said, const gchar *expected)
{
  g_auto (GStrv) lines = g_strsplit (said, "\n", -1);

  if (!g_strv_contains ((const gchar *const *) lines, expected))
    fail ("the file is not %s:\n%s", expected, said);
}

/* The luma of one frame, or NULL after the test has failed. */
static guint8 *
decode (const gchar *file, guint frame)
{
  g_autofree gchar *filter = g_strdup_printf ("select=eq(n\\,%u)", frame);
  g_autofree gchar *path = in_folder ("frame.yuv");
  const gchar *arguments[] = { "ffmpeg", "-v", "error", "-y", "-i", file, "-vf",
    filter, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "yuv420p", path,
    NULL };
  g_autoptr (Outcome) outcome = run (arguments);
  g_autofree gchar *pixels = NULL;
  gsize length = 0;

  if (outcome->status != 0
      || !g_file_get_contents (path, &pixels, &length, NULL)
      || length != LUMA * 3 / 2) {
    fail ("frame %u of %s cannot be decoded (%" G_GSIZE_FORMAT " bytes): %s",
        frame, file, length, outcome->complained);
    return NULL;
  }
  return (guint8 *) g_steal_pointer (&pixels);
}

/* --- What the file should show --- */

typedef struct {
  LifeWorld *world;
  gint zoom;
  gint left, top; /* the pixel of cell (0, 0); may lie outside the frame */
  guint8 *cells;
} Scene;

static gint
floor_half (gint number)
{
  return number >= 0 ? number / 2 : -((1 - number) / 2);
}

/* The pattern centred on a plane as large as the frame shows at @zoom. */
static void
scene_init (Scene *scene, const LifePattern *pattern, gint zoom)
{
  static const gint64 centred[3] = { -1, -1, -1 };
  LifeGeometry geometry = { (WIDTH + zoom - 1) / zoom,
    (HEIGHT + zoom - 1) / zoom, 1, LIFE_TOPOLOGY_PLANE };
  LifeEngineOptions options = LIFE_ENGINE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  LifeRule rule;
  guint32 origin[3];

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = LIFE_KERNEL_NAIVE;
  life_rule_parse ("B3/S23", 2, &rule, &error);
  g_assert_no_error (error);
  scene->world = life_world_new (&geometry, &rule, &options, &error);
  g_assert_no_error (error);
  life_pattern_place (pattern, &geometry, FALSE, centred, origin, &error);
  g_assert_no_error (error);
  life_world_paste (scene->world, pattern, origin, &error);
  g_assert_no_error (error);
  scene->zoom = zoom;
  scene->left = floor_half (WIDTH - (gint) geometry.width * zoom);
  scene->top = floor_half (HEIGHT - (gint) geometry.height * zoom);
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

/* The mean luma of a cell's block without its rim, where the codec rings; -1
 * where the frame does not show all of it. */
static gdouble
mean_of_block (const Scene *scene, const guint8 *luma, guint x, guint y)
{
  gint rim = scene->zoom / 4;
  gint left = scene->left + (gint) x * scene->zoom;
  gint top = scene->top + (gint) y * scene->zoom;
  guint sum = 0, count = 0;
  gint column, row;

  if (left < 0 || top < 0 || left + scene->zoom > WIDTH
      || top + scene->zoom > HEIGHT)
    return -1;
  for (row = top + rim; row < top + scene->zoom - rim; row++)
    for (column = left + rim; column < left + scene->zoom - rim; column++) {
      sum += luma[(gsize) row * WIDTH + column];
      count++;
    }
  return (gdouble) sum / count;
}

static gboolean
frame_shows (Scene *scene, const gchar *file, guint frame)
{
  const LifeGeometry *geometry = life_world_get_geometry (scene->world);
  g_autofree guint8 *luma = decode (file, frame);
  guint x, y, live = 0;

  if (luma == NULL)
    return FALSE;
  scene_go_to (scene, frame);
  for (y = 0; y < geometry->height; y++)
    for (x = 0; x < geometry->width; x++) {
      gboolean alive = scene->cells[y * geometry->width + x] != 0;
      gdouble mean = mean_of_block (scene, luma, x, y);

      if (mean < 0)
        continue;
      live += alive;
      if (alive ? mean <= BRIGHT : mean >= DARK) {
        fail ("frame %u: cell (%u, %u) is %s but its block's mean luma is %.1f",
            frame, x, y, alive ? "alive" : "dead", mean);
        return FALSE;
      }
    }
  if (live == 0)
    fail ("frame %u: no live cell is to be seen", frame);
  return live > 0;
}

/* Frames @first, @second and @third of @file show @pattern's generations. */
static void
expect_frames (const gchar *file, const LifePattern *pattern, gint zoom,
    guint first, guint second, guint third)
{
  Scene scene;

  scene_init (&scene, pattern, zoom);
  if (frame_shows (&scene, file, first) && frame_shows (&scene, file, second))
    frame_shows (&scene, file, third);
  scene_clear (&scene);
}

static LifePattern *
pattern_of (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  LifePattern *pattern = life_pattern_from_string (text, &error);

  g_assert_no_error (error);
  return pattern;
}

/* --- Tests --- */

/* 1920 / (3 × 36 cells) and 1080 / (3 × 9): a cell is 17 pixels wide. */
static void
test_gun_becomes_ten_seconds_of_video (void)
{
  g_autoptr (LifePattern) gun = pattern_of ("gosper-gun");
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *said = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  outcome = render (NULL, NULL);
  file = in_folder ("life.mp4");
  if (succeeded (outcome)) {
    if (strstr (outcome->said, "rendering") == NULL)
      fail ("no progress is shown:\n%s", outcome->said);
    said = probe (file);
    expect_probe (said, "codec_name=h264");
    expect_probe (said, "pix_fmt=yuv420p");
    expect_probe (said, "width=1920");
    expect_probe (said, "height=1080");
    expect_probe (said, "avg_frame_rate=60/1");
    expect_probe (said, "nb_read_frames=600");
    expect_probe (said, "duration=10.000000");
    expect_frames (file, gun, 17, 0, 150, 599);
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
      if (strstr (second->said, words[i]) != NULL)
        fail ("the second run says:\n%s", second->said);
  end_folder ();
}

/* An r-pentomino in a file of the user's, named from where the user stands. */
static void
test_own_file_with_spaces_in_its_path_is_rendered (void)
{
  static const gchar text[] = "x = 3, y = 3, rule = B3/S23\nb2o$2ob$bob!\n";
  g_autoptr (LifePattern) pattern = pattern_of (text);
  g_autoptr (Outcome) outcome = NULL;
  g_autofree gchar *own = NULL;
  g_autofree gchar *path = NULL;
  g_autofree gchar *file = NULL;
  g_autofree gchar *said = NULL;

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
    said = probe (file);
    expect_probe (said, "nb_read_frames=60");
    expect_frames (file, pattern, HEIGHT / 9, 0, 3, 59);
  }
  end_folder ();
}

/* A blinker in a file of that name becomes the video that it should. */
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
    expect_frames (file, pattern, WIDTH / 9, 0, 1, 9);
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

/* A folder of that name is no pattern and does not stand in the way. */
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
    expect_frames (file, pattern, WIDTH / 21, 0, 30, 59);
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
    expect_frames (file, pattern, 12, 0, 30, 59);
  end_folder ();
}

/* A run that fails says why, and leaves what stood at OUT as it was. */
static void
expect_failure (const gchar *pattern, const gchar *message)
{
  g_autofree gchar *old = in_folder ("old.mp4");
  g_autofree gchar *kept = NULL;
  const gchar *const outs[] = { "new.mp4", "old.mp4" };
  g_autoptr (GDir) dir = NULL;
  const gchar *name;
  guint i;

  g_file_set_contents (old, "old", -1, NULL);
  for (i = 0; i < G_N_ELEMENTS (outs); i++) {
    g_autoptr (Outcome) outcome = render (pattern, outs[i], NULL);

    if (outcome->status <= 0)
      fail ("mp4.sh %s ended with status %d", pattern, outcome->status);
    if (strstr (outcome->complained, message) == NULL)
      fail ("mp4.sh %s says nothing of \"%s\":\n%s%s", pattern, message,
          outcome->said, outcome->complained);
    if (strstr (outcome->said, "Wrote") != NULL)
      fail ("mp4.sh %s says:\n%s", pattern, outcome->said);
  }
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (strstr (name, ".mp4") != NULL && strcmp (name, "old.mp4") != 0)
      fail ("%s was left behind", name);
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
  g_assert_cmpint (outcome->status, ==, 2);
  g_assert_nonnull (strstr (outcome->complained, "Usage:"));
  end_folder ();
}

int
main (int argc, char **argv)
{
  static const gchar *const settings[] = { "LD_PRELOAD", "LD_LIBRARY_PATH",
    "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "GST_PLUGIN_PATH",
    "GST_PLUGIN_PATH_1_0", "GST_REGISTRY", "GST_REGISTRY_1_0",
    "GST_REGISTRY_FORK", "G_DEBUG", "G_SLICE", "MALLOC_PERTURB_",
    "MALLOC_CHECK_", "GST_DEBUG", "GST_TRACERS", "CC", "CFLAGS", "LDFLAGS" };
  guint i;
  gint result;

  g_test_init (&argc, &argv, NULL);
  root = g_getenv ("LIFE_SOURCE_ROOT");
  g_assert_nonnull (root);
  environment = g_get_environ ();
  for (i = 0; i < G_N_ELEMENTS (settings); i++)
    environment = g_environ_unsetenv (environment, settings[i]);

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
  g_test_add_func ("/mp4/missing-file-is-named", test_missing_file_is_named);
  g_test_add_func ("/mp4/broken-file-is-named-with-the-place",
      test_broken_file_is_named_with_the_place);
  g_test_add_func (
      "/mp4/unknown-name-is-repeated", test_unknown_name_is_repeated);
  g_test_add_func (
      "/mp4/third-argument-is-refused", test_third_argument_is_refused);
  result = g_test_run ();
  g_strfreev (environment);
  return result;
}
