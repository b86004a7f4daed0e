/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The memory of tiles: reserved, grown by copying it to a larger piece, and freed of tiles
 * that are empty. */
#include "cuda/unbounded/tile-pool.h"
#include "cuda/engine/cuda-engine.h"
#include "cuda/unbounded/tile-lookup.cuh"

#define THREADS 256

/* Tiles that there is room for at first, and the fewest that a pool grows by. Up to so many
 * it becomes four times as large, and then twice. */
#define FIRST_TILES 4096
#define MIN_GROWTH 64
#define FEW_TILES (1u << 16)

/* Empty tiles are collected when there are twice as many tiles as after the last time,
 * and so many more. */
#define SWEEP_TILES 1024

/* What a tile needs, with up to four entries of the table. */
#define TILE_BYTES                                                            \
  (2 * sizeof (LifeTileCells) + sizeof (LifeTileInfo) + 4 * sizeof (uint32_t) \
      + 4 * sizeof (uint64_t))

/* 16 bytes each: both generations of a tile. */
#define CELL_PARTS (2 * sizeof (LifeTileCells) / sizeof (uint4))

/* --- Kernels --- */

static __global__ void
number_kernel (uint32_t *free_tiles, uint32_t from, uint32_t end)
{
  for (uint32_t i = from + blockIdx.x * blockDim.x + threadIdx.x; i < end;
       i += gridDim.x * blockDim.x)
    free_tiles[i] = i + 1;
}

/* Clears the tiles up to @high, and frees all: in one kernel, so that no failure leaves a part
 * of them. */
static __global__ void
empty_kernel (const __grid_constant__ LifeTiles tiles, uint32_t high)
{
  const size_t first = blockIdx.x * blockDim.x + threadIdx.x;
  const size_t threads = gridDim.x * blockDim.x;
  uint4 *cells = (uint4 *) tiles.cells;

  for (size_t i = first; i < CELL_PARTS * (high + (size_t) 1); i += threads)
    cells[i] = {};
  for (size_t i = first; i <= high; i += threads) {
    tiles.info[i] = {};
    tiles.pass[i] = 0;
  }
  for (size_t i = first; i <= tiles.mask; i += threads)
    tiles.table[i] = 0;
  for (size_t i = first; i < tiles.capacity; i += threads)
    tiles.free_tiles[i] = (uint32_t) i + 1;
  if (first == 0)
    *tiles.control = {};
}

/* Frees tiles that are empty in both generations, and not listed; a warp for each. */
static __global__ void
sweep_kernel (
    const __grid_constant__ LifeTiles tiles, uint32_t number, uint32_t high)
{
  const int lane = threadIdx.x % 32;

  for (uint32_t tile = 1 + life_warp (); tile <= high; tile += life_warps ()) {
    LifeTileInfo *info = &tiles.info[tile];
    const uint4 *cells = (const uint4 *) life_tile_cells (tiles, tile, 0);
    LifeWord any = 0;

    if (!life_load (&info->is_used) || life_load (&tiles.pass[tile]) == number)
      continue;
    for (uint32_t i = lane; i < CELL_PARTS; i += 32) {
      const uint4 four = life_load (&cells[i]);

      any |= four.x | four.y | four.z | four.w;
    }
    if (__any_sync (LIFE_ALL_LANES, any != 0))
      continue;
    if (lane < LIFE_TILE_AROUND) {
      const uint32_t other = life_load (&info->around[lane]);

      if (other != 0)
        tiles.info[other].around[LIFE_TILE_AROUND - 1 - lane] = 0;
      info->around[lane] = 0;
    }
    if (lane == 0) {
      tiles.free_tiles[atomicSub (&tiles.control->used, 1) - 1] = tile;
      info->is_used = 0;
    }
  }
}

