/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads a sparse world: counts, the box around live cells, where they changed, the checksum,
 * windows of bits and counts of squares. */
#include "life/cpu/sparse/sparse-private.h"

#include "life/base/bits.h"
#include "life/world/checksum.h"

static guint
count_bits (guint64 bits)
{
  return (guint) __builtin_popcountll (bits);
}

static guint
count_tile (const LifeSparse *self, const LifeSparseTile *tile)
{
  guint n = 0;

  for (guint row = 0; row < LIFE_SPARSE_SIDE; row++)
    n += count_bits (life_sparse_any (self, tile, row));
  return n;
}

static guint64
count_population (const LifeSparse *self)
{
  guint64 population = 0;

  for (gsize i = 0; i < self->tiles.n; i++)
    population += count_tile (self, self->tiles.tiles[i]);
  return population;
}

/* Widens the range from @first to @end to cells @from to before @to. */
static void
widen (gint64 *first, gint64 *end, gint64 from, gint64 to)
{
  *first = MIN (*first, from);
  *end = MAX (*end, to);
}

static LifeBox
find_box (const LifeSparse *self)
{
  gint64 left = G_MAXINT64, right = G_MININT64;
  gint64 top = G_MAXINT64, bottom = G_MININT64;

  for (gsize i = 0; i < self->tiles.n; i++) {
    const LifeSparseTile *tile = self->tiles.tiles[i];
    const gint64 x = life_sparse_cell_of (tile->position[0]) - LIFE_SPARSE_HALO;
    const gint64 y = life_sparse_cell_of (tile->position[1]);
    guint64 all = 0;
    guint first = LIFE_SPARSE_SIDE, last = 0;

    for (guint row = 0; row < LIFE_SPARSE_SIDE; row++) {
      const guint64 cells = life_sparse_any (self, tile, row);

      all |= cells;
      if (cells != 0) {
        first = MIN (first, row);
        last = row;
      }
    }
    if (all == 0)
      continue;
    widen (&left, &right, x + __builtin_ctzll (all),
        x + LIFE_WORD_CELLS - __builtin_clzll (all));
    widen (&top, &bottom, y + first, y + last + 1);
  }
  return left < right
             ? life_unbounded_engine_box (left, top, right - 1, bottom - 1)
             : (LifeBox){ 0 };
}

/* --- Activity --- */

__extension__ typedef __int128 Wide;

typedef struct {
  guint64 cells;
  Wide sums[2];
} ChangeSums;

static void
add_changes (
    const LifeSparse *self, const LifeSparseTile *tile, ChangeSums *sums)
{
  guint64 cells = 0, columns = 0, rows = 0;

  for (guint row = 0; row < LIFE_SPARSE_SIDE; row++) {
    guint64 changed = life_sparse_any (self, tile, row)
                      ^ life_sparse_any_of (self, tile, !self->side, row);
    const guint n = count_bits (changed);

    cells += n;
    rows += (guint64) n * row;
    for (; changed != 0; changed &= changed - 1)
      columns += (guint) __builtin_ctzll (changed) - LIFE_SPARSE_HALO;
  }
  sums->cells += cells;
  sums->sums[0] +=
      (Wide) life_sparse_cell_of (tile->position[0]) * cells + columns;
  sums->sums[1] +=
      (Wide) life_sparse_cell_of (tile->position[1]) * cells + rows;
}

/* After a pass of one generation all tiles have the last two, skipped ones too. */
static LifeActivity
add_up_activity (const LifeSparse *self)
{
  ChangeSums changes = { 0 };
  LifeActivity activity;

  for (gsize i = 0; i < self->tiles.n; i++)
    add_changes (self, self->tiles.tiles[i], &changes);
  activity = (LifeActivity){ .cells = changes.cells };
  for (guint axis = 0; axis < 2 && changes.cells > 0; axis++) {
    const Wide mean = changes.sums[axis] / changes.cells;
    const Wide rest = changes.sums[axis] - mean * changes.cells;

    activity.origin[axis] = (gint64) (mean - (rest < 0));
    activity.sums[axis] = (guint64) (rest < 0 ? rest + changes.cells : rest);
  }
  return activity;
}

static guint64
sum_tile (const LifeSparse *self, const LifeSparseTile *tile)
{
  guint64 sum = 0;

  for (guint row = 0; row < LIFE_SPARSE_SIDE; row++) {
    const gint64 x = life_sparse_cell_of (tile->position[0]) - LIFE_SPARSE_HALO;
    const guint64 key =
        life_checksum_free_row (life_sparse_cell_of (tile->position[1]) + row);

    guint8 states[LIFE_WORD_CELLS];
    guint64 cells = life_sparse_any (self, tile, row);

    if (cells != 0)
      life_planes_get (&self->planes, life_sparse_row (self, tile, row), 0,
          LIFE_WORD_CELLS, states);
    for (; cells != 0; cells &= cells - 1) {
      const guint at = (guint) __builtin_ctzll (cells);

      sum += life_checksum_free_cell (key, x + at, states[at]);
    }
  }
  return sum;
}

