/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world changes least. */
#pragma once

#include <life/world.h>

G_BEGIN_DECLS

/* Sides of the blocks that are compared, and of the patch that is put into one. */
#define GST_LIFE_BLOCK_SIDE 64
#define GST_LIFE_PATCH_SIDE 16

/* Which cells of the present generation live, for gst_life_quiet_find(); free with
 * g_free(). */
guint64 *gst_life_quiet_look (LifeWorld *world, GError **error);

/* Where the patch goes: into the middle of the first of the blocks in which the fewest
 * cells have come alive or died since @before was looked at; where the world has no whole
 * block, into its own middle. In 3D blocks lie in the middle plane. */
gboolean gst_life_quiet_find (
    LifeWorld *world, const guint64 *before, LifeBox *patch, GError **error);

G_END_DECLS
