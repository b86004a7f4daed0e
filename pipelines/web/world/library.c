/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists and reads patterns. Viewers name only what the list has, so that no name of theirs leads
 * to a file. */
#include "library.h"

#include <gio/gio.h>
#include <life/pattern.h>
#include <string.h>

#define GOLLY_FOLDER "/usr/share/golly/Patterns"
#define MAX_FILES 4096
#define MAX_DEPTH 4

struct _Library {
  GPtrArray *files; /* paths below the folder, sorted */
};

static gboolean
is_pattern (const gchar *name)
{
  static const gchar *const endings[] = { ".rle", ".lif", ".cells", ".mcl",
    ".mc", ".rle.gz", ".mc.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return TRUE;
  return FALSE;
}

static void
add_file (Library *self, const gchar *path, const gchar *below)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = g_file_query_info (
      file, "standard::*", G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);

  if (info != NULL && g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR
      && g_file_info_get_size (info) <= LIBRARY_MAX_TEXT
      && g_utf8_validate (below, -1, NULL))
    g_ptr_array_add (self->files, g_strdup (below));
}

static void
add_folder (Library *self, const gchar *below, guint depth)
{
  g_autofree gchar *path = g_build_filename (GOLLY_FOLDER, below, NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const gchar *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL
         && self->files->len < MAX_FILES) {
    g_autofree gchar *found = g_build_filename (path, name, NULL);
    g_autofree gchar *relative =
        *below != '\0' ? g_build_filename (below, name, NULL) : g_strdup (name);

    if (is_pattern (name))
      add_file (self, found, relative);
    else if (depth < MAX_DEPTH && g_file_test (found, G_FILE_TEST_IS_DIR))
      add_folder (self, relative, depth + 1);
  }
}

/* By folder, so that each is one group. */
static gint
compare (gconstpointer a, gconstpointer b)
{
  const gchar *one = *(const gchar *const *) a,
              *two = *(const gchar *const *) b;
  g_autofree gchar *folder = g_path_get_dirname (one);
  g_autofree gchar *other = g_path_get_dirname (two);
  gint order = strcmp (folder, other);

  return order != 0 ? order : strcmp (one, two);
}

Library *
library_new (void)
{
  Library *self = g_new0 (Library, 1);

  self->files = g_ptr_array_new_with_free_func (g_free);
  add_folder (self, "", 0);
  g_ptr_array_sort (self->files, compare);
  return self;
}

void
library_free (Library *self)
{
  g_ptr_array_unref (self->files);
  g_free (self);
}

static void
begin_group (JsonBuilder *builder, const gchar *name)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, name);
  json_builder_set_member_name (builder, "patterns");
  json_builder_begin_array (builder);
}

static void
end_group (JsonBuilder *builder)
{
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

void
library_describe (const Library *self, JsonBuilder *builder)
{
  g_autofree gchar *group = NULL;

  json_builder_begin_array (builder);
  begin_group (builder, "");
  for (const gchar *const *name = life_pattern_builtin_names (); *name != NULL;
       name++)
    json_builder_add_string_value (builder, *name);
  for (guint i = 0; i < self->files->len; i++) {
    g_autofree gchar *folder = g_path_get_dirname (self->files->pdata[i]);

    if (g_strcmp0 (folder, group) != 0) {
      end_group (builder);
      begin_group (builder, folder);
      g_free (group);
      group = g_steal_pointer (&folder);
    }
    json_builder_add_string_value (builder, self->files->pdata[i]);
  }
  end_group (builder);
  json_builder_end_array (builder);
}

/* --- Patterns --- */

static gchar *
read_built_in (const gchar *name, GError **error)
{
  g_autoptr (LifePattern) pattern = life_pattern_from_string (name, error);

  if (pattern == NULL)
    return NULL;
  return life_pattern_write (pattern,
      life_pattern_get_dimensions (pattern) > 2 ? LIFE_FORMAT_RLE3
                                                : LIFE_FORMAT_RLE,
      error);
}

/* The bytes of a file, unpacked if it is packed, up to one more than is read of any. */
static GByteArray *
read_bytes (const gchar *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) packed = g_file_read (file, NULL, error);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize length = 0;

  if (packed == NULL)
    return NULL;
  if (g_str_has_suffix (path, ".gz")) {
    g_autoptr (GZlibDecompressor) gzip =
        g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);

    stream = g_converter_input_stream_new (
        G_INPUT_STREAM (packed), G_CONVERTER (gzip));
  } else {
    stream = g_object_ref (G_INPUT_STREAM (packed));
  }
  g_byte_array_set_size (bytes, LIBRARY_MAX_TEXT + 1);
  if (!g_input_stream_read_all (
          stream, bytes->data, bytes->len, &length, NULL, error))
    return NULL;
  g_byte_array_set_size (bytes, (guint) length);
  return g_steal_pointer (&bytes);
}

static gchar *
read_file (const gchar *name, GError **error)
{
  g_autofree gchar *path = g_build_filename (GOLLY_FOLDER, name, NULL);
  g_autoptr (GByteArray) bytes = read_bytes (path, error);

  if (bytes == NULL)
    return NULL;
  if (bytes->len <= LIBRARY_MAX_TEXT
      && g_utf8_validate ((const gchar *) bytes->data, bytes->len, NULL))
    return g_strndup ((const gchar *) bytes->data, bytes->len);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      "the pattern \"%s\" is not in UTF-8, or is longer than %d bytes", name,
      LIBRARY_MAX_TEXT);
  return NULL;
}

gchar *
library_read (const Library *self, const gchar *name, gsize max, GError **error)
{
  gchar *text = NULL;

  if (g_strv_contains (life_pattern_builtin_names (), name))
    text = read_built_in (name, error);
  else if (g_ptr_array_find_with_equal_func (
               self->files, name, g_str_equal, NULL))
    text = read_file (name, error);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
        "the library has no pattern \"%s\"; \"library\" lists all", name);
  if (text == NULL || strlen (text) <= max)
    return text;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
      "the pattern \"%s\" has %" G_GSIZE_FORMAT
      " bytes; this server accepts %" G_GSIZE_FORMAT,
      name, strlen (text), max);
  g_free (text);
  return NULL;
}
