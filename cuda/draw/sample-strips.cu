/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many cells are alive under each pixel below zoom 1, for worlds in strips
 * (cuda/engine/strips.cuh): the cells are read once, 32 at a time.
 *
 * IDEA. A word holds a cell of each of 32 strips. A lane goes down one column of words,
 * or a few that lie under the same pixels, and adds the words up by carry-save adders:
 * counters of a few bits, kept as planes, one counter per strip. Where a pixel ends in a
 * strip, that strip's counters are taken out and added up over the lanes that share the
 * pixel; the others go on. Each strip is at another place in its pixel, so that in most
 * rows of words one or two strips have such an edge: they lie in a list, by row.
 *
 * A pixel may end within a cell. Cells at its sides are weighed by how much of them it
 * covers; a cell that an edge between rows of pixels cuts is counted apart, for both.
 *
 * COST. For pixels of 61 × 61 cells a lane adds two words per row: 16 gates and 6 other
 * instructions, and half as much for taking out counters. A world of 65536² is half a
 * GiB to read: 0.125 ms at 4.29 TB/s, and 0.07 ms of instructions. Partial sums go to
 * the L2 cache, an atomic addition per pixel, strip and part of a strip. */
#include "cuda/draw/sample-strips.h"

#include "life/draw/pixel.h"

#include <stdlib.h>

#define THREADS 256
#define WARPS (THREADS / 32)

/* Rows of words that are loaded before they are added. */
#define AHEAD 4

/* A pixel of so many whole columns takes a lane for each; wider ones take all lanes, two
 * of them for the columns that they share with the pixels beside them. */
#define MOST_LANES 32

/* An edge between rows of pixels: in @strip, before or, by @fraction, within the cell of
 * @row. */
struct StripEdge {
  uint32_t row;
  uint16_t strip, fraction;
};

struct StripCounting {
  LifeStrips strips;
  const uint32_t *cells;
  uint32_t bits;                 /* of a state */
  const int64_t *columns, *rows; /* LifeMapping.edges */
  uint32_t fraction_bits;
  const StripEdge *edges;
  uint32_t n_edges;
  uint32_t width, height;          /* of the frame */
  uint32_t first_pixel, end_pixel; /* of a row, that show anything */
  uint32_t lanes;                  /* of a pixel, a power of two */
  uint32_t chunk;                  /* rows of words that a warp goes down */
};

/* --- On the GPU --- */

/* The columns of words that a lane adds up, and how much each counts. */
struct LaneColumns {
  uint32_t first, step, n, weight;
};

template <bool fractions>
static __device__ __forceinline__ LaneColumns
find_columns (const StripCounting &counting, uint32_t pixel, uint32_t lane)
{
  const uint32_t bits = counting.fraction_bits;
  const long long limit = (long long) counting.strips.width << bits;
  const long long left =
      min (max ((long long) counting.columns[pixel], 0ll), limit);
  const long long right =
      min (max ((long long) counting.columns[pixel + 1], 0ll), limit);

  if (counting.lanes < MOST_LANES) {
    const long long column = (left >> bits) + lane % counting.lanes;
    const long long covered =
        min (right, (column + 1) << bits) - max (left, column << bits);
    return covered <= 0 ? LaneColumns{ 0, 0, 0, 0 }
                        : LaneColumns{ (uint32_t) column, 0, 1,
                            (uint32_t) (fractions ? covered : 1) };
  }

  /* The last two lanes have what lies in the pixel of the columns at its sides. */
  const uint32_t whole_lanes = fractions ? MOST_LANES - 2 : MOST_LANES;
  const uint32_t first = (uint32_t) ((left + (1ll << bits) - 1) >> bits);
  const uint32_t end = (uint32_t) (right >> bits);
  if (lane < whole_lanes)
    return { first + lane, whole_lanes,
      end > first + lane ? (end - first - lane - 1) / whole_lanes + 1 : 0,
      fractions ? 1u << bits : 1 };
  const uint32_t weight =
      (uint32_t) (lane == whole_lanes ? ((long long) first << bits) - left
                                      : right - ((long long) end << bits));
  return { lane == whole_lanes ? first - 1 : end, 0, weight > 0 ? 1u : 0,
    weight };
}

/* The row of pixels in which strip @strip lies just above its row @row; -1, or the
 * height of the frame: in none. */
