/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life in neighborhoods of any shape and weights, on the CPU.
 *
 * A row's counts are the sum of rows of cells, each moved by a neighbor's distance and
 * multiplied by its weight: a vector of cells at a time. Where a neighborhood differs from the
 * same one a column, or two, further left in fewer cells than it has, only these are added up,
 * and prefix sums of such differences are the counts: 2 cells for each row of a hexagon, or of
 * a checkerboard, instead of all. Cells left of what a tile's neighborhoods reach are taken for
 * ones of no weight, so that the first differences are counts, too. */
#include "life/cpu/bytes/weighted-sums.h"

#include "life/base/cpu-path.h"
#include "life/base/memory.h"
#include "life/base/thread-pool.h"
#include "life/cpu/bytes/row-pieces.h"
#include "life/cpu/bytes/weighted-kernels.h"
#include "life/rule/larger-counts.h"
#include "life/rule/larger-weights.h"
#include "life/rule/sliding.h"

#include <string.h>

/* The widest tile, so that a row's counts stay in the first-level cache. */
#define TILE_WIDTH 2048
/* The highest tile, unless its halo is higher. */
#define TILE_HEIGHT 32
/* Neighborhoods are moved by so many columns at most. */
#define MAX_STRIDE 2
/* Prefix sums take as long as adding so many cells. */
#define PREFIX_COST 4

/* The memory that a thread needs to advance a tile. Values begin 3 radius + 2 MAX_STRIDE columns
 * left of the tile, counts 2 radius + MAX_STRIDE. */
typedef struct {
  guint8 *values;    /* a line for each row of the tile and its halo */
  guint8 *counts[2]; /* of a row: for even and, where these differ, odd cells */
  guint8 *memory;
} WeightedScratch;

struct _LifeWeighted {
  LifeGeometry geometry;
  const LifeWeightedKernel *kernel;
  guint radius, states;
  guint32 *list; /* life_next_counted() */
  /* LifeLargerTap, for even and odd cells; those NULL where they are the same. */
  GArray *taps[2];
  guint stride;
  gboolean narrow;                    /* counts fit in 16 bits */
  guint8 values[256];                 /* of states */
  gboolean is_value;                  /* a state's value is its number */
  gsize columns, rows, width, height; /* of tiles; those of a tile */
  gsize line;                         /* elements from a line to the next */
  guint threads;
  WeightedScratch *scratch; /* one per thread */
};

gboolean
life_weighted_supports (const LifeRule *rule, const LifeGeometry *geometry)
{
  return rule->family == LIFE_FAMILY_LARGER_THAN_LIFE
         && !life_larger_supports (rule, geometry)
         && (geometry->topology == LIFE_TOPOLOGY_TORUS
             || geometry->topology == LIFE_TOPOLOGY_PLANE)
         && geometry->shift_x == 0 && geometry->shift_y == 0;
}

/* --- Making one --- */

static const LifeWeightedKernel *
find_kernel (GError **error)
{
  LifeCpuPath path;

  if (!life_cpu_path_choose (&path, error))
    return NULL;
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX512)
    return &life_weighted_avx512;
  if (path == LIFE_CPU_PATH_AVX2)
    return &life_weighted_avx2;
#endif
  return &life_weighted_portable;
}

/* Finds the stride with which the least is added up. */
static void
choose_taps (LifeWeighted *self, const LifeRule *rule)
{
  const gboolean flips = life_larger_flips (rule);
  gdouble lowest = G_MAXDOUBLE;

  for (guint stride = 0; stride <= MAX_STRIDE; stride++) {
    GArray *taps = life_larger_taps (rule, FALSE, stride);
    const gdouble longer =
        stride > 0 ? 1 + 2.0 * self->radius / self->width : 1;
    const gdouble cost = (taps->len + (stride > 0 ? PREFIX_COST : 0)) * longer;

    /* A cell next to an odd one has another neighborhood. */
    if (cost >= lowest || (flips && stride == 1)) {
      g_array_unref (taps);
      continue;
    }
    lowest = cost;
    g_clear_pointer (&self->taps[0], g_array_unref);
    self->taps[0] = taps;
    self->stride = stride;
  }
  if (flips)
    self->taps[1] = life_larger_taps (rule, TRUE, self->stride);
}

