/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a benchmark asks of a GPU beside its worlds: how fast it can compute and
 * copy at most, and how long steps took by its own clock. No world is advanced
 * here. */
#include "cuda/speed.h"

#include "cuda/class.h"
#include "cuda/engine/engine.h"

#include <algorithm>

#define THREADS 256
#define BLOCKS_PER_MULTIPROCESSOR 8
#define CHAINS 8  /* of operations that do not wait for each other */
#define UNROLL 16 /* operations of each chain per round */
#define RUNS 5
/* A copy is to be several times larger than any cache. */
#define COPY_BYTES ((gsize) 2 << 30)

/* Idea: every lane of every multiprocessor has CHAINS chains of exclusive ors of
 * three words under way, which nothing but the arithmetic pipe bounds.
 * Layout and halo: none; it reads and writes no memory, but for the words that
 * keep the compiler from leaving it all out. */
static __global__ void
__launch_bounds__ (THREADS) logic_kernel (
    uint32_t rounds, uint32_t b, uint32_t c, uint32_t never, uint32_t *result)
{
  uint32_t chains[CHAINS];

#pragma unroll
  for (int i = 0; i < CHAINS; i++)
    chains[i] = threadIdx.x + i;
  for (uint32_t round = 0; round < rounds; round++)
#pragma unroll
    for (int i = 0; i < CHAINS * UNROLL; i++)
      asm("lop3.b32 %0, %0, %1, %2, 0x96;"
          : "+r"(chains[i % CHAINS])
          : "r"(b), "r"(c));
#pragma unroll
  for (int i = 1; i < CHAINS; i++)
    chains[0] ^= chains[i];
  if (chains[0] == never)
    *result = chains[0];
}

/* A stream and two events that mark what is timed in it. */
struct Timer {
  cudaStream_t stream;
  cudaEvent_t begin, end;
};

static gboolean
init_events (Timer *timer, GError **error)
{
  return life_cuda_check (
             cudaEventCreate (&timer->begin), "making an event", error)
         && life_cuda_check (
             cudaEventCreate (&timer->end), "making an event", error);
}

static void
clear_events (Timer *timer)
{
  if (timer->begin != NULL)
    cudaEventDestroy (timer->begin);
  if (timer->end != NULL)
    cudaEventDestroy (timer->end);
}

static gboolean
begin (Timer *timer, GError **error)
{
  return life_cuda_check (cudaEventRecord (timer->begin, timer->stream),
      "recording an event", error);
}

static gboolean
end (Timer *timer, gdouble *seconds, GError **error)
{
  float milliseconds = 0;

  if (!life_cuda_check (cudaEventRecord (timer->end, timer->stream),
          "recording an event", error)
      || !life_cuda_check (
          cudaEventSynchronize (timer->end), "waiting for the GPU", error)
      || !life_cuda_check (
          cudaEventElapsedTime (&milliseconds, timer->begin, timer->end),
          "reading the time", error))
    return FALSE;
  *seconds = MAX (milliseconds, 1e-3f) / 1e3;
  return TRUE;
}

/* What is measured: @enqueue puts @amount of it into the stream. */
struct Work {
  LifeDevice device;
  Timer timer;
  uint8_t *memory;
  gsize bytes; /* of each half of the memory */
  cudaError_t (*enqueue) (const Work &work, uint64_t amount);
};

static cudaError_t
enqueue_logic (const Work &work, uint64_t amount)
{
  LifeLauncher launcher = {};

  launcher.stream = work.timer.stream;
  return life_launch (launcher, logic_kernel,
      dim3 (BLOCKS_PER_MULTIPROCESSOR * work.device.multiprocessors),
      dim3 (THREADS), 0, (uint32_t) amount, 0x5u, 0x3u, ~0u,
      (uint32_t *) work.memory);
}

static cudaError_t
enqueue_copies (const Work &work, uint64_t amount)
{
  cudaError_t result = cudaSuccess;

  for (uint64_t i = 0; i < amount && result == cudaSuccess; i++)
    result = cudaMemcpyAsync (work.memory + work.bytes, work.memory, work.bytes,
        cudaMemcpyDeviceToDevice, work.timer.stream);
  return result;
}

static gboolean
time_work (Work *work, uint64_t amount, gdouble *seconds, GError **error)
{
  return begin (&work->timer, error)
         && life_cuda_check (
             work->enqueue (*work, amount), "measuring the GPU", error)
         && end (&work->timer, seconds, error);
}

/* @rate: how much of it per second, the median of RUNS runs that take @seconds. */
static gboolean
measure_work (Work *work, gdouble seconds, gdouble *rate, GError **error)
{
  gdouble times[RUNS];
  gdouble taken = 0;
  uint64_t amount = 1;

  for (;; amount *= 2) {
    if (!time_work (work, amount, &taken, error))
      return FALSE;
    if (taken >= seconds / (2 * RUNS) || amount >= 1u << 30)
      break;
  }
  for (int run = 0; run < RUNS; run++)
    if (!time_work (work, amount, &times[run], error))
      return FALSE;
  std::sort (times, times + RUNS);
  *rate = amount / times[RUNS / 2];
  return TRUE;
}

