/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine: how a 2D world of bits is stored and edited. The gates
 * that advance it are in life/cpu/bits2d/kernels.c, the order of the passes in
 * life/cpu/bits2d/step.c.
 *
 * Cell x of a row is bit x % 64 of word x / 64. Before each row lies a block of
 * words whose last bit is the row's halo on the left; the bit after the last
 * cell is its halo on the right. On a torus they repeat the cells of the other
 * edge, on a plane they are dead; strips set them when they need them. For more
 * than two states further planes of the same form follow. There are two
 * generations, the present one and an earlier one. */
#include "life/cpu/bits2d/engine.h"

#include "life/base/cpu-path.h"
#include "life/base/memory.h"
#include "life/cpu/bits2d/private.h"
#include "life/cpu/bitsliced.h"
#include "life/cpu/rows.h"
#include "life/draw/draw.h"
#include "life/world/soup.h"

/* Rows this far apart would share a few cache lines. */
#define ALIASING_BYTES 4096
/* Words of a row that strips advance, or skip, together. */
#define AREA_WORDS 64

/* The fastest kernel that the processor runs, or the one that the environment
 * variable LIFE_CPU names. */
static LifeBitslicedKernel
choose_kernel (LifeCpuPath path)
{
  LifeBitslicedKernel kernel = life_bitsliced_portable;

#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX2)
    kernel = life_bitsliced_avx2;
  if (path == LIFE_CPU_PATH_AVX512) {
    kernel = life_bitsliced_avx512;
    if (life_cpu_path_has_bytes (path))
      kernel.mapped = life_bitsliced_map_avx512vbmi;
  }
#endif
  return kernel;
}

static gboolean
bitsliced_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  LifeCpuPath path;

  if (rule->dimensions != 2 || !life_bitsliced_takes (rule)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=bitsliced on the CPU runs B/S, Generations, isotropic and MAP "
        "rules only; use kernel=auto or kernel=naive");
    return FALSE;
  }
  return life_cpu_path_choose (&path, error);
}

static LifeBitRows
rows_of (const LifeBitsliced *self)
{
  return (LifeBitRows){ &self->engine.geometry, &self->planes,
    self->generations.present, self->words, self->stride };
}

/* Two generations, a dead row and, where they are needed, two outer ones, each
 * row with its block before it, and a block after the last. The second
 * generation is shifted a little against the first, so that a row and its
 * successor do not share cache lines. */
static gboolean
reserve_cells (LifeBitsliced *self, GError **error)
{
  const gsize shift = ALIASING_BYTES / 2 / sizeof (guint64);
  gsize cells, rest, bytes;

  self->memory = NULL;
  self->words = life_bits_words (self->engine.geometry.width);
  self->stride =
      (self->words + LIFE_BLOCK_WORDS - 1) / LIFE_BLOCK_WORDS * LIFE_BLOCK_WORDS
      + LIFE_BLOCK_WORDS;
  if (self->stride * sizeof (guint64) % ALIASING_BYTES == 0)
    self->stride += LIFE_BLOCK_WORDS;

  rest = self->stride * (self->joined ? 3 : 1) + shift + 2 * LIFE_BLOCK_WORDS;
  if (!life_memory_multiply (
          self->stride, self->engine.geometry.height, &self->planes.step)
      || !life_memory_multiply (self->planes.step, self->planes.n, &cells)
      || !life_memory_multiply (cells, 2 * sizeof (guint64), &bytes)
      || !g_size_checked_add (&bytes, bytes, rest * sizeof (guint64)))
    return life_memory_check (G_MAXUINT64, "the world", error);

  self->memory = life_memory_reserve (bytes, "the world", error);
  if (self->memory == NULL)
    return FALSE;
  self->generations.present = self->memory + LIFE_BLOCK_WORDS;
  self->generations.previous = life_bitsliced_row (self, 0) + cells + shift;
  self->dead_row = life_bitsliced_previous_row (self, 0) + cells;
  self->outer_rows = self->dead_row + self->stride;
  return TRUE;
}

/* Makes room for another number of states. What the last generation changed is
 * counted now, because afterwards the previous one is gone. */
