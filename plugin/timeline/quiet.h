/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world changes least. */
#pragma once

#include <life/world.h>

/* Sides of the blocks that are compared, and of the patch inside one. */
#define GST_LIFE_BLOCK_SIDE 64
#define GST_LIFE_PATCH_SIDE 16

/* Which cells of @within, a part of the world, live in the present generation, for
 * gst_life_quiet_find(); free with g_free(). */
guint64 *gst_life_quiet_read (
    LifeWorld *world, const LifeBox *within, GError **error);

/* The patch lies in the middle of the block, the first one, in which the fewest cells have come
 * alive or died since @earlier was read; in the middle of @within if that has no whole block.
 * In 3D blocks lie in the middle plane. */
gboolean gst_life_quiet_find (LifeWorld *world, const LifeBox *within,
    const guint64 *earlier, LifeBox *patch, GError **error);
