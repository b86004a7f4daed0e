/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A network of gates put into kernels that were made as PTX with marks: what the driver itself
 * compiles, where nothing else does. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* The PTX of the kernels @names, a NULL behind them, for @network; @entries receives what it
 * calls them. NULL: one of them is not among the templates, or they are for newer GPUs. */
gchar *life_network_to_ptx (const LifeNetwork *network,
    const gchar *const *names, int compute_capability, const gchar **entries);

G_END_DECLS
