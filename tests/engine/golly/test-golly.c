/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly as an independent oracle: every family of rules makes the same of random soups as
 * bgolly. test-golly-plays.c plays Golly's own pattern files, test-facts.c checks known
 * facts; how rules are spelled is tested in test-rule.c. */
#include "life/rule/sliding.h"
#include "tests/support/worlds/golly-soups.h"

static const GollyRule rules[] = {
  { HASH, "B3/S23" },
  { HASH, "B36/S23" },
  { HASH, "B3678/S34678" },
  { HASH, "B1357/S1357" },
  { HASH, "B2/S" },
  { HASH, "B34/S34" },
  { HASH, "B1/S012345678" },
  { HASH, "B3/S45678" },
  { HASH, "B4678/S35678" },
  { HASH, "B368/S245" },
  { HASH, "B8/S8" },
  { HASH, "B12345678/S" },
  { HASH, "B03/S238" },
  { HASH, "B014/S0138" },
  { HASH, "B0/S8" },
  { QUICK, "B03/S23" },
  { QUICK, "B0246/S1357" },
  { QUICK, "B012/S15" },
  { HASH, "B13/S024V" },
  { HASH, "B2/S013V" },
  { HASH, "B1/S01234V" },
  { HASH, "B034/S14V" },
  { QUICK, "B02/S13V" },
  { HASH, "B2/S34H" },
  { HASH, "B245/S3H" },
  { HASH, "B1/S0123456H" },
  { HASH, "B0135/S1246H" },
  { QUICK, "B03/S25H" },
  { HASH, "B2-a/S12" },
  { HASH, "B3/S2-i34q" },
  { HASH, "B2n3/S23-q" },
  { HASH, "B3-ej6e/S234i" },
  { HASH, "B2ak3nr4iy/S3-nr4ent5er" },
  { HASH, "B2aei3r4kn5jnr6k/S2ai3k4iknqr5r6ai" },
  { HASH, "B1c2kn3ijqy4cwz5acjq6en7e8/S1e2ce3acekr4ajty5iy6cek7c" },
  { HASH, "B02a3-c5ny/S1c4t8" },
  { QUICK, "B02a3-c5ny/S1c4t" },
  { HASH, "MAPAwM/Pw" },
  { HASH, "MAPHmlphg" },
  { HASH, "MAPFAMgVwhXAP4AP4B+gH4A6A" },
  { HASH, "MAPOqTq5jQ9yVZ3m8TnJp2QgA" },
  { HASH, "MAPE575YX8XM5mSLFy5UBIHEYeD7p4Zdl/AK6j0KgodkDINzNlxICAbaG8wy1JZ"
          "irLnqB0PRfMBH7+WY5YQ1xOy1A" },
  { AGES, "B2/S/3" },
  { AGES, "B2/S345/4" },
  { AGES, "B2/S23/8" },
  { AGES, "B13/S2/21" },
  { AGES, "B3457/S2367/5" },
  { AGES, "B2/S02345/256" },
  { AGES, "B2/S34/4H" },
  { AGES, "B13/S124/6V" },
  { AGES, "B2ce/S345/4" },
  { AGES, "B2-a3k/S3-i4w/7" },
  { AGES, "MAPHmlphg/5" },
  { AGES, "MAPOqTq5jQ9yVZ3m8TnJp2QgA/3" },
  { LARGER, "R5,C0,M1,S34..58,B34..45,NM" },
  { LARGER, "R8,C0,M0,S163..223,B74..252,NM" },
  { LARGER, "R1,C0,M1,S1..1,B1..1,NN" },
  { LARGER, "R1,C5,M0,S2..3,B3..3,NM" },
  { LARGER, "R2,C3,M0,S4..7,B5..6,NN" },
  { LARGER, "R10,C255,M1,S2..3,B3..3,NM" },
  { LARGER, "R4,C0,M1,S41..81,B41..81,NM" },
  { LARGER, "R7,C20,M0,S30..60,B25..48,NN" },
  { LARGER, "R3,C0,M1,S8..15,B9..13,NC" },
  { LARGER, "R6,C4,M0,S30..60,B28..45,NC" },
};

static const struct {
  guint32 width, height;
  guint generations;
} soups[] = { { 1, 1, 1 }, { 1, 7, 2 }, { 7, 1, 3 }, { 2, 2, 1 }, { 7, 2, 10 },
  { 3, 5, 5 }, { 5, 3, 1 }, { 31, 33, 33 }, { 32, 32, 64 }, { 33, 31, 10 },
  { 63, 65, 100 }, { 64, 64, 33 }, { 65, 63, 64 }, { 100, 37, 17 },
  { 128, 3, 10 }, { 129, 64, 20 }, { 191, 2, 7 }, { 1, 130, 9 },
  { 257, 193, 12 }, { 511, 29, 31 },
  /* Large enough for all families. */
  { 20, 37, 6 }, { 64, 64, 16 }, { 100, 33, 4 }, { 129, 65, 10 },
  { 31, 130, 2 } };

#define LARGE_SOUPS 20

/* --- Two dimensions --- */

