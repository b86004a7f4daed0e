/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of a world on a GPU as words of 64 cells, and back. Bytes per cell: in rows an
 * eighth each way. In strips a line is one bit of each word of a row: 4 to read it, and 8 to
 * write it, for 32 lines at once where so many strips have theirs there. */
#include "cuda/engine/cuda-lines.h"

#define THREADS 256
#define WARPS (THREADS / 32)
#define BLOCKS_PER_MULTIPROCESSOR 8

/* Some lines of a world, and words of one of them. */
struct CopiedLines {
  uint64_t first, n;
  uint32_t words;
};

/* --- Rows --- */

static __global__ void
__launch_bounds__ (THREADS)
    read_rows_kernel (const __grid_constant__ LifeStorage storage,
        const __grid_constant__ CopiedLines lines, const uint32_t *cells,
        uint64_t *words)
{
  const uint64_t all = lines.n * lines.words;

  for (uint64_t item = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
       item < all; item += (uint64_t) gridDim.x * THREADS) {
    const uint32_t word = (uint32_t) (item % lines.words);
    const uint64_t line = lines.first + item / lines.words;
    const uint32_t *from = cells + line / storage.height * storage.plane
                           + line % storage.height * storage.row + 2 * word;

    words[item] = from[0]
                  | (uint64_t) (2 * word + 1 < storage.row_words ? from[1] : 0)
                        << 32;
  }
}

static __global__ void
__launch_bounds__ (THREADS)
    write_rows_kernel (const __grid_constant__ LifeStorage storage,
        const __grid_constant__ CopiedLines lines, uint32_t *cells,
        const uint64_t *words)
{
  const uint64_t all = lines.n * lines.words;

  for (uint64_t item = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
       item < all; item += (uint64_t) gridDim.x * THREADS) {
    const uint32_t word = (uint32_t) (item % lines.words);
    const uint64_t line = lines.first + item / lines.words;
    uint32_t *to = cells + line / storage.height * storage.plane
                   + line % storage.height * storage.row + 2 * word;

    to[0] = (uint32_t) words[item];
    if (2 * word + 1 < storage.row_words)
      to[1] = (uint32_t) (words[item] >> 32);
  }
}

/* --- Strips --- */

/* A warp takes 64 cells of a line: 32 of a row's words twice, whose bits it votes on. */
static __global__ void
__launch_bounds__ (THREADS)
    read_strips_kernel (const __grid_constant__ LifeStorage storage,
        const __grid_constant__ CopiedLines lines, const uint32_t *cells,
        uint64_t *words)
{
  const uint32_t lane = threadIdx.x % 32;
  const uint64_t all = lines.n * lines.words * storage.bits;

  for (uint64_t item = (uint64_t) blockIdx.x * WARPS + threadIdx.x / 32;
       item < all; item += (uint64_t) gridDim.x * WARPS) {
    const uint32_t x = 64 * (uint32_t) (item % lines.words) + lane;
    const uint64_t index = item / lines.words;
    const uint32_t y = (uint32_t) (lines.first + index % lines.n);
    const uint32_t bit = (uint32_t) (index / lines.n);
    const uint32_t strip = life_strip_of (storage.height, y);
    const uint32_t *row =
        cells + bit * storage.bit_plane
        + (y - life_strip_start (storage.height, strip)) * storage.row;
    const uint32_t low = x < storage.width ? row[x] >> strip & 1 : 0;
    const uint32_t high =
        x + 32ull < storage.width ? row[x + 32] >> strip & 1 : 0;
    const uint64_t word =
        __ballot_sync (~0u, low) | (uint64_t) __ballot_sync (~0u, high) << 32;

    if (lane == 0)
      words[item] = word;
  }
}

/* A thread takes a word of a row: of the strips from @first_strip to @last_strip those that
 * have one of the lines there. @first_row: of the first line. */
