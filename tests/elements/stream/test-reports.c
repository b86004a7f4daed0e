/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lifesrc reports about its frames: metas, messages, properties and lines of the log. */
#include "tests/support/elements/element.h"

static void
assert_field (const GstStructure *fields, const gchar *name, guint64 expected)
{
  guint64 value;

  if (!gst_structure_get_uint64 (fields, name, &value))
    g_error (
        "%s has no uint64 called %s", gst_structure_get_name (fields), name);
  if (value != expected)
    g_error ("%s says %s=%" G_GUINT64_FORMAT
             ", expected was %" G_GUINT64_FORMAT,
        gst_structure_get_name (fields), name, value, expected);
}

/* The message about the last frame. */
static void
assert_message (
    Stream *stream, const LifeStatistics *statistics, guint64 generation)
{
  g_autoptr (GstMessage) message =
      stream_wait_message (stream, GST_MESSAGE_ELEMENT);
  const GstStructure *fields = gst_message_get_structure (message);

  g_assert_cmpstr (gst_structure_get_name (fields), ==, "life");
  assert_field (fields, "generation", generation);
  assert_field (fields, "population", statistics->population);
  assert_field (fields, "births", statistics->births);
  assert_field (fields, "deaths", statistics->deaths);
}

/* Each frame's meta, and its message if that is asked for; and at the end the properties. */
static void
test_all_reports_have_what_was_counted (void)
{
  for (guint posts = 0; posts < 2; posts++) {
    g_autoptr (Stream) stream =
        gray_stream ("engine=cpu generations=2 num-buffers=5", 33, 17);
    g_autoptr (LifeWorld) reference = reference_soup (33, 17, 1, 0.35);
    g_autofree gchar *engine = NULL;
    LifeStatistics statistics;

    g_object_set (stream->life, "post-messages", posts, NULL);
    g_object_get (stream->life, "engine-used", &engine, NULL);
    g_assert_null (engine);
    stream_play (stream);
    for (guint i = 0; i < 5; i++) {
      g_autoptr (GstSample) sample = stream_pull (stream);
      GstBuffer *buffer = gst_sample_get_buffer (sample);

      reference_step (reference, i > 0 ? 2 : 0);
      reference_statistics (reference, &statistics);
      g_assert_cmpuint (count_life_metas (buffer), ==, 1);
      g_assert_cmpuint (buffer_generation (buffer), ==, 2 * i);
      g_assert_cmpuint (buffer_population (buffer), ==, statistics.population);
      assert_buffer_world (buffer, 33, 17, 1);
      if (posts)
        assert_message (stream, &statistics, 2 * i);
    }
    stream_expect_end (stream);
    g_assert_null (stream_next_message (stream, GST_MESSAGE_ELEMENT));
    g_object_get (stream->life, "engine-used", &engine, NULL);
    g_assert_cmpstr (engine, ==, "cpu");
    g_assert_cmpuint (stream_get_uint64 (stream, "generation"), ==, 8);
    g_assert_cmpuint (
        stream_get_uint64 (stream, "population"), ==, statistics.population);
  }
}

/* Lines of the category life, by level. */
static GMutex lines_lock;
static GString *lines[GST_LEVEL_COUNT];

static void
note_line (GstDebugCategory *category, GstDebugLevel level, const gchar *file,
    const gchar *function, gint line, GObject *object, GstDebugMessage *message,
    gpointer data)
{
  if (g_strcmp0 (gst_debug_category_get_name (category), "life") != 0)
    return;
  g_mutex_lock (&lines_lock);
  g_string_append_printf (
      lines[level], "\n%s", gst_debug_message_get (message));
  g_mutex_unlock (&lines_lock);
}

static guint
count_lines (GstDebugLevel level, const gchar *start)
{
  g_autofree gchar *head = g_strconcat ("\n", start, NULL);
  guint count = 0;

  for (const gchar *at = lines[level]->str; (at = strstr (at, head)); at++)
    count++;
  return count;
}

static void
play_with_log (const gchar *properties)
{
  g_autoptr (Stream) stream = NULL;

  for (guint level = 0; level < GST_LEVEL_COUNT; level++) {
    if (lines[level] == NULL)
      lines[level] = g_string_new (NULL);
    g_string_truncate (lines[level], 0);
  }
  gst_debug_add_log_function (note_line, NULL, NULL);
  gst_debug_set_threshold_for_name ("life", GST_LEVEL_LOG);
  stream = stream_play (stream_new (
      "lifesrc name=life num-buffers=20 engine=cpu %s ! " GRAY (64, 48),
      properties));
  stream_skip (stream, 20);
  stream_expect_end (stream);
  stream_set_state (stream, GST_STATE_NULL);
  gst_debug_remove_log_function (note_line);
  gst_debug_set_threshold_for_name ("life", GST_LEVEL_NONE);
}

/* Also where the size is given, and a world is made before there are caps. */
static void
test_log_has_each_choice_once_and_each_frame (void)
{
  static const gchar *const cases[][7] = {
    { "pattern=glider", "engine cpu: engine=cpu", "kernel ",
        "size 128x96 cells: ", "topology plane: topology=auto",
        "zoom 1: zoom=0", "view cells: view=auto" },
    { "world-width=32 world-height=32 zoom=2 kernel=naive",
        "engine cpu: engine=cpu", "kernel naive: kernel=naive",
        "size 32x32 cells: ", "topology torus: topology=auto", "zoom 2: zoom=2",
        "view cells: view=auto" },
    { "world-depth=8 topology=plane", "engine cpu: ", "kernel ",
        "size 128x128x8 cells: ", "topology plane: topology=plane", "zoom ",
        "view slice: view=auto" },
    { "topology=unbounded pattern=glider", "engine cpu: ", "kernel ",
        "size unbounded", "topology unbounded: topology=unbounded", "zoom ",
        "view cells: view=auto" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    play_with_log (cases[i][0]);
    g_test_message ("%s:%s", cases[i][0], lines[GST_LEVEL_INFO]->str);
    for (guint k = 1; k < G_N_ELEMENTS (cases[i]); k++)
      g_assert_cmpuint (count_lines (GST_LEVEL_INFO, cases[i][k]), ==, 1);
    g_assert_cmpuint (count_lines (GST_LEVEL_INFO, ""), ==, 6);
    g_assert_cmpuint (count_lines (GST_LEVEL_LOG, "frame "), ==, 20);
    g_assert_cmpuint (
        count_lines (GST_LEVEL_LOG, "frame 7: generation 7, "), ==, 1);
  }
}

/* How a table runs is the library's choice, which it reports once per rule. */
static void
test_log_has_the_choices_of_the_library (void)
{
  static const gchar *const cases[][2] = {
    { "rule=WireWorld", "a network of 12 gates for 4 of the 4 states of rule "
                        "WireWorld" },
    { "rule=JvN29", "the table of rule JvN29 is looked up: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *properties = g_strconcat (
        cases[i][0], " zoom=1 world-width=1024 world-height=512", NULL);

    play_with_log (properties);
    g_test_message ("%s:%s", cases[i][0], lines[GST_LEVEL_INFO]->str);
    g_assert_cmpuint (count_lines (GST_LEVEL_INFO, cases[i][1]), ==, 1);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/reports/" #name, test_##name)
  TEST (all_reports_have_what_was_counted);
  TEST (log_has_each_choice_once_and_each_frame);
  TEST (log_has_the_choices_of_the_library);
  return g_test_run ();
}
