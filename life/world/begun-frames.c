/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of a world: drawn and counted at once, or begun and finished later, while
 * the world may go on; and what is counted with them. */
#include "life/world/unbounded-world.h"

static gboolean
end_frame (
    LifeWorld *world, LifeKeptFrames what, gboolean undoable, GError **error)
{
  return world->renderer->klass->end_frame (
      world->renderer, what, undoable, error);
}

static gboolean
reset (LifeWorld *world, LifeKeptFrames what, GError **error)
{
  return world->renderer->klass->reset (world->renderer, what, error);
}

/* Draws by the place that the view's -1 stands for. */
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
  g_return_val_if_fail (world->n_begun == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return draw (world, view, frame, error);
}

gboolean
life_world_draw_before (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (world->n_begun == 0 && view->fade == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return (!life_world_is_unbounded (world)
             || life_unbounded_find_center (world, error))
         && world->renderer->klass->capture_previous (
             world->renderer, view, frame, error);
}

void
life_world_drop_before (LifeWorld *world)
{
  g_return_if_fail (world != NULL && world->n_begun == 0);

  reset (world, LIFE_KEPT_PREVIOUS, NULL);
}

gboolean
life_world_is_counting (const LifeWorld *world, LifeCountFlags wanted)
{
  const LifeBegunFrame *frame;

  g_return_val_if_fail (world != NULL, FALSE);

  frame = life_world_last_frame ((LifeWorld *) world);
  return frame != NULL && frame->is_present && (wanted & ~frame->wanted) == 0;
}

/* Takes what was @counted with a frame. */
static void
take_counts (LifeBegunFrame *frame, const LifeStatistics *counts)
{
  LifeCounted *counted = &frame->counted;

  counted->statistics.population = counts->population;
  if (frame->wanted & LIFE_COUNT_CHANGES && !counted->changes_known) {
    counted->statistics.births = counts->births;
    counted->statistics.deaths = counts->deaths;
    counted->changes_known = TRUE;
  }
  if (frame->wanted & LIFE_COUNT_BOX && !counted->box_known) {
    counted->statistics.box = counts->box;
    counted->box_known = TRUE;
  }
  if (frame->wanted & LIFE_COUNT_ACTIVITY && !counted->activity_known) {
    counted->statistics.activity = counts->activity;
    counted->activity_known = TRUE;
  }
  counted->population_known = TRUE;
  counted->population_lags = FALSE;
}

static gboolean
wait_for_frame (LifeWorld *world, guint place, GError **error)
{
  LifeBegunFrame *frame = &world->frames[place];
  LifeStatistics counts;

  if (!frame->deferred)
    return TRUE;
  if (!world->renderer->klass->finish_frame (
          world->renderer, place, &counts, error))
    return FALSE;
  frame->deferred = FALSE;
  take_counts (frame, &counts);
  if (frame->is_present)
    world->now = frame->counted;
  if (world->marked && frame->is_mark)
    world->mark = frame->counted;
  return TRUE;
}

gboolean
life_world_wait_for_frames (LifeWorld *world, GError **error)
{
  for (guint i = 0; i < world->n_begun; i++)
    if (!wait_for_frame (
            world, (world->oldest_begun + i) % LIFE_MAX_BEGUN_FRAMES, error))
      return FALSE;
  return TRUE;
}

static gboolean
count_activity (LifeWorld *world, GError **error)
{
  if (!world->now.stepped)
    memset (&world->now.statistics.activity, 0,
        sizeof world->now.statistics.activity);
  else if (!world->klass->activity (
               world->engine, &world->now.statistics.activity, error))
    return FALSE;
  world->now.activity_known = TRUE;
  return TRUE;
}

/* What @statistics say of what was @wanted. */
static void
select_counts (const LifeStatistics *statistics, LifeCountFlags wanted,
    LifeStatistics *selected)
{
  *selected = (LifeStatistics){ .generation = statistics->generation };
  if (wanted & LIFE_COUNT_CHANGES) {
    selected->births = statistics->births;
    selected->deaths = statistics->deaths;
  }
  if (wanted & LIFE_COUNT_BOX)
    selected->box = statistics->box;
  if (wanted & LIFE_COUNT_ACTIVITY)
    selected->activity = statistics->activity;
}

gboolean
life_world_count (LifeWorld *world, LifeCountFlags wanted,
    LifeStatistics *statistics, GError **error)
{
  g_return_val_if_fail (world != NULL && statistics != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (life_world_is_counting (world, wanted)
      && !life_world_wait_for_frames (world, error))
    return FALSE;
  if (wanted & LIFE_COUNT_CHANGES && !life_world_count_changes (world, error))
    return FALSE;
  if (wanted & LIFE_COUNT_BOX && !world->now.box_known)
    world->now.box_known =
        world->klass->box (world->engine, &world->now.statistics.box, error);
  if (wanted & LIFE_COUNT_BOX && !world->now.box_known)
    return FALSE;
  if (wanted & LIFE_COUNT_ACTIVITY && !world->now.activity_known
      && !count_activity (world, error))
    return FALSE;
  select_counts (&world->now.statistics, wanted, statistics);
  return TRUE;
}

/* What is known of the present cells already. */
static LifeCountFlags
known_counts (LifeWorld *world)
{
  LifeCounted *now = &world->now;

  if (!now->stepped && !now->activity_known) {
    memset (&now->statistics.activity, 0, sizeof now->statistics.activity);
    now->activity_known = TRUE;
  }
  return (now->changes_known ? LIFE_COUNT_CHANGES : 0)
         | (now->box_known ? LIFE_COUNT_BOX : 0)
         | (now->activity_known ? LIFE_COUNT_ACTIVITY : 0);
}

gboolean
life_world_begin_frame (LifeWorld *world, const LifeView *view,
    const LifeFrame *frame, LifeCountFlags wanted, GError **error)
{
  gboolean deferred;
  LifeStatistics statistics;
  guint place;

  g_return_val_if_fail (world != NULL && view != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (life_world_has_view (world, view), FALSE);
  g_return_val_if_fail (world->n_begun < LIFE_MAX_BEGUN_FRAMES, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  place = (world->oldest_begun + world->n_begun) % LIFE_MAX_BEGUN_FRAMES;
  deferred = world->renderer->klass->begin_frame != NULL;
  if (deferred) {
    LifeCountFlags known = known_counts (world);

    if (!world->renderer->klass->begin_frame (
            world->renderer, place, view, frame, wanted & ~known, error))
      return FALSE;
  } else if (!draw (world, view, frame, error)
             || !life_world_get_statistics (world, &statistics, error)
             || !life_world_count (world, wanted, &statistics, error)) {
    return FALSE;
  }
  world->frames[place] = (LifeBegunFrame){ .deferred = deferred,
    .is_present = TRUE,
    .wanted = wanted,
    .counted = world->now };
  world->n_begun++;
  return TRUE;
}

gboolean
life_world_finish_frame (
    LifeWorld *world, LifeStatistics *statistics, GError **error)
{
  LifeBegunFrame *frame;
  guint place;

  g_return_val_if_fail (world != NULL && world->n_begun > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  place = world->oldest_begun;
  frame = &world->frames[place];
  world->oldest_begun = (place + 1) % LIFE_MAX_BEGUN_FRAMES;
  world->n_begun--;
  if (!wait_for_frame (world, place, error))
    return FALSE;
  if (statistics == NULL)
    return TRUE;
  /* The same on every engine, whether it happens to know more or not. */
  select_counts (&frame->counted.statistics, frame->wanted, statistics);
  statistics->population = frame->counted.statistics.population;
  return TRUE;
}

gboolean
life_world_lay_caption (LifeWorld *world, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  g_return_val_if_fail (world != NULL && frame != NULL, FALSE);
  g_return_val_if_fail (caption != NULL, FALSE);
  g_return_val_if_fail (world->n_begun == 0, FALSE);
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
life_world_remember (LifeWorld *world, GError **error)
{
  gboolean undoable;

  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  /* There is one frame to take back, as there is one mark. */
  undoable = world->marked && !world->mark_remembered;
  if (!undoable)
    world->marked = FALSE;
  if (!end_frame (world, LIFE_KEPT_HISTORY, undoable, error))
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
  return reset (world, LIFE_KEPT_HISTORY, error);
}

void
life_world_begin_stack (LifeWorld *world, guint frames, guint64 number)
{
  g_return_if_fail (world != NULL && world->rule->dimensions == 2);
  g_return_if_fail (frames <= LIFE_MAX_SPACETIME && frames != 1);

  world->marked = FALSE;
  reset (world, LIFE_KEPT_STACK, NULL);
  world->renderer->stacked = (LifeStacked){ frames, number };
}

gboolean
life_world_stack_frame (LifeWorld *world, GError **error)
{
  gboolean undoable;

  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (world->renderer->stacked.frames > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  undoable = world->marked && !world->mark_stacked;
  if (!undoable)
    world->marked = FALSE;
  if (!end_frame (world, LIFE_KEPT_STACK, undoable, error))
    return FALSE;
  world->renderer->stacked.number++;
  world->mark_stacked = undoable;
  return TRUE;
}

void
life_world_end_stack (LifeWorld *world)
{
  g_return_if_fail (world != NULL);

  world->marked = FALSE;
  reset (world, LIFE_KEPT_STACK, NULL);
  world->renderer->stacked.frames = 0;
}
