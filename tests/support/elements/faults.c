/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Allocations that fail; see the header. */
#define _GNU_SOURCE
#include "tests/support/elements/faults-count.h"

#include <dlfcn.h>
#include <gst/gst.h>
#include <string.h>
#include <sys/mman.h>

/* The next function of that name. Two threads may look it up at once, and find the same. */
#define REAL(name)                                                       \
  static __typeof__ (name) *cached = NULL;                               \
  __typeof__ (name) *real = __atomic_load_n (&cached, __ATOMIC_RELAXED); \
                                                                         \
  if (!real) {                                                           \
    real = (__typeof__ (name) *) dlsym (RTLD_NEXT, #name);               \
    __atomic_store_n (&cached, real, __ATOMIC_RELAXED);                  \
  }

/* Whether what calls from @caller gets nothing. Without @anyone only calls of the library
 * and the plugin count: GLib has no other way than to abort. */
static gboolean
fails (gpointer caller, gboolean anyone)
{
  Dl_info info;
  gboolean is_first;

  if (!faults_counting () || !dladdr (caller, &info)
      || (!anyone && !strstr (info.dli_fname, "liblife-")
          && !strstr (info.dli_fname, "libgstlife"))
      || !faults_count (&is_first))
    return FALSE;
  if (is_first)
    faults_set_site ("%s+0x%" G_GINTPTR_MODIFIER "x", info.dli_fname,
        (guintptr) caller - (guintptr) info.dli_fbase);
  return TRUE;
}

#define FAILS(anyone) fails (__builtin_return_address (0), anyone)

/* --- Memory --- */

gpointer
calloc (gsize n, gsize size)
{
  REAL (calloc)

  return FAILS (FALSE) ? NULL : real (n, size);
}

gpointer
mmap (gpointer address, gsize length, gint protection, gint flags, gint file,
    off_t offset)
{
  REAL (mmap)

  return FAILS (FALSE)
             ? MAP_FAILED
             : real (address, length, protection, flags, file, offset);
}

gpointer
g_try_malloc (gsize size)
{
  REAL (g_try_malloc)

  return FAILS (FALSE) ? NULL : real (size);
}

gpointer
g_try_malloc0 (gsize size)
{
  REAL (g_try_malloc0)

  return FAILS (FALSE) ? NULL : real (size);
}

gpointer
g_try_realloc (gpointer memory, gsize size)
{
  REAL (g_try_realloc)

  return FAILS (FALSE) ? NULL : real (memory, size);
}

gpointer
g_try_malloc_n (gsize n, gsize size)
{
  REAL (g_try_malloc_n)

  return FAILS (FALSE) ? NULL : real (n, size);
}

gpointer
g_try_malloc0_n (gsize n, gsize size)
{
  REAL (g_try_malloc0_n)

  return FAILS (FALSE) ? NULL : real (n, size);
}

gpointer
g_try_realloc_n (gpointer memory, gsize n, gsize size)
{
  REAL (g_try_realloc_n)

  return FAILS (FALSE) ? NULL : real (memory, n, size);
}

/* --- Pools --- */

GstFlowReturn
gst_buffer_pool_acquire_buffer (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  REAL (gst_buffer_pool_acquire_buffer)

  if (!FAILS (TRUE))
    return real (pool, buffer, params);
  *buffer = NULL;
  return GST_FLOW_ERROR;
}
