/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stacks the frames of a 2D world on a GPU: planes and a pyramid that lie as on the CPU
 * (life/draw/body/stack-shape.h). How a stack is drawn is in cuda-body.cu.
 *
 * One kernel writes the present cells as a plane. Where cells lie in strips a warp turns
 * 32 × 32 of them, so that each of its threads has 32 of one row: 1920×1080 cells of a bit
 * are 260 KB read and as much written, which stay in the cache. The other one makes the
 * pyramid's words anew, a thread each, by the 1 to 4 planes of the block of 4: at most 64
 * loads of 16 cells, one read and one write of a word. */
#include "cuda/draw/body/spacetime.h"
#include "cuda/device/dependent.cuh"
#include "cuda/engine/packed-rows.cuh"

#define THREADS 128

/* The plane that is written: its first byte, and bytes from a row to the next. */
struct StackPlane {
  uint8_t *cells;
  uint64_t row;
};

static __device__ __forceinline__ uint32_t *
words_of_row (const StackPlane &plane, uint32_t row)
{
  return (uint32_t *) (plane.cells + row * plane.row);
}

/* --- From cells of a row side by side --- */

/* Bytes 4 × @word and on of a row that are cells. */
static __device__ __forceinline__ uint32_t
bytes_of_word (const LifeStorage &storage, const uint32_t *row, uint32_t word)
{
  const uint32_t n =
      4 * word < storage.width ? storage.width - 4 * word : 0; /* of cells */

  return n == 0 ? 0 : n < 4 ? row[word] & ((1u << 8 * n) - 1) : row[word];
}

/* A thread for each word of a plane, 4 cells or, if @packed, 32 of them. */
template <bool packed>
static __global__ void
__launch_bounds__ (THREADS)
    stack_rows (const __grid_constant__ LifeStorage storage,
        const uint32_t *cells, const __grid_constant__ StackPlane plane)
{
  const uint32_t words = (storage.width - 1) / (packed ? 32 : 4) + 1;
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t row = thread / words;
  const uint32_t word = (uint32_t) (thread % words);

  life_launch_wait ();
  if (row >= storage.height)
    return;
  cells += row * storage.row;
  words_of_row (plane, row)[word] =
      !packed ? bytes_of_word (storage, cells, word)
      : storage.layout == LIFE_LAYOUT_BYTES
          ? life_pack_bytes (cells, word, storage.width)
          : cells[word];
}

/* --- From strips --- */

/* A warp for each 32 columns of a row of words: 32 rows of the world. */
template <bool packed>
static __global__ void
__launch_bounds__ (THREADS)
    stack_strips (const __grid_constant__ LifeStorage storage,
        const uint32_t *cells, const __grid_constant__ StackPlane plane)
{
  const uint32_t words = (storage.width - 1) / 32 + 1, lane = threadIdx.x % 32;
  const uint64_t warp = ((uint64_t) blockIdx.x * THREADS + threadIdx.x) / 32;
  const uint32_t row = (uint32_t) (warp / words);
  const uint32_t word = (uint32_t) (warp % words);
  const uint32_t column = 32 * word + lane;

  life_launch_wait ();
  if (row >= storage.rows)
    return;
  cells += row * storage.row + column;
  if (packed) {
    const uint32_t strips = column < storage.width ? *cells : 0;
    const uint32_t now = life_transpose_strips (strips);
    const uint32_t first = life_strip_start (storage.height, lane);
    if (first + row < life_strip_start (storage.height, lane + 1))
      words_of_row (plane, first + row)[word] = now;
    return;
  }
  if (column >= storage.width)
    return;
  for (uint32_t strip = 0; strip < 32; strip++) {
    const uint32_t y = life_strip_start (storage.height, strip) + row;

    if (y >= life_strip_start (storage.height, strip + 1))
      continue;
    uint32_t now = 0;
    for (uint32_t bit = 0; bit < storage.bits; bit++)
      now |= (cells[bit * storage.bit_plane] >> strip & 1) << bit;
    plane.cells[y * plane.row + column] = (uint8_t) now;
  }
}

/* --- The pyramid --- */

/* A block of 4 planes of which those up to the one that was written are there. */
struct StackBlock {
  const uint8_t *cells; /* of its first plane */
  uint64_t row, plane;  /* bytes from one to the next */
  uint32_t n_planes, height;
  uint32_t columns, rows; /* of the layer of words */
  uint64_t *words;        /* of that layer */
  uint32_t shift;         /* of the block's bits in them */
};

/* Which blocks of 4 cells have some of 16 that live: those from byte @at on of a plane's
 * row, 16 bytes or, if @packed, 2. */
template <bool packed>
static __device__ __forceinline__ uint4
load_cells (const StackBlock &block, uint64_t at, uint32_t column)
{
  uint4 cells = make_uint4 (0, 0, 0, 0);

  if (packed) {
    cells.x = *(const uint16_t *) (block.cells + at + 2 * column);
  } else {
    const uint2 *pairs = (const uint2 *) (block.cells + at + 16 * column);

    cells.x = pairs[0].x;
    cells.y = pairs[0].y;
    if (16 * column + 8 < block.row) {
      cells.z = pairs[1].x;
      cells.w = pairs[1].y;
    }
  }
  return cells;
}

template <bool packed>
static __device__ __forceinline__ uint32_t
blocks_of_cells (uint4 cells)
{
  if (packed)
    return ((cells.x & 0xf) != 0) | ((cells.x & 0xf0) != 0) << 1
           | ((cells.x & 0xf00) != 0) << 2 | ((cells.x & 0xf000) != 0) << 3;
  return (cells.x != 0) | (cells.y != 0) << 1 | (cells.z != 0) << 2
         | (cells.w != 0) << 3;
}

