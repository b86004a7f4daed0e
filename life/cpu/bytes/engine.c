/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's general engine: a byte per cell in two and three dimensions. This
 * file stores, edits, counts and draws the cells. life/cpu/reference/ advances
 * them, always with kernel=naive; with kernel=auto larger.c and tabled.c
 * advance the rules that they have a faster way for. */
#include "life/cpu/bytes/engine.h"

#include "life/base/bits.h"
#include "life/base/memory.h"
#include "life/cpu/bytes/larger.h"
#include "life/cpu/bytes/tabled.h"
#include "life/cpu/count.h"
#include "life/cpu/extent.h"
#include "life/cpu/reference/reference.h"
#include "life/draw/draw.h"
#include "life/draw/history.h"
#include "life/draw/picture.h"
#include "life/draw/stack.h"
#include "life/world/soup.h"

#include <stdatomic.h>

/* Advancing a cell takes as long as this many bytes of bit-sliced cells. */
#define CELL_COST 16
#define LARGER_CELL_COST 1
#define TABLED_CELL_COST 4

typedef struct {
  LifeEngine engine;
  LifeThreadPool *pool;
  const LifeCountKernels *counting;
  LifePictureMemory picture;
  LifeDrawer drawer;
  LifeHistory history;
  /* The faster ways; NULL where neither takes the rule. */
  LifeLarger *larger;
  LifeTabled *tabled;

  guint8 *memory;
  LifeReference world; /* in @memory */
  gsize cells;
} LifeByteEngine;

static gboolean
bytes_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  LifeCpuPath path;

  return life_cpu_path_choose (&path, error);
}

/* Cells in states that the rule does not have take its highest one. */
static void
limit_states (LifeByteEngine *self)
{
  guint8 *cells = self->world.generations.present;

  for (gsize i = 0; i < self->cells; i++)
    cells[i] = MIN (cells[i], self->world.rule.states - 1);
}

/* Whether the rule in force has a faster way. */
static gboolean
slides_sums (const LifeByteEngine *self)
{
  return self->larger != NULL
         && life_larger_takes (&self->world.rule, &self->engine.geometry);
}

static gboolean
looks_up (const LifeByteEngine *self)
{
  return self->tabled != NULL && life_tabled_takes (&self->world.rule);
}

/* To be called when anything but a step has written cells, in @box or
 * anywhere. */
static void
cells_changed (LifeByteEngine *self, const LifeBox *box)
{
  if (self->tabled != NULL)
    life_tabled_touched (self->tabled, &self->world.generations, box);
}

static gboolean
bytes_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  gboolean fewer = rule->states < self->world.rule.states;

  if (self->larger != NULL && life_larger_takes (rule, &engine->geometry)
      && !life_larger_set_rule (self->larger, rule, error))
    return FALSE;
  self->world.rule = life_rule_value (rule);
  if (fewer)
    limit_states (self);
  if (looks_up (self))
    life_tabled_set_rule (self->tabled, rule);
  cells_changed (self, NULL);
  return TRUE;
}

static void
bytes_destroy (LifeEngine *engine)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  life_thread_pool_free (self->pool);
  life_picture_forget (&self->picture);
  life_drawer_clear (&self->drawer);
  life_history_clear (&self->history);
  life_stack_drop (&self->engine);
  life_larger_free (self->larger);
  life_tabled_free (self->tabled);
  life_memory_release (self->memory);
  g_free (self);
}

/* Prepares the faster way that the rule has, if any. */
static gboolean
prepare (LifeByteEngine *self, const LifeEngineOptions *options, GError **error)
{
  if (options->kernel == LIFE_KERNEL_NAIVE)
    return TRUE;
  self->tabled = life_tabled_new (&self->engine.geometry);
  self->larger = life_larger_new (
      &self->engine.geometry, life_thread_pool_get_threads (self->pool), error);
  return self->larger != NULL
         && bytes_set_rule (&self->engine, &self->world.rule, error);
}

