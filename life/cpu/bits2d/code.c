/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Machine code for the gates of a rule: AVX-512 has any gate of three inputs as one
 * instruction, but its table is a part of the instruction; AVX2 has gates of two inputs.
 *
 * Idea: a row of a block is 64 columns, each of which is advanced by the same few gates
 * (code-program.c). All of them are written one after the other, without a branch. A register
 * is free again after the last instruction that reads it; where none is, the value that is
 * read last goes to the stack.
 * Cost: per vector the program's gates, three loads and a store, and a copy for each gate
 * of three inputs that are all needed again.
 * Encoding: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, 2.3 and
 * 2.7. */
#include "life/cpu/bits2d/code.h"

#if defined(__x86_64__) && defined(__unix__)
#include <string.h>
#include <sys/mman.h>

#define MOST_REGISTERS 32
#define NOTHING LIFE_CODE_NOTHING
#define SPILLED 0xff

struct _LifeBitslicedCode {
  gpointer memory;
  gsize size;
};

/* --- When values are read --- */

/* By instruction: who reads its value first, and, for each of its inputs, who reads that
 * next; or NOTHING. */
typedef struct {
  guint32 first, next[3];
} Uses;

/* What nothing reads reads nothing either. */
static Uses *
find_uses (const GArray *list)
{
  Uses *uses = g_new (Uses, list->len);

  for (guint i = 0; i < list->len; i++)
    uses[i].first = NOTHING;
  for (guint i = list->len; i-- > 0;) {
    const LifeCodeInstruction *instruction =
        &g_array_index (list, LifeCodeInstruction, i);
    const guint n = life_code_inputs (instruction);

    if (instruction->act != LIFE_CODE_STORE && uses[i].first == NOTHING)
      continue;
    for (guint j = 0; j < n; j++)
      uses[i].next[j] = uses[instruction->inputs[j]].first;
    for (guint j = 0; j < n; j++)
      uses[instruction->inputs[j]].first = i;
  }
  return uses;
}

/* --- Bytes --- */

typedef struct {
  GByteArray *bytes;
  gboolean wide; /* vectors of 512 bits */
  guint registers;
  const Uses *uses;
  guint32 held[MOST_REGISTERS]; /* the value in each register, or NOTHING */
  guint32 next[MOST_REGISTERS]; /* who reads it next */
  guint32 locked;     /* registers of the present instruction, by bit */
  guint8 *place;      /* the register of each value, or SPILLED */
  guint32 *slot;      /* its vector on the stack, or NOTHING */
  GArray *free_slots; /* of guint32 */
  guint32 slots;
} Writer;

typedef enum {
  MAP_0F = 1,
  MAP_0F3A = 3
} Map;

static void
put (Writer *writer, guint8 byte)
{
  g_byte_array_append (writer->bytes, &byte, 1);
}

static void
put_number (Writer *writer, guint32 number)
{
  number = GUINT32_TO_LE (number);
  g_byte_array_append (writer->bytes, (const guint8 *) &number, sizeof number);
}

/* A prefix for whole vectors, EVEX for elements of 64 bits or VEX, and the opcode. @x is the
 * fourth bit of a register at @rm, 0 for memory. */
static void
put_prefix (Writer *writer, Map map, guint reg, guint second, guint rm, guint x,
    guint8 opcode)
{
  if (writer->wide) {
    put (writer, 0x62);
    put (writer, (guint8) ((~reg >> 3 & 1) << 7 | (~x & 1) << 6
                           | (~rm >> 3 & 1) << 5 | (~reg >> 4 & 1) << 4 | map));
    put (writer, (guint8) (0x85 | (~second & 15) << 3));
    put (writer, (guint8) (0x40 | (~second >> 4 & 1) << 3));
  } else {
    put (writer, 0xc4);
    put (writer,
        (guint8) ((~reg >> 3 & 1) << 7 | 1 << 6 | (~rm >> 3 & 1) << 5 | map));
    put (writer, (guint8) (0x05 | (~second & 15) << 3));
  }
  put (writer, opcode);
}

#define VMOVDQA_LOAD 0x6f
#define VMOVDQA_STORE 0x7f
#define VPTERNLOGQ 0x25
#define RSP 4

