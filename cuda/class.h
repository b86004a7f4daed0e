/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CUDA engine as the table of engines has it, in C and without any header of
 * CUDA. */
#pragma once

#include "life/world/engine-class.h"

G_BEGIN_DECLS

extern const LifeEngineClass life_cuda_engine;

/* The bytes of a GPU's memory that a world takes as it is made: its cells, and what the kernel
 * needs in addition. G_MAXUINT64: more than can be addressed. */
gboolean life_cuda_measure (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, gint device_id, guint64 *bytes, GError **error);

/* life_engine_alloc_pinned() and life_engine_free_pinned(). */
gpointer life_cuda_alloc_pinned (const LifeEngineOptions *options, gsize size);
void life_cuda_free_pinned (const LifeEngineOptions *options, gpointer memory);

G_END_DECLS
