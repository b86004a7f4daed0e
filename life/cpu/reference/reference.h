/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The reference: a world of bytes, and its next generation. */
#pragma once

#include "life/cpu/generations.h"
#include "life/rule/rule-private.h"

typedef struct {
  const LifeGeometry *geometry;
  LifeRule rule;
  /* Cell (x, y, z) of each is byte x + W (y + H z): its state. */
  LifeGenerations *generations;
} LifeReference;

static inline gsize
life_reference_row_start (const LifeReference *self, gsize y, gsize z)
{
  return (z * self->geometry->height + y) * self->geometry->width;
}

static inline guint8 *
life_reference_row (const LifeReference *self, gsize y, gsize z)
{
  return (guint8 *) self->generations->present
         + life_reference_row_start (self, y, z);
}

static inline guint8 *
life_reference_previous_row (const LifeReference *self, gsize y, gsize z)
{
  return (guint8 *) self->generations->previous
         + life_reference_row_start (self, y, z);
}

/* The next generation of row @row % height of plane @row / height; @data is the
 * LifeReference. */
void life_reference_step_row (gpointer data, gsize row);