/* Moves a vector from or to memory, @vector vectors from the address in @base. */
static void
put_move (Writer *writer, guint8 opcode, guint reg, guint base, guint vector)
{
  put_prefix (writer, MAP_0F, reg, 0, base, 0, opcode);
  put (writer, (guint8) (0x80 | (reg & 7) << 3 | (base & 7)));
  if (base == RSP)
    put (writer, 0x24);
  put_number (writer, vector * (writer->wide ? 64 : 32));
}

static void
put_registers (
    Writer *writer, Map map, guint8 opcode, guint reg, guint second, guint rm)
{
  put_prefix (writer, map, reg, second, rm, rm >> 4, opcode);
  put (writer, (guint8) (0xc0 | (reg & 7) << 3 | (rm & 7)));
}

/* --- Registers --- */

static void
hold (Writer *writer, guint reg, guint32 value, guint32 next)
{
  writer->held[reg] = value;
  writer->next[reg] = next;
  writer->place[value] = (guint8) reg;
  writer->locked |= 1u << reg;
}

/* Moves the value of a register to the stack; what is there already stays. */
static void
spill (Writer *writer, guint reg)
{
  const guint32 value = writer->held[reg];
  guint32 *slot = &writer->slot[value];

  if (*slot == NOTHING) {
    const guint n = writer->free_slots->len;

    *slot = n > 0 ? g_array_index (writer->free_slots, guint32, n - 1)
                  : writer->slots++;
    if (n > 0)
      g_array_set_size (writer->free_slots, n - 1);
    put_move (writer, VMOVDQA_STORE, reg, RSP, *slot);
  }
  writer->place[value] = SPILLED;
  writer->held[reg] = NOTHING;
}

/* A register that holds nothing, if need be because its value goes to the stack. */
static guint
take_register (Writer *writer)
{
  guint chosen = MOST_REGISTERS;

  for (guint i = 0; i < writer->registers; i++) {
    if (writer->locked >> i & 1)
      continue;
    if (writer->held[i] == NOTHING)
      return i;
    if (chosen == MOST_REGISTERS || writer->next[i] > writer->next[chosen])
      chosen = i;
  }
  spill (writer, chosen);
  return chosen;
}

/* Brings the inputs of an instruction to registers; @reg says which. */
static void
bring_inputs (Writer *writer, const LifeCodeInstruction *instruction,
    guint32 at, guint *reg)
{
  const guint n = life_code_inputs (instruction);

  for (guint i = 0; i < n; i++)
    if (writer->place[instruction->inputs[i]] != SPILLED)
      writer->locked |= 1u << writer->place[instruction->inputs[i]];
  for (guint i = 0; i < n; i++) {
    const guint32 value = instruction->inputs[i];

    if (writer->place[value] == SPILLED) {
      const guint free = take_register (writer);

      put_move (writer, VMOVDQA_LOAD, free, RSP, writer->slot[value]);
      hold (writer, free, value, at);
    }
    reg[i] = writer->place[value];
    writer->next[reg[i]] = writer->uses[at].next[i];
  }
}

/* Frees the registers of inputs that nothing reads any more, with their vectors on the
 * stack. */
static void
drop_inputs (Writer *writer, const LifeCodeInstruction *instruction)
{
  for (guint i = 0; i < life_code_inputs (instruction); i++) {
    const guint32 value = instruction->inputs[i];
    const guint reg = writer->place[value];

    if (writer->held[reg] != value || writer->next[reg] != NOTHING)
      continue;
    writer->held[reg] = NOTHING;
    writer->locked &= ~(1u << reg);
    if (writer->slot[value] != NOTHING)
      g_array_append_val (writer->free_slots, writer->slot[value]);
  }
}

/* --- Instructions --- */

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
 * copy. Returns its register. */
static guint
put_gate (Writer *writer, const LifeCodeInstruction *gate, guint *reg)
{
  guint8 table = gate->table;
  guint first = 0;

  while (first < 3 && writer->next[reg[first]] != NOTHING)
    first++;
  if (first < 3) {
    const guint swapped = reg[first];

    table = exchange_inputs (table, first);
    reg[first] = reg[0];
    reg[0] = swapped;
  } else {
    const guint copy = take_register (writer);

    put_registers (writer, MAP_0F, VMOVDQA_LOAD, copy, 0, reg[0]);
    reg[0] = copy;
  }
  drop_inputs (writer, gate);
  put_registers (writer, MAP_0F3A, VPTERNLOGQ, reg[0], reg[1], reg[2]);
  put (writer, table);
  return reg[0];
}

