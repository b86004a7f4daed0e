/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cells of a checkpoint, packed with gzip: out of a world, and back into one. All numbers
 * are little-endian.
 *
 * Blocks: for each block x, y, z, width, height and how many bits a state has (64 bits each,
 * positions with a sign), and then for each row the lowest bits of its cells, the next ones, and
 * so on: a bit per cell, whole bytes per row. A block of no cells is the last one.
 *
 * Squares: how many nodes there are (64 bits), and for each but the first its level (8) and
 * the bits of a leaf (64), or the indices of four nodes (32 each). */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "life/checkpoint/checkpoint-private.h"
#include "life/base/bits.h"
#include "life/base/grow.h"

/* Blocks have no more cells, so that little is reserved for a file that may be anything. */
#define BLOCK_CELLS (1u << 22)

#define BLOCK_NUMBERS 6 /* before its cells */

#define LEAF_LEVEL 3

/* zlib's fastest: what lives is packed nearly as well. */
#define OUT_MODE "wb1"
#define BUFFER_BYTES (1u << 17)

/* The cells of a file as they are packed or unpacked; its path is for messages. */
typedef struct {
  gzFile file;
  const gchar *path;
} Packed;

/* From where the file is read or written on; its descriptor stays the caller's. */
static gboolean
packed_open (Packed *packed, gint file, const gchar *path, const gchar *mode,
    GError **error)
{
  const gint own = dup (file);

  packed->path = path;
  packed->file = own >= 0 ? gzdopen (own, mode) : NULL;
  if (packed->file != NULL) {
    gzbuffer (packed->file, BUFFER_BYTES);
    return TRUE;
  }
  if (own >= 0)
    close (own);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot open %s: %s", path,
      g_strerror (own < 0 ? errno : ENOMEM));
  return FALSE;
}

static gboolean
write_bytes (Packed *packed, gconstpointer data, gsize size, GError **error)
{
  errno = 0;
  return size == 0
         || gzwrite (packed->file, data, (unsigned) size) == (gint) size
         || life_checkpoint_fail_to_write (
             packed->path, errno != 0 ? errno : EIO, error);
}

static gboolean
read_bytes (Packed *packed, gpointer data, gsize size, GError **error)
{
  return gzread (packed->file, data, (unsigned) size) == (gint) size
         || life_checkpoint_fail_as_damaged (
             packed->path, "its cells end too early", error);
}

static gboolean
write_numbers (Packed *packed, const guint64 *numbers, guint n, GError **error)
{
  guint64 bytes[BLOCK_NUMBERS];

  for (guint i = 0; i < n; i++)
    bytes[i] = GUINT64_TO_LE (numbers[i]);
  return write_bytes (packed, bytes, n * sizeof *bytes, error);
}

