/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of the CPU's fast 2D engine share: how its cells lie in memory, and what it
 * records of areas of the world. bits2d.c stores and edits, bits2d-step.c runs passes,
 * bits2d-tiles.c copies parts of the world into tiles and back, areas.c finds areas to skip,
 * twisted-edges.c joins the edges of Klein bottles and their like, count.c counts,
 * bits2d-rule.c prepares a rule for the kernels, which are bits2d-kernels.c, tile.h, stream.c,
 * for states planes.h and, for rules by their map, map-avx512vbmi.c; rule-jit.c compiles a rule
 * to machine code. */
#pragma once

#include "life/cpu/row-engine.h"
#include "life/cpu/bits2d/rule-jit.h"
#include "life/cpu/bits2d/stream.h"

#include <stdatomic.h>

/* Rows of a strip, which stay in the first-level cache while it is advanced. */
#define LIFE_STRIP_ROWS 64

/* Where in an area cells have changed: anywhere, or so near to an edge that they
 * are in a neighbor's halo. */
enum {
  LIFE_CHANGED = 1,
  LIFE_CHANGED_WEST = 2,
  LIFE_CHANGED_EAST = 4,
  LIFE_CHANGED_NORTH = 8,
  LIFE_CHANGED_SOUTH = 16,
  LIFE_CHANGED_ALL = 31,
};

/* The results of one pass for an area. */
typedef struct {
  guint32 births, deaths; /* of its last generation, if that was counted */
  guint8 changed;         /* compared with what the pass wrote over */
  guint8 alive;           /* some cell is alive */
} LifeAreaSide;

/* Indexed by buffer: passes alternate between two. */
typedef struct {
  LifeAreaSide sides[2];
  guint64 skips_from; /* the first pass that may skip it */
} LifeArea;

/* The world cut into areas that are advanced, or skipped, as a whole. */
typedef struct {
  gsize width, height; /* cells of an area; the last ones may have fewer */
  gsize columns, rows; /* areas */
  LifeArea *areas;     /* row after row */
  guint8 *busy[2];     /* by buffer: whether a row of areas has changed */
  guint64 *skips_from; /* the first pass that may skip a row of areas */

  guint side;     /* the buffer that the next pass writes */
  guint64 number; /* of the next pass */
  guint passes;   /* since cells may have been changed by anything but passes */
  guint generations[2]; /* of the pass that wrote the buffer */
  gboolean counted[2];  /* that pass counted its changes */
  gboolean streamed[2]; /* that pass did not count area by area */
  /* What it counted outside of areas. */
  _Atomic guint64 births[2], deaths[2];
  gboolean sparse; /* many areas were unchanged after the last pass */
  guint untracked; /* passes that did not search for changes */

  /* Of the pass in progress. */
  guint now; /* generations */
  gboolean counting;
  gboolean tracking;
  gboolean streaming; /* past the caches, row by row and not area by area */
  atomic_size_t unchanged;
} LifeAreas;

/* How tiles lie along an axis. */
typedef struct {
  gsize tiles;
  gsize core;    /* cells that a tile advances; the last one may have fewer */
  gsize halo;    /* cells before and behind them that it needs */
  gsize extent;  /* cells of a tile */
  gboolean ends; /* the tile ends at the world's edges, so it needs no halo */
} LifeTileAxis;

/* The memory that a thread needs to advance a tile. */
typedef struct {
  LifeBitslicedTile tile;
  guint64 *rows;       /* 64 rows being copied in or out */
  guint64 *words;      /* a row's core */
  guint64 *changed[4]; /* by whether the row is near the north, the south */
} LifeTileScratch;

typedef struct {
  LifeTileAxis x, y;
  gsize blocks, rows;
  gsize halo;
  guint max_generations; /* of a pass; 0: tiles do not pay off in this world */
  guint threads;         /* that share the tiles */
  guint64 cost;          /* of a pass of @max_generations */
  LifeTileScratch *scratch; /* one per thread */
} LifeTilePlan;

typedef struct {
  LifeRowEngine bits;
  LifeBitslicedKernel kernel;
  LifeBitslicedStreamRow stream;

  gboolean is_life, is_mapped;
  gboolean born_of_nothing; /* B0: dead cells come alive without neighbors */
  LifeBitslicedRule rule;
  LifeBitslicedMap map;
  LifeBitslicedNetwork network; /* of a table rule */
  LifeRuleJit *jit;             /* or NULL */

  guint64 *dead_row;
  /* The edges are not simple; then there are rows above the first and below the
   * last one. */
  gboolean twisted;
  guint64 *outer_rows;
  gboolean halos_stale; /* the halo bits of the present rows are not set */

  gsize stream_bytes; /* worlds of this size are written past the caches */
  LifeAreas strips, tiles;
  LifeTilePlan plan;
  const LifeAreas *last; /* the areas of the last pass, or NULL */
  /* Changes were requested since the last step, and so are likely to be
   * requested after the next. */
  gboolean changes_requested, changes_likely;
} LifeBitsliced;

static inline guint64 *
life_bitsliced_row (const LifeBitsliced *self, gsize y)
{
  return (guint64 *) self->bits.generations.present + y * self->bits.stride;
}

static inline guint64 *
life_bitsliced_previous_row (const LifeBitsliced *self, gsize y)
{
  return (guint64 *) self->bits.generations.previous + y * self->bits.stride;
}

