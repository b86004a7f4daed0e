/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is counted of a world on a GPU: which kernels do it, and where what they find lies. */
#include "cuda/count/cuda-count.h"

#define OF_CELLS (LIFE_COUNT_LIVING | LIFE_COUNT_CHANGES)
#define OF_EXTENT (LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY)

static gboolean
enqueue (LifeCudaEngine *self, guint what, guint slot, gboolean drawn,
    GError **error)
{
  return (!(what & OF_CELLS)
             || life_population_enqueue (self, what, slot, drawn, error))
         && (!(what & OF_EXTENT)
             || life_extent_enqueue (self, what, slot, error));
}

static void
read_counts (
    const LifeCudaEngine *self, guint what, guint slot, LifeStatistics *counts)
{
  const LifeCounts *counted = &self->counting.counts[slot];

  counts->population = counted->population;
  counts->births = counted->births;
  counts->deaths = counted->deaths;
  life_extent_get (self, what, slot, counts);
}

/* Counts the present cells, and waits for it; of what is counted in one pass all is. */
static gboolean
count_present (LifeCudaEngine *self, guint what, GError **error)
{
  LifeCudaCounting *counting = &self->counting;

  if (counting->counted == self->version)
    what &= ~OF_CELLS;
  else if (what & OF_CELLS)
    what |= OF_CELLS;
  if (what == 0)
    return TRUE;
  if (!enqueue (self, what, LIFE_COUNTS_OF_PRESENT, FALSE, error)
      || !life_cuda_finish (self, "counting cells", error))
    return FALSE;
  if (what & OF_CELLS)
    counting->counted = self->version;
  return TRUE;
}

gboolean
life_cuda_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  if (!scope.entered
      || !count_present (self, what & (OF_CELLS | OF_EXTENT), error))
    return FALSE;
  read_counts (self, what, LIFE_COUNTS_OF_PRESENT, &tally->statistics);
  return !(what & LIFE_COUNT_CHECKSUM)
         || life_checksum_at_once (self, &tally->checksum, error);
}

gboolean
life_cuda_begin_count (LifeEngine *engine, guint what, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  g_return_val_if_fail (what == LIFE_COUNT_CHECKSUM, FALSE);
  return scope.entered && life_checksum_begin (self, error);
}

gboolean
life_cuda_finish_count (LifeEngine *engine, LifeTally *tally, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  return scope.entered && life_checksum_finish (self, &tally->checksum, error);
}

gboolean
life_count_frame (LifeCudaEngine *self, guint what, guint slot, gboolean drawn,
    GError **error)
{
  return enqueue (self, what, LIFE_COUNTS_OF_FRAMES + slot, drawn, error);
}

void
life_count_get_frame (
    const LifeCudaEngine *self, guint what, guint slot, LifeStatistics *counts)
{
  read_counts (self, what, LIFE_COUNTS_OF_FRAMES + slot, counts);
}