static guint64
sum_tiles (const LifeSparse *self)
{
  guint64 checksum = 0;

  for (gsize i = 0; i < self->tiles.n; i++)
    checksum += sum_tile (self, self->tiles.tiles[i]);
  return checksum;
}

gboolean
life_sparse_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  const LifeSparse *self = (LifeSparse *) engine;
  LifeStatistics *counts = &tally->statistics;

  if (what & LIFE_COUNT_LIVING)
    counts->population = count_population (self);
  if (what & LIFE_COUNT_CHANGES)
    life_sparse_count_changes (self, &counts->births, &counts->deaths);
  if (what & LIFE_COUNT_BOX)
    counts->box = find_box (self);
  if (what & LIFE_COUNT_ACTIVITY)
    counts->activity = add_up_activity (self);
  if (what & LIFE_COUNT_CHECKSUM)
    tally->checksum = sum_tiles (self);
  return TRUE;
}

gboolean
life_sparse_visit (
    LifeEngine *engine, LifeVisitPatch visit, gpointer data, GError **error)
{
  const LifeSparse *self = (LifeSparse *) engine;

  for (gsize i = 0; i < self->tiles.n; i++) {
    const LifeSparseTile *tile = self->tiles.tiles[i];
    guint64 rows[LIFE_SPARSE_SIDE], all = 0;

    for (guint row = 0; row < LIFE_SPARSE_SIDE; row++) {
      rows[row] = life_sparse_any (self, tile, row) >> LIFE_SPARSE_HALO;
      all |= rows[row];
    }
    if (all != 0
        && !visit (data, life_sparse_cell_of (tile->position[0]),
            life_sparse_cell_of (tile->position[1]), rows, LIFE_SPARSE_SIDE,
            error))
      return FALSE;
  }
  return TRUE;
}

/* --- Windows --- */

/* Tiles from @first to before @end along both axes. */
typedef struct {
  gint64 first[2], end[2];
} TileRange;

static TileRange
tiles_of (gint64 x, gint64 y, gint64 width, gint64 height)
{
  return (TileRange){ { life_sparse_tile_of (x), life_sparse_tile_of (y) },
    { life_sparse_tile_of (x + width - 1) + 1,
        life_sparse_tile_of (y + height - 1) + 1 } };
}

typedef void (*VisitTile) (
    const LifeSparse *self, const LifeSparseTile *tile, gpointer data);

/* Visits all tiles within a range: by position, or by the list of all tiles, whichever is
 * shorter. */
static void
visit_tiles (const LifeSparse *self, const TileRange *range, VisitTile visit,
    gpointer data)
{
  const gdouble positions =
      ((gdouble) range->end[0] - (gdouble) range->first[0])
      * ((gdouble) range->end[1] - (gdouble) range->first[1]);

  if (positions < (gdouble) self->tiles.n) {
    for (gint64 row = range->first[1]; row < range->end[1]; row++)
      for (gint64 column = range->first[0]; column < range->end[0]; column++) {
        const LifeSparseTile *tile = life_sparse_find (self, column, row);

        if (tile != NULL)
          visit (self, tile, data);
      }
    return;
  }
  for (gsize i = 0; i < self->tiles.n; i++) {
    const LifeSparseTile *tile = self->tiles.tiles[i];

    if (tile->position[0] >= range->first[0]
        && tile->position[0] < range->end[0]
        && tile->position[1] >= range->first[1]
        && tile->position[1] < range->end[1])
      visit (self, tile, data);
  }
}

typedef struct {
  const LifeBitBox *box;
  guint64 *bits;
} BitWindow;

