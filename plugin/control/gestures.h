/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gestures: edits of a world and moves of its view, in pixels of the frame that was
 * finished last. None of it waits for the world, so that threads of a window may call
 * it. Each returns whether there was a world and a frame to do it to. */
#pragma once

#include "plugin/world/gst-life.h"

/* Whether frames show a world in perspective; *@shows (nullable) is set to whether
 * there is one. */
gboolean gst_life_is_in_perspective (GstLife *life, gboolean *shows);

/* A line in the frame that was finished last, in pixels, of cells in @state; with @continues
 * it is part of the edit before. */
typedef struct {
  gdouble x0, y0, x1, y1;
  guint state;
  gboolean continues;
} GstLifeStroke;

/* Draws it before the next frame is made. */
gboolean gst_life_draw_on_frame (GstLife *life, const GstLifeStroke *stroke);

/* Moves what a frame shows by so many pixels; turns what is seen in perspective. */
gboolean gst_life_pan (GstLife *life, gdouble dx, gdouble dy);

/* Multiplies the zoom; what is at (@x, @y) stays there. What is seen in perspective comes
 * nearer instead. */
gboolean gst_life_zoom_at (GstLife *life, gdouble factor, gdouble x, gdouble y);

/* Shows all live cells, or the whole world where none lives and in 3D. */
gboolean gst_life_fit (GstLife *life);

/* Leaves an edit of that kind, which needs no more than that. */
gboolean gst_life_leave_edit (GstLife *life, GstLifeEditKind kind);

/* Pauses, and lets the next frame show the next generation. */
void gst_life_step_once (GstLife *life);
