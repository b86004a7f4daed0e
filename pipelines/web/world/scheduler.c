/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The viewers' queues of commands, and the threads that run them in turn (commands.c). */
#include "scheduler.h"

#include <string.h>

#include "commands.h"
#include "../messages.h"
#include "json-properties.h"

/* The most pending commands of one viewer. */
#define MAX_WAITING 64

typedef struct {
  Command *command; /* NULL: @text is for all */
  ReplyCallback reply;
  gpointer user_data;
  GDestroyNotify destroy;
  gchar *text;
} CommandJob;

struct _CommandQueue {
  GQueue jobs;
  gsize bytes;   /* of pending patterns */
  gboolean busy; /* one of its commands runs: the next one waits for that */
  gboolean left; /* its viewer has left while @busy */
};

/* A thread. Slow commands have one of their own, so that other commands need not wait. */
typedef struct {
  Scheduler *scheduler;
  gboolean is_slow;
  GThread *thread;
  gint64 busy_time;   /* microseconds since the last rest */
  gint64 rests_until; /* end of the rest, on the monotonic clock */
} CommandWorker;

struct _Scheduler {
  Commands commands;
  CommandWorker workers[2];
  gint64 share; /* microseconds that a worker may be busy without a rest */
  GParamSpec **specs; /* @count properties that may be set */
  guint count;
  gchar **reported; /* of the quick worker: the latest report of each */
  ReplyCallback changed;
  gpointer user_data;

  GMutex lock;    /* protects what follows, and the queues */
  GCond wake;     /* of workers */
  GQueue pending; /* queues with pending commands of which none runs, in turn */
  GQueue finished; /* jobs with replies, not yet dispatched */
  guint dispatch_source;
  gboolean compare_requested; /* whether to report changed properties */
  gboolean ends;
};

static void
job_free (gpointer data)
{
  CommandJob *job = data;

  g_clear_pointer (&job->command, command_free);
  if (job->destroy != NULL)
    job->destroy (job->user_data);
  g_free (job->text);
  g_free (job);
}

/* --- In the main loop --- */

static gboolean
dispatch_finished (gpointer data)
{
  Scheduler *self = data;
  GQueue finished;
  CommandJob *job;

  g_mutex_lock (&self->lock);
  self->dispatch_source = 0;
  finished = self->finished;
  g_queue_init (&self->finished);
  g_mutex_unlock (&self->lock);
  while ((job = g_queue_pop_head (&finished)) != NULL) {
    job->reply (job->text, job->user_data);
    job_free (job);
  }
  return G_SOURCE_REMOVE;
}

CommandQueue *
scheduler_add_queue (Scheduler *self)
{
  return g_new0 (CommandQueue, 1);
}

