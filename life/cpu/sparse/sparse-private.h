/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of sparse tiles share: the tile and the engine. sparse-tiles.c makes, finds and
 * frees tiles, sparse-step.c advances them, edit.c sets and saves cells, sparse-read.c counts
 * and reads them, sparse-kernels.c and sparse-tabled.c have the kernels. */
#pragma once

#include "life/cpu/sparse/sparse-kernels.h"
#include "life/cpu/state-planes.h"
#include "life/cpu/unbounded-engine.h"
#include "life/rule/table/table-lookup.h"
#include "life/world/tile-table.h"

#include <stdatomic.h>

typedef struct _LifeSparseTile LifeSparseTile;

/* Passes alternate between two generations of cells, so that the cells written by a pass are
 * compared with those of two passes ago: if neither a tile nor its halo has changed, the next
 * pass would write the same cells again. */
struct _LifeSparseTile {
  /* The tiles around it, by direction, and itself; the engine's empty one where none is. */
  LifeSparseTile *around[LIFE_SPARSE_AROUND];
  guint missing;        /* the directions without a tile */
  gint64 position[2];   /* column and row of tiles */
  gsize index;          /* among the engine's tiles */
  _Atomic guint64 pass; /* the last one that it takes part in */
  /* Of the last generation of the pass that wrote each generation, if they were counted. */
  guint32 births[2], deaths[2];
  guint8 counted[2];
  /* Two generations, each of as many planes as the rule needs. */
  guint64 cells[] __attribute__ ((aligned (64)));
};

/* Tiles, and tiles with a direction in which one is missing. */
typedef struct {
  LifeSparseTile **tiles;
  gsize n, room;
} LifeSparseList;

typedef struct {
  LifeSparseTile *tile;
  guint direction;
} LifeSparseMissing;

typedef struct {
  LifeSparseList next; /* tiles that the next pass is to advance */
  LifeSparseMissing *missing;
  gsize n_missing, missing_room;
} LifeSparseOutput;

/* A rule that is looked up. */
typedef struct {
  LifeTree tree;
  const guint32 *entries; /* the rule's, or @expanded */
  guint32 *expanded;
  LifePlanes planes; /* of a tile with its halo, row after row */
  const LifeStatesKernel *states;
} LifeSparseTable;

typedef struct {
  LifeUnboundedEngine unbounded;
  LifeSparseKernel kernel;
  gboolean is_life, is_mapped, is_tabled;
  LifePlanes planes;
  gsize tile_size; /* in bytes */
  LifeBitslicedRule rule;
  LifeDiagram map;
  LifeSparseTable lookup;
  LifeBitslicedNetwork network; /* of a table, if has_network */
  gboolean has_network;
  struct _LifeRuleTable
      *unsearched;   /* whose gates were not looked for, or NULL */
  guint64 looked_up; /* tiles times generations */

  LifeTileTable table; /* of tiles */
  LifeSparseList tiles;
  GPtrArray *slabs;          /* of memory for tiles */
  LifeSparseTile *free_tile; /* the first one of a list, by around[0] */
  guint8 *new_tile;          /* the first of @n_new that were never used */
  gsize n_new;
  gsize n_reserved;  /* tiles that all slabs have */
  gsize tiles_swept; /* how many there were after the last sweep */
  LifeSparseTile *empty;

  guint side;   /* of the present cells */
  guint64 pass; /* the number of the next one, from 1 on */
  /* The tiles that the next pass advances; the number of passes that have to advance all tiles,
   * after changes by anything but passes of @generations; whether there was one since the last
   * step. */
  LifeSparseList active;
  guint settling;
  gboolean touched;
  guint generations;

  /* Births and deaths of the last generation, if tiles do not have them. */
  gboolean changes_stored;
  guint64 stored_births, stored_deaths;

  /* Of the pass in progress. */
  gboolean counts, shared; /* by threads */
  const gint *cancelled;
  /* Atomic: tiles were not advanced, since the step was cancelled; or not listed, for lack of
   * memory. */
  gint abandoned, lost;
  LifeSparseOutput *outputs;
  gsize n_outputs;
} LifeSparse;

/* Steps along both axes to the tile in a direction. */
static inline gint
life_sparse_right (guint direction)
{
  return (gint) (direction % 3) - 1;
}

static inline gint
life_sparse_down (guint direction)
{
  return (gint) (direction / 3) - 1;
}

/* The tile of a cell. */
static inline gint64
life_sparse_tile_of (gint64 cell)
{
  return cell / LIFE_SPARSE_SIDE - (cell % LIFE_SPARSE_SIDE < 0);
}

