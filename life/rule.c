/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules from their text, family by family, and whether two are the same; the
 * families' own notations are in the files rule-*.c. */
#include <life/rule.h>

#include <string.h>

#include "life/rule-names.h"
#include "life/rule-reader.h"

static gboolean
read_name (
    LifeRuleReader *reader, guint32 birth, guint32 survival, LifeRule *rule)
{
  life_rule_peek (reader);
  if (reader->dimensions == 3)
    return life_rule_fail_at (reader, reader->at,
        "this is the name of a 2D rule (world-depth 1); a 3D rule is given"
        " by its counts (B6/S567)");
  rule->birth = birth;
  rule->survival = survival;
  return TRUE;
}

/* Text that no family reads: a table rule's name, if anything. @problem is what
 * the family that it resembles most has to say. */
static gboolean
read_unknown (LifeRuleReader *reader, LifeRule *rule, GError *problem)
{
  (void) rule;
  g_propagate_error (reader->error, problem);
  return FALSE;
}

/* All but the suffix. */
static gboolean
read_body (LifeRuleReader *reader, LifeRule *rule)
{
  LifeRuleReader family = *reader;
  LifeRule empty = *rule;
  GError *problem = NULL;
  guint32 birth, survival;

  if (life_rule_lookup_name (
          reader->at, reader->end - reader->at, &birth, &survival))
    return read_name (reader, birth, survival, rule);
  family.error = &problem;
  if (life_rule_read_counts (&family, rule))
    return TRUE;
  *rule = empty;
  return read_unknown (reader, rule, problem);
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
  return life_rule_read_suffix (reader, rule);
}

gboolean
life_rule_parse (
    const gchar *text, guint dimensions, LifeRule *rule, GError **error)
{
  LifeRuleReader reader = { text, text, NULL, dimensions, FALSE, FALSE, error };
  LifeRule parsed;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (dimensions == 2 || dimensions == 3, FALSE);
  g_return_val_if_fail (rule != NULL, FALSE);

  memset (&parsed, 0, sizeof (parsed));
  parsed.family = LIFE_FAMILY_TOTALISTIC;
  parsed.neighbourhood = LIFE_NEIGHBOURHOOD_MOORE;
  parsed.dimensions = dimensions;
  parsed.states = 2;
  if (!read_rule (&reader, &parsed))
    return FALSE;
  *rule = parsed;
  return TRUE;
}

static gboolean
same_range (LifeCountRange a, LifeCountRange b)
{
  return a.first == b.first && a.last == b.last;
}

gboolean
life_rule_equal (const LifeRule *a, const LifeRule *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->family == b->family && a->neighbourhood == b->neighbourhood
         && a->dimensions == b->dimensions && a->states == b->states
         && a->birth == b->birth && a->survival == b->survival
         && memcmp (a->map, b->map, sizeof (a->map)) == 0
         && a->radius == b->radius && a->middle == b->middle
         && same_range (a->birth_range, b->birth_range)
         && same_range (a->survival_range, b->survival_range)
         && a->table == b->table && a->wolfram == b->wolfram;
}
