/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine: how a 2D world of bits is stored and edited. The gates
 * that advance it stand in life/bitsliced-kernel.h, the order in which they do in
 * life/bitsliced-step.c.
 *
 * Cell x of a row is bit x % 64 of word x / 64. Before each row lies a block of
 * words whose last bit is the row's halo at the left; the bit after the last
 * cell is its halo at the right. On a torus they repeat the cells of the other
 * edge, on a plane they are dead; strips set them when they need them. There
 * are two generations, the present one and an earlier one. */
#include "life/bitsliced-private.h"
#include "life/cpu-path.h"
#include "life/draw.h"
#include "life/memory.h"
#include "life/soup.h"

/* Rows this far apart would share a few lines of the cache. */
#define ALIASING_BYTES 4096
/* Words of a row that are advanced, and sleep, together in strips. */
#define AREA_WORDS 64

/* The fastest that the processor runs, or the one that the environment variable
 * LIFE_CPU names. */
static const LifeBitslicedKernel *
choose_kernel (GError **error)
{
  LifeCpuPath path;

  if (!life_cpu_path_choose (&path, error))
    return NULL;
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX512)
    return &life_bitsliced_avx512;
  if (path == LIFE_CPU_PATH_AVX2)
    return &life_bitsliced_avx2;
#endif
  return &life_bitsliced_portable;
}

static gboolean
bitsliced_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  if (rule->dimensions != 2 || rule->states != 2
      || rule->family != LIFE_FAMILY_TOTALISTIC
      || rule->neighbourhood != LIFE_NEIGHBOURHOOD_MOORE) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=bitsliced on the CPU runs B/S rules of two states in two "
        "dimensions only; use kernel=auto or kernel=naive");
    return FALSE;
  }
  return life_engine_check_plain_edges (
             geometry, "kernel=bitsliced on the CPU", error)
         && choose_kernel (error) != NULL;
}

/* The next state of a cell with @count live cells in its block, itself
 * included; @alive is what it is. */
static gboolean
next_state (const LifeRule *rule, guint count, guint alive)
{
  return alive ? rule->survival >> (count - 1) & 1 : rule->birth >> count & 1;
}

/* Finds the terms of the rule's polynomial (life/bitsliced.h): the Möbius
 * transform of its table. Where a block cannot occur the table may say what it
 * likes: a block of 0 answers as if it had a dead middle, and the answer to 9
 * with a dead middle is the one that needs no term. */
static void
find_terms (const LifeRule *rule, LifeBitslicedRule *terms)
{
  guint low[16], eight[2], nine;

  for (guint i = 0; i < 16; i++)
    low[i] = next_state (rule, i >> 1, i >> 1 ? i & 1 : 0);
  eight[0] = low[0] ^ next_state (rule, 8, 0);
  eight[1] = low[1] ^ next_state (rule, 8, 1);
  nine = low[3] ^ next_state (rule, 9, 1);

  for (guint bit = 1; bit < 16; bit *= 2)
    for (guint i = 0; i < 16; i++)
      if (i & bit)
        low[i] ^= low[i ^ bit];
  for (guint i = 0; i < 16; i++)
    terms->low[i] = low[i] ? G_MAXUINT64 : 0;
  terms->high[0] = eight[0] ? G_MAXUINT64 : 0;
  terms->high[1] = eight[0] ^ eight[1] ? G_MAXUINT64 : 0;
  terms->high[2] = eight[1] ^ nine ? G_MAXUINT64 : 0;
}

static gboolean
bitsliced_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  if (!bitsliced_check (rule, &engine->geometry, NULL, error))
    return FALSE;
  self->is_life =
      rule->birth == 1u << 3 && rule->survival == (1u << 2 | 1u << 3);
  self->born_of_nothing = rule->birth & 1;
  find_terms (rule, &self->rule);
  life_bitsliced_touched (self);
  return TRUE;
}

/* Two generations and a dead row, each row with its block before it, and a
 * block behind the last. The second generation is shifted a little against the
 * first, so that a row and its successor do not share lines of the cache. */
