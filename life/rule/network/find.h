/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finding networks of gates. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* Finds a small network for @map, the same one every time. @effort: 1 for an
 * answer in about a second at most, more for fewer gates in more time. */
void life_network_find (
    const guint64 map[8], guint effort, LifeNetwork *network);

G_END_DECLS
