/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's plain engine: a byte a cell in two and three dimensions. Here are its
 * cells: in and out, counted and drawn. How they are advanced is in
 * life/cpu/reference/step.c, as kernel=naive asks for; rules that have a faster way are
 * advanced by larger.c and tabled.c with kernel=auto. */
#include "life/cpu/bytes/bytes.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/world/soup.h"

#include <stdatomic.h>

/* Advancing a byte cell takes as long as so many bytes of bit-sliced cells. */
#define CELL_COST 16
#define LARGER_CELL_COST 1
#define TABLED_CELL_COST 4

static gboolean
reference_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  LifeCpuPath path;

  return life_cpu_path_choose (&path, error);
}

/* Cells in states that the rule has not take its highest one. */
static void
limit_states (LifeReference *self)
{
  guint8 *cells = self->generations.present;

  for (gsize i = 0; i < self->cells; i++)
    cells[i] = MIN (cells[i], self->rule.states - 1);
}

/* Whether the rule in force has a faster way. */
static gboolean
slides_sums (const LifeReference *self)
{
  return self->larger != NULL
         && life_larger_takes (&self->rule, &self->engine.geometry);
}

static gboolean
looks_up (const LifeReference *self)
{
  return self->tabled != NULL && life_tabled_takes (&self->rule);
}

/* After something else than a step has written cells in @box, or anywhere. */
static void
wake (LifeReference *self, const LifeBox *box)
{
  if (self->tabled != NULL)
    life_tabled_wake (self->tabled, &self->generations, box);
}

static gboolean
reference_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeReference *self = (LifeReference *) engine;
  gboolean fewer = rule->states < self->rule.states;

  if (self->larger != NULL && life_larger_takes (rule, &engine->geometry)
      && !life_larger_set_rule (self->larger, rule, error))
    return FALSE;
  self->rule = *rule;
  if (fewer)
    limit_states (self);
  if (looks_up (self))
    life_tabled_set_rule (self->tabled, rule);
  wake (self, NULL);
  return TRUE;
}

static void
reference_destroy (LifeEngine *engine)
{
  LifeReference *self = (LifeReference *) engine;

  life_thread_pool_free (self->pool);
  life_picture_forget (&self->picture);
  life_drawer_clear (&self->drawer);
  life_larger_free (self->larger);
  life_tabled_free (self->tabled);
  life_memory_release (self->memory);
  g_free (self);
}

/* What the faster ways need beside the cells. */
static gboolean
prepare (LifeReference *self, const LifeEngineOptions *options, GError **error)
{
  if (options->kernel == LIFE_KERNEL_NAIVE)
    return TRUE;
  self->tabled = life_tabled_new (&self->engine.geometry);
  self->larger = life_larger_new (
      &self->engine.geometry, life_thread_pool_get_threads (self->pool), error);
  return self->larger != NULL
         && reference_set_rule (&self->engine, &self->rule, error);
}

static LifeEngine *
reference_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  guint64 cells, bytes = G_MAXUINT64;
  LifeReference *self;
  LifeCpuPath path;

  if (!reference_check (rule, geometry, options, error)
      || !life_cpu_path_choose (&path, error))
    return NULL;
  if (!life_geometry_cells (geometry, &cells)
      || !g_uint64_checked_mul (&bytes, cells, 2))
    bytes = G_MAXUINT64;
  if (!life_memory_check (bytes, "the world", error))
    return NULL;

  self = g_new0 (LifeReference, 1);
  self->engine.klass = &life_reference_engine;
  self->engine.geometry = *geometry;
  self->rule = *rule;
  self->cells = cells;
  self->pool = life_thread_pool_new (options->threads);
  self->counting = life_count_choose (path);
  self->memory = life_memory_reserve (bytes, "the world", error);
  if (self->memory != NULL) {
    self->generations.present = self->memory;
    self->generations.before = self->memory + cells;
  }
  if (self->memory == NULL || !prepare (self, options, error)) {
    reference_destroy (&self->engine);
    return NULL;
  }
  return &self->engine;
}

static const gchar *
reference_get_kernel_name (LifeEngine *engine)
{
  LifeReference *self = (LifeReference *) engine;

  return slides_sums (self) ? life_larger_get_name (self->larger)
         : looks_up (self)  ? "look-ups"
                            : "naive";
}

static gboolean
reference_clear (LifeEngine *engine, GError **error)
{
  LifeReference *self = (LifeReference *) engine;

  memset (self->generations.present, 0, self->cells);
  wake (self, NULL);
  return TRUE;
}

