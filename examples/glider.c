/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Example: prints a glider on a small torus, one generation at a time, as text.
 *
 *   cc glider.c -o glider $(pkg-config --cflags --libs life-0)
 *   ./glider 40
 */
#include <locale.h>

#include <life/life.h>

#define WIDTH 20
#define HEIGHT 10

static gboolean
print_world (LifeWorld *world, GError **error)
{
  const LifeBox everything = { 0, 0, 0, WIDTH, HEIGHT, 1 };
  guint8 cells[HEIGHT][WIDTH];

  if (!life_world_read (world, &everything, cells[0], error))
    return FALSE;
  g_print (
      "generation %" G_GUINT64_FORMAT "\n", life_world_get_generation (world));
  for (guint y = 0; y < HEIGHT; y++) {
    for (guint x = 0; x < WIDTH; x++)
      g_print ("%c", cells[y][x] != 0 ? 'O' : '.');
    g_print ("\n");
  }
  return TRUE;
}

static gboolean
play (guint64 generations, GError **error)
{
  const LifeGeometry torus = { .width = WIDTH,
    .height = HEIGHT,
    .depth = 1,
    .topology = LIFE_TOPOLOGY_TORUS };
  LifeEngineOptions options;
  const gint64 corner[3] = { 0, 0, 0 };
  g_autoptr (LifePattern) glider = NULL;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeRule) rule = NULL;

  rule = life_rule_parse ("B3/S23", 2, error);
  if (rule == NULL)
    return FALSE;
  glider = life_pattern_from_string ("glider", error);
  if (glider == NULL)
    return FALSE;
  life_engine_options_init (&options);
  world = life_world_new (&torus, rule, &options, error);
  if (world == NULL || !life_world_paste (world, glider, corner, error))
    return FALSE;
  while (life_world_get_generation (world) < generations)
    if (!print_world (world, error) || !life_world_step (world, 1, NULL, error))
      return FALSE;
  return print_world (world, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  guint64 generations = 4;

  setlocale (LC_ALL, ""); /* so that messages can be printed */
  if (argc > 2
      || (argc == 2
          && !g_ascii_string_to_unsigned (
              argv[1], 10, 0, G_MAXUINT64, &generations, NULL))) {
    g_printerr ("Usage: glider [GENERATIONS]\n");
    return 2;
  }
  if (!play (generations, &error)) {
    g_printerr ("glider: %s\n", error->message);
    return 1;
  }
  return 0;
}
