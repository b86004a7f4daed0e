/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads and writes the cells of a universe, block by block of 64 × 64. */
#include "life/cpu/hashlife/hashlife-window.h"

#include "life/base/bits.h"
#include "life/world/checksum.h"

#define SIDE 64
#define SHIFT 6

/* More live cells than this are not added up one by one. */
#define MAX_SUMMED (G_GUINT64_CONSTANT (1) << 26)

static LifeHashUniverse *
universe_of (LifeEngine *engine)
{
  return ((LifeHashEngine *) engine)->universe;
}

/* --- Writing --- */

/* A block that is being changed, and not yet stored again. */
typedef struct {
  LifeHashUniverse *universe;
  gint64 column, row;
  gboolean open, changed;
  guint64 bits[SIDE];
} WindowBlock;

static gboolean
close_block (WindowBlock *block, GError **error)
{
  const gboolean changed = block->open && block->changed;

  block->open = block->changed = FALSE;
  return !changed
         || life_hash_universe_set_block (
             block->universe, block->column, block->row, block->bits, error);
}

static gboolean
open_block (WindowBlock *block, gint64 column, gint64 row, GError **error)
{
  if (block->open && block->column == column && block->row == row)
    return TRUE;
  if (!close_block (block, error))
    return FALSE;
  life_hash_universe_get_block (block->universe, column, row, block->bits);
  block->column = column;
  block->row = row;
  block->open = TRUE;
  return TRUE;
}

/* Blocks of a band of 64 rows, for runs that come row by row. */
typedef struct {
  LifeHashUniverse *universe;
  gint64 row;
  GHashTable *blocks; /* of Block, by their column */
} WindowBand;

static void
free_block (gpointer block)
{
  g_free (block);
}

static gboolean
close_band (WindowBand *band, GError **error)
{
  GHashTableIter iterator;
  gpointer block;
  gboolean done = TRUE;

  g_hash_table_iter_init (&iterator, band->blocks);
  while (done && g_hash_table_iter_next (&iterator, NULL, &block))
    done = close_block (block, error);
  g_hash_table_remove_all (band->blocks);
  return done;
}

static WindowBlock *
block_of_band (WindowBand *band, gint64 column)
{
  WindowBlock *block = g_hash_table_lookup (band->blocks, &column);

  if (block == NULL) {
    block = g_new0 (WindowBlock, 1);
    block->universe = band->universe;
    open_block (block, column, band->row, NULL);
    g_hash_table_insert (band->blocks, &block->column, block);
  }
  return block;
}

static void
fill_row (WindowBand *band, gint64 x, gint64 y, gint64 n)
{
  while (n > 0) {
    const guint first = (guint) (x & (SIDE - 1));
    const guint cells = (guint) MIN (n, SIDE - first);
    WindowBlock *block = block_of_band (band, x >> SHIFT);

    block->bits[y & (SIDE - 1)] |= life_bits_mask (cells) << first;
    block->changed = TRUE;
    x += cells;
    n -= cells;
  }
}

/* Longer runs are not composed of blocks, and no more blocks are open at a time. */
#define LONG_RUN 4096
#define MAX_BLOCKS 16384

static gboolean
add_short_runs (WindowBand *band, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  for (gsize i = 0; i < n_runs; i++) {
    const gint64 y = origin[1] + runs[i].y;

    if (runs[i].length >= LONG_RUN)
      continue;
    if ((band->row != y >> SHIFT
            || g_hash_table_size (band->blocks) >= MAX_BLOCKS)
        && !close_band (band, error))
      return FALSE;
    band->row = y >> SHIFT;
    fill_row (band, origin[0] + runs[i].x, y, runs[i].length);
  }
  return close_band (band, error);
}

static gboolean
add_long_runs (LifeHashUniverse *universe, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  for (gsize i = 0; i < n_runs; i++)
    if (runs[i].length >= LONG_RUN
        && !life_hash_universe_set_run (universe, origin[0] + runs[i].x,
            origin[1] + runs[i].y, runs[i].length, error))
      return FALSE;
  return TRUE;
}

gboolean
life_hash_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  WindowBand band = { universe_of (engine), 0,
    g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, free_block) };
  const gboolean done =
      add_short_runs (&band, runs, n_runs, origin, error)
      && add_long_runs (band.universe, runs, n_runs, origin, error);

  g_hash_table_unref (band.blocks);
  return done;
}

