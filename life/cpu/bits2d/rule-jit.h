/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The gates of a rule as machine code, compiled concurrently with the stepping of its world. */
#pragma once

#include "life/cpu/bits2d/terms.h"
#include "life/rule/network/network.h"

/* The vectors that code is for. */
typedef enum {
  LIFE_RULE_JIT_AVX2,
  LIFE_RULE_JIT_AVX512,
  LIFE_RULE_JIT_AVX512_SPLIT, /* two gates of two inputs take less time than one of three */
} LifeRuleJitTarget;

typedef struct _LifeRuleJit LifeRuleJit;

/* @rule has two dimensions, and its next cells follow from 3×3 blocks. With more than
 * @max_gates it runs faster without code. NULL if the build cannot compile rules. */
LifeRuleJit *life_rule_jit_new (
    const LifeRule *rule, LifeRuleJitTarget target, guint max_gates);

/* The same of gates that are there already, and stay. */
LifeRuleJit *life_rule_jit_of_network (
    const LifeNetwork *network, LifeRuleJitTarget target);

/* The code, or NULL for now, before the world advances @cells more cells by one generation.
 * Once there were many, another thread searches for gates. The code of the last call must not
 * run any more. Not to be called by two threads at a time. */
LifeRuleJitRow life_rule_jit_get_row (LifeRuleJit *self, guint64 cells);

/* Ends a search; the code must not run any more. */
void life_rule_jit_free (LifeRuleJit *self);
