/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The queue of commands and its thread. What each command does is in commands.c. */
#include "world.h"

#include "commands.h"
#include "../messages.h"
#include "values.h"

/* Commands that may wait, of all clients. */
#define MOST_WAITING 1000

typedef struct {
  Command
      *command; /* NULL: look for changes; or end, where answer is NULL, too */
  WorldCallback answer;
  gpointer user_data;
  GDestroyNotify destroy;
  gchar *text;
} Job;

struct _World {
  Commands commands;
  GThread *thread;
  GAsyncQueue *jobs;
  gchar **known; /* of the thread: each property as it was reported last */
  WorldCallback changed;
  gpointer user_data;

  GMutex lock; /* protects what follows */
  GQueue done; /* jobs with their text */
  guint idle;
  gboolean looking; /* whether a job for that waits */
};

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->command, command_free);
  if (job->destroy != NULL)
    job->destroy (job->user_data);
  g_free (job->text);
  g_free (job);
}

/* --- In the main loop --- */

static gboolean
hand_over (gpointer data)
{
  World *self = data;
  GQueue done;
  Job *job;

  g_mutex_lock (&self->lock);
  self->idle = 0;
  done = self->done;
  g_queue_init (&self->done);
  g_mutex_unlock (&self->lock);
  while ((job = g_queue_pop_head (&done)) != NULL) {
    job->answer (job->text, job->user_data);
    job_free (job);
  }
  return G_SOURCE_REMOVE;
}

gboolean
world_do (World *self, Command *command, WorldCallback answer,
    gpointer user_data, GDestroyNotify destroy)
{
  Job *job = g_new0 (Job, 1);

  *job = (Job){ command, answer, user_data, destroy };
  if (g_async_queue_length (self->jobs) >= MOST_WAITING) {
    job_free (job);
    return FALSE;
  }
  g_async_queue_push (self->jobs, job);
  return TRUE;
}

void
world_look (World *self)
{
  gboolean looking;
  Job *job;

  g_mutex_lock (&self->lock);
  looking = self->looking;
  self->looking = TRUE;
  g_mutex_unlock (&self->lock);
  if (looking)
    return;
  job = g_new0 (Job, 1);
  job->answer = self->changed;
  job->user_data = self->user_data;
  g_async_queue_push (self->jobs, job);
}

/* --- In the thread --- */

static void
finish (World *self, Job *job)
{
  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->done, job);
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_DEFAULT, hand_over, self, NULL);
  g_mutex_unlock (&self->lock);
}

static gchar *
write_changed (GstElement *lifesrc, GParamSpec *spec)
{
  JsonBuilder *builder = message_begin ("changed", -1);

  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, spec->name);
  json_builder_set_member_name (builder, "value");
  values_add (lifesrc, spec, builder);
  return message_end (builder);
}

/* Compares all with what was reported last; @silent: only to know it. */
static void
look (World *self, gboolean silent)
{
  GstElement *lifesrc = self->commands.lifesrc;

  for (guint i = 0; i < values_count (); i++) {
    GParamSpec *spec = values_get_spec (lifesrc, i);
    gchar *text;

    if (spec == NULL)
      continue;
    text = write_changed (lifesrc, spec);
    if (g_strcmp0 (text, self->known[i]) == 0) {
      g_free (text);
      continue;
    }
    g_free (self->known[i]);
    self->known[i] = text;
    if (!silent) {
      Job *job = g_new0 (Job, 1);

      job->answer = self->changed;
      job->user_data = self->user_data;
      job->text = g_strdup (text);
      finish (self, job);
    }
  }
}

static gpointer
work (gpointer data)
{
  World *self = data;
  Job *job;

  look (self, TRUE);
  while ((job = g_async_queue_pop (self->jobs))->answer != NULL)
    if (job->command != NULL) {
      /* What one who comes learns from the answer is no change to it. */
      if (job->command->kind == COMMAND_HELLO)
        look (self, FALSE);
      job->text = commands_do (&self->commands, job->command);
      finish (self, job);
    } else {
      job_free (job);
      g_mutex_lock (&self->lock);
      self->looking = FALSE;
      g_mutex_unlock (&self->lock);
      look (self, FALSE);
    }
  job_free (job);
  return NULL;
}

World *
world_new (const Options *options, Film *film, WorldCallback changed,
    gpointer user_data)
{
  World *self = g_new0 (World, 1);

  g_mutex_init (&self->lock);
  g_queue_init (&self->done);
  self->commands = (Commands){ options, film, film_get_lifesrc (film) };
  self->changed = changed;
  self->user_data = user_data;
  self->known = g_new0 (gchar *, values_count ());
  self->jobs = g_async_queue_new_full (job_free);
  self->thread = g_thread_new ("world", work, self);
  return self;
}

void
world_free (World *self)
{
  g_async_queue_push_front (self->jobs, g_new0 (Job, 1));
  g_thread_join (self->thread);
  g_async_queue_unref (self->jobs);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_queue_clear_full (&self->done, job_free);
  for (guint i = 0; i < values_count (); i++)
    g_free (self->known[i]);
  g_free (self->known);
  g_mutex_clear (&self->lock);
  g_free (self);
}
