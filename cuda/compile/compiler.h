/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Having kernels compiled, by a program of its own, or taking them from the cache on disk
 * (life/base/file-cache.h). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LifeCompilerJob:
 * @options: the compiler's, with a NULL behind them
 * @text: what it compiles
 * @header_names: of the headers that @text may include
 * @headers: their texts
 * @n_headers: how many they are
 * @kernels: the names of kernels as @text has them, with a NULL behind them
 */
typedef struct {
  const gchar *const *options;
  const gchar *text;
  const gchar *const *header_names;
  const gchar *const *headers;
  gsize n_headers;
  const gchar *const *kernels;
} LifeCompilerJob;

/* Whether the program is there and finds NVRTC; where not, the reason is logged. It is asked
 * once. The environment variable LIFE_COMPILER is its path where it is not installed. */
gboolean life_compiler_is_there (void);

/* The kernels' names as the code has them, each with its NUL, and behind them the code.
 * With @anew what is in the cache does not count. NULL where that cannot be made, and the
 * reason is logged. It may take seconds. */
GBytes *life_compiler_get (const LifeCompilerJob *job, gboolean anew);

G_END_DECLS
