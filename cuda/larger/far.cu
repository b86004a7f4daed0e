/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life of large radii, as the engine sees it. No kernel stands here. */
#include "cuda/larger/far-pass.cuh"
#include "cuda/larger/larger-kernel.h"

#include "life/rule/larger-counts.h"

#include <utility>

static gboolean
can_run (const LifeRule *rule, const LifeGeometry *geometry)
{
  return life_larger_supports (rule, geometry);
}

static gdouble
rate (const LifeRule *rule)
{
  return rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE ? 4e11
                                                       : 1e12 / rule->radius;
}

static void
clear (void *state)
{
  LifeFarPlan *plan = (LifeFarPlan *) state;

  life_scratch_release (&plan->memory);
  g_free (plan);
}

/* Reserves the sums, and the list of counts behind them. */
static gboolean
reserve (LifeCudaEngine *self, LifeFarPlan *plan, const guint32 *list,
    gsize list_bytes, GError **error)
{
  LifeFarPass *pass = &plan->pass;
  const gsize sums_bytes =
      (pass->sums_bytes + pass->above_bytes + 15) / 16 * 16;

  if (!life_scratch_reserve (
          &plan->memory, sums_bytes + list_bytes, "the sums of a rule", error))
    return FALSE;
  pass->sums = (uint8_t *) plan->memory.data;
  pass->above = (uint16_t *) (pass->sums + pass->sums_bytes);
  if (list == NULL)
    return TRUE;
  pass->list = (const uint32_t *) (pass->sums + sums_bytes);
  return life_cuda_check (
             cudaMemcpyAsync (pass->sums + sums_bytes, list, list_bytes,
                 cudaMemcpyHostToDevice, self->launcher.stream),
             "writing the rule's counts", error)
         && life_cuda_finish (self, "writing the rule's counts", error);
}

static void *
make_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  LifeFarPlan *plan = g_new0 (LifeFarPlan, 1);
  LifeFarPass *pass = &plan->pass;
  g_autofree guint32 *list = NULL;
  gsize words = 0;
  cudaError_t result;

  pass->bytes = life_bytes_pass (&self->storage, rule);
  pass->rule = life_larger_rule (rule);
  if (rule->counts != NULL)
    list = life_larger_list (rule, 1, pass->rule.highest, &words);
  result = rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE
               ? life_far_square_plan (plan, self->launcher, list != NULL)
               : life_far_spans_plan (plan);
  if (life_cuda_check (result, "preparing Larger than Life", error)
      && reserve (self, plan, list, words * sizeof (*list), error))
    return plan;
  clear (plan);
  return NULL;
}

static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  LifeFarPlan *plan = (LifeFarPlan *) state;
  void *arguments[] = { &plan->pass };
  cudaError_t result = cudaSuccess;

  for (guint64 i = 0; i < generations && result == cudaSuccess; i++) {
    plan->pass.bytes.from = (const uint8_t *) self->present;
    plan->pass.bytes.to = (uint8_t *) self->previous;
    for (const LifeLaunch &launch : plan->launches)
      if (launch.kernel != NULL && result == cudaSuccess)
        result = life_launch_kernel (
            self->launcher, LIFE_START_DEPENDENT, launch, arguments);
    if (result == cudaSuccess)
      std::swap (self->present, self->previous);
  }
  return result;
}

const LifeCudaKernel life_larger_far_kernel = {
  .option = LIFE_KERNEL_AUTO,
  .name = "sliding sums",
  .automatic = TRUE,
  .layout = LIFE_LAYOUT_BYTES,
  .min_seconds = 6e-6,
  .min_generations = 1,
  .can_run = can_run,
  .rate = rate,
  .plan = make_plan,
  .advance = advance,
  .clear = clear,
};
