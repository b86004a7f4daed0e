/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a plane of a world on a GPU: which palette index or colour each pixel has,
 * by life/draw/draw.c's arithmetic. Where cells lie among the pixels is in
 * life/draw/mapping.c, made on the host and used here as it is; how indices are laid on
 * a frame is in paint.cuh. */
#include "paint.cuh"

#include <string.h>

#define COVERAGE_THREADS 256

/* A plane cut out of the world. */
struct DrawnPlane {
  LifeStorage storage;
  const uint32_t *cells;
  LifeAxis axis;
  uint32_t slice;
};

/* A row of it that is looked at several times. */
struct DrawnRow {
  const uint32_t *words;
  uint32_t row, bit;
};

static __device__ __forceinline__ DrawnRow
find_row (const DrawnPlane &plane, uint32_t row)
{
  DrawnRow found = { plane.cells, row, 0 };

  if (plane.axis != LIFE_AXIS_X) {
    const bool across_z = plane.axis == LIFE_AXIS_Z;
    const LifePlace place = life_storage_place (plane.storage, 0,
        across_z ? row : plane.slice, across_z ? plane.slice : row);
    found.words += place.word;
    found.bit = place.bit;
  }
  return found;
}

/* The state of a cell. */
static __device__ __forceinline__ uint32_t
find_state (const DrawnPlane &plane, const DrawnRow &row, uint32_t column)
{
  if (plane.axis == LIFE_AXIS_X)
    return life_storage_get (
        plane.storage, plane.cells, plane.slice, column, row.row);
  switch (plane.storage.layout) {
    case LIFE_LAYOUT_BYTES:
      return ((const uint8_t *) row.words)[column];
    case LIFE_LAYOUT_ROWS:
      return row.words[column / 32] >> column % 32 & 1;
    default: {
      const uint32_t *word = row.words + column;
      uint32_t state = *word >> row.bit & 1;
      for (uint32_t bit = 1; bit < plane.storage.bits; bit++)
        state |= (word[bit * plane.storage.bit_plane] >> row.bit & 1) << bit;
      return state;
    }
  }
}

/* --- A zoom of 1 and up: a pixel shows one cell --- */

template <LifePaintSource of> struct CellIndices {
  DrawnPlane plane;
  const uint32_t *columns, *rows; /* LifeMapping.cells */

  static const LifePaintSource source = of;

  /* The indices of LIFE_PAINT_WIDTH pixels from (@x, @y) on; those from column
   * @end on repeat the last one. */
  __device__ __forceinline__ void
  get (uint32_t x, uint32_t y, uint32_t end,
      uint32_t (&indices)[LIFE_PAINT_WIDTH]) const
  {
    const uint32_t shown_row = rows[y];
    const bool outside = shown_row == LIFE_MAPPING_OUTSIDE;
    const DrawnRow row = find_row (plane, outside ? 0 : shown_row);
    uint32_t cells[LIFE_PAINT_WIDTH];

#pragma unroll
    for (uint32_t i = 0; i < LIFE_PAINT_WIDTH; i++)
      cells[i] = columns[min (x + i, end - 1)];
#pragma unroll
    for (uint32_t i = 0; i < LIFE_PAINT_WIDTH; i++) {
      const uint32_t state = outside || cells[i] == LIFE_MAPPING_OUTSIDE
                                 ? 0
                                 : find_state (plane, row, cells[i]);
      indices[i] = of == LIFE_SOURCE_STATES ? state : state > 0 ? 255 : 0;
    }
  }
};

/* --- A zoom below 1: a pixel shows the mean of its cells --- */

struct CoveredAxis {
  const int64_t *edges; /* LifeMapping.edges */
  uint32_t n_pixels, n_cells, fraction_bits;
};

