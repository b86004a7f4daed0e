/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Table rules on the CPU by lookups; byte-engine.c owns the cells. */
#pragma once

#include "life/cpu/generations.h"
#include "life/world/engine-class.h"

typedef struct _LifeTabled LifeTabled;

LifeTabled *life_tabled_new (const LifeGeometry *geometry);
void life_tabled_free (LifeTabled *tabled);

/* Whether it advances worlds of @rule. */
gboolean life_tabled_supports (const LifeRule *rule);

/* Sets a rule that life_tabled_supports(). */
void life_tabled_set_rule (LifeTabled *tabled, const LifeRule *rule);

/* To be called when anything but a step has written present cells: those in
 * @box, or any where it is NULL. */
void life_tabled_touched (
    LifeTabled *tabled, const LifeGenerations *generations, const LifeBox *box);

/* How many items a generation has; item @item advances its part of the present
 * one to @generations->previous. */
gsize life_tabled_items (const LifeTabled *tabled);
void life_tabled_advance (
    LifeTabled *tabled, const LifeGenerations *generations, gsize item);