void
scheduler_remove_queue (Scheduler *self, CommandQueue *queue)
{
  GQueue jobs;

  g_mutex_lock (&self->lock);
  jobs = queue->jobs;
  g_queue_init (&queue->jobs);
  g_queue_remove (&self->pending, queue);
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
has_room (const Scheduler *self, const CommandQueue *queue, gsize bytes)
{
  const gsize max = self->commands.options->bounds.pattern;

  return queue->jobs.length < MAX_WAITING
         && (queue->bytes == 0 || queue->bytes + bytes <= max);
}

/* A queue that was empty is last in turn, but hello comes first. */
static void
add_job (Scheduler *self, CommandQueue *queue, CommandJob *job)
{
  if (queue->jobs.length == 0 && !queue->busy) {
    if (job->command->kind == COMMAND_HELLO)
      g_queue_push_head (&self->pending, queue);
    else
      g_queue_push_tail (&self->pending, queue);
    g_cond_broadcast (&self->wake);
  }
  g_queue_push_tail (&queue->jobs, job);
  queue->bytes += bytes_of (job->command);
}

gboolean
scheduler_push (Scheduler *self, CommandQueue *queue, Command *command,
    ReplyCallback reply, gpointer user_data, GDestroyNotify destroy)
{
  CommandJob *job = g_new0 (CommandJob, 1);
  gboolean fits;

  *job = (CommandJob){ command, reply, user_data, destroy };
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
scheduler_report_changes (Scheduler *self)
{
  g_mutex_lock (&self->lock);
  self->compare_requested = TRUE;
  g_cond_broadcast (&self->wake);
  g_mutex_unlock (&self->lock);
}

/* --- In the threads --- */

static void
add_finished (Scheduler *self, CommandJob *job)
{
  g_mutex_lock (&self->lock);
  g_queue_push_tail (&self->finished, job);
  if (self->dispatch_source == 0)
    self->dispatch_source =
        g_idle_add_full (G_PRIORITY_DEFAULT, dispatch_finished, self, NULL);
  g_mutex_unlock (&self->lock);
}

static gchar *
write_changed (GstElement *lifesrc, GParamSpec *spec)
{
  JsonBuilder *builder = message_begin ("changed", -1);

  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, spec->name);
  json_builder_set_member_name (builder, "value");
  json_properties_add_value (lifesrc, spec, builder);
  return message_end (builder);
}

/* Compares all properties with their last reports, and reports changes unless @silent. */
static void
compare_properties (Scheduler *self, gboolean silent)
{
  for (guint i = 0; i < self->count; i++) {
    gchar *text = write_changed (self->commands.lifesrc, self->specs[i]);

    if (g_strcmp0 (text, self->reported[i]) == 0) {
      g_free (text);
      continue;
    }
    g_free (self->reported[i]);
    self->reported[i] = text;
    if (!silent) {
      CommandJob *job = g_new0 (CommandJob, 1);

      job->reply = self->changed;
      job->user_data = self->user_data;
      job->text = g_strdup (text);
      add_finished (self, job);
    }
  }
}

/* Commands that read or write patterns. */
static gboolean
is_slow (const Command *command)
{
  return command->kind == COMMAND_SAVE || command->kind == COMMAND_LOAD
         || command->kind == COMMAND_PASTE || command->kind == COMMAND_READ
         || command->kind == COMMAND_PICTURE || command->kind == COMMAND_PERIOD;
}

/* Removes the next command in turn for this worker; NULL if there is none. Under the
 * lock. */
static CommandJob *
pop_job (const CommandWorker *worker, CommandQueue **queue)
{
  GQueue *pending = &worker->scheduler->pending;

  for (GList *turn = pending->head; turn != NULL; turn = turn->next) {
    CommandJob *job;

    *queue = turn->data;
    job = g_queue_peek_head (&(*queue)->jobs);
    if (is_slow (job->command) != worker->is_slow)
      continue;
    g_queue_delete_link (pending, turn);
    g_queue_pop_head (&(*queue)->jobs);
    (*queue)->bytes -= bytes_of (job->command);
    (*queue)->busy = TRUE;
    return job;
  }
  return NULL;
}

/* Releases the queue after a command. Under the lock. */
static void
release (Scheduler *self, CommandQueue *queue)
{
  queue->busy = FALSE;
  if (queue->left) {
    g_free (queue);
  } else if (queue->jobs.length > 0) {
    g_queue_push_tail (&self->pending, queue);
    g_cond_broadcast (&self->wake);
  }
}

/* Whether a hello is first in turn. */
static gboolean
is_hello_waiting (const CommandWorker *worker)
{
  CommandQueue *queue = g_queue_peek_head (&worker->scheduler->pending);
  const CommandJob *job =
      queue != NULL ? g_queue_peek_head (&queue->jobs) : NULL;

  return !worker->is_slow && job != NULL && job->command->kind == COMMAND_HELLO;
}

/* A worker is busy for a quarter of the time, so that all commands together get half, and
 * the film gets the world at least once per frame. A hello ends the rest. Under the lock. */
static void
rest (CommandWorker *worker, gint64 busy_time)
{
  Scheduler *self = worker->scheduler;

  worker->busy_time += busy_time;
  if (worker->busy_time >= self->share) {
    worker->rests_until = MAX (worker->rests_until, g_get_monotonic_time ())
                          + 3 * worker->busy_time;
    worker->busy_time = 0;
  }
  while (!self->ends && !is_hello_waiting (worker)
         && g_cond_wait_until (&self->wake, &self->lock, worker->rests_until))
    ;
}

static void
run_job (Scheduler *self, CommandJob *job)
{
  /* Changes that the reply to hello contains are reported to the other viewers first. */
  if (job->command->kind == COMMAND_HELLO)
    compare_properties (self, FALSE);
  job->text = commands_run (&self->commands, job->command);
  add_finished (self, job);
}

static gpointer
work (gpointer data)
{
  CommandWorker *worker = data;
  Scheduler *self = worker->scheduler;
  CommandQueue *queue = NULL;

  if (!worker->is_slow)
    compare_properties (self, TRUE);
  g_mutex_lock (&self->lock);
  while (!self->ends) {
    const gboolean compares = self->compare_requested && !worker->is_slow;
    CommandJob *job = compares ? NULL : pop_job (worker, &queue);
    gint64 begin;

    if (!compares && job == NULL) {
      g_cond_wait (&self->wake, &self->lock);
      continue;
    }
    if (compares)
      self->compare_requested = FALSE;
    g_mutex_unlock (&self->lock);
    begin = g_get_monotonic_time ();
    if (compares)
      compare_properties (self, FALSE);
    else
      run_job (self, job);
    g_mutex_lock (&self->lock);
    if (!compares)
      release (self, queue);
    rest (worker, g_get_monotonic_time () - begin);
  }
  g_mutex_unlock (&self->lock);
  return NULL;
}

Scheduler *
scheduler_new (const WebOptions *options, Film *film, ReplyCallback changed,
    gpointer user_data)
{
  const VideoOptions *video = &options->video;
  Scheduler *self = g_new0 (Scheduler, 1);

  g_mutex_init (&self->lock);
  g_cond_init (&self->wake);
  self->share =
      gst_util_uint64_scale (G_USEC_PER_SEC, video->fps_d, 4 * video->fps_n);
  self->commands = (Commands){ options, film, film_get_lifesrc (film),
    library_new (), pictures_new () };
  self->changed = changed;
  self->user_data = user_data;
  self->specs = json_properties_list (self->commands.lifesrc, &self->count);
  self->reported = g_new0 (gchar *, self->count);
  for (guint i = 0; i < G_N_ELEMENTS (self->workers); i++) {
    CommandWorker *worker = &self->workers[i];

    worker->scheduler = self;
    worker->is_slow = i > 0;
    worker->thread = g_thread_new ("world", work, worker);
  }
  return self;
}

void
scheduler_free (Scheduler *self)
{
  g_mutex_lock (&self->lock);
  self->ends = TRUE;
  g_cond_broadcast (&self->wake);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < G_N_ELEMENTS (self->workers); i++)
    g_thread_join (self->workers[i].thread);
  g_clear_handle_id (&self->dispatch_source, g_source_remove);
  g_queue_clear_full (&self->finished, job_free);
  for (guint i = 0; i < self->count; i++)
    g_free (self->reported[i]);
  g_free (self->reported);
  g_free (self->specs);
  library_free (self->commands.library);
  pictures_free (self->commands.pictures);
  g_cond_clear (&self->wake);
  g_mutex_clear (&self->lock);
  g_free (self);
}
