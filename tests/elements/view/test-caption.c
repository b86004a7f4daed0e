/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions in streams: they change nothing but their corner, say what was counted in their
 * own frame however it was reached, and begin and end with a whole frame. */
#include <glib/gstdio.h>

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

static GBytes *
next_pixels (Stream *stream)
{
  g_autoptr (GstSample) sample = stream_pull (stream);

  return sample_pixels (sample);
}

/* Frame @number of a lifesrc with these properties. */
static GBytes *
frame_of (const gchar *properties, guint number)
{
  Stream *stream = play (properties);
  GBytes *pixels = next_pixels (stream);

  while (number-- > 0) {
    g_bytes_unref (pixels);
    pixels = next_pixels (stream);
  }
  stream_free (stream);
  return pixels;
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

/* The world after so many generations has one caption, whatever the frame. */
static void
test_the_counter_says_what_its_frame_shows (void)
{
  Stream *each = play ("caption=counter");
  Stream *steps = play ("caption=counter generations=5");
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i <= 20; i++)
    g_ptr_array_add (frames, next_pixels (each));
  for (guint i = 0; i <= 4; i++) {
    g_autoptr (GBytes) pixels = next_pixels (steps);

    assert_same (pixels, g_ptr_array_index (frames, 5 * i), "every fifth");
  }
  g_ptr_array_unref (frames);
  stream_free (each);
  stream_free (steps);
}

/* A block stays, so the counter is all that changes. */
static void
test_the_counter_counts (void)
{
  Stream *stream = play ("pattern=block caption=counter");
  g_autoptr (GBytes) first = next_pixels (stream);

  for (guint i = 1; i < 12; i++) {
    g_autoptr (GBytes) next = next_pixels (stream);
    const Box box = find_difference (first, next, WIDTH);

    g_assert_cmpint (box.right, >, box.left);
    /* One row of figures. */
    g_assert_cmpint (box.bottom - box.top, <, 16);
  }
  stream_free (stream);
}

/* A filter that steps the same world counts the same. */
static void
test_a_filter_counts_as_the_source (void)
{
  Stream *source = play ("pattern=gosper-gun caption=counter+title");
  Stream *filter = stream_play (
      stream_new ("videotestsrc ! " FRAMES " ! lifestep name=life " CELLS
                  "topology=plane input=tick pattern=gosper-gun "
                  "caption=counter+title ! " FRAMES));

  g_bytes_unref (next_pixels (source));
  for (guint i = 0; i < 8; i++) {
    g_autoptr (GBytes) expected = next_pixels (source);
    g_autoptr (GBytes) got = next_pixels (filter);

    assert_same (got, expected, "lifestep");
  }
  stream_free (source);
  stream_free (filter);
}

/* More than the curve shows. */
#define PLAYED 260

static void
test_a_seek_shows_the_same_caption (void)
{
  static const guint numbers[] = { 250, 3, 199, 200, 201, 0, 240, 259, 60 };
  Stream *stream = play ("caption=counter+graph+title");
  GPtrArray *frames = play_frames (stream, PLAYED);

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    assert_sought (stream, frames, numbers[i]);
  stream_free (stream);

  /* One that has not passed those before it. */
  stream = stream_new (
      "lifesrc name=life " CELLS "caption=counter+graph+title ! " FRAMES);
  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought (stream, frames, 250);
  assert_sought (stream, frames, 230);
  stream_free (stream);
  g_ptr_array_unref (frames);
}

/* Frame @number of a paused stream, in which each generation may be held. */
static void
assert_sought_pixels (Stream *stream, GPtrArray *frames, guint number)
{
  g_autoptr (GstSample) sample = NULL;
  g_autoptr (GBytes) pixels = NULL;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_TIME,
      GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, time_of (number, 30, 1),
      -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  assert_same (pixels, g_ptr_array_index (frames, number), "sought");
}

static void
test_a_curve_goes_with_history_and_fading (void)
{
  static const gchar *const more[] = { "color-mode=age-trail",
    "generations-rate=1/3 crossfade=true" };

  for (guint k = 0; k < G_N_ELEMENTS (more); k++) {
    g_autofree gchar *properties =
        g_strdup_printf ("caption=graph %s", more[k]);
    Stream *stream = play (properties);
    GPtrArray *frames =
        g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

    for (guint i = 0; i < 40; i++)
      g_ptr_array_add (frames, next_pixels (stream));
    assert_sought_pixels (stream, frames, 30);
    assert_sought_pixels (stream, frames, 11);
    assert_sought_pixels (stream, frames, 39);
    stream_free (stream);
    g_ptr_array_unref (frames);
  }
}

