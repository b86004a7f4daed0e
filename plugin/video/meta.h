/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstLifeMeta, the custom meta with the generation that a buffer shows. */
#pragma once

#include <gst/gst.h>

#include <life/world.h>

#define GST_LIFE_META_NAME "GstLifeMeta"

/* Registers the meta; may be called any number of times. */
void gst_life_meta_register (void);

/* Whether @meta is a GstLifeMeta. */
gboolean gst_life_meta_is (const GstMeta *meta);

/* Attaches to @buffer what it shows, and replaces an earlier meta. @population: in full, of an
 * unbounded world; @slice: -1: none; @period (nullable): NULL: none is searched. */
void gst_life_meta_set (GstBuffer *buffer, const LifeStatistics *statistics,
    const LifeGeometry *geometry, const gchar *population, gint64 slice,
    const guint64 *period);
