/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Advances bit-sliced 2D worlds: chooses among the kernels of bitsliced2d.cuh
 * and bitsliced2d_tiles.cuh, cuts generations into launches and launches. No
 * kernel but the counting one stands here. */
#include "bitsliced2d.h"

#include <algorithm>
#include <stdio.h>
#include <utility>

#include "bitsliced2d_tiles.cuh"
#include "launch.h"

namespace {

typedef LifeBitsliced2d World;

/* A sweep for one number of generations; pairs by topology, plane last. */
struct Sweep {
  unsigned stages;
  unsigned long long (*band_length) (const LifeBitsliced2dShape &shape);
  unsigned (*count_bands[2]) (unsigned width);
  const void *kernel[2];
};

const unsigned SWEEPS = 4, COMPILED_SWEEPS = 3;
const unsigned SWEEP_ROWS = 13; /* more than twice the stages of any sweep */

/* Columns of the narrowest world: a band, and room for its halo beside it. */
const unsigned SWEEP_WIDTH = 256;

} // namespace

struct _LifeBitsliced2dKernels {
  Sweep sweep[SWEEPS];  /* from most stages to one */
  const void *tiles[5]; /* by LifeTileEdge */
};

namespace {

/* Without kernels. */
template <int words, int stages, class Rule>
Sweep
shape_sweep ()
{
  typedef LifeBitsliced2dSweep<words, stages, false, Rule> Torus;
  typedef LifeBitsliced2dSweep<words, stages, true, Rule> Plane;
  return { stages, Torus::band_length,
    { Torus::count_bands, Plane::count_bands }, {} };
}

template <int words, int stages, class Rule>
Sweep
make_sweep ()
{
  Sweep sweep = shape_sweep<words, stages, Rule> ();
  sweep.kernel[0] =
      (const void *) life_bitsliced2d_sweep<words, stages, false, Rule>;
  sweep.kernel[1] =
      (const void *) life_bitsliced2d_sweep<words, stages, true, Rule>;
  return sweep;
}

template <LifeTileEdge edge, class Rule>
const void *
tile_kernel ()
{
  return (const void *) life_bitsliced2d_tiles<edge, Rule>;
}

template <class Rule>
LifeBitsliced2dKernels
make_kernels (Sweep most, Sweep more, Sweep few, Sweep one)
{
  return { { most, more, few, one },
    { tile_kernel<LIFE_TILE_TORUS, Rule> (),
        tile_kernel<LIFE_TILE_RAGGED_TORUS, Rule> (),
        tile_kernel<LIFE_TILE_TINY_TORUS, Rule> (),
        tile_kernel<LIFE_TILE_PLANE, Rule> (),
        tile_kernel<LIFE_TILE_TINY_PLANE, Rule> () } };
}

/* B3/S23 needs few registers beside the cells: many stages, wide bands. */
const LifeBitsliced2dKernels kernels_b3s23 = make_kernels<LifeRuleB3S23> (
    make_sweep<8, 6, LifeRuleB3S23> (), make_sweep<8, 4, LifeRuleB3S23> (),
    make_sweep<8, 2, LifeRuleB3S23> (), make_sweep<8, 1, LifeRuleB3S23> ());

const LifeBitsliced2dKernels kernels_masks = make_kernels<LifeRuleMasks> (
    make_sweep<4, 4, LifeRuleMasks> (), make_sweep<4, 3, LifeRuleMasks> (),
    make_sweep<4, 2, LifeRuleMasks> (), make_sweep<4, 1, LifeRuleMasks> ());

/* For rules that are compiled at run time, the same without kernels. With more
 * stages a multiprocessor would keep fewer warps than the longer networks need,
 * and more sweeps would take more time to compile. */
const int COMPILED_WORDS = 8;

const LifeBitsliced2dKernels kernels_compiled = {
  { shape_sweep<COMPILED_WORDS, 4, LifeRuleMasks> (),
      shape_sweep<COMPILED_WORDS, 2, LifeRuleMasks> (),
      shape_sweep<COMPILED_WORDS, 1, LifeRuleMasks> () },
  {}
};

/* Where compiled kernels lie: one for each sweep and one for the tiles. */
const unsigned COMPILED_TILES = COMPILED_SWEEPS;
static_assert (COMPILED_TILES + 1 == LIFE_BITSLICED2D_KERNELS, "");

/* What a kernel takes as its rule; those compiled for a rule look at none. */
LifeRuleMasks
make_rule (const World *world)
{
  LifeRuleMasks rule;
  for (unsigned total = 0; total < 10; total++) {
    int born = world->birth >> total & 1;
    int stays = world->survival << 1 >> total & 1;
    if (total == 0)
      stays = born;
    if (total == 9)
      born = stays;
    rule.factor[total] = (life_word) (stays - born);
    rule.offset[total] = (life_word) -born;
  }
  return rule;
}

LifeBitsliced2dShape
make_shape (const World *world)
{
  return { world->width, world->height, world->rows, world->stride,
    world->last_row };
}

cudaError_t
launch (const World *world, const void *kernel, unsigned long long blocks,
    unsigned threads, LifeStart start, void **arguments)
{
  const LifeLauncher launcher = { world->stream, world->multiprocessors,
    world->pdl && world->has_pdl };
  return life_launch_kernel (launcher, start, kernel, dim3 ((unsigned) blocks),
      dim3 (threads), 0, arguments);
}

/* How many warps of a kernel are resident at once. */
cudaError_t
count_resident_warps (const World *world, const void *kernel,
    unsigned warps_a_block, unsigned long long *warps)
{
  int blocks = 0;
  cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor (
      &blocks, kernel, (int) (32 * warps_a_block), 0);
  *warps = (unsigned long long) blocks * world->multiprocessors * warps_a_block;
  return error;
}

cudaError_t
sweep_once (World *world, unsigned which)
{
  const Sweep *sweep = &world->kernels->sweep[which];
  const void *kernel = world->kernels == &kernels_compiled
                           ? world->compiled[which]
                           : sweep->kernel[!world->torus];
  LifeRuleMasks rule = make_rule (world);
  LifeBitsliced2dPass pass;
  pass.shape = make_shape (world);
  pass.from = world->current;
  pass.to = world->next;
  pass.bands = sweep->count_bands[!world->torus](world->width);

  /* Every resident warp takes a share, but none less than a row. */
  unsigned long long warps;
  cudaError_t error =
      count_resident_warps (world, kernel, LIFE_SWEEP_WARPS, &warps);
  if (error != cudaSuccess)
    return error;
  unsigned long long rows = pass.bands * sweep->band_length (pass.shape);
  pass.warps = (unsigned) std::min (rows, warps);

  void *arguments[] = { &pass, &rule };
  error = launch (world, kernel,
      (pass.warps + LIFE_SWEEP_WARPS - 1) / LIFE_SWEEP_WARPS,
      32 * LIFE_SWEEP_WARPS, LIFE_START_DEPENDENT, arguments);
  if (error == cudaSuccess)
    std::swap (world->current, world->next);
  return error;
}

unsigned long long
count_tiles (const World *world)
{
  return (world->width + 63ull) / 64 * ((world->height + 31ull) / 32);
}

bool
can_sweep (const World *world)
{
  return world->width >= SWEEP_WIDTH && world->rows >= SWEEP_ROWS;
}

/* Up to how many tiles a multiprocessor, and from how many generations on,
 * tiles are faster than sweeps, measured on an H200. */
const unsigned TILES_WORTH_WHILE = 64, GENERATIONS_WORTH_WHILE = 16;

bool
prefers_tiles (const World *world, uint64_t generations)
{
  return !can_sweep (world)
         || (generations >= GENERATIONS_WORTH_WHILE
             && count_tiles (world) <= (unsigned long long) TILES_WORTH_WHILE
                                           * world->multiprocessors);
}

LifeTileEdge
choose_edge (const World *world)
{
  if (!world->torus)
    return world->width < LIFE_TILE_PLANE_WIDTH
                   || world->height < LIFE_TILE_PLANE_HEIGHT
               ? LIFE_TILE_TINY_PLANE
               : LIFE_TILE_PLANE;
  if (world->height % 32 == 0)
    return LIFE_TILE_TORUS;
  return world->height < LIFE_TILE_HALO ? LIFE_TILE_TINY_TORUS
                                        : LIFE_TILE_RAGGED_TORUS;
}

cudaError_t
run_tiles (World *world, uint64_t generations)
{
  const void *kernel = world->kernels == &kernels_compiled
                           ? world->compiled[COMPILED_TILES]
                           : world->kernels->tiles[choose_edge (world)];
  LifeRuleMasks rule = make_rule (world);
  LifeBitsliced2dTiles tiles;
  tiles.shape = make_shape (world);
  tiles.columns = (world->width + 63) / 64;
  tiles.lines = (unsigned) ((world->height + 31ull) / 32);
  tiles.entries = (unsigned long long *) world->entries;
  tiles.round = 0;

  const unsigned threads = 128;
  void *fill[] = { &tiles, &world->current };
  unsigned long long entries = (unsigned long long) tiles.lines * world->width;
  cudaError_t error = launch (world, (const void *) life_bitsliced2d_to_entries,
      (entries + threads - 1) / threads, threads, LIFE_START_DEPENDENT, fill);

  unsigned long long resident = 0;
  if (error == cudaSuccess)
    error = count_resident_warps (world, kernel, LIFE_TILE_WARPS, &resident);
  bool together = world->has_cooperation && count_tiles (world) <= resident;
  /* So that no launch runs for longer than about a tenth of a second. */
  const uint64_t most = together ? 1u << 20 : LIFE_TILE_HALO;
  unsigned long long blocks =
      (count_tiles (world) + LIFE_TILE_WARPS - 1) / LIFE_TILE_WARPS;
  while (error == cudaSuccess && generations > 0) {
    tiles.generations = (unsigned) std::min (generations, most);
    void *arguments[] = { &tiles, &rule };
    error = launch (world, kernel, blocks, 32 * LIFE_TILE_WARPS,
        together ? LIFE_START_TOGETHER : LIFE_START_DEPENDENT, arguments);
    generations -= tiles.generations;
    tiles.round += (tiles.generations + LIFE_TILE_HALO - 1) / LIFE_TILE_HALO;
  }

  void *empty[] = { &tiles, &world->next };
  unsigned long long words = (unsigned long long) world->rows * world->width;
  if (error == cudaSuccess)
    error = launch (world, (const void *) life_bitsliced2d_from_entries,
        (words + threads - 1) / threads, threads,
        together ? LIFE_START_AFTER : LIFE_START_DEPENDENT, empty);
  if (error == cudaSuccess)
    std::swap (world->current, world->next);
  return error;
}

cudaError_t
advance (World *world, uint64_t generations)
{
  if (generations > 0 && prefers_tiles (world, generations))
    return run_tiles (world, generations);
  for (unsigned i = 0; generations > 0; i++) {
    const Sweep *sweep = &world->kernels->sweep[i];
    for (; generations >= sweep->stages; generations -= sweep->stages) {
      cudaError_t error = sweep_once (world, i);
      if (error != cudaSuccess)
        return error;
    }
  }
  return cudaSuccess;
}

/* Adds up live cells, births and deaths: a thread goes through words, a warp
 * adds its threads up, an atomic adds the warps. */
__global__ void
count_cells (const __grid_constant__ LifeBitsliced2dShape shape,
    const life_word *present, const life_word *before,
    unsigned long long *counts)
{
  life_wait_for_previous_kernel ();
  unsigned long long words = (unsigned long long) shape.rows * shape.width;
  unsigned long long step = (unsigned long long) gridDim.x * blockDim.x;
  unsigned long long sums[3] = { 0, 0, 0 };
  for (unsigned long long i =
           blockIdx.x * (unsigned long long) blockDim.x + threadIdx.x;
       i < words; i += step) {
    unsigned long long row = i / shape.width;
    unsigned long long at = row * shape.stride + i % shape.width;
    life_word cells = row == shape.rows - 1 ? shape.last_row : ~0u;
    sums[0] += __popc (present[at] & cells);
    sums[1] += __popc (present[at] & ~before[at] & cells);
    sums[2] += __popc (~present[at] & before[at] & cells);
  }
  for (int n = 0; n < 3; n++) {
    for (int distance = 16; distance > 0; distance /= 2)
      sums[n] += __shfl_down_sync (~0u, sums[n], distance);
    if (threadIdx.x % 32 == 0)
      atomicAdd (counts + n, sums[n]);
  }
}

} // namespace

