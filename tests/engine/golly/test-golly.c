/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly as an independent oracle: many soups must become the same cells in
 * bgolly and here. test-golly-plays.c plays Golly's own pattern files,
 * test-facts.c checks known facts. */
#include <life/life.h>

#include <string.h>

#include "life/pattern/private.h"
#include "tests/support/defaults.h"
#include "tests/support/help.h"
#include "tests/support/programs/golly.h"
#include "tests/support/text/rule-value.h"

/* Cells of a world that are compared together. */
#define STRIP (1u << 22)

typedef struct {
  const gchar *rule;
  LifeTopology topology;
} Soups;

static gboolean golly; /* whether bgolly is installed */

/* The live cells in bgolly, or NULL after the test has failed. */
static GArray *
run_golly (const gchar *path, guint64 from, guint64 generations)
{
  g_autoptr (GError) error = NULL;
  GArray *cells = golly_cells (path, from, generations, &error);

  if (cells == NULL)
    fail ("%s", error->message);
  return cells;
}

static gchar *
write_pattern (const LifePattern *pattern)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *text =
      life_pattern_write (pattern, LIFE_FORMAT_RLE, &error);

  g_assert_no_error (error);
  return golly_input (text);
}

/* --- Comparing --- */

/* Reports where two strips of rows differ. */
static gboolean
strips_equal (const guint8 *ours, const guint8 *theirs, const LifeBox *box,
    const gchar *what)
{
  gsize n = (gsize) box->width * box->height, i, first = n, differing = 0;

  if (memcmp (ours, theirs, n) == 0)
    return TRUE;
  for (i = n; i-- > 0;) {
    if (ours[i] != theirs[i]) {
      first = i;
      differing++;
    }
  }
  fail ("%s: %" G_GSIZE_FORMAT " cells of rows %u to %u differ from Golly's;"
        " the first is (%u, %u), %s here, %s there",
      what, differing, (guint) box->y, (guint) (box->y + box->height - 1),
      (guint) (first % box->width), (guint) (first / box->width + box->y),
      ours[first] ? "alive" : "dead", theirs[first] ? "alive" : "dead");
  return FALSE;
}

/* Whether the world has exactly Golly's cells, whose (0, 0) is its cell (@x,
 * @y); with @complement, exactly all others. */
static gboolean
world_is (LifeWorld *world, const GArray *cells, gint64 x, gint64 y,
    gboolean complement, const gchar *what)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  guint32 rows = CLAMP (STRIP / geometry->width, 1, geometry->height);
  gsize strip = (gsize) rows * geometry->width;
  g_autofree guint8 *ours = g_malloc (strip);
  g_autofree guint8 *theirs = g_malloc (strip);
  g_autoptr (GError) error = NULL;
  LifeBox box = { 0, 0, 0, geometry->width, rows, 1 };
  LifeStatistics statistics;
  guint next = 0;

  for (; box.y < geometry->height; box.y += box.height) {
    box.height = MIN (rows, geometry->height - box.y);
    life_world_read (world, &box, ours, &error);
    g_assert_no_error (error);
    memset (theirs, complement, strip);
    for (; next < cells->len; next++) {
      gint64 column = g_array_index (cells, GollyCell, next).x + x;
      gint64 row = g_array_index (cells, GollyCell, next).y + y;

      if (row >= (gint64) box.y + box.height)
        break;
      if (column < 0 || column >= geometry->width || row < box.y) {
        fail ("%s: Golly has a cell at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
              "), outside the world of %u × %u cells",
            what, column, row, geometry->width, geometry->height);
        return FALSE;
      }
      theirs[(row - box.y) * geometry->width + column] ^= 1;
    }
    if (!strips_equal (ours, theirs, &box, what))
      return FALSE;
  }
  if (next < cells->len) {
    fail (
        "%s: %u of Golly's cells lie below the world", what, cells->len - next);
    return FALSE;
  }
  life_world_get_statistics (world, &statistics, &error);
  g_assert_no_error (error);
  if (!complement && statistics.population != cells->len) {
    fail ("%s: a population of %" G_GUINT64_FORMAT ", but %u cells are alive",
        what, statistics.population, cells->len);
    return FALSE;
  }
  return TRUE;
}

static LifeWorld *
new_world (const LifeGeometry *geometry, const LifeRule *rule)
{
  LifeEngineOptions options = default_options ();
  g_autoptr (GError) error = NULL;
  LifeWorld *world;

  options.engine = LIFE_ENGINE_CPU;
  world = life_world_new (geometry, rule, &options, &error);
  g_assert_no_error (error);
  return world;
}

/* --- Soups --- */

