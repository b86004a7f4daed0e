/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gestures: edits of a world and moves of its view, in pixels of the frame that was finished
 * last. No call waits for the world, so that threads of a window may call them. Each returns
 * whether there is a world and a frame. */
#pragma once

#include "plugin/world/gst-life.h"

/* Whether frames show a world in perspective; *@shows (nullable) is set to whether
 * there is one. */
gboolean gst_life_is_in_perspective (GstLife *life, gboolean *shows);

/* A line in the frame that was finished last, in pixels, of cells in @state; with @continues it
 * is part of the previous edit. */
typedef struct {
  gdouble x0, y0, x1, y1;
  guint state;
  gboolean continues;
} GstLifeStroke;

/* Draws it in the next frame. */
gboolean gst_life_draw_on_frame (GstLife *life, const GstLifeStroke *stroke);

/* Moves what a frame shows by so many pixels; turns what is seen in perspective. */
gboolean gst_life_pan (GstLife *life, gdouble dx, gdouble dy);

/* Multiplies the zoom; what is at (@x, @y) stays there. In perspective the camera comes
 * nearer. */
gboolean gst_life_zoom_at (GstLife *life, gdouble factor, gdouble x, gdouble y);

/* Shows all live cells, or the whole world if none lives and in 3D. */
gboolean gst_life_fit (GstLife *life);

/* Queues an edit of a kind without parameters, for the next frame. */
gboolean gst_life_queue_edit (GstLife *life, GstLifeEditKind kind);

/* Pauses, and lets the next frame show the next generation. */
void gst_life_step_once (GstLife *life);
