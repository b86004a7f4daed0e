/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tiles of a sparse world: made where cells can be born, found by their position, freed
 * when they are empty. */
#include "life/cpu/sparse/sparse-private.h"

#include "life/base/memory.h"

/* Tiles that memory is reserved for at a time: the system supplies it page by page, but
 * reading how much is available takes time. */
#define FIRST_SLAB 256
#define LARGEST_SLAB 16384

/* Empty tiles are swept when there are twice as many tiles as after the last sweep, and so
 * many more. */
#define SWEEP_TILES 256

static const gchar what[] = "a world without edges";

static LifeMemory *
memory_of (LifeSparse *self)
{
  return &self->unbounded.engine.memory;
}

/* Fails if there is no room for so many tiles. */
gboolean
life_sparse_check_room (LifeSparse *self, guint64 tiles, GError **error)
{
  guint64 bytes;

  if (tiles <= self->n_reserved)
    return TRUE;
  if (__builtin_mul_overflow (
          tiles - self->n_reserved, (guint64) self->tile_size, &bytes))
    bytes = G_MAXUINT64;
  if (!life_memory_charge (memory_of (self), bytes, what, error))
    return FALSE;
  life_memory_uncharge (memory_of (self), bytes);
  return life_memory_check (bytes, what, error);
}

static gboolean
add_slab (LifeSparse *self, GError **error)
{
  /* Lists of tiles grow with them. */
  const guint64 fitting =
      life_memory_left (memory_of (self)) / 2 / self->tile_size;
  const gsize n = (gsize) CLAMP (
      fitting, 1, CLAMP (self->tiles.n, FIRST_SLAB, LARGEST_SLAB));
  guint8 *slab = life_memory_reserve_of (
      memory_of (self), n * self->tile_size, what, error);

  if (slab == NULL)
    return FALSE;
  g_ptr_array_add (self->slabs, slab);
  self->new_tile = slab;
  self->n_new = n;
  self->n_reserved += n;
  return TRUE;
}

/* Memory for a tile, all 0: one that was freed, or a new one. */
static LifeSparseTile *
allocate_tile (LifeSparse *self, GError **error)
{
  LifeSparseTile *tile = self->free_tile;

  if (tile != NULL) {
    self->free_tile = tile->around[0];
    memset (tile, 0, self->tile_size);
    return tile;
  }
  if (self->n_new == 0 && !add_slab (self, error))
    return NULL;
  self->n_new--;
  tile = (LifeSparseTile *) self->new_tile;
  self->new_tile += self->tile_size;
  return tile;
}

/* Adds a tile to the list of free ones. */
static void
recycle_tile (LifeSparse *self, LifeSparseTile *tile)
{
  tile->around[0] = self->free_tile;
  self->free_tile = tile;
}

gboolean
life_sparse_fail_lists (const LifeSparse *self, GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "the lists of the tiles of %s need more memory than there is or than the "
      "limit of %" G_GUINT64_FORMAT
      " MiB leaves; set a higher memory-limit, or "
      "show a smaller world",
      what, self->unbounded.engine.memory.limit >> 20);
  return FALSE;
}

/* For cells of these planes. */
gboolean
life_sparse_init_tiles (LifeSparse *self, LifePlanes planes, GError **error)
{
  self->table = (LifeTileTable){ .memory = memory_of (self) };
  self->tiles = self->active = (LifeSparseList){ .n = 0 };
  self->free_tile = NULL;
  self->n_new = self->n_reserved = self->tiles_swept = 0;
  self->planes = planes;
  self->planes.step = LIFE_SPARSE_PLANE;
  self->tile_size = sizeof (LifeSparseTile)
                    + 2 * self->planes.n * LIFE_SPARSE_PLANE * sizeof (guint64);
  self->slabs = g_ptr_array_new_with_free_func (life_memory_release);
  self->empty =
      life_memory_reserve_of (memory_of (self), self->tile_size, what, error);
  return self->empty != NULL;
}

void
life_sparse_clear_tiles (LifeSparse *self)
{
  life_tile_table_clear (&self->table);
  g_clear_pointer (&self->slabs, g_ptr_array_unref);
  g_clear_pointer (&self->empty, life_memory_release);
  life_memory_release (self->tiles.tiles);
  life_memory_release (self->active.tiles);
}

