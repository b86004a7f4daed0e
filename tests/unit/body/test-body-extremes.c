/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bodies from extreme places: no view may crash, hang, or read or write
 * elsewhere, and what can be seen is. Best run with sanitizers. */
#include "tests/support/draw/body.h"

#define WIDTH 40
#define HEIGHT 30

/* --- The frame's rows --- */

/* A row leaves out where the world cannot be; single rays know nothing of that. */
static void
check_outline (const Soup *soup, const LifePerspective *from)
{
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 0, 0);
  g_autoptr (Canvas) canvas = NULL;
  BodyRays rays;
  guint wrong = 0;

  view.perspective = *from;
  view.perspective.world_box = FALSE;
  view.perspective.occlusion = FALSE;
  view.perspective.shadows = FALSE;
  view.perspective.fog = 0;
  view.perspective.background_top = view.perspective.background_bottom =
      0xff000000;
  body_rays_init (&rays, soup, from, WIDTH, HEIGHT, LIFE_FIELD_BYTES);
  canvas = body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      wrong += (canvas_get (canvas, 0, x, y) > 0)
               != (body_rays_read (&rays, x, y).axis >= 0);
  if (wrong > 0)
    fail ("%u pixels of a row differ from their rays: azimuth %.17g, "
          "elevation %.17g, distance %.17g, fov %.17g, at %g, %g, %g",
        wrong, from->azimuth, from->elevation, from->distance, from->fov,
        from->look_at[0], from->look_at[1], from->look_at[2]);
  body_rays_clear (&rays);
}

static Soup *
block_of (gint width, gint height, gint depth)
{
  Soup *soup = soup_new (width, height, depth);

  memset (soup->cells, 1, soup->n);
  return soup;
}

static void
test_rows_leave_out_nothing_of_the_world (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint i = 0; i < 200; i++) {
    g_autoptr (Soup) soup = block_of (g_rand_int_range (random, 1, 40),
        g_rand_int_range (random, 1, 40), g_rand_int_range (random, 1, 40));
    LifePerspective from =
        random_position (random, soup->world.size, i % N_POSITIONS);

    check_outline (soup, &from);
  }
}

/* Close to a side its corners are far outside of the frame. */
static void
test_rows_leave_out_nothing_in_a_narrow_view (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  for (guint i = 0; i < 200; i++) {
    g_autoptr (Soup) soup = block_of (30, 20, 25);
    LifePerspective from =
        random_position (random, soup->world.size, POSITION_ANYWHERE);

    from.fov = pow (10, g_rand_double_range (random, -4, 1.5));
    for (guint k = 0; k < 3; k++)
      from.look_at[k] = g_rand_int_range (random, 0, 2) * soup->world.size[k];
    check_outline (soup, &from);
  }
}

/* --- Values at the ends of what is allowed --- */

/* The same with all vectors. */
static void
draw_any (const Soup *soup, const LifeView *view)
{
  g_autoptr (Canvas) expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cpu_paths); i++) {
    Canvas *canvas;

    if (!use_cpu_path (cpu_paths[i]))
      continue;
    canvas = body_frame (soup, view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
    if (expected == NULL) {
      expected = canvas;
    } else {
      assert_same_canvas (canvas, expected, cpu_paths[i]);
      canvas_free (canvas);
    }
  }
  use_any_cpu_path ();
}

/* Of many powers of ten, or a number that the view may come to an end with. */
static gdouble
any_number (
    GRand *random, const gdouble *ends, guint n, gdouble first, gdouble last)
{
  return g_rand_boolean (random)
             ? ends[g_rand_int_range (random, 0, (gint) n)]
             : pow (10, g_rand_double_range (random, first, last));
}

/* A random view, or one at all ends of what is allowed. */
static LifeView
any_view (GRand *random, const gint size[3], gboolean extreme)
{
  static const gdouble angles[] = { 0, 90, -90, 45, 1e-300, 1e9, -1e300 };
  static const gdouble fovs[] = { 1e-300, 1e-9, 40, 179, 179.99999999999997 };
  static const gdouble distances[] = { 1e-300, 1e-6, 0.5, 1e4, 1e12, 1e300 };
  static const gdouble positions[] = { -1, 0, 5, -1e6, 1e12, -1e300 };
  const LifeGeometry geometry = { (guint32) size[0], (guint32) size[1],
    (guint32) size[2], LIFE_TOPOLOGY_TORUS };
  LifeView view = random_body_view (random, &geometry);
  LifePerspective *from = &view.perspective;
  gdouble *turns[] = { &from->azimuth, &from->elevation, &from->light_azimuth,
    &from->light_elevation };

  if (!extreme)
    return view;
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++)
    *turns[i] = any_number (random, angles, 7, -12, 2);
  from->fov = any_number (random, fovs, 5, -6, 2.25);
  from->distance = any_number (random, distances, 6, -9, 6);
  for (guint i = 0; i < 3; i++) {
    from->look_at[i] = any_number (random, positions, 6, -12, 5);
    from->cut[i] = g_rand_int_range (random, 0, 3) == 0
                       ? g_rand_int (random) >> g_rand_int_range (random, 0, 32)
                       : 0;
  }
  if (g_rand_boolean (random))
    from->fog = g_rand_int_range (random, 0, 2);
  return view;
}

