/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles by their position, in unbounded worlds. */
#pragma once

#include "life/base/memory.h"

G_BEGIN_DECLS

typedef struct {
  gint64 column, row;
  gpointer tile; /* NULL: none */
} LifeTileSlot;

/* An open-addressed table, at most half full; all 0 at first. */
typedef struct {
  LifeTileSlot *slots;
  gsize n, room;      /* @room is a power of two, or 0 */
  LifeMemory *memory; /* that counts the table's; or NULL */
} LifeTileTable;

void life_tile_table_clear (LifeTileTable *self);

/* The tile at a position, or NULL. */
gpointer life_tile_table_find (
    const LifeTileTable *self, gint64 column, gint64 row);

/* Makes room for one more; without memory the table stays as it is. */
gboolean life_tile_table_reserve (LifeTileTable *self, GError **error);

/* There is room, and no tile at that position yet. */
void life_tile_table_add (
    LifeTileTable *self, gint64 column, gint64 row, gpointer tile);

/* There is one. */
void life_tile_table_remove (LifeTileTable *self, gint64 column, gint64 row);

G_END_DECLS
