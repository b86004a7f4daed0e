/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's general engine: a byte per cell in two and three dimensions. life/cpu/reference/
 * advances the cells, always with kernel=naive; with kernel=auto sliding-sums.c,
 * weighted-sums.c and tabled.c, which are faster, advance the rules that they support. */
#include "life/cpu/bytes/byte-engine.h"

#include "life/base/memory.h"
#include "life/cpu/row-engine.h"
#include "life/cpu/bytes/sliding-sums.h"
#include "life/cpu/bytes/tabled.h"
#include "life/cpu/bytes/weighted-sums.h"
#include "life/cpu/reference/reference.h"
#include "life/rule/families.h"
#include "life/world/soup.h"

#include <stdatomic.h>

/* Advancing a cell takes as long as this many bytes of bit-sliced cells. */
#define CELL_COST 16
#define LARGER_CELL_COST 1
#define TABLED_CELL_COST 4

typedef struct {
  LifeRowEngine rows;
  /* The faster kernels; NULL if the rule needs none. */
  LifeLarger *larger;
  LifeWeighted *weighted;
  LifeTabled *tabled;

  LifeReference world;
  gsize cells;
} LifeByteEngine;

static gboolean
bytes_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  LifeCpuPath path;

  return life_cpu_path_choose (&path, error);
}

/* Whether a faster kernel supports the present rule. */
static gboolean
slides_sums (const LifeByteEngine *self)
{
  return self->larger != NULL
         && life_larger_supports (
             &self->world.rule, &self->rows.engine.geometry);
}

static gboolean
uses_table (const LifeByteEngine *self)
{
  return self->tabled != NULL && life_tabled_supports (&self->world.rule);
}

static void
touched (LifeRowEngine *rows, const LifeBox *box)
{
  LifeByteEngine *self = (LifeByteEngine *) rows;

  if (self->tabled != NULL)
    life_tabled_touched (self->tabled, &rows->generations, box);
}

static gboolean
bytes_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  gboolean fewer = rule->states < self->rows.planes.states;
  LifeWeighted *weighted = NULL;

  if (self->larger != NULL && life_larger_supports (rule, &engine->geometry)
      && !life_larger_set_rule (self->larger, rule, error))
    return FALSE;
  if (self->larger != NULL
      && life_weighted_supports (rule, &engine->geometry)) {
    weighted = life_weighted_new (&engine->geometry, rule,
        life_thread_pool_get_threads (self->rows.pool), error);
    if (weighted == NULL)
      return FALSE;
  }
  life_weighted_free (self->weighted);
  self->weighted = weighted;
  self->world.rule = life_rule_value (rule);
  self->rows.planes.states = rule->states;
  if (fewer)
    life_row_engine_translate (&self->rows, &self->rows);
  if (uses_table (self))
    life_tabled_set_rule (self->tabled, rule);
  touched (&self->rows, NULL);
  return TRUE;
}

static void
bytes_destroy (LifeEngine *engine)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  life_larger_free (self->larger);
  life_weighted_free (self->weighted);
  life_tabled_free (self->tabled);
  life_row_engine_free (&self->rows);
}

static gboolean
reserve_cells (LifeByteEngine *self, GError **error)
{
  guint8 *cells = life_memory_reserve (2 * self->cells, "the world", error);

  if (cells == NULL)
    return FALSE;
  self->rows.memory = (guint64 *) cells;
  self->rows.generations.present = cells;
  self->rows.generations.previous = cells + self->cells;
  return TRUE;
}

/* Prepares the faster kernel that supports the rule, if any. */
static gboolean
prepare (LifeByteEngine *self, const LifeEngineOptions *options, GError **error)
{
  if (options->kernel == LIFE_KERNEL_NAIVE)
    return TRUE;
  self->tabled = life_tabled_new (&self->rows.engine.geometry);
  self->larger = life_larger_new (&self->rows.engine.geometry,
      life_thread_pool_get_threads (self->rows.pool), error);
  return self->larger != NULL
         && bytes_set_rule (&self->rows.engine, &self->world.rule, error);
}

static LifeEngine *
bytes_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  guint64 cells, bytes = G_MAXUINT64;
  LifeByteEngine *self;
  LifeRowEngine *rows;
  LifeCpuPath path;

  if (!bytes_check (rule, geometry, options, error)
      || !life_cpu_path_choose (&path, error))
    return NULL;
  if (!life_geometry_cells (geometry, &cells)
      || !g_uint64_checked_mul (&bytes, cells, 2))
    bytes = G_MAXUINT64;
  if (!life_memory_check (bytes, "the world", error))
    return NULL;

  self = g_new0 (LifeByteEngine, 1);
  rows = &self->rows;
  life_row_engine_init (
      rows, &life_bytes_engine, geometry, rule, options, path);
  rows->planes.n = 0;
  rows->words = rows->stride = geometry->width;
  rows->touched = touched;
  self->world.geometry = &rows->engine.geometry;
  self->world.rule = life_rule_value (rule);
  self->world.generations = &rows->generations;
  self->cells = cells;
  if (!reserve_cells (self, error) || !prepare (self, options, error)) {
    bytes_destroy (&rows->engine);
    return NULL;
  }
  return &rows->engine;
}

static const gchar *
bytes_get_kernel_name (LifeEngine *engine)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  return slides_sums (self)       ? life_larger_get_name (self->larger)
         : self->weighted != NULL ? life_weighted_get_name (self->weighted)
         : uses_table (self)      ? "look-ups"
                                  : "naive";
}

