/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is counted of a world: at once, with a frame, or while the caller does something else;
 * and which counts are still valid. The engine does the counting. */
#include "life/world/world-private.h"

/* --- What is valid --- */

void
life_counted_init (LifeCounted *counted)
{
  *counted = (LifeCounted){ .valid = LIFE_COUNT_LIVING | LIFE_COUNT_CHANGES };
}

void
life_counted_edit (LifeCounted *counted)
{
  counted->valid &= ~(guint) (LIFE_COUNT_LIVING | LIFE_COUNT_BOX);
  counted->population_lags = counted->stepped = FALSE;
}

static gboolean
skips_changes (const LifeWorld *world)
{
  const LifeUnboundedClass *unbounded = world->klass->unbounded;

  return unbounded != NULL && unbounded->skips_changes;
}

void
life_world_invalidate_counts (
    LifeWorld *world, guint64 generations, guint64 stepped)
{
  LifeCounted *now = &world->now;

  if (stepped == 0)
    return;
  now->population_lags = (now->valid & LIFE_COUNT_LIVING) != 0 && stepped == 1
                         && !skips_changes (world);
  now->valid = 0;
  now->stepped = generations == 1;
}

/* Stores what is not valid of @what. */
static void
store_counts (LifeCounted *counted, guint what, const LifeStatistics *counts)
{
  what &= ~counted->valid;
  if (what & LIFE_COUNT_LIVING)
    counted->statistics.population = counts->population;
  if (what & LIFE_COUNT_CHANGES) {
    counted->statistics.births = counts->births;
    counted->statistics.deaths = counts->deaths;
  }
  if (what & LIFE_COUNT_BOX)
    counted->statistics.box = counts->box;
  if (what & LIFE_COUNT_ACTIVITY)
    counted->statistics.activity = counts->activity;
  counted->valid |= what;
}

/* There is none, unless the last step was of one generation. */
static void
settle_activity (LifeCounted *counted)
{
  static const LifeStatistics none;

  if (!counted->stepped)
    store_counts (counted, LIFE_COUNT_ACTIVITY, &none);
}

/* What @what selects of @statistics; its population is 0. */
static void
select_counts (
    const LifeStatistics *statistics, guint what, LifeStatistics *selected)
{
  *selected = (LifeStatistics){ .generation = statistics->generation };
  if (what & LIFE_COUNT_CHANGES) {
    selected->births = statistics->births;
    selected->deaths = statistics->deaths;
  }
  if (what & LIFE_COUNT_BOX)
    selected->box = statistics->box;
  if (what & LIFE_COUNT_ACTIVITY)
    selected->activity = statistics->activity;
}

/* --- At once --- */

gboolean
life_world_refresh_counts (LifeWorld *world, guint what, GError **error)
{
  LifeCounted *now = &world->now;
  LifeStatistics *statistics = &now->statistics;
  LifeTally tally;
  gboolean follows;

  settle_activity (now);
  what &= ~now->valid;
  /* One that follows from what changed needs no pass of its own. */
  follows = now->population_lags && (what & LIFE_COUNT_LIVING) != 0;
  if (follows)
    what = (what & ~(guint) LIFE_COUNT_LIVING)
           | (LIFE_COUNT_CHANGES & ~now->valid);
  if (what != 0 && !world->klass->count (world->engine, what, &tally, error))
    return FALSE;
  store_counts (now, what, &tally.statistics);
  if (follows) {
    statistics->population += statistics->births - statistics->deaths;
    now->valid |= LIFE_COUNT_LIVING;
  }
  return TRUE;
}

gboolean
life_world_get_statistics (
    LifeWorld *world, LifeStatistics *statistics, GError **error)
{
  g_return_val_if_fail (world != NULL && statistics != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!life_world_refresh_counts (
          world, LIFE_COUNT_LIVING | LIFE_COUNT_CHANGES, error))
    return FALSE;
  select_counts (&world->now.statistics, LIFE_COUNT_CHANGES, statistics);
  statistics->population = world->now.statistics.population;
  return TRUE;
}

