/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine draws montages and projections as the CPU does, to the byte,
 * in every layout of cells, color mode and format. */
#include "tests/support/draw/formats.h"
#include "tests/support/worlds/cuda.h"

#define CAPACITY (1 << 19)

typedef struct {
  const gchar *rule;
  LifeKernel kernel;
} Case;

/* Each layout of cells; states; other neighbors. */
static const Case cases[] = {
  { "B6/S567", LIFE_KERNEL_BITSLICED },
  { "B5/S45", LIFE_KERNEL_AUTO },
  { "B6/S567", LIFE_KERNEL_NAIVE },
  { "B6/S567", LIFE_KERNEL_PACKED },
  { "B4/S4,5/C5", LIFE_KERNEL_AUTO },
  { "B2/S1,2F", LIFE_KERNEL_AUTO },
};

/* Planes of @frame in @memory, which is filled; returns its bytes. */
static gsize
lay_out (
    LifeFrame *frame, guint8 *memory, LifePixelFormat number, guint w, guint h)
{
  const TestFormat *format = &formats[number];
  gsize at = 0;

  *frame = (LifeFrame){ .format = number,
    .colorimetry = coding_of (
        format, number == LIFE_PIXEL_FORMAT_GRAY8
                    ? (LifeColorimetry){ 0.299, 0.114, 0, 255, 255 }
                    : (LifeColorimetry){ 0.2126, 0.0722, 16, 219, 224 }),
    .width = w,
    .height = h };
  for (guint i = 0; i < format->planes; i++) {
    frame->data[i] = memory + at;
    frame->stride[i] = plane_row_bytes (format, i, w);
    at += (gsize) frame->stride[i] * plane_rows (format, i, h);
  }
  g_assert_cmpuint (at, <=, CAPACITY);
  for (gsize i = 0; i < CAPACITY; i++)
    memory[i] = (guint8) (i * 37 + (i >> 8) * 11);
  return at;
}

static gboolean
compare (LifeWorld *world, LifeWorld *reference, const LifeView *view,
    LifePixelFormat format, guint width, guint height)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  g_autofree guint8 *drawn = g_malloc (CAPACITY);
  g_autofree guint8 *expected = g_malloc (CAPACITY);
  g_autoptr (GError) error = NULL;
  LifeFrame frame, wanted;
  gsize n = lay_out (&frame, drawn, format, width, height);

  lay_out (&wanted, expected, format, width, height);
  life_world_draw (world, view, &frame, &error);
  g_assert_no_error (error);
  life_world_draw (reference, view, &wanted, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < n; i++)
    if (drawn[i] != expected[i]) {
      g_test_message ("%s, %u × %u × %u, %s of %u × %u: kind %u, axis %u, "
                      "far %d, mode %u, zoom %g at (%g, %g) turned by %g, grid "
                      "%g, overlay %d: byte %" G_GSIZE_FORMAT " is %u, not %u",
          life_world_get_kernel_name (world), geometry->width, geometry->height,
          geometry->depth, formats[format].name, width, height, view->kind,
          view->axis, view->far_side, view->color_mode, view->zoom, view->x,
          view->y, view->rotation, view->grid, view->overlay, i, drawn[i],
          expected[i]);
      g_test_fail ();
      return FALSE;
    }
  return TRUE;
}

static LifeView
choose_view (LifeViewKind kind, const LifeGeometry *geometry)
{
  static const gdouble zooms[] = { 1, 2, 5, 1.5, 0.5, 0.3, 0.0625 };
  static const gdouble angles[] = { 0, 0, 0, 90, 33.3 };
  LifeView view = default_view ();

  view.kind = kind;
  view.axis = g_test_rand_int_range (0, 3);
  view.far_side = g_test_rand_int_range (0, 2);
  view.zoom = zooms[g_test_rand_int_range (0, G_N_ELEMENTS (zooms))];
  view.rotation = angles[g_test_rand_int_range (0, G_N_ELEMENTS (angles))];
  view.scaling = g_test_rand_int_range (0, 2);
  view.grid = g_test_rand_int_range (0, 2) * 2;
  view.x = g_test_rand_int_range (0, 2) ? -1 : geometry->width * 0.3;
  view.color_mode = g_test_rand_int_range (0, LIFE_COLOR_MODE_DEPTH + 1);
  view.overlay = g_test_rand_int_range (0, 4) == 0;
  view.alive_color = (guint32) g_test_rand_int ();
  view.dead_color = (guint32) g_test_rand_int ();
  view.grid_color = (guint32) g_test_rand_int ();
  for (guint state = 0; state < LIFE_MAX_STATES; state++)
    view.state_colors[state] = (guint32) g_test_rand_int ();
  return view;
}

