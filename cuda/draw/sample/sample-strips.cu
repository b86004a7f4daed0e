/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many cells are alive under each pixel below zoom 1, for worlds in strips
 * (cuda/engine/strips.cuh): the cells are read once, 32 at a time.
 *
 * IDEA. A word holds a cell of each of 32 strips. The columns of words under a pixel are
 * shared out among a few lanes, eight to each. Going down its columns, a lane adds the
 * words of a row up by carry-save adders, and their sum to counters stored as planes of
 * bits, one counter per strip. Where a pixel ends in a strip, that strip's counters are
 * taken out and added up over the lanes that share the pixel; the others go on. Each
 * strip is at another position in its pixel, so that in most rows of words one or two strips
 * have such an edge: they lie in a list, by row.
 *
 * A pixel may end within a cell. Cells at its sides are weighed by how much of them it
 * covers; a cell that an edge between rows of pixels cuts is counted apart, for both.
 *
 * COST. For pixels of 61 × 61 cells a lane adds eight words in 28 gates, and takes
 * counters out once in a row and a half, 40 instructions for four pixels. A world of
 * 65536² is half a GiB to read: 0.125 ms at 4.29 TB/s, and about as much again for a
 * step's instructions and the L1 cache, of which most hides behind it. Partial sums go to
 * the L2 cache, an atomic addition per pixel, strip and part of a strip. */
#include "cuda/draw/sample/sample-strips.h"

#include "life/draw/color/pixel.h"

#include <stdlib.h>

#define THREADS 256 /* as many as there are indices */
#define WARPS (THREADS / 32)

/* Rows of words that are loaded before they are added. */
#define AHEAD 2

/* A pixel is shared by so many lanes at most. Where pixels end within cells, two of them
 * add the columns that it shares with the neighboring pixels. */
#define MAX_LANES 32

/* Warps that count at once, for each multiprocessor, and the rows of words that one goes
 * down at least. */
#define WARPS_PER_MULTIPROCESSOR 32
#define MIN_ROWS 8

/* Blocks that turn sums into indices, for each multiprocessor. */
#define INDEX_BLOCKS 8

/* What all sums of a frame come to; 0 between frames, and @blocks likewise. */
struct StripTotal {
  unsigned long long sum;
  unsigned blocks;
};

/* An edge between rows of pixels: in @strip, before or, by @fraction, within the cell of
 * @row. The row of pixels above it is @above, -1 for the first edge. */
struct alignas (16) StripEdge
{
  uint32_t row;
  uint16_t strip, fraction;
  int32_t above;
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
  uint32_t chunk;                  /* rows of words that a warp goes down */
};

/* --- On the GPU --- */

/* The columns of words that a lane adds up: @n of them, a fixed step apart, the first of
 * which is @first; and how much each counts. */
struct LaneColumns {
  uint32_t first, n, weight;
};

/* How many lanes take whole columns, which is also the step from one of a lane's columns
 * to the next. */
template <int LANES, bool fractions> struct LaneStep {
  static const uint32_t value = fractions ? LANES - 2 : LANES;
};

template <int LANES, bool fractions>
static __device__ __forceinline__ LaneColumns
find_columns (const StripCounting &counting, uint32_t pixel, uint32_t lane)
{
  const uint32_t step = LaneStep<LANES, fractions>::value;
  const uint32_t bits = counting.fraction_bits;
  const long long limit = (long long) counting.strips.width << bits;
  const long long left =
      min (max ((long long) counting.columns[pixel], 0ll), limit);
  const long long right =
      min (max ((long long) counting.columns[pixel + 1], 0ll), limit);
  const long long first = (left + (1ll << bits) - 1) >> bits;
  const long long end = right >> bits;

  if (lane < step)
    return { (uint32_t) first + lane,
      first + lane < end ? (uint32_t) (end - first - lane - 1) / step + 1 : 0,
      fractions ? 1u << bits : 1 };

  /* Where both sides lie in one cell the first of these lanes has it. */
  const bool is_left = lane == step;
  const long long weight = first > end ? (is_left ? right - left : 0)
                           : is_left   ? (first << bits) - left
                                       : right - (end << bits);
  return { (uint32_t) (is_left ? first - 1 : end), weight > 0 ? 1u : 0,
    (uint32_t) weight };
}

