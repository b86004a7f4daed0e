/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Adds up the colors of cells in squares, tile by tile of history or by their states, and makes
 * pixels of them. What is added is how far a color is from that of dead cells, of which there may be
 * any number. */
#include "life/render/unbounded/square-colors.h"

#include "life/base/memory.h"
#include "life/draw/draw-kernels.h"

#include <math.h>

/* How vectors are passed from function to function depends on the processor's own,
 * which matters to none that is compiled here. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Red, green, blue and alpha. Sums are exact in pixels of 256 × 256 cells. */
typedef gfloat Sum __attribute__ ((vector_size (16)));
typedef gfloat Weight;
typedef gdouble Wide __attribute__ ((vector_size (32)));
typedef gint32 Whole __attribute__ ((vector_size (16)));

static gboolean
are_nothing (const Sum *sums, guint n)
{
  Whole any = { 0, 0, 0, 0 };

  for (guint i = 0; i < n; i++)
    any |= (Whole) sums[i];
  return (any[0] | any[1] | any[2] | any[3]) == 0;
}

#include "life/render/unbounded/square-loops.h"

#define TILE LIFE_HISTORY_TILE_SIDE
#define TILE_LEVEL 6

/* Colors of so many cells along both sides are added up in lanes of 16 bits. */
#define PART 16

/* Tiles that a thread takes at a time, and rows of pixels. */
#define TILES_AT_ONCE 16
#define BAND_ROWS 16
#define THREAD_PIXELS (128 * 1024)

typedef struct {
  LifeSquareGrid grid;
  const LifeTileHistory *history;
  const LifeSampleKernels *kernels;
  const LifeHistoryIndices *indices;
  guint64 packed[256]; /* colors in four lanes */
  gint dead[4];
  Sum *squares;
  Sum *tile_sums; /* of tiles that are parts of squares */
  guint8 *pixels;
} Colors;

/* --- Tiles --- */

/* Squares of a tile along an axis. */
static gint64
squares_of_tile (guint level)
{
  return level < TILE_LEVEL ? G_GINT64_CONSTANT (1) << (TILE_LEVEL - level) : 1;
}

/* The first of them, counted from the first square that is read. */
static gint64
square_of (const LifeSquareAxis *axis, gint64 position, guint level)
{
  return (level > TILE_LEVEL ? position >> (level - TILE_LEVEL)
                             : position * squares_of_tile (level))
         - axis->first;
}

/* The sum of a part of a tile that is @side cells wide. */
static Sum
sum_part (const Colors *self, const guint8 *indices, guint side)
{
  guint64 lanes = 0;
  Sum sum;

  for (guint row = 0; row < side; row++, indices += TILE)
    for (guint x = 0; x < side; x++)
      lanes += self->packed[indices[x]];
  for (guint i = 0; i < 4; i++)
    sum[i] = (gfloat) ((gint) (lanes >> 16 * i & G_MAXUINT16)
                       - (gint) (side * side) * self->dead[i]);
  return sum;
}

/* Adds a tile to its squares, or to @whole where it is a part of one. */
static void
add_tile (const Colors *self, const LifeHistoryTile *tile, gint64 column,
    gint64 row, Sum *whole)
{
  const LifeSquareGrid *grid = &self->grid;
  const guint side = 1u << MIN (grid->level, TILE_LEVEL);
  const guint part = MIN (side, PART);
  const guint which = self->history->side;
  const LifeHistoryRow cells = { tile->bytes[which],
    (guint64 *) tile->bits[which], NULL };
  static const guint64 nothing[TILE];
  guint8 indices[TILE * TILE];

  self->kernels->history (self->indices, &cells,
      tile->refresh == self->history->refresh ? tile->now : nothing, 0,
      TILE * TILE, indices);
  for (guint y = 0; y < TILE; y += part)
    for (guint x = 0; x < TILE; x += part) {
      const Sum sum = sum_part (self, indices + y * TILE + x, part);
      const gint64 at_column = column + x / side, at_row = row + y / side;

      if (whole != NULL)
        *whole += sum;
      else if (at_column >= 0 && at_column < grid->columns.n && at_row >= 0
               && at_row < grid->rows.n)
        self->squares[at_row * grid->columns.n + at_column] += sum;
    }
}

static gboolean
is_shown (const LifeSquareAxis *axis, gint64 square, guint level)
{
  return square + squares_of_tile (level) > 0 && square < axis->n;
}

