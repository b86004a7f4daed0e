/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Other programs that advance the same world, where they are installed: Golly and
 * ffmpeg. */
#include "bench.h"

#include <glib/gstdio.h>
#include <string.h>

/* Other programs take minutes for worlds larger than this. */
#define PEER_CELLS (G_GUINT64_CONSTANT (1) << 26)
/* Cells that they advance in a measured run, and generations before it. */
#define GOLLY_WORK (G_GUINT64_CONSTANT (1) << 32)
/* Slower algorithms advance fewer: as many as they can in this many seconds. */
#define GOLLY_SECONDS 10
/* One that took longer than this so far is not run again. */
#define PEER_SECONDS 30
/* Where Golly's table rules are; bgolly has to be given the path. */
#define GOLLY_RULES "/usr/share/golly/Rules/"
#define FFMPEG_WORK (G_GUINT64_CONSTANT (1) << 28)
#define PEER_WARM_UP 10

/* Runs a program; @output, unless NULL, is set to what it printed. */
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
  return g_spawn_check_wait_status (status, error);
}

/* A program that runs beside a world. */
typedef struct {
  const gchar *program;
  BenchPeer *peer; /* in the row */
  const gchar *command[16];
  gsize place;         /* where the number of generations stands in it */
  guint64 generations; /* per run, after the first ones */
  gdouble start;       /* seconds of a run of the first ones alone */
  gdouble spent;       /* in all runs */
  GArray *seconds;     /* per generation, of each run; NULL: it does not run */
} Contender;

enum {
  GOLLY,
  FFMPEG,
  CONTENDERS
};

struct BenchPeers {
  const BenchOptions *options;
  BenchWorld *world;
  Contender contenders[CONTENDERS];
  gchar *folder, *path; /* of the soup for Golly */
  gchar *source;        /* ffmpeg's */
};

static void
give_up (Contender *contender, const gchar *why)
{
  g_clear_pointer (&contender->seconds, g_array_unref);
  g_free (contender->peer->why);
  contender->peer->seconds = -1.0;
  contender->peer->why = g_strdup (why);
}

/* Runs it for that many generations; FALSE where it failed, and gives up. */
static gboolean
run_contender (Contender *contender, guint64 generations, gdouble *seconds)
{
  g_autofree gchar *number =
      g_strdup_printf ("%" G_GUINT64_FORMAT, generations);
  g_autoptr (GError) error = NULL;

  contender->command[contender->place] = number;
  if (!run_program (contender->command, NULL, seconds, &error)) {
    give_up (contender, error->message);
    return FALSE;
  }
  contender->spent += *seconds;
  return TRUE;
}

static guint64
peer_generations (const BenchPeers *peers, guint64 work)
{
  guint64 cells =
      (guint64) peers->world->geometry.width * peers->world->geometry.height;

  return CLAMP (work / cells, 10, 5000);
}

/* A run of the first generations, which is taken off every other one, so that
 * starting and loading are not counted. */
static void
warm_up (Contender *contender, guint64 generations)
{
  contender->generations = generations;
  contender->seconds = g_array_new (FALSE, FALSE, sizeof (gdouble));
  run_contender (contender, PEER_WARM_UP, &contender->start);
}

/* Golly's fastest algorithm for the rule, or NULL: its one-dimensional rules
 * differ, because all rows advance. */
static const gchar *
golly_algorithm_of (const LifeRule *rule)
{
  LifeFamily family = life_rule_get_family (rule);

  if (life_rule_get_dimensions (rule) != 2 || family == LIFE_FAMILY_WOLFRAM
      || life_rule_has_b0 (rule))
    return NULL;
  if (family == LIFE_FAMILY_LARGER_THAN_LIFE)
    return "Larger than Life";
  if (family == LIFE_FAMILY_TABLE)
    return bench_is_rule (rule, 2, "JvN29")
                   || bench_is_rule (rule, 2, "Nobili32")
                   || bench_is_rule (rule, 2, "Hutton32")
               ? "JvN"
               : "RuleLoader";
  if (life_rule_get_states (rule) == 2)
    return "QuickLife";
  return life_rule_get_neighborhood (rule) == LIFE_NEIGHBORHOOD_MOORE
             ? "Generations"
             : NULL;
}

