/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the kernels that users can choose are for. */
#pragma once

#include <life/engine.h>

/* Whether engines of this kind have it. */
gboolean life_kernel_runs_on (LifeKernel kernel, LifeEngineKind engine);

/* Whether it is for worlds without edges, which have no other ones, and for no others. */
gboolean life_kernel_is_unbounded (LifeKernel kernel);
