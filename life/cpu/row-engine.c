/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells in rows of bits or bytes: copied in and out, drawn, and saved. */
#include "life/cpu/row-engine.h"

#include "life/base/memory.h"
#include "life/cpu/extent.h"

#include <string.h>

/* Rows of an engine or of a snapshot; words and stride as in the engine. */
typedef struct {
  const LifePlanes *planes;
  guint8 *first;
  gsize rows, words, stride;
} Rows;

static gsize
count_rows (const LifeRowEngine *self)
{
  return (gsize) self->engine.geometry.height * self->engine.geometry.depth;
}

static Rows
rows_of (const LifeRowEngine *self)
{
  return (Rows){ &self->planes, self->generations.present, count_rows (self),
    self->words, self->stride };
}

static gboolean
has_bytes (const LifeRowEngine *self)
{
  return self->planes.n == 0;
}

/* Row @row of @rows. */
static gpointer
line_of (const Rows *rows, gsize row)
{
  return rows->first + row * rows->stride * life_planes_unit (rows->planes);
}

static gpointer
row_at (const LifeRowEngine *self, gsize y, gsize z)
{
  const Rows rows = rows_of (self);

  return line_of (&rows, z * self->engine.geometry.height + y);
}

/* Packs @n bytes of cells. */
static const guint64 *
pack (const guint8 *cells, gsize n, guint64 *words)
{
  for (gsize x = 0; x < n; x += LIFE_WORD_CELLS)
    words[x / LIFE_WORD_CELLS] =
        life_bits_pack (cells + x, (guint) MIN (n - x, LIFE_WORD_CELLS));
  return words;
}

/* A row along x, a bit per cell that is not in state 0. */
static const guint64 *
read_bits (const LifeRowEngine *self, gconstpointer row, guint64 *scratch)
{
  return has_bytes (self)
             ? pack (row, self->words, scratch)
             : life_planes_any (&self->planes, row, self->words, scratch);
}

gboolean
life_row_engine_takes (const LifeRule *rule)
{
  if (rule->family == LIFE_FAMILY_MAP)
    return rule->dimensions == 2 && rule->states == 2;
  if (rule->family != LIFE_FAMILY_TOTALISTIC)
    return FALSE;
  switch (rule->neighborhood) {
    case LIFE_NEIGHBORHOOD_MOORE:
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return TRUE;
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      return rule->dimensions == 2;
    case LIFE_NEIGHBORHOOD_CORNERS:
    case LIFE_NEIGHBORHOOD_EDGES:
      return rule->dimensions == 3;
    default:
      return FALSE;
  }
}

guint64
life_row_engine_bytes (const LifeRowEngine *self)
{
  return (guint64) self->words * life_planes_unit (&self->planes)
         * MAX (self->planes.n, 1) * count_rows (self);
}

static const LifeCountKernels *
choose_counting (LifeCpuPath path)
{
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX512)
    return life_cpu_path_has_bytes (path) ? &life_count_avx512vbmi
                                          : &life_count_avx512;
  if (path == LIFE_CPU_PATH_AVX2)
    return &life_count_avx2;
#endif
  return &life_count_portable;
}

void
life_row_engine_init (LifeRowEngine *self, const LifeEngineClass *klass,
    const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, LifeCpuPath path)
{
  self->engine.klass = klass;
  self->engine.geometry = *geometry;
  self->engine.history = &self->history;
  self->words = life_bits_words (geometry->width);
  self->planes.states = rule->states;
  self->planes.n = life_planes_count (rule->states);
  self->counting = choose_counting (path);
  self->pool = life_thread_pool_new (options->threads);
}

void
life_row_engine_free (LifeRowEngine *self)
{
  life_thread_pool_free (self->pool);
  life_picture_forget (&self->picture);
  life_drawer_clear (&self->drawer);
  life_history_clear (&self->history);
  life_stack_drop (&self->engine);
  life_memory_release (self->memory);
  g_free (self->kernel_name);
  g_free (self->keys);
  g_free (self->cells);
  g_free (self);
}

const gchar *
life_row_engine_get_kernel_name (LifeEngine *engine)
{
  return ((LifeRowEngine *) engine)->kernel_name;
}

/* --- Copied in and out --- */

gboolean
life_row_engine_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  const LifeGeometry *geometry = &engine->geometry;

  for (gsize i = 0; i < n_runs; i++) {
    gsize x = ((gsize) origin[0] + runs[i].x) % geometry->width;
    gsize y = ((gsize) origin[1] + runs[i].y) % geometry->height;
    gsize z = ((gsize) origin[2] + runs[i].z) % geometry->depth;
    gsize length = MIN (runs[i].length, geometry->width);
    gsize straight = MIN (length, geometry->width - x);
    gpointer row = row_at (self, y, z);

    life_planes_fill (&self->planes, row, x, straight, runs[i].state);
    life_planes_fill (&self->planes, row, 0, length - straight, runs[i].state);
  }
  life_row_engine_touch (self, NULL);
  return TRUE;
}

