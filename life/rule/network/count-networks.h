/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for rules that count all eight neighbors, made without a search. */
#pragma once

#include "life/rule/network/network.h"

/* Makes the network of @map, at most 13 gates. FALSE if next cells do not follow from the
 * cell and the number of its live neighbors. */
gboolean life_network_count (const guint64 map[8], LifeNetwork *network);
