/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory by pages, through mmap() on Linux; elsewhere from calloc(), whose large blocks
 * systems map too, and no machine code. */
#include "life/base/pages.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && !defined(LIFE_PORTABLE_PAGES)
#include <sys/mman.h>

static gpointer
map_pages (gsize bytes, gint flags)
{
  gpointer pages = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

  return pages != MAP_FAILED ? pages : NULL;
}

gpointer
life_pages_new (gsize bytes, gboolean huge)
{
  gpointer pages = map_pages (bytes, MAP_NORESERVE);

  if (pages != NULL && huge)
    madvise (pages, bytes, MADV_HUGEPAGE);
  return pages;
}

void
life_pages_clear (gpointer pages, gsize bytes)
{
  madvise (pages, bytes, MADV_DONTNEED);
}

/* Pages are written, and only then made executable, never both. */
gpointer
life_pages_new_code (gconstpointer code, gsize bytes)
{
  gpointer pages = map_pages (bytes, 0);

  if (pages == NULL)
    return NULL;
  memcpy (pages, code, bytes);
  __builtin___clear_cache (pages, (char *) pages + bytes);
  if (mprotect (pages, bytes, PROT_READ | PROT_EXEC) == 0)
    return pages;
  life_pages_free (pages, bytes);
  return NULL;
}

void
life_pages_free (gpointer pages, gsize bytes)
{
  if (pages != NULL)
    munmap (pages, bytes);
}

#else

gpointer
life_pages_new (gsize bytes, gboolean huge)
{
  return calloc (1, bytes);
}

void
life_pages_clear (gpointer pages, gsize bytes)
{
  memset (pages, 0, bytes);
}

gpointer
life_pages_new_code (gconstpointer code, gsize bytes)
{
  return NULL;
}

void
life_pages_free (gpointer pages, gsize bytes)
{
  free (pages);
}

#endif
