/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every family of rules on random soups: the reference gives the same cells as
 * bgolly. How rules are spelled is tested in test-rule-families.c. */
#include <life/life.h>

#include <string.h>

#include "life/rule/sliding.h"
#include "tests/support/help.h"
#include "tests/support/programs/golly-files.h"
#include "tests/support/programs/golly.h"
#include "tests/support/worlds/world.h"

/* A rule, the algorithm of bgolly that runs it, and the format in which that
 * writes cells. */
typedef struct {
  const gchar *algorithm, *output, *rule;
} Known;

#define QUICK "QuickLife", "out.rle"
#define HASH "HashLife", "out.mc"
#define AGES "Generations", "out.mc"
#define LARGER "Larger than Life", "out.rle"

static const Known known[] = {
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
} soups[] = { { 20, 37, 6 }, { 64, 64, 16 }, { 100, 33, 4 }, { 129, 65, 10 },
  { 31, 130, 2 } };

static gboolean golly; /* whether bgolly is installed */

/* Patterns are compared as our reader reads them back, so both sides are
 * written and read first. */
static LifePattern *
reread (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  LifePattern *pattern = life_pattern_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return pattern;
}

static gchar *
write_world (LifeWorld *world)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern = life_world_to_pattern (world, &error);
  gchar *text;

  g_assert_no_error (error);
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, &error);
  g_assert_no_error (error);
  return text;
}

/* What bgolly makes of the world's cells, or NULL after the test has failed. */
static LifePattern *
run_golly (LifeWorld *world, const Known *rule, guint generations)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *input = write_world (world);
  g_autofree gchar *path = golly_input (input);
  g_autofree gchar *text =
      golly_run (rule->algorithm, path, 0, generations, rule->output, &error);

  if (text == NULL) {
    fail ("%s", error->message);
    return NULL;
  }
  return reread (text);
}

/* Makes live cells dead and dead ones alive. */
static void
invert (LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, 1 };
  gsize n = (gsize) box.width * box.height;
  g_autofree guint8 *cells = g_malloc (n);
  g_autoptr (GError) error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < n; i++)
    cells[i] = !cells[i];
  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

/* Whether the world has these cells, in their places where bgolly reports
 * these. */
static gboolean
world_is (LifeWorld *world, LifePattern *theirs, const gchar *what)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  g_autofree gchar *text = write_world (world);
  g_autoptr (LifePattern) ours = reread (text);

  ours->x = -(gint64) (geometry->width / 2);
  ours->y = -(gint64) (geometry->height / 2);
  golly_files_crop (ours);
  golly_files_crop (theirs);
  if (!golly_files_same (ours, theirs, what))
    return FALSE;
  if (theirs->format == LIFE_FORMAT_MACROCELL && theirs->n_runs > 0
      && (theirs->x != ours->x || theirs->y != ours->y)) {
    fail ("%s: the cells start at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          "), in Golly at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
        what, ours->x, ours->y, theirs->x, theirs->y);
    return FALSE;
  }
  return TRUE;
}

/* --- Two dimensions --- */

static gboolean
soup_is_golly_s (const Known *known_rule, guint index, LifeTopology topology)
{
  g_autofree gchar *text = g_strdup_printf ("%s:%c%u,%u", known_rule->rule,
      topology == LIFE_TOPOLOGY_TORUS ? 'T' : 'P', soups[index].width,
      soups[index].height);
  LifeRule rule = rule_of (2, text);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&rule.grid, &rule, LIFE_KERNEL_NAIVE, 1);
  /* Golly runs a rule with B0 that keeps a full world alive with all cells
   * inverted: dead cells are passed in, and come out, as live ones. */
  gboolean complement =
      strcmp (known_rule->output, "out.mc") == 0
      && (rule.birth & 1 || (rule.map[0] & 1 && rule.map[7] >> 63));
  g_autofree gchar *what =
      g_strdup_printf ("%s, generation %u", text, soups[index].generations);
  g_autoptr (LifePattern) theirs = NULL;

  fill_soup (world, index + 1, 0.15 + 0.12 * index);
  if (complement)
    invert (world);
  theirs = run_golly (world, known_rule, soups[index].generations);
  if (complement)
    invert (world);
  if (theirs == NULL)
    return FALSE;
  step (world, soups[index].generations);
  if (complement)
    invert (world);
  return world_is (world, theirs, what);
}