static gboolean
bytes_clear (LifeEngine *engine, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  memset (self->rows.generations.present, 0, self->cells);
  touched (&self->rows, NULL);
  return TRUE;
}

typedef struct {
  LifeByteEngine *self;
  guint64 seed, threshold;
  guint32 live;
} Soup;

static void
soup_row (gpointer data, gsize row)
{
  const Soup *soup = data;
  LifeByteEngine *self = soup->self;
  const LifeGeometry *geometry = self->world.geometry;
  gsize y = row % geometry->height, z = row / geometry->height;
  guint8 *cells = life_reference_row (&self->world, y, z);
  guint64 key = life_soup_row (soup->seed, (guint32) y, (guint32) z);

  for (gsize x = 0; x < geometry->width; x++)
    cells[x] = (guint8) life_soup_state (
        key, (guint32) x, soup->threshold, soup->live);
}

static gboolean
bytes_soup (LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  Soup soup = { self, seed, threshold, life_family_live_states (engine->rule) };
  LifeWork work = { self->cells / engine->geometry.width, soup_row, NULL,
    NULL };
  guint threads = life_thread_pool_choose (self->rows.pool, self->cells, 1);

  life_thread_pool_run (self->rows.pool, threads, &work, &soup);
  touched (&self->rows, NULL);
  return TRUE;
}

static void
advance_tile (gpointer data, gsize item)
{
  LifeByteEngine *self = data;

  life_larger_advance (self->larger, self->rows.generations.present,
      self->rows.generations.previous, item);
}

static void
advance_weighted (gpointer data, gsize item)
{
  LifeByteEngine *self = data;

  life_weighted_advance (self->weighted, self->rows.generations.present,
      self->rows.generations.previous, item);
}

static void
advance_band (gpointer data, gsize item)
{
  LifeByteEngine *self = data;

  life_tabled_advance (self->tabled, &self->rows.generations, item);
}

static gboolean
bytes_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  LifeStep step = { life_reference_step_row, &self->world,
    &self->rows.generations, cancelled, generations, 0 };
  gsize items = self->cells / engine->geometry.width;
  guint cost = CELL_COST, threads;
  gboolean done;

  if (slides_sums (self)) {
    step.item = advance_tile;
    step.data = self;
    items = life_larger_items (self->larger);
    cost = LARGER_CELL_COST;
  } else if (self->weighted != NULL) {
    step.item = advance_weighted;
    step.data = self;
    items = life_weighted_items (self->weighted);
  } else if (uses_table (self)) {
    step.item = advance_band;
    step.data = self;
    items = life_tabled_items (self->tabled);
    cost = TABLED_CELL_COST;
  }
  threads = life_thread_pool_choose (
      self->rows.pool, self->cells * cost, generations);
  done = life_step_run (&step, self->rows.pool, threads, items, TRUE, error);
  *stepped = step.stepped;
  return done;
}

/* Cells that are counted together. */
#define COUNT_CELLS (256 * 1024)

typedef struct {
  const LifeByteEngine *self;
  _Atomic guint64 population, births, deaths;
} CountedBytes;

static void
population_part (gpointer data, gsize part)
{
  CountedBytes *count = data;
  const LifeByteEngine *self = count->self;
  const guint8 *now = self->rows.generations.present;
  gsize first = part * COUNT_CELLS;

  atomic_fetch_add (
      &count->population, self->rows.counting->alive_states (now + first,
                              MIN (self->cells - first, COUNT_CELLS)));
}

static void
changes_part (gpointer data, gsize part)
{
  CountedBytes *count = data;
  const LifeByteEngine *self = count->self;
  const guint8 *now = self->rows.generations.present;
  const guint8 *previous = self->rows.generations.previous;
  gsize first = part * COUNT_CELLS;
  guint64 births = 0, deaths = 0;

  self->rows.counting->changes_of_states (now + first, previous + first,
      MIN (self->cells - first, COUNT_CELLS), &births, &deaths);
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

static void
count_parts (LifeByteEngine *self, LifeWorkItem item, CountedBytes *count)
{
  LifeWork work = { (self->cells - 1) / COUNT_CELLS + 1, item, NULL, NULL };
  guint threads = life_thread_pool_choose (self->rows.pool, self->cells, 1);

  life_thread_pool_run (self->rows.pool, threads, &work, count);
}

static gboolean
bytes_count (LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  LifeStatistics *counts = &tally->statistics;
  CountedBytes count = { .self = self };

  if (what & LIFE_COUNT_LIVING)
    count_parts (self, population_part, &count);
  /* Where a cancelled generation overwrote the previous one they are 0. */
  if (what & LIFE_COUNT_CHANGES && !self->rows.generations.previous_lost)
    count_parts (self, changes_part, &count);
  counts->population = count.population;
  counts->births = count.births;
  counts->deaths = count.deaths;
  life_row_engine_count_extent (&self->rows, what, counts);
  if (what & LIFE_COUNT_CHECKSUM)
    tally->checksum = life_engine_sum_cells (
        &engine->geometry, self->rows.generations.present);
  return TRUE;
}

const LifeEngineClass life_bytes_engine = {
  LIFE_ROW_ENGINE_FUNCTIONS,
  .name = "cpu",
  .check = bytes_check,
  .create = bytes_create,
  .destroy = bytes_destroy,
  .get_kernel_name = bytes_get_kernel_name,
  .set_rule = bytes_set_rule,
  .clear = bytes_clear,
  .soup = bytes_soup,
  .step = bytes_step,
  .count = bytes_count,
};
