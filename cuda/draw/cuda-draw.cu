/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of a world on a GPU: samples, then paints, by the arithmetic of
 * life/draw/. Samplers are in sample.cuh, the painter in paint.cuh; what follows from no cell is
 * the plan's (life/draw/plan/), whose tables are uploaded as they are (uploaded-plan.h).
 * Worlds that are seen in perspective are sampled in cuda-body.cu. */
#include "cuda/draw/cuda-draw.h"
#include "cuda/draw/sample/adjacent.cuh"
#include "cuda/draw/paint.cuh"
#include "cuda/draw/sample/cuda-project.h"
#include "cuda/draw/sample/sample-montage.h"
#include "cuda/draw/sample/sample-strips.h"
#include "cuda/draw/sample/sample-sums.h"

/* Makes the plan of what @frame shows. Of a part of a world it is some rows of the picture; @own:
 * they show nothing but cells of the part's own. */
static gboolean
update_plan (LifeCudaDrawer *self, LifeUploadedPlan *uploaded,
    const LifeView *view, const LifeFrame *frame, gboolean own, GError **error)
{
  const LifeStorage &storage = self->cuda->storage;
  const LifeGeometry *world = &self->cuda->part.world;
  LifeAxisPart rows = { self->shown.frame_height, self->shown.first_row,
    frame->height, storage.is_3d ? storage.depth : storage.height,
    (gint64) self->cuda->part.start };
  const LifePictureRequest request = { view, frame, world, &self->cuda->rule,
    storage.is_part ? &rows : NULL };

  if (storage.is_3d && view->axis == LIFE_AXIS_Z) {
    rows.n_cells = world->height;
    rows.shift = 0;
  }
  if (own) {
    rows.own_first = storage.own_first;
    rows.own_end = storage.own_end;
  }
  return life_uploaded_plan_update (
      uploaded, &request, self->cuda->launcher, error);
}

/* --- Onto the frame --- */

/* Enqueues the painter, and reports what came before it as well. */
template <class Sampler>
static gboolean
paint (LifeCudaDrawer *self, cudaError_t sampled, const Sampler &sampler,
    const LifeFrame *frame, GError **error)
{
  const LifePicturePlan &plan = self->picture.plan;

  return life_cuda_check (sampled, "drawing", error)
         && life_cuda_check (
             life_paint (self->cuda->launcher, sampler, plan.bytes,
                 (const LifeColorBytes *) self->picture.palette.data, frame,
                 plan.layout.view.overlay),
             "drawing", error);
}

/* Paints the colors that were left for each pixel. */
static gboolean
paint_colors (LifeCudaDrawer *self, cudaError_t sampled, const LifeFrame *frame,
    GError **error)
{
  const LifeReadySamples<LIFE_SAMPLE_COLORS, uint32_t> ready = {
    (const uint32_t *) self->samples.data, frame->width
  };

  return paint (self, sampled, ready, frame, error);
}

/* Room for samples of so many bytes. */
static gboolean
reserve_samples (
    LifeCudaDrawer *self, const LifeFrame *frame, gsize bytes, GError **error)
{
  return life_scratch_reserve (
      &self->samples, bytes * frame->width * frame->height, "a picture", error);
}

/* Where cells are but dead or alive their number is an index: of their mean, or of
 * their density. */
static gboolean
draw_counts (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error)
{
  const LifeLauncher &launcher = self->cuda->launcher;
  const LifePictureLayout &layout = self->picture.plan.layout;
  uint8_t *indices = (uint8_t *) self->samples.data;
  const LifeReadySamples<LIFE_SAMPLE_INDICES, uint8_t> samples = { indices,
    frame->width };
  cudaError_t result = cudaSuccess;

  if (layout.is_turned)
    result =
        life_sample_turned_counts (launcher, plane, self->picture, indices);
  else if (!life_strip_counts_can_sample (plane, layout.view.zoom))
    result = life_sample_counts (launcher, plane, self->picture, indices);
  else if (!life_strip_counts_sample (self, plane, population, counted, error))
    return FALSE;
  return paint (self, result, samples, frame, error);
}