/* The planes in which neighbors count: those of a network all. */
static inline gsize
life_bitsliced_halo_planes (const LifeBitsliced *self)
{
  return self->bits.planes.digits ? self->bits.planes.n : 1;
}

static inline void
life_bitsliced_strip_rows (
    const LifeBitsliced *self, gsize strip, gsize *first, gsize *end)
{
  *first = strip * LIFE_STRIP_ROWS;
  *end = MIN (*first + LIFE_STRIP_ROWS, self->bits.engine.geometry.height);
}

/* Narrows rows @first to before @end to those whose changes are counted. */
static inline void
life_bitsliced_counted_rows (
    const LifeBitsliced *self, gsize *first, gsize *end)
{
  if (self->bits.n_counted == 0)
    return;
  *first = MAX (*first, self->bits.first_counted);
  *end = MIN (*end, self->bits.first_counted + self->bits.n_counted);
  *end = MAX (*end, *first);
}

/* Runs one round of @item for every strip; @bytes as in
 * life_thread_pool_choose(). */
static inline void
life_bitsliced_for_strips (
    LifeBitsliced *self, guint64 bytes, LifeWorkItem item, gpointer data)
{
  LifeWork work = { life_bits_words (self->bits.engine.geometry.height), item,
    NULL, NULL };

  life_thread_pool_run (self->bits.pool,
      life_thread_pool_choose (self->bits.pool, bytes, 1), &work, data);
}

/* To be called when cells were changed by anything but a step. */
static inline void
life_bitsliced_touched (LifeBitsliced *self)
{
  self->strips.passes = self->tiles.passes = 0;
  self->halos_stale = TRUE;
}

/* Copies @length cells from @row's cell @start on to bit @at of @words, where
 * all bits from there on may be written over. */
static inline void
life_bitsliced_copy_cells (const LifeBitslicedKernel *kernel, guint64 *words,
    gsize at, const guint64 *row, gsize start, gsize length)
{
  while (length > 0) {
    guint64 *to = words + at / LIFE_WORD_CELLS;
    guint bit = at % LIFE_WORD_CELLS;
    gsize done;

    if (bit == 0 && length >= LIFE_WORD_CELLS) {
      kernel->copy (to, row + start / LIFE_WORD_CELLS, start % LIFE_WORD_CELLS,
          length / LIFE_WORD_CELLS);
      done = length - length % LIFE_WORD_CELLS;
    } else {
      done = MIN (length, LIFE_WORD_CELLS - bit);
      *to = (bit > 0 ? *to & life_bits_mask (bit) : 0)
            | life_bits_read (row, start, (guint) done) << bit;
    }
    at += done;
    start += done;
    length -= done;
  }
}

/* bits2d-rule.c */
const LifeNetwork *life_bitsliced_network_of (const LifeRule *rule);
LifePlanes life_bitsliced_planes_for (const LifeRule *rule, guint state);
void life_bitsliced_set_network (LifeBitsliced *self, const LifeRule *rule);
void life_bitsliced_apply_rule (LifeBitsliced *self, const LifeRule *rule);
guint life_bitsliced_tile_cost (const LifeBitsliced *self);
guint life_bitsliced_strip_cost (const LifeBitsliced *self);

/* areas.c */
gboolean life_areas_init (LifeAreas *areas, const LifeGeometry *geometry,
    gsize width, gsize height, GError **error);
void life_areas_clear (LifeAreas *areas);
void life_areas_begin (LifeAreas *areas, guint generations, gboolean counting,
    gboolean may_stream);
void life_areas_end (LifeAreas *areas);
gboolean life_areas_skip_row (
    const LifeBitsliced *self, LifeAreas *areas, gsize row);
gboolean life_areas_skip (
    const LifeBitsliced *self, LifeAreas *areas, gsize column, gsize row);
void life_areas_replaced (
    LifeAreas *areas, gsize y, gsize first_cell, gsize cells);
gboolean life_areas_count (
    const LifeAreas *areas, guint64 *births, guint64 *deaths);

static inline LifeAreaSide *
life_areas_written (LifeAreas *areas, gsize column, gsize row)
{
  return &areas->areas[row * areas->columns + column].sides[areas->side];
}

/* twisted-edges.c */
void life_edges_copy (const LifeBitsliced *self, const guint64 *first_row,
    gint64 x, gint64 y, gsize length, guint64 *words);
void life_edges_refresh (LifeBitsliced *self);

/* bits2d-tiles.c */
gboolean life_tiles_init (LifeBitsliced *self, GError **error);
void life_tiles_clear (LifeBitsliced *self);
guint64 life_tiles_cost (const LifeBitsliced *self, guint generations);
void life_tiles_advance (LifeBitsliced *self, gsize tile);

/* bits2d-step.c */
gboolean life_bitsliced_step (LifeEngine *engine, guint64 generations,
    const gint *cancelled, guint64 *stepped, GError **error);

/* count.c */
gboolean life_bitsliced_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error);
void life_bitsliced_count_changes (
    LifeBitsliced *self, guint64 *births, guint64 *deaths);

/* @words words from word @start on of a strip's rows. */
typedef struct {
  gsize strip, start, words;
} LifeStripWords;

/* Adds to @births and @deaths what changed from @previous to @now, which are whole
 * generations, in those of the rows that are counted. */
void life_bitsliced_count_strip (const LifeBitsliced *self,
    const LifeStripWords *strip, const guint64 *now, const guint64 *previous,
    guint64 *births, guint64 *deaths);
