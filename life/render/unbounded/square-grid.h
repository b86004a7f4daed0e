/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the squares of a frame lie that are read instead of cells. Squares are 2^level
 * cells wide, the largest that are no wider than a pixel, so that an axis has one or two of
 * them for each pixel; positions along an axis are a square and a fraction of one, so that
 * they are exact however far out they are. */
#pragma once

#include <life/view.h>

/* An edge between pixels. */
typedef struct {
  gint64 square;
  gdouble rest; /* 0 … below 1 */
} LifeSquareEdge;

/* An axis of a frame; where it is not turned with one edge more than pixels. */
typedef struct {
  LifeSquareEdge *edges;
  gint64 first; /* square */
  guint n;      /* squares */
} LifeSquareAxis;

typedef struct {
  guint level;
  guint width, height; /* of the frame */
  LifeSquareAxis columns, rows;
  gdouble cells; /* of a pixel */

  /* Of a turned frame: from the first pixel's center to the next ones, in squares; how far
   * into the first square that is; and how many squares a pixel is. */
  gboolean turned;
  gdouble right[2], down[2], origin[2], area;
} LifeSquareGrid;

/* A zoom below 1. */
void life_square_grid_init (
    LifeSquareGrid *grid, const LifeView *view, guint width, guint height);
void life_square_grid_clear (LifeSquareGrid *grid);

/* How many squares there are. */
static inline gsize
life_square_grid_size (const LifeSquareGrid *grid)
{
  return (gsize) grid->columns.n * grid->rows.n;
}
