// SPDX-License-Identifier: LGPL-2.1-or-later
// Chooses tile, chunk and rule variant of the bit-sliced 3D kernels for a world
// and launches them; the kernels themselves live in bitsliced3d.cuh.
#include "bitsliced3d.h"

#include <stdio.h>

#include "bitsliced3d.cuh"
#include "launch.h"

// A kernel and how it runs: what it needs to be given and how much of it fits.
struct Plan {
  bool bulk; // life_bitsliced3d_bulk_kernel
  LifeEnds ends;
  int tile_words, rows; // for which it is compiled
  int threads, blocks;  // in a block; on a multiprocessor
  size_t shared_bytes;
};

// The chunk with the fewest steps for the busiest multiprocessor, a block's
// start and the slices around it counted as steps.
static unsigned int
choose_chunk (unsigned int tiles, unsigned int depth, uint64_t slots)
{
  const double start = 1.5;
  const unsigned int least = depth / 65536 + 1; // a grid's height is limited
  unsigned int best = depth;
  double best_cost = 0;
  for (unsigned int chunk = least; chunk <= depth && chunk < least + 256;
       chunk++) {
    uint64_t blocks = (uint64_t) tiles * ((depth + chunk - 1) / chunk);
    uint64_t waves = (blocks + slots - 1) / slots;
    double cost = waves * (chunk + start);
    if (best_cost == 0 || cost < best_cost) {
      best_cost = cost;
      best = chunk;
    }
  }
  return best;
}

// Cuts words into tiles of at most 32, of whole 32-byte sectors where there are
// several, so that the fewest lanes stay idle.
static void
cut_words (LifeBitsliced3dGrid *grid)
{
  double best = 0;
  unsigned int tiles = (grid->words + 31) / 32;
  grid->tiles_x = 1;
  grid->tile_words = grid->words;
  for (unsigned int i = 0; tiles > 1 && i < 4; i++, tiles++) {
    unsigned int words = (grid->words + 8 * tiles - 1) / (8 * tiles) * 8;
    if (words > 32)
      continue;
    unsigned int lanes = LIFE_BITSLICED3D_THREADS / words * words;
    double busy = (double) grid->words / tiles / words * lanes;
    if (busy > 1.01 * best) {
      best = busy;
      grid->tiles_x = (grid->words + words - 1) / words;
      grid->tile_words = words;
    }
  }
}

// Gives a row of a tile its lanes: those that store, and whole warps where few
// of them stay idle.
static void
cut_lanes (LifeBitsliced3dGrid *grid, unsigned int tile_words)
{
  grid->lanes = grid->tiles_x == 1 ? grid->stored : grid->tile_words;
  if (4 * grid->lanes > 3 * tile_words)
    grid->lanes = tile_words;
}

// Cuts rows into tiles of at most `most` groups of `rows`.
static void
cut_rows (LifeBitsliced3dGrid *grid, unsigned int rows, unsigned int most)
{
  unsigned int groups = (grid->height + rows - 1) / rows;
  grid->tiles_y = (groups + most - 1) / most;
  grid->groups = (groups + grid->tiles_y - 1) / grid->tiles_y;
}

template <int TileWords, int Rows, int Blocks>
static Plan
plan_tiles (LifeBitsliced3dGrid *grid, LifeEnds ends)
{
  const unsigned int quads = (grid->tile_words + 3) / 4;
  unsigned int copied_rows =
      LIFE_BITSLICED3D_COPIES * LIFE_BITSLICED3D_THREADS / quads;
  if (grid->tiles_x > 1 && copied_rows > LIFE_BITSLICED3D_THREADS / 2)
    copied_rows = LIFE_BITSLICED3D_THREADS / 2;
  cut_lanes (grid, TileWords);
  unsigned int groups = LIFE_BITSLICED3D_THREADS / grid->lanes;
  if (groups > (copied_rows - 2) / Rows)
    groups = (copied_rows - 2) / Rows;
  cut_rows (grid, Rows, groups);
  typedef LifeBitsliced3dStage<TileWords, Rows, false> Stage;
  return { false, ends, TileWords, Rows, LIFE_BITSLICED3D_THREADS, Blocks,
    3 * sizeof (LifeWord) * Stage::words (grid->groups) };
}

