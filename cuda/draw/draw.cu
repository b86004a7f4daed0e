/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of a world on a GPU: samples, then paints, by the arithmetic of
 * life/draw/. Samplers are in sample.cuh, the painter in paint.cuh; where cells lie among
 * the pixels is found on the host by life/draw/mapping.c, and used here as it is. */
#include "cuda/draw/draw.h"
#include "cuda/draw/paint.cuh"
#include "cuda/draw/sample.cuh"
#include "cuda/draw/sample-strips.h"

#include "life/draw/density.h"
#include "life/draw/mapping.h"

/* The colors of the last frame, made anew when they have changed. */
static gboolean
find_palette (LifeCudaEngine *self, LifeColorMode mode, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeKnownPalette *known = &self->palette;

  if (known->known && known->mode == mode
      && life_colors_are_same (&known->view, view, mode)
      && life_pixel_layout_is_same (&known->frame, frame))
    return TRUE;
  known->known = FALSE;
  life_colors_init (&known->colors, view, mode);
  life_color_bytes_init (&known->palette, &known->colors, view->overlay, frame);
  if (!life_scratch_reserve (
          &known->in_memory, sizeof known->palette, "a palette", error)
      || !life_cuda_check (cudaMemcpyAsync (known->in_memory.data,
                               &known->palette, sizeof known->palette,
                               cudaMemcpyHostToDevice, self->launcher.stream),
          "preparing a palette", error))
    return FALSE;
  known->known = TRUE;
  known->mode = mode;
  known->frame = *frame;
  known->view = *view;
  return TRUE;
}

/* --- Mappings, kept from one frame to the next --- */

/* The table of an axis on the GPU, made anew when the view has moved. */
static gboolean
map_axis (LifeCudaEngine *self, LifeAxisMapping *axis, guint n_pixels,
    guint32 n_cells, gdouble zoom, gdouble center, GError **error)
{
  LifeMapping *mapping = &axis->mapping;

  if (axis->known && mapping->n_pixels == n_pixels
      && mapping->n_cells == n_cells && axis->zoom == zoom
      && axis->center == center)
    return TRUE;

  axis->known = FALSE;
  life_mapping_clear (mapping);
  life_mapping_init (mapping, n_pixels, n_cells, zoom, center);
  const bool mean = mapping->edges != NULL;
  const gsize bytes = mean ? (n_pixels + (gsize) 1) * sizeof (gint64)
                           : n_pixels * sizeof (guint32);
  if (!life_scratch_reserve (&axis->table, bytes, "a view", error)
      || !life_cuda_check (
          cudaMemcpyAsync (axis->table.data,
              mean ? (void *) mapping->edges : mapping->cells, bytes,
              cudaMemcpyHostToDevice, self->launcher.stream),
          "preparing a view", error))
    return FALSE;
  axis->zoom = zoom;
  axis->center = center;
  axis->version++;
  axis->known = TRUE;
  return TRUE;
}

/* What indices of densities begin at, on the GPU. */
static gboolean
prepare_density (LifeCudaEngine *self, const LifeView *view, GError **error)
{
  LifeKnownDensity *known = &self->density;
  guint64 least[LIFE_DENSITY_INDICES];

  if (known->known && known->gain == view->density_gain
      && known->zoom == view->zoom)
    return TRUE;
  known->known = FALSE;
  life_density_init (least, view->density_gain, view->zoom,
      self->columns.mapping.fraction_bits);
  if (!life_scratch_reserve (&known->least, sizeof least, "a view", error)
      || !life_cuda_check (
          cudaMemcpyAsync (known->least.data, least, sizeof least,
              cudaMemcpyHostToDevice, self->launcher.stream),
          "preparing a view", error))
    return FALSE;
  known->gain = view->density_gain;
  known->zoom = view->zoom;
  known->known = TRUE;
  return TRUE;
}

/* --- Onto the frame --- */

template <class Sampler>
static cudaError_t
paint (LifeCudaEngine *self, const Sampler &sampler, const LifeView *view,
    const LifeFrame *frame)
{
  return life_paint (self->launcher, sampler, self->palette.palette,
      (const LifeColorBytes *) self->palette.in_memory.data, frame,
      view->overlay);
}