static void
put_instruction (
    Writer *writer, const LifeCodeInstruction *instruction, guint32 at)
{
  /* rdi, rsi, rdx, rcx, r8, r9: the order of arguments. */
  static const guint8 bases[] = { 7, 6, 2, 1, 8, 9 };
  guint in[3] = { 0 }, reg = 0;

  writer->locked = 0;
  bring_inputs (writer, instruction, at, in);
  switch (instruction->act) {
    case LIFE_CODE_LOAD:
      reg = take_register (writer);
      put_move (writer, VMOVDQA_LOAD, reg, bases[instruction->base],
          instruction->vector);
      break;
    case LIFE_CODE_GATE:
      reg = put_gate (writer, instruction, in);
      break;
    case LIFE_CODE_PAIR:
      drop_inputs (writer, instruction);
      reg = take_register (writer);
      put_registers (writer, MAP_0F, instruction->opcode, reg, in[0], in[1]);
      break;
    case LIFE_CODE_STORE:
      put_move (writer, VMOVDQA_STORE, in[0], bases[instruction->base],
          instruction->vector);
      drop_inputs (writer, instruction);
      return;
  }
  hold (writer, reg, at, writer->uses[at].first);
}

static void
put_bytes (Writer *writer, const guint8 *bytes, guint n)
{
  g_byte_array_append (writer->bytes, bytes, n);
}

/* All instructions that a store needs. */
static void
put_program (Writer *writer, const GArray *list)
{
  for (guint i = 0; i < list->len; i++) {
    const LifeCodeInstruction *instruction =
        &g_array_index (list, LifeCodeInstruction, i);

    if (instruction->act == LIFE_CODE_STORE || writer->uses[i].first != NOTHING)
      put_instruction (writer, instruction, i);
  }
}

/* The bytes of a function. */
static GByteArray *
write_program (const GArray *list, LifeBitslicedCodeKind kind)
{
  static const guint8 begin[] = { 0xf3, 0x0f, 0x1e, 0xfa,   /* endbr64 */
    0x55,                                                   /* push rbp */
    0x48, 0x89, 0xe5,                                       /* mov rbp, rsp */
    0x48, 0x81, 0xec };                                     /* sub rsp, … */
  static const guint8 align[] = { 0x48, 0x83, 0xe4, 0xc0 }; /* and rsp, -64 */
  static const guint8 end[] = { 0x48, 0x89, 0xec,           /* mov rsp, rbp */
    0x5d,                                                   /* pop rbp */
    0xc5, 0xf8, 0x77, 0xc3 }; /* vzeroupper, ret */
  g_autofree Uses *uses = find_uses (list);
  g_autofree guint8 *place = g_new0 (guint8, list->len);
  g_autofree guint32 *slot = g_new (guint32, list->len);
  g_autoptr (GArray) free_slots = g_array_new (FALSE, FALSE, sizeof (guint32));
  const gboolean wide = kind != LIFE_CODE_AVX2;
  Writer writer = { .bytes = g_byte_array_new (),
    .wide = wide,
    .registers = wide ? 32 : 16,
    .uses = uses,
    .place = place,
    .slot = slot,
    .free_slots = free_slots };
  guint size_at;

  for (guint i = 0; i < MOST_REGISTERS; i++)
    writer.held[i] = NOTHING;
  for (guint i = 0; i < list->len; i++)
    slot[i] = NOTHING;
  put_bytes (&writer, begin, sizeof begin);
  size_at = writer.bytes->len;
  put_number (&writer, 0);
  put_bytes (&writer, align, sizeof align);
  put_program (&writer, list);
  put_bytes (&writer, end, sizeof end);
  {
    const guint32 size = GUINT32_TO_LE (writer.slots * 64);

    memcpy (writer.bytes->data + size_at, &size, sizeof size);
  }
  return writer.bytes;
}

/* --- Memory --- */

/* Pages are written, and only then made to be run. */
LifeBitslicedCode *
life_bitsliced_code_new (const LifeNetwork *network, LifeBitslicedCodeKind kind)
{
  g_autoptr (GArray) list = life_code_program_new (network, kind);
  GByteArray *bytes = write_program (list, kind);
  LifeBitslicedCode code;

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
life_bitsliced_code_new (const LifeNetwork *network, LifeBitslicedCodeKind kind)
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
