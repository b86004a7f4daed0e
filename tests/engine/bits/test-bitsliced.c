/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how the CPU's fast engine advances: tiles that take several
 * generations at once, areas that are skipped, and calls that are cancelled.
 * Every world is compared with the reference. */
#include "life/cpu/bits2d/private.h"
#include "tests/support/worlds/paths.h"

/* Advances a soup by calls of these numbers of generations. */
static gboolean
compare_calls (const LifeGeometry *geometry, const gchar *text, guint threads,
    const guint64 *calls, guint n_calls)
{
  LifeRule rule = rule_of (2, text);
  g_autoptr (PathWorlds) worlds = path_worlds_new (geometry, &rule, threads);

  path_worlds_soup (worlds, threads + 1, 0.4);
  return path_worlds_play (worlds, calls, n_calls, text);
}

/* Narrower than a halo, than a word, than a block. */
static void
test_small_worlds_equal_reference (void)
{
  static const guint64 calls[] = { 1, 2, 3, 7, 64 };

  for (guint32 size = 1; size <= 70; size++) {
    const guint32 other = 1 + size * 37 % 70;
    const guint32 sizes[][2] = { { size, other }, { other, size } };

    for (guint i = 0; i < 4; i++) {
      LifeGeometry geometry = { sizes[i / 2][0], sizes[i / 2][1], 1,
        topologies[i % 2] };
      if (!compare_calls (&geometry, size % 3 == 0 ? "B36/S23" : "B3/S23",
              1 + size % 4, calls, G_N_ELEMENTS (calls)))
        return;
    }
  }
}

/* Around the sizes of blocks of 128, 256 and 512 columns, of strips, and of
 * tiles with and without a halo. */
static void
test_worlds_of_tiles_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 128, 64 }, { 127, 65 }, { 129, 63 },
    { 256, 128 }, { 255, 127 }, { 257, 129 }, { 512, 64 }, { 511, 640 },
    { 513, 66 }, { 452, 68 }, { 453, 69 }, { 196, 260 }, { 197, 261 },
    { 964, 132 }, { 1024, 192 }, { 1025, 195 }, { 70, 900 }, { 900, 70 } };
  static const guint64 calls[] = { 1, 30, 7, 31, 45, 60, 2 };
  static const gchar *const rules[] = { "B3/S23", "B36/S125", "B0123/S01234" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (topologies); j++) {
      LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1, topologies[j] };
      if (!compare_calls (&geometry, rules[(i + j) % G_N_ELEMENTS (rules)],
              1 + i % 4, calls, G_N_ELEMENTS (calls)))
        return;
    }
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

/* Larger than the largest tile, so that several of them meet in both axes. */
static void
test_many_tiles_equal_reference (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
    LifeGeometry geometry = { 4103, 2501, 1, topologies[i] };
    g_autoptr (LifeWorld) plain =
        new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 2);

    fill_soup (plain, 9, 0.4);
    step (plain, 32);
    for (guint j = 0; j < G_N_ELEMENTS (cpu_paths); j++)
      if (use_cpu_path (cpu_paths[j])) {
        g_autoptr (LifeWorld) fast =
            new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1 + i + j);
        fill_soup (fast, 9, 0.4);
        step (fast, 32);
        assert_equal_worlds (fast, plain, cpu_paths[j]);
      }
  }
  use_any_cpu_path ();
}

/* As if no cache held them. With @plain_avx512, vectors of 512 bits do not have their words'
 * bits counted by an instruction. */
static void
stream_all (PathWorlds *worlds, gboolean plain_avx512)
{
  for (guint i = 0; i < worlds->n_fast; i++) {
    LifeBitsliced *self =
        (LifeBitsliced *) life_world_get_engine (worlds->fast[i]);

    self->stream_bytes = 0;
#ifdef __x86_64__
    if (plain_avx512 && self->kernel.lanes == 8)
      self->stream = life_bitsliced_stream_avx512;
#endif
  }
}

/* Whether the last pass wrote past the caches. */
static gboolean
has_streamed (LifeWorld *world)
{
  LifeBitsliced *self = (LifeBitsliced *) life_world_get_engine (world);

  return self->last == &self->strips
         && self->strips.streamed[!self->strips.side];
}

/* Calls of one generation, the second of which looks for changes; the last ones count what
 * they change. */
