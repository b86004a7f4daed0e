/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files of backups. Backup 7 of generation 1024 is backup-000007-0.cells, and so on for each
 * part, and last backup-000007-generation-1024.life, its index. Numbers only grow, so no
 * file is ever written over; one that is being written has another ending. */
#include "life/backup/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNFINISHED ".tmp"
#define LOCK_NAME "backups.lock"

static const gchar *
remedy (gint cause)
{
  switch (cause) {
    case ENOENT:
      return "make that folder, or choose another one";
    case ENOTDIR:
      return "choose a folder";
    case EACCES:
    case EPERM:
    case EROFS:
      return "allow writing there, or choose another folder";
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "make room there, or choose another folder";
    default:
      return "choose another folder";
  }
}

gboolean
life_backup_fail_to_write (const gchar *path, gint cause, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (path);

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot write %s: %s; %s",
      name, g_strerror (cause), remedy (cause));
  return FALSE;
}

static gboolean
fail_in (const LifeBackupFolder *self, const gchar *name, GError **error)
{
  const gint cause = errno;
  g_autofree gchar *path = g_build_filename (self->path, name, NULL);

  return life_backup_fail_to_write (path, cause, error);
}

void
life_backup_folder_init (LifeBackupFolder *self, const gchar *path)
{
  self->path = g_strdup (path);
  self->folder = self->lock = -1;
}

static void
close_folder (LifeBackupFolder *self)
{
  if (self->lock >= 0)
    close (self->lock);
  if (self->folder >= 0)
    close (self->folder);
  self->folder = self->lock = -1;
}

void
life_backup_folder_clear (LifeBackupFolder *self)
{
  close_folder (self);
  g_clear_pointer (&self->path, g_free);
}

