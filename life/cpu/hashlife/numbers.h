/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers by key: those of squares while a universe is written. */
#pragma once

#include "life/cpu/hashlife/hashlife-private.h"

typedef struct {
  guint64 key;
  guint32 number;
} LifeHashNumberSlot;

/* A table with open addressing in a world's memory (nullable); empty if all else is 0. Slots
 * with a key of 0 are free. */
typedef struct {
  LifeMemory *memory;
  LifeHashNumberSlot *slots;
  gsize n_slots, n_numbers;
} LifeHashNumbers;

/* @key is not 0. */
gboolean life_hash_numbers_find (
    const LifeHashNumbers *self, guint64 key, guint32 *number);

/* Adds @number for a @key that has none yet. */
gboolean life_hash_numbers_add (
    LifeHashNumbers *self, guint64 key, guint32 number, GError **error);

void life_hash_numbers_clear (LifeHashNumbers *self);
