/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Machine code for the gates of a rule: AVX-512 has any gate of three inputs as one
 * instruction, but its table is a part of the instruction.
 *
 * Idea: a row of a block is 64 columns, each of which is advanced by the same few gates.
 * All of them are written one after the other, without a branch: each cell is loaded once,
 * each function of a column computed once, and a register is free again after the last
 * gate that reads it. A gate that looks at two inputs only is an instruction of two, for
 * which the opposite of a value may be kept in its stead; where the processor takes two of
 * those in less time than one of three, the parity of three is two of them (docs/cpu.md).
 * Layout: of vectors as in life/cpu/bits2d/tile.h; a program is a list of loads, gates and
 * stores of values that are numbered in the order in which they are made.
 * Cost: per vector the network's gates, three loads and a store, and a copy for each gate
 * of three inputs that are all needed again.
 * Encoding: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, 2.7. */
#include "life/cpu/bits2d/code.h"

#include <string.h>

#if defined(__x86_64__) && defined(__unix__)
#include <sys/mman.h>

#define COLUMNS 64
#define REGISTERS 32
#define NOTHING G_MAXUINT32

struct _LifeBitslicedCode {
  gpointer memory;
  gsize size;
};

/* --- Programs --- */

/* Where loads and stores find their vector: the arguments of #LifeBitslicedRowCode. */
typedef enum {
  ABOVE,
  HERE,
  BELOW,
  NEXT,
  WEST,
  EAST
} Base;

typedef enum {
  LOAD,
  GATE,
  PAIR,
  STORE
} Kind;

/* The value that a load or a gate makes has the instruction's own number. */
typedef struct {
  Kind kind;
  Base base;         /* LOAD, STORE */
  guint vector;      /* LOAD, STORE: from there */
  guint8 table;      /* GATE */
  guint8 opcode;     /* PAIR */
  guint32 inputs[3]; /* GATE; PAIR: two of them; STORE: the first */
  gboolean opposite; /* the value is kept as its opposite */
} Instruction;

typedef struct {
  const LifeNetwork *network;
  gboolean splits; /* the parity of three is two gates */
  GArray *list;    /* of Instruction */
  /* Of the columns left of the present one, there, and right of it: the values of its
   * cells above, here and below, and of its functions. */
  guint32 cells[3][3];
  guint32 functions[3][LIFE_NETWORK_COLUMNS];
} Program;

static guint32
add (Program *program, Instruction instruction)
{
  g_array_append_val (program->list, instruction);
  return program->list->len - 1;
}

#define PARITY 0x96
#define VPANDQ 0xdb
#define VPANDNQ 0xdf
#define VPORQ 0xeb
#define VPXORQ 0xef

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

/* A gate of two inputs; bit 2a + b of @table is its value. */
static guint32
add_pair (Program *program, guint table, guint32 a, guint32 b)
{
  /* By table: nothing, or the opcode, or that of the opposite table. VPANDNQ turns its first
   * input. */
  static const guint8 opcodes[16] = { [0x8] = VPANDQ,
    [0x2] = VPANDNQ,
    [0x4] = VPANDNQ,
    [0x6] = VPXORQ,
    [0xe] = VPORQ };
  const gboolean opposite = opcodes[table] == 0;
  const guint own = opposite ? table ^ 0xf : table;

  return add (program,
      (Instruction){ .kind = PAIR,
          .opcode = opcodes[own],
          .inputs = { own == 0x4 ? b : a, own == 0x4 ? a : b, NOTHING },
          .opposite = opposite });
}

