/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The module that calls MPI; the library loads it for cluster=mpi. */
#include "life/parts/mpi/mpi-module.h"

#include <mpi.h>

static gboolean
mpi_start (gint *rank, gint *ranks)
{
  int level, done;

  MPI_Initialized (&done);
  if (done
      || MPI_Init_thread (NULL, NULL, MPI_THREAD_SERIALIZED, &level)
             != MPI_SUCCESS)
    return FALSE;
  MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  return level >= MPI_THREAD_SERIALIZED
         && MPI_Comm_rank (MPI_COMM_WORLD, rank) == MPI_SUCCESS
         && MPI_Comm_size (MPI_COMM_WORLD, ranks) == MPI_SUCCESS;
}

/* Copies a request to a transfer; NULL if it failed. */
static gpointer
transfer_new (int result, const MPI_Request *request)
{
  return result == MPI_SUCCESS ? g_memdup2 (request, sizeof *request) : NULL;
}

static gpointer
mpi_send (gint rank, gint tag, gconstpointer bytes, gint n)
{
  MPI_Request request;
  int result =
      MPI_Isend (bytes, n, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &request);

  return transfer_new (result, &request);
}

static gpointer
mpi_receive (gint rank, gint tag, gpointer bytes, gint n)
{
  MPI_Request request;
  int result =
      MPI_Irecv (bytes, n, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &request);

  return transfer_new (result, &request);
}

static gboolean
mpi_test (gpointer transfer)
{
  int done = 0;

  if (MPI_Test (transfer, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || !done)
    return FALSE;
  g_free (transfer);
  return TRUE;
}

static gboolean
mpi_probe (gint tag, gint *rank, gint *n)
{
  MPI_Status status;
  int found = 0;

  if (MPI_Iprobe (MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &found, &status)
          != MPI_SUCCESS
      || !found)
    return FALSE;
  *rank = status.MPI_SOURCE;
  return MPI_Get_count (&status, MPI_BYTE, n) == MPI_SUCCESS && *n >= 0;
}

static void
mpi_finish (void)
{
  MPI_Finalize ();
}

static void
mpi_abort (void)
{
  MPI_Abort (MPI_COMM_WORLD, 1);
}

__attribute__ ((visibility ("default"))) extern const LifeMpi life_mpi;

const LifeMpi life_mpi = {
  .version = LIFE_MPI_VERSION,
  .start = mpi_start,
  .send = mpi_send,
  .receive = mpi_receive,
  .test = mpi_test,
  .probe = mpi_probe,
  .finish = mpi_finish,
  .abort = mpi_abort,
};
