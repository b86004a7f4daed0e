/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What elements make of worlds that repeat themselves: messages, and the end of the
 * stream. */
#include "plugin/play/stagnation.h"

#include "plugin/timeline/recorders.h"

gboolean
gst_life_ends_at (GstLife *life, guint64 frame)
{
  GST_LIFE_LOCK (&life->world_lock);

  return life->runtime.filled
         && gst_life_recorders_settle (&life->timeline, NULL)
         && gst_life_watch_ends_stream_at (
             &life->recorders.stagnation, &life->timeline, frame);
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
  found = gst_life_watch_steal_found (&life->recorders.stagnation);
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
