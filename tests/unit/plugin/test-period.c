/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of finding periods in sequences of hashes, against comparing all with all, and in
 * the checksums of worlds. */
#include "plugin/timeline/period.h"

#include "tests/support/worlds/world.h"

#define TEST(name) g_test_add_func ("/period/" #name, test_##name)

/* As many hashes as make false alarms likely where there could be any. */
#define MANY 1000000

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GstLifePeriodFinder, gst_life_period_finder_free)

static guint64
mix (guint64 v)
{
  v = (v ^ (v >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  v = (v ^ (v >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return v ^ (v >> 31);
}

/* Hash @i of a sequence that, after a run-in, has a period. */
static guint64
hash_at (guint64 i, guint64 run_in, guint64 period)
{
  return mix (i < run_in ? i + 1 : run_in + 1 + (i - run_in) % period);
}

/* Fails unless @period is found after @repeats of it, and then stays. */
static void
check (GstLifePeriodFinder *finder, guint repeats, guint64 run_in,
    guint64 period, guint64 step)
{
  const guint64 first = run_in + period + repeats - 1;

  gst_life_period_finder_clear (finder);
  for (guint64 i = 0; i < first + 50; i++) {
    guint64 found = gst_life_period_finder_add (
        finder, hash_at (i, run_in, period), 7 + i * step);

    if (found != (i >= first ? period * step : 0))
      g_error ("period %" G_GUINT64_FORMAT " after %" G_GUINT64_FORMAT
               ", %u repeats: %" G_GUINT64_FORMAT " at %" G_GUINT64_FORMAT,
          period, run_in, repeats, found, i);
  }
}

static void
test_every_period_is_found_exactly (void)
{
  g_autoptr (GstLifePeriodFinder) finder = gst_life_period_finder_new (60);

  for (guint period = 1; period <= GST_LIFE_LONGEST_PERIOD; period++)
    check (finder, 60, period * 7 % 500, period, 1);
}

static void
test_a_longer_period_is_not_found (void)
{
  g_autoptr (GstLifePeriodFinder) finder = gst_life_period_finder_new (60);

  for (guint64 i = 0; i < 20000; i++)
    g_assert_cmpuint (gst_life_period_finder_add (finder,
                          hash_at (i, 0, GST_LIFE_LONGEST_PERIOD + 1), i),
        ==, 0);
}

static void
test_a_period_lasts_as_long_as_requested (void)
{
  static const guint repeats[] = { 1, 2, 59, 2999, 3000, 3001, 9000, 20000 };
  static const guint64 periods[] = { 1, 2, 30, 120, 2999, 3000 };

  for (guint i = 0; i < G_N_ELEMENTS (repeats); i++) {
    g_autoptr (GstLifePeriodFinder) finder =
        gst_life_period_finder_new (repeats[i]);

    for (guint j = 0; j < G_N_ELEMENTS (periods); j++)
      check (finder, repeats[i], 10000, periods[j], 3);
  }
}

static void
test_no_false_alarm_among_many (void)
{
  g_autoptr (GstLifePeriodFinder) finder = gst_life_period_finder_new (1);

  for (guint64 i = 0; i < MANY; i++)
    g_assert_cmpuint (
        gst_life_period_finder_add (finder, mix (i + 1), i), ==, 0);
}

/* Few different hashes, so that some repeat within a period. */
static void
test_the_shortest_period_is_found_as_by_comparing_all (void)
{
  enum {
    N = 3000,
    REPEATS = 9,
    LONGEST = 40
  };
  g_autofree guint64 *hashes = g_new (guint64, N);

  for (guint seed = 0; seed < 40; seed++) {
    g_autoptr (GstLifePeriodFinder) finder =
        gst_life_period_finder_new (REPEATS);
    guint64 followed = 0, alarms = 0;

    for (guint64 i = 0; i < N; i++) {
      /* Each stretch of 200 has a period of its own. */
      guint64 period = 1 + mix (seed * 1000 + i / 200) % LONGEST;
      guint64 expected = 0, found;

      hashes[i] = mix (i % 200 % period + i / 200) % 3;
      for (guint64 p = 1; expected == 0 && p <= MIN (i, 200); p++) {
        guint64 k = 0;

        while (k < REPEATS && i - k >= p && hashes[i - k] == hashes[i - k - p])
          k++;
        expected = k == REPEATS ? p : 0;
      }
      /* One that was found stays while it lasts. */
      if (followed > 0 && hashes[i] == hashes[i - followed])
        expected = followed;
      found = gst_life_period_finder_add (finder, hashes[i], i);
      if (found <= 200)
        g_assert_cmpuint (found, ==, expected);
      followed = found;
      alarms += found > 0;
    }
    g_assert_cmpuint (alarms, >, 0);
  }
}

static void
test_what_was_cleared_does_not_count (void)
{
  g_autoptr (GstLifePeriodFinder) finder = gst_life_period_finder_new (3);
  guint64 hash;

  g_assert_false (gst_life_period_finder_get_last (finder, &hash));
  for (guint64 i = 0; i < 3; i++)
    g_assert_cmpuint (gst_life_period_finder_add (finder, 5, i), ==, 0);
  gst_life_period_finder_clear (finder);
  g_assert_false (gst_life_period_finder_get_last (finder, &hash));
  for (guint64 i = 3; i < 6; i++)
    g_assert_cmpuint (gst_life_period_finder_add (finder, 5, i), ==, 0);
  g_assert_cmpuint (gst_life_period_finder_add (finder, 5, 6), ==, 1);
  g_assert_true (gst_life_period_finder_get_last (finder, &hash));
  g_assert_cmpuint (hash, ==, 5);
}

/* Fails unless the world is the same again after @period generations. */
static void
assert_repeats (LifeWorld *world, guint64 period)
{
  g_autofree guint8 *cells = cells_of (world);

  step (world, period);
  if (!assert_cells (world, cells, "after a period"))
    g_error ("no period of %" G_GUINT64_FORMAT, period);
}

/* Soups, each until it repeats itself. */
static void
test_no_false_alarm_in_soups (void)
{
  const LifeGeometry geometry = { 96, 80, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GstLifePeriodFinder) finder = gst_life_period_finder_new (60);
  guint soups = 0;

  fill_soup (world, 1, 0.35);
  for (guint i = 0; i < MANY; i++) {
    guint64 period =
        gst_life_period_finder_add (finder, checksum_of (world), i);

    if (period > 0) {
      assert_repeats (world, period);
      gst_life_period_finder_clear (finder);
      fill_soup (world, 1 + ++soups, 0.35);
    }
    step (world, 1);
  }
  g_assert_cmpuint (soups, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (every_period_is_found_exactly);
  TEST (a_longer_period_is_not_found);
  TEST (a_period_lasts_as_long_as_requested);
  TEST (no_false_alarm_among_many);
  TEST (the_shortest_period_is_found_as_by_comparing_all);
  TEST (what_was_cleared_does_not_count);
  TEST (no_false_alarm_in_soups);
  return g_test_run ();
}
