/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The viewers' queues of commands, and the threads that do them in turn. What each command
 * does is in commands.c. */
#include "scheduler.h"

#include <string.h>

#include "commands.h"
#include "../messages.h"
#include "json-properties.h"

/* Commands of one viewer that may wait. */
#define MOST_WAITING 64

typedef struct {
  Command *command; /* NULL: the text is for all */
  WorldCallback answer;
  gpointer user_data;
  GDestroyNotify destroy;
  gchar *text;
} Job;

struct _WorldQueue {
  GQueue jobs;
  gsize bytes; /* of the patterns in them */
  gboolean
      busy; /* a command of it is being done: the next one waits for that */
  gboolean left; /* its viewer has left meanwhile */
};

/* A thread. What takes long has one of its own, so that the rest need not wait for it. */
typedef struct {
  World *world;
  gboolean is_slow;
  GThread *thread;
  gint64 worked; /* microseconds, since it rested */
  gint64 rested; /* when it will have, on the monotonic clock */
} Worker;

struct _World {
  Commands commands;
  Worker workers[2];
  gint64 share; /* of a frame's time: what a worker may work at a stretch */
  GParamSpec **specs; /* @count properties that may be set */
  guint count;
  gchar **known; /* of the quick worker: each as it was reported last */
  WorldCallback changed;
  gpointer user_data;

