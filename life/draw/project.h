/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections on the CPU: all planes of a world along an axis become one plane of indices, and those
 * that a view shows lie on one sheet, which samplers then read as they read any other plane. */
#pragma once

#include "life/draw/coloring-rows.h"
#include "life/draw/view/sheet.h"

G_BEGIN_DECLS

/* An index for each column of cells. */
typedef struct {
  guint8 *indices;
  guint32 n_columns;
  gsize bytes;
} LifeProjectedPart;

/* The parts of a sheet, and the index of the lines around them; all 0 at first. */
typedef struct {
  LifeSheet sheet;
  LifeProjectedPart parts[LIFE_SHEET_PARTS];
  guint8 line;
} LifeProjected;

/* Finds the first live cell of each column of each part, reading each cell once at most for
 * it, and lets @plane be read as the indices of those, as they lie on the sheet. */
gboolean life_project (LifeProjected *self, const LifeSheet *sheet,
    const LifeRowColoring *coloring, LifeCellPlane *plane, GError **error);

void life_projected_clear (LifeProjected *self);

G_END_DECLS
