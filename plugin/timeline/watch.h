/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is known of a world that is watched for periods: which frames were counted, and
 * what was found. Nothing of the world itself is known here. */
#pragma once

#include "plugin/settings/enums.h"
#include "plugin/timeline/period.h"

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

/* Nothing before frame @frame counts. */
void gst_life_watch_begin_anew (GstLifeWatch *watch, guint64 frame);

/* Whether a frame that shows @generation counts: one that is held or paused does not. */
gboolean gst_life_watch_is_new (const GstLifeWatch *watch, guint64 generation);

/* Counts frame @frame, which shows @generation. */
void gst_life_watch_count (
    GstLifeWatch *watch, guint64 frame, guint64 generation, guint64 hash);

/* The period known at frame @frame, in generations; 0: none. */
guint64 gst_life_watch_period (const GstLifeWatch *watch, guint64 frame);

/* What was found and not taken yet, or NULL. */
GArray *gst_life_watch_take_found (GstLifeWatch *watch);
