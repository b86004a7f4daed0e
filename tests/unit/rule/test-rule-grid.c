/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how the suffix of a rule is read and written, which gives a world its
 * size and topology; not of what such a world does. */
#include "tests/support/text/rule-value.h"
#include "tests/support/text/rule.h"

static void
test_torus_suffix (void)
{
  LifeRule rule;

  g_assert_true (parse_rule ("B3/S23:T64,48", 2, &rule, NULL));
  g_assert_true (rule.bounded);
  g_assert_cmpuint (rule.grid.width, ==, 64);
  g_assert_cmpuint (rule.grid.height, ==, 48);
  g_assert_cmpuint (rule.grid.depth, ==, 1);
  g_assert_cmpint (rule.grid.topology, ==, LIFE_TOPOLOGY_TORUS);
}

static void
test_plane_suffix (void)
{
  LifeRule rule;

  g_assert_true (parse_rule ("life:P64,48", 2, &rule, NULL));
  g_assert_true (rule.bounded);
  g_assert_cmpint (rule.grid.topology, ==, LIFE_TOPOLOGY_PLANE);
}

static void
test_suffix_of_one_number_is_a_square_or_cube (void)
{
  assert_reads (2, "B3/S23:T64", "B3/S23:T64,64");
  assert_reads (3, "B6/S567:P64", "B6/S5..7:P64,64,64");
}

static void
test_suffix_of_3d_has_three_numbers (void)
{
  assert_reads (3, "B6/S567:T64,48,32", "B6/S5..7:T64,48,32");
  assert_refuses (3, "B6/S567:T64,48", "character 15", "depth", NULL);
  assert_refuses (2, "B3/S23:T64,48,32", "character 14", "3D notation", NULL);
}

static void
test_suffix_takes_the_whole_range (void)
{
  assert_reads (2, "B3/S23:T4294967295,1", "B3/S23:T4294967295,1");
  assert_refuses (2, "B3/S23:T4294967296", "character 9", "4294967295", NULL);
  assert_refuses (2, "B3/S23:T999999999999999999999999999999", "character 9",
      "4294967295", NULL);
}

static void
test_infinite_side_is_refused (void)
{
  assert_refuses (2, "B3/S23:T0,20", "character 9", "infinite", NULL);
  assert_refuses (2, "B3/S23:P30,0", "character 12", "infinite", NULL);
  assert_refuses (2, "B3/S23:K0*,20", "character 9", "infinite", NULL);
  assert_refuses (2, "B3/S23:C30,0", "character 12", "infinite", NULL);
  assert_refuses (2, "B3/S23:S0", "character 9", "infinite", NULL);
}

static void
test_broken_suffix_is_refused (void)
{
  assert_refuses (2, "B3/S23:", "character 8", "found the end", NULL);
  assert_refuses (2, "B3/S23:T", "character 9", "a number of cells", NULL);
  assert_refuses (2, "B3/S23:T30,", "character 12", NULL);
  assert_refuses (2, "B3/S23:X30", "character 8", "\"X\"", NULL);
  assert_refuses (2, "B3/S23:T30,20x", "character 14", "\"x\"", NULL);
  assert_refuses (2, "B3/S23:T30:T30", "character 11", NULL);
}

static void
test_klein_bottle_suffix (void)
{
  LifeRule rule = read_rule (2, "B3/S23:K30*,20");

  g_assert_cmpint (rule.grid.topology, ==, LIFE_TOPOLOGY_KLEIN);
  g_assert_false (rule.grid.vertical_twist);
  rule = read_rule (2, "B3/S23:K30,20*");
  g_assert_true (rule.grid.vertical_twist);
  assert_reads (2, "life:k30*", "B3/S23:K30*,30");
  assert_reads (2, "life:k30 * , 20", "B3/S23:K30*,20");
}

static void
test_shifted_torus (void)
{
  LifeRule rule = read_rule (2, "B3/S23:T30+5,20");

  g_assert_cmpint (rule.grid.shift_x, ==, 5);
  g_assert_cmpint (rule.grid.shift_y, ==, 0);
  rule = read_rule (2, "B3/S23:T30,20-2");
  g_assert_cmpint (rule.grid.shift_x, ==, 0);
  g_assert_cmpint (rule.grid.shift_y, ==, -2);
}

