/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What of a cell its color follows from, and what the colors of a view are made of. */
#pragma once

#include "life/draw/color/neighbor-colors.h"
#include "life/draw/color/palette-private.h"
#include "life/draw/color/projection.h"

G_BEGIN_DECLS

typedef enum {
  LIFE_LOOK_ALIVE,
  LIFE_LOOK_STATE,
  LIFE_LOOK_DENSITY, /* of a pixel; of a cell whether it is alive */
  LIFE_LOOK_HISTORY,
  LIFE_LOOK_NEIGHBORS,
  LIFE_LOOK_POSITION, /* these of cells of a body (life/draw/body/) */
  LIFE_LOOK_DISTANCE,
  LIFE_LOOK_DEPTH,
  LIFE_LOOK_PROJECTED, /* of a column of cells */
} LifeLook;

/* The indices of dead cells and of live ones by their bytes of history. */
typedef struct {
  guint8 of[2][256];
} LifeHistoryIndices;

/* How the cells of a view are colored; its neighbors are there where its look needs
 * them. @cells_look: of LIFE_LOOK_PROJECTED, what @classes follow from; else the same. */
typedef struct {
  LifeLook look, cells_look;
  LifeClasses classes;
  LifeColors colors;
  LifeHistoryIndices history;
  LifeNeighborhoodShape neighborhood;
  LifeNeighbors neighbors;
} LifeColoring;

/* Whether cells have indices, and are more than dead or alive. */
static inline gboolean
life_look_has_indices (LifeLook look)
{
  return look != LIFE_LOOK_ALIVE && look != LIFE_LOOK_DENSITY;
}

G_END_DECLS
