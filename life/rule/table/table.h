/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules from inside: what a LifeRuleTable holds, and the steps in which one
 * comes to be: found (find.c), read (reader.c and
 * lines.c), built (tree.h), kept (table.c). */
#pragma once

#include <life/rule.h>

#include "life/base/reader.h"
#include "life/rule/table/tree.h"

G_BEGIN_DECLS

/* No file of a table rule is longer: 16 MiB. */
#define LIFE_TABLE_TEXT_MAX (G_GUINT64_CONSTANT (1) << 24)

/* How a rule's next states are looked up. */
typedef struct {
  LifeTree tree;
  guint32 *entries; /* tree.n_entries of them, from g_malloc() */
  guint32 *colors; /* of 256 states, ARGB; 0 where none is given; may be NULL */
} LifeTransitions;

/* Immutable, and never freed: see life_rule_table_keep(). */
struct _LifeRuleTable {
  gchar *name;
  LifeTree tree;
  guint32 *entries; /* tree.n_entries of them */
  guint32 *colors; /* of 256 states, ARGB; 0 where none is given; may be NULL */
};

/*
 * life_rule_table_keep:
 * @name: the rule's
 * @transitions: (transfer full): what it does and how it looks
 *
 * Returns: (transfer none): the table with that name, content and colors, which is
 *   one and the same for as long as the process lives
 */
const LifeRuleTable *life_rule_table_keep (
    const gchar *name, LifeTransitions transitions);

/* Whether both have the same transitions, whatever they are called. */
gboolean life_rule_table_equal (const LifeRuleTable *a, const LifeRuleTable *b);

/* Makes @rule that table's, on no bounded grid. */
void life_rule_table_fill (const LifeRuleTable *table, LifeRule *rule);

/* Reads the text of a .rule file. */
gboolean life_rule_table_read (
    LifeReader *reader, LifeTransitions *transitions, GError **error);

/* The same from the older pair of files: @reader's has what stands under @TABLE
 * (or @TREE where @tree), @colors (nullable) what stands under @COLORS. */
gboolean life_rule_table_read_old (LifeReader *reader, gboolean tree,
    LifeReader *colors, LifeTransitions *transitions, GError **error);

/* Read what stands under @TABLE and @TREE, up to the next section. */
gboolean life_rule_table_read_lines (
    LifeReader *reader, LifeTransitions *transitions, GError **error);
gboolean life_rule_table_read_tree (
    LifeReader *reader, LifeTransitions *transitions, GError **error);

/*
 * life_rule_table_find:
 * @name: a rule's name, not terminated
 * @length: its length
 * @folders: (nullable): where to look first: folders, or pattern files that may
 *   hold the rule themselves; %NULL-terminated
 * @found: set to %FALSE where there is no such rule, whatever else is wrong
 *
 * Returns: (transfer none): the table, or %NULL
 */
const LifeRuleTable *life_rule_table_find (const gchar *name, gsize length,
    const gchar *const *folders, gboolean *found, GError **error);

/* The table of a rule that needs no file. @exact: its spelling counts. */
const LifeRuleTable *life_rule_table_builtin (
    const gchar *name, gboolean exact);

/* Adds copies of the names of those rules. */
void life_rule_table_add_builtin_names (GPtrArray *names);

G_END_DECLS
