/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of a world on a GPU: samples, then paints, by the arithmetic of
 * life/draw/. Samplers are in sample.cuh, the painter in paint.cuh; where cells lie among
 * the pixels is found on the host by life/draw/view/mapping.c, and used here as it is.
 * Worlds that are seen in perspective are sampled in cuda-body.cu. */
#include "cuda/draw/cuda-draw.h"
#include "cuda/draw/sample/adjacent.cuh"
#include "cuda/draw/paint.cuh"
#include "cuda/draw/sample/cuda-project.h"
#include "cuda/draw/sample/sample-montage.h"
#include "cuda/draw/sample/sample-strips.h"
#include "cuda/draw/sample/sample-sums.h"

#include "life/draw/view/picture-layout.h"

/* Enqueues a copy of a table of the view. */
static gboolean
upload (LifeCudaDrawer *self, LifeScratch *to, const void *table, gsize bytes,
    GError **error)
{
  return life_scratch_reserve (to, bytes, "a view", error)
         && life_cuda_check (
             cudaMemcpyAsync (to->data, table, bytes, cudaMemcpyHostToDevice,
                 self->cuda->launcher.stream),
             "preparing a view", error);
}

/* The colors of the last frame, made anew when they have changed. */
static gboolean
find_palette (LifeCudaDrawer *self, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeCachedPalette *cached = &self->palette;
  LifeColoring *coloring = &cached->coloring;

  if (cached->valid
      && life_coloring_is_same (
          coloring, &cached->view, view, &self->cuda->rule)
      && life_pixel_layout_is_same (&cached->frame, frame))
    return TRUE;
  cached->valid = FALSE;
  cached->version++;
  life_coloring_init (coloring, view, &self->cuda->rule);
  life_color_bytes_init (
      &cached->palette, &coloring->colors, view->overlay, frame);
  if (!upload (self, &cached->in_memory, &cached->palette,
          sizeof cached->palette, error)
      || (coloring->cells_look == LIFE_LOOK_HISTORY
          && !upload (self, &self->history.indices, &coloring->history,
              sizeof coloring->history, error)))
    return FALSE;
  cached->valid = TRUE;
  cached->frame = *frame;
  cached->view = *view;
  return TRUE;
}

/* --- Mappings, kept from one frame to the next --- */

static bool
is_same_part (const LifeAxisPart &a, const LifeAxisPart &b)
{
  return a.first == b.first && a.n_pixels == b.n_pixels
         && a.n_cells == b.n_cells && a.shift == b.shift
         && a.own_first == b.own_first && a.own_end == b.own_end;
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

  if (mapping->edges != NULL)
    for (guint i = 0; i <= part->n_pixels; i++)
      mapping->edges[i] = mapping->edges[part->first + i] - shift;
  else
    for (guint i = 0; i < part->n_pixels; i++) {
      const guint32 cell = mapping->cells[part->first + i];
      mapping->cells[i] =
          cell == LIFE_MAPPING_OUTSIDE ? cell : (guint32) (cell - part->shift);
    }
  mapping->n_pixels = part->n_pixels;
  mapping->n_cells = part->n_cells;
  if (part->own_end > 0)
    clip_mapping (mapping, part->own_first, part->own_end);
}

/* The table of a part of an axis on the GPU, made anew when the view has moved. */
static gboolean
map_axis (LifeCudaDrawer *self, LifeAxisMapping *axis, guint n_pixels,
    guint32 n_cells, const LifeAxisPart &part, const LifeView *view,
    gdouble center, GError **error)
{
  LifeMapping *mapping = &axis->mapping;

  if (axis->valid && axis->n_pixels == n_pixels && axis->n_cells == n_cells
      && is_same_part (axis->part, part) && axis->zoom == view->zoom
      && axis->scaling == view->scaling && axis->center == center)
    return TRUE;

  axis->valid = FALSE;
  g_clear_pointer (&axis->lines, g_free);
  life_mapping_clear (mapping);
  life_mapping_init (
      mapping, n_pixels, n_cells, view->zoom, center, view->scaling);
  crop_mapping (mapping, &part);
  const bool mean = mapping->edges != NULL;
  const gsize bytes = mean ? (part.n_pixels + (gsize) 1) * sizeof (gint64)
                           : part.n_pixels * sizeof (guint32);
  if (!upload (self, &axis->table,
          mean ? (void *) mapping->edges : mapping->cells, bytes, error))
    return FALSE;
  axis->n_pixels = n_pixels;
  axis->n_cells = n_cells;
  axis->part = part;
  axis->zoom = view->zoom;
  axis->scaling = view->scaling;
  axis->center = center;
  axis->version++;
  axis->valid = TRUE;
  return TRUE;
}

