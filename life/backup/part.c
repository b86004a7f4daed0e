/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts. All numbers in them are little-endian.
 *
 * Blocks: a line, "life cells 1", and for each block x, y, z (64 bits each, with a sign),
 * width and height (32 bits each), how many bits a state has (8), and then for each row the
 * lowest bits of its cells, the next ones, and so on: a bit per cell, whole bytes per row. A
 * block without a width is the last one.
 *
 * Squares: a line, "life squares 1", how many nodes there are (64 bits), and for each but the
 * first its level (8) and the bits of a leaf (64), or the indices of four nodes (32 each). */
#include "life/backup/part.h"

#include "life/backup/folder.h"
#include "life/base/bits.h"
#include "life/base/memory.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define BLOCKS_LINE "life cells 1\n"
#define SQUARES_LINE "life squares 1\n"

/* Blocks have no more cells, so that little is reserved for a file that may be anything. */
#define BLOCK_CELLS (1u << 22)

#define LEAF_LEVEL 3

/* zlib's fastest: what lives is packed nearly as well. */
#define OUT_MODE "wb1"
#define BUFFER_BYTES (1u << 17)

/* A packed file, and what its name is in messages. */
typedef struct {
  gzFile file;
  const gchar *name;
} Packed;

/* The descriptor stays the caller's. */
static gboolean
packed_open (Packed *packed, gint file, const gchar *name, const gchar *mode,
    GError **error)
{
  const gint own = dup (file);

  packed->name = name;
  packed->file = own >= 0 ? gzdopen (own, mode) : NULL;
  if (packed->file != NULL) {
    gzbuffer (packed->file, BUFFER_BYTES);
    return TRUE;
  }
  if (own >= 0)
    close (own);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot open %s: %s", name,
      g_strerror (own < 0 ? errno : ENOMEM));
  return FALSE;
}

static gboolean
put (Packed *packed, gconstpointer data, gsize size, GError **error)
{
  errno = 0;
  return size == 0
         || gzwrite (packed->file, data, (unsigned) size) == (gint) size
         || life_backup_fail_to_write (
             packed->name, errno != 0 ? errno : EIO, error);
}

/* What is left in memory may fail to be written yet. */
static gboolean
close_written (Packed *packed, gboolean fine, GError **error)
{
  errno = 0;
  return (gzclose (packed->file) == Z_OK || !fine
             || life_backup_fail_to_write (
                 packed->name, errno != 0 ? errno : EIO, error))
         && fine;
}

static gboolean
fail_to_read (const Packed *packed, const gchar *what, GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN, "%s is damaged: %s",
      packed->name, what);
  return FALSE;
}

static gboolean
get (Packed *packed, gpointer data, gsize size, GError **error)
{
  return gzread (packed->file, data, (unsigned) size) == (gint) size
         || fail_to_read (packed, "its data ends too early", error);
}

/* --- Blocks --- */

typedef struct {
  gint64 x, y, z;
  guint32 width, height;
  guint8 bits;
} Block;

#define BLOCK_BYTES (3 * 8 + 2 * 4 + 1)

typedef struct {
  Packed packed;
  guint bits;
  gboolean unbounded;
  guint64 *checksum;
  GByteArray *rows;
} BlockWriter;

static gsize
row_bytes (gsize width)
{
  return (width + 7) / 8;
}

