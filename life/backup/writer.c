/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups written while the world goes on: the world's thread copies the cells, a thread of
 * the writer packs and writes them. */
#include <life/backup.h>

#include "life/backup/folder.h"
#include "life/backup/part.h"
#include "life/world/unbounded.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

struct _LifeBackupWriter {
  LifeBackupFolder folder;
  GThread *thread; /* NULL: nothing has begun */
  gint busy;       /* read and written atomically */
  guint64 first;   /* the number of its first backup; 0: there is none */
  gchar *source;   /* the index that the world went on from, or NULL */

  /* What is being written: of the world's thread before and after, and in between of the
   * other one. The cells are a snapshot or nodes. */
  LifeBackupIndex index;
  LifeSnapshot *snapshot;
  LifeMacrocellNode *nodes;
  gsize n_nodes;
  guint states;

  /* What came of it. */
  gchar *written;
  GError *error;
};

LifeBackupWriter *
life_backup_writer_new (const gchar *folder)
{
  LifeBackupWriter *writer;

  g_return_val_if_fail (folder != NULL, NULL);

  writer = g_new0 (LifeBackupWriter, 1);
  life_backup_folder_init (&writer->folder, folder);
  return writer;
}

gboolean
life_backup_writer_check (LifeBackupWriter *writer, GError **error)
{
  g_return_val_if_fail (writer != NULL && writer->thread == NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return life_backup_folder_open (&writer->folder, error);
}

void
life_backup_writer_go_on (LifeBackupWriter *writer, const LifeBackup *backup)
{
  g_return_if_fail (writer != NULL && writer->thread == NULL);
  g_return_if_fail (backup != NULL);

  g_free (writer->source);
  writer->source = g_strdup (life_backup_get_path (backup));
}

gchar *
life_backup_writer_find_other (const LifeBackupWriter *writer)
{
  g_return_val_if_fail (writer != NULL && writer->thread == NULL, NULL);

  return writer->folder.folder < 0 || writer->first > 0
             ? NULL
             : life_backup_folder_find_other (&writer->folder, writer->source);
}

/* --- In the writer's thread --- */

static gboolean
write_cells (
    LifeBackupWriter *writer, gint file, LifeBackupPart *part, GError **error)
{
  const gboolean unbounded =
      writer->index.geometry.topology == LIFE_TOPOLOGY_UNBOUNDED;
  g_autofree gchar *path =
      g_build_filename (writer->folder.path, part->file, NULL);

  if (!(writer->nodes != NULL
              ? life_part_write_nodes (
                  file, path, writer->nodes, writer->n_nodes, error)
              : life_part_write_blocks (file, path, writer->snapshot,
                  writer->states, unbounded, &part->checksum, error)))
    return FALSE;
  return life_part_measure (file, path, &part->bytes, part->sum, error);
}

static gboolean
write_part (LifeBackupWriter *writer, LifeBackupPart *part, GError **error)
{
  const gint file =
      life_backup_folder_create (&writer->folder, part->file, error);
  gboolean written;

  if (file < 0)
    return FALSE;
  written =
      write_cells (writer, file, part, error)
      && life_backup_folder_keep (&writer->folder, file, part->file, error);
  close (file);
  return written;
}

static gboolean
write_all (gint file, const gchar *text, const gchar *path, GError **error)
{
  gsize left = strlen (text);

  while (left > 0) {
    const gssize put = write (file, text, left);

    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return life_backup_fail_to_write (path, errno, error);
    text += put;
    left -= (gsize) put;
  }
  return TRUE;
}

static gboolean
write_index (LifeBackupWriter *writer, const gchar *name, GError **error)
{
  g_autofree gchar *text = life_backup_index_write (&writer->index);
  g_autofree gchar *path = g_build_filename (writer->folder.path, name, NULL);
  const gint file = life_backup_folder_create (&writer->folder, name, error);
  gboolean written;

  if (file < 0)
    return FALSE;
  written = write_all (file, text, path, error)
            && life_backup_folder_keep (&writer->folder, file, name, error);
  close (file);
  if (written)
    writer->written = g_steal_pointer (&path);
  return written;
}

static gboolean
write_backup (LifeBackupWriter *writer, GError **error)
{
  LifeBackupPart *part =
      &g_array_index (writer->index.parts, LifeBackupPart, 0);
  g_autofree gchar *name = NULL;
  guint64 number;

  if (!life_backup_folder_open (&writer->folder, error)
      || !life_backup_folder_next_number (&writer->folder, &number, error))
    return FALSE;
  if (writer->first == 0)
    writer->first = number;
  name = life_backup_index_name (number, writer->index.generation);
  part->file = life_backup_part_name (number, 0);
  return write_part (writer, part, error)
         && life_backup_folder_sync (&writer->folder, error)
         && write_index (writer, name, error)
         && life_backup_folder_sync (&writer->folder, error);
}

static gpointer
write_in_thread (gpointer data)
{
  LifeBackupWriter *writer = data;

  if (!write_backup (writer, &writer->error))
    g_clear_pointer (&writer->written, g_free);
  if (writer->first > 0)
    life_backup_folder_sweep (&writer->folder, writer->first, writer->source);
  if (writer->snapshot != NULL)
    life_snapshot_release (writer->snapshot);
  g_atomic_int_set (&writer->busy, FALSE);
  return NULL;
}

/* --- In the world's thread --- */

static gboolean
describe (
    LifeBackupWriter *writer, LifeWorld *world, guint64 seed, GError **error)
{
  LifeBackupIndex *index = &writer->index;
  LifeRule rule = life_rule_value (world->rule);
  LifeBackupPart part = { NULL };

  rule.bounded = FALSE;
  life_backup_index_init (index);
  index->generation = life_world_get_generation (world);
  index->rule = life_rule_to_string (&rule);
  index->dimensions = rule.dimensions;
  index->geometry = *life_world_get_geometry (world);
  index->seed = seed;
  part.box.width = index->geometry.width;
  part.box.height = index->geometry.height;
  part.box.depth = index->geometry.depth;
  g_array_append_val (index->parts, part);
  writer->states = rule.states;
  return life_world_get_center (world, index->center, error);
}

static gboolean
copy_cells (LifeBackupWriter *writer, LifeWorld *world, GError **error)
{
  if (life_world_is_unbounded (world)
      && world->klass->unbounded->get_nodes != NULL) {
    writer->index.form = LIFE_BACKUP_SQUARES;
    writer->nodes = world->klass->unbounded->get_nodes (
        world->engine, &writer->n_nodes, error);
    return writer->nodes != NULL;
  }
  writer->snapshot = life_world_snapshot (world, error);
  return writer->snapshot != NULL;
}

static void
drop_copy (LifeBackupWriter *writer)
{
  g_clear_pointer (&writer->snapshot, life_snapshot_free);
  g_clear_pointer (&writer->nodes, life_memory_release);
  life_backup_index_clear (&writer->index);
}

static gboolean
start (LifeBackupWriter *writer, GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (writer->snapshot != NULL)
    life_snapshot_hold (writer->snapshot);
  g_atomic_int_set (&writer->busy, TRUE);
  writer->thread =
      g_thread_try_new ("life-backup", write_in_thread, writer, &cause);
  if (writer->thread != NULL)
    return TRUE;
  g_atomic_int_set (&writer->busy, FALSE);
  if (writer->snapshot != NULL)
    life_snapshot_release (writer->snapshot);
  drop_copy (writer);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "no thread can be started to write a backup: %s", cause->message);
  return FALSE;
}

