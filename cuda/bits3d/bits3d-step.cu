// SPDX-License-Identifier: LGPL-2.1-or-later
// Chooses tile, chunk and rule variant of the bit-sliced 3D kernels for a world
// and launches them; the kernels themselves live in bulk.cuh and general.cuh.
#include "cuda/bits3d/bits3d-step.h"

#include <algorithm>
#include <stdio.h>

#include "cuda/bits3d/bulk.cuh"
#include "cuda/bits3d/general.cuh"
#include "cuda/device/toolkit.h"

// A kernel as it is compiled.
struct KernelShape {
  bool bulk;   // life_bits3d_bulk_kernel
  int words;   // its TileWords or Pitch
  int rows;    // of a thread
  int threads; // of a block, at most
  int blocks;  // on a multiprocessor, at most
  // The shared memory that a general kernel needs.
  size_t (*general_bytes) (const LifeBits3dGrid &grid);
  const void *kernels[3]; // that are compiled in, by LifeEnds
};

// What runs it.
struct Device {
  unsigned int multiprocessors;
  size_t shared_bytes; // of a block, at most
  bool bulk;           // whether the code has bulk copies: it is for compute
                       // capability 9.0 or more
};

// How a world runs.
struct Plan {
  KernelShape shape;
  LifeEnds ends;
  LifeBits3dGrid grid;
  unsigned int threads; // of a block
  size_t shared_bytes;
  double cost; // of a generation; 0: it cannot run so
};

// What a world's rule is to the kernels.
enum RuleKind {
  B6S567,   // a rule that is compiled in
  COMPILED, // compiled at run time, as are the world's sizes
  ANY       // from masks
};

template <int TileWords, int Rows>
static size_t
general_bytes (const LifeBits3dGrid &grid)
{
  LifeBits3dTileRows<TileWords, Rows> layout (grid);
  return 3 * sizeof (LifeWord) * layout.slice (grid.groups);
}

template <int TileWords, int Rows, int Blocks>
static KernelShape
general_shape ()
{
  typedef LifeRuleB6S567 Rule;
  return {
    false, TileWords, Rows, LIFE_BITS3D_THREADS, Blocks,
    general_bytes<TileWords, Rows>,
    { (const void *)
            life_bits3d_kernel<Rule, TileWords, Rows, Blocks, LifeEnds::simple>,
        (const void *)
            life_bits3d_kernel<Rule, TileWords, Rows, Blocks, LifeEnds::masked>,
        (const void *)
            life_bits3d_kernel<Rule, TileWords, Rows, Blocks, LifeEnds::join> }
  };
}

template <int Pitch, int Rows, int Threads>
static KernelShape
bulk_shape ()
{
  typedef LifeRuleB6S567 Rule;
  return { true, Pitch, Rows, Threads, 1, nullptr,
    { (const void *) life_bits3d_bulk_kernel<Rule, Pitch, Rows, Threads,
          LifeEnds::simple>,
        (const void *) life_bits3d_bulk_kernel<Rule, Pitch, Rows, Threads,
            LifeEnds::masked>,
        (const void *) life_bits3d_bulk_kernel<Rule, Pitch, Rows, Threads,
            LifeEnds::join> } };
}

static const KernelShape general_shapes[] = { general_shape<8, 5, 4> (),
  general_shape<16, 5, 4> (), general_shape<32, 8, 3> () };
static const KernelShape general_shape_any = { false, 32, 4,
  LIFE_BITS3D_THREADS, 4, general_bytes<32, 4>,
  { nullptr, nullptr,
      (const void *)
          life_bits3d_kernel<LifeRuleMasks, 32, 4, 4, LifeEnds::join> } };

// Those with fewer rows per thread have more threads. At run time the first ones are
// compiled for the world's stride; some strides of the others are compiled in.
static const KernelShape bulk_shapes[] = { bulk_shape<0, 8, 384> (),
  bulk_shape<0, 7, 384> (), bulk_shape<0, 6, 512> (), bulk_shape<0, 5, 512> (),
  bulk_shape<32, 8, 384> (), bulk_shape<32, 7, 384> (),
  bulk_shape<16, 8, 384> (), bulk_shape<16, 7, 384> (),
  bulk_shape<8, 6, 512> (), bulk_shape<8, 5, 512> () };

static unsigned int
divide_up (unsigned int n, unsigned int divisor)
{
  return n / divisor + (n % divisor != 0);
}

