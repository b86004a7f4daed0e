/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a picture lies: what follows from its view, its size and the world's alone. */
#pragma once

#include "life/draw/view/montage.h"
#include "life/draw/view/sheet.h"
#include "life/draw/view/turn.h"
#include "life/world/view-kinds.h"

G_BEGIN_DECLS

/* @view: with the position and zoom at which all is seen, of kinds that choose them; @n_columns,
 * @n_rows: of the plane that is seen, of each in a montage; @n_planes: along the view's axis.
 * What a form does not have is 0. */
typedef struct {
  LifeView view;
  LifeViewForm form;
  guint width, height; /* of the frame */
  guint32 n_columns, n_rows, n_planes;
  gboolean is_turned;  /* or shows hexagons */
  LifeTurn turn;       /* where it is */
  LifeMontage montage; /* of that form */
  LifeSheet sheet;     /* of projections */
} LifePictureLayout;

/* @frame: of any memory. */
void life_picture_layout_init (LifePictureLayout *self, const LifeView *view,
    const LifeGeometry *geometry, const LifeFrame *frame);

G_END_DECLS
