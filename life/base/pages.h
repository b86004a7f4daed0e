/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of the system by pages: addresses that are used page by page, and machine code.
 * What Linux has for them is called here alone. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Zeroed @bytes, of which only what is written takes memory; @huge: in huge pages, if the
 * system has them. NULL: there are not so many addresses. Free with life_pages_free(). */
gpointer life_pages_new (gsize bytes, gboolean huge);

/* Zeroes the @bytes of @pages and, if the system can, returns their memory to it. */
void life_pages_clear (gpointer pages, gsize bytes);

/* A copy of the @bytes of @code that can be called; NULL if the system refuses that. Free with
 * life_pages_free(). */
gpointer life_pages_new_code (gconstpointer code, gsize bytes);

/* @pages (nullable) of @bytes. */
void life_pages_free (gpointer pages, gsize bytes);

G_END_DECLS
