/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Advances bit-sliced 2D worlds: chooses among the kernels of bits2d-sweep.cuh,
 * bits2d-tiles.cuh and bits2d-resident.cuh, plans their launches once for a world and a rule,
 * cuts generations into launches and launches. No kernel stands here. */
#include "cuda/bits2d/bits2d-step.h"
#include "cuda/bits2d/network-words.h"
#include "cuda/bits2d/totals.h"

#include <algorithm>
#include <stdio.h>
#include <string.h>
#include <utility>

namespace {

typedef LifeBits2dWorld World;

/* How many generations a sweep is for, and how many words a lane owns. */
struct SweepShape {
  unsigned words, stages;
};

/* A sweep; kernels by topology, plane last. */
struct Sweep {
  SweepShape shape;
  const void *kernel[2];
};

const unsigned SWEEPS = LIFE_BITS2D_SWEEPS, COMPILED_SWEEPS = 3;
const unsigned SWEEP_ROWS = 13; /* more than twice the stages of any sweep */

/* Columns of the narrowest world: a band, and room for its halo next to it. */
const unsigned SWEEP_WIDTH = 256;

/* Those compiled in for a rule; the sweeps end with one of one generation. */
struct Kernels {
  Sweep sweep[SWEEPS];  /* from most stages to one */
  const void *tiles[5]; /* by LifeTileEdge */
};

/* The sweeps of those that are compiled at run time, in the same order. */
struct SweepShapes {
  SweepShape sweep[COMPILED_SWEEPS];
};

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
Kernels
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

/* B3/S23 needs few registers besides the cells: many stages, wide bands. */
const Kernels kernels_b3s23 = make_kernels<LifeRuleB3S23> (
    make_sweep<8, 6, LifeRuleB3S23> (), make_sweep<8, 4, LifeRuleB3S23> (),
    make_sweep<8, 2, LifeRuleB3S23> (), make_sweep<4, 1, LifeRuleB3S23> ());

/* Those of rules that nothing was compiled for. */
const Kernels kernels_masks =
    make_kernels<LifeRuleAnyMoore> (make_sweep<4, 4, LifeRuleAnyMoore> (),
        make_sweep<4, 3, LifeRuleAnyMoore> (),
        make_sweep<4, 2, LifeRuleAnyMoore> (),
        make_sweep<4, 1, LifeRuleAnyMoore> ());

const Kernels kernels_von_neumann = make_kernels<LifeRuleAnyVonNeumann> (
    make_sweep<4, 4, LifeRuleAnyVonNeumann> (),
    make_sweep<4, 1, LifeRuleAnyVonNeumann> ());

const Kernels kernels_hexagonal = make_kernels<LifeRuleAnyHexagonal> (
    make_sweep<4, 4, LifeRuleAnyHexagonal> (),
    make_sweep<4, 1, LifeRuleAnyHexagonal> ());

const Kernels kernels_table =
    make_kernels<LifeRuleAnyTable> (make_sweep<4, 1, LifeRuleAnyTable> ());

/* By planes, 2, 4 or 8; more generations than these gain nothing: with 2 logic binds
 * then, with 8 there are no registers for a second one. */
struct AgingKernels {
  Kernels by_planes[3];
};

template <class Base>
AgingKernels
make_aging ()
{
  typedef LifeRuleGenerations<0, 2, Base> Two;
  typedef LifeRuleGenerations<0, 4, Base> Four;
  typedef LifeRuleGenerations<0, 8, Base> Eight;

  return { { make_kernels<Two> (
                 make_sweep<4, 2, Two> (), make_sweep<4, 1, Two> ()),
      make_kernels<Four> (make_sweep<4, 2, Four> (), make_sweep<4, 1, Four> ()),
      make_kernels<Eight> (make_sweep<4, 1, Eight> ()) } };
}

template <int planes>
Kernels
make_aging_table ()
{
  typedef LifeRuleGenerations<0, planes, LifeRuleAnyTable> Rule;

  return make_kernels<Rule> (make_sweep<4, 1, Rule> ());
}

/* By LifeBits2dCounted. */
const AgingKernels kernels_aging[] = { make_aging<LifeRuleAnyMoore> (),
  make_aging<LifeRuleAnyVonNeumann> (), make_aging<LifeRuleAnyHexagonal> (),
  { make_aging_table<2> (), make_aging_table<4> (), make_aging_table<8> () } };

/* Worlds of networks are swept, whatever their size is. */
template <int planes>
Kernels
make_network_kernels ()
{
  return { { make_sweep<4, 1, LifeRuleAnyNetwork<planes> > () }, {} };
}

/* By planes in memory, 2, 4 or 8. */
const Kernels kernels_networks[3] = { make_network_kernels<2> (),
  make_network_kernels<4> (), make_network_kernels<8> () };

const Kernels kernels_blocks = { { make_sweep<4, 4, LifeRuleAnyBlocks> (),
                                     make_sweep<4, 1, LifeRuleAnyBlocks> () },
  {} };

/* Sweeps for rules that are compiled at run time: more stages leave too few warps on a
 * multiprocessor, more sweeps compile longer. Memory binds short networks; logic, and so the
 * halo and the instruction cache, long ones. */
const SweepShapes shapes = { { { 8, 4 }, { 8, 2 }, { 4, 1 } } };
const SweepShapes shapes_short = { { { 8, 6 }, { 8, 2 }, { 4, 1 } } };
const SweepShapes shapes_long = { { { 8, 2 }, { 8, 1 } } };
const SweepShapes shapes_longest = { { { 8, 1 } } };
/* Of states by their generations, from one on. */
const SweepShapes shapes_states[6] = {
  { { { 4, 1 } } },
  { { { 4, 2 }, { 4, 1 } } },
  { { { 4, 3 }, { 4, 1 } } },
  { { { 4, 4 }, { 4, 2 }, { 4, 1 } } },
  { { { 4, 5 }, { 4, 2 }, { 4, 1 } } },
  { { { 4, 6 }, { 4, 2 }, { 4, 1 } } },
};
/* The same of those that the driver compiles: templates.cu has these, and all of one plane. */
const SweepShapes shapes_spliced[5] = {
  { { { 4, 4 }, { 4, 2 }, { 4, 1 } } },
  { { { 4, 3 }, { 4, 1 } } },
  { { { 4, 3 }, { 4, 1 } } },
  { { { 4, 2 }, { 4, 1 } } },
  { { { 4, 2 }, { 4, 1 } } },
};
/* So many words for each column find room in registers, fewer next to what ages take. */
const unsigned STORED_WORDS = 30, STORED_AGES = 28;
/* Up to so many gates more than four generations gain in worlds of so many words; in smaller ones
 * the rows that a warp begins with cost as much, and only short networks gain. */
const unsigned FEW_GATES = 16, LARGE_WORDS = 1u << 25;
const unsigned SHORT_NETWORK = 8, LONG_NETWORK = 14, LONGEST_NETWORK = 40;

static_assert (COMPILED_SWEEPS + 1 == LIFE_BITS2D_KERNELS,
    "one for each sweep and one for tiles");

/* The planes that the states of a world need. */
unsigned
needed_planes (const World *world)
{
  return world->network != nullptr ? world->network->planes
                                   : 32 - __builtin_clz (world->states - 1);
}

/* Those that kernels advance: what is compiled in has 1, 2, 4 or 8. */
unsigned
kernel_planes (const World *world, bool compiled)
{
  const unsigned needed = needed_planes (world);

  return compiled ? needed : life_strips_planes (1u << needed);
}

/* Which of three, for 2, 4 and 8 bits per cell. */
unsigned
planes_kind (const World *world)
{
  const unsigned planes = kernel_planes (world, false);

  return planes == 2 ? 0 : planes == 4 ? 1 : 2;
}

const Kernels *
choose_kernels (const World *world)
{
  if (world->network != nullptr)
    return &kernels_networks[planes_kind (world)];
  if (world->planes > 1)
    return &kernels_aging[world->counted].by_planes[planes_kind (world)];
  switch (world->counted) {
    case LIFE_BITS2D_VON_NEUMANN:
      return &kernels_von_neumann;
    case LIFE_BITS2D_HEXAGONAL:
      return &kernels_hexagonal;
    case LIFE_BITS2D_TABLE:
      return &kernels_table;
    case LIFE_BITS2D_BLOCKS:
      return &kernels_blocks;
    default:
      return world->birth == 1u << 3 && world->survival == (1u << 2 | 1u << 3)
                 ? &kernels_b3s23
                 : &kernels_masks;
  }
}

/* What a stage stores of a column of states: two rows of what is read above and below a cell, one
 * of all else. Of rules that age that is which cells are alive. */
unsigned
stored_words (const World *world)
{
  const unsigned planes = needed_planes (world);

  return world->network != nullptr
             ? planes
                   + __builtin_popcount (
                       life_network_outer_planes (world->network))
         : world->states == 3 ? planes + 1
                              : planes + 2;
}

/* More generations per pass take less memory traffic, as long as there are registers and logic
 * does not bind: the networks of letters and maps are long ones. */
const SweepShapes *
choose_state_shapes (const World *world)
{
  const LifeStrips &strips = world->strips;
  const bool network = world->network != nullptr;
  const bool large = (uint64_t) strips.width * strips.rows >= LARGE_WORDS;
  const unsigned few = large ? FEW_GATES : SHORT_NETWORK;
  const unsigned most = network && world->gates <= few               ? 6
                        : !network && world->gates > LONGEST_NETWORK ? 2
                                                                     : 4;
  const unsigned room = network ? STORED_WORDS : STORED_AGES;

  return &shapes_states[std::min (room / stored_words (world), most) - 1];
}

/* Those to be compiled for a rule alone. */
const SweepShapes *
shapes_for (const World *world)
{
  if (world->spliced != nullptr && world->spliced->planes > 1)
    return &shapes_spliced[world->spliced->planes - 2];
  if (world->planes > 1)
    return choose_state_shapes (world);
  if (world->counted == LIFE_BITS2D_MOORE)
    return &shapes;
  return world->gates <= SHORT_NETWORK     ? &shapes_short
         : world->gates <= LONG_NETWORK    ? &shapes
         : world->gates <= LONGEST_NETWORK ? &shapes_long
                                           : &shapes_longest;
}

/* Those to be compiled: of rules in turn the shapes for the one that needs more. */
const SweepShapes *
choose_shapes (const World *world)
{
  const SweepShapes *even = shapes_for (world);
  const SweepShapes *odd =
      world->odd != nullptr ? shapes_for (world->odd) : even;

  return odd->sweep[0].stages < even->sweep[0].stages ? odd : even;
}

void
fill_network (const LifeNetwork *network, LifeRuleAnyNetwork<2> *rule)
{
  static_assert (sizeof (LifeGateCode) == sizeof (LifeGate)
                     && sizeof (rule->columns) == sizeof (network->columns)
                     && sizeof (rule->gates) == sizeof (network->gates),
      "a network as it lies in memory");
  rule->bits = network->planes;
  rule->n_columns = network->n_columns;
  rule->n_gates = network->n_gates;
  memcpy (rule->columns, network->columns, sizeof (rule->columns));
  memcpy (rule->gates, network->gates, sizeof (rule->gates));
  for (unsigned i = 0; i < network->planes; i++)
    rule->outputs[i] = (unsigned char) network->outputs[i];
}

/* The leaves have the cells of their own row first. */
void
fill_blocks (const uint8_t *blocks, LifeRuleAnyBlocks *rule)
{
  for (unsigned cell = 0; cell < 4; cell++)
    for (unsigned i = 0; i < 16; i++) {
      const unsigned block = cell < 2 ? i : i >> 2 | (i & 3) << 2;
      rule->lives[cell / 2][cell % 2][i] = 0 - (blocks[block] >> cell & 1u);
    }
}

LifeBits2dRule
make_rule (const World *world)
{
  LifeBits2dRule rule = {};
  if (world->counted == LIFE_BITS2D_BLOCKS) {
    fill_blocks (world->blocks, &rule.blocks);
    return rule;
  }
  if (world->network != nullptr) {
    fill_network (world->network, &rule.network);
  } else if (world->counted == LIFE_BITS2D_TABLE) {
    for (unsigned i = 0; i < 16; i++)
      rule.aging_table.base.entries[i] =
          (unsigned) (world->map[i / 2] >> i % 2 * 32);
    rule.aging_table.top = world->states - 1;
  } else {
    life_totals_init (&rule.aging.base, world->birth, world->survival);
    rule.aging.top = world->states - 1;
  }
  return rule;
}

/* --- Which kernels suit a world --- */

bool
can_sweep (const LifeStrips &strips)
{
  return life_bits2d_can_sweep (strips.width, strips.height);
}

unsigned long long
count_tiles (const LifeStrips &strips)
{
  return (strips.width + 63ull) / 64 * ((strips.height + 31ull) / 32);
}

/* Up to how many tiles per multiprocessor, and from how many generations on, tiles of
 * either kind are faster than sweeps, measured on an H200. */
const unsigned TILES_WORTH_WHILE = 64, GENERATIONS_WORTH_WHILE = 16;

/* Whether tiles are ever faster. */
bool
has_tiles (const LifeStrips &strips, int multiprocessors)
{
  return !can_sweep (strips)
         || count_tiles (strips)
                <= (unsigned long long) TILES_WORTH_WHILE * multiprocessors;
}

/* Whether its rule runs in sweeps alone, whatever its size is. */
bool
is_only_swept (const World *world)
{
  return world->network != nullptr || world->odd != nullptr
         || world->counted == LIFE_BITS2D_BLOCKS;
}

bool
has_tiles (const World *world)
{
  return !is_only_swept (world)
         && has_tiles (world->strips, world->launcher.multiprocessors);
}

/* From how many generations on it is faster to load a world that would else be swept
 * to the chip and back. */
const unsigned RESIDENT_WORTH_WHILE = 256;

/* The longest network that the instruction cache is large enough for. */
const unsigned RESIDENT_GATES = 24;

/* How a world is cut into interleaved tiles, which are faster wherever they fit; no columns:
 * it is not. */
LifeBits2dCut
choose_cut (
    const LifeStrips &strips, bool torus, unsigned planes, int multiprocessors)
{
  return planes > 1 || !can_sweep (strips)
             ? LifeBits2dCut{}
             : life_bits2d_cut (strips, torus, multiprocessors);
}

/* The same under a rule. */
LifeBits2dCut
choose_cut (const World *world)
{
  return is_only_swept (world) || world->gates > RESIDENT_GATES
             ? LifeBits2dCut{}
             : choose_cut (world->strips, world->torus, world->planes,
                 world->launcher.multiprocessors);
}

/* Whether sweep @i is to be compiled. */
bool
has_compiled_sweep (const World *world, unsigned i)
{
  return i < COMPILED_SWEEPS && can_sweep (world->strips)
         && choose_shapes (world)->sweep[i].stages > 0;
}

LifeTileEdge
choose_edge (const World *world)
{
  const LifeStrips &strips = world->strips;

  if (!world->torus)
    return strips.width < LIFE_TILE_PLANE_WIDTH
                   || strips.height < LIFE_TILE_PLANE_HEIGHT
               ? LIFE_TILE_TINY_PLANE
               : LIFE_TILE_PLANE;
  if (strips.height % 32 == 0)
    return LIFE_TILE_TORUS;
  return strips.height < LIFE_TILE_HALO ? LIFE_TILE_TINY_TORUS
                                        : LIFE_TILE_RAGGED_TORUS;
}

/* --- Planning --- */

/* How many warps of a kernel are resident at once. */
cudaError_t
count_resident_warps (const World *world, const void *kernel,
    unsigned warps_a_block, unsigned long long *warps)
{
  unsigned blocks = 0;
  cudaError_t error = life_launch_count_resident (
      world->launcher, kernel, 32 * warps_a_block, 0, &blocks);
  *warps = (unsigned long long) blocks * warps_a_block;
  return error;
}

cudaError_t
plan_sweep (LifeBits2dSweepPlan *plan, const World *world, SweepShape shape,
    unsigned planes, const void *kernel)
{
  const unsigned block_warps = (unsigned) life_sweep_warps ((int) planes);
  LifeBits2dPass &pass = plan->pass;

  plan->stages = shape.stages;
  pass.strips = world->strips;
  for (unsigned strip = 0; strip < 32; strip++)
    pass.odd_strips |= (life_strip_start (world->strips.height, strip) & 1)
                       << strip;
  pass.bands = life_sweep_bands (world->strips.width, (int) shape.words,
      (int) shape.stages, !world->torus);

  /* Every resident warp takes a share, but none less than a row. */
  unsigned long long warps;
  cudaError_t error = count_resident_warps (world, kernel, block_warps, &warps);
  unsigned long long rows =
      pass.bands * life_sweep_length (world->strips, (int) shape.stages);
  pass.warps = (unsigned) std::min (rows, warps);
  plan->launch = { kernel, dim3 ((pass.warps + block_warps - 1) / block_warps),
    dim3 (32 * block_warps), 0 };
  return error;
}

cudaError_t
plan_sweeps (LifeBits2dPlan *plan, const World *world,
    const void *const *compiled, const Kernels *kernels)
{
  const unsigned planes = kernel_planes (world, compiled != nullptr);
  cudaError_t error = cudaSuccess;

  if (!can_sweep (world->strips))
    return cudaSuccess;
  for (unsigned i = 0; i < SWEEPS && error == cudaSuccess; i++) {
    if (compiled != nullptr) {
      if (has_compiled_sweep (world, i))
        error = plan_sweep (&plan->sweeps[i], world,
            choose_shapes (world)->sweep[i], planes, compiled[i]);
    } else if (kernels->sweep[i].shape.stages > 0) {
      error = plan_sweep (&plan->sweeps[i], world, kernels->sweep[i].shape,
          planes, kernels->sweep[i].kernel[!world->torus]);
    }
  }
  return error;
}

LifeLaunch
launch_of (const void *kernel, unsigned long long threads)
{
  const unsigned block = 128;

  return { kernel, dim3 ((unsigned) ((threads + block - 1) / block)),
    dim3 (block), 0 };
}

cudaError_t
plan_tiles (LifeBits2dPlan *plan, const World *world, unsigned planes,
    const void *kernel)
{
  const LifeStrips &strips = world->strips;
  LifeBits2dTiles &tiles = plan->tiles.tiles;
  unsigned long long resident = 0;
  cudaError_t error =
      count_resident_warps (world, kernel, LIFE_TILE_WARPS, &resident);

  tiles.strips = strips;
  tiles.planes = planes;
  tiles.columns = (strips.width + 63) / 64;
  tiles.lines = (unsigned) ((strips.height + 31ull) / 32);
  tiles.entries = (unsigned long long *) world->entries;
  plan->tiles.together =
      world->launcher.cooperative && count_tiles (strips) <= resident;
  plan->tiles.launch = { kernel,
    dim3 ((unsigned) ((count_tiles (strips) + LIFE_TILE_WARPS - 1)
                      / LIFE_TILE_WARPS)),
    dim3 (32 * LIFE_TILE_WARPS), 0 };
  plan->tiles.to_entries = launch_of ((const void *) life_bits2d_to_entries,
      (unsigned long long) tiles.lines * strips.width);
  plan->tiles.from_entries = launch_of ((const void *) life_bits2d_from_entries,
      (unsigned long long) strips.rows * strips.width);
  return error;
}

/* --- Advancing --- */

cudaError_t
sweep_once (LifeBits2dPlan *plan, LifeBits2dSweepPlan *sweep,
    const LifeLauncher &launcher, uint32_t **present, uint32_t **previous)
{
  void *arguments[] = { &sweep->pass, &plan->rule };

  sweep->pass.from = *present;
  sweep->pass.to = *previous;
  sweep->pass.odd = plan->is_odd;
  cudaError_t error = life_launch_kernel (
      launcher, LIFE_START_DEPENDENT, sweep->launch, arguments);
  if (error == cudaSuccess) {
    std::swap (*present, *previous);
    plan->is_odd ^= sweep->stages % 2 != 0;
  }
  return error;
}

cudaError_t
run_tiles (LifeBits2dPlan *plan, const LifeLauncher &launcher,
    uint64_t generations, uint32_t **present, uint32_t **previous)
{
  LifeBits2dTiles &tiles = plan->tiles.tiles;
  const bool together = plan->tiles.together;
  /* So that no launch runs for longer than about a tenth of a second. */
  const uint64_t limit = together ? 1u << 20 : LIFE_TILE_HALO;
  void *fill[] = { &tiles, present };
  void *arguments[] = { &tiles, &plan->rule };
  void *empty[] = { &tiles, previous };

  tiles.round = 0;
  cudaError_t error = life_launch_kernel (
      launcher, LIFE_START_DEPENDENT, plan->tiles.to_entries, fill);
  while (error == cudaSuccess && generations > 0) {
    tiles.generations = (unsigned) std::min (generations, limit);
    error = life_launch_kernel (launcher,
        together ? LIFE_START_TOGETHER : LIFE_START_DEPENDENT,
        plan->tiles.launch, arguments);
    generations -= tiles.generations;
    tiles.round += (tiles.generations + LIFE_TILE_HALO - 1) / LIFE_TILE_HALO;
  }
  if (error == cudaSuccess)
    error = life_launch_kernel (launcher,
        together ? LIFE_START_AFTER : LIFE_START_DEPENDENT,
        plan->tiles.from_entries, empty);
  if (error == cudaSuccess)
    std::swap (*present, *previous);
  return error;
}

cudaError_t
advance (LifeBits2dPlan *plan, const LifeLauncher &launcher,
    uint64_t generations, uint32_t **present, uint32_t **previous)
{
  const bool sweeps = plan->sweeps[0].stages > 0;
  const bool tiles = plan->tiles.launch.kernel != nullptr;

  if (plan->resident.launch.kernel != nullptr
      && generations >= plan->resident_from)
    return life_bits2d_run_resident (
        &plan->resident, &plan->rule, launcher, generations, present, previous);
  if (generations > 0 && tiles
      && (!sweeps || generations >= GENERATIONS_WORTH_WHILE))
    return run_tiles (plan, launcher, generations, present, previous);
  for (unsigned i = 0; generations > 0; i++) {
    LifeBits2dSweepPlan *sweep = &plan->sweeps[i];
    for (; generations >= sweep->stages; generations -= sweep->stages) {
      cudaError_t error = sweep_once (plan, sweep, launcher, present, previous);
      if (error != cudaSuccess)
        return error;
    }
  }
  return cudaSuccess;
}

} // namespace

