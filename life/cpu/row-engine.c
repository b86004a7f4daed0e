/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells in rows of bits or bytes: copied in and out, lent to renderers, and saved. */
#include "life/cpu/row-engine.h"

#include "life/base/memory.h"
#include "life/cpu/extent.h"

#include <string.h>

static gsize
count_rows (const LifeRowEngine *self)
{
  return (gsize) self->engine.geometry.height * self->engine.geometry.depth;
}

LifeRowCells
life_row_engine_rows (const LifeRowEngine *self)
{
  return (LifeRowCells){ self->planes, self->generations.present, self->words,
    self->stride, self->engine.geometry.height, self->engine.geometry.depth,
    self->states };
}

static gpointer
row_at (const LifeRowEngine *self, gsize y, gsize z)
{
  const LifeRowCells rows = life_row_engine_rows (self);

  return life_row_cells_row (&rows, z * self->engine.geometry.height + y);
}

gboolean
life_row_engine_supports (const LifeRule *rule)
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

static void
choose_kernels (LifeRowEngine *self, LifeCpuPath path)
{
  self->counting = &life_count_portable;
  self->states = &life_states_portable;
#ifdef __x86_64__
  if (path == LIFE_CPU_PATH_AVX2) {
    self->counting = &life_count_avx2;
    self->states = &life_states_avx2;
  }
  if (path == LIFE_CPU_PATH_AVX512) {
    self->counting = &life_count_avx512;
    self->states = &life_states_avx512;
  }
  if (life_cpu_path_has_bytes (path)) {
    self->counting = &life_count_avx512vbmi;
    self->states = &life_states_avx512vbmi;
  }
#endif
}

void
life_row_engine_init (LifeRowEngine *self, const LifeEngineClass *klass,
    const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, LifeCpuPath path)
{
  self->engine.klass = klass;
  self->engine.geometry = *geometry;
  self->words = life_bits_words (geometry->width);
  self->planes = life_planes_of_rule (rule);
  choose_kernels (self, path);
  self->pool = life_thread_pool_new (options->threads);
}

void
life_row_engine_free (LifeRowEngine *self)
{
  life_thread_pool_free (self->pool);
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
life_row_engine_make_room (LifeRowEngine *self, guint state, GError **error)
{
  return life_planes_hold (&self->planes, state)
         || self->widen (self, MIN (state, self->planes.states - 1), error);
}

/* The same for the states of cells, which are looked through only where some have no room. */
static gboolean
make_room_for_cells (LifeRowEngine *self, const LifeBox *box,
    const guint8 *cells, GError **error)
{
  const gsize n = (gsize) box->width * box->height * box->depth;
  guint highest = 0;

  if (life_planes_hold (&self->planes, G_MAXUINT))
    return TRUE;
  for (gsize i = 0; i < n; i++)
    highest = MAX (highest, cells[i]);
  return life_row_engine_make_room (self, highest, error);
}

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
    gpointer row;

    if (!life_row_engine_make_room (self, runs[i].state, error))
      return FALSE;
    row = row_at (self, y, z);
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
  if (!make_room_for_cells (self, box, cells, error))
    return FALSE;
  for (gint64 z = 0; z < box->depth; z++)
    for (gint64 y = 0; y < box->height; y++, cells += box->width)
      life_planes_set (&self->planes, row_at (self, box->y + y, box->z + z),
          box->x, box->width, cells);
  life_row_engine_touch (self, box);
  return TRUE;
}

/* --- Lent to renderers --- */

void
life_row_engine_get_cells (LifeEngine *engine, LifeCells *cells)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;

  self->lent = life_row_engine_rows (self);
  *cells = (LifeCells){ engine->geometry, engine->rule, self->pool,
    life_row_cells_host (&self->lent) };
}

/* --- Where life is --- */

static const guint64 *
read_line (
    gconstpointer engine, gboolean previous, gsize line, guint64 *scratch)
{
  const LifeRowEngine *self = engine;
  LifeRowCells rows = life_row_engine_rows (self);

  if (previous)
    rows.first = self->generations.previous;
  return life_row_cells_bits (&rows, life_row_cells_row (&rows, line), scratch);
}

void
life_row_engine_count_extent (
    const LifeRowEngine *self, guint what, LifeStatistics *counts)
{
  const LifeExtentLines lines = { self->engine.geometry, 0, count_rows (self),
    self->pool, read_line, self, self->generations.previous_lost };

  life_extent_count (&lines, what, counts);
}

