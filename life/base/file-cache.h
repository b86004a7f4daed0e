/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A small cache on disk of what takes long to make, kept below the user's cache
 * directory; what is in it is its callers' business. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* So much stays; what was not used for longest goes. */
#define LIFE_FILE_CACHE_FILES 512
#define LIFE_FILE_CACHE_BYTES ((gsize) 16 << 20)

/* What was put under @key, which is a file name; NULL where nothing was, or what
 * is there is damaged. */
GBytes *life_file_cache_get (const gchar *key);

/* A cache that cannot be written stays as it is. */
void life_file_cache_put (const gchar *key, GBytes *data);

G_END_DECLS
