/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ranks of a cluster as this one sees them: messages to and from others, and cells
 * exchanged with neighbors. Nothing here waits for longer than those that ask allow. */
#pragma once

#include "life/parts/mpi/mpi-module.h"
#include "life/parts/part.h"

/* What a message is. Tags of cells say from where they come. */
typedef enum {
  LIFE_WIRE_HELLO = 1,
  LIFE_WIRE_REQUEST,
  LIFE_WIRE_REPLY,
  LIFE_WIRE_BEAT, /* a rank is at it */
  LIFE_WIRE_FROM_ABOVE,
  LIFE_WIRE_FROM_BELOW,
} LifeWireTag;

typedef struct _LifeWire LifeWire;

struct _LifeWire {
  LifePartNeighbors neighbors; /* exchanges cells */
  const LifeMpi *mpi;
  gint rank, ranks;
  gint local_rank; /* among those of this host */
  GMutex lock;     /* of all calls of @mpi */
  /* Called while cells are waited for; FALSE and an error: no longer. */
  gboolean (*look) (LifeWire *self, GError **error);
};

/* Loads the module and starts MPI, once per process. LIFE_ERROR_UNSUPPORTED: there is none, or
 * mpirun has not started this process. */
gboolean life_wire_start (LifeWire *self, GError **error);

/* Begins to send; returns what life_wire_is_done() takes, or NULL. The bytes stay where they
 * are until it is done. */
gpointer life_wire_send (
    LifeWire *self, gint rank, LifeWireTag tag, const guint8 *bytes, gsize n);
gboolean life_wire_is_done (LifeWire *self, gpointer transfer);

/* Receives a message if one is there, from *@rank; NULL: none is. */
GByteArray *life_wire_take (LifeWire *self, LifeWireTag tag, gint *rank);

/* To be called where nothing came: @idle counts how often. It takes longer the longer that
 * lasts, up to a millisecond. */
void life_wire_pause (guint *idle);
