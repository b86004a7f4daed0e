/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of a world: drawn at once, or started and finished later, while the world may go on. */
#include "life/world/unbounded-world.h"

static gboolean
end_frame (
    LifeWorld *world, LifeFrameRecord what, gboolean undoable, GError **error)
{
  return world->renderer->klass->end_frame (
      world->renderer, what, undoable, error);
}

static gboolean
reset (LifeWorld *world, LifeFrameRecord what, GError **error)
{
  return world->renderer->klass->reset (world->renderer, what, error);
}

/* Draws by the position that the view's -1 stands for. */
static gboolean
draw (LifeWorld *world, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  return (!life_world_is_unbounded (world)
             || life_unbounded_find_center (world, error))
         && world->renderer->klass->draw (world->renderer, view, frame, error);
}

gboolean
life_world_draw (LifeWorld *world, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (world->n_pending == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return draw (world, view, frame, error);
}

gboolean
life_world_capture_previous (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (world->n_pending == 0 && view->fade == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return (!life_world_is_unbounded (world)
             || life_unbounded_find_center (world, error))
         && world->renderer->klass->capture_previous (
             world->renderer, view, frame, error);
}

void
life_world_drop_previous (LifeWorld *world)
{
  g_return_if_fail (world != NULL && world->n_pending == 0);

  reset (world, LIFE_RECORD_PREVIOUS, NULL);
}

gboolean
life_world_begin_frame (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, LifeCountFlags requested, GError **error)
{
  gboolean deferred, started;
  guint slot;

  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (world->n_pending < LIFE_MAX_PENDING_FRAMES, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  slot = (world->oldest_pending + world->n_pending) % LIFE_MAX_PENDING_FRAMES;
  deferred = world->renderer->klass->begin_frame != NULL;
  started =
      deferred
          ? world->renderer->klass->begin_frame (world->renderer, slot, view,
              frame, life_world_choose_counts (world, requested), error)
          : draw (world, view, frame, error)
                && life_world_refresh_counts (world,
                    LIFE_COUNT_LIVING | LIFE_COUNT_CHANGES | requested, error);
  if (!started)
    return FALSE;
  world->frames[slot] = (LifePendingFrame){ .deferred = deferred,
    .version = world->version,
    .requested = requested,
    .counted = world->now };
  world->n_pending++;
  return TRUE;
}

gboolean
life_world_finish_frame (
    LifeWorld *world, LifeStatistics *statistics, GError **error)
{
  guint slot;

  g_return_val_if_fail (world != NULL && world->n_pending > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  slot = world->oldest_pending;
  world->oldest_pending = (slot + 1) % LIFE_MAX_PENDING_FRAMES;
  world->n_pending--;
  if (!life_world_wait_for_frame (world, slot, error))
    return FALSE;
  if (statistics != NULL)
    life_frame_select_counts (&world->frames[slot], statistics);
  return TRUE;
}

gboolean
life_world_lay_caption (LifeWorld *world, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  g_return_val_if_fail (world != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (caption != NULL, FALSE);
  g_return_val_if_fail (world->n_pending == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return world->renderer->klass->lay_caption (
      world->renderer, frame, caption, error);
}

gboolean
life_world_is_step_deferred (LifeWorld *world, guint64 generations)
{
  g_return_val_if_fail (world != NULL, FALSE);

  return world->klass->is_step_deferred != NULL
         && world->klass->is_step_deferred (world->engine, generations);
}

gboolean
life_world_record_history (LifeWorld *world, GError **error)
{
  gboolean undoable;

  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  /* One frame can be reverted, as there is one mark. */
  undoable = world->marked && !world->mark_recorded;
  if (!undoable)
    world->marked = FALSE;
  if (!end_frame (world, LIFE_RECORD_HISTORY, undoable, error))
    return FALSE;
  world->mark_recorded = undoable;
  return TRUE;
}

gboolean
life_world_reset_history (LifeWorld *world, GError **error)
{
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  world->marked = FALSE;
  return reset (world, LIFE_RECORD_HISTORY, error);
}

void
life_world_reset_stack (LifeWorld *world, guint frames, guint64 number)
{
  g_return_if_fail (world != NULL);
  g_return_if_fail (frames == 0 || world->rule->dimensions == 2);
  g_return_if_fail (frames <= LIFE_MAX_SPACETIME && frames != 1);

  world->marked = FALSE;
  reset (world, LIFE_RECORD_STACK, NULL);
  world->renderer->stacked = (LifeStacked){ frames, number };
}

gboolean
life_world_record_stack (LifeWorld *world, GError **error)
{
  gboolean undoable;

  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (world->renderer->stacked.frames > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  undoable = world->marked && !world->mark_stacked;
  if (!undoable)
    world->marked = FALSE;
  if (!end_frame (world, LIFE_RECORD_STACK, undoable, error))
    return FALSE;
  world->renderer->stacked.number++;
  world->mark_stacked = undoable;
  return TRUE;
}