static __device__ __forceinline__ int
find_pixel_row (const StripCounting &counting, uint32_t strip, uint32_t row)
{
  const long long line =
      (long long) (life_strip_start (counting.strips.height, strip) + row)
      << counting.fraction_bits;
  int low = -1, high = (int) counting.height;

  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (counting.rows[middle] < line)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* The first edge that does not lie above row @row. */
static __device__ __forceinline__ uint32_t
find_edge (const StripCounting &counting, uint32_t row)
{
  uint32_t low = 0, high = counting.n_edges;

  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (counting.edges[middle].row < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The sum over the lanes of a pixel, in the first of them. */
static __device__ __forceinline__ uint32_t
add_lanes (uint32_t value, uint32_t lanes)
{
#if __CUDA_ARCH__ >= 800
  if (lanes == 32)
    return __reduce_add_sync (~0u, value);
#endif
  for (uint32_t distance = lanes / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync (~0u, value, distance);
  return value;
}

/* Adds bits to counters. */
template <int PLANES, int from = 0>
static __device__ __forceinline__ void
add_bits (uint32_t (&planes)[PLANES], uint32_t carry)
{
#pragma unroll
  for (int k = from; k < PLANES; k++) {
    const uint32_t plane = planes[k];
    planes[k] = plane ^ carry;
    carry &= plane;
  }
}

template <int PLANES>
static __device__ __forceinline__ void
add_two (uint32_t (&planes)[PLANES], uint32_t a, uint32_t b)
{
  const uint32_t plane = planes[0];

  planes[0] = plane ^ a ^ b;
  add_bits<PLANES, 1> (planes, (plane & a) | (plane & b) | (a & b));
}

/* A lane's counters, and where they go. */
template <int PLANES, class Sum, bool fractions> struct StripCounter {
  const StripCounting &counting;
  Sum *sums;
  uint32_t pixel, weight;
  bool leads; /* adds to the pixel's sum for its lanes */
  uint32_t planes[PLANES];
  int pixel_row; /* of strip @lane, as find_pixel_row() */

  __device__ __forceinline__ void
  add_to_pixel (int row, Sum value)
  {
    if (leads && value > 0)
      atomicAdd (&sums[(size_t) row * counting.width + pixel], value);
  }

  /* Strip @strip gets to the next row of pixels; @alive of the lane's cells are cut by
   * the edge, at @fraction of them. */
  __device__ __forceinline__ void
  take (uint32_t strip, uint32_t alive, uint32_t fraction)
  {
    const int row = __shfl_sync (~0u, pixel_row, strip);
    const uint32_t whole = 1u << counting.fraction_bits;
    uint32_t count = 0;

#pragma unroll
    for (int k = 0; k < PLANES; k++) {
      count |= (planes[k] >> strip & 1) << k;
      planes[k] &= ~(1u << strip);
    }
    count = add_lanes (count * weight, counting.lanes);
    if (fractions)
      alive = add_lanes (alive * weight, counting.lanes);
    if (row >= 0 && row < (int) counting.height)
      add_to_pixel (row, fractions
                             ? (Sum) count * whole + (Sum) alive * fraction
                             : (Sum) count);
    if (fractions && fraction > 0 && row + 1 < (int) counting.height)
      add_to_pixel (row + 1, (Sum) alive * (whole - fraction));
    if (threadIdx.x % 32 == strip)
      pixel_row++;
  }
};

/* Words of one row, whatever the state. */
static __device__ __forceinline__ uint32_t
load_word (const StripCounting &counting, uint32_t row, uint32_t column)
{
  const uint32_t *word =
      counting.cells + (size_t) row * counting.strips.stride + column;
  uint32_t cells = *word;

  for (uint32_t bit = 1; bit < counting.bits; bit++)
    cells |= word[bit * counting.strips.plane];
  return row + 1 == counting.strips.rows ? cells & counting.strips.last_row
                                         : cells;
}

/* The lane's columns of a row of words: one, two, or as many as there are. */
template <int COLUMNS> struct LaneWords {
  uint32_t words[COLUMNS > 0 ? COLUMNS : 1];

  __device__ __forceinline__ void
  load (const StripCounting &counting, const LaneColumns &columns, uint32_t row,
      uint32_t end)
  {
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      words[i] = i < columns.n && row < end ? load_word (
                     counting, row, columns.first + i * columns.step)
                                            : 0;
  }
};

/* Counts the cells of @row that are alive in strip @strip. */
template <int COLUMNS>
static __device__ __forceinline__ uint32_t
count_cut (const StripCounting &counting, const LaneColumns &columns,
    const LaneWords<COLUMNS> &now, uint32_t row, uint32_t strip)
{
  uint32_t alive = 0;

#pragma unroll
  for (int i = 0; i < COLUMNS; i++)
    alive += now.words[i] >> strip & 1;
  for (uint32_t i = 0; COLUMNS == 0 && i < columns.n; i++)
    alive +=
        load_word (counting, row, columns.first + i * columns.step) >> strip
        & 1;
  return alive;
}

template <int PLANES, int COLUMNS>
static __device__ __forceinline__ void
add_row (const StripCounting &counting, const LaneColumns &columns,
    const LaneWords<COLUMNS> &now, uint32_t row, uint32_t keep,
    uint32_t (&planes)[PLANES])
{
  if (COLUMNS == 1)
    add_bits (planes, now.words[0] & keep);
  if (COLUMNS == 2)
    add_two (planes, now.words[0] & keep, now.words[1] & keep);
  if (COLUMNS > 0)
    return;
  uint32_t i = 0;
#pragma unroll 2
  for (; i + 2 <= columns.n; i += 2) {
    const uint32_t column = columns.first + i * columns.step;
    const uint32_t a = load_word (counting, row, column);
    const uint32_t b = load_word (counting, row, column + columns.step);
    add_two (planes, a & keep, b & keep);
  }
  if (i < columns.n)
    add_bits (planes,
        load_word (counting, row, columns.first + i * columns.step) & keep);
}

template <int PLANES, int COLUMNS, class Sum, bool fractions>
static __global__ void
__launch_bounds__ (THREADS) strip_count_kernel (
    const __grid_constant__ StripCounting counting, Sum *sums)
{
  const uint32_t lane = threadIdx.x % 32;
  const uint32_t per_warp = 32 / counting.lanes;
  const uint32_t warp = blockIdx.x * WARPS + threadIdx.x / 32;
  const uint32_t pixel =
      counting.first_pixel + warp * per_warp + lane / counting.lanes;
  const uint32_t first = blockIdx.y * counting.chunk;
  const uint32_t end = min (first + counting.chunk, counting.strips.rows);
  const bool shown = pixel < counting.end_pixel;
  LaneColumns columns = { 0, 0, 0, 0 };
  LaneWords<COLUMNS> words[AHEAD];

  if (shown)
    columns = find_columns<fractions> (counting, pixel, lane);
  StripCounter<PLANES, Sum, fractions> counter = { counting, sums, pixel,
    columns.weight, shown && lane % counting.lanes == 0, {},
    find_pixel_row (counting, lane, first) };
  uint32_t i = find_edge (counting, first);
  StripEdge edge =
      i < counting.n_edges ? counting.edges[i] : StripEdge{ ~0u, 0, 0 };

  life_launch_wait ();
#pragma unroll
  for (int ahead = 0; ahead < AHEAD; ahead++)
    words[ahead].load (counting, columns, first + ahead, end);
#pragma unroll 1
  for (uint32_t row = first; row < end; row++) {
    const LaneWords<COLUMNS> now = words[0];
    uint32_t keep = ~0u;

#pragma unroll
    for (int ahead = 1; ahead < AHEAD; ahead++)
      words[ahead - 1] = words[ahead];
    words[AHEAD - 1].load (counting, columns, row + AHEAD, end);
    while (edge.row == row) {
      uint32_t alive = 0;
      if (fractions && edge.fraction > 0) {
        alive = count_cut (counting, columns, now, row, edge.strip);
        keep &= ~(1u << edge.strip);
      }
      counter.take (edge.strip, alive, edge.fraction);
      i++;
      edge = i < counting.n_edges ? counting.edges[i] : StripEdge{ ~0u, 0, 0 };
    }
    add_row (counting, columns, now, row, keep, counter.planes);
  }
  for (uint32_t strip = 0; strip < 32; strip++)
    counter.take (strip, 0, 0);
}

/* Sums become indices, and 0 for the next frame. */
template <class Sum>
static __global__ void
__launch_bounds__ (THREADS)
    index_kernel (Sum *sums, const __grid_constant__ StripCounting counting,
        uint64_t whole_total, const uint64_t *least, uint8_t *indices)
{
  const uint64_t i = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint32_t x = (uint32_t) (i % counting.width);
  const uint32_t y = (uint32_t) (i / counting.width);

  life_launch_wait ();
  if (y >= counting.height)
    return;
  const uint64_t total =
      whole_total > 0
          ? whole_total
          : (uint64_t) (counting.columns[x + 1] - counting.columns[x])
                * (uint64_t) (counting.rows[y + 1] - counting.rows[y]);
  const Sum sum = sums[i];
  const uint32_t shift = whole_total > 0 ? 2 * counting.fraction_bits : 0;
  indices[i] = sum == 0 ? 0
               : least != NULL
                   ? life_pixel_density (least, (uint64_t) sum << shift)
                   : life_pixel_coverage (sum, total, 255.0 / total);
  if (sum > 0)
    sums[i] = 0;
}

/* --- On the host --- */

static int
compare_edges (const void *a, const void *b)
{
  const StripEdge *left = (const StripEdge *) a;
  const StripEdge *right = (const StripEdge *) b;

  return left->row != right->row ? (left->row < right->row ? -1 : 1)
                                 : (int) left->strip - right->strip;
}

/* All edges between rows of pixels that lie in the world; returns how many. */
static uint32_t
list_edges (const LifeMapping *rows, StripEdge *edges)
{
  uint32_t n = 0;

  for (guint i = 0; i <= rows->n_pixels; i++) {
    const gint64 edge = rows->edges[i], line = edge >> rows->fraction_bits;
    if (edge < 0 || line >= rows->n_cells)
      continue;
    const uint32_t strip = life_strip_of (rows->n_cells, (uint32_t) line);
    edges[n++] = { (uint32_t) line - life_strip_start (rows->n_cells, strip),
      (uint16_t) strip, (uint16_t) (edge - (line << rows->fraction_bits)) };
  }
  qsort (edges, n, sizeof *edges, compare_edges);
  return n;
}

static gboolean
prepare_edges (LifeStripCounts *self, const LifeLauncher &launcher,
    const LifeAxisMapping &rows, GError **error)
{
  if (self->n_edges > 0 && self->version == rows.version)
    return TRUE;
  const gsize most = (rows.mapping.n_pixels + (gsize) 1) * sizeof (StripEdge);
  g_autofree StripEdge *edges = (StripEdge *) g_malloc (most);
  self->n_edges = list_edges (&rows.mapping, edges);
  self->version = rows.version;
  return life_scratch_reserve (&self->edges, most, "a view", error)
         && life_cuda_check (cudaMemcpyAsync (self->edges.data, edges,
                                 self->n_edges * sizeof (StripEdge),
                                 cudaMemcpyHostToDevice, launcher.stream),
             "preparing a view", error);
}

/* Sums are 0 between frames. */
static gboolean
prepare_sums (LifeStripCounts *self, const LifeLauncher &launcher, gsize bytes,
    GError **error)
{
  return bytes <= self->sums.bytes
         || (life_scratch_reserve (&self->sums, bytes, "a picture", error)
             && life_cuda_check (cudaMemsetAsync (self->sums.data, 0,
                                     self->sums.bytes, launcher.stream),
                 "preparing a picture", error));
}

/* The pixels of a row of the frame that show any cell. */
static void
find_shown (const LifeMapping *columns, uint32_t *first, uint32_t *end)
{
  const gint64 limit = (gint64) columns->n_cells << columns->fraction_bits;

  *first = 0;
  *end = columns->n_pixels;
  while (*first < *end && columns->edges[*first + 1] <= 0)
    (*first)++;
  while (*end > *first && columns->edges[*end - 1] >= limit)
    (*end)--;
}

/* Enough lanes for the columns of a pixel, with those that it shares. */
static uint32_t
choose_lanes (double side, bool fractions)
{
  const double most = fractions ? side + 2 : side;
  uint32_t lanes = 1;

  while (lanes < MOST_LANES && lanes < most)
    lanes *= 2;
  return lanes;
}

template <int PLANES, int COLUMNS, class Sum, bool fractions>
static cudaError_t
launch_count (const LifeLauncher &launcher, StripCounting &counting, Sum *sums,
    double side)
{
  const uint32_t pixels = counting.end_pixel - counting.first_pixel;
  const uint32_t warps = (pixels * counting.lanes + 31) / 32;
  const uint32_t wanted = 48 * launcher.multiprocessors;
  const uint32_t rows = counting.strips.rows;
  const double most_per_row = COLUMNS > 0 ? COLUMNS : side / 30 + 1;
  const double most_rows = ((1u << PLANES) - 1) / most_per_row;
  uint32_t chunks = MIN (wanted / warps + 1, rows / 16 + 1);

  /* Counters hold the rows of a pixel, or all rows that a warp goes down. */
  if (side + 1 > most_rows)
    chunks = MAX (chunks, (uint32_t) (rows / most_rows) + 1);
  counting.chunk = (rows - 1) / chunks + 1;
  return life_launch_dependent (launcher,
      strip_count_kernel<PLANES, COLUMNS, Sum, fractions>,
      dim3 ((warps - 1) / WARPS + 1, (rows - 1) / counting.chunk + 1),
      dim3 (THREADS), 0, counting, sums);
}

template <class Sum, bool fractions>
static cudaError_t
launch_all (const LifeLauncher &launcher, StripCounting &counting, Sum *sums,
    double side, uint64_t whole_total, const uint64_t *least, uint8_t *indices)
{
  const uint64_t pixels = (uint64_t) counting.width * counting.height;
  const dim3 blocks ((unsigned) ((pixels - 1) / THREADS + 1));
  cudaError_t result = cudaSuccess;

  counting.lanes = choose_lanes (side, fractions);
  if (counting.first_pixel == counting.end_pixel)
    ; /* All of the frame lies beside the world. */
  else if (counting.lanes <= 8)
    result =
        launch_count<4, 1, Sum, fractions> (launcher, counting, sums, side);
  else if (counting.lanes < 32 || side <= (fractions ? 30 : 32))
    result =
        launch_count<6, 1, Sum, fractions> (launcher, counting, sums, side);
  else if (side <= (fractions ? 60 : 64))
    result =
        launch_count<8, 2, Sum, fractions> (launcher, counting, sums, side);
  else if (side <= 300)
    result =
        launch_count<12, 0, Sum, fractions> (launcher, counting, sums, side);
  else
    result =
        launch_count<17, 0, Sum, fractions> (launcher, counting, sums, side);
  return result != cudaSuccess ? result
                               : life_launch_dependent (launcher,
                                   index_kernel<Sum>, blocks, dim3 (THREADS), 0,
                                   sums, counting, whole_total, least, indices);
}

gboolean
life_strip_counts_can_sample (const LifeSampledPlane &plane, gdouble zoom)
{
  return plane.storage.layout == LIFE_LAYOUT_STRIPS && plane.axis == LIFE_AXIS_Z
         && zoom >= 1.0 / LIFE_STRIP_COUNTS_MAX_SIDE;
}

gboolean
life_strip_counts_sample (LifeStripCounts *self, const LifeLauncher &launcher,
    const LifeSampledPlane &plane, const LifeAxisMapping &columns,
    const LifeAxisMapping &rows, const uint64_t *least, uint8_t *indices,
    GError **error)
{
  const LifeMapping *across = &columns.mapping, *down = &rows.mapping;
  const gsize pixels = (gsize) across->n_pixels * down->n_pixels;
  const guint64 whole = life_mapping_whole_inverse (columns.zoom);
  const double side = 1 / columns.zoom;
  const bool wide = whole == 0 && side >= 250;
  StripCounting counting = { life_storage_strips (&plane.storage), plane.cells,
    plane.storage.bits, (const int64_t *) columns.table.data,
    (const int64_t *) rows.table.data, across->fraction_bits };
  cudaError_t result;

  if (!prepare_edges (self, launcher, rows, error)
      || !prepare_sums (self, launcher,
          pixels * (wide ? sizeof (uint64_t) : sizeof (uint32_t)), error))
    return FALSE;
  counting.edges = (const StripEdge *) self->edges.data;
  counting.n_edges = self->n_edges;
  counting.width = across->n_pixels;
  counting.height = down->n_pixels;
  find_shown (across, &counting.first_pixel, &counting.end_pixel);
  if (whole > 0)
    result = launch_all<uint32_t, false> (launcher, counting,
        (uint32_t *) self->sums.data, side, whole * whole, least, indices);
  else if (wide)
    result = launch_all<unsigned long long, true> (launcher, counting,
        (unsigned long long *) self->sums.data, side, 0, least, indices);
  else
    result = launch_all<uint32_t, true> (launcher, counting,
        (uint32_t *) self->sums.data, side, 0, least, indices);
  return life_cuda_check (result, "drawing", error);
}

void
life_strip_counts_clear (LifeStripCounts *self)
{
  life_scratch_release (&self->edges);
  life_scratch_release (&self->sums);
}