static void
set_rule (LifeWeighted *self, const LifeRule *rule)
{
  const LifeLargerLimits limits = life_larger_limits (rule);
  gsize words;

  self->radius = rule->radius;
  self->states = rule->states;
  self->narrow = limits.lowest >= G_MININT16 && limits.highest <= G_MAXINT16;
  self->list = life_larger_list (rule, 0, (guint) limits.highest, &words);
  self->is_value = TRUE;
  for (guint state = 0; state < rule->states; state++) {
    self->values[state] = (guint8) life_larger_value (rule, state);
    self->is_value = self->is_value && self->values[state] == state;
  }
}

static void
cut (LifeWeighted *self)
{
  const gsize each = sizeof (guint32) * LIFE_MEMORY_ALIGNMENT;

  self->width = MIN (TILE_WIDTH, self->geometry.width);
  self->height = MIN (MAX (TILE_HEIGHT, self->radius), self->geometry.height);
  self->columns = (self->geometry.width - 1) / self->width + 1;
  self->rows = (self->geometry.height - 1) / self->height + 1;
  self->line = (self->width + 4 * self->radius + 2 * MAX_STRIDE + each - 1)
               / each * each;
}

static gboolean
make_scratch (LifeWeighted *self, GError **error)
{
  const gsize values = (self->height + 2 * self->radius) * self->line;
  const gsize counts = self->line * sizeof (guint32);

  self->scratch = g_new0 (WeightedScratch, self->threads);
  for (guint i = 0; i < self->threads; i++) {
    WeightedScratch *scratch = &self->scratch[i];

    scratch->memory = life_memory_reserve (
        values + 2 * counts, "the weights of a rule", error);
    if (scratch->memory == NULL)
      return FALSE;
    scratch->values = scratch->memory;
    scratch->counts[0] = scratch->memory + values;
    scratch->counts[1] = scratch->counts[0] + counts;
  }
  return TRUE;
}

LifeWeighted *
life_weighted_new (const LifeGeometry *geometry, const LifeRule *rule,
    guint threads, GError **error)
{
  const LifeWeightedKernel *kernel = find_kernel (error);
  LifeWeighted *self;

  if (kernel == NULL)
    return NULL;
  self = g_new0 (LifeWeighted, 1);
  self->geometry = *geometry;
  self->kernel = kernel;
  self->threads = threads;
  set_rule (self, rule);
  cut (self);
  choose_taps (self, rule);
  if (make_scratch (self, error))
    return self;
  life_weighted_free (self);
  return NULL;
}

void
life_weighted_free (LifeWeighted *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; self->scratch != NULL && i < self->threads; i++)
    life_memory_release (self->scratch[i].memory);
  g_free (self->scratch);
  g_clear_pointer (&self->taps[0], g_array_unref);
  g_clear_pointer (&self->taps[1], g_array_unref);
  g_free (self->list);
  g_free (self);
}

const gchar *
life_weighted_get_name (const LifeWeighted *self)
{
  return self->kernel->name;
}

gsize
life_weighted_items (const LifeWeighted *self)
{
  return self->columns * self->rows;
}

/* --- A tile --- */

typedef struct {
  gsize x, y, width, height;
} WeightedTile;

static void
fill_values (
    const LifeWeighted *self, const guint8 *cells, guint8 *values, gsize n)
{
  if (self->is_value)
    memcpy (values, cells, n);
  else
    for (gsize i = 0; i < n; i++)
      values[i] = self->values[cells[i]];
}

/* The values of row @y, which may lie outside the world, from @x - radius on. */
static void
fill_line (const LifeWeighted *self, const guint8 *cells,
    const WeightedTile *tile, gint64 y, guint8 *values)
{
  const LifeGeometry *geometry = &self->geometry;
  const gint64 length = (gint64) tile->width + 2 * (gint64) self->radius;
  const gint64 start = (gint64) tile->x - (gint64) self->radius;
  const gint64 row = life_row_at (geometry, y);
  LifeRowPiece piece = { 0 };

  while (life_row_piece_next (&piece, geometry, start, length))
    if (row < 0 || piece.from < 0)
      memset (values + piece.at, self->values[0], piece.n);
    else
      fill_values (self, cells + row * geometry->width + piece.from,
          values + piece.at, piece.n);
}

