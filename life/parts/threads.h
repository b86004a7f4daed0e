/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of a world that are held by threads of this process. */
#pragma once

#include "life/parts/link.h"

G_BEGIN_DECLS

LifeLink *life_threads_link_new (guint parts);

G_END_DECLS
