/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells drawn with the mouse: which of them a click sets, and which frame shows a stroke. Scripts are in draw.steps. */
#include "tests/support/elements/pointer.h"

static void
check_click (const gchar *view, guint x, guint y)
{
  g_autoptr (Stream) stream = start (
      stream_new ("lifesrc name=life density=0 paused=true world-width=40 "
                  "world-height=30 color-mode=solid %s ! " GRAY (64, 48),
          view));
  g_autoptr (GstSample) sample = NULL;

  g_assert_true (click (stream, 1, x, y));
  sample = pull_next_made (stream);
  if (sample_population (sample) != 1 || pixel_of (sample, x, y) < 16)
    g_error (
        "%s: after a click on pixel %u, %u it is %u, and %" G_GUINT64_FORMAT
        " cells live",
        view, x, y, pixel_of (sample, x, y), sample_population (sample));
  g_assert_true (click (stream, 3, x, y));
  g_assert_cmpuint (next_population (stream), ==, 0);
}

static void
test_clicks_set_and_erase_the_cell_under_the_pointer (void)
{
  static const gdouble zooms[] = { 0.5, 1, 3, 4.7, 16 };
  static const gdouble rotations[] = { 0, 30, 90 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (rotations); k++) {
      g_autofree gchar *view = g_strdup_printf (
          "zoom=%g rotation=%g view-x=21.3 view-y=14", zooms[i], rotations[k]);

      check_click (view, 32, 24);
      check_click (view, 37, 19);
      check_click (view, 26, 27);
    }
}

/* What is drawn meets the world that the last frame shows, though the next one may have
 * been made. */
static void
test_a_stroke_meets_the_world_that_is_shown (void)
{
  for (guint generations = 1; generations <= 3; generations++) {
    g_autoptr (Stream) stream =
        stream_new ("lifesrc name=life generations=%u zoom=1 ! " GRAY (40, 30),
            generations);
    g_autoptr (LifeWorld) reference = reference_soup (40, 30, 1, 0.35);
    const LifeLine line = { { 3, 4, 0 }, { 30, 20, 0 }, 1 };

    stream_set_state (stream, GST_STATE_PAUSED);
    g_usleep (20000);
    g_assert_true (press (stream, 1, 3, 4));
    g_assert_true (release (stream, 1, 30, 20));
    g_assert_true (life_world_draw_line (reference, &line, NULL));
    reference_step (reference, generations);
    stream_set_state (stream, GST_STATE_PLAYING);
    stream_skip (stream, 1);
    stream_assert_frames (stream, reference, generations, generations, 4);
  }
}

/* As long as a minute at 60 frames/s. */
static void
test_strokes_lose_no_generation (void)
{
  g_autoptr (Stream) stream = start (stream_new (
      "lifesrc name=life world-width=64 world-height=64 zoom=2 ! "
      "video/x-raw,format=GRAY8,width=128,height=128,framerate=60/1"));

  press (stream, 1, 3, 4);
  for (guint64 i = 1; i < 3600; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    g_assert_cmpuint (sample_generation (sample), ==, i);
    g_assert_cmpuint (
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)), ==, i);
    g_assert_true (move (stream, i * 7 % 128, i * 13 % 128));
    if (i % 60 == 0) {
      g_assert_true (release (stream, 1, 5, 5));
      g_assert_true (press (stream, i % 120 == 0 ? 1 : 3, 64, i % 128));
      release (stream, 3, 6, 6);
      press (stream, 1, 7, 7);
    }
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/draw-by-hand/" #name, test_##name)
  TEST (clicks_set_and_erase_the_cell_under_the_pointer);
  TEST (a_stroke_meets_the_world_that_is_shown);
  TEST (strokes_lose_no_generation);
  return g_test_run ();
}
