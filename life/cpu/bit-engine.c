/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells as rows of bits: copied in and out, drawn, and saved. lines.c fills them. */
#include "life/cpu/bit-engine.h"

#include "life/base/memory.h"
#include "life/cpu/extent.h"

#include <string.h>

/* Rows of bits, of an engine or of a snapshot. */
typedef struct {
  const LifePlanes *planes;
  guint64 *first; /* word of the first row */
  gsize rows;
  gsize words;  /* of a row that hold cells */
  gsize stride; /* words from a row to the next */
} Rows;

static gsize
count_rows (const LifeBitEngine *self)
{
  return (gsize) self->engine.geometry.height * self->engine.geometry.depth;
}

static Rows
rows_of (const LifeBitEngine *self)
{
  return (Rows){ &self->planes, self->generations.present, count_rows (self),
    self->words, self->stride };
}

static guint64 *
row_at (const LifeBitEngine *self, gsize y, gsize z)
{
  return (guint64 *) self->generations.present
         + (z * self->engine.geometry.height + y) * self->stride;
}

static gboolean
touch (LifeBitEngine *self)
{
  if (self->touched != NULL)
    self->touched (self);
  return TRUE;
}

gboolean
life_bit_engine_takes (const LifeRule *rule)
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
life_bit_engine_bytes (const LifeBitEngine *self)
{
  return (guint64) self->words * sizeof (guint64) * self->planes.n
         * count_rows (self);
}

void
life_bit_engine_free (LifeBitEngine *self)
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
life_bit_engine_get_kernel_name (LifeEngine *engine)
{
  return ((LifeBitEngine *) engine)->kernel_name;
}

/* --- Copied in and out --- */

gboolean
life_bit_engine_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;
  const LifeGeometry *geometry = &engine->geometry;

  for (gsize i = 0; i < n_runs; i++) {
    gsize x = ((gsize) origin[0] + runs[i].x) % geometry->width;
    gsize y = ((gsize) origin[1] + runs[i].y) % geometry->height;
    gsize z = ((gsize) origin[2] + runs[i].z) % geometry->depth;
    gsize length = MIN (runs[i].length, geometry->width);
    gsize straight = MIN (length, geometry->width - x);
    guint64 *row = row_at (self, y, z);

    life_planes_fill (&self->planes, row, x, straight, runs[i].state);
    life_planes_fill (&self->planes, row, 0, length - straight, runs[i].state);
  }
  return touch (self);
}

gboolean
life_bit_engine_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  const LifeBitEngine *self = (LifeBitEngine *) engine;

  for (gint64 z = 0; z < box->depth; z++)
    for (gint64 y = 0; y < box->height; y++, cells += box->width)
      life_planes_get (&self->planes, row_at (self, box->y + y, box->z + z),
          box->x, box->width, cells);
  return TRUE;
}

gboolean
life_bit_engine_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;

  for (gint64 z = 0; z < box->depth; z++)
    for (gint64 y = 0; y < box->height; y++, cells += box->width)
      life_planes_set (&self->planes, row_at (self, box->y + y, box->z + z),
          box->x, box->width, cells);
  return touch (self);
}

/* --- Drawn --- */

/* The row along x that shows row @row of a slice. */
static const guint64 *
row_of_slice (
    const LifeBitEngine *self, LifeAxis axis, guint32 slice, guint32 row)
{
  return axis == LIFE_AXIS_Z ? row_at (self, row, slice)
                             : row_at (self, slice, row);
}

