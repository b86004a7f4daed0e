/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=naive for every rule and every topology that the baseline in naive.cu does
 * not run; the exact one under the fast kernels of each family.
 *
 * Idea: a thread per cell; it reads its neighbors; life/rule/transition.h decides, as for
 * the CPU's reference, which cells those are and what the cell becomes. Where a
 * neighbor may lie beyond the halo, life/world/topology.h finds where that cell is; all
 * other cells are read where they lie.
 * Layout: a byte per cell, its state; a block 32 × 8 cells of one plane.
 * Halo: around the world, in memory (LIFE_LAYOUT_BYTES), for neighbors one cell away;
 * none for those further away.
 * Bytes per cell: 1 read, 1 written. Operations per cell: a load, a comparison and an
 * addition a neighbor, 8 for the rule, about 30 for its place. */
#include "cuda/rules/general.h"

#include "cuda/engine/cuda-engine.h"
#include "cuda/ladder/bytes.cuh"

#include "life/rule/larger-counts.h"
#include "life/rule/larger-weights.h"
#include "life/rule/table/rule-table.h"
#include "life/rule/transition.h"
#include "life/world/topology.h"

#define BLOCK_WIDTH 32
#define BLOCK_HEIGHT 8

/* What a launch works on. */
struct GeneralPass {
  LifeBytesPass bytes;
  LifeGeometry geometry;
  LifeRule rule;
  uint32_t reach;          /* how far away a neighbor may be along an axis */
  bool has_halo;           /* that holds all neighbors beyond the edges */
  LifeTree tree;           /* of a table rule */
  const uint32_t *entries; /* its own, or Larger than Life's list of counts */
  const LifeLargerTap
      *taps; /* its neighbors: of even cells, then of odd ones */
  uint32_t n_taps;
  bool flips;             /* odd cells have others */
  const uint32_t *values; /* what each state weighs */
};

/* --- The states around a cell --- */

/* All of them lie where the cell lies. */
struct Inside {
  const uint8_t *cell;
  ptrdiff_t row, plane;

  __device__ __forceinline__ uint32_t
  operator() (int dx, int dy, int dz) const
  {
    return cell[dz * plane + dy * row + dx];
  }
};

/* Some of them may lie beyond an edge. */
struct AtEdge {
  const GeneralPass &pass;
  uint32_t x, y, z;

  __device__ __forceinline__ uint32_t
  operator() (int dx, int dy, int dz) const
  {
    int64_t at_x = (int64_t) x + dx, at_y = (int64_t) y + dy;
    int64_t at_z = (int64_t) z + dz;

    if (!life_topology_find (&pass.geometry, &at_x, &at_y, &at_z))
      return 0;
    return pass.bytes.from[life_bytes_offset (
        pass.bytes, (uint32_t) at_x, (uint32_t) at_y, (uint32_t) at_z)];
  }
};

/* --- The families --- */

/* Totalistic rules of one neighborhood, which the compiler unrolls. */
template <LifeNeighborhood neighborhood, bool is_3d> struct Totalistic {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    uint32_t count = 0;

#pragma unroll
    for (int dz = is_3d ? -1 : 0; dz <= (is_3d ? 1 : 0); dz++)
#pragma unroll
      for (int dy = -1; dy <= 1; dy++)
#pragma unroll
        for (int dx = -1; dx <= 1; dx++)
          if ((dx != 0 || dy != 0 || dz != 0)
              && life_is_neighbor (neighborhood, 1, dx, dy, dz))
            count += states (dx, dy, dz) == 1;
    return life_next_of_family (
        LIFE_FAMILY_TOTALISTIC, &pass.rule, states (0, 0, 0), count);
  }
};

struct Mapped {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    uint32_t index = 0;

#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
      for (int dx = -1; dx <= 1; dx++)
        index = index << 1 | (states (dx, dy, 0) == 1);
    return life_next_of_family (
        LIFE_FAMILY_MAP, &pass.rule, states (0, 0, 0), index);
  }
};

