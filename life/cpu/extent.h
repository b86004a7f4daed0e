/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world on the CPU is alive and where it changed, from its rows of bits; how an
 * engine stores them is its own matter. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/world/engine-class.h"

/* Lines of cells: @n of them from @first on. Line l is row l % height of plane
 * l / height. */
typedef struct {
  LifeGeometry geometry; /* of the world that they are of */
  gsize first, n;
  LifeThreadPool *pool;

  /* A line of the present or the @previous generation, a bit per cell that is not in state
   * 0: memory of @self, or @scratch filled. Bits past the last cell are undefined. Called
   * by several threads at once. */
  const guint64 *(*read) (
      gconstpointer self, gboolean previous, gsize line, guint64 *scratch);
  gconstpointer self;
  gboolean previous_lost;
} LifeExtentLines;

/* Counts the box around all live cells of the lines and where the two generations differ in
 * them, if these are of @what. */
void life_extent_count (
    const LifeExtentLines *lines, guint what, LifeStatistics *counts);
