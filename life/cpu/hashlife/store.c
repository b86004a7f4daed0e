/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The memory of a universe: the arena of records and the table, reserved as addresses and
 * used page by page; how they grow within the limit. */
#include "life/cpu/hashlife/hashlife-private.h"

#include <string.h>

#include "life/base/memory.h"
#include "life/base/pages.h"

/* Slots of the smallest table, 128 KiB, and of the largest: hashes have 32 bits. */
#define FIRST_BITS 14
#define MAX_SLOTS ((gsize) 1 << 31)

/* Records that a table of so many slots may have while it can double, and when it cannot. */
#define LOAD(slots) ((slots) / 8 * 5)
#define FULL_LOAD(slots) ((slots) / 4 * 3)

/* Its counts included. */
#define RECORD_BYTES \
  (sizeof (LifeHashRecord) + LIFE_HASH_N_COUNTS * sizeof (LifeHashNumber))

static gsize
table_bytes (gsize slots)
{
  return slots * sizeof (guint64);
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
  const gsize max_records =
      MIN (universe->memory_limit / RECORD_BYTES, LIFE_HASH_INDEX_MASK);
  const gsize span = 64 * LIFE_HASH_SPAN_WORDS;

  universe->reserved = max_records / span * span;
  universe->table_shift = 32 - FIRST_BITS;
  /* Slots are read in random order, so each would cost a TLB miss with small pages. Records are
   * filled in order, and stay in the cache while the system clears a small page. */
  universe->records =
      life_pages_new (universe->reserved * sizeof (LifeHashRecord), FALSE);
  universe->used = life_pages_new (universe->reserved / 8, FALSE);
  universe->max_slots = life_hash_n_slots (universe);
  while (universe->max_slots < MAX_SLOTS
         && table_bytes (2 * universe->max_slots) < universe->memory_limit)
    universe->max_slots *= 2;
  universe->table = life_pages_new (table_bytes (universe->max_slots), TRUE);
  for (guint i = 0; i < LIFE_HASH_N_COUNTS; i++)
    universe->counts[i] =
        life_pages_new (count_bytes (universe->reserved), FALSE);
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
  set_capacity (universe, LOAD (life_hash_n_slots (universe)));
  universe->used[0] = 1;
  return TRUE;
}

void
life_hash_store_close (LifeHashUniverse *universe)
{
  life_pages_free (
      universe->records, universe->reserved * sizeof (LifeHashRecord));
  life_pages_free (universe->used, universe->reserved / 8);
  life_pages_free (universe->table, table_bytes (universe->max_slots));
  for (guint i = 0; i < LIFE_HASH_N_COUNTS; i++)
    life_pages_free (universe->counts[i], count_bytes (universe->reserved));
}

void
life_hash_store_clear_counts (LifeHashUniverse *universe)
{
  for (guint i = 0; universe->is_counted && i < LIFE_HASH_N_COUNTS; i++)
    life_pages_clear (universe->counts[i], count_bytes (universe->reserved));
  universe->is_counted = FALSE;
}

/* --- The table --- */

static void
insert_entry (guint64 *table, gsize mask, gsize slot, guint64 entry)
{
  while (table[slot] != 0)
    slot = (slot + 1) & mask;
  table[slot] = entry;
}

/* From the last entry to the first, each moves to its slot or a later one: entries lie in the
 * order of their hashes. Those few that probing had pushed behind their new slot are inserted
 * last. */
static void
double_table (LifeHashUniverse *universe)
{
  const gsize slots = life_hash_n_slots (universe), mask = 2 * slots - 1;
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 *table = universe->table;

  universe->table_shift--;
  for (gsize i = slots; i-- > 0;) {
    const guint64 entry = table[i];
    gsize slot = (entry >> 32) >> universe->table_shift;

    if (entry == 0)
      continue;
    table[i] = 0;
    while (slot >= i && slot <= mask && table[slot] != 0)
      slot++;
    if (slot >= i && slot <= mask)
      table[slot] = entry;
    else
      g_array_append_val (waiting, entry);
  }
  for (guint i = 0; i < waiting->len; i++) {
    const guint64 entry = g_array_index (waiting, guint64, i);

    insert_entry (table, mask, (entry >> 32) >> universe->table_shift, entry);
  }
}

gboolean
life_hash_store_grow (LifeHashUniverse *universe)
{
  const gsize slots = life_hash_n_slots (universe);
  const guint64 limit = universe->memory_limit;
  const guint64 doubled = table_bytes (2 * slots);
  gsize max_records;

  if (2 * slots <= universe->max_slots) {
    max_records = (limit - doubled) / (RECORD_BYTES + 1);
    max_records = MIN (max_records, LOAD (2 * slots));
    if (max_records >= universe->capacity / 4 * 5) {
      double_table (universe);
      set_capacity (universe, max_records);
      return TRUE;
    }
  }
  if (table_bytes (slots) >= limit)
    return FALSE;
  max_records = (limit - table_bytes (slots)) / (RECORD_BYTES + 1);
  max_records = MIN (max_records, FULL_LOAD (slots));
  if (max_records < universe->capacity / 64 * 65 + 64 * LIFE_HASH_SPAN_WORDS)
    return FALSE;
  set_capacity (universe, max_records);
  return TRUE;
}

static gboolean
is_used (const LifeHashUniverse *universe, guint32 square)
{
  return universe->used[square / 64] >> square % 64 & 1;
}

/* From a free slot on and around: each entry that stays moves to the first free slot from its
 * own on, which is not behind its old one. */
static void
sweep_table (LifeHashUniverse *universe)
{
  const gsize slots = life_hash_n_slots (universe), mask = slots - 1;
  guint64 *table = universe->table;
  gsize start = 0;

  while (table[start] != 0)
    start++;
  for (gsize i = 1; i < slots; i++) {
    const gsize from = (start + i) & mask;
    const guint64 entry = table[from];
    gsize slot = (entry >> 32) >> universe->table_shift;

    if (entry == 0)
      continue;
    table[from] = 0;
    if (!is_used (universe, entry & LIFE_HASH_INDEX_MASK))
      continue;
    insert_entry (table, mask, slot, entry);
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
life_hash_store_clear_results (LifeHashUniverse *universe)
{
  for (gsize i = 0; i < life_hash_n_slots (universe); i++) {
    const guint64 entry = universe->table[i];
    LifeHashNode *node =
        life_hash_node (universe, (guint32) (entry & LIFE_HASH_INDEX_MASK));

    if (entry == 0 || entry & LIFE_HASH_IS_LEAF)
      continue;
    node->full = LIFE_HASH_NONE;
    node->slow = 0;
  }
}
