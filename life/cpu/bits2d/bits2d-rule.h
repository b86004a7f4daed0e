/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules in the form of gates for bit-sliced kernels. */
#pragma once

#include "life/cpu/bits2d/network-terms.h"
#include "life/cpu/bits2d/terms.h"
#include "life/world/engine-class.h"

/* Finds shape, terms and ages of a rule that counts neighbors. */
void life_bitsliced_rule_init (LifeBitslicedRule *terms, const LifeRule *rule);
