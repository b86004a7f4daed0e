/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checkpoints found whole, and worlds that go on from them. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "life/checkpoint/checkpoint-private.h"
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
life_checkpoint_is_there (const gchar *path)
{
  struct stat status;
  gchar start[32];
  gssize n_read;
  gint file;

  g_return_val_if_fail (path != NULL, FALSE);

  if (stat (path, &status) != 0)
    return FALSE;
  /* A pipe can be read once only. */
  if (!S_ISREG (status.st_mode))
    return S_ISDIR (status.st_mode);
  file = open (path, O_RDONLY | O_CLOEXEC);
  n_read = file >= 0 ? read (file, start, sizeof start) : -1;
  if (file >= 0)
    close (file);
  return n_read > 0 && life_checkpoint_is_text (start, (gsize) n_read);
}

static gboolean
read_head (LifeCheckpoint *checkpoint, GError **error)
{
  g_autofree gchar *text = g_malloc (LIFE_CHECKPOINT_HEAD_MAX);
  struct stat status;
  gssize n_read;

  if (fstat (checkpoint->file, &status) == 0 && !S_ISREG (status.st_mode))
    return life_checkpoint_read_head (checkpoint, "", 0, error);
  n_read = pread (checkpoint->file, text, LIFE_CHECKPOINT_HEAD_MAX, 0);
  return n_read < 0 ? fail_to_read (checkpoint->path, errno, error)
                    : life_checkpoint_read_head (
                        checkpoint, text, (gsize) n_read, error);
}

LifeCheckpoint *
life_checkpoint_open (const gchar *path, GError **error)
{
  g_autoptr (LifeCheckpoint) checkpoint = g_new0 (LifeCheckpoint, 1);

  checkpoint->path = g_strdup (path);
  checkpoint->file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (checkpoint->file < 0) {
    fail_to_read (path, errno, error);
    return NULL;
  }
  return read_head (checkpoint, error) ? g_steal_pointer (&checkpoint) : NULL;
}

gboolean
life_checkpoint_sum (gint file, guint64 bytes, const gchar *path,
    gchar sum[LIFE_CHECKPOINT_SUM_LENGTH + 1], GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);

  for (guint64 at = 0; at < bytes;) {
    const gssize n_read = pread (
        file, buffer, MIN (bytes - at, (guint64) BUFFER_BYTES), (off_t) at);

    if (n_read < 0 && errno == EINTR)
      continue;
    if (n_read <= 0)
      return fail_to_read (path, n_read < 0 ? errno : EIO, error);
    g_checksum_update (checksum, buffer, n_read);
    at += (guint64) n_read;
  }
  g_snprintf (sum, LIFE_CHECKPOINT_SUM_LENGTH + 1, "%s\n",
      g_checksum_get_string (checksum));
  return TRUE;
}

/* Whether the file is what was written. */
static gboolean
check_sum (const LifeCheckpoint *checkpoint, GError **error)
{
  gchar sum[LIFE_CHECKPOINT_SUM_LENGTH + 1], last[LIFE_CHECKPOINT_SUM_LENGTH];
  const off_t end = lseek (checkpoint->file, 0, SEEK_END)
                    - (off_t) LIFE_CHECKPOINT_SUM_LENGTH;

  if (end < (off_t) checkpoint->cells)
    return life_checkpoint_fail_as_damaged (
        checkpoint->path, "it ends too early", error);
  if (!life_checkpoint_sum (
          checkpoint->file, (guint64) end, checkpoint->path, sum, error))
    return FALSE;
  return (pread (checkpoint->file, last, sizeof last, end) == sizeof last
             && memcmp (last, sum, sizeof last) == 0)
         || life_checkpoint_fail_as_damaged (checkpoint->path,
             "its last line is not the SHA-256 of what is before it", error);
}

/* The last checkpoint in a folder, and the one before it, if there are any. */
static gboolean
find (const gchar *folder, gchar **last, gchar **previous, GError **error)
{
  g_autoptr (GPtrArray) names = life_checkpoint_list (folder, error);

  if (names == NULL)
    return FALSE;
  if (names->len == 0) {
    g_autofree gchar *name = g_filename_display_name (folder);

    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE,
        "there is no checkpoint in the folder %s; leave location out to begin "
        "anew",
        name);
    return FALSE;
  }
  *last = g_build_filename (folder, names->pdata[0], NULL);
  if (names->len > 1)
    *previous = g_build_filename (folder, names->pdata[1], NULL);
  return TRUE;
}

