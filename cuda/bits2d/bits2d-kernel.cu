/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bitsliced in 2D, as the engine sees it: what a rule is to the kernels, and
 * having some compiled for it. */
#include "cuda/bits2d/bits2d-kernel.h"
#include "cuda/bits2d/network-ptx.h"
#include "cuda/bits2d/network-source.h"
#include "cuda/bits2d/bits2d-step.h"

#include "cuda/engine/cuda-engine.h"
#include "cuda/compile/jit.h"
#include "cuda/compile/trial.h"

#include "life/rule/network/aging-network.h"
#include "life/rule/network/find-network.h"
#include "life/rule/network/network-cache.h"
#include "life/rule/network/table-network.h"

#include <string.h>

struct Bits2dPlan {
  LifeBits2dWorld world, odd; /* the latter if world.odd is set */
  LifeBits2dPlan any;         /* with kernels that are compiled in */
  LifeBits2dPlan any_odd;  /* of odd generations, if these have another rule */
  LifeBits2dPlan compiled; /* with those of @jit */
  LifeBits2dPlan *used;    /* one of these */
  LifeJit jit;
  LifeNetwork spliced;
  int compute_capability;
};

/* The network of a table rule of more than two states where cells are in none above @highest, or
 * NULL. Kernels of networks have two planes at least. */
static const LifeNetwork *
network_of (const LifeRule *rule, guint highest)
{
  return rule->family == LIFE_FAMILY_TABLE && rule->states > 2
             ? life_network_of_state (rule->table, MAX (highest, 2))
             : NULL;
}

/* Whether a world is swept; its size may not be chosen yet. */
static gboolean
can_sweep (const LifeGeometry *geometry)
{
  return geometry->width == 0
         || life_bits2d_can_sweep (geometry->width, geometry->height);
}

static guint
states_of (const LifeRule *rule, guint highest)
{
  const LifeNetwork *network =
      rule->alternate == NULL ? network_of (rule, highest) : NULL;

  return network != NULL ? MIN (rule->states, 1u << network->planes)
                         : rule->states;
}

/* Every rule of radius 1 over live cells, and tables that are networks. */
static gboolean
can_run_alone (const LifeRule *rule, const LifeGeometry *geometry)
{
  switch (rule->family) {
    case LIFE_FAMILY_TOTALISTIC:
    case LIFE_FAMILY_MAP:
      return TRUE;
    case LIFE_FAMILY_TABLE:
      return rule->states == 2
             || (can_sweep (geometry)
                 && network_of (rule, rule->states - 1) != NULL);
    case LIFE_FAMILY_MARGOLUS:
      return TRUE;
    default:
      return FALSE;
  }
}

/* What generations do in turn is only swept. */
static gboolean
can_run (const LifeRule *rule, const LifeGeometry *geometry)
{
  if (rule->dimensions != 2 || !life_engine_has_simple_edges (geometry)
      || !can_run_alone (rule, geometry))
    return FALSE;
  return rule->alternate == NULL
         || (can_sweep (geometry) && can_run_alone (rule->alternate, geometry));
}

static gdouble
rate (const LifeRule *rule)
{
  return 2e13;
}

static gsize
measure (const LifeCudaEngine *self)
{
  return life_bits2d_entries_bytes (&self->storage, self->launcher);
}

static LifeBits2dCounted
counted_by (const LifeRule *rule)
{
  if (rule->family == LIFE_FAMILY_MARGOLUS)
    return LIFE_BITS2D_BLOCKS;
  if (rule->family != LIFE_FAMILY_TOTALISTIC)
    return LIFE_BITS2D_TABLE;
  switch (rule->neighborhood) {
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return LIFE_BITS2D_VON_NEUMANN;
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      return LIFE_BITS2D_HEXAGONAL;
    default:
      return LIFE_BITS2D_MOORE;
  }
}

static void
init_world (
    LifeBits2dWorld *world, const LifeCudaEngine *self, const LifeRule *rule)
{
  world->strips = life_storage_strips (&self->storage);
  world->torus = self->storage.torus;
  world->planes = self->storage.bits;
  world->birth = rule->birth;
  world->survival = rule->survival;
  world->states = rule->states;
  world->network = network_of (rule, self->program.states - 1);
  world->counted =
      world->network != NULL ? LIFE_BITS2D_STATES : counted_by (rule);
  world->gates =
      world->network != NULL ? life_network_cost (world->network) : 0;
  if (world->counted == LIFE_BITS2D_BLOCKS)
    memcpy (world->blocks, rule->blocks, sizeof (world->blocks));
  else if (world->network == NULL)
    life_network_map (rule, world->map);
  world->launcher = self->launcher;
  world->entries = self->workspace;
}

/* --- Kernels that are compiled at run time --- */

