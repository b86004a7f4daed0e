/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Programs: what code for a rule does, in which order.
 *
 * Idea: each cell is loaded once, and each function of a column computed once; it serves
 * three columns. A gate that looks at two inputs only is a pair. Pairs make half of all
 * tables; the others are kept as their opposites, which the gates that read them take into
 * account. Where there are pairs only, a gate of three inputs chooses by one of them between
 * two functions of the others, a and b: b ^ (x & (a ^ b)), or fewer where one of them is
 * constant or they are opposites. What was computed a moment ago is not computed again, so a
 * column is added up by five pairs. */
#include "life/cpu/bits2d/code-program.h"

#include <string.h>

#define COLUMNS 64
#define PARITY 0x96
/* Pairs are looked for among so many instructions. */
#define LOOK_BACK 64

typedef struct {
  const LifeNetwork *network;
  LifeBitslicedCodeKind kind;
  GArray *list; /* of LifeCodeInstruction */
  /* Of the columns left of the present one, there, and right of it: the values of its
   * cells above, here and below, and of its functions. */
  guint32 cells[3][3];
  guint32 functions[3][LIFE_NETWORK_COLUMNS];
} Program;

static const LifeCodeInstruction *
get (const Program *program, guint32 value)
{
  return &g_array_index (program->list, LifeCodeInstruction, value);
}

static guint32
add (Program *program, LifeCodeInstruction instruction)
{
  g_array_append_val (program->list, instruction);
  return program->list->len - 1;
}

/* --- Pairs --- */

/* The pair if it was computed a moment ago, or NOTHING. */
static guint32
find_pair (const Program *program, const LifeCodeInstruction *pair)
{
  const guint32 n = program->list->len;

  for (guint32 i = n; i > 0 && n - i < LOOK_BACK; i--) {
    const LifeCodeInstruction *other = get (program, i - 1);

    if (other->act == LIFE_CODE_PAIR && other->opcode == pair->opcode
        && other->opposite == pair->opposite
        && other->inputs[0] == pair->inputs[0]
        && other->inputs[1] == pair->inputs[1])
      return i - 1;
  }
  return LIFE_CODE_NOTHING;
}

/* A gate of two inputs as they are kept; bit 2a + b of @table is its value. */
static guint32
add_pair (Program *program, guint table, guint32 a, guint32 b)
{
  /* Of a table, or none where it is the opposite's. */
  static const guint8 opcodes[16] = { [0x8] = LIFE_CODE_AND,
    [0x2] = LIFE_CODE_AND_NOT,
    [0x4] = LIFE_CODE_AND_NOT,
    [0x6] = LIFE_CODE_XOR,
    [0xe] = LIFE_CODE_OR };
  const gboolean opposite = opcodes[table] == 0;
  const guint own = opposite ? table ^ 0xf : table;
  const LifeCodeInstruction pair = { .act = LIFE_CODE_PAIR,
    .opcode = opcodes[own],
    .inputs = { own == 0x4 ? b : a, own == 0x4 ? a : b, LIFE_CODE_NOTHING },
    .opposite = opposite };
  const guint32 found = find_pair (program, &pair);

  return found != LIFE_CODE_NOTHING ? found : add (program, pair);
}

/* A value as it is meant, not as it is kept. */
typedef struct {
  guint32 value;
  gboolean opposite;
} Term;

static guint32
add_pair_of_terms (Program *program, guint table, guint32 x, Term y)
{
  if (y.opposite)
    table = (table & 5) << 1 | (table >> 1 & 5);
  return add_pair (program, table, x, y.value);
}

/* A function of two values, not constant. */
static Term
add_term (Program *program, guint table, guint32 y, guint32 z)
{
  switch (table) {
    case 0xc:
      return (Term){ y, FALSE };
    case 0x3:
      return (Term){ y, TRUE };
    case 0xa:
      return (Term){ z, FALSE };
    case 0x5:
      return (Term){ z, TRUE };
    default: {
      const guint32 value = add_pair (program, table, y, z);

      return (Term){ value, get (program, value)->opposite };
    }
  }
}

