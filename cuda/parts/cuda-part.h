/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of worlds on GPUs; in C and without any header of CUDA. */
#pragma once

#include "life/parts/part.h"

G_BEGIN_DECLS

extern const LifePartClass life_cuda_part;

G_END_DECLS
