/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The file that an element writes by save-location: of one generation, or of the last one. All but
 * gst_life_save_end() under the world lock. */
#pragma once

#include "plugin/world/gst-life.h"

/* Whether there is a folder for the file, and the world can be written in its format. */
gboolean gst_life_save_open (
    GstLife *life, const GstLifeSettings *settings, GError **error);

/* The world is about to step: writes its generation if that is the one to be written, and lowers
 * *@generations so that the world stops there. */
void gst_life_save_slice (GstLife *life, guint64 *generations);

/* Whether there is something to write from generation @now on, before @generation. */
gboolean gst_life_save_stops (
    const GstLife *life, guint64 now, guint64 generation);

/* The stream ends: writes the last generation, not under the lock. If nothing was written that should
 * have been, that is a warning. */
void gst_life_save_end (GstLife *life);
