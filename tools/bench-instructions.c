/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the instructions that this process executes, where the system permits
 * it. */
#include "bench.h"

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

/* -1: not permitted; 0: not tried yet. Threads that are made later are counted
 * too. */
static int
open_counter (void)
{
  static int counter;
  struct perf_event_attr attributes = {
    .type = PERF_TYPE_HARDWARE,
    .size = sizeof (attributes),
    .config = PERF_COUNT_HW_INSTRUCTIONS,
    .inherit = 1,
    .exclude_kernel = 1,
    .exclude_hv = 1,
  };

  if (counter == 0)
    counter = (int) syscall (
        SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return counter;
}

gboolean
bench_count_instructions (guint64 *instructions)
{
  int counter = open_counter ();

  return counter > 0
         && read (counter, instructions, sizeof (*instructions))
                == sizeof (*instructions);
}
#else
gboolean
bench_count_instructions (guint64 *instructions)
{
  return FALSE;
}
#endif
