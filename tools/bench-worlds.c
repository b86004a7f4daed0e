/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which worlds each mode of life-bench measures, and in which order;
 * bench-steps.c measures one. */
#include "bench.h"

#include "life/base/cpu-path.h"

/* A world that a mode measures by itself. */
typedef struct {
  LifeEngineKind engine;
  guint32 side;
  guint dimensions;
  guint64 generations; /* in the seed table */
  gboolean bits_only;  /* too large for a byte per cell */
} Size;

static const Size table_sizes[] = {
  { LIFE_ENGINE_AUTO, 1024, 2, 0, FALSE },
  { LIFE_ENGINE_AUTO, 4096, 2, 0, FALSE },
  { LIFE_ENGINE_AUTO, 16384, 2, 0, FALSE },
};

static const Size ladder_sizes[] = {
  { LIFE_ENGINE_AUTO, 1024, 2, 0, FALSE },
  { LIFE_ENGINE_AUTO, 4096, 2, 0, FALSE },
  { LIFE_ENGINE_AUTO, 16384, 2, 0, FALSE },
  { LIFE_ENGINE_AUTO, 65536, 2, 0, FALSE },
  { LIFE_ENGINE_CUDA, 262144, 2, 0, TRUE },
  { LIFE_ENGINE_AUTO, 128, 3, 0, FALSE },
  { LIFE_ENGINE_AUTO, 256, 3, 0, FALSE },
  { LIFE_ENGINE_AUTO, 512, 3, 0, FALSE },
  { LIFE_ENGINE_AUTO, 1024, 3, 0, FALSE },
};

static const Size seed_sizes[] = {
  { LIFE_ENGINE_AUTO, 256, 3, 2048, FALSE },
  { LIFE_ENGINE_AUTO, 512, 3, 1024, FALSE },
  { LIFE_ENGINE_AUTO, 1024, 3, 1024, FALSE },
};

static const Size quick_sizes[] = {
  { LIFE_ENGINE_AUTO, 128, 2, 0, FALSE },
  { LIFE_ENGINE_AUTO, 24, 3, 96, FALSE },
};

