/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks that were found once. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* Whether a network for @map was kept; then it is @network. */
gboolean life_network_get_kept (const guint64 map[8], LifeNetwork *network);

void life_network_keep (const guint64 map[8], const LifeNetwork *network);

G_END_DECLS
