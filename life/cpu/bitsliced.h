/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which rules the engines run that hold a bit per cell. */
#pragma once

#include "life/rule/private.h"

G_BEGIN_DECLS

/* Whether they run @rule; kernel=auto takes them then. */
gboolean life_bitsliced_takes (const LifeRule *rule);

G_END_DECLS
