/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes room: grows the store, or finds the squares that are still needed and frees the
 * rest, while all threads of a step wait.
 *
 * Needed are the cells, the snapshots and the squares that threads work with, and the results
 * of all of these. If that is more than half of the memory, results are freed too, but for
 * those that threads work with. */
#include "life/cpu/hashlife/hashlife-private.h"

#include <string.h>

/* --- The barrier --- */

void
life_hash_enter (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;

  pthread_mutex_lock (&universe->mutex);
  while (universe->pause)
    pthread_cond_wait (&universe->cond, &universe->mutex);
  universe->active++;
  pthread_mutex_unlock (&universe->mutex);
}

void
life_hash_leave (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;

  pthread_mutex_lock (&universe->mutex);
  universe->active--;
  pthread_cond_broadcast (&universe->cond);
  pthread_mutex_unlock (&universe->mutex);
}

static void
wait_for_end_of_pause (LifeHashUniverse *universe)
{
  universe->parked++;
  pthread_cond_broadcast (&universe->cond);
  while (universe->pause)
    pthread_cond_wait (&universe->cond, &universe->mutex);
  universe->parked--;
}

void
life_hash_pause (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;

  pthread_mutex_lock (&universe->mutex);
  if (universe->pause)
    wait_for_end_of_pause (universe);
  pthread_mutex_unlock (&universe->mutex);
}

/* --- Marking --- */

/* So many squares are marked between two reads of a step's flag. */
#define MARKED_AT_ONCE 4096

static gboolean
has_ended (const LifeHashUniverse *universe)
{
  return universe->end != LIFE_HASH_RUNNING;
}

/* Whether a square was not marked before, and the step goes on. */
static gboolean
mark (LifeHashUniverse *universe, guint32 square)
{
  guint64 *word = &universe->used[square / 64];
  const guint64 bit = G_GUINT64_CONSTANT (1) << square % 64;

  if (*word & bit)
    return FALSE;
  *word |= bit;
  if (++universe->n_marked % MARKED_AT_ONCE == 0 && universe->cancelled != NULL
      && g_atomic_int_get (universe->cancelled))
    g_atomic_int_set (&universe->end, LIFE_HASH_CANCELLED);
  return !has_ended (universe);
}

/* Each call is of a lower level than its caller's, so there are at most as many as there
 * are levels. */
static void
mark_square (
    LifeHashUniverse *universe, guint32 square, guint level, gboolean bare)
{
  LifeHashNode *node;

  if (square == LIFE_HASH_EMPTY || !mark (universe, square)
      || level == LIFE_HASH_LEAF_LEVEL)
    return;
  node = life_hash_node (universe, square);
  for (guint i = 0; i < 4; i++)
    __builtin_prefetch (&universe->records[node->children[i]]);
  if (bare) {
    node->full = LIFE_HASH_NONE;
    node->slow = 0;
  }
  for (guint i = 0; i < 4; i++)
    mark_square (universe, node->children[i], level - 1, bare);
  if (node->full != LIFE_HASH_NONE)
    mark_square (universe, node->full, level - 1, bare);
  if (node->slow != 0)
    mark_square (universe, (guint32) node->slow, level - 1, bare);
}

static void
mark_all (LifeHashUniverse *universe, gboolean bare)
{
  memset (universe->used, 0, universe->capacity / 8);
  universe->used[0] = 1;
  mark_square (universe, universe->root, universe->level, bare);
  mark_square (universe, universe->goal, universe->goal_level, bare);
  for (guint i = 0; i < universe->snapshots->len; i++) {
    const LifeHashSnapshot *snapshot = universe->snapshots->pdata[i];

    mark_square (universe, snapshot->root, snapshot->level, bare);
  }
  for (gsize i = 0; i < universe->n_tree_squares; i++)
    if (universe->tree[i].level >= LIFE_HASH_LEAF_LEVEL)
      mark_square (
          universe, universe->tree_squares[i], universe->tree[i].level, bare);
  for (guint i = 0; i < universe->n_threads; i++) {
    for (const LifeHashFrame *frame = universe->threads[i].frames;
         frame != NULL; frame = frame->up) {
      for (guint k = 0; k < G_N_ELEMENTS (frame->parts); k++)
        mark_square (universe, frame->parts[k], frame->level - 1, bare);
      for (guint k = 0; k < G_N_ELEMENTS (frame->results); k++)
        mark_square (universe, frame->results[k], frame->level - 2, bare);
    }
  }
}