/* LifeWorkItem. Up to the tiles' level each square lies in one tile. */
static void
add_tiles (gpointer data, gsize item)
{
  const Colors *self = data;
  const LifeSquareGrid *grid = &self->grid;
  const gsize end = MIN ((item + 1) * TILES_AT_ONCE, self->history->n);

  for (gsize i = item * TILES_AT_ONCE; i < end; i++) {
    const LifeHistoryTile *tile = self->history->tiles[i];
    const gint64 column =
        square_of (&grid->columns, tile->position[0], grid->level);
    const gint64 row = square_of (&grid->rows, tile->position[1], grid->level);

    if (is_shown (&grid->columns, column, grid->level)
        && is_shown (&grid->rows, row, grid->level))
      add_tile (self, tile, column, row,
          self->tile_sums != NULL ? &self->tile_sums[i] : NULL);
  }
}

/* Adds tiles that are parts of squares to those. */
static void
join_tiles (const Colors *self)
{
  const LifeSquareGrid *grid = &self->grid;

  for (gsize i = 0; i < self->history->n; i++) {
    const LifeHistoryTile *tile = self->history->tiles[i];
    const gint64 column =
        square_of (&grid->columns, tile->position[0], grid->level);
    const gint64 row = square_of (&grid->rows, tile->position[1], grid->level);

    if (is_shown (&grid->columns, column, grid->level)
        && is_shown (&grid->rows, row, grid->level))
      self->squares[row * grid->columns.n + column] += self->tile_sums[i];
  }
}

/* --- Pixels --- */

static void
color_row (const Colors *self, const Sum *sums, guint8 *out)
{
  const gdouble cells = self->grid.cells, half = floor (cells / 2);
  const gdouble scale = 1 / cells;

  for (guint x = 0; x < self->grid.width; x++, out += 4) {
    /* Above 0, so that what follows the point is cut off downwards. */
    const Wide mean =
        (__builtin_convertvector(sums[x], Wide) + half) * scale + 256;
    const Whole whole = __builtin_convertvector(mean, Whole);

    for (guint i = 0; i < 4; i++)
      out[i] = (guint8) CLAMP (whole[i] - 256 + self->dead[i], 0, 255);
  }
}

/* LifeWorkItem. */
static void
draw_band (gpointer data, gsize item)
{
  const Colors *self = data;
  const guint width = self->grid.width;
  const guint end = MIN (((guint) item + 1) * BAND_ROWS, self->grid.height);
  RowSums sums;

  row_sums_init (&sums, &self->grid, self->squares);
  for (guint y = (guint) item * BAND_ROWS; y < end; y++) {
    if (!sum_row (&sums, y))
      memset (sums.pixels, 0, width * sizeof (Sum));
    color_row (self, sums.pixels, self->pixels + 4 * (gsize) y * width);
  }
  row_sums_clear (&sums);
}

/* --- A frame --- */

static void
copy_colors (Colors *self, const LifeColoring *coloring)
{
  LifeColors colors;

  life_coloring_get_cells (coloring, &colors);
  for (guint i = 0; i < 256; i++)
    for (guint k = 0; k < 4; k++)
      self->packed[i] |= (guint64) colors.rgba[i][k] << 16 * k;
  for (guint k = 0; k < 4; k++)
    self->dead[k] = colors.rgba[0][k];
  self->indices = &coloring->history;
}

/* Makes room for @n sums of 0. */
static gboolean
need_sums (LifeSquareColors *self, LifeMemory *memory, gsize n, GError **error)
{
  if (n > self->n) {
    life_memory_release (self->sums);
    self->n = 0;
    self->sums =
        life_memory_reserve_of (memory, n * sizeof (Sum), "a frame", error);
    if (self->sums == NULL)
      return FALSE;
    self->n = n;
  } else {
    memset (self->sums, 0, n * sizeof (Sum));
  }
  return TRUE;
}

static void
draw_bands (Colors *self, LifeThreadPool *pool)
{
  const guint width = self->grid.width, height = self->grid.height;
  LifeWork bands = { (height + BAND_ROWS - 1) / BAND_ROWS, draw_band, NULL,
    NULL };

  life_thread_pool_run (pool,
      MIN (life_thread_pool_get_threads (pool),
          (guint) ((gsize) width * height / THREAD_PIXELS) + 1),
      &bands, self);
}

