/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checkpoints: worlds on disk that outlive their process, written while the world goes on. */
#pragma once

#include <life/world.h>

G_BEGIN_DECLS

/**
 * LifeCheckpoint:
 *
 * A checkpoint that was found whole: a file, which stays open. It does not change, whatever
 * becomes of its folder.
 */
typedef struct _LifeCheckpoint LifeCheckpoint;

/**
 * LifeCheckpointWriter:
 *
 * Writes checkpoints of worlds into one folder, one at a time, in a thread of its own.
 */
typedef struct _LifeCheckpointWriter LifeCheckpointWriter;

/**
 * life_checkpoint_is_there:
 * @path: a file or a folder
 *
 * Returns: whether life_checkpoint_load() is to read it, and not life_pattern_load(): it is a
 *   file that begins as a checkpoint does, of this version or another one, or a folder
 */
LIFE_API gboolean life_checkpoint_is_there (const gchar *path);

/**
 * life_checkpoint_load:
 * @path: a checkpoint, or a folder: the last one in it
 * @error: return location
 *
 * Opens a checkpoint, and compares every byte of it with the SHA-256 in its last line. One that
 * is not as it was written is an error that names it, and with a folder the one before it.
 *
 * Errors: %LIFE_ERROR_FILE if there is none or it cannot be read, %LIFE_ERROR_PATTERN
 * where it is damaged or of another version.
 *
 * Returns: (transfer full): the checkpoint, or %NULL
 */
LIFE_API LifeCheckpoint *life_checkpoint_load (
    const gchar *path, GError **error);

/**
 * life_checkpoint_free:
 * @checkpoint: (transfer full) (nullable): a checkpoint
 *
 * Closes its file, and frees it. Worlds that were restored from it stay.
 */
