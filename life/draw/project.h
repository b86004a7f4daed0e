/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections on the CPU: all planes of a world along an axis become one plane of indices,
 * which samplers then read as they read any other. */
#pragma once

#include "life/draw/coloring-rows.h"

G_BEGIN_DECLS

/* An index for each column of cells; all 0 at first. */
typedef struct {
  guint8 *indices;
  guint32 n_columns;
  gsize bytes;
} LifeProjected;

/* Finds the first live cell of each column, looking at each cell once at most, and lets @plane
 * be read as the indices of those. */
gboolean life_project (LifeProjected *self, const LifeRowColoring *coloring,
    LifeCellPlane *plane, const LifeView *view, GError **error);

void life_projected_clear (LifeProjected *self);

G_END_DECLS
