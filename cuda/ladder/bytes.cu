/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds with a byte per cell, generation by generation. No kernel stands here. */
#include "cuda/ladder/bytes.h"

#include "cuda/engine/world-io.h"

#include <utility>

LifeBytesPass
life_bytes_pass (const LifeStorage *storage, const LifeRule *rule)
{
  LifeBytesPass pass = {};

  pass.row = storage->row * sizeof (uint32_t);
  pass.plane = storage->plane * sizeof (uint32_t);
  pass.width = storage->width;
  pass.height = storage->height;
  pass.depth = storage->depth;
  pass.torus = storage->torus;
  pass.is_3d = storage->is_3d;
  pass.birth = rule->birth;
  pass.survival = rule->survival;
  pass.states = rule->states;
  pass.neighborhood = rule->neighborhood;
  return pass;
}

cudaError_t
life_bytes_advance (LifeCudaEngine *self, const LifeLaunch &launch,
    LifeBytesPass *pass, void **arguments, guint64 generations)
{
  const bool simple = life_engine_has_simple_edges (&self->engine.geometry);
  cudaError_t result = cudaSuccess;

  for (guint64 i = 0; i < generations && result == cudaSuccess; i++) {
    pass->from = (const uint8_t *) self->present;
    pass->to = (uint8_t *) self->previous;
    result = life_launch_kernel (
        self->launcher, LIFE_START_DEPENDENT, launch, arguments);
    if (result != cudaSuccess)
      break;
    std::swap (self->present, self->previous);
    if (!simple)
      result = life_cuda_refresh_halo (self);
    if (result != cudaSuccess)
      std::swap (self->present, self->previous);
  }
  return result;
}
