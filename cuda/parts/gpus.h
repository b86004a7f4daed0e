/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The GPUs that parts of worlds lie on: which there are, and what a part needs of one; in C and
 * without any header of CUDA. */
#pragma once

#include "life/parts/part.h"

G_BEGIN_DECLS

/* Borders of a part: it has two neighbors at most, and sends to and receives from each. */
#define LIFE_PART_NEIGHBORS 2
#define LIFE_PART_BORDERS (2 * LIFE_PART_NEIGHBORS)

/* How many there are. */
guint life_cuda_count_devices (void);

/* The number of a GPU, counted on from the first one behind the last: processes that share a
 * host are numbered there. */
gint life_gpu_find (gint number);

/* The methods of LifePartClass of these names. */
gboolean life_gpu_supports (const LifeRule *rule);
gboolean life_gpu_measure (const LifePartOptions *options, guint64 bytes[2],
    gchar **host, GError **error);
guint64 life_gpu_find_holder (gint id);

G_END_DECLS
