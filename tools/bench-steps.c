/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures the steps of one world: how long they take, by the GPU's clock on a GPU, and the
 * checksums of the results. */
#include "bench.h"

#include "cuda/speed.h"
#include "life/cluster/cluster.h"
#include "life/parts/mpi/mpi-link.h"
#include "life/parts/threads.h"
#include "life/world/engine-class.h"

#include <stdio.h>
#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* The CPU's engine skips unchanged areas. Soups up to this age have few; steps
 * are timed on younger ones. */
#define LIVELY_AGE 1024
#define LIVELY_GENERATIONS 480

typedef struct {
  const BenchOptions *options;
  LifeGeometry geometry;
  LifeRule *rule;
  LifeWorld *world;
  LifeCudaStopwatch *stopwatch; /* NULL: steps end before the call returns */
  gboolean on_gpu;
  GString *json, *checksums;
  guint64 population; /* at BENCH_CHECKSUM_GENERATION */

  guint64 generations; /* per part of a run */
  guint parts;         /* of a run, each from a young soup */
  guint64 requested;   /* of --generations; the limit may allow only fewer */
  guint runs;
} StepMeasurement;

/* --- Instructions --- */

/* Those that this process and its threads executed since the first call; FALSE if the
 * system does not allow to count them. Threads that start later are counted too. */
static gboolean
count_instructions (guint64 *instructions)
{
#ifdef __linux__
  static int counter;
  struct perf_event_attr attributes = {
    .type = PERF_TYPE_HARDWARE,
    .size = sizeof (attributes),
    .config = PERF_COUNT_HW_INSTRUCTIONS,
    .inherit = 1,
    .exclude_kernel = 1,
    .exclude_hv = 1,
  };

  if (counter == 0)
    counter = (int) syscall (
        SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return counter > 0
         && read (counter, instructions, sizeof (*instructions))
                == sizeof (*instructions);
#else
  return FALSE;
#endif
}

/* --- Steps --- */

static gboolean
time_step (
    StepMeasurement *m, guint64 generations, gdouble *seconds, GError **error)
{
  const gint64 start = g_get_monotonic_time ();

  if (m->stopwatch != NULL)
    return life_cuda_stopwatch_start (m->stopwatch, error)
           && life_world_step (m->world, generations, NULL, error)
           && life_cuda_stopwatch_stop (m->stopwatch, seconds, error);
  if (!life_world_step (m->world, generations, NULL, error))
    return FALSE;
  *seconds = MAX (g_get_monotonic_time () - start, 1) / 1e6;
  return TRUE;
}

/* An estimate of the seconds per generation. */
static gboolean
estimate (StepMeasurement *m, gdouble *seconds, GError **error)
{
  gdouble first, second;

  if (!time_step (m, 1, &first, error) || !time_step (m, 1, &second, error))
    return FALSE;
  *seconds = MIN (first, second);
  if (*seconds * BENCH_CHECKSUM_GENERATION <= m->options->limit)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED,
      "a generation takes %.3g s, %d of them longer than --limit=%g", *seconds,
      BENCH_CHECKSUM_GENERATION, m->options->limit);
  return FALSE;
}

static gboolean
step_to (StepMeasurement *m, guint64 generation, GError **error)
{
  return life_world_step (
      m->world, generation - life_world_get_generation (m->world), NULL, error);
}

/* Advances to @generation, and adds the checksum there. */
static gboolean
settle (StepMeasurement *m, guint64 generation, GError **error)
{
  g_autofree gchar *name = g_strdup_printf ("%" G_GUINT64_FORMAT, generation);
  guint64 checksum;

  if (!step_to (m, generation, error)
      || !life_world_checksum (m->world, &checksum, error))
    return FALSE;
  bench_add_checksum (m->checksums, name, checksum);
  return TRUE;
}

/* An idle GPU takes a while to reach its clock. */
static gboolean
warm_up (StepMeasurement *m, GError **error)
{
  gdouble seconds = 0, elapsed;

  for (; m->on_gpu && seconds < m->options->seconds / 4; seconds += elapsed)
    if (!time_step (m, m->generations, &elapsed, error))
      return FALSE;
  return TRUE;
}

/* For a requested number of generations: chooses how many of them, and how many runs, fit in the
 * limit. The checksum is of the world after the first ones, which warm up. */
static gboolean
prepare_requested (StepMeasurement *m, gdouble generation, GError **error)
{
  const gdouble possible = m->options->limit / generation;

  m->generations = m->requested;
  if (m->requested * 2.0 > possible) {
    m->generations = (guint64) CLAMP (possible / 3, 1, (gdouble) m->requested);
    m->runs = 1;
  } else if ((m->runs + 1.0) * m->requested > possible) {
    m->runs = (guint) MAX (possible / m->requested - 1, 1);
  }
  if (m->generations <= life_world_get_generation (m->world)) {
    gdouble seconds;
    return time_step (m, m->generations, &seconds, error);
  }
  return settle (m, m->generations, error) && warm_up (m, error);
}

