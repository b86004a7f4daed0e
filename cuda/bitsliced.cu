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
  cudaFree (self->strips.entries);
}

gboolean
life_bitsliced_set_rule (
    LifeCudaEngine *self, const LifeRule *rule, GError **error)
{
  return !is_strips (self) || prepare (self, rule, error);
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
  const LifeStorage *storage = &self->storage;
  LifeBitsliced3d world = {};

  world.width = storage->width;
  world.height = storage->height;
  world.depth = storage->depth;
  world.stride = (uint32_t) storage->row;
  world.torus = storage->torus;
  world.birth = self->rule.birth;
  world.survival = self->rule.survival;
  world.current = self->present;
  world.next = self->before;
  world.stream = self->launcher.stream;
  world.pdl = self->launcher.dependent;
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
