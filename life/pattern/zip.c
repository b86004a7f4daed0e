/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the one pattern in a zip archive, or a file in it by name, through libzip;
 * without libzip it says so. */
#include <string.h>

#ifdef LIFE_HAVE_ZIP
#include <zip.h>
#endif

#include <life/error.h>

#include "life/pattern/formats.h"

#ifdef LIFE_HAVE_ZIP

/* So many names of an archive's patterns are told. */
#define NAMES_MAX 5

/* More files than this are not looked into. */
#define FILES_MAX 4096

typedef struct {
  const LifeReader *packed;
  zip_t *archive;
  guint64 unpacked; /* bytes of all files so far */
  guint n_files, n_patterns;
  LifePattern *pattern; /* the first */
  GString *names;       /* of the patterns */
  GError *refusal;      /* why the first file is none */
} Search;

static gboolean
fail_zip (const LifeReader *packed, zip_error_t *cause, GError **error)
{
  return life_reader_fail_whole (packed, error,
      "the zip archive is damaged or not readable (%s)",
      zip_error_strerror (cause));
}

/* What people pack; not folders, and not what some systems add. */
static gboolean
is_file_name (const gchar *name)
{
  const gchar *base = strrchr (name, '/');

  base = base != NULL ? base + 1 : name;
  return *base != '\0' && *base != '.' && !g_str_has_prefix (name, "__MACOSX/");
}

static gboolean
unpack_opened (
    Search *search, zip_file_t *file, LifeBytes *bytes, GError **error)
{
  zip_int64_t got;

  do {
    if (search->unpacked + bytes->length > LIFE_TEXT_MAX)
      return life_reader_fail_whole (search->packed, error,
          "more than 1 GiB in the zip archive, which is too much");
    if (!life_bytes_make_room (bytes, search->packed, error))
      return FALSE;
    got = zip_fread (file, bytes->data + bytes->length, LIFE_BYTES_CHUNK);
    if (got < 0)
      return fail_zip (search->packed, zip_file_get_error (file), error);
    bytes->length += got;
  } while (got > 0 && !life_bytes_are_hopeless (bytes));
  search->unpacked += bytes->length;
  return TRUE;
}

static gboolean
unpack (Search *search, guint64 index, LifeBytes *bytes, GError **error)
{
  zip_file_t *file = zip_fopen_index (search->archive, index, 0);
  gboolean unpacked;

  if (file == NULL)
    return fail_zip (search->packed, zip_get_error (search->archive), error);
  unpacked = unpack_opened (search, file, bytes, error);
  zip_fclose (file);
  return unpacked;
}

/* Whether the file is a pattern; if it is not, another one may be. */
static void
try_file (Search *search, const gchar *name, const LifeBytes *bytes)
{
  g_autofree gchar *place = search->packed->name != NULL ? g_strconcat (
                                search->packed->name, "/", name, NULL)
                                                         : g_strdup (name);
  LifeReader reader = { bytes->data, bytes->length, 0, place };
  LifePattern *pattern = life_pattern_from_reader (
      &reader, FALSE, search->n_files == 0 ? &search->refusal : NULL);

  search->n_files++;
  if (pattern == NULL)
    return;
  if (search->n_patterns < NAMES_MAX)
    g_string_append_printf (
        search->names, "%s%s", search->n_patterns > 0 ? ", " : "", name);
  if (search->n_patterns++ == 0)
    search->pattern = pattern;
  else
    life_pattern_free (pattern);
}

