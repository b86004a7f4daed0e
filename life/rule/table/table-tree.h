/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Building decision trees in which equal nodes are one node: how the
 * transitions of a table rule become a LifeTree. Their text is read
 * elsewhere. */
#pragma once

#include <glib.h>

#include "life/rule/table/table-lookup.h"

G_BEGIN_DECLS

#define LIFE_TABLE_STATES 256
#define LIFE_TABLE_INPUTS 9

/* A set of states. */
typedef struct {
  guint64 bits[LIFE_TABLE_STATES / 64];
} LifeStates;

static inline gboolean
life_states_has (const LifeStates *states, guint state)
{
  return states->bits[state / 64] >> state % 64 & 1;
}

static inline void
life_states_add (LifeStates *states, guint state)
{
  states->bits[state / 64] |= G_GUINT64_CONSTANT (1) << state % 64;
}

typedef struct _LifeTreeBuilder LifeTreeBuilder;

/* A tree over @neighbors (8, 6, 4 or 2) and the cell itself, in which no cell
 * changes. */
LifeTreeBuilder *life_tree_builder_new (
    guint states, guint neighbors, gboolean itself_first);
void life_tree_builder_free (LifeTreeBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeTreeBuilder, life_tree_builder_free)

/* Makes @output the next state of cells whose state is in @inputs[0] and whose
 * neighbors' states are in @inputs[1] and on, in the order of
 * life_next_tabled(). FALSE if the tree would be too large or take too
 * long. */
gboolean life_tree_builder_set (
    LifeTreeBuilder *self, const LifeStates *inputs, guint output);

/* The same for neighbors whose states are in these sets in any permutation. */
gboolean life_tree_builder_set_permuted (
    LifeTreeBuilder *self, const LifeStates *inputs, guint output);

/* Adds a node: @entries are nodes that were added before, one level down, or in
 * @level 0 states. Returns its number, the same for equal nodes, or -1 where
 * there is no room. */
gint64 life_tree_builder_add (
    LifeTreeBuilder *self, guint level, const guint32 *entries);
void life_tree_builder_set_root (LifeTreeBuilder *self, guint32 node);

/* How many entries a tree may have. */
guint32 life_tree_entries_max (void);

guint life_tree_builder_get_states (const LifeTreeBuilder *self);

/* The entries of the tree, with numbers that depend only on the transitions. */
guint32 *life_tree_builder_finish (LifeTreeBuilder *self, LifeTree *tree);

G_END_DECLS
