/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory for worlds: how much there is, and allocation that is refused before
 * it is tried. */
#pragma once

#include "life/error.h"

G_BEGIN_DECLS

#define LIFE_MEMORY_ALIGNMENT 64

/* Bytes that can be allocated without swapping or being killed: the kernel's
 * estimate, or what is left of a control group's limit if that is less. */
guint64 life_memory_available (void);

/* FALSE and LIFE_ERROR_MEMORY where fewer than @bytes are available; @what
 * names their use in the message. Pass a size that overflowed as
 * G_MAXUINT64. */
gboolean life_memory_check (guint64 bytes, const gchar *what, GError **error);

/* Zeroed memory, aligned to LIFE_MEMORY_ALIGNMENT, after life_memory_check();
 * free it with life_memory_release(). */
gpointer life_memory_reserve (gsize bytes, const gchar *what, GError **error);

void life_memory_release (gpointer memory);

G_END_DECLS
