/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves: noticed as they go from frame to frame, and what follows
 * from that. */
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

/* From frame @frame on this period is known, in generations; 0: none. */
typedef struct {
  guint64 frame, period;
} GstLifePeriodChange;

/* A period that was found, and the generation with which it was. */
typedef struct {
  guint64 generation, period;
} GstLifePeriodFound;

/* Each frame is counted once, in order, however often it is reached: what is done about a
 * period is an entry of the time line. */
typedef struct {
  GstLifeStagnation action;
  GstLifePeriodFinder *finder; /* NULL: the world is not watched */
  gboolean kept;               /* the time line leads back */
  guint64 next;                /* the first frame that was not counted */
  gboolean begun;              /* its checksum was begun */
  guint64 generation; /* of the last frame that was counted as a new one */
  gboolean due;       /* something is to be done at the next generation */
  GArray *periods;    /* of GstLifePeriodChange, by frame */
  GArray *found;      /* of GstLifePeriodFound, to be posted */
  guint64 *before;    /* cells of the frame before a patch (quiet.h), or NULL */
} GstLifeWatch;

/* A new world is watched, unless @action is none; an old one no more. */
void gst_life_watch_start (
    GstLifeWatch *watch, GstLifeStagnation action, guint frames, gboolean kept);
void gst_life_watch_end (GstLifeWatch *watch);

extern const GstLifeRecorderClass gst_life_watch_class;

/* An arriving picture was laid on the present frame: if that changed any cell nothing
 * before it counts. */
gboolean gst_life_watch_absorbed (
    GstLifeWatch *watch, GstLifeTimeline *timeline, GError **error);

/* Whether the stream ends before frame @frame. */
gboolean gst_life_watch_ends_before (
    const GstLifeWatch *watch, const GstLifeTimeline *timeline, guint64 frame);

/* The period known at frame @frame, in generations; 0: none. */
guint64 gst_life_watch_period (const GstLifeWatch *watch, guint64 frame);

/* What was found and not taken yet, or NULL. */
GArray *gst_life_watch_take_found (GstLifeWatch *watch);