LifeCheckpoint *
life_checkpoint_load (const gchar *path, GError **error)
{
  g_autoptr (LifeCheckpoint) checkpoint = NULL;
  g_autoptr (GError) wrong = NULL;
  g_autofree gchar *last = NULL, *previous = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (g_file_test (path, G_FILE_TEST_IS_DIR)
      && !find (path, &last, &previous, error))
    return NULL;
  checkpoint = life_checkpoint_open (last != NULL ? last : path, &wrong);
  if (checkpoint != NULL && check_sum (checkpoint, &wrong))
    return g_steal_pointer (&checkpoint);
  if (previous != NULL) {
    g_autofree gchar *name = g_filename_display_name (previous);

    g_set_error (error, LIFE_ERROR, wrong->code,
        "%s; the checkpoint before it is %s", wrong->message, name);
  } else
    g_propagate_error (error, g_steal_pointer (&wrong));
  return NULL;
}

void
life_checkpoint_free (LifeCheckpoint *checkpoint)
{
  if (checkpoint == NULL)
    return;
  if (checkpoint->file >= 0)
    close (checkpoint->file);
  g_free (checkpoint->path);
  g_free (checkpoint->rule);
  g_free (checkpoint->run);
  g_free (checkpoint);
}

const gchar *
life_checkpoint_get_path (const LifeCheckpoint *checkpoint)
{
  g_return_val_if_fail (checkpoint != NULL, NULL);

  return checkpoint->path;
}

guint64
life_checkpoint_get_generation (const LifeCheckpoint *checkpoint)
{
  g_return_val_if_fail (checkpoint != NULL, 0);

  return checkpoint->generation;
}

const gchar *
life_checkpoint_get_rule (const LifeCheckpoint *checkpoint)
{
  g_return_val_if_fail (checkpoint != NULL, NULL);

  return checkpoint->rule;
}

guint
life_checkpoint_get_dimensions (const LifeCheckpoint *checkpoint)
{
  g_return_val_if_fail (checkpoint != NULL, 0);

  return checkpoint->dimensions;
}

const LifeGeometry *
life_checkpoint_get_geometry (const LifeCheckpoint *checkpoint)
{
  g_return_val_if_fail (checkpoint != NULL, NULL);

  return &checkpoint->geometry;
}

guint64
life_checkpoint_get_seed (const LifeCheckpoint *checkpoint)
{
  g_return_val_if_fail (checkpoint != NULL, 0);

  return checkpoint->seed;
}

LifeKernel
life_checkpoint_get_kernel (const LifeCheckpoint *checkpoint)
{
  g_return_val_if_fail (checkpoint != NULL, LIFE_KERNEL_AUTO);

  return checkpoint->has_nodes ? LIFE_KERNEL_HASHLIFE : LIFE_KERNEL_AUTO;
}

/* --- Into a world --- */

static gboolean
check_shape (
    const LifeWorld *world, const LifeCheckpoint *checkpoint, GError **error)
{
  const LifeGeometry *here = life_world_get_geometry (world);
  const LifeGeometry *there = &checkpoint->geometry;

  if (memcmp (here, there, sizeof *here) == 0
      && world->rule->dimensions == checkpoint->dimensions)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the checkpoint %s is of a %uD world of %u×%u×%u cells, and this one is "
      "another",
      checkpoint->path, checkpoint->dimensions, there->width, there->height,
      there->depth);
  return FALSE;
}

gboolean
life_world_restore_checkpoint (
    LifeWorld *world, const LifeCheckpoint *checkpoint, GError **error)
{
  g_return_val_if_fail (world != NULL && checkpoint != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!check_shape (world, checkpoint, error)
      || !life_world_reset (world, error)
      || !life_checkpoint_read_cells (checkpoint, world, error)
      || !life_world_begin_edit (world, error))
    return FALSE;
  world->now.statistics.generation = checkpoint->generation;
  if (life_world_is_unbounded (world)) {
    memcpy (world->engine->center, checkpoint->center,
        sizeof world->engine->center);
    world->center_valid = world->center_fixed = TRUE;
  }
  return TRUE;
}