// Cuts words into tiles of at most 32, of whole 32-byte sectors where there are
// several, so that the fewest lanes stay idle.
static void
cut_words (LifeBits3dGrid *grid)
{
  double best = 0;
  unsigned int tiles = divide_up (grid->words, 32);
  grid->tiles_x = 1;
  grid->tile_words = grid->words;
  for (unsigned int i = 0; tiles > 1 && i < 4; i++, tiles++) {
    unsigned int words = 8 * divide_up (grid->words, 8 * tiles);
    if (words > 32)
      continue;
    unsigned int lanes = LIFE_BITS3D_THREADS / words * words;
    double busy = (double) grid->words / tiles / words * lanes;
    if (busy > 1.01 * best) {
      best = busy;
      grid->tiles_x = divide_up (grid->words, words);
      grid->tile_words = words;
    }
  }
}

// Cuts rows into tiles of at most `most` groups of `rows`.
static void
cut_rows (LifeBits3dGrid *grid, unsigned int rows, unsigned int limit)
{
  unsigned int groups = divide_up (grid->height, rows);
  grid->tiles_y = divide_up (groups, limit);
  grid->groups = divide_up (groups, grid->tiles_y);
}

// Cuts slices into the chunks for which the busiest multiprocessor has the
// fewest steps, of which a block takes `start` before it is at work.
static void
cut_slices (Plan *plan, const Device &device, unsigned int blocks, double start)
{
  LifeBits3dGrid &grid = plan->grid;
  const uint64_t tiles = (uint64_t) grid.tiles_x * grid.tiles_y;
  const uint64_t slots = (uint64_t) device.multiprocessors * blocks;
  const uint64_t first = (tiles + slots - 1) / slots;
  plan->cost = 0;
  // The most chunks that so many rounds of all blocks can have.
  for (uint64_t rounds = first; rounds < first + 8; rounds++) {
    uint64_t chunks = rounds * slots / tiles;
    chunks = chunks < 65535 ? chunks : 65535; // a grid's height is limited
    unsigned int chunk = divide_up (grid.depth, (unsigned int) chunks);
    double cost = rounds * (chunk + start);
    if (plan->cost == 0 || cost < plan->cost) {
      plan->cost = cost;
      grid.chunk = chunk;
    }
  }
}

static Plan
plan_general (const LifeBits3dGrid &whole, const Device &device, bool any)
{
  Plan plan = { {}, LifeEnds::simple, whole, LIFE_BITS3D_THREADS, 0, 0 };
  LifeBits3dGrid &grid = plan.grid;
  cut_words (&grid);
  plan.shape = any                     ? general_shape_any
               : grid.tile_words <= 8  ? general_shapes[0]
               : grid.tile_words <= 16 ? general_shapes[1]
                                       : general_shapes[2];

  // Whole warps where few lanes stay idle, and else those that store.
  const unsigned int tile_words = plan.shape.words, rows = plan.shape.rows;
  grid.lanes = grid.tiles_x == 1 ? grid.stored : grid.tile_words;
  if (4 * grid.lanes > 3 * tile_words)
    grid.lanes = tile_words;

  unsigned int copied_rows =
      LIFE_BITS3D_COPIES * LIFE_BITS3D_THREADS / divide_up (grid.tile_words, 4);
  if (grid.tiles_x > 1 && copied_rows > LIFE_BITS3D_THREADS / 2)
    copied_rows = LIFE_BITS3D_THREADS / 2;
  unsigned int groups = LIFE_BITS3D_THREADS / grid.lanes;
  if (groups > (copied_rows - 2) / rows)
    groups = (copied_rows - 2) / rows;
  cut_rows (&grid, rows, groups);
  cut_slices (&plan, device, plan.shape.blocks, 1.5);
  grid.left_end = grid.words - 1;
  if (!grid.torus || grid.tiles_x > 1) {
    grid.left_end = tile_words;
    grid.right_end = tile_words + 1;
  }
  plan.shared_bytes = plan.shape.general_bytes (grid);
  return plan;
}

