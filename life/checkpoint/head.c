/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The head of a checkpoint: what the world is, a group of GKeyFile and an empty line.
 * docs/how-to/checkpoints.md describes it. */
#include "life/checkpoint/checkpoint-private.h"

#include <math.h>
#include <string.h>

#define GROUP "life checkpoint"

/* A head begins with its version. */
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
life_checkpoint_is_text (const gchar *text, gsize length)
{
  return is_start (text, length, "[" GROUP "]\n");
}

static const gchar *
name_of (LifeTopology topology)
{
  return life_geometry_list_topologies (topology)->nick;
}

gchar *
life_checkpoint_write_head (const LifeCheckpoint *checkpoint)
{
  const LifeGeometry *geometry = &checkpoint->geometry;
  g_autoptr (GKeyFile) head = g_key_file_new ();
  g_autofree gchar *text = NULL;

  g_key_file_set_integer (head, GROUP, "version", 2);
  g_key_file_set_uint64 (head, GROUP, "generation", checkpoint->generation);
  g_key_file_set_string (head, GROUP, "rule", checkpoint->rule);
  g_key_file_set_uint64 (head, GROUP, "dimensions", checkpoint->dimensions);
  g_key_file_set_uint64 (head, GROUP, "width", geometry->width);
  g_key_file_set_uint64 (head, GROUP, "height", geometry->height);
  g_key_file_set_uint64 (head, GROUP, "depth", geometry->depth);
  g_key_file_set_string (head, GROUP, "topology", name_of (geometry->topology));
  g_key_file_set_integer (
      head, GROUP, "vertical-twist", geometry->vertical_twist ? 1 : 0);
  g_key_file_set_integer (head, GROUP, "shift-x", geometry->shift_x);
  g_key_file_set_integer (head, GROUP, "shift-y", geometry->shift_y);
  g_key_file_set_double (head, GROUP, "center-x", checkpoint->center[0]);
  g_key_file_set_double (head, GROUP, "center-y", checkpoint->center[1]);
  g_key_file_set_uint64 (head, GROUP, "seed", checkpoint->seed);
  g_key_file_set_string (head, GROUP, "run", checkpoint->run);
  g_key_file_set_string (
      head, GROUP, "cells", cells_names[checkpoint->has_nodes ? 1 : 0]);
  text = g_key_file_to_data (head, NULL, NULL);
  return g_strconcat (text, "\n", NULL);
}

/* --- Read --- */

gboolean
life_checkpoint_fail_as_damaged (
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
get_world (LifeCheckpoint *checkpoint, GKeyFile *head)
{
  LifeGeometry *geometry = &checkpoint->geometry;
  g_autofree gchar *topology = get_text (head, "topology");
  g_autofree gchar *cells = get_text (head, "cells");

  checkpoint->generation = get_number (head, "generation");
  checkpoint->rule = get_text (head, "rule");
  checkpoint->dimensions = (guint) get_number (head, "dimensions");
  geometry->width = (guint32) get_number (head, "width");
  geometry->height = (guint32) get_number (head, "height");
  geometry->depth = (guint32) get_number (head, "depth");
  while (geometry->topology < LIFE_TOPOLOGY_UNBOUNDED
         && strcmp (topology, name_of (geometry->topology)) != 0)
    geometry->topology++;
  geometry->vertical_twist = get_number (head, "vertical-twist") != 0;
  geometry->shift_x = g_key_file_get_integer (head, GROUP, "shift-x", NULL);
  geometry->shift_y = g_key_file_get_integer (head, GROUP, "shift-y", NULL);
  checkpoint->center[0] = g_key_file_get_double (head, GROUP, "center-x", NULL);
  checkpoint->center[1] = g_key_file_get_double (head, GROUP, "center-y", NULL);
  checkpoint->seed = get_number (head, "seed");
  checkpoint->run = get_text (head, "run");
  checkpoint->has_nodes = strcmp (cells, cells_names[1]) == 0;
}

/* Whether there are such worlds. */
static gboolean
check_world (const LifeCheckpoint *checkpoint, GError **error)
{
  const LifeGeometry *geometry = &checkpoint->geometry;
  const gboolean unbounded = geometry->topology == LIFE_TOPOLOGY_UNBOUNDED;
  guint64 cells;

  if (!life_geometry_check (geometry, checkpoint->dimensions, error))
    return FALSE;
  if (checkpoint->dimensions < 2 || checkpoint->dimensions > 3
      || geometry->depth == 0
      || (checkpoint->dimensions == 2 && geometry->depth != 1)
      || (!unbounded
          && (geometry->width == 0 || geometry->height == 0
              || !life_geometry_cells (geometry, &cells))))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "there are no worlds of this size");
  else if (!(fabs (checkpoint->center[0]) <= CENTER_MAX
               && fabs (checkpoint->center[1]) <= CENTER_MAX))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "its center is no place of a cell");
  else if (checkpoint->has_nodes && !unbounded)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "squares are of worlds without edges");
  else
    return TRUE;
  return FALSE;
}

/* A head is what would be written of the world that it is read as: nothing that lacks, is
 * too large or cannot be is. */
static gboolean
check_text (
    LifeCheckpoint *checkpoint, const gchar *text, gsize length, GError **error)
{
  g_autofree gchar *written = life_checkpoint_write_head (checkpoint);
  guint line = 1;

  checkpoint->cells = strlen (written);
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
check_version (const LifeCheckpoint *checkpoint, const gchar *text,
    gsize length, GError **error)
{
  g_autofree gchar *name = NULL;

  if (is_start (text, length, VERSION_LINES))
    return TRUE;
  name = g_filename_display_name (checkpoint->path);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
      life_checkpoint_is_text (text, length)
          ? "%s is a checkpoint of another version of life; go on from it with "
            "that one, or leave location out to begin anew"
          : "%s is no checkpoint",
      name);
  return FALSE;
}

gboolean
life_checkpoint_read_head (
    LifeCheckpoint *checkpoint, const gchar *text, gsize length, GError **error)
{
  g_autoptr (GKeyFile) head = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;
  const gchar *end;

  if (!check_version (checkpoint, text, length, error))
    return FALSE;
  end = g_strstr_len (text, (gssize) length, LAST_LINE);
  if (end != NULL)
    g_key_file_load_from_data (
        head, text, (gsize) (end - text), G_KEY_FILE_NONE, NULL);
  get_world (checkpoint, head);
  return (check_text (checkpoint, text, length, &wrong)
             && check_world (checkpoint, &wrong))
         || life_checkpoint_fail_as_damaged (
             checkpoint->path, wrong->message, error);
}