/* Puts all tiles into the table, which is empty. */
static __global__ void
table_kernel (const __grid_constant__ LifeTiles tiles, uint32_t high)
{
  for (uint32_t tile = 1 + blockIdx.x * blockDim.x + threadIdx.x; tile <= high;
       tile += gridDim.x * blockDim.x) {
    const LifeTileInfo *info = &tiles.info[tile];

    if (!info->is_used)
      continue;
    const LifeTileHash hash =
        life_tile_hash (info->position[0], info->position[1]);
    const unsigned long long entry = (unsigned long long) hash.tag << 32 | tile;

    for (uint32_t at = hash.slot & tiles.mask;
         atomicCAS ((unsigned long long *) &tiles.table[at], 0, entry) != 0;)
      at = (at + 1) & tiles.mask;
  }
}

static dim3
blocks_for (const LifeLauncher &launcher, uint64_t threads)
{
  return dim3 ((unsigned) CLAMP (
      threads / THREADS, 1, 8 * (uint64_t) launcher.multiprocessors));
}

/* --- Memory --- */

/* How many tiles the memory limit allows. */
static guint64
max_tiles (const LifeTilePool *self)
{
  const guint64 limit =
      self->memory_limit > 0 ? self->memory_limit / TILE_BYTES : G_MAXUINT64;

  return MIN (limit, 1u << 31);
}

static guint64
table_entries (guint64 capacity)
{
  guint64 entries = 2;

  while (entries < 2 * capacity)
    entries *= 2;
  return entries;
}

/* The bytes of so many tiles; where their parts lie, in @tiles, from @memory on. */
static gsize
lay_out (LifeTiles *tiles, void *memory, guint64 capacity)
{
  const guint64 n = capacity + 1, entries = table_entries (capacity);
  char *at = (char *) memory;

  tiles->capacity = (uint32_t) capacity;
  tiles->mask = (uint32_t) (entries - 1);
  tiles->cells = (LifeTileCells *) at;
  at += 2 * n * sizeof (LifeTileCells);
  tiles->info = (LifeTileInfo *) at;
  at += n * sizeof (LifeTileInfo);
  tiles->table = (uint64_t *) at;
  at += entries * sizeof (uint64_t);
  tiles->pass = (uint32_t *) at;
  at += n * sizeof (uint32_t);
  for (int i = 0; i < 2; i++) {
    tiles->list[i] = (uint32_t *) at;
    at += n * sizeof (uint32_t);
  }
  tiles->free_tiles = (uint32_t *) at;
  at += n * sizeof (uint32_t);
  return (gsize) (at - (char *) memory);
}

/* Reserves room for so many tiles, all of them free. */
static gboolean
reserve (const LifeLauncher &launcher, LifeTiles *tiles, void **memory,
    guint64 capacity, GError **error)
{
  const gsize bytes = lay_out (tiles, NULL, capacity);

  if (!life_cuda_check_memory (bytes, "the world without edges", error)
      || !life_cuda_check (
          cudaMalloc (memory, bytes), "reserving tiles", error))
    return FALSE;
  lay_out (tiles, *memory, capacity);
  return life_cuda_check (cudaMemsetAsync (*memory, 0, bytes, launcher.stream),
             "clearing tiles", error)
         && life_cuda_check (
             life_launch (launcher, number_kernel,
                 blocks_for (launcher, capacity), dim3 (THREADS), 0,
                 tiles->free_tiles, 0u, (uint32_t) capacity),
             "numbering tiles", error);
}

static cudaError_t
fill_table (const LifeLauncher &launcher, const LifeTiles &tiles, uint32_t high)
{
  return life_launch (launcher, table_kernel, blocks_for (launcher, high),
      dim3 (THREADS), 0, tiles, high);
}

template <class T>
static cudaError_t
copy (T *to, const T *from, size_t n, cudaStream_t stream)
{
  return cudaMemcpyAsync (
      to, from, n * sizeof (T), cudaMemcpyDeviceToDevice, stream);
}

/* Moves all tiles to a pool of a larger capacity; where that fails they stay where they
 * are. */
