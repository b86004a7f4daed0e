/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keys from a window that change the world, its tempo and its look. */
#include "tests/support/elements/pointer.h"

static guint64
next_generation (Stream *stream)
{
  GstSample *sample = pull_next_made (stream);
  guint64 generation = buffer_generation (gst_sample_get_buffer (sample));

  gst_sample_unref (sample);
  return generation;
}

static void
test_space_holds_the_world_and_not_the_stream (void)
{
  Stream *stream = start (gray_stream ("", 40, 30));
  guint64 generation;
  gboolean paused;

  g_assert_true (key (stream, "space"));
  g_object_get (stream->life, "paused", &paused, NULL);
  g_assert_true (paused);
  generation = next_generation (stream);
  g_assert_cmpuint (next_generation (stream), ==, generation);
  g_assert_true (key (stream, " "));
  g_assert_cmpuint (next_generation (stream), >, generation);
  stream_free (stream);
}

static void
test_a_period_steps_one_generation (void)
{
  Stream *stream = start (gray_stream ("generations=5", 40, 30));
  guint64 generation;

  g_assert_true (key (stream, "space"));
  generation = next_generation (stream);
  g_assert_true (key (stream, "period"));
  g_assert_cmpuint (next_generation (stream), ==, generation + 1);
  g_assert_true (key (stream, "."));
  g_assert_true (key (stream, "KP_Decimal"));
  g_assert_cmpuint (next_generation (stream), ==, generation + 3);
  stream_free (stream);
}

static void
test_c_clears_and_r_takes_the_next_soup (void)
{
  Stream *stream = start (gray_stream ("paused=true seed=5 zoom=1", 40, 30));
  LifeWorld *reference = reference_soup (40, 30, 6, 0.35);
  GstSample *sample;

  g_assert_true (key (stream, "c"));
  g_assert_cmpuint (next_population (stream), ==, 0);
  g_assert_true (key (stream, "R"));
  sample = pull_next_made (stream);
  assert_shows (sample, reference, "the next soup");
  gst_sample_unref (sample);
  life_world_free (reference);
  stream_free (stream);
}

static void
assert_tempo (
    Stream *stream, const gchar *name, guint generations, gint top, gint bottom)
{
  GValue rate = G_VALUE_INIT;
  guint got;

  g_value_init (&rate, GST_TYPE_FRACTION);
  g_assert_true (key (stream, name));
  g_object_get (stream->life, "generations", &got, NULL);
  g_object_get_property (G_OBJECT (stream->life), "generations-rate", &rate);
  if (got != generations || gst_value_get_fraction_numerator (&rate) != top
      || gst_value_get_fraction_denominator (&rate) != bottom)
    g_error (
        "after %s: generations=%u generations-rate=%d/%d, expected were %u "
        "and %d/%d",
        name, got, gst_value_get_fraction_numerator (&rate),
        gst_value_get_fraction_denominator (&rate), generations, top, bottom);
  g_value_unset (&rate);
}

static void
test_plus_and_minus_change_the_tempo (void)
{
  Stream *stream = start (gray_stream ("generations=3", 40, 30));

  assert_tempo (stream, "plus", 6, 0, 1);
  assert_tempo (stream, "minus", 3, 0, 1);
  assert_tempo (stream, "KP_Subtract", 3, 3, 2);
  assert_tempo (stream, "-", 3, 3, 4);
  assert_tempo (stream, "KP_Add", 3, 3, 2);
  assert_tempo (stream, "equal", 3, 0, 1);
  g_object_set (stream->life, "generations", 1024, NULL);
  assert_tempo (stream, "+", 1024, 0, 1);
  g_object_set (stream->life, "generations-rate", 1, 256, NULL);
  assert_tempo (stream, "minus", 1024, 1, 256);
  g_object_set (stream->life, "generations-rate", G_MAXINT, 3, NULL);
  assert_tempo (stream, "plus", 1024, G_MAXINT, 3);
  stream_free (stream);
}

static void
test_p_takes_the_next_palette (void)
{
  Stream *stream = start (gray_stream ("", 40, 30));
  const gchar *const *names = life_palette_names ();

  for (guint i = 1; i <= g_strv_length ((gchar **) names); i++) {
    g_autofree gchar *palette = NULL;

    g_assert_true (key (stream, "p"));
    g_object_get (stream->life, "palette", &palette, NULL);
    g_assert_cmpstr (palette, ==, names[i] ? names[i] : names[0]);
  }
  stream_free (stream);
}

static void
test_g_shows_and_hides_the_grid (void)
{
  static const gdouble expected[] = { 4, 0, 4 }, others[] = { 0, 9, 0 };
  Stream *stream = start (gray_stream ("", 40, 30));
  gdouble grid;

  for (guint i = 0; i < 3; i++) {
    g_assert_true (key (stream, "g"));
    g_object_get (stream->life, "grid", &grid, NULL);
    g_assert_cmpfloat (grid, ==, expected[i]);
  }
  g_object_set (stream->life, "grid", 9.0, NULL);
  for (guint i = 0; i < 3; i++) {
    g_assert_true (key (stream, "g"));
    g_object_get (stream->life, "grid", &grid, NULL);
    g_assert_cmpfloat (grid, ==, others[i]);
  }
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/keys/" #name, test_##name)
  TEST (space_holds_the_world_and_not_the_stream);
  TEST (a_period_steps_one_generation);
  TEST (c_clears_and_r_takes_the_next_soup);
  TEST (plus_and_minus_change_the_tempo);
  TEST (p_takes_the_next_palette);
  TEST (g_shows_and_hides_the_grid);
  return g_test_run ();
}