static gboolean
change_states (LifeBitsliced *self, guint states, GError **error)
{
  LifeBitsliced old;
  LifeBitRows rows, old_rows;
  gboolean asked = self->changes_asked;

  life_bitsliced_changes (
      &self->engine, &self->kept_births, &self->kept_deaths, NULL);
  self->changes_asked = asked;
  self->generations.previous_lost = TRUE;
  self->last = NULL;
  memcpy (&old, self, sizeof (old));
  self->planes.states = states;
  self->planes.n = life_planes_count (states);
  if (self->planes.n != old.planes.n) {
    self->plan.scratch = NULL;
    memset (&self->tiles, 0, sizeof (self->tiles));
    if (!reserve_cells (self, error) || !life_tiles_init (self, error)) {
      life_tiles_clear (self);
      life_memory_release (self->memory);
      memcpy (self, &old, sizeof (old));
      return FALSE;
    }
  }
  rows = rows_of (self);
  old_rows = rows_of (&old);
  life_bit_rows_translate (&rows, &old_rows);
  if (self->planes.n != old.planes.n) {
    life_tiles_clear (&old);
    life_memory_release (old.memory);
  }
  return TRUE;
}

static gboolean
bitsliced_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  if (!bitsliced_check (rule, &engine->geometry, NULL, error)
      || (rule->states != self->planes.states
          && !change_states (self, rule->states, error)))
    return FALSE;
  life_bitsliced_take_rule (self, rule);
  life_bitsliced_touched (self);
  return TRUE;
}

static void
bitsliced_destroy (LifeEngine *engine)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  life_thread_pool_free (self->pool);
  life_picture_forget (&self->picture);
  life_drawer_clear (&self->drawer);
  life_history_clear (&self->history);
  life_tiles_clear (self);
  life_areas_clear (&self->strips);
  life_memory_release (self->memory);
  g_free (self->kernel_name);
  g_free (self);
}

static LifeEngine *
bitsliced_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  LifeBitsliced *self;
  LifeCpuPath path;

  if (!bitsliced_check (rule, geometry, options, error)
      || !life_cpu_path_choose (&path, error))
    return NULL;
  self = g_new0 (LifeBitsliced, 1);
  self->engine.klass = &life_bitsliced_engine;
  self->engine.geometry = *geometry;
  self->engine.history = &self->history;
  self->joined = !life_engine_has_simple_edges (geometry);
  self->kernel = choose_kernel (path);
  self->counting = life_count_choose (path);
  self->kernel_name = g_strdup_printf ("bitsliced (%s)", self->kernel.title);
  self->pool = life_thread_pool_new (options->threads);
  self->planes.states = rule->states;
  self->planes.n = life_planes_count (rule->states);
  life_bitsliced_take_rule (self, rule);
  life_bitsliced_touched (self);
  if (!reserve_cells (self, error)
      || !life_areas_init (&self->strips, geometry,
          AREA_WORDS * LIFE_WORD_CELLS, LIFE_STRIP_ROWS, error)
      || !life_tiles_init (self, error)) {
    bitsliced_destroy (&self->engine);
    return NULL;
  }
  return &self->engine;
}

static const gchar *
bitsliced_get_kernel_name (LifeEngine *engine)
{
  return ((LifeBitsliced *) engine)->kernel_name;
}

static void
clear_strip (gpointer data, gsize strip)
{
  LifeBitsliced *self = data;
  gsize first, end;

  life_bitsliced_strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    guint64 *row = life_bitsliced_row (self, y);
    for (gsize plane = 0; plane < self->planes.n; plane++)
      memset (
          row + plane * self->planes.step, 0, self->words * sizeof (guint64));
  }
}

static gboolean
bitsliced_clear (LifeEngine *engine, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  life_bitsliced_for_strips (
      self, life_bitsliced_world_bytes (self), clear_strip, self);
  life_bitsliced_touched (self);
  return TRUE;
}

typedef struct {
  LifeBitsliced *self;
  guint64 seed, threshold;
} Soup;

