/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files in a zip archive, unpacked through libzip; a build without libzip
 * reports an error. */
#include "life/base/zip.h"

#include <string.h>

#ifdef LIFE_HAVE_ZIP
#include <zip.h>
#endif

/* An archive without files starts with its end record. */
gboolean
life_is_zip (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  return life_reader_accept (&ahead, "PK\003\004")
         || life_reader_accept (&ahead, "PK\005\006");
}

#ifdef LIFE_HAVE_ZIP

/* Archives with more files are refused. */
#define FILES_MAX 4096

typedef struct {
  const LifeReader *packed;
  zip_t *zip;
  guint64 unpacked; /* bytes of all files so far */
} Archive;

static gboolean
fail_zip (const LifeReader *packed, zip_error_t *cause, GError **error)
{
  return life_reader_fail_whole (packed, error,
      "the zip archive is damaged or not readable (%s)",
      zip_error_strerror (cause));
}

/* Whether this is a file that a person packed: no folder, and nothing that a
 * system added. */
static gboolean
is_file_name (const gchar *name)
{
  const gchar *base = strrchr (name, '/');

  base = base != NULL ? base + 1 : name;
  return *base != '\0' && *base != '.' && !g_str_has_prefix (name, "__MACOSX/");
}

static gboolean
unpack_opened (
    Archive *archive, zip_file_t *file, LifeBytes *bytes, GError **error)
{
  zip_int64_t n_read;

  do {
    if (archive->unpacked + bytes->length > LIFE_TEXT_MAX)
      return life_reader_fail_whole (archive->packed, error,
          "more than 1 GiB in the zip archive, which is too much");
    if (!life_bytes_make_room (bytes, archive->packed, error))
      return FALSE;
    n_read = zip_fread (file, bytes->data + bytes->length, LIFE_BYTES_CHUNK);
    if (n_read < 0)
      return fail_zip (archive->packed, zip_file_get_error (file), error);
    bytes->length += n_read;
  } while (n_read > 0 && !life_bytes_are_unsupported (bytes));
  archive->unpacked += bytes->length;
  return TRUE;
}

static gboolean
unpack (Archive *archive, guint64 index, LifeBytes *bytes, GError **error)
{
  zip_file_t *file = zip_fopen_index (archive->zip, index, 0);
  gboolean unpacked;

  if (file == NULL)
    return fail_zip (archive->packed, zip_get_error (archive->zip), error);
  unpacked = unpack_opened (archive, file, bytes, error);
  zip_fclose (file);
  return unpacked;
}

static gboolean
unpack_all (Archive *archive,
    gboolean (*is_unsupported) (const LifeBytes *bytes), LifeUnzipped unzipped,
    gpointer data, GError **error)
{
  zip_int64_t n = zip_get_num_entries (archive->zip, 0), i;

  if (n > FILES_MAX)
    return life_reader_fail_whole (archive->packed, error,
        "%" G_GINT64_FORMAT " files in the zip archive, more than %u",
        (gint64) n, FILES_MAX);
  for (i = 0; i < n; i++) {
    const gchar *name = zip_get_name (archive->zip, i, 0);
    g_autofree gchar *valid = NULL;
    LifeBytes bytes = { NULL, 0, 0, is_unsupported };

    if (name == NULL || !is_file_name (name))
      continue;
    if (!unpack (archive, i, &bytes, error)) {
      g_free (bytes.data);
      return FALSE;
    }
    valid = g_utf8_make_valid (name, -1);
    unzipped (valid, &bytes, data);
    g_free (bytes.data);
  }
  return TRUE;
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

gboolean
life_unzip_all (const LifeReader *packed,
    gboolean (*is_unsupported) (const LifeBytes *bytes), LifeUnzipped unzipped,
    gpointer data, GError **error)
{
  Archive archive = { packed, open_archive (packed, error) };
  gboolean done =
      archive.zip != NULL
      && unpack_all (&archive, is_unsupported, unzipped, data, error);

  if (archive.zip != NULL)
    zip_discard (archive.zip);
  return done;
}

/* The index of the first file of that name, in any folder; -1 if there is
 * none. */
static zip_int64_t
find_named (zip_t *zip, const gchar *name, gboolean exact)
{
  zip_int64_t n = MIN (zip_get_num_entries (zip, 0), FILES_MAX), i;

  for (i = 0; i < n; i++) {
    const gchar *path = zip_get_name (zip, i, 0), *base;

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
  Archive archive = { packed, open_archive (packed, error) };
  zip_int64_t index =
      archive.zip != NULL ? find_named (archive.zip, name, exact) : -1;
  gchar *found = NULL;
  zip_stat_t about;

  if (index >= 0 && zip_stat_index (archive.zip, index, 0, &about) == 0) {
    if ((about.valid & ZIP_STAT_SIZE) == 0 || about.size > maximum)
      life_reader_fail_whole (packed, error,
          "%s in the zip archive is longer than %" G_GSIZE_FORMAT " bytes",
          name, maximum);
    else if (unpack (&archive, index, bytes, error))
      found = g_strdup (about.name);
  }
  if (archive.zip != NULL)
    zip_discard (archive.zip);
  return found;
}

#else

gboolean
life_unzip_all (const LifeReader *packed,
    gboolean (*is_unsupported) (const LifeBytes *bytes), LifeUnzipped unzipped,
    gpointer data, GError **error)
{
  return life_reader_fail_whole (packed, error,
      "a zip archive, and this build has no libzip to read it: unpack it");
}

gchar *
life_unzip_file (const LifeReader *packed, const gchar *name, gboolean exact,
    gsize maximum, LifeBytes *bytes, GError **error)
{
  return NULL;
}

#endif
