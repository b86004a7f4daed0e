/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A network of gates as a rule that the bit-sliced 2D kernels take, in the text
 * that NVRTC compiles with them. */
#pragma once

#include "life/rule/network/block-network.h"

/* The definition of the rule @name, behind #include "cuda/bits2d/rules.cuh". */
gchar *life_network_to_source (const LifeNetwork *network, const gchar *name);

/* The same of a rule of blocks (in-turn.cuh). */
gchar *life_block_network_to_source (
    const LifeBlockNetwork *network, const gchar *name);