gboolean
life_row_engine_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;

  for (gint64 z = 0; z < box->depth; z++)
    for (gint64 y = 0; y < box->height; y++, cells += box->width)
      life_planes_get (&self->planes, row_at (self, box->y + y, box->z + z),
          box->x, box->width, cells);
  return TRUE;
}

gboolean
life_row_engine_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;

  for (gint64 z = 0; z < box->depth; z++)
    for (gint64 y = 0; y < box->height; y++, cells += box->width)
      life_planes_set (&self->planes, row_at (self, box->y + y, box->z + z),
          box->x, box->width, cells);
  life_row_engine_touch (self, box);
  return TRUE;
}

/* --- Drawn --- */

/* The row along x that shows row @row of a slice. */
static gconstpointer
row_of_slice (
    const LifeRowEngine *self, LifeAxis axis, guint32 slice, guint32 row)
{
  return axis == LIFE_AXIS_Z ? row_at (self, row, slice)
                             : row_at (self, slice, row);
}

/* The states of the cells of an x slice in row @row of it, which runs along y. */
static void
read_along_y (const LifeRowEngine *self, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *cells)
{
  if (has_bytes (self)) {
    const guint8 *cell = (const guint8 *) row_at (self, first, row) + slice;

    for (guint32 i = 0; i < n; i++, cell += self->stride)
      cells[i] = *cell;
    return;
  }
  for (guint32 i = 0; i < n; i++)
    life_planes_get (
        &self->planes, row_at (self, first + i, row), slice, 1, cells + i);
}

/* LifeReadRow. */
static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;
  guint32 height = engine->geometry.height;
  const guint64 *word;

  if (axis != LIFE_AXIS_X)
    return read_bits (self, row_of_slice (self, axis, slice, row), scratch);
  if (has_bytes (self)) {
    for (guint32 y = 0; y < height; y += LIFE_WORD_CELLS) {
      guint32 n = MIN (height - y, LIFE_WORD_CELLS);
      guint8 cells[LIFE_WORD_CELLS];

      read_along_y (self, slice, row, y, n, cells);
      pack (cells, n, scratch + y / LIFE_WORD_CELLS);
    }
    return scratch;
  }
  word = (const guint64 *) row_at (self, 0, row) + slice / LIFE_WORD_CELLS;
  memset (scratch, 0, life_bits_words (height) * sizeof (guint64));
  for (guint32 y = 0; y < height; y++, word += self->stride) {
    guint64 any;
    any = *life_planes_any (&self->planes, word, 1, &any);
    scratch[y / LIFE_WORD_CELLS] |= (any >> slice % LIFE_WORD_CELLS & 1)
                                    << y % LIFE_WORD_CELLS;
  }
  return scratch;
}

/* LifeReadStates. */
static const guint8 *
read_states (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;

  if (axis == LIFE_AXIS_X)
    read_along_y (self, slice, row, first, n, scratch);
  else if (has_bytes (self))
    return (const guint8 *) row_of_slice (self, axis, slice, row) + first;
  else
    life_planes_draw (&self->planes, self->drawer.sample_kernels,
        row_of_slice (self, axis, slice, row), first, n, scratch);
  return scratch;
}

/* LifeReadField. */
static void
read_field (LifeEngine *engine, LifeField *field)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;
  static const LifeFieldKind kinds[] = { LIFE_FIELD_BYTES, LIFE_FIELD_BIT,
    LIFE_FIELD_BITS };

  *field = (LifeField){ .kind = kinds[MIN (self->planes.n, 2)],
    .cells = row_at (self, 0, 0),
    .row = self->stride,
    .plane = (guint64) self->stride * engine->geometry.height,
    .ring = (gint32) engine->geometry.depth,
    .n_bits = (guint32) self->planes.n,
    .bit_plane = self->planes.step,
    .states_of_age = self->planes.n > 1 ? self->planes.states : 0 };
}

static LifeCells
cells_of (LifeRowEngine *self)
{
  return (LifeCells){ &self->engine, read_row, read_states, read_field };
}

gboolean
life_row_engine_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_draw (&self->drawer, &cells, self->pool, view, frame, error);
}

gboolean
life_row_engine_draw_rows (LifeRowEngine *self, const LifeView *view,
    const LifeFrame *frame, guint first, guint end, GError **error)
{
  LifeCells cells = cells_of (self);

  return life_draw_rows (
      &self->drawer, &cells, self->pool, view, frame, first, end, error);
}

gboolean
life_row_engine_sum_rows (LifeRowEngine *self, const LifeView *view,
    const LifeFrame *frame, guint first, guint end, guint32 first_row,
    guint32 end_row, guint64 *sums, GError **error)
{
  LifeCells cells = cells_of (self);

  return life_draw_sum_rows (&self->drawer, &cells, view, frame, first, end,
      first_row, end_row, sums, error);
}

gboolean
life_row_engine_draw_before (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_draw_before (
      &self->drawer, &cells, self->pool, view, frame, error);
}

void
life_row_engine_drop_before (LifeEngine *engine)
{
  life_draw_drop_before (&((LifeRowEngine *) engine)->drawer);
}

gboolean
life_row_engine_lay_caption (LifeEngine *engine, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifeRowEngine *) engine)->drawer, frame, caption, error);
}

