/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams that show the same, as same.tsv says which: played, sought in what was played and
 * in a stream that has passed nothing yet, and after an edit. */
#include "tests/support/elements/element.h"
#include "tests/support/text/rows.h"

/* The columns of same.tsv. */
enum {
  NAME,
  FRAMES,
  MAP,
  EDIT,
  LINE,
  GOT,
  EXPECTED,
  N_COLUMNS
};

/* Frames that are sought, as many of them as the row plays. */
static const guint order[] = { 290, 10, 280, 299, 0, 256, 257, 20, 140, 90, 91,
  95, 149, 119, 5, 60, 61, 75, 118, 33, 40, 840, 31, 899, 765, 100, 64, 47, 19,
  35, 36, 37, 141, 41, 99, 101, 201, 199, 259, 1 };

/* The stream of a row's line with @properties in place of %; its end may be "40x30". */
static Stream *
open_stream (gchar **row, const gchar *properties)
{
  g_auto (GStrv) parts = g_strsplit (row[LINE], "%", 2);
  g_autofree gchar *line = g_strjoinv (properties, parts);
  g_auto (GStrv) elements = g_strsplit (line, " ! ", -1);
  g_autofree gchar *whole = NULL;
  guint width, height;

  for (gchar **element = elements; *element; element++)
    if (sscanf (*element, "%ux%u", &width, &height) == 2) {
      g_free (*element);
      *element = g_strdup_printf ("video/x-raw,format=GRAY8,width=%u,height=%u,"
                                  "framerate=30/1",
          width, height);
    }
  whole = g_strjoinv (" ! ", elements);
  return stream_new ("%s", whole);
}

/* Which frame of the other stream frame @i shows: "i", "i+1", "i/3" or "5i". */
static guint64
mapped (const gchar *map, guint64 i)
{
  const gchar *rest = strchr (map, 'i');
  const guint64 factor = map[0] == 'i' ? 1 : g_ascii_strtoull (map, NULL, 10);
  const guint64 number = rest[1] ? g_ascii_strtoull (rest + 2, NULL, 10) : 0;

  g_assert_true (rest[1] == '\0' || rest[1] == '+' || rest[1] == '/');
  return rest[1] == '/' ? i * factor / number : i * factor + number;
}

static void
assert_same (gchar **row, GstSample *got, GstSample *expected, guint64 i,
    const gchar *how)
{
  g_autofree gchar *what = g_strdup_printf (
      "%s: frame %" G_GUINT64_FORMAT ", %s", row[NAME], i, how);
  g_autoptr (GBytes) pixels = sample_pixels (got);
  g_autoptr (GBytes) expected_pixels = sample_pixels (expected);
  GstVideoInfo info;

  g_assert_true (gst_video_info_from_caps (&info, gst_sample_get_caps (got)));
  assert_same_pixels (pixels, expected_pixels,
      (guint) (GST_VIDEO_INFO_WIDTH (&info)
               * GST_VIDEO_INFO_COMP_PSTRIDE (&info, 0)),
      what);
  g_assert_cmpuint (sample_generation (got), ==, sample_generation (expected));
}

/* The next @n frames, copied: a pool may have but a few. */
static GPtrArray *
pull_samples (Stream *stream, guint64 n)
{
  GPtrArray *samples =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gst_sample_unref);

  for (guint64 i = 0; i < n; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    g_autoptr (GstBuffer) copy =
        gst_buffer_copy_deep (gst_sample_get_buffer (sample));

    g_ptr_array_add (samples,
        gst_sample_new (copy, gst_sample_get_caps (sample), NULL, NULL));
  }
  return samples;
}

/* Every @step-th frame of the order, from place @first on, that is one after @after. */
static void
assert_same_sought (gchar **row, Stream *stream, GPtrArray *expected,
    gint64 after, guint first, guint step)
{
  const guint n = (guint) atoi (row[FRAMES]);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint k = first; k < G_N_ELEMENTS (order); k += step)
    if (order[k] < n && order[k] > after) {
      g_autoptr (GstSample) sample = stream_sought (stream, order[k]);

      assert_same (row, sample, expected->pdata[mapped (row[MAP], order[k])],
          order[k], "sought");
    }
}

