/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that fade out in the next ones: the cells of the last frame of the generation
 * before that which the present frame shows. */
#pragma once

#include "plugin/timeline/timeline.h"

typedef struct {
  /* Set before the world goes to a frame: whether frames fade; and whether something looks
   * back at cells, so that none does. */
  gboolean wanted, suspended;
  gboolean
      fades; /* the target of this way, out of frame @previous, to be recorded */
  guint64 previous;
  guint serial; /* another one after each frame that was recorded */
} GstLifeCrossfade;

extern const GstLifeRecorderClass gst_life_crossfade_class;

/* The weight of frame @frame against the last one that shows the generation before,
 * *@previous; GST_LIFE_FULL_WEIGHT where it does not fade. */
guint32 gst_life_crossfade_weight (const GstLifeCrossfade *self,
    const GstLifeTimeline *timeline, guint64 frame, guint64 *previous);

/* The present frame was shown, and a picture is going to change its cells: records them
 * where the next frame fades out of it. */
gboolean gst_life_crossfade_keep_shown (
    GstLifeCrossfade *self, GstLifeTimeline *timeline, GError **error);