static const struct {
  guint32 width, height;
  guint generations;
} soups[] = { { 1, 1, 1 }, { 1, 7, 2 }, { 7, 1, 3 }, { 2, 2, 1 }, { 7, 2, 10 },
  { 3, 5, 5 }, { 5, 3, 1 }, { 31, 33, 33 }, { 32, 32, 64 }, { 33, 31, 10 },
  { 63, 65, 100 }, { 64, 64, 33 }, { 65, 63, 64 }, { 100, 37, 17 },
  { 128, 3, 10 }, { 129, 64, 20 }, { 191, 2, 7 }, { 1, 130, 9 },
  { 257, 193, 12 }, { 511, 29, 31 } };

static LifeWorld *
new_soup (const gchar *text, LifeTopology topology, guint index, LifeRule *rule)
{
  LifeGeometry geometry = { soups[index].width, soups[index].height, 1,
    topology };
  g_autoptr (GError) error = NULL;
  LifeWorld *world;

  parse_rule (text, 2, rule, &error);
  g_assert_no_error (error);
  world = new_world (&geometry, rule);
  life_world_soup (world, index + 1, 0.2 + 0.03 * index, &error);
  g_assert_no_error (error);
  return world;
}

static gchar *
describe_soup (const Soups *set, guint index, guint generations)
{
  return g_strdup_printf ("soup %u, %s:%c%u,%u, generation %u", index + 1,
      set->rule, set->topology == LIFE_TOPOLOGY_TORUS ? 'T' : 'P',
      soups[index].width, soups[index].height, generations);
}

/* The world as a file for bgolly. */
static gchar *
write_world (LifeWorld *world)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern = life_world_to_pattern (world, &error);

  g_assert_no_error (error);
  return write_pattern (pattern);
}

/* Makes live cells dead and dead ones alive. */
static void
invert (LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, 1 };
  gsize n = (gsize) box.width * box.height, i;
  g_autofree guint8 *cells = g_malloc (n);
  g_autoptr (GError) error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
  for (i = 0; i < n; i++)
    cells[i] = !cells[i];
  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

/* Golly runs a rule with B0 and S8 with all cells inverted: dead cells are
 * passed in, and come out, as live ones. */
static void
test_soups (gconstpointer data)
{
  const Soups *set = data;
  guint i;

  if (!golly) {
    g_test_skip ("bgolly is not installed");
    return;
  }
  for (i = 0; i < G_N_ELEMENTS (soups); i++) {
    guint generations = soups[i].generations;
    g_autofree gchar *what = describe_soup (set, i, generations);
    g_autofree gchar *path = NULL;
    g_autoptr (GArray) cells = NULL;
    g_autoptr (GError) error = NULL;
    LifeRule rule;
    g_autoptr (LifeWorld) world = new_soup (set->rule, set->topology, i, &rule);
    gboolean complement = (rule.birth & 1) != 0;

    if (complement)
      invert (world);
    path = write_world (world);
    if (complement)
      invert (world);
    cells = run_golly (path, 0, generations);
    if (cells == NULL)
      return;
    life_world_step (world, generations, NULL, &error);
    g_assert_no_error (error);
    if (!world_is (world, cells, soups[i].width / 2, soups[i].height / 2,
            complement, what))
      return;
  }
}

/* A pattern's live cells, drawn as text in their bounding box. */
static gchar *
picture (const LifePattern *pattern)
{
  guint32 left = G_MAXUINT32, top = G_MAXUINT32, right = 0, bottom = 0, x;
  gchar *cells;
  gsize i;

  for (i = 0; i < pattern->n_runs; i++) {
    const LifeRun *run = &pattern->runs[i];

    left = MIN (left, run->x);
    top = MIN (top, run->y);
    right = MAX (right, run->x + run->length);
    bottom = MAX (bottom, run->y + 1);
  }
  if (pattern->n_runs == 0)
    return g_strdup ("");
  cells = g_strnfill ((gsize) (bottom - top) * (right - left + 1), '.');
  for (i = 0; i < pattern->n_runs; i++) {
    const LifeRun *run = &pattern->runs[i];
    gchar *row = cells + (gsize) (run->y - top) * (right - left + 1);

    for (x = 0; x < run->length; x++)
      row[run->x - left + x] = 'O';
  }
  for (i = top; i < bottom; i++)
    cells[(i - top + 1) * (right - left + 1) - 1] = '\n';
  return cells;
}

/* Golly runs a rule with B0 and without S8 as two rules in turn, in QuickLife
 * only: only every second generation is the real one, and its position is
 * lost. */
