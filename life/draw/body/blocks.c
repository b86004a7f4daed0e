/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Blocks of a body that have live cells: rows of a block are combined as whole words first,
 * so that a cell costs little more than reading it. A layer of 16 planes is a thread's. */
#include "life/draw/body/blocks.h"

#include "life/base/bits.h"
#include "life/base/memory.h"

#include <string.h>

/* A smaller world is done before threads are woken. */
#define MIN_BYTES_PER_THREAD (256 * 1024)

typedef struct {
  guint64 *words;
  const LifePyramid *pyramid;
  const LifeField *field;
  guint32 width, height, depth;
} BlockSearch;

/* The bits of 64 cells in which any of those of a block's rows, from (@x, @y, @z) on,
 * lives. */
static guint64
any_of_bits (const BlockSearch *search, guint32 x, guint32 y, guint32 z,
    guint32 n_rows, guint32 n_planes)
{
  const LifeField *field = search->field;
  const guint n_bits = field->kind == LIFE_FIELD_BITS ? field->n_bits : 1;
  guint64 any = 0;

  for (guint bit = 0; bit < n_bits; bit++)
    for (guint32 plane = 0; plane < n_planes; plane++) {
      const guint64 *word = (const guint64 *) field->cells
                            + bit * field->bit_plane
                            + life_field_index (field, LIFE_FIELD_BIT,
                                (gint32) x, (gint32) y, (gint32) (z + plane));

      for (guint32 row = 0; row < n_rows; row++)
        any |= word[row * field->row];
    }
  return any;
}

static guint64
any_of_bytes (const BlockSearch *search, guint32 x, guint32 y, guint32 z,
    guint32 n_rows, guint32 n_planes)
{
  const LifeField *field = search->field;
  const guint32 n = MIN (search->width - x, LIFE_WORD_CELLS);
  guint8 any[LIFE_WORD_CELLS] = { 0 };

  for (guint32 plane = 0; plane < n_planes; plane++) {
    const guint8 *row = (const guint8 *) field->cells
                        + life_field_index (field, LIFE_FIELD_BYTES, (gint32) x,
                            (gint32) y, (gint32) (z + plane));

    for (guint32 i = 0; i < n_rows; i++, row += field->row)
      for (guint32 cell = 0; cell < n; cell++)
        any[cell] |= row[cell];
  }
  return life_bits_pack (any, n);
}

/* Blocks of 4 cells each in which a bit of @cells is set: bit 4i of the result. */
static guint64
any_of_four (guint64 cells)
{
  cells |= cells >> 1;
  cells |= cells >> 2;
  return cells & G_GUINT64_CONSTANT (0x1111111111111111);
}

/* Adds the blocks of 4³ cells in a row of them that begins at (0, @y, @z). */
static void
add_row (const BlockSearch *search, guint32 y, guint32 z, guint32 n_planes)
{
  const LifePyramid *pyramid = search->pyramid;
  const guint32 n_rows = MIN (search->height - y, LIFE_PYRAMID_BLOCK_CELLS);
  guint64 *words = search->words
                   + life_pyramid_word (pyramid->columns, pyramid->rows, 0,
                       (gint32) y, (gint32) z);
  const guint32 shift = life_pyramid_bit (0, (gint32) y, (gint32) z);

  for (guint32 x = 0; x < search->width; x += LIFE_WORD_CELLS) {
    guint64 any = search->field->kind == LIFE_FIELD_BYTES
                      ? any_of_bytes (search, x, y, z, n_rows, n_planes)
                      : any_of_bits (search, x, y, z, n_rows, n_planes);
    guint64 blocks = any_of_four (
        any & life_bits_mask (MIN (search->width - x, LIFE_WORD_CELLS)));

    for (guint i = x / LIFE_PYRAMID_WORD_CELLS; blocks != 0;
         i++, blocks >>= LIFE_PYRAMID_WORD_CELLS)
      words[i] |= ((blocks | blocks >> 3 | blocks >> 6 | blocks >> 9) & 15)
                  << shift;
  }
}

