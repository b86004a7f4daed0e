/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Addresses, life:PATTERN?PROPERTY=VALUE&..., parsed to values of properties. */
#pragma once

#include <gst/gst.h>

/* A property and its value in an address. */
typedef struct {
  GParamSpec *pspec; /* of the class */
  GValue value;
  gboolean from_preset;
} GstLifeAddressed;

/* The stream that an address describes; 0 and GST_CLOCK_TIME_NONE: whatever suits. */
typedef struct {
  gint width, height;
  gint rate_n, rate_d;
  GstClockTime duration;
} GstLifeAddressedStream;

/* Parses an address of lifesrc, whose class is @klass. A stranger's page or playlist may contain
 * it, so that it must name no file. Fills *@stream and returns its properties, of
 * GstLifeAddressed, the pattern first and none twice; or NULL and an error of GST_URI_ERROR with
 * the remedy. */
GPtrArray *gst_life_address_parse (const gchar *uri, GObjectClass *klass,
    GstLifeAddressedStream *stream, GError **error);