/* The part of pixel @pixel that lies in the world. */
static __device__ __forceinline__ longlong2
covered (const CoveredAxis &axis, uint32_t pixel)
{
  const long long limit = (long long) axis.n_cells << axis.fraction_bits;
  const long long first = axis.edges[pixel], end = axis.edges[pixel + 1];

  return make_longlong2 (
      min (max (first, 0ll), limit), min (max (end, 0ll), limit));
}

/* How much of @cell lies there. */
static __device__ __forceinline__ uint64_t
overlap (longlong2 part, long long cell, uint32_t fraction_bits)
{
  return (uint64_t) (min (part.y, (cell + 1) << fraction_bits)
                     - max (part.x, cell << fraction_bits));
}

/* @lanes threads, a power of two, share a pixel. */
static __global__ void
__launch_bounds__ (COVERAGE_THREADS) coverage_kernel (
    const __grid_constant__ DrawnPlane plane,
    const __grid_constant__ CoveredAxis columns,
    const __grid_constant__ CoveredAxis rows, uint32_t lanes, uint8_t *indices)
{
  const uint64_t thread =
      (uint64_t) blockIdx.x * COVERAGE_THREADS + threadIdx.x;
  const uint64_t pixel = thread / lanes;
  const uint32_t x = (uint32_t) (pixel % columns.n_pixels);
  const uint32_t y = (uint32_t) (pixel / columns.n_pixels);
  const bool shown = y < rows.n_pixels;
  const uint32_t bits = columns.fraction_bits;
  uint64_t sum = 0;

  if (shown) {
    const longlong2 across = covered (columns, x), down = covered (rows, y);
    const long long end = (across.y + (1ll << bits) - 1) >> bits;
    for (long long row = down.x >> bits; row << bits < down.y; row++) {
      const DrawnRow cells = find_row (plane, (uint32_t) row);
      uint64_t alive = 0;
      for (long long column = (across.x >> bits) + thread % lanes; column < end;
           column += lanes)
        if (find_state (plane, cells, (uint32_t) column))
          alive += overlap (across, column, bits);
      sum += alive * overlap (down, row, bits);
    }
  }
  for (uint32_t distance = lanes / 2; distance > 0; distance /= 2)
    sum += __shfl_down_sync (~0u, sum, distance);
  if (!shown || thread % lanes != 0)
    return;

  const uint64_t total = (uint64_t) (columns.edges[x + 1] - columns.edges[x])
                         * (uint64_t) (rows.edges[y + 1] - rows.edges[y]);
  indices[pixel] = life_pixel_coverage (sum, total, 255.0 / total);
}

/* --- A zoom below 1, and each state has its colour --- */

/* Of each state, as life_palette_state_bytes() has them. */
struct StateColors {
  uint32_t colors[256];
};

