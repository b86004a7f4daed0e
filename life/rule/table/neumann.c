/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Von Neumann's 29 states (1948, completed by A. W. Burks in 1966), the 32 of
 * R. Nobili and U. Pesavento (1995), in which signals cross, and T. J. Hutton's
 * change to these (2008), in which a line of ordinary cells is a construction
 * arm. Where the papers leave a case open, this follows Golly. */
#include "life/rule/table/rule-table.h"

/* The states, as Golly numbers them. Directions are 0 east, 1 north, 2 west and
 * 3 south: an arrow's state is the first of its kind and its direction. */
enum {
  GROUND = 0,
  SENSITIZED = 1, /* to 8 */
  ORDINARY = 9,
  SPECIAL = 17,
  CONFLUENT = 25, /* plus 1 if it sends next, plus 2 if it sends now */
  CROSSING = 28,  /* plus 1 if it sends along rows, plus 2 along columns */
};

enum {
  EAST,
  NORTH,
  WEST,
  SOUTH,
};

#define EXCITED 4 /* added to an arrow's state when it is excited */

/* A signal from a neighbor; FROM makes one of four of it, by direction. */
#define FROM(signals, direction) ((signals) << (direction))
#define ROWS(signals) (FROM (signals, EAST) | FROM (signals, WEST))
#define COLUMNS(signals) (FROM (signals, NORTH) | FROM (signals, SOUTH))
#define ANY(signals) (ROWS (signals) | COLUMNS (signals))

enum {
  ORDINARY_PULSE = 1 << 0, /* an excited ordinary arrow that points here */
  ORDINARY_REST = 1 << 4,  /* one that is not excited */
  SPECIAL_PULSE = 1 << 8,
  SPECIAL_REST = 1 << 12,
  LEAVING = 1 << 16, /* an arrow that does not point here */
  CONFLUENT_PULSE = 1 << 20,
  /* The state of the cell that an arrow points at. */
  TARGET_GROUND = 1 << 21,
  TARGET_SENSITIZED = 1 << 22,
  TARGET_QUIET_SPECIAL = 1 << 23,
  /* The next state of that cell, if only this arrow writes on it. */
  TARGET_TO_ORDINARY = 1 << 24,
  TARGET_TO_CONFLUENT = 1 << 25,
  TARGET_TO_SENSITIZED = 1 << 26,
};

static gboolean
is_ordinary (guint state)
{
  return state >= ORDINARY && state < SPECIAL;
}

static gboolean
is_special (guint state)
{
  return state >= SPECIAL && state < CONFLUENT;
}

static gboolean
is_arrow (guint state)
{
  return state >= ORDINARY && state < CONFLUENT;
}

static guint
direction_of (guint arrow)
{
  return (arrow - ORDINARY) % 4;
}

static gboolean
is_excited (guint arrow)
{
  return ((arrow - ORDINARY) & EXCITED) != 0;
}

/* The same arrow, excited or not. */
static guint
excite (guint arrow, gboolean excited)
{
  guint kind = is_ordinary (arrow) ? ORDINARY : SPECIAL;

  return kind + direction_of (arrow) + (excited ? EXCITED : 0);
}

static gboolean
sends (guint confluent, guint direction)
{
  if (confluent > CROSSING)
    return (confluent - CROSSING) >> (direction % 2) & 1;
  return confluent >= CONFLUENT + 2;
}

static guint32
read_target (guint arrow, guint target)
{
  gboolean excited = is_excited (arrow);
  guint32 signals = 0;

  if (target == GROUND)
    signals |= TARGET_GROUND;
  if (target >= SENSITIZED && target < ORDINARY)
    signals |= TARGET_SENSITIZED;
  if (is_special (target) && !is_excited (target))
    signals |= TARGET_QUIET_SPECIAL;
  if (target == 8 || target == (excited ? 4 : 5))
    signals |= TARGET_TO_ORDINARY;
  if (target == 7 && excited)
    signals |= TARGET_TO_CONFLUENT;
  if ((target == GROUND && excited) || (target >= 1 && target <= 3)
      || (target == 4 && is_special (arrow)))
    signals |= TARGET_TO_SENSITIZED;
  return signals;
}

