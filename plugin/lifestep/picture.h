/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an arriving buffer does; all in the streaming thread. */
#pragma once

#include "plugin/lifestep/state.h"

/* Whether frames show the arriving picture below the world. */
gboolean gst_life_step_is_overlay (GstLifeStep *self);

/* What pictures do to the world. */
GstLifeInput gst_life_step_get_input (GstLifeStep *self);

/* Pictures that are read lie on a plane, and are not turned. */
gboolean gst_life_step_check_view (GstLifeStep *self, GError **error);

/* Treats @buffer as a generation. */
gboolean gst_life_step_advance (
    GstLifeStep *self, GstBuffer *buffer, GError **error);

/* The same for one that makes no frame. */
gboolean gst_life_step_pass_by (
    GstLifeStep *self, GstBuffer *buffer, GError **error);

/* Draws the present generation into @outbuf, where asked for over the picture of
 * @inbuf. */
gboolean gst_life_step_draw (
    GstLifeStep *self, GstBuffer *inbuf, GstBuffer *outbuf, GError **error);
