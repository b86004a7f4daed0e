/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A small cache on disk for what takes long to make, below the user's cache
 * directory. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The cache's limits; beyond them the least recently used files are removed. */
#define LIFE_FILE_CACHE_FILES 512
#define LIFE_FILE_CACHE_BYTES ((gsize) 16 << 20)

/* The data stored under @key, which is a file name; NULL if there is none or its file is
 * damaged. */
GBytes *life_file_cache_get (const gchar *key);

/* Where the cache cannot be written, this does nothing. */
void life_file_cache_store (const gchar *key, GBytes *data);

G_END_DECLS
