/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Folders of checkpoints: one writer at a time, and files that are there whole or not at all.
 * Checkpoint 7 of generation 1024 is checkpoint-000007-generation-1024.life. Numbers only grow, so no
 * file is ever written over. */
#include "life/checkpoint/checkpoint-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define START "checkpoint-"
#define UNFINISHED_NAME "checkpoint.tmp"
#define LOCK_NAME "checkpoints.lock"

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
life_checkpoint_fail_to_write (const gchar *path, gint cause, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (path);

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot write %s: %s; %s",
      name, g_strerror (cause), remedy (cause));
  return FALSE;
}

static gboolean
fail_in (const LifeCheckpointFolder *self, const gchar *name, GError **error)
{
  const gint cause = errno;
  g_autofree gchar *path = g_build_filename (self->path, name, NULL);

  return life_checkpoint_fail_to_write (path, cause, error);
}

void
life_checkpoint_folder_close (LifeCheckpointFolder *self)
{
  if (self == NULL)
    return;
  if (self->lock >= 0)
    close (self->lock);
  if (self->folder >= 0)
    close (self->folder);
  g_free (self->path);
  g_free (self);
}

/* The kernel frees the lock when the process ends, however that is. */
LifeCheckpointFolder *
life_checkpoint_folder_open (const gchar *path, GError **error)
{
  LifeCheckpointFolder *self = g_new (LifeCheckpointFolder, 1);

  self->path = g_strdup (path);
  self->folder = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  self->lock = self->folder >= 0 ? openat (
                   self->folder, LOCK_NAME, O_RDWR | O_CREAT | O_CLOEXEC, 0666)
                                 : -1;
  if (self->lock >= 0 && flock (self->lock, LOCK_EX | LOCK_NB) == 0)
    return self;
  if (errno == EWOULDBLOCK)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE,
        "another world writes its checkpoints to %s; choose a folder for each",
        path);
  else
    fail_in (self, NULL, error);
  life_checkpoint_folder_close (self);
  return NULL;
}

/* --- Names --- */

/* The number of a checkpoint, or 0 where the file is none. */
static guint64
number_of (const gchar *name)
{
  const gchar *digits = name + strlen (START);
  gchar *end;
  guint64 number;

  if (!g_str_has_prefix (name, START) || !g_ascii_isdigit (*digits))
    return 0;
  number = g_ascii_strtoull (digits, &end, 10);
  return g_str_has_prefix (end, "-generation-")
                 && g_str_has_suffix (end, ".life") && number < G_MAXUINT64
             ? number
             : 0;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  const guint64 one = number_of (*(gchar *const *) a);
  const guint64 other = number_of (*(gchar *const *) b);

  return one < other ? 1 : one > other ? -1 : 0;
}

GPtrArray *
life_checkpoint_list (const gchar *folder, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &cause);
  GPtrArray *names;
  const gchar *name;

  if (dir == NULL) {
    g_autofree gchar *shown = g_filename_display_name (folder);

    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot read %s: %s",
        shown, cause->message);
    return NULL;
  }
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (number_of (name) > 0)
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

gchar *
life_checkpoint_folder_next_name (
    const LifeCheckpointFolder *self, guint64 generation, GError **error)
{
  g_autoptr (GPtrArray) names = life_checkpoint_list (self->path, error);

  if (names == NULL)
    return NULL;
  return g_strdup_printf (START "%06" G_GUINT64_FORMAT
                                "-generation-%" G_GUINT64_FORMAT ".life",
      names->len == 0 ? 1 : number_of (names->pdata[0]) + 1, generation);
}

/* --- Files --- */

gint
life_checkpoint_folder_create (const LifeCheckpointFolder *self, GError **error)
{
  const gint file = openat (self->folder, UNFINISHED_NAME,
      O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

  if (file < 0)
    fail_in (self, UNFINISHED_NAME, error);
  return file;
}

gboolean
life_checkpoint_folder_commit (const LifeCheckpointFolder *self, gint file,
    const gchar *name, GError **error)
{
  return (fsync (file) == 0
             && renameat (self->folder, UNFINISHED_NAME, self->folder, name)
                    == 0
             && fsync (self->folder) == 0)
         || fail_in (self, name, error);
}

void
life_checkpoint_folder_remove (
    const LifeCheckpointFolder *self, const gchar *name)
{
  unlinkat (self->folder, name != NULL ? name : UNFINISHED_NAME, 0);
}
