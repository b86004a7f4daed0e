/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The head of a backup: what the world is, a group of GKeyFile and an empty line.
 * docs/how-to/checkpoints.md describes it. */
#include "life/backup/backup-private.h"

#include <math.h>
#include <string.h>

#define GROUP "life backup"

/* A head begins with its version; "life backup 1" was one before GKeyFile. */
#define VERSION_LINES "[" GROUP "]\nversion=2\n"
#define LAST_LINE "\n\n"

#define CENTER_MAX 1e20

static const gchar *const cells_names[] = { "blocks", "squares" };

static gboolean
is_start (const gchar *text, gsize length, const gchar *start)
{
  return length >= strlen (start) && memcmp (text, start, strlen (start)) == 0;
}

gboolean
life_backup_is_text (const gchar *text, gsize length)
{
  return is_start (text, length, "[" GROUP "]\n")
         || is_start (text, length, GROUP " 1\n");
}

static const gchar *
name_of (LifeTopology topology)
{
  return life_geometry_list_topologies (topology)->nick;
}

gchar *
life_backup_write_head (const LifeBackup *backup)
{
  const LifeGeometry *geometry = &backup->geometry;
  g_autoptr (GKeyFile) head = g_key_file_new ();
  g_autofree gchar *text = NULL;

  g_key_file_set_integer (head, GROUP, "version", 2);
  g_key_file_set_uint64 (head, GROUP, "generation", backup->generation);
  g_key_file_set_string (head, GROUP, "rule", backup->rule);
  g_key_file_set_uint64 (head, GROUP, "dimensions", backup->dimensions);
  g_key_file_set_uint64 (head, GROUP, "width", geometry->width);
  g_key_file_set_uint64 (head, GROUP, "height", geometry->height);
  g_key_file_set_uint64 (head, GROUP, "depth", geometry->depth);
  g_key_file_set_string (head, GROUP, "topology", name_of (geometry->topology));
  g_key_file_set_integer (
      head, GROUP, "vertical-twist", geometry->vertical_twist ? 1 : 0);
  g_key_file_set_integer (head, GROUP, "shift-x", geometry->shift_x);
  g_key_file_set_integer (head, GROUP, "shift-y", geometry->shift_y);
  g_key_file_set_double (head, GROUP, "center-x", backup->center[0]);
  g_key_file_set_double (head, GROUP, "center-y", backup->center[1]);
  g_key_file_set_uint64 (head, GROUP, "seed", backup->seed);
  g_key_file_set_string (head, GROUP, "run", backup->run);
  g_key_file_set_string (
      head, GROUP, "cells", cells_names[backup->has_nodes ? 1 : 0]);
  text = g_key_file_to_data (head, NULL, NULL);
  return g_strconcat (text, "\n", NULL);
}

/* --- Read --- */

gboolean
life_backup_fail_as_damaged (
    const gchar *path, const gchar *how, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (path);

  g_set_error (
      error, LIFE_ERROR, LIFE_ERROR_PATTERN, "%s is damaged: %s", name, how);
  return FALSE;
}

static gchar *
get_text (GKeyFile *head, const gchar *key)
{
  gchar *text = g_key_file_get_string (head, GROUP, key, NULL);

  return text != NULL ? text : g_strdup ("");
}

static guint64
get_number (GKeyFile *head, const gchar *key)
{
  return g_key_file_get_uint64 (head, GROUP, key, NULL);
}

/* What lacks or cannot be is anything. */
static void
get_world (LifeBackup *backup, GKeyFile *head)
{
  LifeGeometry *geometry = &backup->geometry;
  g_autofree gchar *topology = get_text (head, "topology");
  g_autofree gchar *cells = get_text (head, "cells");

  backup->generation = get_number (head, "generation");
  backup->rule = get_text (head, "rule");
  backup->dimensions = (guint) get_number (head, "dimensions");
  geometry->width = (guint32) get_number (head, "width");
  geometry->height = (guint32) get_number (head, "height");
  geometry->depth = (guint32) get_number (head, "depth");
  while (geometry->topology < LIFE_TOPOLOGY_UNBOUNDED
         && strcmp (topology, name_of (geometry->topology)) != 0)
    geometry->topology++;
  geometry->vertical_twist = get_number (head, "vertical-twist") != 0;
  geometry->shift_x = g_key_file_get_integer (head, GROUP, "shift-x", NULL);
  geometry->shift_y = g_key_file_get_integer (head, GROUP, "shift-y", NULL);
  backup->center[0] = g_key_file_get_double (head, GROUP, "center-x", NULL);
  backup->center[1] = g_key_file_get_double (head, GROUP, "center-y", NULL);
  backup->seed = get_number (head, "seed");
  backup->run = get_text (head, "run");
  backup->has_nodes = strcmp (cells, cells_names[1]) == 0;
}

/* Whether there are such worlds. */
static gboolean
check_world (const LifeBackup *backup, GError **error)
{
  const LifeGeometry *geometry = &backup->geometry;
  const gboolean unbounded = geometry->topology == LIFE_TOPOLOGY_UNBOUNDED;
  guint64 cells;

  if (!life_geometry_check (geometry, backup->dimensions, error))
    return FALSE;
  if (backup->dimensions < 2 || backup->dimensions > 3 || geometry->depth == 0
      || (backup->dimensions == 2 && geometry->depth != 1)
      || (!unbounded
          && (geometry->width == 0 || geometry->height == 0
              || !life_geometry_cells (geometry, &cells))))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "there are no worlds of this size");
  else if (!(fabs (backup->center[0]) <= CENTER_MAX
               && fabs (backup->center[1]) <= CENTER_MAX))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "its center is no place of a cell");
  else if (backup->has_nodes && !unbounded)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "squares are of worlds without edges");
  else
    return TRUE;
  return FALSE;
}

/* A head is what would be written of the world that it is read as: nothing that lacks, is
 * too large or cannot be is. */
static gboolean
check_text (LifeBackup *backup, const gchar *text, gsize length, GError **error)
{
  g_autofree gchar *written = life_backup_write_head (backup);
  guint line = 1;

  backup->cells = strlen (written);
  if (is_start (text, length, written))
    return TRUE;
  for (gsize i = 0; i < length && written[i] != '\0' && text[i] == written[i];
       i++)
    line += text[i] == '\n';
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
      "line %u of its head is not as it would be written", line);
  return FALSE;
}

/* Whether a text is of this version. */
static gboolean
check_version (
    const LifeBackup *backup, const gchar *text, gsize length, GError **error)
{
  g_autofree gchar *name = NULL;

  if (is_start (text, length, VERSION_LINES))
    return TRUE;
  name = g_filename_display_name (backup->path);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
      life_backup_is_text (text, length)
          ? "%s is a backup of another version of life; go on from it with "
            "that one, or leave location out to begin anew"
          : "%s is no backup",
      name);
  return FALSE;
}

gboolean
life_backup_read_head (
    LifeBackup *backup, const gchar *text, gsize length, GError **error)
{
  g_autoptr (GKeyFile) head = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;
  const gchar *end;

  if (!check_version (backup, text, length, error))
    return FALSE;
  end = g_strstr_len (text, (gssize) length, LAST_LINE);
  if (end != NULL)
    g_key_file_load_from_data (
        head, text, (gsize) (end - text), G_KEY_FILE_NONE, NULL);
  get_world (backup, head);
  return (check_text (backup, text, length, &wrong)
             && check_world (backup, &wrong))
         || life_backup_fail_as_damaged (backup->path, wrong->message, error);
}
