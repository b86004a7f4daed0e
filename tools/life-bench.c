/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-bench: how fast this machine advances worlds, beside other programs that
 * are installed. It uses what the library exports and knows no engine. */
#include <life/life.h>

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* So long a measured run is meant to take, in seconds. */
#define RUN_SECONDS 0.5
/* The checksum is of this generation of the soup. */
#define CHECKSUM_GENERATION 64
#define DENSITY 0.35
/* Other programs take minutes for worlds larger than this. */
#define PEER_CELLS (G_GUINT64_CONSTANT (1) << 26)
/* Cells that they advance in a measured run, and generations before it. */
#define GOLLY_WORK (G_GUINT64_CONSTANT (1) << 32)
#define FFMPEG_WORK (G_GUINT64_CONSTANT (1) << 28)
#define PEER_WARM_UP 10

typedef struct {
  LifeGeometry geometry;
  LifeRule rule;
  LifeEngineOptions options;
  guint64 generations; /* of a run; 0: as many as take RUN_SECONDS */
  guint runs;
  guint64 seed;
} Setting;

/* Seconds a generation; below 0 where it was not measured, and then why. */
typedef struct {
  gdouble seconds;
  gchar *why;
} Peer;

typedef struct {
  gchar *size;
  gchar *rule;
  gchar *engine;
  gchar *kernel;
  guint threads;
  guint64 generations;
  gdouble seconds; /* a generation, the median of the runs */
  gdouble rate;    /* cells a second */
  guint64 checksum;
  guint64 population;
  Peer golly;
  Peer ffmpeg;
} Result;

static void
clear_result (gpointer data)
{
  Result *result = data;

  g_free (result->size);
  g_free (result->rule);
  g_free (result->engine);
  g_free (result->kernel);
  g_free (result->golly.why);
  g_free (result->ffmpeg.why);
}

/* A line that the next one overwrites, where somebody watches. */
static void G_GNUC_PRINTF (1, 2) show_progress (const gchar *format, ...)
{
  va_list arguments;

  if (!isatty (STDERR_FILENO))
    return;
  va_start (arguments, format);
  fputs ("\r\033[K", stderr);
  vfprintf (stderr, format, arguments);
  fflush (stderr);
  va_end (arguments);
}

static gchar *
size_text (const LifeGeometry *geometry)
{
  return geometry->depth > 1
             ? g_strdup_printf (
                 "%ux%ux%u", geometry->width, geometry->height, geometry->depth)
             : g_strdup_printf ("%ux%u", geometry->width, geometry->height);
}

/* Reading a cell waits for an engine that steps behind its caller's back. */
static gboolean
time_step (
    LifeWorld *world, guint64 generations, gdouble *seconds, GError **error)
{
  const LifeBox corner = { 0, 0, 0, 1, 1, 1 };
  gint64 start = g_get_monotonic_time ();
  guint8 cell;
  gboolean done = life_world_step (world, generations, NULL, error)
                  && life_world_read (world, &corner, &cell, error);

  *seconds = MAX (g_get_monotonic_time () - start, 1) / 1e6;
  return done;
}

