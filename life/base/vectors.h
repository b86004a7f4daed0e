/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* For files that are compiled once for each width of vector that the processor
 * may have (life/meson.build): how wide one is, and how functions are named.
 * Only functions with such names may be called from other files.
 *
 * The build defines LIFE_PATH (portable, avx2, avx512, avx512vbmi) and
 * LIFE_LANES, the words of a vector: two in the portable one, which every
 * 64-bit processor has, or replaces by two words at no cost. */
#pragma once

#include <stdint.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Vectors of arm64, with the first lane lowest. */
#if defined(__aarch64__) && !defined(__AARCH64EB__)
#define LIFE_NEON
#include <arm_neon.h>
#endif

#define LIFE_PASTE_(name, path) name##_##path
#define LIFE_PASTE(name, path) LIFE_PASTE_ (name, path)

/* @name with the path that it is compiled for. */
#define LIFE_FOR_PATH(name) LIFE_PASTE (name, LIFE_PATH)

/* The path's name in messages. */
#if LIFE_LANES == 8
#define LIFE_PATH_TITLE "AVX-512"
#elif LIFE_LANES == 4
#define LIFE_PATH_TITLE "AVX2"
#else
#define LIFE_PATH_TITLE "portable"
#endif

/* Stands in front of a loop none of whose iterations reads what another one writes; clang
 * checks that at run time. */
#ifdef __clang__
#define LIFE_INDEPENDENT
#else
#define LIFE_INDEPENDENT _Pragma ("GCC ivdep")
#endif

typedef uint64_t Vector __attribute__ ((vector_size (8 * LIFE_LANES)));

#ifdef __AVX512F__
/* Any gate of three inputs: bit 4a + 2b + c of @table is its output for (a, b,
 * c). */
#define LIFE_GATE(a, b, c, table)       \
  ((Vector) _mm512_ternarylogic_epi64 ( \
      (__m512i) (a), (__m512i) (b), (__m512i) (c), (table)))
#endif
