/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads, compares and writes rules, as the table of families has them; the families' notations
 * have files of their own. */
#include <string.h>

#include "life/rule/families.h"
#include "life/rule/larger-weights.h"
#include "life/rule/table/names.h"
#include "life/rule/table/rule-table.h"

/* --- The text --- */

static gboolean
read_family (LifeRuleReader *reader, LifeRule *rule)
{
  const LifeRuleFamily *family = life_family_recognize (reader);

  if (family->dimensions != 0 && family->dimensions != reader->dimensions)
    return life_rule_fail_at (reader, reader->at,
        "this is 2D notation (world-depth 1); a 3D rule has counts of 0 to 26"
        " (B6/S567, B6/S5..7)");
  return family->read (reader, rule)
         && (life_rule_peek (reader) == '\0'
             || life_rule_fail_expected (reader, "the end"));
}

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

static gboolean
counts_or_maps (const LifeRule *rule)
{
  return rule->family == LIFE_FAMILY_TOTALISTIC
         || rule->family == LIFE_FAMILY_MAP;
}

/* Whether one engine can run both, in turn; @at is where the second begins. */
static gboolean
check_pair (LifeRuleReader *reader, const gchar *at, const LifeRule *first,
    const LifeRule *second)
{
  if (first->alternate != NULL || second->alternate != NULL)
    return life_rule_fail_at (reader, at,
        "a Margolus rule alternates between two sets of blocks, and with no"
        " other rule");
  if (first->states != second->states)
    return life_rule_fail_at (reader, at,
        "rules that alternate have as many states as each other: the first has "
        "%u, this one %u",
        first->states, second->states);
  if (first->family == second->family
      || (first->states == 2 && counts_or_maps (first)
          && counts_or_maps (second)))
    return TRUE;
  return life_rule_fail_at (reader, at,
      "rules that alternate are of one kind: both are counts, letters or maps, "
      "or Larger than Life, or Wolfram's, or tables");
}

/* Reads what follows the bar, the rule of odd generations. */
static gboolean
read_alternate (LifeRuleReader *reader, LifeRule *rule)
{
  g_autoptr (LifeRule) second = new_rule (reader->dimensions);
  const gchar *at = reader->at;
  const gchar *bar = memchr (at, '|', reader->end - at);

  if (bar != NULL)
    return life_rule_fail_at (
        reader, bar, "at most two rules alternate, parted by one \"|\"");
  if (!read_body (reader, second) || !check_pair (reader, at, rule, second))
    return FALSE;
  rule->alternate = g_steal_pointer (&second);
  return TRUE;
}

static gboolean
read_rule (LifeRuleReader *reader, LifeRule *rule)
{
  const gchar *colon = strchr (reader->text, ':');
  const gchar *end = reader->text + strlen (reader->text);
  const gchar *first_end = colon != NULL ? colon : end;
  const gchar *bar = memchr (reader->text, '|', first_end - reader->text);

  reader->end = bar != NULL ? bar : first_end;
  if (!read_body (reader, rule))
    return FALSE;
  if (bar != NULL) {
    reader->at = bar + 1;
    reader->end = first_end;
    if (!read_alternate (reader, rule))
      return FALSE;
  }
  if (colon == NULL)
    return TRUE;
  reader->at = colon + 1;
  reader->end = end;
  return life_rule_read_grid (reader, rule);
}

static LifeRule *
parse (const gchar *text, guint dimensions, const gchar *const *folders,
    GError **error)
{
  LifeRuleReader reader = { text, text, NULL, dimensions, error, folders };
  g_autoptr (LifeRule) rule = new_rule (dimensions);

  return read_rule (&reader, rule) ? g_steal_pointer (&rule) : NULL;
}

/* Parses a text that may be in either number of dimensions. A suffix of one side fits both;
 * such a text is read in 3D only if it is no 2D rule. */
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
  life_rule_set_table (rule, table);
  return rule;
}

/* --- Whether two are the same --- */

/* Whether @rule depends only on the 9 cells of a map, which is then set. */
static gboolean
to_map (const LifeRule *rule, guint64 map[8])
{
  const LifeRuleFamily *family = life_family_get (rule->family);

  if (rule->dimensions != 2 || rule->radius > 1 || family->to_map == NULL
      || (rule->weights != NULL
          && (rule->weights->grid == 'L'
              || rule->neighborhood == LIFE_NEIGHBORHOOD_WEIGHTED)))
    return FALSE;
  family->to_map (rule, map);
  return TRUE;
}

/* What they do in one generation. */
static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  guint64 map_a[8], map_b[8];

  if (a->dimensions != b->dimensions || a->states != b->states)
    return FALSE;
  if (a->family == b->family && a->neighborhood == b->neighborhood
      && life_family_get (a->family)->is_same (a, b))
    return TRUE;
  return to_map (a, map_a) && to_map (b, map_b)
         && memcmp (map_a, map_b, sizeof (map_a)) == 0;
}

gboolean
life_rule_equal (const LifeRule *a, const LifeRule *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return is_same (a, b)
         && is_same (a->alternate != NULL ? a->alternate : a,
             b->alternate != NULL ? b->alternate : b);
}

/* --- Writing --- */

/* One rule, without a suffix. */
static void
append_body (GString *text, const LifeRule *rule)
{
  LifeRule simple = life_rule_value (rule);

  life_rule_simplify (&simple);
  life_family_get (simple.family)->append (text, &simple);
}

gchar *
life_rule_to_string (const LifeRule *rule)
{
  GString *text;

  g_return_val_if_fail (rule != NULL, NULL);

  text = g_string_new (NULL);
  append_body (text, rule);
  if (rule->alternate != NULL && rule->family != LIFE_FAMILY_MARGOLUS) {
    g_string_append_c (text, '|');
    append_body (text, rule->alternate);
  }
  if (rule->bounded)
    life_rule_append_grid (text, &rule->grid, rule->dimensions);
  return g_string_free (text, FALSE);
}