static gboolean
put_block (BlockWriter *writer, const Block *block, GError **error)
{
  const guint64 places[3] = { GUINT64_TO_LE ((guint64) block->x),
    GUINT64_TO_LE ((guint64) block->y), GUINT64_TO_LE ((guint64) block->z) };
  const guint32 sides[2] = { GUINT32_TO_LE (block->width),
    GUINT32_TO_LE (block->height) };
  guint8 bytes[BLOCK_BYTES];

  memcpy (bytes, places, sizeof places);
  memcpy (bytes + sizeof places, sides, sizeof sides);
  bytes[BLOCK_BYTES - 1] = block->bits;
  return put (&writer->packed, bytes, sizeof bytes, error);
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

static gboolean
add_checksum (const BlockWriter *writer, const LifeBox *box,
    const guint8 *cells, GError **error)
{
  const LifeEngineBox inside = { (guint32) box->x, (guint32) box->y,
    (guint32) box->z, (guint32) box->width, (guint32) box->height, 1 };

  return writer->unbounded
             ? life_checksum_add_places (box, cells, writer->checksum, error)
             : life_checksum_add_box (&inside, cells, writer->checksum, error);
}

/* LifeLookAtPlaces. */
static gboolean
write_block (
    const LifeBox *box, const guint8 *cells, gpointer data, GError **error)
{
  BlockWriter *writer = data;
  const Block block = { box->x, box->y, box->z, (guint32) box->width,
    (guint32) box->height, (guint8) writer->bits };
  guint8 *to;

  g_byte_array_set_size (writer->rows,
      (guint) (row_bytes (block.width) * writer->bits * block.height));
  to = writer->rows->data;
  for (guint32 y = 0; y < block.height; y++)
    to = pack_row (
        to, cells + (gsize) y * block.width, block.width, writer->bits);
  return add_checksum (writer, box, cells, error)
         && put_block (writer, &block, error)
         && put (&writer->packed, writer->rows->data, writer->rows->len, error);
}

gboolean
life_part_write_blocks (gint file, const gchar *name,
    const LifeSnapshot *snapshot, guint states, gboolean unbounded,
    guint64 *checksum, GError **error)
{
  const Block last = { 0 };
  g_autoptr (GByteArray) rows = g_byte_array_new ();
  BlockWriter writer = { .bits = g_bit_storage (states - 1),
    .unbounded = unbounded,
    .checksum = checksum,
    .rows = rows };
  gboolean fine;

  *checksum = 0;
  if (!packed_open (&writer.packed, file, name, OUT_MODE, error))
    return FALSE;
  fine = put (&writer.packed, BLOCKS_LINE, strlen (BLOCKS_LINE), error)
         && life_snapshot_look (snapshot, write_block, &writer, error)
         && put_block (&writer, &last, error);
  return close_written (&writer.packed, fine, error);
}

static gboolean
get_block (Packed *packed, Block *block, GError **error)
{
  guint8 bytes[BLOCK_BYTES];
  guint64 places[3];
  guint32 sides[2];

  if (!get (packed, bytes, sizeof bytes, error))
    return FALSE;
  memcpy (places, bytes, sizeof places);
  memcpy (sides, bytes + sizeof places, sizeof sides);
  *block = (Block){ (gint64) GUINT64_FROM_LE (places[0]),
    (gint64) GUINT64_FROM_LE (places[1]), (gint64) GUINT64_FROM_LE (places[2]),
    GUINT32_FROM_LE (sides[0]), GUINT32_FROM_LE (sides[1]),
    bytes[BLOCK_BYTES - 1] };
  return TRUE;
}

typedef struct {
  Packed packed;
  LifeWorld *world;
  LifeBox box; /* of the part */
  BlockWriter counted;
  guint8 *cells, *bits; /* of a block, and of a row */
  guint64 n;            /* cells read so far */
} BlockReader;

/* Whether a block lies where the part does. */
static gboolean
check_block (const BlockReader *reader, const Block *block, GError **error)
{
  const LifeBox *box = &reader->box;
  const guint64 cells = (guint64) block->width * block->height;
  gboolean inside;

  if (reader->counted.unbounded)
    inside = ABS (block->x / 2) < LIFE_MAX_PLACE / 2
             && ABS (block->y / 2) < LIFE_MAX_PLACE / 2 && block->z == 0;
  else
    inside = block->x >= box->x && block->y >= box->y && block->z >= box->z
             && block->x - box->x <= box->width - (gint64) block->width
             && block->y - box->y <= box->height - (gint64) block->height
             && block->z < box->z + box->depth;
  return (inside && cells > 0 && cells <= BLOCK_CELLS && block->bits > 0
             && block->bits <= 8)
         || fail_to_read (
             &reader->packed, "it has a block that cannot be", error);
}

static gboolean
get_rows (BlockReader *reader, const Block *block, GError **error)
{
  const gsize bytes = row_bytes (block->width);
  guint8 *cells = reader->cells;

  memset (cells, 0, (gsize) block->width * block->height);
  for (guint32 y = 0; y < block->height; y++, cells += block->width)
    for (guint bit = 0; bit < block->bits; bit++) {
      if (!get (&reader->packed, reader->bits, bytes, error))
        return FALSE;
      for (gsize x = 0; x < block->width; x++)
        cells[x] |= (guint8) ((reader->bits[x / 8] >> x % 8 & 1) << bit);
    }
  return TRUE;
}

static gboolean
read_block (BlockReader *reader, const Block *block, GError **error)
{
  const LifeBox box = { block->x, block->y, block->z, block->width,
    block->height, 1 };

  reader->n += (guint64) block->width * block->height;
  return check_block (reader, block, error) && get_rows (reader, block, error)
         && add_checksum (&reader->counted, &box, reader->cells, error)
         && life_world_write (reader->world, &box, reader->cells, error);
}

static gboolean
read_blocks (BlockReader *reader, GError **error)
{
  const LifeBox *box = &reader->box;
  Block block;

  do {
    if (!get_block (&reader->packed, &block, error)
        || (block.width > 0 && !read_block (reader, &block, error)))
      return FALSE;
  } while (block.width > 0);
  return reader->counted.unbounded
         || reader->n
                == (guint64) box->width * (guint64) box->height
                       * (guint64) box->depth
         || fail_to_read (&reader->packed, "it lacks cells", error);
}

static gboolean
read_all_blocks (
    Packed packed, const LifeBackupPart *part, LifeWorld *world, GError **error)
{
  const gboolean unbounded = world->klass->unbounded != NULL;
  guint64 checksum = 0;
  BlockReader reader = { packed, world, part->box,
    { .unbounded = unbounded, .checksum = &checksum } };
  gboolean fine;

  reader.cells = g_malloc (BLOCK_CELLS);
  reader.bits = g_malloc (row_bytes (BLOCK_CELLS));
  fine = read_blocks (&reader, error)
         && (checksum == part->checksum
             || fail_to_read (&packed,
                 "its cells have another checksum than the index says", error));
  g_free (reader.cells);
  g_free (reader.bits);
  return fine;
}

/* --- Squares --- */

static gboolean
put_node (Packed *packed, const LifeMacrocellNode *node, GError **error)
{
  const guint8 level = (guint8) node->level;
  const guint64 bits = GUINT64_TO_LE (node->bits);
  guint32 children[4];

  for (guint i = 0; i < 4; i++)
    children[i] = GUINT32_TO_LE (node->children[i]);
  return put (packed, &level, 1, error)
         && (node->level == LEAF_LEVEL
                 ? put (packed, &bits, sizeof bits, error)
                 : put (packed, children, sizeof children, error));
}

gboolean
life_part_write_nodes (gint file, const gchar *name,
    const LifeMacrocellNode *nodes, gsize n_nodes, GError **error)
{
  const guint64 n = GUINT64_TO_LE ((guint64) n_nodes);
  Packed packed;
  gboolean fine;

  if (!packed_open (&packed, file, name, OUT_MODE, error))
    return FALSE;
  fine = put (&packed, SQUARES_LINE, strlen (SQUARES_LINE), error)
         && put (&packed, &n, sizeof n, error);
  for (gsize i = 1; fine && i < n_nodes; i++)
    fine = put_node (&packed, &nodes[i], error);
  return close_written (&packed, fine, error);
}

static gboolean
get_node (Packed *packed, LifeMacrocellNode *node, GError **error)
{
  guint8 level;

  if (!get (packed, &level, 1, error))
    return FALSE;
  if (level < LEAF_LEVEL || level > 64)
    return fail_to_read (packed, "it has a square that cannot be", error);
  node->level = level;
  if (level == LEAF_LEVEL) {
    if (!get (packed, &node->bits, sizeof node->bits, error))
      return FALSE;
    node->bits = GUINT64_FROM_LE (node->bits);
    return TRUE;
  }
  if (!get (packed, node->children, sizeof node->children, error))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    node->children[i] = GUINT32_FROM_LE (node->children[i]);
  return TRUE;
}

/* Node by node, so that a file that says more of them than it has takes no memory. */
static GArray *
get_nodes (Packed *packed, GError **error)
{
  g_autoptr (GArray) nodes =
      g_array_new (FALSE, TRUE, sizeof (LifeMacrocellNode));
  guint64 n;

  if (!get (packed, &n, sizeof n, error))
    return NULL;
  n = GUINT64_FROM_LE (n);
  g_array_set_size (nodes, 1);
  for (guint64 i = 1; i < n; i++) {
    LifeMacrocellNode node = { 0 };

    if (i % BLOCK_CELLS == 0
        && !life_memory_check (
            (guint64) BLOCK_CELLS * sizeof node, "a backup", error))
      return NULL;
    if (i == G_MAXUINT32) {
      fail_to_read (packed, "it has too many squares", error);
      return NULL;
    }
    if (!get_node (packed, &node, error))
      return NULL;
    g_array_append_val (nodes, node);
  }
  return g_steal_pointer (&nodes);
}

static gboolean
read_nodes (Packed packed, LifeWorld *world, GError **error)
{
  const LifeUnboundedClass *klass = world->klass->unbounded;
  g_autoptr (GArray) nodes = NULL;

  if (klass == NULL || klass->add_nodes == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "%s holds squares of HashLife; start from it with kernel=hashlife",
        packed.name);
    return FALSE;
  }
  nodes = get_nodes (&packed, error);
  if (nodes == NULL || !life_world_begin_edit (world, error))
    return FALSE;
  if (klass->add_nodes (
          world->engine, (LifeMacrocellNode *) nodes->data, nodes->len, error))
    return TRUE;
  g_prefix_error (error, "%s is damaged: ", packed.name);
  return FALSE;
}

