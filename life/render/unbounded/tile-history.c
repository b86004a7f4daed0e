/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles of history: made, freed, and frames counted into them. */
#include "life/render/unbounded/tile-history.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/draw/draw-kernels.h"

#define SIDE LIFE_HISTORY_TILE_SIDE

/* Tiles that memory is reserved for at a time: an eighth of those that there are. */
#define FIRST_SLAB 64
#define LARGEST_SLAB 4096

/* Tiles that a thread takes at a time. */
#define PART_TILES 32

static const gchar what[] = "a history of frames";

/* --- Tiles --- */

void
life_tile_history_clear (LifeTileHistory *self)
{
  LifeMemory *memory = self->memory;

  life_tile_table_clear (&self->table);
  g_clear_pointer (&self->slabs, g_ptr_array_unref);
  g_clear_pointer (&self->free_tiles, g_ptr_array_unref);
  g_clear_pointer (&self->free_bytes, g_ptr_array_unref);
  g_free (self->tiles);
  *self = (LifeTileHistory){ .memory = memory, .table.memory = memory };
}

/* How much memory all history may use. */
static guint64
max_memory (LifeTileHistory *self)
{
  if (self->memory->limit > 0)
    return self->used + life_memory_left (self->memory);
  if (self->limit == 0)
    self->limit = life_memory_available () / 4;
  return self->limit;
}

static gboolean
check_limit (LifeTileHistory *self, guint64 bytes, GError **error)
{
  const guint64 limit = max_memory (self);

  if (bytes <= limit)
    return TRUE;
  if (!life_memory_check (bytes, what, error))
    return FALSE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "%s needs %" G_GUINT64_FORMAT
      " MiB of memory, and it may take %" G_GUINT64_FORMAT
      "; raise memory-limit, or use color-mode=solid or density",
      what, (bytes >> 20) + 1, limit >> 20);
  return FALSE;
}

/* Adds to @items what a slab of @size bytes each has, and returns one of them. */
static gpointer
allocate_item (
    LifeTileHistory *self, GPtrArray **items, gsize size, GError **error)
{
  const gsize n = CLAMP (self->n / 8, FIRST_SLAB, LARGEST_SLAB);
  guint8 *slab;

  if (*items == NULL)
    *items = g_ptr_array_new ();
  if (self->slabs == NULL)
    self->slabs = g_ptr_array_new_with_free_func (life_memory_release);
  if ((*items)->len == 0) {
    if (!check_limit (self, self->used + n * size, error))
      return NULL;
    slab = life_memory_reserve_of (self->memory, n * size, what, error);
    if (slab == NULL)
      return NULL;
    g_ptr_array_add (self->slabs, slab);
    self->used += n * size;
    for (gsize i = n; i-- > 0;)
      g_ptr_array_add (*items, slab + i * size);
  }
  return g_ptr_array_steal_index (*items, (*items)->len - 1);
}

/* Allocates a tile's second side, if frames are stored twice. */
static gboolean
need_sides (LifeTileHistory *self, LifeHistoryTile *tile, GError **error)
{
  if (self->is_twice && tile->bytes[1] == NULL)
    tile->bytes[1] =
        allocate_item (self, &self->free_bytes, LIFE_HISTORY_TILE_BYTES, error);
  return !self->is_twice || tile->bytes[1] != NULL;
}

/* The tile at a position, which is made if there is none; NULL if memory lacks. */
static LifeHistoryTile *
need_tile (LifeTileHistory *self, gint64 column, gint64 row, GError **error)
{
  LifeHistoryTile *tile = life_tile_table_find (&self->table, column, row);

  if (tile != NULL)
    return tile;
  tile = allocate_item (self, &self->free_tiles, sizeof *tile, error);
  if (tile == NULL)
    return NULL;
  tile->bytes[0] = tile->first;
  if (!life_tile_table_reserve (&self->table, error)
      || !need_sides (self, tile, error)) {
    g_ptr_array_add (self->free_tiles, tile);
    return NULL;
  }
  tile->position[0] = column;
  tile->position[1] = row;
  tile->index = self->n;
  if (self->n == self->room) {
    self->room = MAX (2 * self->room, FIRST_SLAB);
    self->tiles = g_renew (LifeHistoryTile *, self->tiles, self->room);
  }
  self->tiles[self->n++] = tile;
  life_tile_table_add (&self->table, column, row, tile);
  return tile;
}

