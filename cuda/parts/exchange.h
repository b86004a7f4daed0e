/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Borders of parts: the neighbor's GPU copies them, slices in 3D from where they lie into its
 * own halo, and lines in strips by way of packed ones. No thread of the host waits for that:
 * events mark when a border is there and when it is fetched. */
#pragma once

#include "cuda/engine/cuda-engine.h"
#include "cuda/parts/gpus.h"

#include "life/world/renderer.h"

typedef struct {
  LifePart part;
  LifeRenderer *renderer; /* of its engine, for rows of pictures */
  cudaStream_t copies;    /* of borders */
  cudaEvent_t packed, fetched;
  gboolean is_offered; /* what is sent was there before all was advanced */
  cudaEvent_t awaited[LIFE_PART_NEIGHBORS]; /* of other parts, which own them */
  guint n_awaited;
} LifeGpuPart;

static inline LifeCudaEngine *
life_gpu_part_engine (const LifePart *self)
{
  return (LifeCudaEngine *) self->local;
}

/* Makes what copies need, and lets it go when they have ended. */
gboolean life_gpu_part_begin (LifeGpuPart *self, GError **error);
void life_gpu_part_end (LifeGpuPart *self);

/* Whether lines are fetched from where they lie. */
gboolean life_gpu_part_is_fetched_from (const LifePart *self);

/* Lets the GPU wait for those that fetch cells of the part. */
gboolean life_gpu_part_wait_for_neighbors (LifeGpuPart *self, GError **error);

/* Waits for all that was enqueued, which may wait for other processes. */
gboolean life_gpu_part_wait_for_peers (LifePart *self, GError **error);

/* The methods of LifePartClass of these names. */
guint64 life_gpu_part_border_bytes (const LifePart *self, gsize lines);
guint8 *life_gpu_part_reserve (
    LifePart *self, gsize bytes, gboolean by_host, GError **error);
void life_gpu_part_release (LifePart *self, guint8 *border);
gboolean life_gpu_part_pack (
    LifePart *self, const LifePartLines *lines, guint8 *border, GError **error);
gboolean life_gpu_part_unpack (LifePart *self, const LifePartLines *lines,
    const guint8 *border, GError **error);
guint8 *life_gpu_part_find_lines (
    const LifePart *self, const LifePartLines *lines, gsize *size);
gboolean life_gpu_part_offer (LifePart *self, gboolean by_host, GError **error);
gboolean life_gpu_part_fetch (LifePart *self, guint8 *received, LifePart *from,
    const guint8 *sent, gsize size, GError **error);
gboolean life_gpu_part_await (LifePart *self, LifePart *other, GError **error);
gboolean life_gpu_part_exchange (LifePart *self, const LifeBorder *above,
    const LifeBorder *below, GError **error);
