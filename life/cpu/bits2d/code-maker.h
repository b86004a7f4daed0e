/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Code for a rule, made beside the stepping of its world. */
#pragma once

#include "life/cpu/bits2d/code.h"
#include "life/rule/private.h"

G_BEGIN_DECLS

typedef struct _LifeCodeMaker LifeCodeMaker;

/* @rule is one of two dimensions whose next cells follow from 3×3 blocks. @most_gates: there is
 * no code of more, since the rule runs faster without. */
LifeCodeMaker *life_code_maker_new (
    const LifeRule *rule, LifeBitslicedCodeKind kind, guint most_gates);

/* The code, or NULL for now, when the world is about to advance @cells cells more by one
 * generation. Once that is much, gates are searched in another thread. The code of the last
 * call must not run any more. Not to be called by two threads at a time. */
LifeBitslicedRowCode life_code_maker_get (LifeCodeMaker *self, guint64 cells);

/* Ends a search; the code must not run any more. */
void life_code_maker_free (LifeCodeMaker *self);

G_END_DECLS
