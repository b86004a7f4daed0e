/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups: worlds on disk that outlive their process, written while the world goes on. */
#pragma once

#include <life/world.h>

G_BEGIN_DECLS

/**
 * LifeBackup:
 *
 * A backup that was found whole: a file, which stays open. It does not change, whatever
 * becomes of its folder.
 */
typedef struct _LifeBackup LifeBackup;

/**
 * LifeBackupWriter:
 *
 * Writes backups of worlds into one folder, one at a time, in a thread of its own.
 */
typedef struct _LifeBackupWriter LifeBackupWriter;

/**
 * life_backup_is_there:
 * @path: a file or a folder
 *
 * Returns: whether life_backup_load() is to be asked, and not life_pattern_load(): it is a
 *   file that begins as a backup does, of this version or another one, or a folder
 */
LIFE_API gboolean life_backup_is_there (const gchar *path);

/**
 * life_backup_load:
 * @path: a backup, or a folder: the last one in it
 * @error: return location
 *
 * Opens a backup, and compares every byte of it with the SHA-256 in its last line. One that
 * is not as it was written is an error that names it, and with a folder the one before it.
 *
 * Errors: %LIFE_ERROR_FILE where there is none or it cannot be read, %LIFE_ERROR_PATTERN
 * where it is damaged or of another version.
 *
 * Returns: (transfer full): the backup, or %NULL
 */
LIFE_API LifeBackup *life_backup_load (const gchar *path, GError **error);

/**
 * life_backup_free:
 * @backup: (transfer full) (nullable): a backup
 *
 * Closes its file, and frees it. Worlds that were restored from it stay.
 */
LIFE_API void life_backup_free (LifeBackup *backup);

/**
 * life_backup_get_path:
 * @backup: a backup
 *
 * Returns: (transfer none): its file
 */
LIFE_API const gchar *life_backup_get_path (const LifeBackup *backup);

/**
 * life_backup_get_generation:
 * @backup: a backup
 *
 * Returns: the generation that the world was at
 */
LIFE_API guint64 life_backup_get_generation (const LifeBackup *backup);

/**
 * life_backup_get_rule:
 * @backup: a backup
 *
 * Returns: (transfer none): the rule that the world had, without a suffix; a table's name
 */
LIFE_API const gchar *life_backup_get_rule (const LifeBackup *backup);

/**
 * life_backup_get_dimensions:
 * @backup: a backup
 *
 * Returns: 2 or 3, the rule's
 */
LIFE_API guint life_backup_get_dimensions (const LifeBackup *backup);

/**
 * life_backup_get_geometry:
 * @backup: a backup
 *
 * Returns: (transfer none): the world's shape
 */
LIFE_API const LifeGeometry *life_backup_get_geometry (
    const LifeBackup *backup);

/**
 * life_backup_get_seed:
 * @backup: a backup
 *
 * Returns: the seed that was given to life_backup_writer_begin()
 */
LIFE_API guint64 life_backup_get_seed (const LifeBackup *backup);

/**
 * life_backup_get_kernel:
 * @backup: a backup
 *
 * Returns: the only kernel that such cells can be read into, %LIFE_KERNEL_HASHLIFE for its
 *   squares, else %LIFE_KERNEL_AUTO: any
 */
LIFE_API LifeKernel life_backup_get_kernel (const LifeBackup *backup);

/**
 * life_world_restore_backup:
 * @world: a world of the backup's shape; engine, kernel and rule may be others than the
 *   backed up world's
 * @backup: a backup
 * @error: return location
 *
 * Gives the world the cells of a backup, and its generation; births and deaths are 0.
 * Cells in states that the rule lacks take its highest one. Where it fails the world holds
 * a part of the cells.
 *
 * Errors: %LIFE_ERROR_SIZE for a world of another shape, %LIFE_ERROR_UNSUPPORTED for one of
 * another kernel than life_backup_get_kernel() returns, %LIFE_ERROR_FILE,
 * %LIFE_ERROR_PATTERN, %LIFE_ERROR_MEMORY; on a GPU %LIFE_ERROR_DEVICE.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_world_restore_backup (
    LifeWorld *world, const LifeBackup *backup, GError **error);

/**
 * life_backup_writer_new:
 * @folder: a folder that is there for the backups of one world
 *
 * Nothing is written yet. The last two backups of the world stay in the folder; older ones
 * are removed once a new one is whole. Those of other worlds stay.
 *
 * Returns: (transfer full): a writer
 */
