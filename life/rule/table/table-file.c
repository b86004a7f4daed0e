/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the file of a table rule by its name: which folders are searched, and
 * for which files. */
#include <string.h>

#include <life/error.h>

#include "life/base/spelling.h"
#include "life/base/zip.h"
#include "life/rule/table/names.h"
#include "life/rule/table/rule-table.h"

/* The largest file that may contain more than the rule. */
#define HOLDER_MAX (G_GUINT64_CONSTANT (1) << 26)

/* The longest name of a rule, and of a file. */
#define NAME_MAX_LENGTH 200

/* The common name of Langton's loops, and the name of Golly's file. */
#define SHORT_NAME "langton"
#define FILE_NAME "Langtons-Loops"

/* How exactly a name must be spelled; each is tried everywhere before the
 * next. */
typedef enum {
  SPELLING_EXACT,
  SPELLING_CAPITALS, /* exact except for case */
  SPELLING_LOOSE,    /* life_name_matches() */
  N_SPELLINGS,
} Spelling;

typedef struct {
  gchar *name;
  Spelling spelling;
  gboolean *found;
  GError **error;
  GString *absent; /* the files that do not exist, for the message */
} FileSearch;

/* --- Names --- */

/* Whether a file may have this name, which must not lead out of its folder. */
static gboolean
is_name (const gchar *name, gsize length)
{
  if (length == 0 || length > NAME_MAX_LENGTH || *name == '.')
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (strchr ("/\\:", name[i]) != NULL || g_ascii_iscntrl (name[i]))
      return FALSE;
  return TRUE;
}

/* Whether a file has this name; the case of its ending does not matter if that
 * of its name does not. */
static gboolean
is_called (const FileSearch *search, const gchar *entry, const gchar *ending)
{
  gsize length = strlen (entry), rest = strlen (ending);

  if (length <= rest || g_ascii_strcasecmp (entry + length - rest, ending) != 0)
    return FALSE;
  length -= rest;
  if (search->spelling == SPELLING_LOOSE)
    return life_name_matches (search->name, entry, length);
  return length == strlen (search->name)
         && g_ascii_strncasecmp (entry, search->name, length) == 0;
}

/* The file in a folder with this name in another spelling. */
static gchar *
find_in_other_spelling (
    const FileSearch *search, const gchar *folder, const gchar *ending)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const gchar *entry = NULL;
  gchar *first = NULL;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (is_called (search, entry, ending)
        && (first == NULL || strcmp (entry, first) < 0)) {
      g_free (first);
      first = g_strdup (entry);
    }
  if (dir != NULL)
    g_dir_close (dir);
  return first;
}

/* The path of the rule's file with that ending, or NULL; @called is set to the
 * rule's name in the file's spelling. */
static gchar *
find_file (FileSearch *search, const gchar *folder, const gchar *ending,
    gchar **called)
{
  g_autofree gchar *entry =
      search->spelling == SPELLING_EXACT
          ? g_strconcat (search->name, ending, NULL)
          : find_in_other_spelling (search, folder, ending);
  g_autofree gchar *path = NULL;

  if (entry == NULL)
    return NULL;
  path = g_build_filename (folder, entry, NULL);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  *called = g_strndup (entry, strlen (entry) - strlen (ending));
  return g_steal_pointer (&path);
}

/* --- Files --- */

static gboolean
load (const gchar *path, gsize maximum, LifeReader *reader, gchar **text,
    GError **error)
{
  g_autofree gchar *shown = g_filename_display_name (path);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, &cause);

  if (file == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "%s", cause->message);
    return FALSE;
  }
  if (g_mapped_file_get_length (file) > maximum) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_RULE,
        "%s: longer than %" G_GSIZE_FORMAT " MiB, in which no rule is looked"
        " for",
        shown, maximum >> 20);
    return FALSE;
  }
  /* A copy, because another program may change the file meanwhile. */
  reader->length = g_mapped_file_get_length (file);
  *text = g_memdup2 (g_mapped_file_get_contents (file), reader->length);
  reader->text = *text;
  reader->at = 0;
  return TRUE;
}

static LifeRuleTable *
read_table (LifeReader *reader, const gchar *called, GError **error)
{
  LifeTransitions transitions;

  if (!life_rule_table_read (reader, &transitions, error))
    return NULL;
  return life_rule_table_new (called, transitions);
}

static LifeRuleTable *
read_file (const gchar *path, const gchar *called, GError **error)
{
  g_autofree gchar *shown = g_filename_display_name (path);
  g_autofree gchar *text = NULL;
  LifeReader reader = { NULL, 0, 0, shown };

  if (!load (path, LIFE_TABLE_TEXT_MAX, &reader, &text, error))
    return NULL;
  return read_table (&reader, called, error);
}

