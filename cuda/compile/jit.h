/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that are compiled at run time, by NVRTC where it is installed, or as PTX by the
 * driver. Which ones, and what runs where they cannot be had, the callers decide. */
#pragma once

#include "cuda/device/module.h"

#include <glib.h>

G_BEGIN_DECLS

/* The most kernels that are compiled together, and the room for a name. */
#define LIFE_JIT_KERNELS LIFE_MODULE_KERNELS
#define LIFE_JIT_NAME 128

/* What is compiled, and then kernels to launch as any others, in the context that was
 * current when they were loaded. All zero: nothing. */
typedef struct LifeJit LifeJit;
struct LifeJit {
  const gchar *header;
  gchar *source;
  gchar names[LIFE_JIT_KERNELS][LIFE_JIT_NAME];
  guint n_names;
  gchar architecture[32];
  GBytes *code; /* that is not loaded yet */

  LifeModule *module;
  const void *kernels[LIFE_JIT_KERNELS];
  gchar *digest; /* of their code; NULL: there are none */
};

/* Whether NVRTC can compile; where not, the reason is logged. */
gboolean life_jit_can_compile (void);

/* Whether worlds wait for what is compiled for them: where the environment variable
 * LIFE_NVRTC is "wait", or "0", which leaves it to the driver. */
gboolean life_jit_is_awaited (void);

/* Compiles the kernels of @header, one of those in the library, that are in
 * jit->names; @source (transfer full), which may be NULL, stands behind the header and
 * defines what the names need. What was compiled once comes from a cache on disk. It
 * uses no GPU, and may take seconds. FALSE where that cannot be done, and the reason is
 * logged; the environment variables LIFE_NVRTC=0 and LIFE_NVRTC=none forbid it. */
gboolean life_jit_compile (
    LifeJit *jit, const gchar *header, gchar *source, int compute_capability);

/* Whether the driver may compile instead: LIFE_NVRTC=none forbids that, too. */
gboolean life_jit_can_use_ptx (void);

/* Takes the kernels @entries, as many as there are jit->names, of @ptx (transfer full), which
 * the driver compiles when it is loaded; that takes about a second, and the driver has a cache
 * of its own. */
void life_jit_use_ptx (LifeJit *jit, gchar *ptx, const gchar *const *entries);

/* Loads what was compiled; FALSE where that fails, and the reason is logged. */
gboolean life_jit_load (LifeJit *jit);

/* To be called when no kernel of @jit is running. It uses the GPU only where something
 * was loaded. */
void life_jit_unload (LifeJit *jit);

G_END_DECLS
