/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of cells drawn into worlds. */
#include "tests/support/worlds/compare.h"

#include <math.h>

/* What a line is, cell by cell, for small worlds. */
static void
draw_expected (
    guint8 *cells, const LifeGeometry *geometry, const LifeLine *line)
{
  gint64 steps = 0;

  for (guint i = 0; i < 3; i++)
    steps = MAX (steps, ABS (line->to[i] - line->from[i]));
  for (gint64 step = 0; step <= steps; step++) {
    gint64 at[3];

    for (guint i = 0; i < 3; i++)
      at[i] = (gint64) floorl (
          line->from[i]
          + (steps == 0
                  ? 0.0L
                  : (long double) step * (line->to[i] - line->from[i]) / steps)
          + 0.5L);
    if (at[0] >= 0 && at[0] < geometry->width && at[1] >= 0
        && at[1] < geometry->height && at[2] >= 0 && at[2] < geometry->depth)
      cells[(at[2] * geometry->height + at[1]) * geometry->width + at[0]] =
          (guint8) line->state;
  }
}

static LifeLine
random_line (GRand *rand, const LifeGeometry *geometry, guint states)
{
  const gint sides[3] = { (gint) geometry->width, (gint) geometry->height,
    (gint) geometry->depth };
  LifeLine line = { .state =
                        (guint) g_rand_int_range (rand, 0, (gint) states) };

  for (guint i = 0; i < 3; i++) {
    const gint beyond = sides[i] > 1 ? sides[i] / 2 : 0;

    line.from[i] = g_rand_int_range (rand, -beyond, sides[i] + beyond);
    line.to[i] = g_rand_int_range (rand, -beyond, sides[i] + beyond);
  }
  return line;
}

static void
check_lines (const LifeGeometry *geometry, const gchar *rule, LifeKernel kernel)
{
  g_autoptr (LifeWorld) world = new_world (geometry, rule, kernel, 1);
  const guint states = life_rule_get_states (life_world_get_rule (world));
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autofree guint8 *expected = NULL;
  GError *error = NULL;

  fill_soup (world, 1, 0.2);
  expected = cells_of (world);
  for (guint i = 0; i < 60; i++) {
    const LifeLine line = random_line (rand, geometry, states);

    draw_expected (expected, geometry, &line);
    life_world_draw_line (world, &line, &error);
    g_assert_no_error (error);
    assert_cells (world, expected, "after a line");
  }
}

static void
test_lines_set_the_cells_that_they_touch (void)
{
  const LifeGeometry flat = { 131, 45, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry wide = { 70001, 3, 1, LIFE_TOPOLOGY_PLANE };
  const LifeGeometry deep = { 70, 33, 50, LIFE_TOPOLOGY_TORUS };

  check_lines (&flat, "B3/S23", LIFE_KERNEL_NAIVE);
  check_lines (&flat, "B3/S23", LIFE_KERNEL_AUTO);
  check_lines (&flat, "B2/S345/6", LIFE_KERNEL_AUTO);
  check_lines (&flat, "R2,C4,M1,S3..8,B5..9", LIFE_KERNEL_AUTO);
  check_lines (&wide, "B3/S23", LIFE_KERNEL_AUTO);
  check_lines (&deep, "B6/S567", LIFE_KERNEL_AUTO);
  check_lines (&deep, "4/4/5/M", LIFE_KERNEL_AUTO);
}

/* The middle of a line from one end of all that can be named to the other. */
static void
test_a_line_may_begin_and_end_far_outside (void)
{
  const LifeGeometry geometry = { 64, 64, 1, LIFE_TOPOLOGY_PLANE };
  const gint64 far = G_GINT64_CONSTANT (1) << 53;
  const LifeLine line = { { -far, -far, 0 }, { far, far, 0 }, 1 };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  guint8 expected[64 * 64] = { 0 };
  GError *error = NULL;

  for (guint i = 0; i < 64; i++)
    expected[i * 65] = 1;
  life_world_draw_line (world, &line, &error);
  g_assert_no_error (error);
  assert_cells (world, expected, "the diagonal");
}

static void
test_lines_that_cannot_be_drawn_are_refused (void)
{
  static const struct {
    LifeLine line;
    LifeError code;
  } cases[] = {
    { { { 0, 0, 0 }, { 5, 5, 0 }, 2 }, LIFE_ERROR_RULE },
    { { { 0, 0, 0 }, { (G_GINT64_CONSTANT (1) << 53) + 1, 5, 0 }, 1 },
        LIFE_ERROR_SIZE },
    { { { G_MININT64, 0, 0 }, { 5, 5, 0 }, 1 }, LIFE_ERROR_SIZE },
  };
  const LifeGeometry geometry = { 64, 64, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    GError *error = NULL;

    g_assert_false (life_world_draw_line (world, &cases[i].line, &error));
    assert_message (error, cases[i].code, "");
  }
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
}

#define TEST(name) g_test_add_func ("/line/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (lines_set_the_cells_that_they_touch);
  TEST (a_line_may_begin_and_end_far_outside);
  TEST (lines_that_cannot_be_drawn_are_refused);
  return g_test_run ();
}