  GMutex lock; /* protects what follows, and the queues */
  GCond wake;  /* of workers */
  GQueue
      turns; /* queues in which a command waits and none is being done, the next first */
  GQueue done; /* jobs with their text */
  guint idle;
  gboolean looking; /* whether properties are to be compared */
  gboolean ends;
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

WorldQueue *
world_join (World *self)
{
  return g_new0 (WorldQueue, 1);
}

void
world_leave (World *self, WorldQueue *queue)
{
  GQueue jobs;

  g_mutex_lock (&self->lock);
  jobs = queue->jobs;
  g_queue_init (&queue->jobs);
  g_queue_remove (&self->turns, queue);
  queue->left = TRUE;
  if (!queue->busy)
    g_free (queue);
  g_mutex_unlock (&self->lock);
  g_queue_clear_full (&jobs, job_free);
}

static gsize
bytes_of (const Command *command)
{
  return command->pattern != NULL ? strlen (command->pattern) : 0;
}

/* Whether there is room for a command with a pattern of @bytes. */
static gboolean
has_room (const World *self, const WorldQueue *queue, gsize bytes)
{
  const gsize most = self->commands.options->bounds.pattern;

  return queue->jobs.length < MOST_WAITING
         && (queue->bytes == 0 || queue->bytes + bytes <= most);
}

/* A queue that gets its first command is the last in turn; but one who comes waits for
 * nobody. */
static void
add_job (World *self, WorldQueue *queue, Job *job)
{
  if (queue->jobs.length == 0 && !queue->busy) {
    if (job->command->kind == COMMAND_HELLO)
      g_queue_push_head (&self->turns, queue);
    else
      g_queue_push_tail (&self->turns, queue);
    g_cond_broadcast (&self->wake);
  }
  g_queue_push_tail (&queue->jobs, job);
  queue->bytes += bytes_of (job->command);
}

gboolean
world_do (World *self, WorldQueue *queue, Command *command,
    WorldCallback answer, gpointer user_data, GDestroyNotify destroy)
{
  Job *job = g_new0 (Job, 1);
  gboolean fits;

  *job = (Job){ command, answer, user_data, destroy };
  g_mutex_lock (&self->lock);
  fits = has_room (self, queue, bytes_of (command));
  if (fits)
    add_job (self, queue, job);
  g_mutex_unlock (&self->lock);
  if (!fits)
    job_free (job);
  return fits;
}

void
world_look (World *self)
{
  g_mutex_lock (&self->lock);
  self->looking = TRUE;
  g_cond_broadcast (&self->wake);
  g_mutex_unlock (&self->lock);
}

/* --- In the threads --- */

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
  for (guint i = 0; i < self->count; i++) {
    gchar *text = write_changed (self->commands.lifesrc, self->specs[i]);

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

/* Reading and writing patterns. */
static gboolean
is_slow (const Command *command)
{
  return command->kind == COMMAND_SAVE || command->kind == COMMAND_LOAD
         || command->kind == COMMAND_PASTE;
}

/* Takes the next command in turn that is the worker's, with its queue; NULL where none
 * waits. Under the lock. */
static Job *
take_job (const Worker *worker, WorldQueue **queue)
{
  GQueue *turns = &worker->world->turns;

  for (GList *turn = turns->head; turn != NULL; turn = turn->next) {
    Job *job;

    *queue = turn->data;
    job = g_queue_peek_head (&(*queue)->jobs);
    if (is_slow (job->command) != worker->is_slow)
      continue;
    g_queue_delete_link (turns, turn);
    g_queue_pop_head (&(*queue)->jobs);
    (*queue)->bytes -= bytes_of (job->command);
    (*queue)->busy = TRUE;
    return job;
  }
  return NULL;
}

/* After a command of it was done. Under the lock. */
static void
release (World *self, WorldQueue *queue)
{
  queue->busy = FALSE;
  if (queue->left) {
    g_free (queue);
  } else if (queue->jobs.length > 0) {
    g_queue_push_tail (&self->turns, queue);
    g_cond_broadcast (&self->wake);
  }
}

/* One who comes, and is the first in turn. */
static gboolean
is_newcomer_waiting (const Worker *worker)
{
  WorldQueue *queue = g_queue_peek_head (&worker->world->turns);
  const Job *job = queue != NULL ? g_queue_peek_head (&queue->jobs) : NULL;

  return !worker->is_slow && job != NULL && job->command->kind == COMMAND_HELLO;
}

/* A worker gets a quarter of the time, so that all commands together get half, and the film the
 * world not less often than once in a frame. One who comes is let in at once. Under the lock. */
static void
rest (Worker *worker, gint64 worked)
{
  World *self = worker->world;

  worker->worked += worked;
  if (worker->worked >= self->share) {
    worker->rested =
        MAX (worker->rested, g_get_monotonic_time ()) + 3 * worker->worked;
    worker->worked = 0;
  }
  while (!self->ends && !is_newcomer_waiting (worker)
         && g_cond_wait_until (&self->wake, &self->lock, worker->rested))
    ;
}

static void
do_job (World *self, Job *job)
{
  /* What one who comes learns from the answer is no change to it. */
  if (job->command->kind == COMMAND_HELLO)
    look (self, FALSE);
  job->text = commands_do (&self->commands, job->command);
  finish (self, job);
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  World *self = worker->world;
  WorldQueue *queue = NULL;

  if (!worker->is_slow)
    look (self, TRUE);
  g_mutex_lock (&self->lock);
  while (!self->ends) {
    const gboolean looks = self->looking && !worker->is_slow;
    Job *job = looks ? NULL : take_job (worker, &queue);
    gint64 begin;

    if (!looks && job == NULL) {
      g_cond_wait (&self->wake, &self->lock);
      continue;
    }
    if (looks)
      self->looking = FALSE;
    g_mutex_unlock (&self->lock);
    begin = g_get_monotonic_time ();
    if (looks)
      look (self, FALSE);
    else
      do_job (self, job);
    g_mutex_lock (&self->lock);
    if (!looks)
      release (self, queue);
    rest (worker, g_get_monotonic_time () - begin);
  }
  g_mutex_unlock (&self->lock);
  return NULL;
}

World *
world_new (const Options *options, Film *film, WorldCallback changed,
    gpointer user_data)
{
  const Picture *picture = &options->picture;
  World *self = g_new0 (World, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  self->share = gst_util_uint64_scale (
      G_USEC_PER_SEC, picture->fps_d, 4 * picture->fps_n);
  self->commands = (Commands){ options, film, film_get_lifesrc (film) };
  self->changed = changed;
  self->user_data = user_data;
  self->specs = values_list (self->commands.lifesrc, &self->count);
  self->known = g_new0 (gchar *, self->count);
  for (guint i = 0; i < G_N_ELEMENTS (self->workers); i++) {
    Worker *worker = &self->workers[i];

    worker->world = self;
    worker->is_slow = i > 0;
    worker->thread = g_thread_new ("world", work, worker);
  }
  return self;
}

void
world_free (World *self)
{
  g_mutex_lock (&self->lock);
  self->ends = TRUE;
  g_cond_broadcast (&self->wake);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < G_N_ELEMENTS (self->workers); i++)
    g_thread_join (self->workers[i].thread);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_queue_clear_full (&self->done, job_free);
  for (guint i = 0; i < self->count; i++)
    g_free (self->known[i]);
  g_free (self->known);
  g_free (self->specs);
  g_cond_clear (&self->wake);
  g_mutex_clear (&self->lock);
  g_free (self);
}