gboolean
life_hash_add_nodes (LifeEngine *engine, const LifeMacrocellNode *nodes,
    gsize n_nodes, GError **error)
{
  return life_hash_universe_set_tree (
      universe_of (engine), nodes, n_nodes, error);
}

LifeMacrocellNode *
life_hash_get_nodes (
    LifeEngine *engine, gconstpointer state, gsize *n_nodes, GError **error)
{
  return life_hash_snapshot_get_tree (state, &engine->memory, n_nodes, error);
}

/* Cells of a box within one block. */
typedef struct {
  gint64 column, row;
  guint x, y; /* of the first one in the block */
  gsize at;   /* of it in the box's bytes */
  guint width, height;
} WindowPart;

typedef gboolean (*DoPart) (WindowBlock *block, const WindowPart *part,
    gsize stride, gpointer cells, GError **error);

static gboolean
for_each_part (LifeEngine *engine, const LifeBox *box, DoPart act,
    gpointer cells, GError **error)
{
  WindowBlock block = { universe_of (engine) };
  const gint64 right = box->x + box->width, bottom = box->y + box->height;
  WindowPart part;

  for (gint64 y = box->y; y < bottom; y += part.height) {
    part.row = y >> SHIFT;
    part.y = (guint) (y & (SIDE - 1));
    part.height = (guint) MIN (bottom - y, SIDE - part.y);
    for (gint64 x = box->x; x < right; x += part.width) {
      part.column = x >> SHIFT;
      part.x = (guint) (x & (SIDE - 1));
      part.width = (guint) MIN (right - x, SIDE - part.x);
      part.at =
          (gsize) (y - box->y) * (gsize) box->width + (gsize) (x - box->x);
      if (!open_block (&block, part.column, part.row, error)
          || !act (&block, &part, (gsize) box->width, cells, error))
        return FALSE;
    }
  }
  return close_block (&block, error);
}

/* DoPart. */
static gboolean
read_part (WindowBlock *block, const WindowPart *part, gsize stride,
    gpointer cells, GError **error)
{
  for (guint y = 0; y < part->height; y++)
    life_bits_unpack (block->bits[part->y + y] >> part->x,
        (guint8 *) cells + part->at + y * stride, part->width);
  return TRUE;
}

/* DoPart. */
static gboolean
write_part (WindowBlock *block, const WindowPart *part, gsize stride,
    gpointer cells, GError **error)
{
  const guint64 mask = life_bits_mask (part->width) << part->x;

  for (guint y = 0; y < part->height; y++) {
    guint64 *bits = &block->bits[part->y + y];
    const guint64 next =
        (*bits & ~mask)
        | life_bits_pack (
              (const guint8 *) cells + part->at + y * stride, part->width)
              << part->x;

    block->changed = block->changed || next != *bits;
    *bits = next;
  }
  return TRUE;
}

gboolean
life_hash_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  return for_each_part (engine, box, read_part, cells, error);
}

gboolean
life_hash_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  return for_each_part (engine, box, write_part, (gpointer) cells, error);
}

/* --- Windows --- */

/* Adds 64 cells to a row of bits, from cell @at of it on; what lies outside is left out. */
static void
add_bits (guint64 *row, gsize words, gint64 at, guint64 cells)
{
  const gint64 word = at >> SHIFT;
  const guint shift = (guint) (at & (SIDE - 1));

  if (word >= 0 && word < (gint64) words)
    row[word] |= cells << shift;
  if (shift > 0 && word + 1 >= 0 && word + 1 < (gint64) words)
    row[word + 1] |= cells >> (SIDE - shift);
}

gboolean
life_hash_read_bits (
    LifeEngine *engine, const LifeBitBox *box, guint64 *bits, GError **error)
{
  const gint64 right = box->x + (gint64) box->words * SIDE;
  const gint64 bottom = box->y + (gint64) box->rows;

  memset (bits, 0, box->words * box->rows * sizeof (guint64));
  for (gint64 row = box->y >> SHIFT; row * SIDE < bottom; row++)
    for (gint64 column = box->x >> SHIFT; column * SIDE < right; column++) {
      guint64 block[SIDE];

      life_hash_universe_get_block (universe_of (engine), column, row, block);
      for (guint i = 0; i < SIDE; i++) {
        const gint64 at = row * SIDE + i - box->y;

        if (block[i] != 0 && at >= 0 && at < (gint64) box->rows)
          add_bits (bits + (gsize) at * box->words, box->words,
              column * SIDE - box->x, block[i]);
      }
    }
  return TRUE;
}

