/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sizes and topologies of worlds as options and figures name them. */
#include "bench.h"

gboolean
bench_parse_size (const gchar *text, LifeGeometry *geometry)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", 4);
  guint32 *sides[] = { &geometry->width, &geometry->height, &geometry->depth };
  guint n = g_strv_length (parts);

  geometry->depth = 1;
  if (n < 2 || n > 3)
    return FALSE;
  for (guint i = 0; i < n; i++) {
    guint64 side;
    if (!g_ascii_string_to_unsigned (parts[i], 10, 1, G_MAXUINT32, &side, NULL))
      return FALSE;
    *sides[i] = (guint32) side;
  }
  return TRUE;
}

gchar *
bench_size_text (const LifeGeometry *geometry)
{
  return geometry->depth > 1
             ? g_strdup_printf (
                 "%ux%ux%u", geometry->width, geometry->height, geometry->depth)
             : g_strdup_printf ("%ux%u", geometry->width, geometry->height);
}

gboolean
bench_parse_topology (const gchar *text, LifeTopology *topology)
{
  if (g_str_equal (text, "torus"))
    *topology = LIFE_TOPOLOGY_TORUS;
  else if (g_str_equal (text, "plane"))
    *topology = LIFE_TOPOLOGY_PLANE;
  else
    return FALSE;
  return TRUE;
}

guint
bench_dimensions (const LifeGeometry *geometry)
{
  return geometry->depth > 1 ? 3 : 2;
}
