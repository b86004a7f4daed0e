/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life: reads `R5,C0,M1,S34..58,B34..45,NM` and the five numbers of
 * Evans, and writes the first form. */
#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/sliding.h"

static const gchar neighborhood_letters[] = {
  [LIFE_NEIGHBORHOOD_MOORE] = 'M',
  [LIFE_NEIGHBORHOOD_VON_NEUMANN] = 'N',
  [LIFE_NEIGHBORHOOD_CIRCULAR] = 'C',
  [LIFE_NEIGHBORHOOD_CROSS] = '+',
};

/* A range that contains no count. */
static const LifeCountRange none = { 1, 0 };

/* A range of counts as written in the text, to be checked when all parts were
 * read. */
typedef struct {
  const gchar *at, *last_at;
  guint64 first, last;
} CountRange;

static gboolean
read_part_number (LifeRuleReader *reader, const gchar *what, guint64 min,
    guint64 max, guint *value)
{
  g_autofree gchar *expected = g_strdup_printf (
      "%s (%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ")", what, min, max);
  const gchar *at;
  guint64 number;

  if (!g_ascii_isdigit (life_rule_peek (reader)))
    return life_rule_fail_expected (reader, expected);
  at = reader->at;
  number = life_rule_read_number (reader);
  if (number < min || number > max)
    return life_rule_fail_at (reader, at, "expected %s", expected);
  *value = number;
  return TRUE;
}

/* "34..58", "3", or nothing: the empty range. */
static gboolean
read_range (LifeRuleReader *reader, CountRange *range)
{
  gchar c = life_rule_peek (reader);

  range->at = range->last_at = reader->at;
  range->first = none.first;
  range->last = none.last;
  if (c == ',' || c == '\0')
    return TRUE;
  if (!g_ascii_isdigit (c))
    return life_rule_fail_expected (reader, "a count of live neighbors");
  range->first = range->last = life_rule_read_number (reader);
  if (!life_rule_accept_dots (reader) && !life_rule_accept (reader, '-'))
    return TRUE;
  if (!g_ascii_isdigit (life_rule_peek (reader)))
    return life_rule_fail_expected (reader, "the last count of the range");
  range->last_at = reader->at;
  range->last = life_rule_read_number (reader);
  if (range->last < range->first)
    return life_rule_fail_at (reader, range->at,
        "the range %" G_GUINT64_FORMAT "..%" G_GUINT64_FORMAT " runs backwards",
        range->first, range->last);
  return TRUE;
}

static gboolean
set_range (LifeRuleReader *reader, const LifeRule *rule,
    const CountRange *range, LifeCountRange *counts)
{
  guint max = life_larger_cells (rule->neighborhood, rule->radius)
              - (rule->middle ? 0 : 1);

  if (range->last > max || (range->first <= range->last && range->first > max))
    return life_rule_fail_at (reader,
        range->first > max ? range->at : range->last_at,
        "at most %u cells count at radius %u (N%c, M%d)", max, rule->radius,
        neighborhood_letters[rule->neighborhood], rule->middle);
  counts->first = range->first;
  counts->last = range->last;
  return TRUE;
}

static gboolean
read_neighborhood (LifeRuleReader *reader, LifeRule *rule)
{
  gchar c = g_ascii_toupper (life_rule_peek (reader));

  for (guint i = 0; i < G_N_ELEMENTS (neighborhood_letters); i++)
    if (c != '\0' && neighborhood_letters[i] == c) {
      rule->neighborhood = i;
      reader->at++;
      return TRUE;
    }
  return life_rule_fail_expected (
      reader, "M (Moore), N (von Neumann), C (circular) or + (cross)");
}

/* Reads the text after a part's letter. */
static gboolean
read_part (LifeRuleReader *reader, gchar letter, LifeRule *rule,
    CountRange *survival, CountRange *birth)
{
  guint number = 0;

  switch (letter) {
    case 'c':
      if (!read_part_number (reader, "a number of states", 0, 256, &number))
        return FALSE;
      rule->states = MAX (2, number);
      return TRUE;
    case 'm':
      if (!read_part_number (
              reader, "whether the middle counts", 0, 1, &number))
        return FALSE;
      rule->middle = number;
      return TRUE;
    case 's':
      return read_range (reader, survival);
    case 'b':
      return read_range (reader, birth);
    default:
      return read_neighborhood (reader, rule);
  }
}

