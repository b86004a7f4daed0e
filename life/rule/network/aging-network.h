/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for cells that age (Generations). */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/*
 * life_network_age:
 * @alive: a network of two states, which decides what becomes of dead and live cells
 * @states: from 3 on
 * @network: (out): the same where live cells that do not stay go through all states above 1
 *
 * Returns: %FALSE if @network has no room
 */
gboolean life_network_age (
    const LifeNetwork *alive, guint states, LifeNetwork *network);

G_END_DECLS
