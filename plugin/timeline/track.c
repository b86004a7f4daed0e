/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Records where cells lived and changed in the last frames. Boxes are those of frames when the
 * world leaves them, with all edits; activity is that of the step that led to them. */
#include "plugin/timeline/track.h"

static gboolean
is_active (gconstpointer self)
{
  const GstLifeTrack *track = self;

  return track->requested || track->counted;
}

/* The first frame that a camera needs for @frame; for @activity the frame from which a step
 * leads there. */
static guint64
go_back (const GstLifeTimeline *timeline, guint64 frame, gboolean activity)
{
  guint64 since;

  frame -= MIN (frame, GST_LIFE_TRACK_FRAMES);
  if (!activity)
    return frame;
  since = gst_life_timeline_since (timeline, frame);
  return since - MIN (since, 1);
}

static guint64
get_start (gpointer self, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeTrack *track = self;

  if (!timeline->replayable || !track->requested)
    return frame;
  return go_back (timeline, frame, track->requested & LIFE_COUNT_ACTIVITY);
}

static gboolean
leads_to (gpointer self, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeTrack *track = self;

  return track->requested == track->counted && frame >= timeline->frame;
}

/* Records @counted of each frame from @frame on. */
static void
start (GstLifeTrack *track, LifeCountFlags counted, guint64 frame)
{
  track->counted = counted;
  track->first = track->next = frame;
  track->pending = track->has_edited_frame = FALSE;
}

static gboolean
begin (gpointer self, GstLifeTimeline *timeline, GError **error)
{
  GstLifeTrack *track = self;

  start (track, track->requested, timeline->frame);
  return TRUE;
}

static void
end (gpointer self, GstLifeTimeline *timeline)
{
  start (self, 0, 0);
}

static guint64
next_stop (
    gpointer self, const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  const GstLifeTrack *track = self;

  return track->counted ? from + 1 : to;
}

/* The last generation is stepped alone, since activity is that of a whole step. */
static guint64
slice (gpointer self, guint64 n, guint64 left)
{
  const GstLifeTrack *track = self;

  return track->counted & LIFE_COUNT_ACTIVITY && n > 1 && n == left ? n - 1 : n;
}

static GstLifeTrackedFrame *
frame_record (GstLifeTrack *track, guint64 frame)
{
  return &track->tracked[frame % GST_LIFE_TRACK_ROOM];
}

static gboolean
was_edited (const GstLifeTrack *track, guint64 frame)
{
  return track->has_edited_frame && track->edited_frame == frame;
}

/* What is still to be counted of frame @frame. */
static LifeCountFlags
missing_counts (const GstLifeTrack *track, guint64 frame)
{
  return was_edited (track, frame) ? track->counted & ~LIFE_COUNT_ACTIVITY
                                   : track->counted;
}

static void
store_counts (
    GstLifeTrack *track, guint64 frame, const LifeStatistics *statistics)
{
  GstLifeTrackedFrame *record = frame_record (track, frame);

  record->box = statistics->box;
  record->activity =
      was_edited (track, frame) ? track->activity : statistics->activity;
}

static gboolean
leave (gpointer self, GstLifeTimeline *timeline, guint64 next, GError **error)
{
  GstLifeTrack *track = self;
  LifeWorld *world = timeline->world;
  const guint64 frame = timeline->frame;
  const LifeCountFlags missing = missing_counts (track, frame);
  LifeStatistics statistics;

  if (!track->counted || track->next > frame)
    return TRUE;
  track->pending =
      track->drawing == frame && life_world_is_pending (world, missing);
  if (!track->pending) {
    if (!life_world_count (world, missing, &statistics, error))
      return FALSE;
    store_counts (track, frame, &statistics);
  }
  track->next = frame + 1;
  return TRUE;
}

gboolean
gst_life_track_record_activity (
    GstLifeTrack *track, GstLifeTimeline *timeline, GError **error)
{
  const guint64 frame = timeline->frame;
  LifeStatistics statistics;

  if (!(track->counted & LIFE_COUNT_ACTIVITY) || was_edited (track, frame))
    return TRUE;
  if (!life_world_count (
          timeline->world, LIFE_COUNT_ACTIVITY, &statistics, error))
    return FALSE;
  track->has_edited_frame = TRUE;
  track->edited_frame = frame;
  track->activity = statistics.activity;
  return TRUE;
}

static gboolean
prepare_edit (gpointer self, GstLifeTimeline *timeline, GError **error)
{
  return gst_life_track_record_activity (self, timeline, error);
}

LifeCountFlags
gst_life_track_draw (GstLifeTrack *track, const GstLifeTimeline *timeline)
{
  track->drawing = timeline->frame;
  track->pending = FALSE;
  return missing_counts (track, timeline->frame);
}

void
gst_life_track_drawn (GstLifeTrack *track, const LifeStatistics *statistics)
{
  if (track->pending)
    store_counts (track, track->drawing, statistics);
  track->pending = FALSE;
}

/* Only one frame can be reverted. */
static gboolean
allows_ahead (gpointer self, GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeTrack *track = self;

  return !track->counted || frame == timeline->frame + 1;
}

static void
revert (gpointer self, GstLifeTimeline *timeline)
{
  GstLifeTrack *track = self;

  track->next = MIN (track->next, timeline->frame);
  track->has_edited_frame = was_edited (track, timeline->frame);
}

guint
gst_life_track_get (GstLifeTrack *track, const GstLifeTimeline *timeline,
    GstLifeTrackedFrame tracked[GST_LIFE_TRACK_FRAMES], GError **error)
{
  const guint64 frame = timeline->frame;
  const guint64 oldest = frame - MIN (frame, GST_LIFE_TRACK_FRAMES);
  const guint64 first = MAX (track->first, oldest);
  LifeStatistics statistics;
  guint n = 0;

  for (guint64 i = first; i < MIN (frame, track->next); i++)
    tracked[n++] = *frame_record (track, i);
  if (n > 0)
    return n;
  if (!life_world_count (
          timeline->world, missing_counts (track, frame), &statistics, error))
    return 0;
  store_counts (track, frame, &statistics);
  tracked[0] = *frame_record (track, frame);
  return 1;
}

const GstLifeRecorderClass gst_life_track_class = {
  .is_active = is_active,
  .leads_to = leads_to,
  .get_start = get_start,
  .begin = begin,
  .end = end,
  .next_stop = next_stop,
  .slice = slice,
  .leave = leave,
  .prepare_edit = prepare_edit,
  .allows_ahead = allows_ahead,
  .revert = revert,
};
