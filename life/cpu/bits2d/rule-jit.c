/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The gates of a rule as machine code: AVX-512 has any gate of three inputs as one
 * instruction, but its table is a part of the instruction; AVX2 has gates of two inputs.
 *
 * Idea: a row of a block is 64 columns, each of which is advanced by the same few gates. They
 * are lowered to instructions on values, whose registers are then allocated in one pass: a
 * register is free again after the last use of its value, and if none is free, the value that
 * is used last is spilled to the stack. The function has no branch.
 * Cost: per vector the instructions of the gates, three loads and a store, and a copy for
 * each gate of three inputs that are all used again.
 * Encoding: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, 2.3 and
 * 2.7. */
#include "life/cpu/bits2d/rule-jit.h"

#ifdef LIFE_HAVE_JIT
#include "life/base/pages.h"
#include "life/rule/network/count-networks.h"
#include "life/rule/network/find-network.h"
#include "life/rule/network/network-cache.h"

#include <string.h>

/* When so many cells were advanced, after some hundredths of a second, a cached network is
 * compiled; after about two seconds one is searched for. */
#define MIN_CELLS_TO_LOAD (G_GUINT64_CONSTANT (1) << 30)
#define MIN_CELLS_TO_SEARCH (G_GUINT64_CONSTANT (1) << 37)

#define COLUMNS 64
#define REGISTERS 32
/* More than the values at a time: signals of a network, and shared results. */
#define SLOTS 512
/* Pairs are shared with so many previous instructions. */
#define SHARING_WINDOW 64
#define PARITY 0x96
#define NONE G_MAXUINT32

/* --- Instructions --- */

/* Also the number of operands. */
typedef enum {
  LOAD,
  STORE,
  PAIR, /* a gate of two inputs */
  GATE  /* of three */
} Operation;

/* Opcodes; those of pairs are the same for AVX2 and AVX-512, except VPCMPEQD. */
enum {
  VPTERNLOGQ = 0x25,
  VMOVDQA_LOAD = 0x6f,
  VPCMPEQD = 0x76,
  VMOVDQA_STORE = 0x7f,
  VPAND = 0xdb,
  VPANDN = 0xdf, /* inverts its first operand */
  VPOR = 0xeb,
  VPXOR = 0xef
};

/* The registers of #LifeRuleJitRow's arguments, and the stack's. */
enum {
  NEXT = 1,  /* rcx */
  BELOW = 2, /* rdx */
  STACK = 4, /* rsp */
  HERE = 6,  /* rsi */
  ABOVE = 7, /* rdi */
  WEST = 8,
  EAST = 9
};

/* The result is the value with the instruction's own number. */
typedef struct {
  Operation operation;
  guint8 code;  /* a gate's table, a pair's opcode */
  guint base;   /* of loads and stores: the register of an address, */
  guint vector; /* and how many vectors from there */
  guint32 operands[3];

  /* The next instruction that uses the result, and, after this one, each operand; or NONE. */
  guint32 use, uses[3];
  guint32 reg, slot; /* of the result, or NONE */
} Instruction;

static Instruction *
get (GArray *list, guint32 number)
{
  return &g_array_index (list, Instruction, number);
}

/* --- Lowering --- */

/* A value, twice its number, or its complement, one more. */
typedef guint32 Literal;

typedef struct {
  const LifeNetwork *network;
  LifeRuleJitTarget target;
  GArray *list; /* of Instruction */
  /* Of the columns left of the present one, there, and right of it: the words of a network's
   * column. */
  Literal words[3][3 * LIFE_NETWORK_PLANES + LIFE_NETWORK_COLUMNS];
} Lowering;

static Literal
append (Lowering *lowering, Instruction instruction)
{
  instruction.use = instruction.reg = instruction.slot = NONE;
  g_array_append_val (lowering->list, instruction);
  return 2 * (lowering->list->len - 1);
}

