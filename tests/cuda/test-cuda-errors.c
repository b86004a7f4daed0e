/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine reports clearly what it cannot do, allocates
 * nothing for it, works afterwards, stops when it is cancelled, and leaves its
 * caller's context as it was. */
#include "tests/support/draw/spacetime.h"
#include "tests/support/worlds/cuda-pair.h"

/* A world of 65 × 66 cells next to the reference. */
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

/* --- What is refused --- */

#define AUTO LIFE_KERNEL_AUTO
#define LIFE 2, "B3/S23"
#define SOLID 3, "B6/S567"
#define TWO_STATES                                                          \
  {                                                                         \
    LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC, LIFE_KERNEL_LUT, LIFE_KERNEL_BITS \
  }
#define EVERY                                                       \
  {                                                                 \
    LIFE_KERNEL_NAIVE, LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC,        \
        LIFE_KERNEL_PACKED, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_LUT, \
        LIFE_KERNEL_BITS                                            \
  }
#define EVERY_IN_3D                                          \
  {                                                          \
    LIFE_KERNEL_NAIVE, LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC, \
        LIFE_KERNEL_PACKED, LIFE_KERNEL_BITSLICED            \
  }
#define FAST                                                                 \
  {                                                                          \
    LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC, LIFE_KERNEL_LUT, LIFE_KERNEL_BITS, \
        LIFE_KERNEL_BITSLICED                                                \
  }

/* Worlds that each of some kernels refuses with a message that has all of @words, which are
 * separated by '|'. */