/* As in Golly. */
static void
test_shift_is_less_than_the_side (void)
{
  assert_reads (2, "life:T30+35,20", "B3/S23:T30+5,20");
  assert_reads (2, "life:T30-35,20", "B3/S23:T30-5,20");
  assert_reads (2, "life:T30+30,20", "B3/S23:T30,20");
  assert_reads (2, "life:T30+0,20-0", "B3/S23:T30,20");
  assert_reads (2, "life:T4294967295+4294967294,1", "B3/S23:T4294967295-1,1");
  assert_reads (2, "life:T30+99999999999999999999,20", "B3/S23:T30+10,20");
}

/* And none along an odd side, as in Golly. */
static void
test_klein_bottle_has_one_shift (void)
{
  LifeRule rule = read_rule (2, "B3/S23:K30*+1,20");

  g_assert_cmpint (rule.grid.shift_x, ==, 1);
  rule = read_rule (2, "B3/S23:K30,20*+1");
  g_assert_cmpint (rule.grid.shift_y, ==, 1);
  assert_reads (2, "life:K30*+4,20", "B3/S23:K30*+1,20");
  assert_reads (2, "life:K30*-1,20", "B3/S23:K30*+1,20");
  assert_reads (2, "life:K31*+1,20", "B3/S23:K31*,20");
}

static void
test_cross_surface_and_sphere (void)
{
  LifeRule rule = read_rule (2, "B3/S23:C30,20");

  g_assert_cmpint (rule.grid.topology, ==, LIFE_TOPOLOGY_CROSS_SURFACE);
  rule = read_rule (2, "B3/S23:S30");
  g_assert_cmpint (rule.grid.topology, ==, LIFE_TOPOLOGY_SPHERE);
  g_assert_cmpuint (rule.grid.height, ==, 30);
  assert_reads (2, "life:c9", "B3/S23:C9,9");
  assert_reads (2, "life:s30,30", "B3/S23:S30");
}

static void
test_every_family_takes_a_suffix (void)
{
  assert_reads (2, "B2/S34H:K30*,20", "B2/S34H:K30*,20");
  assert_reads (2, "/2/3:C9", "B2/S/3:C9,9");
  assert_reads (2, "B2-a/S12:T30+5,20", "B2-a/S12:T30+5,20");
  assert_reads (2, "MAPAwM/Pw:S9", "MAPAwM/Pw:S9");
  assert_reads (2, "bosco:T400", "R5,C0,M1,S34..58,B34..45,NM:T400,400");
  assert_reads (2, "W30:P9,8", "W30:P9,8");
  assert_reads (3, "4/4/5/M:T9", "B4/S4/5:T9,9,9");
}

static void
test_misplaced_shift_is_refused (void)
{
  assert_refuses (2, "B3/S23:P30+5,20", "character 11", "shifted", NULL);
  assert_refuses (2, "B3/S23:C30,20-5", "character 14", "shifted", NULL);
  assert_refuses (2, "B3/S23:S30+1", "character 11", "shifted", NULL);
  assert_refuses (2, "B3/S23:K30+1,20*", "character 11", "twisted", NULL);
  assert_refuses (2, "B3/S23:K30*,20+1", "character 15", "twisted", NULL);
  assert_refuses (2, "B3/S23:T30+5,20-2", "character 14", "not both", NULL);
  assert_refuses (2, "B3/S23:T30+,20", "character 12", "shift by", NULL);
  assert_refuses (3, "B6/S567:T9+1,9,9", "character 11", "2D", NULL);
}

static void
test_misplaced_twist_is_refused (void)
{
  assert_refuses (2, "B3/S23:K30,20", "character 14", "\"*\"", NULL);
  assert_refuses (2, "B3/S23:K30", "character 11", "\"*\"", NULL);
  assert_refuses (2, "B3/S23:K30*,20*", "character 13", "one twisted", NULL);
  assert_refuses (2, "B3/S23:T30*,20", "character 11", "Klein", NULL);
  assert_refuses (2, "B3/S23:C30,20*", "character 14", "Klein", NULL);
}

static void
test_sphere_is_square (void)
{
  assert_refuses (2, "B3/S23:S30,20", "character 12", "expected 30", NULL);
}

