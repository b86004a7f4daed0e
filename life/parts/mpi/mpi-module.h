/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the library uses of MPI: one struct of functions, which a module of its own has. So no
 * program needs MPI to be installed before it asks for it. */
#pragma once

#include <glib.h>

/* The module's symbol, and the version of this struct, which is the module's, too. */
#define LIFE_MPI_SYMBOL "life_mpi"
#define LIFE_MPI_VERSION 1

/* Functions that begin to send or receive return what @test is to be called with until it
 * returns TRUE, and at once; NULL: that is not possible. Bytes stay where they are until then.
 * One thread at a time calls them. */
typedef struct {
  guint version;
  /* Once per process. FALSE: it does not start, or not for more than one thread. */
  gboolean (*start) (gint *rank, gint *ranks);
  gpointer (*send) (gint rank, gint tag, gconstpointer bytes, gint n);
  gpointer (*receive) (gint rank, gint tag, gpointer bytes, gint n);
  gboolean (*test) (gpointer transfer);
  /* Whether a message has come, from which rank and how long it is. */
  gboolean (*probe) (gint tag, gint *rank, gint *n);
  /* Once all ranks have nothing more to send. */
  void (*finish) (void);
  /* Ends all processes that mpirun has started, this one, too. */
  void (*abort) (void);
} LifeMpi;
