/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds a first network: where no gate is enough, a signal chooses between two
 * functions, each of which has to be right on one side of it only. */
#include "life/rule/network/work.h"

static gboolean
is_settled (const LifeTarget *target)
{
  return life_network_count_bits (&target->on) == 0
         || life_network_count_bits (&target->off) == 0;
}

static void
make_query (LifeNetworkWork *work, const LifeTarget *target, LifeQuery *query)
{
  guint16 positions[LIFE_NETWORK_CASES + 1];

  life_query_begin (target, query, positions);
  for (guint signal = 0; signal < work->n_signals; signal++)
    life_query_use (work, signal, query, positions);
  life_query_shuffle (work, query);
}

static guint
find_signal (const LifeQuery *query)
{
  for (guint a = 0; a < query->n_signals; a++)
    if (life_query_is_solved_by (query, a))
      return query->names[a];
  return LIFE_NETWORK_NOTHING;
}

static LifeTarget
side_of (const LifeNetworkWork *work, const LifeTarget *target, guint signal,
    gboolean one)
{
  LifeTarget side;

  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++) {
    guint64 part = work->values[signal].bits[i] ^ (one ? 0 : ~(guint64) 0);
    side.on.bits[i] = target->on.bits[i] & part;
    side.off.bits[i] = target->off.bits[i] & part;
  }
  return side;
}

/* How far from settled: grows with the cases of the rarer value, weighed by
 * their share. */
static gdouble
disorder (const LifeTarget *target)
{
  gdouble on = life_network_count_bits (&target->on),
          off = life_network_count_bits (&target->off);

  return on == 0 || off == 0 ? 0 : on * off / (on + off);
}

/* About how many gates @target will need. */
static gdouble
estimate (LifeNetworkWork *work, const LifeTarget *target)
{
  g_autofree LifeQuery *query = NULL;
  LifeGate gate;

  if (is_settled (target))
    return 0;
  query = g_new (LifeQuery, 1);
  make_query (work, target, query);
  if (find_signal (query) != LIFE_NETWORK_NOTHING)
    return 0;
  if (life_query_find_gate (query, &gate))
    return 1;
  return 2 + disorder (target) / 8;
}

/* With more cases than this, candidates are not estimated before a
 * choice. */
#define ESTIMATED_CASES 80
#define CANDIDATES 12

/* The signal that is to choose between two functions. */
static guint
choose (LifeNetworkWork *work, const LifeTarget *target)
{
  struct {
    guint signal;
    gdouble score;
  } best[CANDIDATES];
  gboolean estimated = life_network_count_cases (target) <= ESTIMATED_CASES;
  guint n = 0, chosen = 0;
  gdouble lowest = G_MAXDOUBLE;

  for (guint signal = 0; signal < work->n_signals; signal++) {
    LifeTarget one = side_of (work, target, signal, TRUE);
    LifeTarget other = side_of (work, target, signal, FALSE);
    gdouble score = disorder (&one) + disorder (&other);
    guint at;

    if (life_network_count_cases (&one) == 0
        || life_network_count_cases (&other) == 0)
      continue;
    score *= 1 + life_network_random (work, 1000) * 1e-4;
    for (at = n; at > 0 && best[at - 1].score > score; at--)
      if (at < CANDIDATES)
        best[at] = best[at - 1];
    if (at < CANDIDATES) {
      best[at].signal = signal;
      best[at].score = score;
      n = MIN (n + 1, CANDIDATES);
    }
  }
  if (!estimated)
    return best[0].signal;
  for (guint i = 0; i < n; i++) {
    LifeTarget one = side_of (work, target, best[i].signal, TRUE);
    LifeTarget other = side_of (work, target, best[i].signal, FALSE);
    gdouble cost = estimate (work, &one) + estimate (work, &other);

    if (cost < lowest) {
      lowest = cost;
      chosen = best[i].signal;
    }
  }
  return chosen;
}

/* Adds the gates for a signal that is @target, and returns it. */
guint
life_network_solve (LifeNetworkWork *work, const LifeTarget *target)
{
  g_autofree LifeQuery *query = NULL;
  LifeGate gate;
  LifeTarget with, without;
  guint signal, one, other;

  if (is_settled (target) || work->full)
    return LIFE_NETWORK_NOTHING;
  query = g_new (LifeQuery, 1);
  make_query (work, target, query);
  signal = find_signal (query);
  if (signal != LIFE_NETWORK_NOTHING)
    return signal;
  if (life_query_find_gate (query, &gate))
    return life_network_add_gate (
        work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);

  if (query->n_words == 1 && work->n_signals < LIFE_NETWORK_SIGNALS - 3) {
    LifeGate second;

    if (life_query_find_two_gates (query, work->n_signals, &gate, &second)) {
      life_network_add_gate (
          work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
      return life_network_add_gate (work, second.table, second.inputs[0],
          second.inputs[1], second.inputs[2]);
    }
  }

  signal = choose (work, target);
  with = side_of (work, target, signal, TRUE);
  without = side_of (work, target, signal, FALSE);
  one = life_network_solve (work, &with);
  other = life_network_solve (work, &without);
  if (work->full)
    return LIFE_NETWORK_NOTHING;
  {
    guint16 positions[LIFE_NETWORK_CASES + 1];

    life_query_begin (target, query, positions);
    life_query_use (work, signal, query, positions);
    life_query_use (
        work, one == LIFE_NETWORK_NOTHING ? signal : one, query, positions);
    life_query_use (
        work, other == LIFE_NETWORK_NOTHING ? signal : other, query, positions);
    gate = life_query_make_gate (query, 0, 1, 2);
  }
  return life_network_add_gate (
      work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
}
