/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Squares added to the table, and many found at once. */
#include "life/cpu/hashlife/hashlife-find.h"

static gboolean
claim_span (LifeHashThread *thread)
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

/* Claims a free record; 0 if room has to be made first. */
static guint32
claim_record (LifeHashThread *thread)
{
  guint32 record = thread->spare;

  if (record != 0) {
    thread->spare = 0;
    return record;
  }
  while (thread->free == 0) {
    if (++thread->word >= thread->end && !claim_span (thread))
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

/* Inserts @entry into the first free slot, unless another thread adds the same square first.
 * Returns: the record of the square in the table */
static guint32
insert_entry (LifeHashUniverse *universe, const guint64 *words, guint64 entry)
{
  const gsize mask = life_hash_n_slots (universe) - 1;
  gsize slot = (entry >> 32) >> universe->table_shift;

  for (;; slot = (slot + 1) & mask) {
    guint64 other = __atomic_load_n (&universe->table[slot], __ATOMIC_ACQUIRE);

    if (other == 0) {
      if (universe->n_threads == 1) {
        universe->table[slot] = entry;
        return entry & LIFE_HASH_INDEX_MASK;
      }
      if (__atomic_compare_exchange_n (&universe->table[slot], &other, entry,
              FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return entry & LIFE_HASH_INDEX_MASK;
    }
    if (other >> 32 == entry >> 32
        && life_hash_is_square (
            universe->records, other, words, entry & LIFE_HASH_IS_LEAF))
      return other & LIFE_HASH_INDEX_MASK;
  }
}

guint32
life_hash_add (
    LifeHashThread *thread, const guint64 *words, guint32 hash, guint64 kind)
{
  LifeHashUniverse *universe = thread->universe;
  guint32 record, found;

  while ((record = claim_record (thread)) == 0)
    if (!life_hash_make_room (thread))
      return LIFE_HASH_NONE;
  fill_record (&universe->records[record], words, kind);
  found = insert_entry (universe, words, (guint64) hash << 32 | kind | record);
  if (found != record)
    thread->spare = record;
  return found;
}

/* --- Many squares at once --- */

/* What a lookup only reads, so that it stays in registers. */
typedef struct {
  const guint64 *table;
  const LifeHashRecord *records;
  gsize mask;
  guint shift;
} Table;

static inline Table
table_of (const LifeHashUniverse *universe)
{
  return (Table){ universe->table, universe->records,
    life_hash_n_slots (universe) - 1, universe->table_shift };
}

/* The numbers and hashes of the squares that are not empty. */
typedef struct {
  guint n;
  guint16 numbers[LIFE_HASH_MAX_AT_ONCE];
  guint32 hashes[LIFE_HASH_MAX_AT_ONCE];
} Lookups;

/* The first of three passes prefetches slots. @words: @size of each square. */
static inline __attribute__ ((always_inline)) void
prefetch_slots (Table table, const guint64 *words, guint size, guint n,
    guint32 *const *to, Lookups *lookups)
{
  guint n_lookups = 0;

  for (guint i = 0; i < n; i++, words += size) {
    guint64 any = words[0] | words[1];
    guint32 hash;

    if (size == 4)
      any |= words[2] | words[3];
    if (any == 0) {
      *to[i] = LIFE_HASH_EMPTY;
      continue;
    }
    hash = size == 4 ? life_hash_of_leaf (words) : life_hash_of_node (words);
    __builtin_prefetch (&table.table[hash >> table.shift]);
    lookups->numbers[n_lookups] = (guint16) i;
    lookups->hashes[n_lookups++] = hash;
  }
  lookups->n = n_lookups;
}

/* The second prefetches the first record that may be the square's. */
static inline __attribute__ ((always_inline)) void
prefetch_records (Table table, const Lookups *lookups)
{
  for (guint i = 0; i < lookups->n; i++) {
    const guint32 hash = lookups->hashes[i];
    const gsize slot = hash >> table.shift;
    guint64 entry = __atomic_load_n (&table.table[slot], __ATOMIC_RELAXED);

    if (entry >> 32 != hash)
      entry = __atomic_load_n (
          &table.table[(slot + 1) & table.mask], __ATOMIC_RELAXED);
    __builtin_prefetch (&table.records[entry & LIFE_HASH_INDEX_MASK]);
  }
}

/* The third finds the squares. */
static inline __attribute__ ((always_inline)) gboolean
find_squares (LifeHashThread *thread, const guint64 *words, guint size,
    guint32 *const *to, const Lookups *lookups)
{
  const guint64 kind = size == 4 ? LIFE_HASH_IS_LEAF : 0;
  Table table = table_of (thread->universe);

  for (guint i = 0; i < lookups->n; i++) {
    const guint number = lookups->numbers[i];
    const guint64 *square = words + size * number;
    const guint32 hash = lookups->hashes[i];
    gsize slot = hash >> table.shift;

    for (;; slot = (slot + 1) & table.mask) {
      const guint64 entry =
          __atomic_load_n (&table.table[slot], __ATOMIC_ACQUIRE);

      if (entry == 0) {
        *to[number] = life_hash_add (thread, square, hash, kind);
        table = table_of (thread->universe);
        break;
      }
      if (entry >> 32 == hash
          && life_hash_is_square (table.records, entry, square, kind)) {
        *to[number] = entry & LIFE_HASH_INDEX_MASK;
        break;
      }
    }
    if (*to[number] == LIFE_HASH_NONE) {
      *to[number] = LIFE_HASH_EMPTY;
      return FALSE;
    }
  }
  return TRUE;
}

static inline __attribute__ ((always_inline)) gboolean
find_all (LifeHashThread *thread, const guint64 *words, guint size,
    guint32 *const *to, guint n)
{
  const Table table = table_of (thread->universe);
  Lookups lookups;

  prefetch_slots (table, words, size, n, to, &lookups);
  prefetch_records (table, &lookups);
  return find_squares (thread, words, size, to, &lookups);
}

gboolean
life_hash_find_nodes (LifeHashThread *thread, const LifeHashKey *keys,
    guint32 *const *to, guint n)
{
  return find_all (thread, keys->words, 2, to, n);
}

gboolean
life_hash_find_leaves (LifeHashThread *thread, const LifeHashLeaf *leaves,
    guint32 *const *to, guint n)
{
  guint64 words[LIFE_HASH_MAX_AT_ONCE][4];

  memcpy (words, leaves, n * sizeof (words[0]));
  return find_all (thread, words[0], 4, to, n);
}