/* As coverage_kernel(): four sums a pixel instead of one. */
static __global__ void
__launch_bounds__ (COVERAGE_THREADS)
    color_kernel (const __grid_constant__ DrawnPlane plane,
        const __grid_constant__ CoveredAxis columns,
        const __grid_constant__ CoveredAxis rows,
        const __grid_constant__ StateColors states, uint32_t lanes,
        uint32_t *colors)
{
  const uint64_t thread =
      (uint64_t) blockIdx.x * COVERAGE_THREADS + threadIdx.x;
  const uint64_t pixel = thread / lanes;
  const uint32_t x = (uint32_t) (pixel % columns.n_pixels);
  const uint32_t y = (uint32_t) (pixel / columns.n_pixels);
  const bool shown = y < rows.n_pixels;
  const uint32_t bits = columns.fraction_bits;
  __shared__ uint32_t table[256];
  uint64_t sums[4] = { 0, 0, 0, 0 }, covered_area = 0;

  table[threadIdx.x] = states.colors[threadIdx.x];
  __syncthreads ();
  if (shown) {
    const longlong2 across = covered (columns, x), down = covered (rows, y);
    const long long end = (across.y + (1ll << bits) - 1) >> bits;
    covered_area =
        (uint64_t) (across.y - across.x) * (uint64_t) (down.y - down.x);
    for (long long row = down.x >> bits; row << bits < down.y; row++) {
      const DrawnRow cells = find_row (plane, (uint32_t) row);
      const uint64_t height = overlap (down, row, bits);
      uint64_t of_row[4] = { 0, 0, 0, 0 };
      for (long long column = (across.x >> bits) + thread % lanes; column < end;
           column += lanes) {
        const uint32_t width = (uint32_t) overlap (across, column, bits);
        const uint32_t color =
            table[find_state (plane, cells, (uint32_t) column)];
#pragma unroll
        for (int i = 0; i < 4; i++)
          of_row[i] += width * (color >> 8 * i & 255);
      }
#pragma unroll
      for (int i = 0; i < 4; i++)
        sums[i] += of_row[i] * height;
    }
  }
  for (uint32_t distance = lanes / 2; distance > 0; distance /= 2)
#pragma unroll
    for (int i = 0; i < 4; i++)
      sums[i] += __shfl_down_sync (~0u, sums[i], distance);
  if (!shown || thread % lanes != 0)
    return;

  const uint64_t total = (uint64_t) (columns.edges[x + 1] - columns.edges[x])
                         * (uint64_t) (rows.edges[y + 1] - rows.edges[y]);
  uint32_t color = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t dead = table[0] >> 8 * i & 255;
    color |= (uint32_t) life_pixel_mean (
                 sums[i] + dead * (total - covered_area), total, 1.0 / total)
             << 8 * i;
  }
  colors[pixel] = color;
}

/* What was found for each pixel beforehand. */
template <LifePaintSource of, class Pixel> struct ReadyPixels {
  const Pixel *pixels;
  size_t width;

  static const LifePaintSource source = of;

  __device__ __forceinline__ void
  get (uint32_t x, uint32_t y, uint32_t end,
      uint32_t (&found)[LIFE_PAINT_WIDTH]) const
  {
#pragma unroll
    for (uint32_t i = 0; i < LIFE_PAINT_WIDTH; i++)
      found[i] = pixels[y * width + min (x + i, end - 1)];
  }
};

/* --- Onto the frame --- */

/* Whether each state is to have its colour. */
static bool
is_by_state (const LifeCudaEngine *self, const LifeView *view)
{
  return view->color_mode == LIFE_COLOR_MODE_STATE && self->rule.states > 2;
}

/* The colours of the last frame, made anew when they have changed. */
static const LifePalette &
find_palette (
    LifeCudaEngine *self, const LifeView *view, const LifeFrame *frame)
{
  LifeKnownPalette *known = &self->palette;
  const LifeColorimetry *a = &known->colorimetry, *b = &frame->colorimetry;
  const bool by_state = is_by_state (self, view);
  const bool same =
      known->known && known->format == frame->format
      && known->by_state == by_state
      && life_palette_is_same (&known->view, view, by_state) && a->kr == b->kr
      && a->kb == b->kb && a->luma_offset == b->luma_offset
      && a->luma_scale == b->luma_scale && a->chroma_scale == b->chroma_scale;

  if (!same) {
    if (by_state)
      life_palette_init_states (&known->palette, view, frame);
    else
      life_palette_init (&known->palette, view, frame);
    known->known = TRUE;
    known->by_state = by_state;
    known->format = frame->format;
    known->colorimetry = frame->colorimetry;
    known->view = *view;
  }
  return known->palette;
}

template <class Indices>
static cudaError_t
paint (LifeCudaEngine *self, const Indices &source, const LifeView *view,
    const LifeFrame *frame)
{
  return life_paint (self->launcher, source, find_palette (self, view, frame),
      frame, view->overlay);
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
  axis->known = TRUE;
  return TRUE;
}

static CoveredAxis
covered_axis (const LifeAxisMapping *axis)
{
  return { (const int64_t *) axis->table.data, axis->mapping.n_pixels,
    axis->mapping.n_cells, axis->mapping.fraction_bits };
}

