/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine: how a 2D world of bits is stored, edited and shared
 * among threads; the gates that advance it stand in life/bitsliced-kernel.h.
 *
 * Cell x of a row is bit x % 64 of word x / 64. Before each row lies a block of
 * words whose last bit is the row's halo at the left; the bit after the last
 * cell is its halo at the right. On a torus they repeat the cells of the other
 * edge, on a plane they are dead. Every function that writes a row refreshes
 * them. There are two generations, the present one and the one before it. */
#include "life/bits.h"
#include "life/bitsliced.h"
#include "life/draw.h"
#include "life/generations.h"
#include "life/memory.h"
#include "life/picture.h"
#include "life/soup.h"

#include <stdatomic.h>

/* An item of work; its rows stay in the first level cache while it is done. */
#define STRIP_ROWS 64
/* From so many bytes on a generation takes so long that it can be cancelled in
 * the middle. */
#define CANCELLABLE_BYTES (64 * 1024 * 1024)
/* Rows this far apart would share a few lines of the cache. */
#define ALIASING_BYTES 4096

typedef struct {
  LifeEngine engine;
  const LifeBitslicedKernel *kernel;
  LifeThreadPool *pool;
  LifePictureMemory picture;
  LifeDrawer drawer;
  gchar *kernel_name;

  gboolean is_life;
  LifeBitslicedRule rule;

  guint64 *memory;
  guint64 *dead_row;
  LifeGenerations generations; /* the first word of the first row of each */
  gsize words;                 /* words of a row that hold cells */
  gsize stride;                /* words from a row to the next */
} Bitsliced;

static inline guint64 *
present_row (const Bitsliced *self, gsize y)
{
  return (guint64 *) self->generations.present + y * self->stride;
}

static inline guint64 *
row_before (const Bitsliced *self, gsize y)
{
  return (guint64 *) self->generations.before + y * self->stride;
}

/* Cells in a row's last word, 1 … 64. */
static inline guint
last_cells (const Bitsliced *self)
{
  return (self->engine.geometry.width - 1) % LIFE_WORD_CELLS + 1;
}

/* Sets the bits before a row's first cell and after its last one. */
static inline void
refresh_halo (const Bitsliced *self, guint64 *row)
{
  guint cells = last_cells (self);
  guint64 *last = row + self->words - 1;
  guint64 first_cell = row[0] & 1;
  guint64 after = 0;

  *last &= life_bits_mask (cells);
  if (self->engine.geometry.topology == LIFE_TOPOLOGY_TORUS) {
    row[-1] = *last << (LIFE_WORD_CELLS - cells);
    after = first_cell;
  }
  if (cells < LIFE_WORD_CELLS)
    *last |= after << cells;
  else
    last[1] = after;
}

static gsize
strips_of (const Bitsliced *self)
{
  gsize height = self->engine.geometry.height;

  return height / STRIP_ROWS + (height % STRIP_ROWS != 0);
}

static void
strip_rows (const Bitsliced *self, gsize strip, gsize *first, gsize *end)
{
  *first = strip * STRIP_ROWS;
  *end = MIN (*first + STRIP_ROWS, self->engine.geometry.height);
}

static guint64
row_bytes (const Bitsliced *self)
{
  return self->words * sizeof (guint64);
}

static guint64
world_bytes (const Bitsliced *self)
{
  return row_bytes (self) * self->engine.geometry.height;
}

/* Does one round of @item for every strip. */
static void
for_all_strips (
    Bitsliced *self, guint64 bytes, LifeWorkItem item, gpointer data)
{
  LifeWork work = { strips_of (self), item, NULL, NULL };
  guint threads = life_thread_pool_choose (self->pool, bytes, 1);

  life_thread_pool_run (self->pool, threads, &work, data);
}

#ifdef __x86_64__
static gboolean
has_avx2 (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi2")
         && __builtin_cpu_supports ("popcnt");
}

static gboolean
has_avx512 (void)
{
  return has_avx2 () && __builtin_cpu_supports ("avx512f")
         && __builtin_cpu_supports ("avx512bw")
         && __builtin_cpu_supports ("avx512vl")
         && __builtin_cpu_supports ("avx512dq");
}
#endif

static gboolean
has_any (void)
{
  return TRUE;
}

/* The kernels, the fastest first, by their names in LIFE_CPU. */
static const struct {
  const gchar *name;
  const LifeBitslicedKernel *kernel;
  gboolean (*runs_here) (void);
} kernels[] = {
#ifdef __x86_64__
  { "avx512", &life_bitsliced_avx512, has_avx512 },
  { "avx2", &life_bitsliced_avx2, has_avx2 },
#endif
  { "portable", &life_bitsliced_portable, has_any },
};

/* The fastest that the processor runs, or the one that the environment variable
 * LIFE_CPU names. */
