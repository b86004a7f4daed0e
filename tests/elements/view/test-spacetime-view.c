/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stacked frames in streams: they are those of a world whose frames are stacked one by
 * one, and the same however they were reached. */
#include "tests/support/elements/lifestep.h"

#define HISTORY 20
#define VIEW "view=spacetime history=20 orbit=3 "

/* A world whose frames are stacked as those of a stream are. */
typedef struct {
  LifeWorld *world;
  LifeView view;
  guint width, height;
} Expected;

static Expected
expect (LifeWorld *world, guint width, guint height)
{
  Expected expected = { .world = world, .width = width, .height = height };

  life_view_init (&expected.view);
  expected.view.kind = LIFE_VIEW_SPACETIME;
  expected.view.perspective.history = HISTORY;
  life_world_begin_stack (world, HISTORY, 0);
  return expected;
}

static GBytes *
expected_pixels (Expected *expected, guint frame)
{
  gsize n = (gsize) expected->width * expected->height;
  guint8 *pixels = g_malloc (n);
  LifeFrame picture = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .colorimetry = { 0.299, 0.114, 0, 255, 255 },
    .width = expected->width,
    .height = expected->height,
    .data = { pixels },
    .stride = { (gint) expected->width } };
  GError *error = NULL;

  expected->view.perspective.azimuth = 30 + 3.0 * frame;
  life_world_draw (expected->world, &expected->view, &picture, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (pixels, n);
}

/* The frame is over. */
static void
pass (Expected *expected, guint generations)
{
  GError *error = NULL;

  life_world_stack_frame (expected->world, &error);
  g_assert_no_error (error);
  reference_step (expected->world, generations);
}

static void
assert_pixels_sought (
    Stream *stream, GPtrArray *frames, guint width, guint number)
{
  g_autoptr (GstSample) sample = NULL;
  g_autoptr (GBytes) pixels = NULL;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  assert_same_pixels (pixels, frames->pdata[number], width, "sought");
}

static void
test_frames_are_those_stacked_by_hand (void)
{
  Stream *stream = stream_play (soup_stream (VIEW "generations=2", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 120);
  g_autoptr (LifeWorld) world =
      reference_soup (SOUP_WIDTH, SOUP_HEIGHT, 1, 0.35);
  Expected expected = expect (world, SOUP_WIDTH, SOUP_HEIGHT);

  for (guint frame = 0; frame < 120; frame++) {
    g_autoptr (GBytes) pixels = expected_pixels (&expected, frame);

    assert_same_pixels (
        frames->pdata[frame], pixels, SOUP_WIDTH, "stacked by hand");
    pass (&expected, 2);
  }
  stream_free (stream);
}

/* In frames so large that rays which are rounded otherwise are seen. */
static void
check_seeks (const gchar *properties)
{
  static const guint order[] = { 119, 5, 60, 61, 0, 75, 118, 33, 40, 100, 64,
    47, 19, 20, 35, 36, 37, 1 };
  Stream *stream = stream_play (stream_new (
      "lifesrc name=life world-width=90 world-height=70 %s ! video/x-raw,"
      "format=RGBA,width=640,height=480,framerate=30/1",
      properties));
  g_autoptr (GPtrArray) frames = play_frames (stream, 120);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    assert_pixels_sought (stream, frames, 4 * 640, order[i]);
  stream_free (stream);
}

static void
test_frame_is_the_same_after_seeks (void)
{
  check_seeks (VIEW);
  check_seeks (VIEW "rule=brians-brain color-mode=age");
  check_seeks (VIEW "generations-rate=2/3 crossfade=true");
  check_seeks (VIEW "generations-rate=1/4 generations-growth=30");
  check_seeks (VIEW "topology=klein start-generation=40 hold=7");
}

/* A held frame adds no plane: turned back, each of them looks as the first one. */
static void
test_held_frames_add_no_plane (void)
{
  Stream *plain =
      stream_play (soup_stream ("view=spacetime history=20", "30/1"));
  Stream *stream = stream_play (soup_stream (
      "view=spacetime history=20 generations-rate=1/3 crossfade=true", "30/1"));
  g_autoptr (GPtrArray) once = play_frames (plain, 60);
  g_autoptr (GPtrArray) frames = play_frames (stream, 180);

  for (guint i = 0; i < frames->len; i++)
    assert_same_pixels (
        frames->pdata[i], once->pdata[i / 3], SOUP_WIDTH, "held");
  stream_free (plain);
  stream_free (stream);
}

static void
test_edits_have_their_place_in_the_stack (void)
{
  static const gchar *const rules[] = { NULL, "B36/S125", "B2/S345/C4",
    "R2,C0,M0,S3..7,B4..6,NM" };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    Stream *stream = soup_stream (VIEW "threads=1", "30/1");

    assert_edit_is_sought (stream, rules[i], 80);
    stream_free (stream);
  }
}

static void
test_lifestep_stacks_the_frames_that_it_shows (void)
{
  GstHarness *h = feed (VIEW "input=tick");
  g_autoptr (LifeWorld) world = reference_soup (WIDTH, HEIGHT, 1, 0.35);
  Expected expected = expect (world, WIDTH, HEIGHT);
  GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 24, 18));
  const guint8 pixels[CELLS] = { 0 };

  for (guint number = 0; number < 60; number++) {
    GstBuffer *buffer = push (h, number, pixels);
    g_autoptr (GBytes) got = buffer_pixels (buffer, caps);
    g_autoptr (GBytes) wanted = NULL;

    if (number > 0)
      pass (&expected, 1);
    else
      reference_step (world, 1);
    wanted = expected_pixels (&expected, number);
    assert_same_pixels (got, wanted, WIDTH, "lifestep");
    gst_buffer_unref (buffer);
  }
  gst_caps_unref (caps);
  gst_harness_teardown (h);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  g_test_add_func ("/spacetime/frames-are-those-stacked-by-hand",
      test_frames_are_those_stacked_by_hand);
  g_test_add_func ("/spacetime/frame-is-the-same-after-seeks",
      test_frame_is_the_same_after_seeks);
  g_test_add_func (
      "/spacetime/held-frames-add-no-plane", test_held_frames_add_no_plane);
  g_test_add_func ("/spacetime/edits-have-their-place",
      test_edits_have_their_place_in_the_stack);
  g_test_add_func ("/spacetime/lifestep-stacks-the-frames-that-it-shows",
      test_lifestep_stacks_the_frames_that_it_shows);
  return g_test_run ();
}
