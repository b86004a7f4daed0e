/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What code for a rule does, as a list of instructions on values; registers and bytes are
 * chosen in code.c. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* The vectors that code is for. */
typedef enum {
  LIFE_CODE_AVX2,
  LIFE_CODE_AVX512,
  LIFE_CODE_AVX512_SPLIT, /* two gates of two inputs take less time than one of three */
} LifeBitslicedCodeKind;

#define LIFE_CODE_NOTHING G_MAXUINT32

/* Where loads and stores find their vector: the arguments of #LifeBitslicedRowCode (kernels.h). */
typedef enum {
  LIFE_CODE_ABOVE,
  LIFE_CODE_HERE,
  LIFE_CODE_BELOW,
  LIFE_CODE_NEXT,
  LIFE_CODE_WEST,
  LIFE_CODE_EAST
} LifeCodeBase;

typedef enum {
  LIFE_CODE_LOAD,
  LIFE_CODE_GATE, /* of three inputs */
  LIFE_CODE_PAIR, /* of two inputs */
  LIFE_CODE_STORE
} LifeCodeAct;

/* Opcodes of pairs, the same for AVX2 and AVX-512. The second one turns its first input; the
 * last one gives all ones where both inputs are the same. */
enum {
  LIFE_CODE_AND = 0xdb,
  LIFE_CODE_AND_NOT = 0xdf,
  LIFE_CODE_OR = 0xeb,
  LIFE_CODE_XOR = 0xef,
  LIFE_CODE_EQUAL = 0x76 /* AVX2 only */
};

/* The value that a load, a gate or a pair makes has the instruction's own number. */
typedef struct {
  LifeCodeAct act;
  LifeCodeBase base; /* loads and stores */
  guint vector;      /* and from there */
  guint8 table;      /* gates */
  guint8 opcode;     /* pairs */
  guint32 inputs[3]; /* a pair has two, a store one */
  gboolean opposite; /* the value is kept as its opposite */
} LifeCodeInstruction;

static inline guint
life_code_inputs (const LifeCodeInstruction *instruction)
{
  static const guint n[] = { [LIFE_CODE_LOAD] = 0,
    [LIFE_CODE_GATE] = 3,
    [LIFE_CODE_PAIR] = 2,
    [LIFE_CODE_STORE] = 1 };

  return n[instruction->act];
}

/* The instructions of a row of 64 columns. */
GArray *life_code_program_new (
    const LifeNetwork *network, LifeBitslicedCodeKind kind);

G_END_DECLS
