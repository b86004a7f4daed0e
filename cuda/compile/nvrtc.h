/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* NVRTC, which compiles kernels. Only life-compile.c uses it. */
#pragma once

#include <glib.h>

typedef struct _LifeNvrtc LifeNvrtc;

/* NVRTC where it is installed, else NULL. Looked for at each call; it stays as long as the
 * process. */
const LifeNvrtc *life_nvrtc_find (void);

/* Writes its version to @text of @size bytes. */
void life_nvrtc_version (const LifeNvrtc *self, gchar *text, gsize size);

/* The code of a job (message.h), or NULL; what goes wrong is added to @log. */
GBytes *life_nvrtc_compile (const LifeNvrtc *self, GVariant *job, GString *log);
