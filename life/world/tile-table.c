/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A table of slots: the first free entry from where the hash points, so that what is searched
 * for lies in one or two lines of the cache. What is removed leaves no gap (D. E. Knuth,
 * TAOCP 3, 6.4, algorithm R). */
#include "life/world/tile-table.h"

#include "life/base/memory.h"
#include "life/world/soup.h"

#define FIRST_ROOM 256

static gsize
start_of (const LifeTileTable *self, gint64 column, gint64 row)
{
  return life_soup_mix (
             (guint64) column * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
             + (guint64) row)
         & (self->room - 1);
}

/* The slot of a position, or the free one where it would be. */
static LifeTileSlot *
entry_of (const LifeTileTable *self, gint64 column, gint64 row)
{
  gsize i = start_of (self, column, row);

  while (self->slots[i].tile != NULL
         && (self->slots[i].column != column || self->slots[i].row != row))
    i = (i + 1) & (self->room - 1);
  return &self->slots[i];
}

void
life_tile_table_clear (LifeTileTable *self)
{
  g_clear_pointer (&self->slots, life_memory_release);
  self->n = self->room = 0;
}

gpointer
life_tile_table_find (const LifeTileTable *self, gint64 column, gint64 row)
{
  return self->room > 0 ? entry_of (self, column, row)->tile : NULL;
}

gboolean
life_tile_table_reserve (LifeTileTable *self, GError **error)
{
  const LifeTileTable old = *self;
  gpointer slots;

  if (2 * (self->n + 1) <= self->room)
    return TRUE;
  self->room = MAX (2 * old.room, FIRST_ROOM);
  slots = life_memory_reserve_of (self->memory,
      self->room * sizeof (LifeTileSlot), "a table of tiles", error);
  if (slots == NULL) {
    *self = old;
    return FALSE;
  }
  self->slots = slots;
  for (gsize i = 0; i < old.room; i++)
    if (old.slots[i].tile != NULL)
      *entry_of (self, old.slots[i].column, old.slots[i].row) = old.slots[i];
  life_memory_release (old.slots);
  return TRUE;
}

void
life_tile_table_add (
    LifeTileTable *self, gint64 column, gint64 row, gpointer tile)
{
  *entry_of (self, column, row) = (LifeTileSlot){ column, row, tile };
  self->n++;
}

void
life_tile_table_remove (LifeTileTable *self, gint64 column, gint64 row)
{
  const gsize mask = self->room - 1;
  gsize gap = (gsize) (entry_of (self, column, row) - self->slots);

  for (gsize i = (gap + 1) & mask; self->slots[i].tile != NULL;
       i = (i + 1) & mask) {
    const gsize start =
        start_of (self, self->slots[i].column, self->slots[i].row);

    /* It may move back unless it begins beyond the gap. */
    if (((i - start) & mask) >= ((i - gap) & mask)) {
      self->slots[gap] = self->slots[i];
      gap = i;
    }
  }
  self->slots[gap].tile = NULL;
  self->n--;
}