/* Nothing else moves while a block stays. */
static void
test_a_curve_grows (void)
{
  Stream *stream = play ("pattern=block caption=graph");
  GPtrArray *frames = play_frames (stream, 100);

  for (guint i = 10; i < frames->len; i += 10) {
    const Box grown = find_difference (g_ptr_array_index (frames, i - 10),
        g_ptr_array_index (frames, i), WIDTH);

    g_assert_cmpint (grown.right - grown.left, >, 0);
  }
  stream_free (stream);
  g_ptr_array_unref (frames);
}

/* What is pasted is in the curve from its frame on, however that is reached. */
static void
test_a_curve_shows_edits (void)
{
  Stream *stream = stream_new (
      "lifesrc name=life " CELLS "pattern=block caption=graph ! " FRAMES);
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  gboolean pasted = FALSE;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH,
      time_of (10, 30, 1), -1);
  gst_sample_unref (stream_preroll (stream));
  g_signal_emit_by_name (stream->life, "paste", "acorn", 20, 20, 0, &pasted);
  g_assert_true (pasted);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, 0, -1);
  stream_set_state (stream, GST_STATE_PLAYING);
  for (guint i = 0; i < 40; i++)
    g_ptr_array_add (frames, next_pixels (stream));
  assert_sought_pixels (stream, frames, 30);
  assert_sought_pixels (stream, frames, 5);
  assert_sought_pixels (stream, frames, 11);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

