/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for table rules. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* The network of a table's transitions, found at the first call, in less than about a second;
 * NULL where looking up costs less. It stays as long as @table, and may be requested by
 * several threads. */
const LifeNetwork *life_network_of_table (struct _LifeRuleTable *table);

/* The network for a world in which no cell is in a higher state than @state: of fewer planes, if
 * no cell ever gets into a state that these do not hold. NULL if the table has none. */
const LifeNetwork *life_network_of_state (
    struct _LifeRuleTable *table, guint state);

G_END_DECLS
