/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When checkpoints are due. A failure is a warning, posted once, and the film goes on. */
#include "plugin/world/checkpoints.h"

/* No generation: no checkpoint has the present state. */
#define NEVER G_MAXUINT64

static void
warn (GstLifeCheckpoints *self, GError *error)
{
  if (g_strcmp0 (error->message, self->last_warning) != 0) {
    g_free (self->last_warning);
    self->last_warning = g_strdup (error->message);
    g_free (self->warning);
    self->warning =
        g_strdup_printf ("no checkpoint was written: %s", error->message);
  }
  g_error_free (error);
}

/* A world that starts from the beginning never replaces another run's checkpoints. */
static void
warn_of_other_run (GstLifeCheckpoints *self)
{
  g_autofree gchar *other = life_checkpoint_writer_find_other (self->writer);

  if (other)
    self->warning =
        g_strdup_printf ("this world starts from the beginning, next to "
                         "checkpoints of another run, which stay; to continue "
                         "from the last of them set location=\"%s\"",
            other);
}

void
gst_life_checkpoints_open (GstLifeCheckpoints *self, GstElement *element,
    const GstLifeSettings *settings, const LifeCheckpoint *source)
{
  GError *error = NULL;

  gst_life_checkpoints_close (self);
  self->element = element;
  self->generations = settings->checkpoint.generations;
  self->interval = (gint64) settings->checkpoint.interval * G_USEC_PER_SEC;
  if (!settings->checkpoint.location) {
    if (self->generations > 0 || self->interval > 0)
      self->warning = g_strdup (
          "no checkpoint is written: checkpoint-generations and "
          "checkpoint-interval need a folder; set checkpoint-location");
    return;
  }
  self->writer = life_checkpoint_writer_new (settings->checkpoint.location);
  if (source)
    life_checkpoint_writer_go_on (self->writer, source);
  if (life_checkpoint_writer_check (self->writer, &error))
    warn_of_other_run (self);
  else
    warn (self, error);
}

void
gst_life_checkpoints_close (GstLifeCheckpoints *self)
{
  g_clear_pointer (&self->writer, life_checkpoint_writer_free);
  g_clear_pointer (&self->warning, g_free);
  g_clear_pointer (&self->last_warning, g_free);
  g_queue_clear_full (&self->messages, (GDestroyNotify) gst_structure_free);
}

void
gst_life_checkpoints_start (GstLifeCheckpoints *self, guint64 generation)
{
  self->generation = generation;
  self->changes = self->changes_saved = 0;
  self->time = g_get_monotonic_time ();
}

void
gst_life_checkpoints_count_change (GstLifeCheckpoints *self)
{
  self->changes++;
}

static guint64
next_multiple (const GstLifeCheckpoints *self, guint64 now)
{
  return self->generations - now % self->generations;
}

guint64
gst_life_checkpoints_slice (
    const GstLifeCheckpoints *self, guint64 now, guint64 n)
{
  return self->writer && self->generations > 0
             ? MIN (n, next_multiple (self, now))
             : n;
}

static gboolean
is_time (const GstLifeCheckpoints *self)
{
  return self->interval > 0
         && g_get_monotonic_time () - self->time >= self->interval;
}

static gboolean
is_finished (const GstLifeCheckpoints *self)
{
  return life_checkpoint_writer_is_pending (self->writer)
         && !life_checkpoint_writer_is_busy (self->writer);
}

gboolean
gst_life_checkpoints_stop (
    const GstLifeCheckpoints *self, guint64 now, guint64 generation)
{
  return self->writer && !life_checkpoint_writer_is_busy (self->writer)
         && (is_time (self) || is_finished (self)
             || (self->generations > 0
                 && generation - now >= next_multiple (self, now)));
}

/* Whether the world has changed since the last checkpoint. */
static gboolean
is_behind (const GstLifeCheckpoints *self, LifeWorld *world)
{
  return self->generation == NEVER
         || life_world_get_generation (world) > self->generation
         || self->changes != self->changes_saved;
}

static void
begin (GstLifeCheckpoints *self, LifeWorld *world, guint64 seed)
{
  GError *error = NULL;

  self->time = g_get_monotonic_time ();
  self->writing = life_world_get_generation (world);
  if (!life_checkpoint_writer_begin (self->writer, world, seed, &error)) {
    warn (self, error);
    return;
  }
  self->generation = self->writing;
  self->changes_saved = self->changes;
}

void
gst_life_checkpoints_update (
    GstLifeCheckpoints *self, LifeWorld *world, guint64 seed)
{
  const guint64 now = life_world_get_generation (world);
  gboolean due;

  if (!self->writer)
    return;
  due = self->generations > 0 && now > 0 && now % self->generations == 0;
  if (!due && !is_time (self) && !is_finished (self))
    return;
  if (is_finished (self))
    gst_life_checkpoints_end (self);
  if ((due || is_time (self))
      && !life_checkpoint_writer_is_pending (self->writer)
      && is_behind (self, world))
    begin (self, world, seed);
}

/**
 * message life-checkpoint:
 * @generation: (uint64): the generation that is in the checkpoint
 * @location: (string): the path of its file, which the property `location` takes
 *
 * Posted once a checkpoint of `checkpoint-location` is complete.
 */
void
gst_life_checkpoints_end (GstLifeCheckpoints *self)
{
  g_autofree gchar *path = NULL;
  GError *error = NULL;

  if (!self->writer || !life_checkpoint_writer_is_pending (self->writer))
    return;
  path = life_checkpoint_writer_end (self->writer, &error);
  if (!path) {
    self->generation = NEVER;
    warn (self, error);
    return;
  }
  g_clear_pointer (&self->last_warning, g_free);
  g_queue_push_tail (&self->messages,
      gst_structure_new ("life-checkpoint", "generation", G_TYPE_UINT64,
          self->writing, "location", G_TYPE_STRING, path, NULL));
}

void
gst_life_checkpoints_finish (
    GstLifeCheckpoints *self, LifeWorld *world, guint64 seed)
{
  if (!self->writer)
    return;
  gst_life_checkpoints_end (self);
  if (is_behind (self, world))
    begin (self, world, seed);
  gst_life_checkpoints_end (self);
}

void
gst_life_checkpoints_post (GstLifeCheckpoints *self, GMutex *lock)
{
  g_autofree gchar *warning = NULL;
  GstStructure *one;
  GQueue messages;

  g_mutex_lock (lock);
  warning = g_steal_pointer (&self->warning);
  messages = self->messages;
  g_queue_init (&self->messages);
  g_mutex_unlock (lock);
  if (warning)
    GST_ELEMENT_WARNING (self->element, RESOURCE, WRITE, ("%s", warning),
        ("the film goes on; checkpoint-location names the folder"));
  while ((one = g_queue_pop_head (&messages)))
    gst_element_post_message (self->element,
        gst_message_new_element (GST_OBJECT (self->element), one));
}
