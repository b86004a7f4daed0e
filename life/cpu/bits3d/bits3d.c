/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine in three dimensions: how a world of bits is stored,
 * edited and shared among threads; life/cpu/bits3d/sweep.c advances it.
 *
 * Cell x of a row is bit x % 64 of word x / 64; rows follow each other without
 * a gap, slices too, and bits beyond the width are 0. So a generation is one
 * run of words, and a cell takes two bits for both generations; for more than
 * two states further planes of the same form follow. The kernel handles the
 * cells next to a row's ends. */
#include "life/cpu/bits3d/bits3d.h"

#include "life/base/cpu-path.h"
#include "life/base/memory.h"
#include "life/cpu/row-engine.h"
#include "life/cpu/bits3d/bits3d-cut.h"
#include "life/cpu/bit-lines.h"

#include <stdatomic.h>

/* In worlds of at least this size a generation takes so long that it can be
 * cancelled halfway. */
#define CANCELLABLE_BYTES (16 * 1024 * 1024)
/* Words counted together. */
#define COUNT_WORDS (32 * 1024)
/* Advancing a cell takes this many times as long as in 2D. */
#define CELL_COST 2

typedef struct {
  LifeRowEngine bits;
  const LifeBitsliced3dKernel *kernel;
  LifeBitsliced3dRule rule;
  LifeBitsliced3dPlan plan;
  gsize all_words; /* words of a plane of a generation */
} Bitsliced3d;

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

  if (rule->dimensions != 3 || !life_row_engine_supports (rule)) {
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
 * present state. Totals that cannot occur count as dead. */
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
apply_rule (Bitsliced3d *self, const LifeRule *rule)
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
  self->rule.ages = self->bits.planes.n - 1;
  self->rule.plane = self->bits.planes.step;
  self->rule.first_age = life_planes_first_age (rule->states);
}

/* How a world lies in memory: words of the margin that the kernel may read next to a generation,
 * of a plane, from a plane to the next and of a generation, and the bytes of all. */
typedef struct {
  gsize margin, plane, step, cells, bytes;
} LineLayout;

/* Two generations, each with the margin that the kernel may read before and after it. FALSE: more
 * than can be addressed. */
static gboolean
lay_out (const LifeGeometry *geometry, gsize planes, LineLayout *layout)
{
  const gsize words = life_bits_words (geometry->width);
  gsize rows;

  layout->margin = (words + 2 * LIFE_BLOCK3D_WORDS - 1) / LIFE_BLOCK3D_WORDS
                   * LIFE_BLOCK3D_WORDS;
  return g_size_checked_mul (&rows, geometry->height, geometry->depth)
         && g_size_checked_mul (&layout->plane, rows, words)
         && g_size_checked_add (
             &layout->step, layout->plane, LIFE_BLOCK3D_WORDS)
         && g_size_checked_mul (&layout->cells, layout->step, planes)
         && g_size_checked_mul (
             &layout->bytes, layout->cells, 2 * sizeof (guint64))
         && g_size_checked_add (&layout->bytes, layout->bytes,
             (3 * layout->margin + LIFE_BLOCK3D_WORDS) * sizeof (guint64));
}

guint64
life_bitsliced3d_bytes (const LifeGeometry *geometry, gsize planes)
{
  LineLayout layout;

  return lay_out (geometry, planes, &layout) ? layout.bytes : G_MAXUINT64;
}

static gboolean
reserve_cells (Bitsliced3d *self, GError **error)
{
  LineLayout layout;

  self->bits.memory = NULL;
  if (!lay_out (&self->bits.engine.geometry, self->bits.planes.n, &layout))
    return life_memory_check (G_MAXUINT64, "the world", error);
  self->bits.memory = life_memory_reserve (layout.bytes, "the world", error);
  if (self->bits.memory == NULL)
    return FALSE;
  self->all_words = layout.plane;
  self->bits.planes.step = layout.step;
  self->bits.generations.present = self->bits.memory + layout.margin;
  self->bits.generations.previous = self->bits.memory + 2 * layout.margin
                                    + (layout.cells + LIFE_BLOCK3D_WORDS - 1)
                                          / LIFE_BLOCK3D_WORDS
                                          * LIFE_BLOCK3D_WORDS;
  return TRUE;
}

