/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine interface: the one struct of functions behind which a world is
 * stored and advanced. life/engines.c chooses the engine; no other file depends
 * on which one runs, or on a world being one piece of memory. */
#pragma once

#include <life/statistics.h>
#include <life/world.h>

#include "life/base/memory.h"
#include "life/pattern/pattern-private.h"
#include "life/rule/rule-private.h"
#include "life/world/cells.h"

G_BEGIN_DECLS

typedef struct _LifeEngineClass LifeEngineClass;
typedef struct _LifeEngine LifeEngine;

/* Gets live cells of a world without edges: bit b of row r is cell (@x + b, @y + r). At
 * most 64 rows. Each live cell is in one patch, and cells of other patches are 0 there. */
typedef gboolean (*LifeVisitPatch) (gpointer data, gint64 x, gint64 y,
    const guint64 *rows, guint n_rows, GError **error);

/* Receives the states of a box of cells, a byte each, row after row. */
typedef gboolean (*LifeVisitBox) (
    const LifeBox *box, const guint8 *cells, gpointer data, GError **error);

/* What engines count in addition to #LifeCountFlags, of which the population is no flag. */
enum {
  LIFE_COUNT_LIVING = 1 << 1,   /* the population */
  LIFE_COUNT_CHECKSUM = 1 << 4, /* what life_world_checksum() returns */
};

/* What an engine counted: of these what was requested is set. */
typedef struct {
  LifeStatistics statistics;
  guint64 checksum;
} LifeTally;

/* @rows rows of @words words of a bit per cell, one after the other, from cell (@x, @y) on. */
typedef struct {
  gint64 x, y;
  gsize words, rows;
} LifeBitBox;

/* @columns × @rows squares of 2^@level cells along a side, @level being 0 … 62, from square
 * (@column, @row) on: cells column × 2^level and so on. */
typedef struct {
  gint64 column, row;
  guint level, columns, rows;
} LifeSquares;

/* What engines of worlds without edges add to the functions of all others. Callers check
 * that positions lie within LIFE_MAX_COORDINATE, and that planes and depths are those of a
 * 2D world. */
typedef struct {
  /* Replaces all cells by those of a macrocell file's last node, whose middle is the corner
   * of cell (0, 0); NULL: there are too many of them. */
  gboolean (*add_nodes) (LifeEngine *engine, const LifeMacrocellNode *nodes,
      gsize n_nodes, GError **error);

  /* Whether cells are alive, a bit each. */
  gboolean (*read_bits) (
      LifeEngine *engine, const LifeBitBox *box, guint64 *bits, GError **error);

  /* How many cells are alive in each square, row after row; exact up to 2^53. */
  gboolean (*count_squares) (LifeEngine *engine, const LifeSquares *squares,
      gdouble *counts, GError **error);

  /* Calls @visit for all live cells; FALSE where it returns that. */
  gboolean (*visit) (
      LifeEngine *engine, LifeVisitPatch visit, gpointer data, GError **error);

  /* How many patches that are, of 64 × 64 cells at multiples of 64, or 2^64 - 1; NULL:
   * no more than fit into memory. */
  gboolean (*count_patches) (
      LifeEngine *engine, guint64 *patches, GError **error);

  /* Visits boxes with all live cells of what was saved, in any thread, as read_saved.
   * NULL: there are nodes. */
  gboolean (*visit_saved) (LifeEngine *engine, gconstpointer state,
      LifeVisitBox visit, gpointer data, GError **error);

  /* The nodes of what was saved, the root last, as any thread may read it; free them with
   * life_memory_release(). NULL: there are none. */
  LifeMacrocellNode *(*get_nodes) (
      LifeEngine *engine, gconstpointer state, gsize *n_nodes, GError **error);

  /* The population in decimal digits; NULL where it always fits 64 bits. */
  gchar *(*population_text) (LifeEngine *engine, GError **error);

  /* Births and deaths are 0, whatever happens: a population does not follow from them. */
  gboolean skips_changes;
} LifeUnboundedClass;

/* Every engine's own struct begins with this one. */
struct _LifeEngine {
  const LifeEngineClass *klass;
  LifeGeometry geometry;
  LifeMemory memory;    /* of all that a world without edges has */
  LifeThreadPool *pool; /* of such a world; its renderer has no other */
  const LifeRule *rule; /* the world's, which owns it */
  gdouble center[2]; /* of a world without edges: what a view's -1 stands for */
};

/* Callers check the arguments: boxes and origins lie inside the world, and rule
 * and world have the same dimensions. Every function that returns a gboolean
 * sets @error when it returns FALSE. */
struct _LifeEngineClass {
  const gchar *name;

