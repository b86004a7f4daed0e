/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life: reads `R5,C0,M1,S34..58,B34..45,NM`, lists of counts (`R2,C0,S2,5-7,B3`),
 * their hexadecimal form and the five numbers of Evans, and writes the first two. */
#include <string.h>

#include "life/rule/larger-counts.h"
#include "life/rule/larger-weights.h"
#include "life/rule/notation.h"
#include "life/rule/sliding.h"

static const gchar neighborhood_letters[] = {
  [LIFE_NEIGHBORHOOD_MOORE] = 'M',
  [LIFE_NEIGHBORHOOD_VON_NEUMANN] = 'N',
  [LIFE_NEIGHBORHOOD_CIRCULAR] = 'C',
  [LIFE_NEIGHBORHOOD_CROSS] = '+',
  [LIFE_NEIGHBORHOOD_EUCLIDEAN] = '2',
  [LIFE_NEIGHBORHOOD_CHECKERBOARD] = 'B',
  [LIFE_NEIGHBORHOOD_ALIGNED_CHECKERBOARD] = 'D',
  [LIFE_NEIGHBORHOOD_SALTIRE] = 'X',
  [LIFE_NEIGHBORHOOD_STAR] = '*',
  [LIFE_NEIGHBORHOOD_HASH] = '#',
  [LIFE_NEIGHBORHOOD_HEXAGONAL] = 'H',
  [LIFE_NEIGHBORHOOD_ASTERISK] = 'A',
  [LIFE_NEIGHBORHOOD_TRIPOD] = '3',
  [LIFE_NEIGHBORHOOD_TRIANGULAR] = 'L',
  [LIFE_NEIGHBORHOOD_GAUSSIAN] = 'G',
  [LIFE_NEIGHBORHOOD_WEIGHTED] = 'W',
  [LIFE_NEIGHBORHOOD_CUSTOM] = '@',
};

/* A range that contains no count. */
static const LifeCountRange none = { 1, 0 };

/* The radius as the text has it: a triangle's is that of its rows. */
static guint
written_radius (const LifeRule *rule)
{
  return rule->neighborhood == LIFE_NEIGHBORHOOD_TRIANGULAR ? rule->radius / 2
                                                            : rule->radius;
}

/* A range of counts as written in the text, to be checked when all parts were
 * read. */
typedef struct {
  const gchar *at, *last_at;
  guint64 first, last;
} CountRange;

/* What the text states of births and survivals: CountRange. */
typedef struct {
  GArray *birth, *survival;
} CountList;

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