/* The result of an instruction on two values, of a recent one if possible. */
static Literal
share_pair (Lowering *lowering, guint8 opcode, guint32 a, guint32 b)
{
  const guint32 n = lowering->list->len;

  for (guint32 i = n; i > 0 && n - i < SHARING_WINDOW; i--) {
    const Instruction *other = get (lowering->list, i - 1);

    if (other->operation == PAIR && other->code == opcode
        && other->operands[0] == a && other->operands[1] == b)
      return 2 * (i - 1);
  }
  return append (lowering,
      (Instruction){ .operation = PAIR, .code = opcode, .operands = { a, b } });
}

/* A gate of two inputs; bit 2a + b of @table is its value. Instructions make 0 of zeros, so
 * other gates are complements of theirs. */
static Literal
lower_pair (Lowering *lowering, guint table, Literal a, Literal b)
{
  const guint32 x = a / 2, y = b / 2;
  guint inverted;

  if (a & 1)
    table = (table & 3) << 2 | table >> 2;
  if (b & 1)
    table = (table & 5) << 1 | (table >> 1 & 5);
  inverted = table & 1;
  switch (inverted ? table ^ 0xf : table) {
    case 0x0:
      return share_pair (lowering, VPXOR, x, x) | inverted;
    case 0x2:
      return share_pair (lowering, VPANDN, x, y) | inverted;
    case 0x4:
      return share_pair (lowering, VPANDN, y, x) | inverted;
    case 0x6:
      return share_pair (lowering, VPXOR, x, y) | inverted;
    case 0x8:
      return share_pair (lowering, VPAND, x, y) | inverted;
    case 0xa:
      return 2 * y | inverted;
    case 0xc:
      return 2 * x | inverted;
    default:
      return share_pair (lowering, VPOR, x, y) | inverted;
  }
}

/* The table of a gate's other inputs where input @x is @one. */
static guint
cofactor (guint8 table, guint x, gboolean one)
{
  const guint y = x == 0 ? 1 : 0, z = x == 2 ? 1 : 2;
  guint result = 0;

  for (guint i = 0; i < 4; i++)
    result |= (guint) (table >> ((one ? 4 >> x : 0) | (i & 2 ? 4 >> y : 0)
                                 | (i & 1 ? 4 >> z : 0))
                       & 1)
              << i;
  return result;
}

/* Instructions of a gate of two inputs. */
static guint
cost_of_pair (guint table)
{
  return table != 0xc && table != 0x3 && table != 0xa && table != 0x5;
}

/* Instructions of lower_choice() by input @x. */
static guint
cost_of_choice (guint8 table, guint x)
{
  const guint one = cofactor (table, x, TRUE);
  const guint other = cofactor (table, x, FALSE);

  if (one == 0 || one == 0xf)
    return 1 + cost_of_pair (other);
  if (other == 0 || other == 0xf || one == (other ^ 0xf))
    return 1 + cost_of_pair (one);
  return 2 + cost_of_pair (other) + cost_of_pair (one ^ other);
}

/* A gate of three inputs by pairs: one input chooses between two functions of the others, a
 * and b, by b ^ (x & (a ^ b)), or less where one is constant or they are complements. */
static Literal
lower_choice (Lowering *lowering, guint8 table, const Literal inputs[3])
{
  guint chooser = 0, one, other;
  Literal x, y, z, both;

  for (guint i = 1; i < 3; i++)
    if (cost_of_choice (table, i) < cost_of_choice (table, chooser))
      chooser = i;
  one = cofactor (table, chooser, TRUE);
  other = cofactor (table, chooser, FALSE);
  x = inputs[chooser];
  y = inputs[chooser == 0 ? 1 : 0];
  z = inputs[chooser == 2 ? 1 : 2];
  if (one == 0 || one == 0xf) /* other & ~x, other | x */
    return lower_pair (
        lowering, one == 0 ? 0x2 : 0xe, x, lower_pair (lowering, other, y, z));
  if (other == 0 || other == 0xf) /* one & x, one | ~x */
    return lower_pair (
        lowering, other == 0 ? 0x8 : 0xb, x, lower_pair (lowering, one, y, z));
  if (one == (other ^ 0xf))
    return lower_pair (lowering, 0x6, x, lower_pair (lowering, other, y, z));
  both =
      lower_pair (lowering, 0x8, x, lower_pair (lowering, one ^ other, y, z));
  return lower_pair (lowering, 0x6, both, lower_pair (lowering, other, y, z));
}