template <int TileWords, int Rows, int Threads>
static Plan
plan_bulk (LifeBitsliced3dGrid *grid, LifeEnds ends)
{
  cut_lanes (grid, TileWords);
  cut_rows (grid, Rows, Threads / grid->lanes);
  typedef LifeBitsliced3dStage<TileWords, Rows, true> Stage;
  return { true, ends, TileWords, Rows, Threads, 1,
    (LIFE_BITSLICED3D_STAGES + 1) * sizeof (LifeWord)
        * Stage::words (grid->groups) };
}

// `hopper`: whether the kernel's code is for compute capability 9.0 or more, to
// which bulk copies are bound.
static Plan
choose_plan (LifeBitsliced3dGrid *grid, bool hopper)
{
  const LifeEnds ends = !grid->torus ? LifeEnds::dead
                        : grid->last_bits != 32 || grid->stored != grid->words
                            ? LifeEnds::join
                            : LifeEnds::follow;
  if (grid->tile_words <= 8)
    return plan_tiles<8, 5, 4> (grid, ends);
  if (grid->tile_words <= 16)
    return plan_tiles<16, 5, 4> (grid, ends);
  if (grid->tiles_x == 1 && grid->stride == 32 && hopper)
    return plan_bulk<32, 8, 384> (grid, ends);
  return plan_tiles<32, 8, 3> (grid, ends);
}

// The kernels of the plans above for a rule that is compiled in.
template <class Rule, LifeEnds Ends>
static const void *
find_kernel_for_ends (const Plan &plan)
{
  if (plan.bulk)
    return (const void *) life_bitsliced3d_bulk_kernel<Rule, 32, 8, 384, Ends>;
  if (plan.tile_words == 8)
    return (const void *) life_bitsliced3d_kernel<Rule, 8, 5, 4, Ends>;
  if (plan.tile_words == 16)
    return (const void *) life_bitsliced3d_kernel<Rule, 16, 5, 4, Ends>;
  return (const void *) life_bitsliced3d_kernel<Rule, 32, 8, 3, Ends>;
}

template <class Rule>
static const void *
find_kernel (const Plan &plan)
{
  return plan.ends == LifeEnds::dead
             ? find_kernel_for_ends<Rule, LifeEnds::dead> (plan)
         : plan.ends == LifeEnds::join
             ? find_kernel_for_ends<Rule, LifeEnds::join> (plan)
             : find_kernel_for_ends<Rule, LifeEnds::follow> (plan);
}

static LifeBitsliced3dGrid
make_grid (const LifeBitsliced3d *world)
{
  LifeBitsliced3dGrid grid = {};
  grid.current = world->current;
  grid.next = world->next;
  grid.words = (world->width + 31) / 32;
  grid.stride = world->stride;
  grid.stored = (grid.words + 7) / 8 * 8;
  if (grid.stored > grid.stride)
    grid.stored = grid.stride;
  grid.last_bits = (world->width - 1) % 32 + 1;
  grid.height = world->height;
  grid.depth = world->depth;
  grid.torus = world->torus;
  cut_words (&grid);
  return grid;
}

static bool
is_b6s567 (const LifeBitsliced3d *world)
{
  return world->birth == 1u << 6 && world->survival == 7u << 5;
}

static LifeRuleMasks
masks_of_rule (uint32_t birth, uint32_t survival)
{
  LifeRuleMasks masks = {};
  for (int total = 0; total < 28; total++) {
    masks.table[total][0] = birth >> total & 1 ? ~0u : 0;
    masks.table[total][1] =
        total > 0 && (survival >> (total - 1) & 1) ? ~0u : 0;
    if (masks.table[total][0] | masks.table[total][1])
      masks.used |= 1u << total / 4;
  }
  return masks;
}

