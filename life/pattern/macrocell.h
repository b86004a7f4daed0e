/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Macrocell files as nodes, for universes that keep cells as those: however many cells the
 * nodes stand for, they are not laid out. */
#pragma once

#include "life/pattern/private.h"

G_BEGIN_DECLS

/*
 * life_macrocell_read:
 * @text: a macrocell file of two states, which may be packed with gzip
 * @length: its bytes
 * @name: (nullable): the file that it is from, for messages
 * @n_nodes: (out): how many nodes, node 0 included
 * @pattern: rule, name and generation are what the file says; nothing else is set
 *
 * Returns: (transfer full): the nodes, the root being the last; free them with g_free(). %NULL
 *   with LIFE_ERROR_PATTERN or LIFE_ERROR_MEMORY
 */
LifeMacrocellNode *life_macrocell_read (const gchar *text, gsize length,
    const gchar *name, LifePattern *pattern, gsize *n_nodes, GError **error);

G_END_DECLS
