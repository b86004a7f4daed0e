/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves. The checksum of a frame is started when the world comes to it
 * and read when the world leaves it, so that a GPU has the time between. The action on a
 * period follows at the next new generation. */
#include "plugin/timeline/watch.h"

#include "plugin/timeline/edits.h"
#include "plugin/timeline/quiet.h"

void
gst_life_watch_start (GstLifeWatch *watch, GstLifeStagnation action,
    guint frames, gboolean replayable)
{
  gst_life_watch_end (watch);
  if (action == GST_LIFE_STAGNATION_NONE)
    return;
  watch->action = action;
  watch->replayable = replayable;
  watch->finder = gst_life_period_finder_new (frames);
  watch->periods = g_array_new (FALSE, FALSE, sizeof (GstLifePeriodChange));
  watch->found = g_array_new (FALSE, FALSE, sizeof (GstLifePeriodFound));
}

void
gst_life_watch_end (GstLifeWatch *watch)
{
  g_clear_pointer (&watch->finder, gst_life_period_finder_free);
  g_clear_pointer (&watch->periods, g_array_unref);
  g_clear_pointer (&watch->found, g_array_unref);
  g_clear_pointer (&watch->previous_cells, g_free);
  *watch = (GstLifeWatch){ 0 };
}

static gboolean
is_active (gconstpointer self)
{
  return ((const GstLifeWatch *) self)->finder != NULL;
}

/* --- Periods by frame --- */

static const GstLifePeriodChange *
change_at (const GstLifeWatch *watch, guint index)
{
  return &g_array_index (watch->periods, GstLifePeriodChange, index);
}

guint64
gst_life_watch_period (const GstLifeWatch *watch, guint64 frame)
{
  guint i = watch->finder ? watch->periods->len : 0;

  while (i > 0 && change_at (watch, i - 1)->frame > frame)
    i--;
  return i > 0 ? change_at (watch, i - 1)->period : 0;
}

/* The period is @period from frame @frame on, the last that was counted. Without replay only
 * the last change is stored. */
static void
record_period (GstLifeWatch *watch, guint64 frame, guint64 period)
{
  const GstLifePeriodChange change = { frame, period };

  if (gst_life_watch_period (watch, frame) == period)
    return;
  if (!watch->replayable)
    g_array_set_size (watch->periods, 0);
  g_array_append_val (watch->periods, change);
}

static void
drop_periods_from (GstLifeWatch *watch, guint64 frame)
{
  guint end = watch->periods->len;

  while (end > 0 && change_at (watch, end - 1)->frame >= frame)
    end--;
  g_array_set_size (watch->periods, end);
}

/* --- Counting --- */

static void
reset_watch (GstLifeWatch *watch, guint64 frame)
{
  gst_life_period_finder_clear (watch->finder);
  watch->next = frame;
  watch->checksum_pending = watch->due = FALSE;
  g_clear_pointer (&watch->previous_cells, g_free);
  drop_periods_from (watch, frame);
  record_period (watch, frame, 0);
}

static gboolean
is_new (const GstLifeWatch *watch, guint64 generation)
{
  guint64 hash;

  return generation != watch->generation
         || !gst_life_period_finder_get_last (watch->finder, &hash);
}

static void
count (GstLifeWatch *watch, guint64 frame, guint64 generation, guint64 hash)
{
  const GstLifePeriodFound found = { generation,
    gst_life_period_finder_add (watch->finder, hash, generation) };

  watch->generation = generation;
  watch->next = frame + 1;
  if (found.period > 0 && gst_life_watch_period (watch, frame) == 0) {
    g_array_append_val (watch->found, found);
    watch->due = watch->action != GST_LIFE_STAGNATION_MESSAGE;
  }
  record_period (watch, frame, found.period);
}

GArray *
gst_life_watch_steal_found (GstLifeWatch *watch)
{
  GArray *found = watch->found;

  if (!found || found->len == 0)
    return NULL;
  watch->found = g_array_new (FALSE, FALSE, sizeof (GstLifePeriodFound));
  return found;
}

/* --- Frames that count --- */

/* Whether the world is at the next frame to be counted, and not before it or ahead. */
static gboolean
is_at_next (const GstLifeWatch *watch, const GstLifeTimeline *timeline)
{
  guint64 generation;

  return timeline->ahead == GST_LIFE_AHEAD_NONE && !timeline->cells_invalid
         && timeline->frame == watch->next
         && gst_life_timeline_generation (
             timeline, timeline->frame, &generation, NULL)
         && generation == life_world_get_generation (timeline->world);
}

static gboolean
settle (gpointer self, GstLifeTimeline *timeline, GError **error)
{
  GstLifeWatch *watch = self;
  gboolean pending = watch->checksum_pending;
  guint64 hash;

  if (!is_at_next (watch, timeline))
    return TRUE;
  watch->checksum_pending = FALSE;
  if (!pending
      && !is_new (watch, life_world_get_generation (timeline->world))) {
    watch->next++;
    return TRUE;
  }
  if ((!pending && !life_world_begin_checksum (timeline->world, error))
      || !life_world_finish_checksum (timeline->world, &hash, error))
    return FALSE;
  count (watch, timeline->frame, life_world_get_generation (timeline->world),
      hash);
  return TRUE;
}

