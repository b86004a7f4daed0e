/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles of the CPU's fast engine: how a world is cut into them, and how one is
 * filled from the present cells and its core written to the next. The kernel
 * advances it in between (life/cpu/bits2d/tile.h). Tiles of a torus wrap in copy_row()
 * and find_row(). */
#include "life/base/memory.h"
#include "life/cpu/bits2d/bits2d-private.h"

/* The halo around a tile's core shrinks by one cell per generation, so its
 * width is the longest pass. Twice that number has many divisors: the periods
 * that can be skipped. */
static const gsize halos[] = { 30, 60, 120 };
/* Generations of a pass if no halo shrinks. */
#define ENDLESS_GENERATIONS 480
/* The largest tile, so that it stays in the second-level cache. */
#define TILE_BYTES (768 * 1024)
/* The cost of starting a pass on several threads, in tenths of advancing a
 * vector by one generation. */
#define DEAL_COST 20000

/* Cuts an axis of @size cells for tiles of @extent; FALSE if that is
 * impossible. */
static gboolean
cut_axis (LifeTileAxis *axis, const LifeBitsliced *self, gsize size,
    gsize extent, gsize halo)
{
  gsize core;

  *axis = (LifeTileAxis){ 1, size, 0, extent, TRUE };
  if (!self->twisted
      && (self->bits.engine.geometry.topology == LIFE_TOPOLOGY_TORUS
              ? size == extent
              : size < extent))
    return TRUE;

  *axis = (LifeTileAxis){ 1, size, halo, extent, FALSE };
  if (extent <= 2 * halo)
    return FALSE;
  if (size <= extent - 2 * halo)
    return TRUE;
  core = (extent - 2 * halo) / LIFE_WORD_CELLS * LIFE_WORD_CELLS;
  if (core == 0)
    return FALSE;
  axis->tiles = (size - 1) / core + 1;
  core = (size - 1) / axis->tiles + 1;
  axis->core = life_bits_words (core) * LIFE_WORD_CELLS;
  axis->tiles = (size - 1) / axis->core + 1;
  return axis->core >= halo && size - (axis->tiles - 1) * axis->core >= halo;
}

/* The cost of a pass of @generations that @threads threads share. */
static guint64
pass_cost (const LifeBitsliced *self, const LifeTilePlan *plan,
    guint generations, guint threads)
{
  const guint64 turning =
      self->kernel.turn_cost * life_bitsliced_halo_planes (self);
  guint64 turns = (plan->x.tiles * plan->y.tiles - 1) / threads + 1;
  guint64 vectors = plan->blocks * LIFE_WORD_CELLS * (plan->rows + 1);

  return turns * vectors
             * (generations * life_bitsliced_tile_cost (self) + turning)
         + (threads > 1 ? DEAL_COST : 0);
}

/* The cost of a pass of @generations, in tenths of advancing a vector. */
guint64
life_tiles_cost (const LifeBitsliced *self, guint generations)
{
  return pass_cost (self, &self->plan, generations, self->plan.threads);
}

/* Compares the cost per generation. */
static gboolean
is_cheaper (const LifeTilePlan *a, const LifeTilePlan *b)
{
  return b->max_generations == 0
         || (gdouble) a->cost / a->max_generations
                < (gdouble) b->cost / b->max_generations;
}

/* Tries tiles of @blocks and @rows with a halo of @halo cells. */
static void
try_tiles (LifeBitsliced *self, gsize blocks, gsize rows, gsize halo,
    LifeTilePlan *best)
{
  const LifeGeometry *geometry = &self->bits.engine.geometry;
  guint max_threads = life_thread_pool_get_threads (self->bits.pool);
  LifeTilePlan plan = { .blocks = blocks, .rows = rows, .halo = halo };

  if (!cut_axis (&plan.x, self, geometry->width,
          blocks * LIFE_WORD_CELLS * self->kernel.lanes, halo)
      || !cut_axis (
          &plan.y, self, geometry->height, rows * LIFE_WORD_CELLS, halo))
    return;
  plan.max_generations =
      plan.x.ends && plan.y.ends ? ENDLESS_GENERATIONS : (guint) halo;
  plan.threads = MIN (max_threads, plan.x.tiles * plan.y.tiles);
  plan.cost = pass_cost (self, &plan, plan.max_generations, plan.threads);
  if (is_cheaper (&plan, best))
    *best = plan;
}

