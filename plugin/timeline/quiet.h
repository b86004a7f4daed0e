/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world changes least. */
#pragma once

#include <life/world.h>

/* Sides of the blocks that are compared, and of the patch that is put into one. */
#define GST_LIFE_BLOCK_SIDE 64
#define GST_LIFE_PATCH_SIDE 16

/* Which cells of @within, a part of the world, live in the present generation, for
 * gst_life_quiet_find(); free with g_free(). */
guint64 *gst_life_quiet_look (
    LifeWorld *world, const LifeBox *within, GError **error);

/* Where the patch goes: into the middle of the first of the blocks in which the fewest
 * cells have come alive or died since @before was looked at; where @within has no whole
 * block, into its own middle. In 3D blocks lie in the middle plane. */
gboolean gst_life_quiet_find (LifeWorld *world, const LifeBox *within,
    const guint64 *before, LifeBox *patch, GError **error);

/* The patch in the middle of @within; it has its size anywhere. */
LifeBox gst_life_quiet_patch (const LifeBox *within);
