/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine reports clearly what it cannot do, allocates
 * nothing for it, works afterwards, stops when it is cancelled, and leaves its
 * caller's context as it was. */
#include "tests/support/draw/spacetime.h"
#include "tests/support/worlds/cuda-pair.h"

/* The message must have every word of @words, separated by '|'. */
static void
assert_refused (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, gint device, LifeError code, const gchar *words)
{
  LifeEngineOptions options = cuda_options (kernel);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = g_strsplit (words, "|", -1);

  options.cuda_device_id = device;
  g_assert_null (life_world_new (geometry, rule, &options, &error));
  g_assert_error (error, LIFE_ERROR, (gint) code);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (error->message, parts[i]) == NULL)
      fail ("\"%s\" is not in: %s", parts[i], error->message);
}

/* A world of 65 × 66 cells beside the reference. */
static Pair
new_soups (LifeKernel kernel, const gchar *what)
{
  const LifeGeometry geometry = { 65, 66, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule rule = rule_of (2, "B3/S23");
  Pair pair = new_pair (&geometry, &rule, kernel, LIFE_KERNEL_NAIVE, what);

  pair_soup (&pair, 1, 0.4);
  return pair;
}

/* After an error the engine works as before. */
static void
assert_works (LifeKernel kernel)
{
  g_auto (Pair) pair = new_soups (kernel, "after an error");

  PAIR_PLAY (&pair, 20);
}

static void
test_missing_devices_are_named (void)
{
  const LifeGeometry geometry = { 10, 10, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");

  if (skip_without_cuda ())
    return;
  assert_refused (&geometry, &rule, LIFE_KERNEL_AUTO, 9999, LIFE_ERROR_DEVICE,
      "cuda-device-id=9999|GPUs 0 to");
  assert_refused (&geometry, &rule, LIFE_KERNEL_NAIVE, -2, LIFE_ERROR_DEVICE,
      "cuda-device-id=-2|-1");
  assert_works (LIFE_KERNEL_AUTO);
}

static void
test_memory_that_does_not_suffice_is_reported (void)
{
  const LifeGeometry square = { 0x7fffffff, 0x7fffffff, 1,
    LIFE_TOPOLOGY_TORUS };
  const LifeGeometry cube = { 0x7fffffff, 0x7fffffff, 0x7fffffff,
    LIFE_TOPOLOGY_PLANE };
  LifeRule rule_2d = rule_of (2, "B3/S23");
  LifeRule rule_3d = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++) {
    LifeKernel kernel = cuda_kernels[i];

    assert_refused (&square, &rule_2d, kernel, -1, LIFE_ERROR_MEMORY,
        "the world needs|iB|free");
    if (kernel != LIFE_KERNEL_LUT)
      assert_refused (&cube, &rule_3d, kernel, -1, LIFE_ERROR_MEMORY,
          "the world needs|free");
    assert_works (kernel);
  }
}

/* A world that takes a quarter of a byte per cell, and then a byte and a bit. */
static void
test_history_that_does_not_fit_is_reported (void)
{
  const LifeGeometry geometry = { 1u << 19, 1u << 18, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  const LifeEngineOptions options = cuda_options (LIFE_KERNEL_AUTO);
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (GError) error = NULL;

  if (skip_without_cuda ())
    return;
  world = life_world_new (&geometry, &rule, &options, NULL);
  if (world == NULL || life_world_forget (world, &error)) {
    g_test_skip ("a GPU that has room for such a world, but not for its"
                 " history, is needed");
    return;
  }
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "a history of frames needs 144.0"));
  g_assert_nonnull (strstr (error->message, "GiB of the GPU's memory, and "));
  g_assert_nonnull (strstr (error->message, " is free"));
  step (world, 1);
  assert_works (LIFE_KERNEL_AUTO);
}

static void
test_a_stack_that_does_not_fit_is_reported (void)
{
  const LifeGeometry geometry = { 16384, 16384, 1, LIFE_TOPOLOGY_TORUS };
  const LifeView view = spacetime_view (LIFE_MAX_SPACETIME, 0);
  const LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 8, 8);
  g_autoptr (GError) error = NULL;

  if (skip_without_cuda ())
    return;
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  g_assert_false (life_world_draw (world, &view, &canvas->frame, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "a history of 65536 frames needs"));
}