static void
check_streamed (
    const LifeGeometry *geometry, const gchar *text, gboolean plain_avx512)
{
  static const guint64 counted[] = { 1, 1, 1 };
  const guint64 calls = 8;
  LifeRule rule = rule_of (2, text);
  g_autoptr (PathWorlds) worlds = path_worlds_new (geometry, &rule, 2);

  path_worlds_soup (worlds, 5, 0.4);
  stream_all (worlds, plain_avx512);
  step (worlds->plain, calls);
  for (guint i = 0; i < worlds->n_fast; i++) {
    for (guint64 j = 0; j < calls; j++) {
      step (worlds->fast[i], 1);
      g_assert_cmpint (has_streamed (worlds->fast[i]), ==, j != 1);
    }
    assert_equal_worlds (worlds->fast[i], worlds->plain, text);
  }
  path_worlds_play (worlds, counted, G_N_ELEMENTS (counted), text);
  for (guint i = 0; i < worlds->n_fast; i++)
    g_assert_true (has_streamed (worlds->fast[i]));
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

/* Blinkers beside a soup: passes that look for changes take turns with others, and areas are
 * skipped in which cells are born and die. */
static void
test_streamed_changes_of_skipped_areas_are_counted (void)
{
  const LifeGeometry geometry = { 13000, 70, 1, LIFE_TOPOLOGY_PLANE };
  const guint32 soup = 4000;
  LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (PathWorlds) worlds = path_worlds_new (&geometry, &rule, 2);
  const gsize size = size_of (worlds->plain);
  g_autofree guint8 *cells = NULL;

  path_worlds_soup (worlds, 7, 0.4);
  stream_all (worlds, FALSE);
  /* Changes that were asked for are counted by the next pass. */
  if (!path_worlds_play (worlds, (const guint64[]){ 1 }, 1, "a soup"))
    return;
  cells = cells_of (worlds->plain);
  for (gsize i = 0; i < size; i++) {
    const gsize x = i % geometry.width, y = i / geometry.width;

    if (x >= soup)
      cells[i] = x % 8 >= 3 && x % 8 < 6 && y % 8 == 4;
  }
  set_cells (worlds->plain, cells);
  for (guint i = 0; i < worlds->n_fast; i++)
    set_cells (worlds->fast[i], cells);
  for (guint i = 0; i < 40; i++)
    if (!path_worlds_play (worlds, (const guint64[]){ 1 }, 1, "blinkers"))
      return;
}

/* Strips and tiles, shared by several threads, compared with one thread. Also
 * run under the thread sanitizer. */
static void
test_threads_change_nothing (void)
{
  static const guint64 calls[] = { 1, 2, 64, 30, 1, 125 };

  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint threads = 2; threads <= 4; threads++) {
      LifeGeometry geometry = { 4200, 600, 1, topologies[i] };
      g_autoptr (LifeWorld) shared =
          new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, threads);
      g_autoptr (LifeWorld) alone =
          new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);

      fill_soup (shared, threads, 0.3);
      fill_soup (alone, threads, 0.3);
      for (guint j = 0; j < G_N_ELEMENTS (calls); j++) {
        step (shared, calls[j]);
        step (alone, calls[j]);
        if (!assert_equal_worlds (shared, alone, "threads"))
          return;
      }
    }
}

static void
paste (LifeWorld *world, const gchar *name, guint32 x, guint32 y)
{
  g_autoptr (LifePattern) pattern = NULL;
  const gint64 origin[3] = { x, y, 0 };
  GError *error = NULL;

  pattern = life_pattern_from_string (name, &error);
  g_assert_no_error (error);
  life_world_paste (world, pattern, origin, &error);
  g_assert_no_error (error);
}

/* Still lifes, blinkers, a gun and gliders that fly into skipped areas, on
 * areas of every kind; whatever makes areas change again is done to both
 * worlds. */
static gboolean
compare_sleepers (LifeTopology topology, guint64 call, guint threads)
{
  LifeGeometry geometry = { 8300, 300, 1, topology };
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, threads);
  g_autoptr (LifeWorld) plain =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 2);
  LifeWorld *worlds[2] = { fast, plain };
  const LifeBox spot = { 4100, 70, 0, 3, 1, 1 };
  const guint8 three[3] = { 1, 1, 1 };
  g_autofree gchar *what = g_strdup_printf ("calls of %u", (guint) call);
  GError *error = NULL;

  for (guint phase = 0; phase < 5; phase++) {
    for (guint i = 0; i < 2; i++) {
      if (phase == 0) {
        paste (worlds[i], "gosper-gun", 40, 20);
        paste (worlds[i], "glider", 4000, 20);
        paste (worlds[i], "glider", 8290, 288);
        for (guint32 x = 0; x < 8000; x += 200)
          paste (worlds[i], x % 400 ? "3o!" : "2o$2o!", 150 + x, 250 - x / 100);
      } else if (phase == 1) {
        paste (worlds[i], "r-pentomino", 6000, 200);
      } else if (phase == 2) {
        life_world_write (worlds[i], &spot, three, &error);
        g_assert_no_error (error);
      } else if (phase == 3) {
        LifeRule rule = rule_of (2, "B36/S23");
        life_world_set_rule (worlds[i], &rule, &error);
        g_assert_no_error (error);
      } else {
        life_world_clear (worlds[i], &error);
        g_assert_no_error (error);
        paste (worlds[i], "glider", 10, 10);
      }
    }
    for (guint64 done = 0; done < 4; done++) {
      step (worlds[0], call);
      step (worlds[1], call);
      if (!assert_equal_worlds (worlds[0], worlds[1], what))
        return FALSE;
    }
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
    GError *error = NULL;

    life_world_clear (fast, &error);
    g_assert_no_error (error);
    paste (fast, "glider", 4000, 50);
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
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 2);
  g_autoptr (LifeWorld) plain =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 2);

  for (guint32 x = 100; x < 8200; x += 900) {
    paste (fast, "pulsar", x, 150);
    paste (plain, "pulsar", x, 150);
  }
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    step (fast, calls[i]);
    step (plain, calls[i]);
    if (!assert_equal_worlds (fast, plain, "pulsars"))
      return;
  }
}

