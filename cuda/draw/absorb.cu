/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arriving pictures become cells of a world on a GPU: life/draw/absorb.c's
 * arithmetic, a thread per span of columns and rows. Which pixels and cells a span
 * has is found on the host by life/draw/view/mapping.c. */
#include "cuda/draw/cuda-draw.h"

#include "cuda/draw/cuda-frame.h"
#include "cuda/engine/world-io.h"

#include "life/draw/absorb-cell.h"
#include "life/draw/color/pixel-layout.h"

#define THREADS 256

/* What a launch works on. */
struct AbsorbedPicture {
  LifeStorage storage;
  uint32_t *cells;
  LifeAxis axis;
  uint32_t slice;

  LifePixelLayout layout;
  const uint8_t *pixels;
  size_t stride;
  int32_t luma_offset, luma_scale;

  LifeInput input;
  uint32_t threshold;
  const LifeSpan *columns, *rows;
  uint32_t n_columns, n_rows;
  uint16_t *luma; /* of the previous picture, per cell of the plane */
  uint32_t luma_columns;
};

static __device__ __forceinline__ uint32_t
read_luma (const AbsorbedPicture &absorbing, const uint8_t *row, uint32_t x)
{
  const LifePixelLayout &layout = absorbing.layout;
  const LifeComponentPosition *positions = layout.positions;
  const uint8_t *pixel = row + positions[0].step * (size_t) x;

  if (layout.rgb)
    return life_pixel_luma_rgb (pixel[positions[0].offset],
        pixel[positions[1].offset], pixel[positions[2].offset]);
  pixel += positions[0].offset;
  return life_pixel_luma_range (layout.depth > 8 ? life_pixel_wide_sample (
                                    pixel[0], pixel[1], layout.shift)
                                                 : pixel[0],
      absorbing.luma_offset, absorbing.luma_scale);
}

/* The cell of the world at a column and a row of the plane. */
static __device__ __forceinline__ uint3
cell_at (const AbsorbedPicture &absorbing, uint32_t column, uint32_t row)
{
  switch (absorbing.axis) {
    case LIFE_AXIS_X:
      return make_uint3 (absorbing.slice, column, row);
    case LIFE_AXIS_Y:
      return make_uint3 (column, absorbing.slice, row);
    default:
      return make_uint3 (column, row, absorbing.slice);
  }
}

/* @mean: what is stored of the pixels; @alive: whether they reach the
 * threshold. */
static __device__ __forceinline__ void
change_cell (const AbsorbedPicture &absorbing, uint32_t column, uint32_t row,
    uint16_t mean, bool alive)
{
  const uint3 cell = cell_at (absorbing, column, row);
  const uint8_t old = (uint8_t) life_storage_get (
      absorbing.storage, absorbing.cells, cell.x, cell.y, cell.z);

  if (absorbing.input == LIFE_INPUT_MOTION)
    alive = life_absorb_moves (
        absorbing.luma + (size_t) row * absorbing.luma_columns + column, mean,
        absorbing.threshold);
  const uint8_t state = life_absorb_combine (absorbing.input, old, alive);
  if (state != old)
    life_storage_set (
        absorbing.storage, absorbing.cells, cell.x, cell.y, cell.z, state);
}

static __global__ void
__launch_bounds__ (THREADS)
    absorb_kernel (const __grid_constant__ AbsorbedPicture absorbing)
{
  const uint64_t item = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  if (item >= (uint64_t) absorbing.n_columns * absorbing.n_rows)
    return;
  const LifeSpan across = absorbing.columns[item % absorbing.n_columns];
  const LifeSpan down = absorbing.rows[item / absorbing.n_columns];
  const uint64_t full =
      (uint64_t) absorbing.luma_scale * down.n_pixels * across.n_pixels;
  uint64_t sum = 0;

  for (uint32_t y = 0; y < down.n_pixels; y++) {
    const uint8_t *row = absorbing.pixels + (down.pixel + y) * absorbing.stride;
    for (uint32_t x = 0; x < across.n_pixels; x++)
      sum += read_luma (absorbing, row, across.pixel + x);
  }
  const uint16_t mean = life_pixel_mean_luma (sum, full);
  const bool alive = life_pixel_is_alive (sum, full, absorbing.threshold);
  for (uint32_t y = 0; y < down.n_cells; y++)
    for (uint32_t x = 0; x < across.n_cells; x++)
      change_cell (absorbing, across.cell + x, down.cell + y, mean, alive);
}

