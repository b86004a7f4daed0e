/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells into and out of a world on a GPU: the soup, runs, boxes of bytes, and the halo
 * of worlds with a byte per cell (halo_kernel). How a
 * cell is found in each layout is in storage.h. */
#include "cuda/engine/world-io.h"

#include "life/rule/families.h"
#include "life/world/soup.h"
#include "life/world/topology.h"

#define THREADS 256
/* Boxes and runs cross to the GPU in pieces of so many bytes. */
#define TRANSFER_BYTES ((gsize) 16 * 1024 * 1024)

/* Enough blocks to fill the GPU; kernels here go round until all is done. */
static dim3
blocks_for (const LifeCudaEngine *self, uint64_t items)
{
  const uint64_t limit = 16ull * self->launcher.multiprocessors;

  return dim3 ((unsigned) MIN ((items - 1) / THREADS + 1, limit));
}

__device__ __forceinline__ uint64_t
first_item ()
{
  return (uint64_t) blockIdx.x * THREADS + threadIdx.x;
}

__device__ __forceinline__ uint64_t
item_step ()
{
  return (uint64_t) gridDim.x * THREADS;
}

/* The state of the cell at a position beyond the edges. */
static __device__ uint8_t
state_beyond (const LifeStorage &storage, const LifeGeometry &geometry,
    const uint32_t *words, int64_t x, int64_t y, int64_t z)
{
  return life_topology_find (&geometry, &x, &y, &z)
             ? (uint8_t) life_storage_get (
                 storage, words, (uint32_t) x, (uint32_t) y, (uint32_t) z)
             : 0;
}

/* Fills the halo of LIFE_LAYOUT_BYTES: a column of it on either side of every row,
 * then the rows of it above, below, before and behind. */
static __global__ void
__launch_bounds__ (THREADS)
    halo_kernel (const __grid_constant__ LifeStorage storage,
        const __grid_constant__ LifeGeometry geometry, uint32_t *words)
{
  uint8_t *cells = (uint8_t *) words;
  const ptrdiff_t row = storage.row * 4, plane = storage.plane * 4;
  const int64_t width = storage.width, height = storage.height;
  const int64_t depth = storage.depth, around_z = storage.is_3d ? 1 : 0;
  const int64_t side_cells = height * depth;
  const int64_t above = 2 * depth;                    /* and below */
  const int64_t before = 2 * around_z * (height + 2); /* and behind */
  const int64_t all = side_cells + (above + before) * (width + 2);

  for (int64_t item = first_item (); item < all; item += item_step ()) {
    int64_t x = -1, y = item % height, z = item / height;
    if (item >= side_cells) {
      const int64_t outside = (item - side_cells) / (width + 2);
      x += (item - side_cells) % (width + 2);
      if (outside < above) {
        y = outside % 2 == 0 ? -1 : height;
        z = outside / 2;
      } else {
        y = (outside - above) / 2 - 1;
        z = (outside - above) % 2 == 0 ? -1 : depth;
      }
    }
    uint8_t *here = cells + z * plane + y * row;
    here[x] = state_beyond (storage, geometry, words, x, y, z);
    if (item < side_cells)
      here[width] = state_beyond (storage, geometry, words, width, y, z);
  }
}

cudaError_t
life_cuda_refresh_halo (LifeCudaEngine *self)
{
  const LifeStorage *storage = &self->storage;
  const LifeGeometry *geometry = &self->engine.geometry;

  if (storage->layout != LIFE_LAYOUT_BYTES
      || geometry->topology == LIFE_TOPOLOGY_PLANE)
    return cudaSuccess;
  return life_launch (self->launcher, halo_kernel,
      blocks_for (
          self, storage->depth * (storage->height + 2ull * storage->width)),
      dim3 (THREADS), 0, *storage, *geometry, self->present);
}

/* The halo has states too. */
static __global__ void
__launch_bounds__ (THREADS)
    limit_kernel (uint32_t *words, uint64_t n_words, uint32_t highest)
{
  for (uint64_t item = first_item (); item < n_words; item += item_step ())
    words[item] = __vminu4 (words[item], highest * 0x01010101);
}

/* Compares 32 cells at a time, whose states' bits lie apart, from the highest
 * bit on. */