/* Bit 4a + 2b + c of @table is the gate's value. */
static Literal
lower_gate (Lowering *lowering, guint8 table, const Literal inputs[3])
{
  static const guint8 halves[] = { 0x0f, 0x33, 0x55 };
  Literal values[3];

  for (guint x = 0; x < 3; x++)
    if (cofactor (table, x, FALSE) == cofactor (table, x, TRUE))
      return lower_pair (lowering, cofactor (table, x, FALSE),
          inputs[x == 0 ? 1 : 0], inputs[x == 2 ? 1 : 2]);
  for (guint i = 0; i < 3; i++) {
    values[i] = inputs[i] & ~1u;
    if (inputs[i] & 1)
      table = (guint8) ((table & halves[i]) << (4 >> i)
                        | (table >> (4 >> i) & halves[i]));
  }
  if (lowering->target == LIFE_RULE_JIT_AVX2
      || (lowering->target == LIFE_RULE_JIT_AVX512_SPLIT
          && (table == PARITY || table == (PARITY ^ 0xff))))
    return lower_choice (lowering, table, values);
  return append (lowering,
      (Instruction){ .operation = GATE,
          .code = table,
          .operands = { values[0] / 2, values[1] / 2, values[2] / 2 } });
}

/* The number of a value that is not a complement. */
static guint32
lower_output (Lowering *lowering, Literal output)
{
  const guint32 value = output / 2;
  Instruction invert = {
    .operation = GATE, .code = 0x0f, .operands = { value, value, value }
  };

  if (!(output & 1))
    return value;
  if (lowering->target == LIFE_RULE_JIT_AVX2)
    invert = (Instruction){ .operation = PAIR,
      .code = VPXOR,
      .operands = {
          value, share_pair (lowering, VPCMPEQD, value, value) / 2 } };
  return append (lowering, invert) / 2;
}

/* The column right of the present one becomes the present one, and @column is loaded right of
 * it. */
static void
lower_column (Lowering *lowering, gint column)
{
  static const guint8 bases[] = { ABOVE, HERE, BELOW };
  const LifeNetwork *network = lowering->network;
  const gboolean outside = column < 0 || column == COLUMNS;
  Literal *words = lowering->words[2];

  memmove (
      lowering->words[0], lowering->words[1], 2 * sizeof lowering->words[0]);
  for (guint i = 0; i < 3 * network->planes; i++)
    words[i] = append (
        lowering, (Instruction){ .operation = LOAD,
                      .base = column < 0          ? WEST
                              : column == COLUMNS ? EAST
                                                  : bases[i / network->planes],
                      .vector = outside ? i
                                        : (guint) column * network->planes
                                              + i % network->planes });
  for (guint i = 0; i < network->n_columns; i++) {
    const LifeGate *gate = &network->columns[i];
    const Literal inputs[3] = { words[gate->inputs[0]], words[gate->inputs[1]],
      words[gate->inputs[2]] };

    words[3 * network->planes + i] = lower_gate (lowering, gate->table, inputs);
  }
}

/* A signal of the network for the present column; @gates are those of its gates so far. */
static Literal
find_signal (const Lowering *lowering, guint signal, const Literal *gates)
{
  const guint first = life_network_first_gate (lowering->network);

  return signal >= first ? gates[signal - first]
                         : lowering->words[signal % 3][signal / 3];
}