static __global__ void
__launch_bounds__ (THREADS)
    clear_plane_kernel (const __grid_constant__ AbsorbedPicture absorbing,
        uint32_t n_columns, uint64_t n_cells)
{
  const uint64_t step = (uint64_t) gridDim.x * THREADS;

  for (uint64_t item = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
       item < n_cells; item += step) {
    const uint3 cell = cell_at (absorbing, (uint32_t) (item % n_columns),
        (uint32_t) (item / n_columns));
    life_storage_set (
        absorbing.storage, absorbing.cells, cell.x, cell.y, cell.z, 0);
  }
}

/* --- On the host --- */

struct PlaneSize {
  guint32 columns, rows;
};

/* The luma of every cell of the plane, reset when its size changes. */
static gboolean
prepare_luma (LifeCudaLuma *luma, const PlaneSize &plane, cudaStream_t stream,
    GError **error)
{
  gsize bytes = G_MAXSIZE;

  if (luma->cells.data != NULL && luma->columns == plane.columns
      && luma->rows == plane.rows)
    return TRUE;
  if (!g_size_checked_mul (&bytes, plane.columns, sizeof (guint16))
      || !g_size_checked_mul (&bytes, bytes, plane.rows))
    bytes = G_MAXSIZE;
  luma->columns = plane.columns;
  luma->rows = plane.rows;
  return life_scratch_reserve_cleared (
      &luma->cells, bytes, stream, "recording the picture", error);
}

/* Where the luma of the picture, or what it shares a plane with, lies on the GPU. */
static gboolean
upload_pixels (LifeCudaRenderer *self, const LifeFrame *picture,
    AbsorbedPicture *absorbing, GError **error)
{
  const LifeCudaEngine *cuda = self->drawer.cuda;
  LifeScratch *there = &self->arrival.picture;
  const gsize row = life_pixel_layout_row_size (picture, 0);
  gboolean on_device;

  if (!life_frame_is_on_device (cuda->device, picture, &on_device, error))
    return FALSE;
  absorbing->pixels = picture->data[0];
  absorbing->stride = picture->stride[0];
  if (on_device)
    return TRUE;
  if (!life_scratch_reserve (there, row * picture->height, "a picture", error))
    return FALSE;
  absorbing->pixels = (const uint8_t *) there->data;
  absorbing->stride = row;
  return life_cuda_check (
      cudaMemcpy2DAsync (there->data, row, picture->data[0], picture->stride[0],
          row, picture->height, cudaMemcpyHostToDevice, cuda->launcher.stream),
      "fetching a picture", error);
}

/* The spans of both axes, one after the other. */
static gboolean
upload_spans (LifeCudaRenderer *self, const LifeArrivingPicture *arriving,
    const PlaneSize &plane, AbsorbedPicture *absorbing, GError **error)
{
  LifeCudaEngine *cuda = self->drawer.cuda;
  LifeScratch *there = &self->arrival.spans;
  const LifeFrame *picture = arriving->frame;
  const LifeView *view = arriving->view;
  const gsize limit = (gsize) picture->width + picture->height;
  g_autofree LifeSpan *spans = g_new (LifeSpan, limit);

  absorbing->n_columns = life_mapping_find_spans (
      picture->width, plane.columns, view->zoom, view->x, spans);
  absorbing->n_rows = life_mapping_find_spans (picture->height, plane.rows,
      view->zoom, view->y, spans + absorbing->n_columns);
  if (!life_scratch_reserve (there, limit * sizeof (LifeSpan), "a view", error))
    return FALSE;
  absorbing->columns = (const LifeSpan *) there->data;
  absorbing->rows = absorbing->columns + absorbing->n_columns;
  /* Waited for, since the spans on the host do not outlive this. */
  return life_cuda_check (cudaMemcpyAsync (there->data, spans,
                              (absorbing->n_columns + (gsize) absorbing->n_rows)
                                  * sizeof (LifeSpan),
                              cudaMemcpyHostToDevice, cuda->launcher.stream),
             "preparing a view", error)
         && life_cuda_finish (cuda, "preparing a view", error);
}

