/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The events of an element: edits of its time line, and properties that change with a frame. */
#pragma once

#include <gst/video/video.h>

#include "plugin/world/gst-life.h"

/* Parses the property events, with its rules, patterns and presets; under the world lock. */
gboolean gst_life_open_events (
    GstLife *life, const GstLifeSettings *settings, GError **error);

/* Resets a rule that one of them has set. */
void gst_life_reset_events (GstLife *life);

/* Enters the events into the time line of a new world, with frames as in @info; under the world
 * lock, in the streaming thread. */
gboolean gst_life_place_events (GstLife *life, const GstLifeSettings *settings,
    const GstVideoInfo *info, GError **error);
