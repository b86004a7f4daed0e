/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views moved by hand: panned, zoomed and fitted. Scripts of this, and away from waypoints and
 * cameras and back to them, are in view.steps. */
#include "tests/support/elements/pointer.h"

#include <math.h>

static gdouble
number (Stream *stream, const gchar *name)
{
  gdouble value;

  g_object_get (stream->life, name, &value, NULL);
  return value;
}

static void
assert_position (
    Stream *stream, const gchar *what, gdouble x, gdouble y, gdouble zoom)
{
  const gdouble got[3] = { number (stream, "view-x"), number (stream, "view-y"),
    number (stream, "zoom") };

  if (fabs (got[0] - x) > 1e-9 || fabs (got[1] - y) > 1e-9
      || fabs (got[2] - zoom) > 1e-9)
    g_error ("%s: the view is at %.12g, %.12g with zoom %.12g, expected were "
             "%.12g, %.12g and %.12g",
        what, got[0], got[1], got[2], x, y, zoom);
}

/* A soup that is paused, with a first frame pulled. */
static Stream *
start_soup (const gchar *properties)
{
  return start (stream_new ("lifesrc name=life paused=true world-width=40 "
                            "world-height=30 %s ! " GRAY (64, 48),
      properties));
}

static GBytes *
next_pixels (Stream *stream)
{
  g_autoptr (GstSample) sample = pull_next_made (stream);

  return sample_pixels (sample);
}

/* Fails unless @later is @earlier, moved by (@dx, @dy) pixels. */
static void
assert_moved (
    GBytes *earlier, GBytes *later, gint dx, gint dy, const gchar *what)
{
  const guint8 *a = g_bytes_get_data (earlier, NULL);
  const guint8 *b = g_bytes_get_data (later, NULL);

  for (gint y = MAX (0, dy); y < 48 + MIN (0, dy); y++)
    for (gint x = MAX (0, dx); x < 64 + MIN (0, dx); x++)
      if (b[64 * y + x] != a[64 * (y - dy) + x - dx])
        g_error ("%s: pixel %d, %d is not what was %d, %d beside it", what, x,
            y, -dx, -dy);
}

static void
test_the_middle_button_pans_by_pixels (void)
{
  static const gchar *const views[] = { "zoom=3", "zoom=5 rotation=90",
    "zoom=1 rotation=180", "zoom=0.5 view-x=20 view-y=15" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    g_autoptr (Stream) stream = start_soup (views[i]);
    g_autoptr (GBytes) previous = next_pixels (stream);
    g_autoptr (GBytes) after = NULL;

    g_assert_true (press (stream, 2, 30, 20));
    g_assert_true (move (stream, 37, 20));
    g_assert_true (move (stream, 33, 26));
    g_assert_true (release (stream, 2, 35, 16));
    after = next_pixels (stream);
    assert_moved (previous, after, 5, -4, views[i]);
  }
}

/* Each pixel of the way moves the picture by one, at zooms by which no number of pixels can
 * be divided too. */
static void
test_no_pixel_is_lost_in_between (void)
{
  static const gdouble zooms[] = { 3, 7, 11, 1 / 3.0, 1 / 7.0 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autofree gchar *view =
        g_strdup_printf ("zoom=%.17g view-x=20.3 view-y=15", zooms[i]);
    g_autoptr (Stream) stream = start_soup (view);
    g_autoptr (GBytes) previous = next_pixels (stream);

    g_assert_true (press (stream, 2, 30, 20));
    for (gint k = 1; k <= 13; k++) {
      g_autoptr (GBytes) after = NULL;

      g_assert_true (move (stream, 30 + k, 20 - k));
      after = next_pixels (stream);
      assert_moved (previous, after, k, -k, view);
    }
  }
}

/* What of the world is at pixel (@x, @y), in the middle. */
static void
locate (Stream *stream, gdouble x, gdouble y, gdouble *column, gdouble *row)
{
  const gdouble angle = number (stream, "rotation") * G_PI / 180;
  const gdouble zoom = number (stream, "zoom");

  x = (x + 0.5 - 32) / zoom;
  y = (y + 0.5 - 24) / zoom;
  *column = number (stream, "view-x") + x * cos (angle) + y * sin (angle);
  *row = number (stream, "view-y") - x * sin (angle) + y * cos (angle);
}

static void
test_the_wheel_zooms_about_the_pointer (void)
{
  static const gchar *const rotations[] = { "0", "30", "90" };

  for (guint i = 0; i < G_N_ELEMENTS (rotations); i++) {
    g_autofree gchar *view =
        g_strdup_printf ("zoom=3 view-x=11 view-y=9 rotation=%s", rotations[i]);
    g_autoptr (Stream) stream = start_soup (view);
    gdouble column, row, x, y;

    locate (stream, 50, 7, &column, &row);
    for (guint k = 1; k <= 12; k++) {
      /* Three windows, and how each counts a step. */
      g_assert_true (k % 3 == 0   ? scroll (stream, 50, 7, 1)
                     : k % 3 == 1 ? scroll (stream, 50, 7, 120)
                                  : press (stream, 4, 50, 7));
      g_assert_cmpfloat_with_epsilon (
          number (stream, "zoom"), 3 * exp2 (k / 4.0), 1e-6);
      locate (stream, 50, 7, &x, &y);
      g_assert_cmpfloat_with_epsilon (x, column, 1e-6);
      g_assert_cmpfloat_with_epsilon (y, row, 1e-6);
    }
    g_assert_cmpfloat (number (stream, "zoom"), ==, 24);
    for (guint k = 0; k < 12; k++)
      g_assert_true (press (stream, 5, 50, 7));
    g_assert_cmpfloat (number (stream, "zoom"), ==, 3);
    g_assert_cmpfloat_with_epsilon (number (stream, "view-x"), 11, 1e-6);
    g_assert_cmpfloat_with_epsilon (number (stream, "view-y"), 9, 1e-6);
  }
}