static void
lower_gates (Lowering *lowering, guint column)
{
  const LifeNetwork *network = lowering->network;
  Literal gates[LIFE_NETWORK_GATES];

  for (guint i = 0; i < network->n_gates; i++) {
    const LifeGate *gate = &network->gates[i];
    Literal inputs[3];

    for (guint j = 0; j < 3; j++)
      inputs[j] = find_signal (lowering, gate->inputs[j], gates);
    gates[i] = lower_gate (lowering, gate->table, inputs);
  }
  for (guint plane = 0; plane < network->planes; plane++) {
    const guint32 output = lower_output (
        lowering, find_signal (lowering, network->outputs[plane], gates));

    append (lowering, (Instruction){ .operation = STORE,
                          .base = NEXT,
                          .vector = column * network->planes + plane,
                          .operands = { output } });
  }
}

/* The instructions of a row. Each cell is loaded once, and each function of a column computed
 * once, for three columns. What is right of a column is loaded before that column is
 * written. */
static GArray *
lower (const LifeNetwork *network, LifeRuleJitTarget target)
{
  Lowering lowering = { .network = network,
    .target = target,
    .list = g_array_new (FALSE, FALSE, sizeof (Instruction)) };

  lower_column (&lowering, -1);
  lower_column (&lowering, 0);
  for (guint column = 0; column < COLUMNS; column++) {
    lower_column (&lowering, (gint) column + 1);
    lower_gates (&lowering, column);
  }
  return lowering.list;
}

/* Results without a use are not computed, so they use nothing either. */
static void
find_uses (GArray *list)
{
  for (guint32 i = list->len; i-- > 0;) {
    Instruction *user = get (list, i);

    if (user->operation != STORE && user->use == NONE)
      continue;
    for (guint j = 0; j < user->operation; j++)
      user->uses[j] = get (list, user->operands[j])->use;
    for (guint j = 0; j < user->operation; j++)
      get (list, user->operands[j])->use = i;
  }
}

/* --- Encoding --- */

typedef struct {
  GArray *list; /* of Instruction */
  GByteArray *bytes;
  gboolean wide;            /* vectors of 512 bits */
  guint32 bound[REGISTERS]; /* the value in each register, or NONE */
  guint32 locked;           /* registers of the present instruction, by bit */
  guint8 used[SLOTS];       /* vectors on the stack */
  guint32 slots;
} Emitter;

typedef enum {
  MAP_0F = 1,
  MAP_0F3A = 3
} OpcodeMap;

static void
emit_byte (Emitter *emitter, guint byte)
{
  const guint8 value = (guint8) byte;

  g_byte_array_append (emitter->bytes, &value, 1);
}

/* A prefix for whole vectors, EVEX for elements of 64 bits or VEX, and the opcode. */
static void
emit_prefix (Emitter *emitter, OpcodeMap map, guint8 opcode, guint reg,
    guint second, guint rm)
{
  if (emitter->wide) {
    emit_byte (emitter, 0x62);
    emit_byte (emitter, (~reg >> 3 & 1) << 7 | (~rm >> 4 & 1) << 6
                            | (~rm >> 3 & 1) << 5 | (~reg >> 4 & 1) << 4 | map);
    emit_byte (emitter, 0x85 | (~second & 15) << 3);
    emit_byte (emitter, 0x40 | (~second >> 4 & 1) << 3);
  } else {
    emit_byte (emitter, 0xc4);
    emit_byte (
        emitter, (~reg >> 3 & 1) << 7 | 1 << 6 | (~rm >> 3 & 1) << 5 | map);
    emit_byte (emitter, 0x05 | (~second & 15) << 3);
  }
  emit_byte (emitter, opcode);
}

