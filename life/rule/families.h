/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the families of rules. */
#pragma once

#include "life/rule/notation.h"

/* Returns: the row of @family */
const LifeRuleFamily *life_family_get (LifeFamily family);

/* Returns: the family that reads the text at @reader: counts, if no other one recognizes it */
const LifeRuleFamily *life_family_recognize (LifeRuleReader *reader);