/* The rows of a picture of a plane that @frame has. */
static LifeAxisPart
shown_rows (const LifeCudaDrawer *self, const LifeView *view,
    const LifeFrame *frame, guint32 n_rows)
{
  const LifeStorage *storage = &self->cuda->storage;

  if (!storage->is_part || (storage->is_3d && view->axis == LIFE_AXIS_Z))
    return { self->shown.first_row, frame->height, n_rows };
  return { self->shown.first_row, frame->height,
    storage->is_3d ? storage->depth : storage->height, self->cuda->part.start };
}

/* Those of a picture of a plane. Of a part of a world @frame is some rows of the picture;
 * @own: they show nothing but cells of the part's own. */
static gboolean
map_view (LifeCudaDrawer *self, const LifePictureLayout *plan,
    const LifeFrame *frame, LifeAxisMapping *rows, gboolean own, GError **error)
{
  const LifeStorage *storage = &self->cuda->storage;
  const LifeView *view = &plan->view;
  const guint height =
      storage->is_part ? self->shown.frame_height : frame->height;
  const guint32 n_columns = plan->n_columns, n_rows = plan->n_rows;
  const LifeAxisPart columns = { 0, frame->width, n_columns };
  LifeAxisPart shown = shown_rows (self, view, frame, n_rows);
  if (own) {
    shown.own_first = storage->own_first;
    shown.own_end = storage->own_end;
  }
  return map_axis (self, &self->columns, frame->width, n_columns, columns, view,
             view->x, error)
         && map_axis (self, rows, height, n_rows, shown, view, view->y, error);
}

/* The borders of cells along an axis that is mapped. */
static gboolean
find_lines (LifeCudaDrawer *self, LifeAxisMapping *axis, const LifeView *view,
    GError **error)
{
  if (axis->lines != NULL)
    return TRUE;
  axis->lines =
      life_grid_lines_new (view, axis->n_pixels, axis->n_cells, axis->center);
  if (upload (self, &axis->lines_table, axis->lines + axis->part.first,
          axis->part.n_pixels * sizeof *axis->lines, error))
    return TRUE;
  g_clear_pointer (&axis->lines, g_free);
  return FALSE;
}

/* What indices of densities begin at, on the GPU. */
static gboolean
prepare_density (LifeCudaDrawer *self, const LifeView *view, GError **error)
{
  LifeCachedDensity *cached = &self->density;
  guint64 *least = cached->on_host;

  if (cached->valid && cached->gain == view->density_gain
      && cached->zoom == view->zoom)
    return TRUE;
  cached->valid = FALSE;
  life_density_init (least, view->density_gain, view->zoom,
      life_mapping_fraction_bits (life_mapping_clamp_zoom (view->zoom)));
  if (!upload (self, &cached->least, least, sizeof cached->on_host, error))
    return FALSE;
  cached->gain = view->density_gain;
  cached->zoom = view->zoom;
  cached->valid = TRUE;
  return TRUE;
}

/* --- Onto the frame --- */

template <class Sampler>
static cudaError_t
paint (LifeCudaDrawer *self, const Sampler &sampler, const LifeView *view,
    const LifeFrame *frame)
{
  return life_paint (self->cuda->launcher, sampler, self->palette.palette,
      (const LifeColorBytes *) self->palette.in_memory.data, frame,
      view->overlay);
}

/* As life_sample_turned_counts(). */
static gboolean
count_turned (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifePictureLayout *plan, const LifeFrame *frame,
    const uint64_t *least, GError **error)
{
  const LifeView *view = &plan->view;
  uint8_t *indices = (uint8_t *) self->samples.data;
  const gdouble zoom = life_mapping_clamp_zoom (view->zoom);
  const LifeTurnedFrame turned = { frame, plan->turn, zoom };
  uint8_t of_count[LIFE_TURN_PLACES + 1];

  life_density_of_places (of_count, LIFE_TURN_PLACES,
      least != NULL ? self->density.on_host : NULL, zoom,
      life_mapping_fraction_bits (zoom));
  return life_cuda_check (life_sample_turned_counts (self->cuda->launcher,
                              plane, turned, least, of_count, indices),
      "drawing", error);
}