gboolean
life_row_engine_remember (LifeEngine *engine, gboolean undoable, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_history_remember (&cells, self->pool, undoable, error);
}

gboolean
life_row_engine_stack_cells (LifeEngine *engine, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_drawer_need_kernels (&self->drawer, error)
         && life_stack_cells (&cells, self->pool, error);
}

gboolean
life_row_engine_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((LifeRowEngine *) engine)->picture,
      view, picture, input, threshold, error);
}

/* --- Where life is --- */

static const guint64 *
read_line (
    gconstpointer engine, gboolean previous, gsize line, guint64 *scratch)
{
  const LifeRowEngine *self = engine;
  Rows rows = rows_of (self);

  if (previous)
    rows.first = self->generations.previous;
  return read_bits (self, line_of (&rows, line), scratch);
}

static LifeExtentLines
extent_lines (const LifeRowEngine *self)
{
  return (LifeExtentLines){ self->engine.geometry, 0, count_rows (self),
    self->pool, read_line, self };
}

gboolean
life_row_engine_box (LifeEngine *engine, LifeBox *box, GError **error)
{
  const LifeExtentLines lines = extent_lines ((LifeRowEngine *) engine);

  life_extent_box (&lines, box);
  return TRUE;
}

gboolean
life_row_engine_activity (
    LifeEngine *engine, LifeActivity *activity, GError **error)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;
  const LifeExtentLines lines = extent_lines (self);

  memset (activity, 0, sizeof *activity);
  if (!self->generations.previous_lost)
    life_extent_activity (&lines, activity);
  return TRUE;
}

/* --- Saved --- */

static void
translate (const Rows *to, const Rows *from, gsize width)
{
  g_autofree guint8 *cells = g_malloc (width);

  for (gsize row = 0; row < to->rows; row++) {
    life_planes_get (from->planes, line_of (from, row), 0, width, cells);
    life_planes_set (to->planes, line_of (to, row), 0, width, cells);
  }
}

void
life_row_engine_translate (const LifeRowEngine *self, const LifeRowEngine *from)
{
  Rows to = rows_of (self), old = rows_of (from);

  translate (&to, &old, self->engine.geometry.width);
}

/* Copies all words that hold cells; both have the same number of planes. */
static void
copy_words (const Rows *to, const Rows *from)
{
  const gsize unit = life_planes_unit (to->planes);
  gsize rows = to->rows, words = to->words;

  /* Where no row has a gap after it, all of them are copied as one. */
  if (to->stride == words && from->stride == words) {
    words *= rows;
    rows = 1;
  }
  for (gsize plane = 0; plane < MAX (to->planes->n, 1); plane++)
    for (gsize row = 0; row < rows; row++)
      memcpy (to->first + (plane * to->planes->step + row * to->stride) * unit,
          from->first
              + (plane * from->planes->step + row * from->stride) * unit,
          words * unit);
}

/* Words before the cells of a snapshot: the numbers of states and of planes, since it may
 * outlive its rule. It is read while that changes. */
#define HEADER_WORDS 2

static Rows
rows_of_state (
    const LifeRowEngine *self, gconstpointer state, LifePlanes *planes)
{
  guint64 *words = (guint64 *) state;

  planes->states = (guint) words[0];
  planes->n = words[1];
  planes->step = count_rows (self) * self->words;
  return (Rows){ planes, (guint8 *) (words + HEADER_WORDS), count_rows (self),
    self->words, self->words };
}

gpointer
life_row_engine_save (
    LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;
  guint64 *state = old;
  gboolean fits = old != NULL && state[1] == self->planes.n;
  Rows kept, rows = rows_of (self);
  LifePlanes planes;

  *size = life_row_engine_bytes (self) + HEADER_WORDS * sizeof (guint64);
  if (!fits)
    state = life_memory_reserve (*size, "a snapshot", error);
  if (state == NULL)
    return NULL;
  if (!fits)
    life_memory_release (old);
  state[0] = self->planes.states;
  state[1] = self->planes.n;
  kept = rows_of_state (self, state, &planes);
  copy_words (&kept, &rows);
  return state;
}

gboolean
life_row_engine_restore (
    LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  LifePlanes planes;
  Rows kept = rows_of_state (self, state, &planes), rows = rows_of (self);

  if (planes.states != self->planes.states)
    translate (&rows, &kept, engine->geometry.width);
  else
    copy_words (&rows, &kept);
  life_row_engine_touch (self, NULL);
  return TRUE;
}

gboolean
life_row_engine_read_saved (LifeEngine *engine, gconstpointer state,
    const LifeBox *box, guint8 *cells, GError **error)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;
  LifePlanes planes;
  const Rows kept = rows_of_state (self, state, &planes);

  for (gint64 z = box->z; z < box->z + box->depth; z++)
    for (gint64 y = box->y; y < box->y + box->height; y++, cells += box->width)
      life_planes_get (&planes,
          line_of (&kept, z * engine->geometry.height + y), box->x, box->width,
          cells);
  return TRUE;
}

void
life_row_engine_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}