static LifeEngine *
bytes_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  guint64 cells, bytes = G_MAXUINT64;
  LifeByteEngine *self;
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
  self->engine.klass = &life_bytes_engine;
  self->engine.geometry = *geometry;
  self->engine.history = &self->history;
  self->world.geometry = &self->engine.geometry;
  self->world.rule = life_rule_value (rule);
  self->cells = cells;
  self->pool = life_thread_pool_new (options->threads);
  self->counting = life_count_choose (path);
  self->memory = life_memory_reserve (bytes, "the world", error);
  if (self->memory != NULL) {
    self->world.generations.present = self->memory;
    self->world.generations.previous = self->memory + cells;
  }
  if (self->memory == NULL || !prepare (self, options, error)) {
    bytes_destroy (&self->engine);
    return NULL;
  }
  return &self->engine;
}

static const gchar *
bytes_get_kernel_name (LifeEngine *engine)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  return slides_sums (self) ? life_larger_get_name (self->larger)
         : looks_up (self)  ? "look-ups"
                            : "naive";
}

static gboolean
bytes_clear (LifeEngine *engine, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  memset (self->world.generations.present, 0, self->cells);
  cells_changed (self, NULL);
  return TRUE;
}

static gsize
rows_of (const LifeByteEngine *self)
{
  return (gsize) self->engine.geometry.height * self->engine.geometry.depth;
}

typedef struct {
  LifeByteEngine *self;
  guint64 seed, threshold;
} Soup;

static void
soup_row (gpointer data, gsize row)
{
  const Soup *soup = data;
  LifeByteEngine *self = soup->self;
  gsize y = row % self->engine.geometry.height;
  gsize z = row / self->engine.geometry.height;
  guint8 *cells = life_reference_row (&self->world, y, z);
  guint64 key = life_soup_row (soup->seed, (guint32) y, (guint32) z);

  for (gsize x = 0; x < self->engine.geometry.width; x++)
    cells[x] = life_soup_alive (key, (guint32) x, soup->threshold) != 0;
}

static gboolean
bytes_soup (LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  Soup soup = { self, seed, threshold };
  LifeWork work = { rows_of (self), soup_row, NULL, NULL };
  guint threads = life_thread_pool_choose (self->pool, self->cells, 1);

  life_thread_pool_run (self->pool, threads, &work, &soup);
  cells_changed (self, NULL);
  return TRUE;
}

static gboolean
bytes_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  const LifeGeometry *geometry = &engine->geometry;

  for (gsize i = 0; i < n_runs; i++) {
    gsize x = ((gsize) origin[0] + runs[i].x) % geometry->width;
    gsize y = ((gsize) origin[1] + runs[i].y) % geometry->height;
    gsize z = ((gsize) origin[2] + runs[i].z) % geometry->depth;
    gsize length = MIN (runs[i].length, geometry->width);
    gsize straight = MIN (length, geometry->width - x);
    guint8 *row = life_reference_row (&self->world, y, z);

    memset (row + x, runs[i].state, straight);
    memset (row, runs[i].state, length - straight);
  }
  cells_changed (self, NULL);
  return TRUE;
}

static gboolean
bytes_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  for (gint64 z = 0; z < box->depth; z++)
    for (gint64 y = 0; y < box->height; y++, cells += box->width)
      memcpy (cells,
          life_reference_row (&self->world, box->y + y, box->z + z) + box->x,
          box->width);
  return TRUE;
}

static gboolean
bytes_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  for (gint64 z = 0; z < box->depth; z++)
    for (gint64 y = 0; y < box->height; y++) {
      guint8 *row =
          life_reference_row (&self->world, box->y + y, box->z + z) + box->x;
      for (gint64 x = 0; x < box->width; x++, cells++)
        row[x] = MIN (*cells, self->world.rule.states - 1);
    }
  cells_changed (self, box);
  return TRUE;
}

static void
advance_tile (gpointer data, gsize item)
{
  LifeByteEngine *self = data;

  life_larger_advance (self->larger, self->world.generations.present,
      self->world.generations.previous, item);
}

static void
advance_band (gpointer data, gsize item)
{
  LifeByteEngine *self = data;

  life_tabled_advance (self->tabled, &self->world.generations, item);
}

