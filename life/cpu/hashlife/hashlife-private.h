/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A universe from inside: squares as records in one arena, found by a table.
 *
 * A record has 32 bytes: a leaf of 16 × 16 cells, or a node. Records do not move, and a
 * square is named by its record's index. Record 0 is an empty square of any size, so a
 * name needs no level: a node that is not empty has a child that is not. */
#pragma once

#include <pthread.h>

#include "life/base/thread-pool.h"
#include "life/cpu/hashlife/hashlife-kernels.h"
#include "life/cpu/hashlife/universe.h"

#define LIFE_HASH_EMPTY 0u
/* The level of an empty universe, and the lowest at which a step begins. */
#define LIFE_HASH_LOWEST_LEVEL 7
/* Instead of a square: there is none, yet or because the step was ended. */
#define LIFE_HASH_NONE G_MAXUINT32

#define LIFE_HASH_LEAF_LEVEL 4
/* The level at which cells are advanced; above it results are joined. */
#define LIFE_HASH_BASE_LEVEL 6
/* The result of a node advances it by at most 2^(level - 2) generations. */
#define LIFE_HASH_FULL(level) ((level) -2)

/* @children: north-west, north-east, south-west, south-east
 * @full: the middle, half as wide, after 2^(level - 2) generations, or NONE
 * @queued: the last thread, counted from 1, that listed it, so that no list has it twice
 * @active: a thread is finding its result, so the other threads begin with other squares
 * @slow: the middle after 2^n fewer generations: 2^32 (n + 1) + the square; 0: none yet */
typedef struct {
  guint32 children[4];
  guint32 full;
  guint16 queued, active;
  guint64 slow;
} LifeHashNode;

typedef union {
  LifeHashLeaf leaf;
  LifeHashNode node;
  guint64 words[4];
} LifeHashRecord;

G_STATIC_ASSERT (sizeof (LifeHashRecord) == 32);

/* An entry of the table: 32 bits of the hash, whether it is a leaf, 31 bits of the index;
 * 0 if it is free. Its slot is given by the highest bits of the hash, so entries lie in the
 * order of their hashes, and a larger table is filled from one end to the other. */
#define LIFE_HASH_IS_LEAF (G_GUINT64_CONSTANT (1) << 31)
#define LIFE_HASH_INDEX_MASK 0x7fffffffu

/* A count over a square, found once for each. */
typedef unsigned __int128 LifeHashNumber;

typedef enum {
  LIFE_HASH_POPULATION,
  LIFE_HASH_BLOCKS, /* of BASE_LEVEL with live cells */
  LIFE_HASH_N_COUNTS
} LifeHashCounted;

/* A thread claims the records of so many words of the bitmap at once. */
#define LIFE_HASH_SPAN_WORDS 8

/* The largest numbers of squares that a thread advances together, and looks up together. */
#define LIFE_HASH_BATCH 32
#define LIFE_HASH_MAX_AT_ONCE (9 * LIFE_HASH_BATCH)

/* Squares that a thread works with, which the collector does not free; @up is the caller's. */
typedef struct _LifeHashFrame LifeHashFrame;

struct _LifeHashFrame {
  LifeHashFrame *up;
  guint level;
  guint32 parts[9];   /* of level - 1 */
  guint32 results[9]; /* of level - 2 */
};

typedef struct {
  LifeHashUniverse *universe;
  guint number;
  LifeHashFrame *frames;
  gsize word, end; /* of the bitmap, in its span */
  guint64 free;    /* records of @word that are free */
  guint32 spare;   /* a record that was taken and not used, or 0 */
} LifeHashThread;

/* Why a step ended early. */
typedef enum {
  LIFE_HASH_RUNNING,
  LIFE_HASH_CANCELLED,
  LIFE_HASH_FULL_MEMORY,
} LifeHashEnd;

struct _LifeHashSnapshot {
  LifeHashUniverse *universe;
  guint32 root;
  guint level;
};

struct _LifeHashUniverse {
  LifeHashProgram program;
  LifeHashAdvanceBase advance;

  /* The arena: @capacity records may be used now, @reserved at most. A bit of @used is
   * set where a record was in use at the last collection. */
  LifeHashRecord *records;
  guint64 *used;
  gsize reserved, capacity;
  gsize cursor; /* the next word of @used that no thread has claimed */

  guint64 *table;
  guint table_shift; /* 32 - log2 of the slots */
  gsize max_slots;   /* that there are addresses for */
  guint64 memory_limit;

  /* Cells: those of a square of 2^level, its middle at (0, 0). */
  guint32 root;
  guint level;
  GPtrArray *snapshots;