static gboolean
reserve_cells (LifeBitsliced *self, GError **error)
{
  const gsize shift = ALIASING_BYTES / 2 / sizeof (guint64);
  gsize cells, rest, bytes;

  self->words = life_bits_words (self->engine.geometry.width);
  self->stride =
      (self->words + LIFE_BLOCK_WORDS - 1) / LIFE_BLOCK_WORDS * LIFE_BLOCK_WORDS
      + LIFE_BLOCK_WORDS;
  if (self->stride * sizeof (guint64) % ALIASING_BYTES == 0)
    self->stride += LIFE_BLOCK_WORDS;

  rest = self->stride + shift + 2 * LIFE_BLOCK_WORDS;
  if (!life_memory_multiply (self->stride, self->engine.geometry.height, &cells)
      || !life_memory_multiply (cells, 2 * sizeof (guint64), &bytes)
      || !g_size_checked_add (&bytes, bytes, rest * sizeof (guint64)))
    return life_memory_check (G_MAXUINT64, "the world", error);

  self->memory = life_memory_reserve (bytes, "the world", error);
  if (self->memory == NULL)
    return FALSE;
  self->generations.present = self->memory + LIFE_BLOCK_WORDS;
  self->generations.before = life_bitsliced_row (self, 0) + cells + shift;
  self->dead_row = life_bitsliced_row_before (self, 0) + cells;
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
  const LifeBitslicedKernel *kernel = choose_kernel (error);
  LifeBitsliced *self;

  if (kernel == NULL)
    return NULL;
  self = g_new0 (LifeBitsliced, 1);
  self->engine.klass = &life_bitsliced_engine;
  self->engine.geometry = *geometry;
  self->kernel = kernel;
  self->kernel_name = g_strdup_printf ("bitsliced (%s)", kernel->title);
  self->pool = life_thread_pool_new (options->threads);
  if (!bitsliced_set_rule (&self->engine, rule, error)
      || !reserve_cells (self, error)
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
    memset (row, 0, self->words * sizeof (guint64));
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
    self->kernel->soup (row, self->words,
        life_soup_row (soup->seed, (guint32) y, 0), soup->threshold);
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

/* Makes the cells from @x on alive, as many as @length, within one row. */
static void
fill_cells (guint64 *row, gsize x, gsize length)
{
  while (length > 0) {
    guint shift = x % LIFE_WORD_CELLS;
    guint n = MIN (length, LIFE_WORD_CELLS - shift);
    row[x / LIFE_WORD_CELLS] |= life_bits_mask (n) << shift;
    x += n;
    length -= n;
  }
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

    fill_cells (row, x, straight);
    fill_cells (row, 0, length - straight);
  }
  life_bitsliced_touched (self);
  return TRUE;
}

static gboolean
bitsliced_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  guint shift = box->x % LIFE_WORD_CELLS;

  for (gsize y = 0; y < box->height; y++) {
    const guint64 *word =
        life_bitsliced_row (self, box->y + y) + box->x / LIFE_WORD_CELLS;
    for (gsize left = box->width; left > 0; word++) {
      guint n = MIN (left, LIFE_WORD_CELLS);
      guint64 bits = word[0] >> shift;
      if (shift + n > LIFE_WORD_CELLS)
        bits |= word[1] << (LIFE_WORD_CELLS - shift);
      life_bits_unpack (bits, cells, n);
      cells += n;
      left -= n;
    }
  }
  return TRUE;
}

static gboolean
bitsliced_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  for (gsize y = 0; y < box->height; y++) {
    guint64 *row = life_bitsliced_row (self, box->y + y);
    for (gsize x = box->x, left = box->width; left > 0;) {
      guint shift = x % LIFE_WORD_CELLS;
      guint n = MIN (left, LIFE_WORD_CELLS - shift);
      guint64 *word = row + x / LIFE_WORD_CELLS;
      *word = (*word & ~(life_bits_mask (n) << shift))
              | life_bits_pack (cells, n) << shift;
      cells += n;
      x += n;
      left -= n;
    }
  }
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
    return life_bitsliced_row (self, axis == LIFE_AXIS_Z ? row : slice);

  memset (scratch, 0, life_bits_words (height) * sizeof (guint64));
  for (gsize y = 0; y < height; y++, word += self->stride)
    scratch[y / LIFE_WORD_CELLS] |= (*word >> slice % LIFE_WORD_CELLS & 1)
                                    << y % LIFE_WORD_CELLS;
  return scratch;
}

static gboolean
bitsliced_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;

  return life_draw_rows (
      &self->drawer, engine, self->pool, read_row, view, frame, error);
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
  LifeBitsliced *self = (LifeBitsliced *) engine;
  gsize height = engine->geometry.height, words = self->words;
  guint64 *state = old;

  *size = life_bitsliced_world_bytes (self);
  if (state == NULL)
    state = life_memory_reserve (*size, "a snapshot", error);
  for (gsize y = 0; state != NULL && y < height; y++)
    memcpy (state + y * words, life_bitsliced_row (self, y),
        self->words * sizeof (guint64));
  return state;
}

static gboolean
bitsliced_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  gsize height = engine->geometry.height, words = self->words;

  for (gsize y = 0; y < height; y++) {
    guint64 *row = life_bitsliced_row (self, y);
    memcpy (row, (const guint64 *) state + y * words,
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