/* Warms up, and finds how many generations one run needs. */
static gboolean
choose_generations (StepMeasurement *m, GError **error)
{
  const gdouble target = m->options->seconds;
  gdouble seconds = 0.0, possible;
  guint64 tried = 1;

  for (;; tried *= 2) {
    if (!time_step (m, tried, &seconds, error))
      return FALSE;
    if (seconds >= target / 4 || (!m->on_gpu && tried >= 256))
      break;
  }
  possible = MAX (target / seconds * (gdouble) tried, 1.0);
  m->generations =
      (guint64) (m->on_gpu ? possible : MIN (possible, LIVELY_GENERATIONS));
  m->parts = (guint) (possible / (gdouble) m->generations);
  return TRUE;
}

/* Fills the world with the soup of the library, or of more states. */
static gboolean
fill_soup (const StepMeasurement *m, GError **error)
{
  const guint64 seed = (guint64) m->options->seed;
  const guint states =
      (guint) MIN (m->options->states, (gint64) life_rule_get_states (m->rule));
  const guint32 rows = m->geometry.height * m->geometry.depth;
  guint64 random = (seed << 1 | 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  g_autofree guint8 *cells = NULL;

  if (states == 0)
    return life_world_soup (m->world, seed, LIFE_DENSITY_DEFAULT, error);
  cells = g_malloc (m->geometry.width);
  for (guint32 row = 0; row < rows; row++) {
    const LifeBox box = { 0, row % m->geometry.height, row / m->geometry.height,
      m->geometry.width, 1, 1 };

    for (guint32 x = 0; x < m->geometry.width; x++) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      cells[x] = (guint8) ((random >> 32) % states);
    }
    if (!life_world_write (m->world, &box, cells, error))
      return FALSE;
  }
  return TRUE;
}

/* Reverts an old soup to its state after the first generations. */
static gboolean
rejuvenate (StepMeasurement *m, GError **error)
{
  if (m->on_gpu || m->options->generations > 0
      || life_world_get_generation (m->world) + m->generations <= LIVELY_AGE)
    return TRUE;
  return life_world_reset (m->world, error) && fill_soup (m, error)
         && step_to (m, BENCH_CHECKSUM_GENERATION, error);
}

/* Measures one run: adds its seconds and its instructions. */
static gboolean
time_run (
    StepMeasurement *m, gdouble *seconds, guint64 *instructions, GError **error)
{
  *seconds = 0.0;
  for (guint part = 0; part < m->parts; part++) {
    guint64 start = 0, end = 0;
    gdouble elapsed;

    if (!rejuvenate (m, error))
      return FALSE;
    count_instructions (&start);
    if (!time_step (m, m->generations, &elapsed, error))
      return FALSE;
    count_instructions (&end);
    *instructions += end - start;
    *seconds += elapsed;
  }
  return TRUE;
}

/* Lets the caller run other programs before the first run and after each. */
static void
wait_for_line (const StepMeasurement *m, guint run)
{
  gchar line[16];

  if (!m->options->wait)
    return;
  printf ("%s, \"waiting\": %u}\n", m->json->str, run);
  fflush (stdout);
  if (fgets (line, sizeof (line), stdin) == NULL)
    clearerr (stdin);
}

static gboolean
time_runs (StepMeasurement *m, GError **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gdouble));
  guint64 instructions = 0, unused, cells;
  gdouble generations = (gdouble) m->generations * m->parts, seconds;

  wait_for_line (m, 0);
  for (guint run = 1; run <= m->runs; run++) {
    if (!time_run (m, &seconds, &instructions, error))
      return FALSE;
    g_array_append_val (times, seconds);
    wait_for_line (m, run);
  }
  life_geometry_cells (&m->geometry, &cells);
  seconds = bench_quantile (times, 0.5) / generations;
  bench_add_integer (m->json, "generations", m->generations);
  bench_add_integer (m->json, "runs", m->runs);
  bench_add_number (m->json, "seconds_per_generation", seconds);
  bench_add_number (m->json, "cells_per_second", (gdouble) cells / seconds);
  /* Those of other processes are not counted. */
  if (!m->on_gpu && m->options->parts <= 1 && count_instructions (&unused))
    bench_add_number (m->json, "instructions_per_cell",
        (gdouble) instructions / (gdouble) cells / generations / m->runs);
  return TRUE;
}

/* --- A world --- */

