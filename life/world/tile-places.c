/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A table of places: the first free entry from where the hash says, so that what is looked
 * for lies in one or two lines of the cache. What is removed leaves no gap (D. E. Knuth,
 * TAOCP 3, 6.4, algorithm R). */
#include "life/world/tile-places.h"

#include "life/base/memory.h"
#include "life/world/soup.h"

#define FIRST_ROOM 256

static gsize
start_of (const LifeTilePlaces *self, gint64 column, gint64 row)
{
  return life_soup_mix (
             (guint64) column * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
             + (guint64) row)
         & (self->room - 1);
}

/* The entry of a place, or the free one where it would be. */
static LifeTilePlace *
entry_of (const LifeTilePlaces *self, gint64 column, gint64 row)
{
  gsize i = start_of (self, column, row);

  while (self->places[i].tile != NULL
         && (self->places[i].column != column || self->places[i].row != row))
    i = (i + 1) & (self->room - 1);
  return &self->places[i];
}

void
life_tile_places_clear (LifeTilePlaces *self)
{
  g_clear_pointer (&self->places, life_memory_release);
  self->n = self->room = 0;
}

gpointer
life_tile_places_find (const LifeTilePlaces *self, gint64 column, gint64 row)
{
  return self->room > 0 ? entry_of (self, column, row)->tile : NULL;
}

gboolean
life_tile_places_make_room (LifeTilePlaces *self, GError **error)
{
  const LifeTilePlaces old = *self;
  gpointer places;

  if (2 * (self->n + 1) <= self->room)
    return TRUE;
  self->room = MAX (2 * old.room, FIRST_ROOM);
  places = life_memory_reserve_of (self->memory,
      self->room * sizeof (LifeTilePlace), "a table of tiles", error);
  if (places == NULL) {
    *self = old;
    return FALSE;
  }
  self->places = places;
  for (gsize i = 0; i < old.room; i++)
    if (old.places[i].tile != NULL)
      *entry_of (self, old.places[i].column, old.places[i].row) = old.places[i];
  life_memory_release (old.places);
  return TRUE;
}

void
life_tile_places_add (
    LifeTilePlaces *self, gint64 column, gint64 row, gpointer tile)
{
  *entry_of (self, column, row) = (LifeTilePlace){ column, row, tile };
  self->n++;
}

void
life_tile_places_remove (LifeTilePlaces *self, gint64 column, gint64 row)
{
  const gsize mask = self->room - 1;
  gsize gap = (gsize) (entry_of (self, column, row) - self->places);

  for (gsize i = (gap + 1) & mask; self->places[i].tile != NULL;
       i = (i + 1) & mask) {
    const gsize start =
        start_of (self, self->places[i].column, self->places[i].row);

    /* It may move back unless it begins beyond the gap. */
    if (((i - start) & mask) >= ((i - gap) & mask)) {
      self->places[gap] = self->places[i];
      gap = i;
    }
  }
  self->places[gap].tile = NULL;
  self->n--;
}
