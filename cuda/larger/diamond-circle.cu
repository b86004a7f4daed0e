/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life in a diamond (von Neumann) and in a circle, by what a row's counts
 * gain and lose against those of the row above.
 *
 * Idea: a warp sweeps a strip of 1024 columns down, a lane 32 of them, a bit per cell. A
 * neighborhood that moves down by a row gains the lowest cell of each of its 2 r + 1
 * columns, and loses one above the highest. These are words, shifted into place, of
 * rows that stay in shared memory; gained ones and the complements of lost ones are
 * added up by carry-save adders, 8 words at a time, and the sum is added to the counts,
 * bit by bit. Whether a count is in a range takes one gate per bit and end.
 * Layout: a byte per cell, its state, in memory; a bit per cell of state 1 in shared memory;
 * counts as 9 planes of bits up to r = 10, as 13 beyond.
 * Halo: the lanes at a strip's ends, 1 up to r = 32, 2 beyond; 2 r rows above.
 * Bytes per cell: 1 read, 1 written; with more than two states 2 read. Operations per cell:
 * about 1 r, and 5 to and from bytes, and 2 for the rule. The sum along a slanted side of
 * a diamond also follows from its neighbor's, in a number of operations that does not
 * grow with r; with sums of bytes that takes 27 per cell, more than this up to r = 25.
 * Source: the carry-save tree is Harley and Seal's way to count bits. */
#include "cuda/larger/larger.cuh"

#define WARPS 4
#define THREADS (WARPS * 32)
#define WORD 32  /* cells of a lane */
#define MARGIN 2 /* words at either end of a row that are read, and not used */
#define ROW (32 + 2 * MARGIN)
#define MAX_FEW 10 /* the radius up to which counts have few bits */

/* Counts have so many bits; what is added up for them one row has @planes, and is the
 * change plus half of what those have. */
struct Few {
  static constexpr int bits = 9, planes = 7;
};

struct Many {
  static constexpr int bits = 13, planes = 9;
};

static_assert (Many::bits <= LIFE_LARGER_COUNT_BITS
                   && Many::planes <= LIFE_LARGER_CHANGE_BITS,
    "counts have room");

static void
spread (uint32_t number, uint32_t flip, uint32_t *masks, int bits)
{
  for (int bit = 0; bit < bits; bit++)
    masks[bit] = number >> bit & 1 ? ~flip : flip;
}

template <class Counts>
static LifeLargerMasks
make_masks (const LifeLargerRule &rule)
{
  LifeLargerMasks masks = {};

  spread ((1u << (Counts::planes - 1)) - (2 * rule.radius + 1), 0, masks.start,
      Counts::planes);
  spread (rule.birth_low, ~0u, masks.ends[0], Counts::bits);
  spread (rule.birth_high + 1, ~0u, masks.ends[1], Counts::bits);
  spread (rule.survival_low, ~0u, masks.ends[2], Counts::bits);
  spread (rule.survival_high + 1, ~0u, masks.ends[3], Counts::bits);
  return masks;
}

/* --- Cells of a row as bits, and back --- */

struct CellBits {
  uint32_t words[WORD / 4];
};

static __device__ __forceinline__ CellBits
load (const LifeBytesPass &pass, const LifeLargerColumns &columns, int64_t y)
{
  const uint8_t *row = pass.from + y * pass.row;
  CellBits cells = {};

  if (y < 0 || columns.fit == LIFE_LARGER_DEAD)
    return cells;
  if (columns.fit == LIFE_LARGER_WHOLE) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const LifeGroup group = life_group_load (row + columns.x + 16 * i);
#pragma unroll
      for (int j = 0; j < 4; j++)
        cells.words[4 * i + j] = group.words[j];
    }
    return cells;
  }
#pragma unroll
  for (int i = 0; i < WORD / 4; i++)
    cells.words[i] = life_larger_load_ragged (
        row, columns.x + 4 * i, pass.width, pass.torus);
  return cells;
}

template <bool two_states>
static __device__ __forceinline__ uint32_t
pack (const CellBits &cells)
{
  uint32_t bits = 0;

  /* The product moves the lowest bits of four bytes side by side to the top. */
#pragma unroll
  for (int i = WORD / 4 - 1; i >= 0; i--)
    bits = __funnelshift_l (
        life_larger_alive<two_states> (cells.words[i]) * 0x10204080, bits, 4);
  return bits;
}