/* How many threads share a pixel of many cells. */
static uint32_t
choose_lanes (gdouble zoom)
{
  uint32_t lanes = 1;

  while (lanes < 32 && lanes * zoom < 0.5)
    lanes *= 2;
  return lanes;
}

static gboolean
draw_means (LifeCudaEngine *self, const DrawnPlane *plane, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const gsize pixels = (gsize) frame->width * frame->height;
  const uint32_t lanes = choose_lanes (view->zoom);

  if (!life_scratch_reserve (&self->indices, pixels, "a picture", error)
      || !life_cuda_check (
          life_launch (self->launcher, coverage_kernel,
              dim3 ((unsigned) ((pixels * lanes - 1) / COVERAGE_THREADS + 1)),
              dim3 (COVERAGE_THREADS), 0, *plane, covered_axis (&self->columns),
              covered_axis (&self->rows), lanes,
              (uint8_t *) self->indices.data),
          "drawing", error))
    return FALSE;
  const ReadyPixels<LIFE_SOURCE_INDICES, uint8_t> source = {
    (const uint8_t *) self->indices.data, frame->width
  };
  return life_cuda_check (paint (self, source, view, frame), "drawing", error);
}

static gboolean
draw_mean_colors (LifeCudaEngine *self, const DrawnPlane *plane,
    const LifeView *view, const LifeFrame *frame, GError **error)
{
  const gsize pixels = (gsize) frame->width * frame->height;
  const uint32_t lanes = choose_lanes (view->zoom);
  StateColors states;

  memcpy (states.colors, find_palette (self, view, frame).packed,
      sizeof states.colors);
  if (!life_scratch_reserve (
          &self->indices, pixels * sizeof (uint32_t), "a picture", error)
      || !life_cuda_check (
          life_launch (self->launcher, color_kernel,
              dim3 ((unsigned) ((pixels * lanes - 1) / COVERAGE_THREADS + 1)),
              dim3 (COVERAGE_THREADS), 0, *plane, covered_axis (&self->columns),
              covered_axis (&self->rows), states, lanes,
              (uint32_t *) self->indices.data),
          "drawing", error))
    return FALSE;
  const ReadyPixels<LIFE_SOURCE_COLORS, uint32_t> source = {
    (const uint32_t *) self->indices.data, frame->width
  };
  return life_cuda_check (paint (self, source, view, frame), "drawing", error);
}

template <LifePaintSource source>
static gboolean
draw_cells (LifeCudaEngine *self, const DrawnPlane *plane, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const CellIndices<source> cells = { *plane,
    (const uint32_t *) self->columns.table.data,
    (const uint32_t *) self->rows.table.data };

  return life_cuda_check (paint (self, cells, view, frame), "drawing", error);
}

gboolean
life_draw_on_device (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  const DrawnPlane plane = { self->storage, self->present, view->axis,
    view->slice };
  guint32 n_columns, n_rows, n_planes;

  life_geometry_plane (
      &self->engine.geometry, view->axis, &n_columns, &n_rows, &n_planes);
  if (!map_axis (self, &self->columns, frame->width, n_columns, view->zoom,
          view->x, error)
      || !map_axis (
          self, &self->rows, frame->height, n_rows, view->zoom, view->y, error))
    return FALSE;
  const bool by_state = is_by_state (self, view);
  if (self->columns.mapping.edges != NULL)
    return by_state ? draw_mean_colors (self, &plane, view, frame, error)
                    : draw_means (self, &plane, view, frame, error);
  return by_state
             ? draw_cells<LIFE_SOURCE_STATES> (self, &plane, view, frame, error)
             : draw_cells<LIFE_SOURCE_TWO_COLORS> (
                 self, &plane, view, frame, error);
}

void
life_draw_clear (LifeCudaEngine *self)
{
  life_mapping_clear (&self->columns.mapping);
  life_mapping_clear (&self->rows.mapping);
  life_scratch_release (&self->columns.table);
  life_scratch_release (&self->rows.table);
}