static gsize
rows_of (const LifeReference *self)
{
  return (gsize) self->engine.geometry.height * self->engine.geometry.depth;
}

typedef struct {
  LifeReference *self;
  guint64 seed, threshold;
} Soup;

static void
soup_row (gpointer data, gsize row)
{
  const Soup *soup = data;
  LifeReference *self = soup->self;
  gsize y = row % self->engine.geometry.height;
  gsize z = row / self->engine.geometry.height;
  guint8 *cells = life_reference_row (self, y, z);
  guint64 key = life_soup_row (soup->seed, (guint32) y, (guint32) z);

  for (gsize x = 0; x < self->engine.geometry.width; x++)
    cells[x] = life_soup_alive (key, (guint32) x, soup->threshold) != 0;
}

static gboolean
reference_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  LifeReference *self = (LifeReference *) engine;
  Soup soup = { self, seed, threshold };
  LifeWork work = { rows_of (self), soup_row, NULL, NULL };
  guint threads = life_thread_pool_choose (self->pool, self->cells, 1);

  life_thread_pool_run (self->pool, threads, &work, &soup);
  wake (self, NULL);
  return TRUE;
}

static gboolean
reference_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const guint32 origin[3], GError **error)
{
  LifeReference *self = (LifeReference *) engine;
  const LifeGeometry *geometry = &engine->geometry;

  for (gsize i = 0; i < n_runs; i++) {
    gsize x = ((gsize) origin[0] + runs[i].x) % geometry->width;
    gsize y = ((gsize) origin[1] + runs[i].y) % geometry->height;
    gsize z = ((gsize) origin[2] + runs[i].z) % geometry->depth;
    gsize length = MIN (runs[i].length, geometry->width);
    gsize straight = MIN (length, geometry->width - x);
    guint8 *row = life_reference_row (self, y, z);

    memset (row + x, runs[i].state, straight);
    memset (row, runs[i].state, length - straight);
  }
  wake (self, NULL);
  return TRUE;
}

static gboolean
reference_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeReference *self = (LifeReference *) engine;

  for (gsize z = 0; z < box->depth; z++)
    for (gsize y = 0; y < box->height; y++, cells += box->width)
      memcpy (cells, life_reference_row (self, box->y + y, box->z + z) + box->x,
          box->width);
  return TRUE;
}

static gboolean
reference_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeReference *self = (LifeReference *) engine;

  for (gsize z = 0; z < box->depth; z++)
    for (gsize y = 0; y < box->height; y++) {
      guint8 *row = life_reference_row (self, box->y + y, box->z + z) + box->x;
      for (gsize x = 0; x < box->width; x++, cells++)
        row[x] = MIN (*cells, self->rule.states - 1);
    }
  wake (self, box);
  return TRUE;
}

static void
advance_tile (gpointer data, gsize item)
{
  LifeReference *self = data;

  life_larger_advance (
      self->larger, self->generations.present, self->generations.before, item);
}

static void
advance_band (gpointer data, gsize item)
{
  LifeReference *self = data;

  life_tabled_advance (self->tabled, &self->generations, item);
}

static gboolean
reference_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  LifeReference *self = (LifeReference *) engine;
  LifeStep step = { life_reference_step_row, self, &self->generations,
    cancelled, generations, 0 };
  gsize items = rows_of (self);
  guint cost = CELL_COST, threads;
  gboolean done;

  if (slides_sums (self)) {
    step.item = advance_tile;
    items = life_larger_items (self->larger);
    cost = LARGER_CELL_COST;
  } else if (looks_up (self)) {
    step.item = advance_band;
    items = life_tabled_items (self->tabled);
    cost = TABLED_CELL_COST;
  }
  threads =
      life_thread_pool_choose (self->pool, self->cells * cost, generations);
  done = life_step_run (&step, self->pool, threads, items, TRUE, error);
  *stepped = step.stepped;
  return done;
}

/* Cells that are counted at a time. */
#define COUNT_CELLS (256 * 1024)

typedef struct {
  const LifeReference *self;
  _Atomic guint64 population, births, deaths;
} Count;

static void
population_part (gpointer data, gsize part)
{
  Count *count = data;
  const LifeReference *self = count->self;
  const guint8 *now = self->generations.present;
  gsize first = part * COUNT_CELLS;

  atomic_fetch_add (
      &count->population, self->counting->alive_states (now + first,
                              MIN (self->cells - first, COUNT_CELLS)));
}

