/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how the CPU's fast engine advances: tiles that take several
 * generations at once, areas that are skipped, and calls that are cancelled.
 * Every world is compared with the reference. */
#include "life/cpu/bits2d/bits2d-private.h"
#include "tests/support/worlds/compare.h"

/* Advances a soup by calls of these numbers of generations. */
static gboolean
compare_calls (const LifeGeometry *geometry, const gchar *text, guint threads,
    const guint64 *calls, guint n_calls)
{
  LifeRule rule = rule_of (2, text);
  g_autoptr (Worlds) worlds = worlds_on_paths (geometry, &rule, threads);

  return worlds_play_soup (worlds, threads + 1, 0.4, calls, n_calls);
}

static void
test_long_calls_equal_reference (void)
{
  static const guint64 calls[] = { 1000, 64, 1000, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint threads = 1; threads <= SOME_OF (4); threads++) {
      LifeGeometry geometry = { 300 + threads, 211, 1, topologies[i] };
      LifeGeometry whole = { 512, 64, 1, topologies[i] };
      compare_calls (&geometry, "B3/S23", threads, calls, G_N_ELEMENTS (calls));
      compare_calls (&whole, "B3/S23", threads, calls, G_N_ELEMENTS (calls));
    }
}

static LifeBitsliced *
bits_of (LifeWorld *world)
{
  return (LifeBitsliced *) life_world_get_engine (world);
}

/* As if no cache held them. With @plain_avx512, vectors of 512 bits do not have their words'
 * bits counted by an instruction. */
static void
stream_all (Worlds *worlds, gboolean plain_avx512)
{
  for (guint i = 1; i < worlds->n; i++) {
    LifeBitsliced *self = bits_of (worlds->each[i]);

    self->stream_bytes = 0;
#ifdef __x86_64__
    if (plain_avx512 && self->kernel.lanes == 8)
      self->stream = life_bitsliced_stream_avx512;
#endif
  }
}

/* Fails unless, as is @expected, the last pass wrote past the caches. */
static void
assert_streamed (Worlds *worlds, gboolean expected)
{
  for (guint i = 1; i < worlds->n; i++) {
    const LifeBitsliced *self = bits_of (worlds->each[i]);

    g_assert_cmpint (self->last == &self->strips
                         && self->strips.streamed[!self->strips.side],
        ==, expected);
  }
}

/* Calls of one generation, the second of which looks for changes; the last ones count what
 * they change. */
static void
check_streamed (
    const LifeGeometry *geometry, const gchar *text, gboolean plain_avx512)
{
  static const guint64 counted[] = { 0, 1, 1, 1 };
  LifeRule rule = rule_of (2, text);
  g_autoptr (Worlds) worlds = worlds_on_paths (geometry, &rule, 2);

  worlds_soup (worlds, 5, 0.4);
  stream_all (worlds, plain_avx512);
  for (guint i = 0; i < 8; i++) {
    worlds_step (worlds, 1);
    assert_streamed (worlds, i != 1);
  }
  worlds_play (worlds, counted, G_N_ELEMENTS (counted), text);
  assert_streamed (worlds, TRUE);
}

static void
test_streamed_worlds_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 2048, 70 }, { 1537, 65 }, { 2111, 3 },
    { 4608, 64 }, { 500, 130 }, { 64, 100 }, { 1, 200 }, { 16001, 7 } };
  static const gchar *const rules[] = { "B3/S23", "B36/S125", "B2/S34H",
    "B13/S012V", "B0123/S01234" };
  static const LifeTopology edges[] = { LIFE_TOPOLOGY_TORUS,
    LIFE_TOPOLOGY_PLANE, LIFE_TOPOLOGY_CROSS_SURFACE, LIFE_TOPOLOGY_KLEIN };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (rules); j++) {
      const LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1,
        edges[(i + j) % G_N_ELEMENTS (edges)] };

      check_streamed (&geometry, rules[j], i % 2 == 1);
    }
}

/* Blinkers next to a soup: passes that look for changes take turns with others, and areas are
 * skipped in which cells are born and die. */
