/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays pictures out, each form of views in its own way. */
#include "life/draw/view/picture-layout.h"

#include <string.h>

void
life_picture_layout_init (LifePictureLayout *self, const LifeView *view,
    const LifeGeometry *geometry, const LifeFrame *frame)
{
  memset (self, 0, sizeof *self);
  self->view = *view;
  self->form = life_view_kind_get_form (view->kind);
  self->width = frame->width;
  self->height = frame->height;
  life_geometry_plane (
      geometry, view->axis, &self->n_columns, &self->n_rows, &self->n_planes);
  switch (self->form) {
    case LIFE_VIEW_FORM_PLANE:
    case LIFE_VIEW_FORM_BODY:
      break;
    case LIFE_VIEW_FORM_MONTAGE:
      if (frame->width > 0 && frame->height > 0)
        life_montage_of_view (&self->montage, &self->view, geometry, frame);
      break;
    case LIFE_VIEW_FORM_PROJECTION:
      life_sheet_of_view (&self->sheet, &self->view, geometry, frame);
      self->n_columns = self->sheet.n_columns;
      self->n_rows = self->sheet.n_rows;
      break;
  }
  self->is_turned = life_turn_is_needed (&self->view);
  if (!self->is_turned)
    return;
  life_turn_init (&self->turn, &self->view, self->width, self->height,
      self->n_columns, self->n_rows);
  self->turn.joined =
      self->turn.hexagons && geometry->topology == LIFE_TOPOLOGY_TORUS;
}
