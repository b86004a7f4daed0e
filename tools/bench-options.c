/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The command line of life-bench. */
#include "bench.h"

#include <stdio.h>

/* A number that no user would give. */
#define NOT_GIVEN (-2147483)

static gboolean
bad_option (GError **error, const gchar *option, const gchar *value,
    const gchar *remedy)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--%s=%s is not understood; %s", option, value, remedy);
  return FALSE;
}

static gboolean
parse_sizes (const gchar *text, BenchOptions *options, GError **error)
{
  g_auto (GStrv) sizes = g_strsplit (text, ",", -1);

  for (guint i = 0; sizes[i] != NULL; i++) {
    LifeGeometry geometry = { 1, 1, 1, options->topology };
    if (!bench_parse_size (sizes[i], &geometry))
      return bad_option (error, "size", text,
          "give WxH or WxHxD, several with commas between: 1024x1024 or "
          "64x64,32x32x32");
    g_array_append_val (options->sizes, geometry);
  }
  return options->sizes->len > 0
         || bad_option (error, "size", text, "give WxH or WxHxD");
}

static gboolean
parse_topology (const gchar *text, BenchOptions *options, GError **error)
{
  return bench_parse_topology (text, &options->topology)
         || bad_option (error, "topology", text, "give torus or plane");
}

static gboolean
parse_engine (const gchar *text, BenchOptions *options, GError **error)
{
  options->engines[LIFE_ENGINE_AUTO] = g_str_equal (text, "auto");
  options->engines[LIFE_ENGINE_CPU] =
      g_str_equal (text, "cpu") || g_str_equal (text, "both");
  options->engines[LIFE_ENGINE_CUDA] =
      g_str_equal (text, "cuda") || g_str_equal (text, "both");
  return options->engines[LIFE_ENGINE_AUTO] || options->engines[LIFE_ENGINE_CPU]
         || options->engines[LIFE_ENGINE_CUDA]
         || bad_option (error, "engine", text, "give auto, cpu, cuda or both");
}

static gboolean
parse_kernel (const gchar *text, BenchOptions *options, GError **error)
{
  for (guint kernel = LIFE_KERNEL_AUTO; kernel <= LIFE_KERNEL_LUT; kernel++)
    if (g_str_equal (text, life_engine_kernel_name (kernel))) {
      options->kernel = kernel;
      return TRUE;
    }
  return bad_option (error, "kernel", text,
      "give auto, naive, tiled, async, packed, lut or bitsliced");
}

static gboolean
parse_cluster (const gchar *text, BenchOptions *options, GError **error)
{
  options->cluster =
      g_str_equal (text, "mpi") ? LIFE_CLUSTER_MPI : LIFE_CLUSTER_NONE;
  return options->cluster == LIFE_CLUSTER_MPI || g_str_equal (text, "none")
         || bad_option (error, "cluster", text, "give none or mpi");
}

static gboolean
check_range (const gchar *option, gdouble value, gdouble least, gdouble most,
    GError **error)
{
  if (value >= least && value <= most)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--%s=%g is out of range; give %g to %g", option, value, least, most);
  return FALSE;
}

/* The command line's text, for options that are parsed later. */
typedef struct {
  gchar *size, *topology, *engine, *kernel, *cluster;
  gint threads, parts, runs;
  gint64 generations, seed;
  gboolean ladder, seed_table, frames, families, views, against, scale;
  gchar *figures_file;
} Arguments;

static void
clear_arguments (Arguments *arguments)
{
  g_free (arguments->size);
  g_free (arguments->topology);
  g_free (arguments->engine);
  g_free (arguments->kernel);
  g_free (arguments->cluster);
  g_free (arguments->figures_file);
}

/* --against, with or without a file. */
static gboolean
take_against (
    const gchar *name, const gchar *value, gpointer data, GError **error)
{
  Arguments *arguments = data;

  arguments->against = TRUE;
  g_free (arguments->figures_file);
  arguments->figures_file = g_strdup (value);
  return TRUE;
}

/* Replaces the ellipsis in GLib's help, which not every locale has. */
static void
print_ascii (const gchar *text)
{
  static const gchar ellipsis[] = "\u2026";
  g_auto (GStrv) parts = g_strsplit (text, ellipsis, -1);
  g_autofree gchar *plain = g_strjoinv ("...", parts);

  fputs (plain, stdout);
}