gboolean
gst_life_watch_absorbed (
    GstLifeWatch *watch, GstLifeTimeline *timeline, GError **error)
{
  guint64 last, hash;

  if (!watch->finder || !gst_life_period_finder_get_last (watch->finder, &last))
    return TRUE;
  if (!life_world_checksum (timeline->world, &hash, error))
    return FALSE;
  if (hash == last)
    return TRUE;
  reset_watch (watch, timeline->frame);
  count (watch, timeline->frame, life_world_get_generation (timeline->world),
      hash);
  return TRUE;
}

/* --- Actions --- */

/* Whether an action is due at frame @frame. */
static gboolean
is_due_at (
    const GstLifeWatch *watch, const GstLifeTimeline *timeline, guint64 frame)
{
  guint64 generation;

  return watch->due && frame >= watch->next
         && gst_life_timeline_generation (timeline, frame, &generation, NULL)
         && generation != watch->generation;
}

gboolean
gst_life_watch_ends_stream_at (
    const GstLifeWatch *watch, const GstLifeTimeline *timeline, guint64 frame)
{
  return watch->action == GST_LIFE_STAGNATION_EOS
         && is_due_at (watch, timeline, frame);
}

static gboolean
leave (gpointer self, GstLifeTimeline *timeline, guint64 next, GError **error)
{
  GstLifeWatch *watch = self;

  if (!settle (watch, timeline, error))
    return FALSE;
  if (gst_life_watch_ends_stream_at (watch, timeline, next)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "the world repeats itself, and stagnation=eos ends the stream before "
        "frame %" G_GUINT64_FORMAT,
        next);
    return FALSE;
  }
  if (watch->action != GST_LIFE_STAGNATION_INJECT || watch->previous_cells
      || !is_due_at (watch, timeline, next))
    return TRUE;
  watch->previous_cells =
      gst_life_quiet_read (timeline->world, &timeline->soup, error);
  return watch->previous_cells != NULL;
}

/* The next soup, or a patch of the soup whose seed is the last one plus the frame. */
static gboolean
make_edit (GstLifeWatch *watch, GstLifeTimeline *timeline, GstLifeEdit *edit,
    GError **error)
{
  edit->frame = timeline->frame;
  if (watch->action == GST_LIFE_STAGNATION_RESEED) {
    edit->kind = GST_LIFE_EDIT_SOUP;
    edit->seed = timeline->last_seed + 1;
    return TRUE;
  }
  edit->kind = GST_LIFE_EDIT_PATCH;
  edit->seed = timeline->last_seed + edit->frame;
  return gst_life_quiet_find (timeline->world, &timeline->soup,
      watch->previous_cells, &edit->box, error);
}

static gboolean
apply_due_edit (GstLifeWatch *watch, GstLifeTimeline *timeline, GError **error)
{
  GstLifeEdit edit = { 0 };
  guint64 seed;

  if (!make_edit (watch, timeline, &edit, error))
    return FALSE;
  seed = edit.seed;
  if (!gst_life_timeline_edit_frame (timeline, &edit, error))
    return FALSE;
  if (watch->action == GST_LIFE_STAGNATION_RESEED)
    timeline->last_seed = seed;
  reset_watch (watch, timeline->frame);
  return TRUE;
}

static gboolean
arrive (gpointer self, GstLifeTimeline *timeline, GError **error)
{
  GstLifeWatch *watch = self;
  const guint64 frame = timeline->frame;
  guint n_events;

  if (frame != watch->next)
    return TRUE;
  /* Cells that an event has changed repeat nothing. */
  if (gst_life_timeline_events (timeline, &n_events))
    reset_watch (watch, frame);
  if (is_due_at (watch, timeline, frame)
      && !apply_due_edit (watch, timeline, error))
    return FALSE;
  watch->checksum_pending = FALSE;
  if (!is_new (watch, life_world_get_generation (timeline->world)))
    return TRUE;
  watch->checksum_pending = life_world_begin_checksum (timeline->world, error);
  return watch->checksum_pending;
}

/* A patch goes where least changes from the previous frame to its own. */
static guint64
next_stop (
    gpointer self, const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  const GstLifeWatch *watch = self;
  const gboolean needs_previous =
      watch->due && watch->action == GST_LIFE_STAGNATION_INJECT
      && !watch->previous_cells && watch->next > from + 1;

  return MIN (MAX (watch->next - needs_previous, from + 1), to);
}

/* Restarts the search at @frame, and drops the seeds beyond it; a pause at the last frame that
 * was counted changes nothing. */
static void
cut (gpointer self, GstLifeTimeline *timeline, guint64 frame, gboolean pauses)
{
  GstLifeWatch *watch = self;

  if (pauses && watch->next <= frame + 1)
    return;
  if (watch->finder)
    reset_watch (watch, frame);
  if (timeline->replayable
      && !gst_life_timeline_last_seed (timeline, &timeline->last_seed))
    timeline->last_seed = timeline->seed;
}

static gboolean
allows_ahead (gpointer self, GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeWatch *watch = self;

  return settle (self, timeline, NULL) && !watch->due;
}

static void
revert (gpointer self, GstLifeTimeline *timeline)
{
  GstLifeWatch *watch = self;

  if (timeline->frame != watch->next)
    watch->checksum_pending = FALSE;
}

const GstLifeRecorderClass gst_life_watch_class = {
  .is_active = is_active,
  .settle = settle,
  .next_stop = next_stop,
  .leave = leave,
  .arrive = arrive,
  .cut = cut,
  .allows_ahead = allows_ahead,
  .revert = revert,
};
