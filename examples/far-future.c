/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Example: prints the number of live cells of a pattern after 2^n generations, in a world
 * without edges.
 *
 *   cc far-future.c -o far-future $(pkg-config --cflags --libs life-0)
 *   ./far-future gosper-gun 50
 */
#include <locale.h>

#include <life/life.h>

static LifePattern *
open_pattern (const gchar *name, GError **error)
{
  return g_file_test (name, G_FILE_TEST_EXISTS)
             ? life_pattern_load_unbounded (name, error)
             : life_pattern_from_string (name, error);
}

static gboolean
count (const gchar *name, guint exponent, GError **error)
{
  const LifeGeometry no_edges = { .depth = 1,
    .topology = LIFE_TOPOLOGY_UNBOUNDED };
  const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  const gchar *text;
  LifeEngineOptions options;
  g_autoptr (LifePattern) pattern = open_pattern (name, error);
  g_autoptr (LifeRule) rule = NULL;
  g_autoptr (LifeWorld) world = NULL;
  g_autofree gchar *population = NULL;
  gint64 corner[3];

  if (pattern == NULL)
    return FALSE;
  text = life_pattern_get_rule (pattern);
  rule = life_rule_parse (text != NULL ? text : "B3/S23", 2, error);
  if (rule == NULL)
    return FALSE;
  life_engine_options_init (&options);
  options.kernel = LIFE_KERNEL_HASHLIFE;
  world = life_world_new (&no_edges, rule, &options, error);
  if (world == NULL
      || !life_pattern_find_origin (
          pattern, &no_edges, FALSE, anywhere, corner, error)
      || !life_world_paste (world, pattern, corner, error)
      || !life_world_step (
          world, G_GUINT64_CONSTANT (1) << exponent, NULL, error))
    return FALSE;
  population = life_world_get_population_text (world, error);
  if (population == NULL)
    return FALSE;
  g_print ("%s\n", population);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  guint64 exponent;

  setlocale (LC_ALL, ""); /* so that messages can be printed */
  if (argc != 3
      || !g_ascii_string_to_unsigned (argv[2], 10, 0, 60, &exponent, NULL)) {
    g_printerr ("Usage: far-future PATTERN-FILE-or-NAME EXPONENT (0 to 60)\n");
    return 2;
  }
  if (count (argv[1], (guint) exponent, &error))
    return 0;
  g_printerr ("far-future: %s\n", error->message);
  return 1;
}