static gboolean
parse_arguments (Arguments *arguments, BenchOptions *options, gint *argc,
    gchar ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "ladder", 0, 0, G_OPTION_ARG_NONE, &arguments->ladder,
        "Every kernel in 2D and 3D, on a GPU with and without programmatic "
        "dependent launch",
        NULL },
    { "seed-table", 0, 0, G_OPTION_ARG_NONE, &arguments->seed_table,
        "256^3 x 2048, 512^3 x 1024 and 1024^3 x 1024 generations, compared "
        "with figures of another program",
        NULL },
    { "frames", 0, 0, G_OPTION_ARG_NONE, &arguments->frames,
        "Frames per second by format and memory, and latency, of lifesrc in a "
        "pipeline",
        NULL },
    { "families", 0, 0, G_OPTION_ARG_NONE, &arguments->families,
        "A rule of each family: 4096^2 cells on a CPU, 65536^2 on a GPU",
        NULL },
    { "views", 0, 0, G_OPTION_ARG_NONE, &arguments->views,
        "Frames per second of whole 3D worlds in perspective, a generation per "
        "frame",
        NULL },
    { "against", 0, G_OPTION_FLAG_OPTIONAL_ARG | G_OPTION_FLAG_FILENAME,
        G_OPTION_ARG_CALLBACK, take_against,
        "The worlds of others' figures in a file (default: those of "
        "docs/performance.md), beside them; Golly and ffmpeg, where installed, "
        "run between the own runs",
        "FILE" },
    { "scale", 0, 0, G_OPTION_ARG_NONE, &arguments->scale,
        "A world in 1, 2, 4, ... parts (strong scaling), and one that grows "
        "with them (weak scaling)",
        NULL },
    { "cluster", 0, 0, G_OPTION_ARG_STRING, &arguments->cluster,
        "With --scale: none (default), for parts that threads of this process "
        "or, with --engine=cuda, its GPUs hold, or mpi, for those of "
        "life-worker, which mpirun starts",
        "NAME" },
    { "parts", 0, 0, G_OPTION_ARG_INT, &arguments->parts,
        "With --scale: the most parts (default: as many as there are cores for "
        "their threads, GPUs, or processes of mpirun)",
        "N" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &arguments->size,
        "These worlds instead (with --frames: frames), commas between",
        "WxH[xD],..." },
    { "rule", 0, 0, G_OPTION_ARG_STRING, &options->rule,
        "The rule (B3/S23, in 3D B6/S567)", "RULE" },
    { "topology", 0, 0, G_OPTION_ARG_STRING, &arguments->topology,
        "torus (default) or plane", "NAME" },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &arguments->engine,
        "auto (default), cpu, cuda or both", "NAME" },
    { "kernel", 0, 0, G_OPTION_ARG_STRING, &arguments->kernel,
        "auto (default), naive, tiled, async, packed, lut or bitsliced",
        "NAME" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &arguments->threads,
        "CPU threads (default: one per core; with --scale per part, where one "
        "is the default of this process)",
        "N" },
    { "generations", 0, 0, G_OPTION_ARG_INT64, &arguments->generations,
        "Generations per run (default: as many as take --seconds); with "
        "--frames: per frame",
        "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &arguments->runs,
        "Runs, of which the median counts (default: 5)", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &options->seconds,
        "Target for the time of a run (default: 0.5)", "S" },
    { "limit", 0, 0, G_OPTION_ARG_DOUBLE, &options->limit,
        "Skip, or scale, rows that would take longer (default: 60)", "S" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &arguments->seed,
        "The soup's seed (default: 1)", "N" },
    { "peers", 0, 0, G_OPTION_ARG_NONE, &options->peers,
        "Measure Golly and ffmpeg too, where installed", NULL },
    { "quick", 0, 0, G_OPTION_ARG_NONE, &options->quick,
        "Short runs and small worlds: to try it out, not to measure", NULL },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &options->progress,
        "Print what is being measured, even without a terminal", NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options->json,
        "Write the results to a file too", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context =
      g_option_context_new ("- how fast this machine advances worlds");
  GOptionGroup *group;
  GPrintFunc print;
  gboolean parsed;

  g_option_context_set_summary (context,
      "Without a mode: a short table of this machine. Times are medians of "
      "several runs\nafter a warm-up, by the GPU's own clock on a GPU. Every "
      "row ends in a checksum of\nthe whole world (with --against it is in "
      "--json only); where two rows of one world\ndiffer, the exit status is "
      "1.");
  g_option_context_set_description (context,
      "Shares are of limits that were just measured on this machine: logic "
      "operations\nper second, and bytes per second of a copy, with one "
      "generation per pass. A share\nof memory above 100 % means that a pass "
      "takes several, or that a cache holds the\nworld.");
  group = g_option_group_new ("", NULL, NULL, arguments, NULL);
  g_option_group_add_entries (group, entries);
  g_option_context_set_main_group (context, group);
  print = g_set_print_handler (print_ascii);
  parsed = g_option_context_parse (context, argc, argv, error);
  g_set_print_handler (print);
  return parsed;
}

