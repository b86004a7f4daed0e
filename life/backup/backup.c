/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups found whole, and worlds that go on from them. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "life/backup/backup-private.h"
#include "life/world/unbounded-world.h"

#define BUFFER_BYTES (1u << 17)

static gboolean
fail_to_read (const gchar *path, gint cause, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (path);

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot read %s: %s", name,
      g_strerror (cause));
  return FALSE;
}

gboolean
life_backup_is_there (const gchar *path)
{
  struct stat status;
  gchar start[32];
  gssize got;
  gint file;

  g_return_val_if_fail (path != NULL, FALSE);

  if (stat (path, &status) != 0)
    return FALSE;
  /* A pipe can be read once only. */
  if (!S_ISREG (status.st_mode))
    return S_ISDIR (status.st_mode);
  file = open (path, O_RDONLY | O_CLOEXEC);
  got = file >= 0 ? read (file, start, sizeof start) : -1;
  if (file >= 0)
    close (file);
  return got > 0 && life_backup_is_text (start, (gsize) got);
}

static gboolean
read_head (LifeBackup *backup, GError **error)
{
  g_autofree gchar *text = g_malloc (LIFE_BACKUP_HEAD_MAX);
  struct stat status;
  gssize got;

  if (fstat (backup->file, &status) == 0 && !S_ISREG (status.st_mode))
    return life_backup_read_head (backup, "", 0, error);
  got = pread (backup->file, text, LIFE_BACKUP_HEAD_MAX, 0);
  return got < 0 ? fail_to_read (backup->path, errno, error)
                 : life_backup_read_head (backup, text, (gsize) got, error);
}

LifeBackup *
life_backup_open (const gchar *path, GError **error)
{
  g_autoptr (LifeBackup) backup = g_new0 (LifeBackup, 1);

  backup->path = g_strdup (path);
  backup->file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (backup->file < 0) {
    fail_to_read (path, errno, error);
    return NULL;
  }
  return read_head (backup, error) ? g_steal_pointer (&backup) : NULL;
}

gboolean
life_backup_sum (gint file, guint64 bytes, const gchar *path,
    gchar sum[LIFE_BACKUP_SUM_LENGTH + 1], GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);

  for (guint64 at = 0; at < bytes;) {
    const gssize got = pread (
        file, buffer, MIN (bytes - at, (guint64) BUFFER_BYTES), (off_t) at);

    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return fail_to_read (path, got < 0 ? errno : EIO, error);
    g_checksum_update (checksum, buffer, got);
    at += (guint64) got;
  }
  g_snprintf (sum, LIFE_BACKUP_SUM_LENGTH + 1, "%s\n",
      g_checksum_get_string (checksum));
  return TRUE;
}

/* Whether the file is what was written. */
static gboolean
check_sum (const LifeBackup *backup, GError **error)
{
  gchar sum[LIFE_BACKUP_SUM_LENGTH + 1], last[LIFE_BACKUP_SUM_LENGTH];
  const off_t end =
      lseek (backup->file, 0, SEEK_END) - (off_t) LIFE_BACKUP_SUM_LENGTH;

  if (end < (off_t) backup->cells)
    return life_backup_fail_as_damaged (
        backup->path, "it ends too early", error);
  if (!life_backup_sum (backup->file, (guint64) end, backup->path, sum, error))
    return FALSE;
  return (pread (backup->file, last, sizeof last, end) == sizeof last
             && memcmp (last, sum, sizeof last) == 0)
         || life_backup_fail_as_damaged (backup->path,
             "its last line is not the SHA-256 of what is before it", error);
}

/* The last backup in a folder, and the one before it, if there are any. */
static gboolean
find (const gchar *folder, gchar **last, gchar **before, GError **error)
{
  g_autoptr (GPtrArray) names = life_backup_list (folder, error);

  if (names == NULL)
    return FALSE;
  if (names->len == 0) {
    g_autofree gchar *name = g_filename_display_name (folder);

    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE,
        "there is no backup in the folder %s; leave location out to begin anew",
        name);
    return FALSE;
  }
  *last = g_build_filename (folder, names->pdata[0], NULL);
  if (names->len > 1)
    *before = g_build_filename (folder, names->pdata[1], NULL);
  return TRUE;
}

LifeBackup *
life_backup_load (const gchar *path, GError **error)
{
  g_autoptr (LifeBackup) backup = NULL;
  g_autoptr (GError) wrong = NULL;
  g_autofree gchar *last = NULL, *before = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_DIR)
      && !find (path, &last, &before, error))
    return NULL;
  backup = life_backup_open (last != NULL ? last : path, &wrong);
  if (backup != NULL && check_sum (backup, &wrong))
    return g_steal_pointer (&backup);
  if (before != NULL) {
    g_autofree gchar *name = g_filename_display_name (before);

    g_set_error (error, LIFE_ERROR, wrong->code,
        "%s; the backup before it is %s", wrong->message, name);
  } else
    g_propagate_error (error, g_steal_pointer (&wrong));
  return NULL;
}

void
life_backup_free (LifeBackup *backup)
{
  if (backup == NULL)
    return;
  if (backup->file >= 0)
    close (backup->file);
  g_free (backup->path);
  g_free (backup->rule);
  g_free (backup->run);
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

  return backup->generation;
}

const gchar *
life_backup_get_rule (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, NULL);

  return backup->rule;
}

guint
life_backup_get_dimensions (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, 0);

  return backup->dimensions;
}

const LifeGeometry *
life_backup_get_geometry (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, NULL);

  return &backup->geometry;
}

guint64
life_backup_get_seed (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, 0);

  return backup->seed;
}

LifeKernel
life_backup_get_kernel (const LifeBackup *backup)
{
  g_return_val_if_fail (backup != NULL, LIFE_KERNEL_AUTO);

  return backup->has_nodes ? LIFE_KERNEL_HASHLIFE : LIFE_KERNEL_AUTO;
}

/* --- Into a world --- */

static gboolean
check_shape (const LifeWorld *world, const LifeBackup *backup, GError **error)
{
  const LifeGeometry *here = life_world_get_geometry (world);
  const LifeGeometry *there = &backup->geometry;

  if (memcmp (here, there, sizeof *here) == 0
      && world->rule->dimensions == backup->dimensions)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the backup %s is of a %uD world of %u×%u×%u cells, and this one is "
      "another",
      backup->path, backup->dimensions, there->width, there->height,
      there->depth);
  return FALSE;
}

gboolean
life_world_restore_backup (
    LifeWorld *world, const LifeBackup *backup, GError **error)
{
  g_return_val_if_fail (world != NULL && backup != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!check_shape (world, backup, error) || !life_world_reset (world, error)
      || !life_backup_read_cells (backup, world, error)
      || !life_world_begin_edit (world, error))
    return FALSE;
  world->now.statistics.generation = backup->generation;
  if (life_world_is_unbounded (world)) {
    memcpy (
        world->engine->center, backup->center, sizeof world->engine->center);
    world->center_known = world->center_fixed = TRUE;
  }
  return TRUE;
}
