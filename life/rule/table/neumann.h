/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table rules that are computed, not read: von Neumann's and its
 * relatives. */
#pragma once

#include "life/rule/table/table.h"

LifeRuleTable *life_rule_table_neumann (const gchar *name);
LifeRuleTable *life_rule_table_nobili (const gchar *name);
LifeRuleTable *life_rule_table_hutton (const gchar *name);
