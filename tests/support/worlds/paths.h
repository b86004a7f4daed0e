/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds of the CPU's fast engine on every width of vector that the processor
 * has, and one world of the reference with which all are compared. */
#pragma once

#include "tests/support/worlds/world.h"

typedef struct {
  LifeWorld *plain, *fast[G_N_ELEMENTS (cpu_paths)];
  const gchar *paths[G_N_ELEMENTS (cpu_paths)]; /* of the fast ones */
  guint n_fast;
} PathWorlds;

static inline PathWorlds *
path_worlds_new (
    const LifeGeometry *geometry, const LifeRule *rule, guint threads)
{
  PathWorlds *self = g_new0 (PathWorlds, 1);

  self->plain = new_world_with_rule (geometry, rule, LIFE_KERNEL_NAIVE, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cpu_paths); i++)
    if (use_cpu_path (cpu_paths[i])) {
      self->paths[self->n_fast] = cpu_paths[i];
      self->fast[self->n_fast++] =
          new_world_with_rule (geometry, rule, LIFE_KERNEL_BITSLICED, threads);
    }
  use_any_cpu_path ();
  return self;
}

static inline void
path_worlds_free (PathWorlds *self)
{
  for (guint i = 0; i < self->n_fast; i++)
    life_world_free (self->fast[i]);
  life_world_free (self->plain);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PathWorlds, path_worlds_free)

static inline void
path_worlds_soup (PathWorlds *self, guint64 seed, gdouble density)
{
  fill_soup (self->plain, seed, density);
  for (guint i = 0; i < self->n_fast; i++)
    fill_soup (self->fast[i], seed, density);
}

/* Sets cells of all states, half of them dead, and checks that they read back
 * the same. */
static inline void
path_worlds_fill_states (PathWorlds *self, GRand *dice, guint states)
{
  gsize size = size_of (self->plain);
  g_autofree guint8 *cells = g_malloc (size);

  for (gsize i = 0; i < size; i++)
    cells[i] = (guint8) (g_rand_boolean (dice)
                             ? 0
                             : g_rand_int_range (dice, 0, (gint32) states));
  set_cells (self->plain, cells);
  for (guint i = 0; i < self->n_fast; i++) {
    set_cells (self->fast[i], cells);
    assert_cells (self->fast[i], cells, "cells as they were written");
  }
}

/* Advances all by these numbers of generations; after each, cells and counts
 * must be the reference's. */
static inline gboolean
path_worlds_play (
    PathWorlds *self, const guint64 *calls, guint n_calls, const gchar *what)
{
  for (guint i = 0; i < n_calls; i++) {
    step (self->plain, calls[i]);
    for (guint k = 0; k < self->n_fast; k++) {
      step (self->fast[k], calls[i]);
      if (!assert_equal_worlds (self->fast[k], self->plain, what))
        return FALSE;
    }
  }
  return TRUE;
}

/* Plays from cells of all states and from a soup. */
static inline gboolean
play_on_every_path (const LifeGeometry *geometry, const LifeRule *rule,
    guint threads, GRand *dice, const guint64 *calls, guint n_calls)
{
  g_autoptr (PathWorlds) worlds = path_worlds_new (geometry, rule, threads);
  g_autofree gchar *what = life_rule_to_string (rule);

  path_worlds_fill_states (worlds, dice, rule->states);
  if (!path_worlds_play (worlds, calls, n_calls, what))
    return FALSE;
  path_worlds_soup (worlds, threads + 1, 0.4);
  return path_worlds_play (worlds, calls, n_calls, what);
}
