/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Engines whose cells lie in rows, as planes of bits or as bytes: they are copied in and out,
 * lent to renderers and saved here, and bit-lines.c fills and counts bits. How a world is
 * advanced, and what lies between rows, is up to the engine. */
#pragma once

#include "life/base/bits.h"
#include "life/base/cpu-path.h"
#include "life/cpu/count-kernels.h"
#include "life/cpu/generations.h"
#include "life/cpu/row-cells.h"
#include "life/world/engine-class.h"

typedef struct _LifeRowEngine LifeRowEngine;

/* The struct of every such engine begins with this one. */
struct _LifeRowEngine {
  LifeEngine engine;
  const LifeCountKernels *counting;
  const LifeStatesKernel *states;
  LifeThreadPool *pool;
  LifeRowCells lent; /* the present cells, as renderers read them */
  gchar *kernel_name;
  /* Fills a row with cells of the soup, one bit for each of @words words. */
  void (*fill_soup) (
      guint64 *row, gsize words, guint64 soup_row, guint64 threshold);
  /* Called when cells, in @box or anywhere, were changed by anything but a step; or NULL. */
  void (*touched) (LifeRowEngine *self, const LifeBox *box);
  /* Called before cells get states up to @state that the planes do not hold, to make room; or
   * NULL. */
  gboolean (*widen) (LifeRowEngine *self, guint state, GError **error);
  /* Called instead where only @n words of a line, from word @at on, were; or NULL. */
  void (*replaced) (LifeRowEngine *self, gsize line, gsize at, gsize n);

  guint64 *memory;
  LifePlanes planes;
  LifeGenerations generations; /* the first cells of the first row of each */
  /* In words; in bytes where a cell is one: */
  gsize words;  /* of a row that hold cells: the same for good */
  gsize stride; /* from a row to the next */
  /* Changes of the last generation from before its cells were laid out anew, or
   * were overwritten. */
  guint64 stored_births, stored_deaths;
  /* The lines whose changes are counted, where others are not the world's own; 0: all. */
  gsize first_counted, n_counted;
  /* Of the checksum: the keys for so many bits of the states, which bits of a row's
   * words are cells, and the sums of the products of a row without any. */
  guint64 *keys, *cells, empty[8];
  gsize key_bits;
};

/* Cells in a row's last word, 1 … 64. */
static inline guint
life_row_engine_last_cells (const LifeRowEngine *self)
{
  return (self->engine.geometry.width - 1) % LIFE_WORD_CELLS + 1;
}

/* Reports that cells in @box, or anywhere, were changed. */
static inline void
life_row_engine_touch (LifeRowEngine *self, const LifeBox *box)
{
  if (self->touched != NULL)
    self->touched (self, box);
}

/* Whether engines with a bit per cell run @rule; kernel=auto takes them then. */
gboolean life_row_engine_supports (const LifeRule *rule);

/* The present cells. */
LifeRowCells life_row_engine_rows (const LifeRowEngine *self);

/* The bytes of a generation's cells. */
guint64 life_row_engine_bytes (const LifeRowEngine *self);

/* Fills in what needs no memory for cells, for planes of bits. */
void life_row_engine_init (LifeRowEngine *self, const LifeEngineClass *klass,
    const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, LifeCpuPath path);

/* Frees what is here, and the engine's struct itself. */
void life_row_engine_free (LifeRowEngine *self);

/* Makes room for @state in the planes, if need be. */
gboolean life_row_engine_make_room (
    LifeRowEngine *self, guint state, GError **error);

/* Copies the cells of @from, whose number of states may be another, and which may be @self.
 * States that no longer exist become the highest one. */
void life_row_engine_translate (
    const LifeRowEngine *self, const LifeRowEngine *from);

/* The functions of LifeEngineClass (life/world/engine-class.h). */
const gchar *life_row_engine_get_kernel_name (LifeEngine *engine);
gboolean life_row_engine_clear (LifeEngine *engine, GError **error);
gboolean life_row_engine_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error);
gboolean life_row_engine_add_runs (LifeEngine *engine, const LifeRun *runs,
    gsize n_runs, const gint64 origin[3], GError **error);
gboolean life_row_engine_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
gboolean life_row_engine_write (LifeEngine *engine, const LifeBox *box,
    const guint8 *cells, GError **error);
gpointer life_row_engine_save (
    LifeEngine *engine, gpointer old, gsize *size, GError **error);
gboolean life_row_engine_restore (
    LifeEngine *engine, gconstpointer state, GError **error);
void life_row_engine_drop (LifeEngine *engine, gpointer state);
gboolean life_row_engine_read_saved (LifeEngine *engine, gconstpointer state,
    const LifeBox *box, guint8 *cells, GError **error);

void life_row_engine_get_cells (LifeEngine *engine, LifeCells *cells);

/* Counts box and activity, if they are of @what. */
void life_row_engine_count_extent (
    const LifeRowEngine *self, guint what, LifeStatistics *counts);

/* Of LifeEngineClass, what all engines in rows have. */
#define LIFE_ROW_ENGINE_FUNCTIONS                                     \
  .add_runs = life_row_engine_add_runs, .read = life_row_engine_read, \
  .write = life_row_engine_write, .save = life_row_engine_save,       \
  .restore = life_row_engine_restore, .drop = life_row_engine_drop,   \
  .read_saved = life_row_engine_read_saved,                           \
  .get_cells = life_row_engine_get_cells
