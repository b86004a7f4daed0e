/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts frames into the history of a world on a GPU, whose bytes and bits lie as on the
 * CPU (life/draw/sample/history-cells.h).
 *
 * A frame is counted when it is drawn, so that drawing reads bytes and bits and no cells;
 * when the world leaves it, that is the history. Edits in between count it anew.
 *
 * A thread counts 32 cells of a row: it reads their bytes, one word of bits of the last
 * frame and one of this one, and writes both. Where cells lie in strips a warp turns
 * 32 × 32 of them, so that each of its threads has 32 of one row. 1920×1080 cells are
 * 2.1 MB read and as much written, which stay in the cache. */
#include "cuda/draw/sample/cuda-history.h"

#include "cuda/engine/packed-rows.cuh"

#include "life/base/memory.h"
#include "life/draw/history.h"

#define THREADS 128

struct HistoryRows {
  const uint8_t *from;
  uint8_t *to;
  LifeHistoryShape shape;
};

/* Where the bits of a row's cells 32 × @word and on lie. */
static __device__ __forceinline__ uint32_t *
bits_at (
    const uint8_t *history, LifeHistoryShape shape, uint64_t row, uint32_t word)
{
  return (uint32_t *) (history + life_history_cells (shape))
         + row * shape.words * 2 + word;
}

/* The bytes of four cells in the next frame, by life_history_next(); the lowest bits of
 * @changed are set for those of them were born or died. */
static __device__ __forceinline__ uint32_t
next_four (uint32_t bytes, uint32_t changed)
{
  const uint32_t ones = (changed & 15) * 0x00204081 & 0x01010101;

  return __vsubus4 (bytes, 0x01010101) | ones * 255;
}

/* Counts cells 32 × @word and on of a row, of which @now live. */
static __device__ __forceinline__ void
count_word (const HistoryRows &rows, uint64_t row, uint32_t word, uint32_t now)
{
  const size_t at =
      row * rows.shape.words * LIFE_HISTORY_WORD + (size_t) word * 32;
  const uint32_t changed = *bits_at (rows.from, rows.shape, row, word) ^ now;
  const uint4 *from = (const uint4 *) (rows.from + at);
  uint4 *to = (uint4 *) (rows.to + at);

#pragma unroll
  for (int i = 0; i < 2; i++) {
    const uint4 bytes = from[i];
    const uint32_t here = changed >> 16 * i;

    to[i] =
        make_uint4 (next_four (bytes.x, here), next_four (bytes.y, here >> 4),
            next_four (bytes.z, here >> 8), next_four (bytes.w, here >> 12));
  }
  *bits_at (rows.to, rows.shape, row, word) = now;
}

/* --- Cells of a row side by side --- */

static __global__ void
__launch_bounds__ (THREADS)
    record_rows (const __grid_constant__ LifeStorage storage,
        const uint32_t *cells, const __grid_constant__ HistoryRows rows)
{
  const uint32_t words = (storage.width - 1) / 32 + 1;
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t row = thread / words;
  const uint32_t word = (uint32_t) (thread % words);

  life_launch_wait ();
  if (row >= rows.shape.rows)
    return;
  cells +=
      row / storage.height * storage.plane + row % storage.height * storage.row;
  count_word (rows, row, word,
      storage.layout == LIFE_LAYOUT_BYTES
          ? life_pack_bytes (cells, word, storage.width)
          : cells[word]);
}

/* --- Cells of a column side by side --- */

/* A warp for each 32 columns of a row of words. */
static __global__ void
__launch_bounds__ (THREADS)
    record_strips (const __grid_constant__ LifeStorage storage,
        const uint32_t *cells, const __grid_constant__ HistoryRows rows)
{
  const uint32_t words = (storage.width - 1) / 32 + 1, lane = threadIdx.x % 32;
  const uint64_t warp = ((uint64_t) blockIdx.x * THREADS + threadIdx.x) / 32;
  const uint32_t row = (uint32_t) (warp / words);
  const uint32_t word = (uint32_t) (warp % words);
  const uint32_t column = 32 * word + lane;
  uint32_t strips = 0;

  life_launch_wait ();
  if (row >= storage.rows)
    return;
  if (column < storage.width)
    for (uint32_t bit = 0; bit < storage.bits; bit++)
      strips |= cells[bit * storage.bit_plane + row * storage.row + column];
  const uint32_t now = life_transpose_strips (strips);
  const uint32_t first = life_strip_start (storage.height, lane);
  if (first + row < life_strip_start (storage.height, lane + 1))
    count_word (rows, first + row, word, now);
}