static gboolean
read_numbers (Packed *packed, guint64 *numbers, guint n, GError **error)
{
  if (!read_bytes (packed, numbers, n * sizeof *numbers, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    numbers[i] = GUINT64_FROM_LE (numbers[i]);
  return TRUE;
}

/* --- Blocks --- */

typedef struct {
  Packed *packed;
  guint bits;
  GByteArray *rows;
} BlockWriter;

static gsize
row_bytes (gsize width)
{
  return (width + 7) / 8;
}

/* The bits of one row of cells, from the lowest to the highest of the states. */
static guint8 *
pack_row (guint8 *to, const guint8 *cells, gsize width, guint bits)
{
  for (guint bit = 0; bit < bits; bit++) {
    for (gsize x = 0; x < width; x += LIFE_WORD_CELLS) {
      const guint n = (guint) MIN (width - x, LIFE_WORD_CELLS);
      const guint64 word =
          GUINT64_TO_LE (life_bits_pack_bit (cells + x, n, bit));

      memcpy (to + x / 8, &word, row_bytes (n));
    }
    to += row_bytes (width);
  }
  return to;
}

/* LifeVisitBox. */
static gboolean
write_block (
    const LifeBox *box, const guint8 *cells, gpointer data, GError **error)
{
  BlockWriter *writer = data;
  const guint64 numbers[BLOCK_NUMBERS] = { (guint64) box->x, (guint64) box->y,
    (guint64) box->z, (guint64) box->width, (guint64) box->height,
    writer->bits };
  const gsize width = (gsize) box->width, height = (gsize) box->height;
  guint8 *to;

  g_byte_array_set_size (
      writer->rows, (guint) (row_bytes (width) * writer->bits * height));
  to = writer->rows->data;
  for (gsize y = 0; y < height; y++)
    to = pack_row (to, cells + y * width, width, writer->bits);
  return write_numbers (writer->packed, numbers, BLOCK_NUMBERS, error)
         && write_bytes (
             writer->packed, writer->rows->data, writer->rows->len, error);
}

static gboolean
write_blocks (Packed *packed, const LifeSavedCells *cells, GError **error)
{
  static const guint64 last[BLOCK_NUMBERS] = { 0 };
  g_autoptr (GByteArray) rows = g_byte_array_new ();
  BlockWriter writer = { packed,
    g_bit_storage (life_rule_value (cells->rule).states - 1), rows };

  return life_snapshot_visit (cells->snapshot, write_block, &writer, error)
         && write_numbers (packed, last, BLOCK_NUMBERS, error);
}

static gboolean
is_inside (const LifeBox *box, const LifeGeometry *geometry)
{
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    return ABS (box->x / 2) < LIFE_MAX_COORDINATE / 2
           && ABS (box->y / 2) < LIFE_MAX_COORDINATE / 2 && box->z == 0;
  return box->x >= 0 && box->y >= 0 && box->z >= 0
         && box->x <= geometry->width - box->width
         && box->y <= geometry->height - box->height
         && box->z < geometry->depth;
}

/* The next block, or one without cells after the last one. */
static gboolean
read_block (Packed *packed, const LifeGeometry *geometry, LifeBox *box,
    guint *bits, GError **error)
{
  guint64 numbers[BLOCK_NUMBERS], cells;

  if (!read_numbers (packed, numbers, BLOCK_NUMBERS, error))
    return FALSE;
  *box = (LifeBox){ (gint64) numbers[0], (gint64) numbers[1],
    (gint64) numbers[2], (gint64) numbers[3], (gint64) numbers[4], 1 };
  *bits = (guint) numbers[5];
  return (g_uint64_checked_mul (&cells, numbers[3], numbers[4])
             && (cells == 0
                 || (cells <= BLOCK_CELLS && is_inside (box, geometry)
                     && numbers[5] > 0 && numbers[5] <= 8)))
         || life_checkpoint_fail_as_damaged (
             packed->path, "it has a block that cannot be", error);
}

/* Behind the cells there is room for the bits of a row. */
static gboolean
read_rows (Packed *packed, const LifeBox *box, guint bits, guint8 *cells,
    GError **error)
{
  const gsize width = (gsize) box->width;
  guint8 *row = cells + BLOCK_CELLS;

  memset (cells, 0, width * (gsize) box->height);
  for (gint64 y = 0; y < box->height; y++, cells += width)
    for (guint bit = 0; bit < bits; bit++) {
      if (!read_bytes (packed, row, row_bytes (width), error))
        return FALSE;
      for (gsize x = 0; x < width; x++)
        cells[x] |= (guint8) ((row[x / 8] >> x % 8 & 1) << bit);
    }
  return TRUE;
}

static gboolean
read_blocks (Packed *packed, LifeWorld *world, GError **error)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  g_autofree guint8 *cells = g_malloc (BLOCK_CELLS + row_bytes (BLOCK_CELLS));
  guint64 n = 0, expected;
  LifeBox box;
  guint bits;

  while (read_block (packed, geometry, &box, &bits, error)) {
    if (box.width == 0 || box.height == 0)
      return !life_geometry_cells (geometry, &expected) || n == expected
             || life_checkpoint_fail_as_damaged (
                 packed->path, "it lacks cells", error);
    if (!read_rows (packed, &box, bits, cells, error)
        || !life_world_write (world, &box, cells, error))
      return FALSE;
    n += (guint64) box.width * (guint64) box.height;
  }
  return FALSE;
}

/* --- Squares --- */

static gboolean
write_node (Packed *packed, const LifeMacrocellNode *node, GError **error)
{
  const guint8 level = (guint8) node->level;
  guint32 children[4];

  if (!write_bytes (packed, &level, 1, error))
    return FALSE;
  if (level == LEAF_LEVEL)
    return write_numbers (packed, &node->bits, 1, error);
  for (guint i = 0; i < 4; i++)
    children[i] = GUINT32_TO_LE (node->children[i]);
  return write_bytes (packed, children, sizeof children, error);
}

static gboolean
write_nodes (Packed *packed, const LifeSavedCells *cells, GError **error)
{
  const guint64 n = cells->n_nodes;
  gboolean fine = write_numbers (packed, &n, 1, error);

  for (gsize i = 1; fine && i < n; i++)
    fine = write_node (packed, &cells->nodes[i], error);
  return fine;
}

static gboolean
read_node (Packed *packed, LifeMacrocellNode *node, GError **error)
{
  guint8 level;

  if (!read_bytes (packed, &level, 1, error))
    return FALSE;
  if (level < LEAF_LEVEL || level > 64)
    return life_checkpoint_fail_as_damaged (
        packed->path, "it has a square that cannot be", error);
  *node = (LifeMacrocellNode){ .level = level };
  if (level == LEAF_LEVEL)
    return read_numbers (packed, &node->bits, 1, error);
  if (!read_bytes (packed, node->children, sizeof node->children, error))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    node->children[i] = GUINT32_FROM_LE (node->children[i]);
  return TRUE;
}

/* Node by node, so that a file that declares more of them than it has needs no memory. */
static gboolean
get_nodes (Packed *packed, gpointer *nodes, guint64 *n_nodes, GError **error)
{
  LifeMacrocellNode node = { 0 };
  gsize room = 0;

  if (!read_numbers (packed, n_nodes, 1, error))
    return FALSE;
  if (*n_nodes == 0 || *n_nodes > G_MAXUINT32)
    return life_checkpoint_fail_as_damaged (
        packed->path, "it cannot have so many squares", error);
  for (guint64 i = 0; i < *n_nodes; i++) {
    if ((i > 0 && !read_node (packed, &node, error))
        || !life_grow (nodes, &room, i, sizeof node, error))
      return FALSE;
    ((LifeMacrocellNode *) *nodes)[i] = node;
  }
  return TRUE;
}

static gboolean
read_nodes (Packed *packed, LifeWorld *world, GError **error)
{
  const LifeUnboundedClass *klass = world->klass->unbounded;
  g_autofree gpointer nodes = NULL;
  guint64 n_nodes = 0;

  if (klass == NULL || klass->add_nodes == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "%s holds squares of HashLife; start from it with kernel=hashlife",
        packed->path);
    return FALSE;
  }
  if (!get_nodes (packed, &nodes, &n_nodes, error)
      || !life_world_begin_edit (world, error))
    return FALSE;
  if (klass->add_nodes (world->engine, nodes, n_nodes, error))
    return TRUE;
  g_prefix_error (error, "%s is damaged: ", packed->path);
  return FALSE;
}