  /* Whether this engine is available and can run @rule on a world of @geometry's shape with
   * @options. Sizes that are not chosen yet are 0. */
  gboolean (*check) (const LifeRule *rule, const LifeGeometry *geometry,
      const LifeEngineOptions *options, GError **error);

  /* Makes a world of dead cells. An error for lack of memory comes before any is allocated. */
  LifeEngine *(*create) (const LifeGeometry *geometry, const LifeRule *rule,
      const LifeEngineOptions *options, GError **error);
  void (*destroy) (LifeEngine *engine);

  /* The name of the kernel and of what it runs on; owned by the engine. */
  const gchar *(*get_kernel_name) (LifeEngine *engine);

  /* States that the rule does not have become the highest one. LIFE_ERROR_UNSUPPORTED: a new
   * engine may run it. */
  gboolean (*set_rule) (
      LifeEngine *engine, const LifeRule *rule, GError **error);
  gboolean (*clear) (LifeEngine *engine, GError **error);

  /* Gives each cell its state of the soup, life_soup_state() with life_family_live_states() of
   * the rule. NULL: the world has no edges. */
  gboolean (*soup) (
      LifeEngine *engine, guint64 seed, guint64 threshold, GError **error);

  /* Sets the cells of the runs, moved by @origin. They wrap as on a torus without a shift; in
   * worlds of other shapes no run reaches over an edge. */
  gboolean (*add_runs) (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
      const gint64 origin[3], GError **error);

  /* The states of a box, a byte per cell, row after row. */
  gboolean (*read) (
      LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
  gboolean (*write) (LifeEngine *engine, const LifeBox *box,
      const guint8 *cells, GError **error);

  /* Advances by @generations; *@stepped is set to how many whole ones were done, also where it
   * returns FALSE (cancelled). */
  gboolean (*step) (LifeEngine *engine, guint64 generations,
      const gint *cancelled, guint64 *stepped, GError **error);

  /* Counts @what, flags LIFE_COUNT_…, of the present cells. Changes and activity are requested
   * only after a step, before any other change; activity is 0 where the previous one is lost. */
  gboolean (*count) (
      LifeEngine *engine, guint what, LifeTally *tally, GError **error);

  /* The same of LIFE_COUNT_CHECKSUM while the caller does something else, which may change
   * cells; begun again it replaces the pending one. NULL: @count. Frames have begin_frame(). */
  gboolean (*begin_count) (LifeEngine *engine, guint what, GError **error);
  gboolean (*finish_count) (
      LifeEngine *engine, LifeTally *tally, GError **error);

  /* Whether a step of @generations returns long before it is done. NULL: never. */
  gboolean (*is_step_deferred) (LifeEngine *engine, guint64 generations);

  /* Reverts the last step, which was of one generation and the last change of the world. NULL:
   * the previous generation is not stored. */
  void (*undo) (LifeEngine *engine);

  /* Saves the present cells in the engine's own form; *@size is in bytes. @old is NULL, or an
   * earlier result that is written over and returned. */
  gpointer (*save) (
      LifeEngine *engine, gpointer old, gsize *size, GError **error);
  gboolean (*restore) (LifeEngine *engine, gconstpointer state, GError **error);
  void (*drop) (LifeEngine *engine, gpointer state);

  /* As @read, of what was saved: one thread may do so while another one does anything but drop
   * it. NULL: the world has no edges. */
  gboolean (*read_saved) (LifeEngine *engine, gconstpointer state,
      const LifeBox *box, guint8 *cells, GError **error);

  /* The present cells, to be read by a renderer until they change. NULL: the renderer of this
   * engine reads them in another way. */
  void (*get_cells) (LifeEngine *engine, LifeCells *cells);

  /* Of worlds without edges; NULL: of all others. */
  const LifeUnboundedClass *unbounded;

  /* Called before a step under a rule that alternates: the number of the present generation. NULL:
   * such steps are of one generation each, and set_rule() sets its own rule before. */
  void (*set_generation) (LifeEngine *engine, guint64 generation);
};

/* The checksum of a world whose cells lie in @cells, a byte each (life/world/checksum.c). */
guint64 life_engine_sum_cells (
    const LifeGeometry *geometry, const guint8 *cells);

/* The engine of @world, for programs that measure one; the world owns it. */
LifeEngine *life_world_get_engine (LifeWorld *world);

/* Whether a world's edges are those of a torus without a shift, or of a plane.
 * Many kernels run no others. */
gboolean life_engine_has_simple_edges (const LifeGeometry *geometry);

/* Sets the cells of a pattern whose corner is at @origin, wrapped as the
 * world's edges are joined (life/world/paste.c). */
gboolean life_engine_paste (LifeEngine *engine, const LifePattern *pattern,
    const gint64 origin[3], GError **error);

G_END_DECLS
