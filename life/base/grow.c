/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrays that grow as a text is read, where too little memory is an error. */
#include "life/base/grow.h"

#include "life/base/memory.h"

/* Smaller growth is not checked against the available memory. */
#define MODEST_BYTES (G_GUINT64_CONSTANT (1) << 26)

gboolean
life_grow_check (guint64 bytes, GError **error)
{
  return bytes < MODEST_BYTES
         || life_memory_check (bytes, "the pattern", error);
}

gboolean
life_grow (
    gpointer *items, gsize *allocated, gsize used, gsize size, GError **error)
{
  gsize capacity = MAX (*allocated + *allocated / 2, 16);
  gpointer grown;

  if (used < *allocated)
    return TRUE;
  if (!life_grow_check ((guint64) (capacity - *allocated) * size, error))
    return FALSE;
  grown = g_try_realloc_n (*items, capacity, size);
  if (grown == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "the pattern needs %" G_GSIZE_FORMAT
        " more bytes of memory, which are not available",
        capacity * size);
    return FALSE;
  }
  *items = grown;
  *allocated = capacity;
  return TRUE;
}
