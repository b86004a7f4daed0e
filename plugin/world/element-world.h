/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element. */
#pragma once

#include "plugin/world/gst-life.h"

/* Whether there is a world with its first cells, else an error; under the world
 * lock. */
gboolean gst_life_need_world (const GstLife *life, GError **error);

/* What the world's size and the zoom for a frame of this size follow from. */
void gst_life_fill_sizing (const GstLife *life, const GstLifeSettings *settings,
    guint width, guint height, LifeSizing *sizing);

/* Makes the world on the way to PAUSED if no caps are needed for it; under the
 * world lock. */
gboolean gst_life_make_known_world (
    GstLife *life, const GstLifeSettings *settings, GError **error);

/* Makes the world that a frame of this size shows; a world of that size that
 * is there already stays. @restarted returns which. */
gboolean gst_life_configure (GstLife *life, guint width, guint height,
    gboolean *restarted, GError **error);

/* Lets the properties read what runs the world; a new rule may have changed it. */
void gst_life_report_engine (GstLife *life);
