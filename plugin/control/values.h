/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of properties, which other threads set and read. */
#pragma once

#include "plugin/world/life.h"

G_BEGIN_DECLS

/* What gst_life_refuses_property() does not. Each returns FALSE for ids that not all elements have. */
gboolean gst_life_set_property (GstLife *life, guint id, const GValue *value);
gboolean gst_life_get_property (GstLife *life, guint id, GValue *value);

/* Whether @value cannot be set in mid-stream; a warning message says so. */
gboolean gst_life_refuses_property (
    GstLife *life, const GValue *value, GParamSpec *pspec);

/* Applies controllers at @time after checking what they would set. */
gboolean gst_life_sync_values (
    GstLife *life, GstClockTime time, GError **error);

G_END_DECLS