/* LifeReadRow; a row of an x slice runs along y. */
static const guint64 *
read_row (LifeEngine *engine, LifeAxis axis, guint32 slice, guint32 row,
    guint64 *scratch)
{
  const LifeBitEngine *self = (LifeBitEngine *) engine;
  gsize height = engine->geometry.height;
  const guint64 *word;

  if (axis != LIFE_AXIS_X)
    return life_planes_any (&self->planes,
        row_of_slice (self, axis, slice, row), self->words, scratch);

  word = row_at (self, 0, row) + slice / LIFE_WORD_CELLS;
  memset (scratch, 0, life_bits_words (height) * sizeof (guint64));
  for (gsize y = 0; y < height; y++, word += self->stride) {
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
  const LifeBitEngine *self = (LifeBitEngine *) engine;

  if (axis != LIFE_AXIS_X)
    life_planes_draw (&self->planes, self->drawer.sample_kernels,
        row_of_slice (self, axis, slice, row), first, n, scratch);
  for (guint32 i = 0; axis == LIFE_AXIS_X && i < n; i++)
    life_planes_get (
        &self->planes, row_at (self, first + i, row), slice, 1, scratch + i);
  return scratch;
}

/* LifeReadField. */
static void
read_field (LifeEngine *engine, LifeField *field)
{
  const LifeBitEngine *self = (LifeBitEngine *) engine;
  const gboolean one_bit = self->planes.n == 1;

  *field = (LifeField){ .kind = one_bit ? LIFE_FIELD_BIT : LIFE_FIELD_BITS,
    .cells = row_at (self, 0, 0),
    .row = self->stride,
    .plane = (guint64) self->stride * engine->geometry.height,
    .ring = (gint32) engine->geometry.depth,
    .n_bits = (guint32) self->planes.n,
    .bit_plane = self->planes.step,
    .states_of_age = one_bit ? 0 : self->planes.states };
}

static LifeCells
cells_of (LifeBitEngine *self)
{
  return (LifeCells){ &self->engine, read_row, read_states, read_field };
}

gboolean
life_bit_engine_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_draw (&self->drawer, &cells, self->pool, view, frame, error);
}

gboolean
life_bit_engine_draw_rows (LifeBitEngine *self, const LifeView *view,
    const LifeFrame *frame, guint first, guint end, GError **error)
{
  LifeCells cells = cells_of (self);

  return life_draw_rows (
      &self->drawer, &cells, self->pool, view, frame, first, end, error);
}

gboolean
life_bit_engine_sum_rows (LifeBitEngine *self, const LifeView *view,
    const LifeFrame *frame, guint first, guint end, guint32 first_row,
    guint32 end_row, guint64 *sums, GError **error)
{
  LifeCells cells = cells_of (self);

  return life_draw_sum_rows (&self->drawer, &cells, view, frame, first, end,
      first_row, end_row, sums, error);
}

gboolean
life_bit_engine_draw_before (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_draw_before (
      &self->drawer, &cells, self->pool, view, frame, error);
}

void
life_bit_engine_drop_before (LifeEngine *engine)
{
  life_draw_drop_before (&((LifeBitEngine *) engine)->drawer);
}

gboolean
life_bit_engine_lay_caption (LifeEngine *engine, const LifeFrame *frame,
    const LifeCaption *caption, GError **error)
{
  return life_draw_caption (
      &((LifeBitEngine *) engine)->drawer, frame, caption, error);
}

gboolean
life_bit_engine_remember (LifeEngine *engine, gboolean undoable, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_history_remember (&cells, self->pool, undoable, error);
}

gboolean
life_bit_engine_stack_cells (LifeEngine *engine, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;
  LifeCells cells = cells_of (self);

  return life_drawer_need_kernels (&self->drawer, error)
         && life_stack_cells (&cells, self->pool, error);
}

gboolean
life_bit_engine_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error)
{
  return life_picture_absorb (engine, &((LifeBitEngine *) engine)->picture,
      view, picture, input, threshold, error);
}

/* --- Saved --- */

static void
translate (const Rows *to, const Rows *from, gsize width)
{
  g_autofree guint8 *cells = g_malloc (width);

  for (gsize row = 0; row < to->rows; row++) {
    life_planes_get (
        from->planes, from->first + row * from->stride, 0, width, cells);
    life_planes_set (to->planes, to->first + row * to->stride, 0, width, cells);
  }
}

