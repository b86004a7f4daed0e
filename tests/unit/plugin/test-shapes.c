/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shapes that lifevis stamps, cell by cell. */
#include "plugin/lifevis/shapes.h"

/* A flat pattern's rows, with o where a cell lives. */
static gchar *
picture_of (const LifePattern *pattern)
{
  gint64 size[3];
  GString *text = g_string_new (NULL);

  life_pattern_get_size (pattern, size);
  for (gint64 y = 0; y < size[1]; y++) {
    for (gint64 x = 0; x < size[0]; x++)
      g_string_append_c (text, '.');
    g_string_append_c (text, '\n');
  }
  for (gsize i = 0; i < life_pattern_get_n_runs (pattern); i++) {
    LifeBox cells;

    g_assert_cmpuint (life_pattern_get_run (pattern, i, &cells), ==, 1);
    for (gint64 x = 0; x < cells.width; x++)
      text->str[cells.y * (size[0] + 1) + cells.x + x] = 'o';
  }
  return g_string_free (text, FALSE);
}

static void
assert_shape (LifePattern *pattern, const gchar *expected)
{
  g_autofree gchar *picture = NULL;

  g_assert_nonnull (pattern);
  picture = picture_of (pattern);
  g_assert_cmpstr (picture, ==, expected);
  life_pattern_unref (pattern);
}

static guint64
count_cells (LifePattern *pattern)
{
  guint64 n = 0;

  for (gsize i = 0; i < life_pattern_get_n_runs (pattern); i++) {
    LifeBox cells;

    life_pattern_get_run (pattern, i, &cells);
    n += cells.width;
  }
  life_pattern_unref (pattern);
  return n;
}

/* Cells whose distance from the middle is less than half a cell more than the radius. */
static void
test_noise_fills_a_disc_and_a_ball (void)
{
  g_autoptr (GRand) lots = g_rand_new_with_seed (1);

  assert_shape (gst_life_shape_noise (0, FALSE, 1.0, lots), "o\n");
  assert_shape (gst_life_shape_noise (1, FALSE, 1.0, lots), "ooo\nooo\nooo\n");
  assert_shape (gst_life_shape_noise (2, FALSE, 1.0, lots),
      ".ooo.\nooooo\nooooo\nooooo\n.ooo.\n");
  g_assert_cmpuint (
      count_cells (gst_life_shape_noise (1, TRUE, 1.0, lots)), ==, 19);
  g_assert_cmpuint (
      count_cells (gst_life_shape_noise (2, TRUE, 1.0, lots)), ==, 81);
  g_assert_null (gst_life_shape_noise (2, FALSE, 0.0, lots));
}

static void
test_a_ring_is_a_cell_thick (void)
{
  g_autoptr (GRand) lots = g_rand_new_with_seed (1);

  assert_shape (gst_life_shape_ring (1, 1.0, lots), "ooo\no.o\nooo\n");
  assert_shape (gst_life_shape_ring (2, 1.0, lots),
      ".ooo.\no...o\no...o\no...o\n.ooo.\n");
  g_assert_null (gst_life_shape_ring (2, 0.0, lots));
}

static void
test_gliders_fly_abreast (void)
{
  assert_shape (gst_life_shape_gliders (1, TRUE, TRUE), ".o.\n..o\nooo\n");
  assert_shape (gst_life_shape_gliders (1, FALSE, FALSE), "ooo\no..\n.o.\n");
  assert_shape (gst_life_shape_gliders (2, TRUE, TRUE),
      "........o.\n.........o\n.......ooo\n..........\n..........\n"
      "..........\n..........\n.o........\n..o.......\nooo.......\n");
}

static void
test_thin_leaves_some_cells (void)
{
  g_autoptr (GRand) lots = g_rand_new_with_seed (1);
  g_autoptr (LifePattern) block = life_pattern_from_string ("block", NULL);
  g_autoptr (LifePattern) disc = gst_life_shape_noise (20, FALSE, 1.0, lots);
  guint64 all, some;

  assert_shape (gst_life_shape_thin (block, 1.0, lots), "oo\noo\n");
  g_assert_null (gst_life_shape_thin (block, 0.0, lots));
  all = count_cells (life_pattern_ref (disc));
  some = count_cells (gst_life_shape_thin (disc, 0.5, lots));
  g_assert_cmpuint (some, >, all * 2 / 5);
  g_assert_cmpuint (some, <, all * 3 / 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/shapes/" #name, test_##name)
  TEST (noise_fills_a_disc_and_a_ball);
  TEST (a_ring_is_a_cell_thick);
  TEST (gliders_fly_abreast);
  TEST (thin_leaves_some_cells);
  return g_test_run ();
}
