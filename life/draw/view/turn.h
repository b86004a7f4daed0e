/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Turned views, and those of hexagons: which points of a world a pixel shows. Sines and cosines
 * are computed on the host; from there on all is integers, compiled by C and nvcc. No pixel is read or written
 * here.
 *
 * A pixel shows 4 × 4 points. Each is looked up in a grid of squares that lie along the
 * world's axes: its cells or, where they are smaller than a quarter of a pixel, areas as
 * wide as that. So at quarter turns at whole zooms those that a pixel shows are just what
 * it covers.
 *
 * Hexagons are looked up at positions along the axes of the world, too, which then are 120
 * degrees apart: a row lies half a cell to the left of the one above it. */
#pragma once

#include "life/draw/view/covered.h"

#include <life/view.h>

G_BEGIN_DECLS

/* Places are counted in 2^-40 squares, so that in the largest frame none is off by more
 * than a hundredth of the distance to a border at the largest zoom. */
#define LIFE_TURN_BITS 40

/* From a row of hexagons to the next one, √3 / 2 cells. */
#define LIFE_HEXAGON_ROW 0.86602540378443864676

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
 * wide. @areas: they are no cells. @hexagons: they are hexagons instead; @joined: so that the
 * ends of rows change sides until the world is a rectangle. */
typedef struct {
  LifeTurnAxis columns, rows;
  uint32_t fraction_bits;
  int64_t side;
  int areas;
  int hexagons, joined;
} LifeTurn;

/* A square, or a hexagon. */
typedef struct {
  int64_t column, row;
} LifeTurnCell;

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

/* The hexagon at a point, with its middle half a cell from the corner that points are counted
 * from, both ways: of the four middles around the point the nearest, which is not the one across
 * the longer diagonal. */
LIFE_SHARED LifeTurnCell
life_turn_hexagon (int64_t x, int64_t y)
{
  const int64_t one = (int64_t) 1 << LIFE_TURN_BITS;
  const int64_t from_x = x - one / 2, from_y = y - one / 2;
  const int64_t right = from_x & (one - 1), down = from_y & (one - 1);
  const int is_right = (2 * right - down >= one) & (right >= 2 * down);
  const int is_down = (2 * down - right >= one) & (down >= 2 * right);
  const int is_both = !(is_right | is_down) & (right + down >= one);
  LifeTurnCell cell;

  cell.column = (from_x >> LIFE_TURN_BITS) + (is_right | is_both);
  cell.row = (from_y >> LIFE_TURN_BITS) + (is_down | is_both);
  return cell;
}

/* The square or hexagon at a point. */
LIFE_SHARED LifeTurnCell
life_turn_cell (const LifeTurn *turn, int64_t x, int64_t y)
{
  LifeTurnCell cell;

  if (turn->hexagons) {
    cell = life_turn_hexagon (x, y);
    cell.column += turn->columns.origin;
    cell.row += turn->rows.origin;
  } else {
    cell.column = life_turn_square (turn->columns, x);
    cell.row = life_turn_square (turn->rows, y);
  }
  return cell;
}

/* By how many columns the first one that is shown of a row is moved. */
LIFE_SHARED int64_t
life_turn_shift (const LifeTurn *turn, int64_t row)
{
  return turn->joined ? (row - turn->rows.size / 2) >> 1 : 0;
}

/* Moves a cell that is shown to where the world has it; returns whether it lies there at all. */
LIFE_SHARED int
life_turn_enter (const LifeTurn *turn, LifeTurnCell *cell)
{
  const int64_t columns = turn->columns.size;
  const int64_t shown = cell->column - life_turn_shift (turn, cell->row);

  if (shown < 0 || shown >= columns || cell->row < 0
      || cell->row >= turn->rows.size)
    return 0;
  if (cell->column < 0 || cell->column >= columns) {
    cell->column %= columns;
    cell->column += cell->column < 0 ? columns : 0;
  }
  return 1;
}

/* What of a square lies in the world. */
LIFE_SHARED LifeCoveredPart
life_turn_part (LifeTurnAxis axis, int64_t side, int64_t square)
{
  const int64_t first = square * side;

  return life_covered_part (first, first + side, 0, axis.size);
}

/* Whether @view shows hexagons. */
gboolean life_turn_has_hexagons (const LifeView *view);

/* Whether pixels of @view are points: it is turned, or shows hexagons. */
gboolean life_turn_is_needed (const LifeView *view);

/* How many columns and rows a distance of a cell to the right and one down are. */
typedef struct {
  gdouble right[2], down[2];
} LifeTurnSteps;

LifeTurnSteps life_turn_find_steps (const LifeView *view);

/* How many columns or rows a distance of a cell is at most, whichever way it leads. */
gdouble life_turn_stretch (const LifeView *view);

/* For a frame of @width × @height pixels and a plane of so many cells. */
void life_turn_init (LifeTurn *turn, const LifeView *view, guint width,
    guint height, guint32 n_columns, guint32 n_rows);

G_END_DECLS
