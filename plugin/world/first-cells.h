/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first cells of a world. */
#pragma once

#include "plugin/world/gst-life.h"

/* A position as the library takes it: -1 means centered in properties and actions. */
static inline gint64
gst_life_position (gint position)
{
  return position == -1 ? LIFE_CENTERED : position;
}

/* The origin of the pattern in a world of that shape. */
gboolean gst_life_find_pattern_origin (const GstLife *life,
    const GstLifeSettings *settings, const LifeGeometry *geometry,
    gint64 origin[3], GError **error);

/* Gives an empty world its first cells; under the world lock. */
gboolean gst_life_fill_world (
    GstLife *life, const GstLifeSettings *settings, GError **error);

/* Takes the world back to its first cells; its time line stays. Under the world lock. */
gboolean gst_life_restart (GstLife *life, GError **error);