gboolean
life_backup_writer_begin (
    LifeBackupWriter *writer, LifeWorld *world, guint64 seed, GError **error)
{
  g_return_val_if_fail (writer != NULL && writer->thread == NULL, FALSE);
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!describe (writer, world, seed, error)
      || !copy_cells (writer, world, error)) {
    drop_copy (writer);
    return FALSE;
  }
  return start (writer, error);
}

gboolean
life_backup_writer_has_begun (const LifeBackupWriter *writer)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  return writer->thread != NULL;
}

gboolean
life_backup_writer_is_busy (const LifeBackupWriter *writer)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  return g_atomic_int_get (&writer->busy);
}

gchar *
life_backup_writer_end (LifeBackupWriter *writer, GError **error)
{
  g_return_val_if_fail (writer != NULL && writer->thread != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  g_thread_join (g_steal_pointer (&writer->thread));
  drop_copy (writer);
  if (writer->error != NULL)
    g_propagate_error (error, g_steal_pointer (&writer->error));
  return g_steal_pointer (&writer->written);
}

void
life_backup_writer_free (LifeBackupWriter *writer)
{
  if (writer == NULL)
    return;
  if (writer->thread != NULL)
    g_free (life_backup_writer_end (writer, NULL));
  life_backup_folder_clear (&writer->folder);
  g_free (writer->source);
  g_free (writer);
}