static gboolean
look_into_files (Search *search, GError **error)
{
  zip_int64_t n = zip_get_num_entries (search->archive, 0), i;

  if (n > FILES_MAX)
    return life_reader_fail_whole (search->packed, error,
        "%" G_GINT64_FORMAT " files in the zip archive, more than %u",
        (gint64) n, FILES_MAX);
  for (i = 0; i < n; i++) {
    const gchar *name = zip_get_name (search->archive, i, 0);
    g_autofree gchar *valid = NULL;
    LifeBytes bytes = { NULL, 0, 0 };

    if (name == NULL || !is_file_name (name))
      continue;
    if (!unpack (search, i, &bytes, error)) {
      g_free (bytes.data);
      return FALSE;
    }
    valid = g_utf8_make_valid (name, -1);
    try_file (search, valid, &bytes);
    g_free (bytes.data);
  }
  return TRUE;
}

/* What there is must be just one pattern. */
static gboolean
check_found (Search *search, GError **error)
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

static LifePattern *
search_archive (const LifeReader *packed, zip_t *archive, GError **error)
{
  Search search = { packed, archive };
  gboolean found;

  search.names = g_string_new (NULL);
  found = look_into_files (&search, error) && check_found (&search, error);
  g_string_free (search.names, TRUE);
  g_clear_error (&search.refusal);
  if (!found)
    g_clear_pointer (&search.pattern, life_pattern_free);
  return search.pattern;
}

static zip_t *
open_archive (const LifeReader *packed, GError **error)
{
  zip_source_t *source;
  zip_t *archive;
  zip_error_t cause;

  zip_error_init (&cause);
  source = zip_source_buffer_create (packed->text, packed->length, 0, &cause);
  archive =
      source != NULL ? zip_open_from_source (source, ZIP_RDONLY, &cause) : NULL;
  if (archive == NULL) {
    fail_zip (packed, &cause, error);
    zip_source_free (source);
  }
  zip_error_fini (&cause);
  return archive;
}

LifePattern *
life_unzip_pattern (const LifeReader *packed, GError **error)
{
  LifePattern *pattern = NULL;
  zip_t *archive = open_archive (packed, error);

  if (archive != NULL) {
    pattern = search_archive (packed, archive, error);
    zip_discard (archive);
  }
  return pattern;
}

/* Which of the files it is that is called so, in whatever folder; -1 if none. */
static zip_int64_t
find_named (zip_t *archive, const gchar *name, gboolean exact)
{
  zip_int64_t n = MIN (zip_get_num_entries (archive, 0), FILES_MAX), i;

  for (i = 0; i < n; i++) {
    const gchar *path = zip_get_name (archive, i, 0), *base;

    if (path == NULL || !is_file_name (path))
      continue;
    base = strrchr (path, '/');
    base = base != NULL ? base + 1 : path;
    if ((exact ? strcmp (base, name) : g_ascii_strcasecmp (base, name)) == 0)
      return i;
  }
  return -1;
}

gchar *
life_unzip_file (const LifeReader *packed, const gchar *name, gboolean exact,
    gsize maximum, LifeBytes *bytes, GError **error)
{
  zip_t *archive = open_archive (packed, error);
  Search search = { packed, archive };
  zip_int64_t index = archive != NULL ? find_named (archive, name, exact) : -1;
  gchar *found = NULL;
  zip_stat_t about;

  if (index >= 0 && zip_stat_index (archive, index, 0, &about) == 0) {
    if ((about.valid & ZIP_STAT_SIZE) == 0 || about.size > maximum)
      life_reader_fail_whole (packed, error,
          "%s in the zip archive is longer than %" G_GSIZE_FORMAT " bytes",
          name, maximum);
    else if (unpack (&search, index, bytes, error))
      found = g_strdup (about.name);
  }
  if (archive != NULL)
    zip_discard (archive);
  return found;
}

#else

LifePattern *
life_unzip_pattern (const LifeReader *packed, GError **error)
{
  life_reader_fail_whole (packed, error,
      "a zip archive, and this build has no libzip to read it: unpack it");
  return NULL;
}

gchar *
life_unzip_file (const LifeReader *packed, const gchar *name, gboolean exact,
    gsize maximum, LifeBytes *bytes, GError **error)
{
  return NULL;
}

#endif
