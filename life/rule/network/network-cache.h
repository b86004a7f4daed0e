/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks that were found once, on disk. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* Whether the cache on disk has a network for @map, which @network is set to. */
gboolean life_network_cache_get (const guint64 map[8], LifeNetwork *network);

void life_network_cache_store (
    const guint64 map[8], const LifeNetwork *network);

G_END_DECLS