static __global__ void
__launch_bounds__ (THREADS)
    limit_bits_kernel (const __grid_constant__ LifeStorage storage,
        uint32_t *words, uint32_t highest)
{
  for (uint64_t item = first_item (); item < storage.bit_plane;
       item += item_step ()) {
    uint32_t *word = words + item;
    uint32_t equal = ~0u, above = 0;

    for (int bit = (int) storage.bits - 1; bit >= 0; bit--) {
      const uint32_t limit = 0 - (highest >> bit & 1);
      const uint32_t cells = word[bit * storage.bit_plane];
      above |= equal & cells & ~limit;
      equal &= ~(cells ^ limit);
    }
    for (uint32_t bit = 0; bit < storage.bits && above != 0; bit++) {
      uint32_t *cells = word + bit * storage.bit_plane;
      *cells = highest >> bit & 1 ? *cells | above : *cells & ~above;
    }
  }
}

cudaError_t
life_cuda_limit_states (LifeCudaEngine *self, guint states)
{
  const LifeStorage *storage = &self->storage;

  /* The previous generation too: kernels do not write planes that the rule does not have. */
  if (storage->bits > 1) {
    cudaError_t result = cudaSuccess;
    for (uint32_t *cells : { self->present, self->previous })
      if (result == cudaSuccess)
        result = life_launch (self->launcher, limit_bits_kernel,
            blocks_for (self, storage->bit_plane), dim3 (THREADS), 0, *storage,
            cells, (uint32_t) states - 1);
    return result;
  }
  if (storage->layout != LIFE_LAYOUT_BYTES)
    return cudaSuccess;
  return life_launch (self->launcher, limit_kernel,
      blocks_for (self, storage->words), dim3 (THREADS), 0,
      self->present - storage->first, (uint64_t) storage->words,
      (uint32_t) states - 1);
}

gboolean
life_cuda_clear (LifeEngine *engine, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  life_count_invalidate (self);
  return scope.entered
         && life_cuda_check (
             cudaMemsetAsync (self->present - self->storage.first, 0,
                 self->storage.words * sizeof (uint32_t),
                 self->launcher.stream),
             "clearing the world", error);
}

/* The bits of states that some cell has, but for the lowest. */
static __global__ void
__launch_bounds__ (THREADS)
    find_bits_kernel (const __grid_constant__ LifeStorage storage,
        const uint32_t *words, uint32_t *found)
{
  uint32_t bits = 0;

  for (uint64_t item = first_item (); item < storage.bit_plane;
       item += item_step ())
    for (uint32_t bit = 1; bit < storage.bits; bit++)
      bits |= (uint32_t) (words[bit * storage.bit_plane + item] != 0) << bit;
  for (uint32_t bit = 1; bit < storage.bits; bit++)
    if (__any_sync (~0u, bits >> bit & 1) && threadIdx.x % 32 == 0)
      atomicOr (found, 1u << bit);
}

gboolean
life_cuda_find_highest (LifeCudaEngine *self, guint *highest, GError **error)
{
  const LifeStorage *storage = &self->storage;
  uint32_t found = 0;

  if (!life_scratch_reserve (
          &self->transfer, sizeof (found), "finding states", error))
    return FALSE;
  uint32_t *on_device = (uint32_t *) self->transfer.data;
  if (!life_cuda_check (
          cudaMemsetAsync (on_device, 0, sizeof (found), self->launcher.stream),
          "finding states", error)
      || !life_cuda_check (
          life_launch (self->launcher, find_bits_kernel,
              blocks_for (self, storage->bit_plane), dim3 (THREADS), 0,
              *storage, (const uint32_t *) self->present, on_device),
          "finding states", error)
      || !life_cuda_check (cudaMemcpyAsync (&found, on_device, sizeof (found),
                               cudaMemcpyDeviceToHost, self->launcher.stream),
          "finding states", error)
      || !life_cuda_finish (self, "finding states", error))
    return FALSE;
  *highest = (1u << g_bit_storage (found | 1)) - 1;
  return TRUE;
}

