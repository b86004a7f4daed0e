/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of two states with more for marks: "B3/S23History", "B3/S23Super" and
 * "B3/S23Investigator" of Golly 4 and LifeViewer, read as tables. */
#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/table/computed-table.h"
#include "life/rule/table/names.h"

#define SET(state) (G_GUINT64_CONSTANT (1) << (state))

/* States of History and Super: odd ones are alive. */
enum {
  MARKED_DEAD = 4,
  WALL = 6,
  FENCE_DEAD = 8, /* beyond it nothing leaves a trail; 7 is a live one */
  TRAILS = 9,     /* 9 and 11: live cells that leave 10 and 12 */
  PLAIN = 13,     /* odd states from here on leave nothing */
  VANISHING = 14,
  REMOVABLE = 16,
  HIDDEN = 24,
};

#define ALIVE (SET (26) / 3 * 2) /* all odd ones below 26 */
#define ORDINARY (SET (1) | SET (5))
#define TRAILING (SET (9) | SET (11))
#define PLAIN_ALIVE (ALIVE & ~(SET (PLAIN) - 1))

/* States of Investigator. */
#define KILLERS (SET (2) | SET (3) | SET (6) | SET (7) | SET (14) | SET (16))
#define EGGS (SET (8) | SET (9) | SET (12) | SET (13) | SET (14))
#define CATALYSTS (SET (15) | SET (16))
#define COUNT_FOR_BOTH                                                   \
  (SET (1) | SET (2) | SET (4) | SET (6) | SET (8) | SET (10) | SET (12) \
      | CATALYSTS)
#define COUNT_FOR_BIRTHS (COUNT_FOR_BOTH | SET (17) | SET (19))
#define COUNT_FOR_DEATHS (COUNT_FOR_BOTH | SET (18) | SET (20))

typedef struct {
  guint64 map[8];
  guint neighbors;
  gboolean counts; /* where the live neighbors are does not matter */
} Base;

/* What is seen has the live neighbors in its lowest bits, and above them the set of their
 * states, as far as these matter. */
#define SHAPE 8

typedef struct {
  const gchar *suffix;
  guint states;
  guint64 (*alive) (guint itself); /* the states that count as alive */
  guint64 (*matters) (
      guint itself); /* the states of which it matters that they are near */
  guint (*next) (guint itself, guint64 near, gboolean lives);
  guint32 colors[26];
} MarkKind;

typedef struct {
  const MarkKind *kind;
  const Base *base;
} Marked;

/* --- History and Super --- */

static guint64
odd_states (guint itself)
{
  return itself == WALL ? 0 : ALIVE;
}

static guint64
history_matters (guint itself)
{
  return itself % 2 ? SET (WALL) : 0;
}

/* A live cell that dies leaves the state after its own, or nothing. */
static guint
die (guint itself)
{
  return itself >= PLAIN ? 0 : itself == 5 ? MARKED_DEAD : itself + 1;
}

static guint
history_next (guint itself, guint64 near, gboolean lives)
{
  if (itself % 2)
    return lives && (near & SET (WALL)) == 0 ? itself : die (itself);
  if (!lives || itself == WALL)
    return itself;
  return itself == MARKED_DEAD ? 3 : 1;
}

static guint64
super_matters (guint itself)
{
  guint64 matters = 0;

  if (itself % 2 || itself == FENCE_DEAD || itself > PLAIN)
    matters |= SET (WALL);
  if (itself % 2 == 0 && itself != MARKED_DEAD && itself != WALL
      && itself != FENCE_DEAD)
    matters |= ALIVE;
  switch (itself) {
    case REMOVABLE:
      return matters | SET (VANISHING);
    case 18:
      return matters | SET (22);
    case 20:
      return matters | SET (18);
    case 22:
      return matters | SET (20);
    case HIDDEN:
      return matters | SET (VANISHING) | SET (18);
    default:
      return matters;
  }
}

static gboolean
is_single (guint64 set)
{
  return set != 0 && (set & (set - 1)) == 0;
}

/* The state of a cell that is born among live ones: theirs, if they agree. */
static guint
newborn (guint64 near)
{
  const guint64 trails = near & TRAILING, plain = near & PLAIN_ALIVE;
  const gboolean marked = (near & SET (3)) != 0, fence = (near & SET (7)) != 0;

  if ((near & ORDINARY) != 0 || (marked && fence))
    return 1;
  if (fence && trails == 0)
    return PLAIN;
  if (trails == 0 && is_single (plain))
    return (guint) __builtin_ctzll (plain);
  if (is_single (trails) && plain == 0 && !marked)
    return (guint) __builtin_ctzll (trails);
  return trails == 0 && plain != 0 && !marked ? PLAIN : 1;
}

