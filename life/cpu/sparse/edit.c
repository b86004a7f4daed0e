/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells of a sparse world set, read, kept and brought back. */
#include "life/cpu/sparse/private.h"

#include "life/base/bits.h"
#include "life/base/memory.h"

/* A part of a row that lies in one tile. */
typedef struct {
  gint64 tile;        /* column of tiles */
  guint first, cells; /* bits of its words */
} Piece;

/* The first part of @n cells from column @x on. */
static Piece
find_piece (gint64 x, gint64 n)
{
  const gint64 tile = life_sparse_tile_of (x);
  const guint at = (guint) (x - life_sparse_cell_of (tile));

  return (Piece){ tile, at + LIFE_SPARSE_HALO,
    (guint) MIN (n, (gint64) (LIFE_SPARSE_SIDE - at)) };
}

static guint
row_in_tile (gint64 y)
{
  return (guint) (y - life_sparse_cell_of (life_sparse_tile_of (y)));
}

gboolean
life_sparse_clear (LifeEngine *engine, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;

  life_sparse_drop_tiles (self);
  life_sparse_touch (self);
  return TRUE;
}

/* Sets the cells of one row, or where @alive is not, kills them. */
static gboolean
fill_row (LifeSparse *self, gint64 x, gint64 y, gint64 n, gboolean alive,
    GError **error)
{
  const gint64 row = life_sparse_tile_of (y);

  while (n > 0) {
    const Piece piece = find_piece (x, n);
    const guint64 bits = life_bits_mask (piece.cells) << piece.first;
    LifeSparseTile *tile = alive
                               ? life_sparse_need (self, piece.tile, row, error)
                               : life_sparse_find (self, piece.tile, row);

    if (tile == NULL && alive)
      return FALSE;
    if (alive)
      *life_sparse_row (self, tile, row_in_tile (y)) |= bits;
    else if (tile != NULL)
      *life_sparse_row (self, tile, row_in_tile (y)) &= ~bits;
    x += piece.cells;
    n -= piece.cells;
  }
  return TRUE;
}

gboolean
life_sparse_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[2], GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;

  life_sparse_touch (self);
  for (gsize i = 0; i < n_runs; i++)
    if (!fill_row (self, origin[0] + runs[i].x, origin[1] + runs[i].y,
            runs[i].length, TRUE, error))
      return FALSE;
  return TRUE;
}

gboolean
life_sparse_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;

  for (gint64 y = box->y; y < box->y + box->height; y++) {
    const gint64 row = life_sparse_tile_of (y);

    for (gint64 x = box->x, n = box->width; n > 0;) {
      const Piece piece = find_piece (x, n);
      const LifeSparseTile *tile = life_sparse_find (self, piece.tile, row);

      if (tile != NULL)
        life_bits_unpack (
            *life_sparse_row (self, tile, row_in_tile (y)) >> piece.first,
            cells, piece.cells);
      else
        memset (cells, 0, piece.cells);
      cells += piece.cells;
      x += piece.cells;
      n -= piece.cells;
    }
  }
  return TRUE;
}

gboolean
life_sparse_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;

  life_sparse_touch (self);
  for (gint64 y = box->y; y < box->y + box->height; y++) {
    const gint64 row = life_sparse_tile_of (y);

    for (gint64 x = box->x, n = box->width; n > 0;) {
      const Piece piece = find_piece (x, n);
      const guint64 bits = life_bits_pack (cells, piece.cells) << piece.first;
      LifeSparseTile *tile = life_sparse_find (self, piece.tile, row);
      guint64 *word;

      if (tile == NULL && bits != 0)
        tile = life_sparse_need (self, piece.tile, row, error);
      if (tile == NULL && bits != 0)
        return FALSE;
      if (tile != NULL) {
        word = life_sparse_row (self, tile, row_in_tile (y));
        *word = (*word & ~(life_bits_mask (piece.cells) << piece.first)) | bits;
      }
      cells += piece.cells;
      x += piece.cells;
      n -= piece.cells;
    }
  }
  return TRUE;
}

/* --- Kept generations --- */

typedef struct {
  gint64 place[2];
  guint64 cells[LIFE_SPARSE_WORDS];
} SavedTile;

typedef struct {
  gsize n, room;
  SavedTile tiles[];
} Saved;

gpointer
life_sparse_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  const LifeSparse *self = (LifeSparse *) engine;
  Saved *saved = old;

  if (saved == NULL || saved->room < self->tiles.n) {
    life_memory_release (old);
    saved = life_memory_reserve (
        sizeof (Saved) + self->tiles.n * sizeof (SavedTile), "a snapshot",
        error);
    if (saved == NULL)
      return NULL;
    saved->room = self->tiles.n;
  }
  saved->n = 0;
  for (gsize i = 0; i < self->tiles.n; i++) {
    const LifeSparseTile *tile = self->tiles.tiles[i];

    if (life_sparse_is_empty (tile, self->side))
      continue;
    memcpy (saved->tiles[saved->n].place, tile->place, sizeof tile->place);
    memcpy (saved->tiles[saved->n].cells, tile->cells[self->side],
        sizeof tile->cells[0]);
    saved->n++;
  }
  *size = sizeof (Saved) + saved->room * sizeof (SavedTile);
  return saved;
}

gboolean
life_sparse_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;
  const Saved *saved = state;

  life_sparse_drop_tiles (self);
  life_sparse_touch (self);
  for (gsize i = 0; i < saved->n; i++) {
    const gint64 *place = saved->tiles[i].place;
    LifeSparseTile *tile = life_sparse_need (self, place[0], place[1], error);

    if (tile == NULL)
      return FALSE;
    memcpy (
        tile->cells[self->side], saved->tiles[i].cells, sizeof tile->cells[0]);
  }
  return TRUE;
}

void
life_sparse_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}
