/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The index of a backup: what it says of a world and of the files that hold its cells, as
 * text and back. The files themselves are not looked at here. */
#pragma once

#include <life/error.h>
#include <life/geometry.h>

G_BEGIN_DECLS

/* No index has more parts, and none is longer. */
#define LIFE_BACKUP_PARTS_MAX 4096
#define LIFE_BACKUP_INDEX_MAX (G_GUINT64_CONSTANT (1) << 22)

/* SHA-256 in hexadecimal digits. */
#define LIFE_BACKUP_SUM_LENGTH 64

/* How parts hold cells: as blocks of their states, or all in one part as the squares of
 * HashLife. */
typedef enum {
  LIFE_BACKUP_BLOCKS,
  LIFE_BACKUP_SQUARES,
} LifeBackupForm;

/* A file with the cells of a box; of a world without edges all parts have the same one,
 * which has no size. */
typedef struct {
  gchar *file; /* its name, in the folder of the index */
  guint64 bytes;
  gchar sum[LIFE_BACKUP_SUM_LENGTH + 1];
  guint64 checksum; /* what its cells add to that of the world; 0 of squares */
  LifeBox box;
} LifeBackupPart;

typedef struct {
  guint64 generation;
  gchar *rule; /* without a suffix */
  guint dimensions;
  LifeGeometry geometry;
  gdouble center[2]; /* of a world without edges: what a view's -1 stands for */
  guint64 seed;
  LifeBackupForm form;
  GArray *parts; /* of LifeBackupPart */
} LifeBackupIndex;

void life_backup_index_init (LifeBackupIndex *index);
void life_backup_index_clear (LifeBackupIndex *index);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LifeBackupIndex, life_backup_index_clear)

/* Whether @text begins as an index does. */
gboolean life_backup_index_is_text (const gchar *text, gsize length);

/* Free the text with g_free(). */
gchar *life_backup_index_write (const LifeBackupIndex *index);

/* Fills @index, which is initialised. LIFE_ERROR_PATTERN: @name (nullable), line and column
 * of what is wrong, or that the text is not as it was written. */
gboolean life_backup_index_read (LifeBackupIndex *index, const gchar *text,
    gsize length, const gchar *name, GError **error);

G_END_DECLS
