/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every gst-launch-1.0 line in the documentation really runs: README.md, docs, and the
 * SECTION comments of the elements. */
#include <life/life.h>

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/support/elements/launch-lines.h"
#include "tests/support/help.h"

/* A guard against hangs; no line takes nearly as long. */
#define TIMEOUT "120"

/* README.md has at least this many lines. */
#define README_LINES 3

/* docs/filters.md has at least a dozen chains. */
#define FILTER_LINES 12

/* A page of pictures has at least a dozen; bytes of all of them. */
#define PICTURES 12
#define MOST_PICTURE_BYTES 2500000

static const gchar *root;
static GPtrArray *lines;

static const gchar *const ours[] = { "lifesrc", "lifestep",
#ifdef TEST_SOUND
  "lifevis",
#endif
  NULL };

G_GNUC_PRINTF (1, 2)
static void
skip (const gchar *format, ...)
{
  g_autofree gchar *reason = NULL;
  va_list arguments;

  va_start (arguments, format);
  reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_test_skip (reason);
}

/* --- Running a line --- */

/* Runs a command in @folder; returns its exit status, or -1 where it was
 * killed. */
static gint
run (const gchar *folder, const gchar *command, gchar **output)
{
  const gchar *arguments[] = { "timeout", "-k", "5", TIMEOUT, "/bin/sh", "-c",
    command, NULL };
  g_autofree gchar *printed = NULL;
  g_autofree gchar *errors = NULL;
  g_autoptr (GError) error = NULL;
  gint status;

  g_spawn_sync (folder, (gchar **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL,
      NULL, &printed, &errors, &status, &error);
  g_assert_no_error (error);
  *output = g_strconcat (printed, errors, NULL);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

/* A pattern as a reader of the documentation would have it. */
static void
provide_pattern (const gchar *path)
{
  gboolean volume =
      g_str_has_suffix (path, ".rle3") || g_str_has_suffix (path, ".3d");
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern =
      life_pattern_from_string (volume ? "glider-5766" : "gosper-gun", &error);
  g_autofree gchar *text = NULL;

  g_assert_no_error (error);
  text = life_pattern_write (pattern,
      volume                              ? LIFE_FORMAT_RLE3
      : g_str_has_suffix (path, ".cells") ? LIFE_FORMAT_PLAINTEXT
                                          : LIFE_FORMAT_RLE,
      &error);
  g_assert_no_error (error);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
provide_video (const gchar *folder, const gchar *name)
{
  static const gchar picture[] =
      LAUNCH " -q videotestsrc num-buffers=1 ! pngenc ! filesink location=";
  static const gchar video[] =
      LAUNCH " -q videotestsrc num-buffers=" G_STRINGIFY (
          FRAMES) " ! x264enc ! mp4mux ! filesink location=";
  static const gchar song[] =
      LAUNCH " -q audiotestsrc wave=ticks num-buffers=50 ! vorbisenc ! oggmux "
             "! filesink location=";
  g_autofree gchar *quoted = g_shell_quote (name);
  g_autofree gchar *command =
      g_strconcat (g_str_has_suffix (name, ".png")   ? picture
                   : g_str_has_suffix (name, ".ogg") ? song
                                                     : video,
          quoted, NULL);
  g_autofree gchar *output = NULL;

  if (run (folder, command, &output) != 0)
    g_test_message ("%s", output);
}

/* The file that a word names, if it does: a property location, or a URI. */
static gchar *
named_file (const gchar *word)
{
  static const gchar uri[] = "uri=file://$PWD/";

  return g_str_has_prefix (word, uri) ? g_strdup (word + strlen (uri))
                                      : launch_word_value (word, "location");
}

/* Puts the files that the line reads into @folder: the project's own, or files
 * that a reader would have. */
static void
provide_files (const GPtrArray *words, const gchar *folder)
{
  const gchar *element = "";
  guint i;

  for (i = 0; i < words->len; i++) {
    const gchar *word = words->pdata[i];
    g_autofree gchar *name = named_file (word);
    g_autofree gchar *path = NULL;
    g_autofree gchar *parent = NULL;
    g_autofree gchar *source = NULL;
    g_autofree gchar *content = NULL;
    gsize length;

    if (launch_word_is_element (word))
      element = word;
    if (name == NULL || g_path_is_absolute (name)
        || !(g_strv_contains (ours, element) || strcmp (element, "filesrc") == 0
             || strcmp (element, "playbin") == 0))
      continue;
    path = g_build_filename (folder, name, NULL);
    parent = g_path_get_dirname (path);
    g_mkdir_with_parents (parent, 0700);
    source = g_build_filename (root, name, NULL);
    if (g_file_get_contents (source, &content, &length, NULL))
      g_file_set_contents (path, content, length, NULL);
    else if (g_strv_contains (ours, element))
      provide_pattern (path);
    else
      provide_video (folder, name);
  }
}

/* --- Results --- */

static gboolean
writes_files (const GPtrArray *words)
{
  const gchar *element = "";
  guint i;

  for (i = 0; i < words->len; i++) {
    if (launch_word_is_element (words->pdata[i]))
      element = words->pdata[i];
    if (g_str_has_prefix (words->pdata[i], "location=")
        && strstr (element, "sink") != NULL)
      return TRUE;
  }
  return FALSE;
}

/* Counts the files in @folder, and fails where one is empty. */
static guint
count_files (const gchar *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const gchar *name;
  guint count = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree gchar *path = g_build_filename (folder, name, NULL);
    GStatBuf status;

    if (g_stat (path, &status) != 0 || !S_ISREG (status.st_mode))
      continue;
    count++;
    if (status.st_size == 0)
      fail ("%s is empty", name);
  }
  return count;
}

/* Skips a line that plays one of Golly's files where these are not installed. */
static gboolean
lacks_golly (const gchar *output)
{
  if (g_file_test ("/usr/share/golly", G_FILE_TEST_EXISTS)
      || strstr (output, "cannot open /usr/share/golly/") == NULL)
    return FALSE;
  skip ("Golly is not installed");
  return TRUE;
}

/* Skips a line whose element is not installed, unless it is one of ours, or
 * whose film no installed decoder can decode. */
static gboolean
lacks_an_element (const gchar *output)
{
  static const gchar message[] = "no element \"";
  /* decodebin reports one or the other, depending on which of its parts fails
   * first. */
  static const gchar *const films[] = {
    "Missing element: ", "Missing decoder: ", NULL
  };
  const gchar *found = NULL;
  g_autofree gchar *name = NULL;
  guint i;

  for (i = 0; found == NULL && films[i] != NULL; i++) {
    found = strstr (output, films[i]);
    if (found != NULL)
      found += strlen (films[i]);
  }
  if (found != NULL) {
    name = g_strndup (found, strcspn (found, "(\n"));
    skip ("%s is not installed", name);
    return TRUE;
  }
  found = strstr (output, message);
  if (found == NULL)
    return FALSE;
  found += strlen (message);
  name = g_strndup (found, strcspn (found, "\""));
  if (g_strv_contains (ours, name))
    return FALSE;
  skip ("the element %s is not installed", name);
  return TRUE;
}

static void
check_run (const GPtrArray *words, const gchar *folder)
{
  g_autofree gchar *command = launch_line_adapt (words);
  g_autofree gchar *output = NULL;
  guint before = count_files (folder);
  gint status = run (folder, command, &output);

  if (status == 124)
    fail ("%s\nstill ran after " TIMEOUT " s:\n%s", command, output);
  else if (status != 0 && !lacks_an_element (output) && !lacks_golly (output))
    fail ("%s\nended with status %d:\n%s", command, status, output);
  else if (status == 0 && count_files (folder) == before
           && writes_files (words))
    fail ("%s\nwrote no file:\n%s", command, output);
}

/* Skips a line that needs an NVIDIA GPU where there is none, or its memory
 * where the plugin is built without. */
static gboolean
lacks_cuda (const gchar *text)
{
  const gboolean memory = strstr (text, "CUDAMemory") != NULL;
  g_autofree gchar *output = NULL;

  if (!memory && strstr (text, "engine=cuda") == NULL)
    return FALSE;
  if (!g_file_test ("/dev/nvidiactl", G_FILE_TEST_EXISTS)) {
    skip ("there is no NVIDIA GPU");
    return TRUE;
  }
  if (!memory || run (NULL, "gst-inspect-1.0 lifestep", &output) != 0
      || strstr (output, "CUDAMemory") != NULL)
    return FALSE;
  skip ("the plugin is built without GstCuda");
  return TRUE;
}

/* Skips a line for OpenGL where that does not start. */
static gboolean
lacks_opengl (const gchar *text)
{
  static const gchar probe[] = LAUNCH
      " -q videotestsrc num-buffers=1 ! glupload ! gldownload ! fakesink";
  g_autofree gchar *output = NULL;

  if (strstr (text, "glupload") == NULL || run (NULL, probe, &output) == 0)
    return FALSE;
  if (!lacks_an_element (output))
    skip ("OpenGL does not start here: %s", output);
  return TRUE;
}

static void
test_line_runs (gconstpointer data)
{
  const LaunchLine *line = data;
  g_autoptr (GPtrArray) words = launch_line_split (line->text);
  g_autoptr (GError) error = NULL;
  g_autofree gchar *folder = NULL;

  if (lacks_cuda (line->text) || lacks_opengl (line->text))
    return;
  folder = g_dir_make_tmp ("life-launch-XXXXXX", &error);
  g_assert_no_error (error);
  provide_files (words, folder);
  check_run (words, folder);
  remove_folder (folder);
}

/* --- The lines themselves --- */

static guint
lines_in (const gchar *file)
{
  guint i, count = 0;

  for (i = 0; i < lines->len; i++)
    count += strcmp (((LaunchLine *) lines->pdata[i])->file, file) == 0;
  return count;
}

static void
test_elements_have_launch_lines (void)
{
  static const gchar *const files[] = { "plugin/lifesrc/lifesrc.c",
    "plugin/lifestep/lifestep.c", "plugin/lifevis/lifevis.c" };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (files); i++) {
    if (lines_in (files[i]) == 0)
      fail ("%s shows no " LAUNCH " line", files[i]);
  }
}

static void
test_readme_has_launch_lines (void)
{
  g_autofree gchar *path = g_build_filename (root, "README.md", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_test_skip ("there is no README.md");
  else if (lines_in ("README.md") < README_LINES)
    fail ("README.md shows %u " LAUNCH " lines, not %u", lines_in ("README.md"),
        README_LINES);
}

static void
test_filters_have_launch_lines (void)
{
  if (lines_in ("docs/filters.md") < FILTER_LINES)
    fail ("docs/filters.md shows %u " LAUNCH " lines, not %u",
        lines_in ("docs/filters.md"), FILTER_LINES);
}

/* Bytes of a picture that a page names; fails where there is none. */
static goffset
check_picture (const gchar *folder, const gchar *name)
{
  g_autofree gchar *path = g_build_filename (folder, name, NULL);
  GStatBuf status;

  if (g_stat (path, &status) == 0 && status.st_size > 0)
    return status.st_size;
  fail ("%s is missing; tools/make-gallery.sh makes it", path);
  return 0;
}

/* The lines of a page that end as those of pictures do. */
static guint
lines_of_pictures (const gchar *file)
{
  guint count = 0;

  for (guint i = 0; i < lines->len; i++) {
    const LaunchLine *line = lines->pdata[i];

    count += strcmp (line->file, file) == 0
             && strstr (line->text, ",width=") != NULL
             && g_str_has_suffix (line->text, "! autovideosink");
  }
  return count;
}

/* docs/@page.md has its pictures in docs/@page. */
static void
test_page_has_a_line_for_each_picture (gconstpointer page)
{
  g_autofree gchar *folder = g_build_filename (root, "docs", page, NULL);
  g_autofree gchar *file = g_strconcat ("docs/", page, ".md", NULL);
  g_autofree gchar *path = g_build_filename (root, file, NULL);
  g_autofree gchar *start = g_strconcat ("](", page, "/", NULL);
  g_autofree gchar *text = NULL;
  g_auto (GStrv) parts = NULL;
  goffset bytes = 0;
  guint pictures;

  if (!g_file_get_contents (path, &text, NULL, NULL)
      || !g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_test_skip ("there are no pictures");
    return;
  }
  parts = g_strsplit (text, start, -1);
  pictures = g_strv_length (parts) - 1;
  for (guint i = 1; i <= pictures; i++) {
    parts[i][strcspn (parts[i], ")")] = '\0';
    bytes += check_picture (folder, parts[i]);
  }
  if (pictures < PICTURES || pictures != lines_of_pictures (file)
      || pictures != count_files (folder))
    fail ("%s shows %u pictures and %u lines for them, and its folder has %u "
          "files",
        file, pictures, lines_of_pictures (file), count_files (folder));
  if (bytes > MOST_PICTURE_BYTES)
    fail ("the pictures take %" G_GOFFSET_FORMAT " bytes, more than %d", bytes,
        MOST_PICTURE_BYTES);
}

static void
expect_adapted (const gchar *line, const gchar *expected)
{
  g_autoptr (GPtrArray) words = launch_line_split (line);
  g_autofree gchar *adapted = g_strchomp (launch_line_adapt (words));

  g_assert_cmpstr (adapted, ==, expected);
}

static void
test_lines_are_made_finite (void)
{
  expect_adapted ("gst-launch-1.0 lifesrc ! autovideosink sync=false",
      "gst-launch-1.0 lifesrc num-buffers=30 ! fakesink");
  expect_adapted ("gst-launch-1.0 lifesrc num-buffers=600 zoom=4 ! fakesink",
      "gst-launch-1.0 lifesrc zoom=4 num-buffers=30 ! fakesink");
  expect_adapted ("gst-launch-1.0 lifesrc num-buffers=5 ! "
                  "video/x-raw,width=64 ! fakesink",
      "gst-launch-1.0 lifesrc num-buffers=5 ! video/x-raw,width=64 ! fakesink");
  expect_adapted ("gst-launch-1.0 lifesrc pattern='3o ! x' ! fakesink",
      "gst-launch-1.0 lifesrc pattern='3o ! x' num-buffers=30 ! fakesink");
  expect_adapted ("gst-launch-1.0 v4l2src device=/dev/video0 ! fakesink",
      "gst-launch-1.0 videotestsrc num-buffers=30 ! fakesink");
  expect_adapted ("gst-launch-1.0 playbin uri=life:glider",
      "gst-launch-1.0 playbin video-sink=fakesink "
      "uri=\"life:glider?num-buffers=30\"");
  expect_adapted (
      "gst-launch-1.0 playbin3 uri=\"life:?zoom=4&num-buffers=300\"",
      "gst-launch-1.0 playbin3 video-sink=fakesink "
      "uri=\"life:?zoom=4&num-buffers=30\"");
}

/* A program that is not built with the address sanitizer must load it before it
 * loads a plugin that is. */
static void
pass_on_sanitizer (void)
{
#ifdef __SANITIZE_ADDRESS__
  g_autofree gchar *maps = NULL;
  const gchar *found, *start;

  if (!g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL)
      || (found = strstr (maps, "/libasan.so")) == NULL)
    return;
  for (start = found; start > maps && start[-1] != ' '; start--)
    ;
  found = g_strndup (start, strcspn (start, "\n"));
  g_setenv ("LD_PRELOAD", found, TRUE);
  g_setenv ("ASAN_OPTIONS", "detect_leaks=0", TRUE);
  g_free ((gchar *) found);
#endif
}

int
main (int argc, char **argv)
{
  guint i;
  gint result;

  g_test_init (&argc, &argv, NULL);
  root = g_getenv ("LIFE_SOURCE_ROOT");
  g_assert_nonnull (root);
  pass_on_sanitizer ();
  /* OpenGL without a display. */
  if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL) {
    g_setenv ("GST_GL_PLATFORM", "egl", FALSE);
    g_setenv ("GST_GL_WINDOW", "egl-device", FALSE);
  }
  lines = launch_lines_find (root);

  g_test_add_func (
      "/launch-lines/elements-have-some", test_elements_have_launch_lines);
  g_test_add_func (
      "/launch-lines/readme-has-three", test_readme_has_launch_lines);
  g_test_add_func (
      "/launch-lines/filters-have-twelve", test_filters_have_launch_lines);
  g_test_add_data_func ("/launch-lines/gallery-has-a-line-for-each-picture",
      "gallery", test_page_has_a_line_for_each_picture);
  g_test_add_data_func (
      "/launch-lines/three-dimensions-has-a-line-for-each-picture",
      "three-dimensions", test_page_has_a_line_for_each_picture);
  g_test_add_func ("/launch-lines/are-made-finite", test_lines_are_made_finite);
  for (i = 0; i < lines->len; i++) {
    const LaunchLine *line = lines->pdata[i];
    g_autofree gchar *name =
        g_strdup_printf ("/launch-lines/%s:%u", line->file, line->number);

    g_test_add_data_func (name, line, test_line_runs);
  }
  result = g_test_run ();
  g_ptr_array_unref (lines);
  return result;
}