static __global__ void
__launch_bounds__ (THREADS)
    write_strips_kernel (const __grid_constant__ LifeStorage storage,
        const __grid_constant__ CopiedLines lines, uint32_t first_strip,
        uint32_t last_strip, uint32_t first_row, uint32_t n_rows,
        uint32_t *cells, const uint64_t *words)
{
  const uint64_t all = (uint64_t) n_rows * storage.width * storage.bits;

  for (uint64_t item = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
       item < all; item += (uint64_t) gridDim.x * THREADS) {
    const uint32_t x = (uint32_t) (item % storage.width);
    const uint64_t index = item / storage.width;
    const uint32_t row =
        (uint32_t) ((first_row + index % n_rows) % storage.rows);
    const uint32_t bit = (uint32_t) (index / n_rows);
    const uint64_t *plane = words + bit * lines.n * lines.words + x / 64;
    uint32_t *cell = cells + bit * storage.bit_plane + row * storage.row + x;
    uint32_t mask = 0, alive = 0;

    for (uint32_t strip = first_strip; strip <= last_strip; strip++) {
      const uint32_t start = life_strip_start (storage.height, strip);
      const uint32_t end = life_strip_start (storage.height, strip + 1);
      const uint64_t y = (uint64_t) start + row;

      if (y >= end || y < lines.first || y >= lines.first + lines.n)
        continue;
      mask |= 1u << strip;
      alive |= (uint32_t) (plane[(y - lines.first) * lines.words] >> x % 64 & 1)
               << strip;
    }
    if (mask != 0)
      *cell = (*cell & ~mask) | alive;
  }
}

/* --- On the host --- */

static uint32_t
words_of_line (const LifeStorage *storage)
{
  return (storage->width - 1) / 64 + 1;
}

guint64
life_cuda_lines_bytes (const LifeStorage *storage, guint64 lines)
{
  return lines * words_of_line (storage) * storage->bits * sizeof (uint64_t);
}

static dim3
blocks_for (const LifeCudaEngine *self, uint64_t threads)
{
  const uint64_t limit =
      (uint64_t) BLOCKS_PER_MULTIPROCESSOR * self->launcher.multiprocessors;

  return dim3 ((unsigned) MIN ((threads - 1) / THREADS + 1, limit));
}

cudaError_t
life_cuda_lines_read (
    LifeCudaEngine *self, guint64 first, guint64 n, guint64 *words)
{
  const LifeStorage *storage = &self->storage;
  const CopiedLines lines = { first, n, words_of_line (storage) };

  if (storage->layout == LIFE_LAYOUT_ROWS)
    return life_launch (self->launcher, read_rows_kernel,
        blocks_for (self, n * lines.words), dim3 (THREADS), 0, *storage, lines,
        (const uint32_t *) self->present, (uint64_t *) words);
  return life_launch (self->launcher, read_strips_kernel,
      blocks_for (self, 32 * n * lines.words * storage->bits), dim3 (THREADS),
      0, *storage, lines, (const uint32_t *) self->present, (uint64_t *) words);
}

cudaError_t
life_cuda_lines_write (
    LifeCudaEngine *self, guint64 first, guint64 n, const guint64 *words)
{
  const LifeStorage *storage = &self->storage;
  const CopiedLines lines = { first, n, words_of_line (storage) };

  life_count_invalidate (self);
  if (storage->layout == LIFE_LAYOUT_ROWS)
    return life_launch (self->launcher, write_rows_kernel,
        blocks_for (self, n * lines.words), dim3 (THREADS), 0, *storage, lines,
        self->present, (const uint64_t *) words);
  const uint32_t height = storage->height;
  const uint32_t first_strip = life_strip_of (height, (uint32_t) first);
  const uint32_t last_strip =
      life_strip_of (height, (uint32_t) (first + n - 1));
  const uint32_t first_row =
      (uint32_t) first - life_strip_start (height, first_strip);
  /* From strip to strip lines go on in the first row, and some strips lack the last one. */
  const uint32_t n_rows = (uint32_t) MIN (
      n + (last_strip > first_strip ? 1 : 0), (guint64) storage->rows);

  return life_launch (self->launcher, write_strips_kernel,
      blocks_for (self, (uint64_t) n_rows * storage->width * storage->bits),
      dim3 (THREADS), 0, *storage, lines, first_strip, last_strip, first_row,
      n_rows, self->present, (const uint64_t *) words);
}
