/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bad input: each row of bad-input.tsv gives one clear error of our element first, which
 * names what was wrong, takes little memory and stops cleanly, and the same pipeline
 * plays once the input is right. */
#include <fcntl.h>
#include <unistd.h>

#include "tests/support/elements/element.h"
#include "tests/support/text/rows.h"

/* More than a stream of small frames takes, less than the bad input would. */
#define MEMORY_LIMIT (256 * 1024) /* KiB */

#define SMALL "video/x-raw,format=GRAY8,width=64,height=48,framerate=30/1"
#define SOURCE                                                            \
  "lifesrc name=life num-buffers=30 ! capsfilter name=filter caps=" SMALL \
  " ! fakesink"
#define STEP                                                              \
  "lifesrc num-buffers=30 ! " SMALL " ! lifestep name=life input=tick ! " \
  "capsfilter name=filter ! fakesink"

/* --- Files --- */

static const struct {
  const gchar *name, *content;
  gssize length;
} files[] = {
  { "good.rle", "x = 3, y = 3\nbo$2bo$3o!\n", -1 },
  { "empty.rle", "", -1 },
  { "blank.rle", "\n  \r\n\t\n", -1 },
  { "truncated.rle", "x = 3, y = 3\nbo$2bo$3o", -1 },
  { "truncated.rle.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b\xca", 12 },
  { "damaged.rle.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff\xff\xff",
      16 },
  { "binary.rle",
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0\1\0\0\0",
      24 },
  { "prose.rle", "Dear reader,\nthis is no pattern.\n", -1 },
  { "README.md", "# life\n\n![A soup](soup.png)\n\nA plugin.\n", -1 },
  { "dead.rle", "x = 3, y = 3\n3b$3b$3b!\n", -1 },
  { "letter.rle", "#C a comment\nx = 3, y = 3\n3q!\n", -1 },
  { "outside.rle", "x = 3, y = 3\nbo$2bo4o!\n", -1 },
  { "run.rle", "x = 3, y = 3\nbo$1000000000000000000o!\n", -1 },
  { "rows.rle", "x = 3, y = 3\nbo1000000000000000000$o!\n", -1 },
  { "header.rle", "x = 2147483647, y = 2147483647\nbo$2bo$3o!\n", -1 },
  { "states.rle", "x = 3, y = 1, rule = B3/S23\n.AB!\n", -1 },
  { "tree.mc", "[M2]\n*\n4 0 1 9 0\n", -1 },
  { "wolfram.mc", "[M2] (golly 0.9)\n#R w22\n$$$$$$$*$\n", -1 },
  { "truncated.zip", "PK\003\004\024", 5 },
  { "rule.rle", "x = 3, y = 3, rule = B9/S23\nbo$2bo$3o!\n", -1 },
};

static gchar *folder;

static void
write_files (void)
{
  g_autofree gchar *huge = NULL;
  gint file;

  folder = g_dir_make_tmp ("life-bad-input-XXXXXX", NULL);
  g_assert_nonnull (folder);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree gchar *path = g_build_filename (folder, files[i].name, NULL);

    g_assert_true (
        g_file_set_contents (path, files[i].content, files[i].length, NULL));
  }
  /* A file with a hole: large to read, small to keep. */
  huge = g_build_filename (folder, "huge.rle", NULL);
  file = g_open (huge, O_CREAT | O_WRONLY, 0600);
  g_assert_cmpint (ftruncate (file, (off_t) 3 << 30), ==, 0);
  close (file);
}

/* --- One case --- */

typedef struct {
  GstElement *pipeline, *life, *filter;
  GstBus *bus;
} Trial;

/* @text with the folder instead of '@'. */
static gchar *
with_folder (const gchar *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "@", -1);

  return g_strjoinv (folder, parts);
}

static GstElement *
owner_of (Trial *trial, const gchar **property)
{
  if (!g_str_has_prefix (*property, "filter."))
    return trial->life;
  *property += strlen ("filter.");
  return trial->filter;
}

/* Makes these settings; returns the previous values. */
static GstStructure *
apply (Trial *trial, const gchar *settings)
{
  g_auto (GStrv) pairs = g_strsplit (settings, "|", -1);
  GstStructure *previous = gst_structure_new_empty ("previous");

  for (gchar **pair = pairs; *pair; pair++) {
    g_auto (GStrv) sides = g_strsplit (*pair, "=", 2);
    const gchar *property = sides[0];
    GstElement *owner = owner_of (trial, &property);
    g_autofree gchar *text = with_folder (sides[1]);
    g_auto (GValue) value = G_VALUE_INIT;

    g_object_get_property (G_OBJECT (owner), property, &value);
    gst_structure_set_value (previous, sides[0], &value);
    if (G_VALUE_HOLDS_STRING (&value))
      g_object_set (owner, property, text, NULL);
    else
      gst_util_set_object_arg (G_OBJECT (owner), property, text);
  }
  return previous;
}

static gboolean
restore (GQuark name, const GValue *value, gpointer trial)
{
  const gchar *property = g_quark_to_string (name);
  GstElement *owner = owner_of (trial, &property);

  g_object_set_property (G_OBJECT (owner), property, value);
  return TRUE;
}

