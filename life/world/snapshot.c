/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Generations to return to: snapshots, any number of them, and
 * the mark, which reading ahead sets and which costs next to nothing. */
#include "life/world/world-private.h"

/* A world of more cells is marked only where its engine can undo a step. */
#define MAX_MARKED_CELLS (G_GUINT64_CONSTANT (1) << 25)

struct _LifeSnapshot {
  LifeWorld *world;
  gpointer state; /* NULL: lost with the engine */
  gsize size;
  LifeCounted counted;
  gboolean acquired; /* another thread reads it; under @acquiring */
};

static GMutex acquiring;
static GCond released;

LifeSnapshot *
life_world_snapshot (LifeWorld *world, GError **error)
{
  LifeSnapshot snapshot = { .world = world }, *copy;

  g_return_val_if_fail (world != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  /* What follows from the cells alone can be counted after a return. */
  if (!life_world_refresh_counts (world, LIFE_COUNT_CHANGES, error))
    return NULL;
  snapshot.counted = world->now;
  snapshot.counted.valid &= ~(guint) LIFE_COUNT_BOX;
  snapshot.counted.stepped = FALSE;
  snapshot.state =
      world->klass->save (world->engine, NULL, &snapshot.size, error);
  if (snapshot.state == NULL)
    return NULL;
  copy = g_memdup2 (&snapshot, sizeof (snapshot));
  g_ptr_array_add (world->snapshots, copy);
  return copy;
}

static gboolean
restore_cells (LifeWorld *world, const LifeSnapshot *snapshot, GError **error)
{
  if (life_snapshot_is_lost (snapshot)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "generation %" G_GUINT64_FORMAT
        " was dropped: a new rule needed another engine",
        snapshot->counted.statistics.generation);
    return FALSE;
  }
  return life_world_begin_edit (world, error)
         && world->klass->restore (world->engine, snapshot->state, error);
}

gboolean
life_world_restore (
    LifeWorld *world, const LifeSnapshot *snapshot, GError **error)
{
  g_return_val_if_fail (world != NULL && snapshot != NULL, FALSE);
  g_return_val_if_fail (snapshot->world == world, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!restore_cells (world, snapshot, error))
    return FALSE;
  world->now = snapshot->counted;
  return TRUE;
}

