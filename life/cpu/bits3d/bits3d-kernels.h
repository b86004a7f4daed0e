/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of the bit-sliced 3D kernels, each compiled for one width of
 * vector; no storage, no threads. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Rows are computed in blocks of this many words, whatever the width of a
 * vector. */
#define LIFE_BLOCK3D_WORDS 8
/* Blocks of one slice of a tile, its halo of two rows included: three slices of
 * them stay in the first-level cache. */
#define LIFE_TILE3D_BLOCKS 40
/* How many rows may share a block, and the longest such row. */
#define LIFE_GROUPS3D_MAX 8
#define LIFE_GROUPED3D_WORDS 24

/* The sub-tables of a rule for totals of 0 … 27, four totals each. */
#define LIFE_SUB_TABLES3D 7

/* Which cells count: all of a 3×3×3 block, the middle included; or, without the
 * middle, those that share a face with it, only an edge, or only a corner. */
typedef enum {
  LIFE_SHAPE3D_BLOCK,
  LIFE_SHAPE3D_FACES,
  LIFE_SHAPE3D_EDGES,
  LIFE_SHAPE3D_CORNERS,
} LifeBitsliced3dShape;

/* A rule on the total of live cells in a shape. Bit 4 alive + 2 b + a of
 * sub_tables[n] is the next state for a total of 4 n + 2 b + a. With more than
 * two states cells age as in life/cpu/bits2d/bits2d-kernels.h. */
typedef struct {
  LifeBitsliced3dShape shape;
  uint8_t sub_tables[LIFE_SUB_TABLES3D];
  int is_b6s567;
  size_t ages;  /* planes */
  size_t plane; /* words from a plane to the next */
  unsigned int first_age;
} LifeBitsliced3dRule;

/* A world and how its slices are cut. Cell x of a row is bit x % 64 of word
 * x / 64; bits beyond the width are 0. Rows follow each other without a gap.
 *
 * The kernel works on ring rows: a ring row is one row, or if rows are short
 * @groups of them end to end, each @tile_rows below the last one. It is
 * computed in @blocks. A tile is @tile_blocks of @tile_rows ring rows and is
 * swept through @chunk slices. */
typedef struct {
  size_t words, height, depth; /* words of a row; rows; slices */
  unsigned int last_cells;     /* in a row's last word, 1 … 64 */
  int torus;                   /* else a plane */

  size_t groups, blocks;
  size_t tile_blocks, tile_rows;
  size_t tiles_x, tiles_y;
  size_t chunk, chunks;

  /* For each word of a ring row: all ones if a row begins there, all ones if one
   * ends there, and the bits that are cells. */
  const uint64_t *first, *last, *valid;
  /* If one block has whole rows: which of its words is west of each, and which
   * is east; else NULL. */
  const uint64_t *west, *east;
} LifeBitsliced3dPlan;

typedef struct {
  const char *title;

  /* Advances tile @tile, of tiles_x × tiles_y × chunks, from @cells to @next.
   * Reads up to a row and a block beyond both ends. */
  void (*advance) (const LifeBitsliced3dPlan *plan,
      const LifeBitsliced3dRule *rule, const uint64_t *cells, uint64_t *next,
      size_t tile);
  /* Fills a row with cells of the soup, one bit for each of @words words. */
  void (*soup) (
      uint64_t *row, size_t words, uint64_t soup_row, uint64_t threshold);
} LifeBitsliced3dKernel;

extern const LifeBitsliced3dKernel life_bitsliced3d_portable;
#ifdef __x86_64__
extern const LifeBitsliced3dKernel life_bitsliced3d_avx2;
extern const LifeBitsliced3dKernel life_bitsliced3d_avx512;
#endif