void
life_bits2d_name_rule (
    const LifeBits2dWorld *world, bool odd, char (&name)[LIFE_BITS2D_RULE_NAME])
{
  char base[LIFE_BITS2D_RULE_NAME - 32];

  if (world->spliced != nullptr) {
    snprintf (
        name, sizeof (name), "LifeRuleMarked<%u>", world->spliced->planes);
    return;
  }
  if (world->counted == LIFE_BITS2D_MOORE)
    snprintf (base, sizeof (base), "LifeRuleTotalistic<%uu, %uu>", world->birth,
        world->survival);
  else
    snprintf (base, sizeof (base), "%s",
        odd ? LIFE_BITS2D_ODD_NETWORK : LIFE_BITS2D_NETWORK);
  if (world->planes == 1 || world->network != nullptr)
    snprintf (name, sizeof (name), "%s", base);
  else
    snprintf (name, sizeof (name), "LifeRuleGenerations<%u, %u, %s>",
        world->states, needed_planes (world), base);
}

bool
life_bits2d_can_sweep (unsigned width, unsigned height)
{
  return width >= SWEEP_WIDTH && (height + 31ull) / 32 >= SWEEP_ROWS;
}

size_t
life_bits2d_entries_bytes (
    const LifeStorage *storage, const LifeLauncher &launcher)
{
  const LifeStrips strips = life_storage_strips (storage);
  const LifeBits2dCut cut = choose_cut (
      strips, storage->torus, storage->bits, launcher.multiprocessors);
  size_t bytes = 0;

  if (has_tiles (strips, launcher.multiprocessors))
    bytes = (strips.height + 31ull) / 32 * LIFE_TILE_LANE_COLUMNS
            * life_bits2d_entries_third (strips.width) * LIFE_TILE_BUFFERS
            * storage->bits * sizeof (unsigned long long);
  if (cut.columns > 0)
    bytes = std::max (bytes, life_bits2d_cut_bytes (strips, cut));
  return bytes;
}