LifeRuleTable *
life_rule_table_load (const gchar *path, GError **error)
{
  g_autofree gchar *called = g_path_get_basename (path);
  gchar *ending = strrchr (called, '.');

  if (ending != NULL)
    *ending = '\0';
  return read_file (path, called, error);
}

/* The older files NAME.table, or NAME.tree, with NAME.colors. */
static LifeRuleTable *
read_old_file (FileSearch *search, const gchar *folder, const gchar *path,
    gboolean tree, const gchar *called)
{
  g_autofree gchar *shown = g_filename_display_name (path);
  g_autofree gchar *text = NULL;
  g_autofree gchar *colors_text = NULL;
  g_autofree gchar *colors_called = NULL;
  g_autofree gchar *colors_path =
      find_file (search, folder, ".colors", &colors_called);
  LifeReader reader = { NULL, 0, 0, shown }, colors = { NULL, 0, 0, NULL };
  LifeTransitions transitions;

  if (!load (path, LIFE_TABLE_TEXT_MAX, &reader, &text, search->error)
      || (colors_path != NULL
          && !load (colors_path, LIFE_TABLE_TEXT_MAX, &colors, &colors_text,
              search->error)))
    return NULL;
  if (!life_rule_table_read_parts (&reader, tree,
          colors_path != NULL ? &colors : NULL, &transitions, search->error))
    return NULL;
  return life_rule_table_new (called, transitions);
}

static LifeRuleTable *
search_folder (FileSearch *search, const gchar *folder)
{
  static const gchar *const endings[] = { ".rule", ".table", ".tree" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++) {
    g_autofree gchar *called = NULL;
    g_autofree gchar *path = find_file (search, folder, endings[i], &called);

    if (path == NULL)
      continue;
    *search->found = TRUE;
    return i == 0 ? read_file (path, called, search->error)
                  : read_old_file (search, folder, path, i == 2, called);
  }
  return NULL;
}

/* --- Files that contain more than the rule --- */

/* Moves to the line "@RULE NAME" of the rule. */
static gboolean
find_heading (FileSearch *search, LifeReader *reader, gchar **called)
{
  for (; life_reader_peek (reader) != LIFE_READER_END;
       life_reader_skip_line (reader)) {
    g_autofree gchar *name = NULL;

    if (!life_reader_accept (reader, "@RULE"))
      continue;
    name = life_reader_read_line (reader);
    if (name != NULL
        && (search->spelling == SPELLING_EXACT
                   ? strcmp (name, search->name)
                   : g_ascii_strcasecmp (name, search->name))
               == 0) {
      *called = g_steal_pointer (&name);
      return TRUE;
    }
  }
  return FALSE;
}

static LifeRuleTable *
search_archive (FileSearch *search, const LifeReader *archive)
{
  g_autofree gchar *file_name = g_strconcat (search->name, ".rule", NULL);
  g_autofree gchar *inside = NULL;
  g_autofree gchar *shown = NULL;
  g_autofree gchar *called = NULL;
  LifeBytes bytes = { NULL, 0, 0 };
  LifeReader reader = { NULL };
  LifeRuleTable *table = NULL;

  inside = life_unzip_file (archive, file_name,
      search->spelling == SPELLING_EXACT, LIFE_TABLE_TEXT_MAX, &bytes, NULL);
  if (inside != NULL) {
    g_autofree gchar *valid = g_utf8_make_valid (inside, -1);
    g_autofree gchar *base = g_path_get_basename (inside);

    shown = g_strconcat (archive->name, "/", valid, NULL);
    called = g_strndup (base, strlen (search->name));
    reader = (LifeReader){ bytes.data, bytes.length, 0, shown };
    *search->found = TRUE;
    table = read_table (&reader, called, search->error);
  }
  g_free (bytes.data);
  return table;
}

/* A pattern's rule may follow it in its file, or lie next to it in its archive. */
static LifeRuleTable *
search_file (FileSearch *search, const gchar *path)
{
  g_autofree gchar *shown = g_filename_display_name (path);
  g_autofree gchar *text = NULL;
  g_autofree gchar *called = NULL;
  LifeReader reader = { NULL, 0, 0, shown };

  if (!load (path, HOLDER_MAX, &reader, &text, NULL))
    return NULL;
  if (life_reader_accept (&reader, "PK\003\004"))
    return search_archive (search, &reader);
  if (!find_heading (search, &reader, &called))
    return NULL;
  *search->found = TRUE;
  return read_table (&reader, called, search->error);
}

/* --- Folders --- */

/* The folders that are searched by default. */
static gchar **
default_folders (void)
{
  gchar **folders = g_new0 (gchar *, 4);

#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  folders[0] = g_build_filename (g_get_user_data_dir (), "life", "rules", NULL);
  folders[1] = g_build_filename (g_get_home_dir (), ".golly", "Rules", NULL);
  folders[2] = g_strdup ("/usr/share/golly/Rules");
#endif
  return folders;
}

