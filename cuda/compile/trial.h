/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Trying kernels that were compiled at run time before a world is left to them. */
#pragma once

#include "cuda/engine/cuda-kernel.h"

/**
 * LifeTrial:
 * @kernel: whose plan is tried
 * @plan: a plan with code that was compiled at run time
 * @states: that the plan is for: the first ones of its rule's
 * @digest: of the code
 * @generations: those of a play that is longer than all others, for what only runs or
 *   only comes round in one; 0: there is none
 * @use: makes the plan use what was compiled at run time, or not
 */
struct LifeTrial {
  const LifeCudaKernel *kernel;
  void *plan;
  guint states;
  const gchar *digest;
  guint64 generations;
  cudaError_t (*use) (void *plan, gboolean compiled);
};

/* Whether the plan advances soups with what was compiled as without it, in a separate
 * world as large as that of @self; or has been seen to, or cannot be tried. It uses
 * what was compiled before, and afterwards where this returns TRUE. FALSE: a warning is
 * logged. */
gboolean life_trial_pass (LifeCudaEngine *self, const LifeTrial *trial);