static void
find_layer (gpointer data, gsize item)
{
  const BlockSearch *search = data;
  const LifePyramid *pyramid = search->pyramid;
  const gsize layer = (gsize) pyramid->columns * (gsize) pyramid->rows;
  const guint32 begin = (guint32) item * LIFE_PYRAMID_WORD_CELLS;
  const guint32 end = MIN (begin + LIFE_PYRAMID_WORD_CELLS, search->depth);

  memset (search->words + item * layer, 0, layer * sizeof (guint64));
  for (guint32 z = begin; z < end; z += LIFE_PYRAMID_BLOCK_CELLS)
    for (guint32 y = 0; y < search->height; y += LIFE_PYRAMID_BLOCK_CELLS)
      add_row (search, y, z, MIN (end - z, LIFE_PYRAMID_BLOCK_CELLS));
}

gboolean
life_blocks_find (LifeBlocks *blocks, LifePyramid *pyramid,
    const LifeField *field, guint32 width, guint32 height, guint32 depth,
    LifeThreadPool *pool, GError **error)
{
  LifeWork work = { .item = find_layer };
  BlockSearch search = { NULL, pyramid, field, width, height, depth };
  gdouble bytes = (gdouble) field->plane * depth
                  * (field->kind == LIFE_FIELD_BYTES ? 1 : sizeof (guint64));
  guint threads = pool != NULL ? life_thread_pool_get_threads (pool) : 1;
  gsize n;

  pyramid->columns = life_pyramid_side (width);
  pyramid->rows = life_pyramid_side (height);
  pyramid->layers = life_pyramid_side (depth);
  n = (gsize) pyramid->columns * (gsize) pyramid->rows
      * (gsize) pyramid->layers;
  if (n != blocks->n_words) {
    life_blocks_clear (blocks);
    blocks->words =
        life_memory_reserve (n * sizeof (guint64), "a view of a world", error);
    if (blocks->words == NULL)
      return FALSE;
    blocks->n_words = n;
  }
  search.words = blocks->words;
  pyramid->words = blocks->words;
  work.items = (gsize) pyramid->layers;
  threads = (guint) CLAMP (bytes / MIN_BYTES_PER_THREAD, 1, threads);
  if (threads > 1)
    life_thread_pool_run (pool, threads, &work, &search);
  for (gsize i = 0; threads == 1 && i < work.items; i++)
    find_layer (&search, i);
  return TRUE;
}

void
life_blocks_set_plane (guint64 *words, const LifePyramid *pyramid,
    const LifeField *field, guint32 width, guint32 height, guint32 z,
    guint32 row)
{
  const BlockSearch search = { words, pyramid, field, width, height, z + 1 };
  const guint32 first = z / LIFE_PYRAMID_BLOCK_CELLS * LIFE_PYRAMID_BLOCK_CELLS;
  const guint32 begin = row * LIFE_PYRAMID_WORD_CELLS;
  const guint64 end = MIN ((guint64) begin + LIFE_PYRAMID_WORD_CELLS, height);
  guint64 *words_of_row = words
                          + life_pyramid_word (pyramid->columns, pyramid->rows,
                              0, (gint32) begin, (gint32) z);
  const guint64 earlier =
      (G_GUINT64_CONSTANT (1) << life_pyramid_bit (0, 0, (gint32) z)) - 1;

  for (gint32 i = 0; i < pyramid->columns; i++)
    words_of_row[i] &= earlier;
  for (guint64 y = begin; y < end; y += LIFE_PYRAMID_BLOCK_CELLS)
    add_row (&search, (guint32) y, first, z + 1 - first);
}

void
life_blocks_clear (LifeBlocks *blocks)
{
  life_memory_release (blocks->words);
  memset (blocks, 0, sizeof *blocks);
}
