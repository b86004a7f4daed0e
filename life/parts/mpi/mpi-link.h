/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of a world on the ranks of a cluster, of which this process is the first. */
#pragma once

#include "life/parts/link.h"

/* Waits for the workers, and refuses those of another version. One world at a time can
 * use them. LIFE_ERROR_UNSUPPORTED, LIFE_ERROR_DEVICE. */
LifeLink *life_mpi_link_new (const LifePartClass *klass,
    const LifeEngineOptions *options, GError **error);