static void
step_and_remember (LifeWorld *world)
{
  g_autoptr (GError) error = NULL;

  life_world_remember (world, &error);
  g_assert_no_error (error);
  step (world, 1);
}

static void
compare_many (LifeViewKind kind, LifePixelFormat format)
{
  for (guint i = 0; i < 24; i++) {
    const Case *played = &cases[i % G_N_ELEMENTS (cases)];
    const LifeGeometry geometry = { g_test_rand_int_range (1, 140),
      g_test_rand_int_range (1, 90), g_test_rand_int_range (2, 90),
      i % 2 ? LIFE_TOPOLOGY_TORUS : LIFE_TOPOLOGY_PLANE };
    LifeRule rule = rule_of (3, played->rule);
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, played->kernel, TRUE);
    g_autoptr (LifeWorld) reference =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 0);
    gdouble density = i % 3 ? 0.15 : 0.01;

    fill_soup (world, i, density);
    fill_soup (reference, i, density);
    for (guint j = 0; j < 10; j++) {
      LifeView view = choose_view (kind, &geometry);

      if (!compare (world, reference, &view, format,
              g_test_rand_int_range (1, 300), g_test_rand_int_range (1, 200)))
        return;
      if (j % 4 == 0) {
        step_and_remember (world);
        step_and_remember (reference);
      }
    }
  }
}

static void
test_montages_equal_the_cpus (gconstpointer data)
{
  if (!skip_without_cuda ())
    compare_many (LIFE_VIEW_MONTAGE, GPOINTER_TO_UINT (data));
}

static void
test_projections_equal_the_cpus (gconstpointer data)
{
  if (!skip_without_cuda ())
    compare_many (LIFE_VIEW_PROJECTION, GPOINTER_TO_UINT (data));
}

/* Deep, wide and empty ones, in which columns of cells are long or rows of words many. */
static void
test_projections_of_long_worlds_equal_the_cpus (void)
{
  static const LifeGeometry geometries[] = {
    { 1000, 3, 2, LIFE_TOPOLOGY_PLANE },
    { 3, 1000, 2, LIFE_TOPOLOGY_PLANE },
    { 33, 2, 1500, LIFE_TOPOLOGY_PLANE },
    { 512, 512, 40, LIFE_TOPOLOGY_PLANE },
  };
  LifeRule rule = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometries[i], &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) reference =
        new_world_with_rule (&geometries[i], &rule, LIFE_KERNEL_AUTO, 0);

    for (guint j = 0; j < 30; j++) {
      LifeView view = choose_view (
          j % 5 ? LIFE_VIEW_PROJECTION : LIFE_VIEW_MONTAGE, &geometries[i]);

      if (j % 10 == 0) {
        fill_soup (world, j, j * 0.001);
        fill_soup (reference, j, j * 0.001);
      }
      if (!compare (world, reference, &view, LIFE_PIXEL_FORMAT_RGBA, 311, 213))
        return;
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_FORMATS; i++) {
    /* One format for tools that make a GPU slow. */
    const gchar *group = i == LIFE_PIXEL_FORMAT_NV12 ? "small/" : "";
    g_autofree gchar *montages = g_strdup_printf (
        "/cuda-montage/%smontages-equal-the-cpus-%s", group, formats[i].name);
    g_autofree gchar *projections =
        g_strdup_printf ("/cuda-montage/%sprojections-equal-the-cpus-%s", group,
            formats[i].name);

    g_test_add_data_func (
        montages, GUINT_TO_POINTER (i), test_montages_equal_the_cpus);
    g_test_add_data_func (
        projections, GUINT_TO_POINTER (i), test_projections_equal_the_cpus);
  }
  g_test_add_func ("/cuda-montage/projections-of-long-worlds-equal-the-cpus",
      test_projections_of_long_worlds_equal_the_cpus);
  return g_test_run ();
}