static void
test_any_view_is_the_same_with_all_vectors (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (14);
  const gchar *seconds = g_getenv ("LIFE_TEST_BODY_SECONDS");
  const gint64 until =
      g_get_monotonic_time ()
      + (seconds != NULL ? g_ascii_strtoll (seconds, NULL, 10) : 0)
            * G_TIME_SPAN_SECOND;

  for (guint i = 0; i < 50 || g_get_monotonic_time () < until; i++) {
    g_autoptr (Soup) soup = soup_new (g_rand_int_range (random, 1, 71),
        g_rand_int_range (random, 1, 40), g_rand_int_range (random, 2, 40));

    soup_fill (soup, random, pow (g_rand_double (random), 3), 2);
    for (guint k = 0; k < 20; k++) {
      LifeView view = any_view (random, soup->world.size, k % 2);

      draw_any (soup, &view);
    }
  }
}

static void
test_from_straight_above_z_leads_upwards (void)
{
  g_autoptr (Soup) soup = soup_new (5, 5, 5);
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 0, 90);
  g_autoptr (Canvas) above = NULL, below = NULL;

  soup_set (soup, 0, 2, 4, 1);
  above = body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
  view.perspective.elevation = -90;
  below = body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++) {
      if (canvas_get (above, 0, x, y) > 0)
        g_assert_true (x < WIDTH / 2 && y < HEIGHT / 2);
      if (canvas_get (below, 0, x, y) > 0)
        g_assert_true (x < WIDTH / 2 && y >= HEIGHT / 2);
    }
  g_assert_cmpuint (canvas_get (above, 0, 14, 8), >, 100);
  g_assert_cmpuint (canvas_get (below, 0, 14, 21), >, 20);
}

static void
test_what_is_cut_off_wholly_shows_nothing (void)
{
  g_autoptr (Soup) soup = block_of (6, 7, 8);
  LifeView view = bare_view (LIFE_VIEW_VOLUME, 30, 25);

  for (guint kind = LIFE_VIEW_XRAY; kind <= LIFE_VIEW_VOLUME; kind++)
    for (guint i = 0; i < 6; i++) {
      g_autoptr (Canvas) canvas = NULL;

      view.kind = kind;
      memset (view.perspective.cut, 0, sizeof view.perspective.cut);
      view.perspective.cut[i / 2] = i % 2 ? G_MAXUINT32 : 6 + i / 2;
      canvas = body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
      for (guint y = 0; y < HEIGHT; y++)
        for (guint x = 0; x < WIDTH; x++)
          g_assert_cmpuint (canvas_get (canvas, 0, x, y), ==, 0);
    }
}

/* --- Unusual frames and worlds --- */

static void
test_frames_of_any_size_are_drawn (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 1, 50 }, { 50, 1 }, { 2, 3 },
    { 16385, 2 }, { 40000, 1 } };
  g_autoptr (Soup) soup = block_of (6, 7, 8);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    LifeView view = default_view ();
    g_autoptr (Canvas) canvas = NULL;
    const guint x = sizes[i][0] / 2, y = sizes[i][1] / 2;

    view.kind = LIFE_VIEW_VOLUME;
    view.perspective.distance = 0.9;
    canvas = body_frame (
        soup, &view, LIFE_PIXEL_FORMAT_RGBA, sizes[i][0], sizes[i][1]);
    /* White or light gray, not the background. */
    g_assert_cmpuint (canvas_get (canvas, 0, x, y), >, 64);
  }
}

/* A row of cells along each axis. */
static void
test_long_worlds_are_drawn (void)
{
  for (guint axis = 0; axis < 3; axis++) {
    gint size[3] = { 2, 2, 2 };
    g_autoptr (Soup) soup = NULL;
    LifeView view = bare_view (LIFE_VIEW_VOLUME, 30, 25);
    g_autoptr (Canvas) canvas = NULL;

    size[axis] = 70001;
    soup = block_of (size[0], size[1], size[2]);
    view.perspective.distance = 1e-4;
    canvas = body_frame (soup, &view, LIFE_PIXEL_FORMAT_RGBA, WIDTH, HEIGHT);
    g_assert_cmpuint (canvas_get (canvas, 0, WIDTH / 2, HEIGHT / 2), >, 50);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add_func ("/body-extremes/" #name, test_##name)
  ADD (rows_leave_out_nothing_of_the_world);
  ADD (rows_leave_out_nothing_in_a_narrow_view);
  ADD (any_view_is_the_same_with_all_vectors);
  ADD (from_straight_above_z_leads_upwards);
  ADD (what_is_cut_off_wholly_shows_nothing);
  ADD (frames_of_any_size_are_drawn);
  ADD (long_worlds_are_drawn);
  return g_test_run ();
}
