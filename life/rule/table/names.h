/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks up the names of well-known rules. */
#pragma once

#include <life/rule.h>

/*
 * life_rule_lookup_name:
 * @name: text, not necessarily NUL-terminated
 * @length: bytes of @name
 * @dimensions: 2 or 3: the rule's
 *
 * Names are compared by life_name_matches().
 *
 * Returns: (nullable): the text of the rule of this name
 */
const gchar *life_rule_lookup_name (
    const gchar *name, gsize length, guint dimensions);
