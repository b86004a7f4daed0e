/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Turned views: which points of a world a pixel shows. Sines and cosines are computed on the
 * host; from there on all is integers, compiled by C and nvcc. No pixel is read or written
 * here.
 *
 * A pixel shows 4 × 4 points. Each is looked up in a grid of squares that lie along the
 * world's axes: its cells or, where they are smaller than a quarter of a pixel, areas as
 * wide as that. So at quarter turns at whole zooms those that a pixel shows are just what
 * it covers. */
#pragma once

#include "life/draw/view/covered.h"

#include <life/view.h>

G_BEGIN_DECLS

/* Places are counted in 2^-40 squares, so that in the largest frame none is off by more
 * than a hundredth of the distance to a border at the largest zoom. */
#define LIFE_TURN_BITS 40

/* Places along each side of a pixel. */
#define LIFE_TURN_SIDE 4
#define LIFE_TURN_POINTS (LIFE_TURN_SIDE * LIFE_TURN_SIDE)

/* An axis of the world. */
typedef struct {
  int64_t origin;      /* the square from which points are counted */
  int64_t first;       /* the frame's first point */
  int64_t right, down; /* from a point to the next one */
  int64_t size;        /* the world's, in cells × 2^fraction_bits */
} LifeTurnAxis;

/* Squares are counted from the world's corner; each is @side × 2^-@fraction_bits cells
 * wide. @areas: they are no cells. */
typedef struct {
  LifeTurnAxis columns, rows;
  uint32_t fraction_bits;
  int64_t side;
  int areas;
} LifeTurn;

/* The first point of pixel (@x, @y). */
LIFE_SHARED int64_t
life_turn_point (LifeTurnAxis axis, uint32_t x, uint32_t y)
{
  return axis.first + (int64_t) LIFE_TURN_SIDE * x * axis.right
         + (int64_t) LIFE_TURN_SIDE * y * axis.down;
}

/* The square at a point. */
LIFE_SHARED int64_t
life_turn_square (LifeTurnAxis axis, int64_t position)
{
  return axis.origin + (position >> LIFE_TURN_BITS);
}

/* What of a square lies in the world. */
LIFE_SHARED LifeCoveredPart
life_turn_part (LifeTurnAxis axis, int64_t side, int64_t square)
{
  const int64_t first = square * side;

  return life_covered_part (first, first + side, 0, axis.size);
}

/* Whether @view is turned at all. */
gboolean life_turn_is_needed (const LifeView *view);

/* For a frame of @width × @height pixels and a plane of so many cells. */
void life_turn_init (LifeTurn *turn, const LifeView *view, guint width,
    guint height, guint32 n_columns, guint32 n_rows);

G_END_DECLS
