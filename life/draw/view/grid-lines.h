/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Borders of cells: how much of a pixel they cover, and how they are laid over its color;
 * compiled by C and nvcc.
 *
 * A border is a line as wide as a pixel along the left and upper edge of every cell, of a hexagon
 * along its left and its two upper edges. That of every tenth column and row is twice as strong. */
#pragma once

#include "life/draw/view/mapping.h"
#include "life/draw/view/turn.h"

G_BEGIN_DECLS

#define LIFE_GRID_STRONG 10

/* A weight of 1. */
#define LIFE_GRID_BITS 16

/* In 256ths of a column of pixels, or a row: what lies in the world, what of that lines
 * cover, and what strong ones do. */
typedef struct {
  uint16_t inside, all, strong;
} LifeGridLine;

/* How lines are laid over a turned picture: @width in points (turn.h). */
typedef struct {
  LifeTurn turn;
  int64_t width;
} LifeGridTurn;

/* What lines weigh in a pixel where a column and a row of lines cross. */
LIFE_SHARED uint32_t
life_grid_weight (LifeGridLine column, LifeGridLine row)
{
  const uint32_t inside = (uint32_t) column.inside * row.inside;
  const uint32_t no_line = (uint32_t) (column.inside - column.all)
                           * (uint32_t) (row.inside - row.all);
  const uint32_t no_strong = (uint32_t) (column.inside - column.strong)
                             * (uint32_t) (row.inside - row.strong);

  return (2 * inside - no_line - no_strong) / 2;
}

/* What a point weighs, in halves, on the border to the previous column or row of its cell: that
 * of the stronger line. */
LIFE_SHARED uint32_t
life_grid_halves (LifeTurnCell cell, int across, int down)
{
  return 1u
         + ((across && (uint32_t) cell.column % LIFE_GRID_STRONG == 0)
             || (down && (uint32_t) cell.row % LIFE_GRID_STRONG == 0));
}

LIFE_SHARED uint32_t
life_grid_square_halves (const LifeGridTurn *grid, int64_t x, int64_t y)
{
  const int64_t mask = ((int64_t) 1 << LIFE_TURN_BITS) - 1;
  const int across = (x & mask) < grid->width;
  const int down = (y & mask) < grid->width;
  LifeTurnCell cell;

  cell.column = life_turn_square (grid->turn.columns, x);
  cell.row = life_turn_square (grid->turn.rows, y);
  if (!(across | down) || cell.column < 0
      || cell.column >= grid->turn.columns.size || cell.row < 0
      || cell.row >= grid->turn.rows.size)
    return 0;
  return life_grid_halves (cell, across, down);
}

/* The upper left edge is on both borders. What is compared are twice the distances to edges. */
LIFE_SHARED uint32_t
life_grid_hexagon_halves (const LifeGridTurn *grid, int64_t x, int64_t y)
{
  const int64_t one = (int64_t) 1 << LIFE_TURN_BITS;
  const int64_t edge = 2 * grid->width;
  LifeTurnCell cell = life_turn_hexagon (x, y);
  const int64_t right = x - cell.column * one, below = y - cell.row * one;
  const int corner = right + below < edge;
  const int across = corner | (one / 2 + 2 * right - below < edge);
  const int down = corner | (one / 2 + 2 * below - right < edge);

  cell.column += grid->turn.columns.origin;
  cell.row += grid->turn.rows.origin;
  if (!(across | down) || !life_turn_enter (&grid->turn, &cell))
    return 0;
  return life_grid_halves (cell, across, down);
}

/* What they weigh in a turned pixel. */
LIFE_SHARED uint32_t
life_grid_turned_weight (const LifeGridTurn *grid, uint32_t x, uint32_t y)
{
  const LifeTurnAxis columns = grid->turn.columns, rows = grid->turn.rows;
  const int64_t first_x = life_turn_point (columns, x, y);
  const int64_t first_y = life_turn_point (rows, x, y);
  uint32_t halves = 0;

  for (int down = 0; down < LIFE_TURN_SIDE; down++)
    for (int right = 0; right < LIFE_TURN_SIDE; right++) {
      const int64_t at_x =
          first_x + right * columns.right + down * columns.down;
      const int64_t at_y = first_y + right * rows.right + down * rows.down;

      halves += grid->turn.hexagons
                    ? life_grid_hexagon_halves (grid, at_x, at_y)
                    : life_grid_square_halves (grid, at_x, at_y);
    }
  return (halves << LIFE_GRID_BITS) / (2 * LIFE_TURN_POINTS);
}

/* The weight of lines whose opacity is @alpha. */
LIFE_SHARED uint32_t
life_grid_fade (uint32_t weight, uint32_t alpha)
{
  return weight * (alpha + (alpha >> 7)) >> 8;
}

/* One byte of a color under the same of the lines'. */
LIFE_SHARED uint8_t
life_grid_byte (uint8_t under, uint8_t line, uint32_t weight)
{
  const uint32_t full = 1u << LIFE_GRID_BITS;

  return (uint8_t) ((under * (full - weight) + line * weight + full / 2)
                    >> LIFE_GRID_BITS);
}

/* Red, green and blue of the lines and what alpha they end in, and how opaque they are. */
void life_grid_get_color (const LifeView *view, guint8 line[4], guint *alpha);

/* Whether @view shows borders. */
gboolean life_grid_is_shown (const LifeView *view);

/* The lines along an axis that was mapped at @zoom, one for each of its pixels. */
LifeGridLine *life_grid_lines_new (const LifeMapping *mapping, gdouble zoom);

/* The same of a turned view. */
void life_grid_turn_init (
    LifeGridTurn *grid, const LifeTurn *turn, const LifeView *view);

G_END_DECLS
