/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds which blocks of a body have live cells on a GPU: the words of
 * life/draw/body/pyramid.h, made anew for each frame.
 *
 * A thread reads 16 bytes of each of the 4 × 4 rows of a row of blocks of 4³: one bit for
 * each of those blocks, 4 where cells are bytes and 32 where they are bits. The threads of
 * 4 × 4 such rows are side by side in a thread block, which stores the bits of a block of 16³
 * together in shared memory. Each cell is read once, 16 loads of 16 bytes are on their way
 * at once, each word is stored once, and nothing is cleared before.
 *
 * 512³ cells that are bits are 16.8 MB, 4 µs of a GPU's memory, 1024³ cells 31 µs; a load
 * of 128 cells takes 3 operations. */
#include "cuda/draw/body/cuda-blocks.h"
#include "cuda/device/dependent.cuh"

/* Loads side by side in a row that a thread block has, most of all. */
#define MAX_ACROSS 16

/* Rows or planes of a block of 4³, and blocks of 4³ in one of 16³. */
#define SIDE 4

static_assert (
    LIFE_PYRAMID_BLOCK_CELLS == SIDE && LIFE_PYRAMID_WORD_CELLS == SIDE * SIDE,
    "a thread for each row of small blocks in a large one");

/* Blocks of 16³ that a load goes along. */
template <LifeLayout layout>
constexpr uint32_t columns_of_load = layout == LIFE_LAYOUT_BYTES ? 1 : 8;

/* --- A row of blocks of 4³ --- */

/* Blocks of 4 cells each in which a bit of @cells is set. */
static __device__ __forceinline__ uint32_t
any_of_four (uint32_t cells)
{
  cells |= cells >> 1;
  cells |= cells >> 2;
  cells &= 0x11111111;
  cells = (cells | cells >> 3 | cells >> 6 | cells >> 9) & 0x000f000f;
  return (cells | cells >> 12) & 0xff;
}

/* What of words from @word on has cells. */
static __device__ __forceinline__ uint32_t
cells_of_word (const LifeStorage &storage, uint32_t word)
{
  return word < storage.row_words - 1    ? ~0u
         : word == storage.row_words - 1 ? storage.last_word
                                         : 0;
}

/* The blocks in which a cell of words @any of rows lives, the first of which is the row's
 * word @word. */
template <LifeLayout layout>
static __device__ __forceinline__ uint32_t
blocks_of_words (const LifeStorage &storage, uint4 any, uint32_t word)
{
  any.x &= cells_of_word (storage, word);
  any.y &= cells_of_word (storage, word + 1);
  any.z &= cells_of_word (storage, word + 2);
  any.w &= cells_of_word (storage, word + 3);
  if (layout == LIFE_LAYOUT_BYTES)
    return (any.x != 0) | (any.y != 0) << 1 | (any.z != 0) << 2
           | (any.w != 0) << 3;
  return any_of_four (any.x) | any_of_four (any.y) << 8
         | any_of_four (any.z) << 16 | any_of_four (any.w) << 24;
}

/* All that lives in words @word and on of 4 × 4 rows from (@y, @z) on. Those beyond the
 * world's edge are read as the last ones again, so that no load waits for a branch. */
static __device__ __forceinline__ uint4
any_of_rows (const LifeStorage &storage, const uint32_t *cells, uint32_t word,
    uint32_t y, uint32_t z)
{
  uint4 found[SIDE * SIDE];

#pragma unroll
  for (uint32_t i = 0; i < SIDE * SIDE; i++) {
    const uint32_t row = min (y + i % SIDE, storage.height - 1);
    const uint32_t plane = min (z + i / SIDE, storage.depth - 1);

    found[i] = *(const uint4 *) (cells + plane * storage.plane
                                 + row * storage.row + word);
  }
#pragma unroll
  for (uint32_t i = 1; i < SIDE * SIDE; i++) {
    found[0].x |= found[i].x;
    found[0].y |= found[i].y;
    found[0].z |= found[i].z;
    found[0].w |= found[i].w;
  }
  return found[0];
}

