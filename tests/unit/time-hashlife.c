/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times one step of HashLife, to be compared with the same step of bgolly. No test.
 *
 *   time-hashlife FILE GENERATIONS [MIB [THREADS]]
 *
 * The file is a macrocell one of two states; the times are those of the step alone. */
#include <stdlib.h>
#include <time.h>

#include <life/life.h>

#include "life/cpu/hashlife/universe.h"

static gdouble
seconds_of (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (gdouble) time.tv_sec + (gdouble) time.tv_nsec / 1e9;
}

static LifeHashUniverse *
open_universe (const gchar *path, guint64 memory, guint threads, GError **error)
{
  g_autoptr (LifePattern) pattern = life_pattern_load_unbounded (path, error);
  g_autoptr (LifeRule) rule = NULL;
  LifeHashUniverse *universe;

  if (pattern == NULL)
    return NULL;
  rule = life_rule_parse (
      pattern->rule != NULL ? pattern->rule : "B3/S23", 2, error);
  if (rule == NULL)
    return NULL;
  universe = life_hash_universe_new (rule, memory, threads, error);
  if (universe != NULL
      && life_hash_universe_set_tree (
          universe, pattern->nodes, pattern->n_nodes, error))
    return universe;
  life_hash_universe_free (universe);
  return NULL;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *population = NULL;
  gdouble wall, processor;
  LifeHashUniverse *universe;
  LifeHashFigures figures;

  if (argc < 3) {
    g_printerr ("usage: %s FILE GENERATIONS [MIB [THREADS]]\n", argv[0]);
    return 2;
  }
  universe =
      open_universe (argv[1], argc > 3 ? strtoull (argv[3], NULL, 10) << 20 : 0,
          argc > 4 ? (guint) atoi (argv[4]) : 1, &error);
  wall = seconds_of (CLOCK_MONOTONIC);
  processor = seconds_of (CLOCK_PROCESS_CPUTIME_ID);
  if (universe == NULL
      || !life_hash_universe_step (
          universe, strtoull (argv[2], NULL, 10), NULL, &error)) {
    g_printerr ("%s\n", error->message);
    life_hash_universe_free (universe);
    return 1;
  }
  wall = seconds_of (CLOCK_MONOTONIC) - wall;
  processor = seconds_of (CLOCK_PROCESS_CPUTIME_ID) - processor;
  population = life_hash_universe_get_population_text (universe);
  life_hash_universe_get_figures (universe, &figures);
  g_print ("%.3f s, processor %.3f s: population %s, %" G_GUINT64_FORMAT
           " squares in %" G_GUINT64_FORMAT " MiB, %" G_GUINT64_FORMAT
           " of 64 x 64 advanced, %" G_GUINT64_FORMAT " collections\n",
      wall, processor, population, figures.squares,
      life_hash_universe_get_memory (universe) >> 20, figures.computed,
      figures.collections);
  life_hash_universe_free (universe);
  return 0;
}
