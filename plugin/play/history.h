/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The history of a world along its time line: which frames are counted, and where
 * counting has to begin for a frame to look the same however it was reached. */
#pragma once

#include "plugin/world/life.h"

/* What looks back: color modes, the view that stacks frames, and cameras at boxes or, with
 * a last generation that is stepped alone, at activity. */
enum {
  GST_LIFE_LOOKS_BACK_BY_COLORS = 1 << 0,
  GST_LIFE_LOOKS_BACK_AT_BOXES = 1 << 1,
  GST_LIFE_LOOKS_BACK_AT_ACTIVITY = 1 << 2,
  GST_LIFE_LOOKS_BACK_BY_STACK = 1 << 3,
};

/* What looks at the cells of frames: those are counted when the world leaves them. */
#define GST_LIFE_LOOKS_BACK_AT_CELLS \
  (GST_LIFE_LOOKS_BACK_BY_COLORS | GST_LIFE_LOOKS_BACK_BY_STACK)

/* How frames are colored: as the property says, or as the element chooses where that is
 * left to it; under the world lock. */
LifeColorMode gst_life_color_mode (
    const GstLife *life, const GstLifeSettings *settings);

/* Those of them that the properties ask for. */
guint gst_life_looks_back (GstLife *life);

/* Whether they ask for the curve of populations. */
gboolean gst_life_wants_curve (GstLife *life);

/* Whether frame @frame follows for @wanted from what was counted up to now and what lies
 * on the way there. */
gboolean gst_life_history_leads_to (GstLife *life, guint wanted, guint64 frame);

/* The frame from which on frames are to be counted for @frame. */
guint64 gst_life_history_start (GstLife *life, guint wanted, guint64 frame);

/* The present frame is the first; none before it is known. */
gboolean gst_life_history_begin (GstLife *life, guint wanted, GError **error);
void gst_life_history_end (GstLife *life);

/* The present frame is over, and counted, where the next one shows another @generation: a
 * frame that repeats one leaves history as it is. */
gboolean gst_life_history_leave (
    GstLife *life, guint64 generation, GError **error);

/* The world was taken back to frame @frame, and the last count with it. */
void gst_life_history_revert (GstLife *life, guint64 frame);
