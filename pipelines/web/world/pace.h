/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames come first: where many generations per frame hold up the film, they become fewer. */
#pragma once

#include <gst/gst.h>

typedef struct _Pace Pace;

/* Of a world that is as it was started; that many generations per frame are always allowed. */
Pace *pace_new (GstElement *lifesrc);
void pace_free (Pace *pace);

/* A frame has arrived. Returns what all are told, or NULL. */
gchar *pace_add_frame (Pace *pace);

/* Whether there are not more generations per frame than allowed; if so, they become fewer. */
gboolean pace_check (Pace *pace, GError **error);