/* Where the values of a tile's own halo begin in a line, and the counts of its cells in one of
 * theirs. */
static gsize
first_value (const LifeWeighted *self)
{
  return 2 * self->radius + 2 * MAX_STRIDE;
}

static gsize
first_count (const LifeWeighted *self)
{
  return 2 * self->radius + MAX_STRIDE;
}

static void
add_prefixes (const LifeWeighted *self, gpointer counts, gsize n)
{
  guint16 *narrow = counts;
  guint32 *wide = counts;

  for (gsize i = self->stride; i < n; i++)
    if (self->narrow)
      narrow[i] += narrow[i - self->stride];
    else
      wide[i] += wide[i - self->stride];
}

/* The counts of the tile's row @row. */
static void
count_row (const LifeWeighted *self, const WeightedScratch *scratch,
    const WeightedTile *tile, gsize row, guint odd)
{
  const GArray *taps = self->taps[odd];
  const gsize first = self->stride > 0 ? 0 : first_count (self);
  const gsize n = first_count (self) + tile->width - first;
  const gsize each = self->narrow ? sizeof (guint16) : sizeof (guint32);
  guint8 *counts = scratch->counts[odd];

  memset (counts + first * each, 0, n * each);
  for (guint i = 0; i < taps->len; i++) {
    const LifeLargerTap *tap = &g_array_index (taps, LifeLargerTap, i);
    const guint8 *values =
        scratch->values
        + ((gssize) (row + self->radius) + tap->dy) * (gssize) self->line
        + (gssize) (first + first_value (self) - first_count (self)
                    + self->radius)
        + tap->dx;

    if (self->narrow)
      self->kernel->add_16 ((guint16 *) counts + first, values, tap->weight, n);
    else
      self->kernel->add_32 ((guint32 *) counts + first, values, tap->weight, n);
  }
  if (self->stride > 0)
    add_prefixes (self, counts, n);
}

static void
finish_row (const LifeWeighted *self, const WeightedScratch *scratch,
    const WeightedTile *tile, gsize row, const guint8 *cells, guint8 *next)
{
  const gsize at = first_count (self);
  const gsize parity = tile->x + tile->y + row;

  for (gsize x = 0; x < tile->width; x++) {
    const guint odd = self->taps[1] != NULL ? (parity + x) % 2 : 0;
    const gint32 count = self->narrow
                             ? ((const gint16 *) scratch->counts[odd])[at + x]
                             : ((const gint32 *) scratch->counts[odd])[at + x];

    next[x] = count < 0 ? life_next_state (cells[x], self->states, FALSE)
                        : life_next_counted (
                            self->list, cells[x], self->states, count);
  }
}

void
life_weighted_advance (
    LifeWeighted *self, const guint8 *cells, guint8 *next, gsize item)
{
  const gsize width = self->geometry.width, radius = self->radius;
  const gsize x = item % self->columns * self->width;
  const gsize y = item / self->columns * self->height;
  const WeightedTile tile = { x, y, MIN (self->width, width - x),
    MIN (self->height, self->geometry.height - y) };
  WeightedScratch *scratch = &self->scratch[life_thread_pool_index ()];

  for (gsize i = 0; i < tile.height + 2 * radius; i++) {
    guint8 *line = scratch->values + i * self->line;

    memset (line, 0, first_value (self));
    fill_line (self, cells, &tile, (gint64) (y + i) - (gint64) radius,
        line + first_value (self));
  }
  for (gsize row = 0; row < tile.height; row++) {
    const gsize at = (y + row) * width + x;

    count_row (self, scratch, &tile, row, 0);
    if (self->taps[1] != NULL)
      count_row (self, scratch, &tile, row, 1);
    finish_row (self, scratch, &tile, row, cells + at, next + at);
  }
}