/* Moves a vector from or to memory, @vector vectors from the address in @base. */
static void
emit_move (Emitter *emitter, guint8 opcode, guint reg, guint base, guint vector)
{
  const guint32 offset = GUINT32_TO_LE (vector * (emitter->wide ? 64 : 32));

  emit_prefix (emitter, MAP_0F, opcode, reg, 0, base);
  emit_byte (emitter, 0x80 | (reg & 7) << 3 | (base & 7));
  if (base == STACK)
    emit_byte (emitter, 0x24);
  g_byte_array_append (emitter->bytes, (const guint8 *) &offset, sizeof offset);
}

static void
emit_registers (Emitter *emitter, OpcodeMap map, guint8 opcode, guint reg,
    guint second, guint rm)
{
  emit_prefix (emitter, map, opcode, reg, second, rm);
  emit_byte (emitter, 0xc0 | (reg & 7) << 3 | (rm & 7));
}

/* --- Registers --- */

static void
bind_register (Emitter *emitter, guint reg, guint32 value)
{
  emitter->bound[reg] = value;
  get (emitter->list, value)->reg = reg;
  emitter->locked |= 1u << reg;
}

/* Moves the value of a register to the stack, unless it is there already. */
static void
spill (Emitter *emitter, guint reg)
{
  Instruction *value = get (emitter->list, emitter->bound[reg]);

  if (value->slot == NONE) {
    for (value->slot = 0; emitter->used[value->slot];)
      value->slot++;
    emitter->used[value->slot] = TRUE;
    emitter->slots = MAX (emitter->slots, value->slot + 1);
    emit_move (emitter, VMOVDQA_STORE, reg, STACK, value->slot);
  }
  value->reg = NONE;
  emitter->bound[reg] = NONE;
}

/* A register without a value, if need be because that is spilled. */
static guint
allocate_register (Emitter *emitter)
{
  const guint n = emitter->wide ? REGISTERS : REGISTERS / 2;
  guint chosen = 0;
  guint32 last = 0;

  for (guint i = 0; i < n; i++) {
    if (emitter->locked >> i & 1)
      continue;
    if (emitter->bound[i] == NONE)
      return i;
    if (get (emitter->list, emitter->bound[i])->use > last) {
      last = get (emitter->list, emitter->bound[i])->use;
      chosen = i;
    }
  }
  spill (emitter, chosen);
  return chosen;
}

/* Sets @reg to the registers of the operands, which are loaded from the stack if need be. */
static void
load_operands (Emitter *emitter, const Instruction *user, guint *reg)
{
  for (guint i = 0; i < user->operation; i++) {
    const Instruction *value = get (emitter->list, user->operands[i]);

    if (value->reg != NONE)
      emitter->locked |= 1u << value->reg;
  }
  for (guint i = 0; i < user->operation; i++) {
    Instruction *value = get (emitter->list, user->operands[i]);

    if (value->reg == NONE) {
      const guint free = allocate_register (emitter);

      emit_move (emitter, VMOVDQA_LOAD, free, STACK, value->slot);
      bind_register (emitter, free, user->operands[i]);
    }
    reg[i] = value->reg;
    value->use = user->uses[i];
  }
}

/* Frees registers and slots of operands without a further use. */
static void
release_operands (Emitter *emitter, const Instruction *user)
{
  for (guint i = 0; i < user->operation; i++) {
    Instruction *value = get (emitter->list, user->operands[i]);

    if (value->use != NONE || value->reg == NONE)
      continue;
    emitter->bound[value->reg] = NONE;
    emitter->locked &= ~(1u << value->reg);
    if (value->slot != NONE)
      emitter->used[value->slot] = FALSE;
    value->reg = NONE;
  }
}

/* --- Emission --- */

/* A gate's result replaces its first input: one without a further use, or a copy. Returns its
 * register. */
