/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shapes of live cells, as patterns. An empty one is NULL. */
#pragma once

#include <life/pattern.h>

/* Cells within @radius, a ball in 3D, of which @fill (0…1) live. */
LifePattern *gst_life_shape_noise (
    guint radius, gboolean is_3d, gdouble fill, GRand *random);

/* A circle, a cell thick, of whose cells @fill live. */
LifePattern *gst_life_shape_ring (guint radius, gdouble fill, GRand *random);

/* @n gliders abreast that fly to the right or left, and down or up. */
LifePattern *gst_life_shape_gliders (guint n, gboolean right, gboolean down);

/* A part, @fill, of the cells of @pattern, which is flat and of two states. */
LifePattern *gst_life_shape_thin (
    const LifePattern *pattern, gdouble fill, GRand *random);
