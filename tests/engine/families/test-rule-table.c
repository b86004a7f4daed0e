/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules compared with Golly: each one of Golly's own, and random ones of
 * every kind, run random soups as they do there. test-rule-table-text.c tests
 * how files are read, test-rule-table-files.c how they are found. */
#include "tests/support/text/rule-table.h"
#include "tests/support/worlds/golly-soups.h"

#define RULES "/usr/share/golly/Rules"

/* Golly 3.3 has at least this many. */
#define RULES_MIN 51

typedef struct {
  const gchar *rule, *algorithm;
} Soups;

/* Random states; every second soup has more cells in state 0. */
static void
fill_random (LifeWorld *world, guint states, guint32 seed)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, 1 };
  gsize n = (gsize) box.width * box.height;
  g_autofree guint8 *cells = g_malloc (n);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < n; i++)
    cells[i] = seed % 2 == 0 && g_rand_int_range (random, 0, 3) > 0
                   ? 0
                   : g_rand_int_range (random, 0, states);
  write_box (world, &box, cells);
}

/* A soup here and in bgolly. */
static gboolean
soup_is_golly_s (const LifeRule *rule, const gchar *algorithm,
    const LifeGeometry *geometry, guint32 seed, guint generations)
{
  const GollyRule golly_rule = { algorithm, "out.mc" };
  g_autoptr (LifeWorld) world =
      new_world_with_rule (geometry, rule, LIFE_KERNEL_NAIVE, 1);

  fill_random (world, rule->states, seed);
  return plays_as_in_golly (world, &golly_rule, generations);
}

/* The rule of Golly's file, even if its name is also another notation, as
 * StarWars is; or the built-in one. */
static void
read_rule (const gchar *name, LifeRule *rule)
{
  g_autofree gchar *path = g_strconcat (RULES "/", name, ".rule", NULL);
  g_autofree gchar *text = NULL;
  g_autoptr (GError) error = NULL;
  LifeReader reader = { NULL, 0, 0, path };
  LifeTransitions transitions;

  if (g_file_get_contents (path, &text, &reader.length, NULL)) {
    reader.text = text;
    life_rule_table_read (&reader, &transitions, &error);
    g_assert_no_error (error);
    *rule = rule_of_table (store_table (name, transitions));
  } else {
    *rule = rule_of (2, name);
  }
}

static void
test_soups (gconstpointer data)
{
  static const guint generations[] = { 1, 2, 10, 100 };
  const Soups *soups = data;
  LifeRule rule;

  if (skip_without_golly ())
    return;
  read_rule (soups->rule, &rule);
  for (guint32 seed = 0; seed < 8; seed++) {
    LifeGeometry geometry = { seed < 4 ? 150 : 40, seed < 4 ? 100 : 33, 1,
      seed % 4 < 2 ? LIFE_TOPOLOGY_TORUS : LIFE_TOPOLOGY_PLANE };

    if (!soup_is_golly_s (&rule, soups->algorithm, &geometry, seed,
            generations[seed < 4 ? seed % 2 : seed / 2]))
      return;
  }
}

/* --- Random tables --- */

typedef struct {
  const gchar *neighborhood, *symmetries;
  guint neighbors;
} Kind;

static const Kind kinds[] = { { "vonNeumann", "none", 4 },
  { "vonNeumann", "rotate4", 4 }, { "vonNeumann", "rotate4reflect", 4 },
  { "vonNeumann", "reflect_horizontal", 4 }, { "vonNeumann", "permute", 4 },
  { "Moore", "none", 8 }, { "Moore", "rotate4", 8 }, { "Moore", "rotate8", 8 },
  { "Moore", "rotate4reflect", 8 }, { "Moore", "rotate8reflect", 8 },
  { "Moore", "reflect_horizontal", 8 }, { "Moore", "permute", 8 },
  { "hexagonal", "none", 6 }, { "hexagonal", "rotate2", 6 },
  { "hexagonal", "rotate3", 6 }, { "hexagonal", "rotate6", 6 },
  { "hexagonal", "rotate6reflect", 6 }, { "hexagonal", "permute", 6 },
  { "oneDimensional", "none", 2 }, { "oneDimensional", "reflect", 2 },
  { "oneDimensional", "permute", 2 } };

#define VARIABLES "abcdef"

/* A variable of some states, or of the states of earlier variables. */
static void
append_variable (GString *text, guint index, guint states, GRand *random)
{
  guint n = g_rand_int_range (random, 1, states + 1);

  g_string_append_printf (text, "var %c={", VARIABLES[index]);
  for (guint i = 0; i < n; i++) {
    if (i > 0)
      g_string_append (text, ", ");
    if (index > 0 && g_rand_int_range (random, 0, 4) == 0)
      g_string_append_c (text, VARIABLES[g_rand_int_range (random, 0, index)]);
    else
      g_string_append_printf (text, "%d", g_rand_int_range (random, 0, states));
  }
  g_string_append (text, "}\n");
}