cudaError_t
life_cuda_limit_previous (LifeCudaEngine *self, guint states)
{
  const LifeStorage *storage = &self->storage;
  const guint planes = g_bit_storage (states - 1);

  return planes >= storage->bits
             ? cudaSuccess
             : cudaMemsetAsync (self->previous + planes * storage->bit_plane, 0,
                 (storage->bits - planes) * storage->bit_plane
                     * sizeof (uint32_t),
                 self->launcher.stream);
}

static __device__ uint32_t
state_in_soup (const LifeCudaSoup &soup, uint64_t row, uint32_t x)
{
  return life_soup_state (row, x, soup.threshold, soup.live);
}

/* The bits of a word of strips, bit @digit of the states, lie in rows far apart. */
static __device__ uint32_t
soup_strips (const LifeStorage &storage, const LifeCudaSoup &soup,
    uint32_t digit, uint32_t row, uint32_t x)
{
  uint32_t word = 0;

  for (uint32_t bit = 0; bit < 32; bit++) {
    uint32_t y = life_strip_start (storage.height, bit) + row;
    if (y < storage.height)
      word |=
          (state_in_soup (soup, life_soup_row (soup.seed, y + storage.shift, 0),
               x) >> digit
              & 1)
          << bit;
  }
  return row == storage.rows - 1 ? word & storage.last_row : word;
}

/* The cells of other words lie side by side: bits of 32, or four bytes. */
static __device__ uint32_t
soup_row (const LifeStorage &storage, const LifeCudaSoup &soup, uint32_t digit,
    uint64_t key, uint32_t column)
{
  const bool bytes = storage.layout == LIFE_LAYOUT_BYTES;
  const uint32_t cells = bytes ? LIFE_BYTES_WORD : 32;
  uint32_t word = 0;

  for (uint32_t i = 0; i < cells; i++) {
    const uint32_t state = state_in_soup (soup, key, cells * column + i);
    word |= bytes ? state << i * 8 : (state >> digit & 1) << i;
  }
  return word;
}

/* A thread per word. */
static __global__ void
__launch_bounds__ (THREADS)
    soup_kernel (const __grid_constant__ LifeStorage storage, uint32_t *words,
        const __grid_constant__ LifeCudaSoup soup)
{
  const uint64_t all =
      (uint64_t) storage.depth * storage.rows * storage.row_words;

  for (uint64_t item = first_item (); item < all; item += item_step ()) {
    const uint32_t column = (uint32_t) (item % storage.row_words);
    const uint64_t line = item / storage.row_words;
    const uint32_t y = (uint32_t) (line % storage.rows);
    const uint32_t z = (uint32_t) (line / storage.rows);
    const uint64_t key =
        life_soup_row (soup.seed, storage.is_3d ? y : y + storage.shift,
            storage.is_3d ? z + storage.shift : z);
    const size_t at = z * storage.plane + y * storage.row + column;

    for (uint32_t digit = 0; digit < storage.bits; digit++) {
      uint32_t word = 0;
      if (soup.live >> digit != 0)
        word = storage.layout == LIFE_LAYOUT_STRIPS
                   ? soup_strips (storage, soup, digit, y, column)
                   : soup_row (storage, soup, digit, key, column);
      if (column == storage.row_words - 1)
        word &= storage.last_word;
      words[digit * storage.bit_plane + at] = word;
    }
  }
}

gboolean
life_cuda_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  const LifeCudaSoup soup = { seed, threshold,
    life_family_live_states (engine->rule) };

  return life_cuda_fill_soup ((LifeCudaEngine *) engine, &soup, error);
}

gboolean
life_cuda_fill_soup (
    LifeCudaEngine *self, const LifeCudaSoup *soup, GError **error)
{
  LifeDeviceScope scope (self->device, error);
  const LifeStorage *storage = &self->storage;
  const uint64_t words =
      (uint64_t) storage->depth * storage->rows * storage->row_words;

  life_count_invalidate (self);
  return scope.entered
         && life_cuda_check (
             life_launch (self->launcher, soup_kernel, blocks_for (self, words),
                 dim3 (THREADS), 0, *storage, self->present, *soup),
             "filling the world", error)
         && life_cuda_check (
             life_cuda_refresh_halo (self), "filling the world", error);
}