/* Every frame is one with the old caption or one with the new one. */
static void
test_captions_change_between_frames (void)
{
  static const gchar *const changes[][2] = { { "caption", "counter+graph" },
    { "caption-corner", "bottom-right" }, { "caption-color", "0xffff0000" },
    { "caption-font", "Serif 20" } };

  for (guint k = 0; k < G_N_ELEMENTS (changes); k++) {
    const gchar *name = changes[k][0], *value = changes[k][1];
    g_autofree gchar *changed = g_strdup_printf ("%s %s=%s",
        k > 0 ? "caption=counter" : "", name, k == 3 ? "\"Serif 20\"" : value);
    Stream *before = play (k > 0 ? "caption=counter" : "");
    Stream *after = play (changed);
    Stream *stream = play (k > 0 ? "caption=counter" : "");
    gboolean seen = FALSE;

    for (guint i = 0; i < 30; i++) {
      g_autoptr (GBytes) old = next_pixels (before);
      g_autoptr (GBytes) new = next_pixels (after);
      g_autoptr (GBytes) got = next_pixels (stream);

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
    stream_free (before);
    stream_free (after);
    stream_free (stream);
  }
}

/* What covers a pixel whole has the color that was asked for. */
static void
test_words_have_their_color (void)
{
  Stream *stream = stream_play (
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
  stream_free (stream);
}

/* All that fits no frame is cut off. */
static void
test_any_size_of_frame_takes_a_caption (void)
{
  static const gint sizes[][2] = { { 1, 1 }, { 3, 2 }, { 17, 200 }, { 200, 9 },
    { 101, 77 }, { 2000, 1100 } };
  static const gchar *const formats[] = { "GRAY8", "I420", "RGBA", "UYVY" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (formats); k++) {
      Stream *stream = stream_play (stream_new (
          "lifesrc name=life num-buffers=2 caption=counter+graph+title "
          "caption-font=\"Sans %d\" caption-corner=%s ! "
          "video/x-raw,format=%s,width=%d,height=%d",
          k == 3 ? 4000 : 12, k % 2 ? "bottom-right" : "top-left", formats[k],
          sizes[i][0], sizes[i][1]));

      gst_sample_unref (stream_pull (stream));
      gst_sample_unref (stream_pull (stream));
      stream_expect_end (stream);
      stream_free (stream);
    }
}

static void
test_an_unknown_font_is_reported (void)
{
  Stream *stream = play ("caption=counter caption-font=\"Nonesuch 12\"");

  g_bytes_unref (next_pixels (stream));
  stream_assert_warned (stream, "\"Nonesuch\" is not installed");
  /* Once. */
  for (guint i = 0; i < 5; i++)
    g_bytes_unref (next_pixels (stream));
  g_assert_null (stream_next_message (stream, GST_MESSAGE_WARNING));
  g_object_set (stream->life, "caption-font", "Sans 12", NULL);
  for (guint i = 0; i < 5; i++)
    g_bytes_unref (next_pixels (stream));
  g_assert_null (stream_next_message (stream, GST_MESSAGE_WARNING));
  stream_free (stream);
}

/* --- Titles --- */

static gchar *
wait_for_title (Stream *stream)
{
  gchar *title = NULL;

  while (!title) {
    GstMessage *message = stream_wait_message (stream, GST_MESSAGE_TAG);
    GstTagList *tags;

    gst_message_parse_tag (message, &tags);
    gst_tag_list_get_string (tags, GST_TAG_TITLE, &title);
    g_assert_cmpint (gst_tag_list_get_scope (tags), ==, GST_TAG_SCOPE_GLOBAL);
    gst_tag_list_unref (tags);
    gst_message_unref (message);
  }
  return title;
}

static void
test_a_stream_has_a_title (void)
{
  static const struct {
    const gchar *properties, *title;
  } streams[] = {
    { "pattern=gosper-gun", "Gosper gun — B3/S23" },
    { "seed=7 rule=B36/S23", "Soup 7 — B36/S23" },
    { "pattern=\"#N A name\n3o!\"", "A name — B3/S23" },
    { "pattern=3o!", "Pattern — B3/S23" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++) {
    Stream *stream = play (streams[i].properties);
    g_autofree gchar *title = wait_for_title (stream);

    g_assert_cmpstr (title, ==, streams[i].title);
    stream_free (stream);
  }
}

static void
test_a_title_follows_the_rule (void)
{
  Stream *stream = play ("pattern=glider");
  g_autofree gchar *first = wait_for_title (stream);
  g_autofree gchar *second = NULL;

  g_assert_cmpstr (first, ==, "Glider — B3/S23");
  g_object_set (stream->life, "rule", "B36/S23", NULL);
  for (guint i = 0; i < 6; i++)
    g_bytes_unref (next_pixels (stream));
  second = wait_for_title (stream);
  g_assert_cmpstr (second, ==, "Glider — B36/S23");
  stream_free (stream);
}

/* What a file is called: its name, or itself. */
static void
test_a_title_names_the_file (void)
{
  static const struct {
    const gchar *file, *text, *title;
  } files[] = {
    { "my gun.rle", "3o!", "my gun — B3/S23" },
    { "x.rle", "#N Blinker\n3o!", "Blinker — B3/S23" },
    { ".cells", "OOO\n", ".cells — B3/S23" },
  };
  g_autofree gchar *folder = g_dir_make_tmp ("life-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree gchar *path = g_build_filename (folder, files[i].file, NULL);
    g_autofree gchar *properties = g_strdup_printf ("location=\"%s\"", path);
    g_autofree gchar *title = NULL;
    Stream *stream;

    g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
    stream = play (properties);
    title = wait_for_title (stream);
    g_assert_cmpstr (title, ==, files[i].title);
    stream_free (stream);
    g_unlink (path);
  }
  g_rmdir (folder);
}

/* A world of pictures has the title of their stream, which keeps its other tags. */
static void
test_a_filter_has_a_title (void)
{
  GstHarness *harness = gst_harness_new_parse ("lifestep input=or");
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
  gst_harness_teardown (harness);
}

/* --- States --- */

static void
test_states_may_change_again_and_again (void)
{
  Stream *stream = stream_new (
      "lifesrc name=life text=Life caption=counter+graph+title ! " FRAMES);
  g_autoptr (GBytes) first = NULL;

  for (guint i = 0; i < 5; i++) {
    g_autoptr (GBytes) pixels = NULL;

    stream_set_state (stream, GST_STATE_PLAYING);
    pixels = next_pixels (stream);
    if (first)
      assert_same (pixels, first, "started again");
    else
      first = g_bytes_ref (pixels);
    stream_set_state (stream, i % 2 ? GST_STATE_READY : GST_STATE_NULL);
  }
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define ADD(name) g_test_add_func ("/caption/" #name, test_##name)
  ADD (a_caption_changes_its_corner_alone);
  ADD (the_counter_says_what_its_frame_shows);
  ADD (the_counter_counts);
  ADD (a_filter_counts_as_the_source);
  ADD (a_seek_shows_the_same_caption);
  ADD (a_curve_goes_with_history_and_fading);
  ADD (a_curve_grows);
  ADD (a_curve_shows_edits);
  ADD (captions_change_between_frames);
  ADD (words_have_their_color);
  ADD (any_size_of_frame_takes_a_caption);
  ADD (an_unknown_font_is_reported);
  ADD (a_stream_has_a_title);
  ADD (a_title_follows_the_rule);
  ADD (a_title_names_the_file);
  ADD (a_filter_has_a_title);
  ADD (states_may_change_again_and_again);
#undef ADD
  return g_test_run ();
}