/* Worlds of 2D have no third side to see. */
static void
test_a_body_of_a_flat_world_is_refused (void)
{
  g_autoptr (Canvas) canvas = canvas_new (LIFE_PIXEL_FORMAT_RGBA, 8, 8);
  g_autoptr (GError) error = NULL;
  g_auto (Pair) pair = { { NULL } };
  LifeView view = default_view ();

  if (skip_without_cuda ())
    return;
  pair = new_soups (LIFE_KERNEL_BITSLICED, "a flat world");
  view.kind = LIFE_VIEW_VOLUME;
  g_assert_false (
      life_world_draw (pair.worlds[0], &view, &canvas->frame, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
}

static void
test_edges_over_two_to_the_31_are_refused (void)
{
  const LifeGeometry wide = { (1u << 31) + 1, 1, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry high = { 1, G_MAXUINT32, 1, LIFE_TOPOLOGY_PLANE };
  const LifeGeometry deep = { 2, 1, (1u << 31) + 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule_2d = rule_of (2, "B3/S23");
  LifeRule rule_3d = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++) {
    LifeKernel kernel = cuda_kernels[i];

    assert_refused (
        &wide, &rule_2d, kernel, -1, LIFE_ERROR_SIZE, "2147483649|2147483648");
    assert_refused (
        &high, &rule_2d, kernel, -1, LIFE_ERROR_SIZE, "4294967295|2147483648");
    if (kernel != LIFE_KERNEL_LUT)
      assert_refused (&deep, &rule_3d, kernel, -1, LIFE_ERROR_SIZE,
          "2147483649|2147483648");
    assert_works (kernel);
  }
}

static void
test_lut_in_3d_is_refused (void)
{
  const LifeGeometry geometry = { 10, 10, 10, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  assert_refused (&geometry, &rule, LIFE_KERNEL_LUT, -1, LIFE_ERROR_UNSUPPORTED,
      "kernel=lut|two dimensions|kernel=auto");
}

/* Kernels of two states report what to use instead. A world keeps its rule
 * where another one is refused. */
static void
test_fast_kernels_refuse_rules_of_more_states (void)
{
  const LifeGeometry geometry = { 65, 66, 1, LIFE_TOPOLOGY_TORUS };
  const LifeKernel kernels[] = { LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC,
    LIFE_KERNEL_LUT };
  LifeRule other = rule_of (2, "B2/S");

  other.states = 3;
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++) {
    g_auto (Pair) pair = new_soups (kernels[i], "after a rule was refused");
    g_autoptr (GError) error = NULL;

    assert_refused (&geometry, &other, kernels[i], -1, LIFE_ERROR_UNSUPPORTED,
        "kernel=auto|kernel=naive");
    g_assert_false (life_world_set_rule (pair.worlds[0], &other, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
    PAIR_PLAY (&pair, 20);
  }
}

/* All but the kernel with a byte per cell run on a plane and a torus without shifts alone. */
static void
test_fast_kernels_refuse_other_edges (void)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC,
    LIFE_KERNEL_LUT, LIFE_KERNEL_BITSLICED };
  static const LifeGeometry joined[] = {
    { 64, 64, 1, LIFE_TOPOLOGY_TORUS, .shift_x = 5 },
    { 64, 64, 1, LIFE_TOPOLOGY_TORUS, .shift_y = 1 },
    { 64, 64, 1, LIFE_TOPOLOGY_KLEIN },
    { 64, 64, 1, LIFE_TOPOLOGY_KLEIN, .vertical_twist = TRUE },
    { 64, 64, 1, LIFE_TOPOLOGY_CROSS_SURFACE },
    { 64, 64, 1, LIFE_TOPOLOGY_SPHERE },
  };
  const LifeRule rule = rule_of (2, "B3/S23");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    for (guint k = 0; k < G_N_ELEMENTS (joined); k++)
      assert_refused (&joined[k], &rule, kernels[i], -1, LIFE_ERROR_UNSUPPORTED,
          "kernel=auto");
}

/* In total more than a GPU's memory. */
static void
test_worlds_give_their_memory_back (void)
{
  const LifeGeometry geometry = { 65536, 65536, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  const LifeEngineOptions options = cuda_options (LIFE_KERNEL_NAIVE);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 40; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LifeWorld) world =
        life_world_new (&geometry, &rule, &options, &error);
    g_autoptr (LifeSnapshot) kept = NULL;

    if (i == 0 && g_error_matches (error, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
      g_test_skip (error->message);
      return;
    }
    g_assert_no_error (error);
    kept = life_world_snapshot (world, &error);
    g_assert_no_error (error);
    /* The snapshot is freed before the world. */
    g_clear_pointer (&kept, life_snapshot_free);
  }
}

/* --- Stopping --- */

/* The CPU is stepped to the generation at which the GPU stopped. */
static void
test_a_cancelled_step_ends_at_a_whole_generation (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++) {
    g_auto (Pair) pair = new_soups (cuda_kernels[i], "cancelled");

    life_world_free (pair.worlds[1]);
    pair.worlds[1] =
        new_world_with_rule (life_world_get_geometry (pair.worlds[0]),
            life_world_get_rule (pair.worlds[0]), LIFE_KERNEL_AUTO, 1);
    fill_soup (pair.worlds[1], 1, 0.4);
    step_until_cancelled (pair.worlds[0]);
    g_assert_cmpuint (life_world_get_generation (pair.worlds[0]), >, 0);
    step (pair.worlds[1], life_world_get_generation (pair.worlds[0]));
    PAIR_PLAY (&pair, 0, 3);
  }
}

static void
test_a_step_cancelled_before_it_began_changes_nothing (void)
{
  const gint cancelled = 1;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++) {
    g_auto (Pair) pair =
        new_soups (cuda_kernels[i], "cancelled before it began");
    g_autoptr (GError) error = NULL;

    pair_step (&pair, 5);
    g_assert_false (life_world_step (pair.worlds[0], 100, &cancelled, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
    pair_same (&pair);
  }
}

/* --- Contexts --- */

static void
use_context (gpointer context, LifeKernel kernel, const Driver *driver)
{
  const LifeGeometry geometry = { 300, 200, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B36/S23");
  LifeEngineOptions options = cuda_options (kernel);
  g_auto (Pair) pair = { { NULL }, "in a given context" };
  g_autofree guint8 *pixels = g_malloc (300 * 200);
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
    .colorimetry = { 0.2126, 0.0722, 0, 255, 255 },
    .width = 300,
    .height = 200,
    .data = { pixels },
    .stride = { 300 } };
  LifeView view = default_view ();
  gpointer before, after;
  GError *error = NULL;

  options.cuda_context = context;
  g_assert_cmpint (driver->get_current (&before), ==, 0);
  pair.worlds[0] = life_world_new (&geometry, &rule, &options, &error);
  g_assert_no_error (error);
  pair.worlds[1] = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_NAIVE, 0);
  pair_soup (&pair, 1, 0.4);
  PAIR_PLAY (&pair, 20);
  life_world_draw (pair.worlds[0], &view, &frame, &error);
  g_assert_no_error (error);
  g_clear_pointer (&pair.worlds[0], life_world_free);
  g_assert_cmpint (driver->get_current (&after), ==, 0);
  g_assert_true (before == after);
}

static void
test_a_given_context_is_used_and_left (void)
{
  const Driver *driver;
  gpointer context = NULL, current;
  gint device;

  if (skip_without_cuda ())
    return;
  driver = open_driver ();
  g_assert_cmpint (driver->get_device (&device, 0), ==, 0);
  g_assert_cmpint (driver->create (&context, 0, device), ==, 0);
  g_assert_cmpint (driver->pop (&current), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++)
    use_context (context, cuda_kernels[i], driver);
  g_assert_cmpint (driver->destroy (context), ==, 0);
  assert_works (LIFE_KERNEL_AUTO);
}

#define TEST(path, name) g_test_add_func ("/cuda-errors/" path, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("missing-devices-are-named", missing_devices_are_named);
  TEST ("memory-that-does-not-suffice-is-reported",
      memory_that_does_not_suffice_is_reported);
  TEST ("history-that-does-not-fit-is-reported",
      history_that_does_not_fit_is_reported);
  TEST ("a-stack-that-does-not-fit-is-reported",
      a_stack_that_does_not_fit_is_reported);
  TEST ("a-body-of-a-flat-world-is-refused", a_body_of_a_flat_world_is_refused);
  TEST ("fast-kernels-refuse-other-edges", fast_kernels_refuse_other_edges);
  TEST ("edges-over-two-to-the-31-are-refused",
      edges_over_two_to_the_31_are_refused);
  TEST ("lut-in-3d-is-refused", lut_in_3d_is_refused);
  TEST ("rules-of-more-states-are-refused",
      fast_kernels_refuse_rules_of_more_states);
  TEST ("worlds-give-their-memory-back", worlds_give_their_memory_back);
  TEST ("a-cancelled-step-ends-at-a-whole-generation",
      a_cancelled_step_ends_at_a_whole_generation);
  TEST ("a-step-cancelled-before-it-began-changes-nothing",
      a_step_cancelled_before_it_began_changes_nothing);
  TEST ("small/a-given-context-is-used-and-left",
      a_given_context_is_used_and_left);
  return g_test_run ();
}