/* --- Saved --- */

static void
translate (const LifeRowCells *to, const LifeRowCells *from, gsize width)
{
  const gsize n = (gsize) to->height * to->depth;
  g_autofree guint8 *cells = g_malloc (width);

  for (gsize row = 0; row < n; row++) {
    life_planes_get (
        &from->planes, life_row_cells_row (from, row), 0, width, cells);
    life_planes_set (
        &to->planes, life_row_cells_row (to, row), 0, width, cells);
  }
}

void
life_row_engine_translate (const LifeRowEngine *self, const LifeRowEngine *from)
{
  LifeRowCells to = life_row_engine_rows (self),
               old = life_row_engine_rows (from);

  translate (&to, &old, self->engine.geometry.width);
}

/* Copies all words that hold cells; both have the same number of planes. */
static void
copy_words (const LifeRowCells *to, const LifeRowCells *from)
{
  const gsize unit = life_planes_unit (&to->planes);
  gsize rows = (gsize) to->height * to->depth, words = to->words;

  /* Where no row has a gap after it, all of them are copied as one. */
  if (to->stride == words && from->stride == words) {
    words *= rows;
    rows = 1;
  }
  for (gsize plane = 0; plane < MAX (to->planes.n, 1); plane++)
    for (gsize row = 0; row < rows; row++)
      memcpy (to->first + (plane * to->planes.step + row * to->stride) * unit,
          from->first + (plane * from->planes.step + row * from->stride) * unit,
          words * unit);
}

/* Words before the cells of a snapshot: the numbers of states and of planes, and whether these
 * have digits, since it may outlive its rule. It is read while that changes. */
#define HEADER_WORDS 3

static LifeRowCells
rows_of_state (const LifeRowEngine *self, gconstpointer state)
{
  guint64 *words = (guint64 *) state;

  return (LifeRowCells){ { .states = (guint) words[0],
                             .n = words[1],
                             .step = count_rows (self) * self->words,
                             .digits = words[2] != 0 },
    (guint8 *) (words + HEADER_WORDS), self->words, self->words,
    self->engine.geometry.height, self->engine.geometry.depth, self->states };
}

gpointer
life_row_engine_save (
    LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;
  guint64 *state = old;
  gboolean fits = old != NULL && state[1] == self->planes.n;
  const LifeRowCells rows = life_row_engine_rows (self);
  LifeRowCells saved;

  *size = life_row_engine_bytes (self) + HEADER_WORDS * sizeof (guint64);
  if (!fits)
    state = life_memory_reserve (*size, "a snapshot", error);
  if (state == NULL)
    return NULL;
  if (!fits)
    life_memory_release (old);
  state[0] = self->planes.states;
  state[1] = self->planes.n;
  state[2] = self->planes.digits;
  saved = rows_of_state (self, state);
  copy_words (&saved, &rows);
  return state;
}

gboolean
life_row_engine_restore (
    LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  const LifeRowCells saved = rows_of_state (self, state);
  LifeRowCells rows;

  if (saved.planes.n > self->planes.n
      && !life_row_engine_make_room (self, (1u << saved.planes.n) - 1, error))
    return FALSE;
  rows = life_row_engine_rows (self);
  if (saved.planes.states != self->planes.states
      || saved.planes.n != self->planes.n
      || saved.planes.digits != self->planes.digits)
    translate (&rows, &saved, engine->geometry.width);
  else
    copy_words (&rows, &saved);
  life_row_engine_touch (self, NULL);
  return TRUE;
}

gboolean
life_row_engine_read_saved (LifeEngine *engine, gconstpointer state,
    const LifeBox *box, guint8 *cells, GError **error)
{
  const LifeRowEngine *self = (LifeRowEngine *) engine;
  const LifeRowCells saved = rows_of_state (self, state);

  for (gint64 z = box->z; z < box->z + box->depth; z++)
    for (gint64 y = box->y; y < box->y + box->height; y++, cells += box->width)
      life_planes_get (&saved.planes,
          life_row_cells_row (&saved, z * saved.height + y), box->x, box->width,
          cells);
  return TRUE;
}

void
life_row_engine_drop (LifeEngine *engine, gpointer state)
{
  life_memory_release (state);
}