gboolean
life_world_restore_cells (
    LifeWorld *world, const LifeSnapshot *snapshot, GError **error)
{
  g_return_val_if_fail (world != NULL && snapshot != NULL, FALSE);
  g_return_val_if_fail (snapshot->world == world, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return restore_cells (world, snapshot, error);
}

gsize
life_snapshot_get_size (const LifeSnapshot *snapshot)
{
  g_return_val_if_fail (snapshot != NULL, 0);

  return snapshot->size;
}

guint64
life_snapshot_get_generation (const LifeSnapshot *snapshot)
{
  g_return_val_if_fail (snapshot != NULL, 0);

  return snapshot->counted.statistics.generation;
}

gboolean
life_snapshot_is_lost (const LifeSnapshot *snapshot)
{
  g_return_val_if_fail (snapshot != NULL, TRUE);

  return snapshot->state == NULL;
}

void
life_snapshot_acquire (LifeSnapshot *snapshot)
{
  g_mutex_lock (&acquiring);
  snapshot->acquired = TRUE;
  g_mutex_unlock (&acquiring);
}

void
life_snapshot_release (LifeSnapshot *snapshot)
{
  g_mutex_lock (&acquiring);
  snapshot->acquired = FALSE;
  g_cond_broadcast (&released);
  g_mutex_unlock (&acquiring);
}

gboolean
life_snapshot_visit (const LifeSnapshot *snapshot, LifeVisitBox visit,
    gpointer data, GError **error)
{
  return life_world_visit (
      snapshot->world, snapshot->state, visit, data, error);
}

LifeMacrocellNode *
life_snapshot_get_nodes (
    const LifeSnapshot *snapshot, gsize *n_nodes, GError **error)
{
  return snapshot->world->klass->unbounded->get_nodes (
      snapshot->world->engine, snapshot->state, n_nodes, error);
}

static void
drop_state (gpointer data, gpointer user_data)
{
  LifeSnapshot *snapshot = data;
  LifeWorld *world = snapshot->world;

  g_mutex_lock (&acquiring);
  while (snapshot->acquired)
    g_cond_wait (&released, &acquiring);
  g_mutex_unlock (&acquiring);
  if (snapshot->state != NULL)
    world->klass->drop (world->engine, snapshot->state);
  snapshot->state = NULL;
}

void
life_world_lose_snapshots (LifeWorld *world)
{
  g_ptr_array_foreach (world->snapshots, drop_state, NULL);
}

void
life_snapshot_free (LifeSnapshot *snapshot)
{
  if (snapshot == NULL)
    return;
  drop_state (snapshot, NULL);
  g_ptr_array_remove_fast (snapshot->world->snapshots, snapshot);
  g_free (snapshot);
}

/* Whether the cells themselves have to be saved. */
static gboolean
needs_copy (const LifeWorld *world, guint64 generations)
{
  return generations > 1 || world->klass->undo == NULL;
}

/* Whether a frame that is not finished yet shows the mark. */
static gboolean
is_mark_counted_by_frame (const LifeWorld *world)
{
  for (guint i = 0; i < world->n_pending; i++)
    if (world->frames[(world->oldest_pending + i) % LIFE_MAX_PENDING_FRAMES]
            .version
        == world->mark_version)
      return TRUE;
  return FALSE;
}

gboolean
life_world_mark (LifeWorld *world, guint64 generations)
{
  const LifeGeometry *geometry;
  gsize size;

  g_return_val_if_fail (world != NULL, FALSE);

  world->marked = FALSE;
  geometry = &world->engine->geometry;
  world->mark_saved = needs_copy (world, generations);
  if (world->mark_saved
      && (guint64) geometry->width * geometry->height
             > MAX_MARKED_CELLS / geometry->depth)
    return FALSE;
  world->mark_version = world->version;
  if (!is_mark_counted_by_frame (world)
      && !life_world_refresh_counts (world, LIFE_COUNT_CHANGES, NULL))
    return FALSE;

  world->mark = world->now;
  world->mark_recorded = world->mark_stacked = FALSE;
  if (world->mark_saved) {
    gpointer state =
        world->klass->save (world->engine, world->mark_state, &size, NULL);
    if (state == NULL)
      return FALSE;
    world->mark_state = state;
  }
  world->marked = TRUE;
  return TRUE;
}

gboolean
life_world_revert (LifeWorld *world, GError **error)
{
  guint64 stepped;

  g_return_val_if_fail (world != NULL && world->marked, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  stepped =
      world->now.statistics.generation - world->mark.statistics.generation;
  if ((stepped > 0 || world->mark_saved) && is_mark_counted_by_frame (world)
      && !life_world_wait_for_frames (world, error))
    return FALSE;
  world->marked = FALSE;
  if (world->mark_recorded)
    world->renderer->klass->undo_end_frame (world->renderer);
  if (world->mark_stacked)
    world->renderer->stacked.number--;
  /* Of several generations some may have been made, though the step failed. */
  if (stepped == 0 && !world->mark_saved)
    return TRUE;
  if (!world->mark_saved)
    world->klass->undo (world->engine);
  else if (!world->klass->restore (world->engine, world->mark_state, error))
    return FALSE;
  world->now = world->mark;
  /* Births and deaths that were not counted in time are lost. */
  if (!(world->now.valid & LIFE_COUNT_CHANGES))
    world->now.statistics.births = world->now.statistics.deaths = 0;
  world->now.valid |= LIFE_COUNT_CHANGES;
  world->now.stepped = FALSE;
  world->version++;
  return TRUE;
}

void
life_world_drop_mark (LifeWorld *world)
{
  world->marked = FALSE;
  if (world->mark_state != NULL)
    world->klass->drop (world->engine, world->mark_state);
  world->mark_state = NULL;
}
