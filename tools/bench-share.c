/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who holds the parts of a world that is measured in parts. */
#include "bench.h"

#include "life/cluster/engine.h"
#include "life/parts/mpi/link.h"
#include "life/parts/threads.h"

#define MOST_DEVICES 16

/* The first ranks of a cluster, or threads; @data is how many. */
static LifeLink *
open_link (const LifeEngineOptions *options, gpointer data, GError **error)
{
  const guint parts = GPOINTER_TO_UINT (data);
  LifeLink *link = life_mpi_link_new (&life_cpu_part, options, error);

  if (link != NULL)
    link->parts = MIN (link->parts, parts);
  return link;
}

static LifeLink *
open_threads (const LifeEngineOptions *options, gpointer data, GError **error)
{
  return life_threads_link_new (&life_cpu_part, GPOINTER_TO_UINT (data), NULL);
}

/* So many GPUs, as LifeEngineOptions has them. */
static guint64
first_devices (guint n)
{
  return (G_GUINT64_CONSTANT (1) << n) - 1;
}

guint
bench_count_devices (void)
{
  g_autoptr (LifeRule) rule = life_rule_parse ("B3/S23", 2, NULL);
  LifeEngineOptions engine;
  guint n = 1;

  life_engine_options_init (&engine);
  engine.engine = LIFE_ENGINE_CUDA;
  for (; n < MOST_DEVICES; n++) {
    engine.cuda_devices = first_devices (n + 1);
    if (!life_engine_check (rule, NULL, &engine, NULL))
      break;
  }
  return n;
}

void
bench_share (
    const BenchOptions *options, guint sharers, LifeEngineOptions *engine)
{
  if (engine->engine == LIFE_ENGINE_CUDA) {
    engine->cuda_devices = first_devices (sharers);
    return;
  }
  /* Parts are those of a cluster to the engine, whoever holds them. */
  engine->cluster = LIFE_CLUSTER_MPI;
  life_parts_use (
      options->cluster == LIFE_CLUSTER_MPI ? open_link : open_threads,
      GUINT_TO_POINTER (sharers));
}
