/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Improves a network: searches every gate again for the states in which its
 * value reaches an output. */
#include "life/rule/network/work.h"

#include <string.h>

/* What @signal must be so that no output changes where that matters; @reached: the
 * signals that depend on it. */
static LifeTarget
find_target (const LifeNetworkWork *work, guint signal, gboolean *reached)
{
  g_autofree LifeNetworkWork *flipped = g_memdup2 (work, sizeof (*work));
  LifeTarget target;

  memset (reached, 0, LIFE_NETWORK_SIGNALS * sizeof (*reached));
  reached[signal] = TRUE;
  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++)
    flipped->values[signal].bits[i] ^= ~(guint64) 0;
  for (guint gate = signal + 1; gate < work->n_signals; gate++) {
    const guint8 *inputs = work->gates[gate].inputs;

    if (reached[inputs[0]] || reached[inputs[1]] || reached[inputs[2]]) {
      reached[gate] = TRUE;
      flipped->values[gate] =
          life_network_gate_values (flipped, &work->gates[gate]);
    }
  }
  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++) {
    guint64 matters = 0;

    for (guint k = 0; k < work->problem->n_outputs; k++) {
      const LifeTarget *output = &work->problem->outputs[k];

      matters |= (work->values[work->outputs[k]].bits[i]
                     ^ flipped->values[work->outputs[k]].bits[i])
                 & (output->on.bits[i] | output->off.bits[i]);
    }
    target.on.bits[i] = matters & work->values[signal].bits[i];
    target.off.bits[i] = matters & ~work->values[signal].bits[i];
  }
  return target;
}

/* Finds the gates that would become superfluous with @signal, itself among
 * them. */
static guint
find_own (const LifeNetworkWork *work, guint signal, gboolean *own)
{
  gboolean used[LIFE_NETWORK_SIGNALS] = { FALSE };
  guint count = 0;

  /* Everything that the outputs need without @signal. */
  used[signal] = TRUE;
  life_network_mark_outputs (work, used);
  used[signal] = FALSE;
  for (guint gate = work->first_gate; gate < work->n_signals; gate++) {
    own[gate] = !used[gate];
    count += own[gate];
  }
  return count;
}

/* Searches for another gate that computes @signal, from signals that do not depend on it and
 * are not among @barred. */
static gboolean
replace (LifeNetworkWork *work, guint signal, const LifeTarget *target,
    const gboolean *reached, const gboolean *barred)
{
  g_autofree LifeQuery *query = g_new (LifeQuery, 1);
  guint16 positions[LIFE_NETWORK_CASES + 1];
  LifeGate gate;

  life_query_begin (target, query, positions);
  for (guint other = 0; other < work->n_signals; other++)
    if (!reached[other] && !barred[other])
      life_query_use (work, other, query, positions);
  life_query_shuffle (work, query);
  if (!life_query_find_gate (query, &gate))
    return FALSE;
  work->gates[signal] = gate;
  return TRUE;
}

static void
improve_gate (LifeNetworkWork *work, guint signal)
{
  gboolean reached[LIFE_NETWORK_SIGNALS], own[LIFE_NETWORK_SIGNALS] = { FALSE };
  const LifeTarget target = find_target (work, signal, reached);

  find_own (work, signal, own);
  if (replace (work, signal, &target, reached, own)) {
    life_network_tidy (work);
    return;
  }
  for (guint gate = work->first_gate; gate < signal; gate++) {
    gboolean barred[LIFE_NETWORK_SIGNALS] = { FALSE };

    if (!own[gate])
      continue;
    barred[gate] = TRUE;
    if (replace (work, signal, &target, reached, barred)) {
      life_network_tidy (work);
      return;
    }
  }
}

void
life_network_improve (LifeNetworkWork *work, guint rounds)
{
  for (guint i = 0; i < rounds; i++) {
    guint n = work->n_signals - work->first_gate;

    for (guint j = 0; j < n && work->n_signals > work->first_gate
                      && !life_network_is_cancelled (work);
         j++)
      improve_gate (work,
          work->first_gate
              + life_network_random (work, work->n_signals - work->first_gate));
  }
}
