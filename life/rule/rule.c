/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads rules, family by family, and compares them; the families' notations
 * have files of their own, B3/S23 and its kin counts.c. */
#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/table/names.h"
#include "life/rule/table/table.h"

/* --- The families --- */

/* Wolfram's "W30". */
static gboolean
read_wolfram (LifeRuleReader *reader, LifeRule *rule)
{
  const gchar *at;
  guint64 number;

  life_rule_accept (reader, 'w');
  life_rule_peek (reader);
  at = reader->at;
  number = life_rule_read_number (reader);
  if (number > G_MAXUINT8)
    return life_rule_fail_at (
        reader, at, "Wolfram's rules are numbered from 0 to 255");
  if (life_rule_peek (reader) != '\0')
    return life_rule_fail_expected (reader, "the end");
  rule->family = LIFE_FAMILY_WOLFRAM;
  rule->wolfram = number;
  return TRUE;
}

/* Evans' five numbers between commas: "5,34,45,34,58". */
static gboolean
is_five (const LifeRuleReader *reader)
{
  guint commas = 0;

  for (const gchar *c = reader->at; c < reader->end; c++) {
    if (!g_ascii_isdigit (*c) && !g_ascii_isspace (*c) && *c != ',')
      return FALSE;
    commas += *c == ',';
  }
  return commas == 4;
}

static gboolean
is_map (LifeRuleReader *reader)
{
  life_rule_peek (reader);
  return reader->end - reader->at >= 3
         && g_ascii_strncasecmp (reader->at, "MAP", 3) == 0;
}

/* The families of 2D that are recognized by their start; NULL: none of them. */
static gboolean (*find_family_2d (LifeRuleReader *reader)) (
    LifeRuleReader *reader, LifeRule *rule)
{
  gchar c = life_rule_peek (reader);
  gboolean number = g_ascii_isdigit (life_rule_peek_after (reader));

  if (c == 'w' && number)
    return read_wolfram;
  if ((c == 'r' && number) || is_five (reader))
    return life_rule_read_larger;
  return is_map (reader) ? life_rule_read_map : NULL;
}

static gboolean
read_family (LifeRuleReader *reader, LifeRule *rule)
{
  gboolean (*read) (LifeRuleReader *, LifeRule *) = find_family_2d (reader);

  if (read == NULL)
    return life_rule_read_counts (reader, rule);
  if (reader->dimensions == 3)
    return life_rule_fail_at (reader, reader->at,
        "this is 2D notation (world-depth 1); a 3D rule has counts of 0 to 26"
        " (B6/S567, B6/S5..7)");
  if (!read (reader, rule))
    return FALSE;
  return life_rule_peek (reader) == '\0'
         || life_rule_fail_expected (reader, "the end");
}

/* --- The text --- */

/* Reads the rule of a well-known name. */
static gboolean
read_named (LifeRuleReader *reader, const gchar *text, LifeRule *rule)
{
  LifeRuleReader named = { text, text, text + strlen (text), reader->dimensions,
    reader->error };

  return read_family (&named, rule);
}

/* Everything but the suffix. */
static gboolean
read_body (LifeRuleReader *reader, LifeRule *rule)
{
  gsize length = reader->end - reader->at;
  LifeRuleReader family = *reader;
  LifeRule empty = *rule;
  GError *problem = NULL;
  const gchar *named;

  named = life_rule_lookup_name (reader->at, length, reader->dimensions);
  if (named != NULL)
    return read_named (reader, named, rule);
  if (life_rule_lookup_name (reader->at, length, 5 - reader->dimensions)) {
    life_rule_peek (reader);
    return life_rule_fail_at (reader, reader->at,
        reader->dimensions == 3
            ? "this is the name of a 2D rule (world-depth 1); a 3D rule is "
              "given"
              " by its counts (B6/S567) or a name (clouds)"
            : "this is the name of a 3D rule, which needs a world-depth of more"
              " than 1");
  }
  family.error = &problem;
  if (read_family (&family, rule))
    return TRUE;
  *rule = empty;
  return life_rule_read_table (reader, problem, rule);
}

