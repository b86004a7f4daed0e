/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inside of a LifeRuleTable, and the steps of making one: found (table-file.c),
 * read (table-reader.c and table-lines.c), built (table-tree.h). */
#pragma once

#include "life/base/reader.h"
#include "life/rule/table/table-tree.h"

G_BEGIN_DECLS

/* The largest file of a table rule: 16 MiB. */
#define LIFE_TABLE_TEXT_MAX (G_GUINT64_CONSTANT (1) << 24)

/* The data for looking up a rule's next states. */
typedef struct {
  LifeTree tree;
  guint32 *entries; /* tree.n_entries of them, from g_malloc() */
  guint32 *colors;  /* of 256 states, ARGB; 0 if none is given; may be NULL */
  gchar **names;    /* of 256 states; NULL if none is given; may be NULL */
} LifeTransitions;

/* Of a History rule: the map of the rule of two states that its odd states live by, and what
 * becomes of a cell near those states; else @next is NULL. */
typedef struct {
  guint64 map[8];
  guint (*next) (guint itself, guint64 near, gboolean lives);
} LifeTableHistory;

/* The transitions of a table rule, which are constant; @name is the rule's name without a
 * suffix. Each rule that uses it has a reference. */
typedef struct _LifeRuleTable {
  gint references;
  gchar *name;
  LifeTree tree;
  guint32 *entries; /* tree.n_entries of them */
  guint32 *colors;  /* of 256 states, ARGB; 0 if none is given; may be NULL */
  gchar **names;    /* of 256 states; NULL if none is given; may be NULL */

  /* Of a cyclic rule: so many neighbors in the next state change a cell; else 0. */
  guint threshold;
  LifeTableHistory history;

  /* life/rule/network/table-network.h */
  struct _LifeNetwork *networks[8]; /* by planes */
  guint networks_sought;            /* bit n: that of n planes */
} LifeRuleTable;

/* Returns: (transfer full): a table of that name, which owns @transitions from then on */
LifeRuleTable *life_rule_table_new (
    const gchar *name, LifeTransitions transitions);

LifeRuleTable *life_rule_table_ref (LifeRuleTable *table);
void life_rule_table_unref (LifeRuleTable *table);

/* Whether both have the same transitions, whatever their names. */
gboolean life_rule_table_equal (const LifeRuleTable *a, const LifeRuleTable *b);

/* The color of a state in the rule's file, or 0. */
guint32 life_rule_table_get_color (const LifeRuleTable *table, guint state);

/* The name of a state in the rule's file, or NULL. */
const gchar *life_rule_table_get_name (const LifeRuleTable *table, guint state);

/* Frees the names of states, or NULL. */
void life_rule_table_free_names (gchar **names);

/* Reads the text of a .rule file. */
gboolean life_rule_table_read (
    LifeReader *reader, LifeTransitions *transitions, GError **error);

/* The same for the older pair of files: @reader's has the content of @TABLE (or
 * @TREE where @tree), @colors (nullable) that of @COLORS. */
gboolean life_rule_table_read_parts (LifeReader *reader, gboolean tree,
    LifeReader *colors, LifeTransitions *transitions, GError **error);

/* Whether the line is blank, or only a comment. */
gboolean life_rule_table_at_blank_line (const LifeReader *reader);

/* Whether the next section starts here, or the text ends. */
gboolean life_rule_table_at_section_end (const LifeReader *reader);

/* Read the sections @TABLE and @TREE. */
gboolean life_rule_table_read_lines (
    LifeReader *reader, LifeTransitions *transitions, GError **error);
gboolean life_rule_table_read_tree (
    LifeReader *reader, LifeTransitions *transitions, GError **error);

/*
 * life_rule_table_find:
 * @name: a rule's name, not terminated
 * @length: its length
 * @folders: (nullable): searched first: folders, or pattern files that may
 *   contain the rule; %NULL-terminated
 * @found: set to %FALSE if there is no such rule
 *
 * Returns: (transfer full): the table, or %NULL
 */
LifeRuleTable *life_rule_table_find (const gchar *name, gsize length,
    const gchar *const *folders, gboolean *found, GError **error);

/* The table in a file; its name is the file's without the ending. */
LifeRuleTable *life_rule_table_load (const gchar *path, GError **error);

/* The table of a rule that needs no file. @exact: spelling matters. */
LifeRuleTable *life_rule_table_builtin (const gchar *name, gboolean exact);

/* Adds copies of the names of those rules. */
void life_rule_table_add_builtin_names (GPtrArray *names);

/* neumann.c: the rules that are computed, not read. */
LifeRuleTable *life_rule_table_neumann (const gchar *name);
LifeRuleTable *life_rule_table_nobili (const gchar *name);
LifeRuleTable *life_rule_table_hutton (const gchar *name);

G_END_DECLS
