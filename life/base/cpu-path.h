/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which vectors the processor has, for kernels that are compiled for
 * several. */
#pragma once

#include "life/error.h"

G_BEGIN_DECLS

typedef enum {
  LIFE_CPU_PATH_PORTABLE,
  LIFE_CPU_PATH_AVX2,
  LIFE_CPU_PATH_AVX512,
} LifeCpuPath;

/* Chooses the widest vectors that the processor has, or those that the
 * environment variable LIFE_CPU names, which is read once; FALSE and @error where
 * the processor does not have those. */
gboolean life_cpu_path_choose (LifeCpuPath *path, GError **error);

/* Replaces LIFE_CPU by @name from here on, for tests and measurements; NULL: the
 * environment's value again. */
void life_cpu_path_force (const gchar *name);

/* Whether kernels that need AVX-512's instructions on bytes run on @path:
 * picking bytes out of two vectors, and counting the bits of bytes and
 * words. */
gboolean life_cpu_path_has_bytes (LifeCpuPath path);

/* Whether four gates of two inputs start in a cycle on vectors of AVX-512, but hardly more
 * than two of three inputs. */
gboolean life_cpu_path_splits_gates (void);

G_END_DECLS
