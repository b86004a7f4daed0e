/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages and cells between ranks. All that is begun is polled, so that a rank that does not
 * answer holds no other one up for good. */
#include "life/parts/mpi/mpi-transport.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

#include "life/parts/message.h"

/* Looks that cost nothing but time of the processor, before the first pause. */
#define BUSY_LOOKS 200
#define MOST_PAUSE 1000 /* microseconds */

/* --- Started --- */

/* Whether mpirun has started this process: MPI ends a process that it cannot start. */
static gboolean
is_under_mpirun (void)
{
  return g_getenv ("OMPI_COMM_WORLD_SIZE") != NULL
         || g_getenv ("PMIX_RANK") != NULL || g_getenv ("PMI_RANK") != NULL;
}

/* The number of this process among those of its host, as mpirun says; else 0. */
static gint
find_local_rank (void)
{
  const gchar *text = g_getenv ("OMPI_COMM_WORLD_LOCAL_RANK");

  return text != NULL ? CLAMP (atoi (text), 0, G_MAXUINT16) : 0;
}

/* Never unloaded. MPI loads further libraries, which look for its symbols. */
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
look (LifePartNeighbors *neighbors, GError **error)
{
  LifeWire *self = (LifeWire *) neighbors;

  return self->look == NULL || self->look (self, error);
}

gboolean
life_wire_start (LifeWire *self, GError **error)
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
  self->neighbors.look = look;
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
life_wire_send (
    LifeWire *self, gint rank, LifeWireTag tag, const guint8 *bytes, gsize n)
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
life_wire_is_done (LifeWire *self, gpointer transfer)
{
  gboolean done;

  g_mutex_lock (&self->lock);
  done = self->mpi->test (transfer);
  g_mutex_unlock (&self->lock);
  return done;
}

/* Receives what probe() has found, and so has begun to come; a rank may stop in between. */
static GByteArray *
receive (LifeWire *self, gint rank, LifeWireTag tag, gint n)
{
  GByteArray *bytes = g_byte_array_sized_new ((guint) n);
  gpointer transfer;
  guint idle = 0;

  g_byte_array_set_size (bytes, (guint) n);
  g_mutex_lock (&self->lock);
  transfer = self->mpi->receive (rank, (gint) tag, bytes->data, n);
  g_mutex_unlock (&self->lock);
  while (transfer != NULL && !life_wire_is_done (self, transfer)) {
    /* Bytes that MPI still writes are never freed. */
    if (self->look != NULL && !self->look (self, NULL))
      return NULL;
    life_wire_pause (&idle);
  }
  return bytes;
}

GByteArray *
life_wire_take (LifeWire *self, LifeWireTag tag, gint *rank)
{
  gboolean there;
  gint n;

  g_mutex_lock (&self->lock);
  there = self->mpi->probe ((gint) tag, rank, &n);
  g_mutex_unlock (&self->lock);
  return there ? receive (self, *rank, tag, n) : NULL;
}

void
life_wire_pause (guint *idle)
{
  (*idle)++;
  if (*idle < BUSY_LOOKS)
    sched_yield ();
  else
    g_usleep (MIN (20 + (*idle - BUSY_LOOKS), MOST_PAUSE));
}

/* --- Cells --- */

/* Begins to exchange with one neighbor: two transfers, none where there is no neighbor. */
static gboolean
begin (LifeWire *self, const LifeBorder *border, LifeWireTag sent,
    LifeWireTag received, gpointer *transfers)
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
  LifeWire *self = (LifeWire *) neighbors;
  gpointer transfers[4] = { NULL };
  guint idle = 0, left = 1;

  if (above->size > LIFE_MESSAGE_MAX
      || !begin (
          self, above, LIFE_WIRE_FROM_BELOW, LIFE_WIRE_FROM_ABOVE, transfers)
      || !begin (self, below, LIFE_WIRE_FROM_ABOVE, LIFE_WIRE_FROM_BELOW,
          transfers + 2)) {
    g_set_error_literal (
        error, LIFE_ERROR, LIFE_ERROR_DEVICE, "MPI does not send cells");
    return FALSE;
  }
  while (left > 0) {
    left = 0;
    for (guint i = 0; i < G_N_ELEMENTS (transfers); i++) {
      if (transfers[i] != NULL && life_wire_is_done (self, transfers[i]))
        transfers[i] = NULL;
      left += transfers[i] != NULL;
    }
    if (left > 0 && self->look != NULL && !self->look (self, error))
      return FALSE;
    if (left > 0)
      life_wire_pause (&idle);
  }
  return TRUE;
}