LIFE_API void life_checkpoint_free (LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_get_path:
 * @checkpoint: a checkpoint
 *
 * Returns: (transfer none): its file
 */
LIFE_API const gchar *life_checkpoint_get_path (
    const LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_get_generation:
 * @checkpoint: a checkpoint
 *
 * Returns: the generation that the world was at
 */
LIFE_API guint64 life_checkpoint_get_generation (
    const LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_get_rule:
 * @checkpoint: a checkpoint
 *
 * Returns: (transfer none): the rule that the world had, without a suffix; a table's name
 */
LIFE_API const gchar *life_checkpoint_get_rule (
    const LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_get_dimensions:
 * @checkpoint: a checkpoint
 *
 * Returns: 2 or 3, the rule's
 */
LIFE_API guint life_checkpoint_get_dimensions (
    const LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_get_geometry:
 * @checkpoint: a checkpoint
 *
 * Returns: (transfer none): the world's shape
 */
LIFE_API const LifeGeometry *life_checkpoint_get_geometry (
    const LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_get_seed:
 * @checkpoint: a checkpoint
 *
 * Returns: the seed that was given to life_checkpoint_writer_begin()
 */
LIFE_API guint64 life_checkpoint_get_seed (const LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_get_kernel:
 * @checkpoint: a checkpoint
 *
 * Returns: the only kernel that such cells can be read into, %LIFE_KERNEL_HASHLIFE for its
 *   squares, else %LIFE_KERNEL_AUTO: any
 */
LIFE_API LifeKernel life_checkpoint_get_kernel (
    const LifeCheckpoint *checkpoint);

/**
 * life_world_restore_checkpoint:
 * @world: a world of the checkpoint's shape; engine, kernel and rule may be others than the
 *   the saved world's
 * @checkpoint: a checkpoint
 * @error: return location
 *
 * Gives the world the cells of a checkpoint, and its generation; births and deaths are 0.
 * Cells in states that the rule lacks take its highest one. Where it fails the world holds
 * a part of the cells.
 *
 * Errors: %LIFE_ERROR_SIZE for a world of another shape, %LIFE_ERROR_UNSUPPORTED for one of
 * another kernel than life_checkpoint_get_kernel() returns, %LIFE_ERROR_FILE,
 * %LIFE_ERROR_PATTERN, %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_restore_checkpoint (
    LifeWorld *world, const LifeCheckpoint *checkpoint, GError **error);

/**
 * life_checkpoint_writer_new:
 * @folder: a folder that is there for the checkpoints of one world
 *
 * Nothing is written yet. The last two checkpoints of the world stay in the folder; older ones
 * are removed once a new one is whole. Those of other worlds stay.
 *
 * Returns: (transfer full): a writer
 */
LIFE_API LifeCheckpointWriter *life_checkpoint_writer_new (const gchar *folder);

/**
 * life_checkpoint_writer_go_on:
 * @writer: a writer that has nothing to end
 * @checkpoint: a checkpoint
 *
 * The world that is saved went on from @checkpoint: all those in the folder that are of the
 * same world are its own, and are removed as newer ones come.
 */
LIFE_API void life_checkpoint_writer_go_on (
    LifeCheckpointWriter *writer, const LifeCheckpoint *checkpoint);

/**
 * life_checkpoint_writer_find_other:
 * @writer: a writer with nothing pending
 *
 * Looks for checkpoints of another world, once life_checkpoint_writer_check() has succeeded.
 *
 * Returns: (transfer full): the path of the last one in the folder, or %NULL: there is none,
 *   or one of the world, too
 */
LIFE_API gchar *life_checkpoint_writer_find_other (
    const LifeCheckpointWriter *writer);

/**
 * life_checkpoint_writer_check:
 * @writer: a writer that has nothing to end
 * @error: return location
 *
 * Opens the folder now, and not with the first checkpoint.
 *
 * Errors: %LIFE_ERROR_FILE, with what to do. The next call, or checkpoint, tries again.
 *
 * Returns: whether checkpoints can be written there
 */
LIFE_API gboolean life_checkpoint_writer_check (
    LifeCheckpointWriter *writer, GError **error);

/**
 * life_checkpoint_writer_begin:
 * @writer: a writer that has nothing to end
 * @world: a world that stays until life_checkpoint_writer_end()
 * @seed: a number that life_checkpoint_get_seed() returns
 * @error: return location
 *
 * Copies the present generation in memory, and begins to write it. The world may go on as
 * soon as this returns; a rule that needs another engine waits until all is written.
 *
 * The file is written under another name, and gets its own once all of its bytes are on the
 * disk: whatever ends the process or the machine, a checkpoint that is there is whole.
 *
 * Errors: %LIFE_ERROR_MEMORY for the copy or a thread; on a GPU %LIFE_ERROR_DEVICE.
 *
 * Returns: %TRUE when it is pending
 */
LIFE_API gboolean life_checkpoint_writer_begin (LifeCheckpointWriter *writer,
    LifeWorld *world, guint64 seed, GError **error);

/**
 * life_checkpoint_writer_is_pending:
 * @writer: a writer
 *
 * Returns: whether a checkpoint is pending, which is to be ended
 */
LIFE_API gboolean life_checkpoint_writer_is_pending (
    const LifeCheckpointWriter *writer);

/**
 * life_checkpoint_writer_is_busy:
 * @writer: a writer
 *
 * Returns: whether life_checkpoint_writer_end() would have to wait
 */
LIFE_API gboolean life_checkpoint_writer_is_busy (
    const LifeCheckpointWriter *writer);

/**
 * life_checkpoint_writer_end:
 * @writer: a writer with a pending checkpoint
 * @error: return location
 *
 * Waits until the checkpoint is written, and frees the copy, in the thread of the world.
 *
 * Errors: %LIFE_ERROR_FILE, with what to do, where the checkpoint was not written; older ones
 * stay then. On a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): its path, or %NULL
 */
LIFE_API gchar *life_checkpoint_writer_end (
    LifeCheckpointWriter *writer, GError **error);

/**
 * life_checkpoint_writer_free:
 * @writer: (transfer full) (nullable): a writer
 *
 * Ends what is pending, and lets other writers use the folder.
 */
LIFE_API void life_checkpoint_writer_free (LifeCheckpointWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeCheckpoint, life_checkpoint_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (
    LifeCheckpointWriter, life_checkpoint_writer_free)

G_END_DECLS
