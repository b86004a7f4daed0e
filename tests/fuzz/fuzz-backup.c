/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes indices of backups: any text is a world that can be, which is written as the same
 * text again, or an error in UTF-8. The sum of its last line is that of the text, so that
 * what lies behind it is reached. */
#include <stdlib.h>
#include <string.h>

#include "life/backup/index.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_error (const GError *error)
{
  if (!g_error_matches (error, LIFE_ERROR, LIFE_ERROR_PATTERN)
      || !g_utf8_validate (error->message, -1, NULL))
    abort ();
}

static void
read_text (const gchar *text, gsize length)
{
  g_auto (LifeBackupIndex) index, again;
  g_autoptr (GError) error = NULL;
  g_autofree gchar *written = NULL;

  life_backup_index_init (&index);
  life_backup_index_init (&again);
  if (!life_backup_index_read (&index, text, length, NULL, &error)) {
    check_error (error);
    return;
  }
  written = life_backup_index_write (&index);
  if (!life_backup_index_read (&again, written, strlen (written), NULL, &error)
      || again.generation != index.generation
      || again.parts->len != index.parts->len
      || strcmp (again.rule, index.rule) != 0
      || memcmp (&again.geometry, &index.geometry, sizeof again.geometry) != 0)
    abort ();
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GString) text =
      g_string_new_len ((const gchar *) data, (gssize) size);
  g_autofree gchar *sum = NULL;

  read_text (text->str, text->len);
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, data, size);
  g_string_append_printf (text, "sum %s\n", sum);
  read_text (text->str, text->len);
  return 0;
}
