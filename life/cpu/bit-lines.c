/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of a world of bits: filled, counted, and copied in and out. The checksum is in
 * bit-checksum.c. */
#include "life/cpu/bit-lines.h"

#include "life/rule/families.h"
#include "life/world/soup.h"

#include <stdatomic.h>

/* Lines that a thread works on at a time. */
#define PART_LINES 64

/* Words of a line that are replaced, or found to be there, together. */
#define REPLACED_WORDS 64

/* Cells of a soup of many states that are made together. */
#define SOUP_CELLS 1024

static guint64 *
line_at (const LifeRowEngine *self, gsize line)
{
  return (guint64 *) self->generations.present + line * self->stride;
}

static guint64
last_bits (const LifeRowEngine *self)
{
  return life_bits_mask (life_row_engine_last_cells (self));
}

guint64
life_lines_bytes (const LifeRowEngine *self, gsize n)
{
  return (guint64) self->words * sizeof (guint64) * self->planes.n * n;
}

/* --- Copied in and out --- */

void
life_lines_read (
    const LifeRowEngine *self, const LifeLines *lines, guint64 *words)
{
  for (gsize plane = 0; plane < self->planes.n; plane++)
    for (gsize i = 0; i < lines->n; i++, words += self->words) {
      memcpy (words,
          line_at (self, lines->first + i) + plane * self->planes.step,
          self->words * sizeof (guint64));
      words[self->words - 1] &= last_bits (self);
    }
}

/* Replaces @n words of a line, from word @at on, unless they are there already. */
static void
replace (LifeRowEngine *self, gsize line, gsize plane, gsize at, gsize n,
    const guint64 *words)
{
  guint64 *to = line_at (self, line) + plane * self->planes.step + at;
  const guint64 cells = at + n == self->words ? last_bits (self) : G_MAXUINT64;

  if (((to[n - 1] ^ words[n - 1]) & cells) == 0
      && memcmp (to, words, (n - 1) * sizeof (guint64)) == 0)
    return;
  memcpy (to, words, (n - 1) * sizeof (guint64));
  to[n - 1] = words[n - 1] & cells;
  if (self->replaced != NULL)
    self->replaced (self, line, at, n);
}

void
life_lines_write (
    LifeRowEngine *self, const LifeLines *lines, const guint64 *words)
{
  for (gsize plane = 0; plane < self->planes.n; plane++)
    for (gsize i = 0; i < lines->n; i++, words += self->words)
      for (gsize at = 0; at < self->words; at += REPLACED_WORDS)
        replace (self, lines->first + i, plane, at,
            MIN (REPLACED_WORDS, self->words - at), words + at);
}

/* --- Work on some lines by each thread --- */

typedef struct {
  LifeRowEngine *self;
  const LifeLines *lines;
  guint64 seed, threshold;
  _Atomic guint64 population, births, deaths;
} Task;

/* @cost: as many times as long as advancing them. */
static void
run (Task *task, LifeWorkItem item, guint cost)
{
  LifeRowEngine *self = task->self;
  LifeWork work = { (task->lines->n - 1) / PART_LINES + 1, item, NULL, NULL };

  life_thread_pool_run (self->pool,
      life_thread_pool_choose (
          self->pool, life_lines_bytes (self, task->lines->n) * cost, 1),
      &work, task);
}

static gsize
end_of_part (const Task *task, gsize part)
{
  return MIN ((part + 1) * PART_LINES, task->lines->n);
}

/* Fills a line with cells of the soup. */
static void
fill_line (
    const LifeRowEngine *self, guint64 *line, guint64 row, guint64 threshold)
{
  const guint32 live = life_family_live_states (self->engine.rule);
  guint8 cells[SOUP_CELLS];
  guint32 n;

  if (live == 1) {
    self->fill_soup (line, self->words, row, threshold);
    line[self->words - 1] &= last_bits (self);
    return;
  }
  for (guint32 x = 0; x < self->engine.geometry.width; x += n) {
    n = MIN (self->engine.geometry.width - x, SOUP_CELLS);
    for (guint32 i = 0; i < n; i++)
      cells[i] = (guint8) life_soup_state (row, x + i, threshold, live);
    life_planes_set (&self->planes, line, x, n, cells);
  }
}