static gboolean
choose_mode (const Arguments *arguments, BenchOptions *options, GError **error)
{
  if (arguments->ladder + arguments->seed_table + arguments->frames
          + arguments->families + arguments->views + arguments->against
          + arguments->scale
      > 1) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--ladder, --seed-table, --frames, --families, --views, --against and "
        "--scale exclude each other; run life-bench once for each");
    return FALSE;
  }
  options->mode = arguments->ladder       ? BENCH_MODE_LADDER
                  : arguments->seed_table ? BENCH_MODE_SEED_TABLE
                  : arguments->frames     ? BENCH_MODE_FRAMES
                  : arguments->families   ? BENCH_MODE_FAMILIES
                  : arguments->views      ? BENCH_MODE_VIEWS
                  : arguments->against    ? BENCH_MODE_AGAINST
                  : arguments->scale      ? BENCH_MODE_SCALE
                                          : BENCH_MODE_TABLE;
  if (options->peers && options->mode != BENCH_MODE_TABLE
      && options->mode != BENCH_MODE_AGAINST
      && options->mode != BENCH_MODE_FAMILIES) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--peers goes only with the short table and --families; set their "
        "worlds by --size");
    return FALSE;
  }
  if (options->mode == BENCH_MODE_AGAINST
      && (options->rule != NULL || options->sizes->len > 0
          || options->generations > 0 || arguments->topology != NULL)) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--against takes neither --size nor --rule nor --topology nor "
        "--generations; they are columns of its file");
    return FALSE;
  }
  if (!arguments->scale
      && (arguments->cluster != NULL || arguments->parts != 0)) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--cluster and --parts go only with --scale");
    return FALSE;
  }
  if (options->mode == BENCH_MODE_FAMILIES && options->rule != NULL) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--families has rules of its own; use --rule without it");
    return FALSE;
  }
  if (options->mode == BENCH_MODE_FRAMES
      && (options->kernel != LIFE_KERNEL_AUTO || options->rule != NULL)) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--frames takes neither --kernel nor --rule");
    return FALSE;
  }
  if (options->mode == BENCH_MODE_VIEWS
      && (options->kernel != LIFE_KERNEL_AUTO || options->rule != NULL
          || options->sizes->len > 0)) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--views takes neither --kernel nor --rule nor --size");
    return FALSE;
  }
  return TRUE;
}

static gboolean
check_rest (gint argc, gchar **argv, GError **error)
{
  if (argc < 2)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION,
      "%s is not understood; see --help", argv[1]);
  return FALSE;
}

static gboolean
interpret (const Arguments *arguments, BenchOptions *options, GError **error)
{
  if (!check_range ("threads", arguments->threads, 0, 4096, error)
      || !check_range ("parts", arguments->parts, 0, 4096, error)
      || !check_range ("runs", arguments->runs, 1, 1000, error)
      || !check_range ("generations", arguments->generations, 0, 1e12, error)
      || !check_range ("seconds", options->seconds, 1e-3, 60, error)
      || !check_range ("limit", options->limit, 1e-3, 1e6, error)
      || (arguments->topology != NULL
          && !parse_topology (arguments->topology, options, error))
      || (arguments->engine != NULL
          && !parse_engine (arguments->engine, options, error))
      || (arguments->kernel != NULL
          && !parse_kernel (arguments->kernel, options, error))
      || (arguments->cluster != NULL
          && !parse_cluster (arguments->cluster, options, error))
      || (arguments->size != NULL
          && !parse_sizes (arguments->size, options, error)))
    return FALSE;
  options->threads = (guint) arguments->threads;
  options->parts = (guint) arguments->parts;
  options->runs = (guint) arguments->runs;
  options->generations = (guint64) arguments->generations;
  options->seed = (guint64) arguments->seed;
  options->figures_file = g_strdup (arguments->figures_file);
  options->peers |= arguments->against;
  return choose_mode (arguments, options, error);
}

gboolean
bench_options_parse (
    BenchOptions *options, gint *argc, gchar ***argv, GError **error)
{
  Arguments arguments = { .runs = NOT_GIVEN, .seed = 1 };
  gboolean done;

  *options = (BenchOptions){ .engines = { [LIFE_ENGINE_AUTO] = TRUE },
    .sizes = g_array_new (FALSE, FALSE, sizeof (LifeGeometry)),
    .seconds = NOT_GIVEN,
    .limit = 60 };
  done = parse_arguments (&arguments, options, argc, argv, error)
         && check_rest (*argc, *argv, error);
  if (arguments.runs == NOT_GIVEN)
    arguments.runs = options->quick ? 3 : 5;
  if (options->seconds == NOT_GIVEN)
    options->seconds = options->quick ? 0.01 : 0.5;
  done = done && interpret (&arguments, options, error);
  clear_arguments (&arguments);
  return done;
}

void
bench_options_clear (BenchOptions *options)
{
  g_clear_pointer (&options->sizes, g_array_unref);
  g_clear_pointer (&options->rule, g_free);
  g_clear_pointer (&options->json, g_free);
  g_clear_pointer (&options->figures_file, g_free);
  g_clear_pointer (&options->figures, g_array_unref);
}
