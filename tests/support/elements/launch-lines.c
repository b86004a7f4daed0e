/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Launch lines as documentation shows them: found, split into words, and made to end
 * here. */
#include "tests/support/elements/launch-lines.h"

#include <string.h>

/* Screens, and what needs a device, a session or a server. */
static const gchar *const screens[] = { "autovideosink", "ximagesink",
  "xvimagesink", "glimagesink", "waylandsink", "gtksink", "fpsdisplaysink",
  "pipewiresink", "v4l2sink", "webrtcsink", "whipclientsink", "whipsink",
  "autoaudiosink",
#ifdef __SANITIZE_ADDRESS__
  /* Its library throws, which the sanitizer of a program in C does not know. */
  "srtsink",
#endif
  NULL };
static const gchar *const cameras[] = { "v4l2src", "autovideosrc", "ximagesrc",
  "libcamerasrc", "pipewiresrc", NULL };
static const gchar *const endless[] = { "lifesrc", "videotestsrc", NULL };
static const gchar *const players[] = { "playbin", "playbin3", NULL };

/* --- Lines --- */

/* A line's text without the markup of a comment or Markdown. */
static gchar *
strip_markup (const gchar *text)
{
  gchar *stripped = g_strstrip (g_strdup (text));
  gchar *end;

  if (g_str_has_prefix (stripped, "* "))
    g_strchug (memmove (stripped, stripped + 1, strlen (stripped)));
  end = strstr (stripped, "]|");
  if (end != NULL)
    *end = '\0';
  return g_strchomp (stripped);
}

/* Adds those of @file to @lines. */
static void
find_lines (GPtrArray *lines, const gchar *root, const gchar *file)
{
  g_autofree gchar *path = g_build_filename (root, file, NULL);
  g_autofree gchar *text = NULL;
  g_auto (GStrv) all = NULL;
  guint i;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  all = g_strsplit (text, "\n", -1);
  for (i = 0; all[i] != NULL; i++) {
    g_autofree gchar *stripped = strip_markup (all[i]);
    GString *joined;
    LaunchLine *line;

    if (!g_str_has_prefix (stripped, LAUNCH " "))
      continue;
    line = g_new0 (LaunchLine, 1);
    line->file = g_strdup (file);
    line->number = i + 1;
    joined = g_string_new (stripped);
    while (g_str_has_suffix (joined->str, "\\") && all[i + 1] != NULL) {
      g_autofree gchar *next = strip_markup (all[++i]);

      g_string_truncate (joined, joined->len - 1);
      g_string_append (joined, next);
    }
    line->text = g_string_free (joined, FALSE);
    g_ptr_array_add (lines, line);
  }
}

static void
find_lines_in (GPtrArray *lines, const gchar *root, const gchar *folder,
    const gchar *ending)
{
  g_autofree gchar *path = g_build_filename (root, folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const gchar *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree gchar *file = g_build_filename (folder, name, NULL);

    if (g_str_has_suffix (name, ending))
      find_lines (lines, root, file);
    else
      find_lines_in (lines, root, file, ending);
  }
}

static void
free_line (gpointer data)
{
  LaunchLine *line = data;

  g_free (line->file);
  g_free (line->text);
  g_free (line);
}

static gint
compare_lines (gconstpointer a, gconstpointer b)
{
  const LaunchLine *first = *(const LaunchLine *const *) a;
  const LaunchLine *second = *(const LaunchLine *const *) b;
  gint order = strcmp (first->file, second->file);

  return order != 0 ? order : (gint) first->number - (gint) second->number;
}

GPtrArray *
launch_lines_find (const gchar *root)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (free_line);

  find_lines (lines, root, "README.md");
  find_lines_in (lines, root, "docs", ".md");
  find_lines_in (lines, root, "plugin", ".c");
  g_ptr_array_sort (lines, compare_lines);
  return lines;
}

/* --- Their words --- */

