/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the rule parser: any text is a rule or an error, and a rule is the
 * same after it was written and read again, and is then written the same. */
#include <string.h>

#include <life/rule.h>

#include "tests/fuzz/fuzz.h"

static gboolean
same_grid (const LifeGeometry *a, const LifeGeometry *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return memcmp (a, b, sizeof *a) == 0;
}

static void
check_rule (const gchar *text, guint dimensions)
{
  GError *error = NULL;
  g_autofree gchar *written = NULL;
  g_autofree gchar *once_more = NULL;
  g_autoptr (LifeRule) rule = life_rule_parse (text, dimensions, &error);
  g_autoptr (LifeRule) again = NULL;

  if (rule == NULL) {
    check_error (error, LIFE_ERROR_RULE);
    return;
  }
  written = life_rule_to_string (rule);
  again = life_rule_parse (written, dimensions, NULL);
  check (again != NULL && life_rule_equal (rule, again)
         && same_grid (life_rule_get_grid (rule), life_rule_get_grid (again)));
  once_more = life_rule_to_string (again);
  check (g_str_equal (written, once_more));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);

  check_rule (text, 2);
  check_rule (text, 3);
  return 0;
}
