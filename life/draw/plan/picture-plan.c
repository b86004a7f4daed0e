/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes plans of pictures, and anew what of one has changed. */
#include "life/draw/plan/picture-plan.h"

#include <string.h>

LifePixelContent
life_pixel_content (const LifeView *view, LifeColorSource source)
{
  if (!life_turn_is_needed (view)
      && !life_mapping_has_edges (view->zoom, view->scaling))
    return LIFE_PIXEL_CONTENT_CELL;
  return view->zoom < 1 && !life_color_source_has_indices (source)
             ? LIFE_PIXEL_CONTENT_COUNT
             : LIFE_PIXEL_CONTENT_MEAN;
}

/* --- Colors --- */

/* @view: as the layout settles it. */
static LifePlanParts
update_colors (LifePicturePlan *self, const LifeView *view,
    const LifePictureRequest *request)
{
  LifeColoring *coloring = &self->coloring;
  const LifeColorSource source = coloring->source;

  if (self->is_valid
      && life_coloring_is_same (
          coloring, &self->layout.view, view, request->rule)
      && life_pixel_layout_is_same_format (&self->frame, request->frame))
    return 0;
  life_coloring_init (coloring, view, request->rule);
  life_color_bytes_init (
      &self->bytes, &coloring->colors, view->overlay, request->frame);
  return coloring->source == source ? LIFE_PLAN_COLORS
                                    : LIFE_PLAN_COLORS | LIFE_PLAN_LAYOUT;
}

static void
choose_line_color (LifePicturePlan *self)
{
  const LifeView *view = &self->layout.view;

  life_grid_get_color (view, self->line, &self->line_alpha);
  if (self->layout.form == LIFE_VIEW_FORM_MONTAGE)
    life_montage_get_color (view, self->coloring.colors.rgba[0], self->line);
}

/* --- The layout --- */

static gboolean
is_same_layout (const LifePictureLayout *a, const LifePictureLayout *b)
{
  const LifeView *left = &a->view, *right = &b->view;

  return left->kind == right->kind && left->axis == right->axis
         && left->zoom == right->zoom && left->x == right->x
         && left->y == right->y && left->scaling == right->scaling
         && left->rotation == right->rotation
         && left->cell_shape == right->cell_shape
         && a->turn.joined == b->turn.joined
         && life_grid_is_shown (left) == life_grid_is_shown (right)
         && left->grid_color == right->grid_color && a->width == b->width
         && a->height == b->height && a->n_columns == b->n_columns
         && a->n_rows == b->n_rows && a->n_planes == b->n_planes
         && memcmp (&a->sheet, &b->sheet, sizeof a->sheet) == 0;
}

/* What is the same stays so byte by byte, as a GPU compares it. */
static LifePlanParts
update_layout (LifePicturePlan *self, const LifePictureLayout *layout)
{
  if (self->is_valid && is_same_layout (&self->layout, layout)) {
    self->layout.view = layout->view;
    return 0;
  }
  self->layout = *layout;
  life_grid_turn_init (&self->turned_lines, &layout->turn, &layout->view);
  return LIFE_PLAN_LAYOUT;
}

/* --- Tables --- */

static LifePlanParts
update_axes (LifePicturePlan *self, const LifeAxisPart *part)
{
  const LifePictureLayout *layout = &self->layout;
  const LifeView *view = &layout->view;
  guint width = layout->width, height = layout->height;
  LifeAxisRequest columns = { { 0 }, layout->n_columns, view->zoom, view->x,
    view->scaling, life_grid_is_shown (view) };
  LifeAxisRequest rows = columns;
  LifePlanParts changed = 0;

  if (layout->is_turned || layout->form == LIFE_VIEW_FORM_BODY)
    return 0;
  if (layout->form == LIFE_VIEW_FORM_MONTAGE) {
    width = (guint) layout->montage.columns.size;
    height = (guint) layout->montage.rows.size;
  }
  columns.part = (LifeAxisPart){ width, 0, width, layout->n_columns, 0, 0, 0 };
  rows.part = part != NULL ? *part
                           : (LifeAxisPart){ height, 0, height, layout->n_rows,
                               0, 0, 0 };
  rows.all_cells = layout->n_rows;
  rows.center = view->y;
  if (life_axis_plan_update (&self->columns, &columns))
    changed |= LIFE_PLAN_COLUMNS;
  if (life_axis_plan_update (&self->rows, &rows))
    changed |= LIFE_PLAN_ROWS;
  return changed;
}

static LifePlanParts
update_counts (LifePicturePlan *self)
{
  LifeCountIndices *counts = &self->counts;
  const LifeView *view = &self->layout.view;
  const gdouble zoom = life_mapping_clamp_zoom (view->zoom);
  const guint bits = life_mapping_fraction_bits (zoom);
  const gboolean are_densities =
      self->coloring.source == LIFE_COLOR_SOURCE_DENSITY;

  if (self->layout.form == LIFE_VIEW_FORM_BODY
      || self->content != LIFE_PIXEL_CONTENT_COUNT
      || (counts->zoom == view->zoom && counts->gain == view->density_gain
          && counts->are_densities == are_densities))
    return 0;
  if (are_densities)
    life_density_init (counts->thresholds, view->density_gain, zoom, bits);
  life_density_of_points (counts->of_points, LIFE_TURN_POINTS,
      are_densities ? counts->thresholds : NULL, zoom, bits);
  counts->are_densities = are_densities;
  counts->zoom = view->zoom;
  counts->gain = view->density_gain;
  return LIFE_PLAN_COUNTS;
}

LifePlanParts
life_picture_plan_update (
    LifePicturePlan *self, const LifePictureRequest *request)
{
  LifePictureLayout layout;
  LifePlanParts changed;

  life_picture_layout_init (
      &layout, request->view, request->geometry, request->frame);
  changed = update_colors (self, &layout.view, request);
  changed |= update_layout (self, &layout);
  self->frame = *request->frame;
  self->is_valid = TRUE;
  choose_line_color (self);
  self->content = life_pixel_content (&layout.view, self->coloring.source);
  return changed | update_axes (self, request->rows) | update_counts (self);
}

void
life_picture_plan_clear (LifePicturePlan *self)
{
  life_axis_plan_clear (&self->columns);
  life_axis_plan_clear (&self->rows);
  memset (self, 0, sizeof *self);
}
