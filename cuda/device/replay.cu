/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Launches that come again and again with the same arguments, replayed as one: a launch
 * costs the host more than a small kernel costs the GPU, and a graph of several about a
 * third of one. What a frame launches depends on nothing but the arguments, which are
 * compared to the byte; the buffers that frames are drawn into come round, and so do the
 * arguments. */
#include "cuda/device/replay.h"

#include <glib.h>
#include <string.h>

/* Two generations of cells, two slots of counts and of checksums, three histories and a few
 * buffers of frames. */
#define MAX_CACHED 32

/* A noted launch: this, the sizes of the arguments, and the arguments. */
struct NotedLaunch {
  const void *kernel;
  size_t shared_bytes;
  unsigned blocks[3], threads[3];
  unsigned n_arguments;
  int start;
};

struct CachedLaunches {
  GByteArray *text;      /* of notes; NULL: none */
  cudaGraphExec_t graph; /* NULL: they came but once */
  guint64 used;
};

struct LifeReplay {
  GByteArray *text; /* what is being noted */
  unsigned n_launches;
  CachedLaunches cached[MAX_CACHED];
  guint64 frames, replayed;
  bool is_refused;         /* no graphs can be made */
  cudaStream_t concurrent; /* of what runs concurrently with the others */
  cudaEvent_t started, done;
};

LifeReplay *
life_replay_new (void)
{
  LifeReplay *self = g_new0 (LifeReplay, 1);

  self->text = g_byte_array_new ();
  for (CachedLaunches &cached : self->cached)
    cached.text = g_byte_array_new ();
  if (cudaEventCreateWithFlags (&self->started, cudaEventDisableTiming)
          != cudaSuccess
      || cudaEventCreateWithFlags (&self->done, cudaEventDisableTiming)
             != cudaSuccess
      || cudaStreamCreateWithFlags (&self->concurrent, cudaStreamNonBlocking)
             != cudaSuccess) {
    cudaGetLastError ();
    self->is_refused = true;
  }
  return self;
}

void
life_replay_free (LifeReplay *self)
{
  if (self == NULL)
    return;
  if (self->frames > 0)
    g_debug ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
             " frames were replayed",
        self->replayed, self->frames);
  for (CachedLaunches &cached : self->cached) {
    if (cached.graph != NULL)
      cudaGraphExecDestroy (cached.graph);
    g_byte_array_unref (cached.text);
  }
  g_byte_array_unref (self->text);
  if (self->concurrent != NULL)
    cudaStreamDestroy (self->concurrent);
  if (self->started != NULL)
    cudaEventDestroy (self->started);
  if (self->done != NULL)
    cudaEventDestroy (self->done);
  g_free (self);
}

void
life_replay_begin (LifeReplay *self, LifeLauncher *launcher)
{
  g_byte_array_set_size (self->text, 0);
  self->n_launches = 0;
  launcher->replay = self;
}

static void
append (GByteArray *text, const void *bytes, gsize size)
{
  g_byte_array_append (text, (const guint8 *) bytes, (guint) size);
}

void
life_replay_note (LifeReplay *self, LifeStart start, const LifeLaunch &launch,
    void *const *arguments, const size_t *sizes, unsigned n_arguments)
{
  NotedLaunch noted;

  /* Padding is compared, too. */
  memset (&noted, 0, sizeof noted);
  noted.kernel = launch.kernel;
  noted.shared_bytes = launch.shared_bytes;
  memcpy (noted.blocks, &launch.blocks, sizeof noted.blocks);
  memcpy (noted.threads, &launch.threads, sizeof noted.threads);
  noted.n_arguments = n_arguments;
  noted.start = start;
  append (self->text, &noted, sizeof noted);
  append (self->text, sizes, n_arguments * sizeof *sizes);
  for (unsigned i = 0; i < n_arguments; i++)
    append (self->text, arguments[i], sizes[i]);
  self->n_launches++;
}

/* Takes what is next in @text, at *@at. */
static void
read_bytes (const GByteArray *text, gsize *at, void *bytes, gsize size)
{
  memcpy (bytes, text->data + *at, size);
  *at += size;
}

/* Lets @to_wait wait for what was enqueued in @stream so far. */
static cudaError_t
follow (cudaStream_t to_wait, cudaStream_t stream, cudaEvent_t event)
{
  const cudaError_t result = cudaEventRecord (event, stream);

  return result == cudaSuccess ? cudaStreamWaitEvent (to_wait, event, 0)
                               : result;
}

/* Makes all launches of @text in the launcher's stream, but those that run concurrently with
 * the others in @concurrent. While they are captured (@concurrent is not NULL) the first one
 * comes alone, behind all that came before. */
