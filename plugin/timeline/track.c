/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps where the world lived and changed in the last frames. Boxes are those of frames
 * when they are left, with all edits; activity is that of the step that led to them. */
#include "plugin/timeline/track.h"

/* As far before @frame as cameras look; for @activity the last frame of those before that
 * from which a step leads there. */
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

  if (!timeline->kept || !track->wanted)
    return frame;
  return go_back (timeline, frame, track->wanted & LIFE_COUNT_ACTIVITY);
}

static gboolean
leads_to (gpointer self, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeTrack *track = self;

  return track->wanted == track->counted && frame >= timeline->frame;
}

/* From frame @frame on @counted is recorded of each. */
static void
start (GstLifeTrack *track, LifeCountFlags counted, guint64 frame)
{
  track->counted = counted;
  track->first = track->next = frame;
  track->pending = track->is_noted = FALSE;
}

static gboolean
begin (gpointer self, GstLifeTimeline *timeline, GError **error)
{
  GstLifeTrack *track = self;

  start (track, track->wanted, timeline->frame);
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

/* Where the last generation changed the world can be seen if it is stepped alone. */
static guint64
slice (gpointer self, guint64 n, guint64 left)
{
  const GstLifeTrack *track = self;

  return track->counted & LIFE_COUNT_ACTIVITY && n > 1 && n == left ? n - 1 : n;
}

static GstLifeSight *
sight_of (GstLifeTrack *track, guint64 frame)
{
  return &track->sights[frame % GST_LIFE_TRACK_ROOM];
}

static gboolean
is_noted (const GstLifeTrack *track, guint64 frame)
{
  return track->is_noted && track->noted == frame;
}

/* What is not known yet of frame @frame. */
static LifeCountFlags
missing_counts (const GstLifeTrack *track, guint64 frame)
{
  return is_noted (track, frame) ? track->counted & ~LIFE_COUNT_ACTIVITY
                                 : track->counted;
}

static void
take (GstLifeTrack *track, guint64 frame, const LifeStatistics *statistics)
{
  GstLifeSight *sight = sight_of (track, frame);

  sight->box = statistics->box;
  sight->activity =
      is_noted (track, frame) ? track->activity : statistics->activity;
}

/* The present frame is over. */
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
      track->begun == frame && life_world_is_counting (world, missing);
  if (!track->pending) {
    if (!life_world_count (world, missing, &statistics, error))
      return FALSE;
    take (track, frame, &statistics);
  }
  track->next = frame + 1;
  return TRUE;
}

gboolean
gst_life_track_note (
    GstLifeTrack *track, GstLifeTimeline *timeline, GError **error)
{
  const guint64 frame = timeline->frame;
  LifeStatistics statistics;

  if (!(track->counted & LIFE_COUNT_ACTIVITY) || is_noted (track, frame))
    return TRUE;
  if (!life_world_count (
          timeline->world, LIFE_COUNT_ACTIVITY, &statistics, error))
    return FALSE;
  track->is_noted = TRUE;
  track->noted = frame;
  track->activity = statistics.activity;
  return TRUE;
}

static gboolean
note (gpointer self, GstLifeTimeline *timeline, GError **error)
{
  return gst_life_track_note (self, timeline, error);
}

LifeCountFlags
gst_life_track_draw (GstLifeTrack *track, const GstLifeTimeline *timeline)
{
  track->begun = timeline->frame;
  track->pending = FALSE;
  return missing_counts (track, timeline->frame);
}

void
gst_life_track_drawn (GstLifeTrack *track, const LifeStatistics *statistics)
{
  if (track->pending)
    take (track, track->begun, statistics);
  track->pending = FALSE;
}

/* One frame can be reverted. */
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
  track->is_noted = is_noted (track, timeline->frame);
}

guint
gst_life_track_get (GstLifeTrack *track, const GstLifeTimeline *timeline,
    GstLifeSight sights[GST_LIFE_TRACK_FRAMES], GError **error)
{
  const guint64 frame = timeline->frame;
  const guint64 oldest = frame - MIN (frame, GST_LIFE_TRACK_FRAMES);
  const guint64 first = MAX (track->first, oldest);
  LifeStatistics statistics;
  guint n = 0;

  for (guint64 i = first; i < MIN (frame, track->next); i++)
    sights[n++] = *sight_of (track, i);
  if (n > 0)
    return n;
  if (!life_world_count (
          timeline->world, missing_counts (track, frame), &statistics, error))
    return 0;
  take (track, frame, &statistics);
  sights[0] = *sight_of (track, frame);
  return 1;
}

const GstLifeRecorderClass gst_life_track_class = {
  .leads_to = leads_to,
  .get_start = get_start,
  .begin = begin,
  .end = end,
  .next_stop = next_stop,
  .slice = slice,
  .leave = leave,
  .note = note,
  .allows_ahead = allows_ahead,
  .revert = revert,
};
