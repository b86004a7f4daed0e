/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums, on the CPU: how a world is cut into tiles,
 * and what a tile reads beyond the world's edges. larger-kernels.c adds up,
 * byte-engine.c owns the cells. */
#include "life/cpu/bytes/sliding-sums.h"

#include "life/base/cpu-path.h"
#include "life/base/memory.h"
#include "life/base/thread-pool.h"
#include "life/cpu/bytes/larger-kernels.h"
#include "life/cpu/bytes/row-pieces.h"
#include "life/rule/larger-counts.h"

#include <string.h>

/* The widest tile, so that its lines stay in the first-level cache. */
#define TILE_WIDTH 4096
/* The highest tile, unless that is low compared with its halo: a step can be cancelled
 * between tiles. */
#define MAX_ROWS 512
/* Tiles per thread, unless these would be higher. */
#define TILES_PER_THREAD 16
/* A vector may be read from anywhere in a line. */
#define LINE_END 64

/* The memory that a thread needs to advance a tile, on cache lines of its own. */
typedef struct {
  LifeLargerTile tile;
  guint8 *memory;
  guint8 padding[2 * LIFE_MEMORY_ALIGNMENT];
} Scratch;

struct _LifeLarger {
  LifeGeometry geometry;
  const LifeLargerKernel *kernel;
  LifeNeighborhood neighborhood;
  LifeLargerRule rule;
  guint32 *list;       /* of a rule that lists its counts */
  gsize columns, rows; /* tiles */
  gsize width, height; /* of a tile; the last ones may be smaller */
  gsize scratch_bytes;
  guint threads;
  Scratch *scratch; /* one per thread */
};

static const LifeLargerKernel *
find_kernel (GError **error)
{
  LifeCpuPath path;

  if (!life_cpu_path_choose (&path, error))
    return NULL;
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX512)
    return &life_larger_avx512;
  if (path == LIFE_CPU_PATH_AVX2)
    return &life_larger_avx2;
#endif
  return &life_larger_portable;
}

static gsize
round_up (gsize value, gsize multiple)
{
  return (value + multiple - 1) / multiple * multiple;
}

static gsize
line_columns (const LifeLarger *self)
{
  return round_up (self->width + 2 * self->rule.radius + 2 + LINE_END,
      LIFE_MEMORY_ALIGNMENT);
}

/* The time of a generation in tiles of @height rows, counted in rows: the more tiles a thread
 * has, the less it waits for the last one, and the more often it adds the halo above a tile.
 * Squares only add that up, which takes a third of the time of a row. */
static gdouble
cost_of_height (const LifeLarger *self, gsize height)
{
  const gsize tiles =
      self->columns * ((self->geometry.height - 1) / height + 1);
  const gsize each = (tiles - 1) / self->threads + 1;
  const gdouble above = 2.0 * self->rule.radius;

  return (each + 0.15)
         * (height
             + (self->neighborhood == LIFE_NEIGHBORHOOD_MOORE ? above / 3
                                                              : above));
}

static void
cut (LifeLarger *self)
{
  const gsize max_rows = MAX (16 * (gsize) self->rule.radius, MAX_ROWS);
  gdouble lowest = G_MAXDOUBLE;

  self->columns = (self->geometry.width - 1) / TILE_WIDTH + 1;
  self->width = round_up (
      (self->geometry.width - 1) / self->columns + 1, LIFE_MEMORY_ALIGNMENT);
  self->columns = (self->geometry.width - 1) / self->width + 1;
  self->width = MIN (self->width, self->geometry.width);
  for (gsize each = 1; each <= TILES_PER_THREAD; each++) {
    const gsize rows = MAX (1, each * self->threads / self->columns);
    const gsize height = MIN ((self->geometry.height - 1) / rows + 1, max_rows);
    const gdouble cost = cost_of_height (self, height);

    if (cost < lowest) {
      lowest = cost;
      self->height = height;
    }
  }
  self->rows = (self->geometry.height - 1) / self->height + 1;
}

