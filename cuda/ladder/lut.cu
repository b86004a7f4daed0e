/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=lut: table lookup, in two dimensions.
 *
 * Idea: the 16 cells of a 4 × 4 block determine the next state of the 2 × 2 in
 * its middle, so a table of 2^16 bytes in shared memory holds the rule, and one
 * load advances four cells. A thread owns sixteen cells of a row and sweeps down
 * two rows at a time; it packs the rows that it meets into 18 bits each, and
 * gathers the nibbles of four rows into eight indices with a few gates. In 3D the
 * same block has 4 × 4 × 4 cells, and its table 2^64 entries.
 * Layout: a byte per cell in memory, a bit per cell in registers; index bit 4 r + c
 * is the block's cell in row r, column c; an entry's bits 0 … 3 are the middle,
 * row by row.
 * Halo: the two bytes next to a thread's cells, loaded; a row above and below a
 * sweep.
 * Bytes per cell: (rows + 2) / rows read, mostly 1; 1 written. Operations per cell:
 * 1/4 load from the table, about 0.8 to pack, 1 to gather, 1 to spread.
 * Source: the 4 × 4 to 2 × 2 table is that of Golly's QuickLife (Alan Hensel). */
#include "cuda/ladder/plan.h"
#include "cuda/ladder/words.cuh"

#define THREADS 512
#define MAX_ROWS 256

void
life_lut_fill (uint32_t birth, uint32_t survival, uint8_t *table)
{
  for (uint32_t index = 0; index < LIFE_LUT_BYTES; index++) {
    uint32_t entry = 0;
    for (uint32_t middle = 0; middle < 4; middle++) {
      const uint32_t corner = middle / 2 * 4 + middle % 2;
      const uint32_t block = index >> corner & 0x777;
      const uint32_t cell = block >> 5 & 1;
      uint32_t neighbors = 0;
      for (uint32_t rest = block & ~0x20u; rest != 0; rest &= rest - 1)
        neighbors++;
      entry |= ((cell ? survival : birth) >> neighbors & 1) << middle;
    }
    table[index] = (uint8_t) entry;
  }
}

/* The lowest bit of each byte, as the lowest four bits: the product moves them
 * side by side to the top, and nothing carries. */
static __device__ __forceinline__ uint32_t
nibble (uint32_t word)
{
  return word * 0x10204080u >> 28;
}

/* Sixteen cells and their neighbors as 18 bits. */
static __device__ __forceinline__ uint32_t
pack_row (const uint8_t *row)
{
  const LifeGroup cells = life_group_load (row);

  return row[-1] | nibble (cells.words[0]) << 1 | nibble (cells.words[1]) << 5
         | nibble (cells.words[2]) << 9 | nibble (cells.words[3]) << 13
         | (uint32_t) row[LIFE_GROUP] << 17;
}

/* Of four rows of sixteen bits, the nibbles of column 4 j are index j. */
static __device__ __forceinline__ void
gather (const uint32_t (&rows)[4], uint32_t (&indices)[4])
{
  const uint32_t even = 0x0f0f, odd = 0xf0f0;
  uint32_t top_even = (rows[0] & even) | (rows[1] << 4 & odd);
  uint32_t top_odd = (rows[0] >> 4 & even) | (rows[1] & odd);
  uint32_t low_even = (rows[2] & even) | (rows[3] << 4 & odd);
  uint32_t low_odd = (rows[2] >> 4 & even) | (rows[3] & odd);

  indices[0] = __byte_perm (top_even, low_even, 0x2240);
  indices[1] = __byte_perm (top_odd, low_odd, 0x2240);
  indices[2] = __byte_perm (top_even, low_even, 0x2251);
  indices[3] = __byte_perm (top_odd, low_odd, 0x2251);
}

/* Bits 0, 1, 16 and 17 as four byte cells. */
static __device__ __forceinline__ uint32_t
spread (uint32_t bits)
{
  return (bits & 0x00010001) | (bits << 7 & 0x01000100);
}

/* Two rows of the next generation from the four around them. */
static __device__ __forceinline__ void
advance (const uint8_t *table, const uint32_t (&rows)[4], LifeGroup &top,
    LifeGroup &bottom)
{
  uint32_t shifted[4], left[4], right[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    shifted[i] = rows[i] >> 2;
  gather (rows, left);
  gather (shifted, right);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    uint32_t entries = table[left[i]] | (uint32_t) table[right[i]] << 16;
    top.words[i] = spread (entries);
    bottom.words[i] = spread (entries >> 2);
  }
}

static __global__ void
__launch_bounds__ (THREADS)
    lut_kernel (const __grid_constant__ LifeBytesPass pass, uint32_t rows_each)
{
  extern __shared__ uint4 shared[];
  const uint8_t *table = (const uint8_t *) shared;
  const LifeTileGrid shares = life_tile_grid (pass, LIFE_GROUP, rows_each, 1);
  const uint64_t all = (uint64_t) shares.across * shares.down;

  /* The table was there before any generation was launched. */
  for (int i = threadIdx.x; i < LIFE_LUT_BYTES / 16; i += THREADS)
    shared[i] = ((const uint4 *) pass.table)[i];
  __syncthreads ();
  life_launch_wait ();

  for (uint64_t share = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
       share < all; share += (uint64_t) gridDim.x * THREADS) {
    const uint32_t x = (uint32_t) (share % shares.across) * LIFE_GROUP;
    const uint32_t y = (uint32_t) (share / shares.across) * rows_each;
    const uint32_t swept = min (rows_each, pass.height - y);
    const uint8_t *row = pass.from + life_bytes_offset (pass, x, y, 0);
    uint32_t rows[4];

    rows[2] = pack_row (row - pass.row);
    rows[3] = pack_row (row);
    for (uint32_t i = 0; i < swept; i += 2) {
      LifeGroup top, bottom;
      rows[0] = rows[2];
      rows[1] = rows[3];
      rows[2] = pack_row (row += pass.row);
      row += pass.row;
      /* Below the world's halo there is nothing, and nothing needs it. */
      rows[3] = i + 1 < swept ? pack_row (row) : 0;
      advance (table, rows, top, bottom);
      life_group_store<false> (pass, x, y + i, 0, top);
      if (i + 1 < swept)
        life_group_store<false> (pass, x, y + i + 1, 0, bottom);
    }
  }
}

/* As many blocks as fit at once, since each begins by copying the table; each
 * thread sweeps an even share. */
cudaError_t
life_lut_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  unsigned resident = 0;
  cudaError_t result = life_launch_count_resident (
      launcher, (const void *) lut_kernel, THREADS, LIFE_LUT_BYTES, &resident);

  if (result == cudaSuccess && resident == 0)
    result = cudaErrorInvalidConfiguration;
  if (result != cudaSuccess)
    return result;
  const uint64_t groups = life_tile_grid (pass, LIFE_GROUP, 1, 1).across;
  const uint64_t threads = (uint64_t) resident * THREADS;
  const uint64_t share = (groups * pass.height - 1) / threads + 1;
  plan->pass.share =
      (uint32_t) (share < MAX_ROWS ? (share + 1) / 2 * 2 : MAX_ROWS);
  const LifeTileGrid shares =
      life_tile_grid (pass, LIFE_GROUP, plan->pass.share, 1);
  const uint64_t needed =
      ((uint64_t) shares.across * shares.down - 1) / THREADS + 1;
  plan->launch = { (const void *) lut_kernel,
    dim3 ((unsigned) (needed < resident ? needed : resident)), dim3 (THREADS),
    LIFE_LUT_BYTES };
  return cudaSuccess;
}
