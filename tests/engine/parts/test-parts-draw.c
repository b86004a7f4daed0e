/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures of worlds in parts that threads hold, on processors and on GPUs: those of one
 * engine to the byte, at any zoom and place, in every view. */
#include "life/cluster/private.h"
#include "life/draw/color/pixel-layout.h"
#include "tests/support/worlds/parts.h"

#define WIDTH 83
#define HEIGHT 47
#define VIEWS 150

typedef struct {
  LifeWorld *parts, *one;
  GRand *random;
} Pair;

static gdouble
pick (const Pair *pair, gdouble first, gdouble last)
{
  return g_rand_double_range (pair->random, first, last);
}

static Pair
make_pair (
    const LifeGeometry *geometry, const gchar *text, guint parts, guint32 seed)
{
  const LifeRule rule = rule_of (geometry->depth > 1 ? 3 : 2, text);
  Pair pair = { new_parts_world (geometry, &rule, parts, 1),
    new_world_with_rule (geometry, &rule, LIFE_KERNEL_AUTO, 1),
    g_rand_new_with_seed (seed) };

  fill_soup (pair.parts, seed, 0.3);
  fill_soup (pair.one, seed, 0.3);
  step (pair.parts, 3);
  step (pair.one, 3);
  return pair;
}

static void
free_pair (Pair *pair)
{
  life_world_free (pair->parts);
  life_world_free (pair->one);
  g_rand_free (pair->random);
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
  GError *error = NULL;

  if (life_pixel_layout_get (format)->depth > 8)
    frame.colorimetry = (LifeColorimetry){ 0.2126, 0.0722, 64, 876, 896 };
  for (guint i = 0; i < life_pixel_layout_planes (format); i++) {
    frame.data[i] = pixels;
    frame.stride[i] = (gint) life_pixel_layout_row_size (&frame, i) + 3;
    pixels += frame.stride[i] * (gssize) life_pixel_layout_rows (&frame, i);
  }
  life_world_draw (world, view, &frame, &error);
  g_assert_no_error (error);
}

static gboolean
assert_same_picture (const Pair *pair, const LifeView *view, const gchar *what)
{
  const LifePixelFormat format = (LifePixelFormat) g_rand_int_range (
      pair->random, 0, LIFE_PIXEL_FORMAT_Y210 + 1);
  const gsize size = (WIDTH + 3) * (HEIGHT + 1) * 6;
  g_autofree guint8 *found = g_malloc0 (size), *expected = g_malloc0 (size);

  draw (pair->parts, view, format, found);
  draw (pair->one, view, format, expected);
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
random_view (const Pair *pair, const LifeGeometry *geometry)
{
  static const gdouble zooms[] = { 1, 2, 3, 7, 0.5, 0.25, 1.0 / 3, 1.0 / 9 };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AUTO,
    LIFE_COLOR_MODE_SOLID, LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_DENSITY,
    LIFE_COLOR_MODE_NEIGHBORS };
  LifeView view = default_view ();

  view.zoom =
      pick (pair, 0, 1) < 0.5
          ? zooms[g_rand_int_range (pair->random, 0, G_N_ELEMENTS (zooms))]
      : pick (pair, 0, 1) < 0.5 ? pick (pair, 0.02, 1)
                                : pick (pair, 0.1, 5);
  if (pick (pair, 0, 1) < 0.7) {
    view.x = pick (pair, -10, geometry->width + 10.0);
    view.y = pick (pair, -10, geometry->height + 10.0);
  }
  if (pick (pair, 0, 1) < 0.2)
    view.rotation = pick (pair, -90, 90);
  if (pick (pair, 0, 1) < 0.2)
    view.grid = 2;
  view.color_mode =
      modes[g_rand_int_range (pair->random, 0, G_N_ELEMENTS (modes))];
  if (pick (pair, 0, 1) < 0.3)
    view.scaling = LIFE_SCALING_NEAREST;
  if (pick (pair, 0, 1) < 0.3)
    view.density_gain = pick (pair, 0.1, 20);
  life_view_color_states (&view, life_world_get_rule (pair->one), NULL);
  return view;
}

static void
test_flat_views (void)
{
  static const gchar *const rules[] = { "B3/S23", "B2/S34/C7" };
  static const LifeGeometry geometry = { 211, 153, 1, LIFE_TOPOLOGY_TORUS };
  gboolean same = TRUE;

  for (guint i = 0; i < 8; i++) {
    Pair pair = make_pair (&geometry, rules[i % 2], 1 + i % 7, i);

    for (guint j = 0; same && j < VIEWS; j++) {
      const LifeView view = random_view (&pair, &geometry);

      same = assert_same_picture (&pair, &view, "a flat world");
      if (j % 20 == 0) {
        step (pair.parts, 1 + j);
        step (pair.one, 1 + j);
      }
    }
    free_pair (&pair);
  }
}

static void
test_views_of_3d_worlds (void)
{
  static const LifeViewKind kinds[] = { LIFE_VIEW_PLANE, LIFE_VIEW_PLANE,
    LIFE_VIEW_MONTAGE, LIFE_VIEW_PROJECTION, LIFE_VIEW_XRAY, LIFE_VIEW_VOLUME };
  static const LifeGeometry geometry = { 41, 37, 29, LIFE_TOPOLOGY_PLANE };
  gboolean same = TRUE;

  for (guint i = 0; i < 4; i++) {
    const gboolean ages = i % 2 > 0 && parts_gpus == 0; /* not on GPUs */
    Pair pair = make_pair (&geometry, ages ? "B4/S4/C5" : "B6/S567", 2 + i, i);

    for (guint j = 0; same && j < VIEWS; j++) {
      LifeView view = random_view (&pair, &geometry);

      view.kind = kinds[j % G_N_ELEMENTS (kinds)];
      view.axis = (LifeAxis) (j % 3);
      view.slice = g_rand_int_range (pair.random, 0, 29);
      if (view.kind == LIFE_VIEW_PROJECTION) {
        view.rotation = view.grid = 0;
        view.color_mode = LIFE_COLOR_MODE_DEPTH;
      }
      same = assert_same_picture (&pair, &view, "a 3D world");
    }
    free_pair (&pair);
  }
}

