/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers by key: what is known of squares while a universe is counted or written. */
#pragma once

#include "life/error.h"

G_BEGIN_DECLS

typedef unsigned __int128 LifeHashNumber;

typedef struct {
  guint64 low, high;
  guint64 key;
} LifeHashNumberPlace;

/* An open-addressed table; all zero it is empty. Places are free where the key is 0. */
typedef struct {
  LifeHashNumberPlace *places;
  gsize n_places, n_numbers;
} LifeHashNumbers;

/* @key is not 0. */
gboolean life_hash_numbers_find (
    const LifeHashNumbers *self, guint64 key, LifeHashNumber *number);

/* Keeps @number for a @key that has none yet. */
gboolean life_hash_numbers_keep (
    LifeHashNumbers *self, guint64 key, LifeHashNumber number, GError **error);

void life_hash_numbers_clear (LifeHashNumbers *self);

G_END_DECLS
