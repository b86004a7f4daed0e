/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties of lifesrc that clients may read and set, and their values in JSON. */
#pragma once

#include <gst/gst.h>
#include <json-glib/json-glib.h>

#include "../protocol.h"

/* The @count properties that may be set, in the order of lifesrc's. The caller frees the
 * array. */
GParamSpec **json_properties_list (GstElement *lifesrc, guint *count);

/* The readable property of this name; NULL with an error: there is none. */
GParamSpec *json_properties_find_readable (
    GstElement *lifesrc, const gchar *name, GError **error);

/* Adds the current value, or null if it has none. */
void json_properties_add_value (
    GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder);

/* Adds the type, value and range of the property. */
void json_properties_describe (
    GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder);

/* Sets @value if the property accepts it. lifesrc itself may still refuse it, with a
 * warning message. */
gboolean json_properties_set (
    GstElement *lifesrc, const gchar *name, const Value *value, GError **error);
