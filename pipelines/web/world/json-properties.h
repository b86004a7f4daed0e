/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which properties of lifesrc clients may read and set, and their values in JSON. */
#pragma once

#include <gst/gst.h>
#include <json-glib/json-glib.h>

#include "../protocol.h"

/* The @count properties that may be set, in the order of lifesrc's. The caller frees them. */
GParamSpec **values_list (GstElement *lifesrc, guint *count);

/* What may be read under this name; NULL, with an error: nothing. */
GParamSpec *values_find_readable (
    GstElement *lifesrc, const gchar *name, GError **error);

/* Adds the present value; one that has none is null. */
void values_add (GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder);

/* Adds what values of the property can be. */
void values_describe (
    GstElement *lifesrc, GParamSpec *spec, JsonBuilder *builder);

/* Sets it, as far as it is a value of the property. lifesrc itself may yet refuse it, with
 * a warning message. */
gboolean values_set (
    GstElement *lifesrc, const gchar *name, const Value *value, GError **error);
