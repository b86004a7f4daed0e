/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A folder of backups: which files are whose, one writer at a time, files that are there
 * whole or not at all, and old ones removed. What is in a file is not known here. */
#pragma once

#include <life/error.h>

G_BEGIN_DECLS

/* So many backups of a world are kept, the last ones. */
#define LIFE_BACKUPS_KEPT 2

typedef struct {
  gchar *path;
  gint folder, lock; /* descriptors; -1: not open */
} LifeBackupFolder;

void life_backup_folder_init (LifeBackupFolder *self, const gchar *path);
void life_backup_folder_clear (LifeBackupFolder *self);

/* Opens the folder to write there, and keeps others from it, unless that is done. Like all
 * functions here it fails with LIFE_ERROR_FILE, with the folder and what to do. */
gboolean life_backup_folder_open (LifeBackupFolder *self, GError **error);

/* The number of the next backup: no file there has it. */
gboolean life_backup_folder_next_number (
    const LifeBackupFolder *self, guint64 *number, GError **error);

/* The names of files; free with g_free(). */
gchar *life_backup_index_name (guint64 number, guint64 generation);
gchar *life_backup_part_name (guint64 number, guint part);

/* Makes an empty file that is not yet called @name; the descriptor reads, too. -1: it
 * cannot be made. */
gint life_backup_folder_create (
    const LifeBackupFolder *self, const gchar *name, GError **error);

/* Once its bytes are on the disk the file is called @name. */
gboolean life_backup_folder_keep (
    const LifeBackupFolder *self, gint file, const gchar *name, GError **error);

/* Once the names of all files are on the disk. */
gboolean life_backup_folder_sync (const LifeBackupFolder *self, GError **error);

/* Removes backups that are not whole, and those of a world but the last ones: from number
 * @first on, and @source, the path of the index that it went on from (nullable), with those
 * before it. Backups of other worlds stay, and so does what cannot be removed. */
void life_backup_folder_sweep (
    const LifeBackupFolder *self, guint64 first, const gchar *source);

/* The path of the last index there, unless @source (nullable) is in the folder, or NULL. */
gchar *life_backup_folder_find_other (
    const LifeBackupFolder *self, const gchar *source);

/* The path of the last index there, and (nullable) of the one before it, or NULL. */
gchar *life_backup_folder_find (
    const gchar *path, gchar **before, GError **error);

/* Sets the error that @path cannot be written. Returns: FALSE */
gboolean life_backup_fail_to_write (
    const gchar *path, gint cause, GError **error);

G_END_DECLS
