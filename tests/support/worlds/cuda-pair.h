/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A world on a GPU and the reference, to which the same is done, and their comparison. */
#pragma once

#include "tests/support/worlds/cuda.h"

/* Two worlds to which the same is done; the second one is the reference. */
typedef struct {
  LifeWorld *worlds[2];
  const gchar *what;
} Pair;

static inline void
pair_clear (Pair *pair)
{
  life_world_free (pair->worlds[0]);
  life_world_free (pair->worlds[1]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* On the GPU, with dependent launches and without in turn. */
static inline LifeWorld *
new_tested_world (
    const LifeGeometry *geometry, const LifeRule *rule, LifeKernel kernel)
{
  static guint number;

  return new_cuda_world (geometry, rule, kernel, number++ % 2 == 0);
}

/* A world on the GPU, and the CPU's reference or, with LIFE_KERNEL_AUTO, its fastest. */
static inline Pair
new_pair (const LifeGeometry *geometry, const LifeRule *rule, LifeKernel kernel,
    LifeKernel reference, const gchar *what)
{
  return (Pair){ { new_tested_world (geometry, rule, kernel),
                     new_world_with_rule (geometry, rule, reference, 0) },
    what };
}

/* A world on the GPU, and one of another kernel there. */
static inline Pair
new_cuda_pair (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, LifeKernel other, const gchar *what)
{
  return (Pair){ { new_tested_world (geometry, rule, kernel),
                     new_cuda_world (geometry, rule, other, TRUE) },
    what };
}

static inline void
pair_soup (const Pair *pair, guint64 seed, gdouble density)
{
  fill_soup (pair->worlds[0], seed, density);
  fill_soup (pair->worlds[1], seed, density);
}

static inline void
pair_step (const Pair *pair, guint64 generations)
{
  step (pair->worlds[0], generations);
  step (pair->worlds[1], generations);
}

static inline void
pair_set_rule (const Pair *pair, const LifeRule *rule)
{
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    life_world_set_rule (pair->worlds[i], rule, &error);
    g_assert_no_error (error);
  }
}

static inline void
pair_write (const Pair *pair, const LifeBox *box, const guint8 *cells)
{
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    life_world_write (pair->worlds[i], box, cells, &error);
    g_assert_no_error (error);
  }
}

/* Cells of every state in a box, half of them dead, and some in states that the rule lacks. */
static inline void
pair_scatter (const Pair *pair, GRand *random, const LifeBox *box)
{
  const guint states =
      life_rule_get_states (life_world_get_rule (pair->worlds[0]));
  const gsize n = (gsize) (box->width * box->height * box->depth);
  g_autofree guint8 *cells = g_malloc (n);

  for (gsize i = 0; i < n; i++) {
    const guint32 lot = g_rand_int (random);

    cells[i] = (guint8) (lot % 8 < 4   ? 0
                         : lot % 8 < 7 ? (lot >> 8) % states
                                       : lot >> 8);
  }
  pair_write (pair, box, cells);
}

static inline void
pair_scatter_all (const Pair *pair, guint32 seed)
{
  const LifeGeometry *geometry = life_world_get_geometry (pair->worlds[0]);
  const LifeBox all = { 0, 0, 0, geometry->width, geometry->height,
    geometry->depth };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  pair_scatter (pair, random, &all);
}

/* All that can be counted. */
static inline LifeStatistics
count_all (LifeWorld *world)
{
  LifeStatistics all = statistics_of (world), extent;
  GError *error = NULL;

  life_world_count (
      world, LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY, &extent, &error);
  g_assert_no_error (error);
  all.box = extent.box;
  all.activity = extent.activity;
  return all;
}

/* Fails unless both have the same checksum, which each engine computes in its own way, and the
 * same of all that is counted; returns whether they have. */
static inline gboolean
pair_same (const Pair *pair)
{
  LifeStatistics counts[2];
  guint64 sums[2];

  for (guint i = 0; i < 2; i++) {
    counts[i] = count_all (pair->worlds[i]);
    sums[i] = checksum_of (pair->worlds[i]);
  }
  if (sums[0] == sums[1]
      && memcmp (&counts[0], &counts[1], sizeof counts[0]) == 0)
    return TRUE;
  for (guint i = 0; i < 2; i++)
    g_test_message ("%s, %s: checksum %016" G_GINT64_MODIFIER
                    "x, generation %" G_GUINT64_FORMAT
                    ", population %" G_GUINT64_FORMAT
                    ", births %" G_GUINT64_FORMAT ", deaths %" G_GUINT64_FORMAT
                    ", box from %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
                    " on of %" G_GINT64_FORMAT "×%" G_GINT64_FORMAT
                    ", %" G_GUINT64_FORMAT " changes",
        pair->what, life_world_get_kernel_name (pair->worlds[i]), sums[i],
        counts[i].generation, counts[i].population, counts[i].births,
        counts[i].deaths, counts[i].box.x, counts[i].box.y, counts[i].box.width,
        counts[i].box.height, counts[i].activity.cells);
  if (life_world_get_geometry (pair->worlds[0])->topology
      != LIFE_TOPOLOGY_UNBOUNDED) {
    g_autofree guint8 *expected = cells_of (pair->worlds[1]);

    assert_cells (pair->worlds[0], expected, pair->what);
  }
  g_test_fail ();
  return FALSE;
}

/* Advances both by these numbers of generations, and compares them after each. */
static inline gboolean
pair_play (const Pair *pair, const guint64 *steps, guint n)
{
  for (guint i = 0; i < n; i++) {
    pair_step (pair, steps[i]);
    if (!pair_same (pair))
      return FALSE;
  }
  return TRUE;
}

#define PAIR_PLAY(pair, ...)                         \
  pair_play (pair, (const guint64[]){ __VA_ARGS__ }, \
      sizeof ((const guint64[]){ __VA_ARGS__ }) / sizeof (guint64))