static guint32
add_gate (Program *program, guint8 table, const guint32 inputs[3])
{
  guint n = 0, needed[3] = { 0, 0, 0 };

  for (guint i = 0; i < 3; i++) {
    const guint bit = 4 >> i;

    if (g_array_index (program->list, Instruction, inputs[i]).opposite)
      table = turn_input (table, bit);
    if (turn_input (table, bit) != table)
      needed[n++] = i;
  }
  if (program->splits && (table == PARITY || table == (PARITY ^ 0xff)))
    return add_pair (program, table == PARITY ? 0x6 : 0x9,
        add_pair (program, 0x6, inputs[0], inputs[1]), inputs[2]);
  if (n == 2) {
    guint pair = 0;

    for (guint i = 0; i < 4; i++)
      pair |= (guint) (table >> ((i & 2 ? 4 >> needed[0] : 0)
                                 | (i & 1 ? 4 >> needed[1] : 0))
                       & 1)
              << i;
    return add_pair (program, pair, inputs[needed[0]], inputs[needed[1]]);
  }
  return add (program, (Instruction){ .kind = GATE,
                           .table = table,
                           .inputs = { inputs[0], inputs[1], inputs[2] } });
}

/* What is stored is the value itself. */
static guint32
as_it_is (Program *program, guint32 value)
{
  static const guint8 same = 0xf0;
  const guint32 inputs[3] = { value, value, value };

  if (!g_array_index (program->list, Instruction, value).opposite)
    return value;
  return add_gate (program, same, inputs);
}

/* The column right of the present one becomes the present one, and column @column comes
 * from the right. */
static void
add_column (Program *program, gint column)
{
  const Base bases[3] = { ABOVE, HERE, BELOW };

  for (guint i = 0; i < 2; i++) {
    memcpy (program->cells[i], program->cells[i + 1], sizeof program->cells[i]);
    memcpy (program->functions[i], program->functions[i + 1],
        sizeof program->functions[i]);
  }
  for (guint i = 0; i < 3; i++)
    program->cells[2][i] = add (program,
        (Instruction){ .kind = LOAD,
            .base = column < 0          ? WEST
                    : column == COLUMNS ? EAST
                                        : bases[i],
            .vector = column < 0 || column == COLUMNS ? i : (guint) column });
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
  guint32 gates[LIFE_NETWORK_GATES];

  for (guint i = 0; i < network->n_gates; i++) {
    guint32 inputs[3];

    for (guint j = 0; j < 3; j++)
      inputs[j] = value_of (program, network->gates[i].inputs[j], gates);
    gates[i] = add_gate (program, network->gates[i].table, inputs);
  }
  add (program, (Instruction){ .kind = STORE,
                    .base = NEXT,
                    .vector = column,
                    .inputs = { as_it_is (program,
                                    value_of (program, network->output, gates)),
                        NOTHING, NOTHING } });
}

/* What is right of a column is loaded before that column is written. */
static GArray *
make_program (const LifeNetwork *network, gboolean splits)
{
  Program program = { .network = network,
    .splits = splits,
    .list = g_array_new (FALSE, FALSE, sizeof (Instruction)) };

  add_column (&program, -1);
  add_column (&program, 0);
  for (guint column = 0; column < COLUMNS; column++) {
    add_column (&program, (gint) column + 1);
    add_gates (&program, column);
  }
  return program.list;
}

/* --- Registers --- */

static guint
n_inputs (const Instruction *instruction)
{
  static const guint n[] = { [LOAD] = 0, [GATE] = 3, [PAIR] = 2, [STORE] = 1 };

  return n[instruction->kind];
}

/* For each value the instruction that reads it last; NOTHING where none does. */
static guint32 *
find_last_uses (const GArray *list)
{
  guint32 *last = g_new (guint32, list->len);

  for (guint i = 0; i < list->len; i++) {
    const Instruction *instruction = &g_array_index (list, Instruction, i);

    last[i] = NOTHING;
    for (guint j = 0; j < n_inputs (instruction); j++)
      last[instruction->inputs[j]] = i;
  }
  return last;
}

typedef struct {
  GByteArray *bytes;
  const guint32 *last;
  guint32 held[REGISTERS]; /* the value in each register, or NOTHING */
  guint8 *place;           /* the register of each value */
} Writer;

/* A register that holds nothing, or REGISTERS. */
static guint
find_free (const Writer *writer)
{
  guint i = 0;

  while (i < REGISTERS && writer->held[i] != NOTHING)
    i++;
  return i;
}

static void
hold (Writer *writer, guint reg, guint32 value)
{
  writer->held[reg] = value;
  writer->place[value] = (guint8) reg;
}

