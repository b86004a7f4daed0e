/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* life-bench: how fast this machine advances worlds and makes frames, against
 * what it can do at most and beside other programs. The parts are in files of
 * their own (bench.h). */
#include "bench.h"

static gboolean
bench (const BenchOptions *options, BenchReport *report, GError **error)
{
  /* A file that cannot be written is told before anything is measured. */
  if (!bench_save_json (options, report, error)
      || !(options->mode == BENCH_MODE_FRAMES
               ? bench_frames (options, report, error)
               : bench_worlds (options, report, error)))
    return FALSE;
  bench_print_summary (options, report);
  return TRUE;
}

int
main (int argc, char **argv)
{
  BenchOptions options;
  BenchReport report;
  g_autoptr (GError) error = NULL;
  gboolean done;

  bench_report_init (&report);
  done = bench_options_parse (&options, &argc, &argv, &error)
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
