/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of a world: drawn and counted at once, or begun and finished later, while
 * the world may go on. */
#include "life/world/private.h"

gboolean
life_world_draw (LifeWorld *world, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (!world->frame_begun, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return world->klass->draw (world->engine, view, frame, error);
}

gboolean
life_world_draw_before (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (!world->frame_begun && view->fade == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return world->klass->draw_before (world->engine, view, frame, error);
}

void
life_world_drop_before (LifeWorld *world)
{
  g_return_if_fail (world != NULL && !world->frame_begun);

  world->klass->drop_before (world->engine);
}

gboolean
life_world_begin_frame (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, LifeCountFlags wanted, GError **error)
{
  LifeStatistics statistics;

  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (!world->frame_begun, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  world->frame_deferred = world->klass->begin_frame != NULL;
  if (world->frame_deferred) {
    LifeCountFlags known =
        world->now.changes_known ? LIFE_COUNT_CHANGES : LIFE_COUNT_POPULATION;

    if (!world->klass->begin_frame (
            world->engine, view, frame, wanted & ~known, error))
      return FALSE;
  } else if (!world->klass->draw (world->engine, view, frame, error)
             || !life_world_get_statistics (world, &statistics, error)) {
    return FALSE;
  }
  world->frame = world->now;
  world->frame_begun = TRUE;
  world->frame_is_present = TRUE;
  world->frame_wanted = wanted;
  return TRUE;
}

gboolean
life_world_wait_for_frame (LifeWorld *world, GError **error)
{
  LifeCounted *frame = &world->frame;
  LifeStatistics counts;

  if (!world->frame_deferred)
    return TRUE;
  if (!world->klass->finish_frame (world->engine, &counts, error))
    return FALSE;
  world->frame_deferred = FALSE;
  frame->statistics.population = counts.population;
  if (world->frame_wanted & LIFE_COUNT_CHANGES && !frame->changes_known) {
    frame->statistics.births = counts.births;
    frame->statistics.deaths = counts.deaths;
    frame->changes_known = TRUE;
  }
  frame->population_known = TRUE;
  frame->population_lags = FALSE;
  if (world->frame_is_present)
    world->now = *frame;
  if (world->marked && world->mark_is_frame)
    world->mark = *frame;
  return TRUE;
}

gboolean
life_world_finish_frame (
    LifeWorld *world, LifeStatistics *statistics, GError **error)
{
  g_return_val_if_fail (world != NULL && world->frame_begun, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  world->frame_begun = FALSE;
  if (!life_world_wait_for_frame (world, error))
    return FALSE;
  world->mark_is_frame = FALSE;
  if (statistics == NULL)
    return TRUE;
  *statistics = world->frame.statistics;
  /* The same on every engine, whether it happens to know them or not. */
  if (!(world->frame_wanted & LIFE_COUNT_CHANGES))
    statistics->births = statistics->deaths = 0;
  return TRUE;
}

gboolean
life_world_lay_caption (LifeWorld *world, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  g_return_val_if_fail (world != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (caption != NULL, FALSE);
  g_return_val_if_fail (!world->frame_begun, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return world->klass->lay_caption (world->engine, frame, caption, error);
}

gboolean
life_world_is_step_deferred (LifeWorld *world, guint64 generations)
{
  g_return_val_if_fail (world != NULL, FALSE);

  return world->klass->is_step_deferred != NULL
         && world->klass->is_step_deferred (world->engine, generations);
}

gboolean
life_world_remember (LifeWorld *world, GError **error)
{
  gboolean undoable;

  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  /* There is one frame to take back, as there is one mark. */
  undoable = world->marked && !world->mark_remembered;
  if (!undoable)
    world->marked = FALSE;
  if (!world->klass->remember (world->engine, undoable, error))
    return FALSE;
  world->mark_remembered = undoable;
  return TRUE;
}

gboolean
life_world_forget (LifeWorld *world, GError **error)
{
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  world->marked = FALSE;
  return world->klass->forget (world->engine, error);
}