/* Frees the registers of values that instruction @at reads last. */
static void
drop_inputs (Writer *writer, const Instruction *instruction, guint32 at)
{
  for (guint i = 0; i < n_inputs (instruction); i++) {
    const guint32 value = instruction->inputs[i];

    if (writer->last[value] == at
        && writer->held[writer->place[value]] == value)
      writer->held[writer->place[value]] = NOTHING;
  }
}

/* --- Bytes --- */

typedef enum {
  MAP_0F = 1,
  MAP_0F3A = 3
} Map;

static void
put (Writer *writer, guint8 byte)
{
  g_byte_array_append (writer->bytes, &byte, 1);
}

/* An EVEX prefix for vectors of 512 bits and elements of 64, and the opcode. @x is the
 * fourth bit of a register at @rm, 0 for memory. */
static void
put_prefix (Writer *writer, Map map, guint reg, guint second, guint rm, guint x,
    guint8 opcode)
{
  put (writer, 0x62);
  put (writer, (guint8) ((~reg >> 3 & 1) << 7 | (~x & 1) << 6
                         | (~rm >> 3 & 1) << 5 | (~reg >> 4 & 1) << 4 | map));
  put (writer, (guint8) (0x85 | (~second & 15) << 3));
  put (writer, (guint8) (0x40 | (~second >> 4 & 1) << 3));
  put (writer, opcode);
}

/* Moves a vector from or to memory. Distances are a byte, in vectors. */
static void
put_move (Writer *writer, guint8 opcode, guint reg, Base base, guint vector)
{
  /* rdi, rsi, rdx, rcx, r8, r9: the order of arguments. */
  static const guint8 bases[] = { 7, 6, 2, 1, 8, 9 };

  put_prefix (writer, MAP_0F, reg, 0, bases[base], 0, opcode);
  put (writer, (guint8) (0x40 | (reg & 7) << 3 | (bases[base] & 7)));
  put (writer, (guint8) vector);
}

#define VMOVDQA64_LOAD 0x6f
#define VMOVDQA64_STORE 0x7f
#define VPTERNLOGQ 0x25

static void
put_registers (
    Writer *writer, Map map, guint8 opcode, guint reg, guint second, guint rm)
{
  put_prefix (writer, map, reg, second, rm, rm >> 4, opcode);
  put (writer, (guint8) (0xc0 | (reg & 7) << 3 | (rm & 7)));
}

/* The table of a gate whose inputs 0 and @with are exchanged. */
static guint8
exchange_inputs (guint8 table, guint with)
{
  guint8 exchanged = 0;

  for (guint i = 0; i < 8; i++) {
    const guint a = i >> 2 & 1, b = i >> 1 & 1, c = i & 1;
    const guint j = with == 1   ? b << 2 | a << 1 | c
                    : with == 2 ? c << 2 | b << 1 | a
                                : i;

    exchanged |= (guint8) ((table >> j & 1) << i);
  }
  return exchanged;
}

/* A gate's result takes the place of its first input: one that is not read again, or a
 * copy. */
static gboolean
put_gate (Writer *writer, Instruction gate, guint32 at)
{
  guint first = 0, reg;

  while (first < 3 && writer->last[gate.inputs[first]] != at)
    first++;
  if (first < 3) {
    const guint32 value = gate.inputs[first];

    gate.table = exchange_inputs (gate.table, first);
    gate.inputs[first] = gate.inputs[0];
    gate.inputs[0] = value;
    reg = writer->place[value];
  } else {
    reg = find_free (writer);
    if (reg == REGISTERS)
      return FALSE;
    put_registers (
        writer, MAP_0F, VMOVDQA64_LOAD, reg, 0, writer->place[gate.inputs[0]]);
  }
  put_registers (writer, MAP_0F3A, VPTERNLOGQ, reg,
      writer->place[gate.inputs[1]], writer->place[gate.inputs[2]]);
  put (writer, gate.table);
  drop_inputs (writer, &gate, at);
  hold (writer, reg, at);
  return TRUE;
}

