/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for "…History" rules, made with that of the rule of two states. */
#pragma once

#include "life/rule/network/network.h"
#include "life/rule/table/rule-table.h"

/* The network of a rule of 8, 6 or 4 neighbors whose next states follow from @history, or %NULL
 * where it would have too many gates. */
LifeNetwork *life_network_of_history (
    const LifeTableHistory *history, guint neighbors);
