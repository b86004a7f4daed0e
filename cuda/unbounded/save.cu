/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Generations of a world without edges on a GPU saved by the host, and restored. */
#include "cuda/unbounded/cuda-unbounded-private.h"

#include "life/base/bits.h"
#include "life/base/memory.h"

/* Records that cross at a time. */
#define CHUNK 16384

/* The tiles in which cells lived. */
struct SavedDeviceTiles {
  gsize n, room; /* tiles, bytes */
  LifeTileRecord *
  records ()
  {
    return (LifeTileRecord *) (this + 1);
  }
  const LifeTileRecord *
  records () const
  {
    return (const LifeTileRecord *) (this + 1);
  }
};

/* Copies the tiles in which cells live, for which there is room. */
static gboolean
collect (LifeTilesEngine *self, SavedDeviceTiles *saved, GError **error)
{
  saved->n = 0;
  for (uint32_t first = 1; first <= self->pool.high; first += CHUNK) {
    const uint32_t end = MIN (first + CHUNK, self->pool.high + 1);
    gsize n = 0;

    if (!life_tiles_collect (
            self, first, end, saved->records () + saved->n, &n, error))
      return FALSE;
    saved->n += n;
  }
  return TRUE;
}

gpointer
life_tiles_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  SavedDeviceTiles *saved = (SavedDeviceTiles *) old;

  if (!scope.entered || !life_tiles_flush (self, error)
      || !life_tiles_measure (self, error))
    return NULL;
  const gsize bytes =
      sizeof (SavedDeviceTiles)
      + (gsize) self->measured.live_tiles * sizeof (LifeTileRecord);
  if (saved == NULL || saved->room < bytes) {
    saved =
        (SavedDeviceTiles *) life_memory_reserve (bytes, "a snapshot", error);
    if (saved == NULL)
      return NULL;
    saved->room = bytes;
  }
  const gboolean done = collect (self, saved, error);
  if (saved != old)
    life_memory_release (done ? old : saved);
  if (!done)
    return NULL;
  *size = saved->room;
  return saved;
}

/* Copies tiles to the GPU, for which there is room there; may do so again. */
static gboolean
upload (LifeTilesEngine *self, const LifeTileRecord *records, gsize n,
    GError **error)
{
  const LifeTilesRecords there = { (const char *) self->scratch.data,
    sizeof *records, false, (uint32_t) n };
  cudaError_t result = cudaMemcpyAsync (self->scratch.data, records,
      n * sizeof *records, cudaMemcpyHostToDevice, self->launcher.stream);

  if (result == cudaSuccess)
    result = life_tiles_launch_edit (
        self->launcher, self->pool.tiles, self->side, there);
  return life_cuda_check (result, "restoring the world", error)
         && life_tile_pool_refresh (&self->pool, self->launcher, error);
}

/* All memory is there before the present world is cleared; what fails afterwards is tried a
 * second time. */
gboolean
life_tiles_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const SavedDeviceTiles *saved = (const SavedDeviceTiles *) state;

  if (!scope.entered
      || !life_tile_pool_prepare (&self->pool, self->launcher, saved->n, error)
      || !life_scratch_reserve (&self->scratch,
          MIN (saved->n, CHUNK) * sizeof (LifeTileRecord), "cells", error)
      || !life_tiles_clear (engine, error))
    return FALSE;
  for (gsize i = 0; i < saved->n; i += CHUNK) {
    const gsize n = MIN (saved->n - i, CHUNK);

    if (!upload (self, saved->records () + i, n, NULL)
        && !upload (self, saved->records () + i, n, error))
      return FALSE;
  }
  return TRUE;
}

void
life_tiles_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}

gboolean
life_tiles_visit_saved (LifeEngine *engine, gconstpointer state,
    LifeVisitBox visit, gpointer data, GError **error)
{
  const SavedDeviceTiles *saved = (const SavedDeviceTiles *) state;
  guint8 cells[LIFE_TILE_SIDE * LIFE_TILE_SIDE];

  for (gsize i = 0; i < saved->n; i++) {
    const LifeTileRecord *record = &saved->records ()[i];
    const LifeBox box = { record->position[0] * LIFE_TILE_SIDE,
      record->position[1] * LIFE_TILE_SIDE, 0, LIFE_TILE_SIDE, LIFE_TILE_SIDE,
      1 };

    for (guint y = 0; y < LIFE_TILE_SIDE; y++)
      for (guint word = 0; word < LIFE_TILE_ROW_WORDS; word++)
        life_bits_unpack (
            record->cells[y][word], cells + y * LIFE_TILE_SIDE + 32 * word, 32);
    if (!visit (&box, cells, data, error))
      return FALSE;
  }
  return TRUE;
}
