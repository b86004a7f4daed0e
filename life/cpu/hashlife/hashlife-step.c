/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Universes advanced, saved and restored. advance.c finds the results of squares. */
#include "life/cpu/hashlife/hashlife-find.h"

/* --- Work on squares --- */

LifeHashThread *
life_hash_begin (LifeHashUniverse *universe, const gint *cancelled)
{
  universe->end = LIFE_HASH_RUNNING;
  universe->cancelled = cancelled;
  universe->goal = universe->root;
  universe->goal_level = universe->level;
  life_hash_enter (&universe->threads[0]);
  return &universe->threads[0];
}

static gboolean
fail (LifeHashUniverse *universe, gboolean too_far, GError **error)
{
  if (universe->end == LIFE_HASH_CANCELLED)
    g_set_error (
        error, LIFE_ERROR, LIFE_ERROR_CANCELLED, "the step was cancelled");
  else if (too_far)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "live cells would be more than 2^%d cells from the origin",
        LIFE_HASH_LEVEL_MAX - 1);
  else
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "the squares of HashLife need more than the %" G_GUINT64_FORMAT
        " MiB that they may take; set a higher memory-limit, or shorter steps",
        universe->memory_limit >> 20);
  return FALSE;
}

gboolean
life_hash_end (LifeHashUniverse *universe, gboolean done, GError **error)
{
  LifeHashThread *thread = &universe->threads[0];

  gboolean too_far;

  done = done && life_hash_trim (thread);
  too_far = done && universe->goal_level > LIFE_HASH_LEVEL_MAX;
  life_hash_leave (thread);
  thread->frames = NULL;
  if (done && !too_far) {
    universe->root = universe->goal;
    universe->level = universe->goal_level;
  } else {
    done = fail (universe, too_far, error);
  }
  universe->goal = LIFE_HASH_EMPTY;
  universe->cancelled = NULL;
  return done;
}

gboolean
life_hash_widen (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;
  LifeHashFrame frame = { thread->frames, universe->goal_level + 1 };
  const LifeHashNode *root = life_hash_node (universe, universe->goal);
  guint32 wider = LIFE_HASH_NONE;
  const LifeHashKey keys[4] = {
    life_hash_key (0, 0, 0, root->children[0]),
    life_hash_key (0, 0, root->children[1], 0),
    life_hash_key (0, root->children[2], 0, 0),
    life_hash_key (root->children[3], 0, 0, 0),
  };

  guint32 *const to[4] = { &frame.parts[0], &frame.parts[1], &frame.parts[2],
    &frame.parts[3] };

  thread->frames = &frame;
  if (life_hash_find_nodes (thread, keys, to, 4))
    wider = life_hash_join (
        thread, frame.parts[0], frame.parts[1], frame.parts[2], frame.parts[3]);
  thread->frames = frame.up;
  if (wider == LIFE_HASH_NONE)
    return FALSE;
  universe->goal = wider;
  universe->goal_level++;
  return TRUE;
}

gboolean
life_hash_trim (LifeHashThread *thread)
{
  LifeHashUniverse *universe = thread->universe;

  while (universe->goal_level > LIFE_HASH_LOWEST_LEVEL) {
    guint32 inner[4], root;

    for (guint i = 0; i < 4; i++) {
      const guint32 part = life_hash_child (universe, universe->goal, i);

      for (guint k = 0; k < 4; k++)
        if (k != 3 - i
            && life_hash_child (universe, part, k) != LIFE_HASH_EMPTY)
          return TRUE;
      inner[i] = life_hash_child (universe, part, 3 - i);
    }
    root = life_hash_join (thread, inner[0], inner[1], inner[2], inner[3]);
    if (root == LIFE_HASH_NONE)
      return FALSE;
    universe->goal = root;
    universe->goal_level--;
  }
  return TRUE;
}

/* --- Steps --- */

static void
work (gpointer data, gsize item)
{
  LifeHashUniverse *universe = data;
  LifeHashThread *thread = &universe->threads[item];

  life_hash_enter (thread);
  life_hash_advance (thread, universe->goal, universe->goal_level);
  life_hash_leave (thread);
}

/* The result that all threads found, or NONE. */
static guint32
advance_goal (LifeHashUniverse *universe)
{
  const LifeWork all = { universe->n_threads, work };

  if (universe->n_threads > 1) {
    /* Any thread of the pool may take the part of the first one, and none may wait for one
     * that has finished. */
    life_hash_leave (&universe->threads[0]);
    life_thread_pool_run (universe->pool, universe->n_threads, &all, universe);
    life_hash_enter (&universe->threads[0]);
  }
  return life_hash_advance (
      &universe->threads[0], universe->goal, universe->goal_level);
}

/* Live cells of the middle quarter stay in the middle half for a quarter of the generations
 * that a square determines, whatever the rule. */
static gboolean
step_power (LifeHashThread *thread, guint power)
{
  LifeHashUniverse *universe = thread->universe;
  guint level;
  guint32 result;

  if (!life_hash_trim (thread))
    return FALSE;
  level = MAX (universe->goal_level + 2, power + 3);
  while (universe->goal_level < level)
    if (!life_hash_widen (thread))
      return FALSE;
  universe->power = power;
  result = advance_goal (universe);
  if (result == LIFE_HASH_NONE)
    return FALSE;
  universe->goal = result;
  universe->goal_level--;
  return TRUE;
}

gboolean
life_hash_universe_step (LifeHashUniverse *universe, guint64 generations,
    const gint *cancelled, GError **error)
{
  LifeHashThread *thread = life_hash_begin (universe, cancelled);
  gboolean done = TRUE;

  for (guint power = 64;
       done && universe->goal_level <= LIFE_HASH_LEVEL_MAX && power-- > 0;)
    if (generations >> power & 1)
      done = step_power (thread, power) && life_hash_trim (thread);
  return life_hash_end (universe, done, error);
}

/* --- Snapshots --- */

LifeHashSnapshot *
life_hash_universe_snapshot (LifeHashUniverse *universe)
{
  LifeHashSnapshot *snapshot = g_new (LifeHashSnapshot, 1);

  *snapshot = (LifeHashSnapshot){ universe, universe->root, universe->level };
  g_ptr_array_add (universe->snapshots, snapshot);
  return snapshot;
}

void
life_hash_universe_restore (
    LifeHashUniverse *universe, const LifeHashSnapshot *snapshot)
{
  universe->root = snapshot->root;
  universe->level = snapshot->level;
}

void
life_hash_snapshot_free (LifeHashSnapshot *snapshot)
{
  if (snapshot == NULL)
    return;
  g_ptr_array_remove_fast (snapshot->universe->snapshots, snapshot);
  g_free (snapshot);
}
