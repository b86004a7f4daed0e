/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums, on the CPU; byte-engine.c owns the cells. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/rule/sliding.h"

typedef struct _LifeLarger LifeLarger;

/* For worlds of @geometry, advanced by @threads threads at most. */
LifeLarger *life_larger_new (
    const LifeGeometry *geometry, guint threads, GError **error);
void life_larger_free (LifeLarger *larger);

/* "sliding sums" and the vectors' name. */
const gchar *life_larger_get_name (const LifeLarger *larger);

/* Sets a rule that life_larger_supports(). After an error the previous rule
 * stays. */
gboolean life_larger_set_rule (
    LifeLarger *larger, const LifeRule *rule, GError **error);

/* How many items a generation has; item @item writes its part of @next. */
gsize life_larger_items (const LifeLarger *larger);
void life_larger_advance (
    LifeLarger *larger, const guint8 *cells, guint8 *next, gsize item);