static guint
emit_gate (Emitter *emitter, const Instruction *gate, guint *reg)
{
  guint8 table = gate->code;
  guint first = 0;

  while (first < 3 && get (emitter->list, gate->operands[first])->use != NONE)
    first++;
  if (first < 3) {
    const guint replaced = reg[first];

    reg[first] = reg[0];
    reg[0] = replaced;
    if (first == 1)
      table = (table & 0xc3) | (table & 0x30) >> 2 | (table & 0x0c) << 2;
    if (first == 2)
      table = (table & 0xa5) | (table & 0x50) >> 3 | (table & 0x0a) << 3;
  } else {
    const guint copy = allocate_register (emitter);

    emit_registers (emitter, MAP_0F, VMOVDQA_LOAD, copy, 0, reg[0]);
    reg[0] = copy;
  }
  release_operands (emitter, gate);
  emit_registers (emitter, MAP_0F3A, VPTERNLOGQ, reg[0], reg[1], reg[2]);
  emit_byte (emitter, table);
  return reg[0];
}

static void
emit_instruction (Emitter *emitter, guint32 number)
{
  const Instruction *instruction = get (emitter->list, number);
  guint in[3] = { 0 }, reg = 0;

  emitter->locked = 0;
  load_operands (emitter, instruction, in);
  switch (instruction->operation) {
    case LOAD:
      reg = allocate_register (emitter);
      emit_move (
          emitter, VMOVDQA_LOAD, reg, instruction->base, instruction->vector);
      break;
    case STORE:
      emit_move (emitter, VMOVDQA_STORE, in[0], instruction->base,
          instruction->vector);
      release_operands (emitter, instruction);
      return;
    case PAIR:
      release_operands (emitter, instruction);
      reg = allocate_register (emitter);
      emit_registers (emitter, MAP_0F, instruction->code, reg, in[0], in[1]);
      break;
    case GATE:
      reg = emit_gate (emitter, instruction, in);
      break;
  }
  bind_register (emitter, reg, number);
}

/* A #LifeRuleJitRow, which runs at any address. */
static GByteArray *
emit (GArray *list, LifeRuleJitTarget target)
{
  static const guint8 begin[] = { 0xf3, 0x0f, 0x1e, 0xfa, /* endbr64 */
    0x55,                                                 /* push rbp */
    0x48, 0x89, 0xe5,                                     /* mov rbp, rsp */
    0x48, 0x81, 0xec, 0, 0, 0, 0,                         /* sub rsp, … */
    0x48, 0x83, 0xe4, 0xc0 };                             /* and rsp, -64 */
  static const guint8 end[] = { 0x48, 0x89, 0xec,         /* mov rsp, rbp */
    0x5d,                                                 /* pop rbp */
    0xc5, 0xf8, 0x77, 0xc3 };                             /* vzeroupper, ret */
  Emitter emitter = { .list = list,
    .bytes = g_byte_array_new (),
    .wide = target != LIFE_RULE_JIT_AVX2 };
  guint32 frame;

  memset (emitter.bound, 0xff, sizeof emitter.bound);
  g_byte_array_append (emitter.bytes, begin, sizeof begin);
  for (guint32 i = 0; i < list->len; i++)
    if (get (list, i)->operation == STORE || get (list, i)->use != NONE)
      emit_instruction (&emitter, i);
  g_byte_array_append (emitter.bytes, end, sizeof end);
  frame = GUINT32_TO_LE (emitter.slots * 64);
  memcpy (emitter.bytes->data + sizeof begin - 8, &frame, sizeof frame);
  return emitter.bytes;
}

/* --- A rule's code --- */

struct _LifeRuleJit {
  const LifeNetwork *given; /* or NULL; there is nothing to search then */
  guint64 map[8];
  LifeRuleJitTarget target;
  guint max_gates;
  guint64 advanced; /* cells */
  gboolean loaded, finished;
  gpointer code; /* or NULL */
  gsize size;
  guint cost; /* of its network */

  GThread *search;     /* or NULL */
  gint cancelled;      /* read atomically by it */
  gint found;          /* written atomically by it */
  LifeNetwork network; /* once it is found */
};