/* The signal that @cell receives from the @other one, which lies in that direction. */
static guint32
read_signal (guint cell, guint other, guint direction)
{
  gboolean faced = is_arrow (cell) && direction_of (cell) == direction;
  guint32 signals = faced ? read_target (cell, other) : 0;

  if (other >= CONFLUENT)
    return signals | (sends (other, direction) && !faced ? CONFLUENT_PULSE : 0);
  if (!is_arrow (other))
    return signals;
  if (direction_of (other) != (direction + 2) % 4)
    return signals | FROM (LEAVING, direction);
  if (!is_excited (other))
    return signals
           | FROM (
               is_ordinary (other) ? ORDINARY_REST : SPECIAL_REST, direction);
  /* Two arrows of a kind that point at each other ignore each other. */
  if (faced && is_ordinary (cell) == is_ordinary (other))
    return signals;
  return signals
         | FROM (
             is_ordinary (other) ? ORDINARY_PULSE : SPECIAL_PULSE, direction);
}

/* --- What all three have in common --- */

/* Whether an ordinary arrow points here, and all that do are excited. */
static gboolean
all_lines_pulse (guint32 signals)
{
  return (signals & ANY (ORDINARY_PULSE)) && !(signals & ANY (ORDINARY_REST));
}

static guint
crossing (guint32 signals)
{
  guint rows = (signals & ROWS (ORDINARY_PULSE)) != 0;
  guint columns = (signals & COLUMNS (ORDINARY_PULSE)) != 0;

  return rows || columns ? CROSSING + rows + 2 * columns : CONFLUENT;
}

/* Sends the pulse of the last generation, and stores the present one. */
static guint
delay (guint confluent, gboolean pulse)
{
  gboolean present = confluent <= CROSSING && (confluent - CONFLUENT) % 2;

  return CONFLUENT + 2 * present + pulse;
}

/* --- Von Neumann and Nobili --- */

/* The results of the nine paths through the sensitized states. */
static const guint8 construction[] = { ORDINARY + WEST, ORDINARY + SOUTH,
  SPECIAL + EAST, SPECIAL + NORTH, SPECIAL + WEST, SPECIAL + SOUTH, CONFLUENT,
  ORDINARY + EAST, ORDINARY + NORTH };

static guint
grow (guint cell, guint32 signals)
{
  gboolean pulse =
      (signals & (ANY (ORDINARY_PULSE) | ANY (SPECIAL_PULSE))) != 0;
  guint next = 2 * cell + pulse;

  return next < ORDINARY ? next : construction[next - ORDINARY];
}

static guint
transmit (guint arrow, guint32 signals)
{
  guint32 pulse = ANY (ORDINARY_PULSE), kills = ANY (SPECIAL_PULSE);

  if (is_special (arrow)) {
    pulse = ANY (SPECIAL_PULSE);
    kills = ANY (ORDINARY_PULSE);
  }
  if (signals & kills)
    return GROUND;
  return excite (arrow, (signals & (pulse | CONFLUENT_PULSE)) != 0);
}

static guint
neumann_29 (guint cell, guint32 signals)
{
  if (cell < ORDINARY)
    return grow (cell, signals);
  if (cell < CONFLUENT)
    return transmit (cell, signals);
  if (signals & ANY (SPECIAL_PULSE))
    return GROUND;
  return delay (cell, all_lines_pulse (signals));
}

/* Ordinary lines come in and go out both along the row and along the column. */
static gboolean
is_nobili_crossing (guint32 signals)
{
  return (signals & (ROWS (ORDINARY_PULSE) | ROWS (ORDINARY_REST)))
         && (signals & (COLUMNS (ORDINARY_PULSE) | COLUMNS (ORDINARY_REST)))
         && (signals & ROWS (LEAVING)) && (signals & COLUMNS (LEAVING));
}

