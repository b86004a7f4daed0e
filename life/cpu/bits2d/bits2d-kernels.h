/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of the bit-sliced 2D kernels, each compiled for one width of
 * vector; no storage, no threads. */
#pragma once

#include "life/cpu/bits2d/network-terms.h"
#include "life/cpu/bits2d/terms.h"

/* Rows start at multiples of this many words, and kernels compute this many
 * words at a time. This many words are readable on both sides of every row. */
#define LIFE_BLOCK_WORDS 8

/* A rule as tables of the 3×3 block, whose rows are read as numbers with the
 * westernmost cell the lowest digit.
 * @bytes: bit n of element 8 h + s of the first, and bit s of element 8 n + h of the second,
 *   is the cell after rows n, h and s
 * @pairs: bits 0 and 1 of element a + 16 h + 256 s are two cells side by side
 *   after rows of four */
typedef struct {
  uint8_t bytes[2][64];
  uint8_t pairs[4096];
} LifeBitslicedMap;

/* Rows of words to advance by one generation. The halo bits at both ends of the
 * rows read are set; those of the rows written are not. */
typedef struct {
  const uint64_t *above;           /* the row above the first */
  const uint64_t *row;             /* the first row */
  const uint64_t *below;           /* the row below the last */
  uint64_t *next;                  /* the first row to write */
  size_t stride;                   /* words from a row to the next */
  size_t plane;                    /* and from a plane to the next, */
  size_t above_plane, below_plane; /* and of those rows */
  size_t rows;
  size_t words; /* words of a row that have cells */
  int compare;  /* whether to compare with what is written over */
} LifeBitslicedStrip;

/* A part of the world that is advanced by several generations;
 * life/cpu/bits2d/tile.h describes its layout. */
typedef struct {
  uint64_t *cells;
  uint64_t *ages;  /* per plane as many slots as rows */
  uint64_t *lines; /* three slots more, for counting */
  size_t stride;   /* words from a slot to the next */
  size_t blocks;
  size_t planes; /* in a slot, next to one another in each column */
  size_t rows;   /* of each of the 64 strips */
  size_t first;  /* the slot of row 0: 2, or 1 after an odd generation */
} LifeBitslicedTile;

/* Rows and columns of a tile that stay dead. */
typedef struct {
  uint32_t columns[2], rows[2];
  uint32_t n_columns, n_rows;
} LifeBitslicedWalls;

/* The part of a tile in which changes are counted. */
typedef struct {
  size_t x, y, width, height;
  uint64_t births, deaths;
} LifeBitslicedPart;

typedef struct {
  const char *title;
  size_t lanes; /* words of a vector */
  /* The cost of advancing a vector in a strip, and of copying one into a tile
   * and back, in tenths of advancing one in a tile. */
  uint32_t strip_cost, turn_cost;

  /* Advances a strip by B3/S23. Returns 0 if it was to compare and no cell
   * that it wrote over differed. */
  uint64_t (*life) (const LifeBitslicedStrip *strip);
  /* Advances it by any rule. */
  uint64_t (*totalistic) (
      const LifeBitslicedStrip *strip, const LifeBitslicedRule *rule);
  uint64_t (*mapped) (
      const LifeBitslicedStrip *strip, const LifeBitslicedMap *map);
  uint64_t (*network) (
      const LifeBitslicedStrip *strip, const LifeBitslicedNetwork *rule);

  /* Copy a row of a tile's strips to its slot from 64 consecutive rows of
   * words, and back; load_row() returns 0 if all are dead. */
  int (*load_row) (
      const LifeBitslicedTile *tile, uint64_t *slot, const uint64_t *rows);
  void (*store_row) (
      const LifeBitslicedTile *tile, const uint64_t *slot, uint64_t *rows);
  /* Advances a tile, and counts the changes of the last generation where @part
   * is not NULL. */
  void (*tile_life) (LifeBitslicedTile *tile, uint32_t generations,
      const LifeBitslicedWalls *walls, LifeBitslicedPart *part);
  void (*tile_totalistic) (LifeBitslicedTile *tile, uint32_t generations,
      const LifeBitslicedWalls *walls, LifeBitslicedPart *part,
      const LifeBitslicedRule *rule);

  /* Copies @words words from bit @shift of @from on; reads one word more. */
  void (*copy) (
      uint64_t *to, const uint64_t *from, uint32_t shift, size_t words);
  /* Replaces @n words; @changed[i] is set to the bits that differed, and the
   * new bits are added to *@alive. */
  void (*replace) (uint64_t *to, const uint64_t *words, size_t n,
      uint64_t *changed, uint64_t *alive);

  /* Fills a row with cells of the soup; its end is filled to a whole block. */
  void (*soup) (
      uint64_t *row, size_t words, uint64_t soup_row, uint64_t threshold);
} LifeBitslicedKernel;

extern const LifeBitslicedKernel life_bitsliced_portable;
#ifdef __x86_64__
extern const LifeBitslicedKernel life_bitsliced_avx2;
extern const LifeBitslicedKernel life_bitsliced_avx512;

/* Replaces @mapped with AVX-512 if the processor can also look up bytes in a
 * vector. */
uint64_t life_bitsliced_map_avx512vbmi (
    const LifeBitslicedStrip *strip, const LifeBitslicedMap *map);
#endif