static gboolean
bytes_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  LifeStep step = { life_reference_step_row, &self->world,
    &self->world.generations, cancelled, generations, 0 };
  gsize items = rows_of (self);
  guint cost = CELL_COST, threads;
  gboolean done;

  if (slides_sums (self)) {
    step.item = advance_tile;
    step.data = self;
    items = life_larger_items (self->larger);
    cost = LARGER_CELL_COST;
  } else if (looks_up (self)) {
    step.item = advance_band;
    step.data = self;
    items = life_tabled_items (self->tabled);
    cost = TABLED_CELL_COST;
  }
  threads =
      life_thread_pool_choose (self->pool, self->cells * cost, generations);
  done = life_step_run (&step, self->pool, threads, items, TRUE, error);
  *stepped = step.stepped;
  return done;
}

/* Cells that are counted together. */
#define COUNT_CELLS (256 * 1024)

typedef struct {
  const LifeByteEngine *self;
  _Atomic guint64 population, births, deaths;
} Count;

static void
population_part (gpointer data, gsize part)
{
  Count *count = data;
  const LifeByteEngine *self = count->self;
  const guint8 *now = self->world.generations.present;
  gsize first = part * COUNT_CELLS;

  atomic_fetch_add (
      &count->population, self->counting->alive_states (now + first,
                              MIN (self->cells - first, COUNT_CELLS)));
}

static void
changes_part (gpointer data, gsize part)
{
  Count *count = data;
  const LifeByteEngine *self = count->self;
  const guint8 *now = self->world.generations.present;
  const guint8 *previous = self->world.generations.previous;
  gsize first = part * COUNT_CELLS;
  guint64 births = 0, deaths = 0;

  self->counting->changes_of_states (now + first, previous + first,
      MIN (self->cells - first, COUNT_CELLS), &births, &deaths);
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

static void
count_parts (LifeByteEngine *self, LifeWorkItem item, Count *count)
{
  LifeWork work = { (self->cells - 1) / COUNT_CELLS + 1, item, NULL, NULL };
  guint threads = life_thread_pool_choose (self->pool, self->cells, 1);

  life_thread_pool_run (self->pool, threads, &work, count);
}

static gboolean
bytes_population (LifeEngine *engine, guint64 *population, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  Count count = { .self = self };

  count_parts (self, population_part, &count);
  *population = count.population;
  return TRUE;
}

/* Where a cancelled generation overwrote the previous one, there is nothing to
 * compare with, and the counts are 0. */
static gboolean
bytes_changes (
    LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  Count count = { .self = self };

  if (!self->world.generations.previous_lost)
    count_parts (self, changes_part, &count);
  *births = count.births;
  *deaths = count.deaths;
  return TRUE;
}

static const guint64 *
read_line (
    const LifeEngine *engine, gboolean previous, gsize line, guint64 *scratch)
{
  const LifeByteEngine *self = (const LifeByteEngine *) engine;
  const guint8 *cells = previous ? self->world.generations.previous
                                 : self->world.generations.present;
  gsize width = engine->geometry.width;

  cells += line * width;
  for (gsize x = 0; x < width; x += LIFE_WORD_CELLS)
    scratch[x / LIFE_WORD_CELLS] =
        life_bits_pack (cells + x, (guint) MIN (width - x, LIFE_WORD_CELLS));
  return scratch;
}

static gboolean
bytes_box (LifeEngine *engine, LifeBox *box, GError **error)
{
  life_extent_box (engine, ((LifeByteEngine *) engine)->pool, read_line, box);
  return TRUE;
}

static gboolean
bytes_activity (LifeEngine *engine, LifeActivity *activity, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  memset (activity, 0, sizeof *activity);
  if (!self->world.generations.previous_lost)
    life_extent_activity (engine, self->pool, read_line, activity);
  return TRUE;
}

static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  const guint8 *cell =
      axis == LIFE_AXIS_Z   ? life_reference_row (&self->world, row, slice)
      : axis == LIFE_AXIS_Y ? life_reference_row (&self->world, slice, row)
                            : life_reference_row (&self->world, 0, row) + slice;
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
  LifeByteEngine *self = (LifeByteEngine *) engine;
  const guint8 *cell;

  if (axis == LIFE_AXIS_Z)
    return life_reference_row (&self->world, row, slice) + first;
  if (axis == LIFE_AXIS_Y)
    return life_reference_row (&self->world, slice, row) + first;
  cell = life_reference_row (&self->world, first, row) + slice;
  for (guint32 i = 0; i < n; i++, cell += engine->geometry.width)
    scratch[i] = *cell;
  return scratch;
}

