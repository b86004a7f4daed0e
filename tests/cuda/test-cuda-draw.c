/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine draws every frame as the CPU does, to the byte, wherever the
 * frame lies. */
#include "tests/support/draw/cuda-drawn.h"

static gboolean
draw_everything (LifeWorld *world, LifeWorld *reference, LifePixelFormat format,
    guint n_sizes, guint zoom_step, Memory *memory)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  guint axes = geometry->depth > 1 ? 3 : 1;

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i += zoom_step)
    for (guint j = 0; j < n_sizes; j++)
      for (guint axis = 0; axis < axes; axis++)
        for (guint variant = 0; variant < 4; variant++) {
          LifeView view = choose_view (
              zooms[i], axis, geometry->depth > 1 ? 7 : 0, variant);
          guint padding = (j + variant) % 2 ? 0 : variant + 1;

          if (!compare_frames (world, reference, &view, format, frame_sizes[j],
                  padding, (i + j + format + variant) % PLACES, memory))
            return FALSE;
        }
  return TRUE;
}

static void
draw_worlds (
    LifePixelFormat format, guint n_worlds, guint n_sizes, guint zoom_step)
{
  Memory memory;

  memory_init (&memory);
  for (guint i = 0; i < n_worlds; i++)
    for (guint j = 0; j < G_N_ELEMENTS (drawn_kernels); j++) {
      LifeRule rule = rule_for (&geometries[i]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, drawn_kernels[j], TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&geometries[i], &rule);

      fill_soup (world, 3, 0.5);
      fill_soup (reference, 3, 0.5);
      step (world, 1);
      step (reference, 1);
      if (!draw_everything (
              world, reference, format, n_sizes, zoom_step, &memory))
        break;
    }
  memory_clear (&memory);
}

static void
test_frames_equal_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    draw_worlds (GPOINTER_TO_UINT (data), G_N_ELEMENTS (geometries),
        G_N_ELEMENTS (frame_sizes), 1);
}

static void
test_small_frames_equal_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    draw_worlds (GPOINTER_TO_UINT (data), 2, 3, 3);
}

/* Zooms between whole ones, and turns. */
static void
move_camera (LifeView *view, guint i)
{
  static const gdouble places[] = { 2.5, 1.3, 7.77, 0.3, 1 / 3.0, 0.5, 3,
    0.06 };
  static const gdouble angles[] = { 0, 30, -90, 180, 271.5 };

  if (i % 5 > 0)
    view->zoom = places[g_test_rand_int_range (0, G_N_ELEMENTS (places))];
  view->rotation = angles[g_test_rand_int_range (0, G_N_ELEMENTS (angles))];
  view->scaling = g_test_rand_int_range (0, 2);
  view->grid = i % 3 > 0 ? 2 : 0;
  view->grid_color = (guint32) g_test_rand_int ();
}

/* Worlds, views, sizes, paddings and places at random. */
static void
test_random_frames_equal_the_cpus (gconstpointer data)
{
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < 40; i++) {
    const LifeGeometry geometry = { g_test_rand_int_range (1, 400),
      g_test_rand_int_range (1, 300), 1, LIFE_TOPOLOGY_TORUS };
    const guint size[2] = { g_test_rand_int_range (1, 200),
      g_test_rand_int_range (1, 120) };
    LifeRule rule = rule_of (2, i % 2 ? "B2/S345/6" : "B3/S23");
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
    g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);
    LifeView view = choose_view (
        i % 3 ? zooms[g_test_rand_int_range (0, G_N_ELEMENTS (zooms))]
              : g_test_rand_double_range (0.05, 6),
        LIFE_AXIS_Z, 0, g_test_rand_int_range (0, 4));

    view.alive_color = (guint32) g_test_rand_int ();
    view.dead_color = (guint32) g_test_rand_int ();
    view.color_mode = i % 2   ? LIFE_COLOR_MODE_STATE
                      : i % 8 ? LIFE_COLOR_MODE_SOLID
                              : LIFE_COLOR_MODE_AUTO;
    if (i >= 10)
      move_camera (&view, i);
    for (guint state = 0; state < LIFE_MAX_STATES; state++)
      view.state_colors[state] = (guint32) g_test_rand_int ();
    fill_soup (world, i + 1, 0.4);
    fill_soup (reference, i + 1, 0.4);
    step (world, 3);
    step (reference, 3);
    if (!compare_frames (world, reference, &view, GPOINTER_TO_UINT (data), size,
            i % 4 < 2 ? 0 : g_test_rand_int_range (0, 20), i % PLACES, &memory))
      break;
  }
  memory_clear (&memory);
}

/* Worlds of many cells per pixel, whole or in part, at places in and beside them; with
 * more states than two, all of them counted as alive. */
