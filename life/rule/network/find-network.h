/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds networks of gates. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* Finds a small network for @map, always the same one. @effort: 1 is a few seconds of one
 * processor; more finds fewer gates in more time. @threads: at most so many share the search;
 * 0: one per processor. FALSE if *@cancelled, which may be NULL and is read atomically,
 * was not 0 before the end. */
gboolean life_network_find (const guint64 map[8], guint effort, guint threads,
    const gint *cancelled, LifeNetwork *network);

G_END_DECLS
