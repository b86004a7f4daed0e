/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames come first: where many generations per frame hold up the film, they become fewer. */
#pragma once

#include <gst/gst.h>

typedef struct _Pace Pace;

/* For frames of @duration microseconds. As many generations per frame as @lifesrc has now are
 * always allowed. */
Pace *pace_new (GstElement *lifesrc, gint64 duration);
void pace_free (Pace *pace);

/* @lifesrc has made a frame of @generation. Returns a report for all viewers if there are fewer
 * generations per frame from now on, else NULL. */
gchar *pace_add_frame (Pace *pace, guint64 generation);

/* Whether so many generations per frame are allowed now. */
gboolean pace_check (Pace *pace, gdouble generations, GError **error);