/* A rule with B0 and without S8 is run as two rules in turn, in QuickLife only: only every
 * second generation is the real one. */
static gboolean
soup_is_golly_s (const GollyRule *rule, guint index, gboolean plane)
{
  const guint generations = strcmp (rule->algorithm, "QuickLife") == 0
                                ? (soups[index].generations + 1) / 2 * 2
                                : soups[index].generations;
  g_autofree gchar *text = g_strdup_printf ("%s:%c%u,%u", rule->rule,
      plane ? 'P' : 'T', soups[index].width, soups[index].height);
  const GollyRule written = { rule->algorithm, rule->output };
  LifeRule parsed = rule_of (2, text);
  g_autoptr (Worlds) worlds =
      worlds_new (&parsed.grid, &parsed, LIFE_KERNEL_AUTO, 2);

  worlds_soup (worlds, index + 1, 0.15 + 0.03 * index);
  if (!plays_as_in_golly (worlds->each[0], &written, generations))
    return FALSE;
  step (worlds->each[1], generations);
  return worlds_same (worlds, text);
}

/* On a plane under B0, Golly's cells outside are sometimes alive. */
static void
test_soups (gconstpointer data)
{
  const GollyRule *rule = data;
  LifeRule parsed = rule_of (2, rule->rule);
  const gboolean blinks = parsed.birth & 1 || parsed.map[0] & 1;
  const gboolean small = strcmp (rule->algorithm, "HashLife") == 0
                         || strcmp (rule->algorithm, "QuickLife") == 0;

  if (skip_without_golly ())
    return;
  for (guint i = small ? 0 : LARGE_SOUPS; i < G_N_ELEMENTS (soups); i++)
    if (!soup_is_golly_s (rule, i, FALSE)
        || (!blinks && !soup_is_golly_s (rule, i, TRUE)))
      return;
}

/* One cell makes exactly those cells alive that it is a neighbor of. */
static gboolean
neighbors_are_golly_s (gchar neighborhood, guint radius, LifeKernel kernel)
{
  const guint side = 2 * radius + 3;
  g_autofree gchar *text = g_strdup_printf (
      "R%u,C0,M0,S1..1,B1..1,N%c:T%u,%u", radius, neighborhood, side, side);
  const GollyRule cross = { LARGER, text };
  LifeRule rule = rule_of (2, text);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&rule.grid, &rule, kernel, 1);
  const LifeBox box = { radius + 1, radius + 1, 0, 1, 1, 1 };

  write_box (world, &box, (const guint8[]){ 1 });
  return plays_as_in_golly (world, &cross, 1);
}

static void
test_circles (void)
{
  if (skip_without_golly ())
    return;
  for (guint radius = 1; radius <= 50; radius++)
    if (!neighbors_are_golly_s ('C', radius, LIFE_KERNEL_NAIVE))
      return;
}

/* The reference takes too long for such neighborhoods, and is compared with sliding
 * sums in test-larger.c. */
static const guint far_radii[] = { 51, 64, 100, 127, 128, 200, 256, 500 };

static void
test_far_neighbors (void)
{
  static const gchar neighborhood_letters[] = "MNC";

  if (skip_without_golly ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (far_radii); i++)
    for (guint j = 0; neighborhood_letters[j] != '\0'; j++)
      if (!neighbors_are_golly_s (
              neighborhood_letters[j], far_radii[i], LIFE_KERNEL_AUTO))
        return;
}

/* A soup under a rule whose ranges end near the soup's mean count. */
static gboolean
far_soup_is_golly_s (guint index, LifeNeighborhood neighborhood)
{
  static const gchar letters[] = { [LIFE_NEIGHBORHOOD_MOORE] = 'M',
    [LIFE_NEIGHBORHOOD_VON_NEUMANN] = 'N',
    [LIFE_NEIGHBORHOOD_CIRCULAR] = 'C' };
  static const guint states[] = { 0, 3, 40 };
  const guint radius = far_radii[index], variant = index + neighborhood;
  const guint32 n = life_larger_cells (neighborhood, radius);
  const guint32 mean = n * 2 / 5, last = mean + n / 20;
  g_autofree gchar *text = g_strdup_printf (
      "R%u,C%u,M%u,S%u..%u,B%u..%u,N%c:%c%u,%u", radius, states[variant % 3],
      variant % 2, mean / 2, mean, mean, last, letters[neighborhood],
      variant / 2 % 2 ? 'P' : 'T', 2 * radius + 9, 2 * radius + 2);
  const GollyRule golly_rule = { LARGER, text };
  LifeRule rule = rule_of (2, text);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&rule.grid, &rule, LIFE_KERNEL_AUTO, 2);

  fill_soup (world, index + 1, 0.4);
  return plays_as_in_golly (world, &golly_rule, 3);
}

/* bgolly takes many seconds for the largest circles. */
static void
test_far_soups (void)
{
  if (skip_without_golly ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (far_radii); i++)
    if (!far_soup_is_golly_s (i, LIFE_NEIGHBORHOOD_MOORE)
        || !far_soup_is_golly_s (i, LIFE_NEIGHBORHOOD_VON_NEUMANN)
        || (far_radii[i] <= 128
            && !far_soup_is_golly_s (i, LIFE_NEIGHBORHOOD_CIRCULAR)))
      return;
}