/* The bytes of sums and of counts. */
static void
set_sizes (const LifeLarger *self, LifeLargerTile *tile)
{
  /* The largest number of columns whose sums, or changes and their sign, fit in a byte. */
  const guint max_columns =
      self->neighborhood == LIFE_NEIGHBORHOOD_MOORE ? G_MAXUINT8 : G_MAXINT8;

  if (2 * self->rule.radius + 1 > max_columns) {
    tile->sum_bytes = 2;
    tile->count_bytes = 4;
  } else {
    tile->sum_bytes = 1;
    /* A range limit above every count is in no range. */
    tile->count_bytes = self->rule.highest < G_MAXUINT8 ? 1 : 2;
  }
}

/* Lays out the lines of @tile from @memory on, which may be NULL; returns their
 * bytes. */
static gsize
lay_out (const LifeLarger *self, LifeLargerTile *tile, guint8 *memory)
{
  const gboolean square = self->neighborhood == LIFE_NEIGHBORHOOD_MOORE;
  const gboolean diamond = self->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN;
  const gsize slots = 2 * self->rule.radius + (square ? 1 : diamond ? 3 : 2);
  gsize bytes = 0;

  set_sizes (self, tile);
  tile->stride = line_columns (self);
  tile->slots = slots;
#define LAY_OUT(field, lines, element)                   \
  (tile->field = memory != NULL ? memory + bytes : NULL, \
      bytes += (gsize) (lines) *tile->stride * (element))
  LAY_OUT (dead, 1, 1);
  LAY_OUT (alive, diamond ? 1 : slots, 1);
  LAY_OUT (columns, square, tile->sum_bytes);
  LAY_OUT (falling, diamond ? slots : 0, tile->sum_bytes);
  LAY_OUT (rising, diamond ? slots : 0, tile->sum_bytes);
  LAY_OUT (change, !square, tile->sum_bytes);
  LAY_OUT (counts, !square || self->list != NULL, tile->count_bytes);
  LAY_OUT (windows[0], square, tile->count_bytes);
  LAY_OUT (windows[1], square, tile->count_bytes);
#undef LAY_OUT
  return bytes;
}

static void
set_rule (LifeLargerTile *tile, const LifeLarger *self)
{
  const LifeNeighborhood neighborhood = self->neighborhood;
  const LifeLargerRule *rule = &self->rule;
  guint32 height = rule->radius;

  tile->neighborhood = neighborhood;
  tile->rule = *rule;
  tile->list = self->list;
  for (guint32 dx = 0; dx <= rule->radius; dx++) {
    height = life_larger_height (neighborhood, rule->radius, dx, height);
    tile->heights[dx] = height;
  }
  tile->birth_first = rule->birth_low;
  tile->birth_span = MAX (rule->birth_low, rule->birth_high) - rule->birth_low;
  tile->survival_first = rule->survival_low;
  tile->survival_span =
      MAX (rule->survival_low, rule->survival_high) - rule->survival_low;
}

static void
free_scratch (Scratch *scratch, guint threads)
{
  for (guint i = 0; scratch != NULL && i < threads; i++)
    life_memory_release (scratch[i].memory);
  g_free (scratch);
}

static Scratch *
make_scratch (LifeLarger *self, GError **error)
{
  Scratch *scratch = g_new0 (Scratch, self->threads);

  self->scratch_bytes = lay_out (self, &scratch->tile, NULL);
  for (guint i = 0; i < self->threads; i++) {
    scratch[i].memory =
        life_memory_reserve (self->scratch_bytes, "the sums of a rule", error);
    if (scratch[i].memory == NULL) {
      free_scratch (scratch, self->threads);
      return NULL;
    }
    lay_out (self, &scratch[i].tile, scratch[i].memory);
    set_rule (&scratch[i].tile, self);
  }
  return scratch;
}