static LifeTilePlan
plan_tiles (LifeBitsliced *self)
{
  const gsize row_bytes = LIFE_WORD_CELLS * self->kernel.lanes
                          * sizeof (guint64) * self->bits.planes.n;
  LifeTilePlan best = { .max_generations = 0 };

  for (gsize blocks = 1; blocks * row_bytes * 4 <= TILE_BYTES; blocks++)
    for (gsize rows = 1; blocks * rows * row_bytes <= TILE_BYTES; rows++)
      for (gsize i = 0; i < G_N_ELEMENTS (halos); i++)
        try_tiles (self, blocks, rows, halos[i], &best);
  return best;
}

/* Reserves the memory of a thread in one piece; each part begins at a whole
 * cache line. */
static gboolean
reserve_scratch (LifeBitsliced *self, LifeTileScratch *scratch, GError **error)
{
  const LifeTilePlan *plan = &self->plan;
  gsize lanes = self->kernel.lanes;
  gsize planes = life_bitsliced_halo_planes (self); /* in a slot */
  gsize ages = self->bits.planes.n - planes;
  gsize slot = plan->blocks * LIFE_WORD_CELLS * lanes * planes;
  gsize slots = plan->rows * (1 + ages) + 3;
  gsize row = (plan->blocks * lanes + 2 * LIFE_BLOCK_WORDS) / LIFE_BLOCK_WORDS
              * LIFE_BLOCK_WORDS;
  LifeBitslicedTile *tile = &scratch->tile;

  /* Rows one above the other would share cache lines. */
  tile->stride = slot + 2 * LIFE_BLOCK_WORDS;
  tile->blocks = plan->blocks;
  tile->planes = planes;
  tile->rows = plan->rows;
  tile->cells = life_memory_reserve (
      (slots * tile->stride + 4 * slot + 6 * row) * sizeof (guint64),
      "advancing the world", error);
  if (tile->cells == NULL)
    return FALSE;
  tile->ages = tile->cells + (plan->rows + 3) * tile->stride;
  tile->lines = tile->cells + slots * tile->stride;
  scratch->rows = tile->lines + 3 * slot;
  scratch->words = scratch->rows + slot + row;
  for (guint i = 0; i < 4; i++)
    scratch->changed[i] = scratch->words + (i + 1) * row;
  return TRUE;
}

gboolean
life_tiles_init (LifeBitsliced *self, GError **error)
{
  LifeTilePlan *plan = &self->plan;

  *plan = plan_tiles (self);
  if (plan->max_generations == 0)
    return TRUE;
  plan->scratch = g_new0 (LifeTileScratch, plan->threads);
  for (guint i = 0; i < plan->threads; i++)
    if (!reserve_scratch (self, &plan->scratch[i], error))
      return FALSE;
  return life_areas_init (&self->tiles, &self->bits.engine.geometry,
      plan->x.core, plan->y.core, error);
}

void
life_tiles_clear (LifeBitsliced *self)
{
  for (guint i = 0; self->plan.scratch != NULL && i < self->plan.threads; i++)
    life_memory_release (self->plan.scratch[i].tile.cells);
  g_free (self->plan.scratch);
  life_areas_clear (&self->tiles);
}

/* A tile's position along an axis: the world's cell @start is its cell 0, and it
 * needs @length cells of the world. */
typedef struct {
  gint64 start;
  gsize length;
  gsize core, core_length;
} Span;

static Span
span_of (const LifeTileAxis *axis, gsize tile, gsize size)
{
  gsize first = tile * axis->core;
  gsize core = MIN (axis->core, size - first);

  return (Span){ (gint64) first - (gint64) axis->halo, core + 2 * axis->halo,
    axis->halo, core };
}

