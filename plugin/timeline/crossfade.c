/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Records the frame that fades out in the one that is shown, during the seek to it. */
#include "plugin/timeline/crossfade.h"

guint32
gst_life_crossfade_weight (const GstLifeCrossfade *self,
    const GstLifeTimeline *timeline, guint64 frame, guint64 *previous)
{
  guint64 since;

  if (!self->requested)
    return GST_LIFE_FULL_WEIGHT;
  since = gst_life_timeline_since (timeline, frame);
  if (since == 0)
    return GST_LIFE_FULL_WEIGHT;
  *previous = since - 1;
  return gst_life_timeline_weight (timeline, frame);
}

static gboolean
is_active (gconstpointer data)
{
  const GstLifeCrossfade *self = data;

  return self->requested || self->fades;
}

/* A frame that fades out is no reason by itself to seek back. */
static gboolean
goes_by_previous (const GstLifeCrossfade *self, const GstLifeTimeline *timeline,
    guint64 frame)
{
  return self->fades
         && (timeline->leaving || gst_life_timeline_is_past (timeline, frame)
             || !gst_life_timeline_is_past (timeline, self->previous));
}

static gboolean
leads_to (gpointer data, const GstLifeTimeline *timeline, guint64 frame)
{
  GstLifeCrossfade *self = data;

  self->fades =
      !self->suspended
      && gst_life_crossfade_weight (self, timeline, frame, &self->previous)
             < GST_LIFE_FULL_WEIGHT
      && !gst_life_timeline_has_previous (timeline, self->previous);
  return !goes_by_previous (self, timeline, frame)
         || !gst_life_timeline_is_past (timeline, self->previous);
}

static guint64
get_start (gpointer data, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeCrossfade *self = data;

  return goes_by_previous (self, timeline, frame) ? self->previous : frame;
}

static guint64
next_stop (
    gpointer data, const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  const GstLifeCrossfade *self = data;

  return self->fades && self->previous > from ? MIN (self->previous, to) : to;
}

static gboolean
record (GstLifeCrossfade *self, GstLifeTimeline *timeline, GError **error)
{
  LifeSnapshot *snapshot = life_world_snapshot (timeline->world, error);

  self->fades = FALSE;
  self->serial++;
  if (snapshot)
    gst_life_timeline_store_previous (timeline, snapshot);
  return snapshot != NULL;
}

static gboolean
leave (gpointer data, GstLifeTimeline *timeline, guint64 next, GError **error)
{
  GstLifeCrossfade *self = data;

  return !self->fades || timeline->frame != self->previous
         || record (self, timeline, error);
}

gboolean
gst_life_crossfade_record_shown (
    GstLifeCrossfade *self, GstLifeTimeline *timeline, GError **error)
{
  guint64 previous;

  if (self->suspended || !gst_life_timeline_is_at_frame (timeline)
      || gst_life_crossfade_weight (
             self, timeline, timeline->frame + 1, &previous)
             == GST_LIFE_FULL_WEIGHT
      || previous != timeline->frame)
    return TRUE;
  return record (self, timeline, error);
}

/* Drawing a frame that fades moves the world. */
static gboolean
allows_ahead (gpointer data, GstLifeTimeline *timeline, guint64 frame)
{
  return FALSE;
}

const GstLifeRecorderClass gst_life_crossfade_class = {
  .is_active = is_active,
  .leads_to = leads_to,
  .get_start = get_start,
  .next_stop = next_stop,
  .leave = leave,
  .allows_ahead = allows_ahead,
};