/* Where cells are but dead or alive their number is an index: of their mean, or of
 * their density. */
static gboolean
draw_counts (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifePictureLayout *plan, const LifeFrame *frame, uint64_t *population,
    gboolean *counted, GError **error)
{
  const LifeView *view = &plan->view;
  uint8_t *indices = (uint8_t *) self->samples.data;
  const LifeReadySamples<LIFE_SAMPLE_INDICES, uint8_t> samples = { indices,
    frame->width };
  const uint64_t *least = NULL;

  if (self->palette.coloring.look == LIFE_LOOK_DENSITY) {
    if (!prepare_density (self, view, error))
      return FALSE;
    least = (const uint64_t *) self->density.least.data;
  }
  if (plan->is_turned) {
    if (!count_turned (self, plane, plan, frame, least, error))
      return FALSE;
  } else if (life_strip_counts_can_sample (plane, view->zoom)) {
    if (!life_strip_counts_sample (
            self, plane, least, population, counted, error))
      return FALSE;
  } else if (!life_cuda_check (life_sample_counts (self->cuda->launcher, plane,
                                   self->columns, self->rows, least, indices),
                 "drawing", error)) {
    return FALSE;
  }
  return life_cuda_check (paint (self, samples, view, frame), "drawing", error);
}

/* Lays the borders of cells over colors. */
static gboolean
lay_grid (LifeCudaDrawer *self, const LifePictureLayout *plan,
    const LifeFrame *frame, uint32_t *colors, GError **error)
{
  const LifeView *view = &plan->view;
  cudaError_t result;

  if (plan->is_turned) {
    result = life_lay_turned_grid (
        self->cuda->launcher, view, frame, plan->turn, colors);
  } else {
    if (!find_lines (self, &self->columns, view, error)
        || !find_lines (self, &self->rows, view, error))
      return FALSE;
    result = life_lay_grid (self->cuda->launcher, view, frame,
        (const LifeGridLine *) self->columns.lines_table.data,
        (const LifeGridLine *) self->rows.lines_table.data, colors);
  }
  return life_cuda_check (result, "drawing", error);
}

/* Cells by their indices: one for each pixel, or the mean of their colors. */
template <class Indices, class Samples = LifeCellSamples<Indices> >
static gboolean
draw_indices (LifeCudaDrawer *self, const Indices &indices,
    const LifePictureLayout *plan, const LifeFrame *frame, GError **error)
{
  const LifeView *view = &plan->view;
  uint32_t *colors = (uint32_t *) self->samples.data;
  const LifeReadySamples<LIFE_SAMPLE_COLORS, uint32_t> ready = { colors,
    frame->width };
  const Samples cells = { indices, (const uint32_t *) self->columns.table.data,
    (const uint32_t *) self->rows.table.data };
  const LifeColors &of_cells = self->palette.coloring.colors;
  const bool lined = life_grid_is_shown (view);
  cudaError_t result;

  if (plan->is_turned)
    result = life_sample_turned (self->cuda->launcher, indices,
        { frame, plan->turn, life_mapping_clamp_zoom (view->zoom) }, of_cells,
        colors);
  else if (self->columns.mapping.edges != NULL)
    result = life_sample_means (self->cuda->launcher, indices, self->columns,
        self->rows, of_cells, colors);
  else if (lined)
    result = life_sample_colors (self->cuda->launcher,
        LifeCellSamples<Indices>{ indices, cells.columns, cells.rows }, view,
        frame, of_cells, colors);
  else
    return life_cuda_check (paint (self, cells, view, frame), "drawing", error);
  return life_cuda_check (result, "drawing", error)
         && (!lined || lay_grid (self, plan, frame, colors, error))
         && life_cuda_check (
             paint (self, ready, view, frame), "drawing", error);
}