gboolean
life_larger_set_rule (LifeLarger *self, const LifeRule *rule, GError **error)
{
  const LifeLarger previous = *self;
  Scratch *scratch;
  gsize words;

  self->neighborhood = rule->neighborhood;
  self->rule = life_larger_rule (rule);
  self->list = rule->counts != NULL
                   ? life_larger_list (rule, 1, self->rule.highest, &words)
                   : NULL;
  cut (self);
  scratch = make_scratch (self, error);
  if (scratch == NULL) {
    g_free (self->list);
    *self = previous;
    return FALSE;
  }
  g_free (previous.list);
  free_scratch (self->scratch, self->threads);
  self->scratch = scratch;
  return TRUE;
}

LifeLarger *
life_larger_new (const LifeGeometry *geometry, guint threads, GError **error)
{
  const LifeLargerKernel *kernel = find_kernel (error);
  LifeLarger *self;

  if (kernel == NULL)
    return NULL;
  self = g_new0 (LifeLarger, 1);
  self->geometry = *geometry;
  self->kernel = kernel;
  self->threads = threads;
  return self;
}

void
life_larger_free (LifeLarger *self)
{
  if (self == NULL)
    return;
  free_scratch (self->scratch, self->threads);
  g_free (self->list);
  g_free (self);
}

const gchar *
life_larger_get_name (const LifeLarger *self)
{
  return self->kernel->name;
}

gsize
life_larger_items (const LifeLarger *self)
{
  return self->columns * self->rows;
}

/* Adds row @y, which may lie outside the world, to a tile that begins at
 * column @x. */
static void
add_row (const LifeLarger *self, LifeLargerTile *tile, const guint8 *cells,
    gint64 x, gint64 y)
{
  const LifeGeometry *geometry = &self->geometry;
  const gint64 halo = tile->rule.radius + 1;
  const gint64 length = tile->width + 2 * halo;
  const gint64 row = life_row_at (geometry, y);
  LifeRowPiece piece = { 0 };

  while (life_row_piece_next (&piece, geometry, x - halo, length))
    self->kernel->add_row (tile, piece.at,
        row < 0 || piece.from < 0 ? tile->dead
                                  : cells + row * geometry->width + piece.from,
        piece.n);
}

/* Prefetches the cells that the next row reads and overwrites. Rows begin in pages of
 * their own, so the hardware does not. */
static void
fetch_ahead (const guint8 *reads, guint8 *writes, gsize width)
{
  for (gsize i = 0; i < width; i += LIFE_MEMORY_ALIGNMENT) {
    __builtin_prefetch (reads + i, 0);
    __builtin_prefetch (writes + i, 1);
  }
}

void
life_larger_advance (
    LifeLarger *self, const guint8 *cells, guint8 *next, gsize item)
{
  const gsize width = self->geometry.width;
  const gsize x = item % self->columns * self->width;
  const gsize start = item / self->columns * self->height;
  const gsize end = MIN (start + self->height, self->geometry.height);
  Scratch *scratch = &self->scratch[life_thread_pool_index ()];
  LifeLargerTile *tile = &scratch->tile;
  const gint64 reach = tile->rule.radius;

  memset (scratch->memory, 0, self->scratch_bytes);
  tile->width = MIN (self->width, width - x);
  tile->n_rows = 0;
  for (gint64 y = (gint64) start - 2 * reach; y < (gint64) end; y++) {
    const gboolean own = y >= (gint64) start;
    const gsize at = own ? y * width + x : 0;

    if (own && y + reach + 1 < (gint64) self->geometry.height
        && y + 1 < (gint64) end)
      fetch_ahead (cells + (y + reach + 1) * width + x,
          next + (y + 1) * width + x, tile->width);
    add_row (self, tile, cells, x, y + reach);
    self->kernel->advance (
        tile, own ? cells + at : NULL, own ? next + at : NULL);
  }
}