/* The kernel frees the lock when the process ends, however that is. */
static gboolean
lock_folder (LifeBackupFolder *self, GError **error)
{
  self->lock =
      openat (self->folder, LOCK_NAME, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (self->lock < 0)
    return fail_in (self, NULL, error);
  if (flock (self->lock, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  if (errno != EWOULDBLOCK)
    return fail_in (self, LOCK_NAME, error);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE,
      "another world is backed up in %s; choose a folder for each", self->path);
  return FALSE;
}

gboolean
life_backup_folder_open (LifeBackupFolder *self, GError **error)
{
  if (self->lock >= 0)
    return TRUE;
  self->folder = open (self->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (self->folder < 0)
    return fail_in (self, NULL, error);
  if (lock_folder (self, error))
    return TRUE;
  close_folder (self);
  return FALSE;
}

/* --- Names --- */

gchar *
life_backup_index_name (guint64 number, guint64 generation)
{
  return g_strdup_printf ("backup-%06" G_GUINT64_FORMAT
                          "-generation-%" G_GUINT64_FORMAT ".life",
      number, generation);
}

gchar *
life_backup_part_name (guint64 number, guint part)
{
  return g_strdup_printf (
      "backup-%06" G_GUINT64_FORMAT "-%u.cells", number, part);
}

/* Skips @word. */
static gboolean
skip (const gchar **text, const gchar *word)
{
  const gboolean there = g_str_has_prefix (*text, word);

  *text += there ? strlen (word) : 0;
  return there;
}

static gboolean
skip_number (const gchar **text, guint64 *number)
{
  gchar *end;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  errno = 0;
  *number = g_ascii_strtoull (*text, &end, 10);
  *text = end;
  return errno == 0 && *number < G_MAXUINT64;
}

typedef struct {
  guint64 number, generation; /* of an index */
  gboolean is_index;
  gchar *name;
} File;

/* Whether a file belongs to a backup, to which, and whether it is its index. */
static gboolean
read_name (const gchar *name, File *file)
{
  if (!skip (&name, "backup-") || !skip_number (&name, &file->number)
      || !skip (&name, "-"))
    return FALSE;
  file->is_index = skip (&name, "generation-");
  if (!skip_number (&name, &file->generation)
      || !skip (&name, file->is_index ? ".life" : ".cells"))
    return FALSE;
  if (skip (&name, UNFINISHED))
    file->is_index = FALSE;
  return *name == '\0';
}

static void
file_clear (gpointer file)
{
  g_free (((File *) file)->name);
}

/* The last backup first. */
static gint
compare_files (gconstpointer a, gconstpointer b)
{
  const File *one = a, *other = b;

  return one->number < other->number ? 1 : one->number > other->number ? -1 : 0;
}

/* All files of backups. */
static GArray *
list_files (const gchar *path, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree gchar *shown = NULL;
  GDir *folder = g_dir_open (path, 0, &cause);
  GArray *files;
  const gchar *name;

  if (folder == NULL) {
    shown = g_filename_display_name (path);
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot read %s: %s",
        shown, cause->message);
    return NULL;
  }
  files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (files, file_clear);
  while ((name = g_dir_read_name (folder)) != NULL) {
    File file;

    if (!read_name (name, &file))
      continue;
    file.name = g_strdup (name);
    g_array_append_val (files, file);
  }
  g_dir_close (folder);
  g_array_sort (files, compare_files);
  return files;
}

gboolean
life_backup_folder_next_number (
    const LifeBackupFolder *self, guint64 *number, GError **error)
{
  g_autoptr (GArray) files = list_files (self->path, error);

  if (files == NULL)
    return FALSE;
  *number = files->len == 0 ? 1 : g_array_index (files, File, 0).number + 1;
  return TRUE;
}

gchar *
life_backup_folder_find (const gchar *path, gchar **before, GError **error)
{
  g_autoptr (GArray) files = list_files (path, error);
  g_autofree gchar *shown = NULL;
  gchar *found = NULL;

  *before = NULL;
  if (files == NULL)
    return NULL;
  for (guint i = 0; i < files->len && *before == NULL; i++) {
    const File *file = &g_array_index (files, File, i);

    if (file->is_index)
      *(found == NULL ? &found : before) =
          g_build_filename (path, file->name, NULL);
  }
  if (found == NULL) {
    shown = g_filename_display_name (path);
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE,
        "there is no backup in the folder %s; leave location out to begin anew",
        shown);
  }
  return found;
}

/* --- Files --- */

gint
life_backup_folder_create (
    const LifeBackupFolder *self, const gchar *name, GError **error)
{
  g_autofree gchar *unfinished = g_strconcat (name, UNFINISHED, NULL);
  const gint file = openat (
      self->folder, unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

  if (file < 0)
    fail_in (self, name, error);
  return file;
}

gboolean
life_backup_folder_keep (
    const LifeBackupFolder *self, gint file, const gchar *name, GError **error)
{
  g_autofree gchar *unfinished = g_strconcat (name, UNFINISHED, NULL);

  return (fsync (file) == 0
             && renameat (self->folder, unfinished, self->folder, name) == 0)
         || fail_in (self, name, error);
}

gboolean
life_backup_folder_sync (const LifeBackupFolder *self, GError **error)
{
  return fsync (self->folder) == 0 || fail_in (self, NULL, error);
}

/* Whether @path (nullable) is an index in this folder, and which. */
static gboolean
is_here (const LifeBackupFolder *self, const gchar *path, File *file)
{
  g_autofree gchar *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree gchar *name = path != NULL ? g_path_get_basename (path) : NULL;
  struct stat its, ours;

  return path != NULL && read_name (name, file) && file->is_index
         && stat (folder, &its) == 0 && fstat (self->folder, &ours) == 0
         && its.st_dev == ours.st_dev && its.st_ino == ours.st_ino;
}

/* Whether an index is of the world that is backed up: one of those from @first on, or of
 * those up to @source, which it went on from, as long as their generations do not grow
 * backwards; @source is the earliest of these. */
static gboolean
is_own (const File *file, guint64 first, File *source)
{
  if (file->number >= first)
    return TRUE;
  if (file->number > source->number || file->generation > source->generation)
    return FALSE;
  source->generation = file->generation;
  return TRUE;
}

/* Files of backups that have no index, or have lost it. */
static void
remove_orphans (const LifeBackupFolder *self)
{
  g_autoptr (GArray) files = list_files (self->path, NULL);

  for (guint i = 0, end; files != NULL && i < files->len; i = end) {
    const guint64 number = g_array_index (files, File, i).number;
    gboolean whole = FALSE;

    for (end = i;
         end < files->len && g_array_index (files, File, end).number == number;
         end++)
      whole = whole || g_array_index (files, File, end).is_index;
    for (guint k = i; k < end && !whole; k++)
      unlinkat (self->folder, g_array_index (files, File, k).name, 0);
  }
}

/* An index goes before its parts, so that each that is there is whole. */
void
life_backup_folder_sweep (
    const LifeBackupFolder *self, guint64 first, const gchar *source)
{
  g_autoptr (GArray) files = list_files (self->path, NULL);
  File from;
  guint kept = 0;

  if (!is_here (self, source, &from))
    from = (File){ 0 };

  for (guint i = 0; files != NULL && i < files->len; i++) {
    const File *file = &g_array_index (files, File, i);

    if (!file->is_index || !is_own (file, first, &from))
      continue;
    if (kept < LIFE_BACKUPS_KEPT)
      kept++;
    else
      unlinkat (self->folder, file->name, 0);
  }
  remove_orphans (self);
}

gchar *
life_backup_folder_find_other (
    const LifeBackupFolder *self, const gchar *source)
{
  g_autofree gchar *before = NULL;
  g_autofree gchar *found = life_backup_folder_find (self->path, &before, NULL);
  File file;

  return found != NULL && !is_here (self, source, &file)
             ? g_steal_pointer (&found)
             : NULL;
}
