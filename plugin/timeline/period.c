/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Hashes lie in a ring; those with equal low bits are chained, the latest first, so that one
 * look-up finds whether a hash repeats. Only after enough repeats in a row is a period searched,
 * at each distance in turn; then it is only followed. */
#include "plugin/timeline/period.h"

/* At this many repeats a period is chosen; it then has to last as long as requested. */
#define MAX_COMPARED GST_LIFE_LONGEST_PERIOD

/* Powers of two; the ring holds a period and what is compared with it. */
#define RING 8192
#define CHAINS 8192

G_STATIC_ASSERT (RING >= GST_LIFE_LONGEST_PERIOD + MAX_COMPARED);

typedef struct {
  guint64 hash, number;
  guint64 earlier; /* the index of the previous one in its chain, plus 1 */
} HashEntry;

/* Indices count from the first hash of all. */
struct _GstLifePeriodFinder {
  guint repeats;
  guint64 start;          /* the index of the first that counts */
  guint64 end;            /* that of the next */
  guint64 repeated;       /* the last so many were repeats */
  guint64 period;         /* in hashes; 0: none */
  guint64 lasted;         /* how many in a row follow it */
  guint64 latest[CHAINS]; /* indices, plus 1 */
  HashEntry ring[RING];
};

GstLifePeriodFinder *
gst_life_period_finder_new (guint repeats)
{
  GstLifePeriodFinder *finder = g_new0 (GstLifePeriodFinder, 1);

  finder->repeats = MAX (repeats, 1);
  return finder;
}

void
gst_life_period_finder_free (GstLifePeriodFinder *finder)
{
  g_free (finder);
}

void
gst_life_period_finder_clear (GstLifePeriodFinder *finder)
{
  finder->start = finder->end;
  finder->repeated = finder->period = 0;
}

static const HashEntry *
entry_at (const GstLifePeriodFinder *finder, guint64 index)
{
  return &finder->ring[index % RING];
}

/* Adds the next one to its chain; returns whether it repeats one within the longest period. */
static gboolean
add (GstLifePeriodFinder *finder, guint64 hash, guint64 number)
{
  guint64 *latest = &finder->latest[hash % CHAINS], at = *latest;
  guint64 oldest = finder->start;

  if (finder->end - oldest > GST_LIFE_LONGEST_PERIOD)
    oldest = finder->end - GST_LIFE_LONGEST_PERIOD;
  finder->ring[finder->end % RING] = (HashEntry){ hash, number, at };
  *latest = ++finder->end;
  while (at > oldest && entry_at (finder, at - 1)->hash != hash)
    at = entry_at (finder, at - 1)->earlier;
  return at > oldest;
}

static gboolean
follows (const GstLifePeriodFinder *finder, guint64 index, guint64 period)
{
  return index >= finder->start + period
         && entry_at (finder, index)->hash
                == entry_at (finder, index - period)->hash;
}

/* The shortest period that the last @n hashes follow, or 0. */
static guint64
search (const GstLifePeriodFinder *finder, guint64 n)
{
  for (guint64 period = 1; period <= GST_LIFE_LONGEST_PERIOD; period++) {
    guint64 i = 0;

    while (i < n && follows (finder, finder->end - 1 - i, period))
      i++;
    if (i == n)
      return period;
  }
  return 0;
}

guint64
gst_life_period_finder_add (
    GstLifePeriodFinder *finder, guint64 hash, guint64 number)
{
  const guint64 compared = MIN (finder->repeats, MAX_COMPARED);

  finder->repeated = add (finder, hash, number) ? finder->repeated + 1 : 0;
  if (finder->period > 0 && follows (finder, finder->end - 1, finder->period)) {
    finder->lasted++;
  } else {
    finder->period =
        finder->repeated >= compared ? search (finder, compared) : 0;
    finder->lasted = compared;
  }
  return finder->period > 0 && finder->lasted >= finder->repeats
             ? number
                   - entry_at (finder, finder->end - 1 - finder->period)->number
             : 0;
}

gboolean
gst_life_period_finder_get_last (
    const GstLifePeriodFinder *finder, guint64 *hash)
{
  if (finder->end == finder->start)
    return FALSE;
  *hash = entry_at (finder, finder->end - 1)->hash;
  return TRUE;
}