/* The network of a table: for large ones the search takes seconds, once. */
static gboolean
find_network (const guint64 map[8], const gint *cancelled, LifeNetwork *network)
{
  if (life_network_cache_get (map, network))
    return TRUE;
  const gint64 start = g_get_monotonic_time ();
  if (!life_network_find (map, 1, 0, cancelled, network))
    return FALSE;
  g_info ("a network of %u gates for the rule, found in %.2f s",
      life_network_cost (network), (g_get_monotonic_time () - start) / 1e6);
  life_network_cache_store (map, network);
  return TRUE;
}

/* What the headers do not have of a rule, as @name; and which kernels suit it follows from
 * its gates. FALSE: it was cancelled. */
static gboolean
append_source (LifeBits2dWorld *world, const gchar *name, const gint *cancelled,
    GString *text)
{
  g_autofree gchar *source = NULL;
  LifeBlockNetwork blocks;
  LifeNetwork network;

  if (world->counted == LIFE_BITS2D_BLOCKS) {
    if (!life_block_network_find (world->blocks, cancelled, &blocks))
      return FALSE;
    world->gates = life_block_network_cost (&blocks);
    source = life_block_network_to_source (&blocks, name);
  } else if (world->network != NULL) {
    source = life_network_to_source (world->network, name);
  } else if (world->counted != LIFE_BITS2D_MOORE) {
    if (!find_network (world->map, cancelled, &network))
      return FALSE;
    world->gates = life_network_cost (&network);
    source = life_network_to_source (&network, name);
  }
  if (source != NULL)
    g_string_append (text, source);
  return TRUE;
}

static gboolean
append_sources (Bits2dPlan *plan, const gint *cancelled, GString *text)
{
  char even[LIFE_BITS2D_RULE_NAME], odd[LIFE_BITS2D_RULE_NAME];

  if (!append_source (&plan->world, LIFE_BITS2D_NETWORK, cancelled, text))
    return FALSE;
  if (plan->world.odd == NULL)
    return TRUE;
  if (!append_source (&plan->odd, LIFE_BITS2D_ODD_NETWORK, cancelled, text))
    return FALSE;
  life_bits2d_name_rule (&plan->world, false, even);
  life_bits2d_name_rule (&plan->odd, true, odd);
  g_string_append_printf (text, "typedef LifeRuleInTurn<%s, %s> %s;\n", even,
      odd, LIFE_BITS2D_IN_TURN);
  return TRUE;
}

static gboolean
compile_source (Bits2dPlan *plan, const gint *cancelled)
{
  g_autoptr (GString) text = g_string_new (NULL);

  G_STATIC_ASSERT (LIFE_BITS2D_KERNELS <= LIFE_JIT_KERNELS);
  G_STATIC_ASSERT (LIFE_BITS2D_NAME == LIFE_JIT_NAME);
  if (!append_sources (plan, cancelled, text))
    return FALSE;
  plan->jit.n_names =
      (guint) life_bits2d_name_kernels (&plan->world, plan->jit.names);
  return life_jit_compile (&plan->jit, "cuda/bits2d/bits2d-resident.cuh",
      g_string_free (g_steal_pointer (&text), FALSE), plan->compute_capability);
}

/* With kernels that are compiled in, those of a rule for itself. */
static cudaError_t
plan_any (Bits2dPlan *plan)
{
  LifeBits2dWorld even = plan->world;

  even.odd = NULL;
  cudaError_t result = life_bits2d_plan (&plan->any, &even, NULL);
  if (result == cudaSuccess && plan->world.odd != NULL)
    result = life_bits2d_plan (&plan->any_odd, &plan->odd, NULL);
  return result;
}

/* The whole of the rule, cells that age included. */
static gboolean
find_whole_network (
    const LifeBits2dWorld *world, const gint *cancelled, LifeNetwork *network)
{
  LifeNetwork alive;

  if (world->network != NULL) {
    *network = *world->network;
    return TRUE;
  }
  if (!find_network (world->map, cancelled, &alive))
    return FALSE;
  if (world->states > 2)
    return life_network_age (&alive, world->states, network);
  *network = alive;
  return TRUE;
}

/* Has the driver compile sweeps, where that gains anything. */
static gboolean
splice (Bits2dPlan *plan, const gint *cancelled)
{
  LifeBits2dWorld *world = &plan->world;
  const gchar *names[LIFE_BITS2D_KERNELS + 1] = { NULL };
  const gchar *entries[LIFE_BITS2D_KERNELS];

  if (world->odd != NULL || !life_jit_can_use_ptx ()
      || !life_bits2d_gains_by_network (world)
      || !find_whole_network (world, cancelled, &plan->spliced))
    return FALSE;
  world->spliced = &plan->spliced;
  world->gates = life_network_cost (world->spliced);
  plan->jit.n_names = (guint) life_bits2d_name_kernels (world, plan->jit.names);
  for (guint i = 0; i < plan->jit.n_names; i++)
    names[i] = plan->jit.names[i];
  gchar *ptx = life_network_to_ptx (
      world->spliced, names, plan->compute_capability, entries);
  if (ptx == NULL) {
    g_info ("no templates of %s and so on", names[0]);
    return FALSE;
  }
  g_info ("PTX of %u gates for the driver", world->gates);
  life_jit_use_ptx (&plan->jit, ptx, entries);
  return TRUE;
}