static gboolean
ffmpeg_runs (const LifeRule *rule)
{
  return life_rule_get_dimensions (rule) == 2
         && life_rule_get_family (rule) == LIFE_FAMILY_TOTALISTIC
         && life_rule_get_neighborhood (rule) == LIFE_NEIGHBORHOOD_MOORE
         && life_rule_get_states (rule) == 2 && !life_rule_has_b0 (rule);
}

/* Whether the soup has the same population there after some generations, and
 * how many seconds those take. bgolly prints one line per generation, with
 * commas between thousands. */
static gboolean
golly_agrees (const gchar *algorithm, const gchar *path, guint64 population,
    gdouble *seconds)
{
  g_autofree gchar *generation =
      g_strdup_printf ("%d", BENCH_CHECKSUM_GENERATION);
  g_autofree gchar *line = g_strdup_printf (
      "\n%d: %" G_GUINT64_FORMAT "\n", BENCH_CHECKSUM_GENERATION, population);
  const gchar *command[] = { "bgolly", "-a", algorithm, "-s", GOLLY_RULES, "-m",
    generation, "-i", "1", path, NULL };
  g_autofree gchar *output = NULL;
  g_autofree gchar *plain = NULL;
  g_auto (GStrv) groups = NULL;

  if (!run_program (command, &output, seconds, NULL))
    return FALSE;
  groups = g_strsplit (output, ",", -1);
  plain = g_strjoinv ("", groups);
  return strstr (plain, line) != NULL;
}

/* The row's own engine makes the soup, which is the same on every engine. */
static gboolean
save_soup (const BenchOptions *options, const BenchWorld *row,
    const gchar *path, GError **error)
{
  LifeEngineOptions engine;
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifePattern) pattern = NULL;

  life_engine_options_init (&engine);
  engine.engine = row->engine;
  world = life_world_new (&row->geometry, row->rule, &engine, error);
  if (world == NULL
      || !life_world_soup (world, options->seed, BENCH_DENSITY, error))
    return FALSE;
  pattern = life_world_to_pattern (world, error);
  return pattern != NULL && life_pattern_save (pattern, path, error);
}

/* Where the first generations of a slow algorithm took so long that it is not run
 * again, they count. */
static void
count_first (Contender *contender, gdouble seconds)
{
  gdouble each =
      (seconds - contender->start) / (BENCH_CHECKSUM_GENERATION - PEER_WARM_UP);

  contender->spent += seconds;
  if (contender->seconds != NULL && contender->spent > PEER_SECONDS)
    g_array_append_val (contender->seconds, each);
}

/* On a bounded grid bgolly goes one generation at a time, whatever its
 * options. */
static void
prepare_golly (BenchPeers *peers, Contender *contender)
{
  BenchWorld *world = peers->world;
  g_autoptr (GError) error = NULL;
  const gchar *command[] = { "bgolly", "-a", world->golly_algorithm, "-s",
    GOLLY_RULES, "-i", "1", "-q", "-q", "-m", NULL, NULL };
  gdouble seconds = 0.0, possible;

  peers->folder = g_dir_make_tmp ("life-bench-XXXXXX", &error);
  if (peers->folder != NULL)
    peers->path = g_build_filename (peers->folder, "soup.rle", NULL);
  if (peers->folder == NULL
      || !save_soup (peers->options, world, peers->path, &error)) {
    give_up (contender, error->message);
    return;
  }
  if (!golly_agrees (
          world->golly_algorithm, peers->path, world->population, &seconds)) {
    give_up (contender, "its population differs");
    return;
  }
  memcpy (contender->command, command, sizeof (command));
  contender->place = 10;
  contender->command[11] = peers->path;
  possible = GOLLY_SECONDS / MAX (seconds, 1e-6) * BENCH_CHECKSUM_GENERATION;
  warm_up (contender, (guint64) CLAMP (possible, 10.0,
                          (gdouble) peer_generations (peers, GOLLY_WORK)));
  count_first (contender, seconds);
}