/* --- One dimension --- */

/* A world of @height rows, with a row of soup at the top or at the bottom. */
static LifeWorld *
new_row (guint number, guint32 width, guint32 height, gboolean top)
{
  LifeGeometry geometry = { width, height, 1, LIFE_TOPOLOGY_TORUS };
  g_autofree gchar *text =
      g_strdup_printf ("W%u:T%u,%u", number, width, height);
  LifeWorld *world = new_world (&geometry, text, LIFE_KERNEL_NAIVE, 1);
  LifeBox from = { 0, height - 1, 0, width, 1, 1 },
          to = { 0, 0, 0, width, 1, 1 };
  g_autofree guint8 *row = NULL;

  fill_soup (world, number + 1, 0.5);
  if (top) {
    row = read_box (world, &from);
    world_clear (world);
    write_box (world, &to, row);
  }
  return world;
}

/* Golly's generations run down, and ours scroll up: once they fill the world
 * they are the same. Golly has only the even rules. */
static void
test_wolfram (void)
{
  if (skip_without_golly ())
    return;
  for (guint number = 0; number < 256; number += 2) {
    const guint32 width = 40 + number % 50, rows = 21;
    /* The same soup, which depends on the place of a cell. */
    g_autoptr (LifeWorld) ours = new_row (number, width, rows, FALSE);
    g_autoptr (LifeWorld) start = new_row (number, width, rows, TRUE);
    g_autofree gchar *what = g_strdup_printf ("W%u", number);
    g_autofree gchar *text =
        g_strdup_printf ("W%u:T%u,%u", number, width, rows);
    const GollyRule wolfram = { HASH, text };
    g_autoptr (LifePattern) theirs = run_golly (start, &wolfram, rows - 2);
    LifeBox first = { 0, 0, 0, width, 1, 1 };
    g_autofree guint8 *none = g_malloc0 (width);

    step (ours, rows - 2);
    /* Golly's last row is still empty, and so is our first one. */
    theirs->y += 1;
    write_box (ours, &first, none);
    if (!assert_is_golly_s (ours, theirs, what))
      return;
  }
}

static void
test_wolfram_soup_fills_the_bottom_row (void)
{
  LifeGeometry geometry = { 10000, 5, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "W30", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) life =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeBox box = { 0, 4, 0, 10000, 1, 1 };
  g_autofree guint8 *row = NULL, *same = NULL;
  guint64 alive = 0;

  fill_soup (world, 7, 0.4);
  fill_soup (life, 7, 0.4);
  row = read_box (world, &box);
  same = read_box (life, &box);
  g_assert_cmpmem (row, 10000, same, 10000);
  for (guint x = 0; x < 10000; x++)
    alive += row[x];
  g_assert_cmpuint (alive, >, 3000);
  g_assert_cmpuint (statistics_of (world).population, ==, alive);
}

static void
test_wolfram_pattern_goes_to_the_bottom (void)
{
  static const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED },
                      placed[3] = { LIFE_CENTERED, 2, LIFE_CENTERED };
  LifeGeometry geometry = { 11, 9, 1, LIFE_TOPOLOGY_PLANE };
  LifeRule rule = rule_of (2, "W30"), life = rule_of (2, "B3/S23");
  g_autoptr (LifePattern) pattern = pattern_of ("x = 3, y = 2\nobo$3o!");
  GError *error = NULL;
  gint64 origin[3];

  g_assert_true (life_pattern_find_origin_under (
      pattern, &rule, &geometry, anywhere, origin, NULL));
  g_assert_cmpuint (origin[0], ==, 4);
  g_assert_cmpuint (origin[1], ==, 7);
  g_assert_true (life_pattern_find_origin_under (
      pattern, &rule, &geometry, placed, origin, NULL));
  g_assert_cmpuint (origin[1], ==, 2);
  g_assert_true (life_pattern_find_origin_under (
      pattern, &life, &geometry, anywhere, origin, NULL));
  g_assert_cmpuint (origin[1], ==, 3);
  geometry.height = 1;
  g_assert_false (life_pattern_find_origin_under (
      pattern, &rule, &geometry, anywhere, origin, &error));
  assert_message (error, LIFE_ERROR_SIZE, "");
}

int
main (int argc, char **argv)
{
  gint result;

  g_test_init (&argc, &argv, NULL);
  golly = golly_start ();
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autofree gchar *rule = g_strdelimit (g_strdup (rules[i].rule), "/", '_');
    g_autofree gchar *name = g_strdup_printf ("/golly/soups/%s", rule);

    g_test_add_data_func (name, &rules[i], test_soups);
  }
#define TEST(name) g_test_add_func ("/golly/" #name, test_##name)
  TEST (circles);
  TEST (far_neighbors);
  TEST (far_soups);
  TEST (wolfram);
  TEST (wolfram_soup_fills_the_bottom_row);
  TEST (wolfram_pattern_goes_to_the_bottom);
  result = g_test_run ();
  golly_stop ();
  return result;
}