static void
test_blinking_soups (gconstpointer data)
{
  const Soups *set = data;
  guint i;

  if (!golly) {
    g_test_skip ("bgolly is not installed");
    return;
  }
  for (i = 0; i < G_N_ELEMENTS (soups); i++) {
    guint generations = (soups[i].generations + 1) / 2 * 2;
    g_autofree gchar *what = describe_soup (set, i, generations);
    g_autoptr (LifePattern) ours = NULL;
    g_autoptr (LifePattern) theirs = NULL;
    g_autoptr (GError) error = NULL;
    g_autofree gchar *our_picture = NULL;
    g_autofree gchar *their_picture = NULL;
    LifeRule rule;
    g_autoptr (LifeWorld) world = new_soup (set->rule, set->topology, i, &rule);
    g_autofree gchar *path = write_world (world);
    g_autofree gchar *text =
        golly_run ("QuickLife", path, 0, generations, "out.rle", &error);

    g_assert_no_error (error);
    theirs = life_pattern_parse (text, strlen (text), &error);
    g_assert_no_error (error);
    life_world_step (world, generations, NULL, &error);
    g_assert_no_error (error);
    ours = life_world_to_pattern (world, &error);
    g_assert_no_error (error);
    our_picture = picture (ours);
    their_picture = picture (theirs);
    if (strcmp (our_picture, their_picture) != 0) {
      fail ("%s: here\n%s\nin Golly\n%s", what, our_picture, their_picture);
      return;
    }
  }
}

static void
test_macrocell_of_golly_is_read (void)
{
  static const GollyCell expected[] = { { 6, -1 }, { 5, 7 }, { 6, 7 },
    { 7, 7 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) cells = golly_read_macrocell (
      "[M2] (golly 3.3)\n#R B3/S23\n#G 7\n$$$$$$.....***$\n"
      "$$$$$$......*$\n4 0 2 0 1\n",
      &error);
  guint i;

  g_assert_no_error (error);
  g_assert_cmpuint (cells->len, ==, G_N_ELEMENTS (expected));
  for (i = 0; i < cells->len; i++) {
    g_assert_cmpint (g_array_index (cells, GollyCell, i).x, ==, expected[i].x);
    g_assert_cmpint (g_array_index (cells, GollyCell, i).y, ==, expected[i].y);
  }
}

/* --- The list of tests --- */

static void
add_soups (const gchar *folder_name, GTestDataFunc function, const Soups *set)
{
  g_autofree gchar *rule = g_strdelimit (g_strdup (set->rule), "/", '_');
  g_autofree gchar *name = g_strdup_printf ("/golly/%s/%s/%s", folder_name,
      set->topology == LIFE_TOPOLOGY_TORUS ? "torus" : "plane", rule);

  g_test_add_data_func (name, set, function);
}

int
main (int argc, char **argv)
{
  static const Soups sets[] = { { "B3/S23" }, { "B36/S23" }, { "B3678/S34678" },
    { "B1357/S1357" }, { "B2/S" }, { "B34/S34" }, { "B1/S012345678" },
    { "B3/S45678" }, { "B4678/S35678" }, { "B368/S245" }, { "B8/S8" },
    { "B12345678/S" }, { "B03/S238" }, { "B014/S0138" }, { "B0/S8" },
    { "B3/S23", LIFE_TOPOLOGY_PLANE }, { "B36/S23", LIFE_TOPOLOGY_PLANE },
    { "B3678/S34678", LIFE_TOPOLOGY_PLANE },
    { "B1357/S1357", LIFE_TOPOLOGY_PLANE }, { "B2/S", LIFE_TOPOLOGY_PLANE },
    { "B34/S34", LIFE_TOPOLOGY_PLANE },
    { "B1/S012345678", LIFE_TOPOLOGY_PLANE },
    { "B3/S45678", LIFE_TOPOLOGY_PLANE },
    { "B4678/S35678", LIFE_TOPOLOGY_PLANE },
    { "B368/S245", LIFE_TOPOLOGY_PLANE }, { "B8/S8", LIFE_TOPOLOGY_PLANE },
    { "B12345678/S", LIFE_TOPOLOGY_PLANE } };
  static const Soups blinking[] = { { "B03/S23" }, { "B0246/S1357" },
    { "B012/S15" } };
  gsize i;
  gint result;

  g_test_init (&argc, &argv, NULL);
  golly = golly_start ();
  g_test_add_func ("/golly/macrocell-is-read", test_macrocell_of_golly_is_read);
  for (i = 0; i < G_N_ELEMENTS (sets); i++)
    add_soups ("soups", test_soups, &sets[i]);
  for (i = 0; i < G_N_ELEMENTS (blinking); i++)
    add_soups ("blinking-soups", test_blinking_soups, &blinking[i]);
  result = g_test_run ();

  golly_stop ();
  return result;
}
