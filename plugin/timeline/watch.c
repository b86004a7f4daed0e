/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known of a world that is watched for periods. */
#include "plugin/timeline/watch.h"

void
gst_life_watch_start (
    GstLifeWatch *watch, GstLifeStagnation action, guint frames, gboolean kept)
{
  gst_life_watch_end (watch);
  if (action == GST_LIFE_STAGNATION_NONE)
    return;
  watch->action = action;
  watch->kept = kept;
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
  g_clear_pointer (&watch->before, g_free);
  *watch = (GstLifeWatch){ 0 };
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

/* From frame @frame on, the last one that is known, the period is @period. Where nothing
 * leads back only the last change is kept. */
static void
note_period (GstLifeWatch *watch, guint64 frame, guint64 period)
{
  const GstLifePeriodChange change = { frame, period };

  if (gst_life_watch_period (watch, frame) == period)
    return;
  if (!watch->kept)
    g_array_set_size (watch->periods, 0);
  g_array_append_val (watch->periods, change);
}

static void
forget_periods_from (GstLifeWatch *watch, guint64 frame)
{
  guint end = watch->periods->len;

  while (end > 0 && change_at (watch, end - 1)->frame >= frame)
    end--;
  g_array_set_size (watch->periods, end);
}

/* --- Frames --- */

void
gst_life_watch_begin_anew (GstLifeWatch *watch, guint64 frame)
{
  gst_life_period_finder_clear (watch->finder);
  watch->next = frame;
  watch->begun = watch->due = FALSE;
  g_clear_pointer (&watch->before, g_free);
  forget_periods_from (watch, frame);
  note_period (watch, frame, 0);
}

gboolean
gst_life_watch_is_new (const GstLifeWatch *watch, guint64 generation)
{
  guint64 hash;

  return generation != watch->generation
         || !gst_life_period_finder_get_last (watch->finder, &hash);
}

void
gst_life_watch_count (
    GstLifeWatch *watch, guint64 frame, guint64 generation, guint64 hash)
{
  const GstLifePeriodFound found = { generation,
    gst_life_period_finder_add (watch->finder, hash, generation) };

  watch->generation = generation;
  watch->next = frame + 1;
  if (found.period > 0 && gst_life_watch_period (watch, frame) == 0) {
    g_array_append_val (watch->found, found);
    watch->due = watch->action != GST_LIFE_STAGNATION_MESSAGE;
  }
  note_period (watch, frame, found.period);
}

GArray *
gst_life_watch_take_found (GstLifeWatch *watch)
{
  GArray *found = watch->found;

  if (!found || found->len == 0)
    return NULL;
  watch->found = g_array_new (FALSE, FALSE, sizeof (GstLifePeriodFound));
  return found;
}
