/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many neighbors a cell has. */
#pragma once

#include <life/rule.h>

/*
 * life_rule_neighbors:
 *
 * Returns: how many neighbors a cell has
 */
guint life_rule_neighbors (
    LifeNeighborhood neighborhood, guint radius, guint dimensions);
