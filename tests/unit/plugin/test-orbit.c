/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A camera that goes around a world: where it is in each frame. */
#include <glib.h>

#include "plugin/frames/orbit.h"

#define FAR_FRAME (G_GUINT64_CONSTANT (1) << 40)

static void
test_frames_of_whole_degrees_are_exact (void)
{
  for (guint64 i = 0; i < 3000; i++)
    g_assert_cmpfloat (
        gst_life_orbit (30.0, 1.0, i), ==, (gdouble) ((30 + i) % 360));
}

/* Whether frames a turn of @n frames apart are at the very same place, from the first
 * turn to a late one. */
static void
check_turn (gdouble azimuth, gdouble orbit, guint64 n)
{
  for (guint64 i = 0; i < n; i++) {
    gdouble first = gst_life_orbit (azimuth, orbit, i);

    g_assert_cmpfloat (gst_life_orbit (azimuth, orbit, i + n), ==, first);
    g_assert_cmpfloat (
        gst_life_orbit (azimuth, orbit, i + 1000003 * n), ==, first);
  }
}

static void
test_a_turn_ends_where_it_started (void)
{
  for (guint n = 1; n <= 1000; n++) {
    check_turn (30.0, 360.0 / n, n);
    check_turn (-0.1, -360.0 / n, n);
  }
  check_turn (25.5, 0.05, 7200);
  check_turn (30.0, 0.1, 3600);
  check_turn (30.0, 1.2, 300);
}

static void
test_whole_turns_are_no_motion (void)
{
  g_assert_cmpfloat (gst_life_orbit (30.0, 720.0, 12345), ==, 30.0);
  g_assert_cmpfloat (gst_life_orbit (30.0, -360.0, 1), ==, 30.0);
  g_assert_cmpfloat (gst_life_orbit (30.0, 540.0, 2), ==, 30.0);
  g_assert_cmpfloat (gst_life_orbit (30.0, 540.0, 3), ==, 210.0);
}

static void
test_the_azimuth_is_less_than_a_turn (void)
{
  g_assert_cmpfloat (gst_life_orbit (390.0, 0.0, 5), ==, 30.0);
  g_assert_cmpfloat (gst_life_orbit (300.0, 90.0, 1), ==, 30.0);
  for (guint64 i = FAR_FRAME; i < FAR_FRAME + 1000; i++) {
    gdouble there = gst_life_orbit (359.9, 0.77, i);

    g_assert_cmpfloat (there, >=, 0.0);
    g_assert_cmpfloat (there, <, 360.0);
  }
}

static void
test_other_orbits_go_on_evenly (void)
{
  for (guint64 i = 1; i < 5000; i++) {
    gdouble moved =
        gst_life_orbit (10.0, 0.77, i) - gst_life_orbit (10.0, 0.77, i - 1);

    g_assert_cmpfloat_with_epsilon (
        moved < 0.0 ? moved + 360.0 : moved, 0.77, 1e-9);
  }
}

static void
test_every_number_has_a_position (void)
{
  static const gdouble orbits[] = { 1e-300, -1e-17, 4e-310, 9e15, -9e15 };

  for (guint i = 0; i < G_N_ELEMENTS (orbits); i++) {
    gdouble there = gst_life_orbit (30.0, orbits[i], G_MAXUINT64);

    g_assert_true (there > -360.0 && there < 360.0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/orbit/" #name, test_##name)
  TEST (frames_of_whole_degrees_are_exact);
  TEST (a_turn_ends_where_it_started);
  TEST (whole_turns_are_no_motion);
  TEST (the_azimuth_is_less_than_a_turn);
  TEST (other_orbits_go_on_evenly);
  TEST (every_number_has_a_position);
  return g_test_run ();
}
