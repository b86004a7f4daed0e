/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What of a cell its color follows from, and which index of a palette it has by that, for every
 * engine; modes.c has it mode by mode. Rows of indices on the CPU are in coloring-rows.c. */
#pragma once

#include "life/draw/color/color-source.h"

G_BEGIN_DECLS

LifeColorSource life_color_source_choose (
    const LifeView *view, const LifeRule *rule);

void life_coloring_init (
    LifeColoring *coloring, const LifeView *view, const LifeRule *rule);

/* The colors of cells themselves: where they are but dead or alive, by any number but
 * 0 the color of what is alive. */
void life_coloring_get_cells (const LifeColoring *coloring, LifeColors *colors);

/* Whether @coloring, which was made for @previous, is that of @view, too. */
gboolean life_coloring_is_same (const LifeColoring *coloring,
    const LifeView *previous, const LifeView *view, const LifeRule *rule);

G_END_DECLS
