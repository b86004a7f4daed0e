/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of the kernels of Larger than Life, each compiled for one width
 * of vector; no worlds, no threads. */
#pragma once

#include <life/world.h>

#include "life/rule/sliding.h"

G_BEGIN_DECLS

/* Sums over a few columns of a world on their way down its rows. Lines are
 * bytes, of which the first radius + 1 and the last radius + 1 belong to the
 * columns beside the tile. Sums along diagonals are kept modulo 256, because
 * only differences of at most 51 are used. */
typedef struct {
  LifeNeighborhood neighborhood;
  LifeLargerRule rule;
  gboolean narrow; /* every count fits in a byte */
  /* A count is in a range where count - first, modulo 2^16, is at most span. */
  uint16_t birth_first, birth_span, survival_first, survival_span;
  size_t width;  /* columns of the tile */
  size_t stride; /* bytes from a line to the next */
  size_t taken;  /* rows so far */
  size_t slots;  /* rows that each ring holds; the newest is in taken % slots */

  uint8_t *alive;   /* a ring: which cells are in state 1 */
  uint8_t *columns; /* Moore: the sums of 2 radius + 1 cells of a column */
  uint8_t *falling,
      *rising;      /* von Neumann: rings of sums along both diagonals */
  uint8_t *change;  /* what each count of a row gains, minus what it loses */
  void *counts;     /* of the previous row, in bytes or 16 bits each */
  void *windows[2]; /* Moore: sums of adjacent columns */
  uint8_t *dead;    /* a line of dead cells */
} LifeLargerTile;

typedef struct {
  const char *name;
  /* Takes columns @at to @at + @length of the next row. */
  void (*take) (
      LifeLargerTile *tile, size_t at, const uint8_t *cells, size_t length);
  /* Completes the next row, which is the one radius below @cells, and writes
   * their next states to @next. Both are NULL while the rows above @cells are
   * not complete. */
  void (*advance) (LifeLargerTile *tile, const uint8_t *cells, uint8_t *next);
} LifeLargerKernel;

extern const LifeLargerKernel life_larger_portable;
extern const LifeLargerKernel life_larger_avx2;
extern const LifeLargerKernel life_larger_avx512;

G_END_DECLS
