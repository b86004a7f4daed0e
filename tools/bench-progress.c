/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The line of progress. */
#include "bench.h"

#include <unistd.h>

/* In a terminal a line that the next one overwrites; elsewhere lines, if they
 * were requested. "" removes the line. */
void
bench_progress (const BenchOptions *options, const gchar *format, ...)
{
  gboolean terminal = isatty (STDERR_FILENO);
  g_autofree gchar *line = NULL;
  va_list arguments;

  if (!terminal && !options->progress)
    return;
  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (terminal)
    fprintf (stderr, "\r\033[K%s", line);
  else if (line[0] != '\0')
    fprintf (stderr, "%s\n", line);
  fflush (stderr);
}