static gboolean
read_rule (LifeRuleReader *reader, LifeRule *rule)
{
  const gchar *colon = strchr (reader->text, ':');
  const gchar *end = reader->text + strlen (reader->text);

  reader->end = colon != NULL ? colon : end;
  if (!read_body (reader, rule))
    return FALSE;
  if (colon == NULL)
    return TRUE;
  reader->at = colon + 1;
  reader->end = end;
  return life_rule_read_grid (reader, rule);
}

static LifeRule *
new_rule (guint dimensions)
{
  LifeRule *rule = g_new0 (LifeRule, 1);

  rule->references = 1;
  rule->family = LIFE_FAMILY_TOTALISTIC;
  rule->neighborhood = LIFE_NEIGHBORHOOD_MOORE;
  rule->dimensions = dimensions;
  rule->states = 2;
  return rule;
}

static LifeRule *
parse (const gchar *text, guint dimensions, const gchar *const *folders,
    GError **error)
{
  LifeRuleReader reader = { text, text, NULL, dimensions, error, folders };
  g_autoptr (LifeRule) rule = new_rule (dimensions);

  return read_rule (&reader, rule) ? g_steal_pointer (&rule) : NULL;
}

/* Of a text that may be in either number of dimensions. A suffix of one side says
 * nothing; only what 2D does not know is read in 3D then. */
static LifeRule *
parse_open (const gchar *text, const gchar *const *folders, GError **error)
{
  const gchar *suffix = strchr (text, ':');
  const gchar *second = suffix != NULL ? strchr (suffix, ',') : NULL;
  const gchar *third = second != NULL ? strchr (second + 1, ',') : NULL;
  GError *problem = NULL;
  LifeRule *rule;

  if (third != NULL && g_ascii_strtoull (third + 1, NULL, 10) > 1)
    return parse (text, 3, folders, error);
  rule = parse (text, 2, folders, &problem);
  if (rule == NULL && suffix != NULL && second == NULL)
    rule = parse (text, 3, folders, NULL);
  if (rule == NULL)
    g_propagate_error (error, problem);
  else
    g_clear_error (&problem);
  return rule;
}

LifeRule *
life_rule_parse (const gchar *text, guint dimensions, GError **error)
{
  return life_rule_parse_in (text, dimensions, NULL, error);
}

LifeRule *
life_rule_parse_in (const gchar *text, guint dimensions,
    const gchar *const *folders, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (dimensions <= 3 && dimensions != 1, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return dimensions != 0 ? parse (text, dimensions, folders, error)
                         : parse_open (text, folders, error);
}

LifeRule *
life_rule_load (const gchar *path, GError **error)
{
  LifeRuleTable *table;
  LifeRule *rule;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  table = life_rule_table_load (path, error);
  if (table == NULL)
    return NULL;
  rule = new_rule (2);
  life_rule_take_table (rule, table);
  return rule;
}

/* --- Whether two are the same --- */

/* All empty ranges are equal. */
static gboolean
same_range (LifeCountRange a, LifeCountRange b)
{
  return (a.first == b.first && a.last == b.last)
         || (a.first > a.last && b.first > b.last);
}

gboolean
life_rule_equal (const LifeRule *a, const LifeRule *b)
{
  guint64 map_a[8], map_b[8];

  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->dimensions != b->dimensions || a->states != b->states)
    return FALSE;
  if (a->family == b->family && a->neighborhood == b->neighborhood
      && a->birth == b->birth && a->survival == b->survival
      && memcmp (a->map, b->map, sizeof (a->map)) == 0 && a->radius == b->radius
      && a->middle == b->middle && same_range (a->birth_range, b->birth_range)
      && same_range (a->survival_range, b->survival_range)
      && life_rule_table_equal (a->table, b->table) && a->wolfram == b->wolfram)
    return TRUE;
  return life_rule_to_map (a, map_a) && life_rule_to_map (b, map_b)
         && memcmp (map_a, map_b, sizeof (map_a)) == 0;
}
