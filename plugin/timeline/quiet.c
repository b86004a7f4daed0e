/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world changes least: the live cells of two frames, compared block by block. */
#include "plugin/timeline/quiet.h"

#define SIDE GST_LIFE_BLOCK_SIDE

/* Blocks that are compared at most, so that the copy stays below 32 MiB: the first ones, row
 * after row. */
#define MAX_BLOCKS (64 * 1024)

/* Neighboring blocks that are read at once. */
#define READ_BLOCKS 64

typedef struct {
  guint32 columns, rows;
  gint64 z;
} QuietBlocks;

static QuietBlocks
blocks_of (const LifeBox *within)
{
  QuietBlocks blocks = { (guint32) MIN (within->width / SIDE, MAX_BLOCKS), 0,
    within->depth / 2 };

  if (blocks.columns > 0)
    blocks.rows =
        (guint32) MIN (within->height / SIDE, MAX_BLOCKS / blocks.columns);
  return blocks;
}

static guint64
pack_row (const guint8 *cells)
{
  guint64 bits = 0;

  for (guint x = 0; x < SIDE; x++)
    bits |= (guint64) (cells[x] != 0) << x;
  return bits;
}

/* The live cells of all blocks, each SIDE words. */
static gboolean
read_blocks (
    LifeWorld *world, const QuietBlocks *blocks, guint64 *bits, GError **error)
{
  g_autofree guint8 *cells = g_malloc (READ_BLOCKS * SIDE * SIDE);

  for (guint32 row = 0; row < blocks->rows; row++)
    for (guint32 column = 0; column < blocks->columns; column += READ_BLOCKS) {
      const guint n = MIN (blocks->columns - column, READ_BLOCKS);
      const LifeBox box = { (gint64) column * SIDE, (gint64) row * SIDE,
        blocks->z, n * SIDE, SIDE, 1 };

      if (!life_world_read (world, &box, cells, error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        for (guint y = 0; y < SIDE; y++)
          *bits++ = pack_row (cells + (y * n + i) * SIDE);
    }
  return TRUE;
}

guint64 *
gst_life_quiet_read (LifeWorld *world, const LifeBox *within, GError **error)
{
  const QuietBlocks blocks = blocks_of (within);
  guint64 *bits =
      g_new (guint64, (gsize) blocks.columns * blocks.rows * SIDE + 1);

  if (read_blocks (world, &blocks, bits, error))
    return bits;
  g_free (bits);
  return NULL;
}

/* The first of the blocks with the fewest changes. */
static gsize
find_block (const guint64 *now, const guint64 *earlier, gsize n)
{
  guint fewest = G_MAXUINT;
  gsize found = 0;

  for (gsize block = 0; block < n; block++) {
    guint changes = 0;

    for (guint y = 0; y < SIDE; y++)
      changes += (guint) __builtin_popcountll (*now++ ^ *earlier++);
    if (changes < fewest) {
      fewest = changes;
      found = block;
    }
  }
  return found;
}

/* The patch in the middle of @within; it has its size anywhere. */
static LifeBox
patch_in (const LifeBox *within)
{
  LifeBox patch = { .z = within->depth / 2,
    .width = MIN (within->width, GST_LIFE_PATCH_SIDE),
    .height = MIN (within->height, GST_LIFE_PATCH_SIDE),
    .depth = 1 };

  patch.x = within->width / 2 - patch.width / 2;
  patch.y = within->height / 2 - patch.height / 2;
  return patch;
}

gboolean
gst_life_quiet_find (LifeWorld *world, const LifeBox *within,
    const guint64 *earlier, LifeBox *patch, GError **error)
{
  const QuietBlocks blocks = blocks_of (within);
  const gsize n = (gsize) blocks.columns * blocks.rows;
  g_autofree guint64 *now = gst_life_quiet_read (world, within, error);
  gsize block;

  if (!now)
    return FALSE;
  *patch = patch_in (within);
  if (n == 0)
    return TRUE;
  block = find_block (now, earlier, n);
  patch->x = (gint64) (block % blocks.columns) * SIDE
             + (SIDE - GST_LIFE_PATCH_SIDE) / 2;
  patch->y = (gint64) (block / blocks.columns) * SIDE
             + (SIDE - GST_LIFE_PATCH_SIDE) / 2;
  return TRUE;
}
