/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that threads of the test's own process hold in parts, each on processors or each on a
 * GPU. */
#pragma once

#include "life/cluster/engine.h"
#include "life/parts/threads.h"
#include "tests/support/worlds/cuda.h"
#include "tests/support/worlds/world.h"

#define MOST_TEST_PARTS 8

/* GPUs that parts of worlds are on, which take turns; 0: they are on processors. */
static guint parts_gpus;

static inline const LifePartClass *
parts_class (void)
{
  return parts_gpus > 0 ? life_part_class_of_gpus () : &life_cpu_part;
}

static inline LifeLink *
open_threads (const LifeEngineOptions *options, gpointer data, GError **error)
{
  gint devices[MOST_TEST_PARTS];

  g_assert_cmpuint (GPOINTER_TO_UINT (data), <=, MOST_TEST_PARTS);
  for (guint i = 0; i < MOST_TEST_PARTS; i++)
    devices[i] = (gint) (i % MAX (parts_gpus, 1));
  return life_threads_link_new (
      parts_class (), GPOINTER_TO_UINT (data), devices);
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
  if (parts_gpus > 0)
    options.engine = LIFE_ENGINE_CUDA;
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

/* How many GPUs there are. */
static inline guint
count_gpus (void)
{
  LifeEngineOptions options = default_options ();
  LifeRule rule = rule_of (2, "B3/S23");
  guint n = 0;

  for (options.cuda_devices = 1;
       life_engine_check (&rule, NULL, &options, NULL);
       options.cuda_devices <<= 1)
    n++;
  return n;
}

/* Runs a test with parts on GPUs. */
static inline void
run_on_gpus (gconstpointer test)
{
  if (skip_without_cuda ())
    return;
  parts_gpus = count_gpus ();
  ((void (*) (void)) test) ();
  parts_gpus = 0;
}
