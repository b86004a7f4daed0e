/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of worlds that fit no cache, advanced bypassing the caches; stream.c is compiled for
 * each width of vector. */
#pragma once

#include "life/cpu/bits2d/bits2d-kernels.h"

/* A row to advance by one generation, in a world in which no cell ages. The halo bits at both
 * ends of the rows read are set; those of the row written are not. */
typedef struct {
  const uint64_t *above, *row, *below;
  uint64_t *next;
  size_t words;            /* of a row that have cells */
  uint64_t last_bits;      /* which bits of the last one are cells */
  int count;               /* whether to count changes */
  uint64_t births, deaths; /* what was counted is added to these */
} LifeBitslicedStream;

/* Advances a row by @rule, or by B3/S23 if that is NULL. */
typedef void (*LifeBitslicedStreamRow) (
    LifeBitslicedStream *row, const LifeBitslicedRule *rule);

void life_bitsliced_stream_portable (
    LifeBitslicedStream *row, const LifeBitslicedRule *rule);
#ifdef __x86_64__
void life_bitsliced_stream_avx2 (
    LifeBitslicedStream *row, const LifeBitslicedRule *rule);
void life_bitsliced_stream_avx512 (
    LifeBitslicedStream *row, const LifeBitslicedRule *rule);
/* If the processor can also count the bits of words. */
void life_bitsliced_stream_avx512vbmi (
    LifeBitslicedStream *row, const LifeBitslicedRule *rule);
#endif
