/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions in streams: they change nothing but their corner, count, and begin and end with a
 * whole frame; and titles. same.tsv has captions however they are reached. */
#include "tests/support/elements/element.h"

#define WIDTH 320
#define HEIGHT 180
#define CELLS "world-width=160 world-height=90 zoom=2 "
#define FRAMES "video/x-raw,format=GRAY8,width=320,height=180,framerate=30/1"

typedef struct {
  gint left, right, top, bottom; /* right and bottom are not in it */
} Box;

static Stream *
play (const gchar *properties)
{
  return stream_play (
      stream_new ("lifesrc name=life " CELLS " %s ! " FRAMES, properties));
}

/* Frame @number of a lifesrc with these properties. */
static GBytes *
frame_of (const gchar *properties, guint number)
{
  g_autoptr (Stream) stream = play (properties);

  stream_skip (stream, number);
  return stream_pull_pixels (stream);
}

/* Where two frames of @row bytes a row differ; empty where they do not. */
static Box
find_difference (GBytes *left, GBytes *right, gint row)
{
  gsize n;
  const guint8 *a = g_bytes_get_data (left, &n);
  const guint8 *b = g_bytes_get_data (right, NULL);
  Box box = { G_MAXINT, 0, G_MAXINT, 0 };

  g_assert_cmpuint (g_bytes_get_size (right), ==, n);
  for (gsize i = 0; i < n; i++)
    if (a[i] != b[i]) {
      const gint x = i % row, y = i / row;

      box.left = MIN (box.left, x);
      box.right = MAX (box.right, x + 1);
      box.top = MIN (box.top, y);
      box.bottom = MAX (box.bottom, y + 1);
    }
  return box;
}

static void
assert_same (GBytes *got, GBytes *expected, const gchar *what)
{
  assert_same_pixels (got, expected, WIDTH, what);
}

static void
test_a_caption_changes_its_corner_alone (void)
{
  static const struct {
    const gchar *name;
    gboolean right, bottom;
  } corners[] = { { "top-left", FALSE, FALSE }, { "top-right", TRUE, FALSE },
    { "bottom-left", FALSE, TRUE }, { "bottom-right", TRUE, TRUE } };
  static const gchar *const captions[] = { "counter", "title", "graph",
    "counter+graph+title" };
  g_autoptr (GBytes) plain = frame_of ("density=0.4", 3);

  for (guint i = 0; i < G_N_ELEMENTS (corners); i++)
    for (guint k = 0; k < G_N_ELEMENTS (captions); k++) {
      g_autofree gchar *properties =
          g_strdup_printf ("density=0.4 caption=%s caption-corner=%s",
              captions[k], corners[i].name);
      g_autoptr (GBytes) captioned = frame_of (properties, 3);
      const Box box = find_difference (captioned, plain, WIDTH);

      g_test_message ("%s: %d, %d to %d, %d", properties, box.left, box.top,
          box.right, box.bottom);
      g_assert_cmpint (box.right, >, box.left + 20);
      g_assert_cmpint (box.bottom, >, box.top + 5);
      if (corners[i].right)
        g_assert_cmpint (box.left, >, WIDTH / 4);
      else
        g_assert_cmpint (box.right, <, 3 * WIDTH / 4);
      if (corners[i].bottom)
        g_assert_cmpint (box.top, >, HEIGHT / 4);
      else
        g_assert_cmpint (box.bottom, <, 3 * HEIGHT / 4);
      g_assert_cmpint (box.left, >=, 4);
      g_assert_cmpint (box.top, >=, 4);
      g_assert_cmpint (box.right, <=, WIDTH - 4);
      g_assert_cmpint (box.bottom, <=, HEIGHT - 4);
    }
}

