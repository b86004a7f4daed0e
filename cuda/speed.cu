/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a benchmark needs of a GPU besides its worlds: how fast it can compute and
 * copy at most, and how long steps took by its own clock. No world is advanced
 * here. */
#include "cuda/speed.h"

#include "cuda/class.h"
#include "cuda/engine/cuda-engine.h"

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

/* --- A stopwatch --- */

/* Two events that mark what is timed in a stream. */
struct _LifeCudaStopwatch {
  LifeDevice device;
  cudaStream_t stream;
  cudaEvent_t begin, end;
};

static gboolean
init_events (LifeCudaStopwatch *stopwatch, GError **error)
{
  return life_cuda_check (
             cudaEventCreate (&stopwatch->begin), "making an event", error)
         && life_cuda_check (
             cudaEventCreate (&stopwatch->end), "making an event", error);
}

static void
clear_events (LifeCudaStopwatch *stopwatch)
{
  if (stopwatch->begin != NULL)
    cudaEventDestroy (stopwatch->begin);
  if (stopwatch->end != NULL)
    cudaEventDestroy (stopwatch->end);
}

gboolean
life_cuda_stopwatch_start (LifeCudaStopwatch *stopwatch, GError **error)
{
  LifeDeviceScope scope (stopwatch->device, error);

  return scope.entered
         && life_cuda_check (
             cudaEventRecord (stopwatch->begin, stopwatch->stream),
             "recording an event", error);
}

gboolean
life_cuda_stopwatch_stop (
    LifeCudaStopwatch *stopwatch, gdouble *seconds, GError **error)
{
  LifeDeviceScope scope (stopwatch->device, error);
  float milliseconds = 0;

  if (!scope.entered
      || !life_cuda_check (cudaEventRecord (stopwatch->end, stopwatch->stream),
          "recording an event", error)
      || !life_cuda_check (
          cudaEventSynchronize (stopwatch->end), "waiting for the GPU", error)
      || !life_cuda_check (cudaEventElapsedTime (
                               &milliseconds, stopwatch->begin, stopwatch->end),
          "reading the time", error))
    return FALSE;
  *seconds = MAX (milliseconds, 1e-3f) / 1e3;
  return TRUE;
}

void
life_cuda_stopwatch_free (LifeCudaStopwatch *stopwatch)
{
  if (stopwatch == NULL)
    return;
  {
    LifeDeviceScope scope (stopwatch->device, NULL);
    if (scope.entered)
      clear_events (stopwatch);
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
  stopwatch->stream = self->launcher.stream;
  gboolean done;
  {
    LifeDeviceScope scope (stopwatch->device, error);
    done = scope.entered && init_events (stopwatch, error);
  }
  if (!done)
    g_clear_pointer (&stopwatch, life_cuda_stopwatch_free);
  return stopwatch;
}

/* --- Limits --- */

/* @rate: how much of it per second, the median of RUNS runs that take @seconds;
 * @enqueue puts an amount of it into the stopwatch's stream. */
template <typename Enqueue>
static gboolean
measure_rate (LifeCudaStopwatch *stopwatch, gdouble seconds,
    const Enqueue &enqueue, gdouble *rate, GError **error)
{
  gdouble times[RUNS], elapsed = 0;
  uint64_t amount = 1;
  const auto time = [&] (gdouble *result) {
    return life_cuda_stopwatch_start (stopwatch, error)
           && life_cuda_check (enqueue (amount), "measuring the GPU", error)
           && life_cuda_stopwatch_stop (stopwatch, result, error);
  };

  for (;; amount *= 2) {
    if (!time (&elapsed))
      return FALSE;
    if (elapsed >= seconds / (2 * RUNS) || amount >= 1u << 30)
      break;
  }
  for (gdouble &run : times)
    if (!time (&run))
      return FALSE;
  std::sort (times, times + RUNS);
  *rate = amount / times[RUNS / 2];
  return TRUE;
}

/* Both rates, with @bytes of @memory to copy from and as many to copy to. */
static gboolean
measure (LifeCudaStopwatch *stopwatch, gdouble seconds, uint8_t *memory,
    gsize bytes, LifeCudaLimits *limits, GError **error)
{
  const int blocks =
      BLOCKS_PER_MULTIPROCESSOR * stopwatch->device.multiprocessors;
  gdouble rounds = 0, copies = 0;
  const auto compute = [&] (uint64_t amount) {
    LifeLauncher launcher = {};

    launcher.stream = stopwatch->stream;
    return life_launch (launcher, logic_kernel, dim3 (blocks), dim3 (THREADS),
        0, (uint32_t) amount, 0x5u, 0x3u, ~0u, (uint32_t *) memory);
  };
  const auto copy = [&] (uint64_t amount) {
    cudaError_t result = cudaSuccess;

    for (uint64_t i = 0; i < amount && result == cudaSuccess; i++)
      result = cudaMemcpyAsync (memory + bytes, memory, bytes,
          cudaMemcpyDeviceToDevice, stopwatch->stream);
    return result;
  };

  if (!measure_rate (stopwatch, seconds / 2, compute, &rounds, error)
      || !measure_rate (stopwatch, seconds / 2, copy, &copies, error))
    return FALSE;
  limits->operations = rounds * CHAINS * UNROLL * THREADS * blocks;
  limits->bytes = 2.0 * copies * bytes;
  return TRUE;
}

gboolean
life_cuda_measure_limits (
    gdouble seconds, LifeCudaLimits *limits, GError **error)
{
  LifeCudaStopwatch stopwatch = {};
  void *memory = NULL;
  gsize free_bytes = 0, all_bytes = 0;

  if (!life_device_open (-1, NULL, &stopwatch.device, error))
    return FALSE;
  LifeDeviceScope scope (stopwatch.device, error);
  if (!scope.entered
      || !life_cuda_check (cudaMemGetInfo (&free_bytes, &all_bytes),
          "reading a GPU's free memory", error))
    return FALSE;
  g_strlcpy (limits->name, stopwatch.device.name, sizeof (limits->name));
  limits->multiprocessors = stopwatch.device.multiprocessors;

  const gsize bytes = MIN (COPY_BYTES, free_bytes / 4) / 256 * 256;
  const gboolean done =
      life_cuda_check (
          cudaMalloc (&memory, 2 * bytes), "reserving memory to copy", error)
      && life_cuda_check (
          cudaMemset (memory, 0x5a, 2 * bytes), "filling memory to copy", error)
      && life_cuda_check (
          cudaStreamCreateWithFlags (&stopwatch.stream, cudaStreamNonBlocking),
          "making a stream", error)
      && init_events (&stopwatch, error)
      && measure (
          &stopwatch, seconds, (uint8_t *) memory, bytes, limits, error);
  clear_events (&stopwatch);
  if (stopwatch.stream != NULL)
    cudaStreamDestroy (stopwatch.stream);
  cudaFree (memory);
  return done;
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
