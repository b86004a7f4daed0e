/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the families of rules. */
#pragma once

#include "life/rule/notation.h"

G_BEGIN_DECLS

/* Returns: the row of @family */
const LifeRuleFamily *life_family_get (LifeFamily family);

/* Returns: in how many states, from 1 on, the live cells of a soup of @rule are */
guint life_family_live_states (const LifeRule *rule);

/* Returns: the family that reads the text at @reader: counts, if no other one recognizes it */
const LifeRuleFamily *life_family_recognize (LifeRuleReader *reader);

G_END_DECLS
