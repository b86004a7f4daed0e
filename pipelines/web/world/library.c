/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists, reads and draws patterns. Viewers name only what the list has, so that no name of
 * theirs leads to a file. */
#include "library.h"

#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <life/pattern.h>
#include <string.h>

#define GOLLY_FOLDER "/usr/share/golly/Patterns"
#define MAX_FILES 4096
#define MAX_DEPTH 4
#define MAX_FILE_SIZE (256 * 1024) /* bytes */

/* Of pictures: pixels, cells along a side of their worlds, MiB, and seconds for one. */
#define PICTURE_WIDTH 96
#define PICTURE_HEIGHT 72
#define MAX_SIDE 4096
#define MAX_MEMORY 256
#define MAX_TIME 5

struct _Library {
  GPtrArray *files;     /* paths below the folder, sorted */
  GHashTable *pictures; /* name: GBytes, empty where drawing failed */
};

static gboolean
is_pattern (const gchar *name)
{
  return g_str_has_suffix (name, ".rle") || g_str_has_suffix (name, ".lif")
         || g_str_has_suffix (name, ".cells");
}

static void
add_file (Library *self, const gchar *path, const gchar *below)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = g_file_query_info (
      file, "standard::*", G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);

  if (info != NULL && g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR
      && g_file_info_get_size (info) <= MAX_FILE_SIZE
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
  self->pictures = g_hash_table_new_full (
      g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  add_folder (self, "", 0);
  g_ptr_array_sort (self->files, compare);
  return self;
}

void
library_free (Library *self)
{
  g_ptr_array_unref (self->files);
  g_hash_table_unref (self->pictures);
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

static gchar *
read_file (const gchar *name, GError **error)
{
  g_autofree gchar *path = g_build_filename (GOLLY_FOLDER, name, NULL);
  g_autofree gchar *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  if (g_utf8_validate (text, -1, NULL))
    return g_steal_pointer (&text);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      "the pattern \"%s\" is not in UTF-8", name);
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

/* --- Pictures --- */

/* Gives lifesrc a world that the pattern fits into with a margin; zoom 0 shows all of it. */
static gboolean
set_pattern (GstElement *lifesrc, const gchar *text, GError **error)
{
  g_autoptr (LifePattern) pattern =
      life_pattern_from_string_within (text, NULL, MAX_FILE_SIZE, error);
  gint64 size[3];
  guint sides[2];

  if (pattern == NULL)
    return FALSE;
  life_pattern_get_size (pattern, size);
  if (MAX (size[0], size[1]) > MAX_SIDE
      || life_pattern_get_dimensions (pattern) > 2) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        "patterns of more than %d cells, and those in 3D, have no picture",
        MAX_SIDE);
    return FALSE;
  }
  sides[0] = MAX (size[0] + size[0] / 4, size[1] * 4 / 3) + 4;
  sides[1] = MAX (size[1] + size[1] / 4, size[0] * 3 / 4) + 4;
  g_object_set (lifesrc, "pattern", text, "world-width", sides[0],
      "world-height", sides[1], "memory-limit", (guint64) MAX_MEMORY << 20,
      NULL);
  if (life_pattern_get_rule (pattern) != NULL) {
    g_auto (GStrv) parts = g_strsplit (life_pattern_get_rule (pattern), ":", 2);

    g_object_set (lifesrc, "rule", parts[0], NULL);
  }
  return TRUE;
}

static GBytes *
pull_picture (GstElement *pipeline, GError **error)
{
  g_autoptr (GstElement) sink =
      gst_bin_get_by_name (GST_BIN (pipeline), "sink");
  g_autoptr (GstSample) sample = NULL;
  GstMapInfo map;
  GBytes *png;

  if (gst_element_set_state (pipeline, GST_STATE_PLAYING)
      != GST_STATE_CHANGE_FAILURE)
    sample = gst_app_sink_try_pull_sample (
        GST_APP_SINK (sink), MAX_TIME * GST_SECOND);
  if (sample == NULL
      || !gst_buffer_map (gst_sample_get_buffer (sample), &map, GST_MAP_READ)) {
    g_set_error_literal (
        error, G_IO_ERROR, G_IO_ERROR_FAILED, "this pattern cannot be drawn");
    return NULL;
  }
  png = g_bytes_new (map.data, map.size);
  gst_buffer_unmap (gst_sample_get_buffer (sample), &map);
  return png;
}

static GBytes *
draw (const gchar *text, GError **error)
{
  g_autofree gchar *line = g_strdup_printf (
      "lifesrc name=life num-buffers=1 ! video/x-raw,width=%d,height=%d ! "
      "videoconvert ! pngenc ! appsink name=sink sync=false",
      PICTURE_WIDTH, PICTURE_HEIGHT);
  GstElement *pipeline = gst_parse_launch (line, error);
  g_autoptr (GstElement) lifesrc = NULL;
  GBytes *png = NULL;

  if (pipeline == NULL)
    return NULL;
  if (error == NULL || *error == NULL) {
    lifesrc = gst_bin_get_by_name (GST_BIN (pipeline), "life");
    if (set_pattern (lifesrc, text, error))
      png = pull_picture (pipeline, error);
  }
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (pipeline);
  return png;
}

GBytes *
library_draw (Library *self, const gchar *name, GError **error)
{
  GBytes *picture = g_hash_table_lookup (self->pictures, name);

  if (picture == NULL) {
    g_autofree gchar *text = library_read (self, name, MAX_FILE_SIZE, error);

    if (text == NULL)
      return NULL;
    picture = draw (text, error);
    if (picture == NULL)
      picture = g_bytes_new (NULL, 0);
    g_hash_table_insert (self->pictures, g_strdup (name), picture);
  }
  if (g_bytes_get_size (picture) > 0)
    return g_bytes_ref (picture);
  if (error == NULL || *error == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
        "the pattern \"%s\" has no picture", name);
  return NULL;
}