/* Rows lie too far apart for hardware prefetchers. */
static void
prefetch_words (const guint64 *words, gsize n)
{
  for (gsize i = 0; i < n; i += LIFE_BLOCK_WORDS)
    __builtin_prefetch (words + i, 0, 2);
}

/* Copies a row of the tile to @words; cells outside the world are dead. */
static void
copy_row (LifeBitsliced *self, const Span *span, gsize extent,
    const guint64 *row, guint64 *words)
{
  gsize width = self->bits.engine.geometry.width;
  gsize at = 0, length = MIN (span->length, extent);
  gint64 start = span->start;

  if (self->bits.engine.geometry.topology == LIFE_TOPOLOGY_TORUS) {
    gsize from = (gsize) (start % (gint64) width + (gint64) width) % width;
    while (at < length) {
      gsize straight = MIN (length - at, width - from);
      life_bitsliced_copy_cells (&self->kernel, words, at, row, from, straight);
      at += straight;
      from = 0;
    }
  } else {
    gsize dead = start < 0 ? (gsize) -start : 0;
    gsize from = start < 0 ? 0 : (gsize) start;
    gsize inside = MIN (length - dead, width - from);
    memset (words, 0, life_bits_words (dead) * sizeof (guint64));
    life_bitsliced_copy_cells (&self->kernel, words, dead, row, from, inside);
    at = dead + inside;
  }
  /* The bits after the last cell in its word are 0 by now. */
  memset (words + life_bits_words (at), 0,
      (extent / LIFE_WORD_CELLS - life_bits_words (at)) * sizeof (guint64));
}

/* Copies the tile's row @row to @words if edges are not simple; @first_row is
 * the world's first row. */
static void
copy_twisted_row (LifeBitsliced *self, const guint64 *first_row, const Span *x,
    const Span *y, gsize row, guint64 *words)
{
  gsize length = row < y->length ? MIN (x->length, self->plan.x.extent) : 0;
  gsize n = life_bits_words (length);

  life_edges_copy (
      self, first_row, x->start, y->start + (gint64) row, length, words);
  memset (words + n, 0,
      (self->plan.x.extent / LIFE_WORD_CELLS - n) * sizeof (guint64));
}

/* The present row for the tile's row @y, or NULL if there is none. */
static const guint64 *
find_row (LifeBitsliced *self, const Span *span, gsize y)
{
  gint64 height = self->bits.engine.geometry.height;
  gint64 row = span->start + (gint64) y;

  if (y >= span->length)
    return NULL;
  if (self->bits.engine.geometry.topology == LIFE_TOPOLOGY_TORUS)
    row = (row % height + height) % height;
  else if (row < 0 || row >= height)
    return NULL;
  return life_bitsliced_row (self, (gsize) row);
}

/* The first cells of a row of the tile's strips, in a slot of their own, or next to those of the
 * planes before. */
static guint64 *
find_slot (const LifeBitsliced *self, const LifeBitslicedTile *tile,
    gsize plane, gsize row)
{
  if (plane >= tile->planes)
    return tile->ages + ((plane - 1) * tile->rows + row) * tile->stride;
  return tile->cells + (tile->first + row) * tile->stride
         + plane * self->kernel.lanes;
}

