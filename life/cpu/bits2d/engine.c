/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine: how a 2D world of bits is stored and edited. The gates
 * that advance it stand in life/cpu/bits2d/kernels.c, the order in which they do in
 * life/cpu/bits2d/step.c.
 *
 * Cell x of a row is bit x % 64 of word x / 64. Before each row lies a block of
 * words whose last bit is the row's halo at the left; the bit after the last
 * cell is its halo at the right. On a torus they repeat the cells of the other
 * edge, on a plane they are dead; strips set them when they need them. What more
 * than two states need lies in planes of the same form behind. There are two
 * generations, the present one and an earlier one. */
#include "life/cpu/bits2d/engine.h"

#include "life/cpu/bits2d/private.h"
#include "life/cpu/bitsliced.h"
#include "life/base/cpu-path.h"
#include "life/draw/draw.h"
#include "life/base/memory.h"
#include "life/world/soup.h"

/* Rows this far apart would share a few lines of the cache. */
#define ALIASING_BYTES 4096
/* Words of a row that are advanced, and sleep, together in strips. */
#define AREA_WORDS 64

/* The fastest that the processor runs, or the one that the environment variable
 * LIFE_CPU names. */
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

/* Two generations, a dead row and, where they are needed, two outer ones, each row
 * with its block before it, and a block behind the last. The second generation is
 * shifted a little against the first, so that a row and its successor do not share
 * lines of the cache. */
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
  self->generations.before = life_bitsliced_row (self, 0) + cells + shift;
  self->dead_row = life_bitsliced_row_before (self, 0) + cells;
  self->outer_rows = self->dead_row + self->stride;
  return TRUE;
}

/* The cells of @old, in the states of @self, which is larger or smaller. A state
 * that there is no more becomes the highest. */
static void
translate_cells (LifeBitsliced *self, const LifeBitsliced *old)
{
  gsize width = self->engine.geometry.width;
  g_autofree guint8 *cells = g_malloc (width);

  for (gsize y = 0; y < self->engine.geometry.height; y++) {
    life_planes_get (
        &old->planes, life_bitsliced_row (old, y), 0, width, cells);
    life_planes_set (
        &self->planes, life_bitsliced_row (self, y), 0, width, cells);
  }
}

/* Makes room for other states. What the last generation changed is counted now:
 * afterwards there is nothing to compare with. */
static gboolean
change_states (LifeBitsliced *self, guint states, GError **error)
{
  LifeBitsliced old;
  gboolean asked = self->changes_asked;

  life_bitsliced_changes (
      &self->engine, &self->kept_births, &self->kept_deaths, NULL);
  self->changes_asked = asked;
  self->generations.before_lost = TRUE;
  self->last = NULL;
  memcpy (&old, self, sizeof (old));
  self->planes.states = states;
  self->planes.n = life_planes_count (states);
  if (self->planes.n != old.planes.n) {
    self->plan.rooms = NULL;
    memset (&self->tiles, 0, sizeof (self->tiles));
    if (!reserve_cells (self, error) || !life_tiles_init (self, error)) {
      life_tiles_clear (self);
      life_memory_release (self->memory);
      memcpy (self, &old, sizeof (old));
      return FALSE;
    }
  }
  translate_cells (self, &old);
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
  self->joined = !life_engine_has_plain_edges (geometry);
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
  LifeBitsliced *self = (LifeBitsliced *) engine;
  gsize width = engine->geometry.width, height = engine->geometry.height;

  for (gsize i = 0; i < n_runs; i++) {
    gsize x = ((gsize) origin[0] + runs[i].x) % width;
    gsize y = ((gsize) origin[1] + runs[i].y) % height;
    gsize length = MIN (runs[i].length, width);
    gsize straight = MIN (length, width - x);
    guint64 *row = life_bitsliced_row (self, y);

    life_planes_fill (&self->planes, row, x, straight, runs[i].state);
    life_planes_fill (&self->planes, row, 0, length - straight, runs[i].state);
  }
  life_bitsliced_touched (self);
  return TRUE;
}