LIFE_API LifeBackupWriter *life_backup_writer_new (const gchar *folder);

/**
 * life_backup_writer_go_on:
 * @writer: a writer that has nothing to end
 * @backup: a backup
 *
 * The world that is backed up went on from @backup: all those in the folder that are of the
 * same world are its own, and are removed as newer ones come.
 */
LIFE_API void life_backup_writer_go_on (
    LifeBackupWriter *writer, const LifeBackup *backup);

/**
 * life_backup_writer_find_other:
 * @writer: a writer that has begun nothing yet
 *
 * Looks for backups of another world, once life_backup_writer_check() has succeeded.
 *
 * Returns: (transfer full): the path of the last one in the folder, or %NULL: there is none,
 *   or one of the world, too
 */
LIFE_API gchar *life_backup_writer_find_other (const LifeBackupWriter *writer);

/**
 * life_backup_writer_check:
 * @writer: a writer that has nothing to end
 * @error: return location
 *
 * Opens the folder now, and not with the first backup.
 *
 * Errors: %LIFE_ERROR_FILE, with what to do. The next call, or backup, tries again.
 *
 * Returns: whether backups can be written there
 */
LIFE_API gboolean life_backup_writer_check (
    LifeBackupWriter *writer, GError **error);

/**
 * life_backup_writer_begin:
 * @writer: a writer that has nothing to end
 * @world: a world that stays until life_backup_writer_end()
 * @seed: a number that life_backup_get_seed() returns
 * @error: return location
 *
 * Copies the present generation in memory, and begins to write it. The world may go on as
 * soon as this returns; a rule that needs another engine waits until all is written.
 *
 * The file is written under another name, and gets its own once all of its bytes are on the
 * disk: whatever ends the process or the machine, a backup that is there is whole.
 *
 * Errors: %LIFE_ERROR_MEMORY for the copy or a thread; on a GPU %LIFE_ERROR_DEVICE.
 *
 * Returns: %TRUE when it was begun
 */
LIFE_API gboolean life_backup_writer_begin (
    LifeBackupWriter *writer, LifeWorld *world, guint64 seed, GError **error);

/**
 * life_backup_writer_has_begun:
 * @writer: a writer
 *
 * Returns: whether there is something to end
 */
LIFE_API gboolean life_backup_writer_has_begun (const LifeBackupWriter *writer);

/**
 * life_backup_writer_is_busy:
 * @writer: a writer
 *
 * Returns: whether life_backup_writer_end() would have to wait
 */
LIFE_API gboolean life_backup_writer_is_busy (const LifeBackupWriter *writer);

/**
 * life_backup_writer_end:
 * @writer: a writer that has begun
 * @error: return location
 *
 * Waits until the backup is written, and frees the copy, in the thread of the world.
 *
 * Errors: %LIFE_ERROR_FILE, with what to do, where the backup was not written; older ones
 * stay then. On a GPU %LIFE_ERROR_DEVICE and %LIFE_ERROR_MEMORY.
 *
 * Returns: (transfer full): its path, or %NULL
 */
LIFE_API gchar *life_backup_writer_end (
    LifeBackupWriter *writer, GError **error);

/**
 * life_backup_writer_free:
 * @writer: (transfer full) (nullable): a writer
 *
 * Ends what has begun, and lets others write to the folder.
 */
LIFE_API void life_backup_writer_free (LifeBackupWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeBackup, life_backup_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeBackupWriter, life_backup_writer_free)

G_END_DECLS