/* --- What threads have found --- */

typedef struct {
  guint32 square, result;
  guint level;
} FoundNodes;

/* Without these a step could begin again and again. */
static GArray *
list_found (const LifeHashUniverse *universe)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (FoundNodes));

  for (guint i = 0; i < universe->n_threads; i++) {
    for (const LifeHashFrame *frame = universe->threads[i].frames;
         frame != NULL; frame = frame->up) {
      for (guint k = 0; k < G_N_ELEMENTS (frame->parts); k++) {
        FoundNodes found = { frame->parts[k], LIFE_HASH_NONE,
          frame->level - 1 };

        if (found.square == LIFE_HASH_EMPTY
            || found.level < LIFE_HASH_BASE_LEVEL)
          continue;
        found.result =
            life_hash_get_result (universe, found.square, found.level);
        if (found.result != LIFE_HASH_NONE)
          g_array_append_val (all, found);
      }
    }
  }
  return all;
}

static void
restore_found (LifeHashUniverse *universe, const GArray *all)
{
  for (guint i = 0; i < all->len; i++) {
    const FoundNodes *found = &g_array_index (all, FoundNodes, i);

    life_hash_set_result (universe, found->square, found->level, found->result);
    mark_square (universe, found->result, found->level - 1, TRUE);
  }
}

static gsize
count_marked (const LifeHashUniverse *universe)
{
  gsize n = 0;

  for (gsize i = 0; i < universe->capacity / 64; i++)
    n += __builtin_popcountll (universe->used[i]);
  return n;
}

/* A step that was cancelled frees nothing: the next one that needs room collects again. */
static void
use_all (LifeHashUniverse *universe)
{
  memset (universe->used, 0xff, universe->capacity / 8);
}

/* FALSE if an eighth of the memory cannot be freed: the next steps would collect all the
 * time. */
static gboolean
collect (LifeHashUniverse *universe)
{
  gsize live;

  mark_all (universe, FALSE);
  live = count_marked (universe);
  if (live > universe->capacity / 2) {
    g_autoptr (GArray) found = list_found (universe);

    mark_all (universe, TRUE);
    restore_found (universe, found);
    live = count_marked (universe);
  }
  if (has_ended (universe)) {
    use_all (universe);
    return TRUE;
  }
  life_hash_store_sweep (universe);
  life_hash_store_clear_counts (universe);
  universe->collections++;
  return live <= universe->capacity / 8 * 7;
}

gboolean
life_hash_make_room (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;
  gboolean made = TRUE;

  pthread_mutex_lock (&universe->mutex);
  if (universe->pause) {
    /* Another thread is making room. */
    wait_for_end_of_pause (universe);
  } else {
    g_atomic_int_set (&universe->pause, 1);
    while (universe->parked + 1 < universe->active)
      pthread_cond_wait (&universe->cond, &universe->mutex);
    if (!life_hash_store_grow (universe) && !collect (universe))
      g_atomic_int_set (&universe->end, LIFE_HASH_FULL_MEMORY);
    g_atomic_int_set (&universe->pause, 0);
    pthread_cond_broadcast (&universe->cond);
  }
  made = g_atomic_int_get (&universe->end) == LIFE_HASH_RUNNING;
  pthread_mutex_unlock (&universe->mutex);
  return made;
}