struct Larger {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    const LifeRule &rule = pass.rule;
    const int reach = (int) pass.reach;
    uint32_t count = 0;

    for (int dy = -reach; dy <= reach; dy++)
      for (int dx = -reach; dx <= reach; dx++)
        if (dx == 0 && dy == 0
                ? rule.middle
                : life_is_neighbor (rule.neighborhood, reach, dx, dy, 0))
          count += states (dx, dy, 0) == 1;
    return life_next_of_family (
        LIFE_FAMILY_LARGER_THAN_LIFE, &rule, states (0, 0, 0), count);
  }
};

struct CyclicCells {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    const LifeRule &rule = pass.rule;
    const int reach = (int) pass.reach;
    const uint32_t state = states (0, 0, 0);
    const uint32_t following = life_following_state (state, rule.states);
    uint32_t count = 0;

    for (int dy = -reach; dy <= reach; dy++)
      for (int dx = -reach; dx <= reach; dx++)
        if ((dx != 0 || dy != 0)
            && life_is_neighbor (rule.neighborhood, reach, dx, dy, 0))
          count += states (dx, dy, 0) == following;
    return life_next_of_family (LIFE_FAMILY_CYCLIC, &rule, state, count);
  }
};

/* Larger than Life with a list of counts, or with weights. */
struct Weighted {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    const bool odd = pass.flips && ((x ^ y) & 1) != 0;
    const LifeLargerTap *taps = pass.taps + (odd ? pass.n_taps : 0);
    const uint32_t state = states (0, 0, 0);
    int32_t count = 0;

    for (uint32_t i = 0; i < pass.n_taps; i++) {
      const LifeLargerTap tap = taps[i];
      count += tap.weight * (int32_t) pass.values[states (tap.dx, tap.dy, 0)];
    }
    return count < 0 ? life_next_state (state, pass.rule.states, 0)
                     : life_next_counted (pass.entries, state, pass.rule.states,
                         (uint32_t) count);
  }
};

/* The bottom row is the present; the others are its past. */
struct Wolfram {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    if (y != pass.bytes.height - 1)
      return states (0, 1, 0);
    const uint32_t row =
        states (-1, 0, 0) << 2 | states (0, 0, 0) << 1 | states (1, 0, 0);

    return life_next_of_family (
        LIFE_FAMILY_WOLFRAM, &pass.rule, row >> 1 & 1, row);
  }
};

/* Each cell from the block that it is in, which may lie partly beyond an edge. */
struct Blocks {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    const uint32_t odd = pass.rule.odd_blocks ? 1 : 0;
    const uint32_t right = (x + odd) % 2, below = (y + odd) % 2;
    const int left = -(int) right, top = -(int) below;

    return life_next_in_block (pass.rule.blocks,
        states (left, top, 0) | states (left + 1, top, 0) << 1
            | states (left, top + 1, 0) << 2
            | states (left + 1, top + 1, 0) << 3,
        right, below);
  }
};

/* With a constant number of neighbors the compiler leaves the others out. */
template <uint32_t neighbors> struct Tabled {
  template <class States>
  __device__ __forceinline__ static uint32_t
  next (const GeneralPass &pass, const States &states, uint32_t x, uint32_t y)
  {
    LifeTree tree = pass.tree;
    uint8_t cells[9];

    tree.neighbors = neighbors;
#pragma unroll
    for (int i = 0; i < 9; i++)
      cells[i] = (uint8_t) states (i % 3 - 1, i / 3 - 1, 0);
    return life_next_tabled (tree, pass.entries, cells);
  }
};

/* --- The launch --- */

static __device__ __forceinline__ bool
is_far_from_ends (uint32_t at, uint32_t size, uint32_t reach)
{
  return at >= reach && (uint64_t) at + reach < size;
}