/* "34..58", "34-58" or "3". */
static gboolean
read_range (LifeRuleReader *reader, CountRange *range)
{
  if (!g_ascii_isdigit (life_rule_peek (reader)))
    return life_rule_fail_expected (reader, "a count of live neighbors");
  range->at = range->last_at = reader->at;
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

/* Ranges between commas, or none. */
static gboolean
read_ranges (LifeRuleReader *reader, GArray *ranges)
{
  const gchar c = life_rule_peek (reader);

  if (c == ',' || c == '\0')
    return TRUE;
  do {
    CountRange range;

    if (!read_range (reader, &range))
      return FALSE;
    g_array_append_val (ranges, range);
  } while (life_rule_peek (reader) == ','
           && g_ascii_isdigit (life_rule_peek_after (reader))
           && life_rule_accept (reader, ','));
  return TRUE;
}

static gboolean
fail_count (
    LifeRuleReader *reader, const gchar *at, const LifeRule *rule, guint max)
{
  if (rule->neighborhood == LIFE_NEIGHBORHOOD_WEIGHTED
      || rule->neighborhood == LIFE_NEIGHBORHOOD_GAUSSIAN)
    return life_rule_fail_at (
        reader, at, "at most %u: so much do all cells weigh", max);
  return life_rule_fail_at (reader, at,
      "at most %u cells count at radius %u (N%c, M%d)", max,
      written_radius (rule), neighborhood_letters[rule->neighborhood],
      rule->middle);
}

/* Checks what was read against the neighborhood. */
static GArray *
check_ranges (LifeRuleReader *reader, const LifeRule *rule, const GArray *read)
{
  const guint max = (guint) life_larger_limits (rule).highest;
  g_autoptr (GArray) ranges =
      g_array_new (FALSE, FALSE, sizeof (LifeCountRange));

  for (guint i = 0; i < read->len; i++) {
    const CountRange *range = &g_array_index (read, CountRange, i);
    const LifeCountRange checked = { range->first, range->last };

    if (range->last > max) {
      fail_count (
          reader, range->first > max ? range->at : range->last_at, rule, max);
      return NULL;
    }
    g_array_append_val (ranges, checked);
  }
  life_larger_ranges_join (ranges);
  return g_steal_pointer (&ranges);
}

static LifeCountRange
single_range (const GArray *ranges)
{
  return ranges->len > 0 ? g_array_index (ranges, LifeCountRange, 0) : none;
}

/* Stores what was read as lists, which leave the cell itself out, or as two ranges where these
 * are enough. */
static void
store_counts (GArray *birth, GArray *survival, LifeRule *rule)
{
  g_clear_pointer (&rule->counts, life_larger_counts_unref);
  if (birth->len <= 1 && survival->len <= 1) {
    rule->birth_range = single_range (birth);
    rule->survival_range = single_range (survival);
    return;
  }
  rule->counts = life_larger_counts_new (birth, survival);
  if (rule->middle) {
    g_autoptr (GArray) without_middle = life_larger_ranges (rule, TRUE);

    rule->middle = FALSE;
    store_counts (birth, without_middle, rule);
  }
}

static gboolean
set_counts (LifeRuleReader *reader, const CountList *read, LifeRule *rule)
{
  g_autoptr (GArray) survival = check_ranges (reader, rule, read->survival);
  g_autoptr (GArray) birth =
      survival != NULL ? check_ranges (reader, rule, read->birth) : NULL;

  if (birth == NULL)
    return FALSE;
  store_counts (birth, survival, rule);
  return TRUE;
}

/* The highest radius of a neighborhood. */
static guint
max_radius (LifeNeighborhood neighborhood)
{
  switch (neighborhood) {
    case LIFE_NEIGHBORHOOD_TRIANGULAR:
      return LIFE_RADIUS_MAX / 2;
    case LIFE_NEIGHBORHOOD_GAUSSIAN:
    case LIFE_NEIGHBORHOOD_WEIGHTED:
    case LIFE_NEIGHBORHOOD_CUSTOM:
      return LIFE_WEIGHTS_RADIUS_MAX;
    default:
      return LIFE_RADIUS_MAX;
  }
}

/* Reads what follows the letter of the neighborhood, at @at. */
static gboolean
finish_neighborhood (LifeRuleReader *reader, const gchar *at, LifeRule *rule)
{
  const guint max = max_radius (rule->neighborhood);

  if (rule->radius > max)
    return life_rule_fail_at (reader, at,
        "the radius of N%c is at most %u (R1 to R%u)",
        neighborhood_letters[rule->neighborhood], max, max);
  if (rule->neighborhood == LIFE_NEIGHBORHOOD_CUSTOM)
    return life_larger_cells_read (reader, rule);
  if (rule->neighborhood == LIFE_NEIGHBORHOOD_TRIANGULAR)
    rule->radius *= 2;
  if (rule->neighborhood != LIFE_NEIGHBORHOOD_WEIGHTED)
    return TRUE;
  /* The weights have the middle's, whatever M is. */
  rule->middle = FALSE;
  return life_larger_weights_read (reader, rule);
}

static gboolean
read_neighborhood (LifeRuleReader *reader, LifeRule *rule)
{
  gchar c = g_ascii_toupper (life_rule_peek (reader));

  for (guint i = 0; i < G_N_ELEMENTS (neighborhood_letters); i++)
    if (c != '\0' && neighborhood_letters[i] == c) {
      rule->neighborhood = i;
      return finish_neighborhood (reader, reader->at++, rule);
    }
  return life_rule_fail_expected (reader,
      "one of M N C 2 B D + X * # H A 3 L G W @, which name neighborhoods"
      " (docs/reference/rules.md)");
}

/* Reads the text after a part's letter. */
static gboolean
read_part (LifeRuleReader *reader, gchar letter, LifeRule *rule,
    const CountList *counts)
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
      return read_ranges (reader, counts->survival);
    case 'b':
      return read_ranges (reader, counts->birth);
    default:
      return read_neighborhood (reader, rule);
  }
}