static void
test_3d_worlds_are_torus_or_plane (void)
{
  assert_refuses (3, "B6/S567:K9*", "character 9", "torus (T)", "2D", NULL);
  assert_refuses (3, "B6/S567:S9", "character 9", "torus (T)", NULL);
}

/* A side up to the largest one, small ones more often. */
static guint32
random_side (void)
{
  return g_test_rand_bit () ? (guint32) g_test_rand_int_range (1, 40)
                            : MAX (1, (guint32) g_test_rand_int ());
}

static LifeGeometry
random_grid (void)
{
  LifeGeometry grid = { random_side (), random_side (), 1,
    g_test_rand_int_range (0, LIFE_TOPOLOGY_SPHERE + 1) };
  gboolean vertical = g_test_rand_bit ();
  gint64 side = (gint64) (vertical ? grid.height : grid.width);
  gint32 shift = side > 1 ? g_test_rand_int_range (
                     0, (gint32) MIN (side, (gint64) G_MAXINT32))
                          : 0;

  if (grid.topology == LIFE_TOPOLOGY_KLEIN) {
    grid.vertical_twist = vertical;
    shift = side % 2 == 0 && shift % 2 != 0;
  } else if (grid.topology != LIFE_TOPOLOGY_TORUS) {
    shift = 0;
  } else if (g_test_rand_bit ()) {
    shift = -shift;
  }
  *(vertical ? &grid.shift_y : &grid.shift_x) = shift;
  if (grid.topology == LIFE_TOPOLOGY_SPHERE)
    grid.height = grid.width;
  return grid;
}

static void
test_suffix_survives_writing (void)
{
  LifeRule rule = make_rule (2, 8, 12);

  rule.bounded = TRUE;
  rule.grid = (LifeGeometry){ 1, G_MAXUINT32, 1, LIFE_TOPOLOGY_PLANE };
  assert_survives_writing (&rule);
  for (guint i = 0; i < 20000; i++) {
    rule.grid = random_grid ();
    assert_survives_writing (&rule);
  }
  rule.dimensions = 3;
  rule.grid = (LifeGeometry){ 3, 4, 5, LIFE_TOPOLOGY_TORUS };
  assert_survives_writing (&rule);
}

static void
test_a_text_says_how_many_dimensions_it_has (void)
{
  static const struct {
    const gchar *text;
    guint dimensions;
  } cases[] = { { "B3/S23", 2 }, { "B3/S23:T64", 2 }, { "B3/S23:T64,48", 2 },
    { "B3/S23:T64,48,32", 3 }, { "B6/S5..7 : P 64 , 48 , 2", 3 },
    { "clouds:T16", 3 }, { "B6/S5..7:P9", 3 }, { "bosco:T400", 2 } };
  static const gchar *const wrong[] = { "clouds", "B6/S5..7", "B3/S23:T64,48,1",
    "B3/S23:T64,48,0", "bosco:T64,48,32", "clouds:S9", "clouds:T9,9", ":T9",
    "" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LifeRule) rule = life_rule_parse (cases[i].text, 0, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (life_rule_get_dimensions (rule), ==, cases[i].dimensions);
  }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    assert_refuses (0, wrong[i], NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-grid/" #name, test_##name)
  TEST (torus_suffix);
  TEST (plane_suffix);
  TEST (suffix_of_one_number_is_a_square_or_cube);
  TEST (suffix_of_3d_has_three_numbers);
  TEST (suffix_takes_the_whole_range);
  TEST (infinite_side_is_refused);
  TEST (broken_suffix_is_refused);
  TEST (klein_bottle_suffix);
  TEST (shifted_torus);
  TEST (shift_is_less_than_the_side);
  TEST (klein_bottle_has_one_shift);
  TEST (cross_surface_and_sphere);
  TEST (every_family_takes_a_suffix);
  TEST (misplaced_shift_is_refused);
  TEST (misplaced_twist_is_refused);
  TEST (sphere_is_square);
  TEST (3d_worlds_are_torus_or_plane);
  TEST (suffix_survives_writing);
  TEST (a_text_says_how_many_dimensions_it_has);
#undef TEST
  return g_test_run ();
}
