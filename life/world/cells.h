/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells that can be read: what an engine lends to a renderer. They need not be an engine's: a
 * window of a world without edges and some lines of a part are read in the same way. */
#pragma once

#include <life/world.h>

#include "life/base/thread-pool.h"
#include "life/rule/rule-private.h"
#include "life/world/field.h"

G_BEGIN_DECLS

/* What a row of states may have behind it: it is written in pieces of so many. */
#define LIFE_CELLS_PADDING 64

/* How the CPU reads cells. The functions are called by several threads at once; @self is
 * what they read. */
typedef struct {
  gconstpointer self;

  /* Row @row of a plane of the world, a bit per cell: cell c is bit c % 64 of word
   * c / 64. Returns the owner's memory, or @scratch (a bit for each column of the
   * plane, rounded up to whole words) filled. Bits past the last column are undefined. */
  const guint64 *(*read_row) (gconstpointer self, LifeAxis axis, guint32 slice,
      guint32 row, guint64 *scratch);

  /* The states of @n cells of such a row, a byte each, from column @first on. Returns
   * the owner's memory, or @scratch filled, which has LIFE_CELLS_PADDING bytes more
   * than @n. */
  const guint8 *(*read_states) (gconstpointer self, LifeAxis axis,
      guint32 slice, guint32 row, guint32 first, guint32 n, guint8 *scratch);

  /* Where all cells lie, so that a ray can reach any of them. NULL: they are not seen in
   * perspective. */
  void (*read_field) (gconstpointer self, LifeField *field);
} LifeHostCells;

/* The present cells of a world. Nothing is copied: valid until they change. */
typedef struct {
  LifeGeometry geometry;
  const LifeRule *rule;
  LifeThreadPool *pool; /* (nullable): threads to read with */
  LifeHostCells host;
} LifeCells;

G_END_DECLS
