/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers by key: those of squares while a universe is written. */
#include "life/cpu/hashlife/numbers.h"

#include "life/base/memory.h"

#define FIRST_SLOTS 1024

static LifeHashNumberSlot *
find_slot (const LifeHashNumbers *self, guint64 key)
{
  const gsize mask = self->n_slots - 1;
  gsize i = (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 20 & mask;

  while (self->slots[i].key != 0 && self->slots[i].key != key)
    i = (i + 1) & mask;
  return &self->slots[i];
}

gboolean
life_hash_numbers_find (
    const LifeHashNumbers *self, guint64 key, guint32 *number)
{
  const LifeHashNumberSlot *slot;

  if (self->n_slots == 0)
    return FALSE;
  slot = find_slot (self, key);
  if (slot->key == 0)
    return FALSE;
  *number = slot->number;
  return TRUE;
}

static gboolean
grow (LifeHashNumbers *self, GError **error)
{
  LifeHashNumbers larger = { .memory = self->memory,
    .n_slots = MAX (2 * self->n_slots, FIRST_SLOTS),
    .n_numbers = self->n_numbers };

  larger.slots = life_memory_reserve_of (self->memory,
      larger.n_slots * sizeof *larger.slots,
      "what HashLife writes of its squares", error);
  if (larger.slots == NULL)
    return FALSE;
  for (gsize i = 0; i < self->n_slots; i++)
    if (self->slots[i].key != 0)
      *find_slot (&larger, self->slots[i].key) = self->slots[i];
  life_memory_release (self->slots);
  *self = larger;
  return TRUE;
}

gboolean
life_hash_numbers_add (
    LifeHashNumbers *self, guint64 key, guint32 number, GError **error)
{
  if (self->n_numbers >= self->n_slots / 4 * 3 && !grow (self, error))
    return FALSE;
  *find_slot (self, key) = (LifeHashNumberSlot){ key, number };
  self->n_numbers++;
  return TRUE;
}

void
life_hash_numbers_clear (LifeHashNumbers *self)
{
  life_memory_release (self->slots);
  *self = (LifeHashNumbers){ self->memory };
}
