/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory by pages, as Linux gives it and as any system does. */
#include "life/base/pages.h"

#include <string.h>

#define BYTES ((gsize) 8 << 20)

static void
assert_zero (const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_assert_cmpuint (bytes[i], ==, 0);
}

static void
test_pages_are_zero_at_first_and_when_cleared (void)
{
  for (guint huge = 0; huge < 2; huge++) {
    guint8 *pages = life_pages_new (BYTES, huge);

    g_assert_nonnull (pages);
    assert_zero (pages, BYTES);
    memset (pages, 0xa5, BYTES);
    life_pages_clear (pages, BYTES);
    assert_zero (pages, BYTES);
    life_pages_free (pages, BYTES);
  }
  life_pages_free (NULL, BYTES);
}

/* calloc() of the address sanitizer ends the program instead. */
static void
test_more_addresses_than_there_are_are_refused (void)
{
#if defined(LIFE_PORTABLE_PAGES) && defined(__SANITIZE_ADDRESS__)
  g_test_skip ("the address sanitizer ends programs that allocate too much");
  return;
#endif
  g_assert_null (life_pages_new (G_MAXSSIZE / 4096 * 4096, FALSE));
}

static void
test_code_is_called_or_refused (void)
{
#if defined(__x86_64__)
  const guint8 code[] = { 0xb8, 42, 0, 0, 0, 0xc3 };
#elif defined(__aarch64__) && G_BYTE_ORDER == G_LITTLE_ENDIAN
  const guint8 code[] = { 0x40, 0x05, 0x80, 0x52, 0xc0, 0x03, 0x5f, 0xd6 };
#else
  const guint8 code[] = { 0 };
#endif
  gpointer pages = life_pages_new_code (code, sizeof code);

#ifdef LIFE_PORTABLE_PAGES
  g_assert_null (pages);
#endif
  if (pages == NULL || sizeof code == 1)
    g_test_skip ("no machine code here");
  else
    g_assert_cmpint (((gint (*) (void)) pages) (), ==, 42);
  life_pages_free (pages, sizeof code);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/zero_at_first_and_when_cleared",
      test_pages_are_zero_at_first_and_when_cleared);
  g_test_add_func ("/pages/more_addresses_than_there_are_are_refused",
      test_more_addresses_than_there_are_are_refused);
  g_test_add_func (
      "/pages/code_is_called_or_refused", test_code_is_called_or_refused);
  return g_test_run ();
}
