/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that find networks share: signals with their values in all cases, which
 * are combinations of the inputs, and queries about them. search.c makes the starts and
 * chooses the best, solve.c finds a first network, improve.c improves it,
 * query.c finds gates that solve a query, gates.c adds and orders gates. */
#pragma once

#include "life/rule/network/network.h"

/* In how many combinations of its inputs a network is looked at, at most. */
#define LIFE_NETWORK_CASES 1024
#define LIFE_NETWORK_WORDS (LIFE_NETWORK_CASES / 64)
/* No signal is needed: the function is constant wherever it matters. */
#define LIFE_NETWORK_NOTHING LIFE_NETWORK_SIGNALS
/* The most signals that a search begins with. */
#define LIFE_NETWORK_INPUTS 32

typedef struct {
  guint64 bits[LIFE_NETWORK_WORDS];
} LifeNetworkValues;

/* What a signal has to be: 1 in @on and 0 in @off, anything elsewhere. */
typedef struct {
  LifeNetworkValues on, off;
} LifeTarget;

/* The signals that there are, and those that are to be found. */
typedef struct {
  guint n_inputs, n_outputs;
  LifeNetworkValues inputs[LIFE_NETWORK_INPUTS];
  LifeTarget outputs[LIFE_NETWORK_PLANES];
  guint max_gates; /* a start that takes more is given up */
  gboolean
      has_columns; /* the inputs are nine cells, whose columns have functions */
} LifeNetworkProblem;

/* Signals are the inputs, functions of columns and, from @first_gate on, gates. */
typedef struct {
  const LifeNetworkProblem *problem;
  LifeNetworkValues values[LIFE_NETWORK_SIGNALS];
  LifeGate gates[LIFE_NETWORK_SIGNALS];
  guint n_columns, first_gate, n_signals;
  guint8 columns[LIFE_NETWORK_COLUMNS]; /* tables of (above, here, below) */
  guint outputs[LIFE_NETWORK_PLANES];
  guint64 random;
  gboolean full;         /* there was no room for a gate */
  const gint *cancelled; /* or NULL */
} LifeNetworkWork;

/* Whether the result is no longer needed. */
static inline gboolean
life_network_is_cancelled (const LifeNetworkWork *work)
{
  return work->cancelled != NULL && g_atomic_int_get (work->cancelled);
}

/* The same with the signals that may be used, reduced to the cases that
 * matter, which are few deep down: so most queries take one word. */
typedef struct {
  guint n_words, n_signals;
  guint64 on[LIFE_NETWORK_WORDS], off[LIFE_NETWORK_WORDS];
  guint64 values[LIFE_NETWORK_SIGNALS][LIFE_NETWORK_WORDS];
  guint8 names[LIFE_NETWORK_SIGNALS];
} LifeQuery;

static inline guint
life_network_count_bits (const LifeNetworkValues *values)
{
  guint count = 0;

  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++)
    count += (guint) __builtin_popcountll (values->bits[i]);
  return count;
}

static inline guint
life_network_count_cases (const LifeTarget *target)
{
  return life_network_count_bits (&target->on)
         + life_network_count_bits (&target->off);
}

/* gates.c */
guint life_network_random (LifeNetworkWork *work, guint below);
guint64 life_network_gate_word (guint table, guint64 a, guint64 b, guint64 c);
LifeNetworkValues life_network_gate_values (
    const LifeNetworkWork *work, const LifeGate *gate);
void life_network_begin (
    LifeNetworkWork *work, const LifeNetworkProblem *problem, guint64 seed);
guint life_network_add_column (LifeNetworkWork *work, guint table);
guint life_network_add_gate (
    LifeNetworkWork *work, guint table, guint a, guint b, guint c);
void life_network_mark (
    const LifeNetworkWork *work, guint signal, gboolean *used);
void life_network_mark_outputs (const LifeNetworkWork *work, gboolean *used);
void life_network_tidy (LifeNetworkWork *work);

/* query.c */
void life_query_begin (
    const LifeTarget *target, LifeQuery *query, guint16 *positions);
void life_query_use (const LifeNetworkWork *work, guint signal,
    LifeQuery *query, const guint16 *positions);
void life_query_shuffle (LifeNetworkWork *work, LifeQuery *query);
gboolean life_query_is_solved_by (const LifeQuery *query, guint a);
LifeGate life_query_make_gate (
    const LifeQuery *query, guint a, guint b, guint c);
gboolean life_query_find_gate (const LifeQuery *query, LifeGate *gate);
gboolean life_query_find_two_gates (
    LifeQuery *query, guint name, LifeGate *first, LifeGate *second);

/* solve.c */
guint life_network_solve (LifeNetworkWork *work, const LifeTarget *target);

/* improve.c */
void life_network_improve (LifeNetworkWork *work, guint rounds);

/* search.c */

/* Searches for a network of few gates, always the same one, from @starts starts, with at
 * most @threads threads, or one per processor where that is 0. FALSE: none was found that has
 * room, or the search was cancelled. */
gboolean life_network_search (const LifeNetworkProblem *problem, guint starts,
    guint threads, const gint *cancelled, LifeNetworkWork *best);
