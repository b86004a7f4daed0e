/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Montages: which plane of a world, and which pixel of its picture, a pixel of the frame
 * shows where all planes along an axis lie side by side; compiled by C and nvcc. */
#pragma once

#include "life/base/shared.h"

#include <life/geometry.h>
#include <life/view.h>

G_BEGIN_DECLS

/* A column of tiles, or a row: @first is the first pixel of the first one, @size that of
 * each, @pitch from one to the next. */
typedef struct {
  int64_t first, size, pitch;
  uint32_t tiles;
} LifeMontageAxis;

/* Tile i shows plane i × @step; there are @n_tiles, of @tiles × @tiles. Around each is a
 * line @gap pixels wide, as far as the frame reaches. */
typedef struct {
  LifeMontageAxis columns, rows;
  uint32_t gap, n_tiles, step;
} LifeMontage;

/* What LifeMontagePosition.at is on a line, and outside all tiles and lines. */
#define LIFE_MONTAGE_LINE (-1)
#define LIFE_MONTAGE_OUTSIDE (-2)

/* Pixel @at of tile @tile along an axis; of two tiles next to a line the first one. */
typedef struct {
  uint32_t tile;
  int32_t at;
} LifeMontagePosition;

LIFE_SHARED LifeMontagePosition
life_montage_position (
    const LifeMontage *self, const LifeMontageAxis *axis, uint32_t pixel)
{
  const int64_t offset = (int64_t) pixel - axis->first;
  LifeMontagePosition position = { 0, LIFE_MONTAGE_OUTSIDE };

  if (offset >= -(int64_t) self->gap && offset < axis->tiles * axis->pitch) {
    const int64_t at = offset < 0 ? axis->size : offset % axis->pitch;

    position.tile = offset < 0 ? 0 : (uint32_t) (offset / axis->pitch);
    position.at = at < axis->size ? (int32_t) at : LIFE_MONTAGE_LINE;
  }
  return position;
}

/* The tile at two positions, or next to which the line there is; not below @n_tiles where
 * there is none. */
LIFE_SHARED uint32_t
life_montage_tile (const LifeMontage *self, LifeMontagePosition column,
    LifeMontagePosition row)
{
  return row.tile * self->columns.tiles + column.tile;
}

/* Lays out @n_planes planes of so many cells in a frame of @width × @height pixels, 1 × 1
 * at least; returns the zoom: the largest whole number or 1/whole number at which all
 * fit. Of grids of one zoom the one with the fewest empty tiles is chosen, then the one
 * whose shape is most like the frame's. Where not every plane can have a pixel, every
 * n-th plane is shown. */
gdouble life_montage_init (LifeMontage *self, guint width, guint height,
    guint32 n_columns, guint32 n_rows, guint32 n_planes);

/* As life_montage_init() for @view, a montage, which becomes that of a tile, but for its
 * kind. */
void life_montage_of_view (LifeMontage *self, LifeView *view,
    const LifeGeometry *geometry, const LifeFrame *frame);

/* The color of lines: that of the grid, or a gray where that is too close to @dead,
 * which is as LifeColors has it. In an overlay it is the grid's. */
void life_montage_get_color (
    const LifeView *view, const guint8 dead[4], guint8 color[4]);

G_END_DECLS
