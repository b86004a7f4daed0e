/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a world on a GPU is made of. */
#pragma once

#include "cuda/device/check.h"
#include "cuda/device/device.h"
#include "cuda/engine/cuda-kernel.h"
#include "cuda/device/launch.h"
#include "cuda/engine/storage.h"

#include <life/draw.h>
#include <life/statistics.h>

/* Memory on the GPU that grows when more is requested. */
struct LifeScratch {
  void *data;
  gsize bytes;
};

/* What is counted of a world. */
struct LifeCounts {
  uint64_t population, births, deaths;
};

enum {
  LIFE_COUNTS_OF_PRESENT, /* cells */
  LIFE_COUNTS_OF_FRAMES,  /* pending ones, by their slots */
  LIFE_COUNTS = LIFE_COUNTS_OF_FRAMES + LIFE_MAX_PENDING_FRAMES
};

/* A count that is pending with a frame (cuda/count/pending-counts.cu). */
struct LifePendingCount {
  LifeCountFlags requested;
  cudaEvent_t done;
};

/* What the search for live cells needs (cuda/count/cuda-extent.cu). */
struct LifeExtents;

struct LifeCudaSum;

/* What rules need that alternate. */
struct LifeCudaTurns {
  void *odd_plan;  /* of odd generations, if one is not for all */
  gboolean is_odd; /* the present generation */
};

/* How cells are counted. */
struct LifeCudaCounting {
  LifeCounts *counts; /* LIFE_COUNTS of them, where both sides see them */
  LifeCounts *partial;
  unsigned int *blocks_done;
  guint64
      counted; /* the version of the cells that LIFE_COUNTS_OF_PRESENT are of */
  LifeExtents *extents; /* NULL before the first count of that kind */
  LifePendingCount pending[LIFE_MAX_PENDING_FRAMES];
  LifeReplay *replay; /* of what frames launch, and counts pending with them */
};

/* Where checksums are added up (cuda/count/cuda-checksum.cu). */
struct LifeCudaChecksum {
  LifeCudaSum *sums; /* where both sides see them */
  unsigned long long *total;
  unsigned int *blocks_done;
  guint pending; /* the newest of @sums */
  gboolean
      is_requested; /* launch() is due, with the next frame or before cells change */
  gboolean (*launch) (struct LifeCudaEngine *self, GError **error);
};

/* Code that is on its way (cuda/compile/compilation.h). */
struct LifeCompilation;

/* What a part of a world is of: that world, which is the engine's own where it is no part,
 * and how far along it the part begins, its halo included: before the first row or plane of
 * the world where that is below 0. */
struct LifeCudaPart {
  LifeGeometry world;
  gint64 start;
};

/* What advances the cells by the rule. */
struct LifeCudaProgram {
  LifeKernel requested; /* what the options request */
  const LifeCudaKernel *kernel;
  gchar *name;    /* of the kernel and the GPU */
  void *plan;     /* the kernel's own, for the rule */
  guint states;   /* that the plan is for: the first ones of the rule's */
  guint64 fitted; /* the version of the cells whose states these are */
  gboolean
      drops_previous; /* a step may leave anything as the previous generation */
  LifeCompilation *compilation; /* for the rule; NULL: none is under way */
};

/* What was saved crosses in a stream of its own, at the call of another thread, once it is
 * there. */
struct LifeCudaSaving {
  cudaStream_t stream;
  cudaEvent_t saved;
  LifeScratch transfer;
};

struct LifeCudaEngine {
  LifeEngine engine;
  LifeCudaPart part;
  LifeDevice device;
  LifeLauncher launcher;
  LifeCudaProgram program;
  LifeRule rule;

  LifeStorage storage;
  uint32_t *memory;
  uint32_t *present, *previous; /* the first cell's word of two generations */
  void *workspace; /* what the kernel needs in addition to the cells */
  guint64 version; /* of the cells: another one after each change, never 0 */
  cudaEvent_t chunk_done[2];

  LifeCudaCounting counting;
  LifeCudaChecksum checksum;

  LifeCudaSaving saving;
  LifeScratch transfer; /* of cells that cross */

  LifeCudaTurns turns;
};

/* Makes @scratch of @bytes at least. */
gboolean life_scratch_reserve (
    LifeScratch *scratch, gsize bytes, const gchar *what, GError **error);

/* Makes @scratch anew, of @bytes that are 0 when what is enqueued in @stream next runs;
 * it has none if that fails. */
gboolean life_scratch_reserve_cleared (LifeScratch *scratch, gsize bytes,
    cudaStream_t stream, const gchar *what, GError **error);
void life_scratch_release (LifeScratch *scratch);

/* Waits for all work of @self. */
gboolean life_cuda_finish (
    LifeCudaEngine *self, const gchar *what, GError **error);

/* What is free on the GPU against what @what needs. */
gboolean life_cuda_check_memory (
    gsize bytes, const gchar *what, GError **error);

/* Called before cells change: these get another version, and nothing that was counted is of
 * them. */
void life_count_invalidate (LifeCudaEngine *self);