static void
test_streamed_changes_of_skipped_areas_are_counted (void)
{
  const LifeGeometry geometry = { 13000, 70, 1, LIFE_TOPOLOGY_PLANE };
  const guint32 soup = 4000;
  LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (Worlds) worlds = worlds_on_paths (&geometry, &rule, 2);
  const LifeBox all = whole_box (worlds->each[0]);
  guint64 calls[40];
  g_autofree guint8 *cells = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    calls[i] = 1;
  stream_all (worlds, FALSE);
  /* Changes that were asked for are counted by the next pass. */
  if (!worlds_play_soup (worlds, 7, 0.4, calls, 1))
    return;
  cells = cells_of (worlds->each[0]);
  for (gsize i = 0; i < size_of (worlds->each[0]); i++) {
    const gsize x = i % geometry.width, y = i / geometry.width;

    if (x >= soup)
      cells[i] = x % 8 >= 3 && x % 8 < 6 && y % 8 == 4;
  }
  worlds_write (worlds, all, cells);
  worlds_play (worlds, calls, G_N_ELEMENTS (calls), "blinkers");
}

/* Two worlds of the engine, or the second one of the reference. */
static Worlds *
new_worlds (const LifeGeometry *geometry, guint threads, LifeKernel kernel)
{
  return worlds_of (
      new_world (geometry, "B3/S23", LIFE_KERNEL_BITSLICED, threads),
      new_world (geometry, "B3/S23", kernel, 2));
}

/* What makes areas change again. */
static void
disturb (Worlds *worlds, guint phase)
{
  const LifeBox position = { 4100, 70, 0, 3, 1, 1 };
  const LifeRule rule = rule_of (2, "B36/S23");

  switch (phase) {
    case 0:
      worlds_paste (worlds, "gosper-gun", 40, 20);
      worlds_paste (worlds, "glider", 4000, 20);
      worlds_paste (worlds, "glider", 8290, 288);
      for (gint64 x = 0; x < 8000; x += 200)
        worlds_paste (
            worlds, x % 400 ? "3o!" : "2o$2o!", 150 + x, 250 - x / 100);
      break;
    case 1:
      worlds_paste (worlds, "r-pentomino", 6000, 200);
      break;
    case 2:
      worlds_write (worlds, position, (const guint8[]){ 1, 1, 1 });
      break;
    case 3:
      worlds_set_rule (worlds, &rule);
      break;
    default:
      worlds_clear (worlds);
      worlds_paste (worlds, "glider", 10, 10);
      break;
  }
}

/* Still lifes, blinkers, a gun and gliders that fly into skipped areas, on areas of every
 * kind. */
static gboolean
compare_sleepers (LifeTopology topology, guint64 call, guint threads)
{
  const LifeGeometry geometry = { 8300, 300, 1, topology };
  const guint64 calls[] = { call, call, call, call };
  g_autoptr (Worlds) worlds =
      new_worlds (&geometry, threads, LIFE_KERNEL_NAIVE);

  for (guint phase = 0; phase < 5; phase++) {
    disturb (worlds, phase);
    if (!worlds_play (worlds, calls, G_N_ELEMENTS (calls), "sleepers"))
      return FALSE;
  }
  return TRUE;
}

static void
test_skipped_areas_are_advanced_again (void)
{
  static const guint64 calls[] = { 1, 2, 7, 30, 64 };

  /* The topologies take turns with the long calls. */
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    for (guint j = 0; j < G_N_ELEMENTS (topologies); j++)
      if ((calls[i] < 30 || i % G_N_ELEMENTS (topologies) == j)
          && !compare_sleepers (topologies[j], calls[i], 1 + (i + j) % 4))
        return;
}

/* A glider that leaves one skipped area and enters another, call by call. */
static void
test_glider_crosses_skipped_areas (void)
{
  LifeGeometry geometry = { 12288, 192, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);
  const guint64 calls[] = { 1, 4, 60 };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    g_autofree guint8 *start = NULL;

    world_clear (fast);
    paste_text (fast, "glider", 4000, 50);
    start = cells_of (fast);
    /* 192 cells along both axes, in four generations each. */
    for (guint64 done = 0; done < 768; done += calls[i])
      step (fast, MIN (calls[i], 768 - done));
    for (guint64 y = 0; y < geometry.height; y++) {
      guint8 *row = start + y * geometry.width;
      memmove (row + 192, row, geometry.width - 192);
      memset (row, 0, 192);
    }
    assert_cells (fast, start, "the glider 192 cells on");
  }
}

/* A pulsar has period 3: after passes of 60 its area may be skipped, but not in
 * a pass of another length. */