/* Its inputs stay, unless its result takes the place of one. */
static gboolean
put_pair (Writer *writer, const Instruction *pair, guint32 at)
{
  const guint first = writer->place[pair->inputs[0]],
              second = writer->place[pair->inputs[1]];
  guint reg;

  drop_inputs (writer, pair, at);
  reg = find_free (writer);
  if (reg == REGISTERS)
    return FALSE;
  put_registers (writer, MAP_0F, pair->opcode, reg, first, second);
  hold (writer, reg, at);
  return TRUE;
}

static gboolean
put_instruction (Writer *writer, const Instruction *instruction, guint32 at)
{
  guint reg;

  switch (instruction->kind) {
    case LOAD:
      if (writer->last[at] == NOTHING)
        return TRUE;
      reg = find_free (writer);
      if (reg == REGISTERS)
        return FALSE;
      put_move (
          writer, VMOVDQA64_LOAD, reg, instruction->base, instruction->vector);
      hold (writer, reg, at);
      return TRUE;
    case GATE:
      return writer->last[at] == NOTHING || put_gate (writer, *instruction, at);
    case PAIR:
      return writer->last[at] == NOTHING || put_pair (writer, instruction, at);
    default:
      put_move (writer, VMOVDQA64_STORE, writer->place[instruction->inputs[0]],
          instruction->base, instruction->vector);
      drop_inputs (writer, instruction, at);
      return TRUE;
  }
}

/* The bytes of a function; NULL where registers do not suffice. */
static GByteArray *
write_program (const GArray *list)
{
  static const guint8 begin[] = { 0xf3, 0x0f, 0x1e, 0xfa }; /* endbr64 */
  static const guint8 end[] = { 0xc5, 0xf8, 0x77, 0xc3 }; /* vzeroupper, ret */
  g_autofree guint32 *last = find_last_uses (list);
  g_autofree guint8 *place = g_new0 (guint8, list->len);
  Writer writer = { g_byte_array_new (), last, { 0 }, place };

  for (guint i = 0; i < REGISTERS; i++)
    writer.held[i] = NOTHING;
  g_byte_array_append (writer.bytes, begin, sizeof begin);
  for (guint i = 0; i < list->len; i++)
    if (!put_instruction (&writer, &g_array_index (list, Instruction, i), i)) {
      g_byte_array_unref (writer.bytes);
      return NULL;
    }
  g_byte_array_append (writer.bytes, end, sizeof end);
  return writer.bytes;
}

/* --- Memory --- */

/* Pages are written, and only then made to be run. */
LifeBitslicedCode *
life_bitsliced_code_new (const LifeNetwork *network, gboolean splits)
{
  g_autoptr (GArray) list = make_program (network, splits);
  GByteArray *bytes = write_program (list);
  LifeBitslicedCode code;

  if (bytes == NULL)
    return NULL;
  code.size = bytes->len;
  code.memory = mmap (NULL, code.size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code.memory != MAP_FAILED) {
    memcpy (code.memory, bytes->data, bytes->len);
    if (mprotect (code.memory, code.size, PROT_READ | PROT_EXEC) != 0) {
      munmap (code.memory, code.size);
      code.memory = MAP_FAILED;
    }
  }
  g_byte_array_unref (bytes);
  return code.memory == MAP_FAILED ? NULL : g_memdup2 (&code, sizeof code);
}

LifeBitslicedRowCode
life_bitsliced_code_get_row (const LifeBitslicedCode *code)
{
  return (LifeBitslicedRowCode) code->memory;
}

void
life_bitsliced_code_free (LifeBitslicedCode *code)
{
  if (code == NULL)
    return;
  munmap (code->memory, code->size);
  g_free (code);
}
#else

LifeBitslicedCode *
life_bitsliced_code_new (const LifeNetwork *network, gboolean splits)
{
  return NULL;
}

LifeBitslicedRowCode
life_bitsliced_code_get_row (const LifeBitslicedCode *code)
{
  return NULL;
}

void
life_bitsliced_code_free (LifeBitslicedCode *code)
{
}
#endif
