/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-bench: measures how fast this machine advances worlds and makes frames,
 * compared with what it can do at most and with other programs. bench.h lists
 * its parts. */
#include "bench.h"

static gboolean
bench (const BenchOptions *options, BenchReport *report, GError **error)
{
  /* Finds out before anything is measured whether the file can be written. */
  if (!bench_save_json (options, report, error)
      || !(options->mode == BENCH_MODE_FRAMES
               ? bench_frames (options, report, error)
           : options->mode == BENCH_MODE_VIEWS
               ? bench_views (options, report, error)
           : options->mode == BENCH_MODE_AGAINST
               ? bench_against (options, report, error)
           : options->mode == BENCH_MODE_SCALE
               ? bench_scale (options, report, error)
               : bench_worlds (options, report, error)))
    return FALSE;
  bench_print_summary (options, report);
  return TRUE;
}

/* Reads figures for the modes that show them. */
static gboolean
load_figures (BenchOptions *options, GError **error)
{
  if (options->mode != BENCH_MODE_AGAINST
      && options->mode != BENCH_MODE_SEED_TABLE)
    return TRUE;
  options->figures = bench_figures_load (options->figures_file, error);
  return options->figures != NULL;
}

int
main (int argc, char **argv)
{
  BenchOptions options;
  BenchReport report;
  g_autoptr (GError) error = NULL;
  gboolean done;

  /* Kernels that are compiled for a rule are measured, not those before them. */
  g_setenv ("LIFE_NVRTC", "wait", FALSE);
  bench_report_init (&report);
  done = bench_options_parse (&options, &argc, &argv, &error)
         && load_figures (&options, &error)
         && bench (&options, &report, &error);
  if (!done)
    g_printerr ("life-bench: %s\n", error->message);
  else if (report.differing > 0)
    g_printerr ("life-bench: checksums differ\n");
  done = done && report.differing == 0;
  bench_report_clear (&report);
  bench_limits_clear ();
  bench_options_clear (&options);
  return done ? 0 : 1;
}