static guint
nobili_32 (guint cell, guint32 signals)
{
  if (cell < CONFLUENT)
    return neumann_29 (cell, signals);
  if (signals & ANY (SPECIAL_PULSE))
    return GROUND;
  if (is_nobili_crossing (signals))
    return crossing (signals);
  /* If no line leads away, the pulse stays stored. */
  if (all_lines_pulse (signals) || (signals & ANY (LEAVING)))
    return delay (cell, all_lines_pulse (signals));
  return cell > CROSSING ? CONFLUENT : cell;
}

/* --- Hutton --- */

/* The direction of the pulse that writes, the first in this order; @special:
 * whether it is a special one. FALSE if there is none. */
static gboolean
find_writer (guint32 signals, guint *direction, gboolean *special)
{
  static const guint order[] = { WEST, SOUTH, EAST, NORTH };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    *special = (signals & FROM (SPECIAL_PULSE, order[i])) != 0;
    *direction = (order[i] + 2) % 4;
    if (*special || (signals & FROM (ORDINARY_PULSE, order[i])))
      return TRUE;
  }
  return FALSE;
}

/* A sensitized cell becomes an arrow turned relative to the one that writes on
 * it. */
static guint
grow_turned (guint cell, guint32 signals)
{
  /* By cell and pulse: the next state, or the kind of arrow and its turn. */
  static const struct {
    guint8 kind, turn;
  } turned[][2] = { [4] = { { 8, 0 }, { ORDINARY, 2 } },
    [5] = { { ORDINARY, 3 }, { SPECIAL, 0 } },
    [6] = { { SPECIAL, 1 }, { SPECIAL, 2 } },
    [7] = { { SPECIAL, 3 }, { CONFLUENT, 0 } },
    [8] = { { ORDINARY, 0 }, { ORDINARY, 1 } } };
  /* The next state of a cell on which no arrow writes. */
  static const guint8 alone[] = { [5] = 7, [6] = 17, [7] = 15, [8] = 8 };
  gboolean pulse = (signals & ANY (ORDINARY_PULSE)) != 0, special;
  guint direction, kind;

  if (cell < 4)
    return 2 * cell + pulse;
  kind = turned[cell][pulse].kind;
  if (kind != ORDINARY && kind != SPECIAL)
    return kind;
  if (!find_writer (signals, &direction, &special))
    return alone[cell];
  /* Hutton's rule does not foresee that a special arrow comes before the
   * ordinary one. */
  if (cell == 5 && pulse && special)
    return CONFLUENT + direction;
  return kind + (direction + turned[cell][pulse].turn) % 4;
}

static guint
grow_hutton (guint cell, guint32 signals)
{
  guint direction;
  gboolean special;

  if (cell != GROUND || (signals & ANY (ORDINARY_PULSE)))
    return cell == GROUND ? SENSITIZED : grow_turned (cell, signals);
  return find_writer (signals, &direction, &special) ? ORDINARY + direction
                                                     : GROUND;
}

static guint
transmit_ordinary (guint cell, guint32 signals)
{
  if (signals & ANY (SPECIAL_PULSE))
    return GROUND;
  if (signals & (ANY (ORDINARY_PULSE) | CONFLUENT_PULSE)) {
    /* The arm retracts once it has written. */
    if (signals & (TARGET_TO_ORDINARY | TARGET_QUIET_SPECIAL))
      return GROUND;
    return signals & TARGET_TO_CONFLUENT ? SENSITIZED : excite (cell, TRUE);
  }
  if (signals & TARGET_TO_CONFLUENT)
    return GROUND;
  /* The end of an arm that still writes is marked by the other kind of
   * arrow. */
  if (is_excited (cell) && (signals & TARGET_TO_SENSITIZED))
    return SPECIAL + EXCITED + direction_of (cell);
  return excite (cell, FALSE);
}

