/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which view of its world a frame shows. */
#pragma once

#include <gst/video/video.h>

#include "plugin/world/gst-life.h"

/* The next frame has number @number and stream time @time; if that is none it follows from the
 * frame rate of @info. */
void gst_life_set_moment (
    GstLife *life, guint64 number, GstClockTime time, const GstVideoInfo *info);

/* A frame that a view is chosen for: its size, and its number. */
typedef struct {
  guint width, height;
  guint64 number;
} GstLifeTarget;

/* The view of a frame; under the world lock. */
gboolean gst_life_make_view (GstLife *life, const GstLifeSettings *settings,
    const GstLifeTarget *target, LifeView *view, GError **error);

/* The slice that the view shows; -1: none. */
gint64 gst_life_slice_of_view (
    const GstLife *life, const GstLifeSettings *settings, const LifeView *view);
