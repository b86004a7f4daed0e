/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes checkpoints: any head, and any cells behind its empty line, which are packed where they
 * are not, with a sum that fits. They are a world, or an error in UTF-8. */
#include <string.h>
#include <zlib.h>

#include <life/life.h>

#include "life/checkpoint/checkpoint-private.h"
#include "tests/fuzz/fuzz.h"

#define CELLS_MAX 100000
#define MEMORY_MAX (G_GUINT64_CONSTANT (1) << 25)

/* Makes the file of the process a checkpoint. */
static const gchar *
write_file (const guint8 *data, gsize size)
{
  const gchar *text = (const gchar *) data;
  const gchar *end = g_strstr_len (text, (gssize) size, "\n\n");
  const gsize head = end != NULL ? (gsize) (end - text) + 2 : size;
  gint file;
  const gchar *path = file_of (data, head, &file);
  gchar sum[LIFE_CHECKPOINT_SUM_LENGTH + 1];

  check (lseek (file, 0, SEEK_END) == (off_t) head);
  if (size - head >= 2 && memcmp (data + head, "\x1f\x8b", 2) == 0) {
    check (write (file, data + head, size - head) == (gssize) (size - head));
  } else {
    gzFile packed = gzdopen (dup (file), "wb1");

    gzwrite (packed, data + head, (unsigned) (size - head));
    check (gzclose (packed) == Z_OK);
  }
  check (life_checkpoint_sum (
      file, (guint64) lseek (file, 0, SEEK_END), path, sum, NULL));
  check (write (file, sum, strlen (sum)) == (gssize) strlen (sum));
  return path;
}

static void
restore (const LifeCheckpoint *checkpoint)
{
  const LifeEngineOptions options = { .engine = LIFE_ENGINE_CPU,
    .kernel = life_checkpoint_get_kernel (checkpoint),
    .threads = 1,
    .memory_limit = MEMORY_MAX };
  const LifeGeometry *geometry = life_checkpoint_get_geometry (checkpoint);
  g_autoptr (LifeRule) rule =
      life_rule_parse (checkpoint->dimensions == 3 ? "B6/S567" : "B3/S23",
          checkpoint->dimensions, NULL);
  g_autoptr (LifeWorld) world = NULL;
  GError *error = NULL;
  guint64 cells;

  if (life_geometry_cells (geometry, &cells) && cells > CELLS_MAX)
    return;
  world = life_world_new (geometry, rule, &options, &error);
  if (is_done (world != NULL
                   && life_world_restore_checkpoint (world, checkpoint, &error),
          error))
    check (life_world_get_generation (world) == checkpoint->generation);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  GError *error = NULL;
  g_autoptr (LifeCheckpoint) checkpoint =
      life_checkpoint_load (write_file (data, size), &error);

  if (is_done (checkpoint != NULL, error))
    restore (checkpoint);
  return 0;
}