static const LifeBitslicedKernel *
choose_kernel (GError **error)
{
  const gchar *name = g_getenv ("LIFE_CPU");
  gboolean any = name == NULL || *name == '\0';
  gboolean known = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    if (any || g_str_equal (name, kernels[i].name)) {
      if (kernels[i].runs_here ())
        return kernels[i].kernel;
      known = TRUE;
    }
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      known ? "LIFE_CPU=%s: this processor has no such vectors; unset LIFE_CPU "
              "or set it to portable"
            : "LIFE_CPU=%s is unknown here; unset LIFE_CPU or set it to "
              "portable, or on x86-64 to avx2 or avx512",
      name);
  return NULL;
}

static gboolean
bitsliced_check (
    const LifeRule *rule, const LifeEngineOptions *options, GError **error)
{
  if (rule->dimensions != 2 || rule->states != 2
      || rule->family != LIFE_FAMILY_TOTALISTIC
      || rule->neighbourhood != LIFE_NEIGHBOURHOOD_MOORE) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "kernel=bitsliced on the CPU runs B/S rules of two states in two "
        "dimensions only; use kernel=auto or kernel=naive");
    return FALSE;
  }
  return choose_kernel (error) != NULL;
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
  Bitsliced *self = (Bitsliced *) engine;

  if (!bitsliced_check (rule, NULL, error))
    return FALSE;
  self->is_life =
      rule->birth == 1u << 3 && rule->survival == (1u << 2 | 1u << 3);
  find_terms (rule, &self->rule);
  return TRUE;
}

/* Two generations and a dead row, each row with its block before it, and a
 * block behind the last. The second generation is shifted a little against the
 * first, so that a row and its successor do not share lines of the cache. */
static gboolean
reserve_cells (Bitsliced *self, GError **error)
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
  self->generations.before = present_row (self, 0) + cells + shift;
  self->dead_row = row_before (self, 0) + cells;
  return TRUE;
}

static void
bitsliced_destroy (LifeEngine *engine)
{
  Bitsliced *self = (Bitsliced *) engine;

  life_thread_pool_free (self->pool);
  life_picture_forget (&self->picture);
  life_drawer_clear (&self->drawer);
  life_memory_release (self->memory);
  g_free (self->kernel_name);
  g_free (self);
}

static LifeEngine *
bitsliced_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  const LifeBitslicedKernel *kernel = choose_kernel (error);
  Bitsliced *self;

  if (kernel == NULL)
    return NULL;
  self = g_new0 (Bitsliced, 1);
  self->engine.klass = &life_bitsliced_engine;
  self->engine.geometry = *geometry;
  self->kernel = kernel;
  self->kernel_name = g_strdup_printf ("bitsliced (%s)", kernel->title);
  self->pool = life_thread_pool_new (options->threads);
  if (!bitsliced_set_rule (&self->engine, rule, error)
      || !reserve_cells (self, error)) {
    bitsliced_destroy (&self->engine);
    return NULL;
  }
  return &self->engine;
}

static const gchar *
bitsliced_get_kernel_name (LifeEngine *engine)
{
  return ((Bitsliced *) engine)->kernel_name;
}

static void
clear_strip (gpointer data, gsize strip)
{
  Bitsliced *self = data;
  gsize first, end;

  strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    guint64 *row = present_row (self, y);
    memset (row, 0, row_bytes (self));
    refresh_halo (self, row);
  }
}

static gboolean
bitsliced_clear (LifeEngine *engine, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;

  for_all_strips (self, world_bytes (self), clear_strip, self);
  return TRUE;
}

typedef struct {
  Bitsliced *self;
  guint64 seed, threshold;
} Soup;

static void
soup_strip (gpointer data, gsize strip)
{
  const Soup *soup = data;
  Bitsliced *self = soup->self;
  gsize first, end;

  strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    guint64 *row = present_row (self, y);
    self->kernel->soup (row, self->words,
        life_soup_row (soup->seed, (guint32) y, 0), soup->threshold);
    refresh_halo (self, row);
  }
}

static gboolean
bitsliced_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;
  Soup soup = { self, seed, threshold };

  /* A random cell costs as much as advancing dozens of cells. */
  for_all_strips (self, world_bytes (self) * 32, soup_strip, &soup);
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
  Bitsliced *self = (Bitsliced *) engine;
  gsize width = engine->geometry.width, height = engine->geometry.height;

  for (gsize i = 0; i < n_runs; i++) {
    gsize x = ((gsize) origin[0] + runs[i].x) % width;
    gsize y = ((gsize) origin[1] + runs[i].y) % height;
    gsize length = MIN (runs[i].length, width);
    gsize straight = MIN (length, width - x);
    guint64 *row = present_row (self, y);

    fill_cells (row, x, straight);
    fill_cells (row, 0, length - straight);
    refresh_halo (self, row);
  }
  return TRUE;
}

static gboolean
bitsliced_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;
  guint shift = box->x % LIFE_WORD_CELLS;

  for (gsize y = 0; y < box->height; y++) {
    const guint64 *word =
        present_row (self, box->y + y) + box->x / LIFE_WORD_CELLS;
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
  Bitsliced *self = (Bitsliced *) engine;

  for (gsize y = 0; y < box->height; y++) {
    guint64 *row = present_row (self, box->y + y);
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
    refresh_halo (self, row);
  }
  return TRUE;
}