static gboolean
move (LifeTilePool *self, const LifeLauncher &launcher, guint64 capacity,
    GError **error)
{
  const LifeTiles old = self->tiles;
  const size_t n = (size_t) self->high + 1;
  cudaStream_t stream = launcher.stream;
  LifeTiles tiles = old;
  void *memory = NULL;

  if (!reserve (launcher, &tiles, &memory, capacity, error)) {
    cudaFree (memory);
    return FALSE;
  }
  cudaError_t result = copy (tiles.cells, old.cells, 2 * n, stream);
  if (result == cudaSuccess)
    result = copy (tiles.info, old.info, n, stream);
  if (result == cudaSuccess)
    result = copy (tiles.pass, old.pass, n, stream);
  for (int i = 0; i < 2 && result == cudaSuccess; i++)
    result = copy (tiles.list[i], old.list[i], n, stream);
  if (result == cudaSuccess)
    result = copy (tiles.free_tiles, old.free_tiles, old.capacity, stream);
  if (result == cudaSuccess)
    result = fill_table (launcher, tiles, self->high);
  if (result == cudaSuccess)
    result = cudaStreamSynchronize (stream);
  if (!life_cuda_check (result, "moving tiles", error)) {
    cudaFree (memory);
    return FALSE;
  }
  cudaFree (self->memory);
  self->memory = memory;
  self->tiles = tiles;
  self->table_is_stale = FALSE;
  return TRUE;
}

/* Grows by as much as should be, or by less where there is no memory for that, but for at
 * least @needed tiles. */
static gboolean
grow (LifeTilePool *self, const LifeLauncher &launcher, guint64 needed,
    GError **error)
{
  const guint64 present = self->tiles.capacity, limit = max_tiles (self);

  if (needed > limit) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "the tiles of the world without edges need more than the memory limit"
        " of %" G_GUINT64_FORMAT " MiB; set a higher one (memory-limit)",
        self->memory_limit >> 20);
    return FALSE;
  }
  for (guint64 more = present < FEW_TILES ? 3 * present : present;
       more > present / 8; more /= 2) {
    const guint64 capacity = MIN (MAX (present + more, needed), limit);

    if (capacity > needed && move (self, launcher, capacity, NULL))
      return TRUE;
  }
  return move (self, launcher, needed, error);
}

/* After a pass for which indices were missing. */
static gboolean
clear_failure (LifeTilePool *self, const LifeLauncher &launcher, GError **error)
{
  const LifeTilesControl old = *self->seen;

  if (old.failed == 0)
    return TRUE;
  self->seen->used = MIN (old.used, self->tiles.capacity);
  self->seen->failed = 0;
  if (life_cuda_check (
          cudaMemcpyAsync (self->tiles.control, self->seen, sizeof *self->seen,
              cudaMemcpyHostToDevice, launcher.stream),
          "freeing tiles", error))
    return TRUE;
  *self->seen = old;
  return FALSE;
}

static gboolean
sweep (LifeTilePool *self, const LifeLauncher &launcher, uint32_t number,
    GError **error)
{
  if (!clear_failure (self, launcher, error))
    return FALSE;
  self->table_is_stale = TRUE;
  if (!life_cuda_check (life_launch (launcher, sweep_kernel,
                            blocks_for (launcher, 32 * self->high),
                            dim3 (THREADS), 0, self->tiles, number, self->high),
          "freeing tiles", error)
      || !life_tile_pool_mend (self, launcher, error)
      || !life_tile_pool_refresh (self, launcher, error))
    return FALSE;
  self->swept = self->seen->used;
  return TRUE;
}

static gboolean
read_control (LifeTilePool *self, const LifeLauncher &launcher, GError **error)
{
  if (!life_cuda_check (
          cudaMemcpyAsync (self->seen, self->tiles.control, sizeof *self->seen,
              cudaMemcpyDeviceToHost, launcher.stream),
          "looking at tiles", error)
      || !life_cuda_check (cudaStreamSynchronize (launcher.stream),
          "advancing the world", error))
    return FALSE;
  self->high = MAX (self->high, MIN (self->seen->used, self->tiles.capacity));
  return TRUE;
}

