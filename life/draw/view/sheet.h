/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sheets: which projections of a world a view shows, and where they lie on one plane of indices;
 * compiled by C and nvcc. How a projection is drawn is in color/projection.h. */
#pragma once

#include "life/base/shared.h"

#include <life/geometry.h>
#include <life/view.h>

G_BEGIN_DECLS

#define LIFE_SHEET_PARTS 3

/* A projection along @axis: @columns × @rows of its cells, in a box of @width × @height cells of
 * the sheet, the first @skip rows of which are empty. The index of the cell in column c and row r
 * of the box is at @first + c × @column_step + r × @row_step. */
typedef struct {
  LifeAxis axis;
  uint32_t from_far;
  uint32_t x, y, width, height, skip;
  uint32_t columns, rows;
  int64_t first, column_step, row_step;
} LifeSheetPart;

/* @scale cells of a sheet are one of the world along either side; around each box is a line @line
 * of them wide. */
typedef struct {
  uint32_t n_columns, n_rows;
  uint32_t scale, line;
  uint32_t n_parts;
  LifeSheetPart parts[LIFE_SHEET_PARTS];
} LifeSheet;

/* What LifeSheetPosition.part is on a line, and where there is nothing. */
#define LIFE_SHEET_LINE (-1)
#define LIFE_SHEET_OUTSIDE (-2)

/* The @index-th of the indices of a part. */
typedef struct {
  int32_t part;
  int64_t index;
} LifeSheetPosition;

/* What is at a cell of a sheet. */
LIFE_SHARED LifeSheetPosition
life_sheet_find (const LifeSheet *self, uint32_t column, uint32_t row)
{
  const int64_t line = self->line;
  LifeSheetPosition position = { LIFE_SHEET_OUTSIDE, 0 };

  for (uint32_t i = 0; i < self->n_parts; i++) {
    const LifeSheetPart *part = &self->parts[i];
    const int64_t x = (int64_t) column - part->x, y = (int64_t) row - part->y;
    uint32_t cell_column, cell_row;

    if (x < -line || x >= part->width + line || y < -line
        || y >= part->height + line)
      continue;
    if (x < 0 || x >= part->width || y < 0 || y >= part->height) {
      position.part = LIFE_SHEET_LINE;
      return position;
    }
    if (y < part->skip)
      return position;
    cell_column = (uint32_t) x / self->scale;
    cell_row = ((uint32_t) y - part->skip) / self->scale;
    if (cell_column >= part->columns || cell_row >= part->rows)
      return position;
    position.part = (int32_t) i;
    position.index = part->first + cell_column * part->column_step
                     + cell_row * part->row_step;
    return position;
  }
  return position;
}

/* The sheet of @view, one of projections; if the kind of view fixes how large all is seen, and
 * where, @view becomes so. */
void life_sheet_of_view (LifeSheet *self, LifeView *view,
    const LifeGeometry *geometry, const LifeFrame *frame);

/* The location in the world of a position on a sheet of several parts, in its cells: @location is as a plane
 * across z has it, on the plane nearest to where one looks from. FALSE: no cell is there. */
gboolean life_sheet_locate (const LifeSheet *self, const LifeGeometry *geometry,
    gdouble x, gdouble y, LifeLocation *location);

G_END_DECLS
