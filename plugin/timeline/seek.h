/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way of a world to any of its frames. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Takes the world to frame @frame, forwards or backwards. LIFE_ERROR_CANCELLED leaves it at a
 * generation that is known; after other errors its cells may be invalid, and the next call
 * goes back to where they are not, if frames are kept. */
gboolean gst_life_timeline_seek (
    GstLifeTimeline *timeline, guint64 frame, GError **error);

/* The same to a frame to which all that was recorded leads. */
gboolean gst_life_timeline_advance (
    GstLifeTimeline *timeline, guint64 frame, GError **error);
