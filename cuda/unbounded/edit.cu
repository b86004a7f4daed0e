/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells of a world without edges on a GPU set by the host: in copies of the tiles that they
 * lie in, which are copied to the GPU together before anything reads cells. */
#include "cuda/unbounded/cuda-unbounded-private.h"

#include "life/base/bits.h"
#include "life/base/grow.h"

/* The most edits that wait. */
#define MAX_EDITS 8192

gboolean
life_tiles_clear (LifeEngine *engine, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  if (!scope.entered
      || !life_tile_pool_empty (&self->pool, self->launcher, error))
    return FALSE;
  life_tiles_clear_edits (self);
  self->touched = self->changes_valid = TRUE;
  self->is_measured = FALSE;
  self->births = self->deaths = 0;
  return TRUE;
}

void
life_tiles_clear_edits (LifeTilesEngine *self)
{
  g_clear_pointer (&self->edits.edits, g_free);
  self->edits.n = self->edits.room = 0;
  life_tile_table_clear (&self->edits.table);
}

gboolean
life_tiles_flush (LifeTilesEngine *self, GError **error)
{
  LifeTileEdits *edits = &self->edits;
  const gsize bytes = edits->n * sizeof *edits->edits;

  if (edits->n == 0)
    return TRUE;
  if (!life_scratch_reserve (&self->scratch, bytes, "cells", error)
      || !life_tile_pool_mend (&self->pool, self->launcher, error))
    return FALSE;
  const LifeTilesRecords there = { (const char *) self->scratch.data,
    sizeof *edits->edits, true, (uint32_t) edits->n };
  cudaError_t result = cudaMemcpyAsync (self->scratch.data, edits->edits, bytes,
      cudaMemcpyHostToDevice, self->launcher.stream);
  if (result == cudaSuccess)
    result = life_tiles_launch_edit (
        self->launcher, self->pool.tiles, self->side, there);
  if (!life_cuda_check (result, "setting cells", error)
      || !life_tile_pool_refresh (&self->pool, self->launcher, error))
    return FALSE;
  life_tiles_clear_edits (self);
  return TRUE;
}

/* The edit of a tile, new if there is none. There is room in the pool for all that wait. */
static LifeTileEdit *
need_edit (LifeTilesEngine *self, gint64 column, gint64 row, GError **error)
{
  LifeTileEdits *edits = &self->edits;
  gsize index =
      GPOINTER_TO_SIZE (life_tile_table_find (&edits->table, column, row));
  gpointer items;

  if (index > 0)
    return &edits->edits[index - 1];
  /* How many tiles those that wait will make is counted when they are on the GPU. */
  if ((edits->n == MAX_EDITS
          || self->pool.seen->used + edits->n >= self->pool.tiles.capacity)
      && !life_tiles_flush (self, error))
    return NULL;
  items = edits->edits;
  if (!life_tile_pool_reserve (
          &self->pool, self->launcher, edits->n + 1, self->number, error)
      || !life_tile_table_reserve (&edits->table, error)
      || !life_grow (
          &items, &edits->room, edits->n, sizeof (LifeTileEdit), error))
    return NULL;
  edits->edits = (LifeTileEdit *) items;
  index = ++edits->n;
  life_tile_table_add (&edits->table, column, row, GSIZE_TO_POINTER (index));
  edits->edits[index - 1] = {};
  edits->edits[index - 1].record.position[0] = column;
  edits->edits[index - 1].record.position[1] = row;
  return &edits->edits[index - 1];
}

static gint64
tile_of (gint64 cell)
{
  return cell / LIFE_TILE_SIDE - (cell % LIFE_TILE_SIDE < 0);
}

/* Cells of one row, and one word of it: the first one's bit. */
struct RunPiece {
  gint64 column, row; /* of tiles */
  guint y, word, first, cells;
};

static RunPiece
find_piece (gint64 x, gint64 y, gint64 n)
{
  const gint64 column = tile_of (x), row = tile_of (y);
  const guint at = (guint) (x - column * LIFE_TILE_SIDE);

  return { column, row, (guint) (y - row * LIFE_TILE_SIDE), at / 32, at % 32,
    (guint) MIN (n, (gint64) (32 - at % 32)) };
}

/* Gives the cells of a piece new states. */
static gboolean
set_piece (
    LifeTilesEngine *self, const RunPiece *piece, guint32 cells, GError **error)
{
  LifeTileEdit *edit = need_edit (self, piece->column, piece->row, error);
  guint32 mask = (guint32) life_bits_mask (piece->cells) << piece->first;
  uint32_t *word;

  if (edit == NULL)
    return FALSE;
  word = &edit->record.cells[piece->y][piece->word];
  *word = (*word & ~mask) | (cells << piece->first & mask);
  edit->mask[piece->y][piece->word] |= mask;
  return TRUE;
}

/* @n cells side by side: a byte for each, or NULL for those that are all @alive. */
struct EditedRow {
  gint64 x, y, n;
  const guint8 *cells;
  gboolean alive;
};

static gboolean
set_row (LifeTilesEngine *self, EditedRow row, GError **error)
{
  while (row.n > 0) {
    const RunPiece piece = find_piece (row.x, row.y, row.n);
    const guint32 bits = row.cells != NULL
                             ? (guint32) life_bits_pack (row.cells, piece.cells)
                             : (row.alive ? ~0u : 0);

    if (!set_piece (self, &piece, bits, error))
      return FALSE;
    row.x += piece.cells;
    row.n -= piece.cells;
    if (row.cells != NULL)
      row.cells += piece.cells;
  }
  return TRUE;
}

static gboolean
begin_edit (LifeTilesEngine *self, const LifeDeviceScope &scope, GError **error)
{
  self->touched = TRUE;
  self->is_measured = FALSE;
  return scope.entered;
}

gboolean
life_tiles_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  if (!begin_edit (self, scope, error))
    return FALSE;
  for (gsize i = 0; i < n_runs; i++) {
    const LifeRun *run = &runs[i];

    if (!set_row (self,
            { origin[0] + run->x, origin[1] + run->y, run->length, NULL,
                run->state != 0 },
            error))
      return FALSE;
  }
  return TRUE;
}

gboolean
life_tiles_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeTilesEngine *self = (LifeTilesEngine *) engine;
  LifeDeviceScope scope (self->device, error);

  if (!begin_edit (self, scope, error))
    return FALSE;
  for (gint64 y = 0; y < box->height; y++)
    if (!set_row (self,
            { box->x, box->y + y, box->width, cells + y * box->width }, error))
      return FALSE;
  return TRUE;
}
