/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Words as live cells: those that Pango draws, placed as a pattern is. */
#include "tests/support/elements/element.h"

#include <pango/pangocairo.h>

#define WIDTH 640
#define HEIGHT 360
#define CELLS "world-width=640 world-height=360 zoom=1 "
#define FRAMES "video/x-raw,format=GRAY8,width=640,height=360,framerate=30/1"

typedef struct {
  gint left, right, top, bottom; /* right and bottom are not in it */
} Box;

static GBytes *
first_frame (const gchar *properties)
{
  Stream *stream = stream_play (
      stream_new ("lifesrc name=life " CELLS " %s ! " FRAMES, properties));
  g_autoptr (GstSample) sample = stream_pull (stream);
  GBytes *pixels = sample_pixels (sample);

  stream_free (stream);
  return pixels;
}

static Box
find_box (
    const guint8 *pixels, gint width, gint height, gint stride, guint8 least)
{
  Box box = { width, 0, height, 0 };

  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      if (pixels[y * stride + x] >= least) {
        box.left = MIN (box.left, x);
        box.right = MAX (box.right, x + 1);
        box.top = MIN (box.top, y);
        box.bottom = MAX (box.bottom, y + 1);
      }
  return box;
}

static Box
box_of (GBytes *frame)
{
  return find_box (g_bytes_get_data (frame, NULL), WIDTH, HEIGHT, WIDTH, 255);
}

/* @text as Pango draws it, with shades of gray. */
static cairo_surface_t *
draw (const gchar *text, const gchar *font)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
  cairo_t *cairo = cairo_create (surface);
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoLayout *layout = pango_cairo_create_layout (cairo);
  PangoFontDescription *description = pango_font_description_from_string (font);

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  pango_cairo_context_set_font_options (
      pango_layout_get_context (layout), options);
  pango_cairo_context_set_resolution (pango_layout_get_context (layout), 72);
  pango_layout_set_font_description (layout, description);
  pango_layout_set_text (layout, text, -1);
  cairo_move_to (cairo, 20, 20);
  pango_cairo_show_layout (cairo, layout);
  cairo_surface_flush (surface);
  pango_font_description_free (description);
  cairo_font_options_destroy (options);
  g_object_unref (layout);
  cairo_destroy (cairo);
  return surface;
}

static void
test_cells_are_those_that_pango_draws (void)
{
  static const gchar *const fonts[] = { "Sans Bold 32", "Serif 20", "Mono 9" };

  for (guint i = 0; i < G_N_ELEMENTS (fonts); i++) {
    g_autofree gchar *properties =
        g_strdup_printf ("text=GStreamer text-font=\"%s\"", fonts[i]);
    g_autoptr (GBytes) frame = first_frame (properties);
    const guint8 *cells = g_bytes_get_data (frame, NULL);
    cairo_surface_t *surface = draw ("GStreamer", fonts[i]);
    const guint8 *drawn = cairo_image_surface_get_data (surface);
    const gint stride = cairo_image_surface_get_stride (surface);
    const Box there = find_box (drawn, WIDTH, HEIGHT, stride, 128);
    const Box here = box_of (frame);

    g_assert_cmpint (here.right - here.left, ==, there.right - there.left);
    g_assert_cmpint (here.bottom - here.top, ==, there.bottom - there.top);
    for (gint y = 0; y < here.bottom - here.top; y++)
      for (gint x = 0; x < here.right - here.left; x++)
        g_assert_cmpint (cells[(here.top + y) * WIDTH + here.left + x] > 0, ==,
            drawn[(there.top + y) * stride + there.left + x] >= 128);
    cairo_surface_destroy (surface);
  }
}

static void
test_the_font_has_a_default (void)
{
  g_autoptr (GBytes) left = first_frame ("text=Life");
  g_autoptr (GBytes) right =
      first_frame ("text=Life text-font=\"Sans Bold 32\"");

  assert_same_pixels (left, right, WIDTH, "the default font");
}

/* ⌊W/2⌋ − ⌊w/2⌋, in a font that leaves room on one side. */
static void
test_words_are_centered (void)
{
  static const gchar *const texts[] = { "GStreamer", "l", "1g", "two\nlines",
    "  spaces  " };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree gchar *properties = g_strdup_printf ("text=\"%s\"", texts[i]);
    g_autoptr (GBytes) frame = first_frame (properties);
    const Box box = box_of (frame);

    g_assert_cmpint (box.left, ==, WIDTH / 2 - (box.right - box.left) / 2);
    g_assert_cmpint (box.top, ==, HEIGHT / 2 - (box.bottom - box.top) / 2);
  }
}

