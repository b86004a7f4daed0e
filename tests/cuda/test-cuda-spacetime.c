/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine stacks frames and draws them as the CPU does, to the byte, in
 * every layout of cells. */
#include "tests/support/draw/spacetime.h"
#include "tests/support/worlds/cuda.h"

#define WIDTH 93
#define HEIGHT 70

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
  LifeKernel kernel;
  guint history;
} Case;

static const Case cases[] = {
  { "B3/S23", { 131, 70, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED, 20 },
  { "B3/S23", { 257, 31, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_BITSLICED, 2 },
  { "B3/S23", { 33, 200, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_PACKED, 33 },
  { "B3/S23", { 45, 33, 1, LIFE_TOPOLOGY_KLEIN }, LIFE_KERNEL_NAIVE, 17 },
  { "B3/S23", { 35, 35, 1, LIFE_TOPOLOGY_SPHERE }, LIFE_KERNEL_AUTO, 16 },
  { "B3/S23", { 7, 35, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED, 40 },
  { "B3/S23", { 9, 3, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_NAIVE, 18 },
  { "B2/S345/C4", { 101, 50, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED,
      25 },
  { "brians-brain", { 66, 81, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_NAIVE, 15 },
  { "B2/S34H", { 72, 40, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED, 12 },
  { "R3,C0,M0,S6..11,B7..10,NM", { 65, 48, 1, LIFE_TOPOLOGY_TORUS },
      LIFE_KERNEL_AUTO, 20 },
  { "W30", { 77, 51, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO, 30 },
};

/* Each kernel, for tools that make a GPU slow. */
static const Case small_cases[] = {
  { "B3/S23", { 35, 37, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED, 2 },
  { "B3/S23", { 21, 9, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_NAIVE, 3 },
  { "B2/S345/C4", { 34, 33, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED,
      2 },
  { "B2/S345/C4", { 21, 9, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_NAIVE, 2 },
};

static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
  LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_POSITION, LIFE_COLOR_MODE_DISTANCE,
  LIFE_COLOR_MODE_DEPTH, LIFE_COLOR_MODE_AGE, LIFE_COLOR_MODE_NEIGHBORS };
static const LifePixelFormat shown_formats[] = { LIFE_PIXEL_FORMAT_RGBA,
  LIFE_PIXEL_FORMAT_NV12, LIFE_PIXEL_FORMAT_GRAY8 };

static Canvas *
drawn (LifeWorld *world, const LifeView *view, LifePixelFormat format)
{
  Canvas *canvas = canvas_new (format, WIDTH, HEIGHT);
  GError *error = NULL;

  life_world_draw (world, view, &canvas->frame, &error);
  g_assert_no_error (error);
  assert_guards (canvas);
  return canvas;
}

static void
compare (LifeWorld *world, LifeWorld *on_cpu, const Case *played, guint frame)
{
  LifeView view = spacetime_view (played->history, frame);
  const LifePixelFormat format =
      shown_formats[frame % G_N_ELEMENTS (shown_formats)];
  g_autoptr (Canvas) canvas = NULL, expected = NULL;
  g_autofree gchar *what =
      g_strdup_printf ("%s, frame %u", played->rule, frame);

  view.color_mode = modes[frame / 2 % G_N_ELEMENTS (modes)];
  canvas = drawn (world, &view, format);
  expected = drawn (on_cpu, &view, format);
  assert_same_canvas (canvas, expected, what);
}

/* As a stream looks ahead, and takes that back. */
static void
look_ahead (LifeWorld *world, const Case *played)
{
  const LifeView view = spacetime_view (played->history, 1);
  g_autoptr (Canvas) canvas = NULL;
  GError *error = NULL;

  g_assert_true (life_world_mark (world, 1));
  pass_frame (world, 1);
  canvas = drawn (world, &view, LIFE_PIXEL_FORMAT_RGBA);
  life_world_revert (world, &error);
  g_assert_no_error (error);
}

static void
test_frames_equal_the_cpus (gconstpointer data)
{
  const Case *played = data;
  const guint ring = (played->history + 31) / 16 * 16;
  LifeRule rule = rule_of (2, played->rule);
  g_autoptr (LifeWorld) world = NULL, on_cpu = NULL;

  if (skip_without_cuda ())
    return;
  world = new_cuda_world (
      &played->geometry, &rule, played->kernel, played->history % 2);
  on_cpu = new_world_with_rule (&played->geometry, &rule, LIFE_KERNEL_AUTO, 2);
  fill_soup (world, 3, 0.3);
  fill_soup (on_cpu, 3, 0.3);
  life_world_begin_stack (world, played->history, 7);
  life_world_begin_stack (on_cpu, played->history, 7);
  for (guint frame = 0; frame < 2 * ring + 20; frame++) {
    if (frame % 24 == 20) {
      compare (world, on_cpu, played, frame);
      fill_soup (world, frame, 0.3);
      fill_soup (on_cpu, frame, 0.3);
    }
    compare (world, on_cpu, played, frame);
    if (frame % 4 == 1) {
      look_ahead (world, played);
      compare (world, on_cpu, played, frame);
    }
    pass_frame (world, 1);
    pass_frame (on_cpu, 1);
  }
}

/* Rules of other numbers of states ask for other planes, and some for another engine. */
static void
test_rules_may_change (void)
{
  static const gchar *const rules[] = { "B36/S23", "B2/S345/C4", "B3/S23",
    "R2,C0,M0,S3..7,B4..6,NM" };
  const Case played = { "B3/S23", { 90, 77, 1, LIFE_TOPOLOGY_TORUS },
    LIFE_KERNEL_AUTO, 10 };
  LifeRule rule = rule_of (2, played.rule);
  g_autoptr (LifeWorld) world = NULL, on_cpu = NULL;

  if (skip_without_cuda ())
    return;
  world = new_cuda_world (&played.geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  on_cpu = new_world_with_rule (&played.geometry, &rule, LIFE_KERNEL_AUTO, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    LifeRule next = rule_of (2, rules[i]);

    fill_soup (world, i, 0.3);
    fill_soup (on_cpu, i, 0.3);
    life_world_begin_stack (world, 10, 0);
    life_world_begin_stack (on_cpu, 10, 0);
    for (guint frame = 0; frame < 6; frame++) {
      pass_frame (world, 1);
      pass_frame (on_cpu, 1);
    }
    life_world_set_rule (world, &next, NULL);
    life_world_set_rule (on_cpu, &next, NULL);
    fill_soup (world, i + 9, 0.3);
    fill_soup (on_cpu, i + 9, 0.3);
    for (guint frame = 0; frame < 6; frame++) {
      pass_frame (world, 1);
      pass_frame (on_cpu, 1);
      compare (world, on_cpu, &played, frame);
    }
  }
}

static void
test_a_history_that_does_not_fit_says_how_much (void)
{
  const LifeGeometry geometry = { 16384, 16384, 1, LIFE_TOPOLOGY_TORUS };
  const LifeView view = spacetime_view (LIFE_MAX_SPACETIME, 0);
  LifeRule rule = rule_of (2, "B3/S23");
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *path =
        g_strdup_printf ("/cuda-spacetime/frames-equal-the-cpus/%u", i);

    g_test_add_data_func (path, &cases[i], test_frames_equal_the_cpus);
  }
  for (guint i = 0; i < G_N_ELEMENTS (small_cases); i++) {
    g_autofree gchar *path =
        g_strdup_printf ("/cuda-spacetime/small/frames-equal-the-cpus-%u", i);

    g_test_add_data_func (path, &small_cases[i], test_frames_equal_the_cpus);
  }
  g_test_add_func ("/cuda-spacetime/rules-may-change", test_rules_may_change);
  g_test_add_func ("/cuda-spacetime/too-much-history-says-how-much",
      test_a_history_that_does_not_fit_says_how_much);
  return g_test_run ();
}
