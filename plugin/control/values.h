/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of properties, which other threads set and read. */
#pragma once

#include "plugin/world/life.h"

G_BEGIN_DECLS

/* A property of one element alone: the gboolean, guint, gdouble or enum at @offset in it,
 * which the object lock guards. */
typedef struct {
  guint id;
  gsize offset;
} GstLifeField;

/* The elements' set_property() and get_property(): of the @n_fields that are their own, or
 * of what all have. What cannot be set in mid-stream is refused with a warning message. */
void gst_life_set_property (GstLife *life, const GstLifeField *fields,
    guint n_fields, guint id, const GValue *value, GParamSpec *pspec);
void gst_life_get_property (GstLife *life, const GstLifeField *fields,
    guint n_fields, guint id, GValue *value, GParamSpec *pspec);

/* Whether @value cannot be set in mid-stream; posts that as a warning. */
gboolean gst_life_refuses_property (
    GstLife *life, const GValue *value, GParamSpec *pspec);

/* Applies controllers at @time. What they set out of range is clamped, with one warning
 * until they set what is in it again; the streaming thread's. */
void gst_life_sync_values (GstLife *life, GstClockTime time);

G_END_DECLS
