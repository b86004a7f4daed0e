/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Waypoints: where a view is on its way, and what is said of texts that are none. */
#include <math.h>
#include <string.h>

#include <life/error.h>
#include <life/waypoints.h>

#define SECOND G_GUINT64_CONSTANT (1000000000)

/* Where a camera shows the world, at any time. */
static const LifePosition camera = { 1000, -600, 0.25, 45 };

static LifeWaypoints *
parse (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  LifeWaypoints *waypoints = life_waypoints_parse (text, &error);

  g_assert_no_error (error);
  return waypoints;
}

static LifePosition
go_at (const LifeWaypoints *waypoints, guint64 frame, guint64 time)
{
  const LifeMoment moment = { frame, time, 30, 1 };
  LifePosition position = { 77, 78, 5, 11 };
  g_autoptr (GError) error = NULL;

  life_waypoints_go (waypoints, &moment, &camera, &position, &error);
  g_assert_no_error (error);
  return position;
}

/* Where the view is after @seconds at 30 frames/s. */
static LifePosition
at_seconds (const gchar *text, gdouble seconds)
{
  g_autoptr (LifeWaypoints) waypoints = parse (text);

  return go_at (waypoints, (guint64) (seconds * 30),
      (guint64) (seconds * (gdouble) SECOND));
}

static void
assert_near (gdouble got, gdouble expected)
{
  g_assert_cmpfloat_with_epsilon (
      got, expected, 1e-9 * MAX (1, fabs (expected)));
}

#define PATH "1s 10,20 zoom=8; 5s 120,40 zoom=2 rotation=30; 6s -1,-1"
#define PARTS "0s 0,0; 1s 1,1 rotation=90; 2s 2,2 zoom=3; 3s 3,3"
#define LED "1s 10,20 zoom=8; 5s camera"
#define AFTER \
  "0s 1,1 zoom=2 rotation=9; 1s camera; 2s 5,6; 3s 7,8 zoom=4; 4s camera"

