/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checkpoints written while the world goes on: the world's thread copies the cells, a thread of
 * the writer packs and writes them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "life/checkpoint/checkpoint-private.h"
#include "life/world/unbounded-world.h"

struct _LifeCheckpointWriter {
  gchar *path;
  LifeCheckpointFolder *folder; /* NULL: not open yet */
  GThread *thread;              /* NULL: nothing is pending */
  gint busy;                    /* read and written atomically */
  gchar *run;                   /* of all of the world's checkpoints */

  /* What is being written: of the world's thread before and after, and in between of the
   * other one. */
  LifeCheckpoint *checkpoint;
  LifeSavedCells cells;

  /* What came of it. */
  gchar *written;
  GError *error;
};

LifeCheckpointWriter *
life_checkpoint_writer_new (const gchar *folder)
{
  LifeCheckpointWriter *writer;

  g_return_val_if_fail (folder != NULL, NULL);

  writer = g_new0 (LifeCheckpointWriter, 1);
  writer->run = g_uuid_string_random ();
  writer->path = g_strdup (folder);
  return writer;
}

static gboolean
open_folder (LifeCheckpointWriter *writer, GError **error)
{
  if (writer->folder == NULL)
    writer->folder = life_checkpoint_folder_open (writer->path, error);
  return writer->folder != NULL;
}

