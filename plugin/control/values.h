/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of properties, which other threads set and read. */
#pragma once

#include "plugin/world/gst-life.h"

/* The elements' set_property() and get_property(). What cannot be set in mid-stream is
 * refused with a warning message. */
void gst_life_set_property (
    GstLife *life, const GValue *value, GParamSpec *pspec);
void gst_life_get_property (GstLife *life, GValue *value, GParamSpec *pspec);

/* Applies controllers at @time. What they set out of range is clamped, with one warning
 * until they set what is in it again; the streaming thread's. */
void gst_life_sync_values (GstLife *life, GstClockTime time);