static void
test_words_lie_where_they_are_put (void)
{
  g_autoptr (GBytes) frame = first_frame ("text=Life pattern-x=7 pattern-y=9");
  const Box box = box_of (frame);

  g_assert_cmpint (box.left, ==, 7);
  g_assert_cmpint (box.top, ==, 9);
}

static void
test_lines_lie_below_each_other (void)
{
  g_autoptr (GBytes) one = first_frame ("text=Life");
  g_autoptr (GBytes) two = first_frame ("text=\"Life\nLife\"");
  const Box single = box_of (one), twice = box_of (two);

  g_assert_cmpint (twice.right - twice.left, ==, single.right - single.left);
  g_assert_cmpint (
      twice.bottom - twice.top, >, 2 * (single.bottom - single.top));
}

/* A launch line takes one backslash of each two away. */
static void
test_a_backslash_and_n_begin_a_line (void)
{
  g_autoptr (GBytes) expected = first_frame ("text=\"Life\ngoes on\"");
  g_autoptr (GBytes) frame = first_frame ("text=\"Life\\\\ngoes on\"");
  g_autoptr (GBytes) literal = first_frame ("text=\"a\\\\\\\\no\"");
  g_autoptr (GBytes) other = first_frame ("text=\"a\\\\ddo\"");
  const Box first = box_of (literal), second = box_of (other);

  assert_same_pixels (frame, expected, WIDTH, "two lines");
  g_assert_cmpint (
      first.bottom - first.top, <, 3 * (second.bottom - second.top) / 2);
}

static void
test_every_engine_starts_from_the_same_words (void)
{
  static const gchar *const engines[] = { "kernel=bitsliced", "threads=2",
    "rule=345/2/4" };
  g_autoptr (GBytes) expected = first_frame ("text=Life kernel=naive");

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++) {
    g_autofree gchar *properties = g_strconcat ("text=Life ", engines[i], NULL);
    g_autoptr (GBytes) frame = first_frame (properties);
    const Box box = box_of (frame), first = box_of (expected);

    g_assert_cmpint (box.left, ==, first.left);
    g_assert_cmpint (box.bottom, ==, first.bottom);
    if (i < 2)
      assert_same_pixels (frame, expected, WIDTH, engines[i]);
  }
}

/* A plane twice as large as the frame, as for a pattern. */
static void
test_words_get_a_world_as_patterns_do (void)
{
  Stream *stream =
      stream_play (stream_new ("lifesrc name=life text=Life zoom=1 ! " FRAMES));
  g_autoptr (GstSample) sample = stream_pull (stream);

  assert_buffer_world (
      gst_sample_get_buffer (sample), 2 * WIDTH, 2 * HEIGHT, 1);
  stream_free (stream);
}

static void
test_a_filter_starts_from_words (void)
{
  g_autoptr (GBytes) expected = first_frame ("text=Life rule=B/S012345678");
  Stream *stream = stream_play (
      stream_new ("videotestsrc ! " FRAMES " ! lifestep name=life text=Life "
                  "rule=B/S012345678 ! " FRAMES));
  g_autoptr (GstSample) sample = stream_pull (stream);
  g_autoptr (GBytes) pixels = sample_pixels (sample);

  assert_same_pixels (pixels, expected, WIDTH, "lifestep");
  stream_free (stream);
}

static void
test_an_unknown_font_is_reported (void)
{
  Stream *stream = stream_play (stream_new (
      "lifesrc name=life text=Life text-font=\"Nonesuch 20\" ! " FRAMES));

  stream_assert_warned (stream, "\"Nonesuch\" is not installed");
  gst_sample_unref (stream_pull (stream));
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define ADD(name) g_test_add_func ("/text/" #name, test_##name)
  ADD (cells_are_those_that_pango_draws);
  ADD (the_font_has_a_default);
  ADD (words_are_centered);
  ADD (words_lie_where_they_are_put);
  ADD (lines_lie_below_each_other);
  ADD (a_backslash_and_n_begin_a_line);
  ADD (every_engine_starts_from_the_same_words);
  ADD (words_get_a_world_as_patterns_do);
  ADD (a_filter_starts_from_words);
  ADD (an_unknown_font_is_reported);
#undef ADD
  return g_test_run ();
}
