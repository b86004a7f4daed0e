/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the first live cell of each column of cells on a GPU, and the index that it has, by
 * the arithmetic of life/draw/color/projection.h.
 *
 * Where a cell is a bit and rows lie along x, a thread scans 32 columns side by side:
 * it reads their words of AHEAD planes at once, takes out of them what nothing was found in
 * yet, and stops when nothing is left. Threads of a warp read words side by side. Along x a
 * thread scans a row, AHEAD words at a time. In other layouts a thread has a column.
 *
 * COST. Each cell is read once at most: 512³ of them are 16.8 MB, 4 µs of an H200's memory.
 * 8192 threads with 16 words on their way each are 0.5 MB in flight, a fifth of what hides
 * the memory's latency; where the world lies in the L2 cache, as one of that size does, more
 * is not needed. In a soup a column ends after a few planes. */
#include "cuda/draw/sample/cuda-project.h"

#define THREADS 128

/* Words that are loaded before they are scanned. */
#define AHEAD 16

/* What a cell's class follows from besides its position. */
struct NoIndices {
  __device__ __forceinline__ uint32_t
  find (uint32_t x, uint32_t y, uint32_t z) const
  {
    return 0;
  }
};

/* @of_cells are those of planes across z, any of them. */
template <class Indices> struct CellIndices {
  Indices of_cells;

  __device__ __forceinline__ uint32_t
  find (uint32_t x, uint32_t y, uint32_t z) const
  {
    Indices plane = of_cells;

    plane.plane.slice = z;
    return plane.get (plane.row (y), x);
  }
};

struct ProjectedWorld {
  LifeStorage storage;
  const uint32_t *cells;
  LifeProjection projection;
  uint32_t n_columns, n_rows; /* of the view */
  uint8_t *out;
};

/* The index of the cell that was found at (@x, @y, @z), in the @i-th plane. */
template <class Cells>
static __device__ __forceinline__ uint8_t
index_of (const ProjectedWorld &world, const Cells &cells, uint32_t x,
    uint32_t y, uint32_t z, uint32_t i)
{
  return life_projection_index (&world.projection,
      life_projection_class (&world.projection, cells.find (x, y, z), x, y, z),
      i);
}

/* --- Rows of bits --- */

/* 32 columns along y or z. */
template <class Cells>
static __global__ void
__launch_bounds__ (THREADS)
    project_words (const __grid_constant__ ProjectedWorld world,
        const __grid_constant__ Cells cells)
{
  const LifeProjection &projection = world.projection;
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint32_t n_words = world.storage.row_words;
  const uint32_t word = (uint32_t) (thread % n_words);
  const uint32_t row = (uint32_t) (thread / n_words);
  const uint32_t n = min (world.n_columns - 32 * word, 32u);
  const bool across_z = projection.axis == LIFE_AXIS_Z;

  if (row >= world.n_rows)
    return;
  const size_t row_words = across_z ? world.storage.row : world.storage.plane;
  const size_t step = across_z ? world.storage.plane : world.storage.row;
  const uint32_t *first = world.cells + row * row_words + word;
  uint8_t *out = world.out + (size_t) row * world.n_columns + 32 * word;
  uint32_t left = n < 32 ? (1u << n) - 1 : ~0u;

  for (uint32_t i = 0; i < projection.n_planes && left > 0; i += AHEAD) {
    uint32_t words[AHEAD];

#pragma unroll
    for (uint32_t k = 0; k < AHEAD; k++)
      words[k] = i + k < projection.n_planes
                     ? first[life_projection_plane (&projection, i + k) * step]
                     : 0;
    uint32_t any = 0;
#pragma unroll
    for (uint32_t k = 0; k < AHEAD; k++) {
      words[k] &= left;
      left ^= words[k];
      any |= words[k];
    }
    /* Words move up, so that they stay in registers while the code is there once. */
#pragma unroll 1
    for (uint32_t k = 0; any > 0 && k < AHEAD; k++) {
      const uint32_t plane = life_projection_plane (&projection, i + k);

      for (uint32_t found = words[0]; found > 0; found &= found - 1) {
        const uint32_t bit = __ffs (found) - 1;

        out[bit] = index_of (world, cells, 32 * word + bit,
            across_z ? row : plane, across_z ? plane : row, i + k);
      }
#pragma unroll
      for (uint32_t j = 0; j + 1 < AHEAD; j++)
        words[j] = words[j + 1];
    }
  }
  for (; left > 0; left &= left - 1)
    out[__ffs (left) - 1] = 0;
}

/* A row along x, of which the first cell or the last one is searched. */
template <class Cells>
static __global__ void
__launch_bounds__ (THREADS)
    project_rows (const __grid_constant__ ProjectedWorld world,
        const __grid_constant__ Cells cells)
{
  const LifeProjection &projection = world.projection;
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint32_t y = (uint32_t) (thread % world.n_columns);
  const uint32_t z = (uint32_t) (thread / world.n_columns);
  const uint32_t n_words = world.storage.row_words;
  uint8_t index = 0;

  if (z >= world.n_rows)
    return;
  const uint32_t *row =
      world.cells + z * world.storage.plane + y * world.storage.row;
  for (uint32_t i = 0; i < n_words && index == 0; i += AHEAD) {
    uint32_t words[AHEAD];

#pragma unroll
    for (uint32_t k = 0; k < AHEAD; k++)
      words[k] = i + k >= n_words      ? 0
                 : projection.from_far ? row[n_words - 1 - i - k]
                                       : row[i + k];
    uint32_t found = 0, at = 0;
#pragma unroll
    for (uint32_t k = 0; k < AHEAD; k++)
      if (found == 0) {
        found = words[k];
        at = i + k;
      }
    if (found > 0) {
      const uint32_t x = projection.from_far
                             ? 32 * (n_words - 1 - at) + 31 - __clz (found)
                             : 32 * at + __ffs (found) - 1;

      index = index_of (
          world, cells, x, y, z, life_projection_plane (&projection, x));
    }
  }
  world.out[thread] = index;
}

