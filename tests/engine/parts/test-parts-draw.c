/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of worlds in parts that threads hold, on processors and on GPUs: those of one
 * engine to the byte, at any zoom and place, in every view. */
#include "life/cluster/parts-renderer.h"
#include "life/draw/color/pixel-layout.h"
#include "tests/support/worlds/parts.h"

#define WIDTH 83
#define HEIGHT 47
#define VIEWS 150

/* Of views. */
static GRand *dice;

static gdouble
pick (gdouble first, gdouble last)
{
  return g_rand_double_range (dice, first, last);
}

static Worlds *
start (
    const LifeGeometry *geometry, const gchar *text, guint parts, guint32 seed)
{
  const LifeRule rule = rule_of (geometry->depth > 1 ? 3 : 2, text);
  Worlds *worlds = new_parts_worlds (geometry, &rule, parts, 1);

  worlds_soup (worlds, seed, 0.3);
  worlds_step (worlds, 3);
  return worlds;
}

/* Draws at @pixels, with bytes between the rows that nothing may change. */
static void
draw (LifeWorld *world, const LifeView *view, LifePixelFormat format,
    guint8 *pixels)
{
  LifeFrame frame = { .format = format,
    .width = WIDTH,
    .height = HEIGHT,
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };

  if (life_pixel_layout_get (format)->depth > 8)
    frame.colorimetry = (LifeColorimetry){ 0.2126, 0.0722, 64, 876, 896 };
  for (guint i = 0; i < life_pixel_layout_planes (format); i++) {
    frame.data[i] = pixels;
    frame.stride[i] = (gint) life_pixel_layout_row_size (&frame, i) + 3;
    pixels += frame.stride[i] * (gssize) life_pixel_layout_rows (&frame, i);
  }
  world_draw (world, view, &frame);
}

static gboolean
assert_same_picture (Worlds *worlds, const LifeView *view, const gchar *what)
{
  const LifePixelFormat format =
      (LifePixelFormat) g_rand_int_range (dice, 0, LIFE_PIXEL_FORMAT_Y210 + 1);
  const gsize size = (WIDTH + 3) * (HEIGHT + 1) * 6;
  g_autofree guint8 *found = g_malloc0 (size), *expected = g_malloc0 (size);

  draw (worlds->each[1], view, format, found);
  draw (worlds->each[0], view, format, expected);
  if (memcmp (found, expected, size) == 0)
    return TRUE;
  for (gsize i = 0; i < size; i++)
    if (found[i] != expected[i]) {
      fail ("%s, kind %u, zoom %g at %g, %g, rotation %g, mode %u, format %u: "
            "byte %" G_GSIZE_FORMAT " is %u, not %u",
          what, view->kind, view->zoom, view->x, view->y, view->rotation,
          view->color_mode, format, i, found[i], expected[i]);
      break;
    }
  return FALSE;
}

static LifeView
random_view (Worlds *worlds)
{
  static const gdouble zooms[] = { 1, 2, 3, 7, 0.5, 0.25, 1.0 / 3, 1.0 / 9 };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AUTO,
    LIFE_COLOR_MODE_SOLID, LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_DENSITY,
    LIFE_COLOR_MODE_NEIGHBORS };
  const LifeGeometry *geometry = life_world_get_geometry (worlds->each[0]);
  LifeView view = default_view ();

  view.zoom = pick (0, 1) < 0.5
                  ? zooms[g_rand_int_range (dice, 0, G_N_ELEMENTS (zooms))]
              : pick (0, 1) < 0.5 ? pick (0.02, 1)
                                  : pick (0.1, 5);
  if (pick (0, 1) < 0.7) {
    view.x = pick (-10, geometry->width + 10.0);
    view.y = pick (-10, geometry->height + 10.0);
  }
  if (pick (0, 1) < 0.2)
    view.rotation = pick (-90, 90);
  if (pick (0, 1) < 0.2)
    view.cell_shape = LIFE_CELL_SHAPE_HEXAGON;
  if (pick (0, 1) < 0.2)
    view.grid = 2;
  view.color_mode = modes[g_rand_int_range (dice, 0, G_N_ELEMENTS (modes))];
  if (pick (0, 1) < 0.3)
    view.scaling = LIFE_SCALING_NEAREST;
  if (pick (0, 1) < 0.3)
    view.density_gain = pick (0.1, 20);
  life_view_color_states (&view, life_world_get_rule (worlds->each[0]), NULL);
  return view;
}

