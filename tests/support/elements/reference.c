/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that the reference advances; see the header. */
#include "tests/support/elements/reference.h"

#include "tests/support/defaults.h"

LifeWorld *
reference_new (guint width, guint height, guint depth, LifeTopology topology,
    const gchar *rule)
{
  LifeEngineOptions options = default_options ();
  LifeGeometry geometry = { width, height, depth, topology };
  GError *error = NULL;
  g_autoptr (LifeRule) parsed = NULL;
  LifeWorld *world;

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = LIFE_KERNEL_NAIVE;
  options.threads = 1;
  parsed = life_rule_parse (rule, depth > 1 ? 3 : 2, &error);
  g_assert_no_error (error);
  world = life_world_new (&geometry, parsed, &options, &error);
  g_assert_no_error (error);
  return world;
}

LifeWorld *
reference_soup (guint width, guint height, guint64 seed, gdouble density)
{
  LifeWorld *world =
      reference_new (width, height, 1, LIFE_TOPOLOGY_TORUS, "B3/S23");
  GError *error = NULL;

  life_world_soup (world, seed, density, &error);
  g_assert_no_error (error);
  return world;
}

LifeWorld *
reference_pattern (guint width, guint height, LifeTopology topology,
    const gchar *pattern, gint x, gint y)
{
  LifeWorld *world = reference_new (width, height, 1, topology, "B3/S23");

  reference_paste (world, pattern, x, y);
  return world;
}

void
reference_paste (LifeWorld *world, const gchar *pattern, gint x, gint y)
{
  gint64 at[3] = { x == -1 ? LIFE_CENTERED : x, y == -1 ? LIFE_CENTERED : y,
    LIFE_CENTERED };
  GError *error = NULL;
  g_autoptr (LifePattern) parsed = life_pattern_from_string (pattern, &error);
  gint64 origin[3];

  g_assert_no_error (error);
  life_pattern_find_origin (
      parsed, life_world_get_geometry (world), FALSE, at, origin, &error);
  g_assert_no_error (error);
  life_world_paste (world, parsed, origin, &error);
  g_assert_no_error (error);
}

void
reference_step (LifeWorld *world, guint64 generations)
{
  GError *error = NULL;

  life_world_step (world, generations, NULL, &error);
  g_assert_no_error (error);
}

void
reference_set_rule (LifeWorld *world, const gchar *rule)
{
  guint dimensions = life_rule_get_dimensions (life_world_get_rule (world));
  GError *error = NULL;
  g_autoptr (LifeRule) parsed = life_rule_parse (rule, dimensions, &error);

  g_assert_no_error (error);
  life_world_set_rule (world, parsed, &error);
  g_assert_no_error (error);
}

GBytes *
reference_plane (LifeWorld *world, const LifeBox *box)
{
  gsize length = (gsize) box->width * box->height * box->depth;
  guint8 *cells = g_malloc (length);
  GError *error = NULL;

  life_world_read (world, box, cells, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < length; i++)
    cells[i] = cells[i] ? 255 : 0;
  return g_bytes_new_take (cells, length);
}

GBytes *
reference_cells (LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };

  return reference_plane (world, &box);
}

void
reference_statistics (LifeWorld *world, LifeStatistics *statistics)
{
  GError *error = NULL;

  life_world_get_statistics (world, statistics, &error);
  g_assert_no_error (error);
}