/* Loads a plane of the tile; FALSE if all cells are dead. */
static gboolean
load_plane (LifeBitsliced *self, LifeTileScratch *scratch, gsize plane,
    const Span *x, const Span *y)
{
  const LifeTilePlan *plan = &self->plan;
  gsize words = plan->blocks * self->kernel.lanes;
  gsize first_word = (gsize) MAX (x->start, 0) / LIFE_WORD_CELLS;
  gboolean alive = FALSE;

  for (gsize row = 0; row < plan->rows; row++) {
    for (gsize strip = 0; strip < LIFE_WORD_CELLS; strip++) {
      const guint64 *from = find_row (self, y, strip * plan->rows + row);
      guint64 *to = scratch->rows + strip * words;
      if (self->twisted) {
        copy_twisted_row (self,
            life_bitsliced_row (self, 0) + plane * self->bits.planes.step, x, y,
            strip * plan->rows + row, to);
        continue;
      }
      if (from == NULL) {
        memset (to, 0, words * sizeof (guint64));
        continue;
      }
      from += plane * self->bits.planes.step;
      copy_row (self, x, plan->x.extent, from, to);
      prefetch_words (from + self->bits.stride + first_word,
          MIN (words, self->bits.words - first_word));
    }
    alive |= self->kernel.load_row (&scratch->tile,
        find_slot (self, &scratch->tile, plane, row), scratch->rows);
  }
  return alive;
}

/* Loads the tile; FALSE if all cells are dead. */
static gboolean
load_tile (
    LifeBitsliced *self, LifeTileScratch *scratch, const Span *x, const Span *y)
{
  gboolean alive = FALSE;

  scratch->tile.first = 2;
  for (gsize plane = 0; plane < self->bits.planes.n; plane++)
    alive |= load_plane (self, scratch, plane, x, y);
  return alive;
}

static guint8
words_set (const guint64 *words, gsize first, gsize end)
{
  guint64 any = 0;

  for (gsize i = first; i < end; i++)
    any |= words[i];
  return any != 0;
}

/* Finds where in the core cells have changed. */
static guint8
find_changes (LifeTileScratch *scratch, gsize words, gsize width, gsize halo)
{
  gsize west = MIN (life_bits_words (halo), words);
  gsize east = width > halo ? (width - halo) / LIFE_WORD_CELLS : 0;
  guint8 changed = 0;

  for (guint i = 0; i < 4; i++) {
    const guint64 *row = scratch->changed[i];
    if (!words_set (row, 0, words))
      continue;
    changed |= LIFE_CHANGED | (i & 1 ? LIFE_CHANGED_NORTH : 0)
               | (i & 2 ? LIFE_CHANGED_SOUTH : 0);
    changed |= words_set (row, 0, west) ? LIFE_CHANGED_WEST : 0;
    changed |= words_set (row, east, words) ? LIFE_CHANGED_EAST : 0;
  }
  return changed;
}

/* Writes a plane of the core to the next generation, and adds changes to those found so far.
 * Returns 0 if no bit of it is set. */
static guint64
store_plane (LifeBitsliced *self, LifeTileScratch *scratch, gsize plane,
    const Span *x, const Span *y, gboolean alive)
{
  const LifeTilePlan *plan = &self->plan;
  gsize row_words = plan->blocks * self->kernel.lanes;
  gsize words = life_bits_words (x->core_length);
  gsize first_word = (gsize) (x->start + (gint64) x->core) / LIFE_WORD_CELLS;
  gsize first_row = (gsize) (y->start + (gint64) y->core);
  guint64 last = life_bits_mask ((x->core_length - 1) % LIFE_WORD_CELLS + 1);
  guint64 any = 0;

  for (gsize row = 0; row < plan->rows; row++) {
    if (alive)
      self->kernel.store_row (&scratch->tile,
          find_slot (self, &scratch->tile, plane, row), scratch->rows);
    for (gsize strip = 0; strip < LIFE_WORD_CELLS; strip++) {
      gsize at = strip * plan->rows + row - y->core;
      guint64 *to;
      guint near;
      if (at >= y->core_length)
        continue;
      near = (at < plan->halo ? 1 : 0)
             | (at + plan->halo >= y->core_length ? 2 : 0);
      self->kernel.copy (scratch->words,
          scratch->rows + strip * row_words + x->core / LIFE_WORD_CELLS,
          x->core % LIFE_WORD_CELLS, words);
      scratch->words[words - 1] &= last;
      to = life_bitsliced_previous_row (self, first_row + at)
           + plane * self->bits.planes.step + first_word;
      self->kernel.replace (
          to, scratch->words, words, scratch->changed[near], &any);
      prefetch_words (to + self->bits.stride, words);
    }
  }
  return any;
}