/* --- Any layout --- */

template <class Cells>
static __global__ void
__launch_bounds__ (THREADS)
    project_cells (const __grid_constant__ ProjectedWorld world,
        const __grid_constant__ Cells cells)
{
  const LifeProjection &projection = world.projection;
  const LifeAxis axis = projection.axis;
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint32_t column = (uint32_t) (thread % world.n_columns);
  const uint32_t row = (uint32_t) (thread / world.n_columns);
  uint8_t index = 0;

  if (row >= world.n_rows)
    return;
  for (uint32_t i = 0; i < projection.n_planes && index == 0; i++) {
    const uint32_t plane = life_projection_plane (&projection, i);
    const uint32_t x = axis == LIFE_AXIS_X ? plane : column;
    const uint32_t y = axis == LIFE_AXIS_Z   ? row
                       : axis == LIFE_AXIS_Y ? plane
                                             : column;
    const uint32_t z = axis == LIFE_AXIS_Z ? plane : row;

    if (life_storage_get (world.storage, world.cells, x, y, z) != 0)
      index = index_of (world, cells, x, y, z, i);
  }
  world.out[thread] = index;
}

/* --- On the host --- */

template <class Cells>
static cudaError_t
launch (const LifeLauncher &launcher, const ProjectedWorld &world,
    const Cells &cells)
{
  const bool bits = world.storage.layout == LIFE_LAYOUT_ROWS;
  const bool along_x = world.projection.axis == LIFE_AXIS_X;
  const uint64_t threads =
      (uint64_t) world.n_rows
      * (bits && !along_x ? world.storage.row_words : world.n_columns);

  return life_launch (launcher,
      !bits     ? project_cells<Cells>
      : along_x ? project_rows<Cells>
                : project_words<Cells>,
      dim3 ((unsigned) ((threads - 1) / THREADS + 1)), dim3 (THREADS), 0, world,
      cells);
}

static gboolean
launch_for_source (
    LifeCudaDrawer *self, const ProjectedWorld &world, GError **error)
{
  const LifeColoring &coloring = self->picture.plan.coloring;
  const LifeSampledPlane plane = { self->cuda->storage, self->cuda->present,
    LIFE_AXIS_Z, 0 };
  cudaError_t result;

  if (coloring.classes.of != LIFE_CLASS_OF_INDEX) {
    result = launch (self->cuda->launcher, world, NoIndices{});
  } else if (coloring.cells_source == LIFE_COLOR_SOURCE_HISTORY) {
    if (!life_cuda_history_count (&self->history, self->cuda, error))
      return FALSE;
    result = launch (self->cuda->launcher, world,
        CellIndices<LifeRecordedIndices>{
            life_recorded_indices (self, plane) });
  } else if (coloring.cells_source == LIFE_COLOR_SOURCE_NEIGHBORS) {
    const LifeNeighborIndices neighbors = { plane, self->cuda->engine.geometry,
      life_near_neighbors (coloring.neighbors) };
    result = launch (self->cuda->launcher, world,
        CellIndices<LifeNeighborIndices>{ neighbors });
  } else {
    typedef LifeStateIndices<LIFE_SAMPLE_INDICES> States;
    result = launch (
        self->cuda->launcher, world, CellIndices<States>{ States{ plane } });
  }
  return life_cuda_check (result, "drawing", error);
}

/* The indices of a part have room at @out. */
static gboolean
project_part (LifeCudaDrawer *self, const LifeSheetPart &part, uint8_t *out,
    GError **error)
{
  const LifeGeometry *geometry = &self->cuda->engine.geometry;
  ProjectedWorld world = { self->cuda->storage, self->cuda->present };
  guint32 n_planes;

  life_geometry_plane (
      geometry, part.axis, &world.n_columns, &world.n_rows, &n_planes);
  life_projection_init (&world.projection, &self->picture.plan.coloring.classes,
      geometry, part.axis, part.from_far != 0);
  world.out = out;
  return launch_for_source (self, world, error);
}

gboolean
life_project_on_device (
    LifeCudaDrawer *self, LifeSheetIndices *projected, GError **error)
{
  const LifeSheet *sheet = &self->picture.plan.layout.sheet;
  gsize first[LIFE_SHEET_PARTS + 1] = { 0 };

  for (guint i = 0; i < sheet->n_parts; i++)
    first[i + 1] =
        first[i] + (gsize) sheet->parts[i].columns * sheet->parts[i].rows;
  if (!life_scratch_reserve (
          &self->projected, first[sheet->n_parts], "a projection", error))
    return FALSE;
  projected->sheet = *sheet;
  projected->line =
      life_classes_far_index (&self->picture.plan.coloring.classes);
  for (guint i = 0; i < sheet->n_parts; i++) {
    uint8_t *out = (uint8_t *) self->projected.data + first[i];

    projected->parts[i] = out;
    if (!project_part (self, sheet->parts[i], out, error))
      return FALSE;
  }
  return TRUE;
}
