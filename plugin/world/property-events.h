/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that events set: as in the frame that is being made, however it was reached. */
#pragma once

#include "plugin/world/gst-life.h"

/* Sets the properties as they are in frame @frame; in the streaming thread, not under locks. */
void gst_life_property_events_go (GstLife *life, guint64 frame);

/* Resets what events have set, and drops them; in READY. */
void gst_life_property_events_end (GstLife *life);
