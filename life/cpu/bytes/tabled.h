/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules on the CPU, faster than the plain way: what tabled.c offers to the
 * engine whose cells are advanced (life/cpu/bytes/engine.c). */
#pragma once

#include <life/geometry.h>
#include <life/rule.h>

#include "life/cpu/generations.h"

G_BEGIN_DECLS

typedef struct _LifeTabled LifeTabled;

LifeTabled *life_tabled_new (const LifeGeometry *geometry);
void life_tabled_free (LifeTabled *tabled);

/* Whether that is a rule that it advances. */
gboolean life_tabled_takes (const LifeRule *rule);

/* @rule is one that life_tabled_takes(). */
void life_tabled_set_rule (LifeTabled *tabled, const LifeRule *rule);

/* To be called whenever something else has written present cells: those in @box, or
 * any where it is NULL. */
void life_tabled_wake (
    LifeTabled *tabled, const LifeGenerations *generations, const LifeBox *box);

/* A generation is so many items; item @item advances its part of the present one to
 * @generations->before. */
gsize life_tabled_items (const LifeTabled *tabled);
void life_tabled_advance (
    LifeTabled *tabled, const LifeGenerations *generations, gsize item);

G_END_DECLS
