/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of the ladder with a byte per cell as the engine sees them. No kernel stands
 * here. */
#include "cuda/ladder/ladder.h"

#include "cuda/engine/cuda-engine.h"
#include "cuda/ladder/plan.h"

static gboolean
is_totalistic (const LifeRule *rule, const LifeGeometry *geometry)
{
  return rule->family == LIFE_FAMILY_TOTALISTIC;
}

gboolean
life_ladder_runs (const LifeRule *rule, const LifeGeometry *geometry)
{
  return rule->states == 2 && rule->family == LIFE_FAMILY_TOTALISTIC
         && rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE
         && life_engine_has_simple_edges (geometry);
}

static gboolean
runs_in_2d (const LifeRule *rule, const LifeGeometry *geometry)
{
  return rule->dimensions == 2 && life_ladder_runs (rule, geometry);
}

static gdouble
rate (const LifeRule *rule)
{
  return 1e12;
}

static void
clear (void *state)
{
  LifeLadderPlan *plan = (LifeLadderPlan *) state;

  cudaFree (plan->table);
  g_free (plan);
}

static LifeLadderPlan *
new_plan (const LifeCudaEngine *self, const LifeRule *rule)
{
  LifeLadderPlan *plan = g_new0 (LifeLadderPlan, 1);

  plan->pass = life_bytes_pass (&self->storage, rule);
  return plan;
}

template <LifePlanLaunch *plan_2d, LifePlanLaunch *plan_3d>
static void *
plan_ladder (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  LifeLadderPlan *plan = new_plan (self, rule);

  (plan->pass.is_3d ? plan_3d : plan_2d) (plan, self->launcher);
  return plan;
}

static void *
plan_packed (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  if (rule->states == 2 && rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE)
    return plan_ladder<life_packed_plan, life_packed_3d_plan> (
        self, rule, error);
  return plan_ladder<life_packed_states_plan, life_packed_states_plan> (
      self, rule, error);
}

/* The table is there before any generation is launched, so that no kernel has to
 * wait for it. */
static gboolean
fill_table (LifeCudaEngine *self, LifeLadderPlan *plan, GError **error)
{
  g_autofree guint8 *table = (guint8 *) g_malloc (LIFE_LUT_BYTES);

  life_lut_fill (plan->pass.birth, plan->pass.survival, table);
  if (!life_cuda_check (cudaMalloc (&plan->table, LIFE_LUT_BYTES),
          "reserving the rule's table", error))
    return FALSE;
  plan->pass.table = plan->table;
  return life_cuda_check (cudaMemcpyAsync (plan->table, table, LIFE_LUT_BYTES,
                              cudaMemcpyHostToDevice, self->launcher.stream),
             "writing the rule's table", error)
         && life_cuda_finish (self, "writing the rule's table", error);
}

static void *
plan_lut (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  LifeLadderPlan *plan = new_plan (self, rule);

  if (fill_table (self, plan, error)
      && life_cuda_check (
          life_lut_plan (plan, self->launcher), "preparing kernel=lut", error))
    return plan;
  clear (plan);
  return NULL;
}

static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  LifeLadderPlan *plan = (LifeLadderPlan *) state;
  void *arguments[] = { &plan->pass, &plan->pass.share };

  return life_bytes_advance (
      self, plan->launch, &plan->pass, arguments, generations);
}

/* --- The kernels --- */

static constexpr LifeCudaKernel
ladder_kernel (LifeKernel option, gboolean automatic,
    gboolean (*can_run) (const LifeRule *, const LifeGeometry *),
    void *(*plan) (LifeCudaEngine *, const LifeRule *, GError **) )
{
  return { option, NULL, automatic, LIFE_LAYOUT_BYTES, 2e-6, 1, can_run, rate,
    NULL, plan, advance, NULL, clear };
}

const LifeCudaKernel life_naive_kernel = ladder_kernel (LIFE_KERNEL_NAIVE,
    FALSE, life_ladder_runs, plan_ladder<life_naive_plan, life_naive_3d_plan>);
const LifeCudaKernel life_tiled_kernel = ladder_kernel (LIFE_KERNEL_TILED,
    FALSE, life_ladder_runs, plan_ladder<life_tiled_plan, life_tiled_3d_plan>);
const LifeCudaKernel life_async_kernel = ladder_kernel (LIFE_KERNEL_ASYNC,
    FALSE, life_ladder_runs, plan_ladder<life_async_plan, life_async_3d_plan>);
const LifeCudaKernel life_packed_kernel =
    ladder_kernel (LIFE_KERNEL_PACKED, TRUE, is_totalistic, plan_packed);
const LifeCudaKernel life_lut_kernel =
    ladder_kernel (LIFE_KERNEL_LUT, FALSE, runs_in_2d, plan_lut);