// A plan with blocks of at most `threads` threads, as many of them at once on a
// multiprocessor as fit. The cost, in rows of a warp on each of its four parts,
// follows 700 plans measured on an H200: the warps of a block are dealt out to
// the parts in turn, and with few of them their latency shows.
static Plan
plan_bulk (const LifeBits3dGrid &whole, const Device &device,
    const KernelShape &shape, unsigned int threads)
{
  const size_t barrier_bytes = 16 * LIFE_BITS3D_STAGES;
  Plan plan = { shape, LifeEnds::simple, whole, 0, 0, 0 };
  LifeBits3dGrid &grid = plan.grid;
  grid.tiles_x = 1;
  grid.tile_words = grid.words;
  grid.left_end = grid.words - 1;
  // Memory takes a part of a 32-byte sector slowly, the L2 cache does not.
  const uint64_t row_bytes = sizeof (LifeWord) * grid.stride;
  if (2 * row_bytes * grid.height * grid.depth < 40e6)
    grid.stored = grid.words;
  grid.lanes = grid.stored;
  if (grid.stride > 128 || grid.lanes > threads)
    return plan;
  cut_rows (&grid, shape.rows, threads / grid.lanes);
  plan.threads = 32 * divide_up (grid.groups * grid.lanes, 32);
  const unsigned int tile_rows = grid.groups * shape.rows;
  plan.shared_bytes = (LIFE_BITS3D_STAGES + 1) * row_bytes * (tile_rows + 2);
  if (plan.shared_bytes + barrier_bytes > device.shared_bytes)
    return plan;

  unsigned int blocks = shape.threads / plan.threads;
  if (blocks > device.shared_bytes / (plan.shared_bytes + 1024))
    blocks = device.shared_bytes / (plan.shared_bytes + 1024);
  if (blocks == 0)
    blocks = 1;
  cut_slices (&plan, device, blocks, 2.3);
  unsigned int all = grid.tiles_y * divide_up (grid.depth, grid.chunk);
  if (blocks > divide_up (all, device.multiprocessors))
    blocks = divide_up (all, device.multiprocessors);
  const double warps = blocks * divide_up (plan.threads, 128);
  const double step = warps * (shape.rows + 1.2) * (1 + 1 / (warps * warps));
  plan.cost = (40 + (plan.cost - 2) * step) * (1 + 0.5 / tile_rows)
              * (1 + 0.05 * (blocks - 1));
  if (shape.words != 0) // fewer instructions
    plan.cost *= 0.92;
  return plan;
}

static Plan
choose_plan (const LifeBits3dGrid &grid, const Device &device, RuleKind kind)
{
  // Where there is little to do, the fixed costs are more.
  const uint64_t words = (uint64_t) grid.words * grid.height * grid.depth;
  const bool bulk = device.bulk && kind != ANY && words >= 1 << 18;
  Plan best = {};
  for (KernelShape shape : bulk_shapes) {
    if (kind == COMPILED && shape.words == 0)
      shape.words = (int) grid.stride;
    if (!bulk || (shape.words != 0 && shape.words != (int) grid.stride))
      continue;
    for (int threads = 128; threads <= shape.threads; threads += 64) {
      Plan plan = plan_bulk (grid, device, shape, threads);
      if (plan.cost > 0 && (best.cost == 0 || plan.cost < best.cost))
        best = plan;
    }
  }
  if (best.cost == 0)
    best = plan_general (grid, device, kind == ANY);
  if (kind == ANY || (grid.torus && grid.last_bits != 32))
    best.ends = LifeEnds::join;
  else if (grid.last_bits != 32 || best.grid.stored > grid.words)
    best.ends = LifeEnds::masked;
  return best;
}

static LifeBits3dGrid
make_grid (const LifeBits3dWorld *world)
{
  LifeBits3dGrid grid = {};
  grid.words = (world->width + 31) / 32;
  grid.stride = world->stride;
  grid.stored = 8 * divide_up (grid.words, 8);
  if (grid.stored > grid.stride)
    grid.stored = grid.stride;
  grid.last_bits = (world->width - 1) % 32 + 1;
  grid.height = world->height;
  grid.depth = grid.end = world->depth;
  grid.torus = world->torus;
  return grid;
}

bool
life_bits3d_is_b6s567 (const LifeBits3dWorld *world)
{
  return world->birth == 1u << 6 && world->survival == 7u << 5;
}

static LifeRuleMasks
masks_of_rule (uint32_t birth, uint32_t survival)
{
  LifeRuleMasks masks = {};
  for (int n = 0; n < 7; n++)
    for (int c = 0; c < 8; c++)
      if (life_sub_table_of_rule (birth, survival, n) >> c & 1)
        masks.lives[n][c] = c == 0 ? ~0u : 1;
  return masks;
}

