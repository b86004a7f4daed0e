/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a benchmark needs of a GPU besides its worlds: how fast it can compute and
 * copy at most, and how long steps took by its own clock. In C, without any
 * header of CUDA. */
#pragma once

#include "life/world/engine-class.h"

G_BEGIN_DECLS

/**
 * LifeCudaLimits:
 * @name: the GPU's name
 * @multiprocessors: how many it has
 * @operations: three-input logic operations on 32-bit words per second, over all
 *   multiprocessors
 * @bytes: bytes read and written per second by a copy from memory to memory
 *
 * What a GPU was seen to do at most.
 */
typedef struct {
  gchar name[256];
  guint multiprocessors;
  gdouble operations;
  gdouble bytes;
} LifeCudaLimits;

typedef struct _LifeCudaStopwatch LifeCudaStopwatch;

#ifdef LIFE_HAVE_CUDA
/* Measures the first GPU for about @seconds, medians of several runs by device
 * events. */
gboolean life_cuda_measure_limits (
    gdouble seconds, LifeCudaLimits *limits, GError **error);

/* Times what a world on a GPU enqueues in its own stream, by device events. NULL
 * without an @error where @engine is not the CUDA engine. */
LifeCudaStopwatch *life_cuda_stopwatch_new (LifeEngine *engine, GError **error);
void life_cuda_stopwatch_free (LifeCudaStopwatch *stopwatch);
gboolean life_cuda_stopwatch_start (
    LifeCudaStopwatch *stopwatch, GError **error);

/* Waits until all is done that was enqueued since the start. */
gboolean life_cuda_stopwatch_stop (
    LifeCudaStopwatch *stopwatch, gdouble *seconds, GError **error);

/* Memory for frames on the GPU of @engine, which is the CUDA engine. */
guint8 *life_cuda_frame_memory_new (
    LifeEngine *engine, gsize bytes, GError **error);
gboolean life_cuda_frame_memory_read (LifeEngine *engine, const guint8 *memory,
    guint8 *to, gsize bytes, GError **error);
void life_cuda_frame_memory_free (LifeEngine *engine, guint8 *memory);
#else
/* A build without the CUDA engine has no world on a GPU. */
#define life_cuda_measure_limits(seconds, limits, error) FALSE
#define life_cuda_stopwatch_new(engine, error) NULL
#define life_cuda_stopwatch_free(stopwatch) ((void) (stopwatch))
#define life_cuda_stopwatch_start(stopwatch, error) FALSE
#define life_cuda_stopwatch_stop(stopwatch, seconds, error) FALSE
#define life_cuda_frame_memory_new(engine, bytes, error) NULL
#define life_cuda_frame_memory_read(engine, memory, to, bytes, error) FALSE
#define life_cuda_frame_memory_free(engine, memory) ((void) (memory))
#endif

G_END_DECLS
