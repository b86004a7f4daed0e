/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of history on the CPU, and frames counted into it, row by row. */
#include "life/draw/history.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/draw/kernels.h"

gboolean
life_history_shape (const LifeGeometry *geometry, LifeHistoryShape *shape)
{
  guint64 bytes;

  shape->rows = (guint64) geometry->height * geometry->depth;
  shape->words = life_bits_words (geometry->width);
  return g_uint64_checked_mul (&bytes, shape->rows, shape->words)
         && bytes <= G_MAXUINT64 / (2 * LIFE_HISTORY_WORD);
}

void
life_history_clear (LifeHistory *history)
{
  life_memory_release (history->present);
  life_memory_release (history->previous);
  memset (history, 0, sizeof *history);
}

static gboolean
reserve (const LifeHistory *history, guint8 **memory, GError **error)
{
  if (*memory == NULL)
    *memory = life_memory_reserve (
        life_history_bytes (history->shape), "a history of frames", error);
  return *memory != NULL;
}

gboolean
life_history_need (
    LifeHistory *history, const LifeGeometry *geometry, GError **error)
{
  if (history->present == NULL
      && !life_history_shape (geometry, &history->shape))
    return life_memory_check (G_MAXUINT64, "a history of frames", error);
  return reserve (history, &history->present, error);
}

typedef struct {
  const LifeHistory *history;
  const LifeCells *cells;
  const LifeSampleKernels *kernels;
  guint8 *to;
  guint32 height;
  guint64 band_rows;
} Counting;

static void
count_band (gpointer data, gsize item)
{
  const Counting *counting = data;
  LifeHistoryShape shape = counting->history->shape;
  guint64 row = item * counting->band_rows;
  guint64 end = MIN (row + counting->band_rows, shape.rows);
  guint64 *to_bits = (guint64 *) (counting->to + life_history_cells (shape));
  LifeCells cells = *counting->cells;
  guint64 *scratch = g_new (guint64, shape.words);

  cells.axis = LIFE_AXIS_Z;
  for (; row < end; row++) {
    const guint64 *now;

    cells.slice = (guint32) (row / counting->height);
    now = life_cells_read_row (
        &cells, (guint32) (row % counting->height), scratch);
    counting->kernels->remember (now, cells.engine->geometry.width,
        life_history_row_bytes (counting->history, row),
        life_history_row_bits (counting->history, row),
        counting->to + row * shape.words * LIFE_HISTORY_WORD,
        to_bits + row * shape.words);
  }
  g_free (scratch);
}

gboolean
life_history_remember (const LifeCells *cells, LifeThreadPool *pool,
    gboolean undoable, GError **error)
{
  LifeHistory *history = cells->engine->history;
  LifeWork work = { .item = count_band };
  Counting counting = { history, cells };
  LifeDrawKernels kernels;
  guint threads;

  if (!life_history_need (history, &cells->engine->geometry, error)
      || (undoable && !reserve (history, &history->previous, error))
      || !life_draw_kernels_choose (&kernels, error))
    return FALSE;
  counting.kernels = kernels.sample;
  counting.to = undoable ? history->previous : history->present;
  counting.height = cells->engine->geometry.height;
  /* A byte of history takes about as long as one of bit-sliced cells. */
  threads =
      life_thread_pool_choose (pool, life_history_cells (history->shape), 1);
  work.items = MIN (threads > 1 ? 4 * threads : 1, history->shape.rows);
  counting.band_rows = (history->shape.rows + work.items - 1) / work.items;
  life_thread_pool_run (pool, threads, &work, &counting);
  if (undoable) {
    history->previous = history->present;
    history->present = counting.to;
  }
  return TRUE;
}

void
life_history_recall (LifeEngine *engine)
{
  LifeHistory *history = engine->history;
  guint8 *recalled = history->previous;

  history->previous = history->present;
  history->present = recalled;
}

gboolean
life_history_forget (LifeEngine *engine, GError **error)
{
  life_history_clear (engine->history);
  return TRUE;
}

gboolean
life_history_read (LifeEngine *engine, guint8 **bytes, GError **error)
{
  const LifeHistory *history = engine->history;

  *bytes = NULL;
  if (history->present == NULL)
    return TRUE;
  if (!reserve (history, bytes, error))
    return FALSE;
  memcpy (*bytes, history->present, life_history_bytes (history->shape));
  return TRUE;
}

gboolean
life_history_write (LifeEngine *engine, const guint8 *bytes, GError **error)
{
  LifeHistory *history = engine->history;

  if (!life_history_need (history, &engine->geometry, error))
    return FALSE;
  memcpy (history->present, bytes, life_history_bytes (history->shape));
  return TRUE;
}
