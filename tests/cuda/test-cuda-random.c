/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests random worlds on a GPU: size, rule, topology and number of generations are
 * drawn by lot. One call and many pieces give the cells of the kernel with a byte per
 * cell, or of the CPU. */
#include "tests/support/worlds/cuda.h"

#include <math.h>

/* That each test draws; all together 200. */
#define WORLDS 25

/* Cells times generations of a world, unless it takes more for 1,000 of these. */
#define MOST_WORK 2e10

/* Drawn by name beside rules whose digits are drawn. Those that are there more often are
 * compiled in; for others a GPU's code has to be compiled. */
static const gchar *const rules_2d[] = { "B3/S23", "B3/S23", "B3/S23",
  "B36/S23", "B3678/S34678", "B0346/S25", "B13/S23V", "B2/S34H", "B2-a/S12",
  "B2/S/C3", "B2/S345/C4" };
static const gchar *const rules_3d[] = { "B6/S567", "B6/S567", "B4,5/S5",
  "B6,7,8/S5,6,7" };

typedef struct {
  const gchar *name;
  guint dimensions;
  gboolean twisted;    /* also topologies other than tori and planes */
  guint32 least, most; /* of a side's cells */
} Draw;

static const Draw draws[] = {
  { "tiny", 2, TRUE, 1, 70 },
  { "small", 2, TRUE, 60, 300 },
  { "twisted", 2, TRUE, 200, 700 },
  { "medium", 2, FALSE, 300, 1600 },
  { "chip", 2, FALSE, 1200, 3000 },
  { "flat", 2, FALSE, 64, 9000 },
  { "large", 2, FALSE, 2500, 4400 },
  { "solid", 3, FALSE, 2, 160 },
};

/* Each of the counts 0 to 8 or not. */
static void
draw_counts (GRand *rand, GString *text)
{
  for (guint count = 0; count <= 8; count++)
    if (g_rand_boolean (rand))
      g_string_append_printf (text, "%u", count);
}

/* Free it with g_free(). */
static gchar *
draw_rule (GRand *rand, const Draw *draw)
{
  GString *text;

  if (draw->dimensions == 3)
    return g_strdup (
        rules_3d[g_rand_int_range (rand, 0, G_N_ELEMENTS (rules_3d))]);
  if (g_rand_int_range (rand, 0, 4) > 0)
    return g_strdup (
        rules_2d[g_rand_int_range (rand, 0, G_N_ELEMENTS (rules_2d))]);
  text = g_string_new ("B");
  draw_counts (rand, text);
  g_string_append (text, "/S");
  draw_counts (rand, text);
  return g_string_free (text, FALSE);
}

static LifeGeometry
draw_geometry (GRand *rand, const Draw *draw)
{
  gdouble span = log ((gdouble) draw->most / draw->least);
  LifeGeometry geometry = { 1, 1, 1, LIFE_TOPOLOGY_TORUS };

  geometry.width = (guint32) (draw->least * exp (span * g_rand_double (rand)));
  geometry.height = (guint32) (draw->least * exp (span * g_rand_double (rand)));
  if (draw->dimensions == 3)
    geometry.depth =
        (guint32) (draw->least * exp (span * g_rand_double (rand)));
  geometry.topology =
      topologies[g_rand_int_range (rand, 0, G_N_ELEMENTS (topologies))];
  if (draw->twisted) {
    static const LifeTopology all[] = { LIFE_TOPOLOGY_TORUS,
      LIFE_TOPOLOGY_PLANE, LIFE_TOPOLOGY_KLEIN, LIFE_TOPOLOGY_CROSS_SURFACE,
      LIFE_TOPOLOGY_SPHERE };

    geometry.topology = all[g_rand_int_range (rand, 0, G_N_ELEMENTS (all))];
    if (geometry.topology == LIFE_TOPOLOGY_SPHERE)
      geometry.height = geometry.width;
  }
  return geometry;
}

/* 1,000 to 20,000, those of large worlds nearer to the former. */
static guint64
draw_generations (GRand *rand, gdouble cells)
{
  const gdouble most = CLAMP (MOST_WORK / cells, 1000, 20000);

  return (guint64) (1000 * exp (log (most / 1000) * g_rand_double (rand)));
}

static void
step_in_pieces (GRand *rand, LifeWorld *world, guint64 generations)
{
  while (generations > 0) {
    const guint64 drawn = (guint64) g_rand_int_range (rand, 1, 900);
    const guint64 piece = MIN (generations, drawn);

    step (world, piece);
    generations -= piece;
  }
}

static gboolean
compare (GRand *rand, const Draw *draw, guint number)
{
  g_autofree gchar *name = draw_rule (rand, draw);
  const LifeGeometry geometry = draw_geometry (rand, draw);
  const gdouble cells =
      (gdouble) geometry.width * geometry.height * geometry.depth;
  const gboolean by_cpu = number % 2 == 0;
  const guint64 generations = draw_generations (rand, cells);
  const guint64 seed = g_rand_int (rand);
  LifeRule rule = rule_of (draw->dimensions, name);
  g_autofree gchar *what = g_strdup_printf (
      "%s %u: %s, %u × %u × %u, %s, %" G_GUINT64_FORMAT " generations",
      draw->name, number, name, geometry.width, geometry.height, geometry.depth,
      topology_names[geometry.topology], generations);
  g_autoptr (LifeWorld) one =
      new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  g_autoptr (LifeWorld) pieces =
      new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, number % 3 > 0);
  g_autoptr (LifeWorld) other =
      by_cpu ? new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1)
             : new_cuda_world (&geometry, &rule, LIFE_KERNEL_NAIVE, TRUE);

  fill_soup (one, seed, 0.4);
  fill_soup (pieces, seed, 0.4);
  fill_soup (other, seed, 0.4);
  step (one, generations);
  step_in_pieces (rand, pieces, generations);
  step (other, generations);
  return assert_same_checksum (one, other, what)
         && assert_same_checksum (pieces, other, what);
}

static void
test_random_worlds_equal_others (gconstpointer data)
{
  const Draw *draw = data;
  g_autoptr (GRand) rand = g_rand_new_with_seed (draw->most);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < WORLDS; i++)
    if (!compare (rand, draw, i))
      return;
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (draws); i++) {
    g_autofree gchar *name = g_strdup_printf ("/cuda-random/%s", draws[i].name);

    g_test_add_data_func (name, &draws[i], test_random_worlds_equal_others);
  }
  return g_test_run ();
}
