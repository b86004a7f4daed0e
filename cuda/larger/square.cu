/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life in a square (Moore), by sliding sums.
 *
 * Idea: a warp sweeps a strip of 512 columns down, a lane 16 of them. The sum of the
 * 2 r + 1 cells of a column is the one before, plus the cell that comes, less the one
 * that goes: one addition for four byte sums. Across: up to r = 5, where all counts
 * are below 128, a count is the sum of 2 r + 1 columns, found by doubling in the lane's
 * registers and four words of the lanes next to it; the steps are constant when compiled.
 * Beyond, the sums of columns are added up along the row, by a scan over the lanes and
 * in shared memory, and a count is the difference of two of these: no radius takes more
 * than another.
 * Layout: a byte per cell, its state; sums are bytes, or two of 16 bits per word.
 * Halo: the lanes at a strip's ends hold what is next to it, 1 lane up to r = 15 and 4 at
 * 50; 2 r rows above a sweep. Neither is read from the world's halo: coordinates wrap.
 * Rows come by cp.async, four ahead of time. For small r they stay in shared memory as
 * they are until they go; for others a bit per cell stays there.
 * Bytes per cell: 1 read, 1 written; with more than two states from r = 6 on 2 read.
 * Operations per cell: about 5 for r = 5, 12 beyond.
 * Source: sliding sums are the box filter's of every image library; the scan is
 * Hillis and Steele's. */
#include "cuda/larger/larger.cuh"

#include <cuda_pipeline_primitives.h>

#define WARPS 4
#define THREADS (WARPS * 32)
#define LINE 512 /* cells of a strip */
#define AHEAD 4  /* rows */
#define MAX_IN_BYTES 5

/* --- Rows on their way --- */

/* All but the newest rows have arrived, AHEAD - 1 of them. */
static __device__ __forceinline__ void
wait_for_copies ()
{
  __pipeline_wait_prior (AHEAD - 1);
}

/* What a lane takes of every row, and where it puts that. */
struct Source {
  const LifeBytesPass &pass;
  LifeLargerColumns columns;
  int64_t y;    /* the next row as it is met */
  int64_t next; /* the same, before it is wrapped */

  __device__ __forceinline__
  Source (const LifeBytesPass &bytes, int64_t x, int64_t first)
      : pass (bytes), columns (life_larger_columns (bytes, x, LIFE_GROUP)),
        y (life_larger_row (bytes, first)), next (first)
  {
  }

  /* Begins to copy the lane's cells of the next row. */
  __device__ __forceinline__ void
  fetch (uint4 *to)
  {
    const uint8_t *row = pass.from + y * pass.row;

    if (y < 0 || columns.fit == LIFE_LARGER_DEAD) {
      *to = make_uint4 (0, 0, 0, 0);
    } else if (columns.fit == LIFE_LARGER_WHOLE) {
      __pipeline_memcpy_async (to, row + columns.x, sizeof *to);
    } else {
      const int64_t x = columns.x;
      *to =
          make_uint4 (life_larger_load_ragged (row, x, pass.width, pass.torus),
              life_larger_load_ragged (row, x + 4, pass.width, pass.torus),
              life_larger_load_ragged (row, x + 8, pass.width, pass.torus),
              life_larger_load_ragged (row, x + 12, pass.width, pass.torus));
    }
    __pipeline_commit ();
    next++;
    y = life_larger_next_row (pass, y, next);
  }
};

/* Where this warp works. */
struct SquareSweep {
  bool any;
  int64_t x; /* of the lane's first cell */
  uint32_t y, rows;
};

static __device__ __forceinline__ SquareSweep
find_sweep (const LifeLargerPass &pass, uint32_t halo_lanes)
{
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t across = (pass.strips - 1) / WARPS + 1;
  const uint32_t strip = blockIdx.x % across * WARPS + warp;
  const uint32_t y = blockIdx.x / across * pass.rows;
  const int64_t core = LINE - 2 * halo_lanes * LIFE_GROUP;
  const int64_t x = strip * core + ((int64_t) lane - halo_lanes) * LIFE_GROUP;

  return { strip < pass.strips, x, y, min (pass.rows, pass.bytes.height - y) };
}

/* Whether a lane writes what becomes of its cells. */
static __device__ __forceinline__ bool
is_writer (
    const LifeLargerPass &pass, const SquareSweep &sweep, uint32_t halo_lanes)
{
  const uint32_t lane = threadIdx.x % 32;

  return lane >= halo_lanes && lane < 32 - halo_lanes
         && sweep.x < pass.bytes.width;
}

/* --- Small squares --- */

/* What four words of a lane are with two of the lanes on either side. */
#define SPAN 8

