/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What of a cell its color follows from, and what the colors of a view are made of. */
#pragma once

#include "life/draw/color/neighbor-colors.h"
#include "life/draw/color/palette-private.h"
#include "life/draw/color/projection.h"

G_BEGIN_DECLS

typedef enum {
  LIFE_COLOR_SOURCE_ALIVE,
  LIFE_COLOR_SOURCE_STATE,
  LIFE_COLOR_SOURCE_DENSITY, /* of a pixel; of a cell whether it is alive */
  LIFE_COLOR_SOURCE_HISTORY,
  LIFE_COLOR_SOURCE_NEIGHBORS,
  LIFE_COLOR_SOURCE_POSITION, /* these of cells of a body (life/draw/body/) */
  LIFE_COLOR_SOURCE_DISTANCE,
  LIFE_COLOR_SOURCE_DEPTH,
  LIFE_COLOR_SOURCE_PROJECTED, /* of a column of cells */
} LifeColorSource;

/* The indices of dead cells and of live ones by their bytes of history. */
typedef struct {
  guint8 of[2][256];
} LifeHistoryIndices;

/* How the cells of a view are colored; its neighbors are there where its source needs
 * them. @cells_source: of LIFE_COLOR_SOURCE_PROJECTED, what @classes follow from; else the same. */
typedef struct {
  LifeColorSource source, cells_source;
  LifeClasses classes;
  LifeColors colors;
  LifeHistoryIndices history;
  LifeNeighborhoodShape neighborhood;
  LifeNeighbors neighbors;
} LifeColoring;

/* Whether cells have indices, and are more than dead or alive. */
static inline gboolean
life_color_source_has_indices (LifeColorSource source)
{
  return source != LIFE_COLOR_SOURCE_ALIVE
         && source != LIFE_COLOR_SOURCE_DENSITY;
}

G_END_DECLS