  LifeThreadPool *pool;
  LifeHashThread *threads;
  guint n_threads;

  /* A step: threads stop at a barrier while one collects. */
  pthread_mutex_t
      mutex; /* not GLib's, which the thread sanitizer does not see */
  pthread_cond_t cond;
  gint pause; /* read without the mutex */
  guint active, parked;
  const gint *cancelled;
  gint end; /* a LifeHashEnd */
  guint power;
  guint32 goal;
  guint goal_level;
  guint64 collections; /* of squares that are no longer needed, so far */
  guint64 n_marked;    /* by all of them */

  /* Squares that life_hash_universe_set_tree() has made so far. */
  const LifeMacrocellNode *tree;
  const guint32 *tree_squares;
  gsize n_tree_squares;

  /* Counts by record; 0: not counted yet. Pages that were not written need no memory. */
  LifeHashNumber *counts[LIFE_HASH_N_COUNTS];
  gboolean is_counted; /* something is */
};

static inline gsize
life_hash_n_slots (const LifeHashUniverse *universe)
{
  return (gsize) 1 << (32 - universe->table_shift);
}

static inline LifeHashNode *
life_hash_node (const LifeHashUniverse *universe, guint32 square)
{
  return &universe->records[square].node;
}

static inline const LifeHashLeaf *
life_hash_leaf (const LifeHashUniverse *universe, guint32 square)
{
  return &universe->records[square].leaf;
}

static inline guint32
life_hash_child (const LifeHashUniverse *universe, guint32 square, guint i)
{
  /* Record 0 holds zeros, so the parts of an empty square are empty. */
  return universe->records[square].node.children[i];
}

/* The result of a square if it was found already, or NONE. */
static inline guint32
life_hash_get_result (
    const LifeHashUniverse *universe, guint32 square, guint level)
{
  const LifeHashNode *node = life_hash_node (universe, square);
  guint64 slow;

  if (square == LIFE_HASH_EMPTY)
    return LIFE_HASH_EMPTY;
  if (universe->power >= LIFE_HASH_FULL (level))
    return __atomic_load_n (&node->full, __ATOMIC_ACQUIRE);
  slow = __atomic_load_n (&node->slow, __ATOMIC_ACQUIRE);
  return slow >> 32 == universe->power + 1 ? (guint32) slow : LIFE_HASH_NONE;
}

static inline void
life_hash_set_result (
    LifeHashUniverse *universe, guint32 square, guint level, guint32 result)
{
  LifeHashNode *node = life_hash_node (universe, square);
  const guint power = universe->power;

  if (power >= LIFE_HASH_FULL (level))
    __atomic_store_n (&node->full, result, __ATOMIC_RELEASE);
  else
    __atomic_store_n (
        &node->slow, (guint64) (power + 1) << 32 | result, __ATOMIC_RELEASE);
}

/* store.c */

gboolean life_hash_store_open (LifeHashUniverse *universe, GError **error);
void life_hash_store_close (LifeHashUniverse *universe);
/* Doubles the table if the limit allows it, so that more records may be used. */
gboolean life_hash_store_grow (LifeHashUniverse *universe);
/* Removes the entries of records that are not in use from the table; threads may then claim
 * those records. */
void life_hash_store_sweep (LifeHashUniverse *universe);
/* Invalidate all counts, and all results. */
void life_hash_store_clear_counts (LifeHashUniverse *universe);
void life_hash_store_clear_results (LifeHashUniverse *universe);
/* collect.c: makes room for more squares while all threads wait. FALSE: there is none. */
gboolean life_hash_make_room (LifeHashThread *thread);
void life_hash_pause (LifeHashThread *thread);
void life_hash_enter (LifeHashThread *thread);
void life_hash_leave (LifeHashThread *thread);

/* advance.c: the middle of a square after 2^power generations, or after the most that it
 * determines; NONE if the step has to end. */
guint32 life_hash_advance (LifeHashThread *thread, guint32 square, guint level);

/* hashlife-step.c: these two enclose work that changes the cells; meanwhile they are the
 * square @goal of level @goal_level, and remain so if all went well. */
LifeHashThread *life_hash_begin (
    LifeHashUniverse *universe, const gint *cancelled);
gboolean life_hash_end (
    LifeHashUniverse *universe, gboolean done, GError **error);
/* Make the square of the cells twice as wide, and as small as the cells allow. FALSE if the
 * work has to end. */
gboolean life_hash_widen (LifeHashThread *thread);
gboolean life_hash_trim (LifeHashThread *thread);

/* program.c */
gboolean life_hash_program_make (
    const LifeRule *rule, LifeHashProgram *program, GError **error);
