/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine colors cells by the frames before and by their neighbors as
 * the CPU does, to the byte, in every layout of cells. */
#include "tests/support/worlds/cuda.h"

#define CAPACITY (1 << 16)

typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
  LifeKernel kernel;
} Case;

static const Case cases[] = {
  { "B3/S23", { 131, 70, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 257, 31, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 33, 200, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_PACKED },
  { "B3/S23", { 45, 33, 1, LIFE_TOPOLOGY_KLEIN }, LIFE_KERNEL_NAIVE },
  { "B2/S345/C4", { 101, 50, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "R3,C0,M0,S6..11,B7..10,NM", { 65, 48, 1, LIFE_TOPOLOGY_TORUS },
      LIFE_KERNEL_AUTO },
  { "B6/S567", { 70, 20, 14, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B6/S567", { 70, 20, 14, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_PACKED },
  /* Edges within the frame, in every way that they can be joined. */
  { "B3/S23", { 77, 51, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 77, 51, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_PACKED },
  { "B3/S23", { 72, 40, 1, LIFE_TOPOLOGY_TORUS, FALSE, 5 }, LIFE_KERNEL_AUTO },
  { "B3/S23", { 80, 51, 1, LIFE_TOPOLOGY_TORUS, FALSE, 0, 3 },
      LIFE_KERNEL_AUTO },
  { "B3/S23", { 77, 51, 1, LIFE_TOPOLOGY_KLEIN, TRUE }, LIFE_KERNEL_AUTO },
  { "B3/S23", { 77, 51, 1, LIFE_TOPOLOGY_CROSS_SURFACE }, LIFE_KERNEL_AUTO },
  { "B3/S23", { 51, 51, 1, LIFE_TOPOLOGY_SPHERE }, LIFE_KERNEL_AUTO },
  { "B3/S23", { 9, 33, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23", { 7, 35, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B2/S34H", { 72, 40, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "B3/S23V", { 77, 51, 1, LIFE_TOPOLOGY_PLANE }, LIFE_KERNEL_BITSLICED },
  { "B2/S345/C4", { 77, 51, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_BITSLICED },
  { "R1,C0,M0,S2..3,B3..3,NM", { 77, 51, 1, LIFE_TOPOLOGY_TORUS },
      LIFE_KERNEL_AUTO },
  { "W30", { 77, 51, 1, LIFE_TOPOLOGY_TORUS }, LIFE_KERNEL_AUTO },
};

static const LifeColorMode modes[] = { LIFE_COLOR_MODE_AGE,
  LIFE_COLOR_MODE_TRAIL, LIFE_COLOR_MODE_AGE_TRAIL, LIFE_COLOR_MODE_NEIGHBORS };
static const gdouble zooms[] = { 1, 2, 1.5, 0.5, 0.3, 0.25, 2.5 };
static const gdouble angles[] = { 0, 0, 30, 90, -77.7 };
static const LifePixelFormat formats[] = { LIFE_PIXEL_FORMAT_GRAY8,
  LIFE_PIXEL_FORMAT_NV12, LIFE_PIXEL_FORMAT_I420, LIFE_PIXEL_FORMAT_BGRX,
  LIFE_PIXEL_FORMAT_RGBA };

/* A frame of 77×51 pixels in @memory. */
static LifeFrame
lay_out (guint8 *memory, LifePixelFormat format)
{
  LifeFrame frame = { .format = format,
    .colorimetry = { 0.2126, 0.0722, 16, 219, 224 },
    .width = 77,
    .height = 51 };

  frame.stride[0] = format >= LIFE_PIXEL_FORMAT_RGBA ? 4 * 77 : 77;
  frame.stride[1] = format == LIFE_PIXEL_FORMAT_NV12 ? 78 : 39;
  frame.stride[2] = 39;
  frame.data[0] = memory;
  frame.data[1] = memory + 77 * 51;
  frame.data[2] = frame.data[1] + 39 * 26;
  for (gsize i = 0; i < CAPACITY; i++)
    memory[i] = (guint8) (i * 37 + (i >> 8) * 11);
  return frame;
}

static void
compare (LifeWorld *world, LifeWorld *reference, const LifeView *view,
    LifePixelFormat format, const gchar *what)
{
  g_autofree guint8 *drawn = g_malloc (CAPACITY);
  g_autofree guint8 *expected = g_malloc (CAPACITY);
  LifeFrame frame = lay_out (drawn, format);
  LifeFrame wanted = lay_out (expected, format);
  GError *error = NULL;

  life_world_draw (world, view, &frame, &error);
  g_assert_no_error (error);
  life_world_draw (reference, view, &wanted, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < CAPACITY; i++)
    if (drawn[i] != expected[i]) {
      g_test_message (
          "%s, mode %u, zoom %g, turned by %g, axis %u, format %u, overlay %d: "
          "byte %" G_GSIZE_FORMAT " is %u, not %u",
          what, view->color_mode, view->zoom, view->rotation, view->axis,
          format, view->overlay, i, drawn[i], expected[i]);
      g_test_fail ();
      return;
    }
}

static void
look (LifeWorld *world, LifeWorld *reference, guint salt, const gchar *what)
{
  gboolean deep = life_world_get_geometry (world)->depth > 1;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (zooms); j++, salt++) {
      LifeView view = default_view ();

      view.color_mode = modes[i];
      view.trail = salt % 3 == 0 ? 255 : 16;
      view.zoom = zooms[j];
      view.rotation = angles[salt / 3 % G_N_ELEMENTS (angles)];
      view.grid = salt % 5 == 1 ? 2 : 0;
      view.axis = deep ? salt % 3 : LIFE_AXIS_Z;
      view.slice = deep ? salt % 14 : 0;
      view.overlay = salt % 7 == 0;
      view.alive_color = 0xc0f0f020;
      view.dead_color = 0xff102030;
      compare (world, reference, &view, formats[salt % G_N_ELEMENTS (formats)],
          what);
    }
}

/* Neighbors beyond 50 cells, of worlds that are wider and narrower than these are. */
static void
test_far_neighbors_are_drawn_as_on_the_cpu (void)
{
  static const struct {
    const gchar *rule;
    LifeGeometry geometry;
  } far[] = {
    { "R51,C0,M0,S1500..2500,B1500..2000,NN",
        { 161, 143, 1, LIFE_TOPOLOGY_PLANE } },
    { "R70,C3,M1,S5000..7000,B5000..6000,NC",
        { 61, 200, 1, LIFE_TOPOLOGY_TORUS } },
    { "R500,C0,M1,S256690..390350,B231880..306530,NM",
        { 37, 25, 1, LIFE_TOPOLOGY_TORUS } },
  };
  LifeView view = default_view ();

  if (skip_without_cuda ())
    return;
  view.color_mode = LIFE_COLOR_MODE_NEIGHBORS;
  for (guint i = 0; i < G_N_ELEMENTS (far); i++) {
    LifeRule rule = rule_of (2, far[i].rule);
    g_autoptr (LifeWorld) world =
        new_cuda_world (&far[i].geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
    g_autoptr (LifeWorld) reference =
        new_world_with_rule (&far[i].geometry, &rule, LIFE_KERNEL_AUTO, 0);

    fill_soup (world, 3, 0.9);
    fill_soup (reference, 3, 0.9);
    compare (world, reference, &view, LIFE_PIXEL_FORMAT_RGBA, far[i].rule);
  }
}

static void
remember (LifeWorld *world, LifeWorld *reference)
{
  GError *error = NULL;

  life_world_remember (world, &error);
  g_assert_no_error (error);
  life_world_remember (reference, &error);
  g_assert_no_error (error);
}

static void
test_frames_equal_the_cpus (gconstpointer data)
{
  const Case *played = data;
  LifeRule rule;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeWorld) reference = NULL;

  if (skip_without_cuda ())
    return;
  rule = rule_of (played->geometry.depth > 1 ? 3 : 2, played->rule);
  world = new_cuda_world (&played->geometry, &rule, played->kernel, TRUE);
  reference =
      new_world_with_rule (&played->geometry, &rule, LIFE_KERNEL_AUTO, 1);
  fill_soup (world, 3, 0.4);
  fill_soup (reference, 3, 0.4);
  for (guint frame = 0; frame < 300 && !g_test_failed (); frame++) {
    if (frame < 4 || frame % 50 == 17 || (frame > 253 && frame < 258))
      look (world, reference, frame, played->rule);
    if (frame % 10 == 5) {
      GError *error = NULL;

      /* Looks ahead, and is taken back. */
      g_assert_true (life_world_mark (world, 1));
      life_world_remember (world, &error);
      g_assert_no_error (error);
      step (world, 1);
      life_world_revert (world, &error);
      g_assert_no_error (error);
    }
    remember (world, reference);
    step (world, 1 + frame % 2);
    step (reference, 1 + frame % 2);
  }
}

/* Its memory is made anew. */
static void
test_history_goes_on_after_it_was_forgotten (void)
{
  const LifeGeometry geometry = { 90, 50, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeWorld) reference = NULL;

  if (skip_without_cuda ())
    return;
  rule = rule_of (2, "B3/S23");
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  reference = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);
  fill_soup (world, 3, 0.4);
  fill_soup (reference, 3, 0.4);
  for (guint frame = 0; frame < 40 && !g_test_failed (); frame++) {
    GError *error = NULL;

    if (frame % 10 == 0) {
      life_world_forget (world, &error);
      g_assert_no_error (error);
      life_world_forget (reference, &error);
      g_assert_no_error (error);
    }
    if (frame % 5 == 0)
      look (world, reference, frame, "forgotten");
    remember (world, reference);
    step (world, 1);
    step (reference, 1);
  }
}

/* A picture that was dropped is drawn again, as the CPU draws it. */
static void
test_dropped_picture_is_made_anew (void)
{
  const LifeGeometry geometry = { 90, 50, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeWorld) reference = NULL;

  if (skip_without_cuda ())
    return;
  rule = rule_of (2, "B3/S23");
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  reference = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);
  for (guint round = 0; round < 3; round++) {
    LifeWorld *worlds[] = { world, reference };
    LifeView view = default_view ();

    for (guint i = 0; i < 2; i++) {
      g_autofree guint8 *memory = g_malloc (CAPACITY);
      LifeFrame shape = lay_out (memory, LIFE_PIXEL_FORMAT_RGBA);
      GError *error = NULL;

      fill_soup (worlds[i], 3 + round, 0.4);
      life_world_drop_before (worlds[i]);
      life_world_draw_before (worlds[i], &view, &shape, &error);
      g_assert_no_error (error);
      step (worlds[i], 1);
    }
    view.fade = 1 << 22;
    compare (
        world, reference, &view, LIFE_PIXEL_FORMAT_RGBA, "dropped picture");
  }
}

/* A rule that needs another engine takes the history along. */
static void
test_history_outlives_the_engine (void)
{
  static const gchar *const rules[] = { "B3/S23", "B2/S345/C4",
    "R2,C0,M0,S3..7,B4..6,NM", "B3/S23" };
  const LifeGeometry geometry = { 90, 50, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeWorld) reference = NULL;

  if (skip_without_cuda ())
    return;
  rule = rule_of (2, rules[0]);
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  reference = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);
  fill_soup (world, 3, 0.4);
  fill_soup (reference, 3, 0.4);
  for (guint frame = 0; frame < 40 && !g_test_failed (); frame++) {
    GError *error = NULL;

    rule = rule_of (2, rules[frame / 10]);
    life_world_set_rule (world, &rule, &error);
    g_assert_no_error (error);
    life_world_set_rule (reference, &rule, &error);
    g_assert_no_error (error);
    look (world, reference, frame, rules[frame / 10]);
    remember (world, reference);
    step (world, 1);
    step (reference, 1);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *name = g_strdup_printf (
        "/cuda-history/frames-equal-the-cpus/%u/%s", i, cases[i].rule);

    g_test_add_data_func (name, &cases[i], test_frames_equal_the_cpus);
  }
  g_test_add_func ("/cuda-history/far-neighbors-as-on-the-cpu",
      test_far_neighbors_are_drawn_as_on_the_cpu);
  g_test_add_func ("/cuda-history/goes-on-after-it-was-forgotten",
      test_history_goes_on_after_it_was_forgotten);
  g_test_add_func ("/cuda-history/dropped-picture-is-made-anew",
      test_dropped_picture_is_made_anew);
  g_test_add_func (
      "/cuda-history/outlives-the-engine", test_history_outlives_the_engine);
  return g_test_run ();
}