// The world's device, for code that is for compute capability @code.
static cudaError_t
find_device (Device *result, const LifeBits3dWorld *world, int code)
{
  int device, shared_bytes = 0;
  cudaError_t error = cudaGetDevice (&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute (
        &shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  *result = { (unsigned int) world->launcher.multiprocessors,
    (size_t) shared_bytes, LIFE_TOOLKIT_COPIES_IN_BULK && code >= 90 };
  return error;
}

void
life_bits3d_name_rule (const LifeBits3dWorld *world, char *name, size_t size)
{
  if (life_bits3d_is_b6s567 (world))
    snprintf (name, size, "LifeRuleB6S567");
  else
    snprintf (name, size, "LifeRuleCompiled<%uu, %uu>", world->birth,
        world->survival);
}

int
life_bits3d_name_kernel (const LifeBits3dWorld *world, char *name, size_t size)
{
  Device device;
  if (find_device (&device, world, world->compute_capability) != cudaSuccess)
    return 0;
  const LifeBits3dGrid grid = make_grid (world);
  if (life_bits3d_is_b6s567 (world)) {
    // Those compiled in are for some rows' lengths, and general ones for any.
    const KernelShape own = choose_plan (grid, device, B6S567).shape;
    if (!own.bulk || own.words != 0)
      return 0;
  }
  const Plan plan = choose_plan (grid, device, COMPILED);
  const KernelShape &shape = plan.shape;
  char rule[64];
  life_bits3d_name_rule (world, rule, sizeof (rule));
  snprintf (name, size, "life_bits3d_%skernel<%s, %d, %d, %d, (LifeEnds) %d>",
      shape.bulk ? "bulk_" : "", rule, shape.words, shape.rows,
      shape.bulk ? shape.threads : shape.blocks, (int) plan.ends);
  return 1;
}

cudaError_t
life_bits3d_plan (
    LifeBits3dPlan *plan, const LifeBits3dWorld *world, const void *kernel)
{
  if (world->width == 0 || world->height == 0 || world->depth == 0
      || world->stride % 4 != 0 || world->stride < (world->width + 31ull) / 32)
    return cudaErrorInvalidValue;

  const RuleKind kind = kernel != nullptr               ? COMPILED
                        : life_bits3d_is_b6s567 (world) ? B6S567
                                                        : ANY;
  Device device;
  cudaError_t error = find_device (&device, world,
      kernel != nullptr ? world->compute_capability : world->launcher.code);
  if (error != cudaSuccess)
    return error;

  const Plan chosen = choose_plan (make_grid (world), device, kind);
  const LifeBits3dGrid &grid = chosen.grid;
  if (kernel == nullptr)
    kernel = chosen.shape.kernels[(int) chosen.ends];
  plan->grid = grid;
  plan->rule = masks_of_rule (world->birth, world->survival);
  plan->launch = { kernel,
    dim3 (grid.tiles_x * grid.tiles_y, divide_up (grid.depth, grid.chunk)),
    dim3 (chosen.threads), chosen.shared_bytes };
  error = life_launch_allow_shared (kernel, chosen.shared_bytes);
  // Several blocks are to fit; the others' copies go through the L1 cache.
  if (error == cudaSuccess && chosen.shape.bulk)
    error = life_launch_prefer_shared (kernel);
  return error;
}

// At most as many blocks as for the whole world, of fewer slices each.
cudaError_t
life_bits3d_step_slices (const LifeBits3dPlan *plan,
    const LifeLauncher &launcher, uint32_t first, uint32_t end,
    const uint32_t *current, uint32_t *next)
{
  LifeBits3dGrid grid = plan->grid;
  LifeRuleMasks rule = plan->rule;
  LifeLaunch launch = plan->launch;
  void *arguments[] = { &grid, &rule };

  grid.current = current;
  grid.next = next;
  grid.first = first;
  grid.end = end;
  grid.chunk = divide_up (end - first, launch.blocks.y);
  launch.blocks.y = divide_up (end - first, grid.chunk);
  return life_launch_kernel (launcher, LIFE_START_DEPENDENT, launch, arguments);
}

cudaError_t
life_bits3d_step (LifeBits3dPlan *plan, const LifeLauncher &launcher,
    uint64_t generations, uint32_t **present, uint32_t **previous)
{
  void *arguments[] = { &plan->grid, &plan->rule };
  cudaError_t error = cudaSuccess;
  for (uint64_t i = 0; i < generations && error == cudaSuccess; i++) {
    plan->grid.current = *present;
    plan->grid.next = *previous;
    error = life_launch_kernel (
        launcher, LIFE_START_DEPENDENT, plan->launch, arguments);
    if (error == cudaSuccess)
      std::swap (*present, *previous);
  }
  return error;
}
