/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups found whole, and worlds that go on from them. */
#include <life/backup.h>

#include "life/backup/folder.h"
#include "life/backup/part.h"
#include "life/world/unbounded.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _LifeBackup {
  gchar *path;
  LifeBackupIndex index;
  GArray *
      files; /* a descriptor for each part, so that none is lost if it is removed */
};

static gboolean
fail_to_open (const gchar *path, gint cause, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (path);

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot open %s: %s", name,
      g_strerror (cause));
  return FALSE;
}

/* The first bytes of a file, which is no pipe: those can be read once only. */
static gsize
read_start (const gchar *path, gchar *start, gsize most)
{
  struct stat status;
  gssize got;
  gint file;

  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode))
    return 0;
  file = open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  got = read (file, start, most);
  close (file);
  return got > 0 ? (gsize) got : 0;
}

gboolean
life_backup_is_there (const gchar *path)
{
  gchar start[32];

  g_return_val_if_fail (path != NULL, FALSE);

  return g_file_test (path, G_FILE_TEST_IS_DIR)
         || life_backup_index_is_text (
             start, read_start (path, start, sizeof start));
}

static gboolean
read_index (LifeBackup *backup, GError **error)
{
  g_autofree gchar *text = NULL, *name = NULL;
  g_autoptr (GError) cause = NULL;
  struct stat status;
  gsize length;

  name = g_filename_display_name (backup->path);
  if (stat (backup->path, &status) != 0)
    return fail_to_open (backup->path, errno, error);
  if (!S_ISREG (status.st_mode)
      || (guint64) status.st_size > LIFE_BACKUP_INDEX_MAX) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "%s is no index of a backup", name);
    return FALSE;
  }
  if (!g_file_get_contents (backup->path, &text, &length, &cause)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_FILE, cause->message);
    return FALSE;
  }
  return life_backup_index_read (&backup->index, text, length, name, error);
}

/* Whether a part is what was written. */
static gboolean
check_part (
    gint file, const gchar *name, const LifeBackupPart *part, GError **error)
{
  gchar sum[LIFE_BACKUP_SUM_LENGTH + 1];
  guint64 bytes;

  if (!life_part_measure (file, name, &bytes, sum, error))
    return FALSE;
  if (bytes == part->bytes && strcmp (sum, part->sum) == 0)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
      "%s is damaged: it has %" G_GUINT64_FORMAT
      " bytes with another SHA-256 than the index says of %" G_GUINT64_FORMAT,
      name, bytes, part->bytes);
  return FALSE;
}

static gchar *
path_of_part (const LifeBackup *backup, const LifeBackupPart *part)
{
  g_autofree gchar *folder = g_path_get_dirname (backup->path);

  return g_build_filename (folder, part->file, NULL);
}

static gboolean
open_part (LifeBackup *backup, const LifeBackupPart *part, GError **error)
{
  g_autofree gchar *path = path_of_part (backup, part);
  g_autofree gchar *name = g_filename_display_name (path);
  const gint file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (file < 0)
    return fail_to_open (path, errno, error);
  g_array_append_val (backup->files, file);
  return check_part (file, name, part, error);
}

static gboolean
open_backup (LifeBackup *backup, GError **error)
{
  const GArray *parts = backup->index.parts;

  if (!read_index (backup, error))
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    if (!open_part (backup, &g_array_index (parts, LifeBackupPart, i), error))
      return FALSE;
  return TRUE;
}

LifeBackup *
life_backup_load (const gchar *path, GError **error)
{
  LifeBackup *backup;
  g_autofree gchar *found = NULL, *before = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  found = g_file_test (path, G_FILE_TEST_IS_DIR)
              ? life_backup_folder_find (path, &before, error)
              : g_strdup (path);
  if (found == NULL)
    return NULL;
  backup = g_new0 (LifeBackup, 1);
  backup->path = g_steal_pointer (&found);
  backup->files = g_array_new (FALSE, FALSE, sizeof (gint));
  life_backup_index_init (&backup->index);
  if (open_backup (backup, error))
    return backup;
  if (before != NULL && error != NULL) {
    g_autofree gchar *name = g_filename_display_name (before);
    g_autofree gchar *message = g_strdup_printf (
        "%s; the backup before it is %s", (*error)->message, name);

    g_free ((*error)->message);
    (*error)->message = g_steal_pointer (&message);
  }
  life_backup_free (backup);
  return NULL;
}

void
life_backup_free (LifeBackup *backup)
{
  if (backup == NULL)
    return;
  for (guint i = 0; i < backup->files->len; i++)
    close (g_array_index (backup->files, gint, i));
  g_array_unref (backup->files);
  life_backup_index_clear (&backup->index);
  g_free (backup->path);
  g_free (backup);
}

const gchar *
life_backup_get_path (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, NULL);

  return backup->path;
}

guint64
life_backup_get_generation (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, 0);

  return backup->index.generation;
}

const gchar *
life_backup_get_rule (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, NULL);

  return backup->index.rule;
}

guint
life_backup_get_dimensions (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, 0);

  return backup->index.dimensions;
}

const LifeGeometry *
life_backup_get_geometry (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, NULL);

  return &backup->index.geometry;
}

guint64
life_backup_get_seed (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, 0);

  return backup->index.seed;
}

LifeKernel
life_backup_get_kernel (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, LIFE_KERNEL_AUTO);

  return backup->index.form == LIFE_BACKUP_SQUARES ? LIFE_KERNEL_HASHLIFE
                                                   : LIFE_KERNEL_AUTO;
}

/* --- Into a world --- */

static gboolean
check_shape (const LifeWorld *world, const LifeBackup *backup, GError **error)
{
  const LifeGeometry *here = life_world_get_geometry (world);
  const LifeGeometry *there = &backup->index.geometry;

  if (memcmp (here, there, sizeof *here) == 0
      && world->rule->dimensions == backup->index.dimensions)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the backup %s is of a %uD world of %u×%u×%u cells, and this one is "
      "another",
      backup->path, backup->index.dimensions, there->width, there->height,
      there->depth);
  return FALSE;
}

static gboolean
read_parts (LifeWorld *world, const LifeBackup *backup, GError **error)
{
  const GArray *parts = backup->index.parts;

  for (guint i = 0; i < parts->len; i++) {
    const LifeBackupPart *part = &g_array_index (parts, LifeBackupPart, i);
    g_autofree gchar *path = path_of_part (backup, part);
    g_autofree gchar *name = g_filename_display_name (path);

    if (!life_part_read (g_array_index (backup->files, gint, i), name,
            &backup->index, part, world, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
life_world_restore_backup (
    LifeWorld *world, const LifeBackup *backup, GError **error)
{
  g_return_val_if_fail (world != NULL && backup != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!check_shape (world, backup, error) || !life_world_reset (world, error)
      || !read_parts (world, backup, error)
      || !life_world_begin_edit (world, error))
    return FALSE;
  world->now.statistics.generation = backup->index.generation;
  if (life_world_is_unbounded (world)) {
    memcpy (world->engine->center, backup->index.center,
        sizeof world->engine->center);
    world->center_known = world->center_fixed = TRUE;
  }
  return TRUE;
}
