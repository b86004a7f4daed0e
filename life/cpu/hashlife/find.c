/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Squares added to the table, and many looked up at once. */
#include "life/cpu/hashlife/find.h"

static gboolean
take_span (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;
  gsize word = __atomic_load_n (&universe->cursor, __ATOMIC_RELAXED);

  do {
    if (word + LIFE_HASH_SPAN_WORDS > universe->capacity / 64) {
      thread->word = thread->end = 0;
      return FALSE;
    }
  } while (!__atomic_compare_exchange_n (&universe->cursor, &word,
      word + LIFE_HASH_SPAN_WORDS, TRUE, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  thread->word = word;
  thread->end = word + LIFE_HASH_SPAN_WORDS;
  return TRUE;
}

/* A free record, or 0 where room has to be made first. */
static guint32
take_record (LifeHashThread *thread)
{
  guint32 record = thread->spare;

  if (record != 0) {
    thread->spare = 0;
    return record;
  }
  while (thread->free == 0) {
    if (++thread->word >= thread->end && !take_span (thread))
      return 0;
    thread->free = ~thread->universe->used[thread->word];
  }
  record = (guint32) (64 * thread->word + __builtin_ctzll (thread->free));
  thread->free &= thread->free - 1;
  return record;
}

static void
fill_record (LifeHashRecord *record, const guint64 *words, guint64 kind)
{
  if (kind) {
    memcpy (record->words, words, sizeof (record->words));
    return;
  }
  record->words[0] = words[0];
  record->words[1] = words[1];
  record->node.full = LIFE_HASH_NONE;
  record->node.queued = record->node.active = 0;
  record->node.slow = 0;
}

/* Puts @entry into the first free place, unless another thread adds the same square
 * before. Returns: the record of the square in the table */
static guint32
put_entry (LifeHashUniverse *universe, const guint64 *words, guint64 entry)
{
  const gsize mask = life_hash_places (universe) - 1;
  gsize place = (entry >> 32) >> universe->table_shift;

  for (;; place = (place + 1) & mask) {
    guint64 other = __atomic_load_n (&universe->table[place], __ATOMIC_ACQUIRE);

    if (other == 0) {
      if (universe->n_threads == 1) {
        universe->table[place] = entry;
        return entry & LIFE_HASH_INDEX_MASK;
      }
      if (__atomic_compare_exchange_n (&universe->table[place], &other, entry,
              FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return entry & LIFE_HASH_INDEX_MASK;
    }
    if (other >> 32 == entry >> 32
        && life_hash_is_square (
            universe, other, words, entry & LIFE_HASH_IS_LEAF))
      return other & LIFE_HASH_INDEX_MASK;
  }
}

guint32
life_hash_add (
    LifeHashThread *thread, const guint64 *words, guint32 hash, guint64 kind)
{
  LifeHashUniverse *universe = thread->universe;
  guint32 record, found;

  while ((record = take_record (thread)) == 0)
    if (!life_hash_make_room (thread))
      return LIFE_HASH_NONE;
  fill_record (&universe->records[record], words, kind);
  found = put_entry (universe, words, (guint64) hash << 32 | kind | record);
  if (found != record)
    thread->spare = record;
  return found;
}

/* --- Many squares at once --- */

/* Three passes: places, then records, then the squares themselves. */
static gboolean
find_all (LifeHashThread *thread, const guint64 *words, guint stride,
    const guint32 *hashes, guint32 *const *to, guint n, guint64 kind)
{
  for (guint i = 0; i < n; i++)
    life_hash_expect_record (thread->universe, hashes[i]);
  for (guint i = 0; i < n; i++) {
    const guint64 *square = words + stride * i;
    guint64 any = square[0] | square[1];

    if (kind)
      any |= square[2] | square[3];
    *to[i] = any == 0 ? LIFE_HASH_EMPTY
                      : life_hash_find (thread, square, hashes[i], kind);
    if (*to[i] == LIFE_HASH_NONE) {
      *to[i] = LIFE_HASH_EMPTY;
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
life_hash_find_nodes (LifeHashThread *thread, const LifeHashKey *keys,
    guint32 *const *to, guint n)
{
  guint32 hashes[LIFE_HASH_MOST_AT_ONCE];

  for (guint i = 0; i < n; i++) {
    hashes[i] = life_hash_of_node (keys[i].words);
    life_hash_expect (thread->universe, hashes[i]);
  }
  return find_all (thread, keys->words, 2, hashes, to, n, 0);
}

gboolean
life_hash_find_leaves (LifeHashThread *thread, const LifeHashLeaf *leaves,
    guint32 *const *to, guint n)
{
  guint64 words[LIFE_HASH_MOST_AT_ONCE][4];
  guint32 hashes[LIFE_HASH_MOST_AT_ONCE];

  for (guint i = 0; i < n; i++) {
    memcpy (words[i], &leaves[i], sizeof (words[i]));
    hashes[i] = life_hash_of_leaf (words[i]);
    life_hash_expect (thread->universe, hashes[i]);
  }
  return find_all (thread, words[0], 4, hashes, to, n, LIFE_HASH_IS_LEAF);
}