/* One glider through every edge of every tile. */
static void
check_lone_glider (guint32 width, guint32 height, gboolean forwards)
{
  LifeGeometry geometry = { width, height, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);
  LifeBox box = { 1000, 1000, 0, 3, 3, 1 };
  guint8 start[9], end[9];
  GError *error = NULL;

  paste (world, forwards ? "bo$2bo$3o!" : "3o$o$bo!", box.x, box.y);
  life_world_read (world, &box, start, &error);
  g_assert_no_error (error);
  for (guint moved = 0; moved < MAX (width, height); moved += 15) {
    step (world, 60);
    g_assert_cmpuint (statistics_of (world).population, ==, 5);
    box.x = (box.x + (forwards ? 15 : width - 15)) % width;
    box.y = (box.y + (forwards ? 15 : height - 15)) % height;
    if (box.x + 3 > width || box.y + 3 > height)
      continue;
    life_world_read (world, &box, end, &error);
    g_assert_no_error (error);
    g_assert_cmpmem (start, sizeof (start), end, sizeof (end));
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

typedef struct {
  gint cancelled;
  guint delay;
} Canceller;

static gpointer
cancel_later (gpointer data)
{
  Canceller *canceller = data;

  g_usleep (canceller->delay);
  g_atomic_int_set (&canceller->cancelled, 1);
  return NULL;
}

/* Steps until it is cancelled; a twin that is not cancelled must then report
 * the same counts. */
static void
compare_cancelled (
    const LifeGeometry *geometry, guint threads, guint64 before, guint delay)
{
  g_autoptr (LifeWorld) world =
      new_world (geometry, "B3/S23", LIFE_KERNEL_BITSLICED, threads);
  g_autoptr (LifeWorld) twin =
      new_world (geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 2);
  Canceller canceller = { 0, delay };
  g_autoptr (GError) error = NULL;
  LifeStatistics counts, expected;
  GThread *thread;

  fill_soup (world, 5, 0.35);
  fill_soup (twin, 5, 0.35);
  step (world, before);
  thread = g_thread_new ("canceller", cancel_later, &canceller);
  g_assert_false (
      life_world_step (world, G_MAXUINT32, &canceller.cancelled, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
  g_thread_join (thread);

  step (twin, life_world_get_generation (world));
  counts = statistics_of (world);
  expected = statistics_of (twin);
  g_assert_cmpuint (counts.generation, ==, expected.generation);
  g_assert_cmpuint (counts.population, ==, expected.population);
  g_assert_cmpuint (counts.births, ==, expected.births);
  g_assert_cmpuint (counts.deaths, ==, expected.deaths);
  g_assert_cmpuint (checksum_of (world), ==, checksum_of (twin));
}

static void
test_cancelled_small_world_reports_its_changes (void)
{
  const LifeGeometry geometry = { 1000, 500, 1, LIFE_TOPOLOGY_TORUS };

  for (guint threads = 1; threads <= 2; threads++)
    compare_cancelled (&geometry, threads, 3, 20000 * threads);
}

/* Worlds of this size are cancelled within a pass. */
static void
test_cancelled_large_world_reports_its_changes (void)
{
  const LifeGeometry geometry = { 32768, 17000, 1, LIFE_TOPOLOGY_TORUS };

  for (guint threads = 1; threads <= 2; threads++)
    compare_cancelled (&geometry, threads, threads, 20000 + 200000 * threads);
}

/* Nothing is stepped: the changes are still those of the previous step. */
static void
test_cancelled_first_pass_keeps_the_changes (void)
{
  const LifeGeometry geometry = { 32768, 17000, 1, LIFE_TOPOLOGY_PLANE };

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
  TEST (small_worlds_equal_reference);
  TEST (worlds_of_tiles_equal_reference);
  TEST (long_calls_equal_reference);
  TEST (many_tiles_equal_reference);
  TEST (streamed_worlds_equal_reference);
  TEST (streamed_changes_of_skipped_areas_are_counted);
  TEST_OF_THREADS (threads_change_nothing);
  TEST (skipped_areas_are_advanced_again);
  TEST (glider_crosses_skipped_areas);
  TEST (glider_crosses_skipped_tiles);
  TEST (passes_of_other_lengths_advance_periodic_areas);
  TEST_OF_THREADS (cancelled_small_world_reports_its_changes);
  TEST (cancelled_large_world_reports_its_changes);
  TEST (cancelled_first_pass_keeps_the_changes);
  return g_test_run ();
}