static void
step_strip (gpointer data, gsize strip)
{
  Bitsliced *self = data;
  gsize height = self->engine.geometry.height;
  gboolean torus = self->engine.geometry.topology == LIFE_TOPOLOGY_TORUS;
  LifeBitslicedStrip rows;
  gsize first, end;

  strip_rows (self, strip, &first, &end);
  rows.above = first > 0 ? present_row (self, first - 1)
               : torus   ? present_row (self, height - 1)
                         : self->dead_row;
  rows.row = present_row (self, first);
  rows.below = end < height ? present_row (self, end)
               : torus      ? present_row (self, 0)
                            : self->dead_row;
  rows.next = row_before (self, first);
  rows.stride = self->stride;
  rows.rows = end - first;
  rows.words = self->words;

  if (self->is_life)
    self->kernel->life (&rows);
  else
    self->kernel->totalistic (&rows, &self->rule);
  for (gsize y = first; y < end; y++)
    refresh_halo (self, row_before (self, y));
}

static gboolean
bitsliced_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;
  LifeStep step = { step_strip, self, &self->generations, cancelled,
    generations, 0 };
  guint64 bytes = world_bytes (self);
  guint threads = life_thread_pool_choose (self->pool, bytes, generations);
  gboolean done = life_step_run (&step, self->pool, threads, strips_of (self),
      bytes >= CANCELLABLE_BYTES, error);

  *stepped = step.stepped;
  return done;
}

typedef struct {
  Bitsliced *self;
  _Atomic guint64 population, births, deaths;
} Count;

static void
population_strip (gpointer data, gsize strip)
{
  Count *count = data;
  Bitsliced *self = count->self;
  gsize first, end, inner = self->words - 1;
  guint64 mask = life_bits_mask (last_cells (self));
  guint64 alive = 0;

  strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    const guint64 *row = present_row (self, y);
    guint64 last = row[inner] & mask;
    alive += self->kernel->count (row, inner) + self->kernel->count (&last, 1);
  }
  atomic_fetch_add (&count->population, alive);
}

static gboolean
bitsliced_population (LifeEngine *engine, guint64 *population, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;
  Count count = { .self = self };

  for_all_strips (self, world_bytes (self), population_strip, &count);
  *population = count.population;
  return TRUE;
}

/* How many of a row's cells are alive in @row and dead in @other. */
static guint64
count_without (const Bitsliced *self, const guint64 *row, const guint64 *other)
{
  gsize inner = self->words - 1;
  guint64 last = row[inner] & life_bits_mask (last_cells (self));

  return self->kernel->count_without (row, other, inner)
         + self->kernel->count_without (&last, other + inner, 1);
}

static void
changes_strip (gpointer data, gsize strip)
{
  Count *count = data;
  Bitsliced *self = count->self;
  guint64 births = 0, deaths = 0;
  gsize first, end;

  strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    const guint64 *now = present_row (self, y);
    const guint64 *before = row_before (self, y);
    births += count_without (self, now, before);
    deaths += count_without (self, before, now);
  }
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

/* Where a cancelled generation overwrote the one before, nothing is left to
 * compare with, and no change is told. */
static gboolean
bitsliced_changes (
    LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;
  Count count = { .self = self };

  if (!self->generations.before_lost)
    for_all_strips (self, world_bytes (self) * 2, changes_strip, &count);
  *births = count.births;
  *deaths = count.deaths;
  return TRUE;
}

static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  Bitsliced *self = (Bitsliced *) engine;
  const guint64 *word = present_row (self, 0) + slice / LIFE_WORD_CELLS;
  gsize height = engine->geometry.height;

  if (axis != LIFE_AXIS_X)
    return present_row (self, axis == LIFE_AXIS_Z ? row : slice);

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
  Bitsliced *self = (Bitsliced *) engine;

  return life_draw_rows (
      &self->drawer, engine, self->pool, read_row, view, frame, error);
}

static gboolean
bitsliced_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((Bitsliced *) engine)->picture, view,
      picture, input, threshold, error);
}

static gpointer
bitsliced_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;
  gsize height = engine->geometry.height, words = self->words;
  guint64 *state = old;

  *size = world_bytes (self);
  if (state == NULL)
    state = life_memory_reserve (*size, "a snapshot", error);
  for (gsize y = 0; state != NULL && y < height; y++)
    memcpy (state + y * words, present_row (self, y), row_bytes (self));
  return state;
}

static gboolean
bitsliced_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  Bitsliced *self = (Bitsliced *) engine;
  gsize height = engine->geometry.height, words = self->words;

  for (gsize y = 0; y < height; y++) {
    guint64 *row = present_row (self, y);
    memcpy (row, (const guint64 *) state + y * words, row_bytes (self));
    refresh_halo (self, row);
  }
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
  .step = bitsliced_step,
  .population = bitsliced_population,
  .changes = bitsliced_changes,
  .draw = bitsliced_draw,
  .absorb = bitsliced_absorb,
  .save = bitsliced_save,
  .restore = bitsliced_restore,
  .drop = bitsliced_drop,
};