/* The parts after the radius, in order; C, M and N may be missing. */
static gboolean
read_parts (LifeRuleReader *reader, LifeRule *rule, const CountList *counts)
{
  static const gchar letters[] = "cmsbn";
  static const gchar *const missing[] = { NULL, NULL,
    "C (states), M (middle) or S (survival)", "B (birth)", NULL };
  gboolean named = FALSE;

  for (guint i = 0; letters[i] != '\0'; i++) {
    gboolean comma = life_rule_peek (reader) == ',';

    if (comma && life_rule_peek_after (reader) == letters[i]) {
      life_rule_accept (reader, ',');
      life_rule_accept (reader, letters[i]);
      named = letters[i] == 'n';
      if (!read_part (reader, letters[i], rule, counts))
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
        reader, "the neighborhood (NM, NN, NC or another one)");
  return life_rule_peek (reader) == '\0'
         || life_rule_fail_expected (
             reader, named ? "the end" : "\",\" or the end");
}

/* Radius, births and survivals of the Moore neighborhood with its middle. */
static gboolean
read_five (LifeRuleReader *reader, LifeRule *rule, const CountList *counts)
{
  rule->middle = TRUE;
  for (guint i = 0; i < 2; i++) {
    CountRange range = { 0 };

    for (guint end = 0; end < 2; end++) {
      if (!life_rule_accept (reader, ','))
        return life_rule_fail_expected (reader, "\",\"");
      if (!g_ascii_isdigit (life_rule_peek (reader)))
        return life_rule_fail_expected (reader, "a count of live neighbors");
      *(end == 0 ? &range.at : &range.last_at) = reader->at;
      *(end == 0 ? &range.first : &range.last) = life_rule_read_number (reader);
    }
    if (range.last < range.first)
      return life_rule_fail_at (reader, range.last_at,
          "the range %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
          " runs backwards",
          range.first, range.last);
    g_array_append_val (i == 0 ? counts->birth : counts->survival, range);
  }
  return life_rule_peek (reader) == '\0'
         || life_rule_fail_expected (reader, "the end");
}

/* --- Without commas --- */

/* "B34T45S34T58": the ends of both ranges, as Evans' five numbers have them. */
static gboolean
read_ends (LifeRuleReader *reader, LifeRule *rule, const CountList *counts)
{
  static const gchar letters[] = "btst";
  CountRange ranges[2] = { 0 };

  rule->middle = TRUE;
  for (guint i = 0; i < 4; i++) {
    CountRange *range = &ranges[i / 2];
    gchar expected[] = { '"', g_ascii_toupper (letters[i]), '"', '\0' };

    if (!life_rule_accept (reader, letters[i]))
      return life_rule_fail_expected (reader, expected);
    if (!g_ascii_isdigit (life_rule_peek (reader)))
      return life_rule_fail_expected (reader, "a count of live neighbors");
    *(i % 2 == 0 ? &range->at : &range->last_at) = reader->at;
    *(i % 2 == 0 ? &range->first : &range->last) =
        life_rule_read_number (reader);
    if (i % 2 == 1 && range->last < range->first)
      return life_rule_fail_at (reader, range->last_at,
          "the range %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
          " runs backwards",
          range->first, range->last);
  }
  g_array_append_val (counts->birth, ranges[0]);
  g_array_append_val (counts->survival, ranges[1]);
  return life_rule_peek (reader) == '\0'
         || life_rule_fail_expected (reader, "the end");
}

/* A bit for each count from 1 on, the last digit's lowest bit first. */
static gboolean
read_digits (LifeRuleReader *reader, guint n_digits, GArray *ranges)
{
  for (guint i = 0; i < n_digits; i++) {
    const gchar *at;
    gint digit;

    if (!g_ascii_isxdigit (life_rule_peek (reader))) {
      g_autofree gchar *expected =
          g_strdup_printf ("%u hexadecimal digits, of which %u are missing",
              n_digits, n_digits - i);

      return life_rule_fail_expected (reader, expected);
    }
    at = reader->at++;
    digit = g_ascii_xdigit_value (*at);
    for (guint bit = 0; bit < 4; bit++) {
      const guint64 count = 4 * (n_digits - 1 - i) + bit + 1;
      const CountRange range = { at, at, count, count };

      if (digit >> bit & 1)
        g_array_append_val (ranges, range);
    }
  }
  return TRUE;
}

/* "B…S…", each with a bit for every count but 0; a "z" lets cells without neighbors
 * survive. */
static gboolean
read_hexadecimal (
    LifeRuleReader *reader, LifeRule *rule, const CountList *counts)
{
  const guint n_digits = rule->radius * (rule->radius + 1);
  const CountRange zero = { 0 };

  if (!life_rule_accept (reader, 'b'))
    return life_rule_fail_expected (reader, "\"B\"");
  if (!read_digits (reader, n_digits, counts->birth))
    return FALSE;
  if (!life_rule_accept (reader, 's'))
    return life_rule_fail_expected (reader, "\"S\"");
  if (!read_digits (reader, n_digits, counts->survival))
    return FALSE;
  if (life_rule_accept (reader, 'z'))
    g_array_append_val (counts->survival, zero);
  return life_rule_peek (reader) == '\0'
         || life_rule_fail_expected (reader, "\"z\" or the end");
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

/* Whether births begin with a number and "T", rather than with hexadecimal digits. */
static gboolean
has_ends (const LifeRuleReader *reader)
{
  LifeRuleReader ahead = *reader;

  life_rule_accept (&ahead, 'b');
  life_rule_read_number (&ahead);
  return life_rule_peek (&ahead) == 't';
}

static gboolean
read_text (LifeRuleReader *reader, LifeRule *rule, const CountList *counts)
{
  const gboolean parts = life_rule_accept (reader, 'r');

  if (!read_part_number (reader, "a radius", 1, LIFE_RADIUS_MAX, &rule->radius))
    return FALSE;
  if (!parts)
    return read_five (reader, rule, counts);
  if (life_rule_peek (reader) != 'b')
    return read_parts (reader, rule, counts);
  return has_ends (reader) ? read_ends (reader, rule, counts)
                           : read_hexadecimal (reader, rule, counts);
}

static gboolean
read_larger (LifeRuleReader *reader, LifeRule *rule)
{
  g_autoptr (GArray) birth = g_array_new (FALSE, FALSE, sizeof (CountRange));
  g_autoptr (GArray) survival = g_array_new (FALSE, FALSE, sizeof (CountRange));
  const CountList counts = { birth, survival };

  rule->family = LIFE_FAMILY_LARGER_THAN_LIFE;
  if (read_text (reader, rule, &counts) && set_counts (reader, &counts, rule))
    return TRUE;
  g_clear_pointer (&rule->counts, life_larger_counts_unref);
  g_clear_pointer (&rule->weights, life_larger_weights_unref);
  return FALSE;
}

/* --- Writing and comparing --- */

/* "2,5-7". */
static void
append_list (GString *text, gchar letter, const GArray *ranges)
{
  g_string_append_printf (text, ",%c", letter);
  for (guint i = 0; i < ranges->len; i++) {
    const LifeCountRange range = g_array_index (ranges, LifeCountRange, i);

    g_string_append_printf (text, i > 0 ? ",%u" : "%u", range.first);
    if (range.last > range.first)
      g_string_append_printf (text, "-%u", range.last);
  }
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
  g_string_append_printf (text, "R%u,C%u", written_radius (rule),
      rule->states > 2 ? rule->states : 0);
  if (rule->counts != NULL) {
    append_list (text, 'S', rule->counts->survival);
    append_list (text, 'B', rule->counts->birth);
    if (rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE)
      return;
  } else {
    g_string_append_printf (text, ",M%d", rule->middle ? 1 : 0);
    append_range (text, 'S', rule->survival_range);
    append_range (text, 'B', rule->birth_range);
  }
  g_string_append_printf (
      text, ",N%c", neighborhood_letters[rule->neighborhood]);
  if (rule->weights != NULL)
    life_larger_weights_append (text, rule);
}

/* Whether the same counts keep cells alive, or bear them. */
static gboolean
same_counts (const LifeRule *a, const LifeRule *b, gboolean survival)
{
  g_autoptr (GArray) ranges_a = life_larger_ranges (a, survival);
  g_autoptr (GArray) ranges_b = life_larger_ranges (b, survival);

  return ranges_a->len == ranges_b->len
         && (ranges_a->len == 0
             || memcmp (ranges_a->data, ranges_b->data,
                    ranges_a->len * sizeof (LifeCountRange))
                    == 0);
}

static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  return a->radius == b->radius && life_larger_weights_are_same (a, b)
         && same_counts (a, b, FALSE) && same_counts (a, b, TRUE);
}

/* The map of a rule of radius 1 whose text gives no weights. */
static void
fill_map (const LifeRule *rule, guint64 map[8])
{
  memset (map, 0, 8 * sizeof (*map));
  for (guint number = 0; number < 512; number++) {
    guint count = 0;

    for (gint i = 0; i < 9; i++)
      if (number >> (8 - i) & 1)
        count += life_larger_weight (rule, FALSE, i % 3 - 1, i / 3 - 1);
    if (life_larger_lives (rule, number >> 4 & 1, count))
      map[number / 64] |= G_GUINT64_CONSTANT (1) << number % 64;
  }
}

const LifeRuleFamily life_family_larger = { LIFE_FAMILY_LARGER_THAN_LIFE, 2,
  FALSE, is_larger, read_larger, append_larger, is_same, fill_map };