static void
test_passes_of_other_lengths_advance_periodic_areas (void)
{
  static const guint64 calls[] = { 60, 60, 60, 61, 60, 60, 60, 60, 59, 31, 31,
    31, 32, 1, 1, 1, 2, 60 };
  LifeGeometry geometry = { 8300, 300, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (Worlds) worlds = new_worlds (&geometry, 2, LIFE_KERNEL_NAIVE);

  for (gint64 x = 100; x < 8200; x += 900)
    worlds_paste (worlds, "pulsar", x, 150);
  worlds_play (worlds, calls, G_N_ELEMENTS (calls), "pulsars");
}

/* One glider through every edge of every tile. */
static void
check_lone_glider (guint32 width, guint32 height, gboolean forwards)
{
  LifeGeometry geometry = { width, height, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);
  LifeBox box = { 1000, 1000, 0, 3, 3, 1 };
  g_autofree guint8 *start = NULL;

  paste_text (world, forwards ? "bo$2bo$3o!" : "3o$o$bo!", box.x, box.y);
  start = read_box (world, &box);
  for (guint moved = 0; moved < MAX (width, height); moved += 15) {
    g_autofree guint8 *end = NULL;

    step (world, 60);
    g_assert_cmpuint (statistics_of (world).population, ==, 5);
    box.x = (box.x + (forwards ? 15 : width - 15)) % width;
    box.y = (box.y + (forwards ? 15 : height - 15)) % height;
    if (box.x + 3 > width || box.y + 3 > height)
      continue;
    end = read_box (world, &box);
    g_assert_cmpmem (start, 9, end, 9);
  }
}

static void
test_glider_crosses_skipped_tiles (void)
{
  for (guint i = 0; i < 2; i++) {
    check_lone_glider (4096, 4096, i);
#ifndef __SANITIZE_ADDRESS__
    /* The path is long, and all cells around it are dead. */
    check_lone_glider (9103, 1501, i);
    check_lone_glider (1501, 9103, i);
#endif
  }
}

/* Steps until it is cancelled; a twin that is not cancelled must then report
 * the same counts. */
static void
compare_cancelled (
    const LifeGeometry *geometry, guint threads, guint64 previous, guint delay)
{
  g_autoptr (Worlds) worlds =
      new_worlds (geometry, threads, LIFE_KERNEL_BITSLICED);
  LifeWorld *world = worlds->each[1], *twin = worlds->each[0];
  LifeStatistics counts, expected;

  worlds_soup (worlds, 5, 0.35);
  step (world, previous);
  g_assert_true (step_and_cancel (world, G_MAXUINT32, delay));
  step (twin, life_world_get_generation (world));
  counts = statistics_of (world);
  expected = statistics_of (twin);
  g_assert_cmpmem (&counts, sizeof counts, &expected, sizeof expected);
  g_assert_cmpuint (checksum_of (world), ==, checksum_of (twin));
}

static void
test_cancelled_small_worlds_report_their_changes (void)
{
  const LifeGeometry geometry = { 1000, 500, 1, LIFE_TOPOLOGY_TORUS };

  for (guint threads = 1; threads <= 2; threads++)
    compare_cancelled (&geometry, threads, 3, 20000 * threads);
}

/* Worlds of this size are cancelled within a pass; after the first steps nothing is
 * stepped, and the changes are still those of the step before. */
static void
test_cancelled_large_worlds_report_their_changes (void)
{
  LifeGeometry geometry = { 32768, 17000, 1, LIFE_TOPOLOGY_TORUS };

  for (guint threads = 1; threads <= 2; threads++)
    compare_cancelled (&geometry, threads, threads, 20000 + 200000 * threads);
  geometry.topology = LIFE_TOPOLOGY_PLANE;
  for (guint delay = 40000; delay <= 160000; delay *= 2)
    compare_cancelled (&geometry, 2, 1, delay);
}

#define TEST(name) g_test_add_func ("/bitsliced/" #name, test_##name)
/* The tests that the thread sanitizer runs. */
#define TEST_OF_THREADS(name) \
  g_test_add_func ("/bitsliced/threads/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (long_calls_equal_reference);
  TEST (streamed_worlds_equal_reference);
  TEST (streamed_changes_of_skipped_areas_are_counted);
  TEST (skipped_areas_are_advanced_again);
  TEST (glider_crosses_skipped_areas);
  TEST (glider_crosses_skipped_tiles);
  TEST (passes_of_other_lengths_advance_periodic_areas);
  TEST_OF_THREADS (cancelled_small_worlds_report_their_changes);
  TEST (cancelled_large_worlds_report_their_changes);
  return g_test_run ();
}
