/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are begun and finished apart, and worlds that go ahead in between
 * and come back: the same pixels and counts as in a single step, on every
 * engine. */
#include "tests/support/worlds/compare.h"
#include "tests/support/worlds/cuda.h"

#define WIDTH 75
#define HEIGHT 46

static const LifeGeometry geometry = { WIDTH, HEIGHT, 1, LIFE_TOPOLOGY_TORUS };

static const struct {
  const gchar *name;
  gboolean cuda;
  LifeKernel kernel;
} engines[] = {
  { "naive", FALSE, LIFE_KERNEL_NAIVE },
  { "bitsliced", FALSE, LIFE_KERNEL_BITSLICED },
  { "cuda", TRUE, LIFE_KERNEL_AUTO },
  { "cuda-bytes", TRUE, LIFE_KERNEL_TILED },
};

typedef struct {
  guint8 pixels[WIDTH * HEIGHT];
  LifeFrame frame;
} Picture;

/* The number of an engine; that of the reference is 0. */
static LifeWorld *
start_world (gconstpointer data, guint64 generation)
{
  const guint i = GPOINTER_TO_UINT (data);
  const LifeRule rule = rule_of (2, "B3/S23");
  LifeWorld *world =
      engines[i].cuda
          ? new_cuda_world (&geometry, &rule, engines[i].kernel, TRUE)
          : new_world_with_rule (&geometry, &rule, engines[i].kernel, 2);

  fill_soup (world, 5, 0.4);
  step (world, generation);
  return world;
}

static void
assert_statistics (
    const LifeStatistics *counts, guint64 generation, const gchar *what)
{
  g_autoptr (LifeWorld) reference = start_world (NULL, generation);
  const LifeStatistics expected = statistics_of (reference);

  if (memcmp (counts, &expected, sizeof expected) != 0)
    fail ("%s: generation %" G_GUINT64_FORMAT ", population %" G_GUINT64_FORMAT
          ", births %" G_GUINT64_FORMAT ", deaths %" G_GUINT64_FORMAT
          " and not %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
          ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT,
        what, counts->generation, counts->population, counts->births,
        counts->deaths, generation, expected.population, expected.births,
        expected.deaths);
}

/* Fails unless this is the generation of the world now. */
static void
assert_now (LifeWorld *world, guint64 generation)
{
  const LifeStatistics counts = statistics_of (world);

  assert_statistics (&counts, generation, "the world");
}

static void
assert_pixels (const Picture *picture, guint64 generation)
{
  g_autoptr (LifeWorld) reference = start_world (NULL, generation);
  g_autofree guint8 *cells = cells_of (reference);

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    if (picture->pixels[i] != (cells[i] ? 255 : 0)) {
      fail ("generation %" G_GUINT64_FORMAT ": pixel (%u, %u) is %u",
          generation, i % WIDTH, i / WIDTH, picture->pixels[i]);
      break;
    }
}

static void
begin_at (
    LifeWorld *world, Picture *picture, gdouble zoom, LifeCountFlags requested)
{
  LifeView view = default_view ();
  GError *error = NULL;

  view.zoom = zoom;
  memset (picture->pixels, 7, sizeof picture->pixels);
  picture->frame = (LifeFrame){ .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { picture->pixels },
    .stride = { WIDTH },
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };
  life_world_begin_frame (world, &view, &picture->frame, requested, &error);
  g_assert_no_error (error);
}

static void
begin (LifeWorld *world, Picture *picture)
{
  begin_at (world, picture, 1.0, LIFE_COUNT_CHANGES);
}

static LifeStatistics
finish (LifeWorld *world)
{
  LifeStatistics counts;
  GError *error = NULL;

  life_world_finish_frame (world, &counts, &error);
  g_assert_no_error (error);
  return counts;
}

/* Fails unless a frame of this generation is finished now. */
static void
finish_at (LifeWorld *world, guint64 generation)
{
  const LifeStatistics counts = finish (world);

  assert_statistics (&counts, generation, "the frame");
}

static void
mark (LifeWorld *world, guint64 ahead)
{
  g_assert_true (life_world_mark (world, ahead));
}

static void
test_frame_shows_the_generation_at_its_start (gconstpointer engine)
{
  Picture picture;

  for (guint64 on = 0; on < 4; on++) {
    g_autoptr (LifeWorld) world = start_world (engine, 3);

    begin (world, &picture);
    step (world, on);
    finish_at (world, 3);
    assert_pixels (&picture, 3);
    assert_now (world, 3 + on);
  }
}

/* As a stream has them: the next frame begins before the present one is finished. */
static void
test_two_frames_may_be_pending (gconstpointer engine)
{
  g_autoptr (LifeWorld) world = start_world (engine, 3);
  Picture pictures[2];

  begin (world, &pictures[1]);
  for (guint64 generation = 3; generation < 40; generation++) {
    mark (world, 1);
    step (world, 1);
    begin (world, &pictures[(generation + 1) % 2]);
    finish_at (world, generation);
    assert_pixels (&pictures[generation % 2], generation);
  }
  finish (world);
}

/* Frames are finished before the return, or after it. */
static void
test_world_returns_from_the_second_frame (gconstpointer engine)
{
  Picture older, newer;

  for (guint finished = 0; finished < 3; finished++) {
    g_autoptr (LifeWorld) world = start_world (engine, 6);

    begin (world, &older);
    mark (world, 1);
    step (world, 1);
    begin (world, &newer);
    for (guint i = 0; i < 2; i++) {
      if (i == finished)
        world_revert (world);
      finish_at (world, 6 + i);
    }
    if (finished == 2)
      world_revert (world);
    assert_pixels (&older, 6);
    assert_pixels (&newer, 7);
    assert_now (world, 6);
    step (world, 3);
    assert_now (world, 9);
  }
}