extern "C" uint32_t
life_bitsliced3d_stride (uint32_t width)
{
  const uint32_t words = (width + 31ull) / 32;
  return words > 4 ? (words + 7) / 8 * 8 : 4;
}

// A kernel compiled at run time is compiled for the device that runs it; of
// those compiled in, the device chooses one that it can run, for all the same.
static cudaError_t
is_for_hopper (const LifeBitsliced3d *world, bool *hopper)
{
  const void *kernel = world->kernel;
  cudaFuncAttributes attributes = {};
  if (kernel == nullptr)
    kernel = (const void *)
        life_bitsliced3d_kernel<LifeRuleB6S567, 8, 5, 4, LifeEnds::follow>;
  cudaError_t error = cudaFuncGetAttributes (&attributes, kernel);
  *hopper = attributes.ptxVersion >= 90;
  return error;
}

extern "C" int
life_bitsliced3d_name_kernel (const LifeBitsliced3d *world,
    int compute_capability, char *name, size_t size)
{
  if (is_b6s567 (world))
    return 0;
  LifeBitsliced3dGrid grid = make_grid (world);
  const Plan plan = choose_plan (&grid, compute_capability >= 90);
  snprintf (name, size,
      "life_bitsliced3d_%skernel<LifeRuleCompiled<%uu, %uu>, "
      "%d, %d, %d, (LifeEnds) %d>",
      plan.bulk ? "bulk_" : "", world->birth, world->survival, plan.tile_words,
      plan.rows, plan.bulk ? plan.threads : plan.blocks, (int) plan.ends);
  return 1;
}

extern "C" cudaError_t
life_bitsliced3d_step (LifeBitsliced3d *world, uint64_t generations)
{
  if (world->width == 0 || world->height == 0 || world->depth == 0
      || world->stride % 4 != 0 || world->stride < (world->width + 31ull) / 32
      || ((uintptr_t) world->current | (uintptr_t) world->next) % 16 != 0)
    return cudaErrorInvalidValue;

  int device, multiprocessors;
  bool hopper = false;
  cudaError_t error = cudaGetDevice (&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (
        &multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = is_for_hopper (world, &hopper);
  if (error != cudaSuccess)
    return error;

  LifeBitsliced3dGrid grid = make_grid (world);
  const Plan plan = choose_plan (&grid, hopper);
  grid.chunk = choose_chunk (grid.tiles_x * grid.tiles_y, grid.depth,
      (uint64_t) multiprocessors * plan.blocks);
  dim3 blocks (
      grid.tiles_x * grid.tiles_y, (grid.depth + grid.chunk - 1) / grid.chunk);
  const void *kernel = world->kernel != nullptr ? world->kernel
                       : is_b6s567 (world) ? find_kernel<LifeRuleB6S567> (plan)
                                           : find_kernel<LifeRuleMasks> (plan);
  // Kernels that are compiled for a rule look at none.
  LifeRuleMasks rule = masks_of_rule (world->birth, world->survival);
  void *arguments[] = { &grid, &rule };
  const LifeLauncher launcher = { world->stream, multiprocessors,
    world->pdl && hopper };
  error = cudaFuncSetAttribute (kernel,
      cudaFuncAttributeMaxDynamicSharedMemorySize, (int) plan.shared_bytes);
  for (uint64_t i = 0; i < generations && error == cudaSuccess; i++) {
    error = life_launch_kernel (launcher, LIFE_START_DEPENDENT, kernel, blocks,
        dim3 (plan.threads), plan.shared_bytes, arguments);
    if (error == cudaSuccess) {
      uint32_t *old = world->current;
      grid.current = world->current = world->next;
      grid.next = world->next = old;
    }
  }
  return error;
}
