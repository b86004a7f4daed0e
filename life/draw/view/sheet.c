/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays projections out on a sheet. */
#include "life/draw/view/sheet.h"

#include <math.h>
#include <string.h>

/* One projection, as it is. */
static void
lay_out_projection (
    LifeSheet *self, const LifeView *view, const LifeGeometry *geometry)
{
  LifeSheetPart *part = &self->parts[0];
  guint32 n_planes;

  life_geometry_plane (
      geometry, view->axis, &part->columns, &part->rows, &n_planes);
  part->axis = view->axis;
  part->from_far = view->far_side;
  part->width = part->columns;
  part->height = part->rows;
  part->column_step = 1;
  part->row_step = part->columns;
  self->n_columns = part->columns;
  self->n_rows = part->rows;
  self->scale = 1;
  self->n_parts = 1;
}

void
life_sheet_of_view (LifeSheet *self, LifeView *view,
    const LifeGeometry *geometry, const LifeFrame *frame)
{
  /* All of it, as a GPU compares it byte by byte. */
  memset (self, 0, sizeof *self);
  lay_out_projection (self, view, geometry);
}

/* --- Back to the world --- */

/* Where something in a row of @cells is, of which the last one ends at an edge. */
static gdouble
keep_inside (gdouble place, guint32 cells)
{
  return place < cells ? place : cells - 0.5;
}

gboolean
life_sheet_locate (const LifeSheet *self, const LifeGeometry *geometry,
    gdouble x, gdouble y, LifeSpot *spot)
{
  guint32 columns, rows, planes;
  const LifeSheetPart *part;
  gdouble across, down, depth;
  LifeSheetPlace place;

  if (!(x >= 0 && x < self->n_columns && y >= 0 && y < self->n_rows))
    return FALSE;
  place = life_sheet_find (self, (guint32) x, (guint32) y);
  if (place.part < 0)
    return FALSE;
  part = &self->parts[place.part];
  life_geometry_plane (geometry, part->axis, &columns, &rows, &planes);
  across = (x - part->x) / self->scale;
  down = (y - part->y - part->skip) / self->scale;
  if (part->row_step < 0)
    down = keep_inside (part->rows - down, part->rows);
  depth = part->from_far ? planes - 0.5 : 0.5;
  switch (part->axis) {
    case LIFE_AXIS_Z:
      *spot = (LifeSpot){ across, down, (guint32) depth };
      break;
    case LIFE_AXIS_Y:
      *spot = (LifeSpot){ across, depth, (guint32) down };
      break;
    case LIFE_AXIS_X:
      *spot = (LifeSpot){ depth, down, (guint32) across };
      break;
  }
  return TRUE;
}