/* A warp per run. */
static __global__ void
__launch_bounds__ (THREADS)
    runs_kernel (const __grid_constant__ LifeStorage storage, uint32_t *words,
        const LifeRun *runs, uint64_t n_runs, uint3 origin)
{
  for (uint64_t item = first_item () / 32; item < n_runs;
       item += item_step () / 32) {
    const LifeRun run = runs[item];
    const uint64_t x = (uint64_t) origin.x + run.x;
    const uint32_t y =
        (uint32_t) (((uint64_t) origin.y + run.y) % storage.height);
    const uint32_t z =
        (uint32_t) (((uint64_t) origin.z + run.z) % storage.depth);
    const uint32_t length = min (run.length, storage.width);

    for (uint32_t i = threadIdx.x % 32; i < length; i += 32)
      life_storage_set (storage, words, (uint32_t) ((x + i) % storage.width), y,
          z, run.state);
  }
}

gboolean
life_cuda_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const gsize limit = TRANSFER_BYTES / sizeof (LifeRun);

  life_count_invalidate (self);
  if (!scope.entered)
    return FALSE;
  if (n_runs == 0)
    return TRUE;
  if (!life_scratch_reserve (&self->transfer,
          MIN (n_runs, limit) * sizeof (LifeRun), "a pattern", error))
    return FALSE;
  for (gsize done = 0; done < n_runs; done += limit) {
    const gsize n = MIN (n_runs - done, limit);
    if (!life_cuda_check (cudaMemcpyAsync (self->transfer.data, runs + done,
                              n * sizeof (LifeRun), cudaMemcpyHostToDevice,
                              self->launcher.stream),
            "writing a pattern", error)
        || !life_cuda_check (
            life_launch (self->launcher, runs_kernel,
                blocks_for (self, 32 * (uint64_t) n), dim3 (THREADS), 0,
                self->storage, self->present,
                (const LifeRun *) self->transfer.data, (uint64_t) n,
                make_uint3 ((uint32_t) origin[0], (uint32_t) origin[1],
                    (uint32_t) origin[2])),
            "writing a pattern", error))
      return FALSE;
  }
  return life_cuda_check (
             life_cuda_refresh_halo (self), "writing a pattern", error)
         && life_cuda_finish (self, "writing a pattern", error);
}

/* Some of the cells of a box, in their order there. */
struct TransferPiece {
  uint3 corner;
  uint32_t width, height;
  uint64_t first, n;
};

static __device__ __forceinline__ uint3
cell_of (const TransferPiece &piece, uint64_t item)
{
  const uint64_t number = piece.first + item;
  const uint64_t row = number / piece.width;

  return make_uint3 (piece.corner.x + (uint32_t) (number % piece.width),
      piece.corner.y + (uint32_t) (row % piece.height),
      piece.corner.z + (uint32_t) (row / piece.height));
}

static __global__ void
__launch_bounds__ (THREADS) read_kernel (
    const __grid_constant__ LifeStorage storage, const uint32_t *words,
    const __grid_constant__ TransferPiece piece, uint8_t *cells)
{
  for (uint64_t item = first_item (); item < piece.n; item += item_step ()) {
    const uint3 cell = cell_of (piece, item);
    cells[item] =
        (uint8_t) life_storage_get (storage, words, cell.x, cell.y, cell.z);
  }
}

static __global__ void
__launch_bounds__ (THREADS)
    write_kernel (const __grid_constant__ LifeStorage storage, uint32_t *words,
        const __grid_constant__ TransferPiece piece, const uint8_t *cells,
        uint32_t highest)
{
  for (uint64_t item = first_item (); item < piece.n; item += item_step ()) {
    const uint3 cell = cell_of (piece, item);
    life_storage_set (storage, words, cell.x, cell.y, cell.z,
        min ((uint32_t) cells[item], highest));
  }
}

static uint64_t
cells_in (const LifeBox *box)
{
  return (uint64_t) box->width * (uint64_t) box->height * (uint64_t) box->depth;
}

/* The next piece of a box after its first @done cells. */
static TransferPiece
piece_after (const LifeBox *box, uint64_t done)
{
  return { make_uint3 ((uint32_t) box->x, (uint32_t) box->y, (uint32_t) box->z),
    (uint32_t) box->width, (uint32_t) box->height, done,
    MIN (cells_in (box) - done, TRANSFER_BYTES) };
}

