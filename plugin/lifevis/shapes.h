/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shapes of live cells, as patterns. Each may be empty, and is NULL then. */
#pragma once

#include <life/pattern.h>

/* Cells within @radius, a ball in 3D, of which @fill (0…1) live. */
LifePattern *gst_life_shape_noise (
    guint radius, gboolean is_3d, gdouble fill, GRand *random);

/* A circle, a cell thick, of whose cells @fill live. */
LifePattern *gst_life_shape_ring (guint radius, gdouble fill, GRand *random);

/* @n gliders abreast that go to the right or left, and down or up. */
LifePattern *gst_life_shape_gliders (guint n, gboolean right, gboolean down);

/* @pattern, flat and of two states, with @fill of its cells. */
LifePattern *gst_life_shape_thin (
    const LifePattern *pattern, gdouble fill, GRand *random);
