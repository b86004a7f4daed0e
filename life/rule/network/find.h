/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds networks of gates. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* Finds a small network for @map, always the same one. @effort: 1 takes at most
 * about a second; more finds fewer gates in more time. */
void life_network_find (
    const guint64 map[8], guint effort, LifeNetwork *network);

G_END_DECLS
