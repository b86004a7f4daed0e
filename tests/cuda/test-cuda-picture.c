/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that arriving pictures change a world on a GPU as one on the CPU, wherever they
 * lie. */
#include "tests/support/draw/cuda-drawn.h"

/* Both worlds apply the same picture; the GPU's from memory of @place. */
static gboolean
take_picture (LifeWorld *world, LifeWorld *reference, const LifeView *view,
    LifePixelFormat format, LifeInput input, Place place, Memory *memory)
{
  static const guint size[2] = { 60, 51 };
  gdouble threshold = g_test_rand_double_range (0.2, 0.8);
  LifeFrame picture, same;
  GError *error = NULL;
  gsize n = lay_out (&picture, memory->expected, format, size, input % 2);

  for (gsize i = 0; i < n; i++)
    memory->expected[i] = g_test_rand_int_range (0, 256);
  lay_out (&same, memory_place (memory, place, n), format, size, input % 2);
  life_world_absorb (reference, view, &picture, input, threshold, &error);
  g_assert_no_error (error);
  life_world_absorb (world, view, &same, input, threshold, &error);
  g_assert_no_error (error);
  if (!assert_same_world (world, reference, formats[format].name))
    return FALSE;
  step (world, 1);
  step (reference, 1);
  return assert_same_world (world, reference, "a step after a picture");
}

static gboolean
take_pictures (LifeWorld *world, LifeWorld *reference, LifeInput input,
    guint n_zooms, Memory *memory)
{
  static const gdouble picture_zooms[] = { 1, 0.4, 2.5, 8 };
  const LifeGeometry *geometry = life_world_get_geometry (world);

  for (guint i = 0; i < n_zooms; i++)
    for (guint axis = 0; axis < (geometry->depth > 1 ? 3 : 1); axis++)
      for (guint format = 0; format < N_FORMATS; format++)
        for (guint turn = 0; turn < 3; turn++) {
          LifeView view = default_view ();

          view.zoom = picture_zooms[i];
          view.axis = axis;
          view.slice = geometry->depth > 1 ? 3 : 0;
          if (turn == 2) {
            view.x = 7.5;
            view.y = 11;
          }
          if (!take_picture (world, reference, &view, format, input,
                  (format + turn) % PLACES, memory))
            return FALSE;
        }
  return TRUE;
}

static void
take_into_worlds (LifeInput input, guint n_worlds, guint n_zooms)
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
      if (!take_pictures (world, reference, input, n_zooms, &memory))
        break;
    }
  memory_clear (&memory);
}

static void
test_pictures_change_the_world_as_in_the_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    take_into_worlds (GPOINTER_TO_UINT (data), G_N_ELEMENTS (geometries), 4);
}

static void
test_small_pictures_change_the_world_as_in_the_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    take_into_worlds (GPOINTER_TO_UINT (data), 1, 2);
}

int
main (int argc, char **argv)
{
  static const gchar *const inputs[] = { "replace", "or", "xor", "erase",
    "motion" };

  g_test_init (&argc, &argv, NULL);
  add_each ("cuda-picture/pictures-change-the-world-as-in-the-reference/",
      inputs, G_N_ELEMENTS (inputs),
      test_pictures_change_the_world_as_in_the_reference);
  add_each ("cuda-picture/small/pictures-change-the-world-as-in-the-reference-",
      inputs, G_N_ELEMENTS (inputs),
      test_small_pictures_change_the_world_as_in_the_reference);
  return g_test_run ();
}