template <bool two_states>
static __device__ __forceinline__ void
store (const LifeLargerPass &pass, uint32_t x, uint32_t y, uint32_t alive,
    const CellBits &cells)
{
#pragma unroll
  for (int i = 0; i < 2; i++) {
    LifeGroup next;
#pragma unroll
    for (int j = 0; j < 4; j++) {
      const int word = 4 * i + j;
      next.words[j] = life_larger_states<two_states> (cells.words[word],
          (alive >> 4 * word & 0xf) * 0x00204081 & 0x01010101,
          pass.rule.states);
    }
    if (x + 16 * i < pass.bytes.width)
      life_group_store<false> (pass.bytes, x + 16 * i, y, 0, next);
  }
}

/* --- Counting --- */

/* Adds two bits of a weight to @sum; what goes to the next weight is returned. */
static __device__ __forceinline__ uint32_t
carry_save (uint32_t &sum, uint32_t a, uint32_t b)
{
  const uint32_t carry = (sum & a) | (sum & b) | (a & b);

  sum ^= a ^ b;
  return carry;
}

/* Rows that stay for a while, of which the newest takes the place of the oldest; one
 * more than are read, so that lanes need to meet once per row only. */
struct Ring {
  uint32_t *words; /* this lane's of the first row */
  int rows, newest;

  __device__ __forceinline__ uint32_t *
  row (int ago) const
  {
    const int at = newest - ago;
    return words + (at < 0 ? at + rows : at) * ROW;
  }
};

static __host__ __device__ __forceinline__ uint32_t
ring_rows (uint32_t radius)
{
  return 2 * radius + 3;
}

static __host__ __device__ __forceinline__ uint32_t
ring_words (uint32_t radius)
{
  return ring_rows (radius) * ROW;
}

/* The sums of one row's gains and of the complements of its losses. */
template <class Counts> struct Change {
  uint32_t sums[Counts::planes];

  template <int first>
  __device__ __forceinline__ void
  carry (uint32_t carry)
  {
#pragma unroll
    for (int i = first; i < Counts::planes; i++) {
      const uint32_t next = sums[i] & carry;
      sums[i] ^= carry;
      carry = next;
    }
  }

  /* The columns @dx to the right and to the left, from 32 on where @far; returns what
   * goes to the fours. */
  template <bool far>
  __device__ __forceinline__ uint32_t
  add_columns (const LifeLargerPass &pass, const Ring &ring, int dx)
  {
    const int radius = (int) pass.rule.radius;
    const int height = pass.heights[radius + dx];
    const uint32_t *gain = ring.row (radius - height);
    const uint32_t *loss = ring.row (radius + 1 + height);
    const int right = far ? 1 : 0, left = far ? -2 : -1;
    const uint32_t gained =
        carry_save (sums[0], __funnelshift_r (gain[right], gain[right + 1], dx),
            __funnelshift_l (gain[left], gain[left + 1], dx));
    const uint32_t lost = carry_save (sums[0],
        ~__funnelshift_r (loss[right], loss[right + 1], dx),
        ~__funnelshift_l (loss[left], loss[left + 1], dx));

    return carry_save (sums[1], gained, lost);
  }

  template <bool far>
  __device__ __forceinline__ void
  add_all (const LifeLargerPass &pass, const Ring &ring, int first, int last)
  {
    int dx = first;

    for (; dx < last; dx += 2) {
      const uint32_t fours = add_columns<far> (pass, ring, dx);
      const uint32_t next_fours = add_columns<far> (pass, ring, dx + 1);
      carry<3> (carry_save (sums[2], fours, next_fours));
    }
    if (dx == last)
      carry<2> (add_columns<far> (pass, ring, dx));
  }

  __device__ __forceinline__
  Change (const LifeLargerPass &pass, const LifeLargerMasks &masks,
      const Ring &ring)
  {
    const int radius = (int) pass.rule.radius;

#pragma unroll
    for (int i = 0; i < Counts::planes; i++)
      sums[i] = masks.start[i];
    carry<1> (carry_save (sums[0], *ring.row (0), ~*ring.row (2 * radius + 1)));
    add_all<false> (pass, ring, 1, min (radius, 31));
    if (Counts::bits == Many::bits)
      add_all<true> (pass, ring, 32, radius);
  }

  __device__ __forceinline__ void
  add_to (uint32_t (&counts)[Counts::bits]) const
  {
    uint32_t carry = 0;

#pragma unroll
    for (int i = 0; i < Counts::bits; i++)
      carry = carry_save (counts[i],
          i < Counts::planes - 1 ? sums[i] : ~sums[Counts::planes - 1], carry);
  }
};

