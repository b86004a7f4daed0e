/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* NVRTC, which compiles kernels. Only life-compile.c uses it. */
#pragma once

#include <glib.h>

typedef struct _LifeNvrtc LifeNvrtc;

/* NVRTC where it is installed, else NULL. Looked for at each call; it stays as long as the
 * process. */
const LifeNvrtc *life_nvrtc_find (void);

void life_nvrtc_version (const LifeNvrtc *self, int *major, int *minor);

/* The names of the kernels as the code has them, each with its NUL, and the code of @text, which
 * may include the library's headers; NULL: what is wrong was printed to the standard error. */
GBytes *life_nvrtc_compile (const LifeNvrtc *self, const gchar *option,
    const gchar *text, const gchar *const *kernels);
