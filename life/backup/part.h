/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The files that hold the cells of a backup, packed with gzip: cells out of a world, and
 * back into one. */
#pragma once

#include "life/backup/index.h"
#include "life/world/private.h"

G_BEGIN_DECLS

/* Writes what a world was at a snapshot that is held, and finds what its cells add to the
 * checksum. @name is the file's for messages, LIFE_ERROR_FILE. */
gboolean life_part_write_blocks (gint file, const gchar *name,
    const LifeSnapshot *snapshot, guint states, gboolean unbounded,
    guint64 *checksum, GError **error);

/* The same for the squares of HashLife. */
gboolean life_part_write_nodes (gint file, const gchar *name,
    const LifeMacrocellNode *nodes, gsize n_nodes, GError **error);

/* Sets the cells of a world of the index's geometry, which are dead. The file is read from
 * its beginning, and may be anything: LIFE_ERROR_PATTERN. */
gboolean life_part_read (gint file, const gchar *name,
    const LifeBackupIndex *index, const LifeBackupPart *part, LifeWorld *world,
    GError **error);

/* Finds a file's length and its SHA-256. */
gboolean life_part_measure (gint file, const gchar *name, guint64 *bytes,
    gchar sum[LIFE_BACKUP_SUM_LENGTH + 1], GError **error);

G_END_DECLS
