/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the host sees of the bit-sliced 2D kernels: a world of strips on the
 * device and the call that advances it. Reading rules, allocating and drawing
 * are the engine's. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _LifeBits2dKernels LifeBits2dKernels;

/* Which cells of the eight around a cell its rule counts; or that it is a table of
 * all nine. */
typedef enum {
  LIFE_BITS2D_MOORE,
  LIFE_BITS2D_VON_NEUMANN,
  LIFE_BITS2D_HEXAGONAL,
  LIFE_BITS2D_TABLE
} LifeBits2dCounted;

/* The most kernels that are named to be compiled, and the room for a name. */
#define LIFE_BITS2D_KERNELS 4
#define LIFE_BITS2D_NAME 128

/* The rule among the kernels' names that is not in rules.cuh but has to
 * be made of @map. */
#define LIFE_BITS2D_NETWORK "LifeRuleNetwork"

/**
 * LifeBits2d:
 * @width: columns of cells, 1 to 2^31 - 65
 * @height: lines of cells, 1 to 2^31 - 65
 * @torus: whether the edges meet; else what lies outside is dead
 * @counted: which cells the rule looks at
 * @birth: bit n set: a dead cell with n live neighbours, 0 to 8, comes alive
 * @survival: bit n set: a live cell with n live neighbours stays alive
 * @map: the same as a table: bit n of it set: alive next where the nine cells
 *   read n, north-west the highest bit; always filled in
 * @states: 2 to 256: live cells that do not stay alive go through those above 1
 * @gates: what a network for @map takes; 0 where there is none
 * @pdl: whether programmatic dependent launch may be used
 * @stream: where everything runs
 * @stride: words from a row of words to the next
 * @rows: rows of words
 * @planes: bits a cell: 1, 2, 4 or 8
 * @current: device memory of @planes × @rows × @stride words: the present
 *   generation
 * @next: the same: after a step the generation before the present one
 * @entries: device memory of life_bits2d_entries_size() bytes
 *
 * A 2D world under a rule of radius 1 over live cells, a bit a cell, or as many as
 * its states take, in the layout that sweep.cuh describes. The caller fills in the
 * fields down to @stream, calls life_bits2d_prepare(), allocates and fills
 * the memory, and steps. The fields after @entries are the kernels' own.
 */
typedef struct {
  uint32_t width, height;
  int torus;
  LifeBits2dCounted counted;
  uint32_t birth, survival;
  uint64_t map[8];
  uint32_t states, gates;
  int pdl;
  cudaStream_t stream;

  uint32_t stride, rows, planes;
  uint32_t *current, *next;
  void *entries;

  uint32_t last_row;
  int multiprocessors, has_pdl, has_cooperation;
  const LifeBits2dKernels *kernels;
  const void *compiled[LIFE_BITS2D_KERNELS];
} LifeBits2d;

/**
 * life_bits2d_prepare:
 * @world: size, topology, rule and stream filled in
 *
 * Fills in layout and kernels. To be called again when the rule changes; the
 * layout depends on the size alone.
 *
 * Returns: cudaSuccess, or why the device could not be asked
 */
cudaError_t life_bits2d_prepare (LifeBits2d *world);

/**
 * life_bits2d_name_kernels:
 * @world: a prepared world
 * @names: (out): place for LIFE_BITS2D_KERNELS names
 *
 * Tells which kernels of tiles.cuh advance the world fastest, as
 * NVRTC takes them.
 *
 * Returns: how many; 0 where they are compiled in
 */
int life_bits2d_name_kernels (
    const LifeBits2d *world, char (*names)[LIFE_BITS2D_NAME]);

/**
 * life_bits2d_take_kernels:
 * @world: a prepared world
 * @kernels: what was named, in that order; until @world is prepared again
 *
 * Without it, kernels that take any rule are used.
 */
void life_bits2d_take_kernels (LifeBits2d *world, const void *const *kernels);

/**
 * life_bits2d_entries_size:
 *
 * Returns: the bytes of @entries; 0 where the world is too large to need any
 */
size_t life_bits2d_entries_size (const LifeBits2d *world);

/**
 * life_bits2d_step:
 * @world: a prepared world with its memory
 * @generations: how many
 *
 * Queues the work on the stream and swaps the buffers as it goes: afterwards
 * @current is the new generation and, with @generations > 0, @next the one
 * before it.
 *
 * Returns: cudaSuccess, or the first error of a launch
 */
cudaError_t life_bits2d_step (LifeBits2d *world, uint64_t generations);

#ifdef __cplusplus
}
#endif
