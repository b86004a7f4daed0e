/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the rule parser: any text is a rule or an error, and what is a rule
 * is the same one after it was written and read again. */
#include <stdlib.h>

#include <life/error.h>
#include <life/rule.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check (const gchar *text, guint dimensions)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *written = NULL;
  LifeRule rule, again;

  if (!life_rule_parse (text, dimensions, &rule, &error)) {
    if (!g_error_matches (error, LIFE_ERROR, LIFE_ERROR_RULE)
        || !g_utf8_validate (error->message, -1, NULL))
      abort ();
    return;
  }
  written = life_rule_to_string (&rule);
  if (!life_rule_parse (written, dimensions, &again, NULL)
      || !life_rule_equal (&rule, &again) || rule.bounded != again.bounded
      || rule.grid.width != again.grid.width
      || rule.grid.height != again.grid.height
      || rule.grid.depth != again.grid.depth
      || rule.grid.topology != again.grid.topology)
    abort ();
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);

  check (text, 2);
  check (text, 3);
  return 0;
}
