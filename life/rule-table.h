/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules from inside: what a LifeRuleTable holds. How their text is read is
 * in rule-table-reader.h, where they are found in rule-table-find.c. */
#pragma once

#include <life/rule.h>

#include "life/table.h"

G_BEGIN_DECLS

/* Immutable, and never freed: see life_rule_table_intern(). */
struct _LifeRuleTable {
  gchar *name;
  LifeTree tree;
  guint32 *entries; /* tree.n_entries of them */
  guint32 *colors; /* of 256 states, ARGB; 0 where none is given; may be NULL */
};

G_END_DECLS