static void
soup_strip (gpointer data, gsize strip)
{
  const Soup *soup = data;
  LifeBitsliced *self = soup->self;
  gsize first, end;

  life_bitsliced_strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    guint64 *row = life_bitsliced_row (self, y);
    self->kernel.soup (row, self->words,
        life_soup_row (soup->seed, (guint32) y, 0), soup->threshold);
    for (gsize plane = 1; plane < self->planes.n; plane++)
      memset (
          row + plane * self->planes.step, 0, self->words * sizeof (guint64));
  }
}

static gboolean
bitsliced_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  Soup soup = { self, seed, threshold };

  /* A random cell costs as much as advancing dozens of cells. */
  life_bitsliced_for_strips (
      self, life_bitsliced_world_bytes (self) * 32, soup_strip, &soup);
  life_bitsliced_touched (self);
  return TRUE;
}

static gboolean
bitsliced_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const guint32 origin[3], GError **error)
{
  LifeBitRows rows = rows_of ((LifeBitsliced *) engine);

  life_bit_rows_add_runs (&rows, runs, n_runs, origin);
  life_bitsliced_touched ((LifeBitsliced *) engine);
  return TRUE;
}

static gboolean
bitsliced_read (
    LifeEngine *engine, const LifeEngineBox *box, guint8 *cells, GError **error)
{
  LifeBitRows rows = rows_of ((LifeBitsliced *) engine);

  life_bit_rows_get (&rows, box, cells);
  return TRUE;
}

static gboolean
bitsliced_write (LifeEngine *engine, const LifeEngineBox *box,
    const guint8 *cells, GError **error)
{
  LifeBitRows rows = rows_of ((LifeBitsliced *) engine);

  life_bit_rows_set (&rows, box, cells);
  life_bitsliced_touched ((LifeBitsliced *) engine);
  return TRUE;
}

static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  LifeBitRows rows = rows_of ((LifeBitsliced *) engine);

  return life_bit_rows_read (&rows, axis, slice, row, scratch);
}

static const guint8 *
read_states (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  LifeBitRows rows = rows_of (self);

  return life_bit_rows_read_states (
      &rows, self->drawer.sample_kernels, axis, slice, row, first, n, scratch);
}

static LifeCells
cells_of (LifeBitsliced *self)
{
  return (LifeCells){ &self->engine, read_row, read_states };
}

static gboolean
bitsliced_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  LifeCells cells = cells_of (self);

  return life_draw (&self->drawer, &cells, self->pool, view, frame, error);
}

static gboolean
bitsliced_remember (LifeEngine *engine, gboolean undoable, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  LifeCells cells = cells_of (self);

  return life_history_remember (&cells, self->pool, undoable, error);
}

static gboolean
bitsliced_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((LifeBitsliced *) engine)->picture,
      view, picture, input, threshold, error);
}

static gpointer
bitsliced_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeBitRows rows = rows_of ((LifeBitsliced *) engine);

  return life_bit_rows_save (&rows, old, size, error);
}

static gboolean
bitsliced_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeBitRows rows = rows_of ((LifeBitsliced *) engine);

  life_bit_rows_restore (&rows, state);
  life_bitsliced_touched ((LifeBitsliced *) engine);
  return TRUE;
}

static void
bitsliced_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}

const LifeEngineClass life_bitsliced_engine = {
  .name = "cpu",
  .check = bitsliced_check,
  .create = bitsliced_create,
  .destroy = bitsliced_destroy,
  .get_kernel_name = bitsliced_get_kernel_name,
  .set_rule = bitsliced_set_rule,
  .clear = bitsliced_clear,
  .soup = bitsliced_soup,
  .add_runs = bitsliced_add_runs,
  .read = bitsliced_read,
  .write = bitsliced_write,
  .step = life_bitsliced_step,
  .population = life_bitsliced_population,
  .changes = life_bitsliced_changes,
  .draw = bitsliced_draw,
  .remember = bitsliced_remember,
  .recall = life_history_recall,
  .forget = life_history_forget,
  .read_history = life_history_read,
  .write_history = life_history_write,
  .absorb = bitsliced_absorb,
  .save = bitsliced_save,
  .restore = bitsliced_restore,
  .drop = bitsliced_drop,
};
