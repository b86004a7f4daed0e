/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files that find networks share: signals with their values for all
 * states of the cells, and queries about them. find-network.c makes the starts and
 * chooses the best, solve.c finds a first network, improve.c improves it,
 * query.c finds gates that solve a query, gates.c adds and orders gates. */
#pragma once

#include "life/rule/network/network.h"

#define LIFE_NETWORK_WORDS (LIFE_NETWORK_PATTERNS / 64)
/* No signal is needed: the function is constant wherever it matters. */
#define LIFE_NETWORK_NOTHING LIFE_NETWORK_SIGNALS

typedef struct {
  guint64 bits[LIFE_NETWORK_WORDS];
} LifeNetworkValues;

typedef struct {
  LifeNetworkValues values[LIFE_NETWORK_SIGNALS];
  LifeGate gates[LIFE_NETWORK_SIGNALS]; /* from @first_gate on */
  guint n_columns, first_gate, n_signals;
  guint8 columns[LIFE_NETWORK_COLUMNS];
  guint output;
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

/* What a signal has to be: 1 in @on and 0 in @off, anything elsewhere. */
typedef struct {
  LifeNetworkValues on, off;
} LifeTarget;

/* The same with the signals that may be used, reduced to the patterns that
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
life_network_count_patterns (const LifeTarget *target)
{
  return life_network_count_bits (&target->on)
         + life_network_count_bits (&target->off);
}

/* gates.c */
guint life_network_random (LifeNetworkWork *work, guint below);
guint64 life_network_gate_word (guint table, guint64 a, guint64 b, guint64 c);
LifeNetworkValues life_network_gate_values (
    const LifeNetworkWork *work, const LifeGate *gate);
void life_network_begin (LifeNetworkWork *work, guint64 seed);
guint life_network_add_column (LifeNetworkWork *work, guint table);
guint life_network_add_gate (
    LifeNetworkWork *work, guint table, guint a, guint b, guint c);
void life_network_mark (
    const LifeNetworkWork *work, guint signal, gboolean *used);
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