/* The row of pixels in which strip @strip lies just above its row @row; -1, or the
 * height of the frame: in none. */
static __device__ __forceinline__ int
find_pixel_row (const StripCounting &counting, uint32_t strip, uint32_t row)
{
  const uint32_t height = counting.strips.height;
  const long long line =
      (long long) min (life_strip_start (height, strip) + row,
          life_strip_start (height, strip + 1))
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

/* The sum over the lanes of a pixel, in each of them. */
template <int LANES>
static __device__ __forceinline__ uint32_t
add_lanes (uint32_t value)
{
#if __CUDA_ARCH__ >= 800
  if (LANES == 32)
    return __reduce_add_sync (~0u, value);
#endif
  if constexpr (LANES > 1) {
#pragma unroll
    for (int distance = LANES / 2; distance > 0; distance /= 2)
      value += __shfl_xor_sync (~0u, value, distance);
  }
  return value;
}

/* Adds @N words of single bits to counters, from plane @from on. */
template <int from, int N, int PLANES>
static __device__ __forceinline__ void
add_words (uint32_t (&planes)[PLANES], const uint32_t (&words)[N])
{
  if constexpr (from < PLANES) {
    uint32_t carries[(N + 1) / 2];
    uint32_t sum = planes[from];

#pragma unroll
    for (int i = 0; i < N; i += 2) {
      const uint32_t a = words[i], b = i + 1 < N ? words[i + 1] : 0;
      carries[i / 2] = (sum & a) | (sum & b) | (a & b);
      sum ^= a ^ b;
    }
    planes[from] = sum;
    add_words<from + 1> (planes, carries);
  }
}

/* A lane's counters, and where they go. */
template <int PLANES, int LANES, class Sum, bool fractions>
struct StripCounter {
  const StripCounting &counting;
  Sum *sums; /* of the column of pixels */
  uint32_t weight;
  bool leads; /* adds to the pixel's sum for its lanes */
  uint32_t planes[PLANES];

  __device__ __forceinline__ void
  add_to_pixel (int row, Sum value)
  {
    if (leads && value > 0 && (uint32_t) row < counting.height)
      atomicAdd (&sums[(size_t) row * counting.width], value);
  }

  /* What strip @strip has so far goes to row @row of pixels; @alive of the lane's cells
   * are cut by the edge below that row, at @fraction of them. */
  __device__ __forceinline__ void
  add_strip (uint32_t strip, int row, uint32_t alive, uint32_t fraction)
  {
    const uint32_t whole = 1u << counting.fraction_bits;
    const uint32_t rest = ~(1u << strip);
    uint32_t count = 0;

#pragma unroll
    for (int k = PLANES - 1; k >= 0; k--) {
      count = 2 * count + (planes[k] >> strip & 1);
      planes[k] &= rest;
    }
    count = add_lanes<LANES> (fractions ? count * weight : count);
    if (!fractions) {
      add_to_pixel (row, count);
      return;
    }
    if (fraction > 0)
      alive = add_lanes<LANES> (alive * weight);
    add_to_pixel (row, (Sum) count * whole + (Sum) alive * fraction);
    if (fraction > 0)
      add_to_pixel (row + 1, (Sum) alive * (whole - fraction));
  }
};

/* Up to COLUMNS words of a lane's columns, @step apart; set where a state is not 0. */
template <int COLUMNS> struct LaneWords {
  uint32_t words[COLUMNS];

  template <int step>
  __device__ __forceinline__ void
  load (const StripCounting &counting, const uint32_t *first, uint32_t n)
  {
#pragma unroll
    for (uint32_t i = 0; i < COLUMNS; i++)
      words[i] = i < n ? first[i * step] : 0;
    for (uint32_t bit = 1; bit < counting.bits; bit++) {
      first += counting.strips.plane;
#pragma unroll
      for (uint32_t i = 0; i < COLUMNS; i++)
        words[i] |= i < n ? first[i * step] : 0;
    }
  }

  __device__ __forceinline__ void
  mask (uint32_t mask)
  {
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      words[i] &= mask;
  }

  /* How many of them have a cell alive in strip @strip. */
  __device__ __forceinline__ uint32_t
  count (uint32_t strip) const
  {
    uint32_t alive = 0;

#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
      alive += words[i] >> strip & 1;
    return alive;
  }
};

/* MANY: a lane may have more than COLUMNS columns. */
template <int PLANES, int LANES, int COLUMNS, bool MANY, class Sum,
    bool fractions>
static __global__ void
__launch_bounds__ (THREADS, 4) strip_count_kernel (
    const __grid_constant__ StripCounting counting, Sum *sums)
{
  const uint32_t step = LaneStep<LANES, fractions>::value;
  const uint32_t lane = threadIdx.x % 32;
  const uint32_t warp = blockIdx.x * WARPS + threadIdx.x / 32;
  const uint32_t pixel =
      counting.first_pixel + warp * (32 / LANES) + lane / LANES;
  const uint32_t first = blockIdx.y * counting.chunk;
  const uint32_t end = min (first + counting.chunk, counting.strips.rows);
  const size_t stride = counting.strips.stride;
  const bool shown = pixel < counting.end_pixel;
  LaneColumns columns = { 0, 0, 0 };
  LaneWords<COLUMNS> words[AHEAD];

  if (shown)
    columns = find_columns<LANES, fractions> (counting, pixel, lane % LANES);
  StripCounter<PLANES, LANES, Sum, fractions> counter = { counting,
    sums + pixel, columns.weight, shown && lane % LANES == 0, {} };
  const int last_pixel_row = find_pixel_row (counting, lane, end);
  const StripEdge *edges = counting.edges + find_edge (counting, first);
  StripEdge edge = *edges, next = *++edges;
  const uint32_t *line =
      counting.cells + (size_t) first * stride + columns.first;

  life_launch_wait ();
#pragma unroll
  for (int k = 0; k < AHEAD; k++)
    words[k].template load<step> (
        counting, line + k * stride, first + k < end ? columns.n : 0);
#pragma unroll 1
  for (uint32_t row = first; row < end; row += AHEAD) {
#pragma unroll
    for (int k = 0; k < AHEAD; k++, line += stride) {
      uint32_t mask =
          row + k + 1 == counting.strips.rows ? counting.strips.last_row : ~0u;
      if (row + k >= end)
        break;
      while (edge.row == row + k) {
        uint32_t alive = 0;
        if (fractions && edge.fraction > 0) {
          alive = words[k].count (edge.strip);
          for (uint32_t i = COLUMNS; MANY && i < columns.n; i += COLUMNS) {
            LaneWords<COLUMNS> more;
            more.template load<step> (counting, line + i * step, columns.n - i);
            alive += more.count (edge.strip);
          }
          mask &= ~(1u << edge.strip);
        }
        counter.add_strip (edge.strip, edge.above, alive, edge.fraction);
        edge = next;
        next = *++edges;
      }
      if (mask != ~0u)
        words[k].mask (mask);
      add_words<0> (counter.planes, words[k].words);
      for (uint32_t i = COLUMNS; MANY && i < columns.n; i += COLUMNS) {
        LaneWords<COLUMNS> more;
        more.template load<step> (counting, line + i * step, columns.n - i);
        more.mask (mask);
        add_words<0> (counter.planes, more.words);
      }
      words[k].template load<step> (counting, line + AHEAD * stride,
          row + k + AHEAD < end ? columns.n : 0);
    }
  }
  for (uint32_t left = __ballot_sync (
           ~0u, last_pixel_row >= 0 && last_pixel_row < (int) counting.height);
       left > 0; left &= left - 1) {
    const uint32_t strip = __ffs (left) - 1;
    counter.add_strip (strip, __shfl_sync (~0u, last_pixel_row, strip), 0, 0);
  }
}

/* What becomes of sums. */
struct StripIndexing {
  uint64_t whole_total; /* of every pixel; 0: each has its own */
  double whole_scale;   /* 255.0 / @whole_total */
  const uint64_t
      *thresholds; /* of densities (life/draw/color/density.h); NULL: means */
  uint8_t *indices;
  uint64_t *population; /* NULL, or where to write what all sums come to */
  uint32_t population_shift;
  StripTotal *total;
};

/* Adds what each thread has to the total; the last block writes the population. */
static __device__ __forceinline__ void
add_to_total (const StripIndexing &indexing, unsigned long long sum)
{
  __shared__ unsigned long long block_sum;

  if (threadIdx.x == 0)
    block_sum = 0;
  __syncthreads ();
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync (~0u, sum, distance);
  if (threadIdx.x % 32 == 0 && sum > 0)
    atomicAdd (&block_sum, sum);
  __syncthreads ();
  if (threadIdx.x > 0)
    return;
  atomicAdd (&indexing.total->sum, block_sum);
  __threadfence ();
  /* Wraps to 0 with the last block, ready for the next launch. */
  const unsigned last = gridDim.x * gridDim.y - 1;
  if (atomicInc (&indexing.total->blocks, last) == last)
    *indexing.population =
        atomicExch (&indexing.total->sum, 0) >> indexing.population_shift;
}

/* Sums become indices, and 0 for the next frame. */
template <class Sum>
static __global__ void
__launch_bounds__ (THREADS)
    index_kernel (Sum *sums, const __grid_constant__ StripCounting counting,
        const __grid_constant__ StripIndexing indexing)
{
  const uint32_t x = blockIdx.x * THREADS + threadIdx.x;
  const uint32_t density_shift =
      indexing.whole_total > 0 ? 2 * counting.fraction_bits : 0;
  unsigned long long total = 0;
  __shared__ uint64_t thresholds[256];

  life_launch_wait ();
  if (indexing.thresholds != NULL)
    thresholds[threadIdx.x] = indexing.thresholds[threadIdx.x];
  __syncthreads ();
  for (uint32_t y = blockIdx.y; x < counting.width && y < counting.height;
       y += gridDim.y) {
    const size_t i = (size_t) y * counting.width + x;
    const Sum sum = sums[i];
    if (sum == 0) {
      indexing.indices[i] = 0;
      continue;
    }
    total += sum;
    sums[i] = 0;
    if (indexing.thresholds != NULL) {
      indexing.indices[i] =
          life_pixel_density (thresholds, (uint64_t) sum << density_shift);
      continue;
    }
    const uint64_t area =
        indexing.whole_total > 0
            ? indexing.whole_total
            : (uint64_t) (counting.columns[x + 1] - counting.columns[x])
                  * (uint64_t) (counting.rows[y + 1] - counting.rows[y]);
    indexing.indices[i] = life_pixel_coverage (sum, area,
        indexing.whole_total > 0 ? indexing.whole_scale : 255.0 / area);
  }
  if (indexing.population != NULL)
    add_to_total (indexing, total);
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

/* All edges between rows of pixels that lie in the world, and behind them two that are
 * never met; returns how many, without those. */
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
      (uint16_t) strip, (uint16_t) (edge - (line << rows->fraction_bits)),
      (int32_t) i - 1 };
  }
  qsort (edges, n, sizeof *edges, compare_edges);
  edges[n] = edges[n + 1] = { G_MAXUINT32, 0, 0, 0 };
  return n;
}

