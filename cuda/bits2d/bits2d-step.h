/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A bit-sliced 2D world under a rule, which kernels advance it and over which grids;
 * allocating and compiling at run time are the callers'. */
#pragma once

#include "cuda/bits2d/bits2d-resident.h"
#include "cuda/device/launch.h"
#include "cuda/engine/storage.h"

#include "life/rule/network/network.h"

#include <stddef.h>
#include <stdint.h>

/* Which cells of the eight around a cell its rule counts; or that it is a table of
 * all nine, or a network of states, or of blocks of four. */
enum LifeBits2dCounted {
  LIFE_BITS2D_MOORE,
  LIFE_BITS2D_VON_NEUMANN,
  LIFE_BITS2D_HEXAGONAL,
  LIFE_BITS2D_TABLE,
  LIFE_BITS2D_STATES,
  LIFE_BITS2D_BLOCKS
};

/* The most kernels that are named to be compiled, and the room for a name. */
#define LIFE_BITS2D_KERNELS 4
#define LIFE_BITS2D_NAME 128

/* Rules among the kernels' names that are not in rules.cuh: one has to be made of the map, of
 * rules in turn one or both; and these two together are another one. */
#define LIFE_BITS2D_NETWORK "LifeRuleNetwork"
#define LIFE_BITS2D_ODD_NETWORK "LifeRuleOddNetwork"
#define LIFE_BITS2D_IN_TURN "LifeRuleEvenOrOdd"

typedef struct LifeBits2dWorld LifeBits2dWorld;

/**
 * LifeBits2dWorld:
 * @strips: the world's shape
 * @torus: a torus without a shift; else a plane
 * @planes: of strips: the bits of a state
 * @counted: which cells the rule reads
 * @birth: bit n set: a dead cell with n live neighbors, 0 to 8, comes alive
 * @survival: bit n set: a live cell with n live neighbors stays alive
 * @map: the same as a table: bit n of it set: alive next where the nine cells
 *   read n, north-west the highest bit; always filled in
 * @states: 2 to 256: live cells that do not stay alive go through those above 1
 * @gates: what a network for @map costs, or @network; 0 if there is none
 * @network: of a rule that is one; else NULL
 * @spliced: what was put into the kernels that the driver compiles; NULL: they are NVRTC's
 * @blocks: what becomes of blocks of four
 * @odd: the same world under the rule of odd generations; NULL: that is this one
 * @launcher: where everything runs
 * @entries: device memory of life_bits2d_entries_bytes() bytes
 *
 * A 2D world under a rule of radius 1 over live cells, in the layout that
 * strips.cuh describes.
 */
struct LifeBits2dWorld {
  LifeStrips strips;
  bool torus;
  unsigned planes;
  LifeBits2dCounted counted;
  uint32_t birth, survival;
  uint64_t map[8];
  uint32_t states, gates;
  const LifeNetwork *network, *spliced;
  uint8_t blocks[LIFE_MARGOLUS_BLOCKS];
  const LifeBits2dWorld *odd;
  LifeLauncher launcher;
  void *entries;
};

/* What a kernel takes as its rule, whichever cells it counts: for states of one bit the base
 * alone, which comes first. Those compiled for a rule look at none. */
union LifeBits2dRule {
  LifeRuleGenerations<0, 2, LifeRuleAnyMoore> aging;
  LifeRuleGenerations<0, 2, LifeRuleAnyTable> aging_table;
  LifeRuleAnyNetwork<2> network;
  LifeRuleAnyBlocks blocks;
};

/* A sweep of @stages generations. */
struct LifeBits2dSweepPlan {
  unsigned stages;
  LifeBits2dPass pass;
  LifeLaunch launch;
};

/* All tiles, resident at once where @together. */
struct LifeBits2dTilesPlan {
  bool together;
  LifeBits2dTiles tiles;
  LifeLaunch launch, to_entries, from_entries;
};

#define LIFE_BITS2D_SWEEPS 4

/**
 * LifeBits2dPlan:
 * @rule: what kernels receive as the rule
 * @sweeps: from the most generations to one; none of 0 generations is used
 * @tiles: without a kernel in worlds that are too large for tiles, and where a kernel
 *   for interleaved ones was compiled
 * @resident: without a kernel in worlds that are no faster on the chip
 * @resident_from: generations for which it is worth while to load the world there
 * @is_odd: whether the present generation is, which its rule may depend on; callers set it before
 *   they enqueue generations
 *
 * How a world is advanced.
 */
struct LifeBits2dPlan {
  LifeBits2dRule rule;
  LifeBits2dSweepPlan sweeps[LIFE_BITS2D_SWEEPS];
  LifeBits2dTilesPlan tiles;
  LifeBits2dResidentPlan resident;
  uint64_t resident_from;
  bool is_odd;
};

/* Whether a world of that size is swept; smaller ones are advanced as tiles only. */
bool life_bits2d_can_sweep (unsigned width, unsigned height);

/* The bytes of @entries for a world of @storage; 0 where it is too large to need
 * any. */
size_t life_bits2d_entries_bytes (
    const LifeStorage *storage, const LifeLauncher &launcher);

/* The rule, as it stands in the names of kernels; @odd: in LIFE_BITS2D_IN_TURN that of odd generations. */
#define LIFE_BITS2D_RULE_NAME 80
void life_bits2d_name_rule (const LifeBits2dWorld *world, bool odd,
    char (&name)[LIFE_BITS2D_RULE_NAME]);

/* Fills in @names, of LIFE_BITS2D_KERNELS, with the kernels of bits2d-resident.cuh that advance
 * the world fastest, as NVRTC takes them, or the templates for world->spliced. Returns how
 * many; 0 where they are compiled in. */
int life_bits2d_name_kernels (
    const LifeBits2dWorld *world, char (*names)[LIFE_BITS2D_NAME]);

/* Whether sweeps with a network are faster than what is compiled in, in small worlds too. */
bool life_bits2d_gains_by_network (const LifeBits2dWorld *world);

/* Fills in @plan; @compiled: what was named, in that order, or NULL for kernels that
 * are compiled in and take any rule. Fails if the device cannot be queried. */
cudaError_t life_bits2d_plan (LifeBits2dPlan *plan,
    const LifeBits2dWorld *world, const void *const *compiled);

/* Enqueues generations and swaps the buffers as it goes: afterwards @present is the
 * newest one and, with @generations > 0 and @stores_previous, @previous the one before it. */
cudaError_t life_bits2d_step (LifeBits2dPlan *plan,
    const LifeLauncher &launcher, uint64_t generations, bool stores_previous,
    uint32_t **present, uint32_t **previous);
