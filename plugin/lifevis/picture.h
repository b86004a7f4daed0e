/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the samples of a frame do; all in the streaming thread. */
#pragma once

#include "plugin/lifevis/state.h"

/* Finds the onsets in @samples, advances the world by a frame and stamps them. */
gboolean gst_life_vis_advance (
    GstLifeVis *self, GstBuffer *samples, GError **error);

/* Draws the world into @video, and reports it. */
gboolean gst_life_vis_draw (
    GstLifeVis *self, GstVideoFrame *video, GError **error);

/* Reports it without a picture. */
gboolean gst_life_vis_pass_by (GstLifeVis *self, GError **error);
