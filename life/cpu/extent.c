/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world on the CPU is alive and where it changed: whole words are joined or
 * skipped, and only the first and the last one of a row, or those that changed, are
 * scanned. */
#include "life/cpu/extent.h"

#include "life/base/bits.h"
#include "life/world/activity.h"

/* Cells that are scanned together. */
#define PART_CELLS (256 * 1024)

typedef struct {
  const LifeExtentLines *lines;
  gsize end, part_lines; /* lines */
  gsize words;
  guint64 last; /* the bits of a row's last word that are cells */
  GMutex lock;  /* guards what was found: */
  gsize low[3], high[3];
  LifeActivity *activity;
} ExtentSearch;

/* Reads all of the lines. */
static void
search (ExtentSearch *self, LifeWorkItem item)
{
  const LifeExtentLines *lines = self->lines;
  const guint32 width = lines->geometry.width;
  guint threads;
  LifeWork work = { 0, item, NULL, NULL };

  self->end = lines->first + lines->n;
  self->words = life_bits_words (width);
  self->last = life_bits_mask ((width - 1) % LIFE_WORD_CELLS + 1);
  self->part_lines = MAX (1, PART_CELLS / width);
  work.items = (lines->n - 1) / self->part_lines + 1;
  threads = life_thread_pool_choose (
      lines->pool, lines->n * self->words * sizeof (guint64), 1);
  g_mutex_init (&self->lock);
  life_thread_pool_run (lines->pool, threads, &work, self);
  g_mutex_clear (&self->lock);
}

static const guint64 *
read_line (
    const ExtentSearch *self, gboolean previous, gsize line, guint64 *scratch)
{
  return self->lines->read (self->lines->self, previous, line, scratch);
}

static guint
lowest_bit (guint64 word)
{
  return (guint) __builtin_ctzll (word);
}

static guint
highest_bit (guint64 word)
{
  return 63 - (guint) __builtin_clzll (word);
}

/* The words of a row joined, and so whether a cell lives there. */
static guint64
join (const ExtentSearch *self, const guint64 *row)
{
  guint64 all = row[self->words - 1] & self->last;

  for (gsize i = 0; i + 1 < self->words; i++)
    all |= row[i];
  return all;
}

static guint64
word_of (const ExtentSearch *self, const guint64 *row, gsize i)
{
  return row[i] & (i + 1 < self->words ? G_MAXUINT64 : self->last);
}

/* Widens the columns from *@low to *@high by the cells of a row where some live; none
 * between is scanned. */
static void
widen (const ExtentSearch *self, const guint64 *row, gsize *low, gsize *high)
{
  gsize first = 0, last = self->words - 1;

  while (first < *low / LIFE_WORD_CELLS && word_of (self, row, first) == 0)
    first++;
  if (first < self->words && word_of (self, row, first) != 0)
    *low = MIN (*low,
        first * LIFE_WORD_CELLS + lowest_bit (word_of (self, row, first)));
  while (last > *high / LIFE_WORD_CELLS && word_of (self, row, last) == 0)
    last--;
  if (word_of (self, row, last) != 0)
    *high = MAX (*high,
        last * LIFE_WORD_CELLS + highest_bit (word_of (self, row, last)));
}

static void
merge_box (ExtentSearch *self, const gsize low[3], const gsize high[3])
{
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < 3; i++) {
    self->low[i] = MIN (self->low[i], low[i]);
    self->high[i] = MAX (self->high[i], high[i]);
  }
  g_mutex_unlock (&self->lock);
}

static void
box_part (gpointer data, gsize part)
{
  ExtentSearch *self = data;
  const gsize height = self->lines->geometry.height;
  g_autofree guint64 *scratch = g_new (guint64, self->words);
  gsize low[3] = { G_MAXSIZE, G_MAXSIZE, G_MAXSIZE }, high[3] = { 0 };
  gsize line = self->lines->first + part * self->part_lines;
  gsize end = MIN (line + self->part_lines, self->end);

  for (; line < end; line++) {
    const guint64 *row = read_line (self, FALSE, line, scratch);

    if (join (self, row) == 0)
      continue;
    widen (self, row, &low[0], &high[0]);
    low[1] = MIN (low[1], line % height);
    high[1] = MAX (high[1], line % height);
    low[2] = MIN (low[2], line / height);
    high[2] = MAX (high[2], line / height);
  }
  if (low[0] != G_MAXSIZE)
    merge_box (self, low, high);
}

