/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Example: prints the number of live cells of a soup, generation by generation,
 * as CSV. It runs on a GPU where there is one.
 *
 *   cc population.c -o population $(pkg-config --cflags --libs life-0)
 *   ./population B36/S23 4096 100 >highlife.csv
 */
#include <locale.h>

#include <life/life.h>

static gboolean
print_counts (LifeWorld *world, GError **error)
{
  LifeStatistics counts;

  if (!life_world_get_statistics (world, &counts, error))
    return FALSE;
  g_print ("%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
           ",%" G_GUINT64_FORMAT "\n",
      counts.generation, counts.population, counts.births, counts.deaths);
  return TRUE;
}

static gboolean
count (const gchar *text, guint32 side, guint64 generations, GError **error)
{
  const LifeGeometry torus = {
    .width = side, .height = side, .depth = 1, .topology = LIFE_TOPOLOGY_TORUS
  };
  LifeEngineOptions options;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeRule) rule = life_rule_parse (text, 2, error);

  if (rule == NULL)
    return FALSE;
  life_engine_options_init (&options);
  world = life_world_new (&torus, rule, &options, error);
  if (world == NULL || !life_world_soup (world, 1, 0.35, error))
    return FALSE;
  g_printerr ("engine %s, kernel %s\n", life_world_get_engine_name (world),
      life_world_get_kernel_name (world));

  g_print ("generation,population,births,deaths\n");
  while (life_world_get_generation (world) < generations)
    if (!print_counts (world, error)
        || !life_world_step (world, 1, NULL, error))
      return FALSE;
  return print_counts (world, error);
}

/* Reads @text, unless it is NULL, as a number of at least @min. */
static gboolean
read_number (const gchar *text, guint64 min, guint64 max, guint64 *number)
{
  return text == NULL
         || g_ascii_string_to_unsigned (text, 10, min, max, number, NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  guint64 side = 1024, generations = 100;

  setlocale (LC_ALL, ""); /* so that messages can be printed */
  if (argc < 2 || argc > 4 || !read_number (argv[2], 1, G_MAXUINT32, &side)
      || (argc > 3 && !read_number (argv[3], 0, G_MAXUINT64, &generations))) {
    g_printerr ("Usage: population RULE [SIDE [GENERATIONS]]\n");
    return 2;
  }
  if (!count (argv[1], (guint32) side, generations, &error)) {
    g_printerr ("population: %s\n", error->message);
    return 1;
  }
  return 0;
}
