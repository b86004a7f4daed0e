/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The head of a backup: what the world is, a group of GKeyFile and an empty line.
 * docs/backups.md describes it. */
#include "life/backup/private.h"

#include <math.h>
#include <string.h>

#define GROUP "life backup"

/* A head begins with its version; "life backup 1" was one before GKeyFile. */
#define VERSION_LINES "[" GROUP "]\nversion=2\n"
#define LAST_LINE "\n\n"

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
  g_key_file_set_string (
      head, GROUP, "topology", life_topology_names[geometry->topology]);
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

/* The value of a key, or NULL once something was wrong. */
static gchar *
take_text (GKeyFile *head, const gchar *key, GError **wrong)
{
  gchar *text =
      *wrong == NULL ? g_key_file_get_string (head, GROUP, key, wrong) : NULL;

  if (text == NULL || *text != '\0')
    return text;
  g_set_error (wrong, LIFE_ERROR, LIFE_ERROR_PATTERN, "%s is empty", key);
  g_clear_pointer (&text, g_free);
  return NULL;
}

/* With a sign where the least one has. */
static guint64
take_number (GKeyFile *head, const gchar *key, gint64 least, guint64 most,
    GError **wrong)
{
  g_autofree gchar *text = take_text (head, key, wrong);
  guint64 number = 0;
  gint64 with_sign = 0;

  if (text == NULL)
    return 0;
  if (least < 0 ? g_ascii_string_to_signed (
          text, 10, least, (gint64) most, &with_sign, wrong)
                : g_ascii_string_to_unsigned (
                    text, 10, (guint64) least, most, &number, wrong))
    return least < 0 ? (guint64) with_sign : number;
  g_prefix_error (wrong, "%s: ", key);
  return 0;
}

static gdouble
take_place (GKeyFile *head, const gchar *key, GError **wrong)
{
  const gdouble place =
      *wrong == NULL ? g_key_file_get_double (head, GROUP, key, wrong) : 0;

  if (*wrong == NULL && (!isfinite (place) || fabs (place) > 1e20))
    g_set_error (
        wrong, LIFE_ERROR, LIFE_ERROR_PATTERN, "%s is no place of a cell", key);
  return place;
}

/* One of @n names, by its place among them. */
static guint
take_name (GKeyFile *head, const gchar *key, const gchar *const *names, guint n,
    GError **wrong)
{
  g_autofree gchar *text = take_text (head, key, wrong);

  for (guint i = 0; text != NULL && i < n; i++)
    if (strcmp (text, names[i]) == 0)
      return i;
  if (text != NULL)
    g_set_error (wrong, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "there is no %s “%s”; one is “%s”", key, text, names[0]);
  return 0;
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
  if (!unbounded
      && (geometry->width == 0 || geometry->height == 0
          || !life_geometry_cells (geometry, &cells)))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "there are no worlds of this size");
  else if (backup->dimensions == 2 && geometry->depth != 1)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "a world of two dimensions has a depth of 1");
  else if (backup->has_nodes && !unbounded)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "squares are of worlds without edges");
  else
    return TRUE;
  return FALSE;
}

static void
take_world (LifeBackup *backup, GKeyFile *head, GError **wrong)
{
  LifeGeometry *geometry = &backup->geometry;

  backup->generation = take_number (head, "generation", 0, G_MAXUINT64, wrong);
  backup->rule = take_text (head, "rule", wrong);
  backup->dimensions = (guint) take_number (head, "dimensions", 2, 3, wrong);
  geometry->width =
      (guint32) take_number (head, "width", 0, G_MAXUINT32, wrong);
  geometry->height =
      (guint32) take_number (head, "height", 0, G_MAXUINT32, wrong);
  geometry->depth =
      (guint32) take_number (head, "depth", 1, G_MAXUINT32, wrong);
  geometry->topology = (LifeTopology) take_name (head, "topology",
      life_topology_names, LIFE_TOPOLOGY_UNBOUNDED + 1, wrong);
  geometry->vertical_twist =
      take_number (head, "vertical-twist", 0, 1, wrong) != 0;
  geometry->shift_x =
      (gint32) take_number (head, "shift-x", -G_MAXINT32, G_MAXINT32, wrong);
  geometry->shift_y =
      (gint32) take_number (head, "shift-y", -G_MAXINT32, G_MAXINT32, wrong);
  backup->center[0] = take_place (head, "center-x", wrong);
  backup->center[1] = take_place (head, "center-y", wrong);
  backup->seed = take_number (head, "seed", 0, G_MAXUINT64, wrong);
  backup->run = take_text (head, "run", wrong);
  backup->has_nodes =
      take_name (head, "cells", cells_names, G_N_ELEMENTS (cells_names), wrong)
      == 1;
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
  if (end == NULL || !g_utf8_validate (text, end - text, NULL))
    return life_backup_fail_as_damaged (backup->path,
        "its head is no text with an empty line at the end", error);
  backup->cells = (guint64) (end - text) + strlen (LAST_LINE);
  if (g_key_file_load_from_data (
          head, text, (gsize) (end - text), G_KEY_FILE_NONE, &wrong))
    take_world (backup, head, &wrong);
  return (wrong == NULL && check_world (backup, &wrong))
         || life_backup_fail_as_damaged (backup->path, wrong->message, error);
}