static gboolean
bitsliced_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  for (gsize y = 0; y < box->height; y++, cells += box->width)
    life_planes_get (&self->planes, life_bitsliced_row (self, box->y + y),
        box->x, box->width, cells);
  return TRUE;
}

static gboolean
bitsliced_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  for (gsize y = 0; y < box->height; y++, cells += box->width)
    life_planes_set (&self->planes, life_bitsliced_row (self, box->y + y),
        box->x, box->width, cells);
  life_bitsliced_touched (self);
  return TRUE;
}

static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  const guint64 *word = life_bitsliced_row (self, 0) + slice / LIFE_WORD_CELLS;
  gsize height = engine->geometry.height;

  if (axis != LIFE_AXIS_X)
    return life_planes_any (&self->planes,
        life_bitsliced_row (self, axis == LIFE_AXIS_Z ? row : slice),
        self->words, scratch);

  memset (scratch, 0, life_bits_words (height) * sizeof (guint64));
  for (gsize y = 0; y < height; y++, word += self->stride) {
    guint64 any;
    any = *life_planes_any (&self->planes, word, 1, &any);
    scratch[y / LIFE_WORD_CELLS] |= (any >> slice % LIFE_WORD_CELLS & 1)
                                    << y % LIFE_WORD_CELLS;
  }
  return scratch;
}

static const guint8 *
read_states (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  if (axis != LIFE_AXIS_X)
    life_planes_draw (&self->planes, &self->drawer.kernels,
        life_bitsliced_row (self, axis == LIFE_AXIS_Z ? row : slice), first, n,
        scratch);
  for (guint32 i = 0; axis == LIFE_AXIS_X && i < n; i++)
    life_planes_get (&self->planes, life_bitsliced_row (self, first + i), slice,
        1, scratch + i);
  return scratch;
}

static gboolean
bitsliced_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  return life_draw_states (&self->drawer, engine, self->pool, read_row,
      self->planes.states > 2 ? read_states : NULL, view, frame, error);
}

static gboolean
bitsliced_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((LifeBitsliced *) engine)->picture,
      view, picture, input, threshold, error);
}

/* Before the cells stands how many states they had, since a snapshot may outlive
 * its rule. */
static gpointer
bitsliced_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  gsize height = engine->geometry.height;
  guint64 *state = old;
  gboolean fits =
      old != NULL && life_planes_count ((guint) state[0]) == self->planes.n;

  *size = life_bitsliced_world_bytes (self) + sizeof (guint64);
  if (!fits)
    state = life_memory_reserve (*size, "a snapshot", error);
  if (state == NULL)
    return NULL;
  if (!fits)
    life_memory_release (old);
  state[0] = self->planes.states;
  for (gsize plane = 0; plane < self->planes.n; plane++)
    for (gsize y = 0; y < height; y++)
      memcpy (state + 1 + (plane * height + y) * self->words,
          life_bitsliced_row (self, y) + plane * self->planes.step,
          self->words * sizeof (guint64));
  return state;
}

static gboolean
bitsliced_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  gsize height = engine->geometry.height;
  const guint64 *words = state;

  if (words[0] != self->planes.states) {
    LifeBitsliced saved = { .engine = *engine,
      .planes = { (guint) words[0], life_planes_count ((guint) words[0]),
          self->words * height },
      .generations = { .present = (gpointer) (words + 1) },
      .words = self->words,
      .stride = self->words };
    translate_cells (self, &saved);
  } else {
    for (gsize plane = 0; plane < self->planes.n; plane++)
      for (gsize y = 0; y < height; y++)
        memcpy (life_bitsliced_row (self, y) + plane * self->planes.step,
            words + 1 + (plane * height + y) * self->words,
            self->words * sizeof (guint64));
  }
  life_bitsliced_touched (self);
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
  .absorb = bitsliced_absorb,
  .save = bitsliced_save,
  .restore = bitsliced_restore,
  .drop = bitsliced_drop,
};
