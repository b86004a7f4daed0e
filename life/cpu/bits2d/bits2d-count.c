/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the cells of the CPU's fast 2D engine; bits after a row's last cell do
 * not count. */
#include "life/cpu/bits2d/bits2d-private.h"

#include "life/cpu/bit-lines.h"

/* Words of several planes that are counted at a time. */
#define COUNT_WORDS 64

typedef struct {
  LifeBitsliced *self;
  _Atomic guint64 population, births, deaths;
} CountedRows;

/* Which bits of the last of @words words, from word @start of a row on, are
 * cells. */
static guint64
last_bits (const LifeBitsliced *self, gsize start, gsize words)
{
  return start + words < self->bits.words
             ? G_MAXUINT64
             : life_bits_mask (life_row_engine_last_cells (&self->bits));
}

static void
population_strip (gpointer data, gsize strip)
{
  CountedRows *count = data;
  LifeBitsliced *self = count->self;
  LifeCountRows rows = { .rows = 1,
    .words = self->bits.words,
    .last = last_bits (self, 0, self->bits.words) };
  g_autofree guint64 *scratch =
      self->bits.planes.n > 1 ? g_new (guint64, self->bits.words) : NULL;
  guint64 alive = 0;
  gsize first, end;

  life_bitsliced_strip_rows (self, strip, &first, &end);
  for (gsize y = first; y < end; y++) {
    rows.now = life_planes_any (&self->bits.planes,
        life_bitsliced_row (self, y), self->bits.words, scratch);
    alive += self->bits.counting->alive (&rows);
  }
  atomic_fetch_add (&count->population, alive);
}

static guint64
count_population (LifeBitsliced *self)
{
  CountedRows count = { .self = self };

  life_bitsliced_for_strips (
      self, life_row_engine_bytes (&self->bits), population_strip, &count);
  return count.population;
}

/* Counts a row whose cells have several planes. */
static void
count_row_of_planes (const LifeBitsliced *self, LifeCountRows row, gsize start,
    guint64 *births, guint64 *deaths)
{
  const guint64 *now = row.now, *previous = row.previous;
  guint64 scratch[2][COUNT_WORDS];
  gsize words = row.words;

  for (gsize i = 0; i < words; i += COUNT_WORDS) {
    row.words = MIN (words - i, COUNT_WORDS);
    row.last = last_bits (self, start + i, row.words);
    row.now =
        life_planes_any (&self->bits.planes, now + i, row.words, scratch[0]);
    row.previous = life_planes_any (
        &self->bits.planes, previous + i, row.words, scratch[1]);
    self->bits.counting->changes (&row, births, deaths);
  }
}

void
life_bitsliced_count_strip (const LifeBitsliced *self,
    const LifeStripWords *strip, const guint64 *now, const guint64 *previous,
    guint64 *births, guint64 *deaths)
{
  LifeCountRows rows = { .stride = self->bits.stride,
    .words = strip->words,
    .last = last_bits (self, strip->start, strip->words) };
  gsize first, end;

  life_bitsliced_strip_rows (self, strip->strip, &first, &end);
  life_bitsliced_counted_rows (self, &first, &end);
  rows.now = now + first * self->bits.stride + strip->start;
  rows.previous = previous + first * self->bits.stride + strip->start;
  rows.rows = end - first;
  if (self->bits.planes.n == 1) {
    self->bits.counting->changes (&rows, births, deaths);
    return;
  }
  rows.rows = 1;
  for (gsize y = first; y < end; y++) {
    count_row_of_planes (self, rows, strip->start, births, deaths);
    rows.now += self->bits.stride;
    rows.previous += self->bits.stride;
  }
}

static void
changes_strip (gpointer data, gsize strip)
{
  CountedRows *count = data;
  LifeBitsliced *self = count->self;
  guint64 births = 0, deaths = 0;

  life_bitsliced_count_strip (self,
      &(LifeStripWords){ strip, 0, self->bits.words },
      self->bits.generations.present, self->bits.generations.previous, &births,
      &deaths);
  atomic_fetch_add (&count->births, births);
  atomic_fetch_add (&count->deaths, deaths);
}

/* The counts of the last pass; else the difference of the two buffers if they are one
 * generation apart; else, if a cancelled pass has overwritten one of them, the counts stored
 * before the call. */
void
life_bitsliced_count_changes (
    LifeBitsliced *self, guint64 *births, guint64 *deaths)
{
  CountedRows count = { .self = self };

  if (self->last != NULL && life_areas_count (self->last, births, deaths))
    return;
  if (!self->bits.generations.previous_lost) {
    life_bitsliced_for_strips (
        self, life_row_engine_bytes (&self->bits) * 2, changes_strip, &count);
    *births = count.births;
    *deaths = count.deaths;
  } else {
    *births = self->bits.stored_births;
    *deaths = self->bits.stored_deaths;
  }
}

gboolean
life_bitsliced_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error)
{
  LifeBitsliced *self = (LifeBitsliced *) engine;
  LifeStatistics *counts = &tally->statistics;

  if (what & LIFE_COUNT_LIVING)
    counts->population = count_population (self);
  if (what & LIFE_COUNT_CHANGES) {
    self->changes_requested = TRUE;
    life_bitsliced_count_changes (self, &counts->births, &counts->deaths);
  }
  life_row_engine_count_extent (&self->bits, what, counts);
  if (what & LIFE_COUNT_CHECKSUM)
    tally->checksum = life_lines_checksum_all (&self->bits);
  return TRUE;
}
