/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What rows that leave a world read, on a torus and on a plane. */
#pragma once

#include <life/geometry.h>

G_BEGIN_DECLS

/* The row that lies at @y; -1 where none does. */
static inline gint64
life_row_at (const LifeGeometry *geometry, gint64 y)
{
  const gint64 height = geometry->height;

  if (geometry->topology == LIFE_TOPOLOGY_TORUS)
    return (y % height + height) % height;
  return y < 0 || y >= height ? -1 : y;
}

/* Cells side by side in a row: @n of them, the first of which is column @from, or outside the
 * world where that is -1. @at: how many others come before them. */
typedef struct {
  gint64 at, n, from;
} LifeRowPiece;

/* The next piece of @length cells from column @start on, the first one after {0}; on a narrow
 * torus the row repeats. FALSE: there is none. */
static inline gboolean
life_row_piece_next (LifeRowPiece *piece, const LifeGeometry *geometry,
    gint64 start, gint64 length)
{
  const gint64 width = geometry->width;
  gint64 from;

  piece->at += piece->n;
  from = start + piece->at;
  if (geometry->topology == LIFE_TOPOLOGY_TORUS)
    from = (from % width + width) % width;
  piece->from = from >= 0 && from < width ? from : -1;
  piece->n = MIN (length - piece->at, from < 0       ? -from
                                      : from < width ? width - from
                                                     : length);
  return piece->at < length;
}

G_END_DECLS