/* --- Blocks of 16³ --- */

/* Thread blocks so many @across a row of cells; their x is along that row, their y and z
 * are those of blocks of 4³ in one of 16³. */
template <LifeLayout layout>
static __global__ void
__launch_bounds__ (MAX_ACROSS *SIDE *SIDE)
    find_kernel (const __grid_constant__ LifeStorage storage,
        const uint32_t *cells, const __grid_constant__ LifePyramid pyramid,
        uint32_t across, uint64_t *words)
{
  constexpr uint32_t columns = columns_of_load<layout>;
  __shared__ uint32_t found[SIDE * SIDE][MAX_ACROSS];
  const uint32_t first = blockIdx.x % across * blockDim.x;
  const uint32_t row = blockIdx.x / across; /* of blocks of 16³ */
  const uint32_t y =
      row % pyramid.rows * LIFE_PYRAMID_WORD_CELLS + threadIdx.y * SIDE;
  const uint32_t z =
      row / pyramid.rows * LIFE_PYRAMID_WORD_CELLS + threadIdx.z * SIDE;
  const uint32_t group = threadIdx.z * SIDE + threadIdx.y;
  const uint32_t thread = group * blockDim.x + threadIdx.x;
  const uint32_t word = 4 * (first + threadIdx.x);
  const uint32_t column = first * columns + thread;
  const bool is_inside =
      word < storage.row_words && y < storage.height && z < storage.depth;

  life_launch_wait ();
  found[group][threadIdx.x] =
      is_inside ? blocks_of_words<layout> (
          storage, any_of_rows (storage, cells, word, y, z), word)
                : 0;
  __syncthreads ();
  if (thread >= blockDim.x * columns || column >= pyramid.columns)
    return;
  const uint32_t shift = thread % columns * SIDE;
  uint64_t block = 0;
#pragma unroll
  for (uint32_t i = 0; i < SIDE * SIDE; i++)
    block |= (uint64_t) (found[i][thread / columns] >> shift & 15) << SIDE * i;
  words[(uint64_t) row * pyramid.columns + column] = block;
}

/* --- On the host --- */

template <LifeLayout layout>
static cudaError_t
find (const LifeLauncher &launcher, const LifeStorage &storage,
    const uint32_t *cells, const LifePyramid &pyramid, uint64_t *words)
{
  const uint32_t loads = (storage.row_words - 1) / 4 + 1;
  uint32_t threads = 1;

  while (threads < MAX_ACROSS && threads < loads)
    threads *= 2;
  const uint32_t across = (loads - 1) / threads + 1;
  const uint64_t blocks = (uint64_t) across * pyramid.rows * pyramid.layers;
  return life_launch_dependent (launcher, find_kernel<layout>,
      dim3 ((unsigned) blocks), dim3 (threads, SIDE, SIDE), 0, storage, cells,
      pyramid, across, words);
}

gboolean
life_blocks_find_on_device (LifeScratch *words, LifePyramid *pyramid,
    const LifeLauncher &launcher, const LifeStorage &storage,
    const uint32_t *cells, GError **error)
{
  gsize n;

  pyramid->columns = life_pyramid_side (storage.width);
  pyramid->rows = life_pyramid_side (storage.height);
  pyramid->layers = life_pyramid_side (storage.depth);
  n = (gsize) pyramid->columns * pyramid->rows * pyramid->layers;
  if (!life_scratch_reserve (
          words, n * sizeof (uint64_t), "a view of a world", error))
    return FALSE;
  pyramid->words = (const uint64_t *) words->data;
  return life_cuda_check (storage.layout == LIFE_LAYOUT_BYTES
                              ? find<LIFE_LAYOUT_BYTES> (launcher, storage,
                                  cells, *pyramid, (uint64_t *) words->data)
                              : find<LIFE_LAYOUT_ROWS> (launcher, storage,
                                  cells, *pyramid, (uint64_t *) words->data),
      "finding live cells", error);
}
