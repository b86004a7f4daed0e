/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A pending frame: an engine on a GPU draws it while the streaming thread does other things. */
#pragma once

#include <gst/video/video.h>

#include "plugin/world/gst-life.h"

typedef struct {
  guint64 number;    /* of the frame */
  GstBuffer *buffer; /* NULL: there is no frame */
  GstVideoFrame video;
  gboolean drawing; /* drawing is pending */
} GstLifePendingFrame;

/* Maps @buffer, which is owned from then on, for frame @number. */
gboolean gst_life_pending_frame_open (GstLifePendingFrame *pending,
    GstLife *life, const GstVideoInfo *info, GstBuffer *buffer, guint64 number,
    GError **error);

/* Moves the world to that frame and begins to draw. */
gboolean gst_life_pending_frame_begin (
    GstLifePendingFrame *pending, GstLife *life, GError **error);

/* Waits until it is drawn and reports what it shows. Returns: (transfer full): the buffer; NULL
 * and @error if drawing failed. */
GstBuffer *gst_life_pending_frame_finish (
    GstLifePendingFrame *pending, GstLife *life, GError **error);

/* Waits until the engine has finished it, and drops it. */
void gst_life_pending_frame_close (GstLifePendingFrame *pending, GstLife *life);