/* A block stays, so the counter is all that changes, and then the curve. */
static void
test_the_counter_counts_and_the_curve_grows (void)
{
  g_autoptr (Stream) counter = play ("pattern=block caption=counter");
  g_autoptr (Stream) curve = play ("pattern=block caption=graph");
  g_autoptr (GPtrArray) counted = play_frames (counter, 12);
  g_autoptr (GPtrArray) grown = play_frames (curve, 100);

  for (guint i = 1; i < counted->len; i++) {
    const Box box =
        find_difference (counted->pdata[0], counted->pdata[i], WIDTH);

    g_assert_cmpint (box.right, >, box.left);
    /* One row of figures. */
    g_assert_cmpint (box.bottom - box.top, <, 16);
  }
  for (guint i = 10; i < grown->len; i += 10) {
    const Box box =
        find_difference (grown->pdata[i - 10], grown->pdata[i], WIDTH);

    g_assert_cmpint (box.right, >, box.left);
  }
}

/* Every frame is one with the old caption or one with the new one. */
static void
test_captions_change_between_frames (void)
{
  static const gchar *const changes[][3] = {
    { "", "caption", "counter+graph" },
    { "caption=counter", "caption-corner", "bottom-right" },
    { "caption=counter", "caption-color", "0xffff0000" },
    { "caption=counter", "caption-font", "Serif 20" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (changes); k++) {
    const gchar *name = changes[k][1], *value = changes[k][2];
    g_autofree gchar *changed =
        g_strdup_printf ("%s %s=\"%s\"", changes[k][0], name, value);
    g_autoptr (Stream) previous = play (changes[k][0]);
    g_autoptr (Stream) after = play (changed);
    g_autoptr (Stream) stream = play (changes[k][0]);
    gboolean seen = FALSE;

    for (guint i = 0; i < 30; i++) {
      g_autoptr (GBytes) old = stream_pull_pixels (previous);
      g_autoptr (GBytes) new = stream_pull_pixels (after);
      g_autoptr (GBytes) got = stream_pull_pixels (stream);

      if (!seen && g_bytes_equal (got, old)) {
        if (i == 5)
          gst_util_set_object_arg (G_OBJECT (stream->life), name, value);
        continue;
      }
      g_assert_cmpuint (i, >, 5);
      seen = TRUE;
      assert_same (got, new, name);
    }
    g_assert_true (seen);
  }
}

/* What covers a pixel whole has the color that was asked for. */
static void
test_words_have_their_color (void)
{
  g_autoptr (Stream) stream = stream_play (
      stream_new ("lifesrc name=life num-buffers=1 caption=counter "
                  "caption-font=\"Sans Bold 60\" caption-color=0xff4060a0 ! "
                  "video/x-raw,format=RGB,width=640,height=480"));
  g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (pixels, &size);
  guint found = 0;

  for (gsize i = 0; i + 2 < size; i += 3)
    found += bytes[i] == 0x40 && bytes[i + 1] == 0x60 && bytes[i + 2] == 0xa0;
  g_assert_cmpuint (found, >, 200);
}

/* All that fits no frame is cut off. */
static void
test_any_size_of_frame_has_a_caption (void)
{
  static const gint sizes[][2] = { { 1, 1 }, { 3, 2 }, { 17, 200 }, { 200, 9 },
    { 101, 77 }, { 2000, 1100 } };
  static const gchar *const formats[] = { "GRAY8", "I420", "RGBA", "UYVY" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (formats); k++) {
      g_autoptr (Stream) stream = stream_play (stream_new (
          "lifesrc name=life num-buffers=2 caption=counter+graph+title "
          "caption-font=\"Sans %d\" caption-corner=%s ! "
          "video/x-raw,format=%s,width=%d,height=%d",
          k == 3 ? 4000 : 12, k % 2 ? "bottom-right" : "top-left", formats[k],
          sizes[i][0], sizes[i][1]));

      stream_skip (stream, 2);
      stream_expect_end (stream);
    }
}

/* --- Titles --- */

static void
assert_title (Stream *stream, const gchar *expected)
{
  g_autofree gchar *title = NULL;

  while (!title) {
    g_autoptr (GstMessage) message =
        stream_wait_message (stream, GST_MESSAGE_TAG);
    g_autoptr (GstTagList) tags = NULL;

    gst_message_parse_tag (message, &tags);
    gst_tag_list_get_string (tags, GST_TAG_TITLE, &title);
    g_assert_cmpint (gst_tag_list_get_scope (tags), ==, GST_TAG_SCOPE_GLOBAL);
  }
  g_assert_cmpstr (title, ==, expected);
}

/* A file is called what it says, or as itself. */
static void
test_a_stream_has_a_title (void)
{
  static const struct {
    const gchar *properties, *file, *text, *title;
  } rows[] = {
    { "pattern=gosper-gun", NULL, NULL, "Gosper gun — B3/S23" },
    { "seed=7 rule=B36/S23", NULL, NULL, "Soup 7 — B36/S23" },
    { "pattern=\"#N A name\n3o!\"", NULL, NULL, "A name — B3/S23" },
    { "pattern=3o!", NULL, NULL, "Pattern — B3/S23" },
    { "", "my gun.rle", "3o!", "my gun — B3/S23" },
    { "", "x.rle", "#N Blinker\n3o!", "Blinker — B3/S23" },
    { "", ".cells", "OOO\n", ".cells — B3/S23" },
  };
  g_autoptr (TestFolder) folder = test_folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree gchar *path =
        g_build_filename (folder, rows[i].file ? rows[i].file : "none", NULL);
    g_autofree gchar *properties =
        rows[i].file ? g_strdup_printf ("location=\"%s\"", path)
                     : g_strdup (rows[i].properties);
    g_autoptr (Stream) stream = NULL;

    if (rows[i].file)
      g_assert_true (g_file_set_contents (path, rows[i].text, -1, NULL));
    stream = play (properties);
    assert_title (stream, rows[i].title);
  }
}