/* --- What travels --- */

/* Bytes that a link has answered, and how often it was asked for lines. */
static guint64 answered, lines_asked;

static gboolean
call_and_count (LifeLink *self, const LifeRequest *requests, LifeReply *replies,
    GError **error)
{
  const gboolean done = call_threads (self, requests, replies, error);

  for (guint i = 0; i < self->parts; i++) {
    answered += replies[i].size;
    lines_asked += requests[i].kind == LIFE_REQUEST_READ_LINES;
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
  Pair pair = { .one = NULL, .random = g_rand_new_with_seed (5) };
  LifeEngineOptions options = default_options ();
  LifeView view = default_view ();
  const LifeRule rule = rule_of (2, "B3/S23");
  GError *error = NULL;

  options.cluster = LIFE_CLUSTER_MPI;
  if (parts_gpus > 0)
    options.engine = LIFE_ENGINE_CUDA;
  life_parts_use (open_counted, GUINT_TO_POINTER (6));
  pair.parts = life_world_new (&geometry, &rule, &options, &error);
  g_assert_no_error (error);
  pair.one = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);
  fill_soup (pair.parts, 9, 0.3);
  fill_soup (pair.one, 9, 0.3);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    view.zoom = zooms[i];
    answered = lines_asked = 0;
    assert_same_picture (&pair, &view, "a world shown whole");
    g_assert_cmpuint (lines_asked, ==, 0);
    g_assert_cmpuint (answered, <=, 6 * 2 * 2 * WIDTH * sizeof (guint64));
  }
  free_pair (&pair);
}

static void
remember (LifeWorld *world)
{
  GError *error = NULL;

  life_world_remember (world, &error);
  g_assert_no_error (error);
}

static void
test_ages_and_trails (void)
{
  static const LifeGeometry geometry = { 90, 50, 1, LIFE_TOPOLOGY_TORUS };
  Pair pair = make_pair (&geometry, "B3/S23", 3, 4);
  LifeView view = default_view ();
  gboolean same = TRUE;

  for (guint i = 0; same && i < 30; i++) {
    view.color_mode = i % 2 == 0 ? LIFE_COLOR_MODE_AGE : LIFE_COLOR_MODE_TRAIL;
    same = assert_same_picture (&pair, &view, "history");
    remember (pair.parts);
    remember (pair.one);
    step (pair.parts, 1);
    step (pair.one, 1);
  }
  free_pair (&pair);
}

/* A picture that is taken in changes the cells of several parts. */
static void
test_pictures_are_taken_in (void)
{
  static const LifeGeometry geometry = { WIDTH, HEIGHT, 1,
    LIFE_TOPOLOGY_TORUS };
  Pair pair = make_pair (&geometry, "B3/S23", 5, 6);
  const LifeView view = default_view ();
  g_autofree guint8 *pixels = g_malloc (WIDTH * HEIGHT);
  const LifeFrame picture = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .width = WIDTH,
    .height = HEIGHT,
    .data = { pixels },
    .stride = { WIDTH },
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 } };
  GError *error = NULL;

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    pixels[i] = (guint8) g_rand_int_range (pair.random, 0, 256);
  life_world_absorb (pair.parts, &view, &picture, LIFE_INPUT_XOR, 0.7, &error);
  g_assert_no_error (error);
  life_world_absorb (pair.one, &view, &picture, LIFE_INPUT_XOR, 0.7, &error);
  g_assert_no_error (error);
  step (pair.parts, 5);
  step (pair.one, 5);
  assert_equal_worlds (pair.parts, pair.one, "a picture");
  free_pair (&pair);
}

static void
test_a_stack_that_does_not_fit_is_an_error (void)
{
  static const LifeGeometry huge = { G_MAXINT32, G_MAXINT32, 1,
    LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  LifeLink link = { .who = "threads" };
  LifeEngine whole = { .klass = &life_parts_engine };
  LifeParts from = { .whole = &whole };
  LifeParts to = { .engine = { .geometry = huge, .rule = &rule },
    .options = default_options (),
    .link = &link,
    .cut = { .dimensions = 2 },
    .rule = &rule };
  g_autoptr (GError) error = NULL;

  g_assert_false (
      life_parts_engine.take_stack (&to.engine, &from.engine, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "shared by threads"));
}

#define TEST(name) g_test_add_func ("/parts-draw/" #name, test_##name)
#define TEST_ON_GPUS(name) \
  g_test_add_data_func (   \
      "/parts-draw/gpus/" #name, (gconstpointer) test_##name, run_on_gpus)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (flat_views);
  TEST (views_of_3d_worlds);
  TEST (rows_where_parts_meet_are_summed_up);
  TEST (ages_and_trails);
  TEST (pictures_are_taken_in);
  TEST (a_stack_that_does_not_fit_is_an_error);
  TEST_ON_GPUS (flat_views);
  TEST_ON_GPUS (views_of_3d_worlds);
  TEST_ON_GPUS (rows_where_parts_meet_are_summed_up);
  TEST_ON_GPUS (ages_and_trails);
  TEST_ON_GPUS (pictures_are_taken_in);
  return g_test_run ();
}
