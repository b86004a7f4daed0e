/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges on the CPU and on a GPU, to which the same is done. */
#pragma once

#include "tests/support/worlds/cuda.h"
#include "tests/support/worlds/unbounded.h"

/* The same world twice; the first one is on the CPU. */
typedef struct {
  LifeWorld *worlds[2];
} Pair;

static inline LifeWorld *
try_cuda_unbounded (const gchar *text, guint64 memory, GError **error)
{
  LifeEngineOptions options = default_options ();
  const LifeRule rule = rule_of (2, text);

  options.engine = LIFE_ENGINE_CUDA;
  options.memory_limit = memory;
  return life_world_new (&no_edges, &rule, &options, error);
}

static inline LifeWorld *
new_cuda_unbounded (const gchar *text, guint64 memory)
{
  GError *error = NULL;
  LifeWorld *world = try_cuda_unbounded (text, memory, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (life_world_get_engine_name (world), ==, "cuda");
  return world;
}

static inline Pair
new_pair (const gchar *rule)
{
  return (Pair){ { new_world (&no_edges, rule, LIFE_KERNEL_SPARSE, 2),
      new_cuda_unbounded (rule, 0) } };
}

static inline void
free_pair (Pair *pair)
{
  life_world_free (pair->worlds[0]);
  life_world_free (pair->worlds[1]);
}

static inline void
step_pair (const Pair *pair, guint64 generations)
{
  step (pair->worlds[0], generations);
  step (pair->worlds[1], generations);
}

static inline void
write_pair (const Pair *pair, const LifeBox *box, const guint8 *cells)
{
  write_box (pair->worlds[0], box, cells);
  write_box (pair->worlds[1], box, cells);
}

static inline void
paste_pair (const Pair *pair, const gchar *text, gint64 x, gint64 y)
{
  paste_text (pair->worlds[0], text, x, y);
  paste_text (pair->worlds[1], text, x, y);
}

/* Random cells of a square. */
static inline void
soup_pair (const Pair *pair, gint64 x, gint64 y, guint side, gdouble density,
    guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree guint8 *cells = random_cells (random, side * side, density);
  const LifeBox box = { x, y, 0, side, side, 1 };

  write_pair (pair, &box, cells);
}

/* Fails unless both have the same cells in all places, and all counts are the same; returns
 * whether they are. */
static inline gboolean
assert_same_pair (const Pair *pair, const gchar *what)
{
  const LifeStatistics one = statistics_of (pair->worlds[0]);
  const LifeStatistics two = statistics_of (pair->worlds[1]);
  const LifeBox box = box_of (pair->worlds[0]);
  const LifeBox other = box_of (pair->worlds[1]);
  const LifeActivity activity = activity_of (pair->worlds[0]);
  const LifeActivity there = activity_of (pair->worlds[1]);
  const guint64 sum = checksum_of (pair->worlds[0]);

  if (sum == checksum_of (pair->worlds[1]) && one.generation == two.generation
      && one.population == two.population && one.births == two.births
      && one.deaths == two.deaths && memcmp (&box, &other, sizeof box) == 0
      && memcmp (&activity, &there, sizeof activity) == 0)
    return TRUE;
  g_test_message ("%s: generation %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
                  ", population %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
                  ", births %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
                  ", deaths %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT,
      what, one.generation, two.generation, one.population, two.population,
      one.births, two.births, one.deaths, two.deaths);
  g_test_message ("%s: cells %s, boxes %s, activities %s", what,
      sum == checksum_of (pair->worlds[1]) ? "equal" : "differ",
      memcmp (&box, &other, sizeof box) == 0 ? "equal" : "differ",
      memcmp (&activity, &there, sizeof activity) == 0 ? "equal" : "differ");
  g_test_fail ();
  return FALSE;
}

/* Steps both by so many generations at a time, and compares them. */
static inline gboolean
run_pair (const Pair *pair, const guint *steps, guint n, const gchar *what)
{
  for (guint i = 0; i < n; i++) {
    g_autofree gchar *where =
        g_strdup_printf ("%s, step %u of %u generations", what, i, steps[i]);

    step_pair (pair, steps[i]);
    if (!assert_same_pair (pair, where))
      return FALSE;
  }
  return TRUE;
}
