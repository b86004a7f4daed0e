/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of worlds without edges on a GPU share: cuda-unbounded.cu makes them,
 * unbounded-step.cu advances them, edit.cu sets cells, save.cu saves and restores them,
 * visit.cu counts and shows them. Kernels are in pass.cu, read.cu, window.cu and write.cu. */
#pragma once

#include "cuda/engine/cuda-engine.h"
#include "cuda/unbounded/pass.h"
#include "cuda/unbounded/tile-pool.h"
#include "cuda/unbounded/read.h"

#include "life/cpu/unbounded-engine.h"
#include "life/world/tile-table.h"

/* Tiles that are to be changed: cells where @mask is set. */
struct LifeTileEdits {
  LifeTileEdit *edits;
  gsize n, room;
  LifeTileTable table; /* index + 1, as a pointer */
};

/* The GPU has the cells; what the host changes waits on the host until anything reads cells. */
struct LifeTilesEngine {
  LifeUnboundedEngine unbounded;
  LifeDevice device;
  LifeLauncher launcher;
  LifeTilePool pool;
  LifeTilesRule rule;

  uint32_t side;        /* of the present cells */
  uint32_t number;      /* of the next pass */
  uint32_t generations; /* of the last pass */
  /* All tiles take part in the next two passes: cells were changed by anything but passes of
   * so many generations. */
  gboolean touched;

  LifeTileEdits edits;

  LifeTilesCounts *counts;  /* on the GPU */
  LifeTilesCounts *counted; /* where both sides see them */
  LifeTilesCounts measured; /* population and box, where @is_measured */
  gboolean is_measured;
  gboolean changes_valid; /* @births and @deaths */
  guint64 births, deaths;
  LifeScratch scratch;
};

/* edit.cu */
gboolean life_tiles_flush (LifeTilesEngine *self, GError **error);
void life_tiles_clear_edits (LifeTilesEngine *self);
gboolean life_tiles_clear (LifeEngine *engine, GError **error);
gboolean life_tiles_add_runs (LifeEngine *engine, const LifeRun *runs,
    gsize n_runs, const gint64 origin[3], GError **error);
gboolean life_tiles_write (LifeEngine *engine, const LifeBox *box,
    const guint8 *cells, GError **error);

/* save.cu */
gpointer life_tiles_save (
    LifeEngine *engine, gpointer old, gsize *size, GError **error);
gboolean life_tiles_restore (
    LifeEngine *engine, gconstpointer state, GError **error);
void life_tiles_drop (LifeEngine *engine, gpointer state);
gboolean life_tiles_visit_saved (LifeEngine *engine, gconstpointer state,
    LifeVisitBox visit, gpointer data, GError **error);

/* unbounded-step.cu */
gboolean life_tiles_step (LifeEngine *engine, guint64 generations,
    const gint *cancelled, guint64 *stepped, GError **error);

/* Counts births and deaths, unless they are valid. */
gboolean life_tiles_count_changes (LifeTilesEngine *self, GError **error);

/* visit.cu */
gboolean life_tiles_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error);
gboolean life_tiles_visit (
    LifeEngine *engine, LifeVisitPatch visit, gpointer data, GError **error);
gboolean life_tiles_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
gboolean life_tiles_read_bits (
    LifeEngine *engine, const LifeBitBox *box, guint64 *bits, GError **error);
gboolean life_tiles_count_squares (LifeEngine *engine,
    const LifeSquares *squares, gdouble *counts, GError **error);

/* Counts what lives, unless that is valid, and comes to @measured. The context is entered,
 * and no edit waits; the same goes for what follows. */
gboolean life_tiles_measure (LifeTilesEngine *self, GError **error);

/* Copies the tiles among indices @first to before @end in which cells live to @records, for
 * which there is room; *@n is how many they are. */
gboolean life_tiles_collect (LifeTilesEngine *self, uint32_t first,
    uint32_t end, LifeTileRecord *records, gsize *n, GError **error);