static gboolean
compile (void *state, const gint *cancelled)
{
  Bits2dPlan *plan = (Bits2dPlan *) state;

  return life_jit_can_compile () ? compile_source (plan, cancelled)
                                 : splice (plan, cancelled);
}

static cudaError_t
use (void *state, gboolean compiled)
{
  Bits2dPlan *plan = (Bits2dPlan *) state;
  cudaError_t result = compiled ? life_bits2d_plan (
                           &plan->compiled, &plan->world, plan->jit.kernels)
                                : plan_any (plan);

  if (result == cudaSuccess)
    plan->used = compiled ? &plan->compiled : &plan->any;
  return result;
}

static Bits2dPlan *
new_plan (const LifeCudaEngine *self, const LifeRule *rule)
{
  Bits2dPlan *plan = g_new0 (Bits2dPlan, 1);

  init_world (&plan->world, self, rule);
  if (rule->alternate != NULL && rule->family != LIFE_FAMILY_MARGOLUS) {
    init_world (&plan->odd, self, rule->alternate);
    plan->world.odd = &plan->odd;
  }
  plan->compute_capability = self->device.compute_capability;
  return plan;
}

static void *
draft (LifeCudaEngine *self, const LifeRule *rule)
{
  gchar names[LIFE_BITS2D_KERNELS][LIFE_BITS2D_NAME];
  Bits2dPlan *plan = new_plan (self, rule);

  if (life_bits2d_name_kernels (&plan->world, names) > 0)
    return plan;
  g_free (plan);
  return NULL;
}

static gboolean
move (LifeCudaEngine *self, void *state, GError **error)
{
  Bits2dPlan *plan = (Bits2dPlan *) state;

  plan->world.launcher = plan->odd.launcher = self->launcher;
  plan->world.entries = plan->odd.entries = self->workspace;
  return life_cuda_check (use (plan, TRUE), "preparing kernels", error);
}

static gboolean
finish (LifeCudaEngine *self, void *state, const LifeRule *rule)
{
  Bits2dPlan *plan = (Bits2dPlan *) state;
  g_autoptr (GError) error = NULL;

  if (!life_jit_load (&plan->jit))
    return FALSE;
  if (!move (self, plan, &error)) {
    g_info ("going on without compiled kernels: %s", error->message);
    return FALSE;
  }
  /* Large worlds stay on the chip in long calls only. */
  const LifeBits2dPlan *compiled = &plan->compiled;
  const LifeTrial trial = { &life_bits2d_kernel, plan, self->program.states,
    plan->jit.digest,
    compiled->resident.launch.kernel != NULL ? compiled->resident_from + 5 : 0,
    use };
  return life_trial_pass (self, &trial);
}

static const LifeCudaCode code = { draft, compile, finish, move };

/* --- The plan --- */

static void
clear (void *state)
{
  Bits2dPlan *plan = (Bits2dPlan *) state;

  life_jit_unload (&plan->jit);
  g_free (plan);
}

static void *
make_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  Bits2dPlan *plan = new_plan (self, rule);

  if (life_cuda_check (use (plan, FALSE), "preparing kernel=bitsliced", error))
    return plan;
  clear (plan);
  return NULL;
}

/* One generation after the other, each by its own kernels. */
static cudaError_t
advance_any_in_turn (
    LifeCudaEngine *self, Bits2dPlan *plan, guint64 generations)
{
  cudaError_t result = cudaSuccess;

  for (guint64 i = 0; i < generations && result == cudaSuccess; i++)
    result = life_bits2d_step (
        (self->turns.is_odd ? i + 1 : i) % 2 != 0 ? &plan->any_odd : &plan->any,
        self->launcher, 1, TRUE, &self->present, &self->previous);
  return result;
}

static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  Bits2dPlan *plan = (Bits2dPlan *) state;

  if (plan->world.odd != NULL && plan->used == &plan->any)
    return advance_any_in_turn (self, plan, generations);
  plan->used->is_odd = self->turns.is_odd;
  return life_bits2d_step (plan->used, self->launcher, generations,
      !self->program.drops_previous, &self->present, &self->previous);
}

/* A last generation is advanced alone, so that the one before it is there: a chunk
 * is long enough for it not to count. */
const LifeCudaKernel life_bits2d_kernel = {
  .option = LIFE_KERNEL_BITSLICED,
  .automatic = TRUE,
  .layout = LIFE_LAYOUT_STRIPS,
  .min_seconds = 1e-7,
  .min_generations = 120,
  .can_run = can_run,
  .rate = rate,
  .measure = measure,
  .plan = make_plan,
  .advance = advance,
  .clear = clear,
  .code = &code,
  .states = states_of,
  .runs_in_turn = TRUE,
};
