/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Words as live cells: those that Pango draws, placed as a pattern is. Scripts are in text.steps. */
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
  g_autoptr (Stream) stream = stream_play (
      stream_new ("lifesrc name=life " CELLS " %s ! " FRAMES, properties));

  return stream_pull_pixels (stream);
}

static Box
find_box (
    const guint8 *pixels, gint width, gint height, gint stride, guint8 minimum)
{
  Box box = { width, 0, height, 0 };

  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      if (pixels[y * stride + x] >= minimum) {
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

static Box
first_box (const gchar *properties)
{
  g_autoptr (GBytes) frame = first_frame (properties);

  return box_of (frame);
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

/* ⌊W/2⌋ − ⌊w/2⌋, in a font that leaves room on one side. */
static void
test_words_are_centered (void)
{
  static const gchar *const texts[] = { "GStreamer", "l", "1g", "two\nlines",
    "  spaces  " };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree gchar *properties = g_strdup_printf ("text=\"%s\"", texts[i]);
    const Box box = first_box (properties);

    g_assert_cmpint (box.left, ==, WIDTH / 2 - (box.right - box.left) / 2);
    g_assert_cmpint (box.top, ==, HEIGHT / 2 - (box.bottom - box.top) / 2);
  }
}

static void
test_words_lie_at_their_position (void)
{
  const Box box = first_box ("text=Life pattern-x=7 pattern-y=9");

  g_assert_cmpint (box.left, ==, 7);
  g_assert_cmpint (box.top, ==, 9);
}

/* A launch line takes one backslash of each two away: before an n one begins a line, and two are one. */
static void
test_lines_lie_below_each_other (void)
{
  const Box one = first_box ("text=Life");
  const Box two = first_box ("text=\"Life\nLife\"");
  const Box escaped = first_box ("text=\"Life\\\\nLife\"");
  const Box literal = first_box ("text=\"a\\\\\\\\no\"");
  const Box other = first_box ("text=\"a\\\\ddo\"");

  g_assert_cmpint (two.right - two.left, ==, one.right - one.left);
  g_assert_cmpint (two.bottom - two.top, >, 2 * (one.bottom - one.top));
  g_assert_cmpint (escaped.right - escaped.left, ==, two.right - two.left);
  g_assert_cmpint (escaped.bottom - escaped.top, ==, two.bottom - two.top);
  g_assert_cmpint (
      literal.bottom - literal.top, <, 3 * (other.bottom - other.top) / 2);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define ADD(name) g_test_add_func ("/text/" #name, test_##name)
  ADD (cells_are_those_that_pango_draws);
  ADD (words_are_centered);
  ADD (words_lie_at_their_position);
  ADD (lines_lie_below_each_other);
#undef ADD
  return g_test_run ();
}
