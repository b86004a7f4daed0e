/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses what counts cells. */
#pragma once

#include "life/base/cpu-path.h"
#include "life/cpu/count-kernels.h"

G_BEGIN_DECLS

/* Those for a path, and what the processor has beside it. */
const LifeCountKernels *life_count_choose (LifeCpuPath path);

G_END_DECLS
