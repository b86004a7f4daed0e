/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A checkpoint from inside: its head, its cells, and the folder that it is written in. */
#pragma once

#include <life/checkpoint.h>

#include "life/world/world-private.h"

/* So many checkpoints of a world stay, the last ones. */
#define LIFE_MAX_CHECKPOINTS 2

/* No head is longer. */
#define LIFE_CHECKPOINT_HEAD_MAX (G_GUINT64_CONSTANT (1) << 22)

/* Of the last line: SHA-256 in hexadecimal digits, and the end of the line. */
#define LIFE_CHECKPOINT_SUM_LENGTH 65

/* What its head has of a world, and the file, which stays open and so is not lost where it
 * is removed. */
struct _LifeCheckpoint {
  gchar *path;
  gint file;     /* -1: not open */
  guint64 cells; /* where they begin in the file */
  guint64 generation;
  gchar *rule; /* without a suffix */
  guint dimensions;
  LifeGeometry geometry;
  gdouble center[2]; /* of a world without edges: what a view's -1 stands for */
  guint64 seed;
  gchar *run; /* the same in all checkpoints of a world */
  gboolean has_nodes;
};

/* --- Files --- */

/* Sets the error that the file @path cannot be written, with what to do. Returns: FALSE */
gboolean life_checkpoint_fail_to_write (
    const gchar *path, gint cause, GError **error);

/* Opens a file and reads its head; the rest is not compared with the last line. */
LifeCheckpoint *life_checkpoint_open (const gchar *path, GError **error);

/* The last line of a file whose other @bytes bytes are those there are. */
gboolean life_checkpoint_sum (gint file, guint64 bytes, const gchar *path,
    gchar sum[LIFE_CHECKPOINT_SUM_LENGTH + 1], GError **error);

/* --- Heads --- */

/* Whether a text is the beginning of a checkpoint, perhaps of another version. */
gboolean life_checkpoint_is_text (const gchar *text, gsize length);

gchar *life_checkpoint_write_head (const LifeCheckpoint *checkpoint);

/* Sets the error that a file is not as it was written. Returns: FALSE */
gboolean life_checkpoint_fail_as_damaged (
    const gchar *path, const gchar *how, GError **error);

/* Reads the head that @text begins with, which may be anything. */
gboolean life_checkpoint_read_head (LifeCheckpoint *checkpoint,
    const gchar *text, gsize length, GError **error);

/* --- Cells --- */

/* Writes cells at the end of a file, whose @path is for messages. */
gboolean life_checkpoint_write_cells (
    gint file, const gchar *path, const LifeSavedCells *cells, GError **error);

/* Sets the cells of a world of the checkpoint's shape, which are dead. */
gboolean life_checkpoint_read_cells (
    const LifeCheckpoint *checkpoint, LifeWorld *world, GError **error);

/* --- Folders --- */

/* The names of the checkpoints there, the last one first. */
GPtrArray *life_checkpoint_list (const gchar *folder, GError **error);

typedef struct {
  gchar *path;
  gint folder, lock; /* descriptors */
} LifeCheckpointFolder;

/* Opens a folder to write there, and locks it until it is closed. */
LifeCheckpointFolder *life_checkpoint_folder_open (
    const gchar *path, GError **error);
void life_checkpoint_folder_close (LifeCheckpointFolder *self);

/* The name of the next checkpoint there. */
gchar *life_checkpoint_folder_next_name (
    const LifeCheckpointFolder *self, guint64 generation, GError **error);

/* Makes an empty file without its name; the descriptor reads, too. -1: it cannot be made. */
gint life_checkpoint_folder_create (
    const LifeCheckpointFolder *self, GError **error);

/* Once its bytes are on the disk the file is called @name, whatever happens next. */
gboolean life_checkpoint_folder_commit (const LifeCheckpointFolder *self,
    gint file, const gchar *name, GError **error);

/* Removes a checkpoint, or with NULL the file that was created and not finished. */
void life_checkpoint_folder_remove (
    const LifeCheckpointFolder *self, const gchar *name);