/* VisitTile. */
static void
copy_to_window (
    const LifeSparse *self, const LifeSparseTile *tile, gpointer data)
{
  const BitWindow *window = data;
  const LifeBitBox *box = window->box;
  const gint64 x = life_sparse_cell_of (tile->position[0]) - box->x;
  const gint64 y = life_sparse_cell_of (tile->position[1]) - box->y;

  for (guint row = 0; row < LIFE_SPARSE_SIDE; row++) {
    guint64 cells = life_sparse_any (self, tile, row) >> LIFE_SPARSE_HALO;
    gint64 at = x;
    guint64 *words;

    if (cells == 0 || y + row < 0 || y + row >= (gint64) box->rows)
      continue;
    if (at < 0) {
      cells >>= -at;
      at = 0;
    }
    words =
        window->bits + (gsize) (y + row) * box->words + at / LIFE_WORD_CELLS;
    words[0] |= cells << at % LIFE_WORD_CELLS;
    if (at % LIFE_WORD_CELLS > LIFE_WORD_CELLS - LIFE_SPARSE_SIDE
        && at / LIFE_WORD_CELLS + 1 < (gint64) box->words)
      words[1] |= cells >> (LIFE_WORD_CELLS - at % LIFE_WORD_CELLS);
  }
}

gboolean
life_sparse_read_bits (
    LifeEngine *engine, const LifeBitBox *box, guint64 *bits, GError **error)
{
  const LifeSparse *self = (LifeSparse *) engine;
  BitWindow window = { box, bits };
  TileRange range;

  memset (bits, 0, box->words * box->rows * sizeof (guint64));
  if (box->words == 0 || box->rows == 0)
    return TRUE;
  range = tiles_of (box->x, box->y, (gint64) box->words * LIFE_WORD_CELLS,
      (gint64) box->rows);
  visit_tiles (self, &range, copy_to_window, &window);
  return TRUE;
}

/* --- Squares --- */

typedef struct {
  const LifeSquares *squares;
  gdouble *counts;
} CountedSquares;

/* Cells of a tile along an axis that lie in one square; and which square it is of those
 * that are counted, or -1. */
typedef struct {
  guint first, end;
  gint64 square;
} TileShare;

/* The share of cells from @at on, of a tile that begins at @cell. */
static TileShare
find_share (gint64 cell, guint at, guint level, gint64 first, guint n)
{
  const gint64 side = G_GINT64_CONSTANT (1) << level;
  const gint64 square = (cell + at) >> level;
  const gint64 rest = side - ((cell + at) & (side - 1));

  return (TileShare){ at, (guint) MIN (at + rest, LIFE_SPARSE_SIDE),
    square >= first && square - first < n ? square - first : -1 };
}

static guint
count_share (const LifeSparse *self, const LifeSparseTile *tile,
    const TileShare *across, const TileShare *down)
{
  const guint64 columns = life_bits_mask (across->end - across->first)
                          << (across->first + LIFE_SPARSE_HALO);
  guint n = 0;

  for (guint row = down->first; row < down->end; row++)
    n += count_bits (life_sparse_any (self, tile, row) & columns);
  return n;
}

/* VisitTile. */
static void
add_to_squares (
    const LifeSparse *self, const LifeSparseTile *tile, gpointer data)
{
  const CountedSquares *counted = data;
  const LifeSquares *squares = counted->squares;
  const gint64 x = life_sparse_cell_of (tile->position[0]);
  const gint64 y = life_sparse_cell_of (tile->position[1]);

  for (guint top = 0; top < LIFE_SPARSE_SIDE;) {
    const TileShare down =
        find_share (y, top, squares->level, squares->row, squares->rows);

    for (guint left = 0; left < LIFE_SPARSE_SIDE && down.square >= 0;) {
      const TileShare across = find_share (
          x, left, squares->level, squares->column, squares->columns);

      if (across.square >= 0)
        counted
            ->counts[(gsize) down.square * squares->columns + across.square] +=
            count_share (self, tile, &across, &down);
      left = across.end;
    }
    top = down.end;
  }
}

/* The first cell of a square. Squares may reach further out than any cell. */
static gint64
first_cell (gint64 square, guint level)
{
  const gint64 limit = G_MAXINT64 >> level;

  return CLAMP (square, -limit, limit) * (G_GINT64_CONSTANT (1) << level);
}

gboolean
life_sparse_count_squares (LifeEngine *engine, const LifeSquares *squares,
    gdouble *counts, GError **error)
{
  const LifeSparse *self = (LifeSparse *) engine;
  const gint64 firsts[2] = { squares->column, squares->row };
  const gint64 ends[2] = { squares->column + squares->columns,
    squares->row + squares->rows };
  CountedSquares counted = { squares, counts };
  TileRange range;

  for (guint axis = 0; axis < 2; axis++) {
    range.first[axis] =
        life_sparse_tile_of (first_cell (firsts[axis], squares->level));
    range.end[axis] =
        life_sparse_tile_of (first_cell (ends[axis], squares->level)) + 1;
  }
  memset (counts, 0, (gsize) squares->columns * squares->rows * sizeof *counts);
  visit_tiles (self, &range, add_to_squares, &counted);
  return TRUE;
}