gboolean
life_world_count (LifeWorld *world, LifeCountFlags requested,
    LifeStatistics *statistics, GError **error)
{
  g_return_val_if_fail (world != NULL && statistics != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (life_world_is_pending (world, requested)
      && !life_world_wait_for_frames (world, error))
    return FALSE;
  if (!life_world_refresh_counts (world, requested, error))
    return FALSE;
  select_counts (&world->now.statistics, requested, statistics);
  return TRUE;
}

gchar *
life_world_get_population_text (LifeWorld *world, GError **error)
{
  const LifeUnboundedClass *unbounded;
  LifeStatistics statistics;

  g_return_val_if_fail (world != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  unbounded = world->klass->unbounded;
  if (unbounded != NULL && unbounded->population_text != NULL)
    return unbounded->population_text (world->engine, error);
  if (!life_world_get_statistics (world, &statistics, error))
    return NULL;
  return g_strdup_printf ("%" G_GUINT64_FORMAT, statistics.population);
}

/* --- With a frame --- */

guint
life_world_choose_counts (LifeWorld *world, LifeCountFlags requested)
{
  settle_activity (&world->now);
  return LIFE_COUNT_LIVING | (requested & ~world->now.valid);
}

/* The same on every engine, whether it happened to count more or not. */
void
life_frame_select_counts (
    const LifePendingFrame *frame, LifeStatistics *statistics)
{
  select_counts (&frame->counted.statistics, frame->requested, statistics);
  statistics->population = frame->counted.statistics.population;
}

gboolean
life_world_is_pending (const LifeWorld *world, LifeCountFlags requested)
{
  const LifePendingFrame *frame;

  g_return_val_if_fail (world != NULL, FALSE);

  frame = life_world_last_frame ((LifeWorld *) world);
  return frame != NULL && frame->version == world->version
         && (requested & ~frame->requested) == 0;
}

gboolean
life_world_wait_for_frame (LifeWorld *world, guint slot, GError **error)
{
  LifePendingFrame *frame = &world->frames[slot];
  const guint what =
      LIFE_COUNT_LIVING | (frame->requested & ~frame->counted.valid);
  LifeStatistics counts;

  if (!frame->deferred)
    return TRUE;
  if (!world->renderer->klass->finish_frame (
          world->renderer, slot, &counts, error))
    return FALSE;
  frame->deferred = FALSE;
  store_counts (&frame->counted, what, &counts);
  if (frame->version == world->version)
    store_counts (&world->now, what, &counts);
  if (world->marked && frame->version == world->mark_version)
    store_counts (&world->mark, what, &counts);
  return TRUE;
}

gboolean
life_world_wait_for_frames (LifeWorld *world, GError **error)
{
  for (guint i = 0; i < world->n_pending; i++)
    if (!life_world_wait_for_frame (world,
            (world->oldest_pending + i) % LIFE_MAX_PENDING_FRAMES, error))
      return FALSE;
  return TRUE;
}

/* --- Checksums --- */

gboolean
life_world_checksum (LifeWorld *world, guint64 *checksum, GError **error)
{
  LifeTally tally;

  g_return_val_if_fail (world != NULL && checksum != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!world->klass->count (world->engine, LIFE_COUNT_CHECKSUM, &tally, error))
    return FALSE;
  *checksum = tally.checksum;
  return TRUE;
}

gboolean
life_world_begin_checksum (LifeWorld *world, GError **error)
{
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  world->checksum_deferred = FALSE;
  if (world->klass->begin_count == NULL)
    return life_world_checksum (world, &world->checksum, error);
  world->checksum_deferred =
      world->klass->begin_count (world->engine, LIFE_COUNT_CHECKSUM, error);
  return world->checksum_deferred;
}

gboolean
life_world_wait_for_checksum (LifeWorld *world, GError **error)
{
  LifeTally tally;

  if (!world->checksum_deferred)
    return TRUE;
  world->checksum_deferred = FALSE;
  if (!world->klass->finish_count (world->engine, &tally, error))
    return FALSE;
  world->checksum = tally.checksum;
  return TRUE;
}

gboolean
life_world_finish_checksum (LifeWorld *world, guint64 *checksum, GError **error)
{
  g_return_val_if_fail (world != NULL && checksum != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!life_world_wait_for_checksum (world, error))
    return FALSE;
  *checksum = world->checksum;
  return TRUE;
}