/* Writes the tile's core to the next generation. */
static void
store_tile (LifeBitsliced *self, LifeTileScratch *scratch, const Span *x,
    const Span *y, gboolean alive, LifeAreaSide *side)
{
  const LifeTilePlan *plan = &self->plan;
  gsize row_words = plan->blocks * self->kernel.lanes;
  gsize words = life_bits_words (x->core_length);
  guint64 any = 0;

  for (guint i = 0; i < 4; i++)
    memset (scratch->changed[i], 0, words * sizeof (guint64));
  if (!alive)
    memset (scratch->rows, 0, row_words * LIFE_WORD_CELLS * sizeof (guint64));
  for (gsize plane = 0; plane < self->bits.planes.n; plane++)
    any |= store_plane (self, scratch, plane, x, y, alive);
  side->alive = any != 0;
  side->changed = find_changes (scratch, words, x->core_length, plan->halo);
}

/* Rows or columns of cells that have to stay dead: those just outside a plane's
 * edges. */
static guint
find_walls (const Span *span, gsize size, gsize extent, guint32 walls[2])
{
  gint64 before = -1 - span->start, behind = (gint64) size - span->start;
  guint n = 0;

  /* A tile that is at least as long as the world begins after the world's
   * end. */
  if (before < 0 && span->core == 0)
    before += (gint64) extent;
  if (before >= 0 && before < (gint64) extent)
    walls[n++] = (guint32) before;
  if (behind < (gint64) extent && behind != before)
    walls[n++] = (guint32) behind;
  return n;
}

static void
advance_tile (LifeBitsliced *self, LifeTileScratch *scratch, const Span *x,
    const Span *y, LifeAreaSide *side)
{
  const LifeGeometry *geometry = &self->bits.engine.geometry;
  const gsize first_row = (gsize) (y->start + (gint64) y->core);
  gsize first = first_row, end = first_row + y->core_length;
  LifeBitslicedPart part = { .x = x->core, .width = x->core_length };
  LifeBitslicedPart *counted = NULL;
  LifeBitslicedWalls walls = { .n_columns = 0 };

  life_bitsliced_counted_rows (self, &first, &end);
  part.y = y->core + first - first_row;
  part.height = end - first;
  if (self->tiles.counting && part.height > 0)
    counted = &part;
  if (geometry->topology == LIFE_TOPOLOGY_PLANE) {
    walls.n_columns =
        find_walls (x, geometry->width, self->plan.x.extent, walls.columns);
    walls.n_rows =
        find_walls (y, geometry->height, self->plan.y.extent, walls.rows);
  }
  if (self->is_life)
    self->kernel.tile_life (&scratch->tile, self->tiles.now, &walls, counted);
  else
    self->kernel.tile_totalistic (
        &scratch->tile, self->tiles.now, &walls, counted, &self->rule);
  side->births = (guint32) part.births;
  side->deaths = (guint32) part.deaths;
}

/* Advances one tile by the generations of the pass. */
void
life_tiles_advance (LifeBitsliced *self, gsize tile)
{
  const LifeTilePlan *plan = &self->plan;
  gsize column = tile % plan->x.tiles, row = tile / plan->x.tiles;
  Span x = span_of (&plan->x, column, self->bits.engine.geometry.width);
  Span y = span_of (&plan->y, row, self->bits.engine.geometry.height);
  LifeAreaSide *side = life_areas_written (&self->tiles, column, row);
  LifeTileScratch *scratch = &self->plan.scratch[life_thread_pool_index ()];
  gboolean alive;

  if (life_areas_skip (self, &self->tiles, column, row))
    return;
  alive = load_tile (self, scratch, &x, &y) || self->born_of_nothing;
  side->births = side->deaths = 0;
  if (alive)
    advance_tile (self, scratch, &x, &y, side);
  store_tile (self, scratch, &x, &y, alive, side);
}
