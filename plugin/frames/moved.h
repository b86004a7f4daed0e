/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views moved by hand: from where the last frame shows them, by setting the properties
 * of their place. Waypoints and cameras have no effect from then on. */
#pragma once

#include "plugin/world/gst-life.h"

/* The frame that was finished last; FALSE where there is none. */
gboolean gst_life_moved_get_shown (GstLife *life, GstLifeShown *shown);

/* Where a flat view, which @shown is, is going to be in the next frame, as far as it is known;
 * -1 is a column like any other. */
void gst_life_moved_get_place (
    GstLife *life, const GstLifeShown *shown, LifePlace *place);

/* Puts it there. */
void gst_life_moved_set_place (GstLife *life, const LifePlace *place);

/* Turns the camera of a view in perspective by so many degrees, and divides its distance
 * by @factor. */
void gst_life_moved_turn (
    GstLife *life, gdouble azimuth, gdouble elevation, gdouble factor);

/* Lets that camera see the whole world. */
void gst_life_moved_reset_camera (GstLife *life);

/* Lets a flat view show all that lives from the next frame on. */
void gst_life_moved_want_fit (GstLife *life);

/* Does so, where it is wanted; before a frame of that size is begun, under the world
 * lock. */
gboolean gst_life_moved_fit (
    GstLife *life, guint width, guint height, GError **error);

/* Notifies the properties that all this set; under no lock. */
void gst_life_moved_notify (GstLife *life);
