/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of a world on threads of this process. */
#pragma once

#include "life/parts/link.h"
#include "life/parts/part.h"

/* @devices: (nullable): the number of each part's GPU, where @klass is of those */
LifeLink *life_threads_link_new (
    const LifePartClass *klass, guint parts, const gint *devices);
