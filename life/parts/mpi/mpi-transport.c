/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages and cells between ranks. All transfers are polled, so that a rank that does
 * not reply blocks no other forever. */
#include "life/parts/mpi/mpi-transport.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

#include "life/parts/message.h"
#include "life/parts/mpi/mpi-config.h"

/* Polls without a sleep, before the first one. */
#define SPIN_LIMIT 200
#define MAX_SLEEP 1000 /* microseconds */

/* --- Started --- */

/* Whether mpirun has started this process: elsewhere MPI would abort it. */
static gboolean
is_under_mpirun (void)
{
  return g_getenv ("OMPI_COMM_WORLD_SIZE") != NULL
         || g_getenv ("PMIX_RANK") != NULL || g_getenv ("PMI_RANK") != NULL;
}

/* The rank of this process on its host, from mpirun; else 0. */
static gint
find_local_rank (void)
{
  const gchar *text = g_getenv ("OMPI_COMM_WORLD_LOCAL_RANK");

  return text != NULL ? CLAMP (atoi (text), 0, G_MAXUINT16) : 0;
}

/* Never unloaded. MPI loads further libraries, which need its symbols. */
static const LifeMpi *
load_module (GError **error)
{
#ifdef LIFE_MPI_MODULE
  const gchar *path = g_getenv ("LIFE_MPI_MODULE");
  const LifeMpi *mpi = NULL;
  void *library;

  if (path == NULL)
    path = LIFE_MPI_MODULE;
  library = dlopen (path, RTLD_NOW | RTLD_GLOBAL);
  if (library != NULL)
    mpi = dlsym (library, LIFE_MPI_SYMBOL);
  if (mpi != NULL && mpi->version == LIFE_MPI_VERSION)
    return mpi;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "cluster=mpi: the module for MPI cannot be loaded (%s); install it and "
      "openmpi-bin, or set LIFE_MPI_MODULE to life/parts/mpi/life-mpi.so of a "
      "build, as meson devenv does",
      library == NULL ? dlerror () : path);
#else
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "cluster=mpi: this build has no MPI; install libopenmpi-dev and "
      "openmpi-bin, and build with -Dmpi=enabled");
#endif
  return NULL;
}

static gboolean exchange (LifePartNeighbors *neighbors, LifePart *part,
    const LifeBorder *above, const LifeBorder *below, GError **error);

static gboolean
check (LifePartNeighbors *neighbors, GError **error)
{
  LifeMpiTransport *self = (LifeMpiTransport *) neighbors;

  return self->check == NULL || self->check (self, error);
}

gboolean
life_mpi_transport_start (LifeMpiTransport *self, GError **error)
{
  const LifeMpi *mpi = load_module (error);

  if (mpi == NULL)
    return FALSE;
  if (!is_under_mpirun ()) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "mpirun has not started this process: run \"mpirun -np 1 "
        "gst-launch-1.0 "
        "lifesrc cluster=mpi … : -np 7 life-worker\"");
    return FALSE;
  }
  g_mutex_init (&self->lock);
  self->local_rank = find_local_rank ();
  self->neighbors.by_host = TRUE;
  self->neighbors.exchange = exchange;
  self->neighbors.check = check;
  if (!mpi->start (&self->rank, &self->ranks)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "MPI does not start, or not for programs of several threads");
    return FALSE;
  }
  self->mpi = mpi;
  return TRUE;
}

/* --- Messages --- */

gpointer
life_mpi_transport_send (LifeMpiTransport *self, gint rank, LifeMpiTag tag,
    const guint8 *bytes, gsize n)
{
  gpointer transfer;

  if (n > LIFE_MESSAGE_MAX)
    return NULL;
  g_mutex_lock (&self->lock);
  transfer = self->mpi->send (rank, (gint) tag, bytes, (gint) n);
  g_mutex_unlock (&self->lock);
  return transfer;
}

gboolean
life_mpi_transport_is_done (LifeMpiTransport *self, gpointer transfer)
{
  gboolean done;

  g_mutex_lock (&self->lock);
  done = self->mpi->test (transfer);
  g_mutex_unlock (&self->lock);
  return done;
}

/* Receives the message that probe() has found. Its rank may stop meanwhile. */
static GByteArray *
receive_probed (LifeMpiTransport *self, gint rank, LifeMpiTag tag, gint n)
{
  GByteArray *bytes = g_byte_array_sized_new ((guint) n);
  gpointer transfer;
  guint idle = 0;

  g_byte_array_set_size (bytes, (guint) n);
  g_mutex_lock (&self->lock);
  transfer = self->mpi->receive (rank, (gint) tag, bytes->data, n);
  g_mutex_unlock (&self->lock);
  while (transfer != NULL && !life_mpi_transport_is_done (self, transfer)) {
    /* @bytes is not freed, because MPI may still write it. */
    if (self->check != NULL && !self->check (self, NULL))
      return NULL;
    life_mpi_back_off (&idle);
  }
  return bytes;
}

GByteArray *
life_mpi_transport_receive (LifeMpiTransport *self, LifeMpiTag tag, gint *rank)
{
  gboolean there;
  gint n;

  g_mutex_lock (&self->lock);
  there = self->mpi->probe ((gint) tag, rank, &n);
  g_mutex_unlock (&self->lock);
  return there ? receive_probed (self, *rank, tag, n) : NULL;
}

void
life_mpi_back_off (guint *idle)
{
  (*idle)++;
  if (*idle < SPIN_LIMIT)
    sched_yield ();
  else
    g_usleep (MIN (20 + (*idle - SPIN_LIMIT), MAX_SLEEP));
}

/* --- Cells --- */

/* Begins to exchange with one neighbor: two transfers, none without a neighbor. */
static gboolean
start_transfers (LifeMpiTransport *self, const LifeBorder *border,
    LifeMpiTag sent, LifeMpiTag received, gpointer *transfers)
{
  if (border->part < 0)
    return TRUE;
  g_mutex_lock (&self->lock);
  transfers[0] = self->mpi->receive (
      border->part, (gint) received, border->received, (gint) border->size);
  transfers[1] = self->mpi->send (
      border->part, (gint) sent, border->sent, (gint) border->size);
  g_mutex_unlock (&self->lock);
  return transfers[0] != NULL && transfers[1] != NULL;
}

static gboolean
exchange (LifePartNeighbors *neighbors, LifePart *part, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  LifeMpiTransport *self = (LifeMpiTransport *) neighbors;
  gpointer transfers[4] = { NULL };
  guint idle = 0, left = 1;

  if (above->size > LIFE_MESSAGE_MAX
      || !start_transfers (self, above, LIFE_MPI_TAG_FROM_BELOW,
          LIFE_MPI_TAG_FROM_ABOVE, transfers)
      || !start_transfers (self, below, LIFE_MPI_TAG_FROM_ABOVE,
          LIFE_MPI_TAG_FROM_BELOW, transfers + 2)) {
    g_set_error_literal (
        error, LIFE_ERROR, LIFE_ERROR_DEVICE, "MPI does not send cells");
    return FALSE;
  }
  while (left > 0) {
    left = 0;
    for (guint i = 0; i < G_N_ELEMENTS (transfers); i++) {
      if (transfers[i] != NULL
          && life_mpi_transport_is_done (self, transfers[i]))
        transfers[i] = NULL;
      left += transfers[i] != NULL;
    }
    if (left > 0 && self->check != NULL && !self->check (self, error))
      return FALSE;
    if (left > 0)
      life_mpi_back_off (&idle);
  }
  return TRUE;
}