/* --- Files --- */

gboolean
life_checkpoint_write_cells (
    gint file, const gchar *path, const LifeSavedCells *cells, GError **error)
{
  Packed packed;
  gboolean fine;

  if (!packed_open (&packed, file, path, OUT_MODE, error))
    return FALSE;
  fine = cells->nodes != NULL ? write_nodes (&packed, cells, error)
                              : write_blocks (&packed, cells, error);
  errno = 0;
  if (gzclose (packed.file) == Z_OK || !fine)
    return fine;
  return life_checkpoint_fail_to_write (path, errno != 0 ? errno : EIO, error);
}

/* zlib compares its sum of the cells at their end alone. */
static gboolean
read_end (Packed *packed, GError **error)
{
  gchar more;

  return gzread (packed->file, &more, 1) == 0
         || life_checkpoint_fail_as_damaged (
             packed->path, "something else is where its cells end", error);
}

gboolean
life_checkpoint_read_cells (
    const LifeCheckpoint *checkpoint, LifeWorld *world, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (checkpoint->path);
  Packed packed;
  gboolean fine;

  if (lseek (checkpoint->file, (off_t) checkpoint->cells, SEEK_SET) < 0
      || !packed_open (&packed, checkpoint->file, name, "rb", error))
    return FALSE;
  fine = (checkpoint->has_nodes ? read_nodes (&packed, world, error)
                                : read_blocks (&packed, world, error))
         && read_end (&packed, error);
  gzclose (packed.file);
  return fine;
}
