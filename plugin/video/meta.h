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

/* Attaches to @buffer what it shows, in place of what was attached before; @slice is -1
 * where that is no slice, @period NULL where none is looked for; @population in full
 * where there are no edges. */
void gst_life_meta_set (GstBuffer *buffer, const LifeStatistics *statistics,
    const LifeGeometry *geometry, const gchar *population, gint64 slice,
    const guint64 *period);
