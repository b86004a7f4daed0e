/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers by key: what is known of squares while a universe is written. */
#include "life/cpu/hashlife/numbers.h"

#include "life/base/memory.h"

#define FIRST_PLACES 1024

static LifeHashNumberPlace *
find_place (const LifeHashNumbers *self, guint64 key)
{
  const gsize mask = self->n_places - 1;
  gsize i = (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 20 & mask;

  while (self->places[i].key != 0 && self->places[i].key != key)
    i = (i + 1) & mask;
  return &self->places[i];
}

gboolean
life_hash_numbers_find (
    const LifeHashNumbers *self, guint64 key, guint32 *number)
{
  const LifeHashNumberPlace *place;

  if (self->n_places == 0)
    return FALSE;
  place = find_place (self, key);
  if (place->key == 0)
    return FALSE;
  *number = place->number;
  return TRUE;
}

static gboolean
grow (LifeHashNumbers *self, GError **error)
{
  LifeHashNumbers larger = { .memory = self->memory,
    .n_places = MAX (2 * self->n_places, FIRST_PLACES),
    .n_numbers = self->n_numbers };

  larger.places = life_memory_reserve_of (self->memory,
      larger.n_places * sizeof *larger.places,
      "what HashLife writes of its squares", error);
  if (larger.places == NULL)
    return FALSE;
  for (gsize i = 0; i < self->n_places; i++)
    if (self->places[i].key != 0)
      *find_place (&larger, self->places[i].key) = self->places[i];
  life_memory_release (self->places);
  *self = larger;
  return TRUE;
}

gboolean
life_hash_numbers_keep (
    LifeHashNumbers *self, guint64 key, guint32 number, GError **error)
{
  if (self->n_numbers >= self->n_places / 4 * 3 && !grow (self, error))
    return FALSE;
  *find_place (self, key) = (LifeHashNumberPlace){ key, number };
  self->n_numbers++;
  return TRUE;
}

void
life_hash_numbers_clear (LifeHashNumbers *self)
{
  life_memory_release (self->places);
  *self = (LifeHashNumbers){ self->memory };
}