typedef struct {
  LifeVisitPatch visit;
  gpointer data;
  GError **error;
} WindowVisit;

/* LifeHashBlockFunc. */
static gboolean
visit_block (gpointer data, gint64 column, gint64 row, const guint64 bits[64])
{
  const WindowVisit *window = data;

  return window->visit (
      window->data, column * SIDE, row * SIDE, bits, SIDE, window->error);
}

gboolean
life_hash_visit (
    LifeEngine *engine, LifeVisitPatch visit, gpointer data, GError **error)
{
  WindowVisit window = { visit, data, error };

  return life_hash_universe_visit (universe_of (engine), visit_block, &window);
}

gboolean
life_hash_count_patches (LifeEngine *engine, guint64 *patches, GError **error)
{
  *patches = life_hash_universe_count_blocks (universe_of (engine));
  return TRUE;
}

typedef struct {
  guint columns;
  gdouble *counts;
} WindowSquares;

/* LifeHashCountFunc. */
static void
store_count (gpointer data, guint column, guint row, guint64 population)
{
  const WindowSquares *squares = data;

  squares->counts[(gsize) row * squares->columns + column] =
      (gdouble) population;
}

gboolean
life_hash_count_squares (LifeEngine *engine, const LifeSquares *squares,
    gdouble *counts, GError **error)
{
  WindowSquares counted = { squares->columns, counts };

  memset (counts, 0, (gsize) squares->columns * squares->rows * sizeof *counts);
  life_hash_universe_count (
      universe_of (engine), squares, store_count, &counted);
  return TRUE;
}

/* --- Measures --- */

gchar *
life_hash_population_text (LifeEngine *engine, GError **error)
{
  return life_hash_universe_get_population_text (universe_of (engine));
}

static LifeBox
find_box (LifeHashUniverse *universe)
{
  gint64 left, top, right, bottom;

  return life_hash_universe_get_box (universe, &left, &top, &right, &bottom)
             ? life_unbounded_engine_box (left, top, right, bottom)
             : (LifeBox){ 0 };
}

typedef struct {
  LifeHashUniverse *universe;
  gint64 column, row; /* of the first block */
  guint64 sum;
} WindowSum;

/* LifeHashCountFunc, of blocks. */
static void
add_block (gpointer data, guint column, guint row, guint64 population)
{
  WindowSum *sum = data;
  guint64 block[SIDE];

  life_hash_universe_get_block (
      sum->universe, sum->column + column, sum->row + row, block);
  for (guint y = 0; y < SIDE; y++) {
    const guint64 key = life_checksum_free_row ((sum->row + row) * SIDE + y);

    for (guint64 cells = block[y]; cells != 0; cells &= cells - 1)
      sum->sum += life_checksum_free_cell (
          key, (sum->column + column) * SIDE + __builtin_ctzll (cells), 1);
  }
}

static gboolean
sum_cells (LifeHashUniverse *universe, guint64 *checksum, GError **error)
{
  const LifeBox box = find_box (universe);
  WindowSum sum = { universe };
  gint64 columns, rows;

  sum.column = box.x >> SHIFT;
  sum.row = box.y >> SHIFT;
  columns = ((box.x + box.width - 1) >> SHIFT) - sum.column + 1;
  rows = ((box.y + box.height - 1) >> SHIFT) - sum.row + 1;
  if (life_hash_universe_get_population (universe) > MAX_SUMMED
      || columns > G_MAXUINT32 || rows > G_MAXUINT32) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "this world is too large to be compared with earlier ones; use "
        "stagnation=none");
    return FALSE;
  }
  if (box.width > 0)
    life_hash_universe_count (universe,
        &(LifeSquares){
            sum.column, sum.row, SHIFT, (guint) columns, (guint) rows },
        add_block, &sum);
  *checksum = sum.sum;
  return TRUE;
}

gboolean
life_hash_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  LifeHashUniverse *universe = universe_of (engine);
  LifeStatistics *counts = &tally->statistics;

  if (what & LIFE_COUNT_LIVING)
    counts->population = life_hash_universe_get_population (universe);
  counts->births = counts->deaths = 0;
  counts->activity = (LifeActivity){ 0 };
  if (what & LIFE_COUNT_BOX)
    counts->box = find_box (universe);
  return !(what & LIFE_COUNT_CHECKSUM)
         || sum_cells (universe, &tally->checksum, error);
}
