/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* MAP strings, which have a bit in base 64 for each state of the neighborhood;
 * and other rules as maps. */
#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/transition.h"

#define CELLS 9
#define NUMBERS (1u << CELLS)
#define MIDDLE (1u << 4)

static const gchar digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The kinds of strings, by the cells that they depend on: bits of a map's
 * number, the highest first. Golly reads hexagons bottom up, unless a number of
 * states follows. */
typedef struct {
  LifeNeighborhood neighborhood;
  guint n_cells, cells[CELLS], aged_cells[CELLS], length;
} Kind;

static const Kind kinds[] = {
  { LIFE_NEIGHBORHOOD_VON_NEUMANN, 5, { 7, 5, 4, 3, 1 }, { 7, 5, 4, 3, 1 }, 6 },
  { LIFE_NEIGHBORHOOD_HEXAGONAL, 7, { 1, 0, 5, 4, 3, 8, 7 },
      { 8, 7, 5, 4, 3, 1, 0 }, 22 },
  { LIFE_NEIGHBORHOOD_MOORE, 9, { 8, 7, 6, 5, 4, 3, 2, 1, 0 },
      { 8, 7, 6, 5, 4, 3, 2, 1, 0 }, 86 },
};

static guint
get_bit (const guint64 map[8], guint number)
{
  return map[number / 64] >> number % 64 & 1;
}

/* The index in such a string of a map's 9 cells; @aged: states follow. */
static guint
narrow (const Kind *kind, gboolean aged, guint number)
{
  const guint *cells = aged ? kind->aged_cells : kind->cells;
  guint narrowed = 0;

  for (guint i = 0; i < kind->n_cells; i++)
    narrowed = narrowed << 1 | (number >> cells[i] & 1);
  return narrowed;
}

/* --- Reading --- */

/* The length of the string in the text. Its states follow its last slash, which
 * is also a digit of base 64: only the length of the string shows which slash
 * that is. */
static const Kind *
find_kind (const gchar *start, gsize length, gsize *used)
{
  for (guint states = 0; states <= 5 && states < length; states++) {
    gsize left = length - states;

    if (states > 0 && start[left] != '/')
      continue;
    *used = left;
    if (left > 2 && start[left - 1] == '=' && start[left - 2] == '=')
      left -= 2;
    for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
      if (left == kinds[i].length)
        return &kinds[i];
  }
  return NULL;
}

static gboolean
check_digits (LifeRuleReader *reader, const gchar *end)
{
  for (; reader->at < end; reader->at++)
    if (g_ascii_isspace (*reader->at))
      return life_rule_fail_at (
          reader, reader->at, "a map has no spaces between its digits");
    else if (*reader->at == '\0' || strchr (digits, *reader->at) == NULL)
      return life_rule_fail_expected (
          reader, "a digit in base 64 (A to Z, a to z, 0 to 9, + or /)");
  return TRUE;
}

static gboolean
is_map (LifeRuleReader *reader)
{
  life_rule_peek (reader);
  return reader->end - reader->at >= 3
         && g_ascii_strncasecmp (reader->at, "MAP", 3) == 0;
}

static gboolean
read_map (LifeRuleReader *reader, LifeRule *rule)
{
  const gchar *start, *end = reader->end;
  const Kind *kind;
  gsize used = 0;

  reader->at += strlen ("MAP");
  life_rule_peek (reader);
  start = reader->at;
  while (end > start && g_ascii_isspace (end[-1]))
    end--;
  kind = find_kind (start, end - start, &used);
  if (!check_digits (reader, kind != NULL ? start + kind->length : end))
    return FALSE;
  if (kind == NULL)
    return life_rule_fail_at (reader, end,
        "expected 86 digits in base 64 (22 with the hexagonal, 6 with von"
        " Neumann's neighborhood), found %d",
        (gint) (end - start));
  rule->family = LIFE_FAMILY_MAP;
  for (guint number = 0; number < NUMBERS; number++) {
    guint bit = narrow (kind, start + used < end, number);
    guint64 digit = strchr (digits, start[bit / 6]) - digits;

    rule->map[number / 64] |= (digit >> (5 - bit % 6) & 1) << number % 64;
  }
  reader->at = start + used;
  if (!life_rule_read_states (reader, rule))
    return FALSE;
  life_rule_simplify (rule);
  return TRUE;
}

/* --- Writing --- */