int
life_bits2d_name_kernels (
    const LifeBits2dWorld *world, char (*names)[LIFE_BITS2D_NAME])
{
  const SweepShapes *shapes = choose_shapes (world);
  char rule[LIFE_BITS2D_RULE_NAME] = LIFE_BITS2D_IN_TURN;
  int count = 0;

  if (world->odd == nullptr) {
    if (choose_kernels (world) == &kernels_b3s23)
      return 0;
    life_bits2d_name_rule (world, false, rule);
  }
  for (unsigned i = 0; has_compiled_sweep (world, i); i++, count++)
    snprintf (names[count], LIFE_BITS2D_NAME,
        "life_bits2d_sweep<%u, %u, %s, %s>", shapes->sweep[i].words,
        shapes->sweep[i].stages, world->torus ? "false" : "true", rule);
  if (world->spliced != nullptr)
    return count;
  const LifeBits2dCut cut = choose_cut (world);
  if (cut.columns > 0) {
    life_bits2d_name_resident (
        cut, world->torus, rule, names[count], LIFE_BITS2D_NAME);
    count++;
  } else if (has_tiles (world)) {
    snprintf (names[count], LIFE_BITS2D_NAME,
        "life_bits2d_tiles<(LifeTileEdge) %d, %s>", choose_edge (world), rule);
    count++;
  }
  return count;
}