static gboolean
draw_history (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifePictureLayout *plan, const LifeFrame *frame, GError **error)
{
  if (!life_cuda_history_count (&self->history, self->cuda, error))
    return FALSE;
  const LifeLookBackIndices indices = { plane, self->history.shape,
    (const uint8_t *) self->history.now.data,
    (const uint8_t *) self->history.indices.data };

  return draw_indices<LifeLookBackIndices, LifeLookBackSamples> (
      self, indices, plan, frame, error);
}

static gboolean
draw_neighbors (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifePictureLayout *plan, const LifeFrame *frame, GError **error)
{
  const LifeNeighbors &neighbors = self->palette.coloring.neighbors;
  const LifeGeometry &geometry = self->cuda->engine.geometry;
  const LifeAdjacentIndices adjacent = { plane, geometry, neighbors.adjacent };

  if (neighbors.adjacent == 0)
    return draw_indices<LifeNeighborIndices> (self,
        { plane, geometry, life_near_neighbors (neighbors) }, plan, frame,
        error);
  if (life_adjacent_is_joined (plane, geometry) && plane.storage.bits == 1)
    return draw_indices<LifeAdjacentIndices, LifeAdjacentSamples<true> > (
        self, adjacent, plan, frame, error);
  return draw_indices<LifeAdjacentIndices, LifeAdjacentSamples<false> > (
      self, adjacent, plan, frame, error);
}

static gboolean
draw_alive (LifeCudaDrawer *self, const LifeSampledPlane &plane,
    const LifePictureLayout *plan, const LifeFrame *frame, uint64_t *population,
    gboolean *counted, GError **error)
{
  const LifeStateIndices<LIFE_SAMPLE_BITS> alive = { plane };

  if (plan->view.zoom < 1)
    return draw_counts (self, plane, plan, frame, population, counted, error);
  return draw_indices (self, alive, plan, frame, error);
}

static gboolean
draw_projections (LifeCudaDrawer *self, const LifePictureLayout *plan,
    const LifeFrame *frame, GError **error)
{
  LifeSheetIndices indices = {};

  if (!life_project_on_device (self, &plan->sheet, &indices, error))
    return FALSE;
  if (plan->sheet.n_parts > 1)
    return draw_indices (self, indices, plan, frame, error);
  return draw_indices<LifeProjectedIndices> (
      self, { indices.parts[0], plan->n_columns }, plan, frame, error);
}

