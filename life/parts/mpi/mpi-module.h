/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The functions of MPI that the library uses, as a struct that a loadable module exports.
 * So no program needs MPI unless it uses a cluster. */
#pragma once

#include <glib.h>

/* The symbol of the module, and the version of this struct, which is also the module's. */
#define LIFE_MPI_SYMBOL "life_mpi"
#define LIFE_MPI_VERSION 1

/* send() and receive() begin a transfer and return it, NULL on failure. The bytes stay
 * valid until @test returns TRUE for it, which frees it. One thread at a time calls these
 * functions. */
typedef struct {
  guint version;
  /* Once per process. FALSE: MPI does not start, or not for programs of several threads. */
  gboolean (*start) (gint *rank, gint *ranks);
  gpointer (*send) (gint rank, gint tag, gconstpointer bytes, gint n);
  gpointer (*receive) (gint rank, gint tag, gpointer bytes, gint n);
  gboolean (*test) (gpointer transfer);
  /* Whether a message is pending, from which rank and of how many bytes. */
  gboolean (*probe) (gint tag, gint *rank, gint *n);
  /* Called when no rank has anything more to send. */
  void (*finish) (void);
  /* Ends all processes that mpirun has started, including this one. */
  void (*abort) (void);
} LifeMpi;
