/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The memory of a universe: the arena of records and the table, reserved as addresses and
 * taken page by page; how they grow within the limit. */
#include "life/cpu/hashlife/hashlife-private.h"

#include <string.h>
#include <sys/mman.h>

#include "life/base/memory.h"

/* Places of the smallest table, 128 KiB, and of the largest: hashes have 32 bits. */
#define FIRST_BITS 14
#define MOST_PLACES ((gsize) 1 << 31)

/* Records per place of the table: while it may double, and when it may not. */
#define LOAD(places) ((places) / 8 * 5)
#define FULL_LOAD(places) ((places) / 4 * 3)

/* Places are read in no order, so small pages would cost a miss of their own each. Records
 * are filled in their order, and are in the cache while the system clears a small page. */
static gpointer
map (gsize bytes, gboolean large_pages)
{
  gpointer memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (memory == MAP_FAILED)
    return NULL;
#ifdef MADV_HUGEPAGE
  if (large_pages)
    madvise (memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

/* With what is counted of it. */
#define RECORD_BYTES \
  (sizeof (LifeHashRecord) + LIFE_HASH_N_COUNTS * sizeof (LifeHashNumber))

static gsize
table_bytes (gsize places)
{
  return places * sizeof (guint64);
}

static gsize
count_bytes (gsize records)
{
  return records * sizeof (LifeHashNumber);
}

static void
set_capacity (LifeHashUniverse *universe, gsize capacity)
{
  const gsize span = 64 * LIFE_HASH_SPAN_WORDS;

  universe->capacity = MIN (capacity, universe->reserved) / span * span;
}

gboolean
life_hash_store_open (LifeHashUniverse *universe, GError **error)
{
  const gsize most =
      MIN (universe->memory_limit / RECORD_BYTES, LIFE_HASH_INDEX_MASK);
  const gsize span = 64 * LIFE_HASH_SPAN_WORDS;

  universe->reserved = most / span * span;
  universe->table_shift = 32 - FIRST_BITS;
  universe->records = map (universe->reserved * sizeof (LifeHashRecord), FALSE);
  universe->used = map (universe->reserved / 8, FALSE);
  universe->most_places = life_hash_places (universe);
  while (universe->most_places < MOST_PLACES
         && table_bytes (2 * universe->most_places) < universe->memory_limit)
    universe->most_places *= 2;
  universe->table = map (table_bytes (universe->most_places), TRUE);
  for (guint i = 0; i < LIFE_HASH_N_COUNTS; i++)
    universe->counts[i] = map (count_bytes (universe->reserved), FALSE);
  if (universe->records == NULL || universe->used == NULL
      || universe->table == NULL
      || universe->counts[LIFE_HASH_POPULATION] == NULL
      || universe->counts[LIFE_HASH_BLOCKS] == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "no %" G_GUINT64_FORMAT " MiB of addresses for HashLife; set a lower"
        " memory limit",
        universe->memory_limit >> 20);
    return FALSE;
  }
  set_capacity (universe, LOAD (life_hash_places (universe)));
  universe->used[0] = 1;
  return TRUE;
}

void
life_hash_store_close (LifeHashUniverse *universe)
{
  if (universe->records != NULL)
    munmap (universe->records, universe->reserved * sizeof (LifeHashRecord));
  if (universe->used != NULL)
    munmap (universe->used, universe->reserved / 8);
  if (universe->table != NULL)
    munmap (universe->table, table_bytes (universe->most_places));
  for (guint i = 0; i < LIFE_HASH_N_COUNTS; i++)
    if (universe->counts[i] != NULL)
      munmap (universe->counts[i], count_bytes (universe->reserved));
}

void
life_hash_store_forget_counts (LifeHashUniverse *universe)
{
  for (guint i = 0; universe->is_counted && i < LIFE_HASH_N_COUNTS; i++)
    madvise (
        universe->counts[i], count_bytes (universe->reserved), MADV_DONTNEED);
  universe->is_counted = FALSE;
}

/* --- The table --- */

static void
put_entry (guint64 *table, gsize mask, gsize place, guint64 entry)
{
  while (table[place] != 0)
    place = (place + 1) & mask;
  table[place] = entry;
}

/* From the last entry to the first, each goes to a place from where it is on: entries lie
 * in the order of their hashes. Those few that were pushed on so far that their new place
 * is before that wait until all others have left. */
static void
double_table (LifeHashUniverse *universe)
{
  const gsize places = life_hash_places (universe), mask = 2 * places - 1;
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 *table = universe->table;

  universe->table_shift--;
  for (gsize i = places; i-- > 0;) {
    const guint64 entry = table[i];
    gsize place = (entry >> 32) >> universe->table_shift;

    if (entry == 0)
      continue;
    table[i] = 0;
    while (place >= i && place <= mask && table[place] != 0)
      place++;
    if (place >= i && place <= mask)
      table[place] = entry;
    else
      g_array_append_val (waiting, entry);
  }
  for (guint i = 0; i < waiting->len; i++) {
    const guint64 entry = g_array_index (waiting, guint64, i);

    put_entry (table, mask, (entry >> 32) >> universe->table_shift, entry);
  }
}

gboolean
life_hash_store_grow (LifeHashUniverse *universe)
{
  const gsize places = life_hash_places (universe);
  const guint64 limit = universe->memory_limit;
  const guint64 doubled = table_bytes (2 * places);
  gsize most;

  if (2 * places <= universe->most_places) {
    most = (limit - doubled) / (RECORD_BYTES + 1);
    most = MIN (most, LOAD (2 * places));
    if (most >= universe->capacity / 4 * 5) {
      double_table (universe);
      set_capacity (universe, most);
      return TRUE;
    }
  }
  if (table_bytes (places) >= limit)
    return FALSE;
  most = (limit - table_bytes (places)) / (RECORD_BYTES + 1);
  most = MIN (most, FULL_LOAD (places));
  if (most < universe->capacity / 64 * 65 + 64 * LIFE_HASH_SPAN_WORDS)
    return FALSE;
  set_capacity (universe, most);
  return TRUE;
}

static gboolean
is_used (const LifeHashUniverse *universe, guint32 square)
{
  return universe->used[square / 64] >> square % 64 & 1;
}

/* From a free place on and around: each entry that stays goes to the first free place from
 * its own on, which is not behind where it was. */
static void
sweep_table (LifeHashUniverse *universe)
{
  const gsize places = life_hash_places (universe), mask = places - 1;
  guint64 *table = universe->table;
  gsize start = 0;

  while (table[start] != 0)
    start++;
  for (gsize i = 1; i < places; i++) {
    const gsize from = (start + i) & mask;
    const guint64 entry = table[from];
    gsize place = (entry >> 32) >> universe->table_shift;

    if (entry == 0)
      continue;
    table[from] = 0;
    if (!is_used (universe, entry & LIFE_HASH_INDEX_MASK))
      continue;
    put_entry (table, mask, place, entry);
  }
}

void
life_hash_store_sweep (LifeHashUniverse *universe)
{
  sweep_table (universe);
  universe->cursor = 0;
  for (guint i = 0; i < universe->n_threads; i++) {
    LifeHashThread *thread = &universe->threads[i];

    thread->word = thread->end = 0;
    thread->free = 0;
    thread->spare = 0;
  }
}

void
life_hash_store_forget_results (LifeHashUniverse *universe)
{
  for (gsize i = 0; i < life_hash_places (universe); i++) {
    const guint64 entry = universe->table[i];
    LifeHashNode *node =
        life_hash_node (universe, (guint32) (entry & LIFE_HASH_INDEX_MASK));

    if (entry == 0 || entry & LIFE_HASH_IS_LEAF)
      continue;
    node->full = LIFE_HASH_NONE;
    node->slow = 0;
  }
}
