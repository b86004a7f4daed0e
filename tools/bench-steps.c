/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures one world: how long its steps take, by the GPU's clock on a GPU, and
 * the checksums of the results. */
#include "bench.h"

#include "life/world/engine.h"
#ifdef LIFE_HAVE_CUDA
#include "cuda/speed.h"
#endif

#include <stdlib.h>

/* --- A clock --- */

#ifdef LIFE_HAVE_CUDA
typedef LifeCudaStopwatch Stopwatch;
#else
typedef void Stopwatch;
#endif

typedef struct {
  const BenchOptions *options;
  BenchWorld *row;
  LifeWorld *world;
  Stopwatch *stopwatch; /* NULL: steps end before the call returns */
  BenchPeers *peers; /* other programs, each of whose runs follows one here */
} Measurement;

static gboolean
start_clock (Measurement *m, gint64 *start, GError **error)
{
  *start = g_get_monotonic_time ();
#ifdef LIFE_HAVE_CUDA
  if (m->stopwatch != NULL)
    return life_cuda_stopwatch_start (m->stopwatch, error);
#endif
  return TRUE;
}

static gboolean
stop_clock (Measurement *m, gint64 start, gdouble *seconds, GError **error)
{
#ifdef LIFE_HAVE_CUDA
  if (m->stopwatch != NULL)
    return life_cuda_stopwatch_stop (m->stopwatch, seconds, error);
#endif
  *seconds = MAX (g_get_monotonic_time () - start, 1) / 1e6;
  return TRUE;
}

static gboolean
time_step (
    Measurement *m, guint64 generations, gdouble *seconds, GError **error)
{
  gint64 start;

  return start_clock (m, &start, error)
         && life_world_step (m->world, generations, NULL, error)
         && stop_clock (m, start, seconds, error);
}

/* --- Steps --- */

/* An estimate of the seconds per generation. */
static gboolean
estimate (Measurement *m, gdouble *seconds, GError **error)
{
  gdouble first, second;

  if (!time_step (m, 1, &first, error) || !time_step (m, 1, &second, error))
    return FALSE;
  *seconds = MIN (first, second);
  return TRUE;
}

static gboolean
take_checksum (Measurement *m, GError **error)
{
  BenchChecksum *checksum = &m->row->checksums[m->row->n_checksums];

  checksum->generation = life_world_get_generation (m->world);
  if (!life_world_checksum (m->world, &checksum->value, error))
    return FALSE;
  m->row->n_checksums++;
  return TRUE;
}

static gboolean
step_to (Measurement *m, guint64 generation, GError **error)
{
  return life_world_step (
      m->world, generation - life_world_get_generation (m->world), NULL, error);
}

/* Takes the first generations, and the checksum after them. */
static gboolean
settle (Measurement *m, GError **error)
{
  LifeStatistics statistics;

  if (!step_to (m, BENCH_CHECKSUM_GENERATION, error)
      || !take_checksum (m, error)
      || !life_world_get_statistics (m->world, &statistics, error))
    return FALSE;
  m->row->population = statistics.population;
  return TRUE;
}

/* Chooses how many generations and runs fit in the row's share of time. */
static void
fit (Measurement *m, gdouble generation)
{
  const BenchOptions *options = m->options;
  BenchWorld *row = m->row;
  gdouble possible = options->limit / generation;

  row->generations = row->wanted;
  row->runs = options->runs;
  if (row->wanted * 2.0 > possible) {
    row->generations = (guint64) CLAMP (possible / 3, 1, (gdouble) row->wanted);
    row->runs = 1;
  } else if ((row->runs + 1.0) * row->wanted > possible) {
    row->runs = (guint) MAX (possible / row->wanted - 1, 1);
  }
}

/* Whether the engine skips unchanged parts of the world. */
static gboolean
can_rest (const Measurement *m)
{
  return m->row->engine != LIFE_ENGINE_CUDA;
}