/* FIRST-LAST: frames that are played. N: the first N, which are sought, too. */
static void
check_played (gchar **row)
{
  const gchar *dash = strchr (row[FRAMES], '-');
  const guint64 first = dash ? (guint64) atoi (row[FRAMES]) : 0;
  const guint64 n = (guint64) atoi (dash ? dash + 1 : row[FRAMES]) + !!dash;
  g_autoptr (Stream) stream = stream_play (open_stream (row, row[GOT]));
  g_autoptr (Stream) fresh = NULL;
  g_autoptr (GPtrArray) expected = NULL;

  if (row[EXPECTED][0]) {
    g_autoptr (Stream) other = stream_play (open_stream (row, row[EXPECTED]));

    expected = pull_samples (other, mapped (row[MAP], n - 1) + 1);
  } else {
    expected = pull_samples (stream, n);
  }
  for (guint64 i = 0; row[EXPECTED][0] && i < n; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    if (i >= first)
      assert_same (
          row, sample, expected->pdata[mapped (row[MAP], i)], i, "played");
  }
  if (dash)
    return;
  fresh = open_stream (row, row[GOT]);
  assert_same_sought (row, stream, expected, -1, 0, 2);
  assert_same_sought (row, fresh, expected, -1, 1, 2);
}

/* FRAME X Y PATTERN: what is pasted in a frame is part of it, and frames after it follow from
 * it, however they are reached. FRAME set PROPERTY VALUE: they are as if it always had been. */
static void
check_edit (gchar **row)
{
  const guint64 n = (guint64) atoi (row[FRAMES]);
  g_autoptr (Stream) stream = open_stream (row, row[GOT]);
  g_auto (GStrv) words = g_strsplit (row[EDIT], " ", 4);
  g_autoptr (GPtrArray) frames = NULL;

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_sought (stream, (guint64) atoi (words[0])));
  if (strcmp (words[1], "set") == 0) {
    g_autoptr (Stream) other = stream_play (open_stream (row, row[EXPECTED]));

    frames = pull_samples (other, n);
    gst_util_set_object_arg (G_OBJECT (stream->life), words[2], words[3]);
  } else {
    g_assert_true (
        stream_paste (stream, words[3], atoi (words[1]), atoi (words[2])));
    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 0, -1);
    stream_play (stream);
    frames = pull_samples (stream, n);
  }
  assert_same_sought (row, stream, frames, atoi (words[0]), 0, 1);
}

/* @N,N...: frames that are only sought, one after another. */
static void
check_single (gchar **row)
{
  g_auto (GStrv) numbers = g_strsplit (row[FRAMES] + 1, ",", -1);
  g_autoptr (Stream) stream = open_stream (row, row[GOT]);
  g_autoptr (Stream) other = open_stream (row, row[EXPECTED]);

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_set_state (other, GST_STATE_PAUSED);
  for (guint k = 0; numbers[k]; k++) {
    const guint64 i = g_ascii_strtoull (numbers[k], NULL, 10);
    g_autoptr (GstSample) got = stream_sought (stream, i);
    g_autoptr (GstSample) expected =
        stream_sought (other, mapped (row[MAP], i));

    assert_same (row, got, expected, i, "sought");
  }
}

static void
test_streams_show_the_same (gconstpointer data)
{
  gchar **row = (gchar **) data;

  if (row[FRAMES][0] == '@')
    check_single (row);
  else if (!strstr (row[EDIT], " set "))
    check_played (row);
  if (row[EDIT][0])
    check_edit (row);
}

static void
add_row (gchar **row, const gchar *location)
{
  static gchar *line;
  g_autofree gchar *path = g_strdup_printf ("/same/%s", row[NAME]);

  g_assert_cmpuint (g_strv_length (row), ==, N_COLUMNS);
  g_strdelimit (path, " ", '_');
  /* Where there is none it is that of the row above. */
  if (row[LINE][0]) {
    g_free (line);
    line = g_strdup (row[LINE]);
  } else {
    g_free (row[LINE]);
    row[LINE] = g_strdup (line);
  }
#ifndef TEST_WORDS
  if (strstr (row[GOT], "caption="))
    return;
#endif
  g_test_add_data_func_full (path, g_strdupv (row), test_streams_show_the_same,
      (GDestroyNotify) g_strfreev);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  check_rows ("elements/view/same.tsv", add_row);
  return g_test_run ();
}