static void
test_flat_views (void)
{
  static const gchar *const rules[] = { "B3/S23", "B2/S34/C7" };
  static const LifeGeometry geometry = { 211, 153, 1, LIFE_TOPOLOGY_TORUS };

  for (guint i = 0; i < 8; i++) {
    g_autoptr (Worlds) worlds = start (&geometry, rules[i % 2], 1 + i % 7, i);

    for (guint j = 0; j < VIEWS; j++) {
      const LifeView view = random_view (worlds);

      if (!assert_same_picture (worlds, &view, "a flat world"))
        return;
      if (j % 20 == 0)
        worlds_step (worlds, 1 + j);
    }
  }
}

static void
test_views_of_3d_worlds (void)
{
  static const LifeViewKind kinds[] = { LIFE_VIEW_PLANE, LIFE_VIEW_PLANE,
    LIFE_VIEW_MONTAGE, LIFE_VIEW_PROJECTION, LIFE_VIEW_XRAY, LIFE_VIEW_VOLUME,
    LIFE_VIEW_SIDES };
  static const LifeGeometry geometry = { 41, 37, 29, LIFE_TOPOLOGY_PLANE };

  for (guint i = 0; i < 4; i++) {
    const gboolean ages = i % 2 > 0 && parts_gpus == 0; /* not on GPUs */
    g_autoptr (Worlds) worlds =
        start (&geometry, ages ? "B4/S4/C5" : "B6/S567", 2 + i, i);

    for (guint j = 0; j < VIEWS; j++) {
      LifeView view = random_view (worlds);

      view.kind = kinds[j % G_N_ELEMENTS (kinds)];
      view.axis = (LifeAxis) (j % 3);
      view.slice = g_rand_int_range (dice, 0, 29);
      if (view.kind == LIFE_VIEW_PROJECTION) {
        view.rotation = view.grid = 0;
        view.color_mode = LIFE_COLOR_MODE_DEPTH;
      }
      if (!assert_same_picture (worlds, &view, "a 3D world"))
        return;
    }
  }
}

/* --- What travels --- */

/* Bytes of the replies of a link, and how often lines were requested. */
static guint64 replied, lines_requested;

static gboolean
call_and_count (LifeLink *self, const LifeRequest *requests, LifeReply *replies,
    GError **error)
{
  const gboolean done = call_threads (self, requests, replies, error);

  for (guint i = 0; i < self->parts; i++) {
    replied += replies[i].size;
    lines_requested += requests[i].kind == LIFE_REQUEST_READ_LINES;
  }
  return done;
}

static LifeLink *
open_counted (const LifeEngineOptions *options, gpointer data, GError **error)
{
  LifeLink *link = open_threads (options, data, error);

  link->call = call_and_count;
  return link;
}

/* Of a large world that is shown whole no cells travel, but a few numbers for each pixel where
 * parts meet. */
static void
test_rows_where_parts_meet_are_summed_up (void)
{
  static const LifeGeometry geometry = { 6000, 5000, 1, LIFE_TOPOLOGY_TORUS };
  static const gdouble zooms[] = { 1.0 / 100, 0.013, 0.3, 1 };
  const LifeRule rule = rule_of (2, "B3/S23");
  LifeEngineOptions options = default_options ();
  LifeView view = default_view ();
  g_autoptr (Worlds) worlds = NULL;

  options.cluster = LIFE_CLUSTER_MPI;
  if (parts_gpus > 0)
    options.engine = LIFE_ENGINE_CUDA;
  life_parts_use (open_counted, GUINT_TO_POINTER (6));
  worlds = worlds_of (life_world_new (&geometry, &rule, &options, NULL),
      new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1));
  worlds_soup (worlds, 9, 0.3);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    view.zoom = zooms[i];
    replied = lines_requested = 0;
    assert_same_picture (worlds, &view, "a world shown whole");
    g_assert_cmpuint (lines_requested, ==, 0);
    g_assert_cmpuint (replied, <=, 6 * 2 * 2 * WIDTH * sizeof (guint64));
  }
}