/* Warms up, and finds how many generations a run takes. */
static gboolean
choose_generations (LifeWorld *world, guint64 *generations, GError **error)
{
  gdouble seconds = 0.0;
  guint64 tried = 1;

  if (*generations > 0)
    return time_step (world, *generations, &seconds, error);
  for (;; tried *= 2) {
    if (!time_step (world, tried, &seconds, error))
      return FALSE;
    if (seconds >= RUN_SECONDS / 4)
      break;
  }
  *generations = (guint64) MAX (RUN_SECONDS / seconds * (gdouble) tried, 1.0);
  return TRUE;
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

static gboolean
measure_world (
    LifeWorld *world, const Setting *setting, Result *result, GError **error)
{
  g_autofree gdouble *times = g_new0 (gdouble, setting->runs);
  LifeStatistics statistics;
  guint64 cells;

  result->generations = setting->generations;
  if (!life_world_soup (world, setting->seed, DENSITY, error)
      || !life_world_step (world, CHECKSUM_GENERATION, NULL, error)
      || !life_world_checksum (world, &result->checksum, error)
      || !life_world_get_statistics (world, &statistics, error)
      || !choose_generations (world, &result->generations, error))
    return FALSE;
  for (guint run = 0; run < setting->runs; run++) {
    show_progress ("%s: run %u of %u, %" G_GUINT64_FORMAT " generations",
        result->size, run + 1, setting->runs, result->generations);
    if (!time_step (world, result->generations, &times[run], error))
      return FALSE;
  }
  show_progress ("%s", "");

  qsort (times, setting->runs, sizeof (gdouble), compare_times);
  life_geometry_cells (&setting->geometry, &cells);
  result->population = statistics.population;
  result->seconds = (times[(setting->runs - 1) / 2] + times[setting->runs / 2])
                    / 2.0 / (gdouble) result->generations;
  result->rate = (gdouble) cells / result->seconds;
  return TRUE;
}

/* Runs a program; @output, unless NULL, is what it printed. */
static gboolean
run_program (const gchar *const *command, gchar **output, gdouble *seconds,
    GError **error)
{
  GSpawnFlags flags = G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL
                      | (output == NULL ? G_SPAWN_STDOUT_TO_DEV_NULL : 0);
  gint64 start = g_get_monotonic_time ();
  gint status = 0;

  if (!g_spawn_sync (NULL, (gchar **) command, NULL, flags, NULL, NULL, output,
          NULL, &status, error))
    return FALSE;
  *seconds = (g_get_monotonic_time () - start) / 1e6;
#if GLIB_CHECK_VERSION(2, 70, 0)
  return g_spawn_check_wait_status (status, error);
#else
  return g_spawn_check_exit_status (status, error);
#endif
}

static void
set_peer (Peer *peer, gdouble seconds, const gchar *why)
{
  peer->seconds = seconds;
  peer->why = g_strdup (why);
}

/* Seconds a generation: a long run less a short one, so that starting and
 * loading are not counted. @command[@place] says how many generations. */
static void
measure_peer (
    Peer *peer, const gchar **command, gsize place, guint64 generations)
{
  g_autofree gchar *few = g_strdup_printf ("%d", PEER_WARM_UP);
  g_autofree gchar *many =
      g_strdup_printf ("%" G_GUINT64_FORMAT, generations + PEER_WARM_UP);
  g_autoptr (GError) error = NULL;
  gdouble short_time = 0.0, long_time = 0.0;
  gboolean done;

  command[place] = few;
  done = run_program (command, NULL, &short_time, &error);
  command[place] = many;
  done = done && run_program (command, NULL, &long_time, &error);
  if (done && long_time > short_time)
    set_peer (peer, (long_time - short_time) / (gdouble) generations, NULL);
  else
    set_peer (peer, -1.0, done ? "too short to measure" : error->message);
}

static guint64
peer_generations (const LifeGeometry *geometry, guint64 work)
{
  guint64 cells = (guint64) geometry->width * geometry->height;

  return CLAMP (work / cells, 10, 5000);
}

/* Whether the soup has the same population there after some generations. It
 * prints a line a generation, with commas between thousands. */
static gboolean
golly_agrees (const gchar *path, guint64 population)
{
  g_autofree gchar *generation = g_strdup_printf ("%d", CHECKSUM_GENERATION);
  g_autofree gchar *line = g_strdup_printf (
      "\n%d: %" G_GUINT64_FORMAT "\n", CHECKSUM_GENERATION, population);
  const gchar *command[] = { "bgolly", "-a", "QuickLife", "-m", generation,
    "-i", "1", path, NULL };
  g_autofree gchar *output = NULL;
  g_autofree gchar *plain = NULL;
  g_auto (GStrv) groups = NULL;
  gdouble seconds;

  if (!run_program (command, &output, &seconds, NULL))
    return FALSE;
  groups = g_strsplit (output, ",", -1);
  plain = g_strjoinv ("", groups);
  return strstr (plain, line) != NULL;
}

static gboolean
save_soup (const Setting *setting, const gchar *path, GError **error)
{
  g_autoptr (LifeWorld) world = life_world_new (
      &setting->geometry, &setting->rule, &setting->options, error);
  g_autoptr (LifePattern) pattern = NULL;

  if (world == NULL || !life_world_soup (world, setting->seed, DENSITY, error))
    return FALSE;
  pattern = life_world_to_pattern (world, error);
  return pattern != NULL && life_pattern_save (pattern, path, error);
}

/* Golly goes one generation at a time on a bounded grid, whatever it is told. */
static void
measure_golly (const Setting *setting, Result *result)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *folder = g_dir_make_tmp ("life-bench-XXXXXX", &error);
  g_autofree gchar *path = NULL;

  if (folder == NULL) {
    set_peer (&result->golly, -1.0, error->message);
    return;
  }
  path = g_build_filename (folder, "soup.rle", NULL);
  if (!save_soup (setting, path, &error)) {
    set_peer (&result->golly, -1.0, error->message);
  } else if (!golly_agrees (path, result->population)) {
    set_peer (&result->golly, -1.0, "its population differs");
  } else {
    const gchar *command[] = { "bgolly", "-a", "QuickLife", "-i", "1", "-q",
      "-q", "-m", NULL, path, NULL };
    measure_peer (&result->golly, command, 8,
        peer_generations (&setting->geometry, GOLLY_WORK));
  }
  g_unlink (path);
  g_rmdir (folder);
}

