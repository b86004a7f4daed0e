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

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/reports/" #name, test_##name)
  TEST (meta_holds_generation_population_and_size);
  TEST (messages_report_births_and_deaths);
  TEST (no_messages_unless_asked_for);
  TEST (properties_report_what_runs);
  return g_test_run ();
}
