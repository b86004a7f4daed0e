/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the one pattern in a zip archive. */
#include "life/base/zip.h"

#include "life/pattern/readers.h"

/* How many names of an archive's patterns a message lists. */
#define NAMES_MAX 5

typedef struct {
  const LifeReader *packed;
  LifeReading reading;
  guint n_files, n_patterns;
  LifePattern *pattern; /* the first */
  GString *names;       /* of the patterns */
  GError *refusal;      /* why the first file is not a pattern */
} ZipSearch;

/* Reads the file, and returns its pattern in @data if it is the first one. */
static void
try_file (const gchar *name, const LifeBytes *bytes, gpointer data)
{
  ZipSearch *search = data;
  g_autofree gchar *path = search->packed->name != NULL ? g_strconcat (
                               search->packed->name, "/", name, NULL)
                                                        : g_strdup (name);
  LifeReader reader = { .text = bytes->data,
    .length = bytes->length,
    .name = path,
    .memory = search->packed->memory };
  LifePattern *pattern = life_pattern_from_reader (
      &reader, search->reading, search->n_files == 0 ? &search->refusal : NULL);

  search->n_files++;
  if (pattern == NULL)
    return;
  if (search->n_patterns < NAMES_MAX)
    g_string_append_printf (
        search->names, "%s%s", search->n_patterns > 0 ? ", " : "", name);
  if (search->n_patterns++ == 0)
    search->pattern = pattern;
  else
    life_pattern_unref (pattern);
}

/* Fails unless there is exactly one pattern. */
static gboolean
check_found (ZipSearch *search, GError **error)
{
  if (search->n_patterns == 1)
    return TRUE;
  if (search->n_patterns > 1)
    return life_reader_fail_whole (search->packed, error,
        "the zip archive holds %u patterns (%s%s): unpack the one to use",
        search->n_patterns, search->names->str,
        search->n_patterns > NAMES_MAX ? ", …" : "");
  if (search->n_files == 0)
    return life_reader_fail_whole (
        search->packed, error, "the zip archive is empty");
  if (search->n_files == 1) {
    g_propagate_error (error, g_steal_pointer (&search->refusal));
    return FALSE;
  }
  return life_reader_fail_whole (search->packed, error,
      "none of the %u files in the zip archive is a pattern (%s)",
      search->n_files, search->refusal != NULL ? search->refusal->message : "");
}

LifePattern *
life_unzip_pattern (
    const LifeReader *packed, LifeReading reading, GError **error)
{
  ZipSearch search = { packed, reading };
  gboolean found;

  search.names = g_string_new (NULL);
  found = life_unzip_all (
              packed, life_pattern_is_unsupported, try_file, &search, error)
          && check_found (&search, error);
  g_string_free (search.names, TRUE);
  g_clear_error (&search.refusal);
  if (!found)
    g_clear_pointer (&search.pattern, life_pattern_unref);
  return search.pattern;
}
