/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules as plain values, whose members tests read and set. */
#pragma once

#include "life/rule/rule-private.h"

/* As life_rule_parse_in(), into @rule. What it borrows stays until the program ends. */
static inline gboolean
parse_rule_in (const gchar *text, guint dimensions, const gchar *const *folders,
    LifeRule *rule, GError **error)
{
  static GPtrArray *stored;
  g_autoptr (LifeRule) parsed =
      life_rule_parse_in (text, dimensions, folders, error);

  *rule = (LifeRule){ 0 };
  if (parsed == NULL)
    return FALSE;
  *rule = *parsed;
  rule->references = 0;
  if (stored == NULL)
    stored = g_ptr_array_new ();
  if (rule->table != NULL || rule->counts != NULL || rule->weights != NULL
      || rule->alternate != NULL)
    g_ptr_array_add (stored, g_steal_pointer (&parsed));
  return TRUE;
}

static inline gboolean
parse_rule (const gchar *text, guint dimensions, LifeRule *rule, GError **error)
{
  return parse_rule_in (text, dimensions, NULL, rule, error);
}
