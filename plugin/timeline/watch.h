/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves: their periods, and what is done about them. */
#pragma once

#include "plugin/timeline/period.h"
#include "plugin/timeline/timeline.h"

/* What happens when a world repeats itself. */
typedef enum {
  GST_LIFE_STAGNATION_NONE,
  GST_LIFE_STAGNATION_MESSAGE,
  GST_LIFE_STAGNATION_EOS,
  GST_LIFE_STAGNATION_RESEED,
  GST_LIFE_STAGNATION_INJECT,
} GstLifeStagnation;

/* The period from frame @frame on, in generations; 0: none. */
typedef struct {
  guint64 frame, period;
} GstLifePeriodChange;

/* A period, and the generation at which it was found. */
typedef struct {
  guint64 generation, period;
} GstLifePeriodFound;

/* Each frame is counted once, in order, however often it is reached: what is done about a
 * period is an edit of the time line. */
typedef struct {
  GstLifeStagnation action;
  GstLifePeriodFinder *finder; /* NULL: the world is not watched */
  gboolean replayable;         /* as the time line */
  guint64 next;                /* the first frame that was not counted */
  gboolean checksum_pending;   /* of that frame */
  guint64 generation;      /* of the last frame that was counted as a new one */
  gboolean due;            /* the action follows at the next generation */
  GArray *periods;         /* of GstLifePeriodChange, by frame */
  GArray *found;           /* of GstLifePeriodFound, to be posted */
  guint64 *previous_cells; /* of the frame before a patch (quiet.h), or NULL */
} GstLifeWatch;

/* Watches a new world, unless @action is none. */
void gst_life_watch_start (GstLifeWatch *watch, GstLifeStagnation action,
    guint frames, gboolean replayable);
void gst_life_watch_end (GstLifeWatch *watch);

extern const GstLifeRecorderClass gst_life_watch_class;

/* A picture was laid on the present frame: restarts the search if that changed any cell. */
gboolean gst_life_watch_absorbed (
    GstLifeWatch *watch, GstLifeTimeline *timeline, GError **error);

/* Whether frame @frame is past the end of the stream. */
gboolean gst_life_watch_ends_stream_at (
    const GstLifeWatch *watch, const GstLifeTimeline *timeline, guint64 frame);

/* The period at frame @frame, in generations; 0: none. */
guint64 gst_life_watch_period (const GstLifeWatch *watch, guint64 frame);

/* What was found since the last call, owned by the caller, or NULL. */
GArray *gst_life_watch_steal_found (GstLifeWatch *watch);