/* Whether the map depends only on the cells of this kind. */
static gboolean
is_of_kind (const Kind *kind, const guint64 map[8])
{
  guint cells = 0;

  for (guint i = 0; i < kind->n_cells; i++)
    cells |= 1u << kind->cells[i];
  for (guint number = 0; number < NUMBERS; number++)
    if (get_bit (map, number) != get_bit (map, number & cells))
      return FALSE;
  return TRUE;
}

static void
append_digits (GString *text, const LifeRule *rule)
{
  const Kind *kind = kinds;
  guint8 bits[(NUMBERS + 5) / 6 * 6] = { 0 };

  while (!is_of_kind (kind, rule->map))
    kind++;
  for (guint number = 0; number < NUMBERS; number++)
    bits[narrow (kind, rule->states > 2, number)] = get_bit (rule->map, number);
  g_string_append (text, "MAP");
  for (guint i = 0; i < kind->length; i++) {
    guint digit = 0;

    for (guint j = 0; j < 6; j++)
      digit = digit << 1 | bits[6 * i + j];
    g_string_append_c (text, digits[digit]);
  }
}

/* In counts with letters, if these can express it. */
static void
append_map (GString *text, const LifeRule *rule)
{
  LifeArrangements birth, survival;

  if (life_hensel_from_map (rule->map, &birth, &survival)) {
    g_string_append_c (text, 'B');
    life_hensel_append (text, &birth);
    g_string_append (text, "/S");
    life_hensel_append (text, &survival);
  } else {
    append_digits (text, rule);
  }
  life_rule_append_states (text, rule);
}

static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  return memcmp (a->map, b->map, sizeof a->map) == 0;
}

/* --- Other rules as maps --- */

/* Counts the live neighbors in a map's number; @radius 1. */
static guint
count_alive (LifeNeighborhood neighborhood, guint number)
{
  guint alive = 0;

  for (guint i = 0; i < CELLS; i++) {
    gint dx = (gint) i % 3 - 1, dy = (gint) i / 3 - 1;

    if ((dx != 0 || dy != 0) && life_is_neighbor (neighborhood, 1, dx, dy, 0))
      alive += number >> (8 - i) & 1;
  }
  return alive;
}

gboolean
life_rule_map_ignores (const guint64 map[8], guint cells)
{
  for (guint number = 0; number < 512; number++) {
    const guint less = number & ~cells;

    if ((map[number / 64] >> number % 64 & 1)
        != (map[less / 64] >> less % 64 & 1))
      return FALSE;
  }
  return TRUE;
}

void
life_rule_fill_map (const LifeRule *rule, guint64 map[8])
{
  memset (map, 0, 8 * sizeof (*map));
  for (guint number = 0; number < NUMBERS; number++) {
    const gboolean alive = (number & MIDDLE) != 0;
    const guint seen = rule->family == LIFE_FAMILY_MAP
                           ? number
                           : count_alive (rule->neighborhood, number);
    const guint8 next = life_next_of_family (rule->family, rule, alive, seen);

    map[number / 64] |= (guint64) (next == 1) << number % 64;
  }
}

static LifeRule
count_map (const LifeRule *rule, LifeNeighborhood neighborhood)
{
  LifeRule counted = { .family = LIFE_FAMILY_TOTALISTIC,
    .neighborhood = neighborhood,
    .dimensions = 2,
    .states = rule->states,
    .bounded = rule->bounded,
    .grid = rule->grid };

  for (guint number = 0; number < NUMBERS; number++)
    if (get_bit (rule->map, number) != 0)
      *((number & MIDDLE) != 0 ? &counted.survival : &counted.birth) |=
          1u << count_alive (neighborhood, number);
  return counted;
}

void
life_rule_simplify (LifeRule *rule)
{
  if (rule->family != LIFE_FAMILY_MAP)
    return;
  for (guint i = G_N_ELEMENTS (kinds); i-- > 0;) {
    LifeRule counted = count_map (rule, kinds[i].neighborhood);
    guint64 map[8];

    life_rule_fill_map (&counted, map);
    if (memcmp (map, rule->map, sizeof (map)) == 0) {
      counted.references = rule->references;
      *rule = counted;
      return;
    }
  }
}

const LifeRuleFamily life_family_map = { LIFE_FAMILY_MAP, 2, FALSE, is_map,
  read_map, append_map, is_same, life_rule_fill_map };