static void
test_a_title_follows_the_rule (void)
{
  g_autoptr (Stream) stream = play ("pattern=glider");

  assert_title (stream, "Glider — B3/S23");
  g_object_set (stream->life, "rule", "B36/S23", NULL);
  stream_skip (stream, 6);
  assert_title (stream, "Glider — B36/S23");
}

/* A world of pictures has the title of their stream, which keeps its other tags. */
static void
test_a_filter_has_a_title (void)
{
  g_autoptr (Harness) harness = gst_harness_new_parse ("lifestep input=or");
  GstTagList *tags =
      gst_tag_list_new (GST_TAG_TITLE, "Ball", GST_TAG_ARTIST, "Me", NULL);
  GPtrArray *titles = g_ptr_array_new_with_free_func (g_free);
  const guint8 pixels[16 * 16] = { 0 };
  GstEvent *event;

  gst_tag_list_set_scope (tags, GST_TAG_SCOPE_GLOBAL);
  gst_harness_set_src_caps_str (harness, GRAY (16, 16));
  gst_harness_push_event (harness, gst_event_new_tag (tags));
  for (guint i = 0; i < 3; i++) {
    gst_harness_push (harness, gray_buffer (16, 16, pixels));
    gst_buffer_unref (gst_harness_pull (harness));
  }
  while ((event = gst_harness_try_pull_event (harness))) {
    if (GST_EVENT_TYPE (event) == GST_EVENT_TAG) {
      gchar *title = NULL, *artist = NULL;

      gst_event_parse_tag (event, &tags);
      gst_tag_list_get_string (tags, GST_TAG_TITLE, &title);
      gst_tag_list_get_string (tags, GST_TAG_ARTIST, &artist);
      g_ptr_array_add (titles, title);
      g_assert_cmpstr (artist, ==, "Me");
      g_free (artist);
    }
    gst_event_unref (event);
  }
  /* Once: muxers keep the first. */
  g_assert_cmpuint (titles->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (titles, 0), ==, "Ball — B3/S23");
  g_ptr_array_unref (titles);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define ADD(name) g_test_add_func ("/caption/" #name, test_##name)
  ADD (a_caption_changes_its_corner_alone);
  ADD (the_counter_counts_and_the_curve_grows);
  ADD (captions_change_between_frames);
  ADD (words_have_their_color);
  ADD (any_size_of_frame_has_a_caption);
  ADD (a_stream_has_a_title);
  ADD (a_title_follows_the_rule);
  ADD (a_filter_has_a_title);
#undef ADD
  return g_test_run ();
}