/* It fills a soup of its own, of the same density. */
static void
measure_ffmpeg (const Setting *setting, Result *result)
{
  const LifeGeometry *geometry = &setting->geometry;
  LifeRule rule = setting->rule;
  g_autofree gchar *text = NULL;
  g_autofree gchar *source = NULL;

  rule.bounded = FALSE;
  text = life_rule_to_string (&rule);
  source = g_strdup_printf ("life=s=%ux%u:rule=%s:ratio=0.35:seed=1:stitch=%d",
      geometry->width, geometry->height, text,
      geometry->topology == LIFE_TOPOLOGY_TORUS);
  {
    const gchar *command[] = { "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
      source, "-frames:v", NULL, "-f", "null", "-", NULL };
    measure_peer (
        &result->ffmpeg, command, 8, peer_generations (geometry, FFMPEG_WORK));
  }
}

static void
measure_peers (const Setting *setting, Result *result)
{
  static const struct {
    const gchar *program;
    gsize peer;
    void (*measure) (const Setting *setting, Result *result);
  } peers[] = {
    { "bgolly", G_STRUCT_OFFSET (Result, golly), measure_golly },
    { "ffmpeg", G_STRUCT_OFFSET (Result, ffmpeg), measure_ffmpeg },
  };
  guint64 cells;
  const gchar *why = NULL;

  if (setting->rule.dimensions != 2 || setting->rule.birth & 1)
    why = "runs no such rule";
  else if (!life_geometry_cells (&setting->geometry, &cells)
           || cells > PEER_CELLS)
    why = "takes too long at this size";
  for (gsize i = 0; i < G_N_ELEMENTS (peers); i++) {
    Peer *peer = G_STRUCT_MEMBER_P (result, peers[i].peer);
    g_autofree gchar *path = g_find_program_in_path (peers[i].program);
    show_progress ("%s: %s", result->size, peers[i].program);
    if (path == NULL || why != NULL)
      set_peer (peer, -1.0, path == NULL ? "not installed" : why);
    else
      peers[i].measure (setting, result);
    show_progress ("%s", "");
  }
}

static gboolean
measure (const Setting *setting, Result *result, GError **error)
{
  g_autoptr (LifeWorld) world = life_world_new (
      &setting->geometry, &setting->rule, &setting->options, error);

  if (world == NULL)
    return FALSE;
  result->size = size_text (&setting->geometry);
  result->rule = life_rule_to_string (&setting->rule);
  result->engine = g_strdup (life_world_get_engine_name (world));
  result->kernel = g_strdup (life_world_get_kernel_name (world));
  result->threads = setting->options.threads != 0 ? setting->options.threads
                                                  : g_get_num_processors ();
  return measure_world (world, setting, result, error);
}

static void
print_peer (const gchar *name, const Peer *peer, const Result *result)
{
  if (peer->why != NULL)
    printf ("  %-18s %s\n", name, peer->why);
  else
    printf ("  %-18s %.4g ms a generation: this is %.1f times as fast\n", name,
        peer->seconds * 1e3, peer->seconds / result->seconds);
}

static void
print_result (const Result *result, gboolean peers)
{
  printf ("%-14s %-12s %-20s %7u %10.2f %12.4f  %016" G_GINT64_MODIFIER "x\n",
      result->size, result->rule, result->kernel, result->threads,
      result->rate / 1e9, result->seconds * 1e6, result->checksum);
  if (peers) {
    print_peer ("Golly, QuickLife:", &result->golly, result);
    print_peer ("ffmpeg, life:", &result->ffmpeg, result);
  }
  fflush (stdout);
}

static void
add_peer_json (GString *json, const gchar *name, const Peer *peer)
{
  g_autofree gchar *why =
      peer->why != NULL ? g_strescape (peer->why, NULL) : NULL;
  gchar number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (number, sizeof (number), peer->seconds);
  if (why != NULL)
    g_string_append_printf (json, ", \"%s\": \"%s\"", name, why);
  else
    g_string_append_printf (json, ", \"%s\": %s", name, number);
}

