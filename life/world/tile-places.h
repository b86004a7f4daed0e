/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles by their place, in worlds without edges. */
#pragma once

#include "life/base/memory.h"

G_BEGIN_DECLS

typedef struct {
  gint64 column, row;
  gpointer tile; /* NULL: none */
} LifeTilePlace;

/* An open-addressed table, at most half full; all 0 at first. */
typedef struct {
  LifeTilePlace *places;
  gsize n, room;      /* @room is a power of two, or 0 */
  LifeMemory *memory; /* that counts the table's; or NULL */
} LifeTilePlaces;

void life_tile_places_clear (LifeTilePlaces *self);

/* The tile at a place, or NULL. */
gpointer life_tile_places_find (
    const LifeTilePlaces *self, gint64 column, gint64 row);

/* Makes room for one more; where memory lacks the table stays as it is. */
gboolean life_tile_places_make_room (LifeTilePlaces *self, GError **error);

/* There is room, and none at that place yet. */
void life_tile_places_add (
    LifeTilePlaces *self, gint64 column, gint64 row, gpointer tile);

/* There is one. */
void life_tile_places_remove (LifeTilePlaces *self, gint64 column, gint64 row);

G_END_DECLS
