/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of a world that the ranks of a cluster hold: this process the first one. */
#pragma once

#include "life/parts/link.h"

/* Waits for the workers, and refuses others than those of this version. One world at a time
 * has them. LIFE_ERROR_UNSUPPORTED, LIFE_ERROR_DEVICE. */
LifeLink *life_mpi_link_new (const LifePartClass *klass,
    const LifeEngineOptions *options, GError **error);
