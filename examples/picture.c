/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Example: writes a pattern file after some generations as a PPM picture.
 *
 *   cc picture.c -o picture $(pkg-config --cflags --libs life-0)
 *   ./picture gun.rle gun.ppm 60
 */
#include <locale.h>

#include <life/life.h>

#define WIDTH 640
#define HEIGHT 480

static gboolean
save_picture (LifeWorld *world, gdouble zoom, const gchar *path, GError **error)
{
  g_autofree guint8 *pixels = g_malloc (4 * WIDTH * HEIGHT);
  LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_RGBX, .width = WIDTH };
  LifeView view;
  g_autoptr (GString) ppm = g_string_new (NULL);

  frame.height = HEIGHT;
  frame.data[0] = pixels;
  frame.stride[0] = 4 * WIDTH;
  life_view_init (&view);
  view.zoom = zoom;
  view.color_mode = LIFE_COLOR_MODE_STATE;
  life_view_color_states (&view, life_world_get_rule (world), NULL);
  if (!life_world_draw (world, &view, &frame, error))
    return FALSE;
  g_string_printf (ppm, "P6 %d %d 255\n", WIDTH, HEIGHT);
  for (gsize i = 0; i < WIDTH * HEIGHT; i++)
    g_string_append_len (ppm, (const gchar *) pixels + 4 * i, 3);
  return g_file_set_contents (path, ppm->str, (gssize) ppm->len, error);
}

static gboolean
draw (const gchar *from, const gchar *to, guint64 generations, GError **error)
{
  const gchar *text;
  LifeEngineOptions options;
  const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  g_autoptr (LifePattern) pattern = life_pattern_load (from, error);
  g_autoptr (LifeWorld) world = NULL;
  LifeSizing sizing = { .frame_width = WIDTH, .frame_height = HEIGHT };
  LifeGeometry geometry = { .topology = LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeRule) rule = NULL;
  gint64 size[3], corner[3];
  gdouble zoom;

  if (pattern == NULL)
    return FALSE;
  text = life_pattern_get_rule (pattern);
  rule = life_rule_parse (text != NULL ? text : "B3/S23",
      life_pattern_get_dimensions (pattern), error);
  if (rule == NULL)
    return FALSE;
  if (life_rule_get_grid (rule) != NULL)
    geometry = *life_rule_get_grid (rule);
  life_pattern_get_size (pattern, size);
  sizing.dimensions = life_rule_get_dimensions (rule);
  sizing.width = geometry.width;
  sizing.height = geometry.height;
  sizing.depth = geometry.depth;
  sizing.pattern_width = size[0];
  sizing.pattern_height = size[1];
  sizing.pattern_depth = size[2];
  life_sizing_resolve (&sizing, &geometry, &zoom);
  life_engine_options_init (&options);
  world = life_world_new (&geometry, rule, &options, error);
  return world != NULL
         && life_pattern_find_origin_under (
             pattern, rule, &geometry, anywhere, corner, error)
         && life_world_paste (world, pattern, corner, error)
         && life_world_step (world, generations, NULL, error)
         && save_picture (world, zoom, to, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  guint64 generations = 0;

  setlocale (LC_ALL, ""); /* so that messages can be printed */
  if (argc != 4
      || !g_ascii_string_to_unsigned (
          argv[3], 10, 0, G_MAXUINT64, &generations, NULL)) {
    g_printerr ("Usage: picture PATTERN-FILE PICTURE.ppm GENERATIONS\n");
    return 2;
  }
  if (!draw (argv[1], argv[2], generations, &error)) {
    g_printerr ("picture: %s\n", error->message);
    return 1;
  }
  return 0;
}
