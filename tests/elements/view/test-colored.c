/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Colors in streams: alpha that other elements see, palettes that turn, and what is
 * drawn where no color mode is set. */
#include "tests/support/elements/element.h"

static guint32
color_at (Stream *stream, guint pixel)
{
  g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
  const guint8 *rgba =
      (const guint8 *) g_bytes_get_data (pixels, NULL) + 4 * (gsize) pixel;

  return (guint32) rgba[3] << 24 | rgba[0] << 16 | rgba[1] << 8 | rgba[2];
}

/* Blue shows through: wholly where dead cells are transparent, half where live ones
 * are translucent. */
static void
test_compositor_shows_what_lies_behind (void)
{
  static const gchar *const formats[] = { "RGBA", "BGRA" };
  GstElementFactory *factory = gst_element_factory_find ("compositor");

  if (!factory) {
    g_test_skip ("there is no compositor");
    return;
  }
  gst_object_unref (factory);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint live = 0; live < 2; live++) {
      g_autoptr (Stream) stream = stream_play (stream_new (
          "lifesrc name=life density=%s world-width=1 world-height=1 zoom=16 "
          "alive-color=0x80ffff00 dead-color=0x0000ff00 "
          "num-buffers=1 ! video/x-raw,format=%s,width=16,height=16 "
          "! queue ! mix.sink_1 videotestsrc pattern=blue "
          "num-buffers=1 ! video/x-raw,format=RGBA,width=16,"
          "height=16 ! queue ! mix.sink_0 compositor name=mix "
          "sink_1::zorder=9 ! video/x-raw,format=RGBA",
          live ? "1" : "0", formats[i]));
      guint32 color = color_at (stream, 100);

      for (guint k = 0; k < 3; k++) {
        const gint expected = live ? 128 - (k == 0) : k == 0 ? 255 : 0;

        g_assert_cmpint (
            ABS ((gint) (color >> 8 * k & 255) - expected), <=, live ? 1 : 0);
      }
    }
}

/* A world that is full and stays full, by a palette of two halves. */
static void
test_palette_turns_once_in_its_frames (void)
{
  static const guint32 expected[] = { 0xff102030, 0xff102030, 0xff405060,
    0xff405060, 0xff102030, 0xff102030 };
  g_autoptr (Stream) stream = stream_play (stream_new (
      "lifesrc name=life rule=B/S012345678 density=1 world-width=64 "
      "world-height=64 "
      "color-mode=density zoom=0.25 palette-cycle=4 "
      "palette=0:0xff102030,0.4:0xff102030,0.4:0xff405060,1:0xff405060 "
      "num-buffers=6 ! video/x-raw,format=RGBA,width=16,height=16"));

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmphex (color_at (stream, 100), ==, expected[i]);
}

static Stream *
rgba_stream (const gchar *properties)
{
  return stream_play (stream_new (
      "lifesrc %s name=life ! video/x-raw,format=RGBA,width=64,height=48",
      properties));
}

/* WireWorld's file says dark gray for state 0, and its cells fill no corner. */
static void
test_rules_background_lies_behind_its_states (void)
{
#define WIRES "rule=WireWorld pattern=.C! "
  static const struct {
    const gchar *properties;
    guint32 color;
  } rows[] = {
    { WIRES "zoom=2", 0xff303030 },
    { WIRES "zoom=2 view-x=-100", 0xff303030 },
    { WIRES "zoom=0.5 color-mode=state", 0xff303030 },
    { WIRES "zoom=2 dead-color=0xff000000", 0xff000000 },
    { "@preset=blueprint " WIRES "zoom=2 color-mode=auto", 0xff303030 },
    { "@preset=blueprint dead-color=0xff102030 " WIRES "zoom=2", 0xff102030 },
    { WIRES "zoom=2 color-mode=age", 0xff000000 },
    { WIRES "zoom=0.5", 0xff000000 },
    { "rule=brians-brain pattern=.o! zoom=2", 0xff000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (Stream) stream = rgba_stream (rows[i].properties);

    g_test_message ("%s", rows[i].properties);
    g_assert_cmphex (color_at (stream, 0), ==, rows[i].color);
  }
}

/* What an address set is set back by the next one. */
static void
test_next_address_shows_rules_background_again (void)
{
  static const gchar *const uris[] = { "life:?dead-color=0xff102030",
    "life:?rule=WireWorld&pattern=.C!&zoom=2" };
  g_autoptr (Stream) stream = stream_new (
      "lifesrc name=life ! video/x-raw,format=RGBA,width=64,height=48");

  for (guint i = 0; i < G_N_ELEMENTS (uris); i++)
    g_assert_true (gst_uri_handler_set_uri (
        GST_URI_HANDLER (stream->life), uris[i], NULL));
  g_assert_cmphex (color_at (stream_play (stream), 0), ==, 0xff303030);
}

#define TEST(function) g_test_add_func ("/colored/" #function, test_##function)

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  TEST (compositor_shows_what_lies_behind);
  TEST (palette_turns_once_in_its_frames);
  TEST (rules_background_lies_behind_its_states);
  TEST (next_address_shows_rules_background_again);
  return g_test_run ();
}
