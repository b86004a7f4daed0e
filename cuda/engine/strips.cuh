/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a 2D world is cut into 32 strips of lines, the layout of the bit-sliced 2D
 * kernels; how it is found in memory is in storage.h. No header of the toolkit is
 * included, so that the same source compiles at run time (NVRTC). */
#pragma once

#include "cuda/engine/gate.cuh"

/* LAYOUT. The 32 bits of a word are 32 horizontal strips of the world, one
 * under the other: bit j of word (x, row) is cell (x, strip_j + row), where
 * strip j starts at line strip_j = floor (j * height / 32). A strip has
 * ceil (height / 32) lines or one line fewer; bits of the last row that belong
 * to a shorter strip repeat the first line of the next strip and are no cells.
 *
 * So every neighbor of a whole word is a whole word: no bit is ever shifted
 * sideways, x wraps by plain index arithmetic at any width, and only the rows
 * above the first and below the last are rotated by one bit.
 *
 * States above 1 take more bits: as many planes of such words, one behind the
 * other, plane p with bit p of every state. */
struct LifeStrips {
  unsigned width, height;
  unsigned rows;     /* word rows: ceil (height / 32) */
  unsigned stride;   /* words from a row to the next; a multiple of 8 */
  size_t plane;      /* words from a bit of the states to the next */
  LifeWord last_row; /* the bits of the last row that are cells */
};

/* The planes that so many states take: 1, 2, 4 or 8, so that kernels come in few
 * kinds. */
__host__ __device__ inline unsigned
life_strips_planes (unsigned states)
{
  return states <= 2 ? 1 : states <= 4 ? 2 : states <= 16 ? 4 : 8;
}

/* The line at which strip @strip starts. */
__host__ __device__ inline unsigned
life_strip_start (unsigned height, unsigned strip)
{
  return (unsigned) ((unsigned long long) strip * height / 32);
}

/* The strip in which line @y lies: the last one that does not start after it. */
__host__ __device__ inline unsigned
life_strip_of (unsigned height, unsigned y)
{
  return (unsigned) ((32ull * y + 31) / height);
}

/* The same if it is computed for each pixel: a division in single precision is off
 * by one at most in worlds of 32 lines and more, and costs a fraction of one in 64
 * bits. */
__device__ __forceinline__ unsigned
life_strip_near (unsigned height, unsigned y)
{
  unsigned strip = min ((unsigned) __fdividef (32.0f * y, height), 31u);

  while (life_strip_start (height, strip) > y)
    strip--;
  while (life_strip_start (height, strip + 1) <= y)
    strip++;
  return strip;
}