/* Cells by their indices: one for each pixel, or the mean of their colors. */
template <class Indices, class Samples = LifeCellSamples<Indices> >
static gboolean
draw_indices (LifeCudaDrawer *self, const Indices &indices,
    const LifeFrame *frame, GError **error)
{
  const LifeLauncher &launcher = self->cuda->launcher;
  const LifeUploadedPlan &uploaded = self->picture;
  const LifePicturePlan &plan = uploaded.plan;
  const Samples cells = { indices, (const uint32_t *) uploaded.columns.data,
    (const uint32_t *) uploaded.rows.data };
  const bool lined = life_grid_is_shown (&plan.layout.view);
  uint32_t *colors = (uint32_t *) self->samples.data;
  cudaError_t result;

  if (plan.layout.is_turned)
    result = life_sample_turned (launcher, indices, uploaded, colors);
  else if (plan.content != LIFE_PIXEL_CONTENT_CELL)
    result = life_sample_means (launcher, indices, uploaded, colors);
  else if (lined)
    result = life_sample_colors (launcher, indices, uploaded, colors);
  else
    return paint (self, cudaSuccess, cells, frame, error);
  if (lined && result == cudaSuccess)
    result = life_lay_grid (launcher, uploaded, colors);
  return paint_colors (self, result, frame, error);
}

static gboolean
draw_history (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifeFrame *frame, GError **error)
{
  return life_cuda_history_count (&self->history, self->cuda, error)
         && draw_indices<LifeRecordedIndices, LifeRecordedSamples> (
             self, life_recorded_indices (self, plane), frame, error);
}

static gboolean
draw_neighbors (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifeFrame *frame, GError **error)
{
  const LifeNeighbors &neighbors = self->picture.plan.coloring.neighbors;
  const LifeGeometry &geometry = self->cuda->engine.geometry;
  const LifeAdjacentIndices adjacent = { plane, geometry, neighbors.adjacent };

  if (neighbors.adjacent == 0)
    return draw_indices<LifeNeighborIndices> (self,
        { plane, geometry, life_near_neighbors (neighbors) }, frame, error);
  if (life_adjacent_is_joined (plane, geometry) && plane.storage.bits == 1)
    return draw_indices<LifeAdjacentIndices, LifeAdjacentSamples<true> > (
        self, adjacent, frame, error);
  return draw_indices<LifeAdjacentIndices, LifeAdjacentSamples<false> > (
      self, adjacent, frame, error);
}

static gboolean
draw_projections (LifeCudaDrawer *self, const LifeFrame *frame, GError **error)
{
  const LifePictureLayout &layout = self->picture.plan.layout;
  LifeSheetIndices indices = {};

  if (!life_project_on_device (self, &indices, error))
    return FALSE;
  if (layout.sheet.n_parts > 1)
    return draw_indices (self, indices, frame, error);
  return draw_indices<LifeProjectedIndices> (
      self, { indices.parts[0], layout.n_columns }, frame, error);
}

static gboolean
draw_plane (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error)
{
  const LifeStateIndices<LIFE_SAMPLE_BITS> alive = { plane };
  const LifeStateIndices<LIFE_SAMPLE_INDICES> states = { plane };
  const LifePicturePlan &plan = self->picture.plan;
  const bool counts = plan.content == LIFE_PIXEL_CONTENT_COUNT;

  if ((plan.content != LIFE_PIXEL_CONTENT_CELL
          || life_grid_is_shown (&plan.layout.view))
      && !reserve_samples (self, frame, counts ? 1 : 4, error))
    return FALSE;
  switch (plan.coloring.source) {
    case LIFE_COLOR_SOURCE_STATE:
      return draw_indices (self, states, frame, error);
    case LIFE_COLOR_SOURCE_HISTORY:
      return draw_history (self, plane, frame, error);
    case LIFE_COLOR_SOURCE_NEIGHBORS:
      return draw_neighbors (self, plane, frame, error);
    case LIFE_COLOR_SOURCE_PROJECTED:
      return draw_projections (self, frame, error);
    default:
      return counts
                 ? draw_counts (self, plane, frame, population, counted, error)
                 : draw_indices (self, alive, frame, error);
  }
}

