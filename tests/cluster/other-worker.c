/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A life-worker of another release, which the first rank has to refuse. */
#include <stdio.h>

#include "life/parts/mpi/mpi-worker.h"

int
main (void)
{
  g_autoptr (GError) error = NULL;

  if (life_worker_run ("0.0.7", 1, NULL, &error))
    return 0;
  fprintf (stderr, "%s\n", error->message);
  return 1;
}