/* On a plane under B0, Golly's cells outside are sometimes alive. */
static void
test_soups (gconstpointer data)
{
  const Known *rule = data;
  LifeRule parsed = rule_of (2, rule->rule);
  gboolean blinks = parsed.birth & 1 || parsed.map[0] & 1;

  if (!golly) {
    g_test_skip ("bgolly is not installed");
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (soups); i++)
    if (!soup_is_golly_s (rule, i, LIFE_TOPOLOGY_TORUS)
        || (!blinks && !soup_is_golly_s (rule, i, LIFE_TOPOLOGY_PLANE)))
      return;
}

/* One cell makes exactly those cells alive that it is a neighbor of. */
static gboolean
neighbors_are_golly_s (gchar neighborhood, guint radius, LifeKernel kernel)
{
  guint side = 2 * radius + 3;
  g_autofree gchar *text = g_strdup_printf (
      "R%u,C0,M0,S1..1,B1..1,N%c:T%u,%u", radius, neighborhood, side, side);
  const Known cross = { LARGER, text };
  LifeRule rule = rule_of (2, text);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&rule.grid, &rule, kernel, 1);
  LifeBox box = { radius + 1, radius + 1, 0, 1, 1, 1 };
  g_autoptr (LifePattern) theirs = NULL;
  g_autoptr (GError) error = NULL;
  guint8 alive = 1;

  life_world_write (world, &box, &alive, &error);
  g_assert_no_error (error);
  theirs = run_golly (world, &cross, 1);
  step (world, 1);
  return theirs != NULL && world_is (world, theirs, text);
}

static void
test_circles (void)
{
  if (!golly) {
    g_test_skip ("bgolly is not installed");
    return;
  }
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

  if (!golly) {
    g_test_skip ("bgolly is not installed");
    return;
  }
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
  const Known known_rule = { LARGER, text };
  LifeRule rule = rule_of (2, text);
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&rule.grid, &rule, LIFE_KERNEL_AUTO, 2);
  g_autoptr (LifePattern) theirs = NULL;

  fill_soup (world, index + 1, 0.4);
  theirs = run_golly (world, &known_rule, 3);
  step (world, 3);
  return theirs != NULL && world_is (world, theirs, text);
}

/* bgolly takes many seconds for the largest circles. */
static void
test_far_soups (void)
{
  if (!golly) {
    g_test_skip ("bgolly is not installed");
    return;
  }
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
  g_autofree guint8 *row = g_malloc0 (width);
  g_autoptr (GError) error = NULL;

  fill_soup (world, number + 1, 0.5);
  if (top) {
    life_world_read (world, &from, row, &error);
    life_world_clear (world, &error);
    life_world_write (world, &to, row, &error);
    g_assert_no_error (error);
  }
  return world;
}

/* Golly's generations run down, and ours scroll up: once they fill the world
 * they are the same. Golly has only the even rules. */