static gboolean
prepare_edges (LifeStripCounts *self, const LifeLauncher &launcher,
    LifeUploadedPlan *uploaded, GError **error)
{
  const LifeMapping *rows = &uploaded->plan.rows.mapping;

  if (self->n_edges > 0 && !(uploaded->stale & LIFE_DERIVED_STRIP_EDGES))
    return TRUE;
  const gsize capacity = (rows->n_pixels + (gsize) 3) * sizeof (StripEdge);
  g_autofree StripEdge *edges = (StripEdge *) g_malloc (capacity);
  const uint32_t n_edges = list_edges (rows, edges);
  self->n_edges = 0;
  if (!life_scratch_reserve (&self->edges, capacity, "a view", error)
      || !life_cuda_check (cudaMemcpyAsync (self->edges.data, edges,
                               (n_edges + 2) * sizeof (StripEdge),
                               cudaMemcpyHostToDevice, launcher.stream),
          "preparing a view", error))
    return FALSE;
  self->n_edges = n_edges;
  uploaded->stale &= ~LIFE_DERIVED_STRIP_EDGES;
  return TRUE;
}

/* Sums and their total are 0 between frames. */
static gboolean
prepare_sums (LifeScratch *sums, const LifeLauncher &launcher, gsize bytes,
    GError **error)
{
  return bytes <= sums->bytes
         || life_scratch_reserve_cleared (
             sums, bytes, launcher.stream, "a picture", error);
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

/* A kernel for pixels of up to @max_side cells, whose counters count up to @capacity cells. */
template <class Sum> struct StripKernel {
  double max_side;
  uint32_t lanes, capacity;
  void (*kernel) (StripCounting, Sum *);
};

template <class Sum, bool fractions, int LANES, int COLUMNS, int PLANES,
    bool MANY = false>
static StripKernel<Sum>
make_kernel (double max_side)
{
  return { max_side, LANES, (1u << PLANES) - 1,
    strip_count_kernel<PLANES, LANES, COLUMNS, MANY, Sum, fractions> };
}

/* As few lanes for a pixel as have eight columns each, and counters for its rows. */
static const StripKernel<uint32_t> whole_kernels[] = {
  make_kernel<uint32_t, false, 1, 2, 3> (2),
  make_kernel<uint32_t, false, 1, 4, 5> (4),
  make_kernel<uint32_t, false, 1, 8, 7> (8),
  make_kernel<uint32_t, false, 2, 8, 8> (16),
  make_kernel<uint32_t, false, 4, 8, 9> (32),
  make_kernel<uint32_t, false, 8, 8, 9> (63),
  make_kernel<uint32_t, false, 16, 8, 11> (128),
  make_kernel<uint32_t, false, 32, 8, 12> (256),
  make_kernel<uint32_t, false, 32, 8, 17, true> (G_MAXDOUBLE),
};
static const StripKernel<uint32_t> cut_kernels[] = {
  make_kernel<uint32_t, true, 4, 1, 3> (2),
  make_kernel<uint32_t, true, 4, 2, 4> (4),
  make_kernel<uint32_t, true, 4, 4, 6> (8),
  make_kernel<uint32_t, true, 4, 8, 8> (16),
  make_kernel<uint32_t, true, 8, 8, 9> (48),
  make_kernel<uint32_t, true, 16, 8, 10> (112),
  make_kernel<uint32_t, true, 32, 8, 11> (240),
  make_kernel<uint32_t, true, 32, 8, 17, true> (G_MAXDOUBLE),
};
static const StripKernel<unsigned long long> wide_kernels[] = {
  make_kernel<unsigned long long, true, 32, 8, 17, true> (G_MAXDOUBLE),
};

template <class Sum>
static cudaError_t
launch_count (const LifeLauncher &launcher, const StripKernel<Sum> *kernels,
    StripCounting &counting, Sum *sums, double side)
{
  const StripKernel<Sum> *kernel = kernels;

  while (side > kernel->max_side)
    kernel++;
  const uint32_t pixels = counting.end_pixel - counting.first_pixel;
  const uint32_t warps = (pixels - 1) / (32 / kernel->lanes) + 1;
  const uint32_t rows = counting.strips.rows;
  const double max_rows = kernel->capacity / (side / kernel->lanes + 2);
  uint32_t chunks =
      MIN (WARPS_PER_MULTIPROCESSOR * launcher.multiprocessors / warps,
          rows / MIN_ROWS);

  /* Counters are for the rows of a pixel, or all rows that a warp goes down. */
  if (kernel->max_side == G_MAXDOUBLE)
    chunks = MAX (chunks, (uint32_t) (rows / max_rows) + 1);
  counting.chunk = (rows - 1) / MAX (chunks, 1) + 1;
  return life_launch_dependent (launcher, kernel->kernel,
      dim3 ((warps - 1) / WARPS + 1, (rows - 1) / counting.chunk + 1),
      dim3 (THREADS), 0, counting, sums);
}

template <class Sum>
static cudaError_t
launch_all (const LifeLauncher &launcher, const StripKernel<Sum> *kernels,
    StripCounting &counting, const StripIndexing &indexing, Sum *sums,
    double side)
{
  const unsigned across = (counting.width - 1) / THREADS + 1;
  const unsigned down = INDEX_BLOCKS * launcher.multiprocessors / across + 1;
  cudaError_t result = cudaSuccess;

  if (counting.first_pixel < counting.end_pixel)
    result = launch_count (launcher, kernels, counting, sums, side);
  return result != cudaSuccess
             ? result
             : life_launch_dependent (launcher, index_kernel<Sum>,
                 dim3 (across, MIN (down, counting.height)), dim3 (THREADS), 0,
                 sums, counting, indexing);
}

gboolean
life_strip_counts_can_sample (const LifeSampledPlane &plane, gdouble zoom)
{
  return plane.storage.layout == LIFE_LAYOUT_STRIPS && plane.axis == LIFE_AXIS_Z
         && zoom >= 1.0 / LIFE_STRIP_COUNTS_MAX_SIDE;
}

/* Whether the pixels of an axis show all of its cells. */
static bool
is_whole (const LifeMapping *axis)
{
  return axis->edges[0] <= 0
         && axis->edges[axis->n_pixels] >= (gint64) axis->n_cells
                                               << axis->fraction_bits;
}

gboolean
life_strip_counts_sample (LifeCudaDrawer *drawer, const LifeSampledPlane &plane,
    uint64_t *population, gboolean *counted, GError **error)
{
  LifeStripCounts *self = &drawer->strip_counts;
  LifeUploadedPlan *uploaded = &drawer->picture;
  const LifePicturePlan &plan = uploaded->plan;
  const LifeLauncher &launcher = drawer->cuda->launcher;
  const LifeMapping *across = &plan.columns.mapping;
  const LifeMapping *down = &plan.rows.mapping;
  const gsize pixels = (gsize) across->n_pixels * down->n_pixels;
  const guint64 whole = life_mapping_whole_inverse (plan.layout.view.zoom);
  const double side = 1 / plan.layout.view.zoom;
  const bool wide = whole == 0 && side >= 250;
  StripCounting counting = { life_storage_strips (&plane.storage), plane.cells,
    plane.storage.bits, (const int64_t *) uploaded->columns.data,
    (const int64_t *) uploaded->rows.data, across->fraction_bits };
  cudaError_t result;

  if (!prepare_edges (self, launcher, uploaded, error)
      || !prepare_sums (&self->sums, launcher,
          pixels * (wide ? sizeof (uint64_t) : sizeof (uint32_t)), error)
      || !prepare_sums (&self->total, launcher, sizeof (StripTotal), error))
    return FALSE;
  counting.edges = (const StripEdge *) self->edges.data;
  counting.n_edges = self->n_edges;
  counting.width = across->n_pixels;
  counting.height = down->n_pixels;
  find_shown (across, &counting.first_pixel, &counting.end_pixel);
  *counted = population != NULL && is_whole (across) && is_whole (down);
  const StripIndexing indexing = { whole * whole, 255.0 / (whole * whole),
    life_uploaded_plan_thresholds (*uploaded), (uint8_t *) drawer->samples.data,
    *counted ? population : NULL, whole > 0 ? 0 : 2 * across->fraction_bits,
    (StripTotal *) self->total.data };
  if (whole > 0)
    result = launch_all (launcher, whole_kernels, counting, indexing,
        (uint32_t *) self->sums.data, side);
  else if (wide)
    result = launch_all (launcher, wide_kernels, counting, indexing,
        (unsigned long long *) self->sums.data, side);
  else
    result = launch_all (launcher, cut_kernels, counting, indexing,
        (uint32_t *) self->sums.data, side);
  return life_cuda_check (result, "drawing", error);
}

void
life_strip_counts_clear (LifeStripCounts *self)
{
  life_scratch_release (&self->edges);
  life_scratch_release (&self->sums);
  life_scratch_release (&self->total);
  self->n_edges = 0;
}
