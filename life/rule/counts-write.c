/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes B3/S23 and its kin in their canonical spelling, and compares them. */
#include <string.h>

#include "life/rule/notation.h"

/* Whether one-digit counts cannot express them, or need more text. */
static gboolean
needs_list (guint32 counts)
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
                  && (needs_list (rule->birth) || needs_list (rule->survival));
  void (*append) (GString *, guint32) = list ? append_list : append_digits;
  gsize birth_end;

  g_string_append_c (text, 'B');
  append (text, rule->birth);
  birth_end = text->len;
  g_string_append (text, "/S");
  append (text, rule->survival);
  /* Single counts above 9 need a comma too, or they would be read as digits. */
  if (list && strpbrk (text->str, ",.") == NULL)
    g_string_insert_c (
        text, rule->birth >> 10 != 0 ? (gssize) birth_end : -1, ',');
}

void
life_rule_append_states (GString *text, const LifeRule *rule)
{
  if (rule->states > 2)
    g_string_append_printf (text, "/%u", rule->states);
}

static void
append_neighborhood (GString *text, const LifeRule *rule)
{
  switch (rule->neighborhood) {
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      g_string_append_c (text, rule->dimensions == 3 ? 'F' : 'V');
      break;
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      g_string_append_c (text, 'H');
      break;
    case LIFE_NEIGHBORHOOD_CORNERS:
      g_string_append_c (text, 'C');
      break;
    case LIFE_NEIGHBORHOOD_EDGES:
      g_string_append_c (text, 'E');
      break;
    default:
      break;
  }
}

void
life_rule_append_counts (GString *text, const LifeRule *rule)
{
  append_counts (text, rule);
  life_rule_append_states (text, rule);
  append_neighborhood (text, rule);
}

gboolean
life_rule_is_same_counts (const LifeRule *a, const LifeRule *b)
{
  return a->birth == b->birth && a->survival == b->survival;
}