static void
find_box (const LifeExtentLines *lines, LifeBox *box)
{
  ExtentSearch self = { .lines = lines,
    .low = { G_MAXSIZE, G_MAXSIZE, G_MAXSIZE } };

  search (&self, box_part);
  *box = (LifeBox){ 0 };
  if (self.low[0] == G_MAXSIZE)
    return;
  *box = (LifeBox){ (gint64) self.low[0], (gint64) self.low[1],
    (gint64) self.low[2], (gint64) (self.high[0] - self.low[0] + 1),
    (gint64) (self.high[1] - self.low[1] + 1),
    (gint64) (self.high[2] - self.low[2] + 1) };
}

/* --- Activity --- */

/* Adds the cells of one word, which begins at column @x. */
static void
add_word (LifeActivity *activity, guint64 changed, guint32 x, guint32 width,
    guint32 shift)
{
  const guint32 first = life_activity_quarter (x, width);
  const guint32 end = MIN (width - 1 - x, LIFE_WORD_CELLS - 1);
  const gboolean split = life_activity_quarter (x + end, width) != first;
  guint64 cells = 0;

  for (; changed != 0; changed &= changed - 1, cells++) {
    const guint32 cell = x + lowest_bit (changed);

    activity->sums[0] += cell >> shift;
    if (split)
      activity->quarters[0][life_activity_quarter (cell, width)]++;
  }
  activity->cells += cells;
  if (!split)
    activity->quarters[0][first] += cells;
}

/* Adds @cells that lie at @position of @axis. */
static void
add_position (LifeActivity *activity, guint axis, guint64 cells,
    guint32 position, guint32 side)
{
  activity->sums[axis] += cells * (position >> life_activity_shift (side));
  activity->quarters[axis][life_activity_quarter (position, side)] += cells;
}

static void
add_line (const ExtentSearch *self, LifeActivity *activity, gsize line,
    const guint64 *now, const guint64 *then)
{
  const LifeGeometry *geometry = &self->lines->geometry;
  const guint32 shift = life_activity_shift (geometry->width);
  const guint64 previous = activity->cells;
  guint64 cells;

  for (gsize i = 0; i < self->words; i++) {
    const guint64 changed = word_of (self, now, i) ^ word_of (self, then, i);

    if (changed != 0)
      add_word (activity, changed, (guint32) (i * LIFE_WORD_CELLS),
          geometry->width, shift);
  }
  cells = activity->cells - previous;
  if (cells == 0)
    return;
  add_position (activity, 1, cells, (guint32) (line % geometry->height),
      geometry->height);
  add_position (
      activity, 2, cells, (guint32) (line / geometry->height), geometry->depth);
}

static void
merge_activity (ExtentSearch *self, const LifeActivity *found)
{
  LifeActivity *all = self->activity;

  g_mutex_lock (&self->lock);
  all->cells += found->cells;
  for (guint axis = 0; axis < 3; axis++) {
    all->sums[axis] += found->sums[axis];
    for (guint i = 0; i < 4; i++)
      all->quarters[axis][i] += found->quarters[axis][i];
  }
  g_mutex_unlock (&self->lock);
}

static void
activity_part (gpointer data, gsize part)
{
  ExtentSearch *self = data;
  g_autofree guint64 *scratch = g_new (guint64, 2 * self->words);
  gsize line = self->lines->first + part * self->part_lines;
  gsize end = MIN (line + self->part_lines, self->end);
  LifeActivity found = { 0 };

  for (; line < end; line++)
    add_line (self, &found, line, read_line (self, FALSE, line, scratch),
        read_line (self, TRUE, line, scratch + self->words));
  if (found.cells > 0)
    merge_activity (self, &found);
}

static void
add_up_activity (const LifeExtentLines *lines, LifeActivity *activity)
{
  ExtentSearch self = { .lines = lines, .activity = activity };

  *activity = (LifeActivity){ 0 };
  if (!lines->previous_lost)
    search (&self, activity_part);
}

void
life_extent_count (
    const LifeExtentLines *lines, guint what, LifeStatistics *counts)
{
  if (what & LIFE_COUNT_BOX)
    find_box (lines, &counts->box);
  if (what & LIFE_COUNT_ACTIVITY)
    add_up_activity (lines, &counts->activity);
}
