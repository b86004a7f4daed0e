/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that worlds whose cells have colors by their state, by density or by neighbors
 * look on a GPU as on the CPU, to the byte, turned or not. */
#include "tests/support/draw/cuda-drawn.h"

static const LifeGeometry state_geometries[] = { { 257, 131, 1,
                                                     LIFE_TOPOLOGY_TORUS },
  { 40, 30, 1, LIFE_TOPOLOGY_PLANE }, { 20, 30, 25, LIFE_TOPOLOGY_TORUS } };

/* The views of choose_view(), with colors of all kinds, some of them
 * translucent and one fully transparent. */
static LifeView
choose_state_view (gdouble zoom, LifeAxis axis, guint32 slice, guint variant)
{
  LifeView view = choose_view (zoom, axis, slice, variant);

  view.color_mode = LIFE_COLOR_MODE_STATE;
  for (guint state = 0; state < LIFE_MAX_STATES; state++)
    view.state_colors[state] =
        state * 0x9e3779b9u | (variant & 1 ? 0 : 0xff000000u);
  view.state_colors[3] &= 0x00ffffff;
  return view;
}

static gboolean
draw_states (LifeWorld *world, LifeWorld *reference, LifePixelFormat format,
    Memory *memory)
{
  guint axes = life_world_get_geometry (world)->depth > 1 ? 3 : 1;

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint j = 0; j < G_N_ELEMENTS (frame_sizes); j++)
      for (guint axis = 0; axis < axes; axis++)
        for (guint variant = 0; variant < 4; variant++) {
          LifeView view =
              choose_state_view (zooms[i], axis, axes > 1 ? 7 : 0, variant);

          if (!compare_frames (world, reference, &view, format, frame_sizes[j],
                  (j + variant) % 2 ? 0 : variant + 1,
                  (i + j + format + variant) % PLACES, memory))
            return FALSE;
        }
  return TRUE;
}

/* Cells of every state, set by hand; @states up to 256. */
static void
fill_states (LifeWorld *world, guint states)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  gsize n = (gsize) box.width * box.height * box.depth;
  g_autofree guint8 *cells = g_malloc (n);
  GError *error = NULL;

  for (gsize i = 0; i < n; i++)
    cells[i] = (i * 2654435761u >> 13) % 3 ? (i * 40503u >> 7) % states : 0;
  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

static void
test_states_equal_reference (gconstpointer data)
{
  static const guint states[] = { 256, 3, 25 };
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (state_geometries); i++) {
    LifeRule rule = rule_for (&state_geometries[i]);
    g_autoptr (LifeWorld) world = NULL, reference = NULL;

    rule.states = states[i];
    world =
        new_cuda_world (&state_geometries[i], &rule, LIFE_KERNEL_AUTO, TRUE);
    reference = new_reference (&state_geometries[i], &rule);
    for (guint generation = 0; generation < 2; generation++) {
      if (generation == 0) {
        fill_states (world, rule.states);
        fill_states (reference, rule.states);
      }
      if (!draw_states (world, reference, GPOINTER_TO_UINT (data), &memory))
        break;
      step (world, 1);
      step (reference, 1);
    }
  }
  memory_clear (&memory);
}

/* Cells in every layout, on all axes, with a palette that turns. */
static void
test_densities_equal_the_cpus (gconstpointer data)
{
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (guint k = 0; k < G_N_ELEMENTS (drawn_kernels); k++) {
      LifeRule rule = rule_for (&geometries[i]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, drawn_kernels[k], TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&geometries[i], &rule);
      guint axes = geometries[i].depth > 1 ? 3 : 1;

      fill_soup (world, 5, 0.2);
      fill_soup (reference, 5, 0.2);
      for (guint n = 0; n < G_N_ELEMENTS (zooms) * axes; n++) {
        LifeView view =
            choose_view (zooms[n / axes], n % axes, axes > 1 ? 7 : 0, n % 4);

        view.color_mode = LIFE_COLOR_MODE_DENSITY;
        view.palette_phase = n % 5 / 5.0;
        view.density_gain = n % 3 == 2 ? 30 : 1;
        if (!compare_frames (world, reference, &view, GPOINTER_TO_UINT (data),
                frame_sizes[n % G_N_ELEMENTS (frame_sizes)], n % 3, n % PLACES,
                &memory))
          goto done;
      }
    }
done:
  memory_clear (&memory);
}

/* Cells in every layout, on all axes, seen by a camera that turns; in every mode that
 * looks at no frame before. */
static void
test_turned_frames_equal_the_cpus (gconstpointer data)
{
  static const gdouble turned_zooms[] = { 0.02, 0.11, 0.25, 0.3, 0.5, 0.97, 1,
    2, 3.3, 20 };
  static const gdouble angles[] = { 30, 90, -180, 270, 333.3, 0 };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_DENSITY, LIFE_COLOR_MODE_NEIGHBORS, LIFE_COLOR_MODE_STATE };
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (guint k = 0; k < G_N_ELEMENTS (drawn_kernels); k++) {
      LifeRule rule = rule_for (&geometries[i]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, drawn_kernels[k], TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&geometries[i], &rule);
      guint axes = geometries[i].depth > 1 ? 3 : 1;

      fill_soup (world, 5, 0.3);
      fill_soup (reference, 5, 0.3);
      for (guint n = 0; n < 6 * G_N_ELEMENTS (turned_zooms) * axes; n++) {
        LifeView view =
            choose_view (turned_zooms[n / axes % G_N_ELEMENTS (turned_zooms)],
                n % axes, axes > 1 ? 7 : 0, n / 3 % 4);

        view.rotation =
            angles[(n / axes / G_N_ELEMENTS (turned_zooms) + n) % 6];
        view.color_mode = modes[n / 2 % G_N_ELEMENTS (modes)];
        view.grid = n % 5 < 2 ? 3 : 0;
        view.grid_color = n % 4 < 2 ? 0xff405060 : 0x80ffe0c0;
        if (!compare_frames (world, reference, &view, GPOINTER_TO_UINT (data),
                frame_sizes[n % G_N_ELEMENTS (frame_sizes)], n % 3, n % PLACES,
                &memory))
          goto done;
      }
    }
done:
  memory_clear (&memory);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_formats (
      "cuda-colors/states-equal-reference/", test_states_equal_reference);
  add_formats (
      "cuda-colors/densities-equal-the-cpus/", test_densities_equal_the_cpus);
  add_formats ("cuda-colors/turned-frames-equal-the-cpus/",
      test_turned_frames_equal_the_cpus);
  return g_test_run ();
}
