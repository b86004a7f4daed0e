/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Moving a world to any of its frames. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Moves the world to frame @frame, forwards or backwards. LIFE_ERROR_CANCELLED leaves it at a
 * whole generation; after other errors its cells may be invalid, and the next call returns to
 * valid ones if the time line is replayable. */
gboolean gst_life_timeline_seek (
    GstLifeTimeline *timeline, guint64 frame, GError **error);

/* The same to a later frame for which every recorder has what it needs. */
gboolean gst_life_timeline_advance (
    GstLifeTimeline *timeline, guint64 frame, GError **error);
