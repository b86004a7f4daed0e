/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifestep: its struct, and the functions of its files. */
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
  guint64 frame;         /* buffers that have advanced the world */
  gboolean picture_seen; /* a picture was generation 0 (input=first) */
  GstBuffer *mask;       /* with output=clip: that of the last frame; or NULL */

  gchar *title;     /* that was sent last, or NULL */
  GstTagList *tags; /* of the arriving stream, or NULL */
};

/* --- input.c: the effect of an arriving buffer; all in the streaming thread --- */

/* Whether frames show the arriving picture below the world. */
gboolean gst_life_step_is_overlay (GstLifeStep *self);

/* What frames show, and whether that has the arriving picture in it. */
GstLifeOutput gst_life_step_get_output (GstLifeStep *self);
gboolean gst_life_step_shows_picture (GstLifeStep *self);

/* How pictures change the world. */
GstLifeInput gst_life_step_get_input (GstLifeStep *self);

/* Whether the view suits the pictures: if they are read it is a plane, and not turned. */
gboolean gst_life_step_check_view (GstLifeStep *self, GError **error);

/* Applies the picture of @buffer and advances the world by its time. */
gboolean gst_life_step_advance (
    GstLifeStep *self, GstBuffer *buffer, GError **error);

/* The same without drawing a frame: only counts. */
gboolean gst_life_step_count (
    GstLifeStep *self, GstBuffer *buffer, GError **error);

/* Draws the present generation into @outbuf, with output=overlay over the picture of
 * @inbuf. */
gboolean gst_life_step_draw (
    GstLifeStep *self, GstBuffer *inbuf, GstBuffer *outbuf, GError **error);

/* --- tags.c: the tags of a lifestep's stream --- */

/* Sends the title before its frame, if it has changed. */
void gst_life_step_send_title (GstLifeStep *self);

/* Replaces an arriving event of tags, (transfer full), by ours; NULL before the first frame, as
 * muxers use the first title. */
GstEvent *gst_life_step_replace_tags (GstLifeStep *self, GstEvent *event);

/* Drops title and tags, for a new stream. */
void gst_life_step_reset_tags (gpointer self);
