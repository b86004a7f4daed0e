/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine: how a 2D world of bits is stored and edited. The gates
 * that advance it are in life/cpu/bits2d/bits2d-kernels.c, the order of the passes in
 * life/cpu/bits2d/bits2d-step.c.
 *
 * Cell x of a row is bit x % 64 of word x / 64. Before each row lies a block of
 * words whose last bit is the row's halo on the left; the bit after the last
 * cell is its halo on the right. On a torus they repeat the cells of the other
 * edge, on a plane they are dead; strips set them when they need them. For more
 * than two states further planes of the same form follow. There are two
 * generations, the present one and an earlier one. */
#include "life/cpu/bits2d/bits2d.h"

#include "life/base/cpu-path.h"
#include "life/base/memory.h"
#include "life/cpu/bits2d/bits2d-private.h"

/* Rows this far apart would share a few cache lines. */
#define ALIASING_BYTES 4096
/* Words between both generations. */
#define SHIFT_WORDS (ALIASING_BYTES / 2 / sizeof (guint64))
/* Two generations of this size are larger than the last cache of nearly any processor. */
#define STREAM_BYTES (64 * 1024 * 1024)
/* Words of a row that strips advance, or skip, together. */
#define AREA_WORDS 64

/* Chooses the fastest kernels that the processor runs, or those that the environment
 * variable LIFE_CPU names. */
static void
choose_kernels (LifeBitsliced *self, LifeCpuPath path)
{
  self->kernel = life_bitsliced_portable;
  self->stream = life_bitsliced_stream_portable;
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX2) {
    self->kernel = life_bitsliced_avx2;
    self->stream = life_bitsliced_stream_avx2;
  }
  if (path == LIFE_CPU_PATH_AVX512) {
    self->kernel = life_bitsliced_avx512;
    self->stream = life_bitsliced_stream_avx512;
  }
  if (life_cpu_path_has_bytes (path)) {
    self->kernel.mapped = life_bitsliced_map_avx512vbmi;
    self->stream = life_bitsliced_stream_avx512vbmi;
  }
#endif
}

gboolean
life_bitsliced_supports (const LifeRule *rule)
{
  return rule->dimensions == 2
         && (life_row_engine_supports (rule)
             || life_bitsliced_network_of (rule) != NULL);
}

static gboolean
bitsliced_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  LifeCpuPath path;

  if (!life_bitsliced_supports (rule)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=bitsliced on the CPU runs B/S, Generations, isotropic and MAP "
        "rules, and tables that become few gates; use kernel=auto or "
        "kernel=naive");
    return FALSE;
  }
  return life_cpu_path_choose (&path, error);
}

/* How a world lies in memory: words from a row to the next, from a plane to the next and of a
 * generation, and the bytes of all. */
typedef struct {
  gsize stride, step, cells, bytes;
} RowLayout;

/* Two generations, a dead row and, where they are needed, two outer ones of each plane, each
 * row with its block before it, and a block after the last. The second generation is
 * shifted, so that a row and its successor do not share cache lines. FALSE: no memory can be
 * addressed that is so large. */
static gboolean
lay_out (const LifeGeometry *geometry, gsize planes, RowLayout *layout)
{
  const gsize outer_rows =
      life_engine_has_simple_edges (geometry) ? 1 : 1 + 2 * planes;
  gsize rest;

  layout->stride = (life_bits_words (geometry->width) + LIFE_BLOCK_WORDS - 1)
                       / LIFE_BLOCK_WORDS * LIFE_BLOCK_WORDS
                   + LIFE_BLOCK_WORDS;
  if (layout->stride * sizeof (guint64) % ALIASING_BYTES == 0)
    layout->stride += LIFE_BLOCK_WORDS;

  rest = layout->stride * outer_rows + SHIFT_WORDS + 2 * LIFE_BLOCK_WORDS;
  return g_size_checked_mul (&layout->step, layout->stride, geometry->height)
         && g_size_checked_mul (&layout->cells, layout->step, planes)
         && g_size_checked_mul (
             &layout->bytes, layout->cells, 2 * sizeof (guint64))
         && g_size_checked_add (
             &layout->bytes, layout->bytes, rest * sizeof (guint64));
}

guint64
life_bitsliced_bytes (const LifeGeometry *geometry, gsize planes)
{
  RowLayout layout;

  return lay_out (geometry, planes, &layout) ? layout.bytes : G_MAXUINT64;
}

static gboolean
reserve_cells (LifeBitsliced *self, GError **error)
{
  RowLayout layout;

  self->bits.memory = NULL;
  if (!lay_out (&self->bits.engine.geometry, self->bits.planes.n, &layout))
    return life_memory_check (G_MAXUINT64, "the world", error);
  self->bits.memory = life_memory_reserve (layout.bytes, "the world", error);
  if (self->bits.memory == NULL)
    return FALSE;
  self->bits.stride = layout.stride;
  self->bits.planes.step = layout.step;
  self->bits.generations.present = self->bits.memory + LIFE_BLOCK_WORDS;
  self->bits.generations.previous =
      life_bitsliced_row (self, 0) + layout.cells + SHIFT_WORDS;
  self->dead_row = life_bitsliced_previous_row (self, 0) + layout.cells;
  self->outer_rows = self->dead_row + self->bits.stride;
  return TRUE;
}

