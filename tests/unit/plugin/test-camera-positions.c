/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cameras: what they show of frames of which everything is known. */
#include <math.h>

#include "plugin/frames/camera.h"

#define WIDTH 640
#define HEIGHT 480

static const LifeGeometry plane = { 1000, 800, 1, LIFE_TOPOLOGY_PLANE };
static const LifeGeometry torus = { 1000, 800, 1, LIFE_TOPOLOGY_TORUS };
static const LifeGeometry no_edges = { 0, 0, 1, LIFE_TOPOLOGY_UNBOUNDED };

/* The frames that a camera sees before frame @frame of @all. */
static GstLifeScene
scene_at (
    const GstLifeTrackedFrame *all, guint frame, const LifeGeometry *geometry)
{
  const guint n = MIN (MAX (frame, 1), GST_LIFE_TRACK_FRAMES);

  return (GstLifeScene){ all + MAX (frame, 1) - n, n, LIFE_AXIS_Z, geometry,
    WIDTH, HEIGHT };
}

static LifePosition
fit (const GstLifeTrackedFrame *all, guint frame, gdouble rotation)
{
  const GstLifeScene scene = scene_at (all, frame, &plane);
  LifePosition position = { 1, 2, 3, rotation };

  gst_life_camera_fit (&scene, 0.1, &position);
  return position;
}

static LifePosition
follow (
    const GstLifeTrackedFrame *all, guint frame, const LifeGeometry *geometry)
{
  const GstLifeScene scene = scene_at (all, frame, geometry);
  LifePosition position = { 1, 2, 3, 0 };

  gst_life_camera_follow (&scene, &position);
  return position;
}

static void
set_box (GstLifeTrackedFrame *sight, gint64 left, gint64 top, gint64 right,
    gint64 bottom)
{
  sight->box = (LifeBox){ left, top, 0, right - left, bottom - top, 1 };
}

/* Adds a cell that changed. */
static void
add_change (GstLifeTrackedFrame *sight, const LifeGeometry *geometry, gint64 x,
    gint64 y)
{
  const gint64 sides[3] = { geometry->width, geometry->height, 1 };
  const gint64 at[3] = { ((x % sides[0]) + sides[0]) % sides[0],
    ((y % sides[1]) + sides[1]) % sides[1], 0 };

  sight->activity.cells++;
  for (guint axis = 0; axis < 3; axis++) {
    sight->activity.sums[axis] += (guint64) at[axis];
    sight->activity.quarters[axis][at[axis] * 4 / sides[axis]]++;
  }
}

static void
assert_position (LifePosition position, gdouble x, gdouble y, gdouble zoom)
{
  g_assert_cmpfloat_with_epsilon (position.x, x, 1e-6);
  g_assert_cmpfloat_with_epsilon (position.y, y, 1e-6);
  g_assert_cmpfloat_with_epsilon (position.zoom, zoom, 1e-9);
}

static void
fill_boxes (GstLifeTrackedFrame *sights, guint n, gint64 right)
{
  for (guint i = 0; i < n; i++)
    set_box (&sights[i], 100, 50, right, 110);
}

static void
test_a_box_at_rest_fills_the_frame_but_for_the_margin (void)
{
  static const struct {
    guint frame;
    gdouble rotation, zoom;
  } cases[] = { { 0, 0, 0.9 * WIDTH / 200 }, { 7, 0, 0.9 * WIDTH / 200 },
    { 150, 0, 0.9 * WIDTH / 200 }, { 150, 90, 0.9 * HEIGHT / 200 },
    { 150, -270, 0.9 * HEIGHT / 200 } };
  GstLifeTrackedFrame sights[200] = { 0 }, small = { 0 };

  fill_boxes (sights, 200, 300);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_position (fit (sights, cases[i].frame, cases[i].rotation), 200, 80,
        cases[i].zoom);
  /* A small one is not shown too large. */
  set_box (&small, 10, 10, 12, 12);
  assert_position (fit (&small, 0, 0), 11, 11, GST_LIFE_CAMERA_MAX_ZOOM);
}

/* At the start and in between. */
static void
test_frames_in_which_nothing_lives_are_as_their_neighbors (void)
{
  GstLifeTrackedFrame always[100] = { 0 }, at_times[100] = { 0 };

  for (guint i = 0; i < 100; i++) {
    set_box (&always[i], 100, 120, 300, 250);
    if (i >= 10 && (i < 30 || i >= 40))
      at_times[i] = always[i];
  }
  for (guint frame = 11; frame < 100; frame += 11) {
    const LifePosition expected = fit (always, frame, 0);

    assert_position (
        fit (at_times, frame, 0), expected.x, expected.y, expected.zoom);
  }
}

