/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine in three dimensions: how a world of bits is stored,
 * edited and shared among threads; life/cpu/bits3d/sweep.c advances it.
 *
 * Cell x of a row is bit x % 64 of word x / 64; rows follow each other without
 * a gap, slices too, and bits beyond the width are 0. So a generation is one
 * run of words, and a cell takes two bits for both generations; for more than
 * two states further planes of the same form follow. The kernel handles the
 * cells beside a row's ends. */
#include "life/cpu/bits3d/engine.h"

#include "life/base/bits.h"
#include "life/base/cpu-path.h"
#include "life/base/memory.h"
#include "life/cpu/bits3d/cut.h"
#include "life/cpu/bitsliced.h"
#include "life/cpu/count.h"
#include "life/cpu/generations.h"
#include "life/cpu/rows.h"
#include "life/draw/draw.h"
#include "life/draw/history.h"
#include "life/draw/picture.h"
#include "life/world/soup.h"

#include <stdatomic.h>

/* In worlds of at least this size a generation takes so long that it can be
 * cancelled halfway. */
#define CANCELLABLE_BYTES (16 * 1024 * 1024)
/* Words counted together. */
#define COUNT_WORDS (32 * 1024)
/* Advancing a cell takes this many times as long as in 2D. */
#define CELL_COST 2

typedef struct {
  LifeEngine engine;
  const LifeBitsliced3dKernel *kernel;
  const LifeCountKernels *counting;
  LifeThreadPool *pool;
  LifePictureMemory picture;
  LifeDrawer drawer;
  LifeHistory history;
  gchar *kernel_name;
  LifeBitsliced3dRule rule;
  LifeBitsliced3dPlan plan;
  LifePlanes planes;

  guint64 *memory;
  LifeGenerations generations; /* the first word of each */
  gsize words;                 /* words of a row */
  gsize all_words;             /* words of a plane of a generation */
  /* Counts from before the cells were laid out anew, when there is nothing to
   * compare. */
  guint64 kept_births, kept_deaths;
} Bitsliced3d;

static LifeBitRows
rows_of (const Bitsliced3d *self)
{
  return (LifeBitRows){ &self->engine.geometry, &self->planes,
    self->generations.present, self->words, self->words };
}

static guint64
world_bytes (const Bitsliced3d *self)
{
  return self->all_words * self->planes.n * sizeof (guint64);
}

/* The kernels, indexed by LifeCpuPath. */
static const LifeBitsliced3dKernel *const kernels[] = {
  [LIFE_CPU_PATH_PORTABLE] = &life_bitsliced3d_portable,
#ifdef __x86_64__
  [LIFE_CPU_PATH_AVX2] = &life_bitsliced3d_avx2,
  [LIFE_CPU_PATH_AVX512] = &life_bitsliced3d_avx512,
#endif
};

static gboolean
bitsliced3d_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  LifeCpuPath path;

  if (rule->dimensions != 3 || !life_bitsliced_takes (rule)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=bitsliced on the CPU runs B/S and Generations rules only; use "
        "kernel=auto or kernel=naive");
    return FALSE;
  }
  return life_cpu_path_choose (&path, error);
}

static LifeBitsliced3dShape
shape_of (LifeNeighborhood neighborhood)
{
  switch (neighborhood) {
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return LIFE_SHAPE3D_FACES;
    case LIFE_NEIGHBORHOOD_EDGES:
      return LIFE_SHAPE3D_EDGES;
    case LIFE_NEIGHBORHOOD_CORNERS:
      return LIFE_SHAPE3D_CORNERS;
    default:
      return LIFE_SHAPE3D_BLOCK;
  }
}

/* The next state of a cell with @total live cells in its shape; @alive is its
 * present state. Totals that cannot occur give dead. */
static gboolean
next_state (const LifeRule *rule, guint total, guint alive)
{
  guint itself =
      shape_of (rule->neighborhood) == LIFE_SHAPE3D_BLOCK ? alive : 0;

  if (total > 26 + itself || total < itself)
    return FALSE;
  return (alive ? rule->survival : rule->birth) >> (total - itself) & 1;
}

