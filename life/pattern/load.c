/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Loads the text of patterns from files, archives and names. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include <life/error.h>

#include "life/base/spelling.h"
#include "life/base/zip.h"
#include "life/pattern/formats.h"

static LifePattern *
pattern_from_bytes (LifeReader *reader, LifeReading reading, GError **error)
{
  return life_is_zip (reader)
             ? life_unzip_pattern (reader, reading, error)
             : life_pattern_from_reader (reader, reading, error);
}

/* The size of a regular file is checked before it is read. */
static gboolean
check_file_size (gint file, const LifeReader *reader, GError **error)
{
  struct stat status;

  if (fstat (file, &status) == 0 && S_ISREG (status.st_mode)
      && (guint64) status.st_size > LIFE_TEXT_MAX)
    return life_reader_fail_whole (
        reader, error, "more than 1 GiB of text, which is not a pattern");
  return TRUE;
}

static gboolean
read_file (
    gint file, const LifeReader *reader, LifeBytes *bytes, GError **error)
{
  gssize n_read;

  do {
    if (!life_bytes_make_room (bytes, reader, error))
      return FALSE;
    n_read = read (file, bytes->data + bytes->length, LIFE_BYTES_CHUNK);
    if (n_read > 0)
      bytes->length += n_read;
    if (life_bytes_are_unsupported (bytes))
      return TRUE;
  } while (n_read > 0 || (n_read < 0 && errno == EINTR));
  if (n_read < 0) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot read %s: %s",
        reader->name, g_strerror (errno));
    return FALSE;
  }
  return TRUE;
}

static LifePattern *
load (const gchar *path, LifeReading reading, guint64 memory, GError **error)
{
  g_autofree gchar *name = NULL;
  LifePattern *pattern = NULL;
  LifeReader reader = { .memory = memory };
  LifeBytes bytes = { NULL, 0, 0, life_pattern_is_unsupported };
  gint file;

  reader.name = name = g_filename_display_name (path);
  file = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot open %s: %s", name,
        g_strerror (errno));
    return NULL;
  }
  if (check_file_size (file, &reader, error)
      && read_file (file, &reader, &bytes, error)) {
    reader.text = bytes.data;
    reader.length = bytes.length;
    pattern = pattern_from_bytes (&reader, reading, error);
  }
  g_free (bytes.data);
  close (file);
  return pattern;
}

LifePattern *
life_pattern_load (const gchar *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return load (path, LIFE_READING_PLAIN, 0, error);
}

LifePattern *
life_pattern_load_unbounded (const gchar *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return load (path, LIFE_READING_NODES, 0, error);
}

LifePattern *
life_pattern_load_within (
    const gchar *path, gboolean unbounded, guint64 memory, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return load (
      path, unbounded ? LIFE_READING_NODES : LIFE_READING_PLAIN, memory, error);
}

LifePattern *
life_pattern_parse (const gchar *text, gsize length, GError **error)
{
  LifeReader reader = { text, length, 0, NULL };

  g_return_val_if_fail (text != NULL, NULL);

  return pattern_from_bytes (&reader, LIFE_READING_PLAIN, error);
}

static void
fail_no_pattern (const gchar *name, GError **error)
{
  g_autofree gchar *valid = g_utf8_make_valid (name, -1);
  g_autofree gchar *near =
      life_name_suggest (name, strlen (name), life_pattern_builtin_names ());

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
      "no built-in pattern is called \"%s\"%s%s%s docs/reference/patterns.md "
      "lists them"
      " (the text of a pattern in RLE ends with \"!\"; other text has a line"
      " break; a file is given as location)",
      valid, near != NULL ? "; did you mean " : ";", near != NULL ? near : "",
      near != NULL ? "?" : "");
}

static LifePattern *
read_value (const gchar *value, LifeReading reading, const LifeGeometry *world,
    guint64 memory, GError **error)
{
  LifeReader reader = { .text = value, .memory = memory };
  const gchar *name = NULL;
  LifePattern *pattern;

  reader.length = strlen (value);
  if (strpbrk (value, "!\r\n") == NULL && !life_format_is_word (&reader)) {
    reader.text = life_builtin_lookup (value, &name);
    if (reader.text == NULL) {
      fail_no_pattern (value, error);
      return NULL;
    }
  }
  if (strchr (value, '!') != NULL)
    reading |= LIFE_READING_RLE;
  if (world != NULL && world->topology != LIFE_TOPOLOGY_UNBOUNDED) {
    reader.columns = world->width;
    reader.rows = world->height;
  }
  reader.length = strlen (reader.text);
  pattern = life_pattern_from_reader (&reader, reading, error);
  if (pattern != NULL && name != NULL)
    life_pattern_name_builtin (pattern, name);
  return pattern;
}

LifePattern *
life_pattern_from_string (const gchar *value, GError **error)
{
  return life_pattern_from_string_within (value, NULL, 0, error);
}

LifePattern *
life_pattern_from_string_within (const gchar *value, const LifeGeometry *world,
    guint64 memory, GError **error)
{
  const gboolean unbounded =
      world != NULL && world->topology == LIFE_TOPOLOGY_UNBOUNDED;

  g_return_val_if_fail (value != NULL, NULL);

  return read_value (value, unbounded ? LIFE_READING_NODES : LIFE_READING_PLAIN,
      world, memory, error);
}

gchar *
life_pattern_read_rule (const gchar *value, GError **error)
{
  g_autoptr (LifePattern) pattern = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  pattern = read_value (value, LIFE_READING_RULE, NULL, 0, error);
  return pattern != NULL ? g_strdup (pattern->rule) : NULL;
}