static void
test_ages_and_trails (void)
{
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AGE,
    LIFE_COLOR_MODE_TRAIL, LIFE_COLOR_MODE_CHANGE };
  static const LifeGeometry geometry = { 90, 50, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (Worlds) worlds = start (&geometry, "B3/S23", 3, 4);
  LifeView view = default_view ();

  for (guint i = 0; i < 30; i++) {
    view.color_mode = modes[i % G_N_ELEMENTS (modes)];
    if (!assert_same_picture (worlds, &view, "history"))
      return;
    world_record (worlds->each[0]);
    world_record (worlds->each[1]);
    worlds_step (worlds, 1);
  }
}

/* A picture that is taken in changes the cells of several parts. */
static void
test_pictures_are_absorbed (void)
{
  static const LifeGeometry geometry = { WIDTH, HEIGHT, 1,
    LIFE_TOPOLOGY_TORUS };
  g_autoptr (Worlds) worlds = start (&geometry, "B3/S23", 5, 6);
  const LifeView view = default_view ();
  guint8 pixels[WIDTH * HEIGHT];
  const LifeFrame picture = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { pixels },
    .stride = { WIDTH },
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };
  GError *error = NULL;

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    pixels[i] = (guint8) g_rand_int_range (dice, 0, 256);
  for (guint i = 0; i < 2; i++) {
    life_world_absorb (
        worlds->each[i], &view, &picture, LIFE_INPUT_XOR, 0.7, &error);
    g_assert_no_error (error);
  }
  worlds_play (worlds, (const guint64[]){ 5 }, 1, "a picture");
}

static void
test_a_stack_that_does_not_fit_is_an_error (void)
{
  static const LifeGeometry huge = { G_MAXINT32, G_MAXINT32, 1,
    LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  LifeLink link = { .who = "threads" };
  LifeParts parts = { .engine = { .geometry = huge, .rule = &rule },
    .options = default_options (),
    .link = &link,
    .cut = { .dimensions = 2 },
    .rule = &rule };
  LifeRenderer show = { 0 };
  LifePartsRenderer from = { .renderer.klass = &life_parts_renderer,
    .show = &show };
  LifePartsRenderer to = { .renderer.klass = &life_parts_renderer,
    .renderer.engine = &parts.engine };
  GError *error = NULL;

  g_assert_false (life_parts_renderer.import_records (
      &to.renderer, &from.renderer, NULL, &error));
  assert_message (error, LIFE_ERROR_MEMORY, "shared by threads");
}

#define TEST(name) g_test_add_func ("/parts-draw/" #name, test_##name)
#define TEST_ON_GPUS(name) \
  g_test_add_data_func (   \
      "/parts-draw/gpus/" #name, (gconstpointer) test_##name, run_on_gpus)

int
main (int argc, char **argv)
{
  int failed;

  g_test_init (&argc, &argv, NULL);
  dice = g_rand_new_with_seed (5);
  TEST (flat_views);
  TEST (views_of_3d_worlds);
  TEST (rows_where_parts_meet_are_summed_up);
  TEST (ages_and_trails);
  TEST (pictures_are_absorbed);
  TEST (a_stack_that_does_not_fit_is_an_error);
  TEST_ON_GPUS (flat_views);
  TEST_ON_GPUS (views_of_3d_worlds);
  TEST_ON_GPUS (rows_where_parts_meet_are_summed_up);
  TEST_ON_GPUS (ages_and_trails);
  TEST_ON_GPUS (pictures_are_absorbed);
  failed = g_test_run ();
  g_rand_free (dice);
  return failed;
}
