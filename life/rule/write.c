/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes rules in their canonical spelling. */
#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/table/table.h"

/* Whether one-digit counts cannot express it, or take more text. */
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
  /* Single counts above 9 need a comma too, or they would be read as digits. */
  if (list && strpbrk (text->str, ",.") == NULL)
    g_string_insert_c (
        text, rule->birth >> 10 != 0 ? (gssize) birth_end : -1, ',');
}

/* Golly reads the number without a letter. */
static void
append_states (GString *text, const LifeRule *rule)
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

static void
append_map (GString *text, const LifeRule *rule)
{
  LifeArrangements birth, survival;

  if (!life_hensel_from_map (rule->map, &birth, &survival)) {
    life_rule_append_map (text, rule);
    return;
  }
  g_string_append_c (text, 'B');
  life_hensel_append (text, &birth);
  g_string_append (text, "/S");
  life_hensel_append (text, &survival);
}

static void
append_side (GString *text, guint32 cells, gboolean twisted, gint32 shift)
{
  g_string_append_printf (text, "%u%s", cells, twisted ? "*" : "");
  if (shift != 0)
    g_string_append_printf (text, "%+d", shift);
}

static void
append_grid (GString *text, const LifeGeometry *grid, guint dimensions)
{
  gboolean klein = grid->topology == LIFE_TOPOLOGY_KLEIN;

  g_string_append_printf (text, ":%c", "TPKCS"[grid->topology]);
  append_side (
      text, grid->width, klein && !grid->vertical_twist, grid->shift_x);
  if (grid->topology == LIFE_TOPOLOGY_SPHERE)
    return;
  g_string_append_c (text, ',');
  append_side (
      text, grid->height, klein && grid->vertical_twist, grid->shift_y);
  if (dimensions == 3)
    g_string_append_printf (text, ",%u", grid->depth);
}

gchar *
life_rule_to_string (const LifeRule *rule)
{
  GString *text;
  LifeRule simple;

  g_return_val_if_fail (rule != NULL, NULL);

  simple = life_rule_value (rule);
  life_rule_simplify (&simple);
  text = g_string_new (NULL);
  switch (simple.family) {
    case LIFE_FAMILY_LARGER_THAN_LIFE:
      life_rule_append_larger (text, &simple);
      break;
    case LIFE_FAMILY_WOLFRAM:
      g_string_append_printf (text, "W%u", simple.wolfram);
      break;
    case LIFE_FAMILY_TABLE:
      g_string_append (text, rule->table->name);
      break;
    case LIFE_FAMILY_MAP:
      append_map (text, &simple);
      append_states (text, &simple);
      break;
    default:
      append_counts (text, &simple);
      append_states (text, &simple);
      append_neighborhood (text, &simple);
      break;
  }
  if (rule->bounded)
    append_grid (text, &rule->grid, rule->dimensions);
  return g_string_free (text, FALSE);
}