static guint
cost_of_term (guint table)
{
  return table != 0xc && table != 0x3 && table != 0xa && table != 0x5;
}

/* What a gate makes of its other inputs, y and z, where input @x is 1 or 0. */
static guint
side_of (guint8 table, guint x, guint one)
{
  const guint y = x == 0 ? 1 : 0, z = x == 2 ? 1 : 2;
  guint side = 0;

  for (guint i = 0; i < 4; i++)
    side |= (guint) (table >> ((one ? 4 >> x : 0) | (i & 2 ? 4 >> y : 0)
                               | (i & 1 ? 4 >> z : 0))
                     & 1)
            << i;
  return side;
}

static guint
cost_of_choice (guint8 table, guint x)
{
  const guint one = side_of (table, x, 1), other = side_of (table, x, 0);

  if (one == 0 || one == 0xf)
    return 1 + cost_of_term (other);
  if (other == 0 || other == 0xf || one == (other ^ 0xf))
    return 1 + cost_of_term (one);
  return 2 + cost_of_term (other) + cost_of_term (one ^ other);
}

/* A gate that looks at all three inputs, by pairs. */
static guint32
add_choice (Program *program, guint8 table, const guint32 inputs[3])
{
  guint x = 0, one, other;
  guint32 y, z, both;

  for (guint i = 1; i < 3; i++)
    if (cost_of_choice (table, i) < cost_of_choice (table, x))
      x = i;
  one = side_of (table, x, 1);
  other = side_of (table, x, 0);
  y = inputs[x == 0 ? 1 : 0];
  z = inputs[x == 2 ? 1 : 2];
  if (one == 0 || one == 0xf) /* other & ~x, other | x */
    return add_pair_of_terms (program, one == 0 ? 0x2 : 0xe, inputs[x],
        add_term (program, other, y, z));
  if (other == 0 || other == 0xf) /* one & x, one | ~x */
    return add_pair_of_terms (program, other == 0 ? 0x8 : 0xb, inputs[x],
        add_term (program, one, y, z));
  if (one == (other ^ 0xf))
    return add_pair_of_terms (
        program, 0x6, inputs[x], add_term (program, other, y, z));
  both = add_pair_of_terms (
      program, 0x8, inputs[x], add_term (program, one ^ other, y, z));
  return add_pair_of_terms (program, get (program, both)->opposite ? 0x9 : 0x6,
      both, add_term (program, other, y, z));
}

/* --- Gates --- */

/* Bit i of a table of three inputs is its value for those of which i has the digits, input
 * 0 the highest. @bit: that of an input. */
static guint8
turn_input (guint8 table, guint bit)
{
  guint8 turned = 0;

  for (guint i = 0; i < 8; i++)
    turned |= (guint8) ((table >> (i ^ bit) & 1) << i);
  return turned;
}

static guint32
add_gate (Program *program, guint8 table, const guint32 inputs[3])
{
  const gboolean only_pairs = program->kind == LIFE_CODE_AVX2;
  guint needed = 0;

  for (guint i = 0; i < 3; i++) {
    const guint bit = 4 >> i;

    if (get (program, inputs[i])->opposite)
      table = turn_input (table, bit);
    if (turn_input (table, bit) != table)
      needed |= 1u << i;
  }
  if (needed == 7) {
    if (only_pairs
        || (program->kind == LIFE_CODE_AVX512_SPLIT
            && (table == PARITY || table == (PARITY ^ 0xff))))
      return add_choice (program, table, inputs);
  } else if (__builtin_popcount (needed) == 2) {
    const guint x = needed & 4 ? needed & 2 ? 0 : 1 : 2;

    return add_pair (program, side_of (table, x, 0), inputs[x == 0 ? 1 : 0],
        inputs[x == 2 ? 1 : 2]);
  } else if (only_pairs && needed == 0) {
    return add_pair (program, table & 1 ? 0x9 : 0x6, inputs[0], inputs[0]);
  } else if (only_pairs) {
    const guint i = needed & 1 ? 0 : needed & 2 ? 1 : 2;

    return add_pair (
        program, table >> (4 >> i) & 1 ? 0x8 : 0x7, inputs[i], inputs[i]);
  }
  return add (program, (LifeCodeInstruction){ .act = LIFE_CODE_GATE,
                           .table = table,
                           .inputs = { inputs[0], inputs[1], inputs[2] } });
}