static void
fill_part (gpointer data, gsize part)
{
  const Task *task = data;
  const LifeRowEngine *self = task->self;

  for (gsize i = part * PART_LINES; i < end_of_part (task, part); i++) {
    guint64 *line = line_at (self, task->lines->first + i);

    for (gsize plane = 0; plane < self->planes.n; plane++)
      memset (
          line + plane * self->planes.step, 0, self->words * sizeof (guint64));
    if (task->threshold > 0)
      fill_line (self, line,
          life_soup_row (task->seed, life_lines_y (task->lines, i),
              life_lines_z (task->lines, i)),
          task->threshold);
  }
}

void
life_lines_soup (LifeRowEngine *self, const LifeLines *lines, guint64 seed,
    guint64 threshold)
{
  Task task = { self, lines, seed, threshold };

  /* A random cell costs as much as advancing dozens of cells. */
  run (&task, fill_part, threshold > 0 ? 32 : 1);
  life_row_engine_touch (self, NULL);
}

gboolean
life_row_engine_soup (
    LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  LifeRowEngine *self = (LifeRowEngine *) engine;
  const LifeLines all = life_lines_all (self);

  if (threshold > 0
      && !life_row_engine_make_room (
          self, life_family_live_states (engine->rule), error))
    return FALSE;
  life_lines_soup (self, &all, seed, threshold);
  return TRUE;
}

gboolean
life_row_engine_clear (LifeEngine *engine, GError **error)
{
  return life_row_engine_soup (engine, 0, 0, error);
}

/* --- Counted --- */

static void
population_part (gpointer data, gsize part)
{
  Task *task = data;
  LifeRowEngine *self = task->self;
  LifeCountRows row = {
    .rows = 1, .words = self->words, .last = last_bits (self)
  };
  g_autofree guint64 *scratch = g_new (guint64, self->words);
  guint64 alive = 0;

  for (gsize i = part * PART_LINES; i < end_of_part (task, part); i++) {
    row.now = life_planes_any (&self->planes,
        line_at (self, task->lines->first + i), self->words, scratch);
    alive += self->counting->alive (&row);
  }
  atomic_fetch_add (&task->population, alive);
}

guint64
life_lines_population (LifeRowEngine *self, const LifeLines *lines)
{
  Task task = { self, lines };

  run (&task, population_part, 1);
  return task.population;
}

static void
changes_part (gpointer data, gsize part)
{
  Task *task = data;
  LifeRowEngine *self = task->self;
  LifeCountRows row = {
    .rows = 1, .words = self->words, .last = last_bits (self)
  };
  g_autofree guint64 *scratch = g_new (guint64, 2 * self->words);
  guint64 births = 0, deaths = 0;

  for (gsize i = part * PART_LINES; i < end_of_part (task, part); i++) {
    const gsize line = task->lines->first + i;

    row.now = life_planes_any (
        &self->planes, line_at (self, line), self->words, scratch);
    row.previous = life_planes_any (&self->planes,
        (const guint64 *) self->generations.previous + line * self->stride,
        self->words, scratch + self->words);
    self->counting->changes (&row, &births, &deaths);
  }
  atomic_fetch_add (&task->births, births);
  atomic_fetch_add (&task->deaths, deaths);
}

void
life_lines_changes (LifeRowEngine *self, const LifeLines *lines,
    guint64 *births, guint64 *deaths)
{
  Task task = { self, lines };

  run (&task, changes_part, 2);
  *births = task.births;
  *deaths = task.deaths;
}
