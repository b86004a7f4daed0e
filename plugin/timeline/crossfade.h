/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that fade out in the next ones: the cells of the last frame of the previous
 * generation. */
#pragma once

#include "plugin/timeline/timeline.h"

typedef struct {
  /* Set before the world goes to a frame: whether frames fade; and whether cells of earlier
   * frames are shown, so that none fades. */
  gboolean requested, suspended;
  gboolean fades; /* the target of this seek, out of frame @previous, which is
                     to be recorded */
  guint64 previous;
  guint serial; /* changes with each frame that is recorded */
} GstLifeCrossfade;

extern const GstLifeRecorderClass gst_life_crossfade_class;

/* The weight of frame @frame against *@previous, the last frame of the previous generation;
 * GST_LIFE_FULL_WEIGHT where it does not fade. */
guint32 gst_life_crossfade_weight (const GstLifeCrossfade *self,
    const GstLifeTimeline *timeline, guint64 frame, guint64 *previous);

/* Records the cells of the present frame, which was shown and which a picture is about to
 * change, if the next frame fades out of it. */
gboolean gst_life_crossfade_record_shown (
    GstLifeCrossfade *self, GstLifeTimeline *timeline, GError **error);