template <class Family>
static __global__ void
general_kernel (const __grid_constant__ GeneralPass pass)
{
  const LifeBytesPass &bytes = pass.bytes;
  const uint3 tile = life_tile_grid_here (
      life_tile_grid (bytes, BLOCK_WIDTH, BLOCK_HEIGHT, 1));
  const uint32_t x = tile.x * BLOCK_WIDTH + threadIdx.x;
  const uint32_t y = tile.y * BLOCK_HEIGHT + threadIdx.y;
  const uint32_t z = tile.z;
  uint32_t next;

  life_launch_wait ();
  if (x >= bytes.width || y >= bytes.height)
    return;
  if (pass.has_halo
      || (is_far_from_ends (x, bytes.width, pass.reach)
          && is_far_from_ends (y, bytes.height, pass.reach)
          && (!bytes.is_3d || is_far_from_ends (z, bytes.depth, pass.reach))))
    next = Family::next (pass,
        Inside{ bytes.from + life_bytes_offset (bytes, x, y, z),
            (ptrdiff_t) bytes.row, (ptrdiff_t) bytes.plane },
        x, y);
  else
    next = Family::next (pass, AtEdge{ pass, x, y, z }, x, y);
  life_bytes_store (bytes, x, y, z, next);
}

typedef void (*GeneralKernel) (GeneralPass pass);

static GeneralKernel
choose_totalistic (const LifeRule *rule)
{
  const bool is_3d = rule->dimensions == 3;

  switch (rule->neighborhood) {
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return is_3d ? general_kernel<
                 Totalistic<LIFE_NEIGHBORHOOD_VON_NEUMANN, true> >
                   : general_kernel<
                       Totalistic<LIFE_NEIGHBORHOOD_VON_NEUMANN, false> >;
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      return general_kernel<Totalistic<LIFE_NEIGHBORHOOD_HEXAGONAL, false> >;
    case LIFE_NEIGHBORHOOD_CORNERS:
      return general_kernel<Totalistic<LIFE_NEIGHBORHOOD_CORNERS, true> >;
    case LIFE_NEIGHBORHOOD_EDGES:
      return general_kernel<Totalistic<LIFE_NEIGHBORHOOD_EDGES, true> >;
    default:
      return is_3d
                 ? general_kernel<Totalistic<LIFE_NEIGHBORHOOD_MOORE, true> >
                 : general_kernel<Totalistic<LIFE_NEIGHBORHOOD_MOORE, false> >;
  }
}

static bool
is_weighted (const LifeRule *rule)
{
  return rule->family == LIFE_FAMILY_LARGER_THAN_LIFE
         && (rule->counts != NULL
             || life_larger_is_weighted (rule->neighborhood));
}

static GeneralKernel
choose_kernel (const LifeRule *rule)
{
  /* By half the neighbors. */
  static const GeneralKernel tabled[] = { NULL, general_kernel<Tabled<2> >,
    general_kernel<Tabled<4> >, general_kernel<Tabled<6> >,
    general_kernel<Tabled<8> > };

  switch (rule->family) {
    case LIFE_FAMILY_TABLE:
      return tabled[rule->table->tree.neighbors / 2];
    case LIFE_FAMILY_MAP:
      return general_kernel<Mapped>;
    case LIFE_FAMILY_LARGER_THAN_LIFE:
      return is_weighted (rule) ? general_kernel<Weighted>
                                : general_kernel<Larger>;
    case LIFE_FAMILY_WOLFRAM:
      return general_kernel<Wolfram>;
    case LIFE_FAMILY_CYCLIC:
      return general_kernel<CyclicCells>;
    case LIFE_FAMILY_MARGOLUS:
      return general_kernel<Blocks>;
    default:
      return choose_totalistic (rule);
  }
}

/* --- The kernel as the engine sees it --- */

struct GeneralPlan {
  GeneralPass pass;
  LifeLaunch launch;
  LifeScratch entries;
};

static void
clear (void *state)
{
  GeneralPlan *plan = (GeneralPlan *) state;

  life_scratch_release (&plan->entries);
  g_free (plan);
}

