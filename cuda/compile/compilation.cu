/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compiling code for a world's rule, one rule after the other: a thread waits for the
 * compiler, and nothing waits for the thread. Then the code is loaded and tried in the
 * world's context: a world that goes waits until that is over, a fraction of a second,
 * and so does the end of the process. */
#include "cuda/compile/compilation.h"

#include "cuda/count/cuda-checksum.h"
#include "cuda/compile/jit.h"

#include <stdlib.h>

enum State {
  DRAFTED,
  WAITING,
  COMPILING,
  FINISHING,
  FINISHED
};

struct LifeCompilation {
  LifeCudaEngine like; /* as the engine, but for stream, memory and cells */
  void *plan;          /* NULL once there will be none */
  State state;         /* under the mutex */
  gboolean dropped;    /* while the compiler is at work */
  gboolean requested;  /* to start, by the world */
  gint cancelled, finished; /* atomically */
};

static GMutex mutex;
static GCond changed;
static GQueue waiting = G_QUEUE_INIT;
static guint finishing; /* how many are */
static gboolean working, ending;

static void
free_compilation (LifeCompilation *self)
{
  if (self->plan != NULL)
    self->like.program.kernel->clear (self->plan);
  g_free (self);
}

/* --- Loading and trying --- */

static gboolean
reserve (LifeCudaEngine *like, GError **error)
{
  const LifeCudaKernel *kernel = like->program.kernel;
  const gsize workspace = kernel->measure != NULL ? kernel->measure (like) : 0;

  return life_cuda_check (cudaStreamCreateWithFlags (
                              &like->launcher.stream, cudaStreamNonBlocking),
             "making a stream", error)
         && life_checksum_init (like, error)
         && (workspace == 0
             || (life_cuda_check_memory (workspace, "compiled kernels", error)
                 && life_cuda_check (cudaMalloc (&like->workspace, workspace),
                     "reserving memory", error)));
}

static void
release (LifeCudaEngine *like)
{
  if (like->launcher.stream != NULL)
    cudaStreamSynchronize (like->launcher.stream);
  life_checksum_clear (like);
  cudaFree (like->workspace);
  if (like->launcher.stream != NULL)
    cudaStreamDestroy (like->launcher.stream);
}

static void
finish (LifeCompilation *self)
{
  LifeCudaEngine *like = &self->like;
  g_autoptr (GError) error = NULL;
  LifeDeviceScope scope (like->device, &error);
  const gboolean reserved = scope.entered && reserve (like, &error);
  const gboolean finished =
      reserved
      && like->program.kernel->code->finish (like, self->plan, &like->rule);

  if (error != NULL)
    g_info ("going on without compiled kernels: %s", error->message);
  if (scope.entered)
    release (like);
  if (!finished)
    like->program.kernel->clear (g_steal_pointer (&self->plan));
}

/* --- The thread --- */

/* The driver is not used while it takes itself down. */
static void
wait_at_exit (void)
{
  g_mutex_lock (&mutex);
  ending = TRUE;
  while (finishing > 0)
    g_cond_wait (&changed, &mutex);
  g_mutex_unlock (&mutex);
}

/* Called, and returns, with the mutex locked; frees what was dropped. */
static void
work (LifeCompilation *self)
{
  gboolean good;

  self->state = COMPILING;
  g_mutex_unlock (&mutex);
  good =
      self->like.program.kernel->code->compile (self->plan, &self->cancelled);
  g_mutex_lock (&mutex);
  if (ending)
    return;
  if (self->dropped) {
    free_compilation (self);
    return;
  }
  self->state = FINISHING;
  finishing++;
  g_mutex_unlock (&mutex);
  if (!good)
    self->like.program.kernel->clear (g_steal_pointer (&self->plan));
  else
    finish (self);
  g_mutex_lock (&mutex);
  finishing--;
  self->state = FINISHED;
  g_atomic_int_set (&self->finished, TRUE);
  g_cond_broadcast (&changed);
}

static gpointer
work_on_all (gpointer data)
{
  LifeCompilation *next;

  g_mutex_lock (&mutex);
  while ((next = (LifeCompilation *) g_queue_pop_head (&waiting)) != NULL)
    work (next);
  working = FALSE;
  g_mutex_unlock (&mutex);
  return NULL;
}

/* --- The world's side --- */

LifeCompilation *
life_compilation_new (LifeCudaEngine *engine)
{
  const LifeCudaKernel *kernel = engine->program.kernel;
  void *plan =
      kernel->code != NULL ? kernel->code->draft (engine, &engine->rule) : NULL;

  if (plan == NULL)
    return NULL;
  LifeCompilation *self = g_new0 (LifeCompilation, 1);
  LifeCudaEngine *like = &self->like;
  like->engine.klass = engine->engine.klass;
  like->engine.geometry = engine->engine.geometry;
  like->device = engine->device;
  like->launcher = engine->launcher;
  like->launcher.stream = NULL;
  like->program.kernel = kernel;
  like->program.states = engine->program.states;
  like->rule = engine->rule;
  like->storage = engine->storage;
  /* How far two generations lie from each other. */
  like->present = engine->present;
  like->previous = engine->previous;
  self->plan = plan;
  if (life_jit_is_awaited ()) {
    g_mutex_lock (&mutex);
    work (self);
    g_mutex_unlock (&mutex);
  }
  return self;
}

/* The driver is at work by now, so what is registered here comes before its end. */
static void
start_worker (void)
{
  static gboolean registered;

  if (!registered)
    atexit (wait_at_exit);
  registered = TRUE;
  working = TRUE;
  g_thread_unref (g_thread_new ("life-compile", work_on_all, NULL));
}

void
life_compilation_start (LifeCompilation *self)
{
  if (self->requested)
    return;
  self->requested = TRUE;
  g_mutex_lock (&mutex);
  if (self->state == DRAFTED) {
    self->state = WAITING;
    g_queue_push_tail (&waiting, self);
    if (!working)
      start_worker ();
  }
  g_mutex_unlock (&mutex);
}

gboolean
life_compilation_get_plan (LifeCompilation *self, void **plan)
{
  if (!g_atomic_int_get (&self->finished))
    return FALSE;
  /* The thread does not use it any more. */
  g_mutex_lock (&mutex);
  g_mutex_unlock (&mutex);
  *plan = g_steal_pointer (&self->plan);
  free_compilation (self);
  return TRUE;
}

void
life_compilation_drop (LifeCompilation *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&mutex);
  while (self->state == FINISHING)
    g_cond_wait (&changed, &mutex);
  const gboolean compiling = self->state == COMPILING;
  if (self->state == WAITING)
    g_queue_remove (&waiting, self);
  if (compiling) {
    self->dropped = TRUE;
    g_atomic_int_set (&self->cancelled, TRUE);
  }
  g_mutex_unlock (&mutex);
  if (!compiling)
    free_compilation (self);
}
