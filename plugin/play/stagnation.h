/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages of worlds that repeat themselves. */
#pragma once

#include "plugin/world/gst-life.h"

/* Whether the stream ends before frame @frame, as the world repeats itself. */
gboolean gst_life_ends_at (GstLife *life, guint64 frame);

/* Posts the messages of periods that were found. */
void gst_life_stagnation_post (GstLife *life);
