/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of worlds that GPUs hold, and which GPUs there are; in C and without any header of
 * CUDA. */
#pragma once

#include "life/parts/part.h"

G_BEGIN_DECLS

extern const LifePartClass life_cuda_part;

/* How many GPUs are there. */
guint life_cuda_count_devices (void);

G_END_DECLS