static guint64
peak_memory (void)
{
  g_autofree gchar *status = NULL;
  const gchar *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL)
      || !(line = strstr (status, "VmHWM:")))
    return 0;
  return g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10);
}

/* Plays until an error or the end; the error's message, or NULL. It is our element's. */
static gchar *
play (Trial *trial, const gchar *location, GstStateChangeReturn *ret)
{
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gchar *debug = NULL;

  *ret = gst_element_set_state (trial->pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      trial->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
  if (!message)
    g_error ("%s: neither an error nor the end of the stream came", location);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    return NULL;
  gst_message_parse_error (message, &error, &debug);
  if (GST_MESSAGE_SRC (message) != GST_OBJECT (trial->life))
    g_error ("%s: the first error is from %s: %s (%s)", location,
        GST_OBJECT_NAME (GST_MESSAGE_SRC (message)), error->message, debug);
  return g_strdup (error->message);
}

/* Fails where what is wrong is reported again, as formats that do not suit. In state READY
 * nothing streams any more. */
static void
assert_reported_once (Trial *trial, const gchar *location)
{
  GstMessage *message;

  gst_element_set_state (trial->pipeline, GST_STATE_READY);
  while ((message = gst_bus_pop_filtered (trial->bus, GST_MESSAGE_ERROR))) {
    g_autoptr (GError) error = NULL;

    gst_message_parse_error (message, &error, NULL);
    if (GST_MESSAGE_SRC (message) == GST_OBJECT (trial->life)
        && strstr (error->message, "suits both sides"))
      g_error ("%s: another error follows: %s", location, error->message);
    gst_message_unref (message);
  }
}

static void
stop (Trial *trial)
{
  g_assert_cmpint (gst_element_set_state (trial->pipeline, GST_STATE_NULL), ==,
      GST_STATE_CHANGE_SUCCESS);
  gst_bus_set_flushing (trial->bus, TRUE);
  gst_bus_set_flushing (trial->bus, FALSE);
}

static void
open_trial (Trial *trial, const gchar *line)
{
  GError *error = NULL;

  trial->pipeline = gst_parse_launch (line, &error);
  g_assert_no_error (error);
  trial->life = gst_bin_get_by_name (GST_BIN (trial->pipeline), "life");
  trial->filter = gst_bin_get_by_name (GST_BIN (trial->pipeline), "filter");
  trial->bus = gst_element_get_bus (trial->pipeline);
}

static void
close_trial (Trial *trial)
{
  gst_object_unref (trial->bus);
  gst_object_unref (trial->filter);
  gst_object_unref (trial->life);
  gst_object_unref (trial->pipeline);
}

/* The columns of bad-input.tsv. */
enum {
  NAME,
  ELEMENT,
  WHEN,
  SETTINGS,
  EXPECTED
};

static void
check_case (gchar **row, const gchar *location, const gchar *line)
{
  const guint64 start_memory = peak_memory ();
  g_autofree gchar *expected = with_folder (row[EXPECTED]);
  g_autofree gchar *error = NULL;
  GstStructure *previous;
  GstStateChangeReturn ret;
  Trial trial;

  g_test_message ("%s: %s", location, row[NAME]);
  open_trial (&trial, line);
  previous = apply (&trial, row[SETTINGS]);
  error = play (&trial, location, &ret);
  if (error) {
    g_test_message ("%s", error);
    check_message (error, expected, location);
    if (g_str_equal (row[WHEN], "start")) {
      g_assert_cmpint (ret, ==, GST_STATE_CHANGE_FAILURE);
      g_assert_null (gst_bus_pop_filtered (trial.bus, GST_MESSAGE_ERROR));
    }
    assert_reported_once (&trial, location);
  } else if (!strstr (row[SETTINGS], "engine=cuda")) {
    g_error ("%s: it played to the end as if nothing were wrong", location);
  }
  stop (&trial);
  /* The kernel's counters lag, so the peak may seem to fall a little. */
  if (peak_memory () > start_memory + MEMORY_LIMIT)
    g_error ("%s: %" G_GUINT64_FORMAT " KiB of memory were taken", location,
        peak_memory () - start_memory);

  gst_structure_foreach (previous, restore, &trial);
  g_free (error);
  error = play (&trial, location, &ret);
  if (error)
    g_error ("%s: with good input again: %s", location, error);
  stop (&trial);
  gst_structure_free (previous);
  close_trial (&trial);
}

static void
check_row (gchar **row, const gchar *location)
{
  g_assert_cmpuint (g_strv_length (row), ==, EXPECTED + 1);
#ifndef TEST_WORDS
  if (strstr (row[SETTINGS], "text"))
    return;
#endif
  if (!g_str_equal (row[ELEMENT], "lifestep"))
    check_case (row, location, SOURCE);
  if (!g_str_equal (row[ELEMENT], "lifesrc"))
    check_case (row, location, STEP);
}

static void
test_bad_input_is_an_error_with_its_remedy (void)
{
  check_rows ("elements/stream/bad-input.tsv", check_row);
}

int
main (int argc, char **argv)
{
  gint ret;

  element_test_init (&argc, &argv);
  write_files ();
  g_test_add_func ("/bad-input/is_an_error_with_its_remedy",
      test_bad_input_is_an_error_with_its_remedy);
  ret = g_test_run ();
  remove_folder (folder);
  g_free (folder);
  return ret;
}
