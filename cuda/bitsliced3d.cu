// SPDX-License-Identifier: LGPL-2.1-or-later
// Chooses tile, chunk and rule variant of the bit-sliced 3D kernels for a world
// and launches them; the kernels themselves live in bitsliced3d.cuh.
#include "bitsliced3d.h"
#include "bitsliced3d.cuh"

// The one place that launches and that knows the launch attribute.
template <class... Parameters, class... Arguments>
static cudaError_t
launch (void (*kernel) (Parameters...), dim3 blocks, int threads,
    size_t shared_bytes, cudaStream_t stream, bool pdl,
    const Arguments &...arguments)
{
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = dim3 (threads);
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = pdl ? 1 : 0;
  return cudaLaunchKernelEx (&config, kernel, arguments...);
}

// How a kernel runs: what it needs to be given and how much of it fits.
template <class Rule> struct Plan {
  void (*kernel) (const LifeBitsliced3dGrid, const Rule);
  int threads, blocks; // in a block; on a multiprocessor
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

// Whether the code that the device runs was compiled for compute capability 9.0
// or more, which the kernels' waiting and the bulk copies are bound to.
template <class Rule>
static bool
compiled_for_hopper (void (*kernel) (const LifeBitsliced3dGrid, const Rule))
{
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes (&attributes, kernel) == cudaSuccess
         && attributes.ptxVersion >= 90;
}

template <class Rule, int TileWords, int Rows, int Blocks, LifeEnds Ends>
static Plan<Rule>
plan_tiles (LifeBitsliced3dGrid *grid)
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
  return { life_bitsliced3d_kernel<Rule, TileWords, Rows, Blocks, Ends>,
    LIFE_BITSLICED3D_THREADS, Blocks,
    3 * sizeof (LifeWord) * Stage::words (grid->groups) };
}

template <class Rule, int TileWords, int Rows, int Threads, LifeEnds Ends>
static Plan<Rule>
plan_bulk (LifeBitsliced3dGrid *grid)
{
  cut_lanes (grid, TileWords);
  cut_rows (grid, Rows, Threads / grid->lanes);
  typedef LifeBitsliced3dStage<TileWords, Rows, true> Stage;
  return { life_bitsliced3d_bulk_kernel<Rule, TileWords, Rows, Threads, Ends>,
    Threads, 1,
    (LIFE_BITSLICED3D_STAGES + 1) * sizeof (LifeWord)
        * Stage::words (grid->groups) };
}

template <class Rule, LifeEnds Ends>
static Plan<Rule>
choose_plan (LifeBitsliced3dGrid *grid)
{
  if (grid->tile_words <= 8)
    return plan_tiles<Rule, 8, 5, 4, Ends> (grid);
  if (grid->tile_words <= 16)
    return plan_tiles<Rule, 16, 5, 4, Ends> (grid);
  if (grid->tiles_x == 1 && grid->stride == 32) {
    Plan<Rule> plan = plan_bulk<Rule, 32, 8, 384, Ends> (grid);
    if (compiled_for_hopper (plan.kernel))
      return plan;
  }
  return plan_tiles<Rule, 32, 8, 3, Ends> (grid);
}

template <class Rule>
static cudaError_t
step_rule (const LifeBitsliced3d *world, const Rule &rule, uint64_t generations,
    int multiprocessors)
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

  const Plan<Rule> plan = !grid.torus
                              ? choose_plan<Rule, LifeEnds::dead> (&grid)
                          : grid.last_bits != 32 || grid.stored != grid.words
                              ? choose_plan<Rule, LifeEnds::join> (&grid)
                              : choose_plan<Rule, LifeEnds::follow> (&grid);
  grid.chunk = choose_chunk (grid.tiles_x * grid.tiles_y, grid.depth,
      (uint64_t) multiprocessors * plan.blocks);
  dim3 blocks (
      grid.tiles_x * grid.tiles_y, (grid.depth + grid.chunk - 1) / grid.chunk);
  const bool pdl = world->pdl && compiled_for_hopper (plan.kernel);
  cudaError_t error = cudaFuncSetAttribute (plan.kernel,
      cudaFuncAttributeMaxDynamicSharedMemorySize, (int) plan.shared_bytes);
  for (uint64_t i = 0; i < generations && error == cudaSuccess; i++) {
    error = launch (plan.kernel, blocks, plan.threads, plan.shared_bytes,
        world->stream, pdl, grid, rule);
    const LifeWord *old = grid.current;
    grid.current = grid.next;
    grid.next = (LifeWord *) old;
  }
  return error;
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

extern "C" cudaError_t
life_bitsliced3d_step (LifeBitsliced3d *world, uint64_t generations)
{
  if (world->width == 0 || world->height == 0 || world->depth == 0
      || world->stride % 4 != 0 || world->stride < (world->width + 31ull) / 32
      || ((uintptr_t) world->current | (uintptr_t) world->next) % 16 != 0)
    return cudaErrorInvalidValue;

  int device, multiprocessors;
  cudaError_t error = cudaGetDevice (&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (
        &multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess)
    return error;

  if (world->birth == 1u << 6 && world->survival == 7u << 5)
    error = step_rule (world, LifeRuleB6S567 (), generations, multiprocessors);
  else
    error = step_rule (world, masks_of_rule (world->birth, world->survival),
        generations, multiprocessors);
  if (error == cudaSuccess && generations % 2 == 1) {
    uint32_t *old = world->current;
    world->current = world->next;
    world->next = old;
  }
  return error;
}
