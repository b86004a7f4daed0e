/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums, as the engine sees it. No kernel stands here. */
#include "cuda/larger/larger-kernel.h"

#include "cuda/engine/cuda-engine.h"
#include "cuda/larger/larger.h"

static gboolean
can_run (const LifeRule *rule, const LifeGeometry *geometry)
{
  return life_larger_supports (rule, geometry)
         && rule->radius <= LIFE_LARGER_NEAR && rule->counts == NULL;
}

static gdouble
rate (const LifeRule *rule)
{
  switch (rule->neighborhood) {
    case LIFE_NEIGHBORHOOD_MOORE:
      return 1e12;
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return 3e11;
    default:
      return 1e12 / (rule->radius + 2);
  }
}

static void
set_heights (LifeLargerPass *pass)
{
  const uint32_t radius = pass->rule.radius;
  uint32_t height = radius;

  for (uint32_t dx = 0; dx <= radius; dx++) {
    height = life_larger_height (pass->neighborhood, radius, dx, height);
    pass->heights[radius - dx] = pass->heights[radius + dx] = (uint8_t) height;
  }
}

static void *
make_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  LifeLargerPlan *plan = g_new0 (LifeLargerPlan, 1);

  plan->pass.bytes = life_bytes_pass (&self->storage, rule);
  plan->pass.rule = life_larger_rule (rule);
  plan->pass.neighborhood = rule->neighborhood;
  set_heights (&plan->pass);
  if (life_cuda_check (plan->pass.neighborhood == LIFE_NEIGHBORHOOD_MOORE
                           ? life_larger_square_plan (plan, self->launcher)
                           : life_larger_edges_plan (plan, self->launcher),
          "preparing Larger than Life", error))
    return plan;
  g_free (plan);
  return NULL;
}

static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  LifeLargerPlan *plan = (LifeLargerPlan *) state;
  void *arguments[] = { &plan->pass, &plan->masks };

  return life_bytes_advance (
      self, plan->launch, &plan->pass.bytes, arguments, generations);
}

const LifeCudaKernel life_larger_kernel = {
  .option = LIFE_KERNEL_AUTO,
  .name = "sliding sums",
  .automatic = TRUE,
  .layout = LIFE_LAYOUT_BYTES,
  .min_seconds = 2e-6,
  .min_generations = 1,
  .can_run = can_run,
  .rate = rate,
  .plan = make_plan,
  .advance = advance,
  .clear = g_free,
};