/* Whether the frame shows all of the world, some of it, or less than a cell a pixel. */
static void
test_frame_counts_the_population_alone (gconstpointer engine)
{
  static const gdouble zooms[] = { 1, 2.5, 0.6, 0.5, 0.3, 0.01 };
  Picture picture;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (zooms); i++) {
    g_autoptr (LifeWorld) world = start_world (engine, 5);
    LifeStatistics counts, expected;

    /* Once or twice. */
    begin_at (world, &picture, zooms[i / 2], LIFE_COUNT_POPULATION);
    if (i % 2 > 0) {
      finish (world);
      begin_at (world, &picture, zooms[i / 2], LIFE_COUNT_POPULATION);
    }
    counts = finish (world);
    expected = statistics_of (world);
    g_assert_cmpuint (counts.generation, ==, 5);
    g_assert_cmpuint (counts.population, ==, expected.population);
    g_assert_cmpuint (counts.births, ==, 0);
    g_assert_cmpuint (counts.deaths, ==, 0);
    assert_now (world, 5);
  }
}

static void
test_changes_not_counted_in_time_are_none (gconstpointer engine)
{
  Picture picture;

  for (guint64 ahead = 1; ahead < 5; ahead++) {
    g_autoptr (LifeWorld) world = start_world (engine, 6);
    LifeStatistics previous, counts;

    begin_at (world, &picture, 1, LIFE_COUNT_POPULATION);
    mark (world, ahead);
    step (world, ahead);
    world_revert (world);
    previous = finish (world);
    counts = statistics_of (world);
    g_assert_cmpuint (counts.population, ==, previous.population);
    if (counts.births > 0)
      assert_now (world, 6);
    else
      g_assert_cmpuint (counts.deaths, ==, 0);
    step (world, 1);
    assert_now (world, 7);
  }
}

/* Marked before a frame, between its begin and end, and after it. */
static void
test_world_returns_to_its_mark (gconstpointer engine)
{
  Picture picture;

  for (guint64 ahead = 0; ahead < 9; ahead++)
    for (guint pending = 0; pending < 3; pending++) {
      g_autoptr (LifeWorld) world = start_world (engine, 6);

      if (pending > 0)
        begin (world, &picture);
      if (pending > 1)
        finish (world);
      mark (world, MAX (ahead, 1));
      step (world, ahead);
      world_revert (world);
      if (pending == 1) {
        finish_at (world, 6);
        assert_pixels (&picture, 6);
      }
      assert_now (world, 6);
      step (world, 4);
      begin (world, &picture);
      finish_at (world, 10);
      assert_pixels (&picture, 10);
    }
}

static void
test_mark_may_be_set_again_and_again (gconstpointer engine)
{
  g_autoptr (LifeWorld) world = start_world (engine, 0);

  for (guint i = 0; i < 5; i++) {
    mark (world, 2);
    step (world, 2);
  }
  world_revert (world);
  assert_now (world, 8);
}

static void
test_a_third_frame_is_refused (void)
{
  g_autoptr (LifeWorld) world = start_world (GUINT_TO_POINTER (1), 0);
  LifeView view = default_view ();
  Picture picture;

  begin (world, &picture);
  begin (world, &picture);
  g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*n_pending*");
  g_assert_false (life_world_begin_frame (
      world, &view, &picture.frame, LIFE_COUNT_CHANGES, NULL));
  g_test_assert_expected_messages ();
  finish (world);
  finish (world);
}

static void
test_world_too_large_for_a_copy_is_not_marked (void)
{
  const LifeGeometry large = { 8192, 8192, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&large, "B3/S23", LIFE_KERNEL_BITSLICED, 2);

  g_assert_false (life_world_mark (world, 2));
}

static const struct {
  const gchar *name;
  GTestDataFunc test;
} tests[] = {
  { "frame-shows-the-generation-it-was-begun-at",
      test_frame_shows_the_generation_at_its_start },
  { "frame-counts-the-population-alone",
      test_frame_counts_the_population_alone },
  { "changes-not-counted-in-time-are-none",
      test_changes_not_counted_in_time_are_none },
  { "world-returns-to-its-mark", test_world_returns_to_its_mark },
  { "mark-may-be-set-again-and-again", test_mark_may_be_set_again_and_again },
  { "two-frames-may-be-begun", test_two_frames_may_be_pending },
  { "world-returns-from-the-second-frame",
      test_world_returns_from_the_second_frame },
};

/* Of the engine, and the test. */
static void
test_engine (gconstpointer data)
{
  const guint number = GPOINTER_TO_UINT (data);
  const guint engine = number / G_N_ELEMENTS (tests);

  if (!engines[engine].cuda || !skip_without_cuda ())
    tests[number % G_N_ELEMENTS (tests)].test (GUINT_TO_POINTER (engine));
}

int
main (int argc, char **argv)
{
  const guint n = G_N_ELEMENTS (tests);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (engines) * n; i++) {
    g_autofree gchar *path = g_strdup_printf (
        "/frame/%s/%s", engines[i / n].name, tests[i % n].name);

    g_test_add_data_func (path, GUINT_TO_POINTER (i), test_engine);
  }
  g_test_add_func (
      "/frame/a-third-frame-is-refused", test_a_third_frame_is_refused);
  g_test_add_func ("/frame/world-too-large-for-a-copy-is-not-marked",
      test_world_too_large_for_a_copy_is_not_marked);
  return g_test_run ();
}
