/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Calls of all recorders of a time line. */
#include "plugin/timeline/recorders.h"

/* The recorders of @timeline that have @function, and those of them that are active. */
#define EACH(timeline, recorder, function)                                  \
  for (const GstLifeRecorder *recorder = (timeline)->recorders;             \
       recorder < (timeline)->recorders + GST_LIFE_N_RECORDERS; recorder++) \
    if (recorder->klass && recorder->klass->function)
#define EACH_ACTIVE(timeline, recorder, function) \
  EACH (timeline, recorder, function)             \
  if (recorder->klass->is_active (recorder->self))

/* Calls @function of all that are active, until one fails. */
#define CALL_ALL(function)                                              \
  gboolean gst_life_recorders_##function (                              \
      GstLifeTimeline *timeline, GError **error)                        \
  {                                                                     \
    EACH_ACTIVE (timeline, recorder, function)                          \
    {                                                                   \
      if (!recorder->klass->function (recorder->self, timeline, error)) \
        return FALSE;                                                   \
    }                                                                   \
    return TRUE;                                                        \
  }
CALL_ALL (settle)
CALL_ALL (begin)
CALL_ALL (arrive)
CALL_ALL (prepare_edit)
CALL_ALL (replaced)

/* In a seek over so few frames no recorder restarts nearer to the target. */
#define SHORT_SEEK 60

static gboolean
all_lead_to (const GstLifeTimeline *timeline, guint64 frame)
{
  gboolean lead = TRUE;

  EACH_ACTIVE (timeline, recorder, leads_to)
  {
    lead = recorder->klass->leads_to (recorder->self, timeline, frame) && lead;
  }
  return lead;
}

/* Starts take time to find, and few seeks need one. */
gboolean
gst_life_recorders_lead_to (
    const GstLifeTimeline *timeline, guint64 frame, guint64 *start)
{
  const guint64 now = timeline->frame;
  const gboolean lead = all_lead_to (timeline, frame);

  if (lead && (!timeline->replayable || frame - now <= SHORT_SEEK))
    return TRUE;
  *start = frame;
  EACH_ACTIVE (timeline, recorder, get_start)
  {
    *start = MIN (
        *start, recorder->klass->get_start (recorder->self, timeline, frame));
  }
  return lead && *start <= now;
}

void
gst_life_recorders_end (GstLifeTimeline *timeline)
{
  EACH (timeline, recorder, end)
  {
    recorder->klass->end (recorder->self, timeline);
  }
}

guint64
gst_life_recorders_next_stop (
    const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  EACH_ACTIVE (timeline, recorder, next_stop)
  {
    to = recorder->klass->next_stop (recorder->self, timeline, from, to);
  }
  return to;
}

guint64
gst_life_recorders_slice (
    const GstLifeTimeline *timeline, guint64 n, guint64 left)
{
  EACH_ACTIVE (timeline, recorder, slice)
  {
    n = recorder->klass->slice (recorder->self, n, left);
  }
  return n;
}

gboolean
gst_life_recorders_leave (
    GstLifeTimeline *timeline, guint64 next, GError **error)
{
  EACH_ACTIVE (timeline, recorder, leave)
  {
    if (!recorder->klass->leave (recorder->self, timeline, next, error))
      return FALSE;
  }
  return TRUE;
}

void
gst_life_recorders_cut (
    GstLifeTimeline *timeline, guint64 frame, gboolean pauses)
{
  EACH (timeline, recorder, cut)
  {
    recorder->klass->cut (recorder->self, timeline, frame, pauses);
  }
}

/* The last one first: the checksum is waited for only if all others agree. */
gboolean
gst_life_recorders_allow_ahead (GstLifeTimeline *timeline, guint64 frame)
{
  for (guint rank = GST_LIFE_N_RECORDERS; rank-- > 0;) {
    const GstLifeRecorder *recorder = &timeline->recorders[rank];

    if (recorder->klass && recorder->klass->allows_ahead
        && recorder->klass->is_active (recorder->self)
        && !recorder->klass->allows_ahead (recorder->self, timeline, frame))
      return FALSE;
  }
  return TRUE;
}

void
gst_life_recorders_revert (GstLifeTimeline *timeline)
{
  EACH (timeline, recorder, revert)
  {
    recorder->klass->revert (recorder->self, timeline);
  }
}
