/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine draws worlds in perspective as the CPU does, to the byte. */
#include "tests/support/draw/body-setup.h"
#include "tests/support/worlds/cuda.h"

/* Worlds of two states are bits, or bytes where a kernel wants them so. */
static gboolean
compare_with_cpu (const BodySetup *setup)
{
  LifeRule rule = body_setup_rule (setup);
  LifeKernel kernel =
      setup->seed % 3 == 0 ? LIFE_KERNEL_PACKED : LIFE_KERNEL_AUTO;
  g_autoptr (LifeWorld) world =
      new_cuda_world (&setup->geometry, &rule, kernel, setup->seed % 2);
  g_autoptr (LifeWorld) on_cpu =
      new_world_with_rule (&setup->geometry, &rule, LIFE_KERNEL_AUTO, 0);

  return compare_body_setup (world, on_cpu, setup);
}

static void
compare_setups (guint32 first_seed, guint n, guint most_side, guint most_frame)
{
  guint wrong = 0;

  for (guint i = 0; i < n && wrong < 5; i++) {
    BodySetup setup = random_body_setup (first_seed + i, most_side, most_frame);

    if (!compare_with_cpu (&setup))
      wrong++;
  }
}

static void
test_random_frames_equal_the_cpus (void)
{
  if (!skip_without_cuda ())
    compare_setups (1, 200, 80, 150);
}

/* Rows of more words than a thread block finds blocks in at once. */
static void
test_long_worlds_equal_the_cpus (void)
{
  static const LifeGeometry worlds[] = { { 2500, 20, 18, LIFE_TOPOLOGY_TORUS },
    { 17, 1030, 5, LIFE_TOPOLOGY_PLANE }, { 33, 7, 900, LIFE_TOPOLOGY_TORUS },
    { 129, 130, 131, LIFE_TOPOLOGY_TORUS } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 8 * G_N_ELEMENTS (worlds); i++) {
    BodySetup setup = random_body_setup (1000 + i, 80, 150);

    setup.geometry = worlds[i % G_N_ELEMENTS (worlds)];
    setup.density = i % 3 == 0 ? 0.0002 : 0.05;
    if (!compare_with_cpu (&setup))
      return;
  }
}

static void
test_every_format_equals_the_cpus (void)
{
  if (skip_without_cuda ())
    return;
  for (guint format = 0; format < N_FORMATS; format++)
    for (guint overlay = 0; overlay < 2; overlay++) {
      BodySetup setup = random_body_setup (2000 + format, 40, 100);

      setup.format = (LifePixelFormat) format;
      setup.view.overlay = overlay;
      setup.density = 0.02;
      if (!compare_with_cpu (&setup))
        return;
    }
}

/* One world whose view changes, so that what is kept from frame to frame is made anew. */
static void
test_a_world_is_seen_from_everywhere (void)
{
  const LifeGeometry geometry = { 70, 33, 50, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (3, body_rules[0]);
  g_autoptr (LifeWorld) world = NULL, on_cpu = NULL;

  if (skip_without_cuda ())
    return;
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  on_cpu = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 0);
  for (guint i = 0; i < 60; i++) {
    BodySetup setup = random_body_setup (3000 + i / 2, 80, 120);

    setup.geometry = geometry;
    setup.rule = body_rules[0];
    setup.density = 0.1;
    if (i % 2 == 1) { /* the same view, other colors or another gain */
      setup.view.palette_phase = 0.5;
      setup.view.density_gain = 3;
      setup.view.alive_color = 0xff20c0ffu;
    }
    if (!compare_body_setup (world, on_cpu, &setup))
      return;
  }
}

/* Worlds of 2D have no third side to see. */
static void
test_a_flat_world_is_refused (void)
{
  const LifeGeometry geometry = { 70, 33, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  BodySetup setup = random_body_setup (1, 80, 120);
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree guint8 *memory = NULL;
  LifeFrame frame;
  gsize bytes;

  if (skip_without_cuda ())
    return;
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);
  frame = new_body_frame (&setup, &memory, &bytes);
  g_assert_false (life_world_draw (world, &setup.view, &frame, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
}

static void
test_small_frames_equal_the_cpus (void)
{
  if (!skip_without_cuda ())
    compare_setups (5000, 24, 20, 40);
}

#define TEST(name) g_test_add_func ("/cuda-body/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (random_frames_equal_the_cpus);
  TEST (long_worlds_equal_the_cpus);
  TEST (every_format_equals_the_cpus);
  TEST (a_world_is_seen_from_everywhere);
  TEST (a_flat_world_is_refused);
  g_test_add_func ("/cuda-body/small/frames_equal_the_cpus",
      test_small_frames_equal_the_cpus);
  return g_test_run ();
}