/* All planes in one launch. */
static gboolean
draw_montage (LifeCudaDrawer *self, const LifeFrame *frame, GError **error)
{
  return reserve_samples (self, frame, 4, error)
         && (self->picture.plan.coloring.source != LIFE_COLOR_SOURCE_HISTORY
             || life_cuda_history_count (&self->history, self->cuda, error))
         && paint_colors (self,
             life_sample_montage (self, (uint32_t *) self->samples.data), frame,
             error);
}

/* Writes the present cells into the stack that @view shows. One of another number of frames
 * is not shown, and begins anew. */
static gboolean
show_stack (LifeCudaRenderer *self, const LifeView *view, GError **error)
{
  const guint frames = view->perspective.history;
  LifeStacked *stacked = &self->renderer.stacked;

  if (!life_view_kind_is (view->kind, LIFE_VIEW_FLAG_STACKS))
    return TRUE;
  if (stacked->frames != frames) {
    life_cuda_stack_clear (&self->body.stack);
    *stacked = { frames, 0 };
  }
  return life_cuda_stack_write (
      &self->body.stack, self->drawer.cuda, stacked, error);
}

static gboolean
draw_body (LifeCudaRenderer *self, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  LifeCudaDrawer *drawer = &self->drawer;

  return show_stack (self, view, error)
         && life_body_sample (&self->body, drawer,
             self->renderer.stacked.number, view, frame, error)
         && paint_colors (drawer, cudaSuccess, frame, error);
}

static LifeSampledPlane
plane_of (const LifeCudaDrawer *self, const LifeView *view)
{
  const uint32_t shift = self->cuda->storage.is_3d && view->axis == LIFE_AXIS_Z
                             ? self->cuda->storage.shift
                             : 0;

  return { self->cuda->storage, self->cuda->present, view->axis,
    (uint32_t) view->slice - shift };
}

gboolean
life_sum_on_device (LifeCudaDrawer *self, const LifeView *view,
    const LifeFrame *frame, guint n_sums, GError **error)
{
  LifeUploadedPlan *uploaded =
      &self->summed[self->shown.first_row / 2 % G_N_ELEMENTS (self->summed)];
  const LifeSampledPlane plane = plane_of (self, view);
  const LifeStateIndices<LIFE_SAMPLE_BITS> alive = { plane };
  const LifeStateIndices<LIFE_SAMPLE_INDICES> states = { plane };

  if (!update_plan (self, uploaded, view, frame, TRUE, error)
      || !life_scratch_reserve (&self->sums,
          (gsize) frame->width * frame->height * n_sums * sizeof (uint64_t),
          "a picture", error))
    return FALSE;
  return life_cuda_check (
      uploaded->plan.coloring.source == LIFE_COLOR_SOURCE_STATE
          ? life_sample_sums (self, states, *uploaded, n_sums)
          : life_sample_sums (self, alive, *uploaded, n_sums),
      "drawing", error);
}

gboolean
life_draw_on_device (LifeCudaRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error)
{
  LifeCudaDrawer *self = &renderer->drawer;

  *counted = FALSE;
  if (!update_plan (self, &self->picture, view, frame, FALSE, error))
    return FALSE;
  switch (self->picture.plan.layout.form) {
    case LIFE_VIEW_FORM_BODY:
      return draw_body (renderer, view, frame, error);
    case LIFE_VIEW_FORM_MONTAGE:
      return draw_montage (self, frame, error);
    case LIFE_VIEW_FORM_PLANE:
    case LIFE_VIEW_FORM_PROJECTION:
      break;
  }
  return draw_plane (
      self, plane_of (self, view), frame, population, counted, error);
}

void
life_draw_invalidate (LifeCudaDrawer *self)
{
  self->history.counted = 0;
  life_strip_counts_clear (&self->strip_counts);
}

void
life_draw_clear (LifeCudaDrawer *self)
{
  life_uploaded_plan_clear (&self->picture);
  for (LifeUploadedPlan &summed : self->summed)
    life_uploaded_plan_clear (&summed);
  life_strip_counts_clear (&self->strip_counts);
  life_scratch_release (&self->sums);
  life_scratch_release (&self->samples);
  life_scratch_release (&self->projected);
  life_cuda_history_clear (&self->history);
}
