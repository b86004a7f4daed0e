/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Composing a network of parts: gates, and small functions that are searched for. */
#pragma once

#include "life/rule/network/work.h"

#define LIFE_COMPOSE_ITSELF 4 /* among the nine cells */

/* @full: there was no room for a part, so the network is not to be used. */
typedef struct {
  LifeNetwork *network;
  gboolean full;
} LifeComposition;

/* The signal of a plane of one of the nine cells. */
guint life_compose_cell (const LifeComposition *self, guint cell, guint plane);

/* Appends a gate; its signal. */
guint life_compose_gate (
    LifeComposition *self, guint table, guint a, guint b, guint c);

/* Appends a function of words of a column; the word that it is. To be called before any gate is
 * appended. */
guint life_compose_column (
    LifeComposition *self, guint table, guint a, guint b, guint c);

/* An empty problem. */
LifeNetworkProblem *life_compose_problem (guint n_inputs, guint n_outputs);

/* Sets the case whose inputs are the bits of @number. */
void life_compose_case (
    LifeNetworkProblem *problem, guint number, guint outputs);

/* Searches for gates from the signals @inputs, and appends them; @outputs become signals. */
void life_compose_search (LifeComposition *self,
    const LifeNetworkProblem *problem, const guint *inputs, guint *outputs);
