/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views moved by the user, from what the last frame shows, by setting properties. Waypoints and
 * cameras have no effect from then on. */
#pragma once

#include "plugin/world/gst-life.h"

/* The frame that was finished last; FALSE: there is none. */
gboolean gst_life_moved_get_shown (GstLife *life, GstLifeShown *shown);

/* The place that a flat view, which @shown is, will have in the next frame, unless waypoints or
 * a camera move it; -1 is a coordinate like any other. */
void gst_life_moved_get_position (
    GstLife *life, const GstLifeShown *shown, LifePosition *position);

/* Sets it. */
void gst_life_moved_set_position (GstLife *life, const LifePosition *position);

/* Turns the camera of a view in perspective, in degrees, and divides its distance by @factor. */
void gst_life_moved_turn (
    GstLife *life, gdouble azimuth, gdouble elevation, gdouble factor);

/* Moves that camera so that it shows the whole world. */
void gst_life_moved_reset_camera (GstLife *life);

/* A flat view shows all live cells from the next frame on. */
void gst_life_moved_request_fit (GstLife *life);

/* Moves the view, if that is requested; before a frame of that size is drawn, under the world
 * lock. */
gboolean gst_life_moved_fit (
    GstLife *life, guint width, guint height, GError **error);

/* Notifies the properties that were set; under no lock. */
void gst_life_moved_notify (GstLife *life);
