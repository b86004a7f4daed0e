/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a 3D world of bits is cut into tiles for the kernels. */
#pragma once

#include "life/cpu/bits3d/bits3d-kernels.h"

#include <life/geometry.h>

/* Cuts a world of @geometry for @threads threads. The masks are memory that
 * life_bitsliced3d_uncut() frees. */
void life_bitsliced3d_cut (
    LifeBitsliced3dPlan *plan, const LifeGeometry *geometry, guint threads);

void life_bitsliced3d_uncut (LifeBitsliced3dPlan *plan);