/* What dead labels become where nothing is born. */
static guint
change_label (guint itself, guint64 near)
{
  switch (itself) {
    case VANISHING:
      return 0;
    case REMOVABLE:
      return near & (ALIVE | SET (VANISHING)) ? VANISHING : itself;
    case 18:
      return near & SET (22) ? 22 : itself;
    case 20:
      return near & SET (18) ? 18 : itself;
    case 22:
      return near & SET (20) ? 20 : itself;
    case HIDDEN:
      return near & (ALIVE | SET (VANISHING) | SET (18)) ? 18 : itself;
    default:
      return itself;
  }
}

static guint
super_next (guint itself, guint64 near, gboolean lives)
{
  if ((near & SET (WALL)) != 0) {
    if (itself == 7 || itself == FENCE_DEAD || itself >= PLAIN)
      return 0;
    lives &= itself % 2 == 0;
  }
  if (itself % 2)
    return lives ? itself : die (itself);
  if (!lives)
    return change_label (itself, near);
  if (itself == MARKED_DEAD || itself == FENCE_DEAD)
    return itself - 1;
  return itself == WALL ? itself : newborn (near);
}

/* --- Investigator --- */

static guint64
investigator_alive (guint itself)
{
  return itself == 0 ? COUNT_FOR_BIRTHS : itself == 1 ? COUNT_FOR_DEATHS : 0;
}

static guint64
investigator_matters (guint itself)
{
  return itself == 0 ? EGGS | CATALYSTS | SET (1) : itself == 1 ? KILLERS : 0;
}

static guint
investigator_next (guint itself, guint64 near, gboolean lives)
{
  /* These take turns. */
  static const guint8 pairs[] = { 6, 10, 12, 19 };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (itself == pairs[i] || itself == pairs[i] + 1u)
      return 2u * pairs[i] + 1 - itself;
  if (itself > 1)
    return itself;
  if (itself == 1)
    return lives && (near & KILLERS) == 0;
  if ((near & EGGS) != 0)
    return 1;
  return lives && ((near & CATALYSTS) == 0 || (near & SET (1)) != 0);
}

/* --- The table --- */

static const MarkKind kinds[] = {
  { "History", 7, odd_states, history_matters, history_next,
      { 0, 0x00ff00, 0x000080, 0xd8ffd8, 0xff0000, 0xffff00, 0x606060 } },
  { "Super", 26, odd_states, super_matters, super_next,
      { 0, 0x00ff00, 0x0000a0, 0xffd8ff, 0xff0000, 0xffff00, 0x606060, 0xff69b4,
          0x800080, 0x00bfff, 0x004080, 0x40e0d0, 0x008040, 0xffffff, 0xff6347,
          0xfa8072, 0xdb7093, 0xffa500, 0xf5deb3, 0x00ffff, 0xc0c0c0, 0xc0ff80,
          0xffb6c1, 0x00ff7f, 0x010101, 0xff007f } },
  { "Investigator", 21, investigator_alive, investigator_matters,
      investigator_next,
      { 0, 0x00ec5b, 0x00c0fe, 0xfe0000, 0xfefefe, 0x4b4b4b, 0xef29fe, 0x400080,
          0xfee600, 0x968000, 0x82c800, 0x007828, 0xfe8c00, 0x8c4600, 0x0000fe,
          0xc0c0c0, 0x808080, 0xfe708c, 0xae00a8, 0x00987f, 0x00493b } },
};

/* Where a newborn cell is the same whatever else is seen, only as many live states are recorded
 * as say so: 1 for neighbors that disagree, two plain ones for those that agree on nothing more. */
static guint64
shorten (guint64 near)
{
  const guint64 trails = near & TRAILING, plain = near & PLAIN_ALIVE;
  const gboolean marked = (near & SET (3)) != 0, fence = (near & SET (7)) != 0;
  const gboolean many = plain != 0 && !is_single (plain);

  if ((near & ORDINARY) != 0 || (marked && (fence || many))
      || (trails != 0 && (marked || plain != 0 || !is_single (trails))))
    return (near & ~ALIVE) | SET (1);
  if (many || (fence && plain != 0))
    return (near & ~ALIVE) | SET (PLAIN) | SET (PLAIN + 2);
  return near;
}

static guint64
see (
    gconstpointer data, guint itself, guint64 seen, guint neighbor, guint state)
{
  const Marked *marked = data;
  guint64 near = seen >> SHAPE, shape = seen & (SET (SHAPE) - 1);

  if (marked->kind->alive (itself) & SET (state))
    shape = marked->base->counts ? shape << 1 | 1 : shape | SET (neighbor);
  near |= marked->kind->matters (itself) & SET (state);
  if (marked->kind->next == super_next)
    near = shorten (near);
  return near << SHAPE | shape;
}

static guint
next_state (gconstpointer data, guint itself, guint64 seen)
{
  const Marked *marked = data;
  const guint8 *order = life_rule_table_order (marked->base->neighbors);
  const gboolean alive =
      marked->kind->next == investigator_next ? itself == 1 : itself % 2;
  guint number = (guint) alive << 4;

  for (guint i = 0; i < marked->base->neighbors; i++)
    number |= (guint) (seen >> i & 1) << (8 - order[i]);
  return marked->kind->next (
      itself, seen >> SHAPE, marked->base->map[number / 64] >> number % 64 & 1);
}

