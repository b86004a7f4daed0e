/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looking squares up in the table, where a step spends most of its time; collect.c makes room.
 *
 * Many threads look up and add at once without locks: a record is filled before an atomic
 * exchange inserts its entry into a free slot, and entries are removed only while all threads
 * wait. */
#pragma once

#include <string.h>

#include "life/cpu/hashlife/hashlife-private.h"

/* Folds the product of both: every bit of each affects every bit of the result. */
static inline guint64
life_hash_fold (guint64 a, guint64 b)
{
  const unsigned __int128 product = (unsigned __int128) a * b;

  return (guint64) product ^ (guint64) (product >> 64);
}

/* Any odd numbers without a pattern do. */
#define LIFE_HASH_SEED_0 G_GUINT64_CONSTANT (0xa0761d6478bd642f)
#define LIFE_HASH_SEED_1 G_GUINT64_CONSTANT (0xe7037ed1a0b428db)
#define LIFE_HASH_SEED_2 G_GUINT64_CONSTANT (0x8ebc6af09c88c6e3)
#define LIFE_HASH_SEED_3 G_GUINT64_CONSTANT (0x589965cc75374cc3)

static inline guint32
life_hash_of_node (const guint64 words[2])
{
  return (guint32) life_hash_fold (
      words[0] ^ LIFE_HASH_SEED_0, words[1] ^ LIFE_HASH_SEED_1);
}

static inline guint32
life_hash_of_leaf (const guint64 words[4])
{
  return (guint32) (life_hash_fold (words[0] ^ LIFE_HASH_SEED_0,
                        words[1] ^ LIFE_HASH_SEED_1)
                    ^ life_hash_fold (words[2] ^ LIFE_HASH_SEED_2,
                        words[3] ^ LIFE_HASH_SEED_3));
}

/* Whether the entry's record has @words, 2 of a node or 4 of a leaf. */
static inline gboolean
life_hash_is_square (const LifeHashRecord *records, guint64 entry,
    const guint64 *words, guint64 kind)
{
  const guint64 *other = records[entry & LIFE_HASH_INDEX_MASK].words;

  return (entry & LIFE_HASH_IS_LEAF) == kind && other[0] == words[0]
         && other[1] == words[1]
         && (!kind || (other[2] == words[2] && other[3] == words[3]));
}

/* Adds the square of @words, which was not found: NONE if no room can be made for it, or
 * the step has to end. @kind is the flag of its entry. */
guint32 life_hash_add (
    LifeHashThread *thread, const guint64 *words, guint32 hash, guint64 kind);

/* The square of @words; @kind is the flag of its entry. */
static inline guint32
life_hash_find (
    LifeHashThread *thread, const guint64 *words, guint32 hash, guint64 kind)
{
  const LifeHashUniverse *universe = thread->universe;
  const gsize mask = life_hash_n_slots (universe) - 1;
  gsize slot = hash >> universe->table_shift;

  for (;; slot = (slot + 1) & mask) {
    const guint64 entry =
        __atomic_load_n (&universe->table[slot], __ATOMIC_ACQUIRE);

    if (entry == 0)
      return life_hash_add (thread, words, hash, kind);
    if (entry >> 32 == hash
        && life_hash_is_square (universe->records, entry, words, kind))
      return entry & LIFE_HASH_INDEX_MASK;
  }
}

typedef union {
  guint32 parts[4];
  guint64 words[2];
} LifeHashKey;

static inline LifeHashKey
life_hash_key (guint32 nw, guint32 ne, guint32 sw, guint32 se)
{
  return (LifeHashKey){ .parts = { nw, ne, sw, se } };
}

/* The square of four, NONE if the memory does not suffice or the step has to end. All of
 * them have to be in a frame or the tree, because the collector may run. */
static inline guint32
life_hash_find_node (LifeHashThread *thread, const LifeHashKey *key)
{
  if ((key->words[0] | key->words[1]) == 0)
    return LIFE_HASH_EMPTY;
  return life_hash_find (thread, key->words, life_hash_of_node (key->words), 0);
}

static inline guint32
life_hash_join (
    LifeHashThread *thread, guint32 nw, guint32 ne, guint32 sw, guint32 se)
{
  const LifeHashKey key = life_hash_key (nw, ne, sw, se);

  return life_hash_find_node (thread, &key);
}

/* The same for many squares, each stored in its element of @to, which points into a frame;
 * their cache misses overlap. */
gboolean life_hash_find_nodes (LifeHashThread *thread, const LifeHashKey *keys,
    guint32 *const *to, guint n);
gboolean life_hash_find_leaves (LifeHashThread *thread,
    const LifeHashLeaf *leaves, guint32 *const *to, guint n);

static inline guint64
life_hash_leaf_bits (const LifeHashLeaf *leaf, guint64 words[4])
{
  memcpy (words, leaf, sizeof (*leaf));
  return words[0] | words[1] | words[2] | words[3];
}

static inline guint32
life_hash_find_leaf (LifeHashThread *thread, const LifeHashLeaf *leaf)
{
  guint64 words[4];

  if (life_hash_leaf_bits (leaf, words) == 0)
    return LIFE_HASH_EMPTY;
  return life_hash_find (
      thread, words, life_hash_of_leaf (words), LIFE_HASH_IS_LEAF);
}