/* To be called when the engine has the planes that the rule needs. */
static void
take_rule (Bitsliced3d *self, const LifeRule *rule)
{
  self->rule.shape = shape_of (rule->neighborhood);
  self->rule.is_b6s567 = self->rule.shape == LIFE_SHAPE3D_BLOCK
                         && rule->birth == 1u << 6 && rule->survival == 7u << 5;
  for (guint n = 0; n < LIFE_SUB_TABLES3D; n++) {
    guint table = 0;
    for (guint i = 0; i < 8; i++)
      table |= (guint) next_state (rule, 4 * n + i % 4, i / 4) << i;
    self->rule.sub_tables[n] = (guint8) table;
  }
  self->rule.ages = self->planes.n - 1;
  self->rule.plane = self->planes.step;
  self->rule.first_age = life_planes_first_age (rule->states);
}

/* Reserves two generations, each with the margin that the kernel may read
 * before and after it. */
static gboolean
reserve_cells (Bitsliced3d *self, GError **error)
{
  const LifeGeometry *geometry = &self->engine.geometry;
  gsize margin, rows, cells, bytes;

  self->memory = NULL;
  self->words = life_bits_words (geometry->width);
  margin = (self->words + 2 * LIFE_BLOCK3D_WORDS - 1) / LIFE_BLOCK3D_WORDS
           * LIFE_BLOCK3D_WORDS;
  if (!life_memory_multiply (geometry->height, geometry->depth, &rows)
      || !life_memory_multiply (rows, self->words, &self->all_words)
      || !g_size_checked_add (
          &self->planes.step, self->all_words, LIFE_BLOCK3D_WORDS)
      || !life_memory_multiply (self->planes.step, self->planes.n, &cells)
      || !life_memory_multiply (cells, 2 * sizeof (guint64), &bytes)
      || !g_size_checked_add (
          &bytes, bytes, (3 * margin + LIFE_BLOCK3D_WORDS) * sizeof (guint64)))
    return life_memory_check (G_MAXUINT64, "the world", error);

  self->memory = life_memory_reserve (bytes, "the world", error);
  if (self->memory == NULL)
    return FALSE;
  self->generations.present = self->memory + margin;
  self->generations.previous = self->memory + 2 * margin
                               + (cells + LIFE_BLOCK3D_WORDS - 1)
                                     / LIFE_BLOCK3D_WORDS * LIFE_BLOCK3D_WORDS;
  return TRUE;
}

/* Makes room for another number of states. What the last generation changed is
 * counted now, because afterwards the previous one is gone. */
static gboolean
change_states (Bitsliced3d *self, guint states, GError **error)
{
  Bitsliced3d old;
  LifeBitRows rows, old_rows;

  life_bitsliced3d_engine.changes (
      &self->engine, &self->kept_births, &self->kept_deaths, NULL);
  self->generations.previous_lost = TRUE;
  old = *self;
  self->planes.states = states;
  self->planes.n = life_planes_count (states);
  if (self->planes.n != old.planes.n && !reserve_cells (self, error)) {
    *self = old;
    return FALSE;
  }
  rows = rows_of (self);
  old_rows = rows_of (&old);
  life_bit_rows_translate (&rows, &old_rows);
  if (self->planes.n != old.planes.n)
    life_memory_release (old.memory);
  return TRUE;
}

static gboolean
bitsliced3d_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;

  if (!bitsliced3d_check (rule, &engine->geometry, NULL, error)
      || (rule->states != self->planes.states
          && !change_states (self, rule->states, error)))
    return FALSE;
  take_rule (self, rule);
  return TRUE;
}

static void
bitsliced3d_destroy (LifeEngine *engine)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;

  life_thread_pool_free (self->pool);
  life_picture_forget (&self->picture);
  life_drawer_clear (&self->drawer);
  life_history_clear (&self->history);
  life_bitsliced3d_uncut (&self->plan);
  life_memory_release (self->memory);
  g_free (self->kernel_name);
  g_free (self);
}

static LifeEngine *
bitsliced3d_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  LifeCpuPath path;
  Bitsliced3d *self;

  if (!bitsliced3d_check (rule, geometry, options, error)
      || !life_cpu_path_choose (&path, error))
    return NULL;
  self = g_new0 (Bitsliced3d, 1);
  self->engine.klass = &life_bitsliced3d_engine;
  self->engine.geometry = *geometry;
  self->engine.history = &self->history;
  self->kernel = kernels[path];
  self->counting = life_count_choose (path);
  self->kernel_name = g_strdup_printf ("bitsliced (%s)", self->kernel->title);
  self->pool = life_thread_pool_new (options->threads);
  self->planes.states = rule->states;
  self->planes.n = life_planes_count (rule->states);
  if (!reserve_cells (self, error)) {
    bitsliced3d_destroy (&self->engine);
    return NULL;
  }
  take_rule (self, rule);
  life_bitsliced3d_cut (
      &self->plan, geometry, life_thread_pool_get_threads (self->pool));
  return &self->engine;
}

