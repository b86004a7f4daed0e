/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life whose neighborhoods no sums slide over, on the CPU; byte-engine.c owns the
 * cells. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/rule/rule-private.h"

typedef struct _LifeWeighted LifeWeighted;

/* Whether it advances worlds of this shape under @rule. */
gboolean life_weighted_supports (
    const LifeRule *rule, const LifeGeometry *geometry);

/* For worlds of @geometry under a rule that life_weighted_supports(), advanced by @threads
 * threads at most. */
LifeWeighted *life_weighted_new (const LifeGeometry *geometry,
    const LifeRule *rule, guint threads, GError **error);
void life_weighted_free (LifeWeighted *weighted);

/* "weighted sums" and the vectors' name. */
const gchar *life_weighted_get_name (const LifeWeighted *weighted);

/* How many items a generation has; item @item writes its part of @next. */
gsize life_weighted_items (const LifeWeighted *weighted);
void life_weighted_advance (
    LifeWeighted *weighted, const guint8 *cells, guint8 *next, gsize item);
