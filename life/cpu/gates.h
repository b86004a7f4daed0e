/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Vectors of cells as the bit-sliced kernels of 2D and of 3D take them: from memory
 * and back, and through gates, each an instruction where the processor makes any gate
 * of three inputs:
 *   parity (a, b, c)    a ^ b ^ c
 *   majority (a, b, c)  at least two of them
 *   choose (a, b, c)    a ? b : c
 * and shifts of a row of words:
 *   push_low (a, b)     a << 1 | b >> 63
 *   push_high (a, b)    a >> 1 | b << 63
 * Gates that one of them alone needs stand with it. */
#pragma once

#include "life/base/vectors.h"
#include "life/rule/diagram.h"

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

typedef Vector Unaligned __attribute__ ((aligned (8), may_alias));

ALWAYS_INLINE Vector
load (const uint64_t *words)
{
  return *(const Unaligned *) words;
}

ALWAYS_INLINE void
store (uint64_t *words, Vector vector)
{
  *(Unaligned *) words = vector;
}

/* In two vectors side by side, the words of a vector that begins one word before the second,
 * and of one that begins one word after the first. */
#if LIFE_LANES == 8
#define BEFORE 7, 8, 9, 10, 11, 12, 13, 14
#define AFTER 1, 2, 3, 4, 5, 6, 7, 8
#elif LIFE_LANES == 4
#define BEFORE 3, 4, 5, 6
#define AFTER 1, 2, 3, 4
#else
#define BEFORE 1, 2
#define AFTER 1, 2
#endif

#define words_before(here, before) \
  ((Vector) __builtin_shufflevector (before, here, BEFORE))
#define words_after(here, after) \
  ((Vector) __builtin_shufflevector (here, after, AFTER))

#ifdef LIFE_GATE

#define parity(a, b, c) LIFE_GATE (a, b, c, 0x96)
#define majority(a, b, c) LIFE_GATE (a, b, c, 0xe8)
#define choose(a, b, c) LIFE_GATE (a, b, c, 0xca)

#else

ALWAYS_INLINE Vector
parity (Vector a, Vector b, Vector c)
{
  return a ^ b ^ c;
}

ALWAYS_INLINE Vector
majority (Vector a, Vector b, Vector c)
{
#ifdef LIFE_NEON
  /* A choice is an instruction there. */
  return a ^ ((a ^ b) & (a ^ c));
#else
  return (a & b) | ((a ^ b) & c);
#endif
}

ALWAYS_INLINE Vector
choose (Vector a, Vector b, Vector c)
{
  return c ^ (a & (b ^ c));
}

#endif

ALWAYS_INLINE Vector
push_low (Vector a, Vector b)
{
#if defined(__AVX512VBMI2__)
  return (Vector) _mm512_shldi_epi64 ((__m512i) a, (__m512i) b, 1);
#elif defined(LIFE_NEON) && LIFE_LANES == 2
  return (Vector) vsriq_n_u64 ((uint64x2_t) (a << 1), (uint64x2_t) b, 63);
#else
  return a << 1 | b >> 63;
#endif
}

ALWAYS_INLINE Vector
push_high (Vector a, Vector b)
{
#if defined(__AVX512VBMI2__)
  return (Vector) _mm512_shrdi_epi64 ((__m512i) a, (__m512i) b, 1);
#elif defined(LIFE_NEON) && LIFE_LANES == 2
  return (Vector) vsliq_n_u64 ((uint64x2_t) (a >> 1), (uint64x2_t) b, 63);
#else
  return a >> 1 | b << 63;
#endif
}

/* What a rule makes of its inputs. */
ALWAYS_INLINE Vector
run_diagram (const LifeDiagram *diagram, const Vector *inputs)
{
  Vector nodes[LIFE_DIAGRAM_MAX_NODES];

  nodes[0] = (Vector){ 0 };
  nodes[1] = ~nodes[0];
  for (unsigned i = 2; i < diagram->n_nodes; i++)
    nodes[i] = choose (inputs[diagram->nodes[i].input],
        nodes[diagram->nodes[i].high], nodes[diagram->nodes[i].low]);
  return nodes[diagram->output];
}
