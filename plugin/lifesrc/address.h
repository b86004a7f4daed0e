/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of an address, life:PATTERN?PROPERTY=VALUE&..., read into values of
 * properties. */
#pragma once

#include <gst/gst.h>

/* A property and the value that an address gives it. */
typedef struct {
  GParamSpec *pspec; /* of the class */
  GValue value;
} GstLifeAddressed;

/* Reads an address of lifesrc, whose class is @klass. An address may come from a page or a
 * playlist of a stranger, so it names no file of this machine. Returns the properties that
 * it names, of GstLifeAddressed, the pattern first and none twice; or NULL and an error in
 * the domain GST_URI_ERROR that names what is wrong and what to write instead. */
GPtrArray *gst_life_address_parse (
    const gchar *uri, GObjectClass *klass, GError **error);
