/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells of a sparse world set, read, saved and restored. */
#include "life/cpu/sparse/sparse-private.h"

#include "life/base/bits.h"
#include "life/base/memory.h"

/* A part of a row that lies in one tile. */
typedef struct {
  gint64 tile;        /* column of tiles */
  guint first, cells; /* bits of its words */
} TilePiece;

/* The first part of @n cells from column @x on. */
static TilePiece
find_piece (gint64 x, gint64 n)
{
  const gint64 tile = life_sparse_tile_of (x);
  const guint at = (guint) (x - life_sparse_cell_of (tile));

  return (TilePiece){ tile, at + LIFE_SPARSE_HALO,
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

/* Sets the cells of a part of one row. @last: the tile that was found last, or NULL. */
static gboolean
fill_row (LifeSparse *self, LifeSparseTile **last, const gint64 at[2], gint64 n,
    guint state, GError **error)
{
  const gint64 y = at[1], row = life_sparse_tile_of (y);
  gint64 x = at[0];

  while (n > 0) {
    const TilePiece piece = find_piece (x, n);
    LifeSparseTile *tile = life_sparse_ensure (self, piece.tile, row, error);

    if (tile == NULL)
      return FALSE;
    life_planes_fill (&self->planes,
        life_sparse_row (self, tile, row_in_tile (y)), piece.first, piece.cells,
        state);
    *last = tile;
    x += piece.cells;
    n -= piece.cells;
  }
  return TRUE;
}

/* Most runs lie in the tile of the one before. */
static gboolean
add_run (LifeSparse *self, LifeSparseTile **last, const LifeRun *run,
    const gint64 origin[3], GError **error)
{
  const gint64 at[2] = { origin[0] + run->x, origin[1] + run->y };
  gint64 x = -1, y = -1;

  if (*last != NULL) {
    x = at[0] - life_sparse_cell_of ((*last)->position[0]);
    y = at[1] - life_sparse_cell_of ((*last)->position[1]);
  }
  if (x < 0 || x + run->length > LIFE_SPARSE_SIDE || y < 0
      || y >= LIFE_SPARSE_SIDE)
    return fill_row (self, last, at, run->length, run->state, error);
  life_planes_fill (&self->planes, life_sparse_row (self, *last, (guint) y),
      (gsize) x + LIFE_SPARSE_HALO, run->length, run->state);
  return TRUE;
}

/* A lower bound of the tiles that the runs, in reading order, need: for each row of tiles the
 * largest number that one row of cells needs. */
static guint64
count_tiles (const LifeRun *runs, gsize n_runs, const gint64 origin[3])
{
  guint64 all = 0, widest = 0, n = 0;
  gint64 row = 0, next = 0; /* the first tile that is not counted yet */

  for (gsize i = 0; i < n_runs; i++) {
    const gint64 x = origin[0] + runs[i].x;
    const gint64 y = origin[1] + runs[i].y;
    gint64 first, end;

    if (i > 0 && runs[i].y == runs[i - 1].y
        && x + runs[i].length <= life_sparse_cell_of (next))
      continue;
    first = life_sparse_tile_of (x);
    end = life_sparse_tile_of (x + runs[i].length - 1) + 1;
    if (i > 0 && runs[i].y == runs[i - 1].y)
      first = MAX (first, next);
    else
      n = 0;
    if (i == 0 || life_sparse_tile_of (y) != row) {
      all += widest;
      widest = 0;
      row = life_sparse_tile_of (y);
    }
    n += (guint64) MAX (end - first, 0);
    widest = MAX (widest, n);
    next = end;
  }
  return all + widest;
}

gboolean
life_sparse_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;
  LifeSparseTile *last = NULL;

  if (!life_sparse_check_room (self, count_tiles (runs, n_runs, origin), error))
    return FALSE;
  life_sparse_touch (self);
  for (gsize i = 0; i < n_runs; i++)
    if (!add_run (self, &last, &runs[i], origin, error))
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
      const TilePiece piece = find_piece (x, n);
      const LifeSparseTile *tile = life_sparse_find (self, piece.tile, row);

      if (tile != NULL)
        life_planes_get (&self->planes,
            life_sparse_row (self, tile, row_in_tile (y)), piece.first,
            piece.cells, cells);
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
      const TilePiece piece = find_piece (x, n);
      const gboolean alive = life_bits_pack (cells, piece.cells) != 0;
      LifeSparseTile *tile = life_sparse_find (self, piece.tile, row);

      if (tile == NULL && alive)
        tile = life_sparse_ensure (self, piece.tile, row, error);
      if (tile == NULL && alive)
        return FALSE;
      if (tile != NULL)
        life_planes_set (&self->planes,
            life_sparse_row (self, tile, row_in_tile (y)), piece.first,
            piece.cells, cells);
      cells += piece.cells;
      x += piece.cells;
      n -= piece.cells;
    }
  }
  return TRUE;
}

/* --- Saved generations --- */

/* Of each tile its position, and then its planes. */
typedef struct {
  gsize n, room;
  LifePlanes planes;
  gint64 words[];
} SavedTiles;

static gsize
saved_words (const LifePlanes *planes)
{
  return 2 + planes->n * LIFE_SPARSE_PLANE;
}

static gsize
saved_size (const LifePlanes *planes, gsize n)
{
  return sizeof (SavedTiles) + n * saved_words (planes) * sizeof (gint64);
}

