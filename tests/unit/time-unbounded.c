/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times worlds without edges: tiles on the CPU or on a GPU, or HashLife. No test.
 *
 *   time-unbounded cpu|cuda|hashlife[:MIB] THREADS FILE COPIES DISTANCE RUNS GENERATION...
 *
 * COPIES x COPIES of the pattern lie DISTANCE cells apart. Each run begins anew; the best
 * time from one generation to the next is printed, with what lives then. HashLife takes so
 * many MiB, and has no checksum; its population is to be compared with bgolly's. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <life/life.h>

#define MAX_CELLS 16

typedef struct {
  const gchar *path;
  gint64 copies, distance;
  LifeEngineOptions options;
  guint64 generations[MAX_CELLS];
  guint n;
  gdouble best[MAX_CELLS];
} Timing;

static gdouble
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (gdouble) time.tv_sec + (gdouble) time.tv_nsec / 1e9;
}

static LifeWorld *
make_world (const Timing *timing, GError **error)
{
  static const LifeGeometry no_edges = { .depth = 1,
    .topology = LIFE_TOPOLOGY_UNBOUNDED };
  g_autoptr (LifePattern) pattern =
      life_pattern_load_unbounded (timing->path, error);
  g_autoptr (LifeRule) rule = life_rule_parse ("B3/S23", 2, NULL);
  g_autoptr (LifeWorld) world = NULL;
  LifeStatistics statistics;

  if (pattern != NULL)
    world = life_world_new (&no_edges, rule, &timing->options, error);
  for (gint64 i = 0; world != NULL && i < timing->copies * timing->copies;
       i++) {
    const gint64 position[3] = { i % timing->copies * timing->distance,
      i / timing->copies * timing->distance, 0 };

    if (!life_world_paste (world, pattern, position, error))
      return NULL;
  }
  /* The GPU has its cells before the first step. */
  return world != NULL && life_world_get_statistics (world, &statistics, error)
             ? g_steal_pointer (&world)
             : NULL;
}

static gboolean
run (Timing *timing, gboolean prints, GError **error)
{
  g_autoptr (LifeWorld) world = make_world (timing, error);

  for (guint i = 0; world != NULL && i < timing->n; i++) {
    const gdouble start = now ();
    g_autofree gchar *population = NULL;
    guint64 checksum = 0;

    if (!life_world_step (world,
            timing->generations[i] - life_world_get_generation (world), NULL,
            error))
      return FALSE;
    timing->best[i] = MIN (timing->best[i], now () - start);
    population = life_world_get_population_text (world, error);
    if (population == NULL
        || (timing->options.kernel == LIFE_KERNEL_SPARSE
            && !life_world_checksum (world, &checksum, error)))
      return FALSE;
    if (prints)
      g_print ("%s, to generation %" G_GUINT64_FORMAT
               ": %.3f ms; population %s, checksum %016" G_GINT64_MODIFIER
               "x\n",
          life_world_get_kernel_name (world), timing->generations[i],
          timing->best[i] * 1e3, population, checksum);
  }
  return world != NULL;
}

int
main (int argc, char **argv)
{
  Timing timing = { .n = 0 };
  g_autoptr (GError) error = NULL;
  gint runs;

  if (argc < 8 || argc > 7 + MAX_CELLS) {
    g_printerr (
        "usage: %s cpu|cuda|hashlife[:MIB] THREADS FILE COPIES DISTANCE "
        "RUNS GENERATION...\n",
        argv[0]);
    return 2;
  }
  life_engine_options_init (&timing.options);
  timing.options.engine =
      g_str_equal (argv[1], "cuda") ? LIFE_ENGINE_CUDA : LIFE_ENGINE_CPU;
  timing.options.kernel = g_str_has_prefix (argv[1], "hashlife")
                              ? LIFE_KERNEL_HASHLIFE
                              : LIFE_KERNEL_SPARSE;
  if (strchr (argv[1], ':') != NULL)
    timing.options.memory_limit = strtoull (strchr (argv[1], ':') + 1, NULL, 10)
                                  << 20;
  timing.options.threads = (guint) atoi (argv[2]);
  timing.path = argv[3];
  timing.copies = atoi (argv[4]);
  timing.distance = atoi (argv[5]);
  runs = atoi (argv[6]);
  for (gint i = 7; i < argc; i++, timing.n++) {
    timing.generations[timing.n] = strtoull (argv[i], NULL, 10);
    timing.best[timing.n] = G_MAXDOUBLE;
  }
  for (gint i = 0; i < runs; i++)
    if (!run (&timing, i == runs - 1, &error)) {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
