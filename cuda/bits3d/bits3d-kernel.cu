/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bitsliced in 3D, as the engine sees it: launches of a generation each, and
 * worlds that stay on the chip, with kernels compiled for the rule. */
#include "cuda/bits3d/bits3d-kernel.h"
#include "cuda/bits3d/bits3d-resident.h"
#include "cuda/bits3d/bits3d-step.h"

#include "cuda/engine/cuda-engine.h"
#include "cuda/compile/jit.h"
#include "cuda/compile/trial.h"

/* From so many generations at once a world is loaded onto the chip for them. */
#define RESIDENT_GENERATIONS 4

struct Bits3dPlan {
  LifeBits3dWorld world;
  LifeBits3dPlan launches;
  LifeBits3dResident resident;
  gboolean on_chip; /* whether @resident may be used, if it is not empty */
  const void
      *kernel; /* compiled for the launches; NULL: one that is compiled in */
  LifeJit jit;
  const void **kernel_slots[2]; /* of those of @jit */
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

/* Without what is compiled at run time a world does not stay on the chip, either. */
static cudaError_t
use (void *state, gboolean compiled)
{
  Bits3dPlan *plan = (Bits3dPlan *) state;

  plan->on_chip = compiled;
  return life_bits3d_plan (
      &plan->launches, &plan->world, compiled ? plan->kernel : NULL);
}

static void
clear (void *state)
{
  Bits3dPlan *plan = (Bits3dPlan *) state;

  life_bits3d_resident_clear (&plan->resident);
  life_jit_unload (&plan->jit);
  g_free (plan);
}

/* Reserves what a world on the chip needs, where there is a kernel for it. */
static cudaError_t
reserve (Bits3dPlan *plan)
{
  cudaError_t result = cudaSuccess;

  if (plan->resident.words != 0)
    result = life_bits3d_resident_reserve (&plan->resident, &plan->world);
  return result == cudaSuccess ? use (plan, TRUE) : result;
}

/* Without memory of the GPU; NULL if it cannot be queried. */
static Bits3dPlan *
new_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  Bits3dPlan *plan = g_new0 (Bits3dPlan, 1);

  init_world (&plan->world, self, rule);
  if (life_cuda_check (life_bits3d_resident_cut (&plan->resident, &plan->world),
          "preparing kernel=bitsliced", error))
    return plan;
  g_free (plan);
  return NULL;
}

static void *
make_plan (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  Bits3dPlan *plan = new_plan (self, rule, error);

  if (plan == NULL
      || life_cuda_check (reserve (plan), "preparing kernel=bitsliced", error))
    return plan;
  clear (plan);
  return NULL;
}

/* --- Kernels that are compiled at run time --- */

static void *
draft (LifeCudaEngine *self, const LifeRule *rule)
{
  Bits3dPlan *plan = new_plan (self, rule, NULL);

  if (plan == NULL)
    return NULL;
  const LifeBits3dWorld *world = &plan->world;
  LifeJit *jit = &plan->jit;
  if (life_bits3d_name_kernel (world, jit->names[jit->n_names], LIFE_JIT_NAME))
    plan->kernel_slots[jit->n_names++] = &plan->kernel;
  if (plan->resident.words != 0
      && life_bits3d_resident_name_kernel (
          &plan->resident, world, jit->names[jit->n_names], LIFE_JIT_NAME))
    plan->kernel_slots[jit->n_names++] = &plan->resident.kernel;
  if (jit->n_names > 0)
    return plan;
  g_free (plan);
  return NULL;
}

static gboolean
compile (void *state, const gint *cancelled)
{
  Bits3dPlan *plan = (Bits3dPlan *) state;

  return life_jit_compile (&plan->jit, "cuda/bits3d/kernels.cuh", NULL,
      plan->world.compute_capability);
}

static gboolean
move (LifeCudaEngine *self, void *state, GError **error)
{
  Bits3dPlan *plan = (Bits3dPlan *) state;

  plan->world.launcher = self->launcher;
  return life_cuda_check (use (plan, TRUE), "preparing kernels", error);
}

static gboolean
finish (LifeCudaEngine *self, void *state, const LifeRule *rule)
{
  Bits3dPlan *plan = (Bits3dPlan *) state;
  g_autoptr (GError) error = NULL;

  if (!life_jit_load (&plan->jit))
    return FALSE;
  for (guint i = 0; i < plan->jit.n_names; i++)
    *plan->kernel_slots[i] = plan->jit.kernels[i];
  plan->world.launcher = self->launcher;
  if (!life_cuda_check (reserve (plan), "preparing kernels", &error)) {
    g_info ("going on without compiled kernels: %s", error->message);
    return FALSE;
  }
  /* On the chip, the cells of a row turn: all of their turns are tried. */
  const guint kernel_slots = 32 * (guint) plan->resident.words;
  const LifeTrial trial = { &life_bits3d_kernel, plan, rule->states,
    plan->jit.digest, kernel_slots > 0 ? kernel_slots + 5 : 0, use };
  return life_trial_pass (self, &trial);
}

static const LifeCudaCode code = { draft, compile, finish, move };

/* --- Advancing --- */

/* The last generation is advanced alone, so that the one before it is there. */
static cudaError_t
advance (LifeCudaEngine *self, void *state, guint64 generations)
{
  Bits3dPlan *plan = (Bits3dPlan *) state;
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

/* Not of worlds that stay on the chip. */
static gboolean
is_by_slice (void *state)
{
  const Bits3dPlan *plan = (Bits3dPlan *) state;

  return plan->resident.words == 0 || !plan->on_chip;
}

static cudaError_t
advance_slices (LifeCudaEngine *self, void *state, guint32 first, guint32 end)
{
  return life_bits3d_step_slices (&((Bits3dPlan *) state)->launches,
      self->launcher, first, end, self->present, self->previous);
}

static gboolean
check (void *state, GError **error)
{
  uint32_t *failed = ((Bits3dPlan *) state)->resident.failed;

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
  .min_seconds = 2e-6,
  .min_generations = 1,
  .can_run = can_run,
  .rate = rate,
  .plan = make_plan,
  .advance = advance,
  .check = check,
  .clear = clear,
  .code = &code,
  .is_by_slice = is_by_slice,
  .advance_slices = advance_slices,
};
