/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the cells around a cell weigh in a rule of Larger than Life: in most neighborhoods 1 or
 * 0, in some what the rule's text states. */
#pragma once

#include "life/rule/rule-private.h"

G_BEGIN_DECLS

/* The highest radius of neighborhoods in which cells weigh more than 1, or that are given cell
 * by cell: that of Golly's Gaussian one. */
#define LIFE_WEIGHTS_RADIUS_MAX 50

/*
 * LifeLargerWeights:
 * @weights: those of the cells around one, and its own, row by row
 * @states: (nullable): those of the rule's states; else state 1 weighs 1, others 0
 * @grid: the letter behind them: 'H' for a hexagonal grid; 'L' for a triangular one, on which
 *   they are turned over where column and row add up to an odd number; or 0
 *
 * Each rule that has them has a reference; they do not change.
 */
typedef struct _LifeLargerWeights {
  gint references;
  gint8 *weights;
  guint8 *states;
  gchar grid;
} LifeLargerWeights;

LifeLargerWeights *life_larger_weights_ref (LifeLargerWeights *weights);
void life_larger_weights_unref (LifeLargerWeights *weights);

gboolean life_larger_weights_are_same (const LifeRule *a, const LifeRule *b);

/* Whether it depends on more than the distance which cells count, and for how much. */
static inline gboolean
life_larger_is_weighted (LifeNeighborhood neighborhood)
{
  return neighborhood >= LIFE_NEIGHBORHOOD_TRIANGULAR;
}

/* Whether neighborhoods of odd cells are turned over. */
gboolean life_larger_flips (const LifeRule *rule);

/* The weight of the cell at this distance, or of the cell itself, on which all engines agree;
 * @odd: that the cell's column and row add up to an odd number. */
gint life_larger_weight (const LifeRule *rule, gboolean odd, gint dx, gint dy);

/* The weight of a state. */
guint life_larger_value (const LifeRule *rule, guint state);

/* The lowest and the highest count that there may be. */
typedef struct {
  gint64 lowest, highest;
} LifeLargerLimits;

LifeLargerLimits life_larger_limits (const LifeRule *rule);

/* The count of a cell among dead ones. */
gint64 life_larger_dead_count (const LifeRule *rule);

/* A cell that weighs something, as seen from another one. */
typedef struct {
  gint16 dx, dy;
  gint32 weight;
} LifeLargerTap;

/*
 * life_larger_taps:
 * @odd: as life_larger_weight() has it
 * @stride: 0; or how many columns further left a cell is whose count differs by these
 *
 * Returns: (transfer full): #LifeLargerTap, row by row; the cell itself counts only where its
 *   neighborhood gives it a weight, not as the rule's middle
 */
GArray *life_larger_taps (const LifeRule *rule, gboolean odd, guint stride);

G_END_DECLS