void
life_bit_engine_translate (const LifeBitEngine *self, const LifeBitEngine *from)
{
  Rows to = rows_of (self), old = rows_of (from);

  translate (&to, &old, self->engine.geometry.width);
}

/* Copies all words that hold cells; both have the same number of planes. */
static void
copy_words (const Rows *to, const Rows *from)
{
  gsize rows = to->rows, words = to->words;

  /* Where no row has a gap after it, all of them are copied as one. */
  if (to->stride == words && from->stride == words) {
    words *= rows;
    rows = 1;
  }
  for (gsize plane = 0; plane < to->planes->n; plane++)
    for (gsize row = 0; row < rows; row++)
      memcpy (to->first + plane * to->planes->step + row * to->stride,
          from->first + plane * from->planes->step + row * from->stride,
          words * sizeof (guint64));
}

/* The number of states is stored before the cells, since a snapshot may outlive
 * its rule. */
static Rows
rows_of_state (
    const LifeBitEngine *self, gconstpointer state, LifePlanes *planes)
{
  guint64 *words = (guint64 *) state;

  planes->states = (guint) words[0];
  planes->n = life_planes_count (planes->states);
  planes->step = count_rows (self) * self->words;
  return (
      Rows){ planes, words + 1, count_rows (self), self->words, self->words };
}

/* Rows follow each other from plane to plane. */
static const guint64 *
read_line (
    const LifeEngine *engine, gboolean previous, gsize line, guint64 *scratch)
{
  const LifeBitEngine *self = (const LifeBitEngine *) engine;
  const guint64 *rows =
      previous ? self->generations.previous : self->generations.present;

  return life_planes_any (
      &self->planes, rows + line * self->stride, self->words, scratch);
}

gboolean
life_bit_engine_box (LifeEngine *engine, LifeBox *box, GError **error)
{
  life_extent_box (engine, ((LifeBitEngine *) engine)->pool, read_line, box);
  return TRUE;
}

gboolean
life_bit_engine_activity (
    LifeEngine *engine, LifeActivity *activity, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;

  memset (activity, 0, sizeof *activity);
  if (!self->generations.previous_lost)
    life_extent_activity (engine, self->pool, read_line, activity);
  return TRUE;
}

gpointer
life_bit_engine_save (
    LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  const LifeBitEngine *self = (LifeBitEngine *) engine;
  guint64 *state = old;
  gboolean fits =
      old != NULL && life_planes_count ((guint) state[0]) == self->planes.n;
  Rows kept, rows = rows_of (self);
  LifePlanes planes;

  *size = life_bit_engine_bytes (self) + sizeof (guint64);
  if (!fits)
    state = life_memory_reserve (*size, "a snapshot", error);
  if (state == NULL)
    return NULL;
  if (!fits)
    life_memory_release (old);
  state[0] = self->planes.states;
  kept = rows_of_state (self, state, &planes);
  copy_words (&kept, &rows);
  return state;
}

gboolean
life_bit_engine_restore (
    LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeBitEngine *self = (LifeBitEngine *) engine;
  LifePlanes planes;
  Rows kept = rows_of_state (self, state, &planes), rows = rows_of (self);

  if (planes.states != self->planes.states)
    translate (&rows, &kept, engine->geometry.width);
  else
    copy_words (&rows, &kept);
  return touch (self);
}

gboolean
life_bit_engine_read_saved (LifeEngine *engine, gconstpointer state,
    const LifeBox *box, guint8 *cells, GError **error)
{
  const LifeBitEngine *self = (LifeBitEngine *) engine;
  LifePlanes planes;
  const Rows kept = rows_of_state (self, state, &planes);

  for (gint64 z = box->z; z < box->z + box->depth; z++)
    for (gint64 y = box->y; y < box->y + box->height; y++, cells += box->width)
      life_planes_get (&planes,
          kept.first + (z * engine->geometry.height + y) * kept.stride, box->x,
          box->width, cells);
  return TRUE;
}

void
life_bit_engine_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}
