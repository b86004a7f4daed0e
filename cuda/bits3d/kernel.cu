/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bitsliced in 3D, as the engine sees it: launches of a generation each, and
 * worlds that stay on the chip, with kernels compiled for the rule. */
#include "cuda/bits3d/kernel.h"
#include "cuda/bits3d/resident.h"
#include "cuda/bits3d/step.h"

#include "cuda/engine/engine.h"
#include "cuda/engine/jit.h"
#include "cuda/engine/trial.h"

/* From so many generations at once a world is brought to the chip for them. */
#define RESIDENT_GENERATIONS 4

struct Plan {
  LifeBits3dWorld world;
  LifeBits3dPlan launches;
  LifeBits3dResident resident;
  gboolean on_chip; /* whether @resident may be used, if it is not empty */
  const void
      *kernel; /* compiled for the launches; NULL: one that is compiled in */
  LifeJit jit;
};

/* Totalistic rules of two states over all 26 neighbors. */
static gboolean
can_run (const LifeRule *rule, const LifeGeometry *geometry)
{
  return rule->dimensions == 3 && life_engine_has_simple_edges (geometry)
         && rule->states == 2 && rule->family == LIFE_FAMILY_TOTALISTIC
         && rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE;
}

static gdouble
rate (const LifeRule *rule)
{
  return 2e13;
}

static void
init_world (
    LifeBits3dWorld *world, const LifeCudaEngine *self, const LifeRule *rule)
{
  const LifeStorage *storage = &self->storage;

  world->width = storage->width;
  world->height = storage->height;
  world->depth = storage->depth;
  world->stride = (uint32_t) storage->row;
  world->torus = storage->torus;
  world->birth = rule->birth;
  world->survival = rule->survival;
  world->launcher = self->launcher;
  world->compute_capability = self->device.compute_capability;
}

/* Compiles what is not compiled in, where that can be had. */
static void
load_kernels (Plan *plan)
{
  const LifeBits3dWorld *world = &plan->world;
  LifeBits3dResident *resident = &plan->resident;
  gchar names[LIFE_JIT_KERNELS][LIFE_JIT_NAME];
  const void **places[LIFE_JIT_KERNELS];
  int count = 0;

  if (life_bits3d_name_kernel (world, names[count], LIFE_JIT_NAME))
    places[count++] = &plan->kernel;
  if (resident->words != 0
      && life_bits3d_resident_name_kernel (
          resident, world, names[count], LIFE_JIT_NAME))
    places[count++] = &resident->kernel;
  if (count > 0
      && life_jit_load (&plan->jit, "cuda/bits3d/kernels.cuh", NULL, names,
          count, world->compute_capability))
    for (int i = 0; i < count; i++)
      *places[i] = plan->jit.kernels[i];
}

/* Without what is compiled at run time a world does not stay on the chip, either. */
static cudaError_t
use (void *state, gboolean compiled)
{
  Plan *plan = (Plan *) state;

  plan->on_chip = compiled;
  return life_bits3d_plan (
      &plan->launches, &plan->world, compiled ? plan->kernel : NULL);
}

static void
release (Plan *plan)
{
  life_bits3d_resident_clear (&plan->resident);
  life_jit_unload (&plan->jit);
  plan->kernel = NULL;
}

static void
clear (void *state)
{
  release ((Plan *) state);
  g_free (state);
}

/* Finds out whether and how the world stays on the chip; @compile: kernels that are
 * compiled at run time may be used. */
static gboolean
prepare (Plan *plan, gboolean compile, GError **error)
{
  const gchar *what = "preparing kernel=bitsliced";
  LifeBits3dResident *resident = &plan->resident;

  release (plan);
  if (!life_cuda_check (
          life_bits3d_resident_cut (resident, &plan->world), what, error))
    return FALSE;
  if (compile)
    load_kernels (plan);
  return (resident->words == 0
             || life_cuda_check (
                 life_bits3d_resident_reserve (resident, &plan->world), what,
                 error))
         && life_cuda_check (use (plan, TRUE), what, error);
}

/* With what was compiled for the rule, where that does what is compiled in does. */
static gboolean
choose_kernels (
    LifeCudaEngine *self, Plan *plan, const LifeRule *rule, GError **error)
{
  if (!prepare (plan, TRUE, error))
    return FALSE;
  const LifeTrial trial = { &life_bits3d_kernel, plan, rule, plan->jit.digest,
    (guint) plan->resident.words, use };
  if (trial.digest == NULL || life_trial_pass (self, &trial))
    return TRUE;
  /* Nothing of it may be running any more. */
  return life_cuda_finish (self, "trying kernels", error)
         && prepare (plan, FALSE, error);
}

static void *
make_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  Plan *plan = g_new0 (Plan, 1);

  init_world (&plan->world, self, rule);
  if (choose_kernels (self, plan, rule, error))
    return plan;
  clear (plan);
  return NULL;
}

/* The last generation is advanced alone, so that the one before it is there. */
static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  Plan *plan = (Plan *) state;
  cudaError_t result = cudaSuccess;

  if (plan->resident.words != 0 && plan->on_chip
      && generations >= RESIDENT_GENERATIONS) {
    uint64_t stepped = 0;
    result = life_bits3d_resident_step (&plan->resident, &plan->world,
        generations - 1, &self->present, &self->previous, &stepped);
    generations -= stepped;
  }
  if (result == cudaSuccess)
    result = life_bits3d_step (&plan->launches, self->launcher, generations,
        &self->present, &self->previous);
  return result;
}

static gboolean
check (void *state, GError **error)
{
  uint32_t *failed = ((Plan *) state)->resident.failed;

  if (failed == NULL || *failed == 0)
    return TRUE;
  *failed = 0;
  return life_cuda_check (cudaErrorLaunchTimeout,
      "advancing the world, whose parts waited in vain for each other,", error);
}

const LifeCudaKernel life_bits3d_kernel = {
  .option = LIFE_KERNEL_BITSLICED,
  .automatic = TRUE,
  .layout = LIFE_LAYOUT_ROWS,
  .least_seconds = 2e-6,
  .least_generations = 1,
  .can_run = can_run,
  .rate = rate,
  .plan = make_plan,
  .advance = advance,
  .check = check,
  .clear = clear,
};
