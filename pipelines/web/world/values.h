/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which properties of lifesrc clients may read and set, and their values in JSON. */
#pragma once

#include <gst/gst.h>
#include <json-glib/json-glib.h>

#include "../protocol.h"

/* How many there may be at most; not every lifesrc has all. */
guint values_count (void);

/* The property @index that may be set, or NULL where this lifesrc does not have it. */
GParamSpec *values_get_spec (GstElement *lifesrc, guint index);

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
