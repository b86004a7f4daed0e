/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The states of cells in rows of memory: as planes of bits, as the CPU's fast engines hold
 * them, or as bytes. */
#pragma once

#include "life/cpu/states-kernels.h"
#include "life/rule/rule-private.h"

G_BEGIN_DECLS

typedef struct {
  guint states;
  gsize n;    /* planes; 0: a byte per cell */
  gsize step; /* words from one plane to the next */
  /* They have the digits of a state, the lowest first, not state 1 and ages; perhaps only those
   * of the states that there are. */
  gboolean digits;
} LifePlanes;

gsize life_planes_count (guint states);

/* The planes that the states of @rule take, @step 0: digits where it is a table, whose states
 * are not in any order. */
LifePlanes life_planes_of_rule (const LifeRule *rule);

/* Whether the planes have room for @state, or for the highest one. */
static inline gboolean
life_planes_hold (const LifePlanes *self, guint state)
{
  return !self->digits || self->n == 0
         || MIN (state, self->states - 1) >> self->n == 0;
}

/* The bytes of what the cells of rows are counted in: words of a plane, or cells. */
static inline gsize
life_planes_unit (const LifePlanes *self)
{
  return self->n == 0 ? 1 : sizeof (guint64);
}

/* Reads cells @x to @x + @n of a row as bytes. */
void life_planes_get (
    const LifePlanes *self, gconstpointer row, gsize x, gsize n, guint8 *cells);
/* The same of planes, fast enough to draw frames. */
void life_planes_read (const LifePlanes *self, const LifeStatesKernel *kernel,
    const guint64 *row, guint32 x, guint32 n, guint8 *cells);
/* Writes them from bytes; states above the highest become that one. */
void life_planes_set (const LifePlanes *self, gpointer row, gsize x, gsize n,
    const guint8 *cells);
/* Sets @n cells from @x on to @state. */
void life_planes_fill (
    const LifePlanes *self, gpointer row, gsize x, gsize n, guint state);

/* @words words of planes with the bits of all cells that are not in state 0: the result
 * is @row itself, or @scratch. */
const guint64 *life_planes_any (
    const LifePlanes *self, const guint64 *row, gsize words, guint64 *scratch);

/* The bits of the states of @words words of cells, as many as the highest state has, each
 * @step words behind the one before it: the result is @row itself, or @scratch. */
const guint64 *life_planes_bits (const LifePlanes *self, const guint64 *row,
    gsize words, gsize step, guint64 *scratch);

/* The number from which ages are counted down. */
static inline guint
life_planes_first_age (guint states)
{
  return states - 2;
}

G_END_DECLS