static gboolean
save_json (GArray *results, gboolean peers, const gchar *path, GError **error)
{
  g_autoptr (GString) json = g_string_new ("[\n");

  for (guint i = 0; i < results->len; i++) {
    const Result *result = &g_array_index (results, Result, i);
    gchar seconds[G_ASCII_DTOSTR_BUF_SIZE], rate[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_dtostr (seconds, sizeof (seconds), result->seconds);
    g_ascii_dtostr (rate, sizeof (rate), result->rate);
    g_string_append_printf (json,
        "  {\"size\": \"%s\", \"rule\": \"%s\", \"engine\": \"%s\", "
        "\"kernel\": \"%s\", \"threads\": %u, "
        "\"generations\": %" G_GUINT64_FORMAT ", "
        "\"seconds_per_generation\": %s, \"cells_per_second\": %s, "
        "\"checksum_generation\": %d, "
        "\"checksum\": \"%016" G_GINT64_MODIFIER "x\", "
        "\"population\": %" G_GUINT64_FORMAT,
        result->size, result->rule, result->engine, result->kernel,
        result->threads, result->generations, seconds, rate,
        CHECKSUM_GENERATION, result->checksum, result->population);
    if (peers) {
      add_peer_json (json, "golly_seconds_per_generation", &result->golly);
      add_peer_json (json, "ffmpeg_seconds_per_generation", &result->ffmpeg);
    }
    g_string_append (json, i + 1 < results->len ? "},\n" : "}\n");
  }
  g_string_append (json, "]\n");
  return g_file_set_contents (path, json->str, (gssize) json->len, error);
}

static gboolean
bad_option (GError **error, const gchar *option, const gchar *value)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--%s=%s is not understood; see --help", option, value);
  return FALSE;
}

static gboolean
parse_size (const gchar *text, LifeGeometry *geometry, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", 4);
  guint32 *sides[] = { &geometry->width, &geometry->height, &geometry->depth };
  guint n = g_strv_length (parts);

  if (n < 2 || n > 3)
    return bad_option (error, "size", text);
  geometry->depth = 1;
  for (guint i = 0; i < n; i++) {
    guint64 side;
    if (!g_ascii_string_to_unsigned (parts[i], 10, 1, G_MAXUINT32, &side, NULL))
      return bad_option (error, "size", text);
    *sides[i] = (guint32) side;
  }
  return TRUE;
}

static gboolean
parse_topology (const gchar *text, LifeGeometry *geometry, GError **error)
{
  if (g_str_equal (text, "torus"))
    geometry->topology = LIFE_TOPOLOGY_TORUS;
  else if (g_str_equal (text, "plane"))
    geometry->topology = LIFE_TOPOLOGY_PLANE;
  else
    return bad_option (error, "topology", text);
  return TRUE;
}

static gboolean
parse_engine (const gchar *text, LifeEngineOptions *options, GError **error)
{
  if (g_str_equal (text, "auto"))
    options->engine = LIFE_ENGINE_AUTO;
  else if (g_str_equal (text, "cpu"))
    options->engine = LIFE_ENGINE_CPU;
  else if (g_str_equal (text, "cuda"))
    options->engine = LIFE_ENGINE_CUDA;
  else
    return bad_option (error, "engine", text);
  return TRUE;
}

static gboolean
parse_kernel (const gchar *text, LifeEngineOptions *options, GError **error)
{
  for (guint kernel = LIFE_KERNEL_AUTO; kernel <= LIFE_KERNEL_LUT; kernel++)
    if (g_str_equal (text, life_engine_kernel_name (kernel))) {
      options->kernel = kernel;
      return TRUE;
    }
  return bad_option (error, "kernel", text);
}

/* What the command line says, as text where it needs a closer look. */
typedef struct {
  gchar *size, *rule, *topology, *engine, *kernel, *json;
  gint threads, runs;
  gint64 generations, seed;
  gboolean peers;
} Arguments;

static void
clear_arguments (Arguments *arguments)
{
  g_free (arguments->size);
  g_free (arguments->rule);
  g_free (arguments->topology);
  g_free (arguments->engine);
  g_free (arguments->kernel);
  g_free (arguments->json);
}