/* ffmpeg fills a soup of its own with the same density. */
static void
prepare_ffmpeg (BenchPeers *peers, Contender *contender)
{
  const LifeGeometry *geometry = &peers->world->geometry;
  g_autoptr (LifeRule) rule = life_rule_without_grid (peers->world->rule);
  g_autofree gchar *text = life_rule_to_string (rule);
  const gchar *command[] = { "ffmpeg", "-v", "error", "-f", "lavfi", "-i", NULL,
    "-frames:v", NULL, "-f", "null", "-" };

  peers->source = g_strdup_printf (
      "life=s=%ux%u:rule=%s:ratio=0.35:seed=1:stitch=%d", geometry->width,
      geometry->height, text, geometry->topology == LIFE_TOPOLOGY_TORUS);
  memcpy (contender->command, command, sizeof (command));
  contender->command[6] = peers->source;
  contender->place = 8;
  warm_up (contender, peer_generations (peers, FFMPEG_WORK));
}

BenchPeers *
bench_peers_start (const BenchOptions *options, BenchWorld *world)
{
  static void (*const prepare[]) (BenchPeers * peers,
      Contender * contender) = { prepare_golly, prepare_ffmpeg };
  BenchPeers *peers;
  guint64 cells;
  gboolean too_large =
      !life_geometry_cells (&world->geometry, &cells) || cells > PEER_CELLS;
  gboolean runs[CONTENDERS];

  if (!options->peers || world->given_threads != 0 || world->cpu_path != NULL)
    return NULL;
  peers = g_new0 (BenchPeers, 1);
  peers->options = options;
  peers->world = world;
  peers->contenders[GOLLY].program = "bgolly";
  peers->contenders[GOLLY].peer = &world->golly;
  peers->contenders[FFMPEG].program = "ffmpeg";
  peers->contenders[FFMPEG].peer = &world->ffmpeg;
  world->has_peers = TRUE;
  world->golly_algorithm = golly_algorithm_of (world->rule);
  runs[GOLLY] = world->golly_algorithm != NULL;
  runs[FFMPEG] = ffmpeg_runs (world->rule);
  for (guint i = 0; i < CONTENDERS; i++) {
    Contender *contender = &peers->contenders[i];
    g_autofree gchar *path = g_find_program_in_path (contender->program);
    const gchar *why = path == NULL ? BENCH_PEER_MISSING
                       : !runs[i]   ? BENCH_PEER_OTHER_RULES
                       : too_large  ? "takes too long at this size"
                                    : NULL;
    bench_progress (options, "%s: %s", world->size, contender->program);
    if (why != NULL)
      give_up (contender, why);
    else
      prepare[i](peers, contender);
    bench_progress (options, "%s", "");
  }
  return peers;
}

void
bench_peers_run (BenchPeers *peers)
{
  for (guint i = 0; peers != NULL && i < CONTENDERS; i++) {
    Contender *contender = &peers->contenders[i];
    gdouble seconds;
    if (contender->seconds == NULL
        || (contender->seconds->len > 0 && contender->spent > PEER_SECONDS))
      continue;
    bench_progress (
        peers->options, "%s: %s", peers->world->size, contender->program);
    if (run_contender (
            contender, contender->generations + PEER_WARM_UP, &seconds)) {
      seconds = (seconds - contender->start) / (gdouble) contender->generations;
      g_array_append_val (contender->seconds, seconds);
    }
  }
}

static gint
compare_seconds (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

void
bench_peers_finish (BenchPeers *peers)
{
  if (peers == NULL)
    return;
  for (guint i = 0; i < CONTENDERS; i++) {
    Contender *contender = &peers->contenders[i];
    GArray *all = contender->seconds;
    gdouble median = -1.0;
    if (all == NULL)
      continue;
    g_array_sort (all, compare_seconds);
    if (all->len > 0)
      median = (g_array_index (all, gdouble, (all->len - 1) / 2)
                   + g_array_index (all, gdouble, all->len / 2))
               / 2;
    if (median > 0) {
      contender->peer->seconds = median;
      g_clear_pointer (&contender->seconds, g_array_unref);
    } else {
      give_up (contender, "too short to measure");
    }
  }
  if (peers->path != NULL)
    g_unlink (peers->path);
  if (peers->folder != NULL)
    g_rmdir (peers->folder);
  g_free (peers->path);
  g_free (peers->folder);
  g_free (peers->source);
  g_free (peers);
}