/* --- For other files --- */

gboolean
life_tile_pool_refresh (
    LifeTilePool *self, const LifeLauncher &launcher, GError **error)
{
  if (read_control (self, launcher, error))
    return TRUE;
  read_control (self, launcher, NULL);
  return FALSE;
}

gboolean
life_tile_pool_mend (
    LifeTilePool *self, const LifeLauncher &launcher, GError **error)
{
  const LifeTiles &tiles = self->tiles;

  if (!self->table_is_stale)
    return TRUE;
  cudaError_t result = cudaMemsetAsync (tiles.table, 0,
      ((size_t) tiles.mask + 1) * sizeof *tiles.table, launcher.stream);
  if (result == cudaSuccess)
    result = fill_table (launcher, tiles, self->high);
  self->table_is_stale = result != cudaSuccess;
  return life_cuda_check (result, "finding tiles", error);
}

gboolean
life_tile_pool_reserve (LifeTilePool *self, const LifeLauncher &launcher,
    guint64 more, uint32_t number, GError **error)
{
  if (self->seen->used + more <= self->tiles.capacity)
    return TRUE;
  return sweep (self, launcher, number, error)
         && (self->seen->used + more <= self->tiles.capacity
             || grow (self, launcher, self->seen->used + more, error));
}

gboolean
life_tile_pool_tidy (LifeTilePool *self, const LifeLauncher &launcher,
    uint32_t number, GError **error)
{
  const gboolean failed = self->seen->failed != 0;
  const guint64 capacity = self->tiles.capacity;

  if ((failed || self->seen->used > 2 * (guint64) self->swept + SWEEP_TILES)
      && !sweep (self, launcher, number, error))
    return FALSE;
  if (!life_tile_pool_mend (self, launcher, error))
    return FALSE;
  if (failed && self->seen->used > capacity / 8 * 7)
    return grow (
        self, launcher, capacity + MAX (capacity / 8, MIN_GROWTH), error);
  if (self->seen->used > capacity / 4 * 3 && capacity < max_tiles (self))
    grow (self, launcher, capacity + MIN_GROWTH, NULL);
  return TRUE;
}

gboolean
life_tile_pool_prepare (LifeTilePool *self, const LifeLauncher &launcher,
    guint64 tiles, GError **error)
{
  return tiles <= self->tiles.capacity
         || (clear_failure (self, launcher, error)
             && grow (self, launcher, tiles, error));
}

gboolean
life_tile_pool_empty (
    LifeTilePool *self, const LifeLauncher &launcher, GError **error)
{
  const LifeTiles &tiles = self->tiles;
  const uint64_t threads =
      CELL_PARTS * (self->high + (uint64_t) 1) + tiles.mask;

  if (!life_cuda_check (
          life_launch (launcher, empty_kernel, blocks_for (launcher, threads),
              dim3 (THREADS), 0, tiles, self->high),
          "clearing tiles", error))
    return FALSE;
  *self->seen = {};
  self->high = self->swept = 0;
  self->table_is_stale = FALSE;
  return TRUE;
}

gboolean
life_tile_pool_init (LifeTilePool *self, const LifeLauncher &launcher,
    guint64 memory_limit, GError **error)
{
  self->memory_limit = memory_limit;
  return life_cuda_check (
             cudaMallocHost ((void **) &self->seen, sizeof *self->seen),
             "reserving tiles", error)
         && life_cuda_check (cudaMalloc ((void **) &self->tiles.control,
                                 sizeof *self->tiles.control),
             "reserving tiles", error)
         && reserve (launcher, &self->tiles, &self->memory,
             MIN (FIRST_TILES, max_tiles (self)), error)
         && life_tile_pool_empty (self, launcher, error);
}

void
life_tile_pool_clear (LifeTilePool *self)
{
  cudaFree (self->memory);
  cudaFree (self->tiles.control);
  cudaFreeHost (self->seen);
}