static gboolean
parse_arguments (
    Arguments *arguments, gint *argc, gchar ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "size", 0, 0, G_OPTION_ARG_STRING, &arguments->size,
        "One world instead of several", "WxH[xD]" },
    { "rule", 0, 0, G_OPTION_ARG_STRING, &arguments->rule,
        "The rule (B3/S23, in 3D B6/S567)", "RULE" },
    { "topology", 0, 0, G_OPTION_ARG_STRING, &arguments->topology,
        "torus or plane", "NAME" },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &arguments->engine,
        "auto, cpu or cuda", "NAME" },
    { "kernel", 0, 0, G_OPTION_ARG_STRING, &arguments->kernel,
        "auto, naive, bitsliced, …", "NAME" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &arguments->threads,
        "CPU threads (one a core)", "N" },
    { "generations", 0, 0, G_OPTION_ARG_INT64, &arguments->generations,
        "Generations a run (as many as take half a second)", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &arguments->runs,
        "Runs, of which the median counts (5)", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &arguments->seed, "The soup's seed (1)",
        "N" },
    { "peers", 0, 0, G_OPTION_ARG_NONE, &arguments->peers,
        "Measure Golly and ffmpeg beside, where installed", NULL },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &arguments->json,
        "Write the results to a file too", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context =
      g_option_context_new ("- how fast this machine advances worlds");

  g_option_context_add_main_entries (context, entries, NULL);
  return g_option_context_parse (context, argc, argv, error);
}

/* Turns the arguments into what every world measured has in common. */
static gboolean
prepare (const Arguments *arguments, Setting *setting, GError **error)
{
  const LifeEngineOptions options = LIFE_ENGINE_OPTIONS_INIT;
  const LifeGeometry geometry = { 1024, 1024, 1, LIFE_TOPOLOGY_TORUS };
  guint dimensions;

  setting->geometry = geometry;
  setting->options = options;
  setting->runs = (guint) CLAMP (arguments->runs, 1, 1000);
  setting->generations = (guint64) MAX (arguments->generations, 0);
  setting->seed = (guint64) arguments->seed;
  setting->options.threads = (guint) MAX (arguments->threads, 0);
  if (arguments->size != NULL
      && !parse_size (arguments->size, &setting->geometry, error))
    return FALSE;
  if (arguments->topology != NULL
      && !parse_topology (arguments->topology, &setting->geometry, error))
    return FALSE;
  if (arguments->engine != NULL
      && !parse_engine (arguments->engine, &setting->options, error))
    return FALSE;
  if (arguments->kernel != NULL
      && !parse_kernel (arguments->kernel, &setting->options, error))
    return FALSE;
  dimensions = setting->geometry.depth > 1 ? 3 : 2;
  return life_rule_parse (arguments->rule != NULL ? arguments->rule
                          : dimensions == 3       ? "B6/S567"
                                                  : "B3/S23",
      dimensions, &setting->rule, error);
}

/* Measures one world and prints it. One that the memory does not hold is told,
 * and is an error only where it was asked for. */
static gboolean
bench (const Setting *setting, const Arguments *arguments, GArray *results,
    GError **error)
{
  Result result = { 0 };
  GError *problem = NULL;

  if (!measure (setting, &result, &problem)) {
    clear_result (&result);
    if (arguments->size == NULL
        && g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
      g_autofree gchar *size = size_text (&setting->geometry);
      printf ("%-14s %s\n", size, problem->message);
      g_error_free (problem);
      return TRUE;
    }
    g_propagate_error (error, problem);
    return FALSE;
  }
  if (arguments->peers)
    measure_peers (setting, &result);
  print_result (&result, arguments->peers);
  g_array_append_val (results, result);
  return TRUE;
}

static gboolean
bench_all (const Arguments *arguments, GError **error)
{
  static const guint32 sides[] = { 1024, 4096, 16384 };
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (Result));
  Setting setting;

  g_array_set_clear_func (results, clear_result);
  if (!prepare (arguments, &setting, error))
    return FALSE;
  printf ("%-14s %-12s %-20s %7s %10s %12s  checksum at %d\n", "size", "rule",
      "kernel", "threads", "Gcell/s", "us/generation", CHECKSUM_GENERATION);
  if (arguments->size != NULL) {
    if (!bench (&setting, arguments, results, error))
      return FALSE;
  } else {
    for (guint i = 0; i < G_N_ELEMENTS (sides); i++) {
      setting.geometry.width = setting.geometry.height = sides[i];
      if (!bench (&setting, arguments, results, error))
        return FALSE;
    }
  }
  return arguments->json == NULL
         || save_json (results, arguments->peers, arguments->json, error);
}

int
main (int argc, char **argv)
{
  Arguments arguments = { .runs = 5, .seed = 1 };
  g_autoptr (GError) error = NULL;
  gboolean done = parse_arguments (&arguments, &argc, &argv, &error)
                  && bench_all (&arguments, &error);

  if (!done)
    g_printerr ("life-bench: %s\n", error->message);
  clear_arguments (&arguments);
  return done ? 0 : 1;
}
