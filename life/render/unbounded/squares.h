/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of worlds without edges at zooms at which a pixel shows many cells. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/world/engine-class.h"

/* Sets the index of each pixel of a frame of @width × @height: of how many of its cells
 * live, by the density of @view or between dead and alive. Where a pixel's sides are a
 * power of two and the picture is not turned, just those cells are counted; else squares
 * count by how much of them lies in the pixel, and in a turned picture that at its
 * center. *@counts, of *@n_counts numbers, is cached for the next frame. */
gboolean life_squares_draw (LifeEngine *engine, LifeThreadPool *pool,
    const LifeView *view, gboolean densities, guint width, guint height,
    guint8 *pixels, gdouble **counts, gsize *n_counts, GError **error);
