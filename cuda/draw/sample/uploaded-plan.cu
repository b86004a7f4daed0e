/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Uploads the tables of plans. Memory that is not pinned is read before a copy is enqueued, so
 * that a plan may change while a frame is drawn by it. */
#include "cuda/draw/sample/uploaded-plan.h"

static gboolean
upload (const LifeLauncher &launcher, LifeScratch *to, const void *table,
    gsize bytes, GError **error)
{
  return life_scratch_reserve (to, bytes, "a view", error)
         && life_cuda_check (cudaMemcpyAsync (to->data, table, bytes,
                                 cudaMemcpyHostToDevice, launcher.stream),
             "preparing a view", error);
}

static gboolean
upload_colors (
    LifeUploadedPlan *self, const LifeLauncher &launcher, GError **error)
{
  const LifePicturePlan *plan = &self->plan;
  const LifeHistoryIndices *history = &plan->coloring.history;

  return upload (
             launcher, &self->palette, &plan->bytes, sizeof plan->bytes, error)
         && (plan->coloring.cells_source != LIFE_COLOR_SOURCE_HISTORY
             || upload (
                 launcher, &self->history, history, sizeof *history, error));
}

static gboolean
upload_axis (const LifeLauncher &launcher, const LifeAxisPlan &axis,
    LifeScratch *table, LifeScratch *lines, GError **error)
{
  const LifeMapping &mapping = axis.mapping;
  const gsize n = mapping.n_pixels;

  return (mapping.edges != NULL ? upload (launcher, table, mapping.edges,
              (n + 1) * sizeof *mapping.edges, error)
                                : upload (launcher, table, mapping.cells,
                                    n * sizeof *mapping.cells, error))
         && (axis.lines == NULL
             || upload (
                 launcher, lines, axis.lines, n * sizeof *axis.lines, error));
}

gboolean
life_uploaded_plan_update (LifeUploadedPlan *self,
    const LifePictureRequest *request, const LifeLauncher &launcher,
    GError **error)
{
  const LifePicturePlan *plan = &self->plan;
  const guint changed = life_picture_plan_update (&self->plan, request);

  self->stale |= changed;
  if (changed & LIFE_PLAN_COLORS)
    self->stale |= LIFE_DERIVED_BODY;
  if (changed & LIFE_PLAN_ROWS)
    self->stale |= LIFE_DERIVED_STRIP_EDGES;
  if ((self->stale & LIFE_PLAN_COLORS && !upload_colors (self, launcher, error))
      || (self->stale & LIFE_PLAN_COLUMNS
          && !upload_axis (launcher, plan->columns, &self->columns,
              &self->column_lines, error))
      || (self->stale & LIFE_PLAN_ROWS
          && !upload_axis (
              launcher, plan->rows, &self->rows, &self->row_lines, error))
      || (self->stale & LIFE_PLAN_COUNTS
          && !upload (launcher, &self->thresholds, plan->counts.thresholds,
              sizeof plan->counts.thresholds, error)))
    return FALSE;
  self->stale &= ~LIFE_PLAN_ALL;
  return TRUE;
}

void
life_uploaded_plan_clear (LifeUploadedPlan *self)
{
  LifeScratch *const tables[] = { &self->palette, &self->history,
    &self->thresholds, &self->columns, &self->rows, &self->column_lines,
    &self->row_lines };

  for (LifeScratch *table : tables)
    life_scratch_release (table);
  life_picture_plan_clear (&self->plan);
}
