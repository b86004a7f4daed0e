/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inside of a LifeRuleTable, and the steps of making one: found (find.c),
 * read (reader.c and lines.c), built (tree.h), kept (table.c). */
#pragma once

#include <life/rule.h>

#include "life/base/reader.h"
#include "life/rule/table/tree.h"

G_BEGIN_DECLS

/* The largest file of a table rule: 16 MiB. */
#define LIFE_TABLE_TEXT_MAX (G_GUINT64_CONSTANT (1) << 24)

/* The data for looking up a rule's next states. */
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
 * @transitions: (transfer full): its transitions and colors
 *
 * Returns: (transfer none): the table with that name, content and colors, which
 *   is always the same until the process ends
 */
const LifeRuleTable *life_rule_table_keep (
    const gchar *name, LifeTransitions transitions);

/* Whether both have the same transitions, whatever their names. */
gboolean life_rule_table_equal (const LifeRuleTable *a, const LifeRuleTable *b);

/* Makes @rule a rule of that table, without a bounded grid. */
void life_rule_table_fill (const LifeRuleTable *table, LifeRule *rule);

/* Reads the text of a .rule file. */
gboolean life_rule_table_read (
    LifeReader *reader, LifeTransitions *transitions, GError **error);

/* The same for the older pair of files: @reader's has the content of @TABLE (or
 * @TREE where @tree), @colors (nullable) that of @COLORS. */
gboolean life_rule_table_read_old (LifeReader *reader, gboolean tree,
    LifeReader *colors, LifeTransitions *transitions, GError **error);

/* Read the sections @TABLE and @TREE. */
gboolean life_rule_table_read_lines (
    LifeReader *reader, LifeTransitions *transitions, GError **error);
gboolean life_rule_table_read_tree (
    LifeReader *reader, LifeTransitions *transitions, GError **error);

/*
 * life_rule_table_find:
 * @name: a rule's name, not terminated
 * @length: its length
 * @folders: (nullable): where to look first: folders, or pattern files that may
 *   contain the rule; %NULL-terminated
 * @found: set to %FALSE where there is no such rule
 *
 * Returns: (transfer none): the table, or %NULL
 */
const LifeRuleTable *life_rule_table_find (const gchar *name, gsize length,
    const gchar *const *folders, gboolean *found, GError **error);

/* The table of a rule that needs no file. @exact: spelling matters. */
const LifeRuleTable *life_rule_table_builtin (
    const gchar *name, gboolean exact);

/* Adds copies of the names of those rules. */
void life_rule_table_add_builtin_names (GPtrArray *names);

G_END_DECLS
