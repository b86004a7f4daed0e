/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the kernels of Larger than Life, each compiled for one width of vector, offer to
 * larger.c; neither worlds nor threads. */
#pragma once

#include <life/world.h>

#include "life/rule/sliding.h"

G_BEGIN_DECLS

/* Sums over a few columns of a world on their way down its rows. Lines are bytes,
 * of which the first radius + 1 and the last radius + 1 belong to the columns beside
 * the tile. Sums along diagonals are kept modulo 256: what is asked of them are
 * differences of 51 at most. */
typedef struct {
  LifeNeighbourhood neighbourhood;
  LifeLargerRule rule;
  gboolean narrow; /* every count fits a byte */
  /* A count is in a range where count - first, wrapped, is not above span. */
  uint16_t birth_first, birth_span, survival_first, survival_span;
  size_t width;  /* columns of the tile */
  size_t stride; /* bytes from a line to the next */
  size_t taken;  /* rows so far */
  size_t slots;  /* rows that each ring holds; the newest in taken % slots */

  uint8_t *alive;   /* a ring: which cells are in state 1 */
  uint8_t *columns; /* Moore: the sums of 2 radius + 1 cells of a column */
  uint8_t *falling,
      *rising;      /* von Neumann: rings of sums along both diagonals */
  uint8_t *change;  /* what comes to the counts of a row, less what goes */
  void *counts;     /* of the row before, bytes or 16 bits each */
  void *windows[2]; /* Moore: sums of a few columns */
  uint8_t *dead;    /* a line of dead cells */
} LifeLargerTile;

typedef struct {
  const char *name;
  /* @length cells of the row that comes next, to columns @at and on of a line. */
  void (*take) (
      LifeLargerTile *tile, size_t at, const uint8_t *cells, size_t length);
  /* All of the row is taken, which is the one radius below @cells; @next: what
   * becomes of these, or NULL while the rows above them are still coming. */
  void (*advance) (LifeLargerTile *tile, const uint8_t *cells, uint8_t *next);
} LifeLargerKernel;

extern const LifeLargerKernel life_larger_portable;
extern const LifeLargerKernel life_larger_avx2;
extern const LifeLargerKernel life_larger_avx512;

G_END_DECLS
