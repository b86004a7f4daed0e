/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The look-up of well-known rule names; reading rules lives in rule.c. */
#pragma once

#include <life/rule.h>

G_BEGIN_DECLS

/*
 * life_rule_lookup_name:
 * @name: text, not necessarily NUL-terminated
 * @length: bytes of @name
 * @birth: (out): the rule's birth counts
 * @survival: (out): its survival counts
 *
 * Case, spaces, hyphens, underscores, apostrophes and ampersands in @name do
 * not count. All names are of rules in two dimensions.
 *
 * Returns: whether there is a rule of this name
 */
G_GNUC_INTERNAL gboolean life_rule_lookup_name (
    const gchar *name, gsize length, guint32 *birth, guint32 *survival);

G_END_DECLS
