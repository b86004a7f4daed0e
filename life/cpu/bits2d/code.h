/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Machine code for the gates of a rule (code.c). */
#pragma once

#include "life/cpu/bits2d/kernels.h"
#include "life/rule/network/network.h"

G_BEGIN_DECLS

typedef struct _LifeBitslicedCode LifeBitslicedCode;

/* Code that runs @network with AVX-512, for as long as it is not freed. @splits: two gates of
 * two inputs take less time than one of three. NULL where this system lets no program make
 * code, or where the network needs more registers than there are. */
LifeBitslicedCode *life_bitsliced_code_new (
    const LifeNetwork *network, gboolean splits);
LifeBitslicedRowCode life_bitsliced_code_get_row (
    const LifeBitslicedCode *code);
void life_bitsliced_code_free (LifeBitslicedCode *code);

G_END_DECLS
