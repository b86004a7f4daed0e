/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists of counts: in order, and as bits that kernels look up. */
#include "life/rule/larger-counts.h"

#include "life/rule/transition.h"

static GArray *
new_ranges (void)
{
  return g_array_new (FALSE, FALSE, sizeof (LifeCountRange));
}

LifeLargerCounts *
life_larger_counts_new (GArray *birth, GArray *survival)
{
  LifeLargerCounts *counts = g_new0 (LifeLargerCounts, 1);

  counts->references = 1;
  counts->birth = g_array_ref (birth);
  counts->survival = g_array_ref (survival);
  return counts;
}

LifeLargerCounts *
life_larger_counts_ref (LifeLargerCounts *counts)
{
  g_atomic_int_inc (&counts->references);
  return counts;
}

void
life_larger_counts_unref (LifeLargerCounts *counts)
{
  if (!g_atomic_int_dec_and_test (&counts->references))
    return;
  g_array_unref (counts->birth);
  g_array_unref (counts->survival);
  g_free (counts);
}

static gint
compare_ranges (gconstpointer a, gconstpointer b)
{
  const LifeCountRange *first = a, *second = b;

  return (first->first > second->first) - (first->first < second->first);
}

void
life_larger_ranges_join (GArray *ranges)
{
  LifeCountRange *range;
  guint n = 0;

  if (ranges->len == 0)
    return;
  range = &g_array_index (ranges, LifeCountRange, 0);
  g_array_sort (ranges, compare_ranges);
  for (guint i = 0; i < ranges->len; i++)
    if (n > 0 && range[i].first <= (guint64) range[n - 1].last + 1)
      range[n - 1].last = MAX (range[n - 1].last, range[i].last);
    else
      range[n++] = range[i];
  g_array_set_size (ranges, n);
}

/* Adds a range less one, which is what the cell itself counts. */
static void
add_range (GArray *ranges, LifeCountRange range, gboolean middle)
{
  if (middle && range.last == 0)
    return;
  if (middle) {
    range.first -= range.first > 0;
    range.last--;
  }
  if (range.first <= range.last)
    g_array_append_val (ranges, range);
}

GArray *
life_larger_ranges (const LifeRule *rule, gboolean survival)
{
  GArray *ranges = new_ranges ();
  const GArray *listed = NULL;

  if (rule->counts != NULL)
    listed = survival ? rule->counts->survival : rule->counts->birth;
  if (listed == NULL)
    add_range (ranges, survival ? rule->survival_range : rule->birth_range,
        survival && rule->middle);
  for (guint i = 0; listed != NULL && i < listed->len; i++)
    add_range (ranges, g_array_index (listed, LifeCountRange, i),
        survival && rule->middle);
  return ranges;
}

gboolean
life_larger_lives (const LifeRule *rule, guint state, gint64 count)
{
  const LifeCountRange *single =
      state ? &rule->survival_range : &rule->birth_range;
  const GArray *listed;

  if (rule->counts == NULL)
    return single->first <= count && count <= single->last;
  listed = state ? rule->counts->survival : rule->counts->birth;
  for (guint i = 0; i < listed->len; i++) {
    const LifeCountRange *range = &g_array_index (listed, LifeCountRange, i);

    if (range->first <= count && count <= range->last)
      return TRUE;
  }
  return FALSE;
}

guint32 *
life_larger_list (
    const LifeRule *rule, guint itself, guint highest, gsize *words)
{
  guint32 *list;

  *words = highest / LIFE_LISTED_COUNTS + 1;
  list = g_new0 (guint32, *words);
  for (guint alive = 0; alive < 2; alive++) {
    g_autoptr (GArray) ranges = life_larger_ranges (rule, alive);

    for (guint i = 0; i < ranges->len; i++) {
      const LifeCountRange range = g_array_index (ranges, LifeCountRange, i);
      const guint own = alive ? itself : 0;

      for (guint64 count = (guint64) range.first + own;
           count <= MIN ((guint64) range.last + own, highest); count++)
        list[count / LIFE_LISTED_COUNTS] |=
            1u << (2 * (count % LIFE_LISTED_COUNTS) + alive);
    }
  }
  return list;
}
