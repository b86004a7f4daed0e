/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays projections out on a sheet. */
#include "life/draw/view/sheet.h"

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
  *self = (LifeSheet){ 0 };
  lay_out_projection (self, view, geometry);
}
