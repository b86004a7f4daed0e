/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What lifesrc reports about its frames: metas, messages, and properties that are read. */
#include "tests/support/elements/element.h"

static void
test_meta_holds_generation_population_and_size (void)
{
  Stream *stream = stream_play (gray_stream ("generations=2", 33, 17));
  LifeWorld *reference = reference_soup (33, 17, 1, 0.35);

  for (guint i = 0; i < 4; i++) {
    GstSample *sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);
    LifeStatistics statistics;

    reference_statistics (reference, &statistics);
    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    g_assert_cmpuint (buffer_generation (buffer), ==, 2 * i);
    g_assert_cmpuint (buffer_population (buffer), ==, statistics.population);
    assert_buffer_world (buffer, 33, 17, 1);
    gst_sample_unref (sample);
    reference_step (reference, 2);
  }
  life_world_free (reference);
  stream_free (stream);
}

static void
assert_message_field (
    const GstStructure *fields, const gchar *name, guint64 expected)
{
  guint64 value;

  if (!gst_structure_get_uint64 (fields, name, &value))
    g_error ("the message life has no uint64 called %s", name);
  if (value != expected)
    g_error ("the message life says %s=%" G_GUINT64_FORMAT
             ", expected was %" G_GUINT64_FORMAT,
        name, value, expected);
}

static void
test_messages_report_births_and_deaths (void)
{
  Stream *stream = stream_play (
      gray_stream ("post-messages=true generations=2 num-buffers=5", 40, 30));
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);

  for (guint i = 0; i < 5; i++) {
    GstSample *sample = stream_pull (stream);
    GstMessage *message = stream_wait_message (stream, GST_MESSAGE_ELEMENT);
    const GstStructure *fields = gst_message_get_structure (message);
    LifeStatistics statistics;

    reference_statistics (reference, &statistics);
    g_assert_cmpstr (gst_structure_get_name (fields), ==, "life");
    assert_message_field (fields, "generation", 2 * i);
    assert_message_field (fields, "population", statistics.population);
    assert_message_field (fields, "births", statistics.births);
    assert_message_field (fields, "deaths", statistics.deaths);
    gst_message_unref (message);
    gst_sample_unref (sample);
    reference_step (reference, 2);
  }
  stream_expect_end (stream);
  life_world_free (reference);
  stream_free (stream);
}

static void
test_no_messages_unless_asked_for (void)
{
  Stream *stream = stream_play (gray_stream ("num-buffers=2", 40, 30));

  gst_sample_unref (stream_pull (stream));
  gst_sample_unref (stream_pull (stream));
  stream_expect_end (stream);
  g_assert_null (stream_next_message (stream, GST_MESSAGE_ELEMENT));
  stream_free (stream);
}

static void
test_properties_report_what_runs (void)
{
  Stream *stream = gray_stream ("engine=cpu num-buffers=3", 40, 30);
  LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
  guint64 generation, population;
  LifeStatistics statistics;
  gchar *engine;

  g_object_get (stream->life, "engine-used", &engine, NULL);
  g_assert_cmpstr (engine, ==, NULL);
  stream_play (stream);
  for (guint i = 0; i < 3; i++)
    gst_sample_unref (stream_pull (stream));
  stream_expect_end (stream);
  g_object_get (stream->life, "engine-used", &engine, "generation", &generation,
      "population", &population, NULL);
  reference_step (reference, 2);
  reference_statistics (reference, &statistics);
  g_assert_cmpstr (engine, ==, "cpu");
  g_assert_cmpuint (generation, ==, 2);
  g_assert_cmpuint (population, ==, statistics.population);
  g_free (engine);
  life_world_free (reference);
  stream_free (stream);
}

/* Zoom 0 is one that is chosen. */
static void
test_zoom_of_the_last_frame_is_read (void)
{
  static const struct {
    const gchar *properties;
    gdouble zoom;
  } cases[] = {
    { "", 1 },
    { "zoom=2.5", 2.5 },
    { "world-width=8 world-height=6", 8 },
    { "world-width=640 world-height=480", 0.1 },
    { "world-depth=8 view=volume", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Stream *stream = stream_new (
        "lifesrc name=life %s ! " GRAY (64, 48), cases[i].properties);
    gdouble zoom;

    g_object_get (stream->life, "zoom-used", &zoom, NULL);
    g_assert_cmpfloat (zoom, ==, 0);
    stream_play (stream);
    gst_sample_unref (stream_pull (stream));
    g_object_get (stream->life, "zoom-used", &zoom, NULL);
    g_assert_cmpfloat (zoom, ==, cases[i].zoom);
    stream_free (stream);
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
  Stream *stream;

  for (guint level = 0; level < GST_LEVEL_COUNT; level++)
    lines[level] = g_string_new (NULL);
  gst_debug_add_log_function (note_line, NULL, NULL);
  gst_debug_set_threshold_for_name ("life", GST_LEVEL_LOG);
  stream = stream_play (stream_new (
      "lifesrc name=life num-buffers=20 engine=cpu %s ! " GRAY (64, 48),
      properties));
  for (guint i = 0; i < 20; i++)
    gst_sample_unref (stream_pull (stream));
  stream_expect_end (stream);
  stream_free (stream);
  gst_debug_remove_log_function (note_line);
  gst_debug_set_threshold_for_name ("life", GST_LEVEL_NONE);
}

static void
free_lines (void)
{
  for (guint level = 0; level < GST_LEVEL_COUNT; level++)
    g_string_free (lines[level], TRUE);
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
    free_lines ();
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/reports/" #name, test_##name)
  TEST (meta_holds_generation_population_and_size);
  TEST (messages_report_births_and_deaths);
  TEST (no_messages_unless_asked_for);
  TEST (properties_report_what_runs);
  TEST (zoom_of_the_last_frame_is_read);
  TEST (log_has_each_choice_once_and_each_frame);
  return g_test_run ();
}
