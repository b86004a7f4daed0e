/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for cyclic rules. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/*
 * life_network_of_cycle:
 * @states: 3 … 64
 * @neighbors: 8 or 4
 * @threshold: so many neighbors in the next state change a cell
 *
 * Returns: (transfer full) (nullable): the network, %NULL if it has no room
 */
LifeNetwork *life_network_of_cycle (
    guint states, guint neighbors, guint threshold);

G_END_DECLS
