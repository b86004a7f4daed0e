/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of properties, which any thread may set and read. */
#pragma once

#include "plugin/world/gst-life.h"

/* The elements' set_property() and get_property(). Values that cannot be set in mid-stream are
 * refused with a warning message. */
void gst_life_set_property (
    GstLife *life, const GValue *value, GParamSpec *pspec);
void gst_life_get_property (GstLife *life, GValue *value, GParamSpec *pspec);

/* Applies controllers at @time. Values out of range are clamped, with one warning until a value
 * is in range again. In the streaming thread. */
void gst_life_sync_values (GstLife *life, GstClockTime time);
