/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules that need no file. */
#include <string.h>

#include "life/rule-table.h"

const LifeRuleTable *
life_rule_table_builtin (const gchar *name, gboolean exact)
{
  return NULL;
}
