/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that are compiled at run time, by NVRTC where it is installed. Which
 * ones, and what runs where they cannot be had, the callers decide. */
#pragma once

#include <cuda_runtime_api.h>
#include <glib.h>

/* The most kernels that are compiled together, and the room for a name. */
#define LIFE_JIT_KERNELS 8
#define LIFE_JIT_NAME 128

/* Kernels to launch as any others, in every context of a GPU of one kind. */
struct LifeJit {
  cudaLibrary_t library;
  const void *kernels[LIFE_JIT_KERNELS];
  gchar *digest; /* of their code; NULL: there are none */
};

/* Whether anything can be compiled; where not, the reason is logged. */
gboolean life_jit_can_compile (void);

/* Fills @jit, which is empty, with the kernels of @header, one of those in the
 * library, that @names lists, template arguments and all; @source, which may be NULL,
 * stands behind the header and defines what the names need. What was compiled once
 * comes from a cache on disk. FALSE where that cannot be done, and the
 * reason is logged; the environment variable LIFE_NVRTC=0 forbids it. */
gboolean life_jit_load (LifeJit *jit, const gchar *header, const gchar *source,
    const gchar (*names)[LIFE_JIT_NAME], guint n_names, int compute_capability);

/* To be called when no kernel of @jit is running. */
void life_jit_unload (LifeJit *jit);
