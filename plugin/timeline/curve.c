/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Records the populations of the last frames. In a stream that can seek, a frame's curve
 * depends on its number alone: to show one frame, the world runs through those before it. */
#include "plugin/timeline/curve.h"

/* The first frame whose population frame @frame shows. */
static guint64
first_seen (guint64 frame)
{
  return frame - MIN (frame, GST_LIFE_CURVE_FRAMES - 1);
}

static gboolean
is_active (gconstpointer self)
{
  return ((const GstLifeCurve *) self)->requested;
}

static gboolean
leads_to (gpointer self, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeCurve *curve = self;
  const guint64 now = timeline->frame, start = first_seen (frame);

  if (!timeline->replayable)
    return TRUE;
  if (frame < now)
    return curve->first <= start && curve->end >= frame;
  return now <= start || (curve->first <= start && curve->end >= now);
}

static guint64
get_start (gpointer self, const GstLifeTimeline *timeline, guint64 frame)
{
  return leads_to (self, timeline, frame) ? frame : first_seen (frame);
}

static guint64
next_stop (
    gpointer self, const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  return MAX (first_seen (to), from + 1);
}

void
gst_life_curve_expect (GstLifeCurve *curve, const GstLifeTimeline *timeline)
{
  curve->pending_frame = timeline->frame;
  curve->pending = TRUE;
}

void
gst_life_curve_record (GstLifeCurve *curve, guint64 frame, guint64 population)
{
  curve->pending = FALSE;
  if (!curve->requested)
    return;
  if (frame < curve->first || frame > curve->end)
    curve->first = frame;
  curve->end = frame + 1;
  curve->populations[frame % GST_LIFE_CURVE_FRAMES] = population;
  curve->first = MAX (curve->first, first_seen (frame));
}

/* Counts the frame unless it is counted or pending. */
static gboolean
leave (gpointer self, GstLifeTimeline *timeline, guint64 next, GError **error)
{
  GstLifeCurve *curve = self;
  const guint64 frame = timeline->frame;
  LifeStatistics statistics;

  if ((curve->first <= frame && frame < curve->end)
      || (curve->pending && curve->pending_frame == frame))
    return TRUE;
  if (!life_world_get_statistics (timeline->world, &statistics, error))
    return FALSE;
  gst_life_curve_record (curve, frame, statistics.population);
  return TRUE;
}

static void
cut (gpointer self, GstLifeTimeline *timeline, guint64 frame, gboolean pauses)
{
  GstLifeCurve *curve = self;

  curve->end = MIN (curve->end, frame);
  curve->first = MIN (curve->first, curve->end);
}

void
gst_life_curve_get (const GstLifeCurve *curve, guint64 frame,
    guint64 populations[GST_LIFE_CURVE_FRAMES])
{
  guint64 first = frame + 1;

  for (guint i = GST_LIFE_CURVE_FRAMES; i-- > 0;) {
    gboolean exists = first > 0;

    first -= exists;
    populations[i] = exists && first >= curve->first && first < curve->end
                         ? curve->populations[first % GST_LIFE_CURVE_FRAMES]
                         : G_MAXUINT64;
  }
}

const GstLifeRecorderClass gst_life_curve_class = {
  .is_active = is_active,
  .leads_to = leads_to,
  .get_start = get_start,
  .next_stop = next_stop,
  .leave = leave,
  .cut = cut,
};