static gboolean
clear_plane (LifeCudaEngine *cuda, const AbsorbedPicture *absorbing,
    const PlaneSize &plane, GError **error)
{
  const uint64_t cells = (uint64_t) plane.columns * plane.rows;
  const uint64_t limit = 16ull * cuda->launcher.multiprocessors;

  if (absorbing->axis == LIFE_AXIS_Z && cuda->storage.depth == 1)
    return life_cuda_clear (&cuda->engine, error);
  return life_cuda_check (
      life_launch (cuda->launcher, clear_plane_kernel,
          dim3 ((unsigned) MIN ((cells - 1) / THREADS + 1, limit)),
          dim3 (THREADS), 0, *absorbing, (uint32_t) plane.columns, cells),
      "clearing a plane", error);
}

static gboolean
absorb (LifeCudaEngine *cuda, const AbsorbedPicture *absorbing, GError **error)
{
  const uint64_t items = (uint64_t) absorbing->n_columns * absorbing->n_rows;

  return (items == 0
             || life_cuda_check (
                 life_launch (cuda->launcher, absorb_kernel,
                     dim3 ((unsigned) ((items - 1) / THREADS + 1)),
                     dim3 (THREADS), 0, *absorbing),
                 "absorbing a picture", error))
         && life_cuda_check (
             life_cuda_refresh_halo (cuda), "absorbing a picture", error)
         && life_cuda_finish (cuda, "absorbing a picture", error);
}

static AbsorbedPicture
describe (const LifeCudaEngine *cuda, const LifeArrivingPicture *arriving)
{
  const LifeFrame *picture = arriving->frame;
  AbsorbedPicture absorbing = {};

  absorbing.storage = cuda->storage;
  absorbing.cells = cuda->present;
  absorbing.axis = arriving->view->axis;
  absorbing.slice = (uint32_t) arriving->view->slice;
  absorbing.layout = *life_pixel_layout_get (picture->format);
  absorbing.luma_offset = picture->colorimetry.luma_offset;
  absorbing.luma_scale =
      absorbing.layout.rgb ? 255 : picture->colorimetry.luma_scale;
  absorbing.input = arriving->input;
  absorbing.threshold = life_pixel_threshold (arriving->threshold);
  return absorbing;
}

gboolean
life_cuda_absorb (
    LifeRenderer *renderer, const LifeArrivingPicture *arriving, GError **error)
{
  LifeCudaRenderer *self = (LifeCudaRenderer *) renderer;
  LifeCudaEngine *cuda = self->drawer.cuda;
  LifeCudaLuma *luma = &self->arrival.luma;
  const LifeInput input = arriving->input;
  LifeDeviceScope scope (cuda->device, error);
  PlaneSize plane;
  guint32 planes;

  if (!scope.entered)
    return FALSE;
  life_count_invalidate (cuda);
  life_geometry_plane (&cuda->engine.geometry, arriving->view->axis,
      &plane.columns, &plane.rows, &planes);
  AbsorbedPicture absorbing = describe (cuda, arriving);
  if (!upload_pixels (self, arriving->frame, &absorbing, error)
      || !upload_spans (self, arriving, plane, &absorbing, error)
      || (input == LIFE_INPUT_MOTION
          && !prepare_luma (luma, plane, cuda->launcher.stream, error))
      || (input == LIFE_INPUT_REPLACE
          && !clear_plane (cuda, &absorbing, plane, error)))
    return FALSE;
  absorbing.luma = (uint16_t *) luma->cells.data;
  absorbing.luma_columns = luma->columns;
  return absorb (cuda, &absorbing, error);
}

void
life_absorb_clear (LifeCudaArrival *self)
{
  life_scratch_release (&self->picture);
  life_scratch_release (&self->spans);
  life_scratch_release (&self->luma.cells);
}