/* What is stored is the value itself. */
static guint32
as_it_is (Program *program, guint32 value)
{
  const guint8 same = 0xf0;

  if (!get (program, value)->opposite)
    return value;
  if (program->kind == LIFE_CODE_AVX2) {
    const guint32 ones =
        add (program, (LifeCodeInstruction){ .act = LIFE_CODE_PAIR,
                          .opcode = LIFE_CODE_EQUAL,
                          .inputs = { value, value, LIFE_CODE_NOTHING } });

    return add_pair (program, 0x6, value, ones);
  }
  return add_gate (program, same, (const guint32[]){ value, value, value });
}

/* --- Columns --- */

/* The column right of the present one becomes the present one, and column @column comes
 * from the right. */
static void
add_column (Program *program, gint column)
{
  const gboolean outside = column < 0 || column == COLUMNS;

  for (guint i = 0; i < 2; i++) {
    memcpy (program->cells[i], program->cells[i + 1], sizeof program->cells[i]);
    memcpy (program->functions[i], program->functions[i + 1],
        sizeof program->functions[i]);
  }
  for (guint i = 0; i < 3; i++)
    program->cells[2][i] =
        add (program, (LifeCodeInstruction){ .act = LIFE_CODE_LOAD,
                          .base = column < 0          ? LIFE_CODE_WEST
                                  : column == COLUMNS ? LIFE_CODE_EAST
                                                      : LIFE_CODE_ABOVE + i,
                          .vector = outside ? i : (guint) column });
  for (guint i = 0; i < program->network->n_columns; i++)
    program->functions[2][i] =
        add_gate (program, program->network->columns[i], program->cells[2]);
}

/* The value of a signal of the network for the present column; @gates are those of its
 * gates so far. */
static guint32
value_of (const Program *program, guint signal, const guint32 *gates)
{
  const guint first = life_network_first_gate (program->network);

  if (signal < LIFE_NETWORK_CELLS)
    return program->cells[signal % 3][signal / 3];
  signal -= LIFE_NETWORK_CELLS;
  if (signal + LIFE_NETWORK_CELLS < first)
    return program->functions[signal % 3][signal / 3];
  return gates[signal + LIFE_NETWORK_CELLS - first];
}

static void
add_gates (Program *program, guint column)
{
  const LifeNetwork *network = program->network;
  guint32 gates[LIFE_NETWORK_GATES], output;

  for (guint i = 0; i < network->n_gates; i++) {
    guint32 inputs[3];

    for (guint j = 0; j < 3; j++)
      inputs[j] = value_of (program, network->gates[i].inputs[j], gates);
    gates[i] = add_gate (program, network->gates[i].table, inputs);
  }
  output = as_it_is (program, value_of (program, network->output, gates));
  add (program,
      (LifeCodeInstruction){ .act = LIFE_CODE_STORE,
          .base = LIFE_CODE_NEXT,
          .vector = column,
          .inputs = { output, LIFE_CODE_NOTHING, LIFE_CODE_NOTHING } });
}

/* What is right of a column is loaded before that column is written. */
GArray *
life_code_program_new (const LifeNetwork *network, LifeBitslicedCodeKind kind)
{
  Program program = { .network = network,
    .kind = kind,
    .list = g_array_new (FALSE, FALSE, sizeof (LifeCodeInstruction)) };

  add_column (&program, -1);
  add_column (&program, 0);
  for (guint column = 0; column < COLUMNS; column++) {
    add_column (&program, (gint) column + 1);
    add_gates (&program, column);
  }
  return program.list;
}
