/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables of cases in files next to the tests: a line for each, with tabs between its columns, in
 * which C's escapes stand for what cannot be seen. Lines that start with "# " are headings. */
#pragma once

#include <string.h>

#include "tests/support/help.h"

/* Calls @check with the columns of each row of a file in tests/, and where the row is. */
static inline void
check_rows (
    const gchar *file, void (*check) (gchar **columns, const gchar *location))
{
  g_autofree gchar *path =
      g_build_filename (g_getenv ("LIFE_SOURCE_ROOT"), "tests", file, NULL);
  g_autofree gchar *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  guint rows = 0;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) columns = g_strsplit (lines[i], "\t", -1);
    g_autofree gchar *location = g_strdup_printf ("%s:%u", file, i + 1);

    if (lines[i][0] == '\0' || g_str_has_prefix (lines[i], "# "))
      continue;
    for (gchar **column = columns; *column != NULL; column++) {
      gchar *escaped = *column;

      *column = g_strcompress (escaped);
      g_free (escaped);
    }
    check (columns, location);
    rows++;
  }
  g_assert_cmpuint (rows, >, 0);
}

/* Fails unless all of @pieces, which stand between |, are in @message, which is UTF-8. */
static inline void
check_message (const gchar *message, const gchar *pieces, const gchar *location)
{
  g_auto (GStrv) parts = g_strsplit (pieces, "|", -1);

  if (!g_utf8_validate (message, -1, NULL))
    fail ("%s: the message is no UTF-8", location);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (message, parts[i]) == NULL)
      fail ("%s: \"%s\" is not in: %s", location, parts[i], message);
}
