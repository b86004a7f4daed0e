/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bitsliced as the engine sees it: what a world is to the bit-sliced
 * kernels in two and in three dimensions, which live in files of their own. */
#include "engine.h"

#include "bitsliced3d.h"
#include "bitsliced3d_resident.h"

/* From so many generations at once a world is brought to the chip for them. */
#define RESIDENT_GENERATIONS 4

gboolean
life_bitsliced_can_run (const LifeRule *rule)
{
  return rule->states == 2 && rule->family == LIFE_FAMILY_TOTALISTIC
         && rule->neighbourhood == LIFE_NEIGHBOURHOOD_MOORE;
}

static gboolean
is_strips (const LifeCudaEngine *self)
{
  return self->storage.layout == LIFE_LAYOUT_STRIPS;
}

/* The size and the rule of a 2D world; its layout is LIFE_LAYOUT_STRIPS. */
static gboolean
prepare (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  LifeBitsliced2d *strips = &self->strips;

  strips->width = self->storage.width;
  strips->height = self->storage.height;
  strips->torus = self->storage.torus;
  strips->birth = rule->birth;
  strips->survival = rule->survival;
  strips->pdl = self->launcher.dependent;
  strips->stream = self->launcher.stream;
  return life_cuda_check (
      life_bitsliced2d_prepare (strips), "preparing kernel=bitsliced", error);
}

gboolean
life_bitsliced_measure (LifeCudaEngine *self, gsize *bytes, GError **error)
{
  *bytes = 0;
  if (!is_strips (self))
    return TRUE;
  if (!prepare (self, &self->rule, error))
    return FALSE;
  *bytes = life_bitsliced2d_entries_size (&self->strips);
  return TRUE;
}

gboolean
life_bitsliced_init (LifeCudaEngine *self, GError **error)
{
  const gsize bytes =
      is_strips (self) ? life_bitsliced2d_entries_size (&self->strips) : 0;

  return bytes == 0
         || life_cuda_check (cudaMalloc (&self->strips.entries, bytes),
             "reserving the world", error);
}

void
life_bitsliced_clear (LifeCudaEngine *self)
{
  life_bitsliced3d_resident_clear (&self->resident);
  life_jit_unload (&self->jit);
  cudaFree (self->strips.entries);
}

/* The size and the rule of a 3D world, and no cells. */
static LifeBitsliced3d
make_solid (const LifeCudaEngine *self, const LifeRule *rule)
{
  const LifeStorage *storage = &self->storage;
  LifeBitsliced3d world = {};

  world.width = storage->width;
  world.height = storage->height;
  world.depth = storage->depth;
  world.stride = (uint32_t) storage->row;
  world.torus = storage->torus;
  world.birth = rule->birth;
  world.survival = rule->survival;
  world.stream = self->launcher.stream;
  world.pdl = self->launcher.dependent;
  return world;
}

/* Kernels compiled for the rule, where it has none of its own and they can be
 * had. */
static void
load_kernels_2d (LifeCudaEngine *self)
{
  gchar names[LIFE_JIT_KERNELS][LIFE_JIT_NAME];
  int count = life_bitsliced2d_name_kernels (&self->strips, names);

  G_STATIC_ASSERT (LIFE_BITSLICED2D_KERNELS <= LIFE_JIT_KERNELS);
  G_STATIC_ASSERT (LIFE_BITSLICED2D_NAME == LIFE_JIT_NAME);
  if (count > 0
      && life_jit_load (&self->jit, "bitsliced2d_tiles.cuh", names, count,
          self->device.compute_capability))
    life_bitsliced2d_take_kernels (&self->strips, self->jit.kernels);
}

static void
load_kernels_3d (LifeCudaEngine *self, const LifeBitsliced3d *world)
{
  const int capability = self->device.compute_capability;
  LifeBitsliced3dResident *resident = &self->resident;
  gchar names[LIFE_JIT_KERNELS][LIFE_JIT_NAME];
  const void **places[LIFE_JIT_KERNELS];
  int count = 0;

  if (life_bitsliced3d_name_kernel (world, names[count], LIFE_JIT_NAME))
    places[count++] = &self->solid_kernel;
  if (resident->words != 0
      && life_bitsliced3d_resident_name_kernel (
          resident, world, names[count], LIFE_JIT_NAME))
    places[count++] = &resident->kernel;
  if (count > 0
      && life_jit_load (
          &self->jit, "bitsliced3d.cuh", names, count, capability))
    for (int i = 0; i < count; i++)
      *places[i] = self->jit.kernels[i];
}

/* Nothing of the world is running. */
static gboolean
set_rule_3d (LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  const LifeBitsliced3d world = make_solid (self, rule);

  self->solid_kernel = NULL;
  life_bitsliced3d_resident_clear (&self->resident);
  if (!life_cuda_check (life_bitsliced3d_resident_cut (&self->resident, &world),
          "preparing kernel=bitsliced", error))
    return FALSE;
  load_kernels_3d (self, &world);
  return self->resident.words == 0
         || life_cuda_check (
             life_bitsliced3d_resident_reserve (&self->resident, &world),
             "preparing kernel=bitsliced", error);
}

gboolean
life_bitsliced_set_rule (
    LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  if (self->kernel->advance != life_bitsliced_advance)
    return TRUE;
  if ((self->jit.library != NULL || self->resident.faces != NULL)
      && !life_cuda_finish (self, "finishing a step", error))
    return FALSE;
  if (is_strips (self) && !prepare (self, rule, error))
    return FALSE;
  life_jit_unload (&self->jit);
  if (!is_strips (self))
    return set_rule_3d (self, rule, error);
  load_kernels_2d (self);
  return TRUE;
}

static cudaError_t
advance_2d (LifeCudaEngine *self, guint64 generations)
{
  LifeBitsliced2d *strips = &self->strips;

  strips->current = self->present;
  strips->next = self->before;
  cudaError_t result = life_bitsliced2d_step (strips, generations);
  self->present = strips->current;
  self->before = strips->next;
  return result;
}

/* The last generation is advanced alone, so that the one before it is there. */
static cudaError_t
advance_3d (LifeCudaEngine *self, guint64 generations)
{
  LifeBitsliced3d world = make_solid (self, &self->rule);
  cudaError_t result = cudaSuccess;

  world.current = self->present;
  world.next = self->before;
  world.kernel = self->solid_kernel;
  if (self->resident.words != 0 && generations >= RESIDENT_GENERATIONS) {
    uint64_t stepped;
    result = life_bitsliced3d_resident_step (
        &self->resident, &world, generations - 1, &stepped);
    generations -= stepped;
  }
  if (result == cudaSuccess)
    result = life_bitsliced3d_step (&world, generations);
  self->present = world.current;
  self->before = world.next;
  return result;
}

cudaError_t
life_bitsliced_advance (LifeCudaEngine *self, guint64 generations)
{
  return is_strips (self) ? advance_2d (self, generations)
                          : advance_3d (self, generations);
}

gboolean
life_bitsliced_check (LifeCudaEngine *self, GError **error)
{
  uint32_t *failed = self->resident.failed;

  if (failed == NULL || *failed == 0)
    return TRUE;
  *failed = 0;
  return life_cuda_check (cudaErrorLaunchTimeout,
      "advancing the world, whose parts waited in vain for each other,", error);
}