/* Exactly, at times of waypoints, and where nothing changes. */
static void
test_a_view_is_where_its_waypoints_are (void)
{
  static const struct {
    const gchar *text;
    gdouble seconds;
    LifePosition position;
  } rows[] = {
    { PATH, 1, { 10, 20, 8, 11 } },
    { PATH, 5, { 120, 40, 2, 30 } },
    { PATH, 6, { -1, -1, 2, 30 } },
    /* It waits before the first and after the last. */
    { PATH, 0, { 10, 20, 8, 11 } },
    { PATH, 100, { -1, -1, 2, 30 } },
    { "3s 1,2", 0, { 1, 2, 5, 11 } },
    { "3s 1,2", 7, { 1, 2, 5, 11 } },
    /* What is left out stays. */
    { PARTS, 0, { 0, 0, 5, 11 } },
    { PARTS, 1, { 1, 1, 5, 90 } },
    { PARTS, 2, { 2, 2, 3, 90 } },
    { PARTS, 3, { 3, 3, 3, 90 } },
    { PARTS, 2.5, { 2.5, 2.5, 3, 90 } },
    /* Spaces are free, and numbers have any spelling. */
    { "  0s   3 , 4   zoom=2\n;\t1.5s 5,6  ", 9, { 5, 6, 2, 11 } },
    { "0s +3.,-.5e1 rotation=1e1", 9, { 3, -5, 5, 10 } },
    /* A camera takes over; after it a place is shown as the camera showed its own. */
    { LED, 0, { 10, 20, 8, 11 } },
    { LED, 5, { 1000, -600, 0.25, 45 } },
    { LED, 9, { 1000, -600, 0.25, 45 } },
    { "3s camera", 0, { 1000, -600, 0.25, 45 } },
    { AFTER, 2, { 5, 6, 0.25, 45 } },
    { AFTER, 3, { 7, 8, 4, 45 } },
    { AFTER, 4, { 1000, -600, 0.25, 45 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const LifePosition position = at_seconds (rows[i].text, rows[i].seconds);

    g_test_message ("row %u", i);
    g_assert_cmpfloat (position.x, ==, rows[i].position.x);
    g_assert_cmpfloat (position.y, ==, rows[i].position.y);
    g_assert_cmpfloat (position.zoom, ==, rows[i].position.zoom);
    g_assert_cmpfloat (position.rotation, ==, rows[i].position.rotation);
  }
}

static void
test_the_zoom_is_exponential (void)
{
  for (guint i = 0; i <= 16; i++)
    assert_near (
        at_seconds ("0s 0,0 zoom=16; 4s 0,0 zoom=0.0625", i / 4.0).zoom,
        exp2 (4 - i / 2.0));
}

static void
test_the_rest_is_linear_if_the_zoom_stays (void)
{
  for (guint i = 0; i <= 8; i++) {
    LifePosition position = at_seconds (
        "0s -10,50 zoom=3 rotation=-40; 2s 30,-30 rotation=400", i / 4.0);

    assert_near (position.x, -10 + 5.0 * i);
    assert_near (position.y, 50 - 10.0 * i);
    assert_near (position.rotation, -40 + 55.0 * i);
    g_assert_cmpfloat (position.zoom, ==, 3);
  }
}

/* The column that stays at its pixel follows from both ends: (x − x0) · z0 is
 * (x − x1) · z1. */
static void
assert_one_point_stays (const gchar *text, gdouble seconds)
{
  LifePosition from = at_seconds (text, 0), to = at_seconds (text, seconds);
  gdouble x = (from.x * from.zoom - to.x * to.zoom) / (from.zoom - to.zoom);
  gdouble y = (from.y * from.zoom - to.y * to.zoom) / (from.zoom - to.zoom);

  for (guint i = 0; i <= 20; i++) {
    LifePosition position = at_seconds (text, seconds * i / 20);

    g_assert_cmpfloat_with_epsilon (
        (x - position.x) * position.zoom, (x - from.x) * from.zoom, 1e-6);
    g_assert_cmpfloat_with_epsilon (
        (y - position.y) * position.zoom, (y - from.y) * from.zoom, 1e-6);
  }
}

static void
test_one_point_stays_while_the_zoom_changes (void)
{
  assert_one_point_stays ("0s 100,50 zoom=8; 5s 120,40 zoom=2", 5);
  assert_one_point_stays ("0s 100,50 zoom=0.01; 5s 1200,-400 zoom=32 ease", 5);
  assert_one_point_stays ("0s 0,0 zoom=2; 5s 64,64 zoom=2.0001", 5);
}

/* 3p² − 2p³ of the way. */
static void
test_an_eased_path_is_slow_at_both_ends (void)
{
  static const gchar *const text = "0s 0,0 zoom=1; 4s 100,0; 8s 200,0 ease";

  for (guint i = 0; i <= 8; i++) {
    gdouble p = i / 8.0;

    assert_near (at_seconds (text, 4 * p).x, 100 * p);
    assert_near (at_seconds (text, 4 + 4 * p).x,
        100 + 100 * (3 * p * p - 2 * p * p * p));
  }
}

static void
test_frames_are_counted_by_their_numbers (void)
{
  g_autoptr (LifeWaypoints) waypoints =
      parse ("0s 0,0 zoom=1; 10f 10,0; 30f 50,0");

  for (guint i = 0; i <= 30; i++)
    g_assert_cmpfloat_with_epsilon (
        go_at (waypoints, i, 12345).x, i <= 10 ? i : 10 + 2.0 * (i - 10), 1e-9);
}

static void
test_seconds_and_frames_mix_at_a_frame_rate (void)
{
  static const gchar *const text = "0s 0,0 zoom=1; 30f 30,0; 2s 90,0; 90f 0,0";
  g_autoptr (LifeWaypoints) waypoints = parse (text);
  LifeMoment moment = { 0, 0, 0, 1 };
  LifePosition position = { 0, 0, 1, 0 };
  g_autoptr (GError) varies = NULL;
  g_autoptr (GError) disordered = NULL;

  assert_near (at_seconds (text, 0.5).x, 15);
  assert_near (at_seconds (text, 1).x, 30);
  assert_near (at_seconds (text, 1.5).x, 60);
  assert_near (at_seconds (text, 2.5).x, 45);

  g_assert_false (
      life_waypoints_go (waypoints, &moment, &camera, &position, &varies));
  g_assert_error (varies, LIFE_ERROR, LIFE_ERROR_WAYPOINTS);
  g_assert_nonnull (strstr (varies->message, "character 16"));
  moment.rate_n = 10;
  g_assert_false (
      life_waypoints_go (waypoints, &moment, &camera, &position, &disordered));
  g_assert_error (disordered, LIFE_ERROR, LIFE_ERROR_WAYPOINTS);
  g_assert_nonnull (strstr (disordered->message, "character 26"));
}

static void
test_the_greatest_numbers_stay_finite (void)
{
  static const gchar *const text =
      "0s -9007199254740992,9007199254740992 zoom=4096 "
      "rotation=-9007199254740992; 1000000000s "
      "9007199254740992,-9007199254740992 zoom=1e-300 "
      "rotation=9007199254740992 ease; 4294967295f 0,0";
  g_autoptr (LifeWaypoints) waypoints = parse (text);

  for (guint64 i = 0; i <= 1000; i++) {
    LifeMoment moment = { i << 32, i * 1000003 * SECOND, G_MAXINT,
      i % 2 ? 1 : G_MAXINT };
    LifePosition position = { 0, 0, 1, 0 };

    /* At these rates frames come before or after; each is a place or an error. */
    if (!life_waypoints_go (waypoints, &moment, &camera, &position, NULL))
      continue;
    g_assert_true (isfinite (position.x) && isfinite (position.y));
    g_assert_true (isfinite (position.rotation));
    g_assert_true (position.zoom > 0 && position.zoom < 4097);
  }
}

static void
test_the_path_to_a_camera_is_one_to_a_position (void)
{
  assert_near (at_seconds (LED, 3).zoom, sqrt (2));
  assert_near (at_seconds (LED, 3).rotation, 28);
  assert_near (at_seconds (LED " ease", 2).zoom, 8 * pow (1 / 32.0, 5 / 32.0));
}

static void
test_cameras_and_rotations_are_found (void)
{
  static const struct {
    const gchar *text;
    gboolean needs_camera, turns;
  } rows[] = {
    { "0s 1,2 zoom=3; 1s 1,1", FALSE, FALSE },
    { "0s 1,2; 1s camera; 2s 3,4", TRUE, FALSE },
    { "0s 1,2 zoom=3 rotation=0; 1s 1,1", FALSE, FALSE },
    { "0s 1,2; 1s 1,1 rotation=-5", FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (LifeWaypoints) waypoints = parse (rows[i].text);

    g_assert_cmpint (
        life_waypoints_need_camera (waypoints), ==, rows[i].needs_camera);
    g_assert_cmpint (life_waypoints_turn (waypoints), ==, rows[i].turns);
  }
}

static void
test_errors_name_the_character (void)
{
  static const struct {
    const gchar *text;
    gint character;
    const gchar *about;
  } cases[] = {
    { "", 1, "time is a number" },
    { "hello", 1, "time is a number" },
    { "5 1,2", 2, "comes s" },
    { "5m 1,2", 2, "comes s" },
    { "-1s 1,2", 1, "from 0" },
    { "2.5f 1,2", 1, "whole" },
    { "1e10s 1,2", 1, "from 0" },
    { "2000000000s 1,2", 1, "at most 1000000000s" },
    { "5s1,2", 3, "a space" },
    { "5s", 3, "column" },
    { "5s 1", 5, "comma" },
    { "5s 1;2", 5, "comma" },
    { "5s 1,", 6, "row" },
    { "5s nan,2", 4, "column" },
    { "5s -,2", 4, "column" },
    { "5s .,2", 4, "column" },
    { "5s -.e1,2", 4, "column" },
    { "5s 1,inf", 6, "row" },
    { "5s 0x10,1", 5, "comma" },
    { "5s 1e16,2", 4, "from -9007199254740992" },
    { "5s 1,1e999", 6, "from -9007199254740992" },
    { "5s 1,2 zoom", 8, "zoom=Z" },
    { "5s 1,2 zoom=", 13, "zoom is a number" },
    { "5s 1,2 zoom=0", 13, "above 0" },
    { "5s 1,2 zoom=-1", 13, "above 0" },
    { "5s 1,2 zoom=nan", 13, "zoom is a number" },
    { "5s 1,2 zoom=1e400", 13, "zoom is from" },
    { "5s 1,2 zoom=infinity", 13, "zoom is a number" },
    { "5s 1,2 zoom=4097", 13, "4096" },
    { "5s 1,2 zoom=2x", 14, "semicolon" },
    { "5s 1,2 rotation=inf", 17, "rotation is a number" },
    { "5s 1,2 rotation=NaN", 17, "rotation is a number" },
    { "5s 1,2 rotation=1e308", 17, "rotation is from" },
    { "5s 1,2 easy", 8, "zoom=Z" },
    { "5s 1,2 easein", 12, "semicolon" },
    { "5s 1,2,3", 7, "semicolon" },
    { "5s 1,2 zoom=2 zoom=3", 15, "once" },
    { "5s 1,2 rotation=0 rotation=0", 19, "once" },
    { "5s 1,2 ease ease", 13, "once" },
    { "5s 1,2;", 8, "time is a number" },
    { "5s 1,2;;6s 1,2", 8, "time is a number" },
    { "5s 1,2; 5s 1,2", 9, "increase" },
    { "5s 1,2; 60f 3,3; 4s 1,2", 18, "increase" },
    { "5s 1,2; 0f 1,2", 9, "increase" },
    { "5s camera,2", 10, "a space" },
    { "5s cameraman", 10, "a space" },
    { "5s camera zoom=3", 11, "after camera" },
    { "5s camera rotation=3", 11, "after camera" },
    { "5s camera ease ease", 16, "once" },
    { "5s camera; 5s 1,2", 12, "increase" },
    { "5s 1,2 zöom=3", 8, "zoom=Z" },
    { "5s 1,2 zoom=3 ♥", 15, "zoom=Z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree gchar *position =
        g_strdup_printf (": character %d: ", cases[i].character);

    g_assert_null (life_waypoints_parse (cases[i].text, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_WAYPOINTS);
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, position));
    g_assert_nonnull (strstr (error->message, cases[i].about));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(function) g_test_add_func ("/waypoints/" #function, test_##function)
  ADD (a_view_is_where_its_waypoints_are);
  ADD (the_zoom_is_exponential);
  ADD (the_rest_is_linear_if_the_zoom_stays);
  ADD (one_point_stays_while_the_zoom_changes);
  ADD (an_eased_path_is_slow_at_both_ends);
  ADD (frames_are_counted_by_their_numbers);
  ADD (seconds_and_frames_mix_at_a_frame_rate);
  ADD (the_greatest_numbers_stay_finite);
  ADD (the_path_to_a_camera_is_one_to_a_position);
  ADD (cameras_and_rotations_are_found);
  ADD (errors_name_the_character);
  return g_test_run ();
}