gboolean
life_checkpoint_writer_check (LifeCheckpointWriter *writer, GError **error)
{
  g_return_val_if_fail (writer != NULL && writer->thread == NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return open_folder (writer, error);
}

void
life_checkpoint_writer_go_on (
    LifeCheckpointWriter *writer, const LifeCheckpoint *checkpoint)
{
  g_return_if_fail (writer != NULL && writer->thread == NULL);
  g_return_if_fail (checkpoint != NULL);

  g_free (writer->run);
  writer->run = g_strdup (checkpoint->run);
}

/* Whether a file of the folder is a checkpoint of the world. */
static gboolean
is_own (const LifeCheckpointWriter *writer, const gchar *name)
{
  g_autofree gchar *path = g_build_filename (writer->path, name, NULL);
  g_autoptr (LifeCheckpoint) checkpoint = life_checkpoint_open (path, NULL);

  return checkpoint != NULL && strcmp (checkpoint->run, writer->run) == 0;
}

gchar *
life_checkpoint_writer_find_other (const LifeCheckpointWriter *writer)
{
  g_autoptr (GPtrArray) names = NULL;

  g_return_val_if_fail (writer != NULL && writer->thread == NULL, NULL);

  names = life_checkpoint_list (writer->path, NULL);
  for (guint i = 0; names != NULL && i < names->len; i++)
    if (is_own (writer, names->pdata[i]))
      return NULL;
  return names != NULL && names->len > 0
             ? g_build_filename (writer->path, names->pdata[0], NULL)
             : NULL;
}

/* --- In the writer's thread --- */

static gboolean
write_text (gint file, const gchar *text, const gchar *path, GError **error)
{
  return dprintf (file, "%s", text) >= 0
         || life_checkpoint_fail_to_write (path, errno, error);
}

static gboolean
write_file (
    LifeCheckpointWriter *writer, gint file, const gchar *path, GError **error)
{
  g_autofree gchar *head = life_checkpoint_write_head (writer->checkpoint);
  gchar sum[LIFE_CHECKPOINT_SUM_LENGTH + 1];

  return write_text (file, head, path, error)
         && life_saved_cells_find_nodes (&writer->cells, error)
         && life_checkpoint_write_cells (file, path, &writer->cells, error)
         && life_checkpoint_sum (
             file, (guint64) lseek (file, 0, SEEK_CUR), path, sum, error)
         && write_text (file, sum, path, error);
}

static gboolean
write_checkpoint (LifeCheckpointWriter *writer, GError **error)
{
  g_autofree gchar *name = NULL, *path = NULL;
  gboolean written;
  gint file;

  if (!open_folder (writer, error))
    return FALSE;
  name = life_checkpoint_folder_next_name (
      writer->folder, writer->checkpoint->generation, error);
  file =
      name != NULL ? life_checkpoint_folder_create (writer->folder, error) : -1;
  if (file < 0)
    return FALSE;
  path = g_build_filename (writer->path, name, NULL);
  written =
      write_file (writer, file, path, error)
      && life_checkpoint_folder_commit (writer->folder, file, name, error);
  close (file);
  if (written)
    writer->written = g_steal_pointer (&path);
  else
    life_checkpoint_folder_remove (writer->folder, NULL);
  return written;
}

/* Checkpoints of other worlds stay, and so does what cannot be removed. */
static void
remove_old (const LifeCheckpointWriter *writer)
{
  g_autoptr (GPtrArray) names = life_checkpoint_list (writer->path, NULL);
  guint stored = 0;

  for (guint i = 0; names != NULL && i < names->len; i++)
    if (is_own (writer, names->pdata[i]) && ++stored > LIFE_MAX_CHECKPOINTS)
      life_checkpoint_folder_remove (writer->folder, names->pdata[i]);
}

static gpointer
write_in_thread (gpointer data)
{
  LifeCheckpointWriter *writer = data;

  if (write_checkpoint (writer, &writer->error))
    remove_old (writer);
  life_saved_cells_release (&writer->cells);
  g_atomic_int_set (&writer->busy, FALSE);
  return NULL;
}

/* --- In the world's thread --- */

static gboolean
copy (LifeCheckpointWriter *writer, LifeWorld *world, guint64 seed,
    GError **error)
{
  LifeCheckpoint *checkpoint = writer->checkpoint = g_new0 (LifeCheckpoint, 1);
  LifeRule rule = life_rule_value (world->rule);

  rule.bounded = FALSE;
  checkpoint->file = -1;
  checkpoint->generation = life_world_get_generation (world);
  checkpoint->rule = life_rule_to_string (&rule);
  checkpoint->dimensions = rule.dimensions;
  checkpoint->geometry = *life_world_get_geometry (world);
  checkpoint->seed = seed;
  checkpoint->run = g_strdup (writer->run);
  if (!life_world_get_center (world, checkpoint->center, error)
      || !life_world_save_cells (world, &writer->cells, error))
    return FALSE;
  checkpoint->has_nodes = writer->cells.has_nodes;
  return TRUE;
}

static void
drop_copy (LifeCheckpointWriter *writer)
{
  life_saved_cells_clear (&writer->cells);
  g_clear_pointer (&writer->checkpoint, life_checkpoint_free);
}

static gboolean
start (LifeCheckpointWriter *writer, GError **error)
{
  g_autoptr (GError) cause = NULL;

  g_atomic_int_set (&writer->busy, TRUE);
  writer->thread =
      g_thread_try_new ("life-checkpoint", write_in_thread, writer, &cause);
  if (writer->thread != NULL)
    return TRUE;
  g_atomic_int_set (&writer->busy, FALSE);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "no thread can be started to write a checkpoint: %s", cause->message);
  return FALSE;
}

gboolean
life_checkpoint_writer_begin (LifeCheckpointWriter *writer, LifeWorld *world,
    guint64 seed, GError **error)
{
  g_return_val_if_fail (writer != NULL && writer->thread == NULL, FALSE);
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (copy (writer, world, seed, error) && start (writer, error))
    return TRUE;
  drop_copy (writer);
  return FALSE;
}

gboolean
life_checkpoint_writer_is_pending (const LifeCheckpointWriter *writer)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  return writer->thread != NULL;
}

gboolean
life_checkpoint_writer_is_busy (const LifeCheckpointWriter *writer)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  return g_atomic_int_get (&writer->busy);
}

gchar *
life_checkpoint_writer_end (LifeCheckpointWriter *writer, GError **error)
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
life_checkpoint_writer_free (LifeCheckpointWriter *writer)
{
  if (writer == NULL)
    return;
  if (writer->thread != NULL)
    g_free (life_checkpoint_writer_end (writer, NULL));
  life_checkpoint_folder_close (writer->folder);
  g_free (writer->path);
  g_free (writer->run);
  g_free (writer);
}