/* The marked end of an arm. */
static guint
write_on (guint cell, guint32 signals)
{
  gboolean pulse = (signals & ANY (ORDINARY_PULSE)) != 0;

  if (signals & TARGET_TO_SENSITIZED)
    return pulse ? ORDINARY + EXCITED + direction_of (cell) : cell;
  return pulse ? GROUND : ORDINARY + direction_of (cell);
}

static guint
transmit_special (guint cell, guint32 signals)
{
  if (is_excited (cell) && (signals & TARGET_SENSITIZED)
      && (signals & (ANY (ORDINARY_PULSE) | ANY (ORDINARY_REST))))
    return write_on (cell, signals);
  if (is_excited (cell) && (signals & TARGET_GROUND))
    return excite (cell, (signals & ANY (SPECIAL_PULSE)) != 0);
  return transmit (cell, signals);
}

/* Two lines of any kind come in, and two go out. */
static gboolean
is_hutton_crossing (guint32 signals)
{
  guint coming = 0, leaving = 0;

  for (guint direction = 0; direction < 4; direction++) {
    coming += (signals
                  & (FROM (ORDINARY_PULSE, direction)
                      | FROM (ORDINARY_REST, direction)
                      | FROM (SPECIAL_PULSE, direction)
                      | FROM (SPECIAL_REST, direction)))
              != 0;
    leaving += (signals & FROM (LEAVING, direction)) != 0;
  }
  return coming == 2 && leaving == 2;
}

static guint
hutton_32 (guint cell, guint32 signals)
{
  if (cell < ORDINARY)
    return grow_hutton (cell, signals);
  if (cell < SPECIAL)
    return transmit_ordinary (cell, signals);
  if (cell < CONFLUENT)
    return transmit_special (cell, signals);
  if (signals & ANY (SPECIAL_PULSE))
    return GROUND;
  if (cell > CROSSING || (cell == CONFLUENT && is_hutton_crossing (signals)))
    return crossing (signals);
  return delay (cell, all_lines_pulse (signals));
}

/* --- Their trees --- */

typedef guint (*Becomes) (guint cell, guint32 signals);

/* The node for the neighbors from @index on. Neighbors with the same signal
 * lead to the same node, so only few of all cases are computed. */
static guint32
add_node (LifeTreeBuilder *builder, Becomes becomes, guint cell, guint index,
    guint32 signals)
{
  static const guint order[] = { NORTH, WEST, EAST, SOUTH };
  guint states = life_tree_builder_get_states (builder);
  guint32 entries[LIFE_TABLE_STATES], received[LIFE_TABLE_STATES];

  for (guint other = 0; other < states; other++) {
    guint same = 0;

    received[other] = read_signal (cell, other, order[index]);
    while (received[same] != received[other])
      same++;
    if (same < other)
      entries[other] = entries[same];
    else if (index == 3)
      entries[other] = becomes (cell, signals | received[other]);
    else
      entries[other] = add_node (
          builder, becomes, cell, index + 1, signals | received[other]);
  }
  return life_tree_builder_add (builder, 3 - index, entries);
}

/* The cell comes first, because a signal depends on the cell that receives
 * it. */
static LifeRuleTable *
make_table (const gchar *name, guint states, Becomes becomes)
{
  g_autoptr (LifeTreeBuilder) builder = life_tree_builder_new (states, 4, TRUE);
  LifeTransitions transitions = { 0 };
  guint32 entries[LIFE_TABLE_STATES];

  for (guint cell = 0; cell < states; cell++)
    entries[cell] = add_node (builder, becomes, cell, 0, 0);
  life_tree_builder_set_root (
      builder, life_tree_builder_add (builder, 4, entries));
  transitions.entries = life_tree_builder_finish (builder, &transitions.tree);
  return life_rule_table_new (name, transitions);
}

LifeRuleTable *
life_rule_table_neumann (const gchar *name)
{
  return make_table (name, 29, neumann_29);
}

LifeRuleTable *
life_rule_table_nobili (const gchar *name)
{
  return make_table (name, 32, nobili_32);
}

LifeRuleTable *
life_rule_table_hutton (const gchar *name)
{
  return make_table (name, 32, hutton_32);
}
