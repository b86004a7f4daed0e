/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The history of a world without edges: tiles of bytes where cells live, or lived in one of
 * the last 255 frames. What a byte means is in history-cells.h; how tiles become pixels is
 * in unbounded-renderer.c and square-colors.c. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/draw/history.h"
#include "life/world/engine-class.h"
#include "life/world/tile-table.h"

G_BEGIN_DECLS

/* Cells along a side of a tile, a word: the first one is cell 64 × @position. */
#define LIFE_HISTORY_TILE_SIDE 64
#define LIFE_HISTORY_TILE_BYTES 4096

/* The frames before the present one are stored twice if the last one can be reverted.
 * @newest is the highest of all bytes, so a tile of which it is 0 and in which nothing
 * lives is free. */
typedef struct {
  gint64 position[2];
  gsize index;     /* among all tiles */
  guint64 refresh; /* the last one that found a live cell */
  guint8 newest[2];
  guint8 *bytes[2]; /* @first, and NULL until that is needed */
  guint64 bits[2][LIFE_HISTORY_TILE_SIDE];
  guint64 now[LIFE_HISTORY_TILE_SIDE]; /* what the last refresh found */
  guint8 first[LIFE_HISTORY_TILE_BYTES] __attribute__ ((aligned (64)));
} LifeHistoryTile;

/* All 0 at first, but for @memory and that of @table. */
typedef struct {
  LifeMemory
      *memory; /* where it has no limit, a quarter of what is available */
  guint64 limit, used; /* in bytes, of slabs */
  LifeTileTable table;
  LifeHistoryTile **tiles;
  gsize n, room;
  GPtrArray *slabs; /* of memory; NULL until it is needed */
  GPtrArray *free_tiles, *free_bytes;
  guint64 refresh;
  guint side; /* of the frames that count */
  gboolean is_twice;
} LifeTileHistory;

/* Drops all frames, and frees their memory. */
void life_tile_history_clear (LifeTileHistory *self);

/* Counts a frame that shows the present cells of @engine, as LifeRendererClass.end_frame.
 * An error states how much memory that needs. */
gboolean life_tile_history_record (LifeTileHistory *self, LifeEngine *engine,
    gboolean undoable, GError **error);
void life_tile_history_revert (LifeTileHistory *self);

/* Reads the present cells of @engine into all tiles: those whose @refresh is that of @self
 * have some in @now, the rest has none. */
gboolean life_tile_history_refresh (
    LifeTileHistory *self, LifeEngine *engine, GError **error);

/* Fills @window, which has memory, with the history of as many cells from (@x, @y) on. */
void life_tile_history_read (
    const LifeTileHistory *self, gint64 x, gint64 y, LifeHistory *window);

G_END_DECLS
