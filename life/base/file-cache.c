/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cache on disk: one file per key, which begins with a checksum of the
 * rest. */
#include "life/base/file-cache.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#define SUFFIX ".kept"
/* Hexadecimal digits of a SHA-256. */
#define DIGITS 64

typedef struct {
  gchar *path;
  gsize bytes;
  gint64 used;
} File;

static gchar *
find_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "life", NULL);
}

static gchar *
find_file (const gchar *key)
{
  g_autofree gchar *folder = find_folder ();
  g_autofree gchar *name = g_strconcat (key, SUFFIX, NULL);

  return g_build_filename (folder, name, NULL);
}

GBytes *
life_file_cache_get (const gchar *key)
{
  g_autofree gchar *path = find_file (key);
  g_autofree gchar *text = NULL;
  g_autofree gchar *digest = NULL;
  g_autoptr (GBytes) file = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL) || length < DIGITS)
    return NULL;
  digest = g_compute_checksum_for_data (
      G_CHECKSUM_SHA256, (const guchar *) text + DIGITS, length - DIGITS);
  if (memcmp (text, digest, DIGITS) != 0)
    return NULL;
  g_utime (path, NULL);
  file = g_bytes_new_take (g_steal_pointer (&text), length);
  return g_bytes_new_from_bytes (file, DIGITS, length - DIGITS);
}

static void
clear_file (gpointer data)
{
  g_free (((File *) data)->path);
}

static gint
compare_use (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const File *) a)->used, y = ((const File *) b)->used;

  return (x < y) - (x > y);
}

/* Lists only the cache's own files. */
static GArray *
list_files (const gchar *folder)
{
  GArray *files = g_array_new (FALSE, FALSE, sizeof (File));
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const gchar *name;

  g_array_set_clear_func (files, clear_file);
  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL) {
    GStatBuf status;
    File file;

    if (!g_str_has_suffix (name, SUFFIX))
      continue;
    file.path = g_build_filename (folder, name, NULL);
    if (g_stat (file.path, &status) != 0) {
      g_free (file.path);
      continue;
    }
    file.bytes = (gsize) status.st_size;
    file.used = status.st_mtime;
    g_array_append_val (files, file);
  }
  return files;
}

static void
remove_oldest (const gchar *folder)
{
  g_autoptr (GArray) files = list_files (folder);
  gsize bytes = 0;

  g_array_sort (files, compare_use);
  for (guint i = 0; i < files->len; i++) {
    const File *file = &g_array_index (files, File, i);

    bytes += file->bytes;
    if (i >= LIFE_FILE_CACHE_FILES || bytes > LIFE_FILE_CACHE_BYTES)
      g_unlink (file->path);
  }
}

void
life_file_cache_store (const gchar *key, GBytes *data)
{
  g_autofree gchar *folder = find_folder ();
  g_autofree gchar *path = find_file (key);
  g_autofree gchar *digest =
      g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, data);
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *bytes = g_bytes_get_data (data, &length);

  if (length > LIFE_FILE_CACHE_BYTES - DIGITS)
    return;
  g_byte_array_append (file, (const guint8 *) digest, DIGITS);
  g_byte_array_append (file, bytes, (guint) length);
  if (g_mkdir_with_parents (folder, 0700) != 0
      || !g_file_set_contents (
          path, (const gchar *) file->data, (gssize) file->len, &error)) {
    g_info ("nothing is cached in %s: %s", folder,
        error != NULL ? error->message : "it cannot be created");
    return;
  }
  remove_oldest (folder);
}