static void
test_zoomed_out_frames_equal_the_cpus (gconstpointer data)
{
  static const LifeGeometry worlds[] = {
    { 3000, 5000, 1, LIFE_TOPOLOGY_TORUS },
    { 20011, 1037, 1, LIFE_TOPOLOGY_PLANE },
    { 61, 30011, 1, LIFE_TOPOLOGY_TORUS },
    { 5, 29, 1, LIFE_TOPOLOGY_TORUS },
    { 40000, 40000, 1, LIFE_TOPOLOGY_TORUS },
  };
  static const gdouble outward[] = { 0.999, 0.77, 0.5, 0.3, 1 / 3.0, 0.125,
    0.1234, 1 / 15.0, 1 / 17.0, 1 / 31.0, 1 / 33.0, 1 / 61.0, 1 / 60.7,
    1 / 64.0, 1 / 65.0, 1 / 100.5, 1 / 243.0, 1 / 260.9, 1 / 1000.0, 1 / 1300.1,
    1 / 5000.0 };
  static const guint sizes[][2] = { { 401, 303 }, { 33, 64 }, { 1, 7 } };
  const LifeGeometry *geometry = &worlds[GPOINTER_TO_UINT (data)];
  static const gchar *const rules[] = { "B3/S23", "B2/S345/6" };
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint r = 0; r < G_N_ELEMENTS (rules); r++) {
    LifeRule rule = rule_of (2, rules[r]);
    g_autoptr (LifeWorld) world =
        new_cuda_world (geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) on_cpu =
        new_world_with_rule (geometry, &rule, LIFE_KERNEL_AUTO, 0);

    fill_soup (world, 7, 0.3);
    fill_soup (on_cpu, 7, 0.3);
    step (world, 3);
    step (on_cpu, 3);
    for (guint i = 0; i < G_N_ELEMENTS (outward); i++)
      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        for (guint place = 0; place < 3; place++) {
          LifeView view = choose_view (outward[i], LIFE_AXIS_Z, 0, 0);

          if (place > 0) {
            view.x = place == 1 ? geometry->width * 0.3 : -50;
            view.y = place == 1 ? geometry->height * 0.77 + 0.3 : 100.5;
          }
          if (!compare_frames (world, on_cpu, &view, LIFE_PIXEL_FORMAT_GRAY8,
                  sizes[j], 0, ON_DEVICE, &memory))
            goto done;
          view.color_mode = LIFE_COLOR_MODE_DENSITY;
          view.density_gain = place == 2 ? 0.01 : 1;
          if (!compare_frames (world, on_cpu, &view, LIFE_PIXEL_FORMAT_RGBA,
                  sizes[j], 0, ON_DEVICE, &memory))
            goto done;
        }
    /* Slices of a flat world, which are single rows and columns of it. */
    for (guint i = 0; i < G_N_ELEMENTS (outward); i++)
      for (LifeAxis axis = LIFE_AXIS_Y; axis <= LIFE_AXIS_X; axis++) {
        LifeView view = choose_view (outward[i], axis, 3, 0);

        if (!compare_frames (world, on_cpu, &view, LIFE_PIXEL_FORMAT_GRAY8,
                sizes[1], 0, ON_DEVICE, &memory))
          goto done;
      }
  }
done:
  memory_clear (&memory);
}

/* One frame after the other of a world that goes on, as a stream draws it. */
static void
test_frames_follow_the_generations (void)
{
  static const guint size[2] = { 101, 77 };
  const LifeGeometry geometry = { 101, 77, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, cuda_kernels[i], TRUE);
    g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);
    gboolean equal = TRUE;

    fill_soup (world, 9, 0.4);
    fill_soup (reference, 9, 0.4);
    for (guint frame = 0; equal && frame < 60; frame++) {
      LifeView view = default_view ();

      equal = compare_frames (world, reference, &view,
          frame % 2 ? LIFE_PIXEL_FORMAT_NV12 : LIFE_PIXEL_FORMAT_RGBA, size, 0,
          frame % PLACES, &memory);
      step (world, frame % 3);
      step (reference, frame % 3);
    }
  }
  memory_clear (&memory);
}

int
main (int argc, char **argv)
{
  static const gchar *const zoomed_out_worlds[] = { "3000x5000", "20011x1037",
    "61x30011", "5x29", "40000x40000" };

  g_test_init (&argc, &argv, NULL);
  add_formats (
      "cuda-draw/frames-equal-reference/", test_frames_equal_reference);
  add_formats ("cuda-draw/small/frames-equal-reference-",
      test_small_frames_equal_reference);
  add_formats ("cuda-draw/random-frames-equal-the-cpus/",
      test_random_frames_equal_the_cpus);
  add_each ("cuda-draw/zoomed-out-frames-equal-the-cpus/", zoomed_out_worlds,
      G_N_ELEMENTS (zoomed_out_worlds), test_zoomed_out_frames_equal_the_cpus);
  g_test_add_func ("/cuda-draw/frames-follow-the-generations",
      test_frames_follow_the_generations);
  return g_test_run ();
}
