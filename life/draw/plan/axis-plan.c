/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps an axis of a picture, and cuts out what is drawn of it. */
#include "life/draw/plan/axis-plan.h"

static gboolean
is_same_part (const LifeAxisPart *a, const LifeAxisPart *b)
{
  return a->all_pixels == b->all_pixels && a->first == b->first
         && a->n_pixels == b->n_pixels && a->n_cells == b->n_cells
         && a->shift == b->shift && a->own_first == b->own_first
         && a->own_end == b->own_end;
}

static gboolean
is_same_request (const LifeAxisRequest *a, const LifeAxisRequest *b)
{
  return is_same_part (&a->part, &b->part) && a->all_cells == b->all_cells
         && a->zoom == b->zoom && a->center == b->center
         && a->scaling == b->scaling && a->is_lined == b->is_lined;
}

/* Leaves of a mapping what shows cells from @first to before @end. */
static void
clip_mapping (LifeMapping *mapping, guint32 first, guint32 end)
{
  const gint64 low = (gint64) first << mapping->fraction_bits;
  const gint64 high = (gint64) end << mapping->fraction_bits;

  for (guint i = 0; mapping->edges != NULL && i <= mapping->n_pixels; i++)
    mapping->edges[i] = CLAMP (mapping->edges[i], low, high);
  for (guint i = 0; mapping->cells != NULL && i < mapping->n_pixels; i++)
    if (mapping->cells[i] < first || mapping->cells[i] >= end)
      mapping->cells[i] = LIFE_MAPPING_OUTSIDE;
}

static void
crop_mapping (LifeMapping *mapping, const LifeAxisPart *part)
{
  const gint64 shift = part->shift * ((gint64) 1 << mapping->fraction_bits);

  for (guint i = 0; mapping->edges != NULL && i <= part->n_pixels; i++)
    mapping->edges[i] = mapping->edges[part->first + i] - shift;
  for (guint i = 0; mapping->cells != NULL && i < part->n_pixels; i++) {
    const guint32 cell = mapping->cells[part->first + i];

    mapping->cells[i] =
        cell == LIFE_MAPPING_OUTSIDE ? cell : (guint32) (cell - part->shift);
  }
  mapping->n_pixels = part->n_pixels;
  mapping->n_cells = part->n_cells;
  if (part->own_end > 0)
    clip_mapping (mapping, part->own_first, part->own_end);
}

gboolean
life_axis_plan_update (LifeAxisPlan *self, const LifeAxisRequest *request)
{
  const LifeAxisPart *part = &request->part;
  LifeMapping *mapping = &self->mapping;

  if ((mapping->cells != NULL || mapping->edges != NULL)
      && is_same_request (&self->request, request))
    return FALSE;
  life_axis_plan_clear (self);
  life_mapping_init (mapping, part->all_pixels, request->all_cells,
      request->zoom, request->center, request->scaling);
  if (request->is_lined) {
    self->lines = life_grid_lines_new (mapping, request->zoom);
    memmove (self->lines, self->lines + part->first,
        part->n_pixels * sizeof *self->lines);
  }
  crop_mapping (mapping, part);
  self->request = *request;
  return TRUE;
}

void
life_axis_plan_clear (LifeAxisPlan *self)
{
  life_mapping_clear (&self->mapping);
  g_clear_pointer (&self->lines, g_free);
}
