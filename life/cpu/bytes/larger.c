/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums, on the CPU: how a world is cut into tiles,
 * and what a tile reads beyond the world's edges. larger-kernels.c sums,
 * engine.c holds the cells. */
#include "life/cpu/bytes/larger.h"

#include "life/base/cpu-path.h"
#include "life/base/memory.h"
#include "life/cpu/bytes/larger-kernels.h"

#include <stdatomic.h>
#include <string.h>

/* The widest tile, so that its lines stay in the first-level cache. */
#define TILE_WIDTH 4096
/* The highest tile; the rows that it takes before its own cost little beside so
 * many. */
#define MOST_ROWS 512
/* Tiles per thread, so that all threads end at about the same time. */
#define TILES_PER_THREAD 4
/* A vector may be read from anywhere in a line. */
#define LINE_END 64

/* The memory that a thread needs to advance a tile. */
typedef struct {
  LifeLargerTile tile;
  guint8 *memory;
  atomic_int busy;
} Scratch;

struct _LifeLarger {
  LifeGeometry geometry;
  const LifeLargerKernel *kernel;
  LifeNeighborhood neighborhood;
  LifeLargerRule rule;
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
line_bytes (const LifeLarger *self)
{
  return round_up (self->width + 2 * self->rule.radius + 2 + LINE_END,
      LIFE_MEMORY_ALIGNMENT);
}

static void
cut (LifeLarger *self)
{
  const gsize warm_up = 2 * self->rule.radius + 1;
  gsize all;

  self->columns = (self->geometry.width - 1) / TILE_WIDTH + 1;
  self->width = round_up (
      (self->geometry.width - 1) / self->columns + 1, LIFE_MEMORY_ALIGNMENT);
  self->columns = (self->geometry.width - 1) / self->width + 1;
  self->width = MIN (self->width, self->geometry.width);
  all = self->columns * (gsize) self->geometry.height;
  self->height = CLAMP (all / (TILES_PER_THREAD * self->threads), 4 * warm_up,
      MAX (8 * warm_up, MOST_ROWS));
  self->height = MIN (self->height, self->geometry.height);
  self->rows = (self->geometry.height - 1) / self->height + 1;
}

/* Lays out the lines of @tile from @memory on, which may be NULL; returns the
 * bytes that they take. */
static gsize
lay_out (const LifeLarger *self, LifeLargerTile *tile, guint8 *memory)
{
  const gboolean square = self->neighborhood == LIFE_NEIGHBORHOOD_MOORE;
  const gboolean diamond = self->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN;
  const gsize slots = 2 * self->rule.radius + (square ? 1 : diamond ? 3 : 2);
  const gsize line = line_bytes (self);
  gsize lines = 0;

  tile->stride = line;
  tile->slots = slots;
#define TAKE(field, n) (tile->field = memory + lines * line, lines += (n))
  TAKE (dead, 1);
  TAKE (alive, diamond ? 1 : slots);
  TAKE (columns, square);
  TAKE (falling, diamond ? slots : 0);
  TAKE (rising, diamond ? slots : 0);
  TAKE (change, 1);
  TAKE (counts, 2);
  TAKE (windows[0], 2);
  TAKE (windows[1], 2);
#undef TAKE
  return lines * line;
}

static void
set_rule (LifeLargerTile *tile, LifeNeighborhood neighborhood,
    const LifeLargerRule *rule)
{
  tile->neighborhood = neighborhood;
  tile->rule = *rule;
  /* A range limit above every count is in no range. */
  tile->narrow = rule->most < G_MAXUINT8;
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
    set_rule (&scratch[i].tile, self->neighborhood, &self->rule);
  }
  return scratch;
}

gboolean
life_larger_set_rule (LifeLarger *self, const LifeRule *rule, GError **error)
{
  const LifeLarger before = *self;
  Scratch *scratch;

  self->neighborhood = rule->neighborhood;
  self->rule = life_larger_rule (rule);
  cut (self);
  scratch = make_scratch (self, error);
  if (scratch == NULL) {
    *self = before;
    return FALSE;
  }
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

/* Takes memory that no other thread uses; there is one piece per thread. */
static Scratch *
take_scratch (LifeLarger *self)
{
  for (guint i = 0;; i = (i + 1) % self->threads)
    if (!atomic_exchange (&self->scratch[i].busy, 1))
      return &self->scratch[i];
}

/* Takes row @y, which may lie outside the world, for a tile that begins at
 * column @x. On a narrow torus a line repeats the row. */
static void
take_row (const LifeLarger *self, LifeLargerTile *tile, const guint8 *cells,
    gint64 x, gint64 y)
{
  const gint64 width = self->geometry.width, height = self->geometry.height;
  const gboolean torus = self->geometry.topology == LIFE_TOPOLOGY_TORUS;
  const gint64 beside = tile->rule.radius + 1;
  const gint64 length = tile->width + 2 * beside;
  const guint8 *row;
  gint64 start = x - beside;

  if (torus)
    y = (y % height + height) % height;
  if (y < 0 || y >= height) {
    self->kernel->take (tile, 0, tile->dead, length);
    return;
  }
  row = cells + y * width;
  for (gint64 at = 0, n; at < length; at += n) {
    gint64 from = start + at;
    gboolean inside;
    if (torus)
      from = (from % width + width) % width;
    inside = from >= 0 && from < width;
    n = MIN (length - at, from < 0 ? -from : inside ? width - from : length);
    self->kernel->take (tile, at, inside ? row + from : tile->dead, n);
  }
}

/* Prefetches what the next step reads and overwrites. Rows begin in pages of
 * their own, so the hardware does not look ahead. */
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
  Scratch *scratch = take_scratch (self);
  LifeLargerTile *tile = &scratch->tile;
  const gint64 reach = tile->rule.radius;

  memset (scratch->memory, 0, self->scratch_bytes);
  tile->width = MIN (self->width, width - x);
  tile->taken = 0;
  for (gint64 y = (gint64) start - 2 * reach; y < (gint64) end; y++) {
    const gboolean own = y >= (gint64) start;
    const gsize at = own ? y * width + x : 0;

    if (own && y + reach + 1 < (gint64) self->geometry.height
        && y + 1 < (gint64) end)
      fetch_ahead (cells + (y + reach + 1) * width + x,
          next + (y + 1) * width + x, tile->width);
    take_row (self, tile, cells, x, y + reach);
    self->kernel->advance (
        tile, own ? cells + at : NULL, own ? next + at : NULL);
  }
  atomic_store (&scratch->busy, 0);
}
