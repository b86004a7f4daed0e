/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles by their place. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 column, row;
  gpointer tile; /* NULL: none */
} LifeSparsePlace;

/* An open-addressed table, at most half full; all 0 at first. */
typedef struct {
  LifeSparsePlace *places;
  gsize n, room; /* @room is a power of two, or 0 */
} LifeSparsePlaces;

void life_sparse_places_clear (LifeSparsePlaces *self);

/* The tile at a place, or NULL. */
gpointer life_sparse_places_find (
    const LifeSparsePlaces *self, gint64 column, gint64 row);

/* There is none at that place yet. */
void life_sparse_places_add (
    LifeSparsePlaces *self, gint64 column, gint64 row, gpointer tile);

/* There is one. */
void life_sparse_places_remove (
    LifeSparsePlaces *self, gint64 column, gint64 row);

G_END_DECLS
