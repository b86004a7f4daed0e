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
#if GLIB_CHECK_VERSION(2, 70, 0)
  return g_spawn_check_wait_status (status, error);
#else
  return g_spawn_check_exit_status (status, error);
#endif
}

static void
set_peer (BenchPeer *peer, gdouble seconds, const gchar *why)
{
  peer->seconds = seconds;
  peer->why = g_strdup (why);
}

/* Seconds per generation: a long run minus a short one, so that starting and
 * loading are not counted. @command[@place] is the number of generations. */
static void
measure_peer (
    BenchPeer *peer, const gchar **command, gsize place, guint64 generations)
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

/* On a bounded grid bgolly goes one generation at a time, whatever its
 * options. */
static void
measure_golly (const BenchOptions *options, BenchWorld *world)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *folder = g_dir_make_tmp ("life-bench-XXXXXX", &error);
  g_autofree gchar *path = NULL;
  gdouble seconds = 0.0;

  if (folder == NULL) {
    set_peer (&world->golly, -1.0, error->message);
    return;
  }
  path = g_build_filename (folder, "soup.rle", NULL);
  if (!save_soup (options, world, path, &error)) {
    set_peer (&world->golly, -1.0, error->message);
  } else if (!golly_agrees (
                 world->golly_algorithm, path, world->population, &seconds)) {
    set_peer (&world->golly, -1.0, "its population differs");
  } else {
    const gchar *command[] = { "bgolly", "-a", world->golly_algorithm, "-s",
      GOLLY_RULES, "-i", "1", "-q", "-q", "-m", NULL, path, NULL };
    gdouble possible =
        GOLLY_SECONDS / MAX (seconds, 1e-6) * BENCH_CHECKSUM_GENERATION;
    guint64 generations = peer_generations (&world->geometry, GOLLY_WORK);
    if (possible < (gdouble) generations)
      generations = (guint64) MAX (possible, 10.0);
    measure_peer (&world->golly, command, 10, generations);
  }
  g_unlink (path);
  g_rmdir (folder);
}

/* ffmpeg fills a soup of its own with the same density. */
static void
measure_ffmpeg (const BenchOptions *options, BenchWorld *world)
{
  const LifeGeometry *geometry = &world->geometry;
  g_autoptr (LifeRule) rule = life_rule_without_grid (world->rule);
  g_autofree gchar *text = life_rule_to_string (rule);
  g_autofree gchar *source = g_strdup_printf (
      "life=s=%ux%u:rule=%s:ratio=0.35:seed=1:stitch=%d", geometry->width,
      geometry->height, text, geometry->topology == LIFE_TOPOLOGY_TORUS);
  {
    const gchar *command[] = { "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
      source, "-frames:v", NULL, "-f", "null", "-", NULL };
    measure_peer (
        &world->ffmpeg, command, 8, peer_generations (geometry, FFMPEG_WORK));
  }
}

void
bench_measure_peers (const BenchOptions *options, BenchWorld *world)
{
  static const struct {
    const gchar *program;
    gsize peer;
    void (*measure) (const BenchOptions *options, BenchWorld *world);
  } peers[] = {
    { "bgolly", G_STRUCT_OFFSET (BenchWorld, golly), measure_golly },
    { "ffmpeg", G_STRUCT_OFFSET (BenchWorld, ffmpeg), measure_ffmpeg },
  };
  guint64 cells;
  gboolean too_large =
      !life_geometry_cells (&world->geometry, &cells) || cells > PEER_CELLS;
  gboolean runs[G_N_ELEMENTS (peers)];

  world->has_peers = TRUE;
  world->golly_algorithm = golly_algorithm_of (world->rule);
  runs[0] = world->golly_algorithm != NULL;
  runs[1] = ffmpeg_runs (world->rule);
  for (gsize i = 0; i < G_N_ELEMENTS (peers); i++) {
    BenchPeer *peer = G_STRUCT_MEMBER_P (world, peers[i].peer);
    g_autofree gchar *path = g_find_program_in_path (peers[i].program);
    const gchar *why = path == NULL ? "not installed"
                       : !runs[i]   ? "runs no such rule"
                       : too_large  ? "takes too long at this size"
                                    : NULL;
    bench_progress (options, "%s: %s", world->size, peers[i].program);
    if (why != NULL)
      set_peer (peer, -1.0, why);
    else
      peers[i].measure (options, world);
    bench_progress (options, "%s", "");
  }
}