gboolean
life_square_colors_draw (LifeSquareColors *cache,
    const LifeTileHistory *history, LifeThreadPool *pool, const LifeView *view,
    const LifeColoring *coloring, guint width, guint height, guint8 *pixels,
    GError **error)
{
  const guint threads = life_thread_pool_get_threads (pool);
  LifeWork tiles = { (history->n + TILES_AT_ONCE - 1) / TILES_AT_ONCE,
    add_tiles, NULL, NULL };
  Colors self = { .history = history, .pixels = pixels };
  LifeDrawKernels kernels;
  gboolean fine;

  if (!life_draw_kernels_choose (&kernels, error))
    return FALSE;
  life_square_grid_init (&self.grid, view, width, height);
  fine = need_sums (cache, history->memory,
      life_square_grid_size (&self.grid)
          + (self.grid.level > TILE_LEVEL ? history->n : 0),
      error);
  if (fine) {
    self.kernels = kernels.sample;
    copy_colors (&self, coloring);
    self.squares = cache->sums;
    if (self.grid.level > TILE_LEVEL)
      self.tile_sums = self.squares + life_square_grid_size (&self.grid);
    if (tiles.items > 0)
      life_thread_pool_run (
          pool, (guint) MIN (threads, tiles.items), &tiles, &self);
    if (self.tile_sums != NULL)
      join_tiles (&self);
    draw_bands (&self, pool);
  }
  life_square_grid_clear (&self.grid);
  return fine;
}

/* --- A frame by states --- */

typedef struct {
  Colors *colors;
  LifeEngine *engine;
} StateSums;

/* How far the color of cells in @state is from that of dead ones. */
static Sum
color_of (const Colors *self, guint8 state)
{
  Sum sum;

  for (guint i = 0; i < 4; i++)
    sum[i] = (gfloat) ((gint) (self->packed[state] >> 16 * i & G_MAXUINT16)
                       - self->dead[i]);
  return sum;
}

/* Adds a row of live cells from cell @x on to a row of squares. */
static void
add_states (const Colors *self, gint64 x, guint64 alive, const guint8 *states,
    Sum *squares)
{
  const LifeSquareAxis *columns = &self->grid.columns;

  for (; alive != 0; alive &= alive - 1) {
    const guint i = (guint) __builtin_ctzll (alive);
    const gint64 column = ((x + i) >> self->grid.level) - columns->first;

    if (column >= 0 && column < columns->n)
      squares[column] += color_of (self, states[i]);
  }
}

/* LifeVisitPatch. */
static gboolean
add_patch (gpointer data, gint64 x, gint64 y, const guint64 *rows, guint n_rows,
    GError **error)
{
  const StateSums *sums = data;
  const Colors *self = sums->colors;
  const LifeSquareAxis *columns = &self->grid.columns;
  const LifeSquareAxis *down = &self->grid.rows;
  const guint level = self->grid.level;
  LifeBox box = { x, y, 0, 0, n_rows, 1 };
  guint8 states[TILE * TILE];
  guint64 all = 0;

  for (guint i = 0; i < n_rows; i++)
    all |= rows[i];
  if (all == 0)
    return TRUE;
  box.width = TILE - __builtin_clzll (all);
  if ((x + box.width - 1) >> level < columns->first
      || x >> level >= columns->first + columns->n
      || (y + n_rows - 1) >> level < down->first
      || y >> level >= down->first + down->n)
    return TRUE;
  if (!sums->engine->klass->read (sums->engine, &box, states, error))
    return FALSE;
  for (guint i = 0; i < n_rows; i++) {
    const gint64 row = ((y + i) >> level) - down->first;

    if (row >= 0 && row < down->n)
      add_states (self, x, rows[i], states + i * box.width,
          self->squares + row * columns->n);
  }
  return TRUE;
}

gboolean
life_square_colors_draw_states (LifeSquareColors *cache, LifeEngine *engine,
    const LifeView *view, const LifeColoring *coloring, guint width,
    guint height, guint8 *pixels, GError **error)
{
  Colors self = { .pixels = pixels };
  StateSums sums = { &self, engine };
  gboolean fine;

  life_square_grid_init (&self.grid, view, width, height);
  copy_colors (&self, coloring);
  fine = need_sums (
      cache, &engine->memory, life_square_grid_size (&self.grid), error);
  self.squares = cache->sums;
  fine =
      fine && engine->klass->unbounded->visit (engine, add_patch, &sums, error);
  if (fine)
    draw_bands (&self, engine->pool);
  life_square_grid_clear (&self.grid);
  return fine;
}
