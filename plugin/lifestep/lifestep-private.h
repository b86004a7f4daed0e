/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifestep: its struct, and what its files do. */
#pragma once

#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>

#include "plugin/control/navigation.h"
#include "plugin/world/gst-life.h"

GST_ELEMENT_REGISTER_DECLARE (lifestep)

#define GST_TYPE_LIFE_STEP (gst_life_step_get_type ())
G_DECLARE_FINAL_TYPE (
    GstLifeStep, gst_life_step, GST, LIFE_STEP, GstBaseTransform)

struct _GstLifeStep {
  GstBaseTransform parent;
  GstLife life;
  GstLifeNavigation navigation;

  GstVideoInfo in_info, out_info;
  guint64 frame;         /* buffers that were treated as generations */
  gboolean picture_seen; /* a picture was generation 0 (input=first) */

  gchar *title;     /* that was sent last, or NULL */
  GstTagList *tags; /* of the arriving stream, or NULL */
};

/* --- input.c: what an arriving buffer does; all in the streaming thread --- */

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

/* --- tags.c: the tags of a lifestep's stream --- */

/* Sends the title before the frame that it is for, if it is another one than before. */
void gst_life_step_send_title (GstLifeStep *self);

/* Takes over an arriving event of tags, and returns what goes on instead; NULL where that
 * waits for the first frame: muxers keep the first title. */
GstEvent *gst_life_step_take_tags (GstLifeStep *self, GstEvent *event);

/* Forgets both; the stream is a new one. */
void gst_life_step_forget_tags (gpointer self);
