/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The color modes: one row for each. */
#pragma once

#include "life/draw/color/color-source.h"

G_BEGIN_DECLS

/* What colors follow from, and what makes those of the indices from 1 on, which are 0 before;
 * %NULL: there is one, that of what is alive. Of @coloring the source and the neighborhood are
 * set. */
typedef struct {
  LifeColorSource source;
  void (*fill) (LifeColoring *coloring, const LifeView *view,
      const LifeRule *rule, guint32 argb[LIFE_MAX_STATES]);
} LifeColorUse;

/*
 * LifeColorModeRow:
 * @choice: the mode, and what users call it
 * @flat: what it is of planes, of one and of all
 * @body: what it is in perspective, where a ray meets a cell
 * @projected: what it is of the cells that a projection shows
 */
typedef struct {
  LifeChoice choice;
  LifeColorUse flat, body, projected;
} LifeColorModeRow;

/* What the colors of cells of @view are. */
const LifeColorUse *life_color_use_of (
    const LifeView *view, const LifeRule *rule);

/* The axis across which rows and planes of neighbors lie. */
LifeAxis life_color_neighbors_axis (const LifeView *view);

G_END_DECLS
