/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts that are pending with a picture of the same cells: a pending checksum, the
 * drawing, population and changes, and where they are, in this order. What of it stays on the
 * GPU is launched as one (cuda/device/replay.h). Whoever draws is called back; nothing here
 * depends on how that is done. */
#include "cuda/count/pending-counts.h"
#include "cuda/count/cuda-count.h"
#include "cuda/device/replay.h"

gboolean
life_pending_counts_init (LifeCudaEngine *self, GError **error)
{
  self->counting.replay = life_replay_new ();
  for (LifePendingCount &pending : self->counting.pending)
    if (!life_cuda_check (
            cudaEventCreateWithFlags (&pending.done, cudaEventDisableTiming),
            "making an event", error))
      return FALSE;
  return TRUE;
}

void
life_pending_counts_clear (LifeCudaEngine *self)
{
  for (LifePendingCount &pending : self->counting.pending)
    if (pending.done != NULL)
      cudaEventDestroy (pending.done);
  life_replay_free (self->counting.replay);
}

static gboolean
enqueue (LifeCudaEngine *self, guint slot, const LifeDrawing *drawing,
    GError **error)
{
  const LifeCountFlags requested = self->counting.pending[slot].requested;
  guint64 *population =
      &self->counting.counts[LIFE_COUNTS_OF_FRAMES + slot].population;
  gboolean counted = FALSE;

  return life_checksum_launch (self, error)
         && (drawing == NULL
             || drawing->draw (drawing->data,
                 requested & LIFE_COUNT_CHANGES ? NULL : population, &counted,
                 error))
         && life_count_frame (self,
             counted ? requested & ~LIFE_COUNT_LIVING : requested, slot,
             drawing != NULL, error);
}

gboolean
life_pending_counts_begin (LifeCudaEngine *self, guint slot,
    LifeCountFlags requested, const LifeDrawing *drawing, GError **error)
{
  const gboolean replayed = drawing == NULL || drawing->stays;
  const gboolean checksum = self->checksum.is_requested;
  LifePendingCount *pending = &self->counting.pending[slot];
  LifeReplay *replay = self->counting.replay;
  cudaError_t result = cudaSuccess;
  gboolean enqueued;

  pending->requested = requested;
  if (replayed)
    life_replay_begin (replay, &self->launcher);
  enqueued = enqueue (self, slot, drawing, error);
  if (replayed) {
    result = life_replay_end (replay, &self->launcher, enqueued);
    /* It was noted, but not launched. */
    if (!enqueued || result != cudaSuccess)
      self->checksum.is_requested = checksum;
  }
  return enqueued && life_cuda_check (result, "drawing", error)
         && life_cuda_check (
             cudaEventRecord (pending->done, self->launcher.stream),
             "recording an event", error);
}

gboolean
life_pending_counts_finish (
    LifeCudaEngine *self, guint slot, LifeStatistics *counts, GError **error)
{
  const LifePendingCount *pending = &self->counting.pending[slot];

  if (!life_cuda_check (cudaEventSynchronize (pending->done), "drawing", error))
    return FALSE;
  life_count_get_frame (self, pending->requested, slot, counts);
  return TRUE;
}
