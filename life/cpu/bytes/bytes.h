/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's plain engine from inside: where its cells lie. */
#pragma once

#include "life/cpu/count.h"
#include "life/draw/draw.h"
#include "life/cpu/generations.h"
#include "life/cpu/bytes/larger.h"
#include "life/draw/picture.h"
#include "life/cpu/bytes/tabled.h"

G_BEGIN_DECLS

typedef struct {
  LifeEngine engine;
  LifeThreadPool *pool;
  const LifeCountKernels *counting;
  LifePictureMemory picture;
  LifeDrawer drawer;
  LifeRule rule;
  /* The faster ways; NULL where every row is counted cell by cell. */
  LifeLarger *larger;
  LifeTabled *tabled;

  guint8 *memory;
  /* Cell (x, y, z) of each is byte x + W (y + H z): its state. */
  LifeGenerations generations;
  gsize cells;
} LifeReference;

static inline gsize
life_reference_row_start (const LifeReference *self, gsize y, gsize z)
{
  const LifeGeometry *geometry = &self->engine.geometry;

  return (z * geometry->height + y) * geometry->width;
}

static inline guint8 *
life_reference_row (const LifeReference *self, gsize y, gsize z)
{
  return (guint8 *) self->generations.present
         + life_reference_row_start (self, y, z);
}

static inline guint8 *
life_reference_row_before (const LifeReference *self, gsize y, gsize z)
{
  return (guint8 *) self->generations.before
         + life_reference_row_start (self, y, z);
}

/* The next generation of row @row % height of plane @row / height; @data is the
 * LifeReference. */
void life_reference_step_row (gpointer data, gsize row);

G_END_DECLS