bool
life_bits2d_gains_by_network (const LifeBits2dWorld *world)
{
  return can_sweep (world->strips)
         && (world->network != nullptr || world->counted == LIFE_BITS2D_TABLE);
}

cudaError_t
life_bits2d_plan (LifeBits2dPlan *plan, const LifeBits2dWorld *world,
    const void *const *compiled)
{
  const Kernels *kernels = choose_kernels (world);
  unsigned n_sweeps = 0;

  *plan = {};
  plan->rule = make_rule (world);
  cudaError_t error = plan_sweeps (plan, world, compiled, kernels);
  if (compiled != nullptr && world->spliced != nullptr)
    return error;
  while (compiled != nullptr && has_compiled_sweep (world, n_sweeps))
    n_sweeps++;
  const LifeBits2dCut cut = choose_cut (world);
  const bool resident =
      cut.columns > 0 && (compiled != nullptr || kernels == &kernels_b3s23);
  if (error == cudaSuccess && resident) {
    plan->resident_from =
        has_tiles (world) ? GENERATIONS_WORTH_WHILE : RESIDENT_WORTH_WHILE;
    error = life_bits2d_plan_resident (&plan->resident, world->strips,
        world->torus, cut, world->launcher,
        compiled != nullptr ? compiled[n_sweeps] : nullptr, world->entries);
  }
  /* Tiles are compiled for a rule where interleaved ones are not. */
  if (error != cudaSuccess || !has_tiles (world)
      || (compiled != nullptr && resident))
    return error;
  return plan_tiles (plan, world, kernel_planes (world, compiled != nullptr),
      compiled != nullptr ? compiled[n_sweeps]
                          : kernels->tiles[choose_edge (world)]);
}

cudaError_t
life_bits2d_step (LifeBits2dPlan *plan, const LifeLauncher &launcher,
    uint64_t generations, bool stores_previous, uint32_t **present,
    uint32_t **previous)
{
  if (generations == 0)
    return cudaSuccess;
  if (!stores_previous)
    return advance (plan, launcher, generations, present, previous);
  cudaError_t error =
      advance (plan, launcher, generations - 1, present, previous);
  return error == cudaSuccess ? advance (plan, launcher, 1, present, previous)
                              : error;
}
