/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An axis of a picture as tables: which cells each pixel shows, and where lines lie; made anew
 * when what they follow from has changed. */
#pragma once

#include "life/draw/view/grid-lines.h"
#include "life/draw/view/mapping.h"

G_BEGIN_DECLS

/* What is drawn of an axis of @all_pixels: @n_pixels from @first on, whose cells are among
 * @n_cells, of which the first one is @shift cells into the axis; where @own_end is not 0,
 * nothing but those from @own_first to before it. */
typedef struct {
  guint all_pixels, first, n_pixels;
  guint32 n_cells;
  gint64 shift;
  guint32 own_first, own_end;
} LifeAxisPart;

/* What an axis of @all_cells follows from, as life_mapping_init() has it. */
typedef struct {
  LifeAxisPart part;
  guint32 all_cells;
  gdouble zoom, center;
  LifeScaling scaling;
  gboolean is_lined;
} LifeAxisRequest;

/* All 0 at first. */
typedef struct {
  LifeAxisRequest request;
  LifeMapping mapping; /* of the part alone, as are lines */
  LifeGridLine *lines; /* NULL where none are shown */
} LifeAxisPlan;

/* Returns whether the tables are new ones. */
gboolean life_axis_plan_update (
    LifeAxisPlan *self, const LifeAxisRequest *request);

void life_axis_plan_clear (LifeAxisPlan *self);

G_END_DECLS