/* Warms up, and finds how many generations one run needs. */
static gboolean
choose_generations (Measurement *m, GError **error)
{
  gdouble seconds = 0.0, possible;
  guint64 tried = 1;

  for (;; tried *= 2) {
    if (!time_step (m, tried, &seconds, error))
      return FALSE;
    if (seconds >= m->options->seconds / 4 || (can_rest (m) && tried >= 256))
      break;
  }
  possible = MAX (m->options->seconds / seconds * (gdouble) tried, 1.0);
  m->row->generations =
      (guint64) (can_rest (m) ? MIN (possible, BENCH_LIVELY_GENERATIONS)
                              : possible);
  m->row->parts = (guint) (possible / (gdouble) m->row->generations);
  m->row->wanted = m->row->generations;
  m->row->runs = m->options->runs;
  return TRUE;
}

/* For a given number of generations: the first run is the warm-up, and the
 * checksum is of the world after it. */
static gboolean
prepare_given (Measurement *m, gdouble generation, GError **error)
{
  fit (m, generation);
  if (m->row->generations <= life_world_get_generation (m->world)) {
    gdouble seconds;
    return time_step (m, m->row->generations, &seconds, error);
  }
  return step_to (m, m->row->generations, error) && take_checksum (m, error);
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

/* Takes an old soup back to its state after the first generations. */
static gboolean
rejuvenate (Measurement *m, GError **error)
{
  if (!can_rest (m) || m->options->generations > 0
      || life_world_get_generation (m->world) + m->row->generations
             <= BENCH_LIVELY_AGE)
    return TRUE;
  return life_world_reset (m->world, error)
         && life_world_soup (m->world, m->options->seed, BENCH_DENSITY, error)
         && step_to (m, BENCH_CHECKSUM_GENERATION, error);
}

/* Takes one run: returns its seconds, and adds its instructions. */
static gboolean
time_run (
    Measurement *m, gdouble *seconds, guint64 *instructions, GError **error)
{
  *seconds = 0.0;
  for (guint part = 0; part < m->row->parts; part++) {
    guint64 before = 0, after = 0;
    gdouble taken;

    if (!rejuvenate (m, error))
      return FALSE;
    bench_count_instructions (&before);
    if (!time_step (m, m->row->generations, &taken, error))
      return FALSE;
    bench_count_instructions (&after);
    *instructions += after - before;
    *seconds += taken;
  }
  return TRUE;
}

static gboolean
time_runs (Measurement *m, GError **error)
{
  BenchWorld *row = m->row;
  g_autofree gdouble *times = g_new0 (gdouble, row->runs);
  guint64 instructions = 0, unused, cells;
  gdouble generations;

  row->parts = MAX (row->parts, 1);
  generations = (gdouble) row->generations * row->parts;
  for (guint run = 0; run < row->runs; run++) {
    bench_progress (m->options, "%s, %s: run %u of %u, %.0f generations",
        row->size, row->kernel_text, run + 1, row->runs, generations);
    if (!time_run (m, &times[run], &instructions, error))
      return FALSE;
    bench_peers_run (m->peers);
  }

  qsort (times, row->runs, sizeof (gdouble), compare_times);
  life_geometry_cells (&row->geometry, &cells);
  row->seconds =
      (times[(row->runs - 1) / 2] + times[row->runs / 2]) / 2.0 / generations;
  row->rate = (gdouble) cells / row->seconds;
  /* Others' instructions are not counted. */
  if (row->engine != LIFE_ENGINE_CUDA && row->sharers <= 1
      && bench_count_instructions (&unused))
    row->instructions =
        (gdouble) instructions / (gdouble) cells / generations / row->runs;
  return TRUE;
}

/* Computes the shares of what the machine can do at most. */
static void
find_shares (const BenchOptions *options, BenchWorld *row)
{
  const BenchLimits *limits =
      bench_limits_get (options, row->engine, row->kernel_text);
  BenchCost cost = bench_cost_of (row->engine, row->kernel_text, row->rule);

  if (limits->operations > 0)
    row->logic = cost.operations * row->rate / limits->operations;
  if (limits->bytes > 0)
    row->memory = cost.bytes * row->rate / limits->bytes;
}

/* Records that a row is skipped, and why. */
static gboolean G_GNUC_PRINTF (2, 3)
    skip (BenchWorld *row, const gchar *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  row->skipped = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return TRUE;
}

static gboolean
measure_world (Measurement *m, GError **error)
{
  BenchWorld *row = m->row;
  gdouble generation = 0.0;

  bench_progress (
      m->options, "%s, %s: first generations", row->size, row->kernel_text);
  if (!life_world_soup (m->world, m->options->seed, BENCH_DENSITY, error)
      || !estimate (m, &generation, error))
    return FALSE;
  if (generation * BENCH_CHECKSUM_GENERATION > m->options->limit)
    return skip (row,
        "a generation takes %.3g s, %d of them longer than --limit=%g",
        generation, BENCH_CHECKSUM_GENERATION, m->options->limit);
  if (!settle (m, error)
      || !(row->wanted > 0 ? prepare_given (m, generation, error)
                           : choose_generations (m, error)))
    return FALSE;
  m->peers = bench_peers_start (m->options, row);
  return time_runs (m, error);
}

/* Errors that make a row be skipped, rather than end the program. */
static gboolean
is_lacking (const GError *error)
{
  return g_error_matches (error, LIFE_ERROR, LIFE_ERROR_MEMORY)
         || g_error_matches (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
}

static LifeWorld *
make_world (const BenchOptions *options, BenchWorld *row, GError **error)
{
  LifeEngineOptions engine;

  life_engine_options_init (&engine);
  engine.engine = row->engine;
  engine.kernel = row->kernel;
  engine.pdl = row->pdl != 0;
  engine.threads =
      row->given_threads != 0 ? row->given_threads : options->threads;
  if (row->sharers > 1)
    bench_share (options, row->sharers, &engine);
  return life_world_new (&row->geometry, row->rule, &engine, error);
}

static void
describe (const BenchOptions *options, Measurement *m)
{
  BenchWorld *row = m->row;

  row->kernel_text = g_strdup (life_world_get_kernel_name (m->world));
  row->engine = g_str_equal (life_world_get_engine_name (m->world), "cuda")
                    ? LIFE_ENGINE_CUDA
                    : LIFE_ENGINE_CPU;
  if (row->engine == LIFE_ENGINE_CPU) {
    row->pdl = -1;
    row->threads = row->given_threads != 0 ? row->given_threads
                   : options->threads != 0 ? options->threads
                                           : g_get_num_processors ();
  }
}

gboolean
bench_checksum_alone (const BenchOptions *options, const BenchWorld *world,
    BenchChecksum *checksum, GError **error)
{
  BenchWorld row = *world;
  Measurement m = { options, &row, NULL, NULL, NULL };
  gboolean done;

  row.sharers = 1;
  row.n_checksums = 0;
  m.world = make_world (options, &row, error);
  done = m.world != NULL
         && life_world_soup (m.world, options->seed, BENCH_DENSITY, error)
         && settle (&m, error);
  if (done)
    *checksum = row.checksums[0];
  life_world_free (m.world);
  return done;
}

gboolean
bench_measure_world (
    const BenchOptions *options, BenchWorld *row, GError **error)
{
  Measurement m = { options, row, NULL, NULL, NULL };
  GError *problem = NULL;
  guint64 instructions;
  gboolean done;

  row->instructions = -1.0;
  /* Threads that the world makes from here on are counted. */
  bench_count_instructions (&instructions);
  m.world = make_world (options, row, &problem);
  done = m.world != NULL;
  if (done)
    describe (options, &m);
#ifdef LIFE_HAVE_CUDA
  if (done)
    m.stopwatch =
        life_cuda_stopwatch_new (life_world_get_engine (m.world), &problem);
#endif
  done = done && problem == NULL && measure_world (&m, &problem);
  bench_peers_finish (m.peers);
#ifdef LIFE_HAVE_CUDA
  life_cuda_stopwatch_free (m.stopwatch);
#endif
  life_world_free (m.world);
  if (done && row->skipped == NULL && row->scaling == NULL)
    find_shares (options, row);
  if (done)
    return TRUE;
  if (!row->asked && is_lacking (problem)) {
    skip (row, "%s", problem->message);
    g_error_free (problem);
    return TRUE;
  }
  g_propagate_error (error, problem);
  return FALSE;
}