/* Frees all tiles and the lists of them. */
void
life_sparse_drop_tiles (LifeSparse *self)
{
  life_tile_table_clear (&self->table);
  g_ptr_array_set_size (self->slabs, 0);
  self->free_tile = NULL;
  self->n_new = self->n_reserved = self->tiles_swept = 0;
  life_memory_release (self->tiles.tiles);
  life_memory_release (self->active.tiles);
  self->tiles = self->active = (LifeSparseList){ .n = 0 };
  for (gsize i = 0; i < self->n_outputs; i++) {
    life_memory_release (self->outputs[i].next.tiles);
    life_memory_release (self->outputs[i].missing);
    self->outputs[i] = (LifeSparseOutput){ .n_missing = 0 };
  }
}

/* FALSE for lack of memory. */
gboolean
life_sparse_list_add (
    LifeSparse *self, LifeSparseList *list, LifeSparseTile *tile)
{
  gpointer tiles = list->tiles;

  if (list->n == list->room
      && !life_memory_grow (memory_of (self), &tiles, &list->room, list->n,
          list->n + 1, sizeof tile))
    return FALSE;
  list->tiles = tiles;
  list->tiles[list->n++] = tile;
  return TRUE;
}

LifeSparseTile *
life_sparse_find (const LifeSparse *self, gint64 column, gint64 row)
{
  return life_tile_table_find (&self->table, column, row);
}

/* Links @other, or none, in a direction from @tile. */
static void
set_around (LifeSparse *self, LifeSparseTile *tile, guint direction,
    LifeSparseTile *other)
{
  tile->around[direction] = other != NULL ? other : self->empty;
  tile->missing &= ~(1u << direction);
  if (other == NULL)
    tile->missing |= 1u << direction;
}

/* Links the tile and those around it. */
static void
link_tile (LifeSparse *self, LifeSparseTile *tile)
{
  for (guint i = 0; i < LIFE_SPARSE_AROUND; i++) {
    LifeSparseTile *other =
        i == LIFE_SPARSE_SELF
            ? tile
            : life_sparse_find (self, tile->position[0] + life_sparse_right (i),
                tile->position[1] + life_sparse_down (i));

    set_around (self, tile, i, other);
    if (other != NULL)
      set_around (self, other, LIFE_SPARSE_AROUND - 1 - i, tile);
  }
}

/* The tile at a position, which is made if there is none; NULL for lack of memory. */
LifeSparseTile *
life_sparse_ensure (LifeSparse *self, gint64 column, gint64 row, GError **error)
{
  LifeSparseTile *tile = life_sparse_find (self, column, row);

  if (tile != NULL)
    return tile;
  if (!life_tile_table_reserve (&self->table, error))
    return NULL;
  tile = allocate_tile (self, error);
  if (tile == NULL)
    return NULL;
  if (!life_sparse_list_add (self, &self->tiles, tile)) {
    recycle_tile (self, tile);
    life_sparse_fail_lists (self, error);
    return NULL;
  }
  tile->position[0] = column;
  tile->position[1] = row;
  tile->index = self->tiles.n - 1;
  tile->counted[0] = tile->counted[1] = TRUE;
  link_tile (self, tile);
  life_tile_table_add (&self->table, column, row, tile);
  return tile;
}

static void
free_tile (LifeSparse *self, LifeSparseTile *tile)
{
  LifeSparseTile *last = self->tiles.tiles[--self->tiles.n];

  life_tile_table_remove (&self->table, tile->position[0], tile->position[1]);
  for (guint i = 0; i < LIFE_SPARSE_AROUND; i++)
    if (tile->around[i] != self->empty)
      set_around (self, tile->around[i], LIFE_SPARSE_AROUND - 1 - i, NULL);
  self->tiles.tiles[tile->index] = last;
  last->index = tile->index;
  recycle_tile (self, tile);
}

gboolean
life_sparse_is_empty (
    const LifeSparse *self, const LifeSparseTile *tile, guint side)
{
  const guint64 *words = life_sparse_cells (self, tile, side);
  guint64 all = 0;

  for (gsize i = 0; i < self->planes.n * LIFE_SPARSE_PLANE; i++)
    all |= words[i];
  return all == 0;
}

/* Frees tiles that are empty, and that the next pass does not advance, if there may be
 * many, or memory is short. */
void
life_sparse_sweep (LifeSparse *self)
{
  const LifeMemory *memory = memory_of (self);

  if (self->tiles.n < 2 * self->tiles_swept + SWEEP_TILES
      && (life_memory_left (memory) >= memory->limit / 8
          || self->tiles.n < self->n_reserved / 8 * 7))
    return;
  for (gsize i = self->tiles.n; i-- > 0;) {
    LifeSparseTile *tile = self->tiles.tiles[i];

    if (tile->pass != self->pass && life_sparse_is_empty (self, tile, 0)
        && life_sparse_is_empty (self, tile, 1))
      free_tile (self, tile);
  }
  self->tiles_swept = self->tiles.n;
}
