/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves. The checksum of a frame is begun when the world comes to
 * it, and needed when the world leaves it, so that a GPU has the time between. What
 * follows from the frames up to one takes place at the next new generation. */
#include "plugin/world/stagnation.h"

#include "plugin/world/edits.h"
#include "plugin/world/quiet.h"

void
gst_life_stagnation_start (GstLife *life)
{
  GstLifeWatch *watch = &life->watch;
  guint frames;

  gst_life_stagnation_end (life);
  g_mutex_lock (&life->lock);
  watch->action = life->settings.stagnation;
  frames = life->settings.stagnation_frames;
  g_mutex_unlock (&life->lock);
  if (watch->action == GST_LIFE_STAGNATION_NONE)
    return;
  watch->finder = gst_life_period_finder_new (frames);
  watch->periods = g_array_new (FALSE, FALSE, sizeof (GstLifePeriodChange));
  watch->found = g_array_new (FALSE, FALSE, sizeof (GstLifePeriodFound));
  watch->seed = life->seed;
}

void
gst_life_stagnation_end (GstLife *life)
{
  GstLifeWatch *watch = &life->watch;

  g_clear_pointer (&watch->finder, gst_life_period_finder_free);
  g_clear_pointer (&watch->periods, g_array_unref);
  g_clear_pointer (&watch->found, g_array_unref);
  g_clear_pointer (&watch->before, g_free);
  *watch = (GstLifeWatch){ 0 };
}

/* --- Periods by frame --- */

/* The last change that is not past frame @frame, or NULL. */
static const GstLifePeriodChange *
find_change (const GstLifeWatch *watch, guint64 frame)
{
  for (guint i = watch->periods->len; i > 0; i--) {
    const GstLifePeriodChange *change =
        &g_array_index (watch->periods, GstLifePeriodChange, i - 1);

    if (change->frame <= frame)
      return change;
  }
  return NULL;
}

guint64
gst_life_stagnation_period (const GstLife *life, guint64 frame)
{
  const GstLifePeriodChange *change =
      life->watch.finder ? find_change (&life->watch, frame) : NULL;

  return change ? change->period : 0;
}

/* From frame @frame on, the last one that is known, the period is @period. Where nothing
 * leads back only the last change is kept. */
static void
note_period (GstLife *life, guint64 frame, guint64 period)
{
  GstLifeWatch *watch = &life->watch;
  const GstLifePeriodChange change = { frame, period };

  if (gst_life_stagnation_period (life, frame) == period)
    return;
  if (!life->timeline.kept)
    g_array_set_size (watch->periods, 0);
  g_array_append_val (watch->periods, change);
}

static void
forget_periods_from (GstLifeWatch *watch, guint64 frame)
{
  guint end = watch->periods->len;

  while (
      end > 0
      && g_array_index (watch->periods, GstLifePeriodChange, end - 1).frame
             >= frame)
    end--;
  g_array_set_size (watch->periods, end);
}

/* --- Frames that count --- */

/* Nothing before frame @frame counts. */
static void
begin_anew (GstLife *life, guint64 frame)
{
  GstLifeWatch *watch = &life->watch;

  gst_life_period_finder_clear (watch->finder);
  watch->next = frame;
  watch->begun = watch->due = FALSE;
  g_clear_pointer (&watch->before, g_free);
  forget_periods_from (watch, frame);
  note_period (life, frame, 0);
}

void
gst_life_stagnation_restart (GstLife *life, guint64 frame)
{
  GstLifeWatch *watch = &life->watch;

  if (!watch->finder)
    return;
  begin_anew (life, frame);
  /* Soups beyond that frame are forgotten with it. */
  if (life->timeline.kept
      && !gst_life_timeline_last_seed (&life->timeline, &watch->seed))
    watch->seed = life->seed;
}

/* Whether a frame that shows @generation has a new one; held and paused frames do not
 * count. */
static gboolean
is_new (const GstLifeWatch *watch, guint64 generation)
{
  guint64 hash;

  return generation != watch->generation
         || !gst_life_period_finder_get_last (watch->finder, &hash);
}

/* The present frame has these cells. */
static void
count_frame (GstLife *life, guint64 hash)
{
  GstLifeWatch *watch = &life->watch;
  const guint64 frame = life->timeline.frame;
  GstLifePeriodFound found = { life_world_get_generation (life->world) };

  watch->generation = found.generation;
  watch->next = frame + 1;
  found.period =
      gst_life_period_finder_add (watch->finder, hash, found.generation);
  if (found.period > 0 && gst_life_stagnation_period (life, frame) == 0) {
    g_array_append_val (watch->found, found);
    watch->due = watch->action != GST_LIFE_STAGNATION_MESSAGE;
  }
  note_period (life, frame, found.period);
}

/* Whether the world is at the next frame that counts, rather than on the way to it, or
 * ahead. */
static gboolean
is_at_next (const GstLife *life)
{
  guint64 generation;

  return life->watch.finder && life->ahead == GST_LIFE_AHEAD_NOT
         && life->timeline.frame == life->watch.next
         && gst_life_timeline_generation (
             &life->timeline, life->timeline.frame, &generation, NULL)
         && generation == life_world_get_generation (life->world);
}