typedef struct {
  Bitsliced3d *self;
  _Atomic guint64 population, births, deaths;
} CountedLines;

/* Runs @item for every part of a generation's words. */
static void
for_all_words (
    Bitsliced3d *self, guint64 bytes, LifeWorkItem item, CountedLines *count)
{
  gsize parts =
      self->all_words / COUNT_WORDS + (self->all_words % COUNT_WORDS != 0);
  LifeWork work = { parts, item, NULL, NULL };
  guint threads = life_thread_pool_choose (self->bits.pool, bytes, 1);

  life_thread_pool_run (self->bits.pool, threads, &work, count);
}

static gsize
part_words (const Bitsliced3d *self, gsize start)
{
  return MIN (self->all_words - start, COUNT_WORDS);
}

static void
population_part (gpointer data, gsize part)
{
  CountedLines *count = data;
  const Bitsliced3d *self = count->self;
  const guint64 *now = self->bits.generations.present;
  gsize start = part * COUNT_WORDS, words = part_words (self, start);
  g_autofree guint64 *scratch =
      self->bits.planes.n > 1 ? g_new (guint64, words) : NULL;
  LifeCountRows row = { .rows = 1, .words = words, .last = G_MAXUINT64 };

  row.now = life_planes_any (&self->bits.planes, now + start, words, scratch);
  atomic_fetch_add (&count->population, self->bits.counting->alive (&row));
}

static guint64
count_population (Bitsliced3d *self)
{
  CountedLines count = { .self = self };

  for_all_words (
      self, life_row_engine_bytes (&self->bits), population_part, &count);
  return count.population;
}

static void
changes_part (gpointer data, gsize part)
{
  CountedLines *count = data;
  const Bitsliced3d *self = count->self;
  gsize start = part * COUNT_WORDS, words = part_words (self, start);
  g_autofree guint64 *scratch =
      self->bits.planes.n > 1 ? g_new (guint64, 2 * words) : NULL;
  LifeCountRows row = { .rows = 1, .words = words, .last = G_MAXUINT64 };
  guint64 births = 0, deaths = 0;

  row.now = life_planes_any (&self->bits.planes,
      (const guint64 *) self->bits.generations.present + start, words, scratch);
  row.previous = life_planes_any (&self->bits.planes,
      (const guint64 *) self->bits.generations.previous + start, words,
      scratch != NULL ? scratch + words : NULL);
  self->bits.counting->changes (&row, &births, &deaths);
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

/* Where a cancelled generation overwrote the previous one, there is nothing to
 * compare with, and the counts are 0. */
static void
count_changes (Bitsliced3d *self, guint64 *births, guint64 *deaths)
{
  CountedLines count = { .self = self,
    .births = self->bits.stored_births,
    .deaths = self->bits.stored_deaths };

  if (!self->bits.generations.previous_lost && self->bits.n_counted > 0) {
    const LifeLines counted = { self->bits.first_counted,
      self->bits.n_counted };
    life_lines_changes (&self->bits, &counted, births, deaths);
    return;
  }
  if (!self->bits.generations.previous_lost) {
    count.births = count.deaths = 0;
    for_all_words (
        self, life_row_engine_bytes (&self->bits) * 2, changes_part, &count);
  }
  *births = count.births;
  *deaths = count.deaths;
}

static gboolean
bitsliced3d_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  LifeStatistics *counts = &tally->statistics;

  if (what & LIFE_COUNT_LIVING)
    counts->population = count_population (self);
  if (what & LIFE_COUNT_CHANGES)
    count_changes (self, &counts->births, &counts->deaths);
  life_row_engine_count_extent (&self->bits, what, counts);
  if (what & LIFE_COUNT_CHECKSUM)
    tally->checksum = life_lines_checksum_all (&self->bits);
  return TRUE;
}

