/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Machine code for the gates of a rule (code.c). */
#pragma once

#include "life/cpu/bits2d/code-program.h"
#include "life/cpu/bits2d/kernels.h"

G_BEGIN_DECLS

typedef struct _LifeBitslicedCode LifeBitslicedCode;

/* Code that runs @network, for as long as it is not freed. NULL where this system lets no
 * program make code. */
LifeBitslicedCode *life_bitsliced_code_new (
    const LifeNetwork *network, LifeBitslicedCodeKind kind);
LifeBitslicedRowCode life_bitsliced_code_get_row (
    const LifeBitslicedCode *code);
void life_bitsliced_code_free (LifeBitslicedCode *code);

G_END_DECLS
