/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all test programs share: failing without ending the program, and folders
 * that are removed when a test is over. */
#pragma once

#include <glib.h>
#include <glib/gstdio.h>

/* So many cases of one kind, or a third of them where a sanitizer makes each take long. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SOME_OF(number) (((number) + 2) / 3)
#else
#define SOME_OF(number) (number)
#endif

/* Whether another processor is emulated: limits and counters of the kernel may be missing. */
static inline gboolean
is_emulated (void)
{
  return g_getenv ("MESON_EXE_WRAPPER") != NULL;
}

/* Whether the process's memory can be limited; skips the present test if not. A sanitizer's own
 * cannot, and an emulator limits nothing. */
static inline gboolean
can_limit_memory (void)
{
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
  if (!is_emulated ())
    return TRUE;
#endif
  g_test_skip ("memory of a sanitizer or an emulator cannot be limited");
  return FALSE;
}

/* Fails the present test with a message; the program goes on. */
G_GNUC_PRINTF (1, 2)
static inline void
fail (const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_test_message ("%s", message);
  g_test_fail ();
}

/* The seeds that the environment's variable @name asks for: N, the first N; FIRST-LAST, those;
 * where it is not set, the first @few. */
static inline void
choose_seeds (const gchar *name, guint64 few, guint64 *first, guint64 *last)
{
  const gchar *requested = g_getenv (name);
  gchar *end;

  *first = 1;
  *last = few;
  if (requested == NULL)
    return;
  *last = g_ascii_strtoull (requested, &end, 10);
  if (*end != '-')
    return;
  *first = *last;
  *last = g_ascii_strtoull (end + 1, NULL, 10);
}

/* Removes a folder and all that is in it. */
static inline void
remove_folder (const gchar *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const gchar *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree gchar *path = g_build_filename (folder, name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      remove_folder (path);
    else
      g_remove (path);
  }
  g_rmdir (folder);
}