static LifeRuleTable *
search_folders (FileSearch *search, const gchar *const *folders)
{
  LifeRuleTable *table = NULL;

  for (; folders != NULL && *folders != NULL && !*search->found; folders++) {
    if (**folders == '\0')
      continue;
    table = g_file_test (*folders, G_FILE_TEST_IS_REGULAR)
                ? search_file (search, *folders)
                : search_folder (search, *folders);
    if (search->spelling == SPELLING_EXACT) {
      g_autofree gchar *shown = g_filename_display_name (*folders);
      g_string_append_printf (search->absent, "%s%s%s",
          search->absent->len > 0 ? ", " : "", shown,
          g_file_test (*folders, G_FILE_TEST_EXISTS) ? ""
                                                     : " (which is not there)");
    }
  }
  return table;
}

/* The rules in a folder's files, except built-in ones. */
static void
add_names_in_folder (GPtrArray *names, const gchar *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const gchar *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (entry, ".rule")) {
      gchar *name = g_filename_display_name (entry);

      name[strlen (name) - strlen (".rule")] = '\0';
      if (life_rule_lookup_name (name, strlen (name), 2) == NULL)
        g_ptr_array_add (names, name);
      else
        g_free (name);
    }
  if (dir != NULL)
    g_dir_close (dir);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const gchar *const *) a, *(const gchar *const *) b);
}

/* The names of all rules in 2D that can be found, each once. */
static GPtrArray *
collect_names (const gchar *const *folders, const gchar *const *defaults)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const gchar *const *builtin = life_rule_names ();

  for (; *builtin != NULL; builtin++)
    g_ptr_array_add (names, g_strdup (*builtin));
  life_rule_table_add_builtin_names (names);
  for (; folders != NULL && *folders != NULL; folders++)
    add_names_in_folder (names, *folders);
  for (; *defaults != NULL; defaults++)
    add_names_in_folder (names, *defaults);
  g_ptr_array_sort (names, compare_names);
  for (guint i = names->len; i-- > 1;)
    if (strcmp (names->pdata[i], names->pdata[i - 1]) == 0)
      g_ptr_array_remove_index (names, i);
  g_ptr_array_add (names, NULL);
  return names;
}

/* A question that suggests near names, or nothing. */
static gchar *
suggest (const gchar *name, const gchar *const *folders,
    const gchar *const *defaults)
{
  g_autoptr (GPtrArray) names = collect_names (folders, defaults);
  g_autofree gchar *near = life_name_suggest (
      name, strlen (name), (const gchar *const *) names->pdata);
  g_autofree gchar *deep = NULL;

  if (near != NULL)
    return g_strdup_printf ("did you mean %s? ", near);
  deep = life_name_suggest (name, strlen (name), life_rule_names_3d ());
  return deep != NULL ? g_strdup_printf ("did you mean %s (in 3D)? ", deep)
                      : g_strdup ("");
}

static void
fail_missing (const FileSearch *search, const gchar *near)
{
  g_autofree gchar *valid = g_utf8_make_valid (search->name, -1);

  g_set_error (search->error, LIFE_ERROR, LIFE_ERROR_RULE,
      "there is no rule of this name; %sdocs/reference/rules.md lists those "
      "that are, and"
      " there is no file %s.rule in %s; set rule-path to the folder that has"
      " it, or give counts (B3/S23)",
      near, valid, search->absent->str);
}

LifeRuleTable *
life_rule_table_find (const gchar *name, gsize length,
    const gchar *const *folders, gboolean *found, GError **error)
{
  g_auto (GStrv) defaults = NULL;
  g_autofree gchar *terminated = NULL;
  g_autoptr (GString) absent = NULL;
  FileSearch search = { NULL, SPELLING_EXACT, found, error };
  LifeRuleTable *table = NULL;

  *found = FALSE;
  if (!is_name (name, length))
    return NULL;
  defaults = default_folders ();
  search.name = terminated = g_strndup (name, length);
  search.absent = absent = g_string_new (NULL);
  for (guint pass = SPELLING_EXACT; pass < N_SPELLINGS && !*found; pass++) {
    search.spelling = pass;
    table = search_folders (&search, folders);
    if (!*found)
      table = search_folders (&search, (const gchar *const *) defaults);
    if (!*found) {
      table = life_rule_table_builtin (
          terminated, search.spelling == SPELLING_EXACT);
      *found = table != NULL;
    }
  }
  if (!*found && life_name_matches (SHORT_NAME, name, length))
    return life_rule_table_find (
        FILE_NAME, strlen (FILE_NAME), folders, found, error);
  if (!*found) {
    g_autofree gchar *near =
        suggest (terminated, folders, (const gchar *const *) defaults);

    fail_missing (&search, near);
  }
  return table;
}
