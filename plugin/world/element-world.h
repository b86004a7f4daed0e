/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element. */
#pragma once

#include <gst/video/video.h>

#include "plugin/world/gst-life.h"

/* Whether there is a world with its first cells, else an error; under the world lock. */
gboolean gst_life_require_world (const GstLife *life, GError **error);

/* Fills what the world's size and the zoom for a frame of this size depend on. */
void gst_life_fill_sizing (const GstLife *life, const GstLifeSettings *settings,
    guint width, guint height, LifeSizing *sizing);

/* Makes the world before PAUSED if it needs no caps; under the world lock. */
gboolean gst_life_make_sized_world (
    GstLife *life, const GstLifeSettings *settings, GError **error);

/* Makes the world that frames as in @info show, unless there is one of that size;
 * *@restarted: it was made. */
gboolean gst_life_configure (GstLife *life, const GstVideoInfo *info,
    gboolean *restarted, GError **error);

/* Updates the properties engine-used, kernel-used and state-names, which a new rule may change. */
void gst_life_report_engine (GstLife *life);