/* The first cell of a tile. */
static inline gint64
life_sparse_cell_of (gint64 tile)
{
  return tile * LIFE_SPARSE_SIDE;
}

/* The planes of a generation. */
static inline guint64 *
life_sparse_cells (
    const LifeSparse *self, const LifeSparseTile *tile, guint side)
{
  return (guint64 *) tile->cells
         + (side & 1) * self->planes.n * LIFE_SPARSE_PLANE;
}

/* Row @row of a tile, 0 … LIFE_SPARSE_SIDE - 1, whose cells begin at bit
 * LIFE_SPARSE_HALO. */
static inline guint64 *
life_sparse_row (const LifeSparse *self, const LifeSparseTile *tile, guint row)
{
  return life_sparse_cells (self, tile, self->side)
         + LIFE_SPARSE_WORD (row + LIFE_SPARSE_HALO);
}

/* The cells of row @row of a generation that are not in state 0. */
static inline guint64
life_sparse_any_of (
    const LifeSparse *self, const LifeSparseTile *tile, guint side, guint row)
{
  const guint64 *word = life_sparse_cells (self, tile, side)
                        + LIFE_SPARSE_WORD (row + LIFE_SPARSE_HALO);
  guint64 any = 0;

  for (gsize plane = 0; plane < self->planes.n; plane++)
    any |= word[plane * LIFE_SPARSE_PLANE];
  return any;
}

/* The same of the present one. */
static inline guint64
life_sparse_any (const LifeSparse *self, const LifeSparseTile *tile, guint row)
{
  return life_sparse_any_of (self, tile, self->side, row);
}

/* To be called after cells were changed by anything but a step. */
static inline void
life_sparse_touch (LifeSparse *self)
{
  self->touched = TRUE;
}

/* sparse-tiles.c */
gboolean life_sparse_init_tiles (
    LifeSparse *self, LifePlanes planes, GError **error);
void life_sparse_clear_tiles (LifeSparse *self);
void life_sparse_drop_tiles (LifeSparse *self);
LifeSparseTile *life_sparse_find (
    const LifeSparse *self, gint64 column, gint64 row);
LifeSparseTile *life_sparse_ensure (
    LifeSparse *self, gint64 column, gint64 row, GError **error);
void life_sparse_sweep (LifeSparse *self);
gboolean life_sparse_is_empty (
    const LifeSparse *self, const LifeSparseTile *tile, guint side);
gboolean life_sparse_list_add (
    LifeSparse *self, LifeSparseList *list, LifeSparseTile *tile);
gboolean life_sparse_fail_lists (const LifeSparse *self, GError **error);
gboolean life_sparse_check_room (
    LifeSparse *self, guint64 tiles, GError **error);

/* sparse-step.c */
gboolean life_sparse_step (LifeEngine *engine, guint64 generations,
    const gint *cancelled, guint64 *stepped, GError **error);
void life_sparse_count_changes (
    const LifeSparse *self, guint64 *births, guint64 *deaths);

/* sparse-tabled.c */
gboolean life_sparse_table_supports (const LifeRule *rule);
void life_sparse_table_init (LifeSparseTable *self, const LifeRule *rule);
void life_sparse_table_clear (LifeSparseTable *self);
void life_sparse_table_advance (
    const LifeSparseTable *table, LifeSparseTask *task);

/* edit.c */
gboolean life_sparse_clear (LifeEngine *engine, GError **error);
gboolean life_sparse_add_runs (LifeEngine *engine, const LifeRun *runs,
    gsize n_runs, const gint64 origin[3], GError **error);
gboolean life_sparse_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
gboolean life_sparse_write (LifeEngine *engine, const LifeBox *box,
    const guint8 *cells, GError **error);
gpointer life_sparse_save (
    LifeEngine *engine, gpointer old, gsize *size, GError **error);
gboolean life_sparse_restore (
    LifeEngine *engine, gconstpointer state, GError **error);
void life_sparse_drop (LifeEngine *engine, gpointer state);
gboolean life_sparse_visit_saved (LifeEngine *engine, gconstpointer state,
    LifeVisitBox visit, gpointer data, GError **error);
gboolean life_sparse_change_planes (
    LifeSparse *self, LifePlanes planes, GError **error);

/* sparse-read.c */
gboolean life_sparse_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error);
gboolean life_sparse_visit (
    LifeEngine *engine, LifeVisitPatch visit, gpointer data, GError **error);
gboolean life_sparse_read_bits (
    LifeEngine *engine, const LifeBitBox *box, guint64 *bits, GError **error);
gboolean life_sparse_count_squares (LifeEngine *engine,
    const LifeSquares *squares, gdouble *counts, GError **error);