static void
test_wolfram (void)
{
  if (!golly) {
    g_test_skip ("bgolly is not installed");
    return;
  }
  for (guint number = 0; number < 256; number += 2) {
    const guint32 width = 40 + number % 50, rows = 21;
    /* The same soup, which depends on the place of a cell. */
    g_autoptr (LifeWorld) ours = new_row (number, width, rows, FALSE);
    g_autoptr (LifeWorld) start = new_row (number, width, rows, TRUE);
    g_autofree gchar *what = g_strdup_printf ("W%u", number);
    g_autofree gchar *text =
        g_strdup_printf ("W%u:T%u,%u", number, width, rows);
    const Known wolfram = { HASH, text };
    g_autoptr (LifePattern) theirs = run_golly (start, &wolfram, rows - 2);
    LifeBox first = { 0, 0, 0, width, 1, 1 };
    g_autofree guint8 *none = g_malloc0 (width);
    g_autoptr (GError) error = NULL;

    step (ours, rows - 2);
    if (theirs == NULL)
      return;
    /* Golly's last row is still empty, and so is our first one. */
    theirs->y += 1;
    life_world_write (ours, &first, none, &error);
    g_assert_no_error (error);
    if (!world_is (ours, theirs, what))
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
  g_autofree guint8 *row = g_malloc (10000), *same = g_malloc (10000);
  g_autoptr (GError) error = NULL;
  guint64 alive = 0;

  fill_soup (world, 7, 0.4);
  fill_soup (life, 7, 0.4);
  life_world_read (world, &box, row, &error);
  life_world_read (life, &box, same, &error);
  g_assert_no_error (error);
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
                      given[3] = { LIFE_CENTERED, 2, LIFE_CENTERED };
  LifeGeometry geometry = { 11, 9, 1, LIFE_TOPOLOGY_PLANE };
  LifeRule rule = rule_of (2, "W30"), life = rule_of (2, "B3/S23");
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern =
      life_pattern_from_string ("x = 3, y = 2\nobo$3o!", &error);
  gint64 origin[3];

  g_assert_no_error (error);
  g_assert_true (life_pattern_place_under (
      pattern, &rule, &geometry, anywhere, origin, NULL));
  g_assert_cmpuint (origin[0], ==, 4);
  g_assert_cmpuint (origin[1], ==, 7);
  g_assert_true (life_pattern_place_under (
      pattern, &rule, &geometry, given, origin, NULL));
  g_assert_cmpuint (origin[1], ==, 2);
  g_assert_true (life_pattern_place_under (
      pattern, &life, &geometry, anywhere, origin, NULL));
  g_assert_cmpuint (origin[1], ==, 3);
  geometry.height = 1;
  g_assert_false (life_pattern_place_under (
      pattern, &rule, &geometry, anywhere, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
}

/* --- Which engine runs them --- */

/* With kernel=auto each has the cells of the reference. */
static void
test_auto_runs_every_family (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    LifeGeometry geometry = { 70, 41, 1, LIFE_TOPOLOGY_TORUS };
    g_autoptr (LifeWorld) plain =
        new_world (&geometry, known[i].rule, LIFE_KERNEL_NAIVE, 1);
    g_autoptr (LifeWorld) chosen =
        new_world (&geometry, known[i].rule, LIFE_KERNEL_AUTO, 2);
    g_autoptr (GError) error = NULL;
    guint64 ours = 0, theirs = 0;

    fill_soup (plain, i, 0.3);
    fill_soup (chosen, i, 0.3);
    step (plain, 9);
    step (chosen, 9);
    life_world_checksum (plain, &theirs, &error);
    life_world_checksum (chosen, &ours, &error);
    g_assert_no_error (error);
    if (ours != theirs)
      fail (
          "%s: kernel=auto makes other cells than kernel=naive", known[i].rule);
  }
}

int
main (int argc, char **argv)
{
  gint result;

  g_test_init (&argc, &argv, NULL);
  golly = golly_start ();
  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    g_autofree gchar *rule = g_strdelimit (g_strdup (known[i].rule), "/", '_');
    g_autofree gchar *name = g_strdup_printf ("/golly-families/soups/%s", rule);

    g_test_add_data_func (name, &known[i], test_soups);
  }
  g_test_add_func ("/golly-families/circles", test_circles);
  g_test_add_func ("/golly-families/far-neighbors", test_far_neighbors);
  g_test_add_func ("/golly-families/far-soups", test_far_soups);
  g_test_add_func ("/golly-families/wolfram", test_wolfram);
  g_test_add_func ("/golly-families/wolfram-soup-fills-the-bottom-row",
      test_wolfram_soup_fills_the_bottom_row);
  g_test_add_func ("/golly-families/wolfram-pattern-goes-to-the-bottom",
      test_wolfram_pattern_goes_to_the_bottom);
  g_test_add_func (
      "/golly-families/auto-runs-every-family", test_auto_runs_every_family);
  result = g_test_run ();
  golly_stop ();
  return result;
}
