/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The box around all live cells and where cells were born and died, counted on a GPU:
 * against a plain model, and with frames against the CPU. */
#include "tests/support/worlds/cuda.h"
#include "tests/support/worlds/extent.h"

static void
test_every_kernel_counts_as_the_model (gconstpointer data)
{
  const ExtentCase *played = data;
  const guint dimensions = played->geometry.depth > 1 ? 3 : 2;
  LifeRule rule;

  if (skip_without_cuda ())
    return;
  rule = rule_of (dimensions, played->rule);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++) {
    LifeEngineOptions options = default_options ();
    LifeWorld *world;

    options.engine = LIFE_ENGINE_CUDA;
    options.kernel = cuda_kernels[i];
    world = life_world_new (&played->geometry, &rule, &options, NULL);
    if (world == NULL)
      continue;
    check_extent (world, played);
    life_world_free (world);
  }
}

/* A frame counts while the world goes on. */
static void
test_frames_count_as_on_the_cpu (gconstpointer data)
{
  static const LifeCountFlags wanted[] = { LIFE_COUNT_BOX, LIFE_COUNT_ACTIVITY,
    LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY | LIFE_COUNT_CHANGES };
  const ExtentCase *played = data;
  LifeRule rule;
  LifeWorld *world, *reference;

  if (skip_without_cuda ())
    return;
  rule = rule_of (played->geometry.depth > 1 ? 3 : 2, played->rule);
  world = new_cuda_world (&played->geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  reference =
      new_world_with_rule (&played->geometry, &rule, LIFE_KERNEL_AUTO, 1);
  fill_soup (world, 3, played->density);
  fill_soup (reference, 3, played->density);
  for (guint i = 0; i < 30 && !g_test_failed (); i++) {
    const LifeCountFlags flags = wanted[i % G_N_ELEMENTS (wanted)];
    LifeView view;
    guint8 pixels[64] = { 0 };
    LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
      .width = 8,
      .height = 8,
      .data = { pixels },
      .stride = { 8 } };
    LifeStatistics counts, expected;
    GError *error = NULL;

    life_view_init (&view);
    life_world_begin_frame (world, &view, &frame, flags, &error);
    g_assert_no_error (error);
    step (world, 1);
    life_world_finish_frame (world, &counts, &error);
    g_assert_no_error (error);
    life_world_count (reference, flags, &expected, &error);
    g_assert_no_error (error);
    assert_extent (&counts, &expected, world, played->rule);
    g_assert_cmpuint (counts.births, ==, expected.births);
    g_assert_cmpuint (counts.deaths, ==, expected.deaths);
    g_assert_cmpuint (
        counts.population, ==, statistics_of (reference).population);
    step (reference, 1);
  }
  life_world_free (world);
  life_world_free (reference);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (extent_cases); i++) {
    g_autofree gchar *model =
        g_strdup_printf ("/cuda-extent/every-kernel-counts-as-the-model/%u", i);
    g_autofree gchar *frames =
        g_strdup_printf ("/cuda-extent/frames-count-as-on-the-cpu/%u", i);

    g_test_add_data_func (
        model, &extent_cases[i], test_every_kernel_counts_as_the_model);
    g_test_add_data_func (
        frames, &extent_cases[i], test_frames_count_as_on_the_cpu);
  }
  return g_test_run ();
}
