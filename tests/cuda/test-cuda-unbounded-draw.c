/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of worlds without edges on a GPU: those of the same world on the CPU, byte for
 * byte, with and without a history; and what is drawn into such worlds. */
#include "tests/support/draw/history.h"
#include "tests/support/draw/unbounded-draw.h"
#include "tests/support/worlds/cuda-unbounded.h"

static void
compare (const Pair *pair, const LifeView *view, const gchar *what)
{
  Picture drawn, expected;

  draw_picture (pair->worlds[1], view, &drawn);
  draw_picture (pair->worlds[0], view, &expected);
  assert_same_pictures (&drawn, &expected, view, what);
}

/* Some cells around a place. */
static Pair
new_cells (gint64 x, gint64 y)
{
  Pair pair = new_pair ("B3/S23");

  soup_pair (&pair, x - 150, y - 100, 300, 0.2, 8);
  paste_pair (&pair, "bo$2bo$3o!", x + 7000, y);
  paste_pair (&pair, "2o$2o!", x, y - 100000);
  step_pair (&pair, 3);
  return pair;
}

static const gint64 corners[][2] = { { 0, 0 }, { -3840000, 26880 },
  { G_GINT64_CONSTANT (1) << 40, -(G_GINT64_CONSTANT (1) << 52) } };

static void
test_pictures_are_those_of_the_cpu (void)
{
  static const gdouble places[][2] = { { 0, 0 }, { 0.5, 10.25 }, { -40, 99 } };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_DENSITY, LIFE_COLOR_MODE_AUTO, LIFE_COLOR_MODE_NEIGHBORS,
    LIFE_COLOR_MODE_STATE };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (corners); i++) {
    Pair pair = new_cells (corners[i][0], corners[i][1]);

    for (gint zoom = -62; zoom <= 3; zoom++)
      for (guint place = 0; place < G_N_ELEMENTS (places); place++)
        for (guint mode = 0; mode < G_N_ELEMENTS (modes); mode++) {
          LifeView view = default_view ();

          view.zoom = ldexp (place == 1 ? 1.3 : 1, zoom);
          view.x = (gdouble) corners[i][0] + places[place][0];
          view.y = (gdouble) corners[i][1] + places[place][1];
          view.color_mode = modes[mode];
          view.grid = zoom > 1 && mode == 0 ? 2 : 0;
          view.overlay = mode == 0 && place == 2;
          view.rotation = place == 1 && mode < 2 ? 30 : 0;
          compare (&pair, &view, "as on the CPU");
        }
    free_pair (&pair);
  }
}

static const struct {
  LifeColorMode mode;
  guint trail;
} looks[] = {
  { LIFE_COLOR_MODE_AGE, 16 },
  { LIFE_COLOR_MODE_TRAIL, 40 },
  { LIFE_COLOR_MODE_AGE_TRAIL, 16 },
  { LIFE_COLOR_MODE_AGE_TRAIL, 255 },
};

static void
remember_pair (const Pair *pair)
{
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    life_world_remember (pair->worlds[i], &error);
    g_assert_no_error (error);
  }
}

static void
test_pictures_that_look_back_are_those_of_the_cpu (void)
{
  static const gdouble zooms[] = { 1, 3, 0.125, 1.5, 0.5, 1 / 16.0, 0.25,
    1 / 3.0, 1 / 32.0, 1 / 64.0, 0.3, 1 / 128.0 };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (corners); i++) {
    Pair pair = new_cells (corners[i][0], corners[i][1]);

    for (guint frame = 0; frame < 60; frame++) {
      LifeView view =
          history_view (looks[frame % 4].mode, looks[frame % 4].trail);

      view.zoom = zooms[frame % G_N_ELEMENTS (zooms)];
      view.x = (gdouble) corners[i][0];
      view.y = (gdouble) corners[i][1];
      compare (&pair, &view, "with a history");
      if (frame % 20 == 13)
        soup_pair (
            &pair, corners[i][0] + 3 * frame, corners[i][1], 90, 0.4, frame);
      remember_pair (&pair);
      step_pair (&pair, frame % 5);
    }
    free_pair (&pair);
  }
}

/* For tests/sanitize-gpu.sh. */
static void
test_small (void)
{
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = new_cells (0, 0);
  for (gint zoom = -10; zoom <= 0; zoom++) {
    LifeView view = history_view (
        zoom % 2 ? LIFE_COLOR_MODE_AGE : LIFE_COLOR_MODE_SOLID, 4);

    view.zoom = ldexp (1, zoom);
    compare (&pair, &view, "small");
    remember_pair (&pair);
    step_pair (&pair, 1);
  }
  free_pair (&pair);
}

/* Pictures become cells as on the CPU. */
static void
test_pictures_become_the_cells_of_the_cpu (void)
{
  static guint8 pixels[BYTES];
  const LifeFrame picture = { .format = LIFE_PIXEL_FORMAT_BGRA,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { pixels },
    .stride = { WIDTH * 4 } };
  Pair pair;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < BYTES; i++)
    pixels[i] = (guint8) (i * i >> 7);
  pair = new_cells (0, 0);
  for (guint i = 0; i < 3; i++) {
    static const LifeInput inputs[] = { LIFE_INPUT_OR, LIFE_INPUT_XOR,
      LIFE_INPUT_REPLACE };
    LifeView view = default_view ();
    GError *error = NULL;

    view.zoom = 1.5;
    view.x = view.y = 20;
    for (guint k = 0; k < 2; k++) {
      life_world_absorb (
          pair.worlds[k], &view, &picture, inputs[i], 0.5, &error);
      g_assert_no_error (error);
    }
    assert_same_pair (&pair, "after a picture");
    step_pair (&pair, 5);
    assert_same_pair (&pair, "5 generations after a picture");
  }
  free_pair (&pair);
}

/* Cells at all corners, whose box is as wide as numbers allow. */
static void
test_cells_at_all_corners_are_counted_and_drawn (void)
{
  const guint8 alive = 1;
  const LifeBox first = { -LIFE_MAX_PLACE, -LIFE_MAX_PLACE, 0, 1, 1, 1 };
  const LifeBox last = { LIFE_MAX_PLACE - 1, LIFE_MAX_PLACE - 1, 0, 1, 1, 1 };
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = new_pair ("B3/S23");
  write_pair (&pair, &first, &alive);
  write_pair (&pair, &last, &alive);
  assert_same_pair (&pair, "all corners");
  for (gint zoom = -62; zoom <= 0; zoom++) {
    LifeView view = default_view ();

    view.zoom = ldexp (1, zoom);
    view.color_mode = LIFE_COLOR_MODE_DENSITY;
    compare (&pair, &view, "all corners");
  }
  step_pair (&pair, 1);
  assert_same_pair (&pair, "all corners, dead");
  free_pair (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST_TILES(name) \
  g_test_add_func ("/cuda-unbounded-draw/" #name, test_##name)
  TEST_TILES (pictures_are_those_of_the_cpu);
  TEST_TILES (pictures_that_look_back_are_those_of_the_cpu);
  TEST_TILES (small);
  TEST_TILES (pictures_become_the_cells_of_the_cpu);
  TEST_TILES (cells_at_all_corners_are_counted_and_drawn);
  return g_test_run ();
}