/* A line; its last entry is the new state: a number, or a variable of the
 * line. */
static void
append_line (GString *text, const Kind *kind, guint states, GRand *random)
{
  gchar seen = '\0';

  for (guint i = 0; i <= kind->neighbors; i++) {
    if (g_rand_int_range (random, 0, 4) > 0) {
      seen = VARIABLES[g_rand_int_range (random, 0, strlen (VARIABLES))];
      g_string_append_printf (text, "%c,", seen);
    } else {
      g_string_append_printf (
          text, "%d,", g_rand_int_range (random, 0, states));
    }
  }
  if (seen != '\0' && g_rand_boolean (random))
    g_string_append_printf (text, "%c # copied\n", seen);
  else
    g_string_append_printf (text, "%d\n", g_rand_int_range (random, 0, states));
}

static gchar *
random_table (const Kind *kind, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *text = g_string_new ("@RULE Random\n\n@TABLE\n");
  guint states = g_rand_int_range (random, 2, 6);

  g_string_append_printf (text, "n_states:%u\nneighborhood:%s\nsymmetries:%s\n",
      states, kind->neighborhood, kind->symmetries);
  for (guint i = 0; i < strlen (VARIABLES); i++)
    append_variable (text, i, states, random);
  for (guint i = 0; i < 12; i++)
    append_line (text, kind, states, random);
  return g_string_free (text, FALSE);
}

static void
test_random_tables (gconstpointer data)
{
  static const LifeGeometry geometry = { 60, 50, 1, LIFE_TOPOLOGY_TORUS };
  const Kind *kind = data;
  g_autoptr (GError) error = NULL;
  g_autofree gchar *folder = NULL;
  g_autofree gchar *slashed = NULL;
  g_autofree gchar *path = NULL;

  if (skip_without_golly ())
    return;
  folder = g_dir_make_tmp ("life-rules-XXXXXX", &error);
  g_assert_no_error (error);
  slashed = g_strconcat (folder, "/", NULL);
  path = g_strconcat (folder, "/Random.rule", NULL);
  golly_set_rules (slashed);
  for (guint32 seed = 0; seed < 6; seed++) {
    const gchar *folders[] = { folder, NULL };
    g_autofree gchar *table = random_table (kind, seed);
    LifeRule rule;

    g_file_set_contents (path, table, -1, &error);
    g_assert_no_error (error);
    parse_rule_in ("Random", 2, folders, &rule, &error);
    g_assert_no_error (error);
    if (!soup_is_golly_s (&rule, "RuleLoader", &geometry, 2 * seed + 1, 1)
        || !soup_is_golly_s (&rule, "RuleLoader", &geometry, 2 * seed, 3)) {
      g_test_message ("%s", table);
      break;
    }
  }
  golly_set_rules (NULL);
  remove_folder (folder);
}

static void
test_enough_rules (gconstpointer n_rules)
{
  if (!golly)
    g_test_skip ("golly is not installed");
  else
    g_assert_cmpint (GPOINTER_TO_INT (n_rules), >=, RULES_MIN);
}

static gint
add_rules (void)
{
  GDir *dir = g_dir_open (RULES, 0, NULL);
  const gchar *name;
  gint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    Soups *soups;
    g_autofree gchar *path = NULL;

    if (!g_str_has_suffix (name, ".rule"))
      continue;
    soups = g_new0 (Soups, 1);
    soups->rule = g_strndup (name, strlen (name) - strlen (".rule"));
    soups->algorithm = "RuleLoader";
    path = g_strconcat ("/rule-table/golly/", soups->rule, NULL);
    g_test_add_data_func (path, soups, test_soups);
    n++;
  }
  if (dir != NULL)
    g_dir_close (dir);
  return n;
}

int
main (int argc, char **argv)
{
  static const Soups neumann[] = { { "JvN29", "JvN" }, { "Nobili32", "JvN" },
    { "Hutton32", "JvN" } };
  gint result;

  g_test_init (&argc, &argv, NULL);
  golly = golly_start ();
  g_test_add_data_func ("/rule-table/golly/enough-rules",
      GINT_TO_POINTER (add_rules ()), test_enough_rules);
  for (guint i = 0; i < G_N_ELEMENTS (neumann); i++) {
    g_autofree gchar *path =
        g_strconcat ("/rule-table/golly/", neumann[i].rule, NULL);
    g_test_add_data_func (path, &neumann[i], test_soups);
  }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autofree gchar *path = g_strdup_printf (
        "/rule-table/random/%s/%s", kinds[i].neighborhood, kinds[i].symmetries);
    g_test_add_data_func (path, &kinds[i], test_random_tables);
  }
  result = g_test_run ();
  golly_stop ();
  return result;
}
