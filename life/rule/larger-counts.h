/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The counts with which cells of Larger than Life are born and survive, where two ranges do not
 * hold them. */
#pragma once

#include "life/rule/rule-private.h"

G_BEGIN_DECLS

/*
 * LifeLargerCounts:
 * @birth: the counts of a birth, as #LifeCountRange: ascending, with counts in between
 * @survival: those of a survival
 *
 * Each rule that has them has a reference; they do not change.
 */
typedef struct _LifeLargerCounts {
  gint references;
  GArray *birth, *survival;
} LifeLargerCounts;

/* Returns: (transfer full): counts that have a reference to each of the two */
LifeLargerCounts *life_larger_counts_new (GArray *birth, GArray *survival);
LifeLargerCounts *life_larger_counts_ref (LifeLargerCounts *counts);
void life_larger_counts_unref (LifeLargerCounts *counts);

/* Sorts @ranges, and joins those that touch. */
void life_larger_ranges_join (GArray *ranges);

/* Returns: (transfer full): the counts, without the cell itself, of which a dead cell is born
 * or a live one survives */
GArray *life_larger_ranges (const LifeRule *rule, gboolean survival);

/* Whether a dead cell with @count is born, or where @state is 1 a live one survives. */
gboolean life_larger_lives (const LifeRule *rule, guint state, gint64 count);

/*
 * life_larger_list:
 * @itself: what a live cell adds to its own count
 * @highest: the highest count
 * @words: (out): how many there are
 *
 * Makes what life_next_counted() reads.
 *
 * Returns: (transfer full): the words
 */
guint32 *life_larger_list (
    const LifeRule *rule, guint itself, guint highest, gsize *words);

G_END_DECLS