/* --- The text --- */

static const MarkKind *
find_kind (const LifeRuleReader *reader, const gchar **end)
{
  const gchar *last = reader->end;

  while (last > reader->at && g_ascii_isspace (last[-1]))
    last--;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    const gsize length = strlen (kinds[i].suffix);

    if ((gsize) (last - reader->at) > length
        && g_ascii_strncasecmp (last - length, kinds[i].suffix, length) == 0) {
      *end = last - length;
      return &kinds[i];
    }
  }
  return NULL;
}

static gboolean
is_marked (LifeRuleReader *reader)
{
  const gchar *end;

  return find_kind (reader, &end) != NULL;
}

/* Whether the text is of another family. */
static gboolean
is_other (LifeRuleReader *reader)
{
  return life_family_larger.recognizes (reader)
         || life_family_margolus.recognizes (reader)
         || life_family_wolfram.recognizes (reader);
}

/* Reads the rule before the suffix: counts, letters, a map, or a name of such. */
static gboolean
read_base (LifeRuleReader *reader, const MarkKind *kind, LifeRule *base)
{
  const gchar *named = life_rule_lookup_name (
      reader->at, reader->end - reader->at, reader->dimensions);
  LifeRuleReader inner = *reader;

  if (named != NULL) {
    inner.text = inner.at = named;
    inner.end = named + strlen (named);
  }
  if (is_other (&inner))
    return life_rule_fail_at (reader, reader->at,
        "%s marks cells of counts, letters and maps (B3/S23%s), and of no "
        "other rule",
        kind->suffix, kind->suffix);
  if (!(life_family_map.recognizes (&inner)
              ? life_family_map.read
              : life_family_counts.read) (&inner, base))
    return FALSE;
  if (life_rule_peek (&inner) != '\0')
    return life_rule_fail_expected (&inner, "the end");
  return base->states == 2
         || life_rule_fail_at (reader, reader->at,
             "%s marks cells of a rule of two states, this one has %u",
             kind->suffix, base->states);
}

static Base
make_base (const LifeRule *rule)
{
  Base base = { .counts = rule->family == LIFE_FAMILY_TOTALISTIC };

  life_rule_fill_map (rule, base.map);
  if (base.counts)
    base.neighbors = rule->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN ? 4
                     : rule->neighborhood == LIFE_NEIGHBORHOOD_HEXAGONAL ? 6
                                                                         : 8;
  else
    base.neighbors = life_rule_map_ignores (base.map, LIFE_MAP_CORNERS) ? 4
                     : life_rule_map_ignores (base.map, LIFE_MAP_OFF_HEXAGON)
                         ? 6
                         : 8;
  return base;
}

static LifeRuleTable *
make_table (const MarkKind *kind, const LifeRule *rule)
{
  const Base base = make_base (rule);
  const Marked marked = { kind, &base };
  g_autoptr (GString) name = g_string_new (NULL);
  LifeComputedRule computed = { .states = kind->states,
    .neighbors = base.neighbors,
    .see = see,
    .next = next_state,
    .rule = &marked };
  LifeRuleTable *table;

  if (life_rule_is_life (rule))
    g_string_append (name, "Life");
  else
    (rule->family == LIFE_FAMILY_MAP ? life_family_map.append
                                     : life_family_counts.append) (name, rule);
  g_string_append (name, kind->suffix);
  computed.name = name->str;
  table = life_rule_table_compute (&computed);
  if (table == NULL)
    return NULL;
  if (kind->next == history_next) {
    memcpy (table->history.map, base.map, sizeof base.map);
    table->history.next = history_next;
  }
  table->colors = g_new0 (guint32, LIFE_TABLE_STATES);
  for (guint state = 1; state < kind->states; state++)
    table->colors[state] = 0xff000000 | kind->colors[state];
  return table;
}

static gboolean
read_marked (LifeRuleReader *reader, LifeRule *rule)
{
  const gchar *end = reader->end;
  const MarkKind *kind = find_kind (reader, &end);
  LifeRule base = life_rule_value (rule);
  LifeRuleReader inner = *reader;
  LifeRuleTable *table;

  inner.end = end;
  if (!read_base (&inner, kind, &base))
    return FALSE;
  life_rule_simplify (&base);
  table = make_table (kind, &base);
  if (table == NULL)
    return life_rule_fail_at (reader, reader->at,
        "the table of this rule would be too large: give counts without "
        "letters, or History instead of Super");
  life_rule_set_table (rule, table);
  reader->at = reader->end;
  return TRUE;
}

const LifeRuleFamily life_family_marked = { LIFE_FAMILY_TABLE, 2, FALSE,
  is_marked, read_marked };