static const gchar *
bitsliced3d_get_kernel_name (LifeEngine *engine)
{
  return ((Bitsliced3d *) engine)->kernel_name;
}

static gboolean
bitsliced3d_clear (LifeEngine *engine, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;

  memset (self->generations.present, 0,
      self->planes.n * self->planes.step * sizeof (guint64));
  return TRUE;
}

typedef struct {
  Bitsliced3d *self;
  guint64 seed, threshold;
} Soup;

static void
soup_slice (gpointer data, gsize z)
{
  const Soup *soup = data;
  Bitsliced3d *self = soup->self;
  const LifeBitRows rows = rows_of (self);
  const gsize last = self->words - 1;

  for (gsize y = 0; y < self->engine.geometry.height; y++) {
    guint64 *row = life_bit_row (&rows, y, z);
    self->kernel->soup (row, self->words,
        life_soup_row (soup->seed, (guint32) y, (guint32) z), soup->threshold);
    row[last] &= life_bits_mask (self->plan.last_cells);
    for (gsize plane = 1; plane < self->planes.n; plane++)
      memset (
          row + plane * self->planes.step, 0, self->words * sizeof (guint64));
  }
}

static gboolean
bitsliced3d_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  Soup soup = { self, seed, threshold };
  LifeWork work = { engine->geometry.depth, soup_slice, NULL, NULL };
  /* A random cell costs as much as advancing dozens of cells. */
  guint threads =
      life_thread_pool_choose (self->pool, world_bytes (self) * 32, 1);

  life_thread_pool_run (self->pool, threads, &work, &soup);
  return TRUE;
}

static gboolean
bitsliced3d_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const guint32 origin[3], GError **error)
{
  LifeBitRows rows = rows_of ((Bitsliced3d *) engine);

  life_bit_rows_add_runs (&rows, runs, n_runs, origin);
  return TRUE;
}

static gboolean
bitsliced3d_read (
    LifeEngine *engine, const LifeEngineBox *box, guint8 *cells, GError **error)
{
  LifeBitRows rows = rows_of ((Bitsliced3d *) engine);

  life_bit_rows_get (&rows, box, cells);
  return TRUE;
}

static gboolean
bitsliced3d_write (LifeEngine *engine, const LifeEngineBox *box,
    const guint8 *cells, GError **error)
{
  LifeBitRows rows = rows_of ((Bitsliced3d *) engine);

  life_bit_rows_set (&rows, box, cells);
  return TRUE;
}

static void
step_tile (gpointer data, gsize tile)
{
  Bitsliced3d *self = data;

  self->kernel->advance (&self->plan, &self->rule, self->generations.present,
      self->generations.previous, tile);
}

static gboolean
bitsliced3d_step (LifeEngine *engine, guint64 generations,
    const gint *cancelled, guint64 *stepped, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  LifeStep step = { step_tile, self, &self->generations, cancelled, generations,
    0 };
  guint64 bytes = world_bytes (self);
  gsize tiles = self->plan.tiles_x * self->plan.tiles_y * self->plan.chunks;
  guint threads =
      life_thread_pool_choose (self->pool, bytes * CELL_COST, generations);
  gboolean done;

  self->kept_births = self->kept_deaths = 0;
  done = life_step_run (
      &step, self->pool, threads, tiles, bytes >= CANCELLABLE_BYTES, error);

  *stepped = step.stepped;
  return done;
}

typedef struct {
  Bitsliced3d *self;
  _Atomic guint64 population, births, deaths;
} Count;

/* Runs @item for every part of a generation's words. */
static void
for_all_words (
    Bitsliced3d *self, guint64 bytes, LifeWorkItem item, Count *count)
{
  gsize parts =
      self->all_words / COUNT_WORDS + (self->all_words % COUNT_WORDS != 0);
  LifeWork work = { parts, item, NULL, NULL };
  guint threads = life_thread_pool_choose (self->pool, bytes, 1);

  life_thread_pool_run (self->pool, threads, &work, count);
}

static gsize
part_words (const Bitsliced3d *self, gsize start)
{
  return MIN (self->all_words - start, COUNT_WORDS);
}