/* Where cells are read: in whose order, by way of which memory. */
struct Reading {
  LifeLauncher launcher;
  LifeScratch *transfer;
};

static gboolean
read_cells (const LifeCudaEngine *self, const Reading &reading,
    const uint32_t *words, const LifeBox *box, guint8 *cells, GError **error)
{
  const uint64_t all = cells_in (box);

  if (!life_scratch_reserve (
          reading.transfer, MIN (all, TRANSFER_BYTES), "reading cells", error))
    return FALSE;
  for (uint64_t done = 0; done < all; done += TRANSFER_BYTES) {
    const TransferPiece piece = piece_after (box, done);
    if (!life_cuda_check (
            life_launch (reading.launcher, read_kernel,
                blocks_for (self, piece.n), dim3 (THREADS), 0, self->storage,
                words, piece, (uint8_t *) reading.transfer->data),
            "reading cells", error)
        || !life_cuda_check (
            cudaMemcpyAsync (cells + done, reading.transfer->data, piece.n,
                cudaMemcpyDeviceToHost, reading.launcher.stream),
            "reading cells", error))
      return FALSE;
  }
  return TRUE;
}

gboolean
life_cuda_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const Reading reading = { self->launcher, &self->transfer };

  return scope.entered
         && read_cells (self, reading, self->present, box, cells, error)
         && life_cuda_finish (self, "reading cells", error);
}

/* In another thread than the world's, so nothing here is the world's own but what does not
 * change, and what was saved. */
gboolean
life_cuda_read_saved (LifeEngine *engine, gconstpointer state,
    const LifeBox *box, guint8 *cells, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const uint32_t *words = (const uint32_t *) state + self->storage.first;
  LifeLauncher launcher = {};

  launcher.stream = self->saving.stream;
  launcher.multiprocessors = self->launcher.multiprocessors;
  launcher.code = self->launcher.code;
  const Reading reading = { launcher, &self->saving.transfer };

  return scope.entered
         && life_cuda_check (
             cudaStreamWaitEvent (self->saving.stream, self->saving.saved, 0),
             "reading saved cells", error)
         && read_cells (self, reading, words, box, cells, error)
         && life_cuda_check (cudaStreamSynchronize (self->saving.stream),
             "reading saved cells", error);
}

gboolean
life_world_io_init (LifeCudaEngine *self, GError **error)
{
  return life_cuda_check (cudaStreamCreateWithFlags (
                              &self->saving.stream, cudaStreamNonBlocking),
             "making a stream", error)
         && life_cuda_check (cudaEventCreateWithFlags (
                                 &self->saving.saved, cudaEventDisableTiming),
             "making an event", error);
}

void
life_world_io_clear (LifeCudaEngine *self)
{
  life_scratch_release (&self->transfer);
  life_scratch_release (&self->saving.transfer);
  if (self->saving.saved != NULL)
    cudaEventDestroy (self->saving.saved);
  if (self->saving.stream != NULL)
    cudaStreamDestroy (self->saving.stream);
}

gboolean
life_cuda_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const uint64_t all = cells_in (box);

  life_count_invalidate (self);
  if (!scope.entered
      || !life_scratch_reserve (
          &self->transfer, MIN (all, TRANSFER_BYTES), "writing cells", error))
    return FALSE;
  for (uint64_t done = 0; done < all; done += TRANSFER_BYTES) {
    const TransferPiece piece = piece_after (box, done);
    if (!life_cuda_check (
            cudaMemcpyAsync (self->transfer.data, cells + done, piece.n,
                cudaMemcpyHostToDevice, self->launcher.stream),
            "writing cells", error)
        || !life_cuda_check (
            life_launch (self->launcher, write_kernel,
                blocks_for (self, piece.n), dim3 (THREADS), 0, self->storage,
                self->present, piece, (const uint8_t *) self->transfer.data,
                (uint32_t) self->rule.states - 1),
            "writing cells", error))
      return FALSE;
  }
  return life_cuda_check (life_cuda_refresh_halo (self), "writing cells", error)
         && life_cuda_finish (self, "writing cells", error);
}
