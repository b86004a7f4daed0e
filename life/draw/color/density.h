/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many live cells under a pixel have which color: a table that both engines look
 * into, so that they need no logarithm and draw the same bytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Index 0 is for none alive, 1 for the least, 255 for all. */
#define LIFE_DENSITY_INDICES 256

/* Fills @thresholds, element i: the least sum of live cells that has index i, in squares of
 * 2^-@fraction_bits cells (see life_pixel_density()). All depends on the zoom alone, not
 * on what of a pixel lies in the world, so that equally many cells look alike
 * everywhere, and a pixel at the world's edge shows its cells among dead ones. */
void life_density_init (guint64 thresholds[LIFE_DENSITY_INDICES], gdouble gain,
    gdouble zoom, guint fraction_bits);

/* The same where whole cells are counted, @maximum of them at most. */
void life_density_init_counts (
    guint64 thresholds[LIFE_DENSITY_INDICES], gdouble gain, guint64 maximum);

/* The same of numbers of cells of any size, @maximum of them at most. */
void life_density_init_numbers (
    gdouble thresholds[LIFE_DENSITY_INDICES], gdouble gain, gdouble maximum);

/* Where in the palette index @index, from 1 on, lies. */
gdouble life_density_position (guint index);

/* The index of each number of live points, up to all of @points in a pixel, by @thresholds; or
 * where that is NULL, between dead and alive. */
void life_density_of_points (guint8 *indices, guint points,
    const guint64 *thresholds, gdouble zoom, guint fraction_bits);

G_END_DECLS
