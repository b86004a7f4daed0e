/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that frames which come round in a few buffers on the GPU, two begun at a time, are
 * those of the CPU, to the byte, and checksums that go along with them too, however the
 * launches behind them are put together. */
#include "tests/support/worlds/cuda.h"

#include <stdio.h>

#define WIDTH 101
#define HEIGHT 77
#define BYTES (WIDTH * HEIGHT * 4)
#define BUFFERS 3

typedef struct {
  const gchar *name;
  LifeGeometry geometry;
  const gchar *rule;
  LifeViewKind kind;
  LifeColorMode mode;
  gdouble zoom, grid, rotation;
} FilmCase;

static const FilmCase cases[] = {
  { "a cell per pixel", { WIDTH, HEIGHT, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23",
      LIFE_VIEW_PLANE, LIFE_COLOR_MODE_SOLID, 1, 0, 0 },
  { "colors of states", { 90, 60, 1, LIFE_TOPOLOGY_PLANE }, "/2/3",
      LIFE_VIEW_PLANE, LIFE_COLOR_MODE_STATE, 1, 0, 0 },
  { "neighbors", { 90, 60, 1, LIFE_TOPOLOGY_TORUS }, "B36/S23", LIFE_VIEW_PLANE,
      LIFE_COLOR_MODE_NEIGHBORS, 2, 0, 0 },
  { "lines", { 90, 60, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", LIFE_VIEW_PLANE,
      LIFE_COLOR_MODE_SOLID, 8, 0.5, 0 },
  { "zoomed out", { 900, 700, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23",
      LIFE_VIEW_PLANE, LIFE_COLOR_MODE_SOLID, 0.1, 0, 0 },
  { "turned", { 90, 60, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", LIFE_VIEW_PLANE,
      LIFE_COLOR_MODE_SOLID, 1.5, 0, 30 },
  { "montage", { 20, 30, 25, LIFE_TOPOLOGY_TORUS }, "B4,5/S5",
      LIFE_VIEW_MONTAGE, LIFE_COLOR_MODE_SOLID, 1, 0, 0 },
  { "volume", { 20, 30, 25, LIFE_TOPOLOGY_TORUS }, "B4,5/S5", LIFE_VIEW_VOLUME,
      LIFE_COLOR_MODE_SOLID, 1, 0, 0 },
};

typedef struct {
  const FilmCase *shown;
  LifeWorld *world, *reference;
  guint64 buffers[BUFFERS];
  guint64 checksums[BUFFERS]; /* of the cells that are in each */
  const Driver *driver;
  guint frames;
} Film;

static LifeFrame
frame_in (guint8 *memory)
{
  return (LifeFrame){ .format = LIFE_PIXEL_FORMAT_RGBA,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { memory },
    .stride = { WIDTH * 4 } };
}

/* The same for many frames, then moved for a few, as a pan does, and the same again. */
static LifeView
view_of (const Film *film, guint number)
{
  const FilmCase *shown = film->shown;
  LifeView view = default_view ();

  view.kind = shown->kind;
  view.color_mode = shown->mode;
  view.zoom = shown->zoom;
  view.grid = shown->grid;
  view.rotation = shown->rotation;
  if (number >= 30 && number < 40)
    view.x = number;
  if (number >= 50)
    view.alive_color = 0xff20c040;
  life_view_color_states (&view, life_world_get_rule (film->world), NULL);
  return view;
}

/* Of some frames, a checksum is begun before. */
static gboolean
has_checksum (guint number)
{
  return number % 5 < 3;
}

static void
begin (Film *film, guint number)
{
  const LifeView view = view_of (film, number);
  const LifeFrame frame =
      frame_in ((guint8 *) (gsize) film->buffers[number % BUFFERS]);
  GError *error = NULL;

  if (has_checksum (number))
    life_world_begin_checksum (film->world, &error);
  g_assert_no_error (error);
  life_world_begin_frame (film->world, &view, &frame,
      number % 7 == 0 ? LIFE_COUNT_CHANGES : LIFE_COUNT_POPULATION, &error);
  g_assert_no_error (error);
  if (has_checksum (number))
    life_world_finish_checksum (
        film->world, &film->checksums[number % BUFFERS], &error);
  g_assert_no_error (error);
}

/* The reference is at frame @number. */
static gboolean
finish (Film *film, guint number)
{
  static guint8 expected[BYTES], drawn[BYTES];
  const LifeView view = view_of (film, number);
  const LifeFrame frame = frame_in (expected);
  LifeStatistics counts, right;
  GError *error = NULL;

  life_world_finish_frame (film->world, &counts, &error);
  g_assert_no_error (error);
  life_world_draw (film->reference, &view, &frame, &error);
  g_assert_no_error (error);
  right = statistics_of (film->reference);
  g_assert_cmpint (
      film->driver->to_host (drawn, film->buffers[number % BUFFERS], BYTES), ==,
      0);
  if (has_checksum (number))
    g_assert_cmphex (
        film->checksums[number % BUFFERS], ==, checksum_of (film->reference));
  g_assert_cmpuint (counts.generation, ==, right.generation);
  g_assert_cmpuint (counts.population, ==, right.population);
  if (number % 7 == 0) {
    g_assert_cmpuint (counts.births, ==, right.births);
    g_assert_cmpuint (counts.deaths, ==, right.deaths);
  }
  for (guint i = 0; i < BYTES; i++)
    if (drawn[i] != expected[i]) {
      g_test_message ("%s: frame %u differs at byte %u: %u, not %u",
          film->shown->name, number, i, drawn[i], expected[i]);
      g_test_fail ();
      return FALSE;
    }
  return TRUE;
}

static void
drop (Film *film)
{
  GError *error = NULL;

  life_world_finish_frame (film->world, NULL, &error);
  g_assert_no_error (error);
}

/* Now and then what was made ahead is taken back and made again. */
static void
compare_film (Film *film)
{
  GError *error = NULL;

  fill_soup (film->world, 9, 0.4);
  fill_soup (film->reference, 9, 0.4);
  begin (film, 0);
  for (guint number = 0; number < film->frames; number++) {
    const gboolean reverted = number % 11 == 5;

    g_assert_true (life_world_mark (film->world, 1));
    step (film->world, 1);
    begin (film, number + 1);
    if (reverted)
      life_world_revert (film->world, &error);
    g_assert_no_error (error);
    if (!finish (film, number))
      return;
    if (reverted) {
      drop (film);
      step (film->world, 1);
      begin (film, number + 1);
    }
    step (film->reference, 1);
  }
  finish (film, film->frames);
}

typedef void (*Show) (Film *film);

static void
show_film (const FilmCase *shown, guint frames, Show show)
{
  Film film = { .shown = shown, .frames = frames };
  LifeRule rule;
  gpointer context;

  if (skip_without_cuda ())
    return;
  rule = rule_of (film.shown->geometry.depth > 1 ? 3 : 2, film.shown->rule);
  film.driver = open_driver ();
  g_assert_cmpint (film.driver->retain_primary (&context, 0), ==, 0);
  g_assert_cmpint (film.driver->push (context), ==, 0);
  for (guint i = 0; i < BUFFERS; i++)
    g_assert_cmpint (film.driver->allocate (&film.buffers[i], BYTES), ==, 0);
  for (guint dependent = 0; dependent < 2; dependent++) {
    film.world = new_cuda_world (
        &film.shown->geometry, &rule, LIFE_KERNEL_AUTO, dependent);
    film.reference =
        new_world_with_rule (&film.shown->geometry, &rule, LIFE_KERNEL_AUTO, 1);
    show (&film);
    life_world_free (film.world);
    life_world_free (film.reference);
  }
  for (guint i = 0; i < BUFFERS; i++)
    g_assert_cmpint (film.driver->release (film.buffers[i]), ==, 0);
  g_assert_cmpint (film.driver->pop (&context), ==, 0);
  g_assert_cmpint (film.driver->release_primary (0), ==, 0);
}

static void
test_frames_in_few_buffers_equal_the_cpus (gconstpointer data)
{
  show_film (data, 80, compare_film);
}

static void
test_small_frames_in_few_buffers_equal_the_cpus (void)
{
  show_film (&cases[0], 20, compare_film);
}

/* --- Launches that come round --- */

static guint64 replayed, of_frames;

static void
read_message (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  static const gchar format[] =
      "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " frames were replayed";
  guint64 some, all;

  if (sscanf (message, format, &some, &all) == 2) {
    replayed += some;
    of_frames += all;
  }
}

static void
play_film (Film *film)
{
  GError *error = NULL;

  fill_soup (film->world, 9, 0.4);
  for (guint number = 0; number < film->frames; number++) {
    const LifeView view = view_of (film, 0);
    const LifeFrame frame =
        frame_in ((guint8 *) (gsize) film->buffers[number % BUFFERS]);

    life_world_begin_frame (
        film->world, &view, &frame, LIFE_COUNT_POPULATION, &error);
    g_assert_no_error (error);
    drop (film);
    step (film->world, 1);
  }
}

/* There are two generations, two places of counts and three buffers: what is launched comes
 * again after twelve frames at the latest. */
static void
test_what_comes_round_is_replayed (gconstpointer data)
{
  const guint handler =
      g_log_set_handler ("life", G_LOG_LEVEL_DEBUG, read_message, NULL);

  replayed = of_frames = 0;
  show_film (data, 100, play_film);
  g_log_remove_handler ("life", handler);
  g_assert_cmpuint (replayed, >=, of_frames * 3 / 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *path = g_strdup_printf (
        "/cuda-frames/frames-in-few-buffers-equal-the-cpus/%s", cases[i].name);

    g_test_add_data_func (
        path, &cases[i], test_frames_in_few_buffers_equal_the_cpus);
  }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *path = g_strdup_printf (
        "/cuda-frames/what-comes-round-is-replayed/%s", cases[i].name);

    g_test_add_data_func (path, &cases[i], test_what_comes_round_is_replayed);
  }
  g_test_add_func ("/cuda-frames/small/frames-in-few-buffers-equal-the-cpus",
      test_small_frames_in_few_buffers_equal_the_cpus);
  return g_test_run ();
}
