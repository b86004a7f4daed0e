/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Backups: when they are due. What fails is a warning, once, as the film goes on. */
#include "plugin/world/checkpoints.h"

/* No generation: whatever the world is at, it is not backed up. */
#define NEVER G_MAXUINT64

static void
warn (GstLifeBackups *self, GError *error)
{
  if (g_strcmp0 (error->message, self->last_warning) != 0) {
    g_free (self->last_warning);
    self->last_warning = g_strdup (error->message);
    g_free (self->warning);
    self->warning =
        g_strdup_printf ("no backup was written: %s", error->message);
  }
  g_error_free (error);
}

/* A world that begins anew never costs another one its backups. */
static void
warn_of_others (GstLifeBackups *self)
{
  g_autofree gchar *other = life_backup_writer_find_other (self->writer);

  if (other)
    self->warning = g_strdup_printf (
        "this world begins anew, beside backups of another run, which stay; to "
        "go on from the last of them set location=\"%s\"",
        other);
}

void
gst_life_backups_open (GstLifeBackups *self, GstElement *element,
    const GstLifeSettings *settings, const LifeBackup *source)
{
  GError *error = NULL;

  gst_life_backups_close (self);
  self->element = element;
  self->generations = settings->checkpoint.generations;
  self->interval = (gint64) settings->checkpoint.interval * G_USEC_PER_SEC;
  if (!settings->checkpoint.location) {
    if (self->generations > 0 || self->interval > 0)
      self->warning = g_strdup (
          "no backup is written: checkpoint-generations and "
          "checkpoint-interval say when; set checkpoint-location to say where");
    return;
  }
  self->writer = life_backup_writer_new (settings->checkpoint.location);
  if (source)
    life_backup_writer_go_on (self->writer, source);
  if (life_backup_writer_check (self->writer, &error))
    warn_of_others (self);
  else
    warn (self, error);
}

void
gst_life_backups_close (GstLifeBackups *self)
{
  g_clear_pointer (&self->writer, life_backup_writer_free);
  g_clear_pointer (&self->warning, g_free);
  g_clear_pointer (&self->last_warning, g_free);
  g_queue_clear_full (&self->news, (GDestroyNotify) gst_structure_free);
}

void
gst_life_backups_start (GstLifeBackups *self, guint64 generation)
{
  self->generation = generation;
  self->changes = self->changes_kept = 0;
  self->time = g_get_monotonic_time ();
}

void
gst_life_backups_note_change (GstLifeBackups *self)
{
  self->changes++;
}

static guint64
next_multiple (const GstLifeBackups *self, guint64 now)
{
  return self->generations - now % self->generations;
}

guint64
gst_life_backups_slice (const GstLifeBackups *self, guint64 now, guint64 n)
{
  return self->writer && self->generations > 0
             ? MIN (n, next_multiple (self, now))
             : n;
}

static gboolean
is_time (const GstLifeBackups *self)
{
  return self->interval > 0
         && g_get_monotonic_time () - self->time >= self->interval;
}

static gboolean
is_written (const GstLifeBackups *self)
{
  return life_backup_writer_has_begun (self->writer)
         && !life_backup_writer_is_busy (self->writer);
}

gboolean
gst_life_backups_stop (
    const GstLifeBackups *self, guint64 now, guint64 generation)
{
  return self->writer && !life_backup_writer_is_busy (self->writer)
         && (is_time (self) || is_written (self)
             || (self->generations > 0
                 && generation - now >= next_multiple (self, now)));
}

/* Whether the last backup lacks something of the world. */
static gboolean
is_behind (const GstLifeBackups *self, LifeWorld *world)
{
  return self->generation == NEVER
         || life_world_get_generation (world) > self->generation
         || self->changes != self->changes_kept;
}

static void
begin (GstLifeBackups *self, LifeWorld *world, guint64 seed)
{
  GError *error = NULL;

  self->time = g_get_monotonic_time ();
  self->begun = life_world_get_generation (world);
  if (!life_backup_writer_begin (self->writer, world, seed, &error)) {
    warn (self, error);
    return;
  }
  self->generation = self->begun;
  self->changes_kept = self->changes;
}

void
gst_life_backups_look (GstLifeBackups *self, LifeWorld *world, guint64 seed)
{
  const guint64 now = life_world_get_generation (world);
  gboolean due;

  if (!self->writer)
    return;
  due = self->generations > 0 && now > 0 && now % self->generations == 0;
  if (!due && !is_time (self) && !is_written (self))
    return;
  if (is_written (self))
    gst_life_backups_end (self);
  if ((due || is_time (self)) && !life_backup_writer_has_begun (self->writer)
      && is_behind (self, world))
    begin (self, world, seed);
}

/**
 * message life-checkpoint:
 * @generation: (uint64): the generation that is in the backup
 * @location: (string): the path of its file, which the property `location` takes
 *
 * Posted once a backup of `checkpoint-location` is whole.
 */
void
gst_life_backups_end (GstLifeBackups *self)
{
  g_autofree gchar *path = NULL;
  GError *error = NULL;

  if (!self->writer || !life_backup_writer_has_begun (self->writer))
    return;
  path = life_backup_writer_end (self->writer, &error);
  if (!path) {
    self->generation = NEVER;
    warn (self, error);
    return;
  }
  g_clear_pointer (&self->last_warning, g_free);
  g_queue_push_tail (&self->news,
      gst_structure_new ("life-checkpoint", "generation", G_TYPE_UINT64,
          self->begun, "location", G_TYPE_STRING, path, NULL));
}

void
gst_life_backups_finish (GstLifeBackups *self, LifeWorld *world, guint64 seed)
{
  if (!self->writer)
    return;
  gst_life_backups_end (self);
  if (is_behind (self, world))
    begin (self, world, seed);
  gst_life_backups_end (self);
}

void
gst_life_backups_post (GstLifeBackups *self, GMutex *lock)
{
  g_autofree gchar *warning = NULL;
  GstStructure *one;
  GQueue news;

  g_mutex_lock (lock);
  warning = g_steal_pointer (&self->warning);
  news = self->news;
  g_queue_init (&self->news);
  g_mutex_unlock (lock);
  if (warning)
    GST_ELEMENT_WARNING (self->element, RESOURCE, WRITE, ("%s", warning),
        ("the film goes on; checkpoint-location names the folder"));
  while ((one = g_queue_pop_head (&news)))
    gst_element_post_message (self->element,
        gst_message_new_element (GST_OBJECT (self->element), one));
}