/* Lays cells out in @planes for the states of @rule. What the last generation changed is
 * counted now, because afterwards the previous one is gone. */
static gboolean
change_planes (LifeBitsliced *self, const LifePlanes planes,
    const LifeRule *rule, GError **error)
{
  const gboolean moves = planes.n != self->bits.planes.n
                         || planes.digits != self->bits.planes.digits;
  LifeBitsliced old;

  life_bitsliced_count_changes (
      self, &self->bits.stored_births, &self->bits.stored_deaths);
  self->bits.generations.previous_lost = TRUE;
  self->last = NULL;
  memcpy (&old, self, sizeof (old));
  self->bits.planes.states = planes.states;
  if (moves) {
    self->bits.planes = planes;
    life_bitsliced_set_network (self, rule);
    self->plan.scratch = NULL;
    memset (&self->tiles, 0, sizeof (self->tiles));
    if (!reserve_cells (self, error) || !life_tiles_init (self, error)) {
      life_tiles_clear (self);
      life_memory_release (self->bits.memory);
      memcpy (self, &old, sizeof (old));
      return FALSE;
    }
  }
  life_row_engine_translate (&self->bits, &old.bits);
  if (moves) {
    life_tiles_clear (&old);
    life_memory_release (old.bits.memory);
  }
  return TRUE;
}

static gboolean
bitsliced_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  const LifePlanes old = self->bits.planes;
  LifePlanes planes;

  if (!bitsliced_check (rule, &engine->geometry, NULL, error))
    return FALSE;
  /* Cells are in no state that the old rule did not have. */
  planes = life_bitsliced_planes_for (rule, old.states - 1);
  if ((planes.states != old.states || planes.n != old.n
          || planes.digits != old.digits)
      && !change_planes (self, planes, rule, error))
    return FALSE;
  life_bitsliced_apply_rule (self, rule);
  life_bitsliced_touched (self);
  return TRUE;
}

static void
bitsliced_destroy (LifeEngine *engine)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  life_tiles_clear (self);
  life_areas_clear (&self->strips);
  life_rule_jit_free (self->jit);
  life_row_engine_free (&self->bits);
}

/* The planes of more states, with the network for them. */
static gboolean
widen (LifeRowEngine *engine, guint state, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  const LifeRule *rule = engine->engine.rule;

  if (!change_planes (
          self, life_bitsliced_planes_for (rule, state), rule, error))
    return FALSE;
  g_info ("cells get states up to %u: %" G_GSIZE_FORMAT " planes", state,
      engine->planes.n);
  life_bitsliced_apply_rule (self, rule);
  life_bitsliced_touched (self);
  return TRUE;
}

static void
touched (LifeRowEngine *self, const LifeBox *box)
{
  life_bitsliced_touched ((LifeBitsliced *) self);
}

/* Areas of the tiles exist only if tiles do. */
static void
replaced (LifeRowEngine *engine, gsize line, gsize at, gsize n)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  life_areas_replaced (
      &self->strips, line, at * LIFE_WORD_CELLS, n * LIFE_WORD_CELLS);
  life_areas_replaced (
      &self->tiles, line, at * LIFE_WORD_CELLS, n * LIFE_WORD_CELLS);
  self->halos_stale = TRUE;
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
  life_row_engine_init (
      &self->bits, &life_bitsliced_engine, geometry, rule, options, path);
  self->twisted = !life_engine_has_simple_edges (geometry);
  choose_kernels (self, path);
  self->bits.kernel_name =
      g_strdup_printf ("bitsliced (%s)", self->kernel.title);
  self->bits.fill_soup = self->kernel.soup;
  self->bits.touched = touched;
  self->bits.replaced = replaced;
  self->bits.widen = widen;
  self->bits.planes = life_bitsliced_planes_for (rule, 1);
  self->stream_bytes = STREAM_BYTES;
  life_bitsliced_apply_rule (self, rule);
  life_bitsliced_touched (self);
  if (!reserve_cells (self, error)
      || !life_areas_init (&self->strips, geometry,
          AREA_WORDS * LIFE_WORD_CELLS, LIFE_STRIP_ROWS, error)
      || !life_tiles_init (self, error)) {
    bitsliced_destroy (&self->bits.engine);
    return NULL;
  }
  return &self->bits.engine;
}

const LifeEngineClass life_bitsliced_engine = {
  LIFE_ROW_ENGINE_FUNCTIONS,
  .name = "cpu",
  .check = bitsliced_check,
  .create = bitsliced_create,
  .destroy = bitsliced_destroy,
  .get_kernel_name = life_row_engine_get_kernel_name,
  .set_rule = bitsliced_set_rule,
  .clear = life_row_engine_clear,
  .soup = life_row_engine_soup,
  .step = life_bitsliced_step,
  .count = life_bitsliced_count,
};
