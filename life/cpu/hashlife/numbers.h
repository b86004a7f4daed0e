/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers by key: what is known of squares while a universe is written. */
#pragma once

#include "life/cpu/hashlife/hashlife-private.h"

typedef struct {
  guint64 key;
  guint32 number;
} LifeHashNumberPlace;

/* An open-addressed table in a world's memory (nullable); all else zero it is empty. Places are
 * free where the key is 0. */
typedef struct {
  LifeMemory *memory;
  LifeHashNumberPlace *places;
  gsize n_places, n_numbers;
} LifeHashNumbers;

/* @key is not 0. */
gboolean life_hash_numbers_find (
    const LifeHashNumbers *self, guint64 key, guint32 *number);

/* Keeps @number for a @key that has none yet. */
gboolean life_hash_numbers_keep (
    LifeHashNumbers *self, guint64 key, guint32 number, GError **error);

void life_hash_numbers_clear (LifeHashNumbers *self);