/* From now on the last frame can be reverted. */
static gboolean
need_both_sides (LifeTileHistory *self, GError **error)
{
  if (self->is_twice)
    return TRUE;
  self->is_twice = TRUE;
  for (gsize i = 0; i < self->n; i++)
    if (!need_sides (self, self->tiles[i], error)) {
      self->is_twice = FALSE;
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_empty (const guint64 bits[SIDE])
{
  guint64 all = 0;

  for (guint row = 0; row < SIDE; row++)
    all |= bits[row];
  return all == 0;
}

/* What is free is all 0, but for @now. */
static void
free_tile (LifeTileHistory *self, LifeHistoryTile *tile)
{
  const guint other = !self->side;
  LifeHistoryTile *last = self->tiles[--self->n];

  life_tile_table_remove (&self->table, tile->position[0], tile->position[1]);
  self->tiles[tile->index] = last;
  last->index = tile->index;
  if (tile->newest[other] > 0)
    memset (tile->bytes[other], 0, LIFE_HISTORY_TILE_BYTES);
  tile->newest[other] = 0;
  memset (tile->bits[other], 0, sizeof tile->bits[other]);
  g_ptr_array_add (self->free_tiles, tile);
}

static void
free_empty_tiles (LifeTileHistory *self)
{
  for (gsize i = self->n; i-- > 0;) {
    LifeHistoryTile *tile = self->tiles[i];

    if (tile->newest[self->side] == 0 && is_empty (tile->bits[self->side]))
      free_tile (self, tile);
  }
}

/* --- What lives now --- */

/* Adds the cells of some rows, which lie in one tile across, from cell @first of its rows
 * on. */
static gboolean
add_rows (LifeTileHistory *self, gint64 column, gint64 y, const guint64 *rows,
    guint n_rows, gint shift, GError **error)
{
  LifeHistoryTile *tile = NULL;

  for (guint i = 0; i < n_rows; i++) {
    const gint64 row = y + i;
    const guint64 cells = shift >= 0 ? rows[i] << shift : rows[i] >> -shift;

    if (tile != NULL && tile->position[1] != row >> 6)
      tile = NULL;
    if (cells == 0)
      continue;
    if (tile == NULL)
      tile = need_tile (self, column, row >> 6, error);
    if (tile == NULL)
      return FALSE;
    if (tile->refresh != self->refresh)
      memset (tile->now, 0, sizeof tile->now);
    tile->refresh = self->refresh;
    tile->now[row & (SIDE - 1)] |= cells;
  }
  return TRUE;
}

/* LifeVisitPatch. */
static gboolean
add_patch (gpointer data, gint64 x, gint64 y, const guint64 *rows, guint n_rows,
    GError **error)
{
  const gint shift = (gint) (x & (SIDE - 1));

  return add_rows (data, x >> 6, y, rows, n_rows, shift, error)
         && (shift == 0
             || add_rows (
                 data, (x >> 6) + 1, y, rows, n_rows, shift - SIDE, error));
}

/* Whether so many patches as lie in a tile each may be visited. */
static gboolean
check_patches (LifeTileHistory *self, guint64 patches, GError **error)
{
  guint64 bytes;

  if (!g_uint64_checked_mul (&bytes, patches, sizeof (LifeHistoryTile)))
    bytes = G_MAXUINT64;
  return check_limit (self, bytes, error);
}

gboolean
life_tile_history_refresh (
    LifeTileHistory *self, LifeEngine *engine, GError **error)
{
  const LifeUnboundedClass *klass = engine->klass->unbounded;
  guint64 patches;

  self->refresh++;
  return (klass->count_patches == NULL
             || (klass->count_patches (engine, &patches, error)
                 && check_patches (self, patches, error)))
         && klass->visit (engine, add_patch, self, error);
}

/* --- Frames --- */

typedef struct {
  const LifeTileHistory *history;
  const LifeSampleKernels *kernels;
  guint to; /* the side that is written */
} TileCounting;

static void
count_tile (const TileCounting *counting, LifeHistoryTile *tile)
{
  const guint side = counting->history->side, to = counting->to;
  gboolean changed;

  if (tile->refresh != counting->history->refresh)
    memset (tile->now, 0, sizeof tile->now);
  changed = memcmp (tile->now, tile->bits[side], sizeof tile->now) != 0;
  if (changed || tile->newest[side] > 0) {
    counting->kernels->record (tile->now, SIDE, tile->bytes[side],
        tile->bits[side], tile->bytes[to], tile->bits[to]);
    tile->newest[to] = changed ? 255 : (guint8) (tile->newest[side] - 1);
  } else if (to != side) {
    memcpy (tile->bits[to], tile->bits[side], sizeof tile->bits[to]);
    if (tile->newest[to] > 0)
      memset (tile->bytes[to], 0, LIFE_HISTORY_TILE_BYTES);
    tile->newest[to] = 0;
  }
}

/* LifeWorkItem. */
static void
count_part (gpointer data, gsize item)
{
  const TileCounting *counting = data;
  const gsize end = MIN ((item + 1) * PART_TILES, counting->history->n);

  for (gsize i = item * PART_TILES; i < end; i++)
    count_tile (counting, counting->history->tiles[i]);
}

gboolean
life_tile_history_record (LifeTileHistory *self, LifeEngine *engine,
    gboolean undoable, GError **error)
{
  LifeThreadPool *pool = engine->pool;
  TileCounting counting = { .history = self };
  LifeWork work = { .item = count_part };
  LifeDrawKernels kernels;

  free_empty_tiles (self);
  if ((undoable && !need_both_sides (self, error))
      || !life_draw_kernels_choose (&kernels, error)
      || !life_tile_history_refresh (self, engine, error))
    return FALSE;
  counting.kernels = kernels.sample;
  counting.to = undoable ? !self->side : self->side;
  work.items = (self->n + PART_TILES - 1) / PART_TILES;
  if (self->n > 0)
    life_thread_pool_run (pool,
        life_thread_pool_choose (pool, self->n * SIDE * SIDE, 1), &work,
        &counting);
  self->side = counting.to;
  return TRUE;
}

void
life_tile_history_revert (LifeTileHistory *self)
{
  self->side = !self->side;
}

/* --- Windows --- */

typedef struct {
  gint64 x, y;
  gint64 width, height;
  guint8 *bytes;
  guint64 *bits;
} TileWindow;

static void
copy_row (const TileWindow *window, const guint8 *bytes, guint64 cells,
    gint64 x, gint64 y)
{
  const gint64 first = MAX (x, 0), end = MIN (x + SIDE, window->width);
  guint64 *word;

  memcpy (window->bytes + y * window->width + first, bytes + (first - x),
      (gsize) (end - first));
  word = window->bits + (y * window->width + first) / SIDE;
  cells >>= first - x;
  word[0] |= cells << first % SIDE;
  if (first % SIDE > 0 && first / SIDE < (end - 1) / SIDE)
    word[1] |= cells >> (SIDE - first % SIDE);
}

static void
copy_tile (const TileWindow *window, const LifeHistoryTile *tile, guint side)
{
  const gint64 x = tile->position[0] * SIDE - window->x;
  const gint64 y = tile->position[1] * SIDE - window->y;

  if (x <= -SIDE || x >= window->width)
    return;
  for (gint64 row = MAX (0, -y); row < SIDE && y + row < window->height; row++)
    copy_row (window, tile->bytes[side] + row * SIDE, tile->bits[side][row], x,
        y + row);
}

void
life_tile_history_read (
    const LifeTileHistory *self, gint64 x, gint64 y, LifeHistory *history)
{
  const LifeHistoryShape shape = history->shape;
  const TileWindow window = { x, y, (gint64) shape.words * SIDE,
    (gint64) shape.rows, history->present,
    (guint64 *) (history->present + life_history_cells (shape)) };
  const gint64 left = x >> 6, right = (x + window.width - 1) >> 6;
  const gint64 top = y >> 6, bottom = (y + window.height - 1) >> 6;

  memset (history->present, 0, life_history_bytes (shape));
  if ((guint64) (right - left + 1) * (guint64) (bottom - top + 1) > self->n) {
    for (gsize i = 0; i < self->n; i++)
      copy_tile (&window, self->tiles[i], self->side);
    return;
  }
  for (gint64 row = top; row <= bottom; row++)
    for (gint64 column = left; column <= right; column++) {
      const LifeHistoryTile *tile =
          life_tile_table_find (&self->table, column, row);

      if (tile != NULL)
        copy_tile (&window, tile, self->side);
    }
}
