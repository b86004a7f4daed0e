/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of worlds and of the engines below them share: making worlds,
 * comparing all their cells, and choosing the vectors that the CPU uses. */
#pragma once

#include <life/life.h>

#include <string.h>

#include "life/base/cpu-path.h"
#include "life/pattern/pattern-private.h"
#include "tests/support/defaults.h"
#include "tests/support/help.h"
#include "tests/support/text/rule-value.h"

G_GNUC_UNUSED static const gchar *const cpu_paths[] = { "portable", "avx2",
  "avx512" };
G_GNUC_UNUSED static const LifeTopology topologies[] = { LIFE_TOPOLOGY_TORUS,
  LIFE_TOPOLOGY_PLANE };

G_GNUC_UNUSED static const gchar *const topology_names[] = { "torus", "plane",
  "klein", "cross-surface", "sphere" };

static inline LifeRule
rule_of (guint dimensions, const gchar *text)
{
  LifeRule rule;
  GError *error = NULL;

  parse_rule (text, dimensions, &rule, &error);
  g_assert_no_error (error);
  return rule;
}

static inline LifeWorld *
new_world_with_rule (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, guint threads)
{
  LifeEngineOptions options = tested_options (geometry, rule, kernel);
  GError *error = NULL;
  LifeWorld *world;

  options.threads = threads;
  world = life_world_new (geometry, rule, &options, &error);
  g_assert_no_error (error);
  g_assert_nonnull (world);
  return world;
}

static inline LifeWorld *
new_world (const LifeGeometry *geometry, const gchar *text, LifeKernel kernel,
    guint threads)
{
  LifeRule rule = rule_of (geometry->depth > 1 ? 3 : 2, text);

  return new_world_with_rule (geometry, &rule, kernel, threads);
}

static inline void
fill_soup (LifeWorld *world, guint64 seed, gdouble density)
{
  GError *error = NULL;

  life_world_soup (world, seed, density, &error);
  g_assert_no_error (error);
}

static inline void
step (LifeWorld *world, guint64 generations)
{
  GError *error = NULL;

  life_world_step (world, generations, NULL, &error);
  g_assert_no_error (error);
}

typedef struct {
  gint cancelled; /* atomically */
  gulong delay;   /* in µs */
} LateCanceller;

static inline gpointer
cancel_late (gpointer data)
{
  LateCanceller *late = data;

  g_usleep (late->delay);
  g_atomic_int_set (&late->cancelled, 1);
  return NULL;
}

/* Takes so many generations, or those that it comes to in so many µs; whether it was
 * cancelled then. */
static inline gboolean
step_and_cancel (LifeWorld *world, guint64 generations, gulong delay)
{
  LateCanceller late = { 0, delay };
  GThread *thread = g_thread_new ("late", cancel_late, &late);
  g_autoptr (GError) error = NULL;
  const gboolean done =
      life_world_step (world, generations, &late.cancelled, &error);

  g_thread_join (thread);
  if (!done)
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
  return !done;
}

/* Takes more generations than can ever end, until another thread cancels. */
static inline void
step_until_cancelled (LifeWorld *world)
{
  g_assert_true (step_and_cancel (world, G_MAXUINT64, 30000));
}

static inline LifeStatistics
statistics_of (LifeWorld *world)
{
  LifeStatistics statistics;
  GError *error = NULL;

  life_world_get_statistics (world, &statistics, &error);
  g_assert_no_error (error);
  return statistics;
}

static inline guint64
checksum_of (LifeWorld *world)
{
  guint64 checksum;
  GError *error = NULL;

  life_world_checksum (world, &checksum, &error);
  g_assert_no_error (error);
  return checksum;
}

static inline gsize
size_of (LifeWorld *world)
{
  guint64 cells;

  g_assert_true (life_geometry_cells (life_world_get_geometry (world), &cells));
  return cells;
}

/* All cells of a world; free with g_free(). */
static inline guint8 *
cells_of (LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  guint8 *cells = g_malloc (size_of (world));
  GError *error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
  return cells;
}

static inline void
set_cells (LifeWorld *world, const guint8 *cells)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  GError *error = NULL;

  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

/* Fails at the first cell of @world that differs from @expected. */
static inline gboolean
assert_cells (LifeWorld *world, const guint8 *expected, const gchar *what)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  gsize width = geometry->width, height = geometry->height;
  gsize size = size_of (world);
  g_autofree guint8 *cells = cells_of (world);

  if (memcmp (cells, expected, size) == 0)
    return TRUE;
  for (gsize i = 0; i < size; i++)
    if (cells[i] != expected[i]) {
      g_test_message ("%s, %s, world %u×%u×%u %s, generation %" G_GUINT64_FORMAT
                      ": cell (%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT
                      ", %" G_GSIZE_FORMAT ") is %u, not %u",
          what, life_world_get_kernel_name (world), geometry->width,
          geometry->height, geometry->depth, topology_names[geometry->topology],
          life_world_get_generation (world), i % width, i / width % height,
          i / width / height, cells[i], expected[i]);
      break;
    }
  g_test_fail ();
  return FALSE;
}

/* Chooses a path of the bit-sliced engine; FALSE, and the default one, where
 * the processor does not have it. A GPU has one, in the place of the first. */
static inline gboolean
use_cpu_path (const gchar *path)
{
  LifeEngineOptions options = default_options ();
  LifeRule rule = rule_of (2, "B3/S23");

  if (is_cuda_tested ())
    return strcmp (path, cpu_paths[0]) == 0;
  options.engine = LIFE_ENGINE_CPU;
  life_cpu_path_force (path);
  if (life_engine_check (&rule, NULL, &options, NULL))
    return TRUE;
  life_cpu_path_force (NULL);
  return FALSE;
}

static inline void
use_any_cpu_path (void)
{
  life_cpu_path_force (NULL);
}

/* Compares cells and counts after a call. */
static inline gboolean
assert_equal_worlds (LifeWorld *fast, LifeWorld *plain, const gchar *what)
{
  g_autofree guint8 *expected = cells_of (plain);
  LifeStatistics fast_counts, plain_counts;

  if (!assert_cells (fast, expected, what))
    return FALSE;
  fast_counts = statistics_of (fast);
  plain_counts = statistics_of (plain);
  g_assert_cmpuint (fast_counts.generation, ==, plain_counts.generation);
  g_assert_cmpuint (fast_counts.population, ==, plain_counts.population);
  g_assert_cmpuint (fast_counts.births, ==, plain_counts.births);
  g_assert_cmpuint (fast_counts.deaths, ==, plain_counts.deaths);
  return TRUE;
}

/* Calls @check on each path that the processor has. */
static inline void
for_every_path (void (*check) (void))
{
  for (guint i = 0; i < G_N_ELEMENTS (cpu_paths); i++)
    if (use_cpu_path (cpu_paths[i]))
      check ();
  use_any_cpu_path ();
}
