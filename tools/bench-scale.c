/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures how a world scales that is cut into parts: the same one in more and more parts
 * (strong scaling), and one that grows with them (weak scaling), beside one engine. Parts are
 * those of threads, of processes, or of GPUs.
 * bench-steps.c measures one of them. */
#include "bench.h"

#include "life/parts/mpi/link.h"

#define SIDE 16384
#define QUICK_SIDE 128

typedef struct {
  const BenchOptions *options;
  BenchReport *report;
  LifeEngineKind engine;
  guint threads;   /* of each part */
  gdouble seconds; /* per generation, of one engine; 0: not known */
} Plan;

/* The most parts; 0 and @error: there are not so many. */
static guint
count_sharers (const Plan *plan, GError **error)
{
  const BenchOptions *options = plan->options;
  guint most = MAX (g_get_num_processors () / MAX (plan->threads, 1), 1);

  if (plan->engine == LIFE_ENGINE_CUDA) {
    most = bench_count_devices ();
    if (options->parts > most) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--parts=%u, and this machine has %u GPUs", options->parts, most);
      return 0;
    }
  } else if (options->cluster == LIFE_CLUSTER_MPI) {
    LifeEngineOptions engine;
    LifeLink *link;

    life_engine_options_init (&engine);
    link = life_mpi_link_new (&life_cpu_part, &engine, error);
    if (link == NULL)
      return 0;
    most = link->parts;
    link->free (link);
    if (options->parts > most) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--parts=%u, and mpirun has started %u processes", options->parts,
          most);
      return 0;
    }
  }
  return options->parts > 0 ? options->parts : most;
}

/* --- Rows --- */

/* A world that grows is in no other row. Where one engine cannot hold it nothing is compared. */
static void
compare_with_one_engine (const Plan *plan, BenchWorld *row)
{
  BenchChecksum alone;

  if (row->n_checksums > 0
      && bench_checksum_alone (plan->options, row, &alone, NULL))
    row->differs = alone.generation == row->checksums[0].generation
                   && alone.value != row->checksums[0].value;
}

static void
find_ideal (Plan *plan, BenchWorld *row)
{
  const gboolean is_weak = g_str_equal (row->scaling, "weak");

  if (row->sharers == 1)
    plan->seconds = row->seconds;
  if (plan->seconds > 0)
    row->ideal = plan->seconds / row->seconds / (is_weak ? 1 : row->sharers);
  if (is_weak)
    compare_with_one_engine (plan, row);
}

static gboolean
measure (Plan *plan, const LifeGeometry *geometry, const gchar *scaling,
    guint sharers, GError **error)
{
  const BenchOptions *options = plan->options;
  const guint dimensions = bench_dimensions (geometry);
  BenchWorld row = { .geometry = *geometry,
    .engine = plan->engine,
    .kernel = options->kernel,
    .pdl = 1,
    .given_threads = plan->threads,
    .sharers = sharers,
    .scaling = scaling,
    .wanted = options->generations };
  gboolean done;

  row.rule = life_rule_parse (options->rule != NULL ? options->rule
                              : dimensions == 3     ? "B6/S567"
                                                    : "B3/S23",
      dimensions, error);
  if (row.rule == NULL)
    return FALSE;
  row.rule_text = life_rule_to_string (row.rule);
  row.size = bench_size_text (geometry);
  done = bench_measure_world (options, &row, error);
  bench_progress (options, "%s", "");
  if (row.kernel_text == NULL)
    row.kernel_text = g_strdup (life_engine_kernel_name (row.kernel));
  if (done && row.skipped == NULL)
    find_ideal (plan, &row);
  /* The report owns the row even where it failed. */
  bench_report_add_world (plan->report, &row);
  if (!done)
    return FALSE;
  bench_print_scale (&g_array_index (
      plan->report->worlds, BenchWorld, plan->report->worlds->len - 1));
  return bench_save_json (options, plan->report, error);
}

/* 1, 2, 4 and so on, and the most last. */
static guint
next_sharers (guint sharers, guint most)
{
  return sharers < most ? MIN (2 * sharers, most) : most + 1;
}

/* Rows in 2D, slices in 3D are what is cut. */
static gboolean
grow (const LifeGeometry *geometry, guint times, LifeGeometry *grown)
{
  const gboolean is_3d = bench_dimensions (geometry) == 3;
  const guint64 side =
      (guint64) (is_3d ? geometry->depth : geometry->height) * times;

  *grown = *geometry;
  *(is_3d ? &grown->depth : &grown->height) = (guint32) side;
  return side <= G_MAXINT32;
}

static gboolean
measure_size (
    Plan *plan, const LifeGeometry *geometry, guint most, GError **error)
{
  plan->seconds = 0;
  if (!measure (plan, geometry, "one", 1, error))
    return FALSE;
  for (guint n = next_sharers (1, most); n <= most; n = next_sharers (n, most))
    if (!measure (plan, geometry, "strong", n, error))
      return FALSE;
  for (guint n = next_sharers (1, most); n <= most;
       n = next_sharers (n, most)) {
    LifeGeometry grown;

    if (grow (geometry, n, &grown) && !measure (plan, &grown, "weak", n, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
bench_scale (const BenchOptions *options, BenchReport *report, GError **error)
{
  const guint32 side = options->quick ? QUICK_SIDE : SIDE;
  const LifeGeometry own = { side, side, 1, options->topology };
  const guint n = options->sizes->len;
  Plan plan = { .options = options,
    .report = report,
    .engine =
        options->engines[LIFE_ENGINE_CUDA] ? LIFE_ENGINE_CUDA : LIFE_ENGINE_CPU,
    .threads = options->threads };
  guint most;

  if (plan.threads == 0 && options->cluster == LIFE_CLUSTER_NONE)
    plan.threads = 1;
  if (plan.engine == LIFE_ENGINE_CUDA
      && options->cluster != LIFE_CLUSTER_NONE) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--scale --cluster=mpi measures processors: use --engine=cpu");
    return FALSE;
  }
  most = count_sharers (&plan, error);
  if (most == 0)
    return FALSE;
  bench_print_heading (options);
  for (guint i = 0; i < MAX (n, 1); i++) {
    LifeGeometry geometry =
        n > 0 ? g_array_index (options->sizes, LifeGeometry, i) : own;

    geometry.topology = options->topology;
    if (!measure_size (&plan, &geometry, most, error))
      return FALSE;
  }
  return TRUE;
}
