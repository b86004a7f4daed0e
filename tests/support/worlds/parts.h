/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that threads of the test's own process hold in parts. */
#pragma once

#include "life/cluster/engine.h"
#include "life/parts/threads.h"
#include "tests/support/worlds/world.h"

static inline LifeLink *
open_threads (const LifeEngineOptions *options, gpointer data, GError **error)
{
  return life_threads_link_new (GPOINTER_TO_UINT (data));
}

/* A world in @parts parts, each with @threads threads; NULL and @error where there is
 * none. */
static inline LifeWorld *
try_parts_world (const LifeGeometry *geometry, const LifeRule *rule,
    guint parts, guint threads, GError **error)
{
  LifeEngineOptions options = default_options ();

  options.cluster = LIFE_CLUSTER_MPI;
  options.threads = threads;
  life_parts_use (open_threads, GUINT_TO_POINTER (parts));
  return life_world_new (geometry, rule, &options, error);
}

static inline LifeWorld *
new_parts_world (const LifeGeometry *geometry, const LifeRule *rule,
    guint parts, guint threads)
{
  GError *error = NULL;
  LifeWorld *world = try_parts_world (geometry, rule, parts, threads, &error);

  g_assert_no_error (error);
  g_assert_nonnull (world);
  return world;
}
