/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The look-up of well-known rule names; reading rules lives in life/rule/rule.c. */
#pragma once

#include <life/rule.h>

G_BEGIN_DECLS

/*
 * life_rule_lookup_name:
 * @name: text, not necessarily NUL-terminated
 * @length: bytes of @name
 * @dimensions: 2 or 3: the rule's
 *
 * Its spelling does not count, as life_name_matches() says.
 *
 * Returns: (nullable): the text of the rule of this name
 */
G_GNUC_INTERNAL const gchar *life_rule_lookup_name (
    const gchar *name, gsize length, guint dimensions);

G_END_DECLS