/* Words @first + 4 … of @words, moved down by @bytes. */
template <int bytes>
static __device__ __forceinline__ uint32_t
moved (const uint32_t (&words)[SPAN], int word)
{
  const int at = word + bytes / 4;
  const uint32_t low = at < SPAN ? words[at] : 0;
  const uint32_t high = at + 1 < SPAN ? words[at + 1] : 0;

  return bytes % 4 == 0 ? low : __funnelshift_r (low, high, 8 * (bytes % 4));
}

/* Sums of @width columns side by side, at the first of them. */
template <int width> struct Windows {
  static __device__ __forceinline__ void
  find (const uint32_t (&columns)[SPAN], uint32_t (&sums)[SPAN])
  {
    uint32_t half[SPAN];

    Windows<width / 2>::find (columns, half);
#pragma unroll
    for (int i = 0; i < SPAN; i++)
      sums[i] = half[i] + moved<width / 2> (half, i)
                + (width % 2 ? moved<width - 1> (columns, i) : 0);
  }
};

template <> struct Windows<1> {
  static __device__ __forceinline__ void
  find (const uint32_t (&columns)[SPAN], uint32_t (&sums)[SPAN])
  {
#pragma unroll
    for (int i = 0; i < SPAN; i++)
      sums[i] = columns[i];
  }
};

template <int radius, bool two_states>
static __device__ __forceinline__ LifeGroup
next_small (const LifeGroup &cells, const uint32_t (&own)[4],
    const LifeLargerEnds &ends, uint32_t states)
{
  uint32_t columns[SPAN], windows[SPAN];
  LifeGroup next;

#pragma unroll
  for (int i = 0; i < 4; i++)
    columns[i + 2] = own[i];
  columns[0] = radius > 4 ? __shfl_up_sync (~0u, own[2], 1) : 0;
  columns[1] = __shfl_up_sync (~0u, own[3], 1);
  columns[6] = __shfl_down_sync (~0u, own[0], 1);
  columns[7] = radius > 4 ? __shfl_down_sync (~0u, own[1], 1) : 0;
  Windows<radius>::find (columns, windows);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t counts = moved<8 - radius> (windows, i)
                            + moved<8> (windows, i)
                            + moved<8 + radius> (columns, i);
    const uint32_t alive = life_larger_in_range<8> (
        ends, life_larger_mask<two_states> (cells.words[i]), counts);
    next.words[i] =
        life_larger_states<two_states> (cells.words[i], alive >> 7, states);
  }
  return next;
}

static __host__ __device__ constexpr uint32_t
small_slots (uint32_t radius)
{
  return 2 * radius + 1 + AHEAD;
}

template <int radius, bool two_states>
static __global__ void
__launch_bounds__ (THREADS)
    small_kernel (const __grid_constant__ LifeLargerPass pass)
{
  extern __shared__ uint4 shared[];
  const uint32_t slots = small_slots (radius);
  uint4 *const ring = shared + threadIdx.x / 32 * slots * 32 + threadIdx.x % 32;
  uint4 *const end = ring + slots * 32;
  const SquareSweep sweep = find_sweep (pass, 1);
  const LifeLargerEnds ends = life_larger_ends<8> (pass.rule);
  const bool writes = is_writer (pass, sweep, 1);
  uint32_t sums[4] = {};

  life_launch_wait ();
  if (!sweep.any)
    return;
  Source source (pass.bytes, sweep.x, (int64_t) sweep.y - radius);
  /* What goes before anything came is dead. */
  for (uint32_t i = 0; i < slots; i++)
    ring[i * 32] = make_uint4 (0, 0, 0, 0);
#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    source.fetch (ring + i * 32);

  uint4 *comes = ring, *goes = ring + AHEAD * 32;
  uint4 *middle = ring + (slots - radius) * 32;
  const int64_t steps = (int64_t) sweep.rows + 2 * radius;
  for (int64_t i = 0; i < steps; i++) {
    wait_for_copies ();
    const LifeGroup newest = life_group_load ((const uint8_t *) comes);
    const LifeGroup oldest = life_group_load ((const uint8_t *) goes);
#pragma unroll
    for (int word = 0; word < 4; word++)
      sums[word] += life_larger_alive<two_states> (newest.words[word])
                    - life_larger_alive<two_states> (oldest.words[word]);
    source.fetch (goes);
    if (i >= 2 * radius) {
      const LifeGroup next = next_small<radius, two_states> (
          life_group_load ((const uint8_t *) middle), sums, ends,
          pass.rule.states);
      if (writes)
        life_group_store<false> (pass.bytes, (uint32_t) sweep.x,
            (uint32_t) (sweep.y + i - 2 * radius), 0, next);
    }
    comes = comes + 32 == end ? ring : comes + 32;
    goes = goes + 32 == end ? ring : goes + 32;
    middle = middle + 32 == end ? ring : middle + 32;
  }
}

/* --- Large squares --- */