static void
test_if_nothing_lives_the_view_stays (void)
{
  GstLifeTrackedFrame sights[100] = { 0 };

  assert_position (fit (sights, 99, 0), 1, 2, 3);
  assert_position (follow (sights, 99, &plane), 1, 2, 3);
  /* The last box of all that are known is the one that counts. */
  set_box (&sights[50], 100, 50, 300, 110);
  assert_position (fit (sights, 99, 0), 200, 80, 0.9 * WIDTH / 200);
  assert_position (follow (sights, 99, &plane), 200, 80, 3);
}

/* A box that grows and moves as patterns do, seldom by more than a cell. */
static void
fill_walk (GstLifeTrackedFrame *sights, guint n)
{
  gint64 left = 500, top = 400, right = 503, bottom = 403;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < n; i++) {
    if (i % 900 < 300) {
      left -= g_rand_int_range (random, 0, 2);
      right += i % 4 == 0;
      bottom += i % 3 == 0;
    } else if (i % 900 < 600) {
      top -= i % 2;
      right += g_rand_int_range (random, -1, 2);
    }
    /* What was far out has died. */
    if (i % 900 == 700)
      left += (right - left) / 3;
    set_box (&sights[i], left, top, right, bottom);
  }
}

/* Nothing that lives is cut. Once a world has some size the frame moves by a few pixels at most,
 * and its speed changes by less, though boxes jump. */
static void
test_the_frame_shows_all_and_moves_smoothly (void)
{
  g_autofree GstLifeTrackedFrame *sights = g_new0 (GstLifeTrackedFrame, 3000);
  LifePosition previous[2] = { { 0 } };

  fill_walk (sights, 3000);
  for (guint i = 0; i < 3000; i++) {
    const LifeBox *box = &sights[i].box;
    const LifePosition position = fit (sights, i, 0);
    const gdouble x = WIDTH / 2 / position.zoom, y = HEIGHT / 2 / position.zoom;
    const gdouble speed = log2 (position.zoom / previous[1].zoom);
    const gdouble last = log2 (previous[1].zoom / previous[0].zoom);

    g_assert_cmpfloat (position.x - x, <=, (gdouble) box->x + 1e-6);
    g_assert_cmpfloat (position.y - y, <=, (gdouble) box->y + 1e-6);
    g_assert_cmpfloat (
        position.x + x, >=, (gdouble) (box->x + box->width) - 1e-6);
    g_assert_cmpfloat (
        position.y + y, >=, (gdouble) (box->y + box->height) - 1e-6);
    if (i >= 100) {
      g_assert_cmpfloat (fabs (speed), <, 0.05);
      g_assert_cmpfloat (fabs (speed - last), <, 0.025);
      g_assert_cmpfloat (
          fabs (position.x - previous[1].x) * position.zoom, <, 12);
      g_assert_cmpfloat (
          fabs (position.x - 2 * previous[1].x + previous[0].x) * position.zoom,
          <, 6);
    }
    previous[0] = previous[1];
    previous[1] = position;
  }
}

/* What grew in the last frame may grow as much in the next. */
static void
test_sudden_growth_has_room (void)
{
  GstLifeTrackedFrame sights[100] = { 0 };
  LifePosition position;

  fill_boxes (sights, 99, 300);
  fill_boxes (sights + 99, 1, 330);
  position = fit (sights, 100, 0);
  g_assert_cmpfloat (position.x + WIDTH / 2 / position.zoom, >=, 360 - 1e-6);
}

static void
test_a_plane_of_a_3d_world_shows_the_box_over_its_axis (void)
{
  static const LifeGeometry geometry = { 300, 300, 300, LIFE_TOPOLOGY_PLANE };
  const GstLifeTrackedFrame sight = { .box = { 10, 20, 30, 100, 60, 40 } };
  static const struct {
    LifeAxis axis;
    LifePosition position;
  } cases[] = { { LIFE_AXIS_Z, { 60, 50, 0.9 * 640 / 100 } },
    { LIFE_AXIS_Y, { 60, 50, 0.9 * 640 / 100 } },
    { LIFE_AXIS_X, { 50, 50, 0.9 * 640 / 60 } } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const GstLifeScene scene = { &sight, 1, cases[i].axis, &geometry, WIDTH,
      HEIGHT };
    LifePosition position = { 0 };

    gst_life_camera_fit (&scene, 0.1, &position);
    assert_position (position, cases[i].position.x, cases[i].position.y,
        cases[i].position.zoom);
  }
}

