/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the cells of the CPU's fast engine; bits behind a row's last cell are
 * left out. */
#include "life/bitsliced-private.h"

/* Words of several planes that are counted at a time. */
#define COUNT_WORDS 64

typedef struct {
  LifeBitsliced *self;
  _Atomic guint64 population, births, deaths;
} Count;

static void
population_strip (gpointer data, gsize strip)
{
  Count *count = data;
  LifeBitsliced *self = count->self;
  gsize first, end, inner = self->words - 1;
  guint64 mask = life_bits_mask (life_bitsliced_last_cells (self));
  g_autofree guint64 *scratch =
      self->planes.n > 1 ? g_new (guint64, self->words) : NULL;
  guint64 alive = 0;

  life_bitsliced_strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    const guint64 *row = life_planes_any (
        &self->planes, life_bitsliced_row (self, y), self->words, scratch);
    guint64 last = row[inner] & mask;
    alive += self->kernel.count (row, inner) + self->kernel.count (&last, 1);
  }
  atomic_fetch_add (&count->population, alive);
}

gboolean
life_bitsliced_population (
    LifeEngine *engine, guint64 *population, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  Count count = { .self = self };

  life_bitsliced_for_strips (
      self, life_bitsliced_world_bytes (self), population_strip, &count);
  *population = count.population;
  return TRUE;
}

/* How many bits are set in @row and not in @other, of @words words from word
 * @start of the world's rows on. */
static guint64
count_without (const LifeBitsliced *self, const guint64 *row,
    const guint64 *other, gsize start, gsize words)
{
  gsize inner = start + words < self->words ? words : words - 1;
  guint64 last = 0;

  if (inner < words)
    last = row[inner] & life_bits_mask (life_bitsliced_last_cells (self));
  return self->kernel.count_without (row, other, inner)
         + self->kernel.count_without (&last, other + words - 1, 1);
}

/* Adds to @births and @deaths what changed from one row to the other. */
void
life_bitsliced_count_row (const LifeBitsliced *self, gsize y, gsize start,
    gsize words, const guint64 *now, const guint64 *before, guint64 *births,
    guint64 *deaths)
{
  now += y * self->stride + start;
  before += y * self->stride + start;
  while (words > 0) {
    guint64 scratch[2][COUNT_WORDS];
    gsize n = self->planes.n > 1 ? MIN (words, COUNT_WORDS) : words;
    const guint64 *set = life_planes_any (&self->planes, now, n, scratch[0]);
    const guint64 *was_set =
        life_planes_any (&self->planes, before, n, scratch[1]);

    *births += count_without (self, set, was_set, start, n);
    *deaths += count_without (self, was_set, set, start, n);
    now += n;
    before += n;
    start += n;
    words -= n;
  }
}

static void
changes_strip (gpointer data, gsize strip)
{
  Count *count = data;
  LifeBitsliced *self = count->self;
  guint64 births = 0, deaths = 0;
  gsize first, end;

  life_bitsliced_strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++)
    life_bitsliced_count_row (self, y, 0, self->words,
        self->generations.present, self->generations.before, &births, &deaths);
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

/* What the last pass counted; else what the two buffers tell, which are then
 * one generation apart; else, where a cancelled pass has written over one of
 * them, what was kept before it. */
gboolean
life_bitsliced_changes (
    LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  Count count = { .self = self };

  self->changes_asked = TRUE;
  if (self->last != NULL && life_areas_count (self->last, births, deaths))
    return TRUE;
  if (!self->generations.before_lost) {
    life_bitsliced_for_strips (
        self, life_bitsliced_world_bytes (self) * 2, changes_strip, &count);
    *births = count.births;
    *deaths = count.deaths;
  } else {
    *births = self->kept_births;
    *deaths = self->kept_deaths;
  }
  return TRUE;
}