/* --- Files --- */

static gboolean
read_first_line (Packed *packed, const gchar *expected, GError **error)
{
  gchar line[MAX (sizeof BLOCKS_LINE, sizeof SQUARES_LINE)];

  return get (packed, line, strlen (expected), error)
         && (memcmp (line, expected, strlen (expected)) == 0
             || fail_to_read (packed, "it is no part of a backup", error));
}

gboolean
life_part_read (gint file, const gchar *name, const LifeBackupIndex *index,
    const LifeBackupPart *part, LifeWorld *world, GError **error)
{
  const gboolean squares = index->form == LIFE_BACKUP_SQUARES;
  Packed packed;
  gboolean fine;

  if (lseek (file, 0, SEEK_SET) != 0
      || !packed_open (&packed, file, name, "rb", error))
    return FALSE;
  fine = read_first_line (&packed, squares ? SQUARES_LINE : BLOCKS_LINE, error)
         && (squares ? read_nodes (packed, world, error)
                     : read_all_blocks (packed, part, world, error));
  gzclose (packed.file);
  return fine;
}

gboolean
life_part_measure (gint file, const gchar *name, guint64 *bytes,
    gchar sum[LIFE_BACKUP_SUM_LENGTH + 1], GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  gssize got;

  *bytes = 0;
  lseek (file, 0, SEEK_SET);
  do {
    got = read (file, buffer, BUFFER_BYTES);
    if (got > 0) {
      g_checksum_update (checksum, buffer, got);
      *bytes += (guint64) got;
    }
  } while (got > 0 || (got < 0 && errno == EINTR));
  if (got < 0) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot read %s: %s", name,
        g_strerror (errno));
    return FALSE;
  }
  g_strlcpy (sum, g_checksum_get_string (checksum), LIFE_BACKUP_SUM_LENGTH + 1);
  return TRUE;
}
