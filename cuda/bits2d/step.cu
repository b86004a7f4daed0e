/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Advances bit-sliced 2D worlds: chooses among the kernels of sweep.cuh
 * and tiles.cuh, cuts generations into launches and launches. No
 * kernel but the counting one stands here. */
#include "step.h"

#include <algorithm>
#include <stdio.h>
#include <utility>

#include "tiles.cuh"
#include "cuda/engine/launch.h"

namespace {

typedef LifeBits2d World;

/* How many generations a sweep is for, and how many words a lane owns. */
struct Shape {
  unsigned words, stages;
};

/* A sweep; kernels by topology, plane last. */
struct Sweep {
  Shape shape;
  const void *kernel[2];
};

const unsigned SWEEPS = 4, COMPILED_SWEEPS = 3;
const unsigned SWEEP_ROWS = 13; /* more than twice the stages of any sweep */

/* Columns of the narrowest world: a band, and room for its halo beside it. */
const unsigned SWEEP_WIDTH = 256;

} // namespace

/* Ends with a sweep of one generation; the kernels of those that are compiled at
 * run time are the world's. */
struct _LifeBits2dKernels {
  Sweep sweep[SWEEPS];  /* from most stages to one */
  const void *tiles[5]; /* by LifeTileEdge */
};

namespace {

template <int words, int stages, class Rule>
Sweep
make_sweep ()
{
  return { { words, stages },
    { (const void *) life_bits2d_sweep<words, stages, false, Rule>,
        (const void *) life_bits2d_sweep<words, stages, true, Rule> } };
}

template <LifeTileEdge edge, class Rule>
const void *
tile_kernel ()
{
  return (const void *) life_bits2d_tiles<edge, Rule>;
}

template <class Rule>
LifeBits2dKernels
make_kernels (
    Sweep first, Sweep second = {}, Sweep third = {}, Sweep fourth = {})
{
  return { { first, second, third, fourth },
    { tile_kernel<LIFE_TILE_TORUS, Rule> (),
        tile_kernel<LIFE_TILE_RAGGED_TORUS, Rule> (),
        tile_kernel<LIFE_TILE_TINY_TORUS, Rule> (),
        tile_kernel<LIFE_TILE_PLANE, Rule> (),
        tile_kernel<LIFE_TILE_TINY_PLANE, Rule> () } };
}

/* B3/S23 needs few registers beside the cells: many stages, wide bands. */
const LifeBits2dKernels kernels_b3s23 = make_kernels<LifeRuleB3S23> (
    make_sweep<8, 6, LifeRuleB3S23> (), make_sweep<8, 4, LifeRuleB3S23> (),
    make_sweep<8, 2, LifeRuleB3S23> (), make_sweep<8, 1, LifeRuleB3S23> ());

/* Those of rules that nothing was compiled for. */
const LifeBits2dKernels kernels_masks =
    make_kernels<LifeRuleAnyMoore> (make_sweep<4, 4, LifeRuleAnyMoore> (),
        make_sweep<4, 3, LifeRuleAnyMoore> (),
        make_sweep<4, 2, LifeRuleAnyMoore> (),
        make_sweep<4, 1, LifeRuleAnyMoore> ());

const LifeBits2dKernels kernels_von_neumann =
    make_kernels<LifeRuleAnyVonNeumann> (
        make_sweep<4, 4, LifeRuleAnyVonNeumann> (),
        make_sweep<4, 1, LifeRuleAnyVonNeumann> ());

const LifeBits2dKernels kernels_hexagonal = make_kernels<LifeRuleAnyHexagonal> (
    make_sweep<4, 4, LifeRuleAnyHexagonal> (),
    make_sweep<4, 1, LifeRuleAnyHexagonal> ());

const LifeBits2dKernels kernels_table =
    make_kernels<LifeRuleTable> (make_sweep<4, 1, LifeRuleTable> ());

template <int planes>
using AgingTable = LifeRuleGenerations<0, planes, LifeRuleTable>;

const LifeBits2dKernels kernels_aging[3] = {
  make_kernels<AgingTable<2> > (make_sweep<4, 1, AgingTable<2> > ()),
  make_kernels<AgingTable<4> > (make_sweep<4, 1, AgingTable<4> > ()),
  make_kernels<AgingTable<8> > (make_sweep<4, 1, AgingTable<8> > ()),
};

/* Sweeps for rules that are compiled at run time: with more stages a
 * multiprocessor would keep fewer warps than longer networks need, and more sweeps
 * would take more time to compile. By what binds: short networks memory, long ones
 * logic, and so the halo and what an instruction cache holds. */
const LifeBits2dKernels kernels_compiled = { { { { 8, 4 } }, { { 8, 2 } },
    { { 8, 1 } } } };
const LifeBits2dKernels kernels_compiled_short = { { { { 8, 6 } }, { { 8, 2 } },
    { { 8, 1 } } } };
const LifeBits2dKernels kernels_compiled_long = { { { { 8, 2 } },
    { { 8, 1 } } } };
const LifeBits2dKernels kernels_compiled_longest = { { { { 8, 1 } } } };
const LifeBits2dKernels kernels_compiled_aging[3] = {
  { { { { 4, 4 } }, { { 4, 2 } }, { { 4, 1 } } } },
  { { { { 4, 2 } }, { { 4, 1 } } } },
  { { { { 4, 1 } } } },
};
const unsigned SHORT_NETWORK = 8, LONG_NETWORK = 14, LONGEST_NETWORK = 40;

/* Where compiled kernels lie: one for each sweep and one for the tiles. */
const unsigned COMPILED_TILES = COMPILED_SWEEPS;
static_assert (COMPILED_TILES + 1 == LIFE_BITS2D_KERNELS, "");

/* Which of three, for 2, 4 and 8 bits a cell. */
unsigned
aging_kind (const World *world)
{
  return world->planes == 2 ? 0 : world->planes == 4 ? 1 : 2;
}

const LifeBits2dKernels *
choose_kernels (const World *world)
{
  if (world->planes > 1)
    return &kernels_aging[aging_kind (world)];
  switch (world->counted) {
    case LIFE_BITS2D_VON_NEUMANN:
      return &kernels_von_neumann;
    case LIFE_BITS2D_HEXAGONAL:
      return &kernels_hexagonal;
    case LIFE_BITS2D_TABLE:
      return &kernels_table;
    default:
      return world->birth == 1u << 3 && world->survival == (1u << 2 | 1u << 3)
                 ? &kernels_b3s23
                 : &kernels_masks;
  }
}

/* The shapes of those to be compiled. */
const LifeBits2dKernels *
choose_compiled (const World *world)
{
  if (world->planes > 1)
    return &kernels_compiled_aging[aging_kind (world)];
  if (world->counted == LIFE_BITS2D_MOORE)
    return &kernels_compiled;
  return world->gates <= SHORT_NETWORK     ? &kernels_compiled_short
         : world->gates <= LONG_NETWORK    ? &kernels_compiled
         : world->gates <= LONGEST_NETWORK ? &kernels_compiled_long
                                           : &kernels_compiled_longest;
}

bool
is_compiled (const World *world)
{
  return world->kernels->tiles[0] == nullptr;
}

/* What a kernel takes as its rule; those compiled for a rule look at none. */
union RuleArgument {
  LifeRuleAnyMoore masks;
  LifeRuleTable table;
  LifeRuleGenerations<0, 2, LifeRuleTable> aging;
};

void
fill_table (const World *world, LifeRuleTable *table)
{
  for (unsigned i = 0; i < 16; i++)
    table->entries[i] = (unsigned) (world->map[i / 2] >> i % 2 * 32);
}

void
fill_totals (const World *world, LifeTotals *totals)
{
  for (unsigned total = 0; total < 10; total++) {
    int born = world->birth >> total & 1;
    int stays = world->survival << 1 >> total & 1;
    if (total == 0)
      stays = born;
    if (total == 9)
      born = stays;
    totals->factor[total] = (LifeWord) (stays - born);
    totals->offset[total] = (LifeWord) -born;
  }
}

RuleArgument
make_rule (const World *world)
{
  RuleArgument rule;
  if (world->planes > 1) {
    fill_table (world, &rule.aging.base);
    rule.aging.top = world->states - 1;
  } else if (world->counted == LIFE_BITS2D_TABLE) {
    fill_table (world, &rule.table);
  } else {
    fill_totals (world, &rule.masks);
  }
  return rule;
}

LifeStrips
make_shape (const World *world)
{
  return { world->width, world->height, world->rows, world->stride,
    (size_t) world->rows * world->stride, world->last_row };
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
  const Shape shape = sweep->shape;
  const unsigned block_warps =
      (unsigned) life_sweep_warps ((int) world->planes);
  const void *kernel = is_compiled (world) ? world->compiled[which]
                                           : sweep->kernel[!world->torus];
  RuleArgument rule = make_rule (world);
  LifeBits2dPass pass;
  pass.shape = make_shape (world);
  pass.from = world->current;
  pass.to = world->next;
  pass.bands = life_sweep_bands (
      world->width, (int) shape.words, (int) shape.stages, !world->torus);

  /* Every resident warp takes a share, but none less than a row. */
  unsigned long long warps;
  cudaError_t error = count_resident_warps (world, kernel, block_warps, &warps);
  if (error != cudaSuccess)
    return error;
  unsigned long long rows =
      pass.bands * life_sweep_length (pass.shape, (int) shape.stages);
  pass.warps = (unsigned) std::min (rows, warps);

  void *arguments[] = { &pass, &rule };
  error = launch (world, kernel, (pass.warps + block_warps - 1) / block_warps,
      32 * block_warps, LIFE_START_DEPENDENT, arguments);
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
  const void *kernel = is_compiled (world)
                           ? world->compiled[COMPILED_TILES]
                           : world->kernels->tiles[choose_edge (world)];
  RuleArgument rule = make_rule (world);
  LifeBits2dTiles tiles;
  tiles.shape = make_shape (world);
  tiles.planes = world->planes;
  tiles.columns = (world->width + 63) / 64;
  tiles.lines = (unsigned) ((world->height + 31ull) / 32);
  tiles.entries = (unsigned long long *) world->entries;
  tiles.round = 0;

  const unsigned threads = 128;
  void *fill[] = { &tiles, &world->current };
  unsigned long long entries = (unsigned long long) tiles.lines * world->width;
  cudaError_t error = launch (world, (const void *) life_bits2d_to_entries,
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
    error = launch (world, (const void *) life_bits2d_from_entries,
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
    const unsigned stages = world->kernels->sweep[i].shape.stages;
    for (; generations >= stages; generations -= stages) {
      cudaError_t error = sweep_once (world, i);
      if (error != cudaSuccess)
        return error;
    }
  }
  return cudaSuccess;
}

} // namespace

cudaError_t
life_bits2d_prepare (LifeBits2d *world)
{
  world->rows = (world->height + 31ull) / 32;
  world->stride = (world->width + 7ull) / 8 * 8;
  world->last_row = 0;
  for (unsigned strip = 0; strip < 32; strip++) {
    unsigned start = life_strip_start (world->height, strip);
    unsigned end = life_strip_start (world->height, strip + 1);
    if (end - start == world->rows)
      world->last_row |= 1u << strip;
  }
  world->planes = life_strips_planes (world->states);
  world->kernels = choose_kernels (world);

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

/* Whether compiled[@i] is needed: a sweep. */
static bool
has_sweep (const LifeBits2d *world, unsigned i)
{
  return i < COMPILED_SWEEPS && can_sweep (world)
         && choose_compiled (world)->sweep[i].shape.stages > 0;
}

const unsigned RULE_NAME = 80;

static void
name_rule (const LifeBits2d *world, char (&name)[RULE_NAME])
{
  char base[RULE_NAME - 32] = LIFE_BITS2D_NETWORK;

  if (world->counted == LIFE_BITS2D_MOORE)
    snprintf (base, sizeof (base), "LifeRuleTotalistic<%uu, %uu>", world->birth,
        world->survival);
  if (world->planes == 1)
    snprintf (name, sizeof (name), "%s", base);
  else
    snprintf (name, sizeof (name), "LifeRuleGenerations<%u, %u, %s>",
        world->states, world->planes, base);
}

int
life_bits2d_name_kernels (
    const LifeBits2d *world, char (*names)[LIFE_BITS2D_NAME])
{
  const LifeBits2dKernels *kernels = choose_compiled (world);
  char rule[RULE_NAME];
  int count = 0;

  if (world->kernels == &kernels_b3s23)
    return 0;
  name_rule (world, rule);
  for (unsigned i = 0; has_sweep (world, i); i++, count++)
    snprintf (names[count], LIFE_BITS2D_NAME,
        "life_bits2d_sweep<%u, %u, %s, %s>", kernels->sweep[i].shape.words,
        kernels->sweep[i].shape.stages, world->torus ? "false" : "true", rule);
  if (prefers_tiles (world, UINT64_MAX)) {
    snprintf (names[count], LIFE_BITS2D_NAME,
        "life_bits2d_tiles<(LifeTileEdge) %d, %s>", choose_edge (world), rule);
    count++;
  }
  return count;
}

void
life_bits2d_take_kernels (LifeBits2d *world, const void *const *kernels)
{
  world->kernels = choose_compiled (world);
  for (unsigned i = 0; has_sweep (world, i); i++)
    world->compiled[i] = *kernels++;
  if (prefers_tiles (world, UINT64_MAX))
    world->compiled[COMPILED_TILES] = *kernels;
}

size_t
life_bits2d_entries_size (const LifeBits2d *world)
{
  if (!prefers_tiles (world, UINT64_MAX))
    return 0;
  return (world->height + 31ull) / 32 * LIFE_TILE_LANE_COLUMNS
         * life_bits2d_entries_third (world->width) * LIFE_TILE_BUFFERS
         * world->planes * sizeof (unsigned long long);
}

cudaError_t
life_bits2d_step (LifeBits2d *world, uint64_t generations)
{
  if (generations == 0)
    return cudaSuccess;
  cudaError_t error = advance (world, generations - 1);
  return error == cudaSuccess ? advance (world, 1) : error;
}
