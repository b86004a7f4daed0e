/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are begun and finished apart, and worlds that go ahead in between
 * and come back: the same pixels and counts as in a single step, on every
 * engine. */
#include "tests/support/worlds/cuda.h"

#define WIDTH 75
#define HEIGHT 46

typedef struct {
  guint8 pixels[WIDTH * HEIGHT];
  LifeFrame frame;
} Picture;

typedef LifeWorld *(*MakeWorld) (const LifeGeometry *geometry);

static void
picture_init (Picture *picture)
{
  memset (picture, 7, sizeof *picture);
  picture->frame = (LifeFrame){ .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { picture->pixels },
    .stride = { WIDTH },
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };
}

static LifeWorld *
make_naive (const LifeGeometry *geometry)
{
  return new_world (geometry, "B3/S23", LIFE_KERNEL_NAIVE, 1);
}

static LifeWorld *
make_bitsliced (const LifeGeometry *geometry)
{
  return new_world (geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 2);
}

static LifeWorld *
make_cuda (const LifeGeometry *geometry)
{
  LifeRule rule = rule_of (2, "B3/S23");

  return new_cuda_world (geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
}

static LifeWorld *
make_cuda_bytes (const LifeGeometry *geometry)
{
  LifeRule rule = rule_of (2, "B3/S23");

  return new_cuda_world (geometry, &rule, LIFE_KERNEL_TILED, TRUE);
}

/* A soup of the frame's size, some generations old. */
static LifeWorld *
start_world (MakeWorld make, guint64 generation)
{
  static const LifeGeometry geometry = { WIDTH, HEIGHT, 1,
    LIFE_TOPOLOGY_TORUS };
  LifeWorld *world = make (&geometry);

  fill_soup (world, 5, 0.4);
  step (world, generation);
  return world;
}

static void
assert_statistics (
    const LifeStatistics *counts, guint64 generation, const gchar *what)
{
  LifeWorld *reference = start_world (make_naive, generation);
  LifeStatistics expected = statistics_of (reference);

  if (counts->generation != generation
      || counts->population != expected.population
      || counts->births != expected.births
      || counts->deaths != expected.deaths) {
    g_test_message ("%s: generation %" G_GUINT64_FORMAT
                    ", population %" G_GUINT64_FORMAT
                    ", births %" G_GUINT64_FORMAT ", deaths %" G_GUINT64_FORMAT
                    " and not %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
                    ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT,
        what, counts->generation, counts->population, counts->births,
        counts->deaths, generation, expected.population, expected.births,
        expected.deaths);
    g_test_fail ();
  }
  life_world_free (reference);
}

static void
assert_pixels (const Picture *picture, guint64 generation)
{
  LifeWorld *reference = start_world (make_naive, generation);
  guint8 *cells = cells_of (reference);

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    if (picture->pixels[i] != (cells[i] ? 255 : 0)) {
      g_test_message ("generation %" G_GUINT64_FORMAT ": pixel (%u, %u) is %u",
          generation, i % WIDTH, i / WIDTH, picture->pixels[i]);
      g_test_fail ();
      break;
    }
  g_free (cells);
  life_world_free (reference);
}

static void
begin_at (
    LifeWorld *world, Picture *picture, gdouble zoom, LifeCountFlags wanted)
{
  LifeView view = default_view ();
  GError *error = NULL;

  view.zoom = zoom;
  picture_init (picture);
  life_world_begin_frame (world, &view, &picture->frame, wanted, &error);
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

static void
revert (LifeWorld *world)
{
  GError *error = NULL;

  life_world_revert (world, &error);
  g_assert_no_error (error);
}

static gboolean
is_missing (MakeWorld make)
{
  return (make == make_cuda || make == make_cuda_bytes) && skip_without_cuda ();
}

/* The data of every test is the function that makes its world. */
static MakeWorld
maker (gconstpointer data)
{
  return *(const MakeWorld *) data;
}

static void
test_frame_shows_the_generation_it_was_begun_at (gconstpointer data)
{
  MakeWorld make = maker (data);
  Picture picture;

  if (is_missing (make))
    return;
  for (guint64 on = 0; on < 4; on++) {
    LifeWorld *world = start_world (make, 3);
    LifeStatistics counts;

    begin (world, &picture);
    step (world, on);
    counts = finish (world);
    assert_statistics (&counts, 3, "the frame");
    assert_pixels (&picture, 3);
    counts = statistics_of (world);
    assert_statistics (&counts, 3 + on, "the world ahead of it");
    life_world_free (world);
  }
}

/* As a stream has them: the next frame begins before the present one is finished. */
static void
test_two_frames_may_be_begun (gconstpointer data)
{
  MakeWorld make = maker (data);
  Picture pictures[2];
  LifeWorld *world;

  if (is_missing (make))
    return;
  world = start_world (make, 3);
  begin (world, &pictures[1]);
  for (guint64 generation = 3; generation < 40; generation++) {
    LifeStatistics counts;

    g_assert_true (life_world_mark (world, 1));
    step (world, 1);
    begin (world, &pictures[(generation + 1) % 2]);
    counts = finish (world);
    assert_statistics (&counts, generation, "the older frame");
    assert_pixels (&pictures[generation % 2], generation);
  }
  finish (world);
  life_world_free (world);
}

static void
test_world_returns_from_the_second_frame (gconstpointer data)
{
  MakeWorld make = maker (data);
  Picture older, newer;

  if (is_missing (make))
    return;
  for (guint finished = 0; finished < 3; finished++) {
    LifeWorld *world = start_world (make, 6);
    LifeStatistics counts;

    begin (world, &older);
    g_assert_true (life_world_mark (world, 1));
    step (world, 1);
    begin (world, &newer);
    for (guint i = 0; i < finished; i++) {
      counts = finish (world);
      assert_statistics (&counts, 6 + i, "a frame before the return");
    }
    revert (world);
    for (guint i = finished; i < 2; i++) {
      counts = finish (world);
      assert_statistics (&counts, 6 + i, "a frame after the return");
    }
    assert_pixels (&older, 6);
    assert_pixels (&newer, 7);
    counts = statistics_of (world);
    assert_statistics (&counts, 6, "the marked world");
    step (world, 3);
    counts = statistics_of (world);
    assert_statistics (&counts, 9, "the world after that");
    life_world_free (world);
  }
}

static void
test_a_third_frame_is_refused (void)
{
  LifeWorld *world = start_world (make_bitsliced, 0);
  LifeView view = default_view ();
  Picture picture;

  begin (world, &picture);
  begin (world, &picture);
  g_test_expect_message ("life", G_LOG_LEVEL_CRITICAL, "*n_begun*");
  g_assert_false (life_world_begin_frame (
      world, &view, &picture.frame, LIFE_COUNT_CHANGES, NULL));
  g_test_assert_expected_messages ();
  finish (world);
  finish (world);
  life_world_free (world);
}

/* Whether the frame shows all of the world, some of it, or less than a cell a pixel. */
static void
test_frame_counts_the_population_alone (gconstpointer data)
{
  static const gdouble zooms[] = { 1, 2.5, 0.6, 0.5, 0.3, 0.01 };
  MakeWorld make = maker (data);
  Picture picture;

  if (is_missing (make))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint twice = 0; twice < 2; twice++) {
      LifeWorld *world = start_world (make, 5);
      LifeStatistics counts, expected;

      begin_at (world, &picture, zooms[i], LIFE_COUNT_POPULATION);
      if (twice > 0) {
        finish (world);
        begin_at (world, &picture, zooms[i], LIFE_COUNT_POPULATION);
      }
      counts = finish (world);
      expected = statistics_of (world);
      g_assert_cmpuint (counts.generation, ==, 5);
      g_assert_cmpuint (counts.population, ==, expected.population);
      g_assert_cmpuint (counts.births, ==, 0);
      g_assert_cmpuint (counts.deaths, ==, 0);
      assert_statistics (&expected, 5, "the world");
      life_world_free (world);
    }
}

static void
test_changes_not_counted_in_time_are_none (gconstpointer data)
{
  MakeWorld make = maker (data);
  Picture picture;

  if (is_missing (make))
    return;
  for (guint64 ahead = 1; ahead < 5; ahead++) {
    LifeWorld *world = start_world (make, 6);
    LifeStatistics before, counts;

    begin_at (world, &picture, 1, LIFE_COUNT_POPULATION);
    g_assert_true (life_world_mark (world, ahead));
    step (world, ahead);
    revert (world);
    before = finish (world);
    counts = statistics_of (world);
    g_assert_cmpuint (counts.population, ==, before.population);
    if (counts.births > 0)
      assert_statistics (&counts, 6, "the marked world");
    else
      g_assert_cmpuint (counts.deaths, ==, 0);
    step (world, 1);
    counts = statistics_of (world);
    assert_statistics (&counts, 7, "the world after that");
    life_world_free (world);
  }
}

static void
test_world_returns_to_its_mark (gconstpointer data)
{
  MakeWorld make = maker (data);
  Picture picture;

  if (is_missing (make))
    return;
  for (guint64 ahead = 0; ahead < 9; ahead++)
    for (guint begun = 0; begun < 3; begun++) {
      LifeWorld *world = start_world (make, 6);
      LifeStatistics counts;

      /* Marked before a frame, between its begin and end, and after it. */
      if (begun > 0)
        begin (world, &picture);
      if (begun > 1)
        finish (world);
      g_test_message (
          "%" G_GUINT64_FORMAT " ahead, marked in place %u", ahead, begun);
      g_assert_true (life_world_mark (world, MAX (ahead, 1)));
      step (world, ahead);
      revert (world);
      if (begun == 1) {
        counts = finish (world);
        assert_statistics (&counts, 6, "the frame within which it was marked");
        assert_pixels (&picture, 6);
      }
      counts = statistics_of (world);
      assert_statistics (&counts, 6, "the marked world");
      step (world, 4);
      begin (world, &picture);
      counts = finish (world);
      assert_statistics (&counts, 10, "the world after that");
      assert_pixels (&picture, 10);
      life_world_free (world);
    }
}

static void
test_mark_may_be_set_again_and_again (gconstpointer data)
{
  MakeWorld make = maker (data);
  LifeWorld *world;
  LifeStatistics counts;

  if (is_missing (make))
    return;
  world = start_world (make, 0);
  for (guint i = 0; i < 5; i++) {
    g_assert_true (life_world_mark (world, 2));
    step (world, 2);
  }
  revert (world);
  counts = statistics_of (world);
  assert_statistics (&counts, 8, "the world");
  life_world_free (world);
}

static void
test_world_too_large_for_a_copy_is_not_marked (void)
{
  const LifeGeometry geometry = { 8192, 8192, 1, LIFE_TOPOLOGY_TORUS };
  LifeWorld *world = make_bitsliced (&geometry);

  g_assert_false (life_world_mark (world, 2));
  life_world_free (world);
}

int
main (int argc, char **argv)
{
  static const struct {
    const gchar *name;
    MakeWorld make;
  } engines[] = {
    { "naive", make_naive },
    { "bitsliced", make_bitsliced },
    { "cuda", make_cuda },
    { "cuda-bytes", make_cuda_bytes },
  };
  static const struct {
    const gchar *name;
    GTestDataFunc test;
  } tests[] = {
    { "frame-shows-the-generation-it-was-begun-at",
        test_frame_shows_the_generation_it_was_begun_at },
    { "frame-counts-the-population-alone",
        test_frame_counts_the_population_alone },
    { "changes-not-counted-in-time-are-none",
        test_changes_not_counted_in_time_are_none },
    { "world-returns-to-its-mark", test_world_returns_to_its_mark },
    { "mark-may-be-set-again-and-again", test_mark_may_be_set_again_and_again },
    { "two-frames-may-be-begun", test_two_frames_may_be_begun },
    { "world-returns-from-the-second-frame",
        test_world_returns_from_the_second_frame },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    for (guint k = 0; k < G_N_ELEMENTS (tests); k++) {
      gchar *path =
          g_strdup_printf ("/frame/%s/%s", engines[i].name, tests[k].name);

      g_test_add_data_func (path, &engines[i].make, tests[k].test);
      g_free (path);
    }
  g_test_add_func (
      "/frame/a-third-frame-is-refused", test_a_third_frame_is_refused);
  g_test_add_func ("/frame/world-too-large-for-a-copy-is-not-marked",
      test_world_too_large_for_a_copy_is_not_marked);
  return g_test_run ();
}
