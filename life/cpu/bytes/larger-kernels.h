/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of the kernels of Larger than Life, each compiled for one width
 * of vector; no worlds, no threads. */
#pragma once

#include <life/world.h>

#include "life/rule/sliding.h"

/* Sums over a few columns of a world on their way down its rows. Lines have an
 * element per column, of which the first radius + 1 and the last radius + 1 are
 * the tile's halo. Elements are bytes, sums of sum_bytes or counts
 * of count_bytes. */
typedef struct {
  LifeNeighborhood neighborhood;
  LifeLargerRule rule;
  uint16_t heights[LIFE_RADIUS_MAX + 1]; /* of the columns at each distance */
  /* 1 and 1, 1 and 2, or 2 and 4. */
  size_t sum_bytes, count_bytes;
  /* A count is in a range if count - first, modulo its size, is at most span. */
  uint32_t birth_first, birth_span, survival_first, survival_span;
  /* Of a rule that lists counts, with the cell itself (life_next_counted()); else NULL. */
  const uint32_t *list;
  size_t width;  /* columns of the tile */
  size_t stride; /* elements from a line to the next */
  size_t n_rows; /* rows so far */
  size_t slots; /* rows that each ring holds; the newest is in n_rows % slots */

  uint8_t *alive; /* bytes, a ring: which cells are in state 1 */
  void *columns;  /* Moore: the sums of 2 radius + 1 cells of a column */
  /* Von Neumann: rings of sums along both diagonals, modulo their size: only
   * differences are used, of at most radius + 1. */
  void *falling, *rising;
  /* Sums, with a sign: what each count of a row gains, minus what it loses. */
  void *change;
  void
      *counts; /* of the previous row; Moore: of a row, of a rule with a list */
  void *windows[2]; /* Moore: counts of adjacent columns */
  uint8_t *dead;    /* bytes: a line of dead cells */
} LifeLargerTile;

typedef struct {
  const char *name;
  /* Adds columns @at to @at + @length of the next row. */
  void (*add_row) (
      LifeLargerTile *tile, size_t at, const uint8_t *cells, size_t length);
  /* Completes the next row, which is the one radius below @cells, and writes
   * their next states to @next. Both are NULL while the rows above @cells are
   * not complete. */
  void (*advance) (LifeLargerTile *tile, const uint8_t *cells, uint8_t *next);
} LifeLargerKernel;

extern const LifeLargerKernel life_larger_portable;
extern const LifeLargerKernel life_larger_avx2;
extern const LifeLargerKernel life_larger_avx512;