/* The first ranks of a cluster. */
static LifeLink *
open_ranks (const LifeEngineOptions *options, gpointer data, GError **error)
{
  const guint parts = GPOINTER_TO_UINT (data);
  LifeLink *link = life_mpi_link_new (&life_cpu_part, options, error);

  if (link != NULL && parts > link->parts) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--parts=%u, and mpirun has started %u processes", parts, link->parts);
    link->free (link);
    return NULL;
  }
  if (link != NULL && parts > 0)
    link->parts = parts;
  return link;
}

static LifeLink *
open_threads (const LifeEngineOptions *options, gpointer data, GError **error)
{
  return life_threads_link_new (&life_cpu_part, GPOINTER_TO_UINT (data), NULL);
}

static LifeWorld *
make_world (const StepMeasurement *m, GError **error)
{
  const BenchOptions *options = m->options;
  const guint parts = (guint) options->parts;
  const gboolean on_cluster = options->cluster != LIFE_CLUSTER_NONE;
  LifeEngineOptions engine;

  bench_engine_options (options, &engine);
  if (parts > 1 && !on_cluster && engine.engine == LIFE_ENGINE_CUDA) {
    engine.cuda_devices = (G_GUINT64_CONSTANT (1) << MIN (parts, 63)) - 1;
  } else if (parts > 1 || on_cluster) {
    /* To the engine parts are those of a cluster, whether threads or processes run them. */
    engine.engine = LIFE_ENGINE_CPU;
    engine.cluster = LIFE_CLUSTER_MPI;
    life_parts_use (
        on_cluster ? open_ranks : open_threads, GUINT_TO_POINTER (parts));
  }
  return life_world_new (&m->geometry, m->rule, &engine, error);
}

/* Adds the engine of the world, and the properties of its rule that decide whether another
 * program can run it. */
static void
describe (StepMeasurement *m)
{
  const gchar *engine = life_world_get_engine_name (m->world);
  g_autofree gchar *rule = life_rule_to_string (m->rule);

  m->on_gpu = g_str_equal (engine, "cuda");
  bench_add_text (m->json, "engine", engine);
  bench_add_text (m->json, "kernel", life_world_get_kernel_name (m->world));
  bench_add_text (m->json, "rule", rule);
  bench_add_integer (m->json, "states", life_rule_get_states (m->rule));
  if (m->options->states > 0)
    bench_add_integer (m->json, "soup_states", (guint64) m->options->states);
  bench_add_flag (m->json, "is_moore",
      life_rule_get_neighborhood (m->rule) == LIFE_NEIGHBORHOOD_MOORE);
  bench_add_flag (m->json, "has_b0", life_rule_has_b0 (m->rule));
}

static gboolean
measure_world (StepMeasurement *m, GError **error)
{
  const BenchOptions *options = m->options;
  g_autoptr (LifePattern) soup = NULL;
  LifeStatistics statistics;
  gdouble generation = 0.0;

  if (!fill_soup (m, error)
      || (options->soup != NULL
          && ((soup = life_world_to_pattern (m->world, error)) == NULL
              || !life_pattern_save (soup, options->soup, error)))
      || !estimate (m, &generation, error)
      || !settle (m, BENCH_CHECKSUM_GENERATION, error)
      || !life_world_get_statistics (m->world, &statistics, error))
    return FALSE;
  bench_add_integer (m->json, "population", statistics.population);
  if (m->runs > 0
      && (!(m->requested > 0 ? prepare_requested (m, generation, error)
                             : choose_generations (m, error))
          || !time_runs (m, error)))
    return FALSE;
  g_string_append_printf (m->json, ", \"checksums\": %s}", m->checksums->str);
  return TRUE;
}

gboolean
bench_steps (const BenchOptions *options, GString *json, GError **error)
{
  StepMeasurement m = { .options = options,
    .geometry = options->size,
    .json = json,
    .parts = 1,
    .requested = (guint64) options->generations,
    .runs = (guint) options->runs };
  GError *problem = NULL;
  guint64 instructions;

  m.geometry.topology = options->topology;
  m.rule = bench_parse_rule (options, m.geometry.depth > 1 ? 3 : 2, error);
  if (m.rule == NULL)
    return FALSE;
  m.checksums = g_string_new ("{");
  /* Threads that the world makes from here on are counted. */
  count_instructions (&instructions);
  m.world = make_world (&m, &problem);
  if (m.world != NULL) {
    describe (&m);
    m.stopwatch =
        life_cuda_stopwatch_new (life_world_get_engine (m.world), &problem);
    if (problem == NULL)
      measure_world (&m, &problem);
    life_cuda_stopwatch_free (m.stopwatch);
    life_world_free (m.world);
  }
  g_string_free (m.checksums, TRUE);
  life_rule_unref (m.rule);
  if (problem != NULL)
    g_propagate_error (error, problem);
  return problem == NULL;
}