/* --- On the host --- */

static gboolean
reserve (LifeCudaHistory *self, LifeCudaEngine *cuda, LifeScratch *memory,
    GError **error)
{
  if (!life_history_shape (&cuda->engine.geometry, &self->shape))
    return life_cuda_check_memory (G_MAXSIZE, "a history of frames", error);
  return memory->data != NULL
         || life_scratch_reserve_cleared (memory,
             life_history_bytes (self->shape), cuda->launcher.stream,
             "a history of frames", error);
}

gboolean
life_cuda_history_reserve (
    LifeCudaHistory *self, LifeCudaEngine *cuda, GError **error)
{
  return reserve (self, cuda, &self->past, error);
}

static cudaError_t
count_frame (const LifeCudaHistory *self, const LifeCudaEngine *cuda)
{
  const LifeStorage &storage = cuda->storage;
  const bool strips = storage.layout == LIFE_LAYOUT_STRIPS;
  const HistoryRows rows = { (const uint8_t *) self->past.data,
    (uint8_t *) self->now.data, self->shape };
  const uint64_t words = (storage.width - 1) / 32 + 1;
  const uint64_t threads =
      words * (strips ? 32 * (uint64_t) storage.rows : rows.shape.rows);

  return life_launch_dependent (cuda->launcher,
      strips ? record_strips : record_rows,
      dim3 ((unsigned) ((threads - 1) / THREADS + 1)), dim3 (THREADS), 0,
      storage, (const uint32_t *) cuda->present, rows);
}

gboolean
life_cuda_history_count (
    LifeCudaHistory *self, LifeCudaEngine *cuda, GError **error)
{
  if (self->counted == cuda->version)
    return TRUE;
  self->counted = 0;
  if (!life_cuda_history_reserve (self, cuda, error)
      || !reserve (self, cuda, &self->now, error)
      || !life_cuda_check (count_frame (self, cuda), "counting a frame", error))
    return FALSE;
  self->counted = cuda->version;
  return TRUE;
}

static void
swap (LifeScratch *a, LifeScratch *b)
{
  const LifeScratch moved = *a;

  *a = *b;
  *b = moved;
}

/* What was counted to draw the frame is what it leaves behind. */
gboolean
life_cuda_history_end_frame (LifeCudaHistory *self, LifeCudaEngine *cuda,
    gboolean undoable, GError **error)
{
  if (!life_cuda_history_count (self, cuda, error))
    return FALSE;
  swap (&self->past, &self->now);
  if (undoable)
    swap (&self->now, &self->earlier);
  self->counted = 0;
  return TRUE;
}

void
life_cuda_history_undo_end_frame (LifeCudaHistory *self)
{
  swap (&self->past, &self->earlier);
  self->counted = 0;
}

gboolean
life_cuda_history_export (const LifeCudaHistory *self, LifeCudaEngine *cuda,
    guint8 **bytes, GError **error)
{
  const gsize size = life_history_bytes (self->shape);

  *bytes = NULL;
  if (self->past.data == NULL)
    return TRUE;
  *bytes = (guint8 *) life_memory_reserve (size, "a history of frames", error);
  if (*bytes == NULL)
    return FALSE;
  if (life_cuda_check (cudaMemcpyAsync (*bytes, self->past.data, size,
                           cudaMemcpyDeviceToHost, cuda->launcher.stream),
          "reading a history of frames", error)
      && life_cuda_finish (cuda, "reading a history of frames", error))
    return TRUE;
  life_memory_release (*bytes);
  *bytes = NULL;
  return FALSE;
}

gboolean
life_cuda_history_import (LifeCudaHistory *self, LifeCudaEngine *cuda,
    const guint8 *bytes, GError **error)
{
  self->counted = 0;
  return life_cuda_history_reserve (self, cuda, error)
         && life_cuda_check (cudaMemcpyAsync (self->past.data, bytes,
                                 life_history_bytes (self->shape),
                                 cudaMemcpyHostToDevice, cuda->launcher.stream),
             "writing a history of frames", error)
         && life_cuda_finish (cuda, "writing a history of frames", error);
}

void
life_cuda_history_clear (LifeCudaHistory *self)
{
  life_scratch_release (&self->past);
  life_scratch_release (&self->now);
  life_scratch_release (&self->earlier);
  self->counted = 0;
}