static void
read_field (LifeEngine *engine, LifeField *field)
{
  const LifeByteEngine *self = (LifeByteEngine *) engine;
  const LifeGeometry *geometry = &engine->geometry;

  *field = (LifeField){ .kind = LIFE_FIELD_BYTES,
    .cells = life_reference_row (&self->world, 0, 0),
    .row = geometry->width,
    .plane = (guint64) geometry->width * geometry->height,
    .ring = (gint32) geometry->depth };
}

static LifeCells
cells_of (LifeByteEngine *self)
{
  return (LifeCells){ &self->engine, read_row, read_states, read_field };
}

static gboolean
bytes_draw (LifeEngine *engine, const LifeView *view, const LifeFrame *frame,
    GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_draw (&self->drawer, &cells, self->pool, view, frame, error);
}

static gboolean
bytes_draw_before (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_draw_before (
      &self->drawer, &cells, self->pool, view, frame, error);
}

static void
bytes_drop_before (LifeEngine *engine)
{
  life_draw_drop_before (&((LifeByteEngine *) engine)->drawer);
}

static gboolean
bytes_lay_caption (LifeEngine *engine, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifeByteEngine *) engine)->drawer, frame, caption, error);
}

static gboolean
bytes_remember (LifeEngine *engine, gboolean undoable, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_history_remember (&cells, self->pool, undoable, error);
}

static gboolean
bytes_stack_cells (LifeEngine *engine, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_stack_cells (&cells, self->pool, error);
}

static gboolean
bytes_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((LifeByteEngine *) engine)->picture,
      view, picture, input, threshold, error);
}

static gpointer
bytes_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;
  gpointer state =
      old ? old : life_memory_reserve (self->cells, "a snapshot", error);

  *size = self->cells;
  if (state != NULL)
    memcpy (state, self->world.generations.present, self->cells);
  return state;
}

static gboolean
bytes_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeByteEngine *self = (LifeByteEngine *) engine;

  memcpy (self->world.generations.present, state, self->cells);
  limit_states (self);
  cells_changed (self, NULL);
  return TRUE;
}

static gboolean
bytes_read_saved (LifeEngine *engine, gconstpointer state, const LifeBox *box,
    guint8 *cells, GError **error)
{
  const LifeGeometry *geometry = &engine->geometry;
  const guint8 *kept = state;

  for (gint64 z = box->z; z < box->z + box->depth; z++)
    for (gint64 y = box->y; y < box->y + box->height; y++, cells += box->width)
      memcpy (cells,
          kept + (z * geometry->height + y) * geometry->width + box->x,
          box->width);
  return TRUE;
}

static void
bytes_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}

const LifeEngineClass life_bytes_engine = {
  .name = "cpu",
  .check = bytes_check,
  .create = bytes_create,
  .destroy = bytes_destroy,
  .get_kernel_name = bytes_get_kernel_name,
  .set_rule = bytes_set_rule,
  .clear = bytes_clear,
  .soup = bytes_soup,
  .add_runs = bytes_add_runs,
  .read = bytes_read,
  .write = bytes_write,
  .step = bytes_step,
  .population = bytes_population,
  .changes = bytes_changes,
  .box = bytes_box,
  .activity = bytes_activity,
  .draw = bytes_draw,
  .draw_before = bytes_draw_before,
  .drop_before = bytes_drop_before,
  .lay_caption = bytes_lay_caption,
  .remember = bytes_remember,
  .recall = life_history_recall,
  .forget = life_history_forget,
  .read_history = life_history_read,
  .write_history = life_history_write,
  .stack_cells = bytes_stack_cells,
  .drop_stack = life_stack_drop,
  .take_stack = life_stack_take,
  .absorb = bytes_absorb,
  .save = bytes_save,
  .restore = bytes_restore,
  .drop = bytes_drop,
  .read_saved = bytes_read_saved,
};