/* A thread for each word. */
template <bool packed>
static __global__ void
__launch_bounds__ (THREADS)
    find_blocks (const __grid_constant__ StackBlock block)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint32_t column = (uint32_t) (thread % block.columns);
  const uint64_t row = thread / block.columns;
  uint64_t found = 0;

  life_launch_wait ();
  if (row >= block.rows)
    return;
#pragma unroll
  for (uint32_t i = 0; i < LIFE_PYRAMID_BLOCK_CELLS; i++) {
    const uint64_t first =
        row * LIFE_PYRAMID_WORD_CELLS + i * LIFE_PYRAMID_BLOCK_CELLS;
    uint4 any = make_uint4 (0, 0, 0, 0);

    for (uint32_t plane = 0; plane < block.n_planes; plane++)
#pragma unroll
      for (uint32_t y = 0; y < LIFE_PYRAMID_BLOCK_CELLS; y++)
        if (first + y < block.height) {
          const uint4 cells = load_cells<packed> (
              block, plane * block.plane + (first + y) * block.row, column);
          any.x |= cells.x;
          any.y |= cells.y;
          any.z |= cells.z;
          any.w |= cells.w;
        }
    found |= (uint64_t) blocks_of_cells<packed> (any) << 4 * i;
  }
  block.words[thread] = (block.words[thread] & ((1ull << block.shift) - 1))
                        | found << block.shift;
}

/* --- On the host --- */

/* Makes room for so many frames of the present rule; those of another one are dropped. */
static gboolean
need_room (LifeCudaStack *self, const LifeCudaEngine *cuda, guint frames,
    GError **error)
{
  LifeStackShape shape;

  life_stack_shape_init (
      &shape, &cuda->engine.geometry, cuda->engine.rule->states, frames);
  if (self->valid && life_stack_shape_is_same (&self->shape, &shape))
    return TRUE;
  life_cuda_stack_clear (self);
  g_autofree gchar *title = life_stack_title (&shape);
  self->shape = shape;
  self->valid =
      life_scratch_reserve_cleared (&self->planes,
          life_stack_plane_bytes (&shape), cuda->launcher.stream, title, error)
      && life_scratch_reserve_cleared (&self->blocks,
          life_stack_block_bytes (&shape), cuda->launcher.stream, title, error);
  if (self->valid)
    return TRUE;
  life_stack_add_remedy (error);
  life_cuda_stack_clear (self);
  return FALSE;
}

static cudaError_t
write_plane (
    const LifeCudaStack *self, const LifeCudaEngine *cuda, guint32 slot)
{
  const LifeStorage &storage = cuda->storage;
  const LifeStackShape &shape = self->shape;
  const bool packed = shape.kind == LIFE_FIELD_BIT;
  const bool strips = storage.layout == LIFE_LAYOUT_STRIPS;
  const StackPlane plane = { (uint8_t *) self->planes.data + slot * shape.plane,
    shape.row };
  const uint64_t words = (storage.width - 1) / (packed || strips ? 32 : 4) + 1;
  const uint64_t threads =
      words * (strips ? 32 * (uint64_t) storage.rows : storage.height);

  return life_launch_dependent (cuda->launcher,
      strips   ? packed ? stack_strips<true> : stack_strips<false>
        : packed ? stack_rows<true>
               : stack_rows<false>,
      dim3 ((unsigned) ((threads - 1) / THREADS + 1)), dim3 (THREADS), 0,
      storage, (const uint32_t *) cuda->present, plane);
}

static cudaError_t
update_blocks (
    const LifeCudaStack *self, const LifeCudaEngine *cuda, guint32 slot)
{
  const LifeStackShape &shape = self->shape;
  const uint32_t in_block = slot % LIFE_PYRAMID_BLOCK_CELLS;
  const uint64_t threads = (uint64_t) shape.columns * shape.rows;
  StackBlock block;

  block.cells =
      (const uint8_t *) self->planes.data + (slot - in_block) * shape.plane;
  block.row = shape.row;
  block.plane = shape.plane;
  block.n_planes = in_block + 1;
  block.height = cuda->engine.geometry.height;
  block.columns = (uint32_t) shape.columns;
  block.rows = (uint32_t) shape.rows;
  block.words =
      (uint64_t *) self->blocks.data
      + life_pyramid_word (shape.columns, shape.rows, 0, 0, (int32_t) slot);
  block.shift = life_pyramid_bit (0, 0, (int32_t) slot);
  return life_launch_dependent (cuda->launcher,
      shape.kind == LIFE_FIELD_BIT ? find_blocks<true> : find_blocks<false>,
      dim3 ((unsigned) ((threads - 1) / THREADS + 1)), dim3 (THREADS), 0,
      block);
}

gboolean
life_cuda_stack_write (LifeCudaStack *self, const LifeCudaEngine *cuda,
    const LifeStacked *stacked, GError **error)
{
  if (!need_room (self, cuda, stacked->frames, error))
    return FALSE;
  const guint32 slot = life_stack_slot (&self->shape, stacked->number);
  return life_cuda_check (
             write_plane (self, cuda, slot), "stacking a frame", error)
         && life_cuda_check (
             update_blocks (self, cuda, slot), "stacking a frame", error);
}

void
life_cuda_stack_show (const LifeCudaStack *self, LifeBody *body)
{
  body->field = life_stack_field (&self->shape, self->planes.data);
  body->pyramid =
      life_stack_pyramid (&self->shape, (const guint64 *) self->blocks.data);
}

void
life_cuda_stack_clear (LifeCudaStack *self)
{
  life_scratch_release (&self->planes);
  life_scratch_release (&self->blocks);
  self->valid = FALSE;
}
