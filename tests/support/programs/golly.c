/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs bgolly and reads what it writes; see golly.h. */
#include "tests/support/programs/golly.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* Where Golly's rule files are. */
#define GOLLY_RULES "/usr/share/golly/Rules/"

/* In MiB, at most. */
#define MEMORY "2000"

static gchar *program, *folder;
static const gchar *rules = GOLLY_RULES;

gboolean
golly_start (void)
{
  program = g_find_program_in_path ("bgolly");
  folder = g_dir_make_tmp ("life-golly-XXXXXX", NULL);
  g_assert_nonnull (folder);
  return program != NULL;
}

void
golly_stop (void)
{
  static const gchar *const names[] = { "in.rle", "out.rle", "out.mc" };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree gchar *path = g_build_filename (folder, names[i], NULL);

    g_remove (path);
  }
  g_rmdir (folder);
  g_clear_pointer (&folder, g_free);
  g_clear_pointer (&program, g_free);
}

void
golly_set_rules (const gchar *path)
{
  rules = path != NULL ? path : GOLLY_RULES;
}

gchar *
golly_input (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  gchar *path = g_build_filename (folder, "in.rle", NULL);

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

/* Of the last line "1,024: 2,459". */
static gchar *
read_population (const gchar *printed)
{
  const gchar *colon = strrchr (printed, ':');
  GString *digits = g_string_new (NULL);

  for (; colon != NULL && *colon != '\0' && *colon != '\n'; colon++)
    if (g_ascii_isdigit (*colon))
      g_string_append_c (digits, *colon);
  return g_string_free (digits, FALSE);
}

gchar *
golly_run (const gchar *algorithm, const gchar *path, guint64 from,
    guint64 generations, const gchar *output, GError **error)
{
  return golly_run_within (
      0, algorithm, path, from, generations, output, NULL, error);
}

gchar *
golly_run_within (guint seconds, const gchar *algorithm, const gchar *path,
    guint64 from, guint64 generations, const gchar *output, gchar **population,
    GError **error)
{
  g_autofree gchar *until =
      g_strdup_printf ("%" G_GUINT64_FORMAT, from + generations);
  g_autofree gchar *step =
      g_strdup_printf ("%" G_GUINT64_FORMAT, MAX (generations, 1));
  g_autofree gchar *written = g_build_filename (folder, output, NULL);
  g_autofree gchar *limit = seconds > 0 ? g_strdup_printf ("--cpu=%u", seconds)
                                        : g_strdup ("--cpu=unlimited");
  const gchar *arguments[] = { "prlimit", limit, program, "-M", MEMORY, "-s",
    rules, "-a", algorithm, "-m", until, "-i", step, "-o", written, path,
    NULL };
  g_autofree gchar *printed = NULL;
  g_autofree gchar *errors = NULL;
  gchar *text = NULL;

  g_remove (written);
  /* So GLib need not fork, which takes long with a sanitizer's memory. */
  if (!g_spawn_sync (NULL, (gchar **) arguments, NULL,
          G_SPAWN_LEAVE_DESCRIPTORS_OPEN | G_SPAWN_SEARCH_PATH, NULL, NULL,
          &printed, &errors, NULL, error)
      || !g_file_get_contents (written, &text, NULL, error))
    g_prefix_error (error, "bgolly -a %s -m %s -i %s %s: %s%s\n", algorithm,
        until, step, path, printed != NULL ? printed : "",
        errors != NULL ? errors : "");
  if (text != NULL && population != NULL)
    *population = read_population (printed);
  return text;
}
