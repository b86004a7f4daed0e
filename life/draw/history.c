/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of history on the CPU, and frames counted into it, row by row. */
#include "life/draw/history.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/draw/draw-kernels.h"

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
  life_memory_release (history->last);
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

/* --- Rows, shared among threads --- */

typedef struct {
  const LifeHistory *history;
  const LifeCells *cells; /* that are stored */
  const LifeSampleKernels *kernels;
  guint8 *to; /* what is counted */
  guint64 band_rows;
} Rows;

static guint64
end_of_band (const Rows *rows, gsize band)
{
  return MIN ((band + 1) * rows->band_rows, rows->history->shape.rows);
}

/* Bits past the last column are 0. */
static void
pack_band (gpointer data, gsize band)
{
  const Rows *rows = data;
  const LifeGeometry *geometry = &rows->cells->geometry;
  const LifeHostCells *host = &rows->cells->host;
  guint64 words = rows->history->shape.words;
  guint64 last_bits =
      life_bits_mask ((geometry->width - 1) % LIFE_WORD_CELLS + 1);

  for (guint64 row = band * rows->band_rows; row < end_of_band (rows, band);
       row++) {
    guint64 *to = rows->history->last + row * words;
    const guint64 *now = host->read_row (host->self, LIFE_AXIS_Z,
        (guint32) (row / geometry->height), (guint32) (row % geometry->height),
        to);

    if (now != to)
      memcpy (to, now, words * sizeof *to);
    to[words - 1] &= last_bits;
  }
}

static void
count_band (gpointer data, gsize band)
{
  const Rows *rows = data;
  LifeHistoryShape shape = rows->history->shape;
  guint64 *to_bits = (guint64 *) (rows->to + life_history_cells (shape));

  for (guint64 row = band * rows->band_rows; row < end_of_band (rows, band);
       row++) {
    LifeHistoryRow from = life_history_get_row (rows->history, row);

    rows->kernels->record (rows->history->last + row * shape.words, shape.words,
        from.bytes, from.bits, rows->to + row * shape.words * LIFE_HISTORY_WORD,
        to_bits + row * shape.words);
  }
}

/* Work of which all rows take as long as @bytes of bit-sliced cells. */
static void
share_rows (Rows *rows, LifeThreadPool *pool, LifeWorkItem item, guint64 bytes)
{
  guint64 n = rows->history->shape.rows;
  LifeWork work = { .item = item };
  guint threads = pool != NULL ? life_thread_pool_choose (pool, bytes, 1) : 1;

  work.items = MIN (threads > 1 ? 4 * threads : 1, n);
  rows->band_rows = (n + work.items - 1) / work.items;
  if (threads > 1)
    life_thread_pool_run (pool, threads, &work, rows);
  else
    item (rows, 0);
}

/* --- Frames --- */

/* Counts the last frame; a byte of history takes about as long as one of bit-sliced
 * cells. */
static gboolean
count_frame (
    LifeHistory *history, guint8 *to, LifeThreadPool *pool, GError **error)
{
  LifeDrawKernels kernels;
  Rows rows = { .history = history, .to = to };

  if (!life_draw_kernels_choose (&kernels, error))
    return FALSE;
  rows.kernels = kernels.sample;
  share_rows (&rows, pool, count_band, life_history_cells (history->shape));
  return TRUE;
}

gboolean
life_history_settle (LifeHistory *history, LifeThreadPool *pool, GError **error)
{
  if (history->is_late && !count_frame (history, history->present, pool, error))
    return FALSE;
  history->is_late = FALSE;
  return TRUE;
}

static gboolean
pack_frame (LifeHistory *history, const LifeCells *cells, GError **error)
{
  guint64 bytes = history->shape.rows * history->shape.words * sizeof (guint64);
  Rows rows = { .history = history, .cells = cells };

  if (history->last == NULL)
    history->last =
        life_memory_reserve (bytes, "the last frame of a history", error);
  if (history->last == NULL)
    return FALSE;
  share_rows (&rows, cells->pool, pack_band, bytes);
  return TRUE;
}

gboolean
life_history_record (LifeHistory *history, const LifeCells *cells,
    gboolean undoable, GError **error)
{
  guint8 *counted;

  if (!life_history_need (history, &cells->geometry, error)
      || (undoable && !reserve (history, &history->previous, error))
      || !life_history_settle (history, cells->pool, error)
      || !pack_frame (history, cells, error))
    return FALSE;
  if (!undoable) {
    history->is_late = TRUE;
    return TRUE;
  }
  counted = history->previous;
  if (!count_frame (history, counted, cells->pool, error))
    return FALSE;
  history->previous = history->present;
  history->present = counted;
  return TRUE;
}

void
life_history_revert (LifeHistory *history)
{
  guint8 *reverted = history->previous;

  history->previous = history->present;
  history->present = reverted;
}

gboolean
life_history_read (LifeHistory *history, guint8 **bytes, GError **error)
{
  *bytes = NULL;
  if (history->present == NULL)
    return TRUE;
  if (!life_history_settle (history, NULL, error)
      || !reserve (history, bytes, error))
    return FALSE;
  memcpy (*bytes, history->present, life_history_bytes (history->shape));
  return TRUE;
}

gboolean
life_history_write (LifeHistory *history, const LifeGeometry *geometry,
    const guint8 *bytes, GError **error)
{
  if (!life_history_need (history, geometry, error))
    return FALSE;
  memcpy (history->present, bytes, life_history_bytes (history->shape));
  history->is_late = FALSE;
  return TRUE;
}
