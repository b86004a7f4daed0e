/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bitsliced as the engine sees it: what a world is to the bit-sliced
 * kernels in two and in three dimensions, which live in files of their own. */
#include "engine.h"

#include "bitsliced3d.h"

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
load_kernels (LifeCudaEngine *self, const LifeRule *rule)
{
  const int capability = self->device.compute_capability;
  gchar names[LIFE_JIT_KERNELS][LIFE_JIT_NAME];
  int count;

  G_STATIC_ASSERT (LIFE_BITSLICED2D_KERNELS <= LIFE_JIT_KERNELS);
  G_STATIC_ASSERT (LIFE_BITSLICED2D_NAME == LIFE_JIT_NAME);
  if (is_strips (self)) {
    count = life_bitsliced2d_name_kernels (&self->strips, names);
    if (count > 0
        && life_jit_load (
            &self->jit, "bitsliced2d_tiles.cuh", names, count, capability))
      life_bitsliced2d_take_kernels (&self->strips, self->jit.kernels);
  } else {
    LifeBitsliced3d world = make_solid (self, rule);
    count = life_bitsliced3d_name_kernel (
        &world, capability, names[0], sizeof (names[0]));
    if (count > 0)
      life_jit_load (&self->jit, "bitsliced3d.cuh", names, count, capability);
  }
}

gboolean
life_bitsliced_set_rule (
    LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  if (self->kernel->advance != life_bitsliced_advance)
    return TRUE;
  if (self->jit.library != NULL
      && !life_cuda_finish (self, "finishing a step", error))
    return FALSE;
  if (is_strips (self) && !prepare (self, rule, error))
    return FALSE;
  life_jit_unload (&self->jit);
  load_kernels (self, rule);
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

static cudaError_t
advance_3d (LifeCudaEngine *self, guint64 generations)
{
  LifeBitsliced3d world = make_solid (self, &self->rule);

  world.current = self->present;
  world.next = self->before;
  world.kernel = self->jit.kernels[0];
  cudaError_t result = life_bitsliced3d_step (&world, generations);
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
