/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Makes the tree of a rule that is a function: a node for each level and all that is seen
 * above it. */
#include "life/rule/table/computed-table.h"

typedef struct {
  const LifeComputedRule *computed;
  LifeTreeBuilder *builder;
  guint itself;
  GHashTable *nodes[LIFE_TABLE_INPUTS]; /* of a level: what was seen → node */
  gboolean full;
} Computing;

const guint8 *
life_rule_table_order (guint neighbors)
{
  static const guint8 order_of_8[] = { 0, 2, 6, 8, 1, 3, 5, 7 };
  static const guint8 order_of_6[] = { 0, 8, 1, 3, 5, 7 };
  static const guint8 order_of_4[] = { 1, 3, 5, 7 };

  return neighbors == 8 ? order_of_8 : neighbors == 6 ? order_of_6 : order_of_4;
}

static guint32 find_node (Computing *self, guint level, guint64 seen);

static guint32
make_node (Computing *self, guint level, guint64 seen)
{
  const LifeComputedRule *computed = self->computed;
  guint32 entries[LIFE_TABLE_STATES];
  guint64 last = 0;
  gint64 node;

  for (guint state = 0; state < computed->states; state++) {
    const guint64 next = computed->see (computed->rule, self->itself, seen,
        computed->neighbors - 1 - level, state);

    if (state > 0 && next == last)
      entries[state] = entries[state - 1];
    else
      entries[state] = level == 0
                           ? computed->next (computed->rule, self->itself, next)
                           : find_node (self, level - 1, next);
    last = next;
  }
  node =
      self->full ? -1 : life_tree_builder_add (self->builder, level, entries);
  self->full |= node < 0;
  return self->full ? 0 : (guint32) node;
}

static guint32
find_node (Computing *self, guint level, guint64 seen)
{
  gpointer node;

  if (self->full)
    return 0;
  if (!g_hash_table_lookup_extended (self->nodes[level], &seen, NULL, &node)) {
    node = GUINT_TO_POINTER (make_node (self, level, seen));
    g_hash_table_insert (
        self->nodes[level], g_memdup2 (&seen, sizeof seen), node);
  }
  return GPOINTER_TO_UINT (node);
}

static void
compute_root (Computing *self)
{
  const LifeComputedRule *computed = self->computed;
  guint32 entries[LIFE_TABLE_STATES];
  gint64 root;

  for (self->itself = 0; self->itself < computed->states; self->itself++) {
    for (guint level = 0; level < computed->neighbors; level++)
      g_hash_table_remove_all (self->nodes[level]);
    entries[self->itself] = find_node (self, computed->neighbors - 1, 0);
  }
  root = self->full ? -1
                    : life_tree_builder_add (
                        self->builder, computed->neighbors, entries);
  self->full |= root < 0;
  if (!self->full)
    life_tree_builder_set_root (self->builder, (guint32) root);
}

LifeRuleTable *
life_rule_table_compute (const LifeComputedRule *computed)
{
  g_autoptr (LifeTreeBuilder) builder =
      life_tree_builder_new (computed->states, computed->neighbors, TRUE);
  Computing self = { computed, builder };
  LifeTransitions transitions = { 0 };

  for (guint level = 0; level < computed->neighbors; level++)
    self.nodes[level] =
        g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  compute_root (&self);
  for (guint level = 0; level < computed->neighbors; level++)
    g_hash_table_unref (self.nodes[level]);
  if (self.full)
    return NULL;
  transitions.entries = life_tree_builder_finish (builder, &transitions.tree);
  return life_rule_table_new (computed->name, transitions);
}
