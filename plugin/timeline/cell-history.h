/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells of earlier frames, which the world itself records: ages, for color modes that look
 * back, or a stack of frames. */
#pragma once

#include "plugin/timeline/timeline.h"

typedef enum {
  GST_LIFE_HISTORY_NONE,
  GST_LIFE_HISTORY_AGES,
  GST_LIFE_HISTORY_STACK,
} GstLifeHistoryKind;

typedef struct {
  /* Set before the world goes to a frame; and of how many frames a stack is. */
  GstLifeHistoryKind wanted;
  guint stacked;

  GstLifeHistoryKind recorded, failed; /* @failed: was, until memory lacked */
  guint64 next;                        /* the first frame that is not */
} GstLifeHistory;

extern const GstLifeRecorderClass gst_life_history_class;

/* The world is about to leave the present frame for frame @next, or a picture to change its
 * cells: they are recorded, unless they were or the next frame shows the same generation. */
gboolean gst_life_history_leave (GstLifeHistory *self,
    GstLifeTimeline *timeline, guint64 next, GError **error);