static const struct {
  const gchar *name;
  guint dimensions;
  const gchar *rule;
  LifeGeometry geometry;
  LifeKernel kernels[8]; /* the last one is AUTO */
  gint device;
  LifeError code;
  const gchar *words;
} refusals[] = {
  { "no-such-device", LIFE, { 10, 10, 1 }, { AUTO }, 9999, LIFE_ERROR_DEVICE,
      "cuda-device-id=9999|GPUs 0 to" },
  { "no-device", LIFE, { 10, 10, 1 }, { LIFE_KERNEL_NAIVE }, -2,
      LIFE_ERROR_DEVICE, "cuda-device-id=-2|-1" },
  { "memory-of-a-square", LIFE, { 0x7fffffff, 0x7fffffff, 1 }, EVERY, -1,
      LIFE_ERROR_MEMORY, "the world needs|iB|free" },
  { "memory-of-a-cube", SOLID,
      { 0x7fffffff, 0x7fffffff, 0x7fffffff, LIFE_TOPOLOGY_PLANE }, EVERY_IN_3D,
      -1, LIFE_ERROR_MEMORY, "the world needs|free" },
  { "too-wide", LIFE, { (1u << 31) + 1, 1, 1 }, EVERY, -1, LIFE_ERROR_SIZE,
      "2147483649|2147483648" },
  { "too-high", LIFE, { 1, G_MAXUINT32, 1, LIFE_TOPOLOGY_PLANE }, EVERY, -1,
      LIFE_ERROR_SIZE, "4294967295|2147483648" },
  { "too-deep", SOLID, { 2, 1, (1u << 31) + 1 }, EVERY_IN_3D, -1,
      LIFE_ERROR_SIZE, "2147483649|2147483648" },
  { "a-table-in-3d", SOLID, { 10, 10, 10 }, { LIFE_KERNEL_LUT }, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=lut|two dimensions|kernel=auto" },
  { "rows-of-bits-in-3d", SOLID, { 10, 10, 10 }, { LIFE_KERNEL_BITS }, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=bits|kernel=auto" },
  { "states", 2, "B2/S/C3", { 65, 66, 1 }, TWO_STATES, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=auto|kernel=naive" },
  { "shifted-columns", LIFE, { 64, 64, 1, .shift_x = 5 }, FAST, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=auto" },
  { "shifted-rows", LIFE, { 64, 64, 1, .shift_y = 1 }, FAST, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=auto" },
  { "klein", LIFE, { 64, 64, 1, LIFE_TOPOLOGY_KLEIN }, FAST, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=auto" },
  { "klein-vertical", LIFE, { 64, 64, 1, LIFE_TOPOLOGY_KLEIN, TRUE }, FAST, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=auto" },
  { "cross-surface", LIFE, { 64, 64, 1, LIFE_TOPOLOGY_CROSS_SURFACE }, FAST, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=auto" },
  { "sphere", LIFE, { 64, 64, 1, LIFE_TOPOLOGY_SPHERE }, FAST, -1,
      LIFE_ERROR_UNSUPPORTED, "kernel=auto" },
};

static void
test_what_a_kernel_does_not_run_is_refused (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  const LifeRule rule = rule_of (refusals[row].dimensions, refusals[row].rule);
  g_auto (GStrv) words = g_strsplit (refusals[row].words, "|", -1);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i == 0 || refusals[row].kernels[i] != AUTO; i++) {
    LifeEngineOptions options = cuda_options (refusals[row].kernels[i]);
    g_autoptr (GError) error = NULL;

    options.cuda_device_id = refusals[row].device;
    g_assert_null (
        life_world_new (&refusals[row].geometry, &rule, &options, &error));
    g_assert_error (error, LIFE_ERROR, (gint) refusals[row].code);
    for (guint k = 0; words[k] != NULL; k++)
      if (strstr (error->message, words[k]) == NULL)
        fail ("\"%s\" is not in: %s", words[k], error->message);
    assert_works (refusals[row].kernels[i]);
  }
}

/* A world keeps its rule where another one is refused. */
static void
test_a_refused_rule_changes_nothing (void)
{
  static const LifeKernel kernels[] = TWO_STATES;
  const LifeRule other = rule_of (2, "B2/S/C3");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++) {
    g_auto (Pair) pair = new_soups (kernels[i], "after a rule was refused");
    g_autoptr (GError) error = NULL;

    g_assert_false (life_world_set_rule (pair.worlds[0], &other, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
    PAIR_PLAY (&pair, 20);
  }
}

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
  if (world == NULL || life_world_reset_history (world, &error)) {
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

/* In total more than a GPU's memory. */
static void
test_worlds_release_their_memory (void)
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
    g_autoptr (LifeSnapshot) stored = NULL;

    if (i == 0 && g_error_matches (error, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
      g_test_skip (error->message);
      return;
    }
    g_assert_no_error (error);
    stored = life_world_snapshot (world, &error);
    g_assert_no_error (error);
    /* The snapshot is freed before the world. */
    g_clear_pointer (&stored, life_snapshot_free);
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
test_a_step_cancelled_before_its_start_changes_nothing (void)
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
  gpointer driver_context, current_context;
  GError *error = NULL;

  options.cuda_context = context;
  g_assert_cmpint (driver->get_current (&driver_context), ==, 0);
  pair.worlds[0] = life_world_new (&geometry, &rule, &options, &error);
  g_assert_no_error (error);
  pair.worlds[1] = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_NAIVE, 0);
  pair_soup (&pair, 1, 0.4);
  PAIR_PLAY (&pair, 20);
  life_world_draw (pair.worlds[0], &view, &frame, &error);
  g_assert_no_error (error);
  g_clear_pointer (&pair.worlds[0], life_world_free);
  g_assert_cmpint (driver->get_current (&current_context), ==, 0);
  g_assert_true (driver_context == current_context);
}

static void
test_an_existing_context_is_used_and_left (void)
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
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    g_autofree gchar *path =
        g_strconcat ("/cuda-errors/refused/", refusals[i].name, NULL);

    g_test_add_data_func (
        path, GUINT_TO_POINTER (i), test_what_a_kernel_does_not_run_is_refused);
  }
  TEST ("a-refused-rule-changes-nothing", a_refused_rule_changes_nothing);
  TEST ("history-that-does-not-fit-is-reported",
      history_that_does_not_fit_is_reported);
  TEST ("a-stack-that-does-not-fit-is-reported",
      a_stack_that_does_not_fit_is_reported);
  TEST ("a-body-of-a-flat-world-is-refused", a_body_of_a_flat_world_is_refused);
  TEST ("worlds-give-their-memory-back", worlds_release_their_memory);
  TEST ("a-cancelled-step-ends-at-a-whole-generation",
      a_cancelled_step_ends_at_a_whole_generation);
  TEST ("a-step-cancelled-before-it-began-changes-nothing",
      a_step_cancelled_before_its_start_changes_nothing);
  TEST ("small/a-given-context-is-used-and-left",
      an_existing_context_is_used_and_left);
  return g_test_run ();
}
