/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures that the parts of a world draw and sum up. */
#pragma once

#include "life/cluster/cluster-private.h"
#include "life/draw/draw-rows.h"

/* Draws a view that life_share_supports(); @drawer draws the rows that several parts share. */
gboolean life_parts_draw_shared (LifeParts *self, LifeDrawer *drawer,
    const LifeView *view, const LifeFrame *frame, GError **error);