static cudaError_t
launch_all (const LifeReplay *self, const LifeLauncher &launcher,
    const GByteArray *text, cudaStream_t concurrent)
{
  cudaError_t result = cudaSuccess;
  bool alone = concurrent != NULL, forked = false;

  for (gsize at = 0; at < text->len && result == cudaSuccess;) {
    NotedLaunch noted;
    size_t sizes[LIFE_MAX_ARGUMENTS];
    void *arguments[LIFE_MAX_ARGUMENTS];
    LifeLauncher own = launcher;

    read_bytes (text, &at, &noted, sizeof noted);
    read_bytes (text, &at, sizes, noted.n_arguments * sizeof *sizes);
    for (unsigned i = 0; i < noted.n_arguments; i++) {
      arguments[i] = text->data + at;
      at += sizes[i];
    }
    if (noted.start == LIFE_START_CONCURRENT && concurrent != NULL) {
      own.stream = concurrent;
      if (!forked)
        result = follow (concurrent, launcher.stream, self->started);
      forked = true;
    } else if (alone) {
      noted.start = LIFE_START_AFTER;
      alone = false;
    }
    if (result != cudaSuccess)
      break;
    const unsigned *blocks = noted.blocks, *threads = noted.threads;
    result = life_launch_kernel (own, (LifeStart) noted.start,
        { noted.kernel, dim3 (blocks[0], blocks[1], blocks[2]),
            dim3 (threads[0], threads[1], threads[2]), noted.shared_bytes },
        arguments);
  }
  /* Captures end with all that was forked joined. */
  if (!forked)
    return result;
  const cudaError_t joined = follow (launcher.stream, concurrent, self->done);
  return result == cudaSuccess ? joined : result;
}

/* The launches of @text as one; NULL where that cannot be. */
static cudaGraphExec_t
make_graph (const LifeReplay *self, const LifeLauncher &launcher,
    const GByteArray *text)
{
  cudaGraphExec_t executable = NULL;
  cudaGraph_t graph = NULL;

  if (cudaStreamBeginCapture (launcher.stream, cudaStreamCaptureModeThreadLocal)
      == cudaSuccess) {
    const cudaError_t launched =
        launch_all (self, launcher, text, self->concurrent);

    cudaError_t ended = cudaStreamEndCapture (launcher.stream, &graph);

    /* What is enqueued into a capture that does not end would never run. */
    if (ended != cudaSuccess)
      ended = cudaStreamEndCapture (launcher.stream, &graph);
    if (ended == cudaSuccess && launched == cudaSuccess
        && cudaGraphInstantiateWithFlags (&executable, graph, 0) != cudaSuccess)
      executable = NULL;
    if (graph != NULL)
      cudaGraphDestroy (graph);
  }
  /* What failed here is done without. */
  if (executable == NULL)
    cudaGetLastError ();
  return executable;
}

static CachedLaunches *
find (LifeReplay *self)
{
  const GByteArray *text = self->text;

  for (CachedLaunches &cached : self->cached)
    if (cached.text->len == text->len
        && memcmp (cached.text->data, text->data, text->len) == 0)
      return &cached;
  return NULL;
}

/* Stores what was noted instead of what was not used for longest. */
static void
store (LifeReplay *self, cudaStream_t stream)
{
  CachedLaunches *oldest = &self->cached[0];
  GByteArray *text = self->text;

  for (CachedLaunches &cached : self->cached)
    if (cached.used < oldest->used)
      oldest = &cached;
  if (oldest->graph != NULL) {
    /* It may be running. */
    cudaStreamSynchronize (stream);
    cudaGraphExecDestroy (oldest->graph);
    oldest->graph = NULL;
  }
  self->text = oldest->text;
  oldest->text = text;
  oldest->used = self->frames;
}

cudaError_t
life_replay_end (LifeReplay *self, LifeLauncher *launcher, bool requested)
{
  CachedLaunches *cached;

  launcher->replay = NULL;
  if (!requested)
    return cudaSuccess;
  if (self->n_launches < 2 || self->is_refused)
    return launch_all (self, *launcher, self->text, NULL);
  self->frames++;
  cached = find (self);
  if (cached == NULL) {
    const cudaError_t result = launch_all (self, *launcher, self->text, NULL);

    store (self, launcher->stream);
    return result;
  }
  cached->used = self->frames;
  if (cached->graph == NULL)
    cached->graph = make_graph (self, *launcher, cached->text);
  self->is_refused = cached->graph == NULL;
  if (self->is_refused)
    return launch_all (self, *launcher, cached->text, NULL);
  self->replayed++;
  return cudaGraphLaunch (cached->graph, launcher->stream);
}
