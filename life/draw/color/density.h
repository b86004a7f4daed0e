/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many live cells under a pixel have which color: a table that both engines look
 * into, so that they need no logarithm and draw the same bytes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Index 0 is for none alive, 1 for the least, 255 for all. */
#define LIFE_DENSITY_INDICES 256

/* Fills @least, element i: the least sum of live cells that has index i, in squares of
 * 2^-@fraction_bits cells (see life_pixel_density()). All depends on the zoom alone, not
 * on what of a pixel lies in the world, so that equally many cells look alike
 * everywhere, and a pixel at the world's edge shows its cells among dead ones. */
void life_density_init (guint64 least[LIFE_DENSITY_INDICES], gdouble gain,
    gdouble zoom, guint fraction_bits);

/* The same where whole cells are counted, @most of them at most. */
void life_density_init_counts (
    guint64 least[LIFE_DENSITY_INDICES], gdouble gain, guint64 most);

/* The same of numbers of cells of any size, @most of them at most. */
void life_density_init_numbers (
    gdouble least[LIFE_DENSITY_INDICES], gdouble gain, gdouble most);

/* Where in the palette index @index, from 1 on, lies. */
gdouble life_density_position (guint index);

/* The index of each number of live places, up to all of @places in a pixel, by @least; or
 * where that is NULL, between dead and alive. */
void life_density_of_places (guint8 *indices, guint places,
    const guint64 *least, gdouble zoom, guint fraction_bits);

G_END_DECLS