/* Fingers on the same place count as a pixel apart. */
static void
test_fingers_side_by_side_zoom_by_their_pixels (void)
{
  g_autoptr (Stream) stream = start_soup ("zoom=1 view-x=11 view-y=9");

  finger_down (stream, 4, 20.5, 20.5);
  finger_down (stream, 9, 21.5, 20.5);
  g_assert_true (finger_moves (stream, 9, 24.5, 20.5));
  g_assert_cmpfloat_with_epsilon (number (stream, "zoom"), 4, 1e-9);
  g_assert_true (finger_moves (stream, 9, 20.5, 20.5));
  g_assert_cmpfloat_with_epsilon (number (stream, "zoom"), 1, 1e-9);
  g_assert_true (finger_moves (stream, 9, 22.5, 20.5));
  g_assert_cmpfloat_with_epsilon (number (stream, "zoom"), 2, 1e-9);
}

/* A pinch keeps what is under both fingers there. */
static void
test_two_fingers_pan_and_zoom (void)
{
  g_autoptr (Stream) stream = start_soup ("zoom=3 view-x=11 view-y=9");
  gdouble first[2], second[2], x, y;

  locate (stream, 20, 20, &first[0], &first[1]);
  locate (stream, 30, 20, &second[0], &second[1]);
  finger_down (stream, 4, 20.5, 20.5);
  finger_down (stream, 9, 30.5, 20.5);
  g_assert_true (finger_moves (stream, 9, 45.5, 20.5));
  g_assert_true (finger_moves (stream, 4, 25.5, 20.5));
  g_assert_true (finger_up (stream, 4, 25.5, 20.5));
  g_assert_true (finger_moves (stream, 9, 1, 1));
  g_assert_true (finger_up (stream, 9, 1, 1));
  g_assert_cmpfloat_with_epsilon (number (stream, "zoom"), 6, 1e-9);
  locate (stream, 25, 20, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, first[0], 1e-9);
  g_assert_cmpfloat_with_epsilon (y, first[1], 1e-9);
  locate (stream, 45, 20, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, second[0], 1e-9);
  g_assert_cmpfloat_with_epsilon (y, second[1], 1e-9);
}

/* --- All that lives --- */

#define BOX                                                         \
  "pattern=5o3$4bo! world-width=400 world-height=300 pattern-x=70 " \
  "pattern-y=200 "
#define CUBOID "rule=445 world-width=12 world-height=20 world-depth=9 "

static void
test_0_shows_all_that_lives (void)
{
  static const struct {
    const gchar *properties;
    gdouble x, y, zoom;
  } cases[] = {
    { BOX, 72.5, 202, 10 },
    { BOX "rotation=90", 72.5, 202, 8 },
    { BOX "camera=follow", 72.5, 202, 10 },
    { BOX "waypoints=\"0s 3,4 zoom=2\"", 72.5, 202, 10 },
    { BOX "camera-margin=0.5", 72.5, 202, 6 },
    { "density=0 world-width=40 world-height=30", 20, 15, 1 },
    { "density=0 world-width=200 world-height=30", 100, 15, 0.25 },
    { CUBOID, 6, 10, 2 },
    { CUBOID "slice-axis=x", 10, 4.5, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Stream) stream = start (stream_new (
        "lifesrc name=life paused=true zoom=9 view-x=3 %s ! " GRAY (64, 48),
        cases[i].properties));
    gint camera;

    g_assert_true (key (stream, "0"));
    gst_sample_unref (pull_next_made (stream));
    assert_position (
        stream, cases[i].properties, cases[i].x, cases[i].y, cases[i].zoom);
    g_object_get (stream->life, "camera", &camera, NULL);
    g_assert_cmpint (camera, ==, 0);
  }
}

static void
count (GObject *object, GParamSpec *pspec, gpointer data)
{
  ++*(guint *) data;
}

static void
test_properties_that_input_sets_are_notified (void)
{
  g_autoptr (Stream) stream = start_soup ("camera=fit");
  guint zooms = 0, positions = 0, cameras = 0;

  g_signal_connect (stream->life, "notify::zoom", G_CALLBACK (count), &zooms);
  g_signal_connect (
      stream->life, "notify::view-x", G_CALLBACK (count), &positions);
  g_signal_connect (
      stream->life, "notify::camera", G_CALLBACK (count), &cameras);
  g_assert_true (scroll (stream, 5, 5, 1));
  g_assert_true (scroll (stream, 5, 5, 1));
  g_assert_true (key (stream, "Left"));
  g_assert_cmpuint (zooms, ==, 2);
  g_assert_cmpuint (positions, ==, 3);
  g_assert_cmpuint (cameras, ==, 1);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/view-input/" #name, test_##name)
  TEST (the_middle_button_pans_by_pixels);
  TEST (no_pixel_is_lost_in_between);
  TEST (the_wheel_zooms_about_the_pointer);
  TEST (fingers_side_by_side_zoom_by_their_pixels);
  TEST (two_fingers_pan_and_zoom);
  TEST (0_shows_all_that_lives);
  TEST (properties_that_input_sets_are_notified);
  return g_test_run ();
}