/* Makes room for another number of states. What the last generation changed is
 * counted now, because afterwards the previous one is gone. */
static gboolean
change_states (Bitsliced3d *self, guint states, GError **error)
{
  Bitsliced3d old;

  count_changes (self, &self->bits.stored_births, &self->bits.stored_deaths);
  self->bits.generations.previous_lost = TRUE;
  old = *self;
  self->bits.planes.states = states;
  self->bits.planes.n = life_planes_count (states);
  if (self->bits.planes.n != old.bits.planes.n
      && !reserve_cells (self, error)) {
    *self = old;
    return FALSE;
  }
  life_row_engine_translate (&self->bits, &old.bits);
  if (self->bits.planes.n != old.bits.planes.n)
    life_memory_release (old.bits.memory);
  return TRUE;
}

static gboolean
bitsliced3d_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;

  if (!bitsliced3d_check (rule, &engine->geometry, NULL, error)
      || (rule->states != self->bits.planes.states
          && !change_states (self, rule->states, error)))
    return FALSE;
  apply_rule (self, rule);
  return TRUE;
}

static void
bitsliced3d_destroy (LifeEngine *engine)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;

  life_bitsliced3d_uncut (&self->plan);
  life_row_engine_free (&self->bits);
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
  life_row_engine_init (
      &self->bits, &life_bitsliced3d_engine, geometry, rule, options, path);
  self->bits.stride = self->bits.words;
  self->kernel = kernels[path];
  self->bits.kernel_name =
      g_strdup_printf ("bitsliced (%s)", self->kernel->title);
  self->bits.fill_soup = self->kernel->soup;
  if (!reserve_cells (self, error)) {
    bitsliced3d_destroy (&self->bits.engine);
    return NULL;
  }
  apply_rule (self, rule);
  life_bitsliced3d_cut (
      &self->plan, geometry, life_thread_pool_get_threads (self->bits.pool));
  return &self->bits.engine;
}

static void
step_tile (gpointer data, gsize tile)
{
  Bitsliced3d *self = data;

  self->kernel->advance (&self->plan, &self->rule,
      self->bits.generations.present, self->bits.generations.previous, tile);
}

static gboolean
bitsliced3d_step (LifeEngine *engine, guint64 generations,
    const gint *cancelled, guint64 *stepped, GError **error)
{
  Bitsliced3d *self = (Bitsliced3d *) engine;
  LifeStep step = { step_tile, self, &self->bits.generations, cancelled,
    generations, 0 };
  guint64 bytes = life_row_engine_bytes (&self->bits);
  gsize tiles = self->plan.tiles_x * self->plan.tiles_y * self->plan.chunks;
  guint threads =
      life_thread_pool_choose (self->bits.pool, bytes * CELL_COST, generations);
  gboolean done;

  self->bits.stored_births = self->bits.stored_deaths = 0;
  done = life_step_run (&step, self->bits.pool, threads, tiles,
      bytes >= CANCELLABLE_BYTES, error);

  *stepped = step.stepped;
  return done;
}

const LifeEngineClass life_bitsliced3d_engine = {
  LIFE_ROW_ENGINE_FUNCTIONS,
  .name = "cpu",
  .check = bitsliced3d_check,
  .create = bitsliced3d_create,
  .destroy = bitsliced3d_destroy,
  .get_kernel_name = life_row_engine_get_kernel_name,
  .set_rule = bitsliced3d_set_rule,
  .clear = life_row_engine_clear,
  .soup = life_row_engine_soup,
  .step = bitsliced3d_step,
  .count = bitsliced3d_count,
};
