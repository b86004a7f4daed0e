/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frame in the making: an engine on a GPU draws it while the streaming thread does
 * other things. */
#pragma once

#include <gst/video/video.h>

#include "plugin/world/gst-life.h"

typedef struct {
  guint64 number;    /* of the frame */
  GstBuffer *buffer; /* NULL: there is no frame */
  GstVideoFrame video;
  gboolean begun; /* the engine may be at it */
} GstLifePendingFrame;

/* Maps @buffer, which it takes over, for frame @number. */
gboolean gst_life_pending_frame_open (GstLifePendingFrame *pending,
    GstLife *life, const GstVideoInfo *info, GstBuffer *buffer, guint64 number,
    GError **error);

/* Brings the world to that frame and begins to draw. */
gboolean gst_life_pending_frame_begin (
    GstLifePendingFrame *pending, GstLife *life, GError **error);

/* Waits until it is drawn and reports what it shows; the caller owns the buffer.
 * NULL and @error where it failed. Nothing of it is left. */
GstBuffer *gst_life_pending_frame_finish (
    GstLifePendingFrame *pending, GstLife *life, GError **error);

/* Waits until the engine is done with it, and throws it away. */
void gst_life_pending_frame_close (GstLifePendingFrame *pending, GstLife *life);