/* They are there before any generation is launched. */
static gboolean
copy_entries (LifeCudaEngine *self, GeneralPlan *plan, const guint32 *entries,
    gsize n, GError **error)
{
  const gsize bytes = n * sizeof (guint32);

  if (!life_scratch_reserve (&plan->entries, bytes, "the rule's table", error)
      || !life_cuda_check (cudaMemcpyAsync (plan->entries.data, entries, bytes,
                               cudaMemcpyHostToDevice, self->launcher.stream),
          "writing the rule's table", error)
      || !life_cuda_finish (self, "writing the rule's table", error))
    return FALSE;
  plan->pass.entries = (const uint32_t *) plan->entries.data;
  return TRUE;
}

/* The list of counts, the neighbors of even and odd cells, and the states' weights, one after
 * the other. */
static gboolean
copy_weights (LifeCudaEngine *self, GeneralPlan *plan, const LifeRule *rule,
    GError **error)
{
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32));
  GeneralPass *pass = &plan->pass;
  gsize n_list;
  g_autofree guint32 *list = life_larger_list (
      rule, 0, (guint) life_larger_limits (rule).highest, &n_list);

  g_array_append_vals (words, list, (guint) n_list);
  pass->flips = life_larger_flips (rule);
  for (int odd = 0; odd <= (pass->flips ? 1 : 0); odd++) {
    g_autoptr (GArray) taps = life_larger_taps (rule, odd, 0);

    pass->n_taps = taps->len;
    g_array_append_vals (words, taps->data,
        taps->len * (guint) (sizeof (LifeLargerTap) / sizeof (guint32)));
  }
  const guint first_value = words->len;
  for (guint state = 0; state < rule->states; state++) {
    const guint32 value = life_larger_value (rule, state);
    g_array_append_val (words, value);
  }
  if (!copy_entries (
          self, plan, (const guint32 *) words->data, words->len, error))
    return FALSE;
  pass->taps = (const LifeLargerTap *) (pass->entries + n_list);
  pass->values = pass->entries + first_value;
  return TRUE;
}

static gboolean
copy_rule (LifeCudaEngine *self, GeneralPlan *plan, const LifeRule *rule,
    GError **error)
{
  if (rule->family == LIFE_FAMILY_TABLE) {
    plan->pass.tree = rule->table->tree;
    return copy_entries (
        self, plan, rule->table->entries, rule->table->tree.n_entries, error);
  }
  return !is_weighted (rule) || copy_weights (self, plan, rule, error);
}

static void *
make_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  GeneralPlan *plan = g_new0 (GeneralPlan, 1);
  GeneralPass *pass = &plan->pass;

  pass->bytes = life_bytes_pass (&self->storage, rule);
  pass->geometry = self->engine.geometry;
  pass->rule = life_rule_value (rule);
  pass->reach = MAX (1, rule->radius);
  pass->has_halo = pass->reach == 1;
  plan->launch = { (const void *) choose_kernel (rule),
    life_tile_grid_blocks (
        life_tile_grid (pass->bytes, BLOCK_WIDTH, BLOCK_HEIGHT, 1)),
    dim3 (BLOCK_WIDTH, BLOCK_HEIGHT), 0 };
  if (copy_rule (self, plan, rule, error))
    return plan;
  clear (plan);
  return NULL;
}

static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  GeneralPlan *plan = (GeneralPlan *) state;
  void *arguments[] = { &plan->pass };

  return life_bytes_advance (
      self, plan->launch, &plan->pass.bytes, arguments, generations);
}

static gboolean
can_run (const LifeRule *rule, const LifeGeometry *geometry)
{
  return TRUE;
}

static gdouble
rate (const LifeRule *rule)
{
  const gdouble across = 2 * MAX (1, rule->radius) + 1;
  const gdouble reads = across * across * (rule->dimensions == 3 ? across : 1);

  return 3e12 / reads;
}

const LifeCudaKernel life_general_kernel = {
  .option = LIFE_KERNEL_NAIVE,
  .automatic = TRUE,
  .layout = LIFE_LAYOUT_BYTES,
  .min_seconds = 2e-6,
  .min_generations = 1,
  .can_run = can_run,
  .rate = rate,
  .plan = make_plan,
  .advance = advance,
  .clear = clear,
};
