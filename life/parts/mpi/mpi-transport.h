/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages to and from other ranks of a cluster, and exchange of cells with neighbors. No
 * call waits for longer than @check allows. */
#pragma once

#include "life/parts/mpi/mpi-module.h"
#include "life/parts/part.h"

/* The kind of a message. Tags of cells name the sender's side. */
typedef enum {
  LIFE_MPI_TAG_HELLO = 1,
  LIFE_MPI_TAG_REQUEST,
  LIFE_MPI_TAG_REPLY,
  LIFE_MPI_TAG_HEARTBEAT, /* a rank is alive; or the text of its failure */
  LIFE_MPI_TAG_FROM_ABOVE,
  LIFE_MPI_TAG_FROM_BELOW,
} LifeMpiTag;

typedef struct _LifeMpiTransport LifeMpiTransport;

struct _LifeMpiTransport {
  LifePartNeighbors neighbors; /* exchanges cells */
  const LifeMpi *mpi;
  gint rank, ranks;
  gint local_rank; /* among those of this host */
  GMutex lock;     /* held while @mpi is called */
  /* Called while waiting; FALSE with an error ends the wait. */
  gboolean (*check) (LifeMpiTransport *self, GError **error);
};

/* Loads the module and starts MPI, once per process. LIFE_ERROR_UNSUPPORTED: there is no
 * module, or mpirun has not started this process. */
gboolean life_mpi_transport_start (LifeMpiTransport *self, GError **error);

/* Begins to send; returns a transfer for life_mpi_transport_is_done(), or NULL. The bytes
 * stay valid until it is done. */
gpointer life_mpi_transport_send (LifeMpiTransport *self, gint rank,
    LifeMpiTag tag, const guint8 *bytes, gsize n);
gboolean life_mpi_transport_is_done (LifeMpiTransport *self, gpointer transfer);

/* Receives a pending message and its sender, *@rank; NULL if there is none. */
GByteArray *life_mpi_transport_receive (
    LifeMpiTransport *self, LifeMpiTag tag, gint *rank);

/* Backs off while polling: spins, then sleeps for longer each time, up to a millisecond.
 * @idle counts the calls since the last message. */
void life_mpi_back_off (guint *idle);