/* What moves steadily is held in the center, over the edges of a torus too. */
static void
test_what_moves_steadily_is_followed (void)
{
  g_autofree GstLifeTrackedFrame *sights = g_new0 (GstLifeTrackedFrame, 3000);

  for (guint i = 0; i < 3000; i++)
    for (guint k = 0; k < 4; k++)
      add_change (&sights[i], &torus, i + k % 2, -(gint64) i + k / 2);
  for (guint i = 25; i < 3000; i++) {
    LifePosition position = follow (sights, i, &torus);
    gdouble x = fmod (position.x - i - 1 + 3500, 1000) - 500;
    gdouble y = fmod (position.y + i - 1 + 4400, 800) - 400;

    g_assert_cmpfloat (fabs (x), <, 1e-6);
    g_assert_cmpfloat (fabs (y), <, 1e-6);
    g_assert_cmpfloat (position.x, >=, 0);
    g_assert_cmpfloat (position.x, <, 1000);
  }
}

static void
test_a_soups_center_is_that_of_all_changes (void)
{
  GstLifeTrackedFrame sights[60] = { 0 };

  for (guint i = 0; i < 60; i++)
    for (guint k = 0; k < 500; k++)
      add_change (&sights[i], &torus, k * 2, (k * 8) % 800);
  assert_position (follow (sights, 60, &torus), 499.5, 396.5, 3);
}

static void
test_frames_without_changes_do_not_count (void)
{
  GstLifeTrackedFrame sights[60] = { 0 };

  for (guint i = 0; i < 60; i += 7)
    add_change (&sights[i], &plane, 20, 30);
  assert_position (follow (sights, 60, &plane), 20.5, 30.5, 3);
}

/* A ship that HashLife advances, say. */
static void
test_what_lives_is_followed_if_no_changes_are_counted (void)
{
  GstLifeTrackedFrame sights[200] = { 0 };

  for (gint64 i = 0; i < 200; i++)
    set_box (&sights[i], 10 * i, -7 * i, 10 * i + 4, 6 - 7 * i);
  for (guint i = 25; i < 200; i++)
    assert_position (
        follow (sights, i, &no_edges), 10.0 * i + 2, 3 - 7.0 * i, 3);
}

static void
test_unbounded_positions_have_an_origin (void)
{
  GstLifeTrackedFrame sight = { 0 };

  sight.activity.cells = 4;
  sight.activity.origin[0] = -(G_GINT64_CONSTANT (1) << 40);
  sight.activity.sums[0] = 3;
  sight.activity.origin[1] = 7;
  assert_position (follow (&sight, 1, &no_edges), -0x1p40 + 0.75 + 0.5, 7.5, 3);
}

static void
test_long_axes_have_larger_units (void)
{
  static const LifeGeometry geometry = { 1 << 25, 2, 1, LIFE_TOPOLOGY_PLANE };
  GstLifeTrackedFrame sight = { 0 };

  sight.activity.cells = 2;
  sight.activity.sums[0] = 2 * (1000000 >> 2);
  sight.activity.quarters[0][0] = sight.activity.quarters[1][0] = 2;
  assert_position (follow (&sight, 1, &geometry), 1000002, 0.5, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(function) \
  g_test_add_func ("/camera-positions/" #function, test_##function)
  ADD (a_box_at_rest_fills_the_frame_but_for_the_margin);
  ADD (frames_in_which_nothing_lives_are_as_their_neighbors);
  ADD (if_nothing_lives_the_view_stays);
  ADD (the_frame_shows_all_and_moves_smoothly);
  ADD (sudden_growth_has_room);
  ADD (a_plane_of_a_3d_world_shows_the_box_over_its_axis);
  ADD (what_moves_steadily_is_followed);
  ADD (a_soups_center_is_that_of_all_changes);
  ADD (frames_without_changes_do_not_count);
  ADD (what_lives_is_followed_if_no_changes_are_counted);
  ADD (unbounded_positions_have_an_origin);
  ADD (long_axes_have_larger_units);
  return g_test_run ();
}