GPtrArray *
launch_line_split (const gchar *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  GString *word = g_string_new (NULL);
  gchar quote = '\0';

  for (;; text++) {
    if (*text == '\0' || (quote == '\0' && g_ascii_isspace (*text))) {
      if (word->len > 0)
        g_ptr_array_add (words, g_strdup (word->str));
      g_string_truncate (word, 0);
      if (*text == '\0')
        break;
      continue;
    }
    if (quote != '\0')
      quote = *text == quote ? '\0' : quote;
    else if (*text == '"' || *text == '\'')
      quote = *text;
    if (*text == '\\' && quote != '\'' && text[1] != '\0')
      g_string_append_c (word, *text++);
    g_string_append_c (word, *text);
  }
  g_string_free (word, TRUE);
  return words;
}

/* "zoom=4", and not "video/x-raw,width=640". */
static gboolean
is_property (const gchar *word)
{
  const gchar *equals = strchr (word, '=');

  return equals != NULL && g_ascii_isalpha (*word)
         && memchr (word, '/', equals - word) == NULL;
}

gboolean
launch_word_is_element (const gchar *word)
{
  return g_ascii_isalpha (*word) && strpbrk (word, "=/.") == NULL
         && strcmp (word, LAUNCH) != 0;
}

gchar *
launch_word_value (const gchar *word, const gchar *name)
{
  gsize length = strlen (name);

  if (strncmp (word, name, length) != 0 || word[length] != '=')
    return NULL;
  return g_shell_unquote (word + length + 1, NULL);
}

/* --- Making a line run here --- */

/* Adds the properties from @index on to @out, with a limited number of frames;
 * returns the index of the first word that is not a property. */
static guint
bound_frames (const GPtrArray *words, guint index, GString *out)
{
  guint64 frames = FRAMES;

  for (; index < words->len && is_property (words->pdata[index]); index++) {
    g_autofree gchar *value =
        launch_word_value (words->pdata[index], "num-buffers");

    if (value == NULL)
      g_string_append_printf (out, "%s ", (gchar *) words->pdata[index]);
    else
      frames = MIN (frames, g_ascii_strtoull (value, NULL, 10));
  }
  g_string_append_printf (out, "num-buffers=%" G_GUINT64_FORMAT " ", frames);
  return index;
}

/* A player's address in quotes, with a limited number of frames, which an address of the
 * documentation names last if at all, or that of a file. Returns the index of the word after it. */
static guint
bound_address (const GPtrArray *words, guint index, GString *out)
{
  g_string_append (out, "video-sink=fakesink ");
  for (; index < words->len && is_property (words->pdata[index]); index++) {
    g_autofree gchar *uri = launch_word_value (words->pdata[index], "uri");
    gchar *frames = uri ? strstr (uri, "num-buffers=") : NULL;

    if (uri && g_str_has_prefix (uri, "file:"))
      g_string_append_printf (out, "uri=\"%s\" ", uri);
    if (g_str_has_prefix (words->pdata[index], "flags=")
        || g_str_has_prefix (words->pdata[index], "vis-plugin="))
      g_string_append_printf (out, "%s ", (gchar *) words->pdata[index]);
    if (!uri || g_str_has_prefix (uri, "file:"))
      continue;
    if (frames)
      frames[0] = '\0';
    g_string_append_printf (out,
        "uri=\"%s%snum-buffers=" G_STRINGIFY (FRAMES) "\" ", uri,
        frames              ? ""
        : strchr (uri, '?') ? "&"
                            : "?");
  }
  return index;
}

gchar *
launch_line_adapt (const GPtrArray *words)
{
  GString *out = g_string_new (NULL);
  guint i = 0;

  while (i < words->len) {
    const gchar *word = words->pdata[i++];
    gboolean screen = g_strv_contains (screens, word);

    if (screen || g_strv_contains (cameras, word)) {
      g_string_append_printf (out, "%s ",
          screen ? "fakesink"
                 : "videotestsrc num-buffers=" G_STRINGIFY (FRAMES));
      while (i < words->len && is_property (words->pdata[i]))
        i++;
      continue;
    }
    g_string_append_printf (out, "%s ", word);
    if (g_strv_contains (endless, word))
      i = bound_frames (words, i, out);
    if (g_strv_contains (players, word))
      i = bound_address (words, i, out);
  }
  return g_string_free (out, FALSE);
}
