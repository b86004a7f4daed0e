/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells of earlier frames, which the world itself records: ages, for color modes that show
 * them, or a stack of frames. */
#pragma once

#include "plugin/timeline/timeline.h"

typedef enum {
  GST_LIFE_HISTORY_NONE,
  GST_LIFE_HISTORY_AGES,
  GST_LIFE_HISTORY_STACK,
} GstLifeHistoryKind;

typedef struct {
  /* Set before the world goes to a frame; and of how many frames a stack is. */
  GstLifeHistoryKind requested;
  guint stacked;

  GstLifeHistoryKind recorded, failed; /* @failed: recorded until memory ran
                                          out */
  guint64 next; /* the first frame that is not recorded */
} GstLifeCellHistory;

extern const GstLifeRecorderClass gst_life_cell_history_class;

/* Records the cells of the present frame, which the world is about to leave for frame @next or
 * a picture to change, unless they were recorded or frame @next shows the same generation. */
gboolean gst_life_cell_history_leave (GstLifeCellHistory *self,
    GstLifeTimeline *timeline, guint64 next, GError **error);
