/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of worlds without edges share: making them, and comparing them with a
 * plane that life has not reached the edge of. */
#pragma once

#include "tests/support/worlds/compare.h"

static const LifeGeometry no_edges = { .depth = 1,
  .topology = LIFE_TOPOLOGY_UNBOUNDED };

static inline LifeWorld *
new_unbounded (const gchar *rule, guint threads)
{
  return new_world (&no_edges, rule, LIFE_KERNEL_AUTO, threads);
}

/* A world without edges and a plane, which is around the world's cells from (@x, @y) on. */
static inline Worlds *
worlds_on_plane (const gchar *rule, LifeKernel kernel, guint threads,
    const LifeGeometry *plane, gint64 x, gint64 y)
{
  Worlds *self = worlds_of (new_world (&no_edges, rule, kernel, threads),
      new_world (plane, rule, LIFE_KERNEL_AUTO, 1));

  self->x = x;
  self->y = y;
  return self;
}

/* Random cells of a box. */
static inline guint8 *
random_cells (GRand *random, gsize n, gdouble density)
{
  guint8 *cells = g_malloc (n);

  for (gsize i = 0; i < n; i++)
    cells[i] = g_rand_double (random) < density;
  return cells;
}

static inline void
worlds_fill_box (Worlds *self, LifeBox box, guint32 seed, gdouble density)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree guint8 *cells =
      random_cells (random, (gsize) (box.width * box.height), density);

  worlds_write (self, box, cells);
}