/* The sums along a row lie as groups of 8, even ones and odd ones apart, so that what
 * the lanes read at once are side by side. Some groups beyond the ends are read and
 * not used. */
#define MARGIN_GROUPS 4
#define GROUPS (32 + 2 * MARGIN_GROUPS)

struct Large {
  uint4 ahead[AHEAD][32];
  uint4 sums[2][2][GROUPS];
  /* Behind it lie the bits of 2 radius + 2 rows, 16 a lane. */
};

static __device__ __forceinline__ uint32_t
bits_of (uint32_t alive)
{
  return alive * 0x10204080u >> 28;
}

static __device__ __forceinline__ uint32_t
cells_of (uint32_t bits, int word)
{
  return (bits >> 4 * word & 0xf) * 0x00204081 & 0x01010101;
}

/* Sixteen cells of group @at, of 8, and on. */
static __device__ __forceinline__ void
load_sums (const uint4 (&sums)[2][GROUPS], int at, uint32_t (&words)[12])
{
#pragma unroll
  for (int i = 0; i < 3; i++) {
    const int group = at + i + 2 * MARGIN_GROUPS;
    const uint4 loaded = sums[group & 1][group >> 1];
    words[4 * i] = loaded.x;
    words[4 * i + 1] = loaded.y;
    words[4 * i + 2] = loaded.z;
    words[4 * i + 3] = loaded.w;
  }
}

template <int cells>
static __device__ __forceinline__ uint32_t
sums_at (const uint32_t (&words)[12], int pair)
{
  const int at = pair + cells / 2;

  return cells % 2 == 0 ? words[at]
                        : __funnelshift_r (words[at], words[at + 1], 16);
}

template <int right>
static __device__ __forceinline__ void
subtract (const uint32_t (&high)[12], const uint32_t (&low)[12],
    uint32_t (&counts)[8])
{
#pragma unroll
  for (int i = 0; i < 8; i++)
    counts[i] = sums_at<right> (high, i) - sums_at<7 - right> (low, i);
}

/* Counts of 16 cells, two a word. All lanes take the same way. */
static __device__ __forceinline__ void
find_counts (const uint4 (&sums)[2][GROUPS], int radius, uint32_t (&counts)[8])
{
  const int group = 2 * (threadIdx.x % 32);
  uint32_t high[12], low[12];

  load_sums (sums, group + radius / 8, high);
  load_sums (sums, group - radius / 8 - 1, low);
  switch (radius % 8) {
    case 0:
      subtract<0> (high, low, counts);
      break;
    case 1:
      subtract<1> (high, low, counts);
      break;
    case 2:
      subtract<2> (high, low, counts);
      break;
    case 3:
      subtract<3> (high, low, counts);
      break;
    case 4:
      subtract<4> (high, low, counts);
      break;
    case 5:
      subtract<5> (high, low, counts);
      break;
    case 6:
      subtract<6> (high, low, counts);
      break;
    default:
      subtract<7> (high, low, counts);
      break;
  }
}

/* Adds columns up along the row: each sum has all columns of the strip up to its own,
 * 512 × 101 at most. */
static __device__ __forceinline__ void
add_up_row (const uint32_t (&columns)[4], uint4 (&sums)[2][GROUPS])
{
  const uint32_t lane = threadIdx.x % 32;
  uint32_t own = 0, before, words[8];

#pragma unroll
  for (int i = 0; i < 4; i++)
    own = __dp4a (columns[i], 0x01010101u, own);
  before = own;
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const uint32_t other = __shfl_up_sync (~0u, before, distance);
    before += lane >= distance ? other : 0;
  }
  before = (before - own) * 0x10001;
#pragma unroll
  for (int i = 0; i < 8; i++) {
    const uint32_t pair =
        __byte_perm (columns[i / 2], 0, i % 2 ? 0x4342 : 0x4140);
    words[i] = pair * 0x10001 + before;
    before = __byte_perm (words[i], 0, 0x3232);
  }
  sums[0][MARGIN_GROUPS + lane] =
      make_uint4 (words[0], words[1], words[2], words[3]);
  sums[1][MARGIN_GROUPS + lane] =
      make_uint4 (words[4], words[5], words[6], words[7]);
}

/* The lane's cells of row @y, which are in the world in part at least. */
static __device__ __forceinline__ LifeGroup
load_states (
    const LifeBytesPass &pass, const LifeLargerColumns &columns, uint32_t y)
{
  const uint8_t *row = pass.from + y * pass.row;
  LifeGroup cells;

  if (columns.fit == LIFE_LARGER_WHOLE)
    return life_group_load (row + columns.x);
#pragma unroll
  for (int i = 0; i < 4; i++)
    cells.words[i] = life_larger_load_ragged (
        row, columns.x + 4 * i, pass.width, pass.torus);
  return cells;
}