LifeRuleJit *
life_rule_jit_new (
    const LifeRule *rule, LifeRuleJitTarget target, guint max_gates)
{
  LifeRuleJit *self = g_new0 (LifeRuleJit, 1);

  self->target = target;
  self->max_gates = max_gates;
  life_network_map (rule, self->map);
  return self;
}

LifeRuleJit *
life_rule_jit_of_network (const LifeNetwork *network, LifeRuleJitTarget target)
{
  LifeRuleJit *self = g_new0 (LifeRuleJit, 1);

  self->target = target;
  self->max_gates = G_MAXUINT;
  self->given = network;
  return self;
}

static void
free_code (LifeRuleJit *self)
{
  life_pages_free (self->code, self->size);
  self->code = NULL;
}

/* If the system refuses code, the rule runs without. */
static void
load_code (LifeRuleJit *self, const GByteArray *bytes)
{
  free_code (self);
  self->code = life_pages_new_code (bytes->data, bytes->len);
  self->size = bytes->len;
}

/* Compiles @network, unless there is code that costs no more. */
static void
compile (LifeRuleJit *self, const LifeNetwork *network)
{
  const guint cost = life_network_cost (network);
  g_autoptr (GByteArray) bytes = NULL;
  g_autoptr (GArray) list = NULL;

  if (cost > self->max_gates || (self->code != NULL && self->cost <= cost))
    return;
  list = lower (network, self->target);
  find_uses (list);
  bytes = emit (list, self->target);
  load_code (self, bytes);
  self->cost = cost;
  self->finished |= self->code == NULL;
}

static gpointer
search_network (gpointer data)
{
  LifeRuleJit *self = data;

  if (life_network_find (self->map, 1, 1, &self->cancelled, &self->network)) {
    life_network_cache_store (self->map, &self->network);
    g_atomic_int_set (&self->found, TRUE);
  }
  return NULL;
}

static void
load_network (LifeRuleJit *self)
{
  LifeNetwork network;

  self->loaded = TRUE;
  if (self->given != NULL) {
    self->finished = TRUE;
    compile (self, self->given);
    return;
  }
  self->finished = life_network_cache_get (self->map, &network);
  if (self->finished)
    compile (self, &network);
  if (life_network_count (self->map, &network))
    compile (self, &network);
}

/* Rules that count neighbors have a network at once. For other rules the search takes seconds,
 * so the world begins without code, and small ones never need it; a network of fewer gates
 * replaces the present code. */
LifeRuleJitRow
life_rule_jit_get_row (LifeRuleJit *self, guint64 cells)
{
  self->advanced += MIN (cells, G_MAXUINT64 - self->advanced);
  if (!self->loaded && self->advanced >= MIN_CELLS_TO_LOAD)
    load_network (self);
  if (!self->finished && self->search == NULL
      && self->advanced >= MIN_CELLS_TO_SEARCH)
    self->search = g_thread_new ("life-gates", search_network, self);
  if (self->search != NULL && g_atomic_int_get (&self->found)) {
    g_thread_join (g_steal_pointer (&self->search));
    self->finished = TRUE;
    compile (self, &self->network);
  }
  return (LifeRuleJitRow) self->code;
}

void
life_rule_jit_free (LifeRuleJit *self)
{
  if (self == NULL)
    return;
  g_atomic_int_set (&self->cancelled, TRUE);
  if (self->search != NULL)
    g_thread_join (self->search);
  free_code (self);
  g_free (self);
}
#else

LifeRuleJit *
life_rule_jit_new (
    const LifeRule *rule, LifeRuleJitTarget target, guint max_gates)
{
  return NULL;
}

LifeRuleJit *
life_rule_jit_of_network (const LifeNetwork *network, LifeRuleJitTarget target)
{
  return NULL;
}

LifeRuleJitRow
life_rule_jit_get_row (LifeRuleJit *self, guint64 cells)
{
  return NULL;
}

void
life_rule_jit_free (LifeRuleJit *self)
{
}
#endif