/* Where a count is not below a number, of whose bits @masks are the complements. */
template <int bits>
static __device__ __forceinline__ uint32_t
is_from (const uint32_t (&counts)[bits], const uint32_t *masks)
{
  uint32_t from = ~0u;

#pragma unroll
  for (int i = 0; i < bits; i++)
    from = (counts[i] & from) | (counts[i] & masks[i]) | (from & masks[i]);
  return from;
}

/* --- The sweep --- */

static __host__ __device__ __forceinline__ uint32_t
halo_lanes (uint32_t radius)
{
  return (radius - 1) / WORD + 1;
}

template <class Counts, bool two_states>
static __global__ void
__launch_bounds__ (THREADS)
    edges_kernel (const __grid_constant__ LifeLargerPass pass,
        const __grid_constant__ LifeLargerMasks masks)
{
  extern __shared__ uint32_t shared[];
  const LifeBytesPass &bytes = pass.bytes;
  const int radius = (int) pass.rule.radius;
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t halo = halo_lanes (radius);
  const uint32_t across = (pass.strips - 1) / WARPS + 1;
  const uint32_t strip = blockIdx.x % across * WARPS + warp;
  const uint32_t first = blockIdx.x / across * pass.rows;
  const int64_t x = ((int64_t) strip * (32 - 2 * halo) + lane - halo) * WORD;
  const LifeLargerColumns columns = life_larger_columns (bytes, x, WORD);
  const bool writes = lane >= halo && lane < 32 - halo && x < bytes.width;
  uint32_t *const room = shared + warp * ring_words (radius);
  Ring ring = { room + MARGIN + lane, (int) ring_rows (radius), 0 };
  uint32_t counts[Counts::bits] = {};

  life_launch_wait ();
  if (strip >= pass.strips)
    return;
  for (uint32_t i = lane; i < ring_words (radius); i += 32)
    room[i] = 0;
  __syncwarp ();
  const int64_t steps =
      (int64_t) min (pass.rows, bytes.height - first) + 2 * radius;
  int64_t next = (int64_t) first - radius;
  int64_t y = life_larger_row (bytes, next);
  CellBits ahead = load (bytes, columns, y);
  for (int64_t i = 0; i < steps; i++) {
    const bool whole = i >= 2 * radius;
    const uint32_t here = (uint32_t) (first + i - 2 * radius);
    const uint32_t newest = pack<two_states> (ahead);
    CellBits cells = {};

    /* The next row is on its way while this one is counted. */
    y = life_larger_next_row (bytes, y, ++next);
    if (i + 1 < steps)
      ahead = load (bytes, columns, y);
    if (!two_states && whole && writes)
      cells = load (bytes, columns, here);
    ring.newest = ring.newest + 1 == ring.rows ? 0 : ring.newest + 1;
    *ring.row (0) = newest;
    __syncwarp ();
    Change<Counts> (pass, masks, ring).add_to (counts);
    if (whole && writes) {
      const uint32_t born =
          is_from (counts, masks.ends[0]) & ~is_from (counts, masks.ends[1]);
      const uint32_t stay =
          is_from (counts, masks.ends[2]) & ~is_from (counts, masks.ends[3]);
      const uint32_t alive = *ring.row (radius);
      store<two_states> (
          pass, (uint32_t) x, here, (born & ~alive) | (stay & alive), cells);
    }
  }
}

/* --- The launch --- */

template <class Counts>
static cudaError_t
make_plan (LifeLargerPlan *plan, const LifeLauncher &launcher)
{
  const LifeLargerRule &rule = plan->pass.rule;
  const auto kernel = rule.states == 2 ? edges_kernel<Counts, true>
                                       : edges_kernel<Counts, false>;

  plan->masks = make_masks<Counts> (rule);
  return life_larger_cut (plan, launcher, kernel,
      { WARPS, (32 - 2 * halo_lanes (rule.radius)) * WORD,
          4 * WARPS * ring_words (rule.radius), 0.9 });
}

cudaError_t
life_larger_edges_plan (LifeLargerPlan *plan, const LifeLauncher &launcher)
{
  return plan->pass.rule.radius <= MAX_FEW ? make_plan<Few> (plan, launcher)
                                           : make_plan<Many> (plan, launcher);
}