static void
population_part (gpointer data, gsize part)
{
  Count *count = data;
  const Bitsliced3d *self = count->self;
  const guint64 *now = self->generations.present;
  gsize start = part * COUNT_WORDS, words = part_words (self, start);
  g_autofree guint64 *scratch =
      self->planes.n > 1 ? g_new (guint64, words) : NULL;
  LifeCountRows row = { .rows = 1, .words = words, .last = G_MAXUINT64 };

  row.now = life_planes_any (&self->planes, now + start, words, scratch);
  atomic_fetch_add (&count->population, self->counting->alive (&row));
}

static gboolean
bitsliced3d_population (LifeEngine *engine, guint64 *population, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  Count count = { .self = self };

  for_all_words (self, world_bytes (self), population_part, &count);
  *population = count.population;
  return TRUE;
}

static void
changes_part (gpointer data, gsize part)
{
  Count *count = data;
  const Bitsliced3d *self = count->self;
  gsize start = part * COUNT_WORDS, words = part_words (self, start);
  g_autofree guint64 *scratch =
      self->planes.n > 1 ? g_new (guint64, 2 * words) : NULL;
  LifeCountRows row = { .rows = 1, .words = words, .last = G_MAXUINT64 };
  guint64 births = 0, deaths = 0;

  row.now = life_planes_any (&self->planes,
      (const guint64 *) self->generations.present + start, words, scratch);
  row.previous = life_planes_any (&self->planes,
      (const guint64 *) self->generations.previous + start, words,
      scratch != NULL ? scratch + words : NULL);
  self->counting->changes (&row, &births, &deaths);
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

/* Where a cancelled generation overwrote the previous one, there is nothing to
 * compare with, and the counts are 0. */
static gboolean
bitsliced3d_changes (
    LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  Count count = {
    .self = self, .births = self->kept_births, .deaths = self->kept_deaths
  };

  if (!self->generations.previous_lost) {
    count.births = count.deaths = 0;
    for_all_words (self, world_bytes (self) * 2, changes_part, &count);
  }
  *births = count.births;
  *deaths = count.deaths;
  return TRUE;
}

static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  LifeBitRows rows = rows_of ((Bitsliced3d *) engine);

  return life_bit_rows_read (&rows, axis, slice, row, scratch);
}

static const guint8 *
read_states (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  LifeBitRows rows = rows_of (self);

  return life_bit_rows_read_states (
      &rows, self->drawer.sample_kernels, axis, slice, row, first, n, scratch);
}

static LifeCells
cells_of (Bitsliced3d *self)
{
  return (LifeCells){ &self->engine, read_row, read_states };
}

static gboolean
bitsliced3d_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  LifeCells cells = cells_of (self);

  return life_draw (&self->drawer, &cells, self->pool, view, frame, error);
}

static gboolean
bitsliced3d_remember (LifeEngine *engine, gboolean undoable, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  LifeCells cells = cells_of (self);

  return life_history_remember (&cells, self->pool, undoable, error);
}

static gboolean
bitsliced3d_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((Bitsliced3d *) engine)->picture, view,
      picture, input, threshold, error);
}

static gpointer
bitsliced3d_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeBitRows rows = rows_of ((Bitsliced3d *) engine);

  return life_bit_rows_save (&rows, old, size, error);
}

static gboolean
bitsliced3d_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeBitRows rows = rows_of ((Bitsliced3d *) engine);

  life_bit_rows_restore (&rows, state);
  return TRUE;
}

static void
bitsliced3d_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}

const LifeEngineClass life_bitsliced3d_engine = {
  .name = "cpu",
  .check = bitsliced3d_check,
  .create = bitsliced3d_create,
  .destroy = bitsliced3d_destroy,
  .get_kernel_name = bitsliced3d_get_kernel_name,
  .set_rule = bitsliced3d_set_rule,
  .clear = bitsliced3d_clear,
  .soup = bitsliced3d_soup,
  .add_runs = bitsliced3d_add_runs,
  .read = bitsliced3d_read,
  .write = bitsliced3d_write,
  .step = bitsliced3d_step,
  .population = bitsliced3d_population,
  .changes = bitsliced3d_changes,
  .draw = bitsliced3d_draw,
  .remember = bitsliced3d_remember,
  .recall = life_history_recall,
  .forget = life_history_forget,
  .read_history = life_history_read,
  .write_history = life_history_write,
  .absorb = bitsliced3d_absorb,
  .save = bitsliced3d_save,
  .restore = bitsliced3d_restore,
  .drop = bitsliced3d_drop,
};