/* All planes in one launch. */
static gboolean
draw_montage (LifeCudaDrawer *self, const LifePictureLayout *plan,
    const LifeFrame *frame, GError **error)
{
  uint32_t *colors = NULL;
  const LifeView *view = &plan->view;
  const LifeMontage &montage = plan->montage;
  LifeFrame tile = *frame;

  tile.width = (guint) montage.columns.size;
  tile.height = (guint) montage.rows.size;
  if (!map_view (self, plan, &tile, &self->rows, FALSE, error)
      || !find_palette (self, view, frame, error)
      || !life_scratch_reserve (&self->samples,
          (gsize) frame->width * frame->height * sizeof *colors, "a picture",
          error)
      || (self->palette.coloring.look == LIFE_LOOK_DENSITY
          && !prepare_density (self, view, error))
      || (self->palette.coloring.look == LIFE_LOOK_HISTORY
          && !life_cuda_history_count (&self->history, self->cuda, error)))
    return FALSE;
  colors = (uint32_t *) self->samples.data;
  const LifeReadySamples<LIFE_SAMPLE_COLORS, uint32_t> ready = { colors,
    frame->width };
  return life_cuda_check (
             life_sample_montage (self, montage, view, frame, colors),
             "drawing", error)
         && life_cuda_check (
             paint (self, ready, view, frame), "drawing", error);
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

  if (!find_palette (drawer, view, frame, error)
      || !show_stack (self, view, error)
      || !life_body_sample (&self->body, drawer, self->renderer.stacked.number,
          view, frame, error))
    return FALSE;
  const LifeReadySamples<LIFE_SAMPLE_COLORS, uint32_t> samples = {
    (const uint32_t *) drawer->samples.data, frame->width
  };

  return life_cuda_check (
      paint (drawer, samples, view, frame), "drawing", error);
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

/* The colors of cells, which do not depend on the frame. */
static gboolean
find_coloring (LifeCudaDrawer *self, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const LifeCachedPalette *cached = &self->palette;

  return (cached->valid
             && life_coloring_is_same (
                 &cached->coloring, &cached->view, view, &self->cuda->rule))
         || find_palette (self, view, frame, error);
}

gboolean
life_sum_on_device (LifeCudaDrawer *self, const LifeView *view,
    const LifeFrame *frame, guint n_sums, GError **error)
{
  LifeAxisMapping *rows =
      &self->summed_rows[self->shown.first_row / 2
                         % G_N_ELEMENTS (self->summed_rows)];
  const LifeSampledPlane plane = plane_of (self, view);
  const LifeStateIndices<LIFE_SAMPLE_BITS> alive = { plane };
  const LifeStateIndices<LIFE_SAMPLE_INDICES> states = { plane };
  LifePictureLayout plan;

  life_picture_layout_init (&plan, view, &self->cuda->part.world, frame);
  if (!map_view (self, &plan, frame, rows, TRUE, error)
      || !find_coloring (self, view, frame, error)
      || !life_scratch_reserve (&self->sums,
          (gsize) frame->width * frame->height * n_sums * sizeof (uint64_t),
          "a picture", error))
    return FALSE;
  return life_cuda_check (self->palette.coloring.look == LIFE_LOOK_STATE
                              ? life_sample_sums (self, states, *rows, n_sums)
                              : life_sample_sums (self, alive, *rows, n_sums),
      "drawing", error);
}

gboolean
life_draw_on_device (LifeCudaRenderer *renderer, const LifeView *requested,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error)
{
  LifeCudaDrawer *self = &renderer->drawer;
  const LifeSampledPlane plane = plane_of (self, requested);
  const LifeColoring *coloring = &self->palette.coloring;
  LifePictureLayout plan;
  const LifeView *view = &plan.view;

  *counted = FALSE;
  life_picture_layout_init (&plan, requested, &self->cuda->part.world, frame);
  switch (plan.form) {
    case LIFE_VIEW_FORM_BODY:
      return draw_body (renderer, view, frame, error);
    case LIFE_VIEW_FORM_MONTAGE:
      return draw_montage (self, &plan, frame, error);
    case LIFE_VIEW_FORM_PLANE:
    case LIFE_VIEW_FORM_PROJECTION:
      break;
  }
  if (!map_view (self, &plan, frame, &self->rows, FALSE, error)
      || !find_palette (self, view, frame, error))
    return FALSE;
  if (self->columns.mapping.edges != NULL || plan.is_turned
      || life_grid_is_shown (view)) {
    const gsize pixels = (gsize) frame->width * frame->height;
    const bool indices =
        view->zoom < 1 && !life_look_has_indices (coloring->look);
    const gsize bytes = indices ? 1 : 4;

    if (!life_scratch_reserve (
            &self->samples, pixels * bytes, "a picture", error))
      return FALSE;
  }
  switch (coloring->look) {
    case LIFE_LOOK_STATE: {
      const LifeStateIndices<LIFE_SAMPLE_INDICES> states = { plane };
      return draw_indices (self, states, &plan, frame, error);
    }
    case LIFE_LOOK_HISTORY:
      return draw_history (self, plane, &plan, frame, error);
    case LIFE_LOOK_NEIGHBORS:
      return draw_neighbors (self, plane, &plan, frame, error);
    case LIFE_LOOK_PROJECTED:
      return draw_projections (self, &plan, frame, error);
    default:
      return draw_alive (self, plane, &plan, frame, population, counted, error);
  }
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
  life_mapping_clear (&self->columns.mapping);
  life_mapping_clear (&self->rows.mapping);
  for (LifeAxisMapping &rows : self->summed_rows) {
    life_mapping_clear (&rows.mapping);
    life_scratch_release (&rows.table);
  }
  life_scratch_release (&self->sums);
  life_strip_counts_clear (&self->strip_counts);
  life_scratch_release (&self->palette.in_memory);
  life_scratch_release (&self->density.least);
  g_clear_pointer (&self->columns.lines, g_free);
  g_clear_pointer (&self->rows.lines, g_free);
  life_scratch_release (&self->columns.lines_table);
  life_scratch_release (&self->rows.lines_table);
  life_scratch_release (&self->columns.table);
  life_scratch_release (&self->rows.table);
  life_scratch_release (&self->history.indices);
  life_scratch_release (&self->samples);
  life_scratch_release (&self->projected);
  life_cuda_history_clear (&self->history);
}