static void
changes_part (gpointer data, gsize part)
{
  Count *count = data;
  const LifeReference *self = count->self;
  const guint8 *now = self->generations.present;
  const guint8 *before = self->generations.before;
  gsize first = part * COUNT_CELLS;
  guint64 births = 0, deaths = 0;

  self->counting->changes_of_states (now + first, before + first,
      MIN (self->cells - first, COUNT_CELLS), &births, &deaths);
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

static void
count_parts (LifeReference *self, LifeWorkItem item, Count *count)
{
  LifeWork work = { (self->cells - 1) / COUNT_CELLS + 1, item, NULL, NULL };
  guint threads = life_thread_pool_choose (self->pool, self->cells, 1);

  life_thread_pool_run (self->pool, threads, &work, count);
}

static gboolean
reference_population (LifeEngine *engine, guint64 *population, GError **error)
{
  LifeReference *self = (LifeReference *) engine;
  Count count = { .self = self };

  count_parts (self, population_part, &count);
  *population = count.population;
  return TRUE;
}

/* Where a cancelled generation overwrote the one before, nothing is left to
 * compare with, and no change is told. */
static gboolean
reference_changes (
    LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error)
{
  LifeReference *self = (LifeReference *) engine;
  Count count = { .self = self };

  if (!self->generations.before_lost)
    count_parts (self, changes_part, &count);
  *births = count.births;
  *deaths = count.deaths;
  return TRUE;
}

static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  LifeReference *self = (LifeReference *) engine;
  const guint8 *cell =
      axis == LIFE_AXIS_Z   ? life_reference_row (self, row, slice)
      : axis == LIFE_AXIS_Y ? life_reference_row (self, slice, row)
                            : life_reference_row (self, 0, row) + slice;
  gsize step = engine->geometry.width;
  guint32 columns, rows, planes;

  life_geometry_plane (&engine->geometry, axis, &columns, &rows, &planes);
  if (axis != LIFE_AXIS_X) {
    for (gsize column = 0; column < columns; column += LIFE_WORD_CELLS)
      scratch[column / LIFE_WORD_CELLS] = life_bits_pack (
          cell + column, MIN (columns - column, LIFE_WORD_CELLS));
    return scratch;
  }
  memset (scratch, 0, life_bits_words (columns) * sizeof (guint64));
  for (gsize column = 0; column < columns; column++, cell += step)
    scratch[column / LIFE_WORD_CELLS] |= (guint64) (*cell != 0)
                                         << column % LIFE_WORD_CELLS;
  return scratch;
}

static const guint8 *
read_states (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  LifeReference *self = (LifeReference *) engine;
  const guint8 *cell;

  if (axis == LIFE_AXIS_Z)
    return life_reference_row (self, row, slice) + first;
  if (axis == LIFE_AXIS_Y)
    return life_reference_row (self, slice, row) + first;
  cell = life_reference_row (self, first, row) + slice;
  for (guint32 i = 0; i < n; i++, cell += engine->geometry.width)
    scratch[i] = *cell;
  return scratch;
}

static gboolean
reference_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeReference *self = (LifeReference *) engine;

  return life_draw_states (&self->drawer, engine, self->pool, read_row,
      self->rule.states > 2 ? read_states : NULL, view, frame, error);
}

static gboolean
reference_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((LifeReference *) engine)->picture,
      view, picture, input, threshold, error);
}

static gpointer
reference_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeReference *self = (LifeReference *) engine;
  gpointer state =
      old ? old : life_memory_reserve (self->cells, "a snapshot", error);

  *size = self->cells;
  if (state != NULL)
    memcpy (state, self->generations.present, self->cells);
  return state;
}

static gboolean
reference_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeReference *self = (LifeReference *) engine;

  memcpy (self->generations.present, state, self->cells);
  limit_states (self);
  wake (self, NULL);
  return TRUE;
}

static void
reference_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}

const LifeEngineClass life_reference_engine = {
  .name = "cpu",
  .check = reference_check,
  .create = reference_create,
  .destroy = reference_destroy,
  .get_kernel_name = reference_get_kernel_name,
  .set_rule = reference_set_rule,
  .clear = reference_clear,
  .soup = reference_soup,
  .add_runs = reference_add_runs,
  .read = reference_read,
  .write = reference_write,
  .step = reference_step,
  .population = reference_population,
  .changes = reference_changes,
  .draw = reference_draw,
  .absorb = reference_absorb,
  .save = reference_save,
  .restore = reference_restore,
  .drop = reference_drop,
};