/* The parts after the radius, in order; C, M and N may be missing. */
static gboolean
read_parts (LifeRuleReader *reader, LifeRule *rule)
{
  static const gchar letters[] = "cmsbn";
  static const gchar *const missing[] = { NULL, NULL,
    "C (states), M (middle) or S (survival)", "B (birth)", NULL };
  CountRange survival = { 0 }, birth = { 0 };
  gboolean named = FALSE;

  for (guint i = 0; letters[i] != '\0'; i++) {
    gboolean comma = life_rule_peek (reader) == ',';

    if (comma && life_rule_peek_after (reader) == letters[i]) {
      life_rule_accept (reader, ',');
      life_rule_accept (reader, letters[i]);
      named = letters[i] == 'n';
      if (!read_part (reader, letters[i], rule, &survival, &birth))
        return FALSE;
    } else if (missing[i] != NULL) {
      g_autofree gchar *expected =
          g_strconcat (comma ? "" : "\",\" and ", missing[i], NULL);

      life_rule_accept (reader, ',');
      return life_rule_fail_expected (reader, expected);
    }
  }
  if (!named && life_rule_accept (reader, ','))
    return life_rule_fail_expected (
        reader, "the neighborhood (NM, NN, NC or N+)");
  if (life_rule_peek (reader) != '\0')
    return life_rule_fail_expected (
        reader, named ? "the end" : "\",\" or the end");
  return set_range (reader, rule, &survival, &rule->survival_range)
         && set_range (reader, rule, &birth, &rule->birth_range);
}

/* Radius, births and survivals of the Moore neighborhood with its middle. */
static gboolean
read_five (LifeRuleReader *reader, LifeRule *rule)
{
  CountRange ranges[2];

  rule->middle = TRUE;
  for (guint i = 0; i < 4; i++) {
    CountRange *range = &ranges[i / 2];
    guint64 *count = i % 2 == 0 ? &range->first : &range->last;

    if (!life_rule_accept (reader, ','))
      return life_rule_fail_expected (reader, "\",\"");
    if (!g_ascii_isdigit (life_rule_peek (reader)))
      return life_rule_fail_expected (reader, "a count of live neighbors");
    *(i % 2 == 0 ? &range->at : &range->last_at) = reader->at;
    *count = life_rule_read_number (reader);
    if (i % 2 == 1 && range->last < range->first)
      return life_rule_fail_at (reader, range->last_at,
          "the range %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
          " runs backwards",
          range->first, range->last);
  }
  if (life_rule_peek (reader) != '\0')
    return life_rule_fail_expected (reader, "the end");
  return set_range (reader, rule, &ranges[0], &rule->birth_range)
         && set_range (reader, rule, &ranges[1], &rule->survival_range);
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
is_larger (LifeRuleReader *reader)
{
  return (life_rule_peek (reader) == 'r'
             && g_ascii_isdigit (life_rule_peek_after (reader)))
         || is_five (reader);
}

static gboolean
read_larger (LifeRuleReader *reader, LifeRule *rule)
{
  gboolean parts = life_rule_accept (reader, 'r');

  rule->family = LIFE_FAMILY_LARGER_THAN_LIFE;
  if (!read_part_number (reader, "a radius", 1, LIFE_RADIUS_MAX, &rule->radius))
    return FALSE;
  return parts ? read_parts (reader, rule) : read_five (reader, rule);
}

static void
append_range (GString *text, gchar letter, LifeCountRange range)
{
  g_string_append_printf (text, ",%c", letter);
  if (range.first <= range.last)
    g_string_append_printf (text, "%u..%u", range.first, range.last);
}

static void
append_larger (GString *text, const LifeRule *rule)
{
  g_string_append_printf (text, "R%u,C%u,M%d", rule->radius,
      rule->states > 2 ? rule->states : 0, rule->middle ? 1 : 0);
  append_range (text, 'S', rule->survival_range);
  append_range (text, 'B', rule->birth_range);
  g_string_append_printf (
      text, ",N%c", neighborhood_letters[rule->neighborhood]);
}

/* All empty ranges are equal. */
static gboolean
same_range (LifeCountRange a, LifeCountRange b)
{
  return (a.first == b.first && a.last == b.last)
         || (a.first > a.last && b.first > b.last);
}

static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  return a->radius == b->radius && a->middle == b->middle
         && same_range (a->birth_range, b->birth_range)
         && same_range (a->survival_range, b->survival_range);
}

const LifeRuleFamily life_family_larger = { LIFE_FAMILY_LARGER_THAN_LIFE, 2,
  FALSE, is_larger, read_larger, append_larger, is_same, life_rule_fill_map };