static __host__ __device__ __forceinline__ uint32_t
large_bytes (uint32_t radius)
{
  return (uint32_t) sizeof (Large) + (2 * radius + 2) * 64;
}

static __host__ __device__ __forceinline__ uint32_t
large_halo (uint32_t radius)
{
  return radius / LIFE_GROUP + 1;
}

template <bool two_states>
static __global__ void
__launch_bounds__ (THREADS)
    large_kernel (const __grid_constant__ LifeLargerPass pass)
{
  extern __shared__ uint4 shared[];
  const int radius = (int) pass.rule.radius, slots = 2 * radius + 2;
  const uint32_t lane = threadIdx.x % 32, halo = large_halo (radius);
  uint8_t *const mine =
      (uint8_t *) shared + threadIdx.x / 32 * large_bytes (radius);
  Large &room = *(Large *) mine;
  uint16_t *const bits = (uint16_t *) (mine + sizeof (Large)) + lane;
  const SquareSweep sweep = find_sweep (pass, halo);
  const LifeLargerEnds ends = life_larger_ends<16> (pass.rule);
  const bool writes = is_writer (pass, sweep, halo);
  uint32_t columns[4] = {};

  life_launch_wait ();
  if (!sweep.any)
    return;
  Source source (pass.bytes, sweep.x, (int64_t) sweep.y - radius);
  for (int i = 0; i < slots; i++)
    bits[i * 32] = 0;
#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    source.fetch (&room.ahead[i][lane]);

  /* Of the slots, that of the newest row is written before the oldest is read. */
  int comes = 0, goes = 1, middle = slots - radius;
  const int64_t steps = (int64_t) sweep.rows + 2 * radius;
  for (int64_t i = 0; i < steps; i++) {
    const bool whole = i >= 2 * radius;
    const uint32_t y = (uint32_t) (sweep.y + i - 2 * radius);
    LifeGroup states = {};
    if (!two_states && whole && writes)
      states = load_states (pass.bytes, source.columns, y);
    wait_for_copies ();
    uint4 *const arrived = &room.ahead[(uint32_t) i % AHEAD][lane];
    const LifeGroup newest = life_group_load ((const uint8_t *) arrived);
    const uint32_t oldest = bits[goes * 32];
    uint32_t packed = 0;
#pragma unroll
    for (int word = 0; word < 4; word++) {
      const uint32_t alive = life_larger_alive<two_states> (newest.words[word]);
      columns[word] += alive - cells_of (oldest, word);
      packed |= bits_of (alive) << 4 * word;
    }
    bits[comes * 32] = (uint16_t) packed;
    source.fetch (arrived);
    if (whole) {
      uint4 (&sums)[2][GROUPS] = room.sums[(uint32_t) i % 2];
      uint32_t counts[8];
      LifeGroup next;
      add_up_row (columns, sums);
      const uint32_t now = bits[middle * 32];
      __syncwarp ();
      find_counts (sums, radius, counts);
#pragma unroll
      for (int word = 0; word < 4; word++)
        next.words[word] = life_larger_next<two_states> (ends,
            two_states ? cells_of (now, word) : states.words[word],
            counts[2 * word], counts[2 * word + 1], pass.rule.states);
      if (writes)
        life_group_store<false> (pass.bytes, (uint32_t) sweep.x, y, 0, next);
    }
    comes = comes + 1 == slots ? 0 : comes + 1;
    goes = goes + 1 == slots ? 0 : goes + 1;
    middle = middle + 1 == slots ? 0 : middle + 1;
  }
}

/* --- The launch --- */

typedef void (*Kernel) (LifeLargerPass pass);

template <bool two_states>
static Kernel
choose_kernel (uint32_t radius)
{
  static const Kernel small_kernels[MAX_IN_BYTES] = {
    small_kernel<1, two_states>, small_kernel<2, two_states>,
    small_kernel<3, two_states>, small_kernel<4, two_states>,
    small_kernel<5, two_states>
  };

  return radius <= MAX_IN_BYTES ? small_kernels[radius - 1]
                                : large_kernel<two_states>;
}

cudaError_t
life_larger_square_plan (LifeLargerPlan *plan, const LifeLauncher &launcher)
{
  const uint32_t radius = plan->pass.rule.radius;
  const bool small = radius <= MAX_IN_BYTES;
  const uint32_t halo = small ? 1 : large_halo (radius);
  const uint32_t shared_bytes =
      WARPS * (small ? small_slots (radius) * LINE : large_bytes (radius));
  const Kernel kernel = plan->pass.rule.states == 2
                            ? choose_kernel<true> (radius)
                            : choose_kernel<false> (radius);

  return life_larger_cut (plan, launcher, kernel,
      { WARPS, LINE - 2 * halo * LIFE_GROUP, shared_bytes, small ? 0.5 : 0.3 });
}