/* The table of the CPU's engine alone; 0 threads: all. */
static const struct {
  LifeGeometry geometry;
  const gchar *rule;
  guint threads;
  const gchar *path;
} cpu_worlds[] = {
  { { 1024, 1024, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 0, NULL },
  { { 1024, 1024, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 1, NULL },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 0, NULL },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 1, NULL },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_PLANE }, "B3/S23", 1, NULL },
  { { 4095, 4093, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 1, NULL },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS }, "B36/S23", 0, NULL },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS }, "B36/S23", 1, NULL },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 0, "avx2" },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 1, "avx2" },
  { { 4096, 4096, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 1, "portable" },
  { { 16384, 16384, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 0, NULL },
  { { 16384, 16384, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 1, NULL },
  { { 65536, 65536, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 0, NULL },
  { { 256, 256, 256, LIFE_TOPOLOGY_TORUS }, "B6/S567", 0, NULL },
  { { 256, 256, 256, LIFE_TOPOLOGY_TORUS }, "B6/S567", 1, NULL },
  { { 512, 512, 512, LIFE_TOPOLOGY_TORUS }, "B6/S567", 0, NULL },
  { { 512, 512, 512, LIFE_TOPOLOGY_TORUS }, "B6/S567", 1, NULL },
};

/* A gas of particles that fly one way; its rule file comes with Golly. */
#define GOLLY_TABLE "HPP"

/* A rule of each family. A soup's live cells are in state 1, whatever that is
 * in a table. */
static const struct {
  const gchar *family, *rule;
} families[] = {
  { "von Neumann", "B13/S23V" },
  { "hexagonal", "B2/S34H" },
  { "isotropic", "B2-a/S12" },
  { "MAP, random",
      "MAPH69/cRHQdemHzA6fmu6r7C2v1vsIe5J10Z81qhiHsXcP7pfFeliSuSJcyWjPOc3z"
      "CgDgj1FT9J83qyRW0yA8gA" },
  { "Brian's Brain", "B2/S/3" },
  { "Generations, 25 states", "B2/S345/25" },
  { "Bosco's rule", "R5,C0,M1,S34..58,B34..45,NM" },
  /* Sensitized cells, which become stable soon. */
  { "table, soon stable", "JvN29" },
  { "table, flying", GOLLY_TABLE },
  { "one-dimensional", "W110" },
};

static const LifeKernel ladder_kernels[] = { LIFE_KERNEL_NAIVE,
  LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC, LIFE_KERNEL_PACKED, LIFE_KERNEL_LUT,
  LIFE_KERNEL_BITSLICED };

/* How fast each kernel was last time, in cells per second: an estimate of
 * whether a larger world takes too long. */
typedef gdouble Rates[3][LIFE_KERNEL_LUT + 1][2];

typedef struct {
  const BenchOptions *options;
  BenchReport *report;
  Rates rates;
  GError *rule_error; /* of worlds that were skipped because of their rule */
} Plan;

static gboolean
runs_in_mode (BenchMode mode, LifeEngineKind engine, LifeKernel kernel)
{
  gboolean on_cpu =
      kernel == LIFE_KERNEL_NAIVE || kernel == LIFE_KERNEL_BITSLICED;

  if (engine == LIFE_ENGINE_CPU && !on_cpu)
    return FALSE;
  return mode == BENCH_MODE_LADDER
         || (kernel != LIFE_KERNEL_ASYNC && kernel != LIFE_KERNEL_LUT);
}

static const gchar *
rule_of (const BenchOptions *options, guint dimensions)
{
  return options->rule != NULL ? options->rule
         : dimensions == 3     ? "B6/S567"
                               : "B3/S23";
}

/* Whether the row would take longer than the limit, as far as the kernel's
 * speed is known. */
static gboolean
foresee (Plan *plan, BenchWorld *row)
{
  gdouble rate = plan->rates[row->engine][row->kernel]
                            [life_rule_get_dimensions (row->rule) - 2];
  gdouble seconds;
  guint64 cells;

  /* The known speed is of another family. */
  if (row->family != NULL)
    return TRUE;
  life_geometry_cells (&row->geometry, &cells);
  seconds = rate > 0 ? cells / rate * BENCH_CHECKSUM_GENERATION : 0.0;
  if (seconds <= plan->options->limit)
    return TRUE;
  row->instructions = -1.0;
  row->kernel_text = g_strdup (life_engine_kernel_name (row->kernel));
  row->skipped = g_strdup_printf (
      "%d generations would take about %.0f s, longer than --limit=%g",
      BENCH_CHECKSUM_GENERATION, seconds, plan->options->limit);
  return FALSE;
}

/* Takes a row into the report, and shows it. */
static gboolean
report_row (Plan *plan, BenchWorld *row, GError **error)
{
  bench_report_add_world (plan->report, row);
  bench_print_world (plan->options, row);
  return bench_save_json (plan->options, plan->report, error);
}

/* Measures a world with one kernel and takes it into the report. */
static gboolean
measure (Plan *plan, BenchWorld *row, GError **error)
{
  LifeEngineKind engine = row->engine;
  guint dimensions = life_rule_get_dimensions (row->rule);

  row->rule_text = life_rule_to_string (row->rule);
  row->size = bench_size_text (&row->geometry);
  if (foresee (plan, row)) {
    gboolean done = bench_measure_world (plan->options, row, error);
    bench_progress (plan->options, "%s", "");
    if (!done) {
      life_rule_unref (row->rule);
      g_free (row->rule_text);
      g_free (row->size);
      g_free (row->kernel_text);
      return FALSE;
    }
  }
  if (row->kernel_text == NULL)
    row->kernel_text = g_strdup (life_engine_kernel_name (row->kernel));
  if (row->skipped == NULL)
    plan->rates[engine][row->kernel][dimensions - 2] = row->rate;
  return report_row (plan, row, error);
}

/* NULL without @error where the rule has other dimensions than a world that
 * the user did not choose. */
static LifeRule *
parse_rule (Plan *plan, guint dimensions, GError **error)
{
  GError *problem = NULL;
  LifeRule *rule = life_rule_parse (
      rule_of (plan->options, dimensions), dimensions, &problem);

  if (rule != NULL)
    return rule;
  if (plan->options->sizes->len > 0)
    g_propagate_error (error, problem);
  else if (plan->rule_error == NULL)
    plan->rule_error = problem;
  else
    g_error_free (problem);
  return NULL;
}

/* Measures a world with one kernel, on a GPU with and without dependent
 * launch. */
static gboolean
measure_kernel (Plan *plan, const BenchWorld *world, LifeKernel kernel,
    gboolean asked, GError **error)
{
  gint least = world->engine == LIFE_ENGINE_CUDA
                       && plan->options->mode == BENCH_MODE_LADDER
                   ? 0
                   : 1;

  for (gint pdl = 1; pdl >= least; pdl--) {
    BenchWorld row = *world;
    row.rule = life_rule_ref (world->rule);
    row.kernel = kernel;
    row.pdl = pdl;
    row.asked = asked;
    if (!measure (plan, &row, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
measure_size (Plan *plan, LifeEngineKind engine, const LifeGeometry *geometry,
    guint dimensions, guint64 generations, gboolean bits_only, GError **error)
{
  const BenchOptions *options = plan->options;
  gboolean chosen = options->kernel != LIFE_KERNEL_AUTO;
  BenchWorld world = { .geometry = *geometry,
    .engine = engine,
    .wanted = options->generations != 0 ? options->generations : generations };
  g_autoptr (LifeRule) rule = NULL;
  GError *problem = NULL;

  world.rule = rule = parse_rule (plan, dimensions, &problem);
  if (rule == NULL) {
    if (problem != NULL)
      g_propagate_error (error, problem);
    return problem == NULL;
  }
  if (options->mode == BENCH_MODE_TABLE || chosen)
    return measure_kernel (plan, &world, options->kernel,
        chosen || options->sizes->len > 0, error);
  for (guint i = 0; i < G_N_ELEMENTS (ladder_kernels); i++) {
    LifeKernel kernel = ladder_kernels[i];
    if (!runs_in_mode (options->mode, engine, kernel)
        || (bits_only && kernel != LIFE_KERNEL_BITSLICED)
        || (dimensions == 3 && kernel == LIFE_KERNEL_LUT))
      continue;
    if (!measure_kernel (plan, &world, kernel, FALSE, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
measure_own_sizes (Plan *plan, LifeEngineKind engine, GError **error)
{
  static const struct {
    const Size *sizes;
    guint n;
  } sizes[] = {
    [BENCH_MODE_TABLE] = { table_sizes, G_N_ELEMENTS (table_sizes) },
    [BENCH_MODE_LADDER] = { ladder_sizes, G_N_ELEMENTS (ladder_sizes) },
    [BENCH_MODE_SEED_TABLE] = { seed_sizes, G_N_ELEMENTS (seed_sizes) },
  };
  BenchMode mode = plan->options->mode;
  gboolean quick = plan->options->quick;
  const Size *own = quick ? quick_sizes : sizes[mode].sizes;
  guint n = quick ? G_N_ELEMENTS (quick_sizes) : sizes[mode].n;

  for (guint i = 0; i < n; i++) {
    const Size *size = &own[i];
    const LifeGeometry geometry = { size->side, size->side,
      size->dimensions == 3 ? size->side : 1, plan->options->topology };
    if ((size->engine != LIFE_ENGINE_AUTO && size->engine != engine)
        || (mode == BENCH_MODE_SEED_TABLE && size->dimensions == 2))
      continue;
    if (!measure_size (plan, engine, &geometry, size->dimensions,
            mode == BENCH_MODE_SEED_TABLE ? size->generations : 0,
            size->bits_only, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
measure_given_sizes (Plan *plan, LifeEngineKind engine, GError **error)
{
  const GArray *sizes = plan->options->sizes;
  gboolean seed_table = plan->options->mode == BENCH_MODE_SEED_TABLE;

  for (guint i = 0; i < sizes->len; i++) {
    LifeGeometry geometry = g_array_index (sizes, LifeGeometry, i);
    guint dimensions = geometry.depth > 1 ? 3 : 2;
    geometry.topology = plan->options->topology;
    if (seed_table && dimensions == 2) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--seed-table needs 3D worlds, and --size=%ux%u is 2D; give WxHxD",
          geometry.width, geometry.height);
      return FALSE;
    }
    if (!measure_size (plan, engine, &geometry, dimensions,
            seed_table ? geometry.width <= 256 ? 2048 : 1024 : 0, FALSE, error))
      return FALSE;
  }
  return TRUE;
}

/* Measures one family; its row is skipped where the rule's file is missing. */
static gboolean
measure_family (Plan *plan, LifeEngineKind engine, const LifeGeometry *geometry,
    guint i, GError **error)
{
  const BenchOptions *options = plan->options;
  BenchWorld row = { .geometry = *geometry,
    .engine = engine,
    .kernel = options->kernel,
    .pdl = 1,
    .family = families[i].family,
    .wanted = options->generations };
  g_autoptr (GError) problem = NULL;

  row.rule = life_rule_parse (families[i].rule, 2, &problem);
  if (row.rule != NULL)
    return measure (plan, &row, error);
  row.rule_text = g_strdup (families[i].rule);
  row.size = bench_size_text (geometry);
  row.kernel_text = g_strdup (life_engine_kernel_name (row.kernel));
  row.skipped =
      g_str_equal (families[i].rule, GOLLY_TABLE)
          ? g_strdup ("its file, which comes with Golly, was not read")
          : g_strdup (problem->message);
  return report_row (plan, &row, error);
}

static gboolean
measure_families (Plan *plan, LifeEngineKind engine, GError **error)
{
  const BenchOptions *options = plan->options;
  guint32 side = options->quick               ? 128
                 : engine == LIFE_ENGINE_CUDA ? 65536
                                              : 4096;
  const LifeGeometry own = { side, side, 1, options->topology };
  guint n = options->sizes->len;

  for (guint i = 0; i < MAX (n, 1); i++) {
    LifeGeometry geometry =
        n > 0 ? g_array_index (options->sizes, LifeGeometry, i) : own;
    geometry.topology = options->topology;
    if (geometry.depth > 1) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "--families needs 2D worlds, and --size=%ux%ux%u is 3D; give WxH",
          geometry.width, geometry.height, geometry.depth);
      return FALSE;
    }
    for (guint j = 0; j < G_N_ELEMENTS (families); j++)
      if (!measure_family (plan, engine, &geometry, j, error))
        return FALSE;
  }
  return TRUE;
}

/* Whether only the CPU's engine was chosen, which then gets a table of its
 * own. */
static gboolean
is_cpu_table (const BenchOptions *options)
{
  return options->mode == BENCH_MODE_TABLE && !options->quick
         && options->engines[LIFE_ENGINE_CPU]
         && !options->engines[LIFE_ENGINE_AUTO]
         && !options->engines[LIFE_ENGINE_CUDA] && options->sizes->len == 0
         && options->rule == NULL && options->kernel == LIFE_KERNEL_AUTO
         && options->threads == 0 && options->topology == LIFE_TOPOLOGY_TORUS;
}

static gboolean
measure_cpu_table (Plan *plan, GError **error)
{
  gboolean done = TRUE;

  for (guint i = 0; done && i < G_N_ELEMENTS (cpu_worlds); i++) {
    BenchWorld row = { .geometry = cpu_worlds[i].geometry,
      .engine = LIFE_ENGINE_CPU,
      .wanted = plan->options->generations,
      .given_threads = cpu_worlds[i].threads,
      .cpu_path = cpu_worlds[i].path };

    life_cpu_path_force (row.cpu_path);
    row.rule = life_rule_parse (
        cpu_worlds[i].rule, row.geometry.depth > 1 ? 3 : 2, error);
    done = row.rule != NULL && measure (plan, &row, error);
    life_cpu_path_force (NULL);
  }
  return done;
}

/* The engines to measure: the chosen ones, and for auto every engine that
 * works; the short table and others' figures only need the one that auto takes. */
gboolean
bench_choose_engines (
    const BenchOptions *options, gboolean engines[3], GError **error)
{
  LifeEngineOptions cuda;
  g_autoptr (LifeRule) rule = life_rule_parse ("B3/S23", 2, error);

  for (guint i = 0; i < 3; i++)
    engines[i] = options->engines[i];
  life_engine_options_init (&cuda);
  cuda.engine = LIFE_ENGINE_CUDA;
  if (rule == NULL
      || (engines[LIFE_ENGINE_CUDA]
          && !life_engine_check (rule, NULL, &cuda, error)))
    return FALSE;
  if (engines[LIFE_ENGINE_AUTO] && options->mode != BENCH_MODE_TABLE
      && options->mode != BENCH_MODE_AGAINST) {
    engines[LIFE_ENGINE_AUTO] = FALSE;
    engines[LIFE_ENGINE_CPU] = TRUE;
    engines[LIFE_ENGINE_CUDA] = life_engine_check (rule, NULL, &cuda, NULL);
  }
  return TRUE;
}

gboolean
bench_worlds (const BenchOptions *options, BenchReport *report, GError **error)
{
  Plan plan = { .options = options, .report = report };
  gboolean engines[3];
  gboolean done = bench_choose_engines (options, engines, error);

  if (done)
    bench_print_heading (options);
  /* Rows of a GPU come before those of a CPU. */
  for (gint engine = LIFE_ENGINE_CUDA; done && engine >= 0; engine--)
    if (engines[engine])
      done = is_cpu_table (options) ? measure_cpu_table (&plan, error)
             : options->mode == BENCH_MODE_FAMILIES
                 ? measure_families (&plan, engine, error)
             : options->sizes->len > 0
                 ? measure_given_sizes (&plan, engine, error)
                 : measure_own_sizes (&plan, engine, error);
  if (done && report->worlds->len == 0 && plan.rule_error != NULL) {
    g_propagate_error (error, g_steal_pointer (&plan.rule_error));
    done = FALSE;
  }
  g_clear_error (&plan.rule_error);
  return done;
}
