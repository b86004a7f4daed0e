/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes rules in their one canonical spelling. */
#include <life/rule.h>

#include <string.h>

/* Whether one-digit counts side by side cannot say it, or say it longer. */
static gboolean
wants_list (guint32 counts)
{
  return counts >> 10 != 0 || (counts & counts >> 1 & counts >> 2) != 0;
}

static void
append_list (GString *text, guint32 counts)
{
  const gchar *separator = "";
  guint first, last;

  for (first = 0; first <= 26; first = last + 1) {
    last = first;
    if ((counts >> first & 1) == 0)
      continue;
    while ((counts >> (last + 1) & 1) != 0)
      last++;
    if (last == first + 1)
      last = first;
    g_string_append_printf (text, "%s%u", separator, first);
    if (last > first)
      g_string_append_printf (text, "..%u", last);
    separator = ",";
  }
}

static void
append_digits (GString *text, guint32 counts)
{
  guint count;

  for (count = 0; count <= 9; count++) {
    if ((counts >> count & 1) != 0)
      g_string_append_printf (text, "%u", count);
  }
}

static void
append_counts (GString *text, const LifeRule *rule)
{
  gboolean list = rule->dimensions == 3
                  && (wants_list (rule->birth) || wants_list (rule->survival));
  void (*append) (GString *, guint32) = list ? append_list : append_digits;
  gsize birth_end;

  g_string_append_c (text, 'B');
  append (text, rule->birth);
  birth_end = text->len;
  g_string_append (text, "/S");
  append (text, rule->survival);
  /* Lone counts above 9 need a comma too, or they would read as digits. */
  if (list && strpbrk (text->str, ",.") == NULL)
    g_string_insert_c (
        text, rule->birth >> 10 != 0 ? (gssize) birth_end : -1, ',');
}

gchar *
life_rule_to_string (const LifeRule *rule)
{
  GString *text;

  g_return_val_if_fail (rule != NULL, NULL);

  text = g_string_new (NULL);
  append_counts (text, rule);
  if (rule->bounded) {
    g_string_append_printf (text, ":%c%u,%u",
        rule->grid.topology == LIFE_TOPOLOGY_TORUS ? 'T' : 'P',
        rule->grid.width, rule->grid.height);
    if (rule->dimensions == 3)
      g_string_append_printf (text, ",%u", rule->grid.depth);
  }
  return g_string_free (text, FALSE);
}
