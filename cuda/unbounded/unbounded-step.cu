/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From generation to generation: how steps are cut into passes, and what the host does
 * between these. It enqueues some milliseconds of passes at a time, and polls then: whether
 * the step was cancelled, whether nothing changes any more, whether tiles are to be freed or
 * the pool is to grow. A pass that found no room for a new tile is right all the same, and
 * those behind it did nothing; so the step goes on from there with a larger pool. */
#include "cuda/unbounded/cuda-unbounded-private.h"

/* Passes that are enqueued at a time: so many at most, and so many tiles. */
#define MAX_PASSES 256
#define BATCH_TILES (1u << 19)

/* Numbers of passes begin anew from here on. */
#define LAST_NUMBER (1u << 30)

static gboolean
is_cancelled (const gint *cancelled)
{
  return cancelled != NULL && g_atomic_int_get (cancelled);
}

/* Generations of the passes of a step, but for its last one. Passes of another length advance
 * all tiles; so all have one length, unless that needs half as many again. */
static uint32_t
choose_generations (guint64 step)
{
  const uint32_t limit = (uint32_t) MIN (step, LIFE_TILE_HALO);
  const guint64 fewest = (step - 1) / LIFE_TILE_HALO + 1;

  for (uint32_t n = limit; n > 0; n--)
    if (step % n == 0)
      return step / n <= fewest + fewest / 2 ? n : limit;
  return limit;
}

/* Lets all tiles take part in the next pass, whose number no tile was listed for. */
static gboolean
settle (LifeTilesEngine *self, GError **error)
{
  const LifeTiles &tiles = self->pool.tiles;
  cudaStream_t stream = self->launcher.stream;
  cudaError_t result = cudaSuccess;

  if (self->number >= LAST_NUMBER) {
    result = cudaMemsetAsync (tiles.pass, 0,
        ((size_t) tiles.capacity + 1) * sizeof *tiles.pass, stream);
    if (result == cudaSuccess)
      self->number = 0;
  }
  self->number++;
  if (result == cudaSuccess)
    result = cudaMemsetAsync (
        tiles.control->listed, 0, sizeof tiles.control->listed, stream);
  if (result == cudaSuccess)
    result = life_tiles_settle (
        self->launcher, tiles, self->number, self->side, self->pool.high);
  return life_cuda_check (result, "launching a kernel", error);
}

/* Runs up to so many passes of @generations; *@done is how many there were, also where it
 * fails. */
static gboolean
run_passes (LifeTilesEngine *self, uint32_t generations, guint64 limit,
    guint64 *done, GError **error)
{
  const gboolean settles = self->touched;
  const LifeTilesControl *seen = self->pool.seen;
  const guint64 tiles = settles ? seen->used : seen->listed[self->number % 4];

  *done = 0;
  if (settles && !settle (self, error))
    return FALSE;
  const uint32_t first = self->number, side = self->side;
  const guint64 passes =
      MIN (limit, CLAMP (BATCH_TILES / (tiles + 1), 1, MAX_PASSES));
  cudaError_t result = cudaSuccess;
  uint32_t launched = 0;
  while (launched < passes && result == cudaSuccess) {
    const LifeTilesPass pass = { first + launched, side ^ (launched & 1),
      generations, settles && launched == 0 };

    result =
        life_tiles_pass (self->launcher, self->pool.tiles, self->rule, pass);
    launched += result == cudaSuccess;
  }
  /* Passes that were launched run, whatever fails afterwards; so they count, and their
   * numbers do not come again. */
  gboolean fine = life_cuda_check (result, "launching a kernel", error);
  fine =
      life_tile_pool_refresh (&self->pool, self->launcher, fine ? error : NULL)
      && fine;
  *done = seen->failed != 0 ? MAX (seen->failed, first) - first : launched;
  self->touched = !fine || seen->failed != 0;
  self->number = first + (uint32_t) *done;
  self->side = side ^ (uint32_t) (*done & 1);
  return fine;
}

/* The last pass is over. */
static void
note_pass (LifeTilesEngine *self, uint32_t generations)
{
  self->generations = generations;
  self->is_measured = self->changes_valid = FALSE;
}

static gboolean
advance (LifeTilesEngine *self, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  const uint32_t length = choose_generations (generations);

  while (*stepped < generations) {
    const guint64 left = generations - *stepped;
    const uint32_t n = (uint32_t) MIN (left, length);
    guint64 done = 0;

    if (is_cancelled (cancelled)) {
      g_set_error_literal (
          error, LIFE_ERROR, LIFE_ERROR_CANCELLED, "the step was cancelled");
      return FALSE;
    }
    if (n != self->generations || self->number >= LAST_NUMBER)
      self->touched = TRUE;
    /* All is still, or repeats. */
    if (!self->touched && self->pool.seen->listed[self->number % 4] == 0) {
      self->side ^= (uint32_t) (left / n & 1);
      *stepped += left / n * n;
      note_pass (self, n);
      continue;
    }
    const gboolean fine =
        life_tile_pool_tidy (&self->pool, self->launcher, self->number, error)
        && run_passes (self, n, left / n, &done, error);
    *stepped += done * n;
    if (done > 0)
      note_pass (self, n);
    if (!fine)
      return FALSE;
    /* Before tiles are freed that these may lie in. */
    if (self->pool.seen->failed != 0 && !life_tiles_count_changes (self, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
life_tiles_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  *stepped = 0;
  return scope.entered && life_tiles_flush (self, error)
         && advance (self, generations, cancelled, stepped, error);
}

gboolean
life_tiles_count_changes (LifeTilesEngine *self, GError **error)
{
  LifeDeviceScope scope (self->device, error);
  cudaStream_t stream = self->launcher.stream;

  if (self->changes_valid || !scope.entered)
    return self->changes_valid;
  cudaError_t result = cudaMemsetAsync (
      self->counts->changes, 0, sizeof self->counts->changes, stream);
  if (result == cudaSuccess)
    result = life_tiles_changes (self->launcher, self->pool.tiles, self->rule,
        self->side, self->generations, self->pool.high, self->counts->changes);
  if (result == cudaSuccess)
    result = cudaMemcpyAsync (self->counted, self->counts, sizeof *self->counts,
        cudaMemcpyDeviceToHost, stream);
  if (result == cudaSuccess)
    result = cudaStreamSynchronize (stream);
  if (!life_cuda_check (result, "counting cells", error))
    return FALSE;
  self->births = self->counted->changes[0];
  self->deaths = self->counted->changes[1];
  self->changes_valid = TRUE;
  return TRUE;
}
