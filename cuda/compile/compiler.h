/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Having kernels compiled by a program of its own (life-compile.c), or taking them from the
 * cache on disk (life/base/file-cache.h). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether the program is there, finds NVRTC and has the headers of this library; where not, the
 * reason is logged. It is queried once. The environment variable LIFE_COMPILER is its path where it
 * is not installed. */
gboolean life_compiler_is_there (void);

/* The kernels' names as the code has them, each with its NUL, and behind them the code of @text.
 * @option: the compiler's, for the architecture; @kernels: their names as @text has them, with a
 * NULL behind them. With @anew what is in the cache does not count. NULL where that cannot be
 * made, and the reason is logged. It may take seconds. */
GBytes *life_compiler_get (const gchar *option, const gchar *text,
    const gchar *const *kernels, gboolean anew);

G_END_DECLS
