/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves. The checksum of a frame is begun when the world comes to
 * it, and needed when the world leaves it, so that a GPU has the time between. What
 * follows from the frames up to one takes place at the next new generation. */
#include "plugin/play/stagnation.h"

#include "plugin/play/edits.h"
#include "plugin/world/quiet.h"

/* --- Frames that count --- */

/* Whether the world is at the next frame that counts, rather than on the way to it, or
 * ahead. */
static gboolean
is_at_next (const GstLife *life)
{
  guint64 generation;

  return life->watch.finder && life->timeline.ahead == GST_LIFE_AHEAD_NOT
         && !life->timeline.cells_invalid
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
  if (!begun
      && !gst_life_watch_is_new (
          watch, life_world_get_generation (life->world))) {
    watch->next++;
    return TRUE;
  }
  if ((!begun && !life_world_begin_checksum (life->world, error))
      || !life_world_finish_checksum (life->world, &hash, error))
    return FALSE;
  gst_life_watch_count (watch, life->timeline.frame,
      life_world_get_generation (life->world), hash);
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
  gst_life_watch_begin_anew (watch, life->timeline.frame);
  gst_life_watch_count (watch, life->timeline.frame,
      life_world_get_generation (life->world), hash);
  return TRUE;
}

/* --- What is due --- */

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
  watch->before = gst_life_quiet_look (life->world, &life->soup, error);
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
    edit->seed = life->timeline.last_seed + 1;
    return TRUE;
  }
  edit->kind = GST_LIFE_EDIT_PATCH;
  edit->seed = life->timeline.last_seed + edit->frame;
  if (!gst_life_quiet_find (
          life->world, &life->soup, watch->before, &patch, error))
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
  guint64 seed;

  if (!make_edit (life, &edit, error))
    return FALSE;
  seed = edit.seed;
  if (!gst_life_edit_frame (life, &edit, error))
    return FALSE;
  if (life->watch.action == GST_LIFE_STAGNATION_RESEED)
    life->timeline.last_seed = seed;
  gst_life_watch_begin_anew (&life->watch, life->timeline.frame);
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
  watch->begun = FALSE;
  if (!gst_life_watch_is_new (watch, life_world_get_generation (life->world)))
    return TRUE;
  watch->begun = life_world_begin_checksum (life->world, error);
  return watch->begun;
}

/* A patch goes where little changes from the frame before to its own. */
guint64
gst_life_stagnation_next_stop (const GstLife *life, guint64 from, guint64 frame)
{
  const GstLifeWatch *watch = &life->watch;
  const gboolean needs_before = watch->due
                                && watch->action == GST_LIFE_STAGNATION_INJECT
                                && !watch->before && watch->next > from + 1;

  return watch->finder ? MIN (MAX (watch->next - needs_before, from + 1), frame)
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
  GST_LIFE_HOLD (&life->world_lock);

  return life->filled && gst_life_stagnation_see (life, NULL)
         && ends_before (life, frame);
}

/**
 * message life-stagnation:
 * @generation: (uint64): that of the last of the frames that repeat earlier ones
 * @period: (uint64): generations after which the world repeats itself; 1: it is still
 *
 * Posted with `stagnation` when a period is noticed, once until it is lost.
 */
void
gst_life_stagnation_post (GstLife *life)
{
  g_autoptr (GArray) found = NULL;

  g_mutex_lock (&life->world_lock);
  found = gst_life_watch_take_found (&life->watch);
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
