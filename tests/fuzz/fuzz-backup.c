/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes backups: any head, and any cells behind its empty line, which are packed where they
 * are not, with a sum that fits. They are a world, or an error in UTF-8. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include <life/life.h>

#include "life/backup/private.h"

#define CELLS_MAX 100000
#define MEMORY_MAX (G_GUINT64_CONSTANT (1) << 25)

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check (gboolean as_expected)
{
  if (!as_expected)
    abort ();
}

static void
check_error (GError *error)
{
  check (error != NULL && error->domain == LIFE_ERROR
         && g_utf8_validate (error->message, -1, NULL));
  g_error_free (error);
}

/* Makes the file of the process a backup. */
static const gchar *
write_file (const guint8 *data, gsize size)
{
  static gchar *path;
  static gint file;
  const gchar *text = (const gchar *) data;
  const gchar *end = g_strstr_len (text, (gssize) size, "\n\n");
  const gsize head = end != NULL ? (gsize) (end - text) + 2 : size;
  gchar sum[LIFE_BACKUP_SUM_LENGTH + 1];

  if (path == NULL) {
    gchar *name;

    file = g_file_open_tmp ("life-fuzz-XXXXXX.life", &name, NULL);
    check (file >= 0);
    unlink (name);
    g_free (name);
    path = g_strdup_printf ("/proc/self/fd/%d", file);
  }
  check (ftruncate (file, 0) == 0);
  check (pwrite (file, data, head, 0) == (gssize) head);
  check (lseek (file, 0, SEEK_END) == (off_t) head);
  if (size - head >= 2 && memcmp (data + head, "\x1f\x8b", 2) == 0) {
    check (write (file, data + head, size - head) == (gssize) (size - head));
  } else {
    gzFile packed = gzdopen (dup (file), "wb1");

    gzwrite (packed, data + head, (unsigned) (size - head));
    check (gzclose (packed) == Z_OK);
  }
  check (life_backup_sum (
      file, (guint64) lseek (file, 0, SEEK_END), path, sum, NULL));
  check (write (file, sum, strlen (sum)) == (gssize) strlen (sum));
  return path;
}

static void
restore (const LifeBackup *backup)
{
  const LifeEngineOptions options = { .engine = LIFE_ENGINE_CPU,
    .kernel = life_backup_get_kernel (backup),
    .threads = 1,
    .memory_limit = MEMORY_MAX };
  const LifeGeometry *geometry = life_backup_get_geometry (backup);
  g_autoptr (LifeRule) rule = life_rule_parse (
      backup->dimensions == 3 ? "B6/S567" : "B3/S23", backup->dimensions, NULL);
  g_autoptr (LifeWorld) world = NULL;
  GError *error = NULL;
  guint64 cells;

  if (life_geometry_cells (geometry, &cells) && cells > CELLS_MAX)
    return;
  world = life_world_new (geometry, rule, &options, &error);
  if (world == NULL || !life_world_restore_backup (world, backup, &error))
    check_error (error);
  else
    check (life_world_get_generation (world) == backup->generation);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  GError *error = NULL;
  g_autoptr (LifeBackup) backup =
      life_backup_load (write_file (data, size), &error);

  if (backup == NULL) {
    check_error (error);
    return 0;
  }
  restore (backup);
  return 0;
}