gboolean
gst_life_stagnation_see (GstLife *life, GError **error)
{
  GstLifeWatch *watch = &life->watch;
  gboolean begun = watch->begun;
  guint64 hash;

  if (!is_at_next (life))
    return TRUE;
  watch->begun = FALSE;
  if (!begun && !is_new (watch, life_world_get_generation (life->world))) {
    watch->next++;
    return TRUE;
  }
  if ((!begun && !life_world_begin_checksum (life->world, error))
      || !life_world_finish_checksum (life->world, &hash, error))
    return FALSE;
  count_frame (life, hash);
  return TRUE;
}

gboolean
gst_life_stagnation_absorbed (GstLife *life, GError **error)
{
  GstLifeWatch *watch = &life->watch;
  guint64 before, hash;

  if (!watch->finder
      || !gst_life_period_finder_get_last (watch->finder, &before))
    return TRUE;
  if (!life_world_checksum (life->world, &hash, error))
    return FALSE;
  if (hash == before)
    return TRUE;
  begin_anew (life, life->timeline.frame);
  count_frame (life, hash);
  return TRUE;
}

/* --- What is due --- */

gboolean
gst_life_stagnation_is_due (const GstLife *life)
{
  return life->watch.due;
}

/* Whether something is due at frame @frame. */
static gboolean
is_due_at (const GstLife *life, guint64 frame)
{
  guint64 generation;

  return life->watch.due && frame >= life->watch.next
         && gst_life_timeline_generation (
             &life->timeline, frame, &generation, NULL)
         && generation != life->watch.generation;
}

static gboolean
ends_before (const GstLife *life, guint64 frame)
{
  return life->watch.action == GST_LIFE_STAGNATION_EOS
         && is_due_at (life, frame);
}

gboolean
gst_life_stagnation_leave (GstLife *life, guint64 frame, GError **error)
{
  GstLifeWatch *watch = &life->watch;

  if (!gst_life_stagnation_see (life, error))
    return FALSE;
  if (ends_before (life, frame)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "the world repeats itself, and stagnation=eos ends the stream before "
        "frame %" G_GUINT64_FORMAT,
        frame);
    return FALSE;
  }
  if (watch->action != GST_LIFE_STAGNATION_INJECT || watch->before
      || !is_due_at (life, frame))
    return TRUE;
  watch->before = gst_life_quiet_look (life->world, error);
  return watch->before != NULL;
}

/* The next soup, or a patch of the soup whose seed is the last one plus the frame. */
static gboolean
make_edit (GstLife *life, GstLifeEdit *edit, GError **error)
{
  GstLifeWatch *watch = &life->watch;
  LifeBox patch;

  edit->frame = life->timeline.frame;
  if (watch->action == GST_LIFE_STAGNATION_RESEED) {
    edit->kind = GST_LIFE_EDIT_SOUP;
    edit->seed = ++watch->seed;
    return TRUE;
  }
  edit->kind = GST_LIFE_EDIT_PATCH;
  edit->seed = watch->seed + edit->frame;
  if (!gst_life_quiet_find (life->world, watch->before, &patch, error))
    return FALSE;
  edit->origin[0] = patch.x;
  edit->origin[1] = patch.y;
  edit->origin[2] = patch.z;
  return TRUE;
}

static gboolean
do_what_is_due (GstLife *life, GError **error)
{
  GstLifeEdit edit = { 0 };

  if (!make_edit (life, &edit, error)
      || !gst_life_edit_frame (life, &edit, error))
    return FALSE;
  begin_anew (life, life->timeline.frame);
  return TRUE;
}

gboolean
gst_life_stagnation_arrive (GstLife *life, GError **error)
{
  GstLifeWatch *watch = &life->watch;
  const guint64 frame = life->timeline.frame;

  if (!watch->finder || frame != watch->next)
    return TRUE;
  if (is_due_at (life, frame) && !do_what_is_due (life, error))
    return FALSE;
  watch->begun = is_new (watch, life_world_get_generation (life->world));
  return !watch->begun || life_world_begin_checksum (life->world, error);
}

guint64
gst_life_stagnation_next_stop (
    const GstLife *life, guint64 from, guint64 frame)
{
  return life->watch.finder ? MIN (MAX (life->watch.next, from + 1), frame)
                            : frame;
}

void
gst_life_stagnation_revert (GstLife *life, guint64 frame)
{
  if (frame != life->watch.next)
    life->watch.begun = FALSE;
}

/* --- For the elements --- */

gboolean
gst_life_is_over (GstLife *life, guint64 frame)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&life->world_lock);

  return life->filled && gst_life_stagnation_see (life, NULL)
         && ends_before (life, frame);
}

void
gst_life_stagnation_post (GstLife *life)
{
  g_autoptr (GArray) found = NULL;

  g_mutex_lock (&life->world_lock);
  if (life->watch.found && life->watch.found->len > 0) {
    found = life->watch.found;
    life->watch.found =
        g_array_new (FALSE, FALSE, sizeof (GstLifePeriodFound));
  }
  g_mutex_unlock (&life->world_lock);
  for (guint i = 0; found && i < found->len; i++) {
    const GstLifePeriodFound *one =
        &g_array_index (found, GstLifePeriodFound, i);

    gst_element_post_message (life->element,
        gst_message_new_element (GST_OBJECT (life->element),
            gst_structure_new ("life-stagnation", "generation", G_TYPE_UINT64,
                one->generation, "period", G_TYPE_UINT64, one->period, NULL)));
  }
}