cudaError_t
life_bitsliced2d_prepare (LifeBitsliced2d *world)
{
  world->rows = (world->height + 31ull) / 32;
  world->stride = (world->width + 7ull) / 8 * 8;
  world->last_row = 0;
  for (unsigned strip = 0; strip < 32; strip++) {
    unsigned start = life_bitsliced2d_strip_start (world->height, strip);
    unsigned end = life_bitsliced2d_strip_start (world->height, strip + 1);
    if (end - start == world->rows)
      world->last_row |= 1u << strip;
  }
  world->kernels =
      world->birth == 1u << 3 && world->survival == (1u << 2 | 1u << 3)
          ? &kernels_b3s23
          : &kernels_masks;

  int device, major;
  cudaError_t error = cudaGetDevice (&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (
        &world->multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (
        &world->has_cooperation, cudaDevAttrCooperativeLaunch, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (
        &major, cudaDevAttrComputeCapabilityMajor, device);
  if (error == cudaSuccess)
    world->has_pdl = major >= 9;
  return error;
}

int
life_bitsliced2d_name_kernels (
    const LifeBitsliced2d *world, char (*names)[LIFE_BITSLICED2D_NAME])
{
  int count = 0;
  char rule[64];

  if (world->kernels == &kernels_b3s23)
    return 0;
  snprintf (rule, sizeof (rule), "LifeRuleTotalistic<%uu, %uu>", world->birth,
      world->survival);
  for (unsigned i = 0; can_sweep (world) && i < COMPILED_SWEEPS; i++, count++) {
    snprintf (names[count], LIFE_BITSLICED2D_NAME,
        "life_bitsliced2d_sweep<%d, %u, %s, %s>", COMPILED_WORDS,
        kernels_compiled.sweep[i].stages, world->torus ? "false" : "true",
        rule);
  }
  if (prefers_tiles (world, UINT64_MAX)) {
    snprintf (names[count], LIFE_BITSLICED2D_NAME,
        "life_bitsliced2d_tiles<(LifeTileEdge) %d, %s>", choose_edge (world),
        rule);
    count++;
  }
  return count;
}

void
life_bitsliced2d_take_kernels (
    LifeBitsliced2d *world, const void *const *kernels)
{
  world->kernels = &kernels_compiled;
  for (unsigned i = 0; can_sweep (world) && i < COMPILED_SWEEPS; i++)
    world->compiled[i] = *kernels++;
  if (prefers_tiles (world, UINT64_MAX))
    world->compiled[COMPILED_TILES] = *kernels;
}

size_t
life_bitsliced2d_size (const LifeBitsliced2d *world)
{
  return (size_t) world->rows * world->stride * sizeof (life_word);
}

size_t
life_bitsliced2d_entries_size (const LifeBitsliced2d *world)
{
  if (!prefers_tiles (world, UINT64_MAX))
    return 0;
  return (world->height + 31ull) / 32 * LIFE_TILE_LANE_COLUMNS
         * life_bitsliced2d_entries_third (world->width) * LIFE_TILE_BUFFERS
         * sizeof (unsigned long long);
}

cudaError_t
life_bitsliced2d_step (LifeBitsliced2d *world, uint64_t generations)
{
  if (generations == 0)
    return cudaSuccess;
  cudaError_t error = advance (world, generations - 1);
  return error == cudaSuccess ? advance (world, 1) : error;
}

cudaError_t
life_bitsliced2d_count (const LifeBitsliced2d *world, uint64_t counts[3])
{
  cudaError_t error =
      cudaMemsetAsync (counts, 0, 3 * sizeof (uint64_t), world->stream);
  if (error != cudaSuccess)
    return error;
  LifeBitsliced2dShape shape = make_shape (world);
  void *arguments[] = { &shape, (void *) &world->current, (void *) &world->next,
    &counts };
  return launch (world, (const void *) count_cells,
      8ull * world->multiprocessors, 256, LIFE_START_AFTER, arguments);
}