static gboolean
reserve (Work *work, GError **error)
{
  gsize free_bytes = 0, all_bytes = 0;

  if (!life_cuda_check (cudaMemGetInfo (&free_bytes, &all_bytes),
          "asking a GPU for its memory", error))
    return FALSE;
  work->bytes = MIN (COPY_BYTES, free_bytes / 4) / 256 * 256;
  return life_cuda_check (cudaMalloc (&work->memory, 2 * work->bytes),
             "reserving memory to copy", error)
         && life_cuda_check (cudaMemset (work->memory, 0x5a, 2 * work->bytes),
             "filling memory to copy", error)
         && life_cuda_check (cudaStreamCreateWithFlags (
                                 &work->timer.stream, cudaStreamNonBlocking),
             "making a stream", error)
         && init_events (&work->timer, error);
}

gboolean
life_cuda_measure_limits (
    gint id, gdouble seconds, LifeCudaLimits *limits, GError **error)
{
  Work work = {};
  gdouble rounds = 0, copies = 0;
  gboolean done;

  if (!life_device_open (id, NULL, &work.device, error))
    return FALSE;
  LifeDeviceScope scope (work.device, error);
  if (!scope.entered)
    return FALSE;

  done = reserve (&work, error);
  work.enqueue = enqueue_logic;
  done = done && measure_work (&work, seconds / 2, &rounds, error);
  work.enqueue = enqueue_copies;
  done = done && measure_work (&work, seconds / 2, &copies, error);

  clear_events (&work.timer);
  if (work.timer.stream != NULL)
    cudaStreamDestroy (work.timer.stream);
  cudaFree (work.memory);

  g_strlcpy (limits->name, work.device.name, sizeof (limits->name));
  limits->multiprocessors = work.device.multiprocessors;
  limits->compute_capability = work.device.compute_capability;
  limits->operations = rounds * CHAINS * UNROLL * THREADS
                       * BLOCKS_PER_MULTIPROCESSOR * limits->multiprocessors;
  limits->bytes = 2.0 * copies * work.bytes;
  return done;
}

struct _LifeCudaStopwatch {
  LifeDevice device;
  Timer timer;
};

void
life_cuda_stopwatch_free (LifeCudaStopwatch *stopwatch)
{
  if (stopwatch == NULL)
    return;
  {
    LifeDeviceScope scope (stopwatch->device, NULL);
    if (scope.entered)
      clear_events (&stopwatch->timer);
  }
  g_free (stopwatch);
}

LifeCudaStopwatch *
life_cuda_stopwatch_new (LifeEngine *engine, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;

  if (engine->klass != &life_cuda_engine)
    return NULL;
  LifeCudaStopwatch *stopwatch = g_new0 (LifeCudaStopwatch, 1);
  stopwatch->device = self->device;
  stopwatch->timer.stream = self->launcher.stream;
  gboolean done;
  {
    LifeDeviceScope scope (stopwatch->device, error);
    done = scope.entered && init_events (&stopwatch->timer, error);
  }
  if (!done)
    g_clear_pointer (&stopwatch, life_cuda_stopwatch_free);
  return stopwatch;
}

gboolean
life_cuda_stopwatch_start (LifeCudaStopwatch *stopwatch, GError **error)
{
  LifeDeviceScope scope (stopwatch->device, error);

  return scope.entered && begin (&stopwatch->timer, error);
}

gboolean
life_cuda_stopwatch_stop (
    LifeCudaStopwatch *stopwatch, gdouble *seconds, GError **error)
{
  LifeDeviceScope scope (stopwatch->device, error);

  return scope.entered && end (&stopwatch->timer, seconds, error);
}

/* --- Frames --- */

guint8 *
life_cuda_frame_memory_new (LifeEngine *engine, gsize bytes, GError **error)
{
  LifeDeviceScope scope (((LifeCudaEngine *) engine)->device, error);
  void *memory = NULL;

  if (!scope.entered
      || !life_cuda_check (
          cudaMalloc (&memory, bytes), "making a frame", error))
    return NULL;
  return (guint8 *) memory;
}

gboolean
life_cuda_frame_memory_read (LifeEngine *engine, const guint8 *memory,
    guint8 *to, gsize bytes, GError **error)
{
  LifeDeviceScope scope (((LifeCudaEngine *) engine)->device, error);

  return scope.entered
         && life_cuda_check (
             cudaMemcpy (to, memory, bytes, cudaMemcpyDeviceToHost),
             "reading a frame", error);
}

void
life_cuda_frame_memory_free (LifeEngine *engine, guint8 *memory)
{
  LifeDeviceScope scope (((LifeCudaEngine *) engine)->device, NULL);

  if (scope.entered)
    cudaFree (memory);
}