gpointer
life_sparse_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;
  const gsize bytes = saved_size (&self->planes, self->tiles.n);
  SavedTiles *saved = old;
  gint64 *words;

  if (saved == NULL || saved->room < bytes) {
    saved = life_memory_reserve_of (
        &self->unbounded.engine.memory, bytes, "a snapshot", error);
    if (saved == NULL)
      return NULL;
    saved->room = bytes;
    life_memory_release (old);
  }
  saved->n = 0;
  saved->planes = self->planes;
  words = saved->words;
  for (gsize i = 0; i < self->tiles.n; i++) {
    const LifeSparseTile *tile = self->tiles.tiles[i];

    if (life_sparse_is_empty (self, tile, self->side))
      continue;
    memcpy (words, tile->position, sizeof tile->position);
    memcpy (words + 2, life_sparse_cells (self, tile, self->side),
        self->planes.n * LIFE_SPARSE_PLANE * sizeof (guint64));
    words += saved_words (&self->planes);
    saved->n++;
  }
  *size = saved->room;
  return saved;
}

/* Copies rows whose cells may have another number of states, or other planes. */
static void
copy_tile (LifeSparse *self, LifeSparseTile *tile, const LifePlanes *planes,
    const guint64 *words)
{
  guint64 *to = life_sparse_cells (self, tile, self->side);
  guint8 cells[LIFE_WORD_CELLS];

  if (planes->states == self->planes.states
      && planes->digits == self->planes.digits) {
    memcpy (to, words, planes->n * LIFE_SPARSE_PLANE * sizeof (guint64));
    return;
  }
  for (guint i = 0; i < LIFE_SPARSE_PLANE; i++) {
    life_planes_get (planes, words + i, 0, LIFE_WORD_CELLS, cells);
    life_planes_set (&self->planes, to + i, 0, LIFE_WORD_CELLS, cells);
  }
}

static gboolean
load_saved (LifeSparse *self, const SavedTiles *saved, GError **error)
{
  const gint64 *words = saved->words;

  life_sparse_touch (self);
  for (gsize i = 0; i < saved->n; i++) {
    LifeSparseTile *tile = life_sparse_ensure (self, words[0], words[1], error);

    if (tile == NULL)
      return FALSE;
    copy_tile (self, tile, &saved->planes, (const guint64 *) (words + 2));
    words += saved_words (&saved->planes);
  }
  return TRUE;
}

gboolean
life_sparse_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeSparse *self = (LifeSparse *) engine;

  life_sparse_drop_tiles (self);
  return load_saved (self, state, error);
}

gboolean
life_sparse_visit_saved (LifeEngine *engine, gconstpointer state,
    LifeVisitBox visit, gpointer data, GError **error)
{
  const SavedTiles *saved = state;
  const gint64 *words = saved->words;
  guint8 cells[LIFE_SPARSE_SIDE * LIFE_SPARSE_SIDE];

  for (gsize i = 0; i < saved->n; i++) {
    const LifeBox box = { life_sparse_cell_of (words[0]),
      life_sparse_cell_of (words[1]), 0, LIFE_SPARSE_SIDE, LIFE_SPARSE_SIDE,
      1 };

    for (guint row = 0; row < LIFE_SPARSE_SIDE; row++)
      life_planes_get (&saved->planes,
          (const guint64 *) (words + 2)
              + LIFE_SPARSE_WORD (row + LIFE_SPARSE_HALO),
          LIFE_SPARSE_HALO, LIFE_SPARSE_SIDE, cells + row * LIFE_SPARSE_SIDE);
    if (!visit (&box, cells, data, error))
      return FALSE;
    words += saved_words (&saved->planes);
  }
  return TRUE;
}

static gboolean
copy_tiles (LifeSparse *self, const LifeSparse *from, GError **error)
{
  for (gsize i = 0; i < from->tiles.n; i++) {
    const LifeSparseTile *old = from->tiles.tiles[i];
    LifeSparseTile *tile;

    if (life_sparse_is_empty (from, old, from->side))
      continue;
    tile = life_sparse_ensure (self, old->position[0], old->position[1], error);
    if (tile == NULL)
      return FALSE;
    copy_tile (
        self, tile, &from->planes, life_sparse_cells (from, old, from->side));
  }
  return TRUE;
}

/* Copies all but the base class, whose account of memory other threads use. */
static void
copy_own (LifeSparse *to, const LifeSparse *from)
{
  const gsize first = G_STRUCT_OFFSET (LifeSparse, kernel);

  memcpy (
      (guint8 *) to + first, (const guint8 *) from + first, sizeof *to - first);
}

/* Makes room in tiles for other planes; cells in states that no longer exist get
 * the highest one. Nothing changes for lack of memory. */
gboolean
life_sparse_change_planes (LifeSparse *self, LifePlanes planes, GError **error)
{
  LifeSparse old = { .pass = 0 };
  guint64 births, deaths;

  life_sparse_count_changes (self, &births, &deaths);
  copy_own (&old, self);
  if (!life_sparse_init_tiles (self, planes, error)
      || !copy_tiles (self, &old, error)) {
    life_sparse_clear_tiles (self);
    copy_own (self, &old);
    return FALSE;
  }
  life_sparse_clear_tiles (&old);
  self->stored_births = births;
  self->stored_deaths = deaths;
  self->changes_stored = TRUE;
  life_sparse_touch (self);
  return TRUE;
}

void
life_sparse_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}
