/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Records the populations of the last frames, so that a frame can show them. Where the
 * stream can be sought they follow from the frame's number alone: to show one frame, the
 * world runs through those before it. */
#include "plugin/play/curve.h"

gboolean
gst_life_wants_curve (GstLife *life)
{
  GST_LIFE_HOLD (&life->lock);

  return (life->settings.caption & GST_LIFE_CAPTION_GRAPH) != 0;
}

guint64
gst_life_curve_start (guint64 frame)
{
  return frame - MIN (frame, GST_LIFE_CURVE_FRAMES - 1);
}

gboolean
gst_life_curve_leads_to (const GstLife *life, guint64 frame)
{
  const GstLifeCurve *curve = &life->curve;
  const guint64 now = life->timeline.frame,
                start = gst_life_curve_start (frame);

  if (!curve->wanted || !life->timeline.kept)
    return TRUE;
  if (frame < now)
    return curve->first <= start && curve->end >= frame;
  return now <= start || (curve->first <= start && curve->end >= now);
}

void
gst_life_curve_await (GstLife *life)
{
  life->curve.awaited = life->timeline.frame;
  life->curve.awaiting = TRUE;
}

void
gst_life_curve_record (GstLife *life, guint64 frame, guint64 population)
{
  GstLifeCurve *curve = &life->curve;

  curve->awaiting = FALSE;
  if (!curve->wanted)
    return;
  if (frame < curve->first || frame > curve->end)
    curve->first = frame;
  curve->end = frame + 1;
  curve->populations[frame % GST_LIFE_CURVE_FRAMES] = population;
  curve->first = MAX (curve->first, gst_life_curve_start (frame));
}

gboolean
gst_life_curve_leave (GstLife *life, GError **error)
{
  const GstLifeCurve *curve = &life->curve;
  const guint64 frame = life->timeline.frame;
  LifeStatistics statistics;

  if (!curve->wanted || (curve->first <= frame && frame < curve->end)
      || (curve->awaiting && curve->awaited == frame))
    return TRUE;
  if (!life_world_get_statistics (life->world, &statistics, error))
    return FALSE;
  gst_life_curve_record (life, frame, statistics.population);
  return TRUE;
}

void
gst_life_curve_cut (GstLife *life, guint64 frame)
{
  life->curve.end = MIN (life->curve.end, frame);
  life->curve.first = MIN (life->curve.first, life->curve.end);
}

void
gst_life_curve_get (const GstLife *life, guint64 frame,
    guint64 populations[GST_LIFE_CURVE_FRAMES])
{
  const GstLifeCurve *curve = &life->curve;
  guint64 first = frame + 1;

  for (guint i = GST_LIFE_CURVE_FRAMES; i-- > 0;) {
    gboolean is_there = first > 0;

    first -= is_there;
    populations[i] = is_there && first >= curve->first && first < curve->end
                         ? curve->populations[first % GST_LIFE_CURVE_FRAMES]
                         : GST_LIFE_UNKNOWN;
  }
}
