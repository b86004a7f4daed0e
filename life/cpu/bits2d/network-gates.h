/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The gates of a network over planes, as data and not as code, for every kernel of states and any
 * layout; included by files that are compiled for each width of vector.
 *
 * Idea: a few vectors side by side go through a gate together, so that what the gate is, 8 masks,
 * is loaded once for all of them. A gate is a polynomial over bits like LifeBitslicedRule's, 7
 * steps of toggle() whatever its table.
 * Cost: per vector and gate 3 loads, a store and 7 gates of AVX-512, or 14 of two inputs. */
#pragma once

#include "life/cpu/bits2d/network-terms.h"
#include "life/cpu/bits2d/rule-gates.h"

#define CHUNK 8 /* vectors */

typedef struct {
  Vector words[LIFE_PLANES_WORDS]
              [CHUNK + 2]; /* of columns; the first is west */
  Vector shifted[2][LIFE_PLANES_WORDS][CHUNK];
  Vector gates[LIFE_NETWORK_GATES][CHUNK];
  const Vector *signals[LIFE_NETWORK_SIGNALS];
} PlanesWork;

G_STATIC_ASSERT (sizeof (PlanesWork) <= LIFE_PLANES_SCRATCH);

ALWAYS_INLINE void
run_gate (const uint64_t terms[8], const Vector *const inputs[3], size_t n,
    Vector *out)
{
  const Vector *a = inputs[0], *b = inputs[1], *c = inputs[2];
  Vector t[8];

  for (int i = 0; i < 8; i++)
    t[i] = (Vector){ 0 } + terms[i];
  for (size_t i = 0; i < n; i++) {
    const Vector low =
        toggle (toggle (t[0], c[i], t[1]), b[i], toggle (t[2], c[i], t[3]));
    const Vector high =
        toggle (toggle (t[4], c[i], t[5]), b[i], toggle (t[6], c[i], t[7]));

    out[i] = toggle (low, a[i], high);
  }
}

/* Computes the functions of @n vectors of columns. */
ALWAYS_INLINE void
run_columns (const LifeBitslicedNetwork *rule, PlanesWork *work, size_t n)
{
  const LifeNetwork *network = rule->network;

  for (size_t i = 0; i < network->n_columns; i++) {
    const guint8 *from = network->columns[i].inputs;
    const Vector *const inputs[3] = { work->words[from[0]],
      work->words[from[1]], work->words[from[2]] };

    run_gate (rule->terms[i], inputs, n, work->words[3 * network->planes + i]);
  }
}

/* Computes the gates, whose signals of columns are set. */
ALWAYS_INLINE void
run_gates (const LifeBitslicedNetwork *rule, PlanesWork *work, size_t n)
{
  const LifeNetwork *network = rule->network;
  const size_t first = life_network_first_gate (network);

  for (size_t i = 0; i < network->n_gates; i++) {
    const guint8 *from = network->gates[i].inputs;
    const Vector *const inputs[3] = { work->signals[from[0]],
      work->signals[from[1]], work->signals[from[2]] };

    run_gate (rule->terms[network->n_columns + i], inputs, n, work->gates[i]);
    work->signals[first + i] = work->gates[i];
  }
}