template <LifeSampleKind kind>
static cudaError_t
draw_cells (LifeCudaEngine *self, const LifeSampledPlane &plane,
    const LifeView *view, const LifeFrame *frame)
{
  const LifeCellSamples<kind> cells = { plane,
    (const uint32_t *) self->columns.table.data,
    (const uint32_t *) self->rows.table.data };

  return paint (self, cells, view, frame);
}

/* Where states make no difference the number of live cells is an index: of their mean,
 * or of their density. */
static gboolean
draw_counts (LifeCudaEngine *self, const LifeSampledPlane &plane,
    const LifeView *view, const LifeFrame *frame, uint64_t *population,
    gboolean *counted, GError **error)
{
  uint8_t *indices = (uint8_t *) self->samples.data;
  const LifeReadySamples<LIFE_SAMPLE_INDICES, uint8_t> samples = { indices,
    frame->width };

  const uint64_t *least = NULL;

  if (self->palette.mode == LIFE_COLOR_MODE_DENSITY) {
    if (!prepare_density (self, view, error))
      return FALSE;
    least = (const uint64_t *) self->density.least.data;
  }
  if (life_strip_counts_can_sample (plane, view->zoom)) {
    if (!life_strip_counts_sample (&self->strip_counts, self->launcher, plane,
            self->columns, self->rows, least, indices, population, counted,
            error))
      return FALSE;
  } else if (!life_cuda_check (life_sample_counts (self->launcher, plane,
                                   self->columns, self->rows, least, indices),
                 "drawing", error)) {
    return FALSE;
  }
  return life_cuda_check (paint (self, samples, view, frame), "drawing", error);
}

static gboolean
draw_mean_colors (LifeCudaEngine *self, const LifeSampledPlane &plane,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  uint32_t *colors = (uint32_t *) self->samples.data;
  const LifeReadySamples<LIFE_SAMPLE_COLORS, uint32_t> samples = { colors,
    frame->width };

  return life_cuda_check (
             life_sample_means (self->launcher, plane, self->columns,
                 self->rows, self->palette.colors, colors),
             "drawing", error)
         && life_cuda_check (
             paint (self, samples, view, frame), "drawing", error);
}

gboolean
life_draw_on_device (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error)
{
  const LifeSampledPlane plane = { self->storage, self->present, view->axis,
    (uint32_t) view->slice };
  const LifeColorMode mode = life_colors_choose_mode (view, self->rule.states);
  const bool by_state = mode == LIFE_COLOR_MODE_STATE;
  guint32 n_columns, n_rows, n_planes;

  *counted = FALSE;
  life_geometry_plane (
      &self->engine.geometry, view->axis, &n_columns, &n_rows, &n_planes);
  if (!map_axis (self, &self->columns, frame->width, n_columns, view->zoom,
          view->x, error)
      || !map_axis (
          self, &self->rows, frame->height, n_rows, view->zoom, view->y, error))
    return FALSE;
  if (!find_palette (self, mode, view, frame, error))
    return FALSE;
  if (self->columns.mapping.edges != NULL) {
    const gsize pixels = (gsize) frame->width * frame->height;

    if (!life_scratch_reserve (
            &self->samples, pixels * (by_state ? 4 : 1), "a picture", error))
      return FALSE;
    return by_state ? draw_mean_colors (self, plane, view, frame, error)
                    : draw_counts (
                        self, plane, view, frame, population, counted, error);
  }
  return life_cuda_check (
      by_state ? draw_cells<LIFE_SAMPLE_INDICES> (self, plane, view, frame)
               : draw_cells<LIFE_SAMPLE_BITS> (self, plane, view, frame),
      "drawing", error);
}

void
life_draw_clear (LifeCudaEngine *self)
{
  life_mapping_clear (&self->columns.mapping);
  life_mapping_clear (&self->rows.mapping);
  life_strip_counts_clear (&self->strip_counts);
  life_scratch_release (&self->palette.in_memory);
  life_scratch_release (&self->density.least);
  life_scratch_release (&self->columns.table);
  life_scratch_release (&self->rows.table);
}
